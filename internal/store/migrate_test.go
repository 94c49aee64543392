package store_test

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// oldOrder are rows as the first schema had them: an order of a visitor who typed the
// address with capitals.
var oldOrder = []string{
	`INSERT INTO users (username, email, email_folded, password_hash, is_admin, created_at, updated_at) VALUES ('u', 'u@example.com',
		'u@example.com', '', FALSE, 1, 1)`,
	`INSERT INTO models (author_id, status, slug, language, languages, title, description, raw_description, tags, product_type, license,
		custom_license, price,
			adult_content, ai_generated, game_ready, animated, rigged, pbr, units, pre_supported, split_into_parts, parts_details, info, version,
				created_at, updated_at)
		VALUES (1, 'draft', 's', 'en', 'en', 't', '', '', '[]', 'cg', 'general', '', 1, FALSE, FALSE, FALSE, FALSE, FALSE, FALSE, '', FALSE,
			FALSE, '', '', 1, 1, 1)`,
	`INSERT INTO pinned_licenses (hash, body) VALUES ('h', '')`,
	`INSERT INTO orders (uuid, user_id, buyers_email, status, model_id, model, files, price, currency, license_type, license_hash,
			return_url, checkout_key, download_token, live, version, created_at, updated_at, expires_at, paid_at)
		VALUES ('o', 1, 'Vis.Itor@STRASSE.example.com', 'paid', 1, '{}', '[]', 1, 'USD', 'general', 'h', '', 'k', 'd', TRUE, 1, 1, 1, 2, 1)`,
}

// TestOldOrdersAreFound looks for an order of before the orders could be found by their
// buyer's address.
func TestOldOrdersAreFound(t *testing.T) {
	t.Parallel()
	sqlite, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "vitrine.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = sqlite.Close() })
	for name, db := range map[string]*store.DB{"SQLite": sqlite, "PostgreSQL": storetest.NewPostgres(t).OpenBare(t)} {
		db.UseSecrets(storetest.Keys(t))
		if err := db.MigrateTo(t.Context(), 4); err != nil {
			t.Fatal(err)
		}
		inTx(t, db, func(tx *store.Tx) error {
			for _, text := range oldOrder {
				if err := tx.Run(t.Context(), text); err != nil {
					return err
				}
			}
			return nil
		})
		if err := db.Migrate(t.Context()); err != nil {
			t.Fatal(err)
		}
		for _, email := range []string{"vis.itor@strasse.example.com", "Vis.Itor@STRASSE.example.com"} {
			q := vitrine.OrderQuery{Scope: vitrine.OrdersAll, Email: email, Page: vitrine.Page{Number: 1, Size: 5}}
			if found, err := db.Orders(t.Context(), q, time.UnixMicro(5)); err != nil || len(found.Orders) != 1 {
				t.Errorf("%s: %s finds %d orders, %v", name, email, len(found.Orders), err)
			}
		}
	}
}

// TestFilesOfDeletedModels deletes the files that an earlier release left to deleted models.
func TestFilesOfDeletedModels(t *testing.T) {
	t.Parallel()
	sqlite, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "vitrine.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = sqlite.Close() })
	const file = `INSERT INTO files (model_id, name, extension, file_type_id, size, sha256, blob_key, status, format, inside, problems, facts,
		missing,
			preview_key, preview_kind, preview_size, version, created_at, updated_at)
		SELECT id, 'a.stl', 'stl', 1, 1, '', 'files/' || id, 'ready', 'stl', '[]', '[]', '', '[]', '', '', 0, 1, 1, 1 FROM models`
	secondModel := strings.Replace(oldOrder[1], "'s'", "'s2'", 1)
	for name, db := range map[string]*store.DB{"SQLite": sqlite, "PostgreSQL": storetest.NewPostgres(t).OpenBare(t)} {
		if err := db.MigrateTo(t.Context(), 18); err != nil {
			t.Fatal(err)
		}
		inTx(t, db, func(tx *store.Tx) error {
			for _, text := range []string{oldOrder[0], oldOrder[1], secondModel, file, "UPDATE models SET deleted_at = 5 WHERE slug = 's'"} {
				if err := tx.Run(t.Context(), text); err != nil {
					return err
				}
			}
			return nil
		})
		if err := db.Migrate(t.Context()); err != nil {
			t.Fatal(err)
		}
		for model, want := range map[int64]int{1: 0, 2: 1} {
			if files, err := db.Files(t.Context(), model); err != nil || len(files) != want {
				t.Errorf("%s: model %d has %d files, %v, want %d", name, model, len(files), err, want)
			}
		}
	}
}

// TestNamesAreFolded finds an application that an earlier release has made.
func TestNamesAreFolded(t *testing.T) {
	t.Parallel()
	sqlite, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "vitrine.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = sqlite.Close() })
	for name, db := range map[string]*store.DB{"SQLite": sqlite, "PostgreSQL": storetest.NewPostgres(t).OpenBare(t)} {
		if err := db.MigrateTo(t.Context(), 61); err != nil {
			t.Fatal(err)
		}
		inTx(t, db, func(tx *store.Tx) error {
			if err := tx.Run(t.Context(), oldOrder[0]); err != nil {
				return err
			}
			return tx.Run(t.Context(), `INSERT INTO applications (client_id, client_secret_hash, name, owner_id, redirect_uris, scopes, created_at,
				updated_at) SELECT 'c', '', 'Órbita', id, '[]', '', 1, 1 FROM users`)
		})
		if err := db.Migrate(t.Context()); err != nil {
			t.Fatal(err)
		}
		if found, err := db.ApplicationsAtDesk(t.Context(), store.DeskApplications{Name: "ÓRB", Size: 1}); err != nil || len(found.List) != 1 {
			t.Errorf("%s: %+v is found, %v", name, found, err)
		}
	}
}

// TestLaterSchema opens a database that a later release has migrated.
func TestLaterSchema(t *testing.T) {
	t.Parallel()
	for name, db := range map[string]*store.DB{"SQLite": storetest.SQLite(t), "PostgreSQL": storetest.NewPostgres(t).Open(t)} {
		inTx(t, db, func(tx *store.Tx) error {
			return tx.Run(t.Context(), `INSERT INTO goose_db_version (version_id, is_applied) VALUES (99999, TRUE)`)
		})
		err := db.Migrate(t.Context())
		if vitrine.CodeOf(err) != vitrine.Conflict || !strings.Contains(err.Error(), "schema 99999") ||
			!strings.Contains(err.Error(), "Run that release") {
			t.Errorf("%s: %v, want a refusal that says what to do", name, err)
		}
	}
}

// TestProfilesBecomeHTML reads what somebody said of themselves in plain text, in an earlier release.
func TestProfilesBecomeHTML(t *testing.T) {
	t.Parallel()
	sqlite, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "vitrine.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = sqlite.Close() })
	for name, db := range map[string]*store.DB{"SQLite": sqlite, "PostgreSQL": storetest.NewPostgres(t).OpenBare(t)} {
		if err := db.MigrateTo(t.Context(), 38); err != nil {
			t.Fatal(err)
		}
		inTx(t, db, func(tx *store.Tx) error {
			if err := tx.Run(t.Context(), oldOrder[0]); err != nil {
				return err
			}
			return tx.Run(t.Context(), "UPDATE users SET description = 'Oak &amp; <b>\nash'")
		})
		if err := db.Migrate(t.Context()); err != nil {
			t.Fatal(err)
		}
		got, err := db.Profile(t.Context(), 1)
		if want := "<p>Oak &amp;amp; &lt;b&gt;<br>ash</p>"; err != nil || got.About != want {
			t.Errorf("%s: it is %q, want %q: %v", name, got.About, want, err)
		}
	}
}

// TestCountriesOfOldOrders knows where the buyers of an order live whose tax was pinned before orders had a country.
func TestCountriesOfOldOrders(t *testing.T) {
	t.Parallel()
	sqlite, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "vitrine.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = sqlite.Close() })
	const pinned = `UPDATE orders SET tax = '{"mode":"table","country":"DE","evidence":[{"kind":"billing_address","country":"FR"}]}'`
	for name, db := range map[string]*store.DB{"SQLite": sqlite, "PostgreSQL": storetest.NewPostgres(t).OpenBare(t)} {
		db.UseSecrets(storetest.Keys(t))
		for _, step := range []struct {
			version    int64
			statements []string
		}{{4, oldOrder}, {95, []string{pinned}}} {
			if err := db.MigrateTo(t.Context(), step.version); err != nil {
				t.Fatal(err)
			}
			inTx(t, db, func(tx *store.Tx) error {
				for _, text := range step.statements {
					if err := tx.Run(t.Context(), text); err != nil {
						return err
					}
				}
				return nil
			})
		}
		if err := db.Migrate(t.Context()); err != nil {
			t.Fatal(err)
		}
		sold, err := db.SoldByCountry(t.Context(), store.SoldQuery{SellerID: 1, From: time.UnixMicro(0), To: time.UnixMicro(5), Currency: "USD"})
		if err != nil || len(sold) != 1 || sold[0].Country != "FR" || sold[0].Orders != 1 {
			t.Errorf("%s: sold were %+v, %v", name, sold, err)
		}
	}
}
