package shop_test

import (
	"log/slog"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/shop"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

func today() time.Time { return time.Date(2026, 4, 5, 6, 7, 8, 0, time.UTC) }

// operatorShop is a shop for what needs neither files nor payments.
func operatorShop(t *testing.T) (*shop.Shop, *store.DB) {
	t.Helper()
	db := storetest.SQLite(t)
	return operatorShopOn(db), db
}

func operatorShopOn(db *store.DB) *shop.Shop {
	return shop.New(shop.Options{DB: db, Settings: shop.DefaultSettings(), Now: today, Log: slog.New(slog.DiscardHandler)})
}

// wantCode fails unless err is of a code; "" stands for no error.
func wantCode(t *testing.T, what string, err error, want vitrine.Code) {
	t.Helper()
	if got := vitrine.CodeOf(err); got != want || want == "" && err != nil {
		t.Errorf("%s: got error %v (code %q), want code %q", what, err, got, want)
	}
}
