package store

import (
	"context"
	"maps"
	"slices"
)

// How many published models a category has stands in its row, and in narrow rows for what
// changed a moment ago: of those who publish into one category at once, all but one would
// have to begin again if each of them wrote the category's row.

// countsAtOnce is how many changes one transaction adds up.
const countsAtOnce = 5_000

// countedCategories are the categories with what their rows do not count yet.
const countedCategories = `categories LEFT JOIN (
	SELECT category_id, CAST(sum(n) AS BIGINT) AS n FROM new_listed GROUP BY category_id) late ON late.category_id = id`

// moveCount keeps the number of published models of each category when a
// model goes from the categories of its listing, if it has one, to others.
func (tx *Tx) moveCount(ctx context.Context, from, to listed) error {
	b := (&builder{}).add("INSERT INTO new_listed (category_id, n) VALUES ")
	rows := 0
	note := func(category, n int64) {
		if category == 0 {
			return
		}
		if rows++; rows > 1 {
			b.add(", ")
		}
		b.add("(?, ?)", category, n)
	}
	for _, move := range [][2]int64{{from.category, to.category}, {from.subcategory, to.subcategory}} {
		if move[0] != move[1] {
			note(move[0], -1)
			note(move[1], 1)
		}
	}
	if rows == 0 {
		return nil
	}
	_, err := tx.exec(ctx, "count the category's models", b.String(), b.args...)
	return err
}

// CountsToAdd reports whether there are changes that no category's row counts.
func (r *reads) CountsToAdd(ctx context.Context) (waits bool, err error) {
	return waits, r.row(ctx, "", "SELECT EXISTS (SELECT 1 FROM new_listed)", nil, &waits)
}

// AddCounts has the rows of categories count what changed. No number that is read changes
// by it.
func (db *DB) AddCounts(ctx context.Context) error {
	for {
		var added int64
		err := db.Write(ctx, func(tx *Tx) (err error) {
			added, err = tx.addCounts(ctx)
			return err
		})
		if err != nil || added < countsAtOnce {
			return err
		}
	}
}

func (tx *Tx) addCounts(ctx context.Context) (added int64, err error) {
	var last int64
	more := map[int64]int64{}
	b := (&builder{}).add("SELECT id, category_id, n FROM new_listed ORDER BY id").window(countsAtOnce, 0)
	err = each(ctx, &tx.reads, func(row scanner) error {
		var category, n int64
		err := row.Scan(&last, &category, &n)
		more[category] += n
		return err
	}, b.String())
	if err != nil || last == 0 {
		return 0, err
	}
	for _, category := range slices.Sorted(maps.Keys(more)) {
		_, err := tx.exec(ctx, "add up a category's models", "UPDATE categories SET models_count = models_count + $2 WHERE id = $1", category,
			more[category])
		if err != nil {
			return 0, err
		}
	}
	// A change with a lower number that is committed after this transaction began is not seen by it, and stays.
	return tx.exec(ctx, "forget the changes", "DELETE FROM new_listed WHERE id <= $1", last)
}
