package shop

import (
	"context"
	"crypto/rand"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"vitrine"
	"vitrine/internal/record"
	"vitrine/internal/store"
)

// refresh encodes and stores the record of a model and updates its row in the
// catalogue. Every change of what the record shows ends with it, in the same
// transaction.
func (s *Shop) refresh(ctx context.Context, tx *store.Tx, id int64) (*vitrine.Model, error) {
	m, err := tx.Model(ctx, id)
	if err != nil {
		return nil, err
	}
	m.Measured = Measured(m)
	for _, language := range m.Languages() {
		encoded := record.Append(nil, m, m.TextIn(language), s.settings.Currency)
		if err := tx.PutRecord(ctx, m, language, string(encoded)); err != nil {
			return nil, err
		}
	}
	if m.Status == vitrine.Published {
		return m, tx.PutListing(ctx, m, record.Extensions(m))
	}
	return m, tx.RemoveListing(ctx, m.ID)
}

// touch notes a change of a model that is in other rows than its own, and shows it.
func (s *Shop) touch(ctx context.Context, tx *store.Tx, id int64) error {
	if err := tx.TouchModel(ctx, id, s.now()); err != nil {
		return err
	}
	_, err := s.refresh(ctx, tx, id)
	return err
}

// refreshAtOnce bounds how many records one transaction makes anew.
const refreshAtOnce = 20

// MakeRecords makes the records that were dropped, as when a category is renamed.
func (s *Shop) MakeRecords(ctx context.Context) error {
	for {
		ids, err := s.db.ModelsWithoutRecord(ctx, refreshAtOnce)
		if err != nil || len(ids) == 0 {
			return err
		}
		err = s.db.Write(ctx, func(tx *store.Tx) error {
			for _, id := range ids {
				if _, err := s.refresh(ctx, tx, id); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
}

// freeSlug makes a slug from the title that no model has or had.
func freeSlug(ctx context.Context, tx *store.Tx, m *vitrine.Model) (string, error) {
	slug := slugOf(m.Title)
	taken, err := tx.SlugTaken(ctx, slug)
	if err != nil {
		return "", err
	}
	if taken {
		slug += "-" + strings.ToLower(rand.Text()[:8])
	}
	return slug, nil
}

func slugOf(title string) string { return vitrine.Slug(plainLetters(title)) }

// plainLetters takes the marks off letters: é becomes e.
func plainLetters(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, norm.NFKD.String(text))
}
