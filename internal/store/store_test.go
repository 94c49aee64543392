package store_test

import (
	"testing"

	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

func TestSQLite(t *testing.T) {
	t.Parallel()
	storetest.Run(t, func(t *testing.T) *store.DB { return storetest.SQLite(t) })
}

func TestPostgres(t *testing.T) {
	t.Parallel()
	storetest.Run(t, storetest.NewPostgres(t).Open)
}
