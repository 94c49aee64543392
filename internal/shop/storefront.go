package shop

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"vitrine"
	"vitrine/internal/auth"
	"vitrine/internal/store"
)

// VisitorOrder is what somebody without an account orders on a page.
type VisitorOrder struct {
	ModelID  int64
	Email    string // the buyer's, so that the order can be found again
	Network  string // that the visitor comes from; "" for one whom nobody counts
	Language string // that the visitor reads, as vitrine.Order has it
}

// OrderAsVisitor makes an unpaid order for a visitor. It belongs to the
// storefront, a built-in user whom nobody can sign in as. The
// answer never reveals that the address has bought the model before: anybody can
// type an address.
func (s *Shop) OrderAsVisitor(ctx context.Context, n VisitorOrder) (*vitrine.Order, error) {
	email := strings.TrimSpace(n.Email)
	if err := vitrine.InvalidFields(vitrine.CheckEmail("/buyers_email", email)); err != nil {
		return nil, err
	}
	storefront, err := s.storefront(ctx)
	if err != nil {
		return nil, err
	}
	return s.CreateOrder(ctx, storefront, NewOrder{
		ModelID: n.ModelID, BuyersEmail: email, Language: n.Language, Again: true, visitor: s.visitorOf(n.Network),
	})
}

// storefront is the caller that orders for visitors: like an application, it
// names a buyer other than itself. Its user is made when it is first needed.
func (s *Shop) storefront(ctx context.Context) (vitrine.Caller, error) {
	id, err := s.db.StorefrontUser(ctx)
	if vitrine.CodeOf(err) == vitrine.NotFound {
		id, err = s.makeStorefront(ctx)
	}
	if err != nil {
		return vitrine.Caller{}, err
	}
	return vitrine.Caller{
		User: vitrine.User{ID: id}, Scopes: []vitrine.Scope{vitrine.ScopeOrdersWrite},
		Application: &vitrine.Application{Name: "Storefront", OwnerID: id},
	}, nil
}

func (s *Shop) makeStorefront(ctx context.Context) (id int64, err error) {
	err = s.db.Write(ctx, func(tx *store.Tx) error {
		id, err = tx.StorefrontUser(ctx)
		if vitrine.CodeOf(err) != vitrine.NotFound {
			return err // another process was faster
		}
		user, err := s.insertStorefront(ctx, tx, "storefront")
		if vitrine.CodeOf(err) == vitrine.Conflict { // somebody is called that
			user, err = s.insertStorefront(ctx, tx, "storefront-"+strings.ToLower(auth.RandomText(10)))
		}
		if err != nil {
			return err
		}
		id = user.ID
		return tx.SetStorefrontUser(ctx, id)
	})
	return id, err
}

// insertStorefront adds the user, with an address that no mail reaches
// (RFC 2606) and no password.
func (s *Shop) insertStorefront(ctx context.Context, tx *store.Tx, name string) (*vitrine.User, error) {
	user := &vitrine.User{
		Username: name, Email: name + "@vitrine.invalid", PasswordHash: auth.NoPassword, CreatedAt: s.now(), UpdatedAt: s.now(),
	}
	return user, tx.InsertUser(ctx, user)
}

// MadeByVisitor reports whether a visitor made an order on a page.
func (s *Shop) MadeByVisitor(ctx context.Context, o *vitrine.Order) (bool, error) {
	storefront, err := s.db.StorefrontUser(ctx)
	if vitrine.CodeOf(err) == vitrine.NotFound {
		return false, nil
	}
	return err == nil && o.UserID == storefront, err
}

// visitorOf names the visitors of one network by a keyed hash, which is kept for as
// long as their order is unpaid; "" for those whom nobody counts.
func (s *Shop) visitorOf(network string) string {
	if network == "" || s.settings.UnpaidOrders <= 0 {
		return ""
	}
	mac := hmac.New(sha256.New, *s.visitorKey.Load())
	mac.Write([]byte(network))
	return hex.EncodeToString(mac.Sum(nil)[:16])
}

// countVisitor keeps the visitors of one network from having more unpaid orders than
// the settings allow.
func (s *Shop) countVisitor(ctx context.Context, tx *store.Tx, visitor string, o *vitrine.Order) error {
	if visitor == "" {
		return nil
	}
	waiting, err := tx.UnpaidOrdersOfVisitor(ctx, visitor, s.now())
	if err != nil {
		return err
	}
	if waiting >= int64(s.settings.UnpaidOrders) {
		return vitrine.Errorf(vitrine.RateLimited,
			"%d orders from your address wait to be paid: pay or cancel one of them, or try again later", waiting)
	}
	return tx.SetVisitor(ctx, o.ID, visitor)
}

// HashVisitorsWith replaces the key that visitors' addresses are hashed with: unpaid
// orders of before count no more.
func (s *Shop) HashVisitorsWith(key []byte) { s.visitorKey.Store(&key) }
