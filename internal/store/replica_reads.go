package store

import (
	"context"

	"vitrine"
)

// These reads may go to a replica; all others go to the primary. Each finds nothing but
// what the log of changes tells of: published models, and categories.

// always is for reads that find nothing else.
func always[T any](T) bool { return true }

// Catalogue returns a page of the published models. A page that was read before
// is given again until the catalogue changes; its records are not to be
// changed.
func (db *DB) Catalogue(ctx context.Context, q vitrine.CatalogueQuery) (RecordPage, error) {
	return elsewhere(ctx, db, func(ctx context.Context, r *reads) (RecordPage, error) { return r.Catalogue(ctx, q) }, always)
}

// Facets counts what the models of a list have. Page and order of the query count for
// nothing. The formats that are named are counted beside those that most models have.
func (db *DB) Facets(ctx context.Context, q vitrine.CatalogueQuery, formats ...string) (Facets, error) {
	return elsewhere(ctx, db, func(ctx context.Context, r *reads) (Facets, error) { return r.Facets(ctx, q, formats...) }, always)
}

// Vocabulary is another number once Complete and Correct may know other words.
func (db *DB) Vocabulary(ctx context.Context) (int64, error) {
	return elsewhere(ctx, db, func(ctx context.Context, r *reads) (int64, error) { return r.Vocabulary(ctx) }, always)
}

// Complete returns the searches that keywords may become by more letters of the word that
// they end with, those first that find most. The query's filters hold for each of them;
// none finds nothing.
func (db *DB) Complete(ctx context.Context, q vitrine.CatalogueQuery) ([]Suggestion, error) {
	return elsewhere(ctx, db, func(ctx context.Context, r *reads) ([]Suggestion, error) { return r.Complete(ctx, q) }, always)
}

// Correct returns the search that a reader meant who finds few models, by words that are
// spelled nearly the same and find many more: one, or none. The query's filters hold for it.
func (db *DB) Correct(ctx context.Context, q vitrine.CatalogueQuery) ([]Suggestion, error) {
	return elsewhere(ctx, db, func(ctx context.Context, r *reads) ([]Suggestion, error) { return r.Correct(ctx, q) }, always)
}

// ReadyCompletions reads the completions of every single letter, where Complete looks for
// them: if documents were merged since the last time, and that is long enough ago for what it took.
func (db *DB) ReadyCompletions(ctx context.Context) error {
	_, err := elsewhere(ctx, db, func(ctx context.Context, r *reads) (struct{}, error) { return struct{}{}, r.ReadyCompletions(ctx) }, always)
	return err
}

// Opinions reads what is said of a model, added up.
func (db *DB) Opinions(ctx context.Context, modelID int64) (vitrine.Opinions, error) {
	return elsewhere(ctx, db, func(ctx context.Context, r *reads) (vitrine.Opinions, error) { return r.Opinions(ctx, modelID) }, always)
}

// Tally returns how many like or follow something, as it was last added up.
func (db *DB) Tally(ctx context.Context, kind TallyKind, about int64) (int64, error) {
	return elsewhere(ctx, db, func(ctx context.Context, r *reads) (int64, error) { return r.Tally(ctx, kind, about) }, always)
}

// Reviews lists the reviews of a model that are shown, newest first.
func (db *DB) Reviews(ctx context.Context, modelID int64, page vitrine.Page) (ReviewPage, error) {
	return elsewhere(ctx, db, func(ctx context.Context, r *reads) (ReviewPage, error) { return r.Reviews(ctx, modelID, page) }, always)
}

// Record returns a model as it is served, in its first language.
func (db *DB) Record(ctx context.Context, id int64) (Record, error) {
	return elsewhere(ctx, db, func(ctx context.Context, r *reads) (Record, error) { return r.Record(ctx, id) },
		func(found Record) bool { return found.Status == vitrine.Published })
}

// ModelBySlug returns the model that has a slug, with its files and images.
// Slugs are never given away again, so it may be a deleted one: DeletedAt says
// so, and it comes without files and images.
func (db *DB) ModelBySlug(ctx context.Context, slug string) (*vitrine.Model, error) {
	return elsewhere(ctx, db, func(ctx context.Context, r *reads) (*vitrine.Model, error) { return r.ModelBySlug(ctx, slug) },
		func(m *vitrine.Model) bool { return m.Status == vitrine.Published && m.DeletedAt.IsZero() })
}

// ListedIDs returns which models are on a page of the published ones, for who has or gets
// their records elsewhere.
func (db *DB) ListedIDs(ctx context.Context, q vitrine.CatalogueQuery) (ListedPage, error) {
	return elsewhere(ctx, db, func(ctx context.Context, r *reads) (ListedPage, error) { return r.ListedIDs(ctx, q) }, always)
}

// NewestOf returns the newest published models of an author, without adult content.
func (db *DB) NewestOf(ctx context.Context, authorID int64, limit int) ([]int64, error) {
	return elsewhere(ctx, db, func(ctx context.Context, r *reads) ([]int64, error) { return r.NewestOf(ctx, authorID, limit) }, always)
}

// Pictured returns some published models, in any order. Those that are published no more
// are left out.
func (db *DB) Pictured(ctx context.Context, ids []int64) ([]Pictured, error) {
	return elsewhere(ctx, db, func(ctx context.Context, r *reads) ([]Pictured, error) { return r.Pictured(ctx, ids) }, always)
}

// ListedAfter returns up to limit published models without adult content, by
// ascending identifiers greater than after and at most upTo.
func (db *DB) ListedAfter(ctx context.Context, after, upTo int64, limit int) ([]Listed, error) {
	return elsewhere(ctx, db, func(ctx context.Context, r *reads) ([]Listed, error) { return r.ListedAfter(ctx, after, upTo, limit) }, always)
}

// Categories lists the whole tree: each top category followed by its
// subcategories, all in their order.
func (db *DB) Categories(ctx context.Context) ([]vitrine.Category, error) {
	return elsewhere(ctx, db, func(ctx context.Context, r *reads) ([]vitrine.Category, error) { return r.Categories(ctx) }, always)
}

// FormerCategories returns what stands in the place of the slugs that categories had.
func (db *DB) FormerCategories(ctx context.Context) (map[string]int64, error) {
	return elsewhere(ctx, db, func(ctx context.Context, r *reads) (map[string]int64, error) { return r.FormerCategories(ctx) }, always)
}

// MergedCategories returns what stands in the place of the numbers of categories that were merged away.
func (db *DB) MergedCategories(ctx context.Context) (map[int64]int64, error) {
	return elsewhere(ctx, db, func(ctx context.Context, r *reads) (map[int64]int64, error) { return r.MergedCategories(ctx) }, always)
}

// CategoryOnceNumbered reads what stands in the place of a category that was merged away; NotFound
// where none of this number was.
func (db *DB) CategoryOnceNumbered(ctx context.Context, id int64) (*vitrine.Category, error) {
	return elsewhere(ctx, db, func(ctx context.Context, r *reads) (*vitrine.Category, error) { return r.CategoryOnceNumbered(ctx, id) },
		always)
}

// Category reads a category; NotFound when there is none.
func (db *DB) Category(ctx context.Context, id int64) (*vitrine.Category, error) {
	return elsewhere(ctx, db, func(ctx context.Context, r *reads) (*vitrine.Category, error) { return r.Category(ctx, id) }, always)
}
