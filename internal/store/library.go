package store

import (
	"context"
	"database/sql"
	"time"

	"vitrine"
)

// OrdersOfLibrary lists what a user has bought, newest first: also what was refunded.
func (r *reads) OrdersOfLibrary(ctx context.Context, userID int64, page vitrine.Page) (OrderPage, error) {
	where := (&builder{}).add(" WHERE o.buyer_id = ? AND o.status IN ('paid', 'disputed', 'refunded')", userID)
	return r.libraryPage(ctx, where, page)
}

// OrdersOfAddress lists what was bought with an address, newest first, as far as no other
// account than that of owner has it; 0: than none.
func (r *reads) OrdersOfAddress(ctx context.Context, email string, owner int64, page vitrine.Page) (OrderPage, error) {
	where := (&builder{}).add(" WHERE o.email_folded = ? AND o.email_folded <> '' AND (o.buyer_id IS NULL OR o.buyer_id = ?)",
		FoldEmail(email), owner)
	return r.libraryPage(ctx, where.add(" AND o.status IN ('paid', 'disputed', 'refunded')"), page)
}

func (r *reads) libraryPage(ctx context.Context, where *builder, page vitrine.Page) (OrderPage, error) {
	after, err := parseCursor(page.Cursor, "library")
	if err != nil {
		return OrderPage{}, err
	}
	total, err := r.boundedCount(ctx, (&builder{}).add("orders o").splice(where))
	if err != nil {
		return OrderPage{}, err
	}
	b := (&builder{}).add("SELECT " + entryColumns + " FROM orders o").splice(where)
	if after.set() {
		b.add(" AND (o.created_at, o.id) < (?, ?)", after.key, after.id)
	}
	b.add(" ORDER BY o.created_at DESC, o.id DESC").window(page.Size+1, offset(page, after))
	found, err := query(ctx, r, r.scanOrder, b.String(), b.args...)
	if err != nil {
		return OrderPage{}, err
	}
	list := OrderPage{Orders: found, Total: total}
	if len(found) > page.Size {
		list.Orders = found[:page.Size]
		last := list.Orders[page.Size-1]
		list.Next = next(page, "library", last.CreatedAt.UnixMicro(), last.ID)
	}
	return list, nil
}

// BoughtOrder returns an order that a user has bought, or is about to.
func (r *reads) BoughtOrder(ctx context.Context, userID, id int64) (*vitrine.Order, error) {
	return r.order(ctx, "there is no such order in your library", "o.id = $1 AND o.buyer_id = $2", id, userID)
}

// WaitingOrders lists the orders that a user has made for themselves and can still pay now,
// newest first, up to limit.
func (r *reads) WaitingOrders(ctx context.Context, userID int64, now time.Time, limit int) ([]*vitrine.Order, error) {
	return query(ctx, r, r.scanOrder, "SELECT "+entryColumns+` FROM orders o
		WHERE o.buyer_id = $1 AND o.user_id = o.buyer_id AND o.status = 'unpaid' AND (o.expires_at > $2 OR o.paying_until > $2)
		ORDER BY o.created_at DESC, o.id DESC LIMIT $3`, userID, micros(now), limit)
}

// HasUnclaimed reports whether something was bought with an address that belongs to no
// account yet.
func (r *reads) HasUnclaimed(ctx context.Context, email string) (found bool, err error) {
	err = r.row(ctx, "", `SELECT EXISTS (SELECT 1 FROM orders WHERE email_folded = $1 AND email_folded <> '' AND buyer_id IS NULL)`,
		[]any{FoldEmail(email)}, &found)
	return found, err
}

// ClaimOrders makes what was bought with an address, and belongs to no account, a user's.
// It returns how many orders that were. Those that ended keep the time at which they did: it
// says how long their files are kept for a payment that comes late.
func (tx *Tx) ClaimOrders(ctx context.Context, userID int64, email string, now time.Time) (int64, error) {
	n, err := tx.exec(ctx, "claim orders", `UPDATE orders SET buyer_id = $1, version = version + 1,
			updated_at = CASE WHEN status IN ('expired', 'canceled') THEN updated_at ELSE $3 END
		WHERE email_folded = $2 AND email_folded <> '' AND buyer_id IS NULL`, userID, FoldEmail(email), micros(now))
	if err != nil || n == 0 {
		return n, err
	}
	_, err = tx.exec(ctx, "claim orders", `UPDATE refund_requests SET buyer_id = $1
		WHERE buyer_id IS NULL AND order_id IN (SELECT id FROM orders WHERE buyer_id = $1)`, userID)
	return n, err
}

// FilesForBuyers lists the files that those who bought a model before get too, in order of
// upload.
func (r *reads) FilesForBuyers(ctx context.Context, modelID int64) ([]vitrine.OrderFile, error) {
	return query(ctx, r, func(row scanner) (f vitrine.OrderFile, err error) {
		return f, row.Scan(&f.FileID, &f.Name, &f.Size, &f.SHA256, &f.BlobKey)
	}, `SELECT f.id, f.name, f.size, f.sha256, f.blob_key FROM files f JOIN models m ON m.id = f.model_id
		WHERE f.model_id = $1 AND f.for_buyers AND f.status = 'ready' AND f.deleted_at IS NULL AND m.deleted_at IS NULL
		ORDER BY f.id`, modelID)
}

// Checksums returns the checksums that ZIP asks for of those files whose are known, also of
// deleted ones.
func (r *reads) Checksums(ctx context.Context, fileIDs []int64) (map[int64]uint32, error) {
	known := map[int64]uint32{}
	if len(fileIDs) == 0 {
		return known, nil
	}
	b := (&builder{}).add("SELECT f.id, f.crc32 FROM files f WHERE f.crc32 IS NOT NULL AND f.id ").among(r.dialect, fileIDs)
	_, err := query(ctx, r, func(row scanner) (struct{}, error) {
		var id, crc int64
		err := row.Scan(&id, &crc)
		known[id] = uint32(crc)
		return struct{}{}, err
	}, b.String(), b.args...)
	return known, err
}

// NoteChecksum stores the checksum of a file. Neither the file nor its model changes by it.
func (tx *Tx) NoteChecksum(ctx context.Context, fileID int64, crc uint32) error {
	_, err := tx.exec(ctx, "note a checksum", "UPDATE files SET crc32 = $2 WHERE id = $1", fileID, int64(crc))
	return err
}

// crcValue is a checksum as it is stored.
func crcValue(crc *uint32) sql.NullInt64 {
	if crc == nil {
		return sql.NullInt64{}
	}
	return sql.NullInt64{Int64: int64(*crc), Valid: true}
}
