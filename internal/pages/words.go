package pages

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"vitrine"
	"vitrine/internal/locale"
)

// Price tells an amount for people, in English.
func Price(amount vitrine.Amount, currency string) string {
	return locale.English().Money(amount, currency)
}

// Grouped writes a number for people, in English.
func Grouped(n int64) string { return locale.English().Number(n) }

// Figure writes a decimal number for people, in English.
func Figure(decimal string) string { return locale.English().Figure(decimal) }

// ByteSize writes a size for people, in English.
func ByteSize(n int64) string { return locale.English().Bytes(n) }

// sentence begins a text with a capital and ends it with a full stop.
func sentence(text string) string {
	if text == "" || text[0] >= 0x80 {
		return text
	}
	return strings.ToUpper(text[:1]) + strings.TrimSuffix(text[1:], ".") + "."
}

// Capitalize begins a text with a capital.
func Capitalize(text string) string {
	if text == "" || text[0] >= 0x80 {
		return text
	}
	return strings.ToUpper(text[:1]) + text[1:]
}

// ScopeInWords says what a scope lets an application do, for the person whom it asks.
type ScopeInWords struct {
	Scope vitrine.Scope
	May   string
	Warns bool // it can cost money or trust
}

// ScopesInWords says what scopes let an application do.
func ScopesInWords(l *locale.Language, scopes []vitrine.Scope) (list []ScopeInWords) {
	for _, s := range []struct {
		scope vitrine.Scope
		may   locale.Phrase
		warns bool
	}{
		{vitrine.ScopeModelsRead, locale.Text("See models, and your drafts"), false},
		{vitrine.ScopeModelsWrite, locale.Text("Upload, change, publish and delete your models"), true},
		{vitrine.ScopeOrdersRead, locale.Text("See what you ordered, and download it"), false},
		{vitrine.ScopeOrdersWrite, locale.Text("Order models for you, and cancel orders"), true},
		{vitrine.ScopeUsersCreate, locale.Text("Make accounts for other people"), true},
		{vitrine.ScopeAdmin, locale.Text("Act as operator of this marketplace"), true},
		{vitrine.ScopeProfileWrite, locale.Text("Change your name, description, links and picture"), true},
		{vitrine.ScopeLibraryRead, locale.Text("See everything that you have bought, and download it"), false},
		{vitrine.ScopeReviewsWrite, locale.Text("Review in your name what you have bought"), true},
		{vitrine.ScopeKeepingRead, locale.Text("See what you like, whom you follow, and your collections"), false},
		{vitrine.ScopeKeepingWrite, locale.Text("Like models, follow sellers and change your collections for you"), true},
		{vitrine.ScopeWebhooksRead, locale.Text("See at which addresses programs are told what happens, and what they were told"), false},
		{vitrine.ScopeWebhooksWrite, locale.Text("Have programs told what happens to your models and orders, at addresses that it chooses"),
			true},
		{vitrine.ScopeTokensRead, locale.Text("See which access tokens you have"), false},
		{vitrine.ScopeTokensWrite, locale.Text("Make access tokens for you, and revoke them"), true},
		{vitrine.ScopeSessionsRead, locale.Text("See where you are signed in"), false},
		{vitrine.ScopeSessionsWrite, locale.Text("Sign you out"), true},
		{vitrine.ScopeGrantsRead, locale.Text("See which applications you allow what"), false},
		{vitrine.ScopeGrantsWrite, locale.Text("Take back what you allowed applications"), true},
		{vitrine.ScopePayoutsWrite, locale.Text("Change where you are paid"), true},
		{vitrine.ScopeExport, locale.Text("Take away everything that is kept about you"), true},
		{vitrine.ScopeAuditRead, locale.Text("Read the audit log of this marketplace"), true},
		{vitrine.ScopePeopleRead, locale.Text("See the accounts of other people, with their addresses"), true},
		{vitrine.ScopePeopleWrite, locale.Text("Suspend accounts of other people, and sign them out, as your roles allow"), true},
		{vitrine.ScopeModerationRead, locale.Text("See what was reported, and by whom"), true},
		{vitrine.ScopeModerationWrite, locale.Text("Decide about reports and models of other people"), true},
	} {
		if slices.Contains(scopes, s.scope) {
			list = append(list, ScopeInWords{s.scope, l.Say(s.may), s.warns})
		}
	}
	return list
}

// Scopes is ScopesInWords for templates.
func Scopes() Spoken {
	return func(l *locale.Language) any {
		return func(scopes []vitrine.Scope) []ScopeInWords { return ScopesInWords(l, scopes) }
	}
}

// gigabyte is that of the forms, as ByteSize has it.
const gigabyte = 1e9

// Gigabytes reads a number of GB as bytes: 0 for nothing, -1 for what is no such number.
func Gigabytes(text string) int64 {
	if text == "" {
		return 0
	}
	n, err := strconv.ParseFloat(strings.ReplaceAll(text, ",", "."), 64)
	if err != nil || !(n >= 1/gigabyte && n <= 1e9) {
		return -1
	}
	return int64(math.Round(n * gigabyte))
}

// InGigabytes writes bytes as Gigabytes reads them.
func InGigabytes(n int64) string { return strconv.FormatFloat(float64(n)/gigabyte, 'f', -1, 64) }
