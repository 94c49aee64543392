package pages

import (
	"vitrine"
	"vitrine/internal/locale"
)

// Term is a line of what a licence allows.
type Term struct{ Name, Says string }

// TermsFunction is the function of templates that tells the terms of a licence.
func TermsFunction() Spoken {
	return func(l *locale.Language) any { return func(t vitrine.LicenseTerms) []Term { return termsIn(l, t) } }
}

func termsIn(l *locale.Language, t vitrine.LicenseTerms) (list []Term) {
	is := func(yes bool) vitrine.YesNo {
		if yes {
			return vitrine.Yes
		}
		return vitrine.No
	}
	add := func(name string, answer vitrine.YesNo) {
		switch answer {
		case vitrine.Yes:
			list = append(list, Term{name, l.T("license|yes")})
		case vitrine.No:
			list = append(list, Term{name, l.T("license|no")})
		}
	}
	add(l.T("Commercial use"), is(t.CommercialUse))
	add(l.T("Change it and build on it"), t.Remix)
	add(l.T("Sell printed objects"), t.PrintSale)
	add(l.T("Pass the files on"), is(t.Redistribution))
	add(l.T("Train AI with it"), t.Training)
	switch t.Credit {
	case vitrine.Yes:
		list = append(list, Term{l.T("Name the author"), l.T("license|required")})
	case vitrine.No:
		list = append(list, Term{l.T("Name the author"), l.T("license|not required")})
	}
	if t.Copies > 0 {
		list = append(list, Term{l.T("Copies"), l.T("license|up to {n}", t.Copies)})
	}
	if t.Seats > 0 {
		list = append(list, Term{l.T("People who work with it"), l.T("license|up to {n}", t.Seats)})
	}
	return list
}

// LicenseName is what a licence is called. Those of every marketplace have a name in each
// language, an operator's own the one that it was bought under.
func LicenseName(l *locale.Language, license vitrine.PinnedLicense) string {
	if !license.Type.Builtin() && license.Name != "" {
		return license.Name
	}
	return l.Known(Capitalize(string(license.Type)))
}
