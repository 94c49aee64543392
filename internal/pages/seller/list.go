package seller

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/shop"
)

// pageSize is how many models a page of the table shows.
const pageSize = 25

// changedState asks for models with a draft version.
const changedState = "changed"

// option is a value that a field can have.
type option struct {
	Value, Label string
	Chosen       bool
}

// table is the list of somebody's models.
type table struct {
	Rows     []row
	Keywords string
	States   []option
	Sorts    []option
	Narrowed bool   // something is asked for
	Total    string // in words
	First    string // path of the first page, "" on it
	Next     string // path of the next page, "" on the last
	Done     string // what was done
	Refused  string // why they may not sell, "" where they may
	Confirm  bool   // their address first
	Wrong    string // with the upload

	WrongBulk string // with the form that changes several
	Currency  string
	Stored    shop.Room
}

// row is a model in the table.
type row struct {
	*vitrine.Model
	Path     string
	Picture  *pages.Picture
	State    string
	Lacks    string // in short
	Price    string
	Rejected int // files
	Drafted  bool
}

// asked is what the address of the table asks for.
type asked struct {
	keywords, status, sort, cursor string
}

func askedOf(q url.Values) asked {
	a := asked{keywords: strings.TrimSpace(q.Get("keywords")), status: q.Get("status"), sort: q.Get("sort"), cursor: q.Get("cursor")}
	known := []string{string(vitrine.Draft), string(vitrine.Published), changedState}
	if !slices.Contains(known, a.status) && !slices.Contains(vitrine.Standings(), vitrine.Standing(a.status)) {
		a.status = ""
	}
	if i := slices.IndexFunc(sorts(locale.English(), ""), func(o option) bool { return o.Value == a.sort }); i < 0 {
		a.sort = string(vitrine.Newest)
	}
	return a
}

// sorts are the orders of the table.
func sorts(l *locale.Language, chosen string) []option {
	return choose(chosen, []option{
		{Value: string(vitrine.Newest), Label: l.T("Newest first")}, {Value: string(vitrine.Oldest), Label: l.T("Oldest first")},
		{Value: string(vitrine.BySales), Label: l.T("Best selling")}, {Value: string(vitrine.LowerPrice), Label: l.T("Price: low to high")},
		{Value: string(vitrine.HigherPrice), Label: l.T("Price: high to low")},
	})
}

func states(l *locale.Language, chosen string) []option {
	return choose(chosen, []option{{Label: l.T("models|All")}, {Value: string(vitrine.Published), Label: l.T("models|Published")},
		{Value: string(vitrine.Draft), Label: l.T("models|Drafts")}, {Value: changedState, Label: l.T("models|With unpublished changes")},
		{Value: string(vitrine.Waiting), Label: l.T("model|Waiting for review")},
		{Value: string(vitrine.SentBack), Label: l.T("model|Sent back")},
		{Value: string(vitrine.TakenOut), Label: l.T("model|Taken out")},
		{Value: string(vitrine.RejectedFiles), Label: l.T("models|With rejected files")}})
}

func choose(value string, options []option) []option {
	for i := range options {
		options[i].Chosen = options[i].Value == value
	}
	return options
}

// path is the address that asks for the same after a cursor, "" for the first page.
func (a asked) path(cursor string) string {
	q := url.Values{}
	for name, value := range map[string]string{"keywords": a.keywords, "status": a.status, "sort": a.sort, "cursor": cursor} {
		if value != "" && value != string(vitrine.Newest) {
			q.Set(name, value)
		}
	}
	if len(q) == 0 {
		return root
	}
	return root + "?" + q.Encode()
}

func (p *Pages) list(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	t, err := p.table(r, in, askedOf(r.URL.Query()))
	if err != nil {
		return err
	}
	l := locale.Of(r.Context())
	if r.URL.Query().Get("done") == "removed" {
		t.Done = l.T("The model is removed. Whoever bought it keeps it.")
	}
	if n, err := strconv.Atoi(r.URL.Query().Get("changed")); err == nil && n > 0 && n <= maxBulk {
		t.Done = l.N("{n} model is changed.", "{n} models are changed.", int64(n))
	}
	return p.show(w, r, http.StatusOK, "models", l.T("Sell"), t)
}

func (p *Pages) table(r *http.Request, in shop.SignedIn, a asked) (*table, error) {
	asks := vitrine.OwnQuery{
		AuthorID: in.User.ID, Status: vitrine.Status(a.status),
		Filter: vitrine.CatalogueQuery{Keywords: a.keywords, Sort: vitrine.Sort(a.sort), AdultContent: true,
			Page: vitrine.Page{Number: 1, Size: pageSize, Cursor: a.cursor}},
	}
	switch {
	case a.status == changedState:
		asks.Status, asks.Drafted = "", true
	case slices.Contains(vitrine.Standings(), vitrine.Standing(a.status)):
		asks.Status, asks.Standing = "", vitrine.Standing(a.status)
	}
	found, err := p.db.OwnIDs(r.Context(), asks)
	if err != nil {
		return nil, err
	}
	drafted, err := p.db.Drafted(r.Context(), found.IDs)
	if err != nil {
		return nil, err
	}
	models, err := p.db.Models(r.Context(), found.IDs)
	if err != nil {
		return nil, err
	}
	l := locale.Of(r.Context())
	t := &table{Keywords: a.keywords, States: states(l, a.status), Sorts: sorts(l, a.sort), Narrowed: a.keywords+a.status != "",
		Total: inWords(l, found.Total), Currency: p.shop.Settings().Currency}
	if a.cursor != "" {
		t.First = a.path("")
	}
	if found.Next != "" {
		t.Next = a.path(found.Next)
	}
	for _, m := range models {
		made := p.row(l, m)
		made.Drafted = drafted[m.ID]
		t.Rows = append(t.Rows, made)
	}
	if t.Stored, err = p.shop.RoomOf(r.Context(), &in.User); err != nil {
		return nil, err
	}
	if refused := in.MaySell(); refused != nil {
		t.Refused, t.Confirm = l.Says(refused.Error()), in.User.EmailClaimed
	}
	return t, nil
}

func inWords(l *locale.Language, total vitrine.Total) string {
	if total.More {
		return pages.Capitalize(l.N("more than {n} model", "more than {n} models", total.Count))
	}
	return l.N("{n} model", "{n} models", total.Count)
}

func (p *Pages) row(l *locale.Language, m *vitrine.Model) row {
	made := row{Model: m, Path: pathOf(m.ID), State: stateOf(l, m), Lacks: lacks(l, m)}
	if len(m.Images) > 0 {
		made.Picture = pages.PictureOf(m.Images[0])
	}
	if m.Price != nil {
		made.Price = l.Money(*m.Price, p.shop.Settings().Currency)
	}
	for _, f := range m.Files {
		if f.Status == vitrine.FileRejected {
			made.Rejected++
		}
	}
	return made
}

// stateOf says in a word where a model is.
func stateOf(l *locale.Language, m *vitrine.Model) string {
	switch {
	case m.HiddenFrom != "":
		return l.T("model|Taken out")
	case m.Status == vitrine.Published:
		return l.T("model|Published")
	case !m.WaitingSince.IsZero():
		return l.T("model|Waiting for review")
	case m.SentBack != "":
		return l.T("model|Sent back")
	}
	return l.T("model|Draft")
}

// lacks says in short what keeps a model from being published; "" for nothing.
func lacks(l *locale.Language, m *vitrine.Model) string {
	words := map[string]locale.Phrase{
		"missing_title": locale.Text("missing|title"), "missing_description": locale.Text("missing|description"),
		"missing_tags": locale.Text("missing|tags"), "missing_category": locale.Text("missing|category"),
		"missing_license": locale.Text("missing|licence"), "missing_price": locale.Text("missing|price"),
		"missing_file": locale.Text("missing|a file"), "missing_image": locale.Text("missing|a picture"),
	}
	var list []string
	for _, problem := range m.PublicationProblems() {
		if word := l.Say(words[problem.Code]); word != "" && !slices.Contains(list, word) {
			list = append(list, word)
		}
	}
	return l.List(list)
}

// Reading is how many files are still being read for the first time.
func (r row) Reading() (n int) {
	for _, f := range r.Files {
		if f.Status == vitrine.FileProcessing {
			n++
		}
	}
	return n
}
