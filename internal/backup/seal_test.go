package backup_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vitrine"
	"vitrine/internal/backup"
	"vitrine/internal/backup/backuptest"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// clearSecrets are those of the order in a backup of an earlier release.
func clearSecrets(t *testing.T, archive []byte) (checkout, token string) {
	t.Helper()
	for _, p := range partsOf(t, archive) {
		var some struct {
			Table   string
			Columns []string
			Rows    [][]any
		}
		if !strings.HasPrefix(p.name, "tables/") || json.Unmarshal(archive[p.start:p.end], &some) != nil || some.Table != "orders" {
			continue
		}
		for i, column := range some.Columns {
			switch column {
			case "checkout_key":
				checkout = some.Rows[0][i].(string)
			case "download_token":
				token = some.Rows[0][i].(string)
			}
		}
	}
	if len(checkout) != 38 || !strings.HasPrefix(token, "vdl_") {
		t.Fatalf("the order's secrets are %q and %q", checkout, token)
	}
	return checkout, token
}

// TestSecretsOfAnEarlierRelease takes the secrets of an order, which an earlier
// release stored in clear, out of the database: each address that was handed out goes
// on working, and so do the new ones that the order shows.
func TestSecretsOfAnEarlierRelease(t *testing.T) {
	t.Parallel()
	archive := backuptest.Earlier(t)
	checkout, token := clearSecrets(t, archive)
	path := filepath.Join(t.TempDir(), "vitrine.db")
	for name, open := range map[string]func(t *testing.T) *store.DB{
		"sqlite":   func(t *testing.T) *store.DB { return openAt(t, path) },
		"postgres": func(t *testing.T) *store.DB { return storetest.NewPostgres(t).OpenBare(t) },
	} {
		t.Run(name, func(t *testing.T) {
			q := newPlace(t, open(t))
			if _, err := backup.Restore(t.Context(), bytes.NewReader(archive), q.target()); err != nil {
				t.Fatal(err)
			}
			opens := func(when, checkout, token string) *vitrine.Order {
				t.Helper()
				a, err := q.db.OrderByCheckoutKey(t.Context(), checkout)
				if err != nil {
					t.Fatalf("%s, by its checkout key: %v", when, err)
				}
				b, err := q.db.OrderByDownloadToken(t.Context(), token)
				if err != nil || a.ID != b.ID {
					t.Fatalf("%s, by its token: %v", when, err)
				}
				return a
			}
			opens("in clear", checkout, token) // as while processes of the earlier release still run
			if some, err := q.db.OrdersToSeal(t.Context()); !some || err != nil {
				t.Errorf("there is something to seal: %t, %v", some, err)
			}
			for range 2 {
				err := q.db.Write(t.Context(), func(tx *store.Tx) error {
					_, err := tx.SealOrders(t.Context(), 10)
					return err
				})
				if err != nil {
					t.Fatal(err)
				}
			}
			if err := q.db.EmptyLog(t.Context()); err != nil {
				t.Fatal(err)
			}
			if some, err := q.db.OrdersToSeal(t.Context()); some || err != nil {
				t.Errorf("there is something left to seal: %t, %v", some, err)
			}
			o := opens("sealed", checkout, token)
			opens("derived", o.CheckoutKey, o.DownloadToken)
			for _, stored := range []string{o.Handle, o.Handle + "x"} {
				if _, err := q.db.OrderByCheckoutKey(t.Context(), stored); vitrine.CodeOf(err) != vitrine.NotFound {
					t.Errorf("what is stored opens the order: %v", err)
				}
			}
			for entry, rows := range contents(t, q.write(t)) {
				for _, row := range rows {
					for _, secret := range []string{checkout, token, token[4:40], o.CheckoutKey, o.DownloadToken, "signing_secret"} {
						if strings.Contains(row, secret) {
							t.Errorf("%s holds %s in clear", entry, secret)
						}
					}
				}
			}
		})
	}
	for _, name := range []string{path, path + "-wal"} {
		data, err := os.ReadFile(name)
		if err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
		if bytes.Contains(data, []byte(checkout)) || bytes.Contains(data, []byte(token)) {
			t.Errorf("%s still holds a secret in clear", name)
		}
	}
}
