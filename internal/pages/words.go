package pages

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"vitrine"
)

// Price tells an amount for people.
func Price(amount vitrine.Amount, currency string) string {
	if amount == 0 {
		return "Free"
	}
	return Figure(amount.String()) + " " + currency
}

// Grouped writes a number for people.
func Grouped(n int64) string { return Figure(strconv.FormatInt(n, 10)) }

// Figure writes a decimal number with a comma before every three digits of its
// whole part.
func Figure(decimal string) string {
	whole, _, _ := strings.Cut(decimal, ".")
	for i := len(whole) - 3; i > 0 && whole[i-1] != '-'; i -= 3 {
		decimal = decimal[:i] + "," + decimal[i:]
	}
	return decimal
}

// ByteSize writes a size for people, in decimal units.
func ByteSize(n int64) string {
	const unit = 1000
	if n < unit {
		return fmt.Sprintf("%d bytes", n)
	}
	size, suffix := float64(n)/unit, "kB"
	for _, next := range []string{"MB", "GB", "TB"} {
		if size < unit {
			break
		}
		size, suffix = size/unit, next
	}
	return fmt.Sprintf("%.1f %s", size, suffix)
}

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
func ScopesInWords(scopes []vitrine.Scope) []ScopeInWords {
	all := []ScopeInWords{
		{vitrine.ScopeModelsRead, "See models, and your drafts", false},
		{vitrine.ScopeModelsWrite, "Upload, change, publish and delete your models", true},
		{vitrine.ScopeOrdersRead, "See what you ordered, and download it", false},
		{vitrine.ScopeOrdersWrite, "Order models for you, and cancel orders", true},
		{vitrine.ScopeUsersCreate, "Make accounts for other people", true},
		{vitrine.ScopeAdmin, "Act as operator of this marketplace", true},
		{vitrine.ScopeProfileWrite, "Change your name, description, links and picture", true},
		{vitrine.ScopeLibraryRead, "See everything that you have bought, and download it", false},
		{vitrine.ScopeTokensRead, "See which access tokens you have", false},
		{vitrine.ScopeTokensWrite, "Make access tokens for you, and revoke them", true},
		{vitrine.ScopeSessionsRead, "See where you are signed in", false},
		{vitrine.ScopeSessionsWrite, "Sign you out", true},
		{vitrine.ScopeGrantsRead, "See which applications you allow what", false},
		{vitrine.ScopeGrantsWrite, "Take back what you allowed applications", true},
		{vitrine.ScopeExport, "Take away everything that is kept about you", true},
		{vitrine.ScopeAuditRead, "Read the audit log of this marketplace", true},
		{vitrine.ScopePeopleRead, "See the accounts of other people, with their addresses", true},
		{vitrine.ScopePeopleWrite, "Suspend accounts of other people, and sign them out, as your roles allow", true},
		{vitrine.ScopeModerationRead, "See what was reported, and by whom", true},
		{vitrine.ScopeModerationWrite, "Decide about reports and models of other people", true},
	}
	return slices.DeleteFunc(all, func(s ScopeInWords) bool { return !slices.Contains(scopes, s.Scope) })
}
