package shop

import (
	"context"
	"fmt"
	"time"

	"vitrine"
	"vitrine/internal/seed"
	"vitrine/internal/store"
)

// Seed fills a new marketplace with the shipped categories and licences. It
// may be run by every process at its start: it happens once, and what the
// operator changed or removed since stays so.
func (s *Shop) Seed(ctx context.Context) error {
	err := s.db.Write(ctx, func(tx *store.Tx) error {
		first, err := tx.SetSettingOnce(ctx, "seeded", "1")
		if err != nil || !first {
			return err
		}
		if err := seedCategories(ctx, tx, s.now()); err != nil {
			return err
		}
		return seedLicenses(ctx, tx, s.now())
	})
	if err != nil {
		return fmt.Errorf("seed the marketplace: %w", err)
	}
	return nil
}

func seedCategories(ctx context.Context, tx *store.Tx, now time.Time) error {
	for i, shipped := range seed.Categories() {
		c := vitrine.Category{
			ID: shipped.ID, ParentID: shipped.ParentID, Slug: shipped.Slug, Title: shipped.Title, Name: shipped.Name,
			Description: shipped.Description, Position: i + 1, CreatedAt: now, UpdatedAt: now,
		}
		for _, t := range shipped.ProductTypes {
			c.ProductTypes = append(c.ProductTypes, vitrine.ProductType(t))
		}
		if err := tx.InsertCategory(ctx, &c); err != nil {
			return err
		}
	}
	return nil
}

func seedLicenses(ctx context.Context, tx *store.Tx, now time.Time) error {
	for _, shipped := range seed.Licenses() {
		err := tx.AddLicense(ctx, vitrine.LicenseText{
			Type: vitrine.License(shipped.Type), Name: shipped.Name, Description: shipped.Description, Text: shipped.Text,
			LicenseTerms: vitrine.LicenseTerms{
				CommercialUse: shipped.CommercialUse, Redistribution: shipped.Redistribution, Remix: vitrine.YesNo(shipped.Remix),
				PrintSale: vitrine.YesNo(shipped.PrintSale), Credit: vitrine.YesNo(shipped.Credit), Training: vitrine.YesNo(shipped.Training),
			},
			CreatedAt: now, UpdatedAt: now,
		})
		if err != nil {
			return err
		}
	}
	return nil
}
