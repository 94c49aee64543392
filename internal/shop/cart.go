package shop

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"vitrine"
	"vitrine/internal/store"
)

// Cart lists what a user means to buy, what they put in last first.
func (s *Shop) Cart(ctx context.Context, userID int64) ([]vitrine.CartItem, error) {
	return s.db.CartOf(ctx, userID)
}

// CartSize is how many models a user means to buy.
func (s *Shop) CartSize(ctx context.Context, userID int64) (int, error) {
	return s.db.CartSize(ctx, userID)
}

// Offered returns a published model as something to put into a cart; NotFound for what is not sold.
func (s *Shop) Offered(ctx context.Context, modelID int64) (vitrine.CartItem, error) {
	m, err := s.db.ModelRow(ctx, modelID)
	if err != nil {
		return vitrine.CartItem{}, err
	}
	if m.Status != vitrine.Published || m.Price == nil {
		return vitrine.CartItem{}, vitrine.Errorf(vitrine.NotFound, "there is no model %d", modelID)
	}
	return vitrine.CartItem{ModelID: modelID, Price: *m.Price}, nil
}

// WithInCart puts models in front of a cart, without those that are there. Conflict where it would hold too many.
func WithInCart(cart []vitrine.CartItem, more ...vitrine.CartItem) ([]vitrine.CartItem, error) {
	for _, item := range more {
		if slices.ContainsFunc(cart, func(in vitrine.CartItem) bool { return in.ModelID == item.ModelID }) {
			continue
		}
		if len(cart) >= vitrine.MaxCheckout {
			return cart, vitrine.Errorf(vitrine.Conflict, "a cart holds %d models at most: pay for these first, or take some out",
				vitrine.MaxCheckout)
		}
		cart = slices.Insert(cart, 0, item)
	}
	return cart, nil
}

// WithoutInCart takes models out of a cart.
func WithoutInCart(cart []vitrine.CartItem, models ...int64) []vitrine.CartItem {
	return slices.DeleteFunc(slices.Clone(cart), func(item vitrine.CartItem) bool { return slices.Contains(models, item.ModelID) })
}

// PutIntoCart puts models into a user's cart. What is more than a cart holds is a Conflict, and changes nothing.
func (s *Shop) PutIntoCart(ctx context.Context, userID int64, items ...vitrine.CartItem) error {
	return s.db.Write(ctx, func(tx *store.Tx) error {
		cart, err := tx.CartOf(ctx, userID)
		if err != nil {
			return err
		}
		if _, err := WithInCart(cart, items...); err != nil {
			return err
		}
		return s.putAll(ctx, tx, userID, items)
	})
}

// MergeCart moves what a visitor meant to buy into the cart of the account that they signed in to, as far as it holds it.
func (s *Shop) MergeCart(ctx context.Context, userID int64, items []vitrine.CartItem) error {
	if len(items) == 0 {
		return nil
	}
	return s.db.Write(ctx, func(tx *store.Tx) error {
		cart, err := tx.CartOf(ctx, userID)
		if err != nil {
			return err
		}
		var fits []vitrine.CartItem
		for _, item := range items {
			if _, err := tx.ModelRow(ctx, item.ModelID); vitrine.CodeOf(err) == vitrine.NotFound {
				continue // gone meanwhile
			} else if err != nil {
				return err
			}
			if more, err := WithInCart(cart, item); err == nil {
				cart, fits = more, append(fits, item)
			}
		}
		return s.putAll(ctx, tx, userID, fits)
	})
}

func (s *Shop) putAll(ctx context.Context, tx *store.Tx, userID int64, items []vitrine.CartItem) error {
	for _, item := range items {
		if err := tx.PutIntoCart(ctx, userID, item, s.now()); err != nil {
			return err
		}
	}
	return nil
}

// TakeOutOfCart takes models out of a user's cart.
func (s *Shop) TakeOutOfCart(ctx context.Context, userID int64, models ...int64) error {
	return s.db.Write(ctx, func(tx *store.Tx) error {
		for _, id := range models {
			if err := tx.TakeOutOfCart(ctx, userID, id); err != nil {
				return err
			}
		}
		return nil
	})
}

// SealCart writes a visitor's cart for their browser, so that it comes back as it was.
func (s *Shop) SealCart(items []vitrine.CartItem) string {
	parts := make([]string, len(items))
	for i, item := range items {
		parts[i] = strconv.FormatInt(item.ModelID, 36) + "." + strconv.FormatInt(int64(item.Price), 36)
	}
	text := strings.Join(parts, "-")
	return text + "_" + s.signCart(text)
}

// OpenCart reads what SealCart wrote; nothing of what it did not.
func (s *Shop) OpenCart(sealed string) []vitrine.CartItem {
	text, mac, _ := strings.Cut(sealed, "_")
	if sealed == "" || !hmac.Equal([]byte(mac), []byte(s.signCart(text))) {
		return nil
	}
	var items []vitrine.CartItem
	for part := range strings.SplitSeq(text, "-") {
		id, price, _ := strings.Cut(part, ".")
		n, err := strconv.ParseInt(id, 36, 64)
		amount, wrong := strconv.ParseInt(price, 36, 64)
		if err == nil && wrong == nil && len(items) < vitrine.MaxCheckout {
			items = append(items, vitrine.CartItem{ModelID: n, Price: vitrine.Amount(amount)})
		}
	}
	return items
}

func (s *Shop) signCart(text string) string {
	mac := hmac.New(sha256.New, *s.visitorKey.Load())
	mac.Write([]byte("cart\x00" + text))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil)[:16])
}

// CartOrder is what somebody buys of their cart.
type CartOrder struct {
	Items    []vitrine.CartItem   // as they saw them: with another price by now, none is ordered
	Bundles  []vitrine.CartBundle // so, too
	Email    string               // of a visitor
	Network  string               // that a visitor comes from
	Language string               // that they read, as vitrine.Order has it
}

// CheckOutAccount makes orders of a signed-in user and a checkout of them, all or none. What they have begun to buy and
// not paid is that checkout again.
func (s *Shop) CheckOutAccount(ctx context.Context, in SignedIn, n CartOrder) (*vitrine.Checkout, error) {
	open, err := s.db.OpenCheckoutsOf(ctx, in.User.ID, openLookedAt)
	if err != nil {
		return nil, err
	}
	for _, c := range open {
		if s.isFor(c, in.Caller()) && s.isOf(c, n) {
			return s.checkoutNow(c), nil
		}
	}
	if err := s.turnBackFrom(ctx, open, in.Caller(), n); err != nil {
		return nil, err
	}
	return s.checkOut(ctx, in.Caller(), n, NewOrder{Language: n.Language})
}

// openLookedAt is among how many of a user's checkouts one of the same models is looked for.
const openLookedAt = 5

// isFor reports whether a checkout is one that its caller would make by their cart now: an application of theirs makes others
// for its customers.
func (s *Shop) isFor(c *vitrine.Checkout, caller vitrine.Caller) bool {
	return c.ApplicationID == applicationOf(caller) && c.Live == s.payments.Live() && c.Currency == s.currencyNow() &&
		!slices.ContainsFunc(c.Orders, func(o *vitrine.Order) bool { return o.BuyerID != caller.User.ID })
}

// isOf reports whether a checkout can be paid and is of these models and bundles at these prices.
func (s *Shop) isOf(c *vitrine.Checkout, n CartOrder) bool {
	if len(c.Orders) != len(n.Items) || len(c.Unpayable(s.now())) > 0 || s.CheckoutStatus(c) != vitrine.Unpaid {
		return false
	}
	for _, o := range c.Orders {
		if !slices.Contains(n.Items, vitrine.CartItem{ModelID: o.ModelID, Price: o.ListPrice()}) {
			return false
		}
	}
	return bundledAs(c, n.Bundles)
}

// bundledAs reports whether the orders of a checkout have the prices of these bundles, and of no others.
func bundledAs(c *vitrine.Checkout, bundles []vitrine.CartBundle) bool {
	prices := map[int64]vitrine.Amount{}
	for _, o := range c.Orders {
		if part := o.Discount.Bundle; part.ID != 0 {
			prices[part.ID] += part.Price
		}
	}
	return len(prices) == len(bundles) && !slices.ContainsFunc(bundles, func(b vitrine.CartBundle) bool {
		price, ok := prices[b.ID]
		return !ok || price != b.Price
	})
}

// CheckOutVisitor makes orders of somebody without an account and a checkout of them, all or none.
func (s *Shop) CheckOutVisitor(ctx context.Context, n CartOrder) (*vitrine.Checkout, error) {
	email := strings.TrimSpace(n.Email)
	if err := vitrine.InvalidFields(vitrine.CheckEmail("/buyers_email", email)); err != nil {
		return nil, err
	}
	storefront, err := s.storefront(ctx)
	if err != nil {
		return nil, err
	}
	return s.checkOut(ctx, storefront, n,
		NewOrder{BuyersEmail: email, Language: n.Language, Again: true, visitor: s.visitorOf(n.Network)})
}

// checkOut makes orders like one, in one transaction.
func (s *Shop) checkOut(ctx context.Context, caller vitrine.Caller, n CartOrder, like NewOrder) (c *vitrine.Checkout, err error) {
	if len(n.Items) == 0 || len(n.Items) > vitrine.MaxCheckout {
		return nil, vitrine.Errorf(vitrine.Invalid, "there is nothing to buy in this cart, or more than %d models", vitrine.MaxCheckout)
	}
	requests := make([]NewOrder, len(n.Items))
	buyers := make([]buyer, len(n.Items))
	for i, item := range n.Items {
		requests[i] = like
		requests[i].ModelID, requests[i].UUID = item.ModelID, newUUID(s.now())
		if err := requests[i].check(caller); err != nil {
			return nil, err
		}
		if err := s.pinTerms(ctx, &requests[i]); err != nil {
			return nil, err
		}
		if buyers[i], err = s.buyerOf(ctx, caller, requests[i]); err != nil {
			return nil, err
		}
	}
	err = s.db.Write(ctx, func(tx *store.Tx) (err error) {
		var orders []*vitrine.Order
		for i, request := range requests {
			o, err := s.newOrder(ctx, tx, caller, request, buyers[i])
			if err != nil {
				return err
			}
			if o.Price != n.Items[i].Price {
				return cartChanged(fmt.Sprintf("%s costs %s by now: look at the cart again", o.Model.Title, o.Price))
			}
			made, err := tx.InsertOrder(ctx, o)
			if err == nil && !made {
				err = errOvertaken
			}
			if err != nil {
				return err
			}
			if i == 0 { // a cart counts as one that waits
				err = s.countVisitor(ctx, tx, request.visitor, o)
			}
			if err != nil {
				return err
			}
			orders = append(orders, o)
		}
		c, err = s.newCheckout(ctx, tx, caller, NewCheckout{UUID: newUUID(s.now()), Bundles: bundleIDs(n.Bundles)}, orders)
		if vitrine.CodeOf(err) == vitrine.Invalid || err == nil && !bundledAs(c, n.Bundles) {
			return cartChanged("a bundle in it is no longer sold, or costs something else by now: look at the cart again")
		}
		return err
	})
	return s.checkoutNow(c), err
}

func bundleIDs(bundles []vitrine.CartBundle) (ids []int64) {
	for _, b := range bundles {
		ids = append(ids, b.ID)
	}
	return ids
}

func cartChanged(detail string) error {
	return &vitrine.Error{Code: vitrine.Conflict, Message: detail, Fields: []vitrine.Field{{Pointer: "/models", Code: "changed",
		Detail: detail}}}
}
