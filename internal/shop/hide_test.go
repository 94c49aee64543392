package shop_test

import (
	"errors"
	"testing"

	"vitrine"
	"vitrine/internal/payment"
	"vitrine/internal/shop"
	"vitrine/internal/store"
)

// TestHideModel takes a model off against its author's will, and back.
func TestHideModel(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		m := newMarketOn(t, db, payment.Sandbox{})
		open, bought := m.order(t, m.model.ID), m.order(t, m.model.ID)
		m.bring(t, bought, "paid")
		hidden, err := m.shop.HideModel(t.Context(), m.model.ID, "")
		if err != nil || hidden.Status != vitrine.Draft || hidden.HiddenFrom != vitrine.Published {
			t.Fatalf("hidden it is %+v, %v", hidden, err)
		}
		if got := m.read(t, open); got.Status != vitrine.Canceled || got.CanceledBecause != vitrine.ModelGone {
			t.Errorf("an unpaid order is %s", got.Status)
		}
		if !m.read(t, bought).Downloads() {
			t.Error("the buyer has lost the files")
		}
		publish := shop.ModelRequest{ModelChange: vitrine.ModelChange{Status: vitrine.Some(vitrine.Published)}}
		_, err = m.shop.UpdateModel(t.Context(), m.seller, m.model.ID, publish, nil)
		refused := &vitrine.Error{}
		if !errors.As(err, &refused) || refused.Code != vitrine.Conflict || refused.Fields[len(refused.Fields)-1].Code != "hidden" {
			t.Errorf("publishing it is answered %+v", err)
		}
		if _, err = m.shop.HideModel(t.Context(), m.model.ID, ""); err != nil {
			t.Error(err)
		}
		shown, err := m.shop.UnhideModel(t.Context(), m.model.ID)
		if err != nil || shown.HiddenFrom != "" {
			t.Errorf("unhidden it is %+v, %v", shown, err)
		}
		_, err = m.shop.HideModel(t.Context(), 999, "")
		wantCode(t, "no such model", err, vitrine.NotFound)
	})
}

// TestSuspend stops the tokens of a user at once, and lets them in again.
func TestSuspend(t *testing.T) {
	t.Parallel()
	m := newMarket(t, payment.Sandbox{})
	user, access, err := m.shop.CreateUser(t.Context(), shop.NewUser{Username: "eve", Email: "eve@example.com"})
	if err != nil {
		t.Fatal(err)
	}
	in := func(want vitrine.Code) {
		t.Helper()
		_, err := m.shop.Authenticate(t.Context(), access.Secret)
		wantCode(t, "the token", err, want)
	}
	in("")
	for range 2 {
		got, err := m.shop.Suspend(t.Context(), user.Username)
		if err != nil || !got.SuspendedAt.Equal(today()) {
			t.Errorf("suspended: %+v, %v", got, err)
		}
		in(vitrine.Unauthenticated)
	}
	if _, err := m.shop.Restore(t.Context(), user.Username); err != nil {
		t.Error(err)
	}
	in("")
	_, err = m.shop.Suspend(t.Context(), "nobody")
	wantCode(t, "nobody", err, vitrine.NotFound)
}
