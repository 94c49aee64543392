package store

import (
	"context"
	"maps"
	"slices"

	"vitrine/internal/posting"
)

// A sale is one narrow row. What lists are sorted by stands in several indexes and in that
// of search, where each sale would cost more than the rest of a payment, and leave dead
// rows behind that every list meets. There one process counts them, some at a time.

// salesAtOnce is how many sales one transaction counts.
const salesAtOnce = 500

// AddSale notes a sale, or with -1 that one is taken back. CountSales counts it.
func (tx *Tx) AddSale(ctx context.Context, modelID int64, n int) error {
	_, err := tx.exec(ctx, "note the sale", "INSERT INTO new_sales (model_id, n) VALUES ($1, $2)", modelID, n)
	return err
}

// SalesToCount reports whether there are sales that are not counted.
func (r *reads) SalesToCount(ctx context.Context) (waits bool, err error) {
	return waits, r.row(ctx, "", "SELECT EXISTS (SELECT 1 FROM new_sales)", nil, &waits)
}

// CountSales counts the sales that were noted: for each model at once in all places that
// know of them.
func (db *DB) CountSales(ctx context.Context) error {
	for {
		var counted int64
		err := db.Write(ctx, func(tx *Tx) (err error) {
			counted, err = tx.countSales(ctx)
			return err
		})
		if err != nil || counted < salesAtOnce {
			return err
		}
	}
}

func (tx *Tx) countSales(ctx context.Context) (counted int64, err error) {
	var last int64
	more := map[int64]int64{}
	b := (&builder{}).add("SELECT id, model_id, n FROM new_sales ORDER BY id").window(salesAtOnce, 0)
	err = each(ctx, &tx.reads, func(row scanner) error {
		var model, n int64
		err := row.Scan(&last, &model, &n)
		more[model] += n
		return err
	}, b.String())
	if err != nil || len(more) == 0 {
		return 0, err
	}
	if err := tx.addSales(ctx, more); err != nil {
		return 0, err
	}
	if err := tx.indexSales(ctx, slices.Sorted(maps.Keys(more))); err != nil {
		return 0, err
	}
	// A sale with a lower number that is committed after this transaction began is not seen by it, and stays.
	return tx.exec(ctx, "forget the sales", "DELETE FROM new_sales WHERE id <= $1", last)
}

// addSales adds to the sales of models and of their rows in lists.
func (tx *Tx) addSales(ctx context.Context, more map[int64]int64) error {
	models := map[int64][]int64{} // by what is added: nearly all have sold once
	for _, model := range slices.Sorted(maps.Keys(more)) {
		models[more[model]] = append(models[more[model]], model)
	}
	for _, n := range slices.Sorted(maps.Keys(models)) {
		for _, place := range []string{"models SET sales = sales + ? WHERE id ", catalogueList.table + " SET sales = sales + ? WHERE model_id ",
			ownList.table + " SET sales = sales + ? WHERE model_id "} {
			b := (&builder{}).add("UPDATE "+place, n).among(tx.dialect, models[n])
			if _, err := tx.exec(ctx, "count the sales", b.String(), b.args...); err != nil {
				return err
			}
		}
	}
	return nil
}

// indexSales gives the documents of models their sales.
func (tx *Tx) indexSales(ctx context.Context, models []int64) error {
	b := (&builder{}).add(`SELECT d.model_id, d.document, m.sales FROM search_documents d JOIN models m ON m.id = d.model_id
		WHERE d.document <> '' AND d.model_id `).among(tx.dialect, models)
	type sold struct {
		model    int64
		document posting.Document
		sales    int64
	}
	documents, err := query(ctx, &tx.reads, func(row scanner) (s sold, err error) {
		return s, row.Scan(&s.model, &s.document, &s.sales)
	}, b.String(), b.args...)
	if err != nil {
		return err
	}
	for _, s := range documents {
		_, err := tx.exec(ctx, "index the sales", `UPDATE search_documents SET document = $1, pending = pending OR listed,
				folded = CASE WHEN pending THEN folded WHEN listed THEN document END
			WHERE model_id = $2`, string(s.document.With(columnSales, s.sales)), s.model)
		if err != nil {
			return err
		}
	}
	// The page of an order has the models that the index says and the sales of their rows.
	tx.AfterCommit(tx.searches.lookAgain)
	return nil
}
