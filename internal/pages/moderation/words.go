package moderation

import (
	"html/template"
	"strings"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/store"
)

// functions are those of the room's templates, in each language.
func functions() template.FuncMap {
	said := func(words func(l *locale.Language) any) pages.Spoken { return words }
	return template.FuncMap{
		"kind":  said(func(l *locale.Language) any { return func(k vitrine.ReportKind) string { return l.Say(kinds[k]) } }),
		"state": said(func(l *locale.Language) any { return func(s store.ModelList) string { return l.Say(stateWords[s]) } }),
		"standing": said(func(l *locale.Language) any {
			return func(m *vitrine.Model) string { return standing(l, m.Status, m.HiddenFrom != "") }
		}),
		"held": said(func(l *locale.Language) any {
			return func(h store.Holder) string { return standing(l, h.Status, h.Hidden) }
		}),
		"reported": said(func(l *locale.Language) any {
			return func(s vitrine.ReportState) string { return l.Say(reportStates[s]) }
		}),
		"reading": said(func(l *locale.Language) any { return func(s vitrine.FileStatus) string { return l.Say(fileStates[s]) } }),
		"roles":   said(func(l *locale.Language) any { return func(u vitrine.User) string { return rolesOf(l, u) } }),
		"licence": said(func(l *locale.Language) any {
			return func(license vitrine.License) string { return l.Known(pages.Capitalize(string(license))) }
		}),
		"browsers": said(func(l *locale.Language) any { return func(n int) string { return browsers(l, n) } }),
		"models":   said(func(l *locale.Language) any { return func(n int) string { return models(l, n) } }),
		"orders":   said(func(l *locale.Language) any { return func(n int) string { return bought(l, n) } }),
	}
}

// reportStates say within a sentence what became of a report.
var reportStates = map[vitrine.ReportState]locale.Phrase{
	vitrine.ReportOpen: locale.Text("report|open"), vitrine.ReportActed: locale.Text("report|acted on"),
	vitrine.ReportDismissed: locale.Text("report|left as it is"),
}

// fileStates say whether a file can be sold.
var fileStates = map[vitrine.FileStatus]locale.Phrase{
	vitrine.FileProcessing: locale.Text("file|is being read"), vitrine.FileReady: locale.Text("file|ready"),
	vitrine.FileRejected: locale.Text("file|rejected"),
}

// roleNames are what those are called who have a role.
var roleNames = map[vitrine.Role]locale.Phrase{
	vitrine.RoleOperator: locale.Text("role|operator"), vitrine.RoleModerator: locale.Text("role|moderator"),
	vitrine.RoleSupport: locale.Text("role|support"), vitrine.RoleSeller: locale.Text("role|seller"),
	vitrine.RoleTrusted: locale.Text("role|trusted seller"),
}

// rolesOf are the roles of somebody, "" for none.
func rolesOf(l *locale.Language, u vitrine.User) string {
	var list []string
	for _, role := range vitrine.GivenRoles() {
		if u.Has(role) {
			list = append(list, l.Say(roleNames[role]))
		}
	}
	return strings.Join(list, " · ")
}

// standing says whether a model is for sale.
func standing(l *locale.Language, status vitrine.Status, hidden bool) string {
	switch {
	case hidden:
		return l.T("model|Taken off")
	case status == vitrine.Published:
		return l.T("model|Published")
	default:
		return l.T("model|Draft")
	}
}

// bounded is a number of what somebody has, which was counted up to a bound.
func bounded(n int) (count int64, more bool) {
	if n >= store.CountedHoldings {
		return store.CountedHoldings - 1, true
	}
	return int64(n), false
}

func browsers(l *locale.Language, n int) string {
	count, more := bounded(n)
	if more {
		return l.N("more than {n} browser", "more than {n} browsers", count)
	}
	return l.N("{n} browser", "{n} browsers", count)
}

func models(l *locale.Language, n int) string {
	count, more := bounded(n)
	if more {
		return l.N("more than {n} model", "more than {n} models", count)
	}
	return l.N("{n} model", "{n} models", count)
}

func bought(l *locale.Language, n int) string {
	count, more := bounded(n)
	return orders(l, count, more)
}

// orders counts orders, of which there may be more.
func orders(l *locale.Language, count int64, more bool) string {
	if more {
		return l.N("more than {n} order", "more than {n} orders", count)
	}
	return l.N("{n} order", "{n} orders", count)
}
