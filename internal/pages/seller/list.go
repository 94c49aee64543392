package seller

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"vitrine"
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
	if !slices.Contains([]string{string(vitrine.Draft), string(vitrine.Published), changedState}, a.status) {
		a.status = ""
	}
	if i := slices.IndexFunc(sorts(""), func(o option) bool { return o.Value == a.sort }); i < 0 {
		a.sort = string(vitrine.Newest)
	}
	return a
}

// sorts are the orders of the table.
func sorts(chosen string) []option {
	return choose(chosen, []option{
		{Value: string(vitrine.Newest), Label: "Newest first"}, {Value: string(vitrine.Oldest), Label: "Oldest first"},
		{Value: string(vitrine.BySales), Label: "Best selling"}, {Value: string(vitrine.LowerPrice), Label: "Price: low to high"},
		{Value: string(vitrine.HigherPrice), Label: "Price: high to low"},
	})
}

func states(chosen string) []option {
	return choose(chosen, []option{{Label: "All"}, {Value: string(vitrine.Published), Label: "Published"},
		{Value: string(vitrine.Draft), Label: "Drafts"}, {Value: changedState, Label: "With unpublished changes"}})
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
	t.Done = map[string]string{"removed": "The model is removed. Whoever bought it keeps it."}[r.URL.Query().Get("done")]
	if n, err := strconv.Atoi(r.URL.Query().Get("changed")); err == nil && n > 0 && n <= maxBulk {
		t.Done = inModels(n)
	}
	return p.show(w, r, http.StatusOK, "models", "Sell", t)
}

func (p *Pages) table(r *http.Request, in shop.SignedIn, a asked) (*table, error) {
	asks := vitrine.OwnQuery{
		AuthorID: in.User.ID, Status: vitrine.Status(a.status),
		Filter: vitrine.CatalogueQuery{Keywords: a.keywords, Sort: vitrine.Sort(a.sort), AdultContent: true,
			Page: vitrine.Page{Number: 1, Size: pageSize, Cursor: a.cursor}},
	}
	if a.status == changedState {
		asks.Status, asks.Drafted = "", true
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
	t := &table{Keywords: a.keywords, States: states(a.status), Sorts: sorts(a.sort), Narrowed: a.keywords+a.status != "",
		Total: inWords(found.Total), Currency: p.shop.Settings().Currency}
	if a.cursor != "" {
		t.First = a.path("")
	}
	if found.Next != "" {
		t.Next = a.path(found.Next)
	}
	for _, m := range models {
		made := p.row(m)
		made.Drafted = drafted[m.ID]
		t.Rows = append(t.Rows, made)
	}
	if t.Stored, err = p.shop.RoomOf(r.Context(), &in.User); err != nil {
		return nil, err
	}
	if refused := in.MaySell(); refused != nil {
		t.Refused, t.Confirm = pages.Capitalize(refused.Error())+".", in.User.EmailClaimed
	}
	return t, nil
}

func inWords(total vitrine.Total) string {
	switch {
	case total.More:
		return "More than " + pages.Grouped(total.Count) + " models"
	case total.Count == 1:
		return "1 model"
	}
	return pages.Grouped(total.Count) + " models"
}

func (p *Pages) row(m *vitrine.Model) row {
	made := row{Model: m, Path: pathOf(m.ID), State: stateOf(m), Lacks: lacks(m)}
	if len(m.Images) > 0 {
		made.Picture = pages.PictureOf(m.Images[0])
	}
	if m.Price != nil {
		made.Price = pages.Price(*m.Price, p.shop.Settings().Currency)
	}
	for _, f := range m.Files {
		if f.Status == vitrine.FileRejected {
			made.Rejected++
		}
	}
	return made
}

// stateOf says in a word where a model is.
func stateOf(m *vitrine.Model) string {
	switch {
	case m.HiddenFrom != "":
		return "Taken out"
	case m.Status == vitrine.Published:
		return "Published"
	case !m.WaitingSince.IsZero():
		return "Waiting for review"
	case m.SentBack != "":
		return "Sent back"
	}
	return "Draft"
}

// lacks says in short what keeps a model from being published; "" for nothing.
func lacks(m *vitrine.Model) string {
	words := map[string]string{
		"missing_title": "title", "missing_description": "description", "missing_tags": "tags", "missing_category": "category",
		"missing_license": "licence", "missing_price": "price", "missing_file": "a file", "missing_image": "a picture",
	}
	var list []string
	for _, problem := range m.PublicationProblems() {
		if word := words[problem.Code]; word != "" && !slices.Contains(list, word) {
			list = append(list, word)
		}
	}
	return strings.Join(list, ", ")
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
