package main

import (
	"context"
	"errors"
	"fmt"

	"vitrine"
	"vitrine/bench/catalogue"
	"vitrine/internal/inspect"
	"vitrine/internal/record"
	"vitrine/internal/store"
)

// prepare makes the authors of an empty marketplace, or finds them, and reads its categories.
func prepare(ctx context.Context, db *store.DB) (*catalogue.Market, error) {
	m := &catalogue.Market{PreviewRules: inspect.PreviewRules}
	var err error
	if m.Categories, err = db.Categories(ctx); err != nil {
		return nil, err
	}
	if len(m.Categories) == 0 {
		return nil, errors.New("the database has no categories: run `vitrine migrate` on it")
	}
	m.Arrange()
	known, err := db.UserByUsername(ctx, catalogue.Author(0))
	if vitrine.CodeOf(err) == vitrine.NotFound {
		if m.Authors, err = insertAuthors(ctx, db); err != nil {
			return nil, err
		}
		// While it is small: a server does it at its first start.
		return m, db.RewriteFile(ctx)
	}
	if err != nil {
		return nil, err
	}
	m.Authors, err = db.Users(ctx, known.ID-1, catalogue.Authors)
	if err == nil && len(m.Authors) != catalogue.Authors {
		err = fmt.Errorf("the database has %d authors, not %d: it was filled by another release", len(m.Authors), catalogue.Authors)
	}
	return m, err
}

func insertAuthors(ctx context.Context, db *store.DB) (authors []vitrine.User, err error) {
	err = db.Write(ctx, func(tx *store.Tx) error {
		authors = nil
		// Written down later, it would have all records made anew.
		if _, err := tx.KeepCurrency(ctx, currency); err != nil {
			return err
		}
		for k := range catalogue.Authors {
			name := catalogue.Author(k)
			user := vitrine.User{Username: name, Email: name + "@example.com", CreatedAt: began(), UpdatedAt: began()}
			if err := tx.InsertUser(ctx, &user); err != nil {
				return err
			}
			authors = append(authors, user)
		}
		return nil
	})
	return authors, err
}

// currency is what all models are sold in.
const currency = "USD"

// together is how many models share a transaction of the store.
const together = 20

// throughStore stores models as the server does, and sets their identifiers.
func throughStore(ctx context.Context, db *store.DB, count int, model func(int) *vitrine.Model) error {
	for done := 0; done < count; done += together {
		list := make([]*vitrine.Model, min(together, count-done))
		err := db.Write(ctx, func(tx *store.Tx) error {
			for k := range list {
				if err := insert(ctx, tx, model(done+k)); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func insert(ctx context.Context, tx *store.Tx, m *vitrine.Model) error {
	sales := m.Sales
	m.Sales = 0
	if err := tx.InsertModel(ctx, m); err != nil {
		return err
	}
	for k := range m.Files {
		m.Files[k].ModelID = m.ID
		if err := tx.InsertFile(ctx, &m.Files[k]); err != nil {
			return err
		}
	}
	for k := range m.Images {
		m.Images[k].ModelID = m.ID
		if err := tx.InsertImage(ctx, &m.Images[k]); err != nil {
			return err
		}
	}
	if err := tx.UpdateModel(ctx, m); err != nil {
		return err
	}
	if m.AdminRating != nil {
		if err := tx.RateModel(ctx, m.ID, *m.AdminRating); err != nil {
			return err
		}
	}
	if err := putLists(ctx, tx, m); err != nil {
		return err
	}
	return tx.AddSale(ctx, m.ID, int(sales))
}

func putLists(ctx context.Context, tx *store.Tx, m *vitrine.Model) error {
	if _, err := tx.PutRecord(ctx, m, m.Language, string(record.Append(nil, m, m.Text, currency))); err != nil {
		return err
	}
	extensions := record.Extensions(m)
	if err := tx.PutOwnListing(ctx, m, extensions); err != nil {
		return err
	}
	if m.Status != vitrine.Published {
		return nil
	}
	return tx.PutListing(ctx, m, extensions, true)
}
