package papers

import (
	"net/url"
	"strconv"
	"strings"

	"vitrine"
	"vitrine/internal/locale"
)

// valuesOf is a licence as its form has it.
func valuesOf(l *vitrine.LicenseText) url.Values {
	is := func(yes bool) string {
		if yes {
			return string(vitrine.Yes)
		}
		return string(vitrine.No)
	}
	limit := func(n int64) string {
		if n == 0 {
			return ""
		}
		return strconv.FormatInt(n, 10)
	}
	return url.Values{
		"name": {l.Name}, "description": {l.Description}, "text": {l.Text}, "commercial_use": {is(l.CommercialUse)},
		"redistribution": {is(l.Redistribution)}, "remix": {string(l.Remix)}, "print_sale": {string(l.PrintSale)},
		"credit": {string(l.Credit)}, "training": {string(l.Training)}, "copies": {limit(l.Copies)}, "seats": {limit(l.Seats)},
	}
}

// licenseSent reads the form of a licence. What it can't be is told with all that is wrong.
func licenseSent(l *locale.Language, form url.Values) (vitrine.LicenseText, error) {
	said := func(name string) string { return strings.TrimSpace(form.Get(name)) }
	var faults []vitrine.Field
	decided := func(name string) bool {
		if answer := vitrine.YesNo(said(name)); answer != vitrine.Yes && answer != vitrine.No {
			faults = append(faults, vitrine.Field{Pointer: "/" + name, Code: "required", Detail: l.T("Choose yes or no.")})
		}
		return said(name) == string(vitrine.Yes)
	}
	limit := func(name string) (n int64) {
		if said(name) == "" {
			return 0
		}
		n, err := strconv.ParseInt(said(name), 10, 64)
		if err != nil || n < 1 || n > vitrine.MaxLicenseLimit {
			faults = append(faults, vitrine.Field{Pointer: "/" + name, Code: "out_of_range",
				Detail: l.T("Write a whole number from 1 to 1,000,000,000, or nothing where there is no limit.")})
		}
		return n
	}
	sent := vitrine.LicenseText{Name: said("name"), Description: said("description"), Text: form.Get("text"),
		LicenseTerms: vitrine.LicenseTerms{
			CommercialUse: decided("commercial_use"), Redistribution: decided("redistribution"), Remix: vitrine.YesNo(said("remix")),
			PrintSale: vitrine.YesNo(said("print_sale")), Credit: vitrine.YesNo(said("credit")), Training: vitrine.YesNo(said("training")),
			Copies: limit("copies"), Seats: limit("seats"),
		}}
	return sent, vitrine.InvalidFields(faults)
}
