package shop

import (
	"context"
	"slices"
	"strings"

	"vitrine"
	"vitrine/internal/store"
	"vitrine/internal/tax"
)

// TaxRules are what the operator says of tax and invoices.
func (s *Shop) TaxRules(ctx context.Context) (vitrine.TaxRules, error) { return s.db.TaxRules(ctx) }

// TaxVersion is the version of rules that a Precondition is asked about.
func TaxVersion(rules vitrine.TaxRules) int64 { return versionOf(rules) }

// SetTaxRules has an operator say how sales are taxed from now on. What is pinned on orders stays.
func (s *Shop) SetTaxRules(ctx context.Context, in SignedIn, rules vitrine.TaxRules, pre Precondition) error {
	if err := s.sureAtDesk(ctx, in, vitrine.RoleOperator); err != nil {
		return err
	}
	rules.House = tidyParty(rules.House)
	rules.Note, rules.Series, rules.Zone = tidyLines(rules.Note), strings.TrimSpace(rules.Series), strings.TrimSpace(rules.Zone)
	rules.NetworkHeader, rules.Code = strings.TrimSpace(rules.NetworkHeader), strings.TrimSpace(rules.Code)
	faults := rules.Check()
	if rules.Mode != vitrine.TaxOff {
		faults = append(faults, checkPlace("/house", rules.House)...)
	}
	if rules.Mode == vitrine.TaxStripe && !s.FindsTax() {
		faults = append(faults, vitrine.Field{Pointer: "/mode", Code: "not_allowed",
			Detail: "Stripe Tax finds the tax of what is paid by Stripe: start the server with --payments stripe first"})
	}
	if err := vitrine.InvalidFields(faults); err != nil {
		return err
	}
	return s.operate(ctx, in, func(tx *store.Tx, _ SignedIn) error {
		before, err := tx.TaxRules(ctx)
		if err != nil {
			return err
		}
		if err := pre.check(TaxVersion(before)); err != nil {
			return err
		}
		if err := tx.SetTaxRules(ctx, rules); err != nil {
			return err
		}
		return s.noteChange(ctx, tx, Noted{Act: vitrine.ActTaxChange, Before: before, After: rules})
	})
}

// checkPlace returns what is wrong with the country and the VAT ID of who sells.
func checkPlace(pointer string, p vitrine.Party) (faults []vitrine.Field) {
	if !vitrine.IsCountry(p.Country) {
		faults = append(faults, vitrine.Field{Pointer: pointer + "/country", Code: "required", Detail: "choose a country"})
	}
	if p.VATID != "" && tax.IsMember(tax.Territory(p.Country)) { // elsewhere numbers have forms of their own
		faults = append(faults, tax.CheckVATID(pointer+"/vat_id", p.VATID, p.Country)...)
	} else if len(p.VATID) > maxVATID {
		faults = append(faults, vitrine.Field{Pointer: pointer + "/vat_id", Code: "bad_length", Detail: "a VAT ID has at most 20 characters"})
	}
	return faults
}

const maxVATID = 20

func tidyParty(p vitrine.Party) vitrine.Party {
	p.Name, p.Address = strings.TrimSpace(p.Name), tidyLines(p.Address)
	p.Email, p.TaxID = strings.TrimSpace(p.Email), strings.TrimSpace(p.TaxID)
	p.Country, p.VATID = strings.ToUpper(strings.TrimSpace(p.Country)), tax.TrimVATID(p.VATID)
	return p
}

// tidyLines is a text of some lines without what is around them, and without empty ones.
func tidyLines(text string) string {
	var lines []string
	for line := range strings.Lines(strings.ReplaceAll(text, "\r", "\n")) {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n")
}

// ownRates are the rates of the operator that stand, as they are looked up.
func ownRates(stored []store.TaxRate) (list []tax.Rate) {
	for _, r := range stored {
		if r.ReplacedAt.IsZero() {
			list = append(list, rateOf(r))
		}
	}
	return list
}

func rateOf(r store.TaxRate) tax.Rate {
	return tax.Rate{Country: r.Country, Kind: r.Kind, Rate: r.Rate, From: r.From, Until: r.Until, Source: r.Source}
}

// TaxRatesAtDesk are the rates that hold today, and all that operators wrote.
type TaxRatesAtDesk struct {
	Today   string // the day in the marketplace's zone
	InForce []tax.Rate
	Own     []store.TaxRate // those that were replaced too
}

// TaxRates lists rates to operators.
func (s *Shop) TaxRates(ctx context.Context, in SignedIn) (list TaxRatesAtDesk, err error) {
	if err := in.MustOperate(); err != nil {
		return list, err
	}
	rules, err := s.db.TaxRules(ctx)
	if err != nil {
		return list, err
	}
	list.Today = rules.Day(s.now())
	if list.Own, err = s.db.TaxRates(ctx); err != nil {
		return list, err
	}
	list.InForce = tax.InForce(ownRates(list.Own), list.Today)
	return list, nil
}

// AddTaxRate has an operator add a rate, which wins over the shipped one of its country on its days.
func (s *Shop) AddTaxRate(ctx context.Context, in SignedIn, r tax.Rate) error {
	return s.operate(ctx, in, func(tx *store.Tx, in SignedIn) error {
		stored, err := tx.TaxRatesOf(ctx, r.Country)
		if err != nil {
			return err
		}
		r.Source = in.User.Username
		if err := vitrine.InvalidFields(checkRate(r, ownRates(stored))); err != nil {
			return err
		}
		return s.addTaxRate(ctx, tx, r)
	})
}

func checkRate(r tax.Rate, others []tax.Rate) (faults []vitrine.Field) {
	if !vitrine.IsCountry(r.Country) {
		faults = append(faults, vitrine.Field{Pointer: "/country", Code: "required", Detail: "choose a country"})
	}
	if !slices.Contains([]string{"", string(vitrine.CG), string(vitrine.Printable)}, r.Kind) {
		faults = append(faults, vitrine.Field{Pointer: "/kind", Code: "not_allowed",
			Detail: "a kind of good is cg or printable, or nothing for all"})
	}
	return append(faults, r.Check(others)...)
}

func (s *Shop) addTaxRate(ctx context.Context, tx *store.Tx, r tax.Rate) error {
	row := store.TaxRate{Country: r.Country, Kind: r.Kind, Rate: r.Rate, From: r.From, Until: r.Until, Source: r.Source,
		CreatedAt: s.now()}
	if err := tx.AddTaxRate(ctx, &row); err != nil {
		return err
	}
	return s.Note(ctx, tx, Noted{Act: vitrine.ActTaxRate, ID: idText(row.ID), After: rateFacts(r)})
}

// EndTaxRate has an operator end a rate on a day, from which on it holds no more; "" takes it back as if it
// had never been. What is pinned on orders stays, and so does what stood before.
func (s *Shop) EndTaxRate(ctx context.Context, in SignedIn, id int64, until string) error {
	return s.operate(ctx, in, func(tx *store.Tx, _ SignedIn) error {
		row, err := tx.TaxRateByID(ctx, id)
		if err != nil {
			return err
		}
		if err := tx.ReplaceTaxRate(ctx, id, s.now()); err != nil {
			return err
		}
		before := rateOf(row)
		if err := s.Note(ctx, tx, Noted{Act: vitrine.ActTaxRateEnd, ID: idText(id), Before: rateFacts(before)}); err != nil || until == "" {
			return err
		}
		after := before
		after.Until = until
		stored, err := tx.TaxRatesOf(ctx, after.Country) // without the one that was just replaced
		if err != nil {
			return err
		}
		if err := vitrine.InvalidFields(after.Check(ownRates(stored))); err != nil {
			return err
		}
		return s.addTaxRate(ctx, tx, after)
	})
}

func rateFacts(r tax.Rate) facts {
	return facts{"country": r.Country, "kind": r.Kind, "rate": r.Rate.String(), "from": r.From, "until": r.Until}
}

// TaxProfile is who a seller is on invoices, as they said last.
func (s *Shop) TaxProfile(ctx context.Context, in SignedIn) (vitrine.TaxProfile, error) {
	profile, err := s.db.TaxProfile(ctx, in.User.ID)
	if vitrine.CodeOf(err) == vitrine.NotFound {
		return vitrine.TaxProfile{}, nil
	}
	return profile, err
}

// SetTaxProfile has a seller say who they are on invoices from now on.
func (s *Shop) SetTaxProfile(ctx context.Context, in SignedIn, p vitrine.TaxProfile) error {
	p.Party, p.Note = tidyParty(p.Party), tidyLines(p.Note)
	if err := vitrine.InvalidFields(append(p.Check(), checkPlace("", p.Party)...)); err != nil {
		return err
	}
	return s.db.Write(ctx, func(tx *store.Tx) error {
		if err := tx.SetTaxProfile(ctx, in.User.ID, p, s.now()); err != nil {
			return err
		}
		// What it says is theirs: the log can't forget it.
		return s.Note(ctx, tx, Noted{Act: vitrine.ActTaxProfile, ID: idText(in.User.ID), After: facts{"country": p.Country, "exempt": p.Exempt}})
	})
}
