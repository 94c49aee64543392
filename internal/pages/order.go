package pages

import (
	"html/template"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pdf"
)

// OrderFunctions are those of templates that show orders, in each language.
func OrderFunctions() template.FuncMap {
	return template.FuncMap{
		"money": Spoken(func(l *locale.Language) any {
			return func(o *vitrine.Order) string { return l.Money(o.Price, o.Currency) }
		}),
		"listprice": Spoken(func(l *locale.Language) any {
			return func(o *vitrine.Order) string { return l.Money(o.ListPrice(), o.Currency) }
		}),
		"state": Spoken(func(l *locale.Language) any { return func(s vitrine.OrderStatus) string { return state(l, s) } }),
		"licence": Spoken(func(l *locale.Language) any {
			return func(license vitrine.PinnedLicense) string { return LicenseName(l, license) }
		}),
		"taxline": Spoken(func(l *locale.Language) any {
			return func(o *vitrine.Order, t vitrine.OrderTax) string { return TaxLine(l, t, o.Currency) }
		}),
		"terms":      TermsFunction(),
		"prints":     Spoken(func(l *locale.Language) any { return func() bool { return pdf.Speaks(l.Tag) } }),
		"capital":    Capitalize,
		"paragraphs": Paragraphs,
	}
}

// state is what an order's state is called within a sentence.
func state(l *locale.Language, s vitrine.OrderStatus) string {
	words := map[vitrine.OrderStatus]locale.Phrase{
		vitrine.Unpaid: locale.Text("order|unpaid"), vitrine.Paid: locale.Text("order|paid"), vitrine.Canceled: locale.Text("order|canceled"),
		vitrine.Expired: locale.Text("order|expired"), vitrine.Refunded: locale.Text("order|refunded"),
		vitrine.Disputed: locale.Text("order|disputed"),
	}
	return l.Say(words[s])
}
