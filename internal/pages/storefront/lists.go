package storefront

import (
	"context"
	"encoding/json"
	"fmt"

	"vitrine"
	"vitrine/internal/kept"
	"vitrine/internal/store"
)

// listBytes bounds the lists that are remembered, some 2,000.
const listBytes = 2 << 20

// keptList is which models a list has.
type keptList struct {
	page  store.ListedPage
	query vitrine.CatalogueQuery
}

func newListMemory(db *store.DB) *kept.Memory[string, *keptList] {
	return kept.New[string](db, listBytes, func(k *keptList, c *store.Change) bool {
		return c.TouchesList(&k.query, func(int64) bool { return false }) // nothing of its models but their order
	})
}

// listed reads which models are on a page of a list. It is not to be changed.
func (p *Pages) listed(ctx context.Context, q vitrine.CatalogueQuery) (store.ListedPage, error) {
	return p.keptList(ctx, "", q, func() (store.ListedPage, error) { return p.db.ListedIDs(ctx, q) })
}

// newestBy reads the newest models of an author, along their own index.
func (p *Pages) newestBy(ctx context.Context, author vitrine.User, limit int) ([]int64, error) {
	q := vitrine.CatalogueQuery{Author: author.Username, Page: vitrine.Page{Size: limit}}
	found, err := p.keptList(ctx, "newest ", q, func() (store.ListedPage, error) {
		ids, err := p.db.NewestOf(ctx, author.ID, limit)
		return store.ListedPage{IDs: ids}, err
	})
	return found.IDs, err
}

// keptList returns a list from memory, or reads it. Lists that are read in another way than
// by their query alone have a name.
func (p *Pages) keptList(ctx context.Context, name string, q vitrine.CatalogueQuery, read func() (store.ListedPage, error)) (
	page store.ListedPage, err error,
) {
	const overhead = 500
	asked, err := json.Marshal(q)
	if err != nil {
		return page, fmt.Errorf("name the list: %w", err)
	}
	key := name + string(asked)
	k, moment, ok := p.lists.Find(ctx, key)
	if ok {
		return k.page, nil
	}
	page, err = read()
	// Sales are not logged.
	if err == nil && q.Sort != vitrine.BySales {
		p.lists.Keep(key, &keptList{page, q}, overhead+2*len(key)+8*len(page.IDs), moment)
	}
	return page, err
}
