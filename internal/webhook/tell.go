package webhook

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"vitrine"
	"vitrine/internal/store"
)

// Teller writes down what programs are told, by a clock and with the keys that it makes.
func Teller(now func() time.Time, newKey func() string) store.Teller {
	return func(ctx context.Context, tx *store.Tx, h store.Happened) error {
		e, who, err := eventOf(ctx, tx, h)
		if err != nil {
			return err
		}
		wants, err := tx.Wants(ctx, who)
		if err != nil || len(wants) == 0 {
			return err
		}
		e.Key, e.Type, e.SellerID, e.CreatedAt = newKey(), h.Type, cmp.Or(e.SellerID, who.SellerID), now()
		return tx.InsertEvent(ctx, &e, wants)
	}
}

// eventOf is the event of what happened, and whom it concerns.
func eventOf(ctx context.Context, tx *store.Tx, h store.Happened) (e vitrine.Event, who store.Audience, err error) {
	var data any
	switch {
	case h.Order != nil:
		e.ObjectID, who, data = h.Order.ID, concerned(h), orderOf(h.Order)
	case h.Checkout != nil: // of which each seller has an order, and is told of that
		c := h.Checkout
		e.ObjectID, data = c.ID, checkoutOf(c, h.Type)
		who = store.Audience{Type: h.Type, MakerID: c.UserID, ApplicationID: c.ApplicationID}
	case h.Payout != nil:
		e.ObjectID, who, data = h.Payout.ID, store.Audience{Type: h.Type, SellerID: h.Payout.SellerID}, payoutOf(h.Payout)
	case h.Transfer != nil: // of which there is one for each order
		t := h.Transfer
		e.ObjectID, who, data = t.OrderID, store.Audience{Type: h.Type, SellerID: t.SellerID}, transferOf(t, h)
	case h.User != nil: // whose name is read when it is told, and who is told nothing by this
		e.ObjectID, e.SellerID, who, data = h.User.ID, h.User.ID, store.Audience{Type: h.Type}, userOf(h.User)
	default:
		m, err := tx.ToldModel(ctx, h.ModelID)
		if err != nil {
			return e, who, err
		}
		e.ObjectID, data = m.ID, modelOf(m)
		if h.File != nil {
			e.ObjectID, data = h.File.ID, fileOf(h.File, m)
		}
		who = store.Audience{Type: h.Type, SellerID: m.AuthorID}
	}
	text, err := json.Marshal(data)
	if err != nil {
		return e, who, fmt.Errorf("encode the event: %w", err)
	}
	e.Data = string(text)
	return e, who, nil
}

// concerned is who is to know of an order. Its seller does not before it is paid.
func concerned(h store.Happened) store.Audience {
	o := h.Order
	who := store.Audience{Type: h.Type, MakerID: o.UserID, ApplicationID: o.ApplicationID}
	switch h.Type {
	case vitrine.EventOrderPaid, vitrine.EventOrderRefunded, vitrine.EventOrderDisputed:
		who.SellerID = o.Model.AuthorID
	}
	return who
}

type toldOrder struct {
	UUID            string          `json:"uuid"`
	Status          string          `json:"status"`
	ModelID         int64           `json:"model_id"`
	Model           toldOrdersModel `json:"model"`
	Price           string          `json:"price"`
	Currency        string          `json:"currency"`
	LicenseType     string          `json:"license_type"`
	CreatedAt       time.Time       `json:"created_at"`
	UpdatedAt       time.Time       `json:"updated_at"`
	PaidAt          *time.Time      `json:"paid_at"`
	RefundedAt      *time.Time      `json:"refunded_at"`
	RefundedAmount  string          `json:"refunded_amount"`
	ExpiresAt       time.Time       `json:"expires_at"`
	CanceledBecause *string         `json:"canceled_because"`
	Livemode        bool            `json:"livemode"`
}

type toldOrdersModel struct {
	Title string `json:"title"`
	Slug  string `json:"slug"`
}

// orderOf is what is told of an order: no secret of it, and nobody's name or address.
func orderOf(o *vitrine.Order) toldOrder {
	told := toldOrder{
		UUID: o.UUID, Status: string(o.Status), ModelID: o.ModelID, Model: toldOrdersModel{o.Model.Title, o.Model.Slug}, Price: o.Price.String(),
		Currency: o.Currency, LicenseType: string(o.License.Type), CreatedAt: o.CreatedAt, UpdatedAt: o.UpdatedAt,
		PaidAt: timeOrNull(o.PaidAt), RefundedAt: timeOrNull(o.RefundedAt),
		RefundedAmount: o.Refunded.String(), ExpiresAt: o.ExpiresAt, Livemode: o.Live,
	}
	if o.CanceledBecause != "" {
		because := string(o.CanceledBecause)
		told.CanceledBecause = &because
	}
	return told
}

func timeOrNull(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}

type toldCheckout struct {
	UUID      string     `json:"uuid"`
	Status    string     `json:"status"`
	OrderIDs  []string   `json:"order_ids"`
	Sum       string     `json:"sum"`
	Currency  string     `json:"currency"`
	CreatedAt time.Time  `json:"created_at"`
	PaidAt    *time.Time `json:"paid_at"`
	ExpiresAt time.Time  `json:"expires_at"`
	Livemode  bool       `json:"livemode"`
}

// checkoutOf is what is told of a checkout that came into a state.
func checkoutOf(c *vitrine.Checkout, came vitrine.EventType) toldCheckout {
	status := map[vitrine.EventType]vitrine.OrderStatus{vitrine.EventCheckoutCreated: vitrine.Unpaid, vitrine.EventCheckoutPaid: vitrine.Paid,
		vitrine.EventCheckoutCanceled: vitrine.Canceled, vitrine.EventCheckoutExpired: vitrine.Expired}[came]
	told := toldCheckout{UUID: c.UUID, Status: string(status), OrderIDs: []string{}, Sum: c.Sum().String(), Currency: c.Currency,
		CreatedAt: c.CreatedAt, PaidAt: timeOrNull(c.PaidAt), ExpiresAt: c.ExpiresAt(), Livemode: c.Live}
	for _, o := range c.Orders {
		told.OrderIDs = append(told.OrderIDs, strconv.FormatInt(o.ID, 10))
	}
	return told
}

type toldPayout struct {
	Status    string     `json:"status"`
	Amount    string     `json:"amount"`
	Currency  string     `json:"currency"`
	Reason    *string    `json:"reason"`
	CreatedAt time.Time  `json:"created_at"`
	SentAt    *time.Time `json:"sent_at"`
	EndedAt   *time.Time `json:"ended_at"`
	Livemode  bool       `json:"livemode"`
}

// payoutOf is what is told of a payout: not where it went.
func payoutOf(p *vitrine.Payout) toldPayout {
	told := toldPayout{Status: string(p.Status), Amount: p.Amount.String(), Currency: p.Currency, CreatedAt: p.CreatedAt,
		SentAt: timeOrNull(p.SentAt), EndedAt: timeOrNull(p.EndedAt), Livemode: p.Live}
	if p.Reason != "" {
		told.Reason = &p.Reason
	}
	return told
}

type toldTransfer struct {
	OrderID  string `json:"order_id"`
	Amount   string `json:"amount"`
	There    string `json:"there"`
	Currency string `json:"currency"`
	Livemode bool   `json:"livemode"`
}

// transferOf is what is told of an order's money on its way to its seller's account with the provider: how much was moved, or was
// to be, and how much stands there since. Why it was not is the operators' to know.
func transferOf(t *vitrine.OrderTransfer, h store.Happened) toldTransfer {
	return toldTransfer{OrderID: strconv.FormatInt(t.OrderID, 10), Amount: max(h.Moved, -h.Moved).String(), There: t.There.String(),
		Currency: t.Currency, Livemode: t.Live}
}

type toldModel struct {
	Title  string  `json:"title"`
	Slug   string  `json:"slug"`
	Status string  `json:"status"`
	Price  *string `json:"price"`
}

func modelOf(m store.ToldModel) toldModel {
	told := toldModel{Title: m.Title, Slug: m.Slug, Status: string(m.Status)}
	if m.Deleted {
		told.Status = "deleted"
	}
	if m.Price != nil {
		price := m.Price.String()
		told.Price = &price
	}
	return told
}

type toldUser struct {
	CreatedAt *time.Time `json:"created_at"` // null for one who is removed
}

func userOf(u *vitrine.User) toldUser { return toldUser{timeOrNull(u.CreatedAt)} }

type toldFile struct {
	ModelID  int64         `json:"model_id"`
	Draft    bool          `json:"draft"` // of the draft version of a published model
	Name     string        `json:"name"`
	Size     int64         `json:"size"`
	SHA256   string        `json:"sha256"`
	Status   string        `json:"status"`
	Format   string        `json:"format"`
	Problems []toldProblem `json:"problems"`
}

type toldProblem struct {
	Code   string `json:"code"`
	Detail string `json:"detail"`
}

func fileOf(f *vitrine.File, m store.ToldModel) toldFile {
	told := toldFile{ModelID: cmp.Or(m.DraftOf, m.ID), Draft: m.DraftOf != 0, Name: f.Name, Size: f.Size, SHA256: f.SHA256,
		Status: string(f.Status), Format: f.Format, Problems: []toldProblem{}}
	for _, p := range f.Problems {
		told.Problems = append(told.Problems, toldProblem(p))
	}
	return told
}
