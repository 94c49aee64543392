package shop_test

import (
	"context"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/mail"
	"vitrine/internal/payment"
	"vitrine/internal/shop"
	"vitrine/internal/store"
)

// shelf is a marketplace with models to buy and people who come and go.
type shelf struct {
	*market
	*doors
}

// onShelves runs a test on both databases.
func onShelves(t *testing.T, test func(t *testing.T, s *shelf)) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		m := newMarketOn(t, db, payment.Sandbox{})
		test(t, &shelf{m, &doors{shop: m.shop, elsewhere: m.shopWith(payment.Sandbox{}), db: db, clock: m.clock}})
	})
}

// visit has somebody without an account buy a model, and pay for it.
func (s *shelf) visit(t *testing.T, email string) *vitrine.Order {
	t.Helper()
	o, err := s.doors.shop.OrderAsVisitor(t.Context(), shop.VisitorOrder{ModelID: s.model.ID, Email: email})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.doors.shop.Choose(t.Context(), o.CheckoutKey, "pay"); err != nil {
		t.Fatal(err)
	}
	return o
}

func firstPage() vitrine.Page { return vitrine.Page{Number: 1, Size: 10} }

func ids(page store.OrderPage) string {
	var list []string
	for _, o := range page.Orders {
		list = append(list, strconv.FormatInt(o.ID, 10))
	}
	return strings.Join(list, " ")
}

func named(orders ...*vitrine.Order) string { return ids(store.OrderPage{Orders: orders}) }

func (s *shelf) wantLibrary(t *testing.T, what string, who shop.Started, orders ...*vitrine.Order) {
	t.Helper()
	page, err := s.elsewhere.Library(t.Context(), s.in(t, who), firstPage())
	if err != nil {
		t.Fatal(err)
	}
	if ids(page) != named(orders...) || page.Total.Count != int64(len(orders)) {
		t.Errorf("%s: the library has the orders %s, %d in all, want %s", what, ids(page), page.Total.Count, named(orders...))
	}
}

// TestLibraryIsClaimed buys with an address that two people say is theirs.
func TestLibraryIsClaimed(t *testing.T) {
	onShelves(t, func(t *testing.T, s *shelf) {
		first, second := s.visit(t, "eve@example.com"), s.visit(t, "Eve@Example.com")
		eve, mallory := s.join(t, "eve", "eve@example.com"), s.join(t, "mallory", "eve@example.com")
		s.wantLibrary(t, "claimed only", eve)
		s.wantLibrary(t, "claimed by another", mallory)
		between := s.visit(t, "eve@example.com")
		s.confirmAddress(t, eve, "eve@example.com")
		s.wantLibrary(t, "confirmed", eve, between, second, first)
		s.wantLibrary(t, "claimed by another, and confirmed", mallory)
		for _, o := range []*vitrine.Order{first, second, between} {
			_, err := s.doors.shop.LibraryOrder(t.Context(), s.in(t, mallory), o.ID)
			wantCode(t, "an order of another", err, vitrine.NotFound)
		}
		later := s.visit(t, "eve@example.com")
		s.wantLibrary(t, "bought after that", eve, later, between, second, first)

		// An order that was begun before, and stored after, belongs to nobody until its buyer looks.
		lost := s.stray(t, "eve@example.com")
		s.wantLibrary(t, "bought in the same moment", eve, lost, later, between, second, first)
	})
}

func (s *shelf) confirmAddress(t *testing.T, who shop.Started, email string) {
	t.Helper()
	var secret string
	for _, m := range s.doors.mails(t, email) {
		if m.Kind == string(mail.Confirm) && m.UserID == who.Session.UserID {
			secret = m.args.Link[strings.LastIndex(m.args.Link, "/")+1:]
		}
	}
	if err := s.doors.shop.ConfirmAddress(t.Context(), s.in(t, who), secret); err != nil {
		t.Fatal(err)
	}
}

// stray stores a paid order of an address that belongs to no account.
func (s *shelf) stray(t *testing.T, email string) *vitrine.Order {
	t.Helper()
	o := s.visit(t, "nobody-"+strconv.FormatInt(s.doors.clock.Now().UnixNano(), 10)+"@example.com")
	s.doors.clock.Advance(time.Second)
	stray := *o
	stray.UUID, stray.Handle, stray.BuyersEmail, stray.Status = "stray", "h"+o.Handle[1:], email, vitrine.Paid
	write(t, s.doors.db, func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.InsertOrder(ctx, &stray)
		return err
	})
	return &stray
}

// TestLibraryKeepsItsOrders moves an account to another address: what was bought with the
// first stays, and who has the first one next finds nothing.
func TestLibraryKeepsItsOrders(t *testing.T) {
	onShelves(t, func(t *testing.T, s *shelf) {
		bought := s.visit(t, "eve@example.com")
		elsewhere := s.visit(t, "new@example.com")
		eve := s.settled(t, "eve")
		if err := s.doors.shop.ChangeAddress(t.Context(), s.in(t, eve), "new@example.com"); err != nil {
			t.Fatal(err)
		}
		for email, kind := range map[string]mail.Kind{"eve@example.com": mail.Leave, "new@example.com": mail.Arrive} {
			if err := s.doors.shop.ConfirmAddress(t.Context(), s.in(t, eve), s.secretOf(t, kind, email)); err != nil {
				t.Fatal(err)
			}
		}
		s.wantLibrary(t, "with both addresses", eve, elsewhere, bought)
		next := s.join(t, "next", "eve@example.com")
		s.confirmAddress(t, next, "eve@example.com")
		s.wantLibrary(t, "who has the address next", next)
		found, err := s.doors.shop.FoundOrders(t.Context(), s.open(t, "eve@example.com"), firstPage())
		if err != nil || len(found.Orders) != 0 {
			t.Errorf("who reads the mail next finds %s, %v", ids(found.OrderPage), err)
		}
	})
}

// open has a browser show that it reads the mail of an address.
func (s *shelf) open(t *testing.T, email string) (secret string) {
	t.Helper()
	cookie, err := s.doors.shop.AskLink(t.Context(), vitrine.LinkOrders, email, home())
	if err != nil {
		t.Fatal(err)
	}
	secret, err = s.elsewhere.OpenOrders(t.Context(), shop.Shown{Secret: s.secretOf(t, mail.Orders, email), Cookie: cookie})
	if err != nil {
		t.Fatal(err)
	}
	return secret
}

// TestFoundOrders finds what was bought by mail, and what of it others may not see.
func TestFoundOrders(t *testing.T) {
	onShelves(t, func(t *testing.T, s *shelf) {
		bought := s.visit(t, "eve@example.com")
		s.visit(t, "ada@example.com")
		if _, err := s.doors.shop.OrderAsVisitor(t.Context(), shop.VisitorOrder{ModelID: s.model.ID, Email: "eve@example.com"}); err != nil {
			t.Fatal(err)
		}
		secret := s.open(t, "EVE@example.com")
		found, err := s.doors.shop.FoundOrders(t.Context(), secret, firstPage())
		if err != nil || ids(found.OrderPage) != named(bought) || found.Owner != 0 {
			t.Fatalf("found %s of the user %d, %v, want %s of nobody", ids(found.OrderPage), found.Owner, err, named(bought))
		}
		for what, given := range map[string]string{"nothing": "", "a guess": "vtb_" + strings.Repeat("a", len(secret)-4), "no secret": "x"} {
			_, err := s.doors.shop.FoundOrders(t.Context(), given, firstPage())
			wantCode(t, what, err, vitrine.Unauthenticated)
		}

		mallory := s.join(t, "mallory", "eve@example.com") // who only says that it is hers
		found, err = s.doors.shop.FoundOrders(t.Context(), secret, firstPage())
		if err != nil || found.Owner != 0 || len(found.Orders) != 1 {
			t.Errorf("an address that is claimed: owner %d, %v", found.Owner, err)
		}
		ada := s.settled(t, "ada")
		if added, err := s.doors.shop.KeepFound(t.Context(), s.in(t, ada), secret); err != nil || added != 2 {
			t.Errorf("%d orders were added, %v, want the paid one and the one that waits", added, err)
		}
		s.wantLibrary(t, "who claims the address", mallory)
		found, err = s.doors.shop.FoundOrders(t.Context(), secret, firstPage())
		if err != nil || len(found.Orders) != 0 {
			t.Errorf("what is in another library is still found: %s, %v", ids(found.OrderPage), err)
		}

		s.doors.clock.Advance(vitrine.LinkFound.Lifetime())
		_, err = s.doors.shop.FoundOrders(t.Context(), secret, firstPage())
		wantCode(t, "an hour later", err, vitrine.Unauthenticated)
		_, err = s.doors.shop.KeepFound(t.Context(), s.in(t, ada), secret)
		wantCode(t, "keeping it then", err, vitrine.Unauthenticated)
	})
}

// TestFoundOrdersOfAnAccount finds by mail what is in the library of the account with the
// address, and adds it to no other.
func TestFoundOrdersOfAnAccount(t *testing.T) {
	onShelves(t, func(t *testing.T, s *shelf) {
		bought := s.visit(t, "eve@example.com")
		eve, ada := s.settled(t, "eve"), s.settled(t, "ada")
		secret := s.open(t, "eve@example.com")
		found, err := s.doors.shop.FoundOrders(t.Context(), secret, firstPage())
		if err != nil || ids(found.OrderPage) != named(bought) || found.Owner != eve.Session.UserID {
			t.Errorf("found %s of the user %d, %v", ids(found.OrderPage), found.Owner, err)
		}
		_, err = s.doors.shop.KeepFound(t.Context(), s.in(t, ada), secret)
		wantCode(t, "of another account", err, vitrine.Conflict)
		s.wantLibrary(t, "another account", ada)

		given := s.user(t, "given") // whom the operator made, and who has confirmed nothing
		vouched := s.visit(t, "given@example.com")
		found, err = s.doors.shop.FoundOrders(t.Context(), s.open(t, "given@example.com"), firstPage())
		if err != nil || ids(found.OrderPage) != named(vouched) || found.Owner != given.User.ID {
			t.Errorf("of who was given an account: %s of the user %d, %v", ids(found.OrderPage), found.Owner, err)
		}
	})
}

// TestOrdersLink uses the link of the mail in all ways that it should not be used in.
func TestOrdersLink(t *testing.T) {
	onShelves(t, func(t *testing.T, s *shelf) {
		ask := func(email string) (cookie, secret string) {
			cookie, err := s.doors.shop.AskLink(t.Context(), vitrine.LinkOrders, email, home())
			if err != nil {
				t.Fatal(err)
			}
			return cookie, s.secretOf(t, mail.Orders, email)
		}
		s.visit(t, "eve@example.com")
		cookie, secret := ask("eve@example.com")
		stranger, nothing := ask("nobody@example.com")
		if kinds := s.kinds(t, "nobody@example.com"); len(kinds) != 1 || kinds[0] != s.kinds(t, "eve@example.com")[0] {
			t.Errorf("who bought nothing gets the mails %v", kinds)
		}
		open := func(shown shop.Shown) error { _, err := s.elsewhere.OpenOrders(t.Context(), shown); return err }
		wantCode(t, "another browser", open(shop.Shown{Secret: secret, Cookie: stranger}), vitrine.Forbidden)
		wantCode(t, "no browser", open(shop.Shown{Secret: secret}), vitrine.Forbidden)
		wantCode(t, "a wrong code", open(shop.Shown{Code: "000", Cookie: cookie}), vitrine.Invalid)
		wantCode(t, "the right browser", open(shop.Shown{Secret: secret, Cookie: cookie}), "")
		wantCode(t, "once more", open(shop.Shown{Secret: secret, Cookie: cookie}), vitrine.Conflict)
		_, err := s.doors.shop.SignInByMail(t.Context(), shop.Shown{Secret: nothing, Cookie: stranger}, home())
		wantCode(t, "to sign in", err, vitrine.Conflict)
		s.doors.clock.Advance(15 * time.Minute)
		wantCode(t, "15 minutes later", open(shop.Shown{Secret: nothing, Cookie: stranger}), vitrine.Conflict)

		for range 5 { // the quarter of an hour gave the first one back
			ask("eve@example.com")
		}
		_, err = s.elsewhere.AskLink(t.Context(), vitrine.LinkOrders, "EVE@example.com", shop.Browser{Network: "198.51.100.0/24"})
		wantCode(t, "a sixth mail", err, vitrine.RateLimited)
	})
}

// TestOrderAsAccount orders as who is signed in: what they have is shown, not sold again.
func TestOrderAsAccount(t *testing.T) {
	onShelves(t, func(t *testing.T, s *shelf) {
		eve := s.in(t, s.settled(t, "eve"))
		order := func(model int64, again bool) *vitrine.Order {
			o, err := s.doors.shop.OrderAsAccount(t.Context(), eve, shop.AccountOrder{ModelID: model, Again: again})
			if err != nil {
				t.Fatal(err)
			}
			return o
		}
		first := order(s.model.ID, false)
		if same := order(s.model.ID, false); same.ID != first.ID {
			t.Errorf("the button pressed twice makes the orders %d and %d", first.ID, same.ID)
		}
		if first.BuyerID != eve.User.ID || first.Status != vitrine.Unpaid {
			t.Errorf("the order is %+v", first)
		}
		waiting, err := s.doors.shop.WaitingOrders(t.Context(), eve)
		if err != nil || named(waiting...) != named(first) {
			t.Errorf("%s wait, %v", named(waiting...), err)
		}
		if _, err := s.doors.shop.Choose(t.Context(), first.CheckoutKey, "pay"); err != nil {
			t.Fatal(err)
		}
		if same := order(s.model.ID, false); same.ID != first.ID || !same.Downloads() {
			t.Errorf("what was bought is ordered again: %d", same.ID)
		}
		if second := order(s.model.ID, true); second.ID == first.ID || second.Status != vitrine.Unpaid {
			t.Errorf("ordering again leads to the order %d, %s", second.ID, second.Status)
		}
		free := s.publish(t, "Free cube", 0)
		if got := order(free.ID, false); got.Status != vitrine.Paid {
			t.Errorf("what is free is %s", got.Status)
		}
		if again := order(free.ID, false); again.ID != order(free.ID, false).ID {
			t.Error("what is free is ordered twice")
		}
	})
}

// TestOrderedOnce presses the button of a model many times at once, at two processes. It can
// be pressed again once the order was canceled.
func TestOrderedOnce(t *testing.T) {
	onShelves(t, func(t *testing.T, s *shelf) {
		eve := s.in(t, s.settled(t, "eve"))
		for i := range 10 {
			model := s.publish(t, "Cube", vitrine.Amount(i%2*500))
			status := []vitrine.OrderStatus{vitrine.Paid, vitrine.Unpaid}[i%2]
			const presses = 4
			got, faults := make([]*vitrine.Order, presses), make([]error, presses)
			var all sync.WaitGroup
			for i := range presses {
				all.Go(func() {
					at := []*shop.Shop{s.doors.shop, s.elsewhere}[i%2]
					got[i], faults[i] = at.OrderAsAccount(t.Context(), eve, shop.AccountOrder{ModelID: model.ID})
				})
			}
			all.Wait()
			for i := range presses {
				if faults[i] != nil || got[i].ID != got[0].ID || got[i].Status != status {
					t.Fatalf("press %d of %s gets another order, or none: %v", i, model.Slug, faults[i])
				}
			}
			if status == vitrine.Paid {
				continue
			}
			if _, err := s.doors.shop.CancelByCustomer(t.Context(), got[0].CheckoutKey); err != nil {
				t.Fatal(err)
			}
			next, err := s.doors.shop.OrderAsAccount(t.Context(), eve, shop.AccountOrder{ModelID: model.ID})
			if err != nil || next.ID == got[0].ID || next.Status != vitrine.Unpaid {
				t.Fatalf("what was canceled is ordered again: %+v, %v", next, err)
			}
			if _, err := s.doors.shop.CancelByCustomer(t.Context(), next.CheckoutKey); err != nil {
				t.Fatal(err)
			}
		}
		if waiting, err := s.doors.shop.WaitingOrders(t.Context(), eve); err != nil || len(waiting) != 0 {
			t.Errorf("%s wait, %v", named(waiting...), err)
		}
	})
}

// TestClaimKeepsTheEnd claims an order that was canceled before: when it ended stays.
func TestClaimKeepsTheEnd(t *testing.T) {
	onShelves(t, func(t *testing.T, s *shelf) {
		o, err := s.doors.shop.OrderAsVisitor(t.Context(), shop.VisitorOrder{ModelID: s.model.ID, Email: "eve@example.com"})
		if err != nil {
			t.Fatal(err)
		}
		ended, err := s.doors.shop.CancelByCustomer(t.Context(), o.CheckoutKey)
		if err != nil {
			t.Fatal(err)
		}
		s.doors.clock.Advance(time.Hour)
		eve := s.in(t, s.settled(t, "eve"))
		claimed, err := s.doors.shop.LibraryOrder(t.Context(), eve, o.ID)
		if err != nil || !claimed.UpdatedAt.Equal(ended.UpdatedAt) || claimed.Version == ended.Version {
			t.Errorf("it ended %v, and is claimed otherwise: %v", ended.UpdatedAt, err)
		}
	})
}

// TestUpdates adds files to a model that was sold: for all, and for those who buy it now.
func TestUpdates(t *testing.T) {
	onShelves(t, func(t *testing.T, s *shelf) {
		before := s.visit(t, "eve@example.com")
		write(t, s.doors.db, func(ctx context.Context, tx *store.Tx) error {
			for name, f := range map[string]vitrine.File{
				"now.glb": {Status: vitrine.FileReady}, "all.glb": {Status: vitrine.FileReady, ForBuyers: true},
				"unread.glb": {Status: vitrine.FileProcessing, ForBuyers: true}, "bad.glb": {Status: vitrine.FileRejected, ForBuyers: true},
			} {
				f.ModelID, f.Name, f.BlobKey, f.CreatedAt, f.UpdatedAt = s.model.ID, name, "files/"+name, today(), today()
				if err := tx.InsertFile(ctx, &f); err != nil {
					return err
				}
			}
			return nil
		})
		added, err := s.doors.shop.Updates(t.Context(), before)
		if err != nil || len(added) != 1 || added[0].Name != "all.glb" {
			t.Errorf("the buyer of before gets %v, %v", added, err)
		}
		if again, err := s.doors.shop.LibraryOrder(t.Context(), s.in(t, s.settled(t, "eve")), before.ID); err != nil || len(again.Files) != 2 {
			t.Errorf("the files that were bought are %v, %v", again, err)
		}
		write(t, s.doors.db, func(ctx context.Context, tx *store.Tx) error {
			return tx.NoteChecksum(ctx, added[0].FileID, 0xfedcba98)
		})
		known, err := s.doors.db.Checksums(t.Context(), []int64{before.Files[0].FileID, added[0].FileID})
		if err != nil || len(known) != 1 || known[added[0].FileID] != 0xfedcba98 {
			t.Errorf("the known checksums are %v, %v", known, err)
		}
		after := s.visit(t, "ada@example.com")
		if added, err = s.doors.shop.Updates(t.Context(), after); err != nil || len(added) != 0 || len(after.Files) != 4 {
			t.Errorf("the buyer of now has %d files, and gets %v, %v", len(after.Files), added, err)
		}
	})
}
