package shop

import (
	"context"
	"net/url"
	"strconv"
	"strings"

	"vitrine"
	"vitrine/internal/auth"
	"vitrine/internal/store"
)

// NewApplication is an application to be.
type NewApplication struct {
	Name         string
	OwnerID      int64
	RedirectURIs []string
	ReturnURLs   []string        // where its orders may send customers back to; nil: anywhere
	Scopes       []vitrine.Scope // that its tokens may have; nil for the default ones
}

// CreateApplication registers an application. Its client secret is given here
// and never again.
func (s *Shop) CreateApplication(ctx context.Context, n NewApplication) (*vitrine.Application, string, error) {
	secret, now := auth.NewSecret(auth.ClientPrefix), s.now()
	app := &vitrine.Application{
		ClientID: auth.RandomText(22), ClientSecretHash: auth.Hash(secret), Name: strings.TrimSpace(n.Name),
		OwnerID: n.OwnerID, RedirectURIs: n.RedirectURIs, ReturnURLs: n.ReturnURLs, Scopes: n.Scopes, CreatedAt: now, UpdatedAt: now,
	}
	if len(app.Scopes) == 0 {
		app.Scopes = vitrine.DefaultScopes()
	}
	if err := checkApplication(app); err != nil {
		return nil, "", err
	}
	err := s.db.Write(ctx, func(tx *store.Tx) error {
		if _, err := tx.User(ctx, app.OwnerID); err != nil {
			return err
		}
		return tx.InsertApplication(ctx, app)
	})
	if err != nil {
		return nil, "", err
	}
	return app, secret, nil
}

func checkApplication(app *vitrine.Application) error {
	if app.Name == "" || len(app.Name) > 100 {
		return vitrine.Errorf(vitrine.Invalid, "an application has a name of 1 to 100 bytes")
	}
	for _, uri := range app.RedirectURIs {
		parsed, err := url.Parse(uri)
		if err != nil || !parsed.IsAbs() || parsed.Fragment != "" {
			return vitrine.Errorf(vitrine.Invalid, "the redirect address %q is not absolute or has a fragment", uri)
		}
	}
	return checkReturns(app.ReturnURLs)
}

// checkReturns refuses return addresses that no order could have.
func checkReturns(addresses []string) error {
	for _, address := range addresses {
		if faults := vitrine.CheckReturnURL(address); faults != nil {
			return vitrine.Errorf(vitrine.Invalid, "%q: %s", address, faults[0].Detail)
		}
	}
	return nil
}

// SetReturnURLs says where an application's orders may send customers back to:
// to those addresses alone, and anywhere when there are none.
func (s *Shop) SetReturnURLs(ctx context.Context, id int64, addresses []string) (*vitrine.Application, error) {
	if err := checkReturns(addresses); err != nil {
		return nil, err
	}
	var app *vitrine.Application
	err := s.db.Write(ctx, func(tx *store.Tx) (err error) {
		if err := tx.SetReturnURLs(ctx, id, addresses, s.now()); err != nil {
			return err
		}
		app, err = tx.Application(ctx, id)
		return err
	})
	s.forgetCallers()
	return app, err
}

// RemoveApplication ends an application and its tokens. The orders that it made
// stay.
func (s *Shop) RemoveApplication(ctx context.Context, id int64) error {
	err := s.db.Write(ctx, func(tx *store.Tx) error { return tx.RemoveApplication(ctx, id, s.now()) })
	s.forgetCallers()
	return err
}

func applicationOf(caller vitrine.Caller) int64 {
	if caller.Application == nil {
		return 0
	}
	return caller.Application.ID
}

// checkReturn returns what is wrong with the return address of an order.
func checkReturn(app *vitrine.Application, address string) []vitrine.Field {
	if faults := vitrine.CheckReturnURL(address); faults != nil {
		return faults
	}
	if app == nil || app.MayReturnTo(address) {
		return nil
	}
	return []vitrine.Field{{Pointer: "/return_url", Code: "not_allowed",
		Detail: "the application may have customers sent to its registered return addresses alone: ask the operator to add this one"}}
}

// ReturnTo is where a customer is sent back to; "" for nowhere. The rules are
// asked as they are now: what an order was made with may be forbidden since.
func (s *Shop) ReturnTo(ctx context.Context, o *vitrine.Order) (string, error) {
	if o.ReturnURL == "" || vitrine.CheckReturnURL(o.ReturnURL) != nil {
		return "", nil
	}
	if o.ApplicationID != 0 {
		app, err := s.db.Application(ctx, o.ApplicationID)
		if err != nil || !app.MayReturnTo(o.ReturnURL) {
			return "", err
		}
	}
	return o.ReturnTo(strconv.FormatInt(o.ID, 10)), nil
}
