package operator

import (
	"encoding/json"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/shop"
)

// entry is an entry of the audit log as pages show it.
type entry struct {
	vitrine.Entry
	Changes []change
}

// change is something that an act changed.
type change struct{ Name, Before, After string }

// Path leads to what an entry is about; "" where no page shows it.
func (e entry) Path() string {
	switch e.Act.Kind() {
	case "order":
		return ordersPath + "/" + url.PathEscape(e.SubjectID)
	case "user":
		if e.SubjectID != "" {
			return "/desk/people/" + url.PathEscape(e.SubjectID)
		}
	case "ledger":
		return "/desk/money/entries/" + url.PathEscape(e.SubjectID)
	case "page":
		return "/desk/pages/" + url.PathEscape(e.SubjectID)
	}
	return ""
}

func entriesOf(log []vitrine.Entry) []entry {
	list := make([]entry, len(log))
	for i, e := range log {
		list[i] = entry{e, changesOf(e)}
	}
	return list
}

// changesOf puts before and after beside each other.
func changesOf(e vitrine.Entry) (list []change) {
	before, after := membersOf(e.Before), membersOf(e.After)
	names := slices.AppendSeq(slices.Collect(maps.Keys(before)), maps.Keys(after))
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		list = append(list, change{strings.ReplaceAll(name, "_", " "), before[name], after[name]})
	}
	return list
}

// membersOf are the members of an object as text.
func membersOf(object json.RawMessage) map[string]string {
	var members map[string]json.RawMessage
	if json.Unmarshal(object, &members) != nil {
		return nil
	}
	list := map[string]string{}
	for name, value := range members {
		var text string
		if json.Unmarshal(value, &text) != nil {
			text = string(value)
		}
		list[name] = text
	}
	return list
}

// logged is what the page of the audit log shows.
type logged struct {
	Who, Act, Kind, ID, Since, Until string // as they were typed
	Acts                             []vitrine.Act
	Faults                           map[string]string // by the field
	Entries                          []entry
	First, Next                      string // paths; "" for none
	CSV, JSON                        string
}

// asked reads what is looked for. until is a day that counts.
func asked(l *locale.Language, values url.Values) (*logged, vitrine.EntryQuery) {
	get := func(name string) string { return strings.TrimSpace(values.Get(name)) }
	typed := &logged{Who: get("who"), Act: get("act"), Kind: get("kind"), ID: get("id"), Since: get("since"), Until: get("until"),
		Acts: vitrine.Acts(), Faults: map[string]string{}}
	q := vitrine.EntryQuery{Name: typed.Who, Act: vitrine.Act(typed.Act), Kind: typed.Kind, SubjectID: strings.TrimPrefix(typed.ID, "#")}
	if q.Act != "" && !q.Act.Known() {
		typed.Faults["act"] = l.T("Choose one of the acts.")
	}
	day := func(name, text string) (t time.Time) {
		if text == "" {
			return t
		}
		t, err := time.Parse(time.DateOnly, text)
		if err != nil {
			typed.Faults[name] = l.T("A day is written as {example}.", "2026-04-30")
		}
		return t
	}
	q.Since, q.Until = day("since", typed.Since), day("until", typed.Until)
	if !q.Until.IsZero() {
		q.Until = q.Until.AddDate(0, 0, 1)
	}
	return typed, q
}

func (p *Pages) audit(w http.ResponseWriter, r *http.Request, _ shop.SignedIn) error {
	values := r.URL.Query()
	l := locale.Of(r.Context())
	typed, q := asked(l, values)
	status := http.StatusUnprocessableEntity
	if len(typed.Faults) == 0 {
		status = http.StatusOK
		q.Page = vitrine.Page{Number: 1, Size: pageSize, Cursor: values.Get("cursor")}
		page, err := p.db.Entries(r.Context(), q)
		if err != nil {
			return err
		}
		typed.Entries = entriesOf(page.Entries)
		if values.Get("cursor") != "" {
			typed.First = without(auditPath, values)
		}
		if page.Next != "" {
			typed.Next = onward(auditPath, values, page.Next)
		}
	}
	typed.CSV, typed.JSON = without(auditPath+"/csv", values), without(auditPath+"/json", values)
	return p.show(w, r, status, "audit", pages.View{Title: l.T("Audit log"), Section: auditPath, Content: typed})
}
