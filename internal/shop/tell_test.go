package shop_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/jobs"
	"vitrine/internal/mail"
	"vitrine/internal/payment"
	"vitrine/internal/shop"
	"vitrine/internal/store"
)

// told runs what tells of things, twice where it may be, and returns the mails that wait:
// their kind, and to whom they are.
func (m *market) told(t *testing.T) []string {
	t.Helper()
	tell := func(ctx context.Context, args string) error {
		for range 2 {
			if err := m.shop.Tell(ctx, args); err != nil {
				return err
			}
		}
		return nil
	}
	worker := jobs.New(m.db, map[string]jobs.Kind{shop.JobTell: {Run: tell}}, nil, slog.New(slog.DiscardHandler))
	if err := worker.Drain(t.Context()); err != nil {
		t.Fatal(err)
	}
	list := []string{}
	for _, one := range m.mails(t) {
		list = append(list, one.Kind+" to "+one.Email)
	}
	slices.Sort(list)
	return list
}

func (m *market) mails(t *testing.T) []store.Mail {
	t.Helper()
	mails, err := m.db.Mails(t.Context(), "", 0, 100)
	if err != nil {
		t.Fatal(err)
	}
	return mails
}

// TestToldOfPayment writes to buyer and author of what was paid, once.
func TestToldOfPayment(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		m := newMarketOn(t, db, payment.Sandbox{})
		free := m.publish(t, "Free chair", 0)
		for name, test := range map[string]struct {
			pay  func(t *testing.T)
			want []string
		}{
			"by an account": {func(t *testing.T) { m.bring(t, m.order(t, m.model.ID), "paid") },
				[]string{"receipt to buyer@example.com", "sale to seller@example.com"}},
			"by hand": {func(t *testing.T) { m.mark(t, m.visits(t, m.model.ID, "hand@example.com")) },
				[]string{"confirmed to hand@example.com", "sale to seller@example.com"}},
			"free, by a visitor": {func(t *testing.T) {
				if _, err := m.shop.ConfirmFree(t.Context(), m.visits(t, free.ID, "visitor@example.com").CheckoutKey); err != nil {
					t.Error(err)
				}
			}, []string{"receipt to visitor@example.com"}},
			"free, by an account": {func(t *testing.T) {
				if _, err := m.shop.ConfirmFree(t.Context(), m.order(t, free.ID).CheckoutKey); err != nil {
					t.Error(err)
				}
			}, nil},
			"by an application, for a customer": {func(t *testing.T) { m.mark(t, m.applies(t, "customer@example.com")) },
				[]string{"confirmed to customer@example.com", "sale to seller@example.com"}},
			"by an application that says nothing": {func(t *testing.T) { m.mark(t, m.applies(t, "")) }, []string{"sale to seller@example.com"}},
			"and back at once": {func(t *testing.T) {
				o := m.visits(t, m.model.ID, "back@example.com")
				m.mark(t, o)
				if _, err := m.shop.Refund(t.Context(), o.ID, false); err != nil {
					t.Error(err)
				}
			}, nil},
		} {
			before := m.told(t)
			test.pay(t)
			want := append([]string{}, before...) // not nil: the first may tell nobody
			want = append(want, test.want...)
			slices.Sort(want)
			if diff := cmp.Diff(want, m.told(t)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", name, diff)
			}
		}
		for _, one := range m.mails(t) {
			if strings.Contains(one.Args, "/receipt/") || strings.Contains(one.Args, "/checkout/") {
				t.Errorf("a secret of an order is in the database: %s", one.Args)
			}
		}
	})
}

// TestReceiptsLanguage buys in languages: on a page, by an application, with an account that
// has chosen one, and with the address of one.
func TestReceiptsLanguage(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		m := newMarketOn(t, db, payment.Sandbox{})
		ctx := t.Context()
		chosen := m.user(t, "chosen")
		wantCode(t, "choosing", m.shop.SetLanguage(ctx, chosen.User.ID, "en"), "")
		visits := func(email string) (*vitrine.Order, error) {
			return m.shop.OrderAsVisitor(ctx, shop.VisitorOrder{ModelID: m.model.ID, Email: email, Language: "de-AT,fr"})
		}
		calls := func(by vitrine.Caller, email string) (*vitrine.Order, error) {
			return m.shop.CreateOrder(ctx, by, shop.NewOrder{ModelID: m.model.ID, BuyersEmail: email, Language: "de-AT,fr"})
		}
		app := m.user(t, "partner")
		app.Application = &vitrine.Application{Name: "Partner", OwnerID: app.User.ID}
		for to, order := range map[string]func() (*vitrine.Order, error){
			"visitor@example.com":  func() (*vitrine.Order, error) { return visits("visitor@example.com") },
			"customer@example.com": func() (*vitrine.Order, error) { return calls(app, "customer@example.com") },
			"buyer@example.com":    func() (*vitrine.Order, error) { return calls(m.buyer, "") },
			"chosen@example.com":   func() (*vitrine.Order, error) { return visits("chosen@example.com") },
		} {
			o, err := order()
			if err != nil {
				t.Fatal(to, err)
			}
			m.mark(t, o)
			m.told(t)
			want := "de-AT,fr"
			if to == "chosen@example.com" {
				want = "en"
			}
			mails := m.mails(t)
			if i := slices.IndexFunc(mails, func(one store.Mail) bool { return one.Email == to }); i < 0 || mails[i].Language != want {
				t.Errorf("the receipt of %s is not in %s: %+v", to, want, mails)
			}
		}
	})
}

// TestFreeReceiptsAreFew has a stranger order what is free for somebody's mailbox, again and
// again: it is not flooded, and what is paid is told all the same.
func TestFreeReceiptsAreFew(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		m := newMarketOn(t, db, payment.Sandbox{})
		free := m.publish(t, "Look here", 0)
		for range 8 {
			if _, err := m.shop.ConfirmFree(t.Context(), m.visits(t, free.ID, "victim@example.com").CheckoutKey); err != nil {
				t.Fatal(err)
			}
		}
		// Each job runs twice here, and a whole budget is five.
		victim := "receipt to victim@example.com"
		if diff := cmp.Diff([]string{victim, victim, victim}, m.told(t)); diff != "" {
			t.Errorf("mails (-want +got):\n%s", diff)
		}
		m.mark(t, m.visits(t, m.model.ID, "victim@example.com"))
		if got := m.told(t); !slices.Contains(got, "confirmed to victim@example.com") {
			t.Errorf("what was paid is not told: %q", got)
		}
	})
}

// TestToldAtClaimedAddress writes of what was paid to the address that it was bought with,
// also while nobody has shown that the account has it.
func TestToldAtClaimedAddress(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		m := newMarketOn(t, db, payment.Sandbox{})
		buyer, err := m.db.UserByUsername(t.Context(), "buyer")
		if err != nil {
			t.Fatal(err)
		}
		m.bring(t, m.order(t, m.model.ID), "paid")
		buyer.EmailClaimed = true
		write(t, m.db, func(ctx context.Context, tx *store.Tx) error { return tx.UpdateAddress(ctx, buyer) })
		if diff := cmp.Diff([]string{"receipt to buyer@example.com", "sale to seller@example.com"}, m.told(t)); diff != "" {
			t.Errorf("mails (-want +got):\n%s", diff)
		}
		for _, one := range m.mails(t) {
			if one.Kind == "receipt" && (one.UserID != 0 || strings.Contains(one.Args, "buyer")) {
				t.Errorf("the owner of the address is told of an account that may be another's: %+v", one)
			}
		}
	})
}

// TestToldInOwnLanguage writes to each reader in theirs, also to one who bought without
// signing in, at an address that has an account.
func TestToldInOwnLanguage(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		m := newMarketOn(t, db, payment.Sandbox{})
		for name, language := range map[string]string{"buyer": "de", "seller": "de-AT"} {
			user, err := m.db.UserByUsername(t.Context(), name)
			if err != nil {
				t.Fatal(err)
			}
			if err := m.shop.SetLanguage(t.Context(), user.ID, language); err != nil {
				t.Fatal(err)
			}
		}
		m.mark(t, m.visits(t, m.model.ID, "buyer@example.com"))
		m.mark(t, m.visits(t, m.model.ID, "nobody@example.com"))
		m.told(t)
		for _, one := range m.mails(t) {
			want := map[string]string{"buyer@example.com": "de", "seller@example.com": "de-AT", "nobody@example.com": ""}[one.Email]
			if one.Language != want {
				t.Errorf("%s is written to in %q, want %q", one.Email, one.Language, want)
			}
		}
	})
}

// visits orders as somebody without an account.
func (m *market) visits(t *testing.T, modelID int64, email string) *vitrine.Order {
	t.Helper()
	o, err := m.shop.OrderAsVisitor(t.Context(), shop.VisitorOrder{ModelID: modelID, Email: email})
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// applies orders as an application, for a customer.
func (m *market) applies(t *testing.T, email string) *vitrine.Order {
	t.Helper()
	caller := m.user(t, fmt.Sprintf("owner%d", len(m.mails(t))))
	caller.Application = &vitrine.Application{Name: "Partner", OwnerID: caller.User.ID}
	o, err := m.shop.CreateOrder(t.Context(), caller, shop.NewOrder{ModelID: m.model.ID, BuyersEmail: email})
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func (m *market) mark(t *testing.T, o *vitrine.Order) {
	t.Helper()
	if _, err := m.shop.MarkPaid(t.Context(), o.ID, ""); err != nil {
		t.Fatal(err)
	}
}

// TestReceiptLeadsToFiles renders a receipt: its link is that of the order's page.
func TestReceiptLeadsToFiles(t *testing.T) {
	t.Parallel()
	m := newMarket(t, payment.Sandbox{})
	o := m.order(t, m.model.ID)
	m.bring(t, o, "paid")
	m.told(t)
	office, err := mail.New(mail.Options{DB: m.db, BaseURL: "https://shop.example", Now: m.clock.Now})
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range m.mails(t) {
		letter, err := office.Letter(t.Context(), one)
		if err != nil {
			t.Fatal(err)
		}
		link := map[string]string{"receipt": "https://shop.example/receipt/" + o.CheckoutKey, "sale": ""}[one.Kind]
		if letter.Link != link || !strings.Contains(letter.Text, "“Oak chair”") || !strings.Contains(letter.Text, "12.50") {
			t.Errorf("the %s leads to %q:\n%s", one.Kind, letter.Link, letter.Text)
		}
		if !strings.Contains(letter.Text, "no money moved") {
			t.Errorf("the %s does not say that it is of a sandbox:\n%s", one.Kind, letter.Text)
		}
	}
}

// TestToldOfRejection writes one mail about all files of a model that were rejected within
// a while.
func TestToldOfRejection(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		m := newMarketOn(t, db, payment.Sandbox{})
		for range 3 {
			write(t, m.db, func(ctx context.Context, tx *store.Tx) error { return m.shop.TellRejected(ctx, tx, m.model.ID) })
		}
		due, _, err := m.db.JobsDue(t.Context(), []string{shop.JobTell})
		if err != nil || due != 0 {
			t.Errorf("%d jobs do not wait for further files: %v", due, err)
		}
		args, err := json.Marshal(map[string]int64{"model": m.model.ID, "at": 1})
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if err := m.shop.Tell(t.Context(), string(args)); err != nil {
				t.Fatal(err)
			}
		}
		if diff := cmp.Diff([]string{"rejected to seller@example.com"}, m.told(t)); diff != "" {
			t.Errorf("mails (-want +got):\n%s", diff)
		}
		if got := m.mails(t)[0].Args; !strings.Contains(got, `"files":"1.glb"`) {
			t.Errorf("the mail is made with %s", got)
		}
	})
}

// TestToldOfTakeDown writes to the author of a model that was hidden, with the reason.
func TestToldOfTakeDown(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		m := newMarketOn(t, db, payment.Sandbox{})
		for range 2 {
			if _, err := m.shop.HideModel(t.Context(), m.model.ID, "it is somebody else's"); err != nil {
				t.Fatal(err)
			}
		}
		if diff := cmp.Diff([]string{"taken-down to seller@example.com"}, m.told(t)); diff != "" {
			t.Errorf("mails (-want +got):\n%s", diff)
		}
		if got := m.mails(t)[0].Args; !strings.Contains(got, "it is somebody else's") {
			t.Errorf("the mail is made with %s", got)
		}
	})
}

// TestMailsOfOthers shows mails to operators alone who showed who they are just now.
func TestMailsOfOthers(t *testing.T) {
	t.Parallel()
	m := newMarket(t, payment.Sandbox{})
	m.bring(t, m.order(t, m.model.ID), "paid")
	m.told(t)
	id := m.mails(t)[0].ID
	fresh, stale := vitrine.Session{ProvedAt: m.clock.Now()}, vitrine.Session{ProvedAt: m.clock.Now().Add(-vitrine.FreshFor)}
	strict := vitrine.House{StrongOperators: true}
	for name, test := range map[string]struct {
		in   shop.SignedIn
		want vitrine.Code
	}{
		"an operator":                       {shop.SignedIn{User: vitrine.User{IsAdmin: true}, Session: fresh}, ""},
		"an operator of a while ago":        {shop.SignedIn{User: vitrine.User{IsAdmin: true}, Session: stale}, vitrine.Forbidden},
		"an operator with a password alone": {shop.SignedIn{User: vitrine.User{IsAdmin: true}, Session: fresh, House: strict}, vitrine.Forbidden},
		"a buyer":                           {shop.SignedIn{Session: fresh}, vitrine.NotFound},
	} {
		_, err := m.shop.Mails(t.Context(), test.in, "", 0)
		wantCode(t, name+" reads", err, test.want)
		wantCode(t, name+" sends again", m.shop.SendMailAgain(t.Context(), test.in, id), test.want)
	}
}

// TestRetryMail sends what can be sent, and says of the rest why not.
func TestRetryMail(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		m := newMarketOn(t, db, payment.Sandbox{})
		m.bring(t, m.order(t, m.model.ID), "paid")
		m.told(t)
		id := m.mails(t)[0].ID
		for _, test := range []struct {
			change func(ctx context.Context, tx *store.Tx) error
			want   vitrine.Code
		}{
			{func(context.Context, *store.Tx) error { return nil }, ""},
			{func(ctx context.Context, tx *store.Tx) error {
				_, err := tx.SendMail(ctx, id)
				return err
			}, vitrine.Conflict},
			{func(ctx context.Context, tx *store.Tx) error { return tx.MailMayBeSent(ctx, id, "who knows") }, ""},
			{func(ctx context.Context, tx *store.Tx) error { return tx.MailFails(ctx, id, "never") }, vitrine.Conflict},
		} {
			write(t, m.db, test.change)
			now, err := m.db.Mail(t.Context(), id)
			if err != nil {
				t.Fatal(err)
			}
			wantCode(t, "one that is "+now.Status, m.shop.RetryMail(t.Context(), id), test.want)
		}
		wantCode(t, "none", m.shop.RetryMail(t.Context(), 1<<40), vitrine.NotFound)
		m.clock.Advance(15 * 24 * time.Hour)
		if err := m.shop.Forget(t.Context()); err != nil {
			t.Fatal(err)
		}
		for _, one := range m.mails(t) {
			if one.Status != store.MailFailed || one.Args != "" {
				t.Errorf("after two weeks a mail is %s, made with %q", one.Status, one.Args)
			}
		}
		m.clock.Advance(76 * 24 * time.Hour)
		if err := m.shop.Forget(t.Context()); err != nil {
			t.Fatal(err)
		}
		if left := m.mails(t); len(left) > 0 {
			t.Errorf("left: %+v", left)
		}
	})
}
