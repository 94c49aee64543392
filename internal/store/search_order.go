package store

import (
	"context"
	"slices"

	"vitrine/internal/posting"
)

// Matches in an order of the catalogue are read in one of four ways. Few are read by
// their keys and sorted. Of many, the first are found by a column of the index, and those
// read by their keys. For a page far behind, what the order goes by is read of all that
// come before it. Of very many, of which a walk meets some soon, the index of the order is
// walked along.
const (
	few     = 500
	fewDays = 2_000 // as many models as the days of a page may have
	// maxFar is of how many matches what an order goes by is read for a page.
	maxFar = 20_000
)

// page reads a page of a set.
func (s *search) page(ctx context.Context, set *posting.Set) ([]entry, error) {
	if set.Len() <= s.need() {
		return s.among(ctx, set.IDs())
	}
	ids, found, err := s.first(ctx, set)
	if err != nil {
		return nil, err
	}
	if found {
		return s.among(ctx, ids)
	}
	switch {
	case set.Len() <= few:
		return s.among(ctx, set.IDs())
	case set.Len() <= s.r.searches.maxFar:
		return s.far(ctx, set)
	default:
		return s.walk(ctx, set)
	}
}

// need is how many matches there are up to the end of the page, with the one that says
// that there is another page.
func (s *search) need() int { return offset(s.asked.Page, s.after) + s.asked.Page.Size + 1 }

// first looks for the models that a page of a set may have by a column of the index, and
// reports whether they are few.
func (s *search) first(ctx context.Context, set *posting.Set) (ids []int64, found bool, err error) {
	if s.need() > few {
		return nil, false, nil
	}
	o, ok, err := s.order(ctx)
	if err != nil || !ok {
		return nil, false, err
	}
	return s.index.First(ctx, set, o, s.need(), fewDays)
}

// order is the order that is asked for by a column of the index, if that has it.
func (s *search) order(ctx context.Context) (o posting.Order, ok bool, err error) {
	column, direction, _ := catalogueList.sortKey(s.asked.Sort)
	name := map[string]string{"price": columnPrice, "published_at": columnDay, "sales": columnSales}[column]
	// Blocks of an earlier release have no sales.
	if name == columnSales && !s.present {
		return o, false, nil
	}
	known, err := s.r.searchWords(ctx, []string{posting.ColumnWord(name)})
	if err != nil {
		return o, false, err
	}
	o = posting.Order{
		Column: posting.Word{ID: known[posting.ColumnWord(name)].ID, Name: name}, Descending: direction == "DESC", Exact: name != columnDay,
	}
	if s.after.set() {
		o.After = &posting.Place{Value: s.after.key, ID: s.after.id}
		if name == columnDay {
			o.After.Value = dayOf(s.after.key)
		}
	}
	return o, true, nil
}

// far reads a page that many matches come before, or that is of very many of one day.
func (s *search) far(ctx context.Context, set *posting.Set) ([]entry, error) {
	ids := set.IDs()
	o, ok, err := s.order(ctx)
	if err != nil {
		return nil, err
	}
	if ok && s.need() < len(ids) {
		if ids, _, err = s.index.First(ctx, set, o, s.need(), len(ids)); err != nil {
			return nil, err
		}
	}
	found, err := s.keys(ctx, ids)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(found, catalogueList.before(s.asked.Sort))
	found = found[min(offset(s.asked.Page, s.after), len(found)):]
	return s.r.withRecords(ctx, catalogueList, found[:min(s.asked.Page.Size+1, len(found))])
}

// keysAtOnce is of how many models one statement reads what an order goes by.
const keysAtOnce = 1_000

// keys reads what the order goes by of those of some models that come behind the page
// before.
func (s *search) keys(ctx context.Context, ids []int64) ([]entry, error) {
	_, _, compare := catalogueList.sortKey(s.asked.Sort)
	var found []entry
	for some := range slices.Chunk(ids, keysAtOnce) {
		b := (&builder{}).add("SELECT l.model_id, l."+s.sortColumn()+" FROM listings l WHERE l.model_id ").among(s.r.dialect, some)
		if s.after.set() {
			b.add(" AND (l."+s.sortColumn()+", l.model_id) "+compare+" (?, ?)", s.after.key, s.after.id)
		}
		read, err := query(ctx, s.r, scanKey, b.String(), b.args...)
		if err != nil {
			return nil, err
		}
		found = append(found, read...)
	}
	return found, nil
}

func scanKey(row scanner) (e entry, err error) { return e, row.Scan(&e.ID, &e.key) }

// among reads a page of some models.
func (s *search) among(ctx context.Context, ids []int64) ([]entry, error) {
	if len(ids) == 0 {
		return []entry{}, nil
	}
	b := (&builder{}).add("SELECT l.model_id AS id, l." + s.sortColumn() + " AS sort_key FROM listings l WHERE l.model_id ")
	b.among(s.r.dialect, ids)
	return s.r.sortedEntries(ctx, catalogueList, b, s.asked, s.after)
}

// The steps in which an order is walked along: the first may hold a page, later ones
// bound what is held at once.
const (
	firstStep = 256
	lastStep  = 8_192
)

// walk goes along the index of an order until it has met a page of matches.
func (s *search) walk(ctx context.Context, set *posting.Set) ([]entry, error) {
	asked := s.asked
	asked.AIGenerated = nil // the set knows, where the index of the order does not
	filter, err := s.r.filter(ctx, asked)
	if err != nil {
		return nil, err
	}
	found := []entry{}
	skip, after := offset(s.asked.Page, s.after), s.after
	for step := firstStep; len(found) <= s.asked.Page.Size; step = min(2*step, lastStep) {
		met, err := s.step(ctx, filter, after, step)
		if err != nil {
			return nil, err
		}
		for _, e := range met {
			if !set.Has(e.ID) {
				continue
			}
			if skip > 0 {
				skip--
				continue
			}
			if found = append(found, e); len(found) > s.asked.Page.Size {
				break
			}
		}
		if len(met) < step {
			break
		}
		last := met[len(met)-1]
		after = cursor{key: last.key, id: last.ID}
	}
	return s.r.withRecords(ctx, catalogueList, found)
}

// step reads some entries of an order, without their records.
func (s *search) step(ctx context.Context, filter *builder, after cursor, size int) ([]entry, error) {
	column, direction, compare := catalogueList.sortKey(s.asked.Sort)
	b := (&builder{}).add("SELECT l.model_id, l." + column + " FROM listings l WHERE ").splice(filter)
	if after.set() {
		b.add(" AND (l."+column+", l.model_id) "+compare+" (?, ?)", after.key, after.id)
	}
	b.add(" ORDER BY l."+column+" "+direction+", l.model_id "+direction).window(size, 0)
	return query(ctx, s.r, scanKey, b.String(), b.args...)
}
