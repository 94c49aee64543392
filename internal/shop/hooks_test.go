package shop_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"vitrine"
	"vitrine/internal/shop"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
	"vitrine/internal/webhook"
)

// receiver is a program that is told of events, and verifies each.
type receiver struct {
	*httptest.Server
	mu      sync.Mutex
	secrets []string // one of which has to fit
	answer  func(w http.ResponseWriter, r *http.Request)
	ids     []string
	bad     []string
}

func newReceiver(t *testing.T, answer func(w http.ResponseWriter, r *http.Request)) *receiver {
	t.Helper()
	r := &receiver{answer: answer}
	r.Server = httptest.NewServer(http.HandlerFunc(r.serve))
	t.Cleanup(r.Close)
	return r
}

func (r *receiver) serve(w http.ResponseWriter, in *http.Request) {
	body, _ := io.ReadAll(in.Body)
	r.mu.Lock()
	for _, secret := range r.secrets {
		judge, err := standardwebhooks.NewWebhook(secret)
		if err == nil {
			// The clock of these tests stands still.
			err = judge.VerifyIgnoringTimestamp(body, in.Header)
		}
		if err != nil {
			r.bad = append(r.bad, err.Error())
		}
	}
	r.ids = append(r.ids, in.Header.Get("webhook-id"))
	answer := r.answer
	r.mu.Unlock()
	if answer != nil {
		answer(w, in)
	}
}

func (r *receiver) got(t *testing.T) []string {
	t.Helper()
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.bad) > 0 {
		t.Errorf("signatures that don't fit: %v", r.bad)
	}
	return append([]string{}, r.ids...)
}

func (r *receiver) answers(answer func(w http.ResponseWriter, r *http.Request)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.answer = answer
}

func status(code int) func(http.ResponseWriter, *http.Request) {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(code)
		_, _ = io.WriteString(w, "so be it")
	}
}

// office sends what is due; private allows this machine.
func (m *market) office(private bool) *webhook.Office {
	return webhook.New(webhook.Options{DB: m.db, Disable: m.shop.DisableEndpoint, Private: private, Share: 95, Now: m.clock.Now})
}

// send has an office send to an endpoint what is due.
func send(ctx context.Context, t *testing.T, o *webhook.Office, e *vitrine.Endpoint) error {
	t.Helper()
	return o.Send(ctx, fmt.Sprintf(`{"endpoint":%d}`, e.ID))
}

// sentTo makes an endpoint of the seller for a receiver.
func (m *market) sentTo(t *testing.T, r *receiver) *vitrine.Endpoint {
	t.Helper()
	e := m.endpoint(t, m.seller, func(n *shop.NewEndpoint) { n.URL = vitrine.Some(r.URL) })
	r.secrets = []string{e.Secret}
	return e
}

func (m *market) test(t *testing.T, e *vitrine.Endpoint) vitrine.Delivery {
	t.Helper()
	d, _, err := m.shop.TestEndpoint(t.Context(), m.seller, e.ID)
	wantCode(t, "test an endpoint", err, "")
	return d
}

func (m *market) delivery(t *testing.T, d vitrine.Delivery) vitrine.Delivery {
	t.Helper()
	now, err := m.db.Delivery(t.Context(), d.EndpointID, d.ID)
	wantCode(t, "read a delivery", err, "")
	return now
}

// TestRetriedUntilTaken has a receiver that fails three times, and reads the log meanwhile.
func TestRetriedUntilTaken(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		m := hooked(t, db)
		r := newReceiver(t, status(http.StatusInternalServerError))
		e, o := m.sentTo(t, r), m.office(true)
		d := m.test(t, e)
		if due, err := o.Due(t.Context()); err != nil || !due {
			t.Fatalf("nothing is due: %v", err)
		}
		for i, pause := range webhook.Retries()[:3] {
			wantCode(t, "send", send(t.Context(), t, o, e), "")
			now := m.delivery(t, d)
			wait := now.DueAt.Sub(m.clock.Now())
			if now.Status != vitrine.DeliveryPending || now.Attempts != i+1 || now.Last.Status != 500 || now.Last.Answer != "so be it" ||
				wait > pause || wait < pause*4/5 {
				t.Fatalf("after %d failures: %+v, in %v", i+1, now, wait)
			}
			m.clock.Advance(pause)
		}
		r.answers(status(http.StatusNoContent))
		wantCode(t, "send", send(t.Context(), t, o, e), "")
		if now := m.delivery(t, d); now.Status != vitrine.DeliveryDelivered || now.Attempts != 4 || now.SettledAt.IsZero() {
			t.Errorf("taken at last: %+v", now)
		}
		ids := r.got(t)
		if len(ids) != 4 || ids[0] != ids[3] || ids[0] != d.Event.Key {
			t.Errorf("the receiver got %v", ids)
		}
		if due, err := o.Due(t.Context()); err != nil || due {
			t.Errorf("something is due: %v, %v", due, err)
		}
		again, _, err := m.shop.Redeliver(t.Context(), m.seller, e.ID, d.ID)
		wantCode(t, "redeliver", err, "")
		wantCode(t, "send", send(t.Context(), t, o, e), "")
		if ids := r.got(t); len(ids) != 5 || ids[4] != ids[0] || m.delivery(t, again).Status != vitrine.DeliveryDelivered {
			t.Errorf("sent once more: %v", ids)
		}
	})
}

// TestGivenUpAfterThreeDays never takes anything.
func TestGivenUpAfterThreeDays(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		m := hooked(t, db)
		r := newReceiver(t, status(http.StatusBadGateway))
		e, o := m.sentTo(t, r), m.office(true)
		d, begun := m.test(t, e), m.clock.Now()
		for range 50 {
			wantCode(t, "send", send(t.Context(), t, o, e), "")
			if d = m.delivery(t, d); d.Status != vitrine.DeliveryPending {
				break
			}
			m.clock.Advance(d.DueAt.Sub(m.clock.Now()))
		}
		days := m.clock.Now().Sub(begun)
		if d.Status != vitrine.DeliveryFailed || d.Attempts != len(webhook.Retries())+1 || days < 52*time.Hour || days > 72*time.Hour {
			t.Errorf("after %v: %+v", days, d)
		}
		m.clock.Advance(72*time.Hour - days)
		d = m.test(t, e)
		wantCode(t, "send", send(t.Context(), t, o, e), "")
		now, err := db.Endpoint(t.Context(), e.ID)
		if err != nil || now.DisabledBecause != vitrine.DisabledFailing {
			t.Errorf("after three days of failure it is disabled because of %q, %v", now.DisabledBecause, err)
		}
		m.wantMail(t, "webhook-off")
		if now := m.delivery(t, d); now.Status != vitrine.DeliveryPending {
			t.Errorf("what came late is %s", now.Status)
		}
		_, err = m.shop.ChangeEndpoint(t.Context(), m.seller, e.ID, shop.EndpointChange{Disabled: vitrine.Some(false)}, nil)
		wantCode(t, "enable", err, "")
		r.answers(nil)
		m.clock.Advance(time.Minute)
		wantCode(t, "send", send(t.Context(), t, o, e), "")
		if now := m.delivery(t, d); now.Status != vitrine.DeliveryDelivered {
			t.Errorf("after it was enabled: %+v", now)
		}
	})
}

// wantMail looks for a mail of a kind.
func (m *market) wantMail(t *testing.T, kind string) {
	t.Helper()
	mails, err := m.db.Mails(t.Context(), "", 0, 100)
	wantCode(t, "read mails", err, "")
	for _, mail := range mails {
		if mail.Kind == kind {
			return
		}
	}
	t.Errorf("there is no mail %s", kind)
}

// TestGone answers 410.
func TestGone(t *testing.T) {
	t.Parallel()
	m := hooked(t, storetest.SQLite(t))
	r := newReceiver(t, status(http.StatusGone))
	e, o := m.sentTo(t, r), m.office(true)
	m.test(t, e)
	wantCode(t, "send", send(t.Context(), t, o, e), "")
	now, err := m.db.Endpoint(t.Context(), e.ID)
	if err != nil || now.DisabledBecause != vitrine.DisabledGone {
		t.Errorf("it is disabled because of %q, %v", now.DisabledBecause, err)
	}
	m.wantMail(t, "webhook-off")
	_, _, err = m.shop.TestEndpoint(t.Context(), m.seller, e.ID)
	wantCode(t, "test one that is disabled", err, vitrine.Conflict)
}

// TestHostileReceivers lead elsewhere, never end and answer with what is no text: only what they
// say at first counts, and only 2xx is a success.
func TestHostileReceivers(t *testing.T) {
	t.Parallel()
	m := hooked(t, storetest.SQLite(t))
	elsewhere := newReceiver(t, nil)
	for name, c := range map[string]struct {
		answer    func(w http.ResponseWriter, r *http.Request)
		delivered bool
	}{
		"redirect": {func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, elsewhere.URL, http.StatusPermanentRedirect)
		}, false},
		"endless": {func(w http.ResponseWriter, r *http.Request) {
			for r.Context().Err() == nil {
				if _, err := io.WriteString(w, strings.Repeat("\x00\xff", 4096)); err != nil {
					return
				}
			}
		}, true},
		"drops": {func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, false},
		"bytes": {func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("\x00\x1b[31m\xff\u202e")) }, true},
	} {
		e := m.sentTo(t, newReceiver(t, c.answer))
		d := m.test(t, e)
		wantCode(t, name, send(t.Context(), t, m.office(true), e), "")
		now := m.delivery(t, d)
		if delivered := now.Status == vitrine.DeliveryDelivered; delivered != c.delivered || len(now.Last.Answer) > 4096 ||
			strings.ContainsAny(now.Last.Answer, "\x00\x1b\u202e") {
			t.Errorf("%s: %+v", name, now)
		}
		if err := m.shop.RemoveEndpoint(t.Context(), m.seller, e.ID, nil); err != nil {
			t.Fatal(err)
		}
	}
	if got := elsewhere.got(t); len(got) > 0 {
		t.Errorf("a redirect was followed: %v", got)
	}
}

// TestGuarded sends to this machine, by its name, where that is not allowed.
func TestGuarded(t *testing.T) {
	t.Parallel()
	m := hooked(t, storetest.SQLite(t))
	r := newReceiver(t, nil)
	r.Config.ErrorLog = nil
	_, port, _ := strings.Cut(strings.TrimPrefix(r.URL, "http://"), ":")
	for address, fault := range map[string]string{
		"https://localhost:" + port + "/": "this is not an address of the public internet", r.URL: "the address is without TLS",
	} {
		e := m.endpoint(t, m.seller, func(n *shop.NewEndpoint) { n.URL = vitrine.Some(address) })
		d := m.test(t, e)
		wantCode(t, "send", send(t.Context(), t, m.office(false), e), "")
		if now := m.delivery(t, d); now.Status != vitrine.DeliveryPending || now.Last.Fault != fault {
			t.Errorf("%s: %+v", address, now.Last)
		}
	}
	if got := r.got(t); len(got) > 0 {
		t.Errorf("it was reached: %v", got)
	}
}

// TestTwoSecrets verifies by the old and by the new secret for a day, then by the new one alone.
func TestTwoSecrets(t *testing.T) {
	t.Parallel()
	m := hooked(t, storetest.SQLite(t))
	r := newReceiver(t, nil)
	e, o := m.sentTo(t, r), m.office(true)
	rotated, err := m.shop.RotateEndpoint(t.Context(), m.seller, e.ID)
	wantCode(t, "rotate", err, "")
	if rotated.Secret == e.Secret || !strings.HasPrefix(rotated.Secret, "whsec_") {
		t.Fatalf("the other secret is %s", rotated.Secret)
	}
	r.secrets = []string{e.Secret, rotated.Secret} // each has to fit
	m.test(t, e)
	wantCode(t, "send", send(t.Context(), t, o, e), "")
	m.clock.Advance(webhook.Rotation)
	r.secrets = []string{rotated.Secret}
	m.test(t, e)
	wantCode(t, "send", send(t.Context(), t, o, e), "")
	if got := r.got(t); len(got) != 2 {
		t.Errorf("got %v", got)
	}
	r.secrets = []string{e.Secret}
	m.test(t, e)
	wantCode(t, "send", send(t.Context(), t, o, e), "")
	if len(r.bad) == 0 {
		t.Error("the secret of two days ago still fits")
	}
}

// TestKilledInBetween ends the process that sends after the receiver took the event, and before
// that is written down: the next one sends it again, under the same id.
func TestKilledInBetween(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		m := hooked(t, db)
		ctx, kill := context.WithCancel(t.Context())
		r := newReceiver(t, func(_ http.ResponseWriter, r *http.Request) {
			kill()
			<-r.Context().Done()
		})
		e, o := m.sentTo(t, r), m.office(true)
		d := m.test(t, e)
		if err := send(ctx, t, o, e); err == nil {
			t.Fatal("it ended well")
		}
		if now := m.delivery(t, d); now.Status != vitrine.DeliveryPending || now.Attempts != 0 {
			t.Errorf("after the kill: %+v", now)
		}
		r.answers(nil)
		wantCode(t, "send", send(t.Context(), t, m.office(true), e), "")
		if ids := r.got(t); len(ids) != 2 || ids[0] != ids[1] || m.delivery(t, d).Status != vitrine.DeliveryDelivered {
			t.Errorf("got %v", ids)
		}
	})
}

// TestTwoProcesses have the same endpoint to send to: each event comes once.
func TestTwoProcesses(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		m := hooked(t, db)
		r := newReceiver(t, nil)
		e := m.sentTo(t, r)
		const events = 40
		for range events {
			m.test(t, e)
		}
		var both sync.WaitGroup
		for range 4 {
			both.Go(func() {
				if err := send(t.Context(), t, m.office(true), e); err != nil {
					t.Error(err)
				}
			})
		}
		both.Wait()
		seen := map[string]bool{}
		for _, id := range r.got(t) {
			if seen[id] {
				t.Errorf("%s came twice", id)
			}
			seen[id] = true
		}
		if len(seen) != events {
			t.Errorf("%d of %d events came", len(seen), events)
		}
	})
}

// TestDeadEndpointHoldsUpNobody has thousands of events wait for an endpoint that does not answer,
// and looks how often it is asked and whether another one is told.
func TestDeadEndpointHoldsUpNobody(t *testing.T) {
	t.Parallel()
	m := hooked(t, storetest.SQLite(t))
	dead, alive := newReceiver(t, status(http.StatusServiceUnavailable)), newReceiver(t, nil)
	toDead, toAlive, o := m.sentTo(t, dead), m.sentTo(t, alive), m.office(true)
	const events = 3000
	write(t, m.db, func(ctx context.Context, tx *store.Tx) error {
		for i := range events {
			e := vitrine.Event{Key: fmt.Sprint("evt_", i), Type: vitrine.EventTest, ObjectID: 1, CreatedAt: m.clock.Now()}
			wants := []store.Want{{EndpointID: toDead.ID}}
			if i%100 == 0 {
				wants = append(wants, store.Want{EndpointID: toAlive.ID})
			}
			if err := tx.InsertEvent(ctx, &e, wants); err != nil {
				return err
			}
		}
		return nil
	})
	for range 60 { // an hour
		for _, e := range []*vitrine.Endpoint{toDead, toAlive} {
			wantCode(t, "send", send(t.Context(), t, o, e), "")
		}
		m.clock.Advance(time.Minute)
	}
	if got := len(alive.got(t)); got != events/100 {
		t.Errorf("the other endpoint got %d events", got)
	}
	if got := len(dead.got(t)); got < 10 || got > 120 {
		t.Errorf("the dead endpoint was asked %d times in an hour", got)
	}
	dead.answers(nil)
	m.clock.Advance(10 * time.Minute)
	wantCode(t, "send", send(t.Context(), t, o, toDead), "")
	if got := len(dead.got(t)); got < 500 {
		t.Errorf("once it is there again it got %d", got)
	}
	m.clock.Advance(4 * 24 * time.Hour)
	wantCode(t, "forget", o.Forget(t.Context()), "")
	if due, err := m.db.DeliveriesDue(t.Context(), toDead.ID, m.clock.Now(), 1); err != nil || len(due) > 0 {
		t.Errorf("after three days %v waits, %v", due, err)
	}
	m.clock.Advance(30 * 24 * time.Hour)
	wantCode(t, "forget", o.Forget(t.Context()), "")
	if page, err := m.db.Deliveries(t.Context(), toDead.ID, "", vitrine.Page{Number: 1, Size: 1}); err != nil || len(page.Deliveries) > 0 {
		t.Errorf("after a month %v is kept, %v", page, err)
	}
}

// TestRedeliverRange sends once more what failed in some hours.
func TestRedeliverRange(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		m := hooked(t, db)
		r := newReceiver(t, nil)
		e, o, ctx := m.sentTo(t, r), m.office(true), t.Context()
		begun := m.clock.Now()
		for range 3 {
			m.test(t, e)
			m.clock.Advance(time.Hour)
		}
		again := func(from, until time.Duration, failed bool) int64 {
			t.Helper()
			n, err := m.shop.RedeliverRange(ctx, m.seller, e.ID, store.Range{From: begun.Add(from), Until: begun.Add(until), FailedAlone: failed})
			wantCode(t, "redeliver", err, "")
			return n
		}
		if n := again(0, 24*time.Hour, false); n != 0 {
			t.Errorf("%d events that are on their way are sent once more", n)
		}
		wantCode(t, "send", send(ctx, t, o, e), "")
		if n := again(0, 24*time.Hour, true); n != 0 {
			t.Errorf("%d failed", n)
		}
		if n := again(time.Hour, 3*time.Hour, false); n != 2 {
			t.Errorf("%d happened then", n)
		}
		wantCode(t, "send", send(ctx, t, o, e), "")
		if got := r.got(t); len(got) != 5 {
			t.Errorf("got %v", got)
		}
		_, err := m.shop.RedeliverRange(ctx, m.seller, e.ID, store.Range{From: begun, Until: begun})
		wantCode(t, "no time at all", err, vitrine.Invalid)
	})
}
