package shop

import (
	"context"
	"fmt"
	"slices"
	"time"

	"vitrine"
	"vitrine/internal/auth"
	"vitrine/internal/store"
)

// Library lists what a signed-in user has bought, newest first: with the account, or with
// its confirmed address before there was one.
func (s *Shop) Library(ctx context.Context, in SignedIn, page vitrine.Page) (store.OrderPage, error) {
	if err := s.claimOwn(ctx, in.User.ID); err != nil {
		return store.OrderPage{}, err
	}
	return s.db.OrdersOfLibrary(ctx, in.User.ID, page)
}

// claimOwn brings what was bought with the confirmed address of a user into their account.
// That is done when the address is confirmed; an order that was made in the same moment, by
// another process, is found here.
func (s *Shop) claimOwn(ctx context.Context, userID int64) error {
	user, err := s.db.User(ctx, userID)
	if err != nil || user.EmailConfirmedAt.IsZero() {
		return err
	}
	if found, err := s.db.HasUnclaimed(ctx, user.Email); err != nil || !found {
		return err
	}
	return s.db.Write(ctx, func(tx *store.Tx) error {
		user, err := tx.User(ctx, userID)
		if err != nil {
			return err
		}
		return s.claimOrders(ctx, tx, user)
	})
}

// claimOrders makes what was bought with the address of a user theirs, if the address is.
// It stays theirs when the address changes: nobody else can claim it again.
func (s *Shop) claimOrders(ctx context.Context, tx *store.Tx, user *vitrine.User) error {
	if user.EmailConfirmedAt.IsZero() || user.EmailClaimed {
		return nil
	}
	_, err := tx.ClaimOrders(ctx, user.ID, user.Email, s.now())
	return err
}

// LibraryOrder returns an order of a signed-in user; NotFound when it is none of theirs.
func (s *Shop) LibraryOrder(ctx context.Context, in SignedIn, id int64) (*vitrine.Order, error) {
	o, err := s.db.BoughtOrder(ctx, in.User.ID, id)
	if err != nil {
		return nil, err
	}
	return s.asOfNow(o), nil
}

// WaitingOrders lists the orders that a signed-in user has made for themselves and can
// still pay, newest first, some at most.
func (s *Shop) WaitingOrders(ctx context.Context, in SignedIn) ([]*vitrine.Order, error) {
	const most = 20
	return s.db.WaitingOrders(ctx, in.User.ID, s.now(), most)
}

// OpenOrders lets a browser see what was bought with an address, for a limited time, by
// what its mail says. The secret that it returns is for a cookie.
func (s *Shop) OpenOrders(ctx context.Context, shown Shown) (secret string, err error) {
	shown.Purpose = vitrine.LinkOrders
	secret = auth.NewSecret(auth.BrowserPrefix)
	link, err := s.findLink(ctx, shown)
	if err != nil {
		return "", err
	}
	err = s.useLink(ctx, link, func(tx *store.Tx) error {
		open := s.newLink(vitrine.LinkFound, link.UserID, link.Email)
		return tx.InsertLink(ctx, open, store.LinkSecrets{Address: auth.Hash(secret)})
	})
	return secret, err
}

// CloseOrders ends what OpenOrders began. It is no error when its time is over.
func (s *Shop) CloseOrders(ctx context.Context, secret string) error {
	link, err := s.foundLink(ctx, secret)
	if err == nil {
		err = s.useLink(ctx, link, func(*store.Tx) error { return nil })
	}
	if code := vitrine.CodeOf(err); code == vitrine.Unauthenticated || code == vitrine.Conflict {
		return nil
	}
	return err
}

// FoundOrders are the orders that a browser may see.
type FoundOrders struct {
	store.OrderPage
	Email string    // that they were bought with
	Owner int64     // the user whose address it is; 0: nobody's
	Until time.Time // when they can't be seen any more
}

// FoundOrders lists what was bought with the address that a browser has shown to read the
// mail of. Unauthenticated when it has shown none, or its time is over. What belongs to
// another account than the one that has the address now is left out.
func (s *Shop) FoundOrders(ctx context.Context, secret string, page vitrine.Page) (found FoundOrders, err error) {
	link, err := s.foundLink(ctx, secret)
	if err != nil {
		return found, err
	}
	found.Email, found.Until = link.Email, link.ExpiresAt
	if found.Owner, err = ownerOf(ctx, s.db, link.Email); err != nil {
		return found, err
	}
	found.OrderPage, err = s.db.OrdersOfAddress(ctx, link.Email, found.Owner, page)
	return found, err
}

func (s *Shop) foundLink(ctx context.Context, secret string) (vitrine.Link, error) {
	over := vitrine.Errorf(vitrine.Unauthenticated, "the time in which your orders can be seen here is over: ask for a new mail")
	if !auth.ValidSecret(auth.BrowserPrefix, secret) {
		return vitrine.Link{}, over
	}
	link, _, err := s.db.Link(ctx, auth.Hash(secret))
	if vitrine.CodeOf(err) == vitrine.NotFound || err == nil && (link.Purpose != vitrine.LinkFound || !link.Good(s.now())) {
		return link, over
	}
	return link, err
}

// userReader reads users, in a transaction or not.
type userReader interface {
	UserByEmail(ctx context.Context, email string) (*vitrine.User, error)
}

// ownerOf is the user whose address it is, 0 for nobody: one who only claims it is none.
func ownerOf(ctx context.Context, db userReader, email string) (int64, error) {
	user, err := db.UserByEmail(ctx, email)
	if vitrine.CodeOf(err) == vitrine.NotFound {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	return user.ID, nil
}

// KeepFound adds to the account of a signed-in user what was bought with the address that
// their browser has shown to read the mail of, and that belongs to no account. Conflict
// when the address is that of another account.
func (s *Shop) KeepFound(ctx context.Context, in SignedIn, secret string) (added int64, err error) {
	link, err := s.foundLink(ctx, secret)
	if err != nil {
		return 0, err
	}
	err = s.db.Write(ctx, func(tx *store.Tx) error {
		owner, err := ownerOf(ctx, tx, link.Email)
		if err != nil {
			return err
		}
		if owner != 0 && owner != in.User.ID {
			return vitrine.Errorf(vitrine.Conflict, "%s is the address of another account: sign in there to see these orders", link.Email)
		}
		added, err = tx.ClaimOrders(ctx, in.User.ID, link.Email, s.now())
		return err
	})
	return added, err
}

// AccountOrder is what somebody orders on a page who is signed in.
type AccountOrder struct {
	ModelID  int64
	Language string // that they read, as vitrine.Order has it
	Again    bool   // they know that they have it
}

// OrderAsAccount makes an order of a signed-in user. What they have already, or have ordered
// at the same price and not paid, is that order again, unless they ask for another one. What
// is free is theirs at once. A button that is pressed twice makes one order, also when both
// come in the same moment: the second finds the first by its UUID.
func (s *Shop) OrderAsAccount(ctx context.Context, in SignedIn, n AccountOrder) (*vitrine.Order, error) {
	// Before what is looked for next: an order that is made in between is found by one of the two.
	last, err := s.db.LastOrderOfBuyer(ctx, in.User.ID, n.ModelID)
	if err != nil {
		return nil, err
	}
	if !n.Again {
		if o, err := s.sameOrder(ctx, in, n.ModelID); vitrine.CodeOf(err) != vitrine.NotFound {
			return o, err
		}
	}
	request := NewOrder{ModelID: n.ModelID, UUID: uuidAfter(last, in.User.ID, n), Language: n.Language, Again: n.Again}
	made, err := s.CreateOrder(ctx, in.Caller(), request)
	o := made
	if err == nil && made.Price == 0 && !made.Downloads() {
		o, err = s.ConfirmFree(ctx, made.CheckoutKey)
	}
	if vitrine.CodeOf(err) != vitrine.Conflict || n.Again {
		return o, err
	}
	return s.overtaken(ctx, in, made, n.ModelID, err)
}

// overtaken is the order by which a model became a user's in this moment, by a button that
// was pressed twice. One that the second press made, if it did, is canceled. It is the
// Conflict where that has another cause.
func (s *Shop) overtaken(ctx context.Context, in SignedIn, made *vitrine.Order, modelID int64, conflict error) (*vitrine.Order, error) {
	first, err := s.sameOrder(ctx, in, modelID)
	if vitrine.CodeOf(err) == vitrine.NotFound {
		return nil, conflict
	}
	if err == nil && made != nil && made.ID != first.ID {
		_, err = s.CancelByCustomer(ctx, made.CheckoutKey)
	}
	if vitrine.CodeOf(err) == vitrine.Conflict {
		err = nil // a third press has canceled it
	}
	return first, err
}

// uuidAfter names the order that follows another one of the same buyer and model.
func uuidAfter(last, userID int64, n AccountOrder) string {
	return uuidOf(fmt.Sprintf("order of %d by %d after %d, again: %t", n.ModelID, userID, last, n.Again))
}

// sameOrder is the order by which a user has a model, or is about to; NotFound when there
// is none.
func (s *Shop) sameOrder(ctx context.Context, in SignedIn, modelID int64) (*vitrine.Order, error) {
	orders, err := s.db.OrdersOfBuyer(ctx, in.User.ID, modelID)
	if err != nil {
		return nil, err
	}
	if i := slices.IndexFunc(orders, (*vitrine.Order).Downloads); i >= 0 {
		return orders[i], nil
	}
	m, err := s.db.ModelRow(ctx, modelID)
	if err != nil {
		return nil, err
	}
	for _, o := range orders {
		if o.UserID == in.User.ID && o.Payable(s.now()) && m.Price != nil && o.Price == *m.Price && o.Price > 0 {
			return o, nil
		}
	}
	return nil, vitrine.Errorf(vitrine.NotFound, "model %d is not ordered yet", modelID)
}
