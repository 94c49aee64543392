package money

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/shop"
	"vitrine/internal/store"
	"vitrine/internal/web"
)

// rulesShown is how many rules a page lists.
const rulesShown = 50

// doneWithShare says what a form has done.
var doneWithShare = map[string]locale.Phrase{
	"set":   locale.Text("That share is asked of orders that are made from now on."),
	"ended": locale.Text("The share of its own is ended: what is less specific holds again."),
}

// sharing is what the page of shares shows.
type sharing struct {
	House       string // percent
	Rules       []store.NamedShare
	First, Next string // paths; "" for none
	Done        string
	Typed       url.Values
	Faults      map[string]string
	language    *locale.Language
}

// Percent writes a share.
func (s *sharing) Percent(share vitrine.Share) string { return s.language.Percent(share.String()) }

// Is reports whether a field has a value.
func (s *sharing) Is(name, value string) bool { return s.Typed.Get(name) == value }

// Path leads to what a rule is about; "" for nowhere.
func (*sharing) Path(rule store.NamedShare) string {
	id := strconv.FormatInt(rule.ID, 10)
	switch rule.About {
	case vitrine.ShareOfModel:
		return "/desk/models/" + id
	case vitrine.ShareOfSeller:
		return "/desk/people/" + id
	default:
		return "/desk/categories/" + id
	}
}

func (p *Pages) shares(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	asked := r.URL.Query()
	return p.showShares(w, r, in, url.Values{"about": {asked.Get("about")}, "which": {asked.Get("which")}}, nil)
}

// showShares lists all rules, with a form as it was typed and what was wrong with it.
func (p *Pages) showShares(w http.ResponseWriter, r *http.Request, in shop.SignedIn, typed url.Values, refused error) error {
	l, asked := locale.Of(r.Context()), r.URL.Query()
	list, err := p.shop.ShareRules(r.Context(), in, vitrine.Page{Size: rulesShown, Cursor: asked.Get("cursor")})
	if err != nil {
		return err
	}
	s := &sharing{language: l, House: l.Percent(in.House.Share.String()), Rules: list.Rules, Done: l.Say(doneWithShare[asked.Get("done")]),
		Typed: typed}
	s.First, s.Next = around(sharesPath, asked, list.Next)
	var status int
	if status, s.Faults, err = pages.Explained(r, refused, vitrine.Invalid, vitrine.NotFound); err != nil {
		return err
	}
	return p.show(w, r, status, "shares", pages.View{Title: l.T("Shares"), Section: sharesPath, Content: s})
}

// around leads to the first page of a list and to the next one; "" for nowhere.
func around(path string, asked url.Values, next string) (first, following string) {
	to := func(cursor string) string {
		q := url.Values{}
		for name, values := range asked {
			if name != "cursor" && name != "done" && values[0] != "" {
				q[name] = values
			}
		}
		if cursor != "" {
			q.Set("cursor", cursor)
		}
		return strings.TrimSuffix(path+"?"+q.Encode(), "?")
	}
	if asked.Get("cursor") != "" {
		first = to("")
	}
	if next != "" {
		following = to(next)
	}
	return first, following
}

func (p *Pages) setShare(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	form, err := web.ReadForm(w, r, maxForm)
	if err != nil {
		return err
	}

	named := shop.NamedShare{About: vitrine.ShareAbout(form.Get("about")), Name: form.Get("which"), Share: form.Get("share")}
	if err := p.shop.SetNamedShare(r.Context(), in, named); err != nil {
		return p.showShares(w, r, in, form, err)
	}

	return pages.Done(w, r, sharesPath, "set")
}

func (p *Pages) endShare(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	about, err := vitrine.ParseShareSubject(r.PathValue("about") + "/" + r.PathValue("id"))
	if err != nil {
		return pages.NothingHere()
	}

	if err := p.shop.EndShareRule(r.Context(), in, about); err != nil {
		return err
	}

	return pages.Done(w, r, sharesPath, "ended")
}
