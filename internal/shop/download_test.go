package shop_test

import (
	"context"
	"log/slog"
	"strings"
	"testing"

	"vitrine"
	"vitrine/internal/blob"
	"vitrine/internal/payment"
	"vitrine/internal/shop"
	"vitrine/internal/store"
)

// signer signs addresses of bytes that nobody stored.
type signer struct{ blob.Store }

func (signer) DownloadURL(_ context.Context, key string, _ blob.Download) (string, error) {
	return "signed:" + key, nil
}

// Stat says that all is there, of the size that the market's files have.
func (signer) Stat(_ context.Context, key string) (blob.Info, error) {
	return blob.Info{Key: key, Size: 100 + int64(key[len(key)-1]-'0')}, nil
}

// TestWhoMayDownload asks for a file of a model as everybody who could.
func TestWhoMayDownload(t *testing.T) {
	t.Parallel()
	m := newMarket(t, payment.Sandbox{})
	m.shop = shop.New(shop.Options{
		DB: m.db, Blobs: signer{}, Payments: payment.Sandbox{}, Settings: shop.DefaultSettings(), Now: m.clock.Now,
		Log: slog.New(slog.DiscardHandler),
	})
	free, other := m.publish(t, "Free vase", 0), m.publish(t, "Other vase", 100)
	stranger, waiting, refunded := m.user(t, "stranger"), m.user(t, "waiting"), m.user(t, "refunded")
	admin := vitrine.Caller{User: vitrine.User{ID: 99, IsAdmin: true}, Scopes: vitrine.AllScopes()}
	unscoped := vitrine.Caller{User: admin.User, Scopes: vitrine.DefaultScopes()}
	orders := map[string]*vitrine.Order{}
	for _, c := range []struct {
		who    vitrine.Caller
		status []vitrine.OrderStatus
	}{
		{m.buyer, []vitrine.OrderStatus{vitrine.Paid}}, {waiting, nil}, {refunded, []vitrine.OrderStatus{vitrine.Paid, vitrine.Refunded}},
	} {
		o, err := m.shop.CreateOrder(t.Context(), c.who, shop.NewOrder{ModelID: m.model.ID})
		if err != nil {
			t.Fatal(err)
		}
		for _, status := range c.status {
			write(t, m.db, func(ctx context.Context, tx *store.Tx) error { return tx.SetOrderStatus(ctx, o, status, today()) })
		}
		orders[c.who.User.Username] = o
	}
	ready, rejected := m.model.Files[0].ID, m.model.Files[1].ID
	for _, c := range []struct {
		name    string
		as      vitrine.Caller
		model   *vitrine.Model
		file    int64
		token   string
		refused vitrine.Code // "" gives an address
	}{
		{"the author", m.seller, m.model, ready, "", ""},
		{"the author, of a rejected file", m.seller, m.model, rejected, "", ""},
		{"the operator", admin, m.model, ready, "", ""},
		{"the operator with a token for less", unscoped, m.model, ready, "", vitrine.Forbidden},
		{"who paid", m.buyer, m.model, ready, "", ""},
		{"who paid, of a file that was not sold", m.buyer, m.model, rejected, "", vitrine.Forbidden},
		{"who paid, of another model", m.buyer, other, other.Files[0].ID, "", vitrine.Forbidden},
		{"who paid, of the file below another model", m.buyer, other, ready, "", vitrine.NotFound},
		{"who has not paid yet", waiting, m.model, ready, "", vitrine.PaymentRequired},
		{"who has the money back", refunded, m.model, ready, "", vitrine.Forbidden},
		{"a stranger", stranger, m.model, ready, "", vitrine.Forbidden},
		{"a stranger with a paid order's token", stranger, m.model, ready, orders["buyer"].DownloadToken, ""},
		{"with it, of another model", stranger, other, other.Files[0].ID, orders["buyer"].DownloadToken, vitrine.Forbidden},
		{"a stranger with an unpaid order's token", stranger, m.model, ready, orders["waiting"].DownloadToken, vitrine.PaymentRequired},
		{"a stranger with a refunded order's token", stranger, m.model, ready, orders["refunded"].DownloadToken, vitrine.Forbidden},
		{"a stranger with a wrong token", stranger, m.model, ready, "vdl_wrong", vitrine.Forbidden},
		{"a stranger, of what is free", stranger, free, free.Files[0].ID, "", ""},
		{"of what is free and rejected", stranger, free, free.Files[1].ID, "", vitrine.Forbidden},
		{"of no file", m.seller, m.model, 9999, "", vitrine.NotFound},
		{"of no model", m.seller, &vitrine.Model{ID: 9999}, ready, "", vitrine.NotFound},
	} {
		url, err := m.shop.DownloadURL(t.Context(), c.as, shop.DownloadRequest{ModelID: c.model.ID, FileID: c.file, Token: c.token})
		if got := vitrine.CodeOf(err); got != c.refused || (c.refused == "") != strings.HasPrefix(url, "signed:files/"+c.model.Slug) {
			t.Errorf("%s: %q, %v, want the code %q", c.name, url, err, c.refused)
		}
	}
	write(t, m.db, func(ctx context.Context, tx *store.Tx) error { return tx.DeleteModel(ctx, m.model.ID, today()) })
	for name, c := range map[string]struct {
		as   vitrine.Caller
		want vitrine.Code
	}{"who paid": {m.buyer, ""}, "the author": {m.seller, vitrine.NotFound}} {
		if _, err := m.shop.DownloadURL(t.Context(), c.as,
			shop.DownloadRequest{ModelID: m.model.ID, FileID: ready}); vitrine.CodeOf(err) != c.want {
			t.Errorf("%s, of a deleted model: %v, want the code %q", name, err, c.want)
		}
	}
}
