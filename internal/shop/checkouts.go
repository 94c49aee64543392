package shop

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"vitrine"
	"vitrine/internal/auth"
	"vitrine/internal/store"
)

// NewCheckout is what a checkout is made from.
type NewCheckout struct {
	OrderIDs  []int64
	UUID      string // the caller's own; made when empty
	ReturnURL string
	Bundles   []int64 // whose prices its orders shall have
	Coupon    string  // that lowers its orders; "" for none
	Answer    Answer[*vitrine.Checkout]
}

// CreateCheckout has unpaid orders of the caller paid by one payment. The same UUID with the same content is
// the same checkout. Another one that an order stands in is called off, unless its payment has begun.
func (s *Shop) CreateCheckout(ctx context.Context, caller vitrine.Caller, n NewCheckout) (*vitrine.Checkout, error) {
	if err := n.check(caller); err != nil {
		return nil, err
	}
	if n.Coupon != "" {
		if err := s.spend(ctx, codesOf(caller.User)); err != nil {
			return nil, err
		}
	}
	var c *vitrine.Checkout
	try := func() error {
		return s.db.Write(ctx, func(tx *store.Tx) (err error) {
			if c, err = s.knownCheckout(ctx, tx, caller, &n); vitrine.CodeOf(err) != vitrine.NotFound {
				return err
			}
			orders, err := s.ordersToPay(ctx, tx, caller, n.OrderIDs)
			if err != nil {
				return err
			}
			c, err = s.newCheckout(ctx, tx, caller, n, orders)
			if err != nil {
				return err
			}
			return n.Answer.save(ctx, tx, c)
		})
	}
	err := try()
	if errors.Is(err, errOvertaken) {
		err = try() // it is there now
	}
	return s.checkoutNow(c), err
}

func (n *NewCheckout) check(caller vitrine.Caller) error {
	var faults []vitrine.Field
	switch {
	case len(n.OrderIDs) == 0:
		faults = append(faults, vitrine.Field{Pointer: "/order_ids", Code: "required", Detail: "order_ids names the orders to pay"})
	case len(n.OrderIDs) > vitrine.MaxCheckout:
		faults = append(faults, vitrine.Field{Pointer: "/order_ids", Code: "too_many",
			Detail: fmt.Sprintf("at most %d orders can be paid at once", vitrine.MaxCheckout)})
	}
	for i, id := range n.OrderIDs {
		if slices.Contains(n.OrderIDs[:i], id) {
			faults = append(faults, orderFault(i, "duplicate", fmt.Sprintf("order %d is named twice", id)))
		}
	}
	for i, id := range n.Bundles {
		if slices.Contains(n.Bundles[:i], id) {
			faults = append(faults, vitrine.Field{Pointer: bundlePointer, Code: "duplicate", Detail: fmt.Sprintf("bundle %d is named twice", id)})
		}
	}
	if n.UUID != "" {
		faults = append(faults, vitrine.CheckUUID(n.UUID)...)
	}
	if n.ReturnURL != "" {
		faults = append(faults, checkReturn(caller.Application, n.ReturnURL)...)
	}
	return vitrine.InvalidFields(faults)
}

func orderFault(i int, code, detail string) vitrine.Field {
	return vitrine.Field{Pointer: "/order_ids/" + strconv.Itoa(i), Code: code, Detail: detail}
}

// knownCheckout returns the checkout that is there under the request's UUID, NotFound when there is none. A
// request without a UUID gets one.
func (s *Shop) knownCheckout(ctx context.Context, tx *store.Tx, caller vitrine.Caller, n *NewCheckout) (*vitrine.Checkout, error) {
	if n.UUID == "" {
		n.UUID = newUUID(s.now())
		return nil, vitrine.Errorf(vitrine.NotFound, "this checkout is new")
	}
	c, err := tx.CheckoutByUUID(ctx, caller.User.ID, n.UUID)
	if err != nil {
		return nil, err
	}
	ids := make([]int64, len(c.Orders))
	for i, o := range c.Orders {
		ids[i] = o.ID
	}
	if c.ApplicationID == applicationOf(caller) && c.ReturnURL == n.ReturnURL && slices.Equal(ids, n.OrderIDs) && n.pricedAs(c) {
		return c, nil
	}
	detail := "the uuid belongs to another checkout of yours: use a new one"
	return nil, &vitrine.Error{Code: vitrine.Conflict, Message: detail,
		Fields: []vitrine.Field{{Pointer: "/uuid", Code: "taken", Detail: detail}}}
}

// pricedAs reports whether a checkout has the bundles and the coupon that are asked for. Its customer may have entered
// further codes, and one that was called off has neither.
func (n *NewCheckout) pricedAs(c *vitrine.Checkout) bool {
	if !c.CanceledAt.IsZero() {
		return true
	}
	bundles := c.Bundles()
	return len(bundles) == len(n.Bundles) && !slices.ContainsFunc(n.Bundles, func(id int64) bool { return !slices.Contains(bundles, id) }) &&
		(n.Coupon == "" || slices.Contains(c.Coupons(), vitrine.FoldCoupon(n.Coupon)))
}

// ordersToPay reads orders of the caller that can be paid now, by one payment.
func (s *Shop) ordersToPay(ctx context.Context, tx *store.Tx, caller vitrine.Caller, ids []int64) ([]*vitrine.Order, error) {
	orders := make([]*vitrine.Order, len(ids))
	var faults []vitrine.Field
	for i, id := range ids {
		o, err := ownOrder(ctx, tx, caller, id, nil)
		if vitrine.CodeOf(err) == vitrine.NotFound {
			faults = append(faults, orderFault(i, "unknown", fmt.Sprintf("there is no order %d", id)))
			continue
		}
		if err != nil {
			return nil, err
		}
		orders[i] = o
	}
	if err := vitrine.InvalidFields(faults); err != nil {
		return nil, err
	}
	for i, o := range orders {
		fault, err := s.notTogether(ctx, tx, o, orders[:i])
		if err != nil {
			return nil, err
		}
		if fault.Code != "" {
			faults = append(faults, orderFault(i, fault.Code, fault.Detail))
		}
	}
	if len(faults) > 0 {
		return nil, &vitrine.Error{Code: vitrine.Conflict, Message: faults[0].Detail, Fields: faults}
	}
	return orders, nil
}

// notTogether says why an order can't be paid together with those before it; a fault without a code where it can.
func (s *Shop) notTogether(ctx context.Context, tx *store.Tx, o *vitrine.Order, before []*vitrine.Order) (vitrine.Field, error) {
	wrong := func(code, text string) (vitrine.Field, error) {
		return vitrine.Field{Code: code, Detail: fmt.Sprintf("order %d %s", o.ID, text)}, nil
	}
	for _, other := range before {
		switch {
		case o.Currency != other.Currency || o.Live != other.Live:
			return wrong("other_currency", "is in another currency than the others, or real money where they are tests")
		case o.BuyerID != other.BuyerID || o.BuyersEmail != other.BuyersEmail:
			return wrong("other_buyer", "is for another buyer than the others")
		case o.ModelID == other.ModelID && !o.Again && !other.Again:
			return wrong("owned", fmt.Sprintf("is of the same model as order %d: order it with again: true to buy it once more", other.ID))
		}
	}
	refused, err := s.refusal(ctx, tx, o)
	if err != nil || refused == nil {
		return vitrine.Field{}, err
	}
	code := "not_payable"
	var e *vitrine.Error
	if errors.As(refused, &e) && len(e.Fields) > 0 {
		code = e.Fields[0].Code
	}
	return wrong(code, "can't be paid: "+refused.Error())
}

// newCheckout stores a checkout of orders, which leave those that they stood in.
func (s *Shop) newCheckout(ctx context.Context, tx *store.Tx, caller vitrine.Caller, n NewCheckout,
	orders []*vitrine.Order) (*vitrine.Checkout, error) {
	for _, o := range orders {
		if err := s.bare(ctx, tx, o); err != nil { // bundles and coupons are good for what is paid at once
			return nil, err
		}
	}
	for _, o := range orders {
		if err := s.leaveOther(ctx, tx, o); err != nil {
			return nil, err
		}
	}
	c := &vitrine.Checkout{UUID: n.UUID, UserID: caller.User.ID, ApplicationID: applicationOf(caller), Orders: orders,
		Currency: orders[0].Currency, Live: orders[0].Live, ReturnURL: n.ReturnURL, Handle: auth.NewHandle(s.now()), CreatedAt: s.now()}
	made, err := tx.InsertCheckout(ctx, c)
	if err == nil && !made {
		err = errOvertaken
	}
	for _, id := range n.Bundles {
		if err == nil {
			err = s.bundle(ctx, tx, id, c.Orders)
		}
	}
	if err == nil && n.Coupon != "" {
		err = s.redeem(ctx, tx, n.Coupon, purchaseOfCheckout(c), c.Orders)
	}
	if err == nil {
		checkoutHappens(tx, c, vitrine.EventCheckoutCreated)
	}
	return c, err
}

// leaveOther calls the checkout off that an order stands in: another one takes its place.
func (s *Shop) leaveOther(ctx context.Context, tx *store.Tx, o *vitrine.Order) error {
	other, err := tx.CheckoutOf(ctx, o.ID)
	if vitrine.CodeOf(err) == vitrine.NotFound {
		return nil
	}
	if err != nil || !other.PaidAt.IsZero() {
		return err
	}
	return s.callOff(ctx, tx, other)
}

// callOff notes that nobody is to pay a checkout any more. Those of its orders that can be paid yet cost what they do by themselves.
func (s *Shop) callOff(ctx context.Context, tx *store.Tx, c *vitrine.Checkout) error {
	for _, o := range c.Orders {
		if o.Discount.Bundle.ID == 0 || s.payable(o) != nil {
			continue
		}
		if err := s.bare(ctx, tx, o); err != nil {
			return err
		}
	}
	c.CanceledAt = s.now()
	checkoutHappens(tx, c, vitrine.EventCheckoutCanceled)
	return tx.UpdateCheckout(ctx, c, s.now())
}

// checkoutHappens has programs told what became of a checkout.
func checkoutHappens(tx *store.Tx, c *vitrine.Checkout, what vitrine.EventType) {
	told := *c
	tx.Happens(store.Happened{Type: what, Checkout: &told})
}

// Checkout returns a checkout that the caller made, and the operator each.
func (s *Shop) Checkout(ctx context.Context, caller vitrine.Caller, id int64) (c *vitrine.Checkout, err error) {
	if caller.Admin() {
		c, err = s.db.Checkout(ctx, id)
	} else {
		c, err = ownCheckout(ctx, s.db, caller, id, nil)
	}
	if err != nil {
		return nil, err
	}
	return s.checkoutNow(c), nil
}

// checkoutsReader is a database, or a transaction.
type checkoutsReader interface {
	OwnCheckout(ctx context.Context, userID, id int64) (*vitrine.Checkout, error)
}

// ownCheckout reads a checkout that the caller made, if it is as they have seen it. To an application that acts by itself
// those of others are NotFound.
func ownCheckout(ctx context.Context, db checkoutsReader, caller vitrine.Caller, id int64, pre Precondition) (*vitrine.Checkout, error) {
	c, err := db.OwnCheckout(ctx, caller.User.ID, id)
	if err != nil {
		return nil, err
	}
	if caller.ForCustomers() && c.ApplicationID != caller.Application.ID {
		return nil, vitrine.Errorf(vitrine.NotFound, "there is no checkout %d", c.ID)
	}
	return c, pre.check(c.Version)
}

// Checkouts lists the checkouts that the caller made; of an application by itself those that it made.
func (s *Shop) Checkouts(ctx context.Context, caller vitrine.Caller, q vitrine.CheckoutQuery) (store.CheckoutPage, error) {
	q.UserID = caller.User.ID
	if caller.ForCustomers() {
		q.ApplicationID = caller.Application.ID
	}
	page, err := s.db.Checkouts(ctx, q)
	for _, c := range page.Checkouts {
		s.checkoutNow(c)
	}
	return page, err
}

// checkoutNow shows the orders of a checkout in the state that they have now; nil is nil.
func (s *Shop) checkoutNow(c *vitrine.Checkout) *vitrine.Checkout {
	if c != nil {
		for _, o := range c.Orders {
			s.asOfNow(o)
		}
	}
	return c
}

// CheckoutStatus is where a checkout stands now.
func (s *Shop) CheckoutStatus(c *vitrine.Checkout) vitrine.OrderStatus { return c.StatusAt(s.now()) }

// CheckoutPaying reports whether a payment of a checkout is on its way now.
func (s *Shop) CheckoutPaying(c *vitrine.Checkout) bool { return c.Paying(s.now()) }

// CheckoutOf returns the checkout that an order belongs to; nil for none.
func (s *Shop) CheckoutOf(ctx context.Context, o *vitrine.Order) (*vitrine.Checkout, error) {
	c, err := s.db.CheckoutOf(ctx, o.ID)
	if vitrine.CodeOf(err) == vitrine.NotFound {
		return nil, nil
	}
	return s.checkoutNow(c), err
}

// OpenCheckoutOf returns the checkout that an order can be paid by alone; nil where it is paid by itself.
func (s *Shop) OpenCheckoutOf(ctx context.Context, o *vitrine.Order) (*vitrine.Checkout, error) {
	c, err := s.CheckoutOf(ctx, o)
	if c != nil && (!c.PaidAt.IsZero() || s.CheckoutStatus(c) != vitrine.Unpaid) {
		return nil, err
	}
	return c, err
}

// CancelCheckout calls a checkout of the caller off, and cancels its orders. A payment of it that was begun elsewhere and not made
// is ended.
func (s *Shop) CancelCheckout(ctx context.Context, caller vitrine.Caller, id int64, pre Precondition) error {
	seen, err := ownCheckout(ctx, s.db, caller, id, pre)
	if err != nil {
		return err
	}
	version := seen.Version
	now, err := s.turnBackCheckout(ctx, seen)
	if err != nil {
		return err
	}
	return s.db.Write(ctx, func(tx *store.Tx) error {
		c, err := ownCheckout(ctx, tx, caller, id, since(pre, version, now.Version))
		if err != nil {
			return err
		}
		return s.cancelCheckout(ctx, tx, c)
	})
}

// CancelCheckoutByCustomer calls the checkout of a page off, and cancels its orders. A payment of it that was begun elsewhere and
// not made is ended.
func (s *Shop) CancelCheckoutByCustomer(ctx context.Context, key string) (*vitrine.Checkout, error) {
	if _, err := s.TurnBackCheckout(ctx, key); err != nil {
		return nil, err
	}
	return s.withCheckoutPage(ctx, key, func(tx *store.Tx, c *vitrine.Checkout) error { return s.cancelCheckout(ctx, tx, c) })
}

func (s *Shop) cancelCheckout(ctx context.Context, tx *store.Tx, c *vitrine.Checkout) error {
	if status := s.CheckoutStatus(c); status != vitrine.Unpaid {
		return vitrine.Errorf(vitrine.Conflict, "the checkout is %s: only an unpaid one can be canceled", status)
	}
	if c.Paying(s.now()) {
		return checkoutPaying()
	}
	for _, o := range c.Orders {
		if s.statusNow(o) != vitrine.Unpaid {
			continue
		}
		if err := s.cancel(ctx, tx, o); err != nil {
			return err
		}
	}
	return s.callOff(ctx, tx, c)
}

func checkoutPaying() error {
	return notPayable("payment_begun", "a payment of this checkout is on its way: wait for its outcome")
}

// LeaveUnpayable takes the orders out of a checkout that can't be paid any more, as its customer wants the others.
func (s *Shop) LeaveUnpayable(ctx context.Context, key string) (*vitrine.Checkout, error) {
	return s.withCheckoutPage(ctx, key, func(tx *store.Tx, c *vitrine.Checkout) error {
		if c.Paying(s.now()) {
			return checkoutPaying()
		}
		if s.CheckoutStatus(c) != vitrine.Unpaid {
			return nil // nothing is left to pay
		}
		rest := c.Orders[:0:0]
		for _, o := range c.Orders {
			refused, err := s.refusal(ctx, tx, o)
			if err != nil {
				return err
			}
			if refused == nil {
				rest = append(rest, o)
				continue
			}
			if err := tx.LeaveCheckout(ctx, c.ID, o.ID); err != nil {
				return err
			}
		}
		c.Orders = rest
		if err := s.lowerAgain(ctx, tx, c); err != nil {
			return err
		}
		if len(rest) == 0 {
			return s.callOff(ctx, tx, c)
		}
		return tx.UpdateCheckout(ctx, c, s.now())
	})
}

// withCheckoutPage changes the checkout of a page.
func (s *Shop) withCheckoutPage(ctx context.Context, key string,
	change func(*store.Tx, *vitrine.Checkout) error) (*vitrine.Checkout, error) {
	var c *vitrine.Checkout
	err := s.db.Write(ctx, func(tx *store.Tx) (err error) {
		if c, err = tx.CheckoutByKey(ctx, key); err != nil {
			return err
		}
		return change(tx, c)
	})
	return s.checkoutNow(c), err
}

// CheckoutByKey returns the checkout of a page.
func (s *Shop) CheckoutByKey(ctx context.Context, key string) (*vitrine.Checkout, error) {
	c, err := s.db.CheckoutByKey(ctx, key)
	return s.checkoutNow(c), err
}

// CheckoutReturn is where the customer of a checkout is sent back to; "" for nowhere.
func (s *Shop) CheckoutReturn(ctx context.Context, c *vitrine.Checkout) (string, error) {
	may, err := s.mayReturn(ctx, c.ApplicationID, c.ReturnURL)
	if err != nil || !may {
		return "", err
	}
	return c.ReturnTo(s.now()), nil
}
