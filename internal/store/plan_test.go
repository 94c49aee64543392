package store_test

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// many fills tables with rows that differ in all that is asked for.
var many = []string{
	`INSERT INTO users (username, email, email_folded, password_hash, is_admin, created_at, updated_at)
		WITH RECURSIVE c (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 3000)
		SELECT 'u' || n, 'u' || n || '@example.com', 'u' || n || '@example.com', '', FALSE, 1, 1 FROM c`,
	`INSERT INTO models (author_id, status, slug, language, languages, title, description, raw_description, tags, product_type, license,
		custom_license, price,
			adult_content, ai_generated, game_ready, animated, rigged, pbr, units, pre_supported, split_into_parts, parts_details, info, version,
				created_at, updated_at)
		WITH RECURSIVE c (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 1000)
		SELECT 1 + n % 100, 'draft', 's' || n, 'en', 'en', 't', '', '', '[]', 'cg', 'general', '', n,
			FALSE, FALSE, FALSE, FALSE, FALSE, FALSE, '', FALSE, FALSE, '', '', 1, 1, 1 FROM c`,
	`INSERT INTO own_listings (model_id, author_id, status, category_id, subcategory_id, product_type, price, sales, adult_content,
			discounted, editorial, animated, pbr, rigged, collection)
		SELECT id, author_id, status, 1, 0, product_type, price, 0, FALSE, FALSE, FALSE, FALSE, FALSE, FALSE, FALSE FROM models`,
	`INSERT INTO listings (model_id, author_id, category_id, subcategory_id, product_type, price, sales, published_at, adult_content,
			discounted, editorial, animated, pbr, rigged, collection)
		SELECT id, author_id, 1, 0, product_type, price, 0, id, FALSE, FALSE, FALSE, FALSE, FALSE, FALSE, FALSE FROM models`,
	`INSERT INTO model_texts (model_id, language, title, description, raw_description, tags) SELECT id, 'de', 't', '', '', '[]' FROM models`,
	`INSERT INTO draft_versions (model_id, author_id, copy_id, base, seen, created_at, updated_at)
		SELECT id, author_id, id, '{}', 1, 1, 1 FROM models`,
	`INSERT INTO images (model_id, size, width, height, blob_key, thumbnails, position, generated, version, created_at, updated_at)
		SELECT id, 1, 1, 1, 'media/' || id, '[]', 1, FALSE, 1, 1, 1 FROM models`,
	`INSERT INTO model_days (model_id, day, seller_id, views, downloads) SELECT id, 20000, author_id, 1, 0 FROM models`,
	`INSERT INTO image_keys (blob_key, image_id) SELECT blob_key, id FROM images`,
	`INSERT INTO files (model_id, name, extension, file_type_id, size, sha256, blob_key, status, format, inside, problems, facts, missing,
			preview_key, preview_kind, preview_size, version, created_at, updated_at)
		SELECT id, 'a.stl', 'stl', 1, 1, '', 'files/' || id, 'ready', 'stl', '[]', '[]', '', '[]', 'previews/' || id, 'glb', 1, 1, 1, 1
			FROM models`,
	"UPDATE models SET waiting_since = 1 WHERE id % 50 = 1", "UPDATE models SET sent_back = 'no' WHERE id % 50 = 2",
	"UPDATE models SET hidden_from = 'draft' WHERE id % 50 = 3",
	"UPDATE files SET status = 'rejected', rejected_of = (SELECT m.author_id FROM models m WHERE m.id = model_id) WHERE id % 50 = 4",
	`INSERT INTO mails (kind, user_id, email, language, args, status, attempts, about, message_id, created_at)
		SELECT 'receipt', id, email, 'en', '', CASE id % 50 WHEN 0 THEN 'bounced' ELSE 'sent' END, 1, 'about ' || id, 'message ' || id, id * 1000
			FROM users`,
	`INSERT INTO pinned_licenses (hash, body) VALUES ('h', '')`,
	`INSERT INTO orders (uuid, user_id, buyer_id, buyers_email, email_folded, status, model_id, seller_id, model, files, price, currency,
		license_type, license_hash,
			return_url, checkout_key, download_token, live, version, created_at, updated_at, expires_at, paid_at, visitor)
		WITH RECURSIVE c (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 6000)
		SELECT 'o' || n, 1 + n % 100, 1 + n % 100, 'b' || (n % 400) || '@example.com', 'b' || (n % 400) || '@example.com',
			CASE n % 4 WHEN 0 THEN 'unpaid' WHEN 1 THEN 'expired' ELSE 'paid' END,
			1 + n % 1000, 1 + (1 + n % 1000) % 100, '{}', '[]', 1, 'USD', 'general', 'h', '', 'k' || n, 'd' || n, TRUE, 1, n * 1000, n * 1000,
				n * 1000 + 5000000,
			CASE WHEN n % 4 > 1 THEN n * 1000 END, CASE WHEN n % 4 = 0 THEN 'v' || (n % 400) ELSE '' END FROM c`,
	`INSERT INTO reviews (model_id, user_id, described, used, body, version, created_at, updated_at)
		SELECT id, 1 + id % 3000, 4, 0, '', 1, 1, 1 FROM models UNION ALL SELECT id, 1 + (id + 7) % 3000, 4, 0, '', 1, 1, 1 FROM models`,
	`INSERT INTO review_pictures (review_id, size, width, height, blob_key, thumbnails, created_at)
		SELECT id, 1, 1, 1, 'media/r' || id, '[]', 1 FROM reviews`,
	`INSERT INTO review_keys (blob_key, picture_id) SELECT blob_key, id FROM review_pictures`,
	`INSERT INTO opinions (model_id, reviews, described, users, used) SELECT id, 2, 8, 0, 0 FROM models`,
	`INSERT INTO likes (user_id, model_id, price, created_at)
		SELECT 1 + id % 3000, id, 1, 1 FROM models UNION ALL SELECT 1 + (id + 7) % 3000, id, 1, 1 FROM models`,
	`INSERT INTO follows (user_id, seller_id, created_at)
		SELECT id, 1 + (id + 7) % 100, 1 FROM users UNION ALL SELECT id, 1 + (id + 17) % 100, 1 FROM users`,
	`INSERT INTO collections (user_id, name, body, shown, secret, models, version, created_at, updated_at)
		SELECT id, 'c', '', CASE WHEN id % 2 = 0 THEN 'public' ELSE 'link' END, 's' || id, 2, 1, 1, 1 FROM users`,
	`INSERT INTO collection_models (collection_id, model_id, place, added_at)
		SELECT id, 1 + id % 500, 1, 1 FROM collections UNION ALL SELECT id, 1 + (id + 7) % 500, 2, 1 FROM collections`,
	`INSERT INTO digests (user_id, models, prices, secret, since, due_at)
		SELECT id, id % 100 = 0, FALSE, 'd' || id, 1, id * 1000 FROM users`,
	`INSERT INTO new_tallies (kind, about, n) SELECT 'bytes', id, 1 FROM users UNION ALL SELECT 'likes', id, 1 FROM users`,
	`INSERT INTO tallies (kind, about, n) SELECT 'likes', id, 2 FROM models UNION ALL SELECT 'followers', id, 2 FROM users
		UNION ALL SELECT 'bytes', id, id * 7 FROM users UNION ALL SELECT 'own_draft', id, 3 FROM users
		UNION ALL SELECT 'own_published', id, 3 FROM users UNION ALL SELECT 'files', id, 2 FROM users`,
	`INSERT INTO audit (at, name, application, network, act, kind, subject_id, before, after, note)
		WITH RECURSIVE c (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 6000)
		SELECT n * 1000, 'u' || (n % 100), '', '', 'act' || (n % 30), 'kind' || (n % 10), 's' || n, '', '', '' FROM c`,
	`INSERT INTO tokens (user_id, hash, scopes, created_at) SELECT id, 'h' || id, '', 1 FROM users`,
	`INSERT INTO applications (client_id, client_secret_hash, name, name_folded, owner_id, redirect_uris, scopes, created_at, updated_at)
		SELECT 'c' || id, '', 'A' || id, 'a' || id, id, '[]', '', 1, 1 FROM users`,
	`INSERT INTO order_downloads (order_id, file, network, created_at) SELECT id, 'f', '', 1 FROM orders`,
	`INSERT INTO disputes (order_id, provider, object, payment, amount, currency, reason, status, evidence, sent_by, tell_due, version, created_at,
			updated_at) SELECT id, 'stripe', 'd' || id, '', 1, 'EUR', '', 'lost', '', '', FALSE, 1, 1, 1 FROM orders`,
	`INSERT INTO refund_requests (order_id, buyer_id, seller_id, title, amount, granted, currency, reason, body, state, seller_answer, desk_answer,
			answered_by, version, created_at, updated_at, ended_at)
		SELECT id, buyer_id, seller_id, 't', 1, 0, 'USD', 'other', 'b', 'withdrawn', '', '', '', 1, 1, 1, 1 FROM orders`,
	`INSERT INTO bundles (seller_id, name, price, begins_at, zone, version, created_at, updated_at)
		WITH RECURSIVE c (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 9000)
		SELECT 1 + n % 3000, 'b' || n, 1, 1, 'UTC', 1, 1, 1 FROM c`,
	`INSERT INTO bundle_models (bundle_id, model_id)
		SELECT id, 1 + id % 1000 FROM bundles WHERE id <= 2000
			UNION ALL SELECT id, 1 + (id + 7) % 1000 FROM bundles WHERE id <= 2000`,
	`ANALYZE`,
}

// whole is a table of many rows that is read from one end to the other.
var whole = regexp.MustCompile(`(?m)Seq Scan on (orders|audit|own_listings|image_keys|images|files|users|` +
	`reviews|review_pictures|review_keys|opinions|likes|follows|tallies|collections|collection_models|digests|tokens|applications|new_tallies|refund_requests|bundles|bundle_models|mails)\b|` +
	`^SCAN (u|o|orders|i|e|audit|l|own_listings|image_keys|images|models|m|r|reviews|review_pictures|opinions|k|w|cl|cm|likes|follows|tallies|digests|refund_requests|b|x|mails)$`)

// TestStatementsUseIndexes asks both databases how they run what is asked often, or
// by many, of tables that grow for ever.
func TestStatementsUseIndexes(t *testing.T) {
	t.Parallel()
	now, page := time.UnixMicro(3_000_000), vitrine.Page{Number: 1, Size: 25}
	people := func(q store.PeopleQuery) func(*store.DB, *store.Tx) error {
		return func(db *store.DB, _ *store.Tx) error {
			q.Size = 25
			_, err := db.People(t.Context(), q)
			return err
		}
	}
	models := func(q store.ModelQuery) func(*store.DB, *store.Tx) error {
		return func(db *store.DB, _ *store.Tx) error {
			q.Page = page
			_, err := db.DeskModels(t.Context(), q)
			return err
		}
	}
	orders := func(q vitrine.OrderQuery) func(*store.DB, *store.Tx) error {
		return func(db *store.DB, _ *store.Tx) error {
			q.Page = page
			_, err := db.Orders(t.Context(), q, now)
			return err
		}
	}
	entries := func(q vitrine.EntryQuery) func(*store.DB, *store.Tx) error {
		return func(db *store.DB, _ *store.Tx) error {
			q.Page = page
			_, err := db.Entries(t.Context(), q)
			return err
		}
	}
	asked := func(q store.RefundRequestQuery) func(*store.DB, *store.Tx) error {
		return func(db *store.DB, _ *store.Tx) error {
			q.Page = page
			_, err := db.RefundRequests(t.Context(), q)
			return err
		}
	}
	own := func(q vitrine.CatalogueQuery) func(*store.DB, *store.Tx) error {
		return func(db *store.DB, _ *store.Tx) error {
			q.Page = page
			_, err := db.OwnModels(t.Context(), vitrine.OwnQuery{AuthorID: 7, Status: vitrine.Draft, Filter: q})
			return err
		}
	}
	table := func(sort vitrine.Sort, state vitrine.Status) func(*store.DB, *store.Tx) error {
		return func(db *store.DB, _ *store.Tx) error {
			_, err := db.OwnModels(t.Context(), vitrine.OwnQuery{AuthorID: 7, Status: state,
				Filter: vitrine.CatalogueQuery{Sort: sort, AdultContent: true, Page: page}})
			return err
		}
	}
	// Of an author's few models PostgreSQL reads any index with their state, and sorts them.
	const byState = "own_listings_by_"
	const standing = `(tallies_pkey|sqlite_autoindex_tallies_1)(?s:.*)new_tallies_of`
	drafted := func(db *store.DB, _ *store.Tx) error {
		filter := vitrine.CatalogueQuery{Sort: vitrine.Newest, AdultContent: true, Page: page}
		_, err := db.OwnModels(t.Context(), vitrine.OwnQuery{AuthorID: 7, Drafted: true, Filter: filter})
		return err
	}
	kept := func(by vitrine.Standing) func(*store.DB, *store.Tx) error {
		return func(db *store.DB, _ *store.Tx) error {
			filter := vitrine.CatalogueQuery{Sort: vitrine.Newest, AdultContent: true, Page: page}
			_, err := db.OwnModels(t.Context(), vitrine.OwnQuery{AuthorID: 7, Standing: by, Filter: filter})
			return err
		}
	}
	mails := func(status string) func(*store.DB, *store.Tx) error {
		return func(db *store.DB, _ *store.Tx) error {
			_, err := db.Mails(t.Context(), status, 2000, 26)
			return err
		}
	}
	postgres := storetest.NewPostgres(t)
	for name, db := range map[string]*store.DB{"SQLite": storetest.SQLite(t), "PostgreSQL": postgres.Open(t)} {
		inTx(t, db, func(tx *store.Tx) error {
			for _, text := range many {
				if name == "SQLite" && text == "ANALYZE" {
					continue
				}
				if err := tx.Run(t.Context(), text); err != nil {
					return err
				}
			}
			return nil
		})
		for _, test := range []struct {
			name, index string
			run         func(*store.DB, *store.Tx) error
		}{
			{"orders of a user", "orders_of_user", orders(vitrine.OrderQuery{UserID: 7})},
			{"unpaid orders of a user", "orders_of_user", orders(vitrine.OrderQuery{UserID: 7, Status: vitrine.Unpaid})},
			{"orders of a user after a time", "orders_of_user", orders(vitrine.OrderQuery{UserID: 7, CreatedAfter: now})},
			{"sales", "orders_sold", orders(vitrine.OrderQuery{Scope: vitrine.OrdersSold, UserID: 7})},
			{"paid sales", "orders_sold", orders(vitrine.OrderQuery{Scope: vitrine.OrdersSold, UserID: 7, Status: vitrine.Paid})},
			{"sales of a model", "orders_of_model|orders_sold", orders(vitrine.OrderQuery{Scope: vitrine.OrdersSold, UserID: 7, ModelID: 6})},
			{"what was sold by day", "orders_sold_by_day", func(db *store.DB, _ *store.Tx) error {
				_, err := db.SoldByDay(t.Context(), store.SoldQuery{SellerID: 7, From: time.UnixMicro(1), To: now, Currency: "USD"})
				return err
			}},
			{"what was sold of models", "orders_sold_by_day then m", func(db *store.DB, _ *store.Tx) error {
				_, err := db.SoldByModel(t.Context(), store.SoldQuery{SellerID: 7, From: time.UnixMicro(1), To: now, Currency: "USD"}, 20)
				return err
			}},
			{"what was sold to countries", "orders_sold_by_day", func(db *store.DB, _ *store.Tx) error {
				_, err := db.SoldByCountry(t.Context(), store.SoldQuery{SellerID: 7, From: time.UnixMicro(1), To: now, Currency: "USD"})
				return err
			}},
			{"views by day", "model_days_of_seller", func(db *store.DB, _ *store.Tx) error {
				_, err := db.SeenByDay(t.Context(), store.SeenQuery{SellerID: 7, From: time.UnixMicro(1), To: time.Unix(3e9, 0)})
				return err
			}},
			{"views of models", "model_days_of_seller", func(db *store.DB, _ *store.Tx) error {
				_, err := db.SeenByModel(t.Context(), store.SeenQuery{SellerID: 7, From: time.UnixMicro(1), To: time.Unix(3e9, 0)})
				return err
			}},
			{"all orders", "orders_by_time", orders(vitrine.OrderQuery{Scope: vitrine.OrdersAll})},
			{"all paid orders", "orders_by_time|orders_by_status", orders(vitrine.OrderQuery{Scope: vitrine.OrdersAll, Status: vitrine.Paid})},
			{"all disputed orders", "orders_by_status", orders(vitrine.OrderQuery{Scope: vitrine.OrdersAll, Status: vitrine.Disputed})},
			{"all expired orders", "orders_by_time|orders_by_status", orders(vitrine.OrderQuery{Scope: vitrine.OrdersAll, Status: vitrine.Expired})},
			{"all orders of an amount", "orders_by_price", orders(vitrine.OrderQuery{Scope: vitrine.OrdersAll, Price: 7})},
			{"the audit log", "audit_by_time", entries(vitrine.EntryQuery{})},
			{"the audit log of a time", "audit_by_time", entries(vitrine.EntryQuery{Since: now, Until: now.Add(time.Second)})},
			{"what somebody did", "audit_by_name", entries(vitrine.EntryQuery{Name: "u7"})},
			{"acts", "audit_by_act", entries(vitrine.EntryQuery{Act: "act7"})},
			{"acts on a kind of thing", "audit_by_kind", entries(vitrine.EntryQuery{Kind: "kind7"})},
			{"acts on a thing", "audit_by_subject", entries(vitrine.EntryQuery{Kind: "kind7", SubjectID: "s7"})},
			{"all orders of a time", "orders_by_time", orders(vitrine.OrderQuery{Scope: vitrine.OrdersAll, CreatedAfter: now,
				CreatedBefore: now.Add(time.Second)})},
			{"all orders of an address", "orders_by_email", orders(vitrine.OrderQuery{Scope: vitrine.OrdersAll, Email: "b7@example.com"})},
			{"all orders of a uuid", "orders_by_uuid", orders(vitrine.OrderQuery{Scope: vitrine.OrdersAll, UUID: "o7"})},
			{"all orders of a model", "orders_of_model", orders(vitrine.OrderQuery{Scope: vitrine.OrdersAll, ModelID: 7})},
			{"unpaid orders of a visitor", "orders_of_visitor", func(_ *store.DB, tx *store.Tx) error {
				_, err := tx.UnpaidOrdersOfVisitor(t.Context(), "v4", now)
				return err
			}},
			{"visitors to be forgotten", "orders_of_visitor", func(_ *store.DB, tx *store.Tx) error { return tx.ForgetVisitors(t.Context()) }},
			{"unpaid orders to be removed", "orders_ended", func(_ *store.DB, tx *store.Tx) error {
				_, err := tx.RemoveUnpaidOrders(t.Context(), 7, now.Add(-2*time.Second), 10)
				return err
			}},
			{"the last order of a buyer", "orders_of_buyer", func(db *store.DB, _ *store.Tx) error {
				_, err := db.LastOrderOfBuyer(t.Context(), 7, 8)
				return err
			}},
			{"a library", "orders_of_buyer|orders_in_library then orders_in_library", func(db *store.DB, _ *store.Tx) error {
				_, err := db.OrdersOfLibrary(t.Context(), 7, page)
				return err
			}},
			{"orders that wait in a library", "orders_waiting", func(db *store.DB, _ *store.Tx) error {
				_, err := db.WaitingOrders(t.Context(), 7, now, 20)
				return err
			}},
			{"what was bought with an address", "orders_by_email|orders_unclaimed", func(db *store.DB, _ *store.Tx) error {
				_, err := db.OrdersOfAddress(t.Context(), "b7@example.com", 8, page)
				return err
			}},
			{"whether an address has orders of nobody", "orders_unclaimed", func(db *store.DB, _ *store.Tx) error {
				_, err := db.HasUnclaimed(t.Context(), "b7@example.com")
				return err
			}},
			{"orders of nobody that become somebody's", "orders_unclaimed", func(_ *store.DB, tx *store.Tx) error {
				_, err := tx.ClaimOrders(t.Context(), 7, "b7@example.com", now)
				return err
			}},
			{"own models", "own_listings_", own(vitrine.CatalogueQuery{Sort: vitrine.Newest})},
			{"own models in a state", byState + " then " + standing, table(vitrine.Newest, vitrine.Draft)},
			{"own models in all states", byState + " then " + standing, table(vitrine.Oldest, "")},
			{"own models in a state by price", byState + " then " + standing, table(vitrine.LowerPrice, vitrine.Draft)},
			{"own models in all states by price", byState + " then " + standing, table(vitrine.HigherPrice, "")},
			{"own models in all states by sales", byState + " then " + standing, table(vitrine.BySales, "")},
			{"files of a model by number", "files_by_name", func(db *store.DB, _ *store.Tx) error {
				_, _, err := db.FilesOf(t.Context(), 7, "a.stl")
				return err
			}},
			{"what somebody may store", standing, func(db *store.DB, _ *store.Tx) error {
				_, err := db.Storage(t.Context(), 7)
				return err
			}},
			{"own models with draft versions", "draft_versions_of_author", drafted},
			{"how far a model's files are read", `models_draft_of(?s:.*)files_`, func(db *store.DB, _ *store.Tx) error {
				_, err := db.Progress(t.Context(), 7)
				return err
			}},
			{"own models made with AI", "own_listings_", own(vitrine.CatalogueQuery{Sort: vitrine.Newest, AIGenerated: new(true)})},
			{"own models by price", "own_listings_", own(vitrine.CatalogueQuery{Sort: vitrine.LowerPrice, MaxPrice: new(vitrine.Amount)})},
			{"some models",
				"models_pkey|m USING INTEGER PRIMARY KEY then model_texts_pkey|model_texts USING INDEX then files_by_name then images_of_model",
				func(db *store.DB, _ *store.Tx) error {
					_, err := db.Models(t.Context(), []int64{7, 8, 9})
					return err
				}},
			{"people by name", "users_username_key|sqlite_autoindex_users_1", people(store.PeopleQuery{List: store.PeopleNamed, Text: "u7"})},
			{"people by name further on", "users_username_key|sqlite_autoindex_users_1",
				people(store.PeopleQuery{List: store.PeopleNamed, Text: "u7", Next: "9 u73"})},
			{"people by address", `users_by_address(?s:.*)users_claiming`,
				people(store.PeopleQuery{List: store.PeopleAddressed, Text: "u7@", Next: "9 u73"})},
			{"people with roles", "users_with_roles", people(store.PeopleQuery{List: store.PeopleRoles})},
			{"suspended people", "users_suspended", people(store.PeopleQuery{List: store.PeopleSuspended})},
			{"all people", "users_pkey|PRIMARY KEY", people(store.PeopleQuery{Next: "50 "})},
			{"what an account has", "sessions_of_user|Seq Scan on sessions then own_listings_ then own_listings_ " +
				"then orders_of_buyer|orders_in_library then orders_sold", func(db *store.DB, _ *store.Tx) error {
				_, err := db.Holdings(t.Context(), 7, now)
				return err
			}},
			{"all models at the desk", "models_pkey|m USING INTEGER PRIMARY KEY|SCAN m$", models(store.ModelQuery{})},
			{"models of an author at the desk", "models_of_author", models(store.ModelQuery{Author: &vitrine.User{ID: 7}})},
			{"models that wait for review", "models_waiting|Seq Scan on models", models(store.ModelQuery{List: store.ModelsWaiting})},
			{"new models", "listings_|Seq Scan on listings", models(store.ModelQuery{List: store.ModelsNew, Since: now})},
			{"drafts at the desk", "models_unpublished|models_pkey", models(store.ModelQuery{List: store.ModelsDrafts})},
			{"hidden models", "models_hidden", models(store.ModelQuery{List: store.ModelsHidden})},
			{"models that were taken down", "models_hidden", models(store.ModelQuery{List: store.ModelsTakenDown})},
			{"drafts with a word", "models_unpublished|models_pkey|search_documents",
				models(store.ModelQuery{List: store.ModelsDrafts, Words: "oak"})},
			{"shared files", "shared_files|s USING INDEX shared_files_by_time", func(db *store.DB, _ *store.Tx) error {
				_, _, err := db.SharedFiles(t.Context(), page)
				return err
			}},
			{"files of others with the same bytes", "files_by_sum", func(db *store.DB, _ *store.Tx) error {
				_, err := db.SharesWith(t.Context(), &vitrine.Model{AuthorID: 1, Files: []vitrine.File{{SHA256: "a"}, {SHA256: "b"}}})
				return err
			}},
			{"open reports", "reports_of_state|Seq Scan on reports", func(db *store.DB, _ *store.Tx) error {
				_, err := db.Reports(t.Context(), vitrine.ReportOpen, 7, 50)
				return err
			}},
			{"files that are blocked", "files_by_name|Seq Scan on decisions", func(_ *store.DB, tx *store.Tx) error {
				return tx.BlockFiles(t.Context(), &vitrine.Decision{ID: 7, ModelID: 7})
			}},
			{"other operators", "users_with_roles", func(db *store.DB, _ *store.Tx) error {
				_, err := db.OtherOperators(t.Context(), 7)
				return err
			}},
			{"a picture", "image_keys", func(db *store.DB, _ *store.Tx) error {
				_, err := db.CheckPicture(t.Context(), "media/7")
				return err
			}},
			{"reviews of a model", "reviews_shown then review_pictures_of_review", func(db *store.DB, _ *store.Tx) error {
				_, err := db.Reviews(t.Context(), 7, page)
				return err
			}},
			{"reviews of a user", "reviews_of_user then review_pictures_of_review", func(db *store.DB, _ *store.Tx) error {
				_, err := db.ReviewsOf(t.Context(), 8, page)
				return err
			}},
			{"one's own review", "reviews_model_id_user_id_key|sqlite_autoindex_reviews_1|reviews_of_user|reviews_shown " +
				"then review_pictures_of_review", func(db *store.DB, _ *store.Tx) error {
				_, err := db.ReviewBy(t.Context(), 7, 8)
				return err
			}},
			{"bundles of a seller", "bundles_of then bundle_models_pkey|sqlite_autoindex_bundle_models_1", func(db *store.DB, _ *store.Tx) error {
				_, err := db.Bundles(t.Context(), store.BundleQuery{SellerID: 7, Limit: 50})
				return err
			}},
			{"bundles with a model that are sold", "bundles_with then bundle_models_pkey|sqlite_autoindex_bundle_models_1",
				func(db *store.DB, _ *store.Tx) error {
					_, err := db.Bundles(t.Context(), store.BundleQuery{ModelIDs: []int64{7}, OnSale: now, Limit: 50})
					return err
				}},
			{"bundles with the models of a cart", "bundles_with then bundle_models_pkey|sqlite_autoindex_bundle_models_1",
				func(db *store.DB, _ *store.Tx) error {
					_, err := db.Bundles(t.Context(), store.BundleQuery{ModelIDs: []int64{7, 8, 9}, OnSale: now, Limit: 50})
					return err
				}},
			{"how many bundles a seller has", "bundles_of", func(_ *store.DB, tx *store.Tx) error {
				_, err := tx.BundlesOpen(t.Context(), 7)
				return err
			}},
			{"what somebody likes", "likes_of_user then pkey|primary", func(db *store.DB, _ *store.Tx) error {
				_, err := db.LikesOf(t.Context(), 8, page)
				return err
			}},
			{"which models somebody likes", "likes_user_id_model_id_key|sqlite_autoindex_likes_1|likes_of_user",
				func(db *store.DB, _ *store.Tx) error {
					_, err := db.LikedOf(t.Context(), 8, []int64{7, 8, 9})
					return err
				}},
			{"collections of somebody", "collections_of_user", func(db *store.DB, _ *store.Tx) error {
				_, err := db.CollectionsOf(t.Context(), 8, page)
				return err
			}},
			{"collections for everybody", "collections_public", func(db *store.DB, _ *store.Tx) error {
				_, err := db.PublicCollections(t.Context(), page)
				return err
			}},
			{"a shared collection", "collections_secret_key|sqlite_autoindex_collections_1", func(db *store.DB, _ *store.Tx) error {
				_, err := db.CollectionBySecret(t.Context(), "s7")
				return err
			}},
			{"models of a collection", "collection_models_pkey|sqlite_autoindex_collection_models_1", func(db *store.DB, _ *store.Tx) error {
				_, err := db.Collected(t.Context(), 7)
				return err
			}},
			{"covers of collections", "collection_models_pkey|sqlite_autoindex_collection_models_1", func(db *store.DB, _ *store.Tx) error {
				_, err := db.Covers(t.Context(), []int64{7, 8})
				return err
			}},
			{"collections with a model", "collections_of_user then collection_models_pkey|sqlite_autoindex_collection_models_1",
				func(db *store.DB, _ *store.Tx) error {
					_, err := db.Holding(t.Context(), 8, 9)
					return err
				}},
			{"whom somebody follows", "follows_of_user then pkey|primary", func(db *store.DB, _ *store.Tx) error {
				_, err := db.FollowsOf(t.Context(), 8, page)
				return err
			}},
			{"who is due for a digest", "digests_due", func(db *store.DB, _ *store.Tx) error {
				_, err := db.DigestsDue(t.Context(), now, 100)
				return err
			}},
			{"new ones of whom somebody follows", "listings_(author_)?newest", func(db *store.DB, _ *store.Tx) error {
				_, _, err := db.NewOf(t.Context(), 8, time.UnixMicro(990), time.UnixMicro(995), 5)
				return err
			}},
			{"what costs something else", "likes_of_user|likes_user_id_model_id_key|sqlite_autoindex_likes_1",
				func(db *store.DB, _ *store.Tx) error {
					_, _, err := db.OtherPrices(t.Context(), 8, 5)
					return err
				}},
			{"how many like a model", "tallies_pkey|sqlite_autoindex_tallies_1", func(db *store.DB, _ *store.Tx) error {
				_, err := db.Tally(t.Context(), store.Likes, 7)
				return err
			}},
			{"applications at the desk", "applications_there|applications_pkey|PRIMARY KEY", func(db *store.DB, _ *store.Tx) error {
				_, err := db.ApplicationsAtDesk(t.Context(), store.DeskApplications{Next: "2900", Size: 25})
				return err
			}},
			{"applications of a name", "applications_by_name", func(db *store.DB, _ *store.Tx) error {
				_, err := db.ApplicationsAtDesk(t.Context(), store.DeskApplications{Name: "a7", Next: "7 a7", Size: 25})
				return err
			}},
			{"tokens at the desk", "tokens_own|tokens_pkey", func(db *store.DB, _ *store.Tx) error {
				_, err := db.TokensAtDesk(t.Context(), store.DeskTokens{Before: 4000, Size: 25})
				return err
			}},
			{"who stores most", "tallies_by_size", func(db *store.DB, _ *store.Tx) error {
				_, err := db.StoredBy(t.Context(), store.StoredQuery{Next: "7 4000", Size: 25})
				return err
			}},
			{"what somebody stores", "users_username|sqlite_autoindex_users_1", func(db *store.DB, _ *store.Tx) error {
				_, err := db.StoredBy(t.Context(), store.StoredQuery{Text: "u7", Size: 25})
				return err
			}},
			{"a picture of a review", "image_keys then review_keys", func(db *store.DB, _ *store.Tx) error {
				_, err := db.CheckPicture(t.Context(), "media/r7")
				return err
			}},
			{"models that nobody may train machines with", "models_reserved", func(db *store.DB, _ *store.Tx) error {
				_, err := db.ReservedModels(t.Context(), 50)
				return err
			}},
			{"models to erase", "models_of_author", func(db *store.DB, _ *store.Tx) error {
				_, err := db.ModelsToErase(t.Context(), 7, 20)
				return err
			}},
			{"texts to erase", "models_of_author", func(_ *store.DB, tx *store.Tx) error { return tx.ForgetTexts(t.Context(), 7) }},
			{"the name in what was sold", "orders_sold", func(_ *store.DB, tx *store.Tx) error {
				_, err := tx.RenameInSold(t.Context(), &vitrine.User{ID: 7, Username: "u7"}, 0, 50)
				return err
			}},
			{"what a buyer asked back", "refund_requests_of_buyer", asked(store.RefundRequestQuery{BuyerID: 7})},
			{"what a seller is asked for", "refund_requests_of_seller",
				asked(store.RefundRequestQuery{SellerID: 7, State: vitrine.RequestWithdrawn})},
			{"what waits for operators", "refund_requests_by_state", asked(store.RefundRequestQuery{State: vitrine.RequestPassed})},
			{"how many wait", "refund_requests_by_state|refund_requests_of_seller", func(db *store.DB, _ *store.Tx) error {
				_, err := db.CountRequests(t.Context(), vitrine.RequestPassed)
				return err
			}},
			{"requests whose time is over", "refund_requests_due", func(db *store.DB, _ *store.Tx) error {
				_, err := db.RequestsDue(t.Context(), now, 20)
				return err
			}},
			{"a buyer to forget", "orders_of_buyer|orders_in_library|refund_requests_of_buyer", func(_ *store.DB, tx *store.Tx) error {
				return tx.ForgetBuyer(t.Context(), 7)
			}},
			{"previews to be made again", "files_shown_before", func(db *store.DB, _ *store.Tx) error {
				_, err := db.FilesShownBefore(t.Context(), 2, 20)
				return err
			}},
			{"an author's models that wait", "models_of_author_waiting", kept(vitrine.Waiting)},
			{"an author's models that were sent back", "models_of_author_sent_back", kept(vitrine.SentBack)},
			{"an author's models that were taken out", "models_of_author_taken_out", kept(vitrine.TakenOut)},
			{"an author's models with rejected files", "files_rejected_of", kept(vitrine.RejectedFiles)},
			{"mails", "mails_pkey|INTEGER PRIMARY KEY", mails("")},
			{"mails that came back", "mails_of_status", mails(store.MailBounced)},
			{"mails to a user", "mails_of_user", func(db *store.DB, _ *store.Tx) error {
				_, err := db.MailsTo(t.Context(), 7, 0, 26)
				return err
			}},
			{"the mail of a notification", "mails_of_message", func(db *store.DB, _ *store.Tx) error {
				_, err := db.MailOfMessage(t.Context(), "message 7")
				return err
			}},
			{"whether an address takes mail", "users", func(db *store.DB, _ *store.Tx) error {
				_, err := db.MailReturns(t.Context(), "u7@example.com")
				return err
			}},
			{"the address of a mail that came back", "MULTI-INDEX OR|BitmapOr then ", func(_ *store.DB, tx *store.Tx) error {
				_, err := tx.AddressReturns(t.Context(), store.Mail{Email: "u7@example.com", UserID: 7, SentAt: now}, "5.1.1", now)
				return err
			}},
			{"files to compare with their digests", "files_damaged then files_to_check", func(db *store.DB, _ *store.Tx) error {
				_, err := db.FilesToCheck(t.Context(), now, now)
				return err
			}},
			{"a preview", "files_by_preview[ (]", func(db *store.DB, _ *store.Tx) error {
				_, err := db.ModelsOfPreview(t.Context(), "previews/7")
				return err
			}},
		} {
			plans, err := db.Plans(t.Context(), test.run)
			if err != nil {
				t.Fatal(err)
			}
			indexes := strings.Split(test.index, " then ") // one for each statement, or one for all
			for i, plan := range plans {
				index := indexes[min(i, len(indexes)-1)]
				if i == 0 && strings.HasPrefix(test.name, "all ") {
					continue // a total ends at 10,001 rows, wherever they are read
				}
				if whole.MatchString(plan) || !regexp.MustCompile(index).MatchString(plan) {
					t.Errorf("%s: %s: want the index %s and no table read as a whole:\n%s", name, test.name, index, plan)
				}
			}
		}
	}
}
