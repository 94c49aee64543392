package store

import (
	"cmp"
	"context"
	"maps"
	"slices"
)

// Of what many people may do at once to the same thing, each is one narrow row. One process
// adds them up, and only that is a change of what pages show: a button that is pressed a
// hundred times in five seconds makes one page old, once.

// TallyKind is what is added up.
type TallyKind string

// What is added up: who likes a model, who follows a seller, what an author stores, and how
// many models of each state an author has. Of what is stored the sum of all authors is the
// tally of 0.
const (
	Likes     TallyKind = "likes"
	Followers TallyKind = "followers"
	Bytes     TallyKind = "bytes"
	Files     TallyKind = "files"
	ownState  TallyKind = "own_"      // begins those that count an author's models in a state
	worded    TallyKind = "own_words" // how often what an author's models are found by has changed
	money     TallyKind = "money"     // on an account of the ledger
	moneyIn   TallyKind = "money_in"  // that came to an account on a day: see aboutDay
	moneyOut  TallyKind = "money_out" // and that went
)

// shown reports whether pages that are kept show a kind.
func (k TallyKind) shown() bool { return k == Likes || k == Followers }

// stored reports whether a kind is of what is stored.
func (k TallyKind) stored() bool { return k == Bytes || k == Files }

// tally is something of which people are added up.
type tally struct {
	kind  TallyKind
	about int64
}

const (
	// talliedRows is how many rows one transaction reads.
	talliedRows = 1_000
	// talliedAtOnce is how many things one transaction adds up. All of them stand in one row of the log: see maxLogged.
	talliedAtOnce = maxLogged / 2
)

// tally notes that so many more like or follow something. AddTallies adds it up.
func (tx *Tx) tally(ctx context.Context, kind TallyKind, about int64, n int) error {
	_, err := tx.exec(ctx, "note a tally", "INSERT INTO new_tallies (kind, about, n) VALUES ($1, $2, $3)", string(kind), about, n)
	return err
}

// standing is what is added up of a kind about something, with what is not added up yet.
func standing(kind TallyKind, about string) string {
	of := ".kind = '" + string(kind) + "' AND "
	return "COALESCE((SELECT t.n FROM tallies t WHERE t" + of + "t.about = " + about + "), 0) + " +
		"CAST(COALESCE((SELECT SUM(n.n) FROM new_tallies n WHERE n" + of + "n.about = " + about + "), 0) AS BIGINT)"
}

// Tally returns how many like or follow something, as it was last added up.
func (r *reads) Tally(ctx context.Context, kind TallyKind, about int64) (int64, error) {
	found, err := query(ctx, r, func(row scanner) (n int64, err error) { return n, row.Scan(&n) },
		"SELECT n FROM tallies WHERE kind = $1 AND about = $2", string(kind), about)
	if err != nil || len(found) == 0 {
		return 0, err
	}
	return found[0], nil
}

// TalliesToAdd reports whether something is not added up.
func (r *reads) TalliesToAdd(ctx context.Context) (waits bool, err error) {
	return waits, r.row(ctx, "", "SELECT EXISTS (SELECT 1 FROM new_tallies)", nil, &waits)
}

// AddTallies adds up what was noted.
func (db *DB) AddTallies(ctx context.Context) error {
	for {
		var added int64
		err := db.Write(ctx, func(tx *Tx) (err error) {
			added, err = tx.addTallies(ctx)
			return err
		})
		if err != nil || added == 0 {
			return err
		}
	}
}

func (tx *Tx) addTallies(ctx context.Context) (added int64, err error) {
	last, more, err := tx.newTallies(ctx)
	if err != nil || last == 0 {
		return 0, err
	}
	more = withSums(more)
	for _, t := range slices.SortedFunc(maps.Keys(more), func(a, b tally) int {
		return cmp.Or(cmp.Compare(a.kind, b.kind), cmp.Compare(a.about, b.about))
	}) {
		if more[t] == 0 {
			continue
		}
		_, err := tx.exec(ctx, "add up a tally", `INSERT INTO tallies (kind, about, n) VALUES ($1, $2, $3)
			ON CONFLICT (kind, about) DO UPDATE SET n = tallies.n + excluded.n`, string(t.kind), t.about, more[t])
		if err != nil {
			return 0, err
		}
		if t.kind.shown() {
			tx.noteTally(t)
		}
	}
	// A row with a lower number that is committed after this transaction began is not seen by it, and stays.
	return tx.exec(ctx, "forget what is added up", "DELETE FROM new_tallies WHERE id <= $1", last)
}

// newTallies reads the first rows that are not added up: those up to last.
func (r *reads) newTallies(ctx context.Context) (last int64, more map[tally]int64, err error) {
	more = map[tally]int64{}
	full := false
	b := (&builder{}).add("SELECT id, kind, about, n FROM new_tallies ORDER BY id").window(talliedRows, 0)
	return last, more, each(ctx, r, func(row scanner) error {
		var id, n int64
		var t tally
		if err := row.Scan(&id, &t.kind, &t.about, &n); err != nil {
			return err
		}
		if _, known := more[t]; full || !known && len(more) == talliedAtOnce {
			full = true
			return nil
		}
		last = id
		more[t] += n
		return nil
	}, b.String())
}

// withSums adds what all authors store.
func withSums(more map[tally]int64) map[tally]int64 {
	all := maps.Clone(more)
	for t, n := range more {
		if t.kind.stored() {
			all[tally{kind: t.kind}] += n
		}
	}
	return all
}
