package shop

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"strconv"

	"github.com/google/uuid"

	"vitrine"
	"vitrine/internal/auth"
	"vitrine/internal/store"
)

// NewOrder is what an order is made from.
type NewOrder struct {
	ModelID     int64
	UUID        string // the caller's own; made when empty
	BuyersEmail string // of an application's customer; a user buys for themselves
	ReturnURL   string
	Again       bool // buy what is one's own, or was bought before
	// RepeatKey, when set, names the request: the order made from it has the
	// same UUID however often the request is sent.
	RepeatKey string
}

// downloadPrefix begins every download token.
const downloadPrefix = "vdl_"

// CreateOrder makes an unpaid order with price, licence text and files as they
// are now. The same UUID with the same content gives the same order.
func (s *Shop) CreateOrder(ctx context.Context, caller vitrine.Caller, n NewOrder) (*vitrine.Order, error) {
	if err := n.check(caller); err != nil {
		return nil, err
	}
	var made *vitrine.Order
	err := s.db.Write(ctx, func(tx *store.Tx) error {
		if n.UUID != "" {
			known, err := tx.OrderByUUID(ctx, caller.User.ID, n.UUID)
			if err == nil {
				made = known
				return n.sameAs(known)
			}
			if vitrine.CodeOf(err) != vitrine.NotFound {
				return err
			}
		}
		var err error
		made, err = s.newOrder(ctx, tx, caller, n)
		if err != nil {
			return err
		}
		return tx.InsertOrder(ctx, made)
	})
	if err != nil {
		return nil, err
	}
	return s.asOfNow(made), nil
}

func (n *NewOrder) check(caller vitrine.Caller) error {
	var faults []vitrine.Field
	if n.ModelID <= 0 {
		faults = append(faults, vitrine.Field{Pointer: "/model_id", Code: "required", Detail: "model_id names the model to order"})
	}
	if n.UUID == "" && n.RepeatKey != "" {
		n.UUID = uuid.NewSHA1(uuid.NameSpaceOID, []byte(strconv.FormatInt(caller.User.ID, 10)+"\n"+n.RepeatKey)).String()
	}
	if n.UUID != "" {
		faults = append(faults, vitrine.CheckUUID(n.UUID)...)
	}
	if caller.Application == nil {
		n.BuyersEmail = caller.User.Email
	} else if n.BuyersEmail != "" {
		faults = append(faults, vitrine.CheckEmail("/buyers_email", n.BuyersEmail)...)
	}
	if n.ReturnURL != "" {
		faults = append(faults, vitrine.CheckReturnURL(n.ReturnURL)...)
	}
	return vitrine.InvalidFields(faults)
}

// sameAs refuses another order under a UUID that is taken.
func (n *NewOrder) sameAs(known *vitrine.Order) error {
	if known.ModelID == n.ModelID && known.ReturnURL == n.ReturnURL && known.BuyersEmail == n.BuyersEmail {
		return nil
	}
	detail := "the uuid belongs to another order of yours: use a new one"
	return &vitrine.Error{Code: vitrine.Conflict, Message: detail, Fields: []vitrine.Field{{Pointer: "/uuid", Code: "taken", Detail: detail}}}
}

func (s *Shop) newOrder(ctx context.Context, tx *store.Tx, caller vitrine.Caller, n NewOrder) (*vitrine.Order, error) {
	m, err := tx.ModelAlone(ctx, n.ModelID)
	if err != nil {
		return nil, err
	}
	if !caller.MaySee(m) {
		return nil, vitrine.Errorf(vitrine.NotFound, "there is no model %d", n.ModelID)
	}
	if m.Status != vitrine.Published {
		return nil, vitrine.Errorf(vitrine.Conflict, "model %d is a draft: only published models can be ordered", m.ID)
	}
	buyer, err := s.buyer(ctx, tx, caller, n)
	if err != nil {
		return nil, err
	}
	if err := refuseAgain(ctx, tx, m, buyer, n.Again); err != nil {
		return nil, err
	}
	if m.Files, err = tx.Files(ctx, m.ID); err != nil {
		return nil, err
	}
	license, err := pinLicense(ctx, tx, m)
	if err != nil {
		return nil, err
	}
	now := s.now()
	o := &vitrine.Order{
		UUID: n.UUID, UserID: caller.User.ID, BuyerID: buyer, BuyersEmail: n.BuyersEmail, Status: vitrine.Unpaid, ModelID: m.ID,
		Model: vitrine.PinnedModel{Title: m.Title, Slug: m.Slug, AuthorID: m.AuthorID, AuthorName: m.AuthorName},
		Price: *m.Price, Currency: s.settings.Currency, License: license, ReturnURL: n.ReturnURL,
		CheckoutKey: auth.RandomText(32), DownloadToken: auth.NewSecret(downloadPrefix), Live: s.payments.Live(),
		CreatedAt: now, UpdatedAt: now, ExpiresAt: now.Add(s.settings.OrderLifetime),
	}
	if o.UUID == "" {
		o.UUID = uuid.NewString()
	}
	for _, f := range m.ReadyFiles() {
		o.Files = append(o.Files, vitrine.OrderFile{FileID: f.ID, Name: f.Name, Size: f.Size, SHA256: f.SHA256, BlobKey: f.BlobKey})
	}
	return o, nil
}

// buyer is the user who buys: the caller, or of an application's customer the
// user with their address, if there is one.
func (s *Shop) buyer(ctx context.Context, tx *store.Tx, caller vitrine.Caller, n NewOrder) (int64, error) {
	if caller.Application == nil {
		return caller.User.ID, nil
	}
	if n.BuyersEmail == "" {
		return 0, nil
	}
	user, err := tx.UserByEmail(ctx, n.BuyersEmail)
	if vitrine.CodeOf(err) == vitrine.NotFound {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	return user.ID, nil
}

func refuseAgain(ctx context.Context, tx *store.Tx, m *vitrine.Model, buyer int64, again bool) error {
	if again || buyer == 0 {
		return nil
	}
	detail := ""
	if m.AuthorID == buyer {
		detail = "this model is the buyer's own: send again: true to order it all the same"
	} else {
		bought, err := tx.HasBought(ctx, buyer, m.ID)
		if err != nil {
			return err
		}
		if bought {
			detail = "the buyer has bought this model already: send again: true to order it once more"
		}
	}
	if detail == "" {
		return nil
	}
	return &vitrine.Error{Code: vitrine.Conflict, Message: detail, Fields: []vitrine.Field{{Pointer: "/model_id", Code: "owned", Detail: detail}}}
}

func pinLicense(ctx context.Context, tx *store.Tx, m *vitrine.Model) (vitrine.PinnedLicense, error) {
	text := m.CustomLicense
	if m.License != vitrine.Custom {
		stored, err := tx.License(ctx, m.License)
		if err != nil {
			return vitrine.PinnedLicense{}, err
		}
		text = stored.Text
	}
	sum := sha256.Sum256([]byte(text))
	return vitrine.PinnedLicense{Type: m.License, Hash: hex.EncodeToString(sum[:]), Text: text}, nil
}

// Order gives an order that the caller made.
func (s *Shop) Order(ctx context.Context, caller vitrine.Caller, id int64) (*vitrine.Order, error) {
	o, err := s.db.OwnOrder(ctx, caller.User.ID, id)
	if err != nil {
		return nil, err
	}
	return s.asOfNow(o), nil
}

// Orders lists the orders that the caller made.
func (s *Shop) Orders(ctx context.Context, q vitrine.OrderQuery) (store.OrderPage, error) {
	page, err := s.db.Orders(ctx, q)
	for _, o := range page.Orders {
		s.asOfNow(o)
	}
	return page, err
}

// asOfNow shows an order whose time is over as expired, also before the sweep
// has seen it.
func (s *Shop) asOfNow(o *vitrine.Order) *vitrine.Order {
	if o.Status == vitrine.Unpaid && !o.Payable(s.now()) {
		o.Status = vitrine.Expired
	}
	return o
}

// CancelOrder cancels an unpaid order of the caller.
func (s *Shop) CancelOrder(ctx context.Context, caller vitrine.Caller, id int64, pre Precondition) error {
	return s.db.Write(ctx, func(tx *store.Tx) error {
		o, err := tx.OwnOrder(ctx, caller.User.ID, id)
		if err != nil {
			return err
		}
		if err := pre.check(o.Version); err != nil {
			return err
		}
		return s.cancel(ctx, tx, o)
	})
}

// CancelByCustomer cancels the order of a checkout page.
func (s *Shop) CancelByCustomer(ctx context.Context, checkoutKey string) (*vitrine.Order, error) {
	return s.withCheckout(ctx, checkoutKey, func(tx *store.Tx, o *vitrine.Order) error { return s.cancel(ctx, tx, o) })
}

func (s *Shop) cancel(ctx context.Context, tx *store.Tx, o *vitrine.Order) error {
	if o.Status != vitrine.Unpaid {
		return vitrine.Errorf(vitrine.Conflict, "the order is %s: only an unpaid order can be canceled", o.Status)
	}
	return tx.SetOrderStatus(ctx, o, vitrine.Canceled, s.now())
}

// ExpireOrders ends orders that were not paid in time.
func (s *Shop) ExpireOrders(ctx context.Context) error {
	const batch = 500
	for {
		var n int64
		err := s.db.Write(ctx, func(tx *store.Tx) (err error) {
			n, err = tx.ExpireOrders(ctx, s.now(), batch)
			return err
		})
		if err != nil || n < batch {
			return err
		}
	}
}
