package shop

import (
	"context"
	"time"

	"vitrine"
	"vitrine/internal/store"
)

// SellerFacts returns what somebody has said for the tax office; its version is 0 where that is nothing.
func (s *Shop) SellerFacts(ctx context.Context, in SignedIn) (vitrine.StoredSellerFacts, error) {
	if err := s.mustBeFresh(ctx, in); err != nil {
		return vitrine.StoredSellerFacts{}, err
	}
	p, err := s.db.SellerFacts(ctx, in.User.ID)
	if vitrine.CodeOf(err) == vitrine.NotFound {
		return vitrine.StoredSellerFacts{UserID: in.User.ID}, nil
	}
	return p, err
}

// SetSellerFacts says what a tax office asks, for somebody who has just shown who they are. seen is asked about the
// version of what it replaces.
func (s *Shop) SetSellerFacts(ctx context.Context, in SignedIn, p vitrine.SellerFacts, seen Precondition) error {
	if err := s.mustBeFresh(ctx, in); err != nil {
		return err
	}
	p = p.Tidied()
	if err := vitrine.InvalidFields(p.Check(s.now())); err != nil {
		return err
	}
	return s.db.Write(ctx, func(tx *store.Tx) error {
		if _, err := s.asNow(ctx, tx, in); err != nil {
			return err
		}
		stored, err := tx.SellerFacts(ctx, in.User.ID)
		if err != nil && vitrine.CodeOf(err) != vitrine.NotFound {
			return err
		}
		if err := seen.check(stored.Version); err != nil || stored.Version > 0 && stored.SellerFacts == p {
			return err
		}
		was := stored.Version
		stored.UserID, stored.SellerFacts, stored.ChangedAt = in.User.ID, p, s.now()
		if err := tx.SetSellerFacts(ctx, &stored); err != nil {
			return err
		}
		return s.Note(ctx, tx, Noted{Act: vitrine.ActUserTax, ID: idText(in.User.ID), Before: facts{"version": was},
			After: facts{"version": stored.Version}})
	})
}

// SellersReport tells a function of each seller who sold something in a year, for an operator who showed who they are just
// now. It is noted.
func (s *Shop) SellersReport(ctx context.Context, in SignedIn, year int, form string, each func(vitrine.ReportedSeller) error) error {
	if year < 1970 || year > s.now().UTC().Year() {
		return vitrine.Errorf(vitrine.Invalid, "there is no report of %d", year)
	}
	err := s.operate(ctx, in, func(tx *store.Tx, _ SignedIn) error {
		return s.Note(ctx, tx, Noted{Act: vitrine.ActHouseTax, After: facts{"year": year, "form": form}})
	})
	if err != nil {
		return err
	}
	const batch = 100
	for after := int64(0); ; {
		sellers, err := s.db.SellersOfLedger(ctx, after, batch)
		if err != nil || len(sellers) == 0 {
			return err
		}
		for _, id := range sellers {
			after = id
			if err := s.taxSeller(ctx, id, year, each); err != nil {
				return err
			}
		}
	}
}

// taxSeller tells of what a seller earned in a year, by currency.
func (s *Shop) taxSeller(ctx context.Context, id int64, year int, each func(vitrine.ReportedSeller) error) error {
	from := time.Date(year, 1, 1, 0, 0, 0, 0, time.UTC)
	years := map[string]*vitrine.TaxYear{}
	var currencies []string
	err := s.db.Look(ctx, func(at *store.View) error {
		_, err := at.SellerStatements(ctx, id, from, from.AddDate(1, 0, 0), func(e vitrine.StatementEntry) error {
			if !e.Live {
				return nil
			}
			if years[e.Currency] == nil {
				years[e.Currency] = &vitrine.TaxYear{SellerID: id, Year: year, Currency: e.Currency}
				currencies = append(currencies, e.Currency)
			}
			years[e.Currency].Take(e)
			return nil
		})
		return err
	})
	if err != nil {
		return err
	}
	for _, currency := range currencies {
		sum := years[currency].Whole()
		if sum == (vitrine.TaxSums{}) {
			continue
		}
		told, err := s.taxPerson(ctx, id)
		if err != nil {
			return err
		}
		told.TaxYear = *years[currency]
		if err := each(told); err != nil {
			return err
		}
	}
	return nil
}

// taxPerson is who a seller is, as far as it is known.
func (s *Shop) taxPerson(ctx context.Context, id int64) (told vitrine.ReportedSeller, err error) {
	user, err := s.db.User(ctx, id)
	if err != nil {
		return told, err
	}
	told.Username = user.Username
	profile, err := s.db.SellerFacts(ctx, id)
	if err != nil && vitrine.CodeOf(err) != vitrine.NotFound {
		return told, err
	}
	account, err := s.db.PayoutAccount(ctx, id)
	if err != nil && vitrine.CodeOf(err) != vitrine.NotFound {
		return told, err
	}
	told.Profile, told.Account = profile.SellerFacts, account.Bank.IBAN
	return told, nil
}

// keepSellerFacts keeps what the law asks a platform to keep of somebody who sold something, and forgets it of others.
func (s *Shop) keepSellerFacts(ctx context.Context, tx *store.Tx, userID int64) error {
	last, err := tx.LastSold(ctx, userID)
	if err != nil || last.IsZero() {
		if err == nil {
			err = tx.KeepSellerFacts(ctx, userID, time.Time{})
		}
		return err
	}
	return tx.KeepSellerFacts(ctx, userID, time.Date(last.UTC().Year()+1+vitrine.TaxKept, 1, 1, 0, 0, 0, 0, time.UTC))
}

// ForgetSellerFacts removes those of people who were erased long enough ago.
func (s *Shop) ForgetSellerFacts(ctx context.Context) error {
	return s.db.Write(ctx, func(tx *store.Tx) error { return tx.ForgetSellerFacts(ctx, s.now()) })
}
