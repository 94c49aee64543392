package shop

import (
	"context"
	"errors"
	"time"

	"vitrine"
	"vitrine/internal/store"
)

// NewOrder is what an order is made from.
type NewOrder struct {
	ModelID     int64
	UUID        string // the caller's own; made when empty
	BuyersEmail string // of an application's customer; a user buys for themselves
	ReturnURL   string
	Language    string // that the buyer reads, as vitrine.Order has it
	Again       bool   // buy what is one's own, or was bought before
	Answer      Answer[*vitrine.Order]
	visitor     string        // counts the unpaid orders of a visitor; "" for what nobody counts
	payable     time.Duration // set where the order is made, as is the share
	share       vitrine.Share // of the house; a rule is more specific
}

// errOvertaken says that an order of the same UUID was made between looking for one
// and writing.
var errOvertaken = errors.New("overtaken")

// CreateOrder makes an unpaid order with price, licence text and files as they
// are now. The same UUID with the same content is the same order.
func (s *Shop) CreateOrder(ctx context.Context, caller vitrine.Caller, n NewOrder) (*vitrine.Order, error) {
	if err := n.check(caller); err != nil {
		return nil, err
	}
	const tries = 10
	for range tries {
		o, err := s.tryOrder(ctx, caller, n)
		if err == nil {
			return s.asOfNow(o), nil
		}
		if !errors.Is(err, errOvertaken) {
			return nil, err
		}
	}
	return nil, vitrine.Errorf(vitrine.Conflict, "another order with this uuid is being made: try again")
}

func (n *NewOrder) check(caller vitrine.Caller) error {
	var faults []vitrine.Field
	if n.ModelID <= 0 {
		faults = append(faults, vitrine.Field{Pointer: "/model_id", Code: "required", Detail: "model_id names the model to order"})
	}
	if n.UUID != "" {
		faults = append(faults, vitrine.CheckUUID(n.UUID)...)
	}
	if !caller.ForCustomers() {
		n.BuyersEmail = caller.User.Email
	} else if n.BuyersEmail != "" {
		faults = append(faults, vitrine.CheckEmail("/buyers_email", n.BuyersEmail)...)
	}
	if n.ReturnURL != "" {
		faults = append(faults, checkReturn(caller.Application, n.ReturnURL)...)
	}
	return vitrine.InvalidFields(faults)
}

// tryOrder reads what the order pins in the transaction that stores it: nothing can
// change in between.
func (s *Shop) tryOrder(ctx context.Context, caller vitrine.Caller, n NewOrder) (o *vitrine.Order, err error) {
	known, err := s.knownOrder(ctx, caller, &n)
	if vitrine.CodeOf(err) != vitrine.NotFound {
		return known, err
	}
	by, err := s.buyerOf(ctx, caller, n)
	if err != nil {
		return nil, err
	}
	if err := s.pinTerms(ctx, &n); err != nil {
		return nil, err
	}
	err = s.db.Write(ctx, func(tx *store.Tx) (err error) {
		if o, err = s.newOrder(ctx, tx, caller, n, by); err != nil {
			return err
		}
		made, err := tx.InsertOrder(ctx, o)
		if err != nil {
			return err
		}
		if !made {
			return errOvertaken
		}
		if err := s.countVisitor(ctx, tx, n.visitor, o); err != nil {
			return err
		}
		// Last, in the same transaction: a crash leaves the order and its answer, or neither.
		return n.Answer.save(ctx, tx, o)
	})
	return o, err
}

// pinTerms sets what the marketplace asks of an order that is made now.
func (s *Shop) pinTerms(ctx context.Context, n *NewOrder) error {
	set, err := s.Limits(ctx)
	if err != nil {
		return err
	}
	house, err := s.House(ctx)
	n.payable, n.share = set.OrderLifetime, house.Share
	return err
}

// knownOrder returns the order that is there under the request's UUID, NotFound
// when there is none. A request without a UUID gets one.
func (s *Shop) knownOrder(ctx context.Context, caller vitrine.Caller, n *NewOrder) (*vitrine.Order, error) {
	if n.UUID == "" {
		n.UUID = newUUID(s.now())
		return nil, vitrine.Errorf(vitrine.NotFound, "this order is new")
	}
	o, err := s.db.OrderByUUID(ctx, caller.User.ID, n.UUID)
	if err != nil {
		return nil, err
	}
	return o, n.sameAs(o, applicationOf(caller))
}

// sameAs refuses another order under a UUID that is taken.
func (n *NewOrder) sameAs(known *vitrine.Order, application int64) error {
	if known.ApplicationID == application && known.ModelID == n.ModelID && known.ReturnURL == n.ReturnURL &&
		known.BuyersEmail == n.BuyersEmail && known.Again == n.Again {
		return nil
	}
	detail := "the uuid belongs to another order of yours: use a new one"
	return &vitrine.Error{Code: vitrine.Conflict, Message: detail, Fields: []vitrine.Field{{Pointer: "/uuid", Code: "taken", Detail: detail}}}
}

// Order returns an order that the caller made, and the operator each.
func (s *Shop) Order(ctx context.Context, caller vitrine.Caller, id int64) (o *vitrine.Order, err error) {
	if caller.Admin() {
		o, err = s.db.Order(ctx, id)
	} else {
		o, err = ownOrder(ctx, s.db, caller, id, nil)
	}
	if err != nil {
		return nil, err
	}
	return s.asOfNow(o), nil
}

// ownOf is NotFound for an order of the caller's user that an application did not make
// which acts by itself.
func ownOf(caller vitrine.Caller, o *vitrine.Order) error {
	if caller.ForCustomers() && o.ApplicationID != caller.Application.ID {
		return vitrine.Errorf(vitrine.NotFound, "there is no order %d", o.ID)
	}
	return nil
}

// Orders lists the orders that the caller made, or sold; of an application by itself those
// that it made. All orders, and those of
// an address, are the operator's to see.
func (s *Shop) Orders(ctx context.Context, caller vitrine.Caller, q vitrine.OrderQuery) (store.OrderPage, error) {
	if (q.Scope == vitrine.OrdersAll || q.Email != "") && !caller.Admin() {
		return store.OrderPage{}, &vitrine.Error{Code: vitrine.Forbidden, Scope: string(vitrine.ScopeAdmin),
			Message: "all orders, and those of an address, are for admins: the access token lacks the scope " + string(vitrine.ScopeAdmin)}
	}
	q.UserID = caller.User.ID
	if caller.ForCustomers() && q.Scope == vitrine.OrdersMade {
		q.ApplicationID = caller.Application.ID
	}
	page, err := s.db.Orders(ctx, q, s.now())
	for _, o := range page.Orders {
		s.asOfNow(o)
	}
	return page, err
}

// CancelOrder cancels an unpaid order of the caller. A payment of it that was begun elsewhere and not made is ended.
func (s *Shop) CancelOrder(ctx context.Context, caller vitrine.Caller, id int64, pre Precondition) error {
	seen, err := ownOrder(ctx, s.db, caller, id, pre)
	if err != nil {
		return err
	}
	version := seen.Version
	now, err := s.turnBack(ctx, seen)
	if err != nil {
		return err
	}
	return s.db.Write(ctx, func(tx *store.Tx) error {
		o, err := ownOrder(ctx, tx, caller, id, since(pre, version, now.Version))
		if err != nil {
			return err
		}
		return s.cancel(ctx, tx, o)
	})
}

// ordersReader is a database, or a transaction.
type ordersReader interface {
	OwnOrder(ctx context.Context, userID, id int64) (*vitrine.Order, error)
}

// ownOrder reads an order that the caller made, if it is as they have seen it.
func ownOrder(ctx context.Context, db ordersReader, caller vitrine.Caller, id int64, pre Precondition) (*vitrine.Order, error) {
	o, err := db.OwnOrder(ctx, caller.User.ID, id)
	if err != nil {
		return nil, err
	}
	if err := ownOf(caller, o); err != nil {
		return nil, err
	}
	return o, pre.check(o.Version)
}

// CancelByCustomer cancels the order of a checkout page. A payment of it that was begun elsewhere and not made is ended.
func (s *Shop) CancelByCustomer(ctx context.Context, checkoutKey string) (*vitrine.Order, error) {
	if _, err := s.TurnBack(ctx, checkoutKey); err != nil {
		return nil, err
	}
	return s.withCheckout(ctx, checkoutKey, func(tx *store.Tx, o *vitrine.Order) error { return s.cancel(ctx, tx, o) })
}

func (s *Shop) cancel(ctx context.Context, tx *store.Tx, o *vitrine.Order) error {
	if status := s.statusNow(o); status != vitrine.Unpaid {
		return vitrine.Errorf(vitrine.Conflict, "the order is %s: only an unpaid order can be canceled", status)
	}
	if o.Paying(s.now()) {
		return orderPaying()
	}
	before := orderFacts(o)
	if err := tx.SetOrderStatus(ctx, o, vitrine.Canceled, s.now()); err != nil {
		return err
	}
	return s.Note(ctx, tx, Noted{Act: vitrine.ActOrderCancel, ID: idText(o.ID), Before: before, After: orderFacts(o)})
}
