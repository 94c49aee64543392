package seller

import (
	"vitrine"
	"vitrine/internal/locale"
)

// earning is what the author gets at a price, after the share of the marketplace.
type earning struct {
	Share int64 // in hundredths of a percent, as the script counts
	Step  int64 // of the currency, in hundredths
	Says  string
	Words string // the same, with {earned} and {price} where a script writes them
	Else  string // as long as there is no price
}

// Earning says what the author gets at the price that the form has, nil where all of it is
// theirs.
func (f *form) Earning() *earning {
	if f.Share == 0 {
		return nil
	}
	percent := f.language.Percent(f.Share.String())
	e := sayingOf(f.language, percent)
	e.Share, e.Step = int64(f.Share), int64(vitrine.StepOf(f.Currency))
	price, err := vitrine.ParseTypedPrice(f.Get("price"))
	if e.Says = e.Else; err == nil && price > 0 {
		rest := f.Share.Rest(price, vitrine.StepOf(f.Currency))
		e.Says = earns(f.language, f.language.Priced(rest.String(), f.Currency), f.language.Money(price, f.Currency), percent)
	}
	return e
}

func sayingOf(l *locale.Language, percent string) *earning {
	return &earning{Words: earns(l, "{earned}", "{price}", percent), Else: l.T("The marketplace keeps {share} of each sale.", percent)}
}

func earns(l *locale.Language, earned, price, percent string) string {
	return l.T("You earn {earned} of {price}; the marketplace keeps {share}.", earned, price, percent)
}
