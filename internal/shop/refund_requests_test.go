package shop_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/mail"
	"vitrine/internal/payment"
	"vitrine/internal/shop"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// wish is what the tests ask for.
var wish = shop.NewRefundRequest{Amount: 500, Reason: vitrine.ReasonBroken, Text: "One leg is missing."}

// asked is an order that was paid, and a request of its buyer.
func (m *acting) asked(t *testing.T) (*vitrine.Order, vitrine.RefundRequest) {
	t.Helper()
	o := m.order(t, m.model.ID)
	_, err := m.shop.Choose(t.Context(), o.CheckoutKey, "pay")
	wantCode(t, "pay", err, "")
	q, err := m.shop.AskRefund(t.Context(), m.buyer, o.ID, wish)
	wantCode(t, "ask", err, "")
	return m.read(t, o), q
}

// wantRequest compares a request and its order.
func (m *acting) wantRequest(t *testing.T, when string, q vitrine.RefundRequest, state vitrine.RefundRequestState, gone vitrine.Amount) {
	t.Helper()
	got, err := m.db.RefundRequest(t.Context(), q.ID)
	o := m.read(t, &vitrine.Order{ID: q.OrderID})
	if err != nil || got.State != state || o.Refunded != gone || got.State.Over() == got.EndedAt.IsZero() {
		t.Errorf("%s the request is %s, and %s went back (%v); want %s and %s", when, got.State, o.Refunded, err, state, gone)
	}
}

// TestRefundRequests asks for a part of an order, which its seller grants; and for another, which goes by the seller's no to
// the operators.
func TestRefundRequests(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		m := newActing(t, db)
		seller := m.as(m.seller, true)
		o, q := m.asked(t)
		_, err := m.shop.AskRefund(t.Context(), m.buyer, o.ID, wish)
		wantCode(t, "ask twice", err, vitrine.Conflict)
		_, err = m.shop.AskRefund(t.Context(), m.seller, o.ID, wish)
		wantCode(t, "ask for another's", err, vitrine.NotFound)
		_, err = m.shop.AnswerRefundRequest(m.ctx, m.as(m.buyer, true), q.ID, shop.RefundAnswer{Grant: true}, nil)
		wantCode(t, "grant one's own", err, vitrine.NotFound)
		_, err = m.shop.AnswerRefundRequest(m.ctx, seller, q.ID, shop.RefundAnswer{}, nil)
		wantCode(t, "refuse without a word", err, vitrine.Invalid)
		_, err = m.shop.AnswerRefundRequest(m.ctx, seller, q.ID, shop.RefundAnswer{Grant: true}, sees(7))
		wantCode(t, "grant what one does not see", err, vitrine.Stale)
		m.wantRequest(t, "before an answer", q, vitrine.RequestOpen, 0)
		_, err = m.shop.AnswerRefundRequest(m.ctx, seller, q.ID, shop.RefundAnswer{Grant: true}, sees(q.Version))
		wantCode(t, "grant", err, "")
		m.wantRequest(t, "granted", q, vitrine.RequestGranted, 500)
		_, err = m.shop.WithdrawRefundRequest(t.Context(), m.buyer, q.ID)
		wantCode(t, "withdraw what is over", err, vitrine.Conflict)

		more := wish
		more.Amount = 0
		second, err := m.shop.AskRefund(t.Context(), m.buyer, o.ID, more)
		if err != nil || second.Amount != 750 {
			t.Fatalf("ask for the rest: %+v, %v", second, err)
		}
		_, err = m.shop.InsistOnRefund(t.Context(), m.buyer, second.ID)
		wantCode(t, "insist before an answer", err, vitrine.Conflict)
		_, err = m.shop.AnswerRefundRequest(m.ctx, seller, second.ID, shop.RefundAnswer{Text: "It is as shown."}, nil)
		wantCode(t, "refuse", err, "")
		m.wantRequest(t, "refused", second, vitrine.RequestRefused, 500)
		_, err = m.shop.InsistOnRefund(t.Context(), m.seller, second.ID)
		wantCode(t, "insist by another", err, vitrine.NotFound)
		_, err = m.shop.InsistOnRefund(t.Context(), m.buyer, second.ID)
		wantCode(t, "insist", err, "")
		_, err = m.shop.DecideRefundRequest(m.ctx, m.operator(t), second.ID, shop.RefundAnswer{Text: "We looked.", Grant: true}, nil)
		wantCode(t, "grant at the desk", err, "")
		m.wantRequest(t, "granted at the desk", second, vitrine.RequestGranted, 1250)
		if got := m.read(t, o); got.Status != vitrine.Refunded {
			t.Errorf("the order is %s", got.Status)
		}
		_, err = m.shop.AskRefund(t.Context(), m.buyer, o.ID, wish)
		wantCode(t, "ask of what is refunded", err, vitrine.Conflict)
	})
}

// TestRefundRequestsInTime lets the time of each run out, and asks too late.
func TestRefundRequestsInTime(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		m := newActing(t, db)
		turn := func(days int) {
			t.Helper()
			m.clock.Advance(time.Duration(days) * 24 * time.Hour)
			for range 2 {
				wantCode(t, "look at what is due", m.shop.EndRefundRequests(t.Context()), "")
			}
		}
		_, q := m.asked(t)
		turn(vitrine.DefaultSellerDays - 1)
		m.wantRequest(t, "a day before", q, vitrine.RequestOpen, 0)
		turn(1)
		m.wantRequest(t, "without an answer", q, vitrine.RequestPassed, 0)
		turn(vitrine.DefaultDeskDays)
		m.wantRequest(t, "late at the desk", q, vitrine.RequestPassed, 0)
		_, err := m.shop.DecideRefundRequest(m.ctx, m.operator(t), q.ID, shop.RefundAnswer{Text: "It is as shown."}, nil)
		wantCode(t, "decline late", err, "")
		m.wantRequest(t, "declined", q, vitrine.RequestDeclined, 0)

		house := vitrine.DefaultHouse()
		house.Refunds = vitrine.RefundRules{SellerDays: 1, DeskDays: 2, AskDays: 20, Grants: true}
		wantCode(t, "set the times", m.shop.SetHouse(t.Context(), house), "")
		again, err := m.shop.AskRefund(t.Context(), m.buyer, q.OrderID, wish)
		wantCode(t, "ask again", err, "")
		turn(1)
		turn(2)
		m.wantRequest(t, "granted by time", again, vitrine.RequestGranted, 0)
		rows, err := m.db.RefundsOfOrder(t.Context(), q.OrderID)
		if err != nil || len(rows) != 1 || rows[0].RequestID != again.ID {
			t.Fatalf("the refunds are %+v, %v", rows, err)
		}
		wantCode(t, "send", m.shop.RefundPayment(t.Context(), shop.PaymentJob{OrderID: q.OrderID, Refund: rows[0].ID}), "")
		m.wantRequest(t, "sent by its job", again, vitrine.RequestGranted, 500)
		m.clock.Advance(20 * 24 * time.Hour)
		_, err = m.shop.AskRefund(t.Context(), m.buyer, q.OrderID, wish)
		wantCode(t, "ask too late", err, vitrine.Conflict)
	})
}

// TestRefundRequestByThePage is of who bought without an account; and of one that its buyer takes back.
func TestRefundRequestByThePage(t *testing.T) {
	t.Parallel()
	m := newMarket(t, payment.Sandbox{})
	o := m.order(t, m.model.ID)
	_, err := m.shop.AskRefundOfCheckout(t.Context(), o.CheckoutKey, wish)
	wantCode(t, "ask before it is paid", err, vitrine.Conflict)
	_, err = m.shop.Choose(t.Context(), o.CheckoutKey, "pay")
	wantCode(t, "pay", err, "")
	for _, wrong := range []shop.NewRefundRequest{{Reason: "none", Text: "x"}, {Reason: vitrine.ReasonOther},
		{Reason: vitrine.ReasonOther, Text: "x", Amount: 9999}} {
		_, err = m.shop.AskRefundOfCheckout(t.Context(), o.CheckoutKey, wrong)
		wantCode(t, "ask wrongly", err, vitrine.Invalid)
	}
	_, err = m.shop.ChangeRefundOfCheckout(t.Context(), o.CheckoutKey, false)
	wantCode(t, "withdraw none", err, vitrine.NotFound)
	_, err = m.shop.AskRefundOfCheckout(t.Context(), o.CheckoutKey, wish)
	wantCode(t, "ask", err, "")
	q, err := m.shop.ChangeRefundOfCheckout(t.Context(), o.CheckoutKey, false)
	if err != nil || q.State != vitrine.RequestWithdrawn {
		t.Errorf("withdrawn, the request is %s, %v", q.State, err)
	}
}

// TestRefundRequestsGrantParts gives back less than what is asked for, and the rest with the downloads left open; above what was asked
// nothing is given.
func TestRefundRequestsGrantParts(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		m := newActing(t, db)
		seller := m.as(m.seller, true)
		o, q := m.asked(t)
		for _, amount := range []vitrine.Amount{501, -1} {
			_, err := m.shop.AnswerRefundRequest(m.ctx, seller, q.ID, shop.RefundAnswer{Grant: true, Amount: amount}, nil)
			wantCode(t, "grant what nobody asked for", err, vitrine.Invalid)
		}
		got, err := m.shop.AnswerRefundRequest(m.ctx, seller, q.ID, shop.RefundAnswer{Grant: true, Amount: 200}, nil)
		if err != nil || got.Granted != 200 {
			t.Fatalf("a part is granted: %+v, %v", got, err)
		}
		m.wantRequest(t, "granted in part", q, vitrine.RequestGranted, 200)
		m.wantMail(t, "refund-granted")
		all := shop.NewRefundRequest{Reason: vitrine.ReasonOther, Text: "All of it."}
		rest, err := m.shop.AskRefund(t.Context(), m.buyer, o.ID, all)
		wantCode(t, "ask for the rest", err, "")
		_, err = m.shop.DecideRefundRequest(m.ctx, m.operator(t), rest.ID, shop.RefundAnswer{Grant: true, KeepDownloads: true}, nil)
		wantCode(t, "grant the rest", err, "")
		if o := m.read(t, o); o.Status != vitrine.Refunded || !o.DownloadsKept {
			t.Errorf("the order is %s, and its downloads are kept: %v", o.Status, o.DownloadsKept)
		}
	})
}

// TestRefundRequestsEndWithTheOrder refunds an order whose buyer asks for a part of it, and sees the request end.
// TestRefundRequestsHoldEarnings keeps on hold what an order earned while its buyer waits for an answer, and no longer.
func TestRefundRequestsHoldEarnings(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		m := newActing(t, db)
		o, q := m.asked(t)
		held := m.books(t, o)[vitrine.AccountHold]
		release := func(when string, want vitrine.Amount) {
			t.Helper()
			wantCode(t, "release", m.shop.ReleaseEarnings(t.Context()), "")
			if got := m.books(t, o)[vitrine.AccountAvailable]; got != want {
				t.Errorf("%s %s is available, want %s", when, got, want)
			}
		}
		m.clock.Advance(365 * 24 * time.Hour) // longer than any hold
		release("while a request waits", 0)
		_, err := m.shop.WithdrawRefundRequest(t.Context(), m.buyer, q.ID)
		wantCode(t, "withdraw", err, "")
		release("after it", held)
		if held == 0 {
			t.Error("nothing was on hold")
		}
	})
}

func TestRefundRequestsEndWithTheOrder(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		m := newActing(t, db)
		o, q := m.asked(t)
		_, err := m.shop.Refund(t.Context(), o.ID, false)
		wantCode(t, "refund", err, "")
		m.wantRequest(t, "refunded", q, vitrine.RequestGranted, o.Price)
		if got, err := m.db.RefundRequest(t.Context(), q.ID); err != nil || got.Granted != 0 {
			t.Errorf("the request granted %s, %v", got.Granted, err)
		}
	})
}

// TestRefundRequestsAreBounded asks until nobody is asked any more.
func TestRefundRequestsAreBounded(t *testing.T) {
	t.Parallel()
	m := newActing(t, storetest.SQLite(t))
	o, q := m.asked(t)
	for i := 1; ; i++ {
		_, err := m.shop.WithdrawRefundRequest(t.Context(), m.buyer, q.ID)
		wantCode(t, "withdraw", err, "")
		q, err = m.shop.AskRefund(t.Context(), m.buyer, o.ID, wish)
		if i < vitrine.MaxRequests {
			wantCode(t, "ask again", err, "")
			continue
		}
		wantCode(t, "ask once too often", err, vitrine.Conflict)
		asking, err := m.shop.RefundAsking(t.Context(), o)
		if err != nil || asking.Left != 0 || len(asking.Requests) != vitrine.MaxRequests {
			t.Errorf("%s may be asked for after %d requests, %v", asking.Left, len(asking.Requests), err)
		}
		return
	}
}

// TestRefundRequestsAtOnce has a seller and an operator answer one request at the same time: one of them
// does, and the money goes back once.
func TestRefundRequestsAtOnce(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		m := newActing(t, db)
		o, q := m.asked(t)
		seller, operator := m.as(m.seller, true), m.operator(t)
		answers := make(chan error, 2)
		go func() {
			_, err := m.shop.AnswerRefundRequest(m.ctx, seller, q.ID, shop.RefundAnswer{Grant: true}, nil)
			answers <- err
		}()
		go func() {
			_, err := m.shop.DecideRefundRequest(m.ctx, operator, q.ID, shop.RefundAnswer{Grant: true}, nil)
			answers <- err
		}()
		first, second := <-answers, <-answers
		if (first == nil) == (second == nil) || vitrine.CodeOf(first) != vitrine.Conflict && vitrine.CodeOf(second) != vitrine.Conflict {
			t.Errorf("both answer: %v, %v", first, second)
		}
		rows, err := m.db.RefundsOfOrder(t.Context(), o.ID)
		if err != nil || len(rows) != 1 {
			t.Errorf("the refunds are %+v, %v", rows, err)
		}
		m.wantRequest(t, "answered twice", q, vitrine.RequestGranted, 500)
	})
}

// TestRefundRequestsWhileDisputed holds a request while a bank has the money.
func TestRefundRequestsWhileDisputed(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		m := newActing(t, db)
		o, q := m.asked(t)
		write(t, db, func(ctx context.Context, tx *store.Tx) error {
			return tx.SetOrderStatus(ctx, m.read(t, o), vitrine.Disputed, m.clock.Now())
		})
		m.clock.Advance(vitrine.DefaultSellerDays * 24 * time.Hour)
		wantCode(t, "look at what is due", m.shop.EndRefundRequests(t.Context()), "")
		m.wantRequest(t, "while it is disputed", q, vitrine.RequestOpen, 0)
		_, err := m.shop.WithdrawRefundRequest(t.Context(), m.buyer, q.ID)
		wantCode(t, "withdraw", err, "")
		_, err = m.shop.AskRefund(t.Context(), m.buyer, o.ID, wish)
		wantCode(t, "ask while it is disputed", err, vitrine.Conflict)
	})
}

// TestRefundMails renders what each is told, in the order in which things happen: what was overtaken meanwhile is not sent.
func TestRefundMails(t *testing.T) {
	t.Parallel()
	m := newActing(t, storetest.SQLite(t))
	m.operator(t)
	office, err := mail.New(mail.Options{DB: m.db, BaseURL: "https://shop.example", Now: m.clock.Now})
	if err != nil {
		t.Fatal(err)
	}
	_, q := m.asked(t)
	step := func(what string, err error, kind mail.Kind, path string, says ...string) {
		t.Helper()
		wantCode(t, what, err, "")
		mails, err := m.db.Mails(t.Context(), "", 0, 100)
		wantCode(t, "read mails", err, "")
		i := slices.IndexFunc(mails, func(one store.Mail) bool { return one.Kind == string(kind) })
		if i < 0 {
			t.Fatalf("%s: there is no mail %s", what, kind)
		}
		letter, err := office.Letter(t.Context(), mails[i])
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		if !strings.HasPrefix(letter.Link, "https://shop.example"+path) {
			t.Errorf("%s: the mail leads to %s", what, letter.Link)
		}
		for _, text := range append(says, "Oak chair", "no money moved") {
			if !strings.Contains(letter.Text, text) {
				t.Errorf("%s: the mail does not say %q:\n%s", what, text, letter.Text)
			}
		}
	}
	step("asked", nil, mail.RefundAsked, "/sell/refunds/", "One leg is missing.", "5.00")
	_, err = m.shop.AnswerRefundRequest(m.ctx, m.as(m.seller, true), q.ID, shop.RefundAnswer{Text: "It is as shown."}, nil)
	step("refused", err, mail.RefundRefused, "/library/orders/", "It is as shown.", "5.00")
	_, err = m.shop.InsistOnRefund(t.Context(), m.buyer, q.ID)
	step("insisted", err, mail.RefundPassed, "/desk/refund-requests/", "One leg is missing.", "asks you to decide")
	mails, err := m.db.Mails(t.Context(), "", 0, 100)
	wantCode(t, "read mails", err, "")
	for _, one := range mails {
		if one.Kind == string(mail.RefundRefused) {
			_, err := office.Letter(t.Context(), one)
			wantCode(t, "what was overtaken", err, vitrine.Conflict)
		}
	}
	_, err = m.shop.WithdrawRefundRequest(t.Context(), m.buyer, q.ID)
	wantCode(t, "withdraw", err, "")
	q, err = m.shop.AskRefund(t.Context(), m.buyer, q.OrderID, wish)
	wantCode(t, "ask again", err, "")
	_, err = m.shop.AnswerRefundRequest(m.ctx, m.as(m.seller, true), q.ID, shop.RefundAnswer{Grant: true, Amount: 200, Text: "Half."}, nil)
	step("granted", err, mail.RefundGranted, "/library/orders/", "2.00", "Half.")
}
