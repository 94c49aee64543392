package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"math/rand/v2"
	"slices"
	"time"

	"vitrine"
)

// orderModels is how many models the orders are of: the more orders, the more each has.
const orderModels = 1_000

const orderColumns = `INSERT INTO orders (uuid, user_id, buyer_id, buyers_email, email_folded, status, model_id, seller_id, model, files, price,
	currency, license_type, license_hash, return_url, checkout_key, download_token, live, version, created_at, updated_at, expires_at, paid_at)
	VALUES `

// ordersFrom is when the first order was made. One follows on the other after a minute.
var ordersFrom = time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC)

// sold is a model that is ordered.
type sold struct {
	ID, Author int64
	Price      int64
	Model      string // as an order keeps it
}

// order adds orders of the first models, the same ones for the same numbers.
func order(ctx context.Context, database string, count int) error {
	pool, to, err := open(database)
	if err != nil {
		return err
	}
	defer pool.Close()
	conn, err := pool.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	models, err := ordered(ctx, conn)
	if err != nil {
		return err
	}
	var first int
	if err := conn.QueryRowContext(ctx, "SELECT COALESCE(MAX(id), 0) FROM orders").Scan(&first); err != nil {
		return err
	}
	after, err := to.loosen(ctx, conn, "orders")
	if err != nil {
		return err
	}
	statements := slices.Concat([]string{
		"INSERT INTO pinned_licenses (hash, body) VALUES ('filled', 'Be kind.') ON CONFLICT DO NOTHING", "BEGIN", "COMMIT",
	}, after)
	for k, text := range statements {
		if _, err := conn.ExecContext(ctx, text); err != nil {
			return fmt.Errorf("%s: %w", text, err)
		}
		if k == 1 {
			if err := writeOrders(ctx, conn, models, first, count); err != nil {
				return err
			}
		}
	}
	return nil
}

// ordered reads the models that are ordered.
func ordered(ctx context.Context, conn *sql.Conn) (list []sold, err error) {
	rows, err := conn.QueryContext(ctx, fmt.Sprintf(`SELECT m.id, m.author_id, COALESCE(m.price, 0), m.title, m.slug, u.username
		FROM models m JOIN users u ON u.id = m.author_id ORDER BY m.id LIMIT %d`, orderModels))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var s sold
		var pinned vitrine.PinnedModel
		if err := rows.Scan(&s.ID, &s.Author, &s.Price, &pinned.Title, &pinned.Slug, &pinned.AuthorName); err != nil {
			return nil, err
		}
		pinned.AuthorID = s.Author
		encoded, err := json.Marshal(pinned)
		if err != nil {
			return nil, err
		}
		s.Model = string(encoded)
		list = append(list, s)
	}
	if len(list) == 0 {
		err = errors.New("the database has no models to order: fill it with -models first")
	}
	return list, errors.Join(err, rows.Err())
}

func writeOrders(ctx context.Context, conn *sql.Conn, models []sold, first, count int) error {
	for done := 0; done < count; done += rowsAtOnce {
		var arguments []any
		text := orderColumns
		for i := range min(rowsAtOnce, count-done) {
			row := orderRow(models, first+done+i)
			if i > 0 {
				text += ", "
			}
			text += "(" + numbered(len(arguments)+1, len(row)) + ")"
			arguments = append(arguments, row...)
		}
		if _, err := conn.ExecContext(ctx, text, arguments...); err != nil {
			return err
		}
	}
	log.Printf("%d orders", count)
	return nil
}

// numbered are count placeholders, from a number on.
func numbered(from, count int) (text string) {
	for i := range count {
		if i > 0 {
			text += ", "
		}
		text += fmt.Sprintf("$%d", from+i)
	}
	return text
}

// orderRow is the order with number i, from 0. Each buyer has some five of them.
func orderRow(models []sold, i int) []any {
	r := rand.New(rand.NewPCG(uint64(i), 40))
	m, buyer := models[r.IntN(len(models))], models[r.IntN(len(models))].Author
	made := ordersFrom.Add(time.Duration(i) * time.Minute)
	status, paid := vitrine.Paid, any(made.Add(time.Minute).UnixMicro())
	switch n := r.IntN(1000); {
	case n < 200:
		status, paid = vitrine.Expired, nil
	case n < 250:
		status, paid = vitrine.Canceled, nil
	case n < 251:
		status = vitrine.Disputed
	case n < 271:
		status = vitrine.Refunded
	}
	email := fmt.Sprintf("buyer-%d@example.com", r.IntN(i/5+1))
	uuid := fmt.Sprintf("%08x-%04x-4000-8000-%012x", i, r.IntN(1<<16), r.Int64N(1<<48))
	file := fmt.Sprintf(`[{"FileID":%d,"Name":"model.glb","Size":1048576,"SHA256":"%064x","BlobKey":"files/%032x"}]`, m.ID, m.ID, m.ID)
	key := fmt.Sprintf("o%012x%016x", i, r.Uint64())
	return []any{uuid, buyer, buyer, email, email, string(status), m.ID, m.Author, m.Model, file, m.Price, "USD", "general", "filled", "",
		key, key, true, int64(2), made.UnixMicro(), made.UnixMicro(), made.Add(24 * time.Hour).UnixMicro(), paid}
}
