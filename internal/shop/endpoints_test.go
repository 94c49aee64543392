package shop_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/payment"
	"vitrine/internal/shop"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
	"vitrine/internal/webhook"
)

// hooked is a marketplace in which webhooks may go to this machine.
func hooked(t *testing.T, db *store.DB) *market {
	t.Helper()
	db.UseSecrets(storetest.Keys(t))
	m := newMarketOn(t, db, payment.Sandbox{})
	settings := shop.DefaultSettings()
	settings.AnyWebhooks = true
	m.shop = shop.New(shop.Options{DB: db, Payments: payment.Sandbox{}, Settings: settings, Now: m.clock.Now,
		Log: slog.New(slog.DiscardHandler)})
	return m
}

// chief is an operator.
func (m *market) chief(t *testing.T) vitrine.Caller {
	t.Helper()
	user, _, err := m.shop.CreateUser(t.Context(), shop.NewUser{Username: "chief", Email: "chief@example.com", Admin: true})
	wantCode(t, "make an operator", err, "")
	return vitrine.Caller{User: *user, Scopes: vitrine.AllScopes()}
}

// program is an application that acts by itself.
func (m *market) program(t *testing.T) vitrine.Caller {
	t.Helper()
	owner := m.user(t, "maker")
	app, _, err := m.shop.CreateApplication(t.Context(), shop.NewApplication{Name: "Till", OwnerID: owner.User.ID})
	wantCode(t, "make an application", err, "")
	owner.Application = app
	return owner
}

// endpoint makes one that is polled.
func (m *market) endpoint(t *testing.T, who vitrine.Caller, change func(*shop.NewEndpoint)) *vitrine.Endpoint {
	t.Helper()
	n := shop.NewEndpoint{}
	if change != nil {
		change(&n)
	}
	e, err := m.shop.CreateEndpoint(t.Context(), who, n)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// heard takes what waits for an endpoint, as it would be sent.
func (m *market) heard(t *testing.T, who vitrine.Caller, e *vitrine.Endpoint) (messages []told) {
	t.Helper()
	for done := []int64(nil); ; {
		waiting, _, err := m.shop.Take(t.Context(), who, e.ID, done)
		if err != nil {
			t.Fatal(err)
		}
		if len(waiting) == 0 {
			return messages
		}
		done = nil
		for i := range waiting {
			body, err := webhook.Body(&waiting[i], e.Thin)
			if err != nil {
				t.Fatal(err)
			}
			var message told
			if err := json.Unmarshal(body, &message); err != nil {
				t.Fatal(err)
			}
			messages, done = append(messages, message), append(done, waiting[i].ID)
		}
	}
}

type told struct {
	Type      string         `json:"type"`
	ID        string         `json:"id"`
	Timestamp time.Time      `json:"timestamp"`
	Sequence  int64          `json:"sequence"`
	Data      map[string]any `json:"data"`
}

func types(messages []told) string {
	words := make([]string, len(messages))
	for i, message := range messages {
		words[i] = message.Type
	}
	return strings.Join(words, " ")
}

// TestWhoIsTold sells a model through an application and by hand, and asks each endpoint what it
// knows of it.
func TestWhoIsTold(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		m := hooked(t, db)
		app, operator := m.program(t), m.chief(t)
		whole := func(n *shop.NewEndpoint) { n.Whole = true }
		ofSeller, ofBuyer, ofApp, ofAll := m.endpoint(t, m.seller, nil), m.endpoint(t, m.buyer, nil), m.endpoint(t, app, nil),
			m.endpoint(t, operator, whole)
		stranger := m.user(t, "stranger")
		ofStranger := m.endpoint(t, stranger, nil)

		o, err := m.shop.CreateOrder(t.Context(), app, shop.NewOrder{ModelID: m.model.ID, BuyersEmail: "ada@example.com"})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := m.shop.MarkPaid(t.Context(), o.ID, ""); err != nil {
			t.Fatal(err)
		}
		own := m.order(t, m.model.ID)
		if err := m.shop.CancelOrder(t.Context(), m.buyer, own.ID, nil); err != nil {
			t.Fatal(err)
		}
		late := m.order(t, m.model.ID)
		m.clock.Advance(48 * time.Hour)
		if err := m.shop.ExpireOrders(t.Context()); err != nil {
			t.Fatal(err)
		}
		if _, err := m.shop.Refund(t.Context(), o.ID, false); err != nil {
			t.Fatal(err)
		}
		if err := m.shop.DeleteModel(t.Context(), m.seller, m.model.ID, nil); err != nil {
			t.Fatal(err)
		}

		seller := m.heard(t, m.seller, ofSeller)
		all := m.heard(t, operator, ofAll)
		byApp := m.heard(t, app, ofApp)
		for who, got := range map[string][2]string{
			"the seller": {types(seller), "order.paid order.refunded model.deleted"},
			"the buyer":  {types(m.heard(t, m.buyer, ofBuyer)), "order.created order.canceled order.created order.expired"},
			"the app":    {types(byApp), "order.created order.paid order.refunded"},
			"the operator": {types(all), "user.created order.created order.paid order.created order.canceled order.created order.expired " +
				"order.refunded model.deleted"},
			"a stranger": {types(m.heard(t, stranger, ofStranger)), ""},
		} {
			if diff := cmp.Diff(got[1], got[0]); diff != "" {
				t.Errorf("%s is told (-want +got):\n%s", who, diff)
			}
		}
		if late.ID == 0 || len(seller) != 3 || len(byApp) != 3 {
			t.FailNow()
		}
		if email, there := seller[0].Data["buyers_email"]; there {
			t.Errorf("the seller is told who bought: %v", email)
		}
		if byApp[1].Data["buyers_email"] != "ada@example.com" || byApp[1].Data["status"] != "paid" || byApp[1].Data["price"] != "12.50" {
			t.Errorf("the application is told %v", byApp[1].Data)
		}
		for i, want := range []int64{1, 2, 3} {
			if byApp[i].Sequence != want || !strings.HasPrefix(byApp[i].ID, "evt_") || byApp[i].Data["id"] != strconv.FormatInt(o.ID, 10) {
				t.Errorf("event %d of the order is number %d of %v, %s", want, byApp[i].Sequence, byApp[i].Data["id"], byApp[i].ID)
			}
		}
		if seller[0].ID != byApp[1].ID {
			t.Errorf("one event has two ids, %s and %s", seller[0].ID, byApp[1].ID)
		}
		for _, message := range all {
			text, _ := json.Marshal(message)
			if strings.Contains(string(text), o.DownloadToken) || strings.Contains(string(text), o.CheckoutKey) {
				t.Errorf("an event holds a secret of its order: %s", text)
			}
		}
	})
}

// TestNothingIsKeptForNobody sells a model where nobody wants to know.
func TestNothingIsKeptForNobody(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		m := hooked(t, db)
		e := m.endpoint(t, m.seller, func(n *shop.NewEndpoint) { n.Events = vitrine.Some([]vitrine.EventType{vitrine.EventModelDeleted}) })
		disabled := m.endpoint(t, m.seller, func(n *shop.NewEndpoint) { n.Disabled = vitrine.Some(true) })
		if _, err := m.shop.MarkPaid(t.Context(), m.order(t, m.model.ID).ID, ""); err != nil {
			t.Fatal(err)
		}
		for _, e := range []*vitrine.Endpoint{e, disabled} {
			if got := m.heard(t, m.seller, e); len(got) > 0 {
				t.Errorf("an endpoint that wants %v is told %s", e.Events, types(got))
			}
		}
		write(t, db, func(ctx context.Context, tx *store.Tx) error {
			n, err := tx.ForgetEvents(ctx, m.clock.Now().Add(time.Hour), 10)
			if n > 0 {
				t.Errorf("%d events are kept", n)
			}
			return err
		})
	})
}

// TestModelsAndFilesAreTold takes a model out of the catalogue and back, and has files read.
func TestModelsAndFilesAreTold(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		m := hooked(t, db)
		e := m.endpoint(t, m.seller, nil)
		for range 2 { // the second time it is a draft already
			request := shop.ModelRequest{ModelChange: vitrine.ModelChange{Status: vitrine.Some(vitrine.Draft)}}
			_, err := m.shop.UpdateModel(t.Context(), m.seller, m.model.ID, request, nil)
			wantCode(t, "take the model back", err, "")
		}
		write(t, db, func(ctx context.Context, tx *store.Tx) error {
			again, err := tx.Model(ctx, m.model.ID)
			if err != nil {
				return err
			}
			again.Status = vitrine.Published
			return list(ctx, tx, again)
		})
		_, err := m.shop.HideModel(t.Context(), m.model.ID, "a reason")
		wantCode(t, "hide the model", err, "")
		write(t, db, func(ctx context.Context, tx *store.Tx) error {
			f, rejected := m.model.Files[0], m.model.Files[1]
			rejected.Problems = []vitrine.Problem{{Code: "empty", Detail: "It is empty."}}
			for _, step := range []struct {
				file   vitrine.File
				before vitrine.FileStatus
			}{{f, vitrine.FileProcessing}, {f, vitrine.FileReady}, {rejected, vitrine.FileProcessing}} {
				if err := m.shop.FileRead(ctx, tx, &step.file, step.before); err != nil {
					return err
				}
			}
			return nil
		})
		got := m.heard(t, m.seller, e)
		if diff := cmp.Diff("model.unpublished model.published model.unpublished file.ready file.rejected", types(got)); diff != "" {
			t.Fatalf("told (-want +got):\n%s", diff)
		}
		if got[1].Data["title"] != "Oak "+
			"chair" || got[1].Data["status"] != "published" || got[1].Sequence != 2 || got[1].Data["author_name"] != "seller" {
			t.Errorf("the model is told as %+v", got[1])
		}
		if got[4].Data["model_id"] != float64(m.model.ID) || got[4].Data["problems"].([]any)[0].(map[string]any)["code"] != "empty" {
			t.Errorf("the rejected file is told as %+v", got[4])
		}
	})
}

// TestEndpointsAreOnesOwn asks for endpoints of others, for what a token may not read, and for
// addresses that nothing is sent to.
func TestEndpointsAreOnesOwn(t *testing.T) {
	t.Parallel()
	m := hooked(t, storetest.SQLite(t))
	app, chief, ctx := m.program(t), m.chief(t), t.Context()
	whole := m.endpoint(t, chief, func(n *shop.NewEndpoint) { n.Whole = true })
	own := m.endpoint(t, m.seller, nil)
	owner, lesser := app, chief
	owner.Application = nil
	lesser.Scopes = vitrine.DefaultScopes()
	for what, who := range map[string]vitrine.Caller{"a stranger": m.buyer, "an application": app, "its owner": owner, "an operator": chief} {
		_, err := m.shop.Endpoint(ctx, who, own.ID)
		wantCode(t, what+" reads", err, vitrine.NotFound)
		wantCode(t, what+" removes", m.shop.RemoveEndpoint(ctx, who, own.ID, nil), vitrine.NotFound)
		_, _, err = m.shop.TestEndpoint(ctx, who, own.ID)
		wantCode(t, what+" tests", err, vitrine.NotFound)
	}
	_, err := m.shop.Endpoint(ctx, lesser, whole.ID)
	wantCode(t, "an operator's lesser token", err, vitrine.NotFound)
	if list, err := m.shop.Endpoints(ctx, lesser); err != nil || len(list) > 0 {
		t.Errorf("an operator's lesser token lists %v, %v", list, err)
	}
	_, err = m.shop.CreateEndpoint(ctx, m.seller, shop.NewEndpoint{Whole: true})
	wantCode(t, "a seller asks for the whole marketplace", err, vitrine.Forbidden)
	blind := m.seller
	blind.Scopes = []vitrine.Scope{vitrine.ScopeModelsRead}
	_, err = m.shop.CreateEndpoint(ctx, blind, shop.NewEndpoint{})
	wantCode(t, "a token that reads no orders", err, vitrine.Forbidden)
	_, err = m.shop.CreateEndpoint(ctx, app, shop.NewEndpoint{EndpointChange: shop.EndpointChange{
		Events: vitrine.Some([]vitrine.EventType{vitrine.EventModelDeleted})}})
	wantCode(t, "an application asks for models", err, vitrine.Invalid)
	strict := m.shopWith(payment.Sandbox{})
	for _, address := range []string{"http://example.com/", "https://127.0.0.1/", "https://[::1]:8443/x", "https://10.1.2.3/",
		"ftp://example.com/",
		"https://user:pass@example.com/", "https://example.com/#x", "//example.com", "https:///x", "https://exa mple.com/", "javascript:alert(1)",
		"https://169.254.169.254/latest", "https://[::ffff:127.0.0.1]/", strings.Repeat("x", 3000)} {
		_, err := strict.CreateEndpoint(ctx, m.seller, shop.NewEndpoint{EndpointChange: shop.EndpointChange{URL: vitrine.Some(address)}})
		wantCode(t, address, err, vitrine.Invalid)
	}
	for range vitrine.MaxEndpoints - 1 {
		m.endpoint(t, m.seller, nil)
	}
	_, err = m.shop.CreateEndpoint(ctx, m.seller, shop.NewEndpoint{})
	wantCode(t, "one too many", err, vitrine.Conflict)
}

// TestEndpointsEndWithTheirOwners suspends, removes and erases whose they are.
func TestEndpointsEndWithTheirOwners(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		m := hooked(t, db)
		app, chief := m.program(t), m.chief(t)
		ofApp, ofChief := m.endpoint(t, app, nil), m.endpoint(t, chief, func(n *shop.NewEndpoint) { n.Whole = true })
		ofSeller := m.endpoint(t, m.seller, nil)
		if _, err := m.shop.Suspend(t.Context(), "seller"); err != nil {
			t.Fatal(err)
		}
		if _, err := m.shop.MarkPaid(t.Context(), m.order(t, m.model.ID).ID, ""); err != nil {
			t.Fatal(err)
		}
		if got := m.heard(t, m.seller, ofSeller); len(got) > 0 {
			t.Errorf("who is suspended is told %s", types(got))
		}
		if got := types(m.heard(t, chief, ofChief)); got != "order.created order.paid" {
			t.Errorf("the operator is told %s", got)
		}
		wantCode(t, "remove the application", m.shop.RemoveApplication(t.Context(), app.Application.ID), "")
		_, err := db.Endpoint(t.Context(), ofApp.ID)
		wantCode(t, "the endpoint of an application that was removed", err, vitrine.NotFound)
	})
}

// TestToldOfUsers has operators' endpoints told of accounts, without addresses, and nobody else's.
func TestToldOfUsers(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		m := hooked(t, db)
		chief := m.chief(t)
		whole := m.endpoint(t, chief, func(n *shop.NewEndpoint) { n.Whole = true })
		own := m.endpoint(t, m.seller, nil)
		_, err := m.shop.CreateEndpoint(t.Context(), m.seller, shop.NewEndpoint{EndpointChange: shop.EndpointChange{
			Events: vitrine.Some([]vitrine.EventType{vitrine.EventUserCreated})}})
		wantCode(t, "ask for those of accounts", err, vitrine.Invalid)

		user := m.user(t, "newcomer").User
		got := m.heard(t, chief, whole)
		if types(got) != "user.created" || got[0].Data["username"] != "newcomer" || got[0].Data["id"] != float64(user.ID) {
			t.Fatalf("of a new account it hears %+v", got)
		}
		if text, err := json.Marshal(got[0].Data); err != nil || strings.Contains(string(text), "@") {
			t.Errorf("it hears an address: %s, %v", text, err)
		}
		write(t, m.db, func(ctx context.Context, tx *store.Tx) error { return tx.EraseUser(ctx, user.ID, m.clock.Now()) })
		if got = m.heard(t, chief, whole); types(got) != "user.removed" || got[0].Sequence != 2 {
			t.Errorf("of its end it hears %+v", got)
		}
		if got := m.heard(t, m.seller, own); len(got) > 0 {
			t.Errorf("a seller hears %+v", got)
		}
	})
}
