package shop

import (
	"context"
	"crypto/rand"
	"slices"
	"strings"
	"time"

	"github.com/mozillazg/go-unidecode"
	"golang.org/x/text/unicode/norm"

	"vitrine"
	"vitrine/internal/record"
	"vitrine/internal/store"
)

// refresh encodes and stores the record of a model and updates its rows in its
// author's list and in the catalogue. Every change of what the record shows ends with it, in the same
// transaction.
func (s *Shop) refresh(ctx context.Context, tx *store.Tx, id int64) (*vitrine.Model, error) {
	m, err := tx.Model(ctx, id)
	if err != nil {
		return nil, err
	}
	if err := s.sellsInItsCurrency(ctx, tx); err != nil {
		return nil, err
	}
	m.Measured = s.surveyor.Measured(m)
	still, changed := AtRest(m), false
	for _, language := range m.Languages() {
		encoded := record.Append(nil, still, still.TextIn(language), s.currencyNow())
		differs, err := tx.PutRecord(ctx, m, language, string(encoded))
		if err != nil {
			return nil, err
		}
		changed = changed || differs
	}
	if m.DraftOf != 0 {
		return m, nil // no list has it
	}
	extensions := record.Extensions(m)
	if err := tx.PutOwnListing(ctx, m, extensions); err != nil {
		return nil, err
	}
	if m.Status == vitrine.Published {
		return m, tx.PutListing(ctx, m, extensions, changed)
	}
	return m, tx.RemoveListing(ctx, m.ID)
}

// AtRest is a model as it would be if none of its files was being read: progress
// is no part of what is stored of a model, and changes neither it nor its version.
func AtRest(m *vitrine.Model) *vitrine.Model {
	still := *m
	still.Files = slices.Clone(m.Files)
	for i := range still.Files {
		still.Files[i].WorkedOn, still.Files[i].Queued = time.Time{}, time.Time{}
	}
	return &still
}

// Touch notes, inside a transaction, a change of a model that is in other rows than its
// own, such as those of its files, and updates its record and its rows in lists.
func (s *Shop) Touch(ctx context.Context, tx *store.Tx, id int64) error {
	if err := tx.TouchModel(ctx, id, s.now()); err != nil {
		return err
	}
	_, err := s.refresh(ctx, tx, id)
	return err
}

// refreshAtOnce bounds how many records one transaction makes anew.
const refreshAtOnce = 20

// RecordsToMake reports whether any record was dropped.
func (s *Shop) RecordsToMake(ctx context.Context) (bool, error) {
	ids, err := s.db.ModelsWithoutRecord(ctx, 1)
	return len(ids) > 0, err
}

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

// slugOf makes the readable part of an address from a title of any script: its
// letters are written by their sounds in Latin ones.
func slugOf(title string) string {
	return vitrine.Slug(unidecode.Unidecode(norm.NFC.String(title)))
}
