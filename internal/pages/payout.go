package pages

import (
	"html/template"

	"vitrine"
	"vitrine/internal/locale"
)

// PayoutFunctions are those of templates that show payouts, in each language.
func PayoutFunctions() template.FuncMap {
	return template.FuncMap{
		"payout": Spoken(func(l *locale.Language) any { return func(s vitrine.PayoutStatus) string { return payoutState(l, s) } }),
		"priced": Spoken(func(l *locale.Language) any {
			return func(a vitrine.Amount, currency string) string { return l.Priced(a.String(), currency) }
		}),
	}
}

// payoutState is what a payout's state is called.
func payoutState(l *locale.Language, s vitrine.PayoutStatus) string {
	words := map[vitrine.PayoutStatus]locale.Phrase{
		vitrine.PayoutPending: locale.Text("payout|Pending"), vitrine.PayoutInBatch: locale.Text("payout|In a batch"),
		vitrine.PayoutSent: locale.Text("payout|Sent"), vitrine.PayoutPaid: locale.Text("payout|Paid"),
		vitrine.PayoutFailed: locale.Text("payout|Came back"), vitrine.PayoutCanceled: locale.Text("payout|Canceled"),
	}
	return l.Say(words[s])
}
