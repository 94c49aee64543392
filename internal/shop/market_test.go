package shop_test

import (
	"context"
	"log/slog"
	"strconv"
	"testing"

	"vitrine"
	"vitrine/internal/clocktest"
	"vitrine/internal/payment"
	"vitrine/internal/shop"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// market is a shop with a seller, a buyer and a published model, whose clock
// stands still until a test moves it.
type market struct {
	shop   *shop.Shop
	db     *store.DB
	clock  *clocktest.Clock
	seller vitrine.Caller
	buyer  vitrine.Caller
	model  *vitrine.Model
}

func newMarket(t testing.TB, provider payment.Provider) *market {
	t.Helper()
	return newMarketOn(t, storetest.SQLite(t), provider)
}

func newMarketOn(t testing.TB, db *store.DB, provider payment.Provider) *market {
	t.Helper()
	m := &market{db: db, clock: clocktest.At(today())}
	m.shop = m.shopWith(provider)
	if err := m.shop.Seed(t.Context()); err != nil {
		t.Fatal(err)
	}
	m.seller, m.buyer = m.user(t, "seller"), m.user(t, "buyer")
	m.model = m.publish(t, "Oak chair", 1250)
	return m
}

// shopWith is another shop on the same database.
func (m *market) shopWith(provider payment.Provider) *shop.Shop {
	return shop.New(shop.Options{
		DB: m.db, Payments: provider, Settings: shop.DefaultSettings(), Now: m.clock.Now, Log: slog.New(slog.DiscardHandler),
	})
}

func (m *market) user(t testing.TB, name string) vitrine.Caller {
	t.Helper()
	user, _, err := m.shop.CreateUser(t.Context(), shop.NewUser{Username: name, Email: name + "@example.com"})
	if err != nil {
		t.Fatal(err)
	}
	return vitrine.Caller{User: *user, Scopes: vitrine.DefaultScopes()}
}

// publish puts a model of the seller into the catalogue, with two files that
// are ready and one that was rejected.
func (m *market) publish(t testing.TB, title string, price vitrine.Amount) *vitrine.Model {
	t.Helper()
	ctx := t.Context()
	made, err := m.shop.CreateModel(ctx, m.seller, shop.ModelRequest{ModelChange: vitrine.ModelChange{
		Title: vitrine.Some(title), Price: vitrine.Some(price), License: vitrine.Some(vitrine.General),
	}})
	if err != nil {
		t.Fatal(err)
	}
	write(t, m.db, func(ctx context.Context, tx *store.Tx) error {
		for i, status := range []vitrine.FileStatus{vitrine.FileReady, vitrine.FileRejected, vitrine.FileReady} {
			n := strconv.Itoa(i)
			file := vitrine.File{
				ModelID: made.ID, Name: n + ".glb", Extension: "glb", Size: 100 + int64(i), SHA256: "sum" + n,
				BlobKey: "files/" + made.Slug + n, Status: status, CreatedAt: today(), UpdatedAt: today(),
			}
			if err := tx.InsertFile(ctx, &file); err != nil {
				return err
			}
		}
		made.Status, made.PublishedAt = vitrine.Published, today()
		return list(ctx, tx, made)
	})
	published, err := m.db.Model(ctx, made.ID)
	if err != nil {
		t.Fatal(err)
	}
	return published
}

// order makes an order of a model for the buyer.
func (m *market) order(t testing.TB, modelID int64) *vitrine.Order {
	t.Helper()
	o, err := m.shop.CreateOrder(t.Context(), m.buyer, shop.NewOrder{ModelID: modelID, Again: true})
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// sales reads how often a model was sold.
func (m *market) sales(t testing.TB, modelID int64) int64 {
	t.Helper()
	if err := m.db.CountSales(t.Context()); err != nil {
		t.Fatal(err)
	}
	found, err := m.db.Model(t.Context(), modelID)
	if err != nil {
		t.Fatal(err)
	}
	return found.Sales
}

// write runs a write that must succeed.
func write(t testing.TB, db *store.DB, fn func(ctx context.Context, tx *store.Tx) error) {
	t.Helper()
	if err := db.Write(t.Context(), func(tx *store.Tx) error { return fn(t.Context(), tx) }); err != nil {
		t.Fatal(err)
	}
}
