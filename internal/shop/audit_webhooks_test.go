package shop_test

import (
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/shop"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// hook makes an endpoint of the seller, which is polled.
func (a *acting) hook(t *testing.T) *vitrine.Endpoint {
	t.Helper()
	a.db.UseSecrets(storetest.Keys(t))
	e, err := a.shop.CreateEndpoint(t.Context(), a.seller, shop.NewEndpoint{})
	wantCode(t, "make an endpoint", err, "")
	return e
}

func webhookActs() []act {
	return []act{
		{"CreateEndpoint", "webhook.make", func(t *testing.T, a *acting) error {
			a.db.UseSecrets(storetest.Keys(t))
			e, err := a.shop.CreateEndpoint(a.ctx, a.seller, shop.NewEndpoint{})
			if err != nil {
				return err
			}
			return a.keep(e.Secret, nil)
		}},
		{"ChangeEndpoint", "webhook.change", func(t *testing.T, a *acting) error {
			_, err := a.shop.ChangeEndpoint(a.ctx, a.seller, a.hook(t).ID, shop.EndpointChange{Thin: vitrine.Some(true)}, nil)
			return err
		}},
		{"RotateEndpoint", "webhook.secret", func(t *testing.T, a *acting) error {
			e, err := a.shop.RotateEndpoint(a.ctx, a.seller, a.hook(t).ID)
			if err != nil {
				return err
			}
			return a.keep(e.Secret, nil)
		}},
		{"RotateReceiptKey", "keys.receipts", func(t *testing.T, a *acting) error {
			a.db.UseSecrets(storetest.Keys(t))
			_, _, err := a.shop.RotateReceiptKey(a.ctx)
			if err != nil {
				return err
			}
			keys, err := a.db.ReceiptKeys(a.ctx)
			return a.keep(keys[0].Secret, err)
		}},
		{"RemoveEndpoint", "webhook.remove", func(t *testing.T, a *acting) error {
			return a.shop.RemoveEndpoint(a.ctx, a.seller, a.hook(t).ID, nil)
		}},
		{"DisableEndpoint", "webhook.disable", func(t *testing.T, a *acting) error {
			id := a.hook(t).ID
			return a.db.Write(a.ctx, func(tx *store.Tx) error { return a.shop.DisableEndpoint(a.ctx, tx, id, vitrine.DisabledFailing) })
		}},
		{"Redeliver", "webhook.again", func(t *testing.T, a *acting) error {
			e := a.hook(t)
			d, _, err := a.shop.TestEndpoint(t.Context(), a.seller, e.ID)
			wantCode(t, "try it", err, "")
			_, _, err = a.shop.Redeliver(a.ctx, a.seller, e.ID, d.ID)
			return err
		}},
		{"RedeliverRange", "webhook.again", func(t *testing.T, a *acting) error {
			e := a.hook(t)
			d, _, err := a.shop.TestEndpoint(t.Context(), a.seller, e.ID)
			wantCode(t, "try it", err, "")
			for _, done := range [][]int64{nil, {d.ID}} {
				_, _, err = a.shop.Take(t.Context(), a.seller, e.ID, done)
				wantCode(t, "take it", err, "")
			}
			_, err = a.shop.RedeliverRange(a.ctx, a.seller, e.ID, store.Range{From: time.Unix(1, 0), Until: time.Unix(1<<35, 0)})
			return err
		}},
	}
}
