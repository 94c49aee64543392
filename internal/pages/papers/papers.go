// Package papers holds the marketplace's own texts: the pages on which everybody reads terms,
// privacy, imprint, refunds, help and licences, the desks at which operators write them, and
// the page on which people agree to them.
//
// The program brings no text of its own: what a shop says to its customers it has to know
// itself. A page that nobody has written is not there, and nothing leads to it.
package papers

import (
	"embed"
	"html/template"
	"net/http"
	"strconv"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/markdown"
	"vitrine/internal/pages"
	"vitrine/internal/session"
	"vitrine/internal/shop"
	"vitrine/internal/store"
	"vitrine/internal/web"
)

//go:embed templates/*.html
var files embed.FS

// deskPath is where operators write.
const deskPath = "/desk/pages"

// Pages serves the pages.
type Pages struct {
	*pages.Room
	shop *shop.Shop
	db   *store.DB
}

// New reads the templates.
func New(shell *pages.Shell, s *shop.Shop, db *store.DB) (*Pages, error) {
	room, err := shell.SpokenRoom(files, template.FuncMap{"markdown": shown, "paragraphs": pages.Paragraphs,
		"terms": pages.TermsFunction()})
	return &Pages{Room: room, shop: s, db: db}, err
}

// shown makes HTML of an operator's text, which stands under the heading of the page.
func shown(text string) template.HTML { return template.HTML(markdown.Notice{Under: 1}.HTML(text)) }

// Register adds the pages to a mux. The address of a button leads back to its page: somebody
// comes there who had to show first who they are.
func (p *Pages) Register(mux *http.ServeMux) {
	add := func(pattern string, page pages.Page) { p.Handle(mux, pattern, p.Limited(web.PageViews, page)) }
	for _, kind := range vitrine.PaperKinds() {
		add("GET "+kind.Path(), p.current(kind))
		add("GET "+kind.Path()+"/versions", p.versions(kind))
		add("GET "+kind.Path()+"/versions/{version}", p.version(kind))
	}
	for pattern, page := range map[string]pages.Page{
		"GET " + deskPath: p.desk, "GET " + deskPath + "/{kind}": p.write, "POST " + deskPath + "/{kind}": p.submit,
		"GET " + deskPath + "/{kind}/withdraw": pages.LeadUp, "POST " + deskPath + "/{kind}/withdraw": p.withdraw,
		"GET " + session.AgreePath: p.agree, "POST " + session.AgreePath: p.submitAgree,
	} {
		add(pattern, pages.Private(page))
	}
	add("GET /licenses/{license}", p.license)
	add("GET /licenses/{license}/{version}", p.license)
	add("GET "+licensesPath, pages.Private(p.licenses))
	add("GET "+licensesPath+"/{license}", pages.Private(p.writeLicense))
	add("POST "+licensesPath+"/{license}", pages.Private(p.submitLicense))
	add("GET "+licensesPath+"/new", pages.Private(p.newLicense))
	add("POST "+licensesPath, pages.Private(p.makeLicense))
	for end, page := range map[string]pages.Page{
		"retire": p.retireLicense(true, "retired"), "offer": p.retireLicense(false, "offered"), "remove": p.removeLicense(),
	} {
		add("POST "+licensesPath+"/{license}/"+end, pages.Private(page))
		add("GET "+licensesPath+"/{license}/"+end, pages.Private(pages.LeadUp))
	}
	p.AddDesk(locale.Text("desk|Pages"), deskPath)
	p.AddDesk(locale.Text("Licences"), licensesPath)
}

// reading is a paper as it is read.
type reading struct {
	vitrine.PaperText
	Kind     vitrine.PaperKind
	Paper    vitrine.Paper
	Current  int64 // version that is shown now; 0: none
	Versions bool  // there are earlier ones
	Others   []vitrine.PaperText
}

// Path is the address of the version in a language.
func (v reading) Path(language string) string {
	path := v.Kind.Path()
	if v.Paper.Version != v.Current {
		path += "/versions/" + strconv.FormatInt(v.Paper.Version, 10)
	}
	return path + "?language=" + language
}

// stateOf returns what is shown of a paper.
func (p *Pages) stateOf(r *http.Request, kind vitrine.PaperKind) (vitrine.PaperState, error) {
	house, err := p.shop.House(r.Context())
	if err != nil {
		return vitrine.PaperState{}, err
	}
	return *house.Papers.Of(kind), nil
}

// current is the page of a paper as it is now.
func (p *Pages) current(kind vitrine.PaperKind) pages.Page {
	return func(w http.ResponseWriter, r *http.Request) error {
		state, err := p.stateOf(r, kind)
		if err == nil && !state.Shown() {
			err = pages.NothingHere()
		}
		if err != nil {
			return err
		}
		return p.read(w, r, kind, state, state.Version)
	}
}

// version is the page of a version, which is there for as long as the marketplace is.
func (p *Pages) version(kind vitrine.PaperKind) pages.Page {
	return func(w http.ResponseWriter, r *http.Request) error {
		version, err := pages.Number(r, "version")
		if err != nil {
			return err
		}
		state, err := p.stateOf(r, kind)
		if err != nil {
			return err
		}
		return p.read(w, r, kind, state, version)
	}
}

func (p *Pages) read(w http.ResponseWriter, r *http.Request, kind vitrine.PaperKind, state vitrine.PaperState, version int64) error {
	paper, err := p.db.Paper(r.Context(), kind, version)
	if err != nil {
		return err
	}
	language := r.URL.Query().Get("language")
	if language == "" {
		language = web.BestLanguage(r.Header.Get("Accept-Language"), paper.Languages())
	}
	v := reading{PaperText: paper.TextIn(language), Kind: kind, Paper: paper, Current: state.Version, Versions: version > 1}
	for _, t := range paper.Texts {
		if t.Language != v.Language {
			v.Others = append(v.Others, t)
		}
	}
	view := pages.View{Title: v.Title, Canonical: kind.Path(), Hidden: version != state.Version, Content: v}
	w.Header().Set("Content-Language", v.Language)
	return p.Render(w, r, http.StatusOK, "paper", view)
}

// history is the list of the versions of a paper.
type history struct {
	Kind     vitrine.PaperKind
	Current  int64
	Versions []vitrine.Paper
}

func (p *Pages) versions(kind vitrine.PaperKind) pages.Page {
	return func(w http.ResponseWriter, r *http.Request) error {
		state, err := p.stateOf(r, kind)
		if err != nil {
			return err
		}
		list, err := p.db.PaperVersions(r.Context(), kind)
		if err == nil && len(list) == 0 {
			err = pages.NothingHere()
		}
		if err != nil {
			return err
		}
		l := locale.Of(r.Context())
		view := pages.View{Title: l.T("Versions of “{paper}”", pages.PaperName(l, kind)), Hidden: true,
			Content: history{kind, state.Version, list}}
		return p.Render(w, r, http.StatusOK, "versions", view)
	}
}
