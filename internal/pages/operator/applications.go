package operator

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

const (
	applicationsPath = "/desk/applications"
	tokensPath       = applicationsPath + "/tokens"
)

// ended says what a button has ended.
var ended = map[string]locale.Phrase{
	"removed": locale.Text("The application is removed, and its tokens are good for nothing."),
	"grant":   locale.Text("The application acts for them no more."),
	"token":   locale.Text("The token is revoked."),
}

// programs is what the list of applications shows.
type programs struct {
	Find, By    string // as they were typed
	List        []store.OwnedApplication
	First, Next string // paths; "" for none
	Done        string
}

// whose returns the number of a user who is looked for; -1 where there is none, 0 where
// nobody is looked for.
func (p *Pages) whose(r *http.Request, username string) (int64, error) {
	if username == "" {
		return 0, nil
	}
	user, err := p.db.UserByUsername(r.Context(), strings.ToLower(username))
	if vitrine.CodeOf(err) == vitrine.NotFound {
		return -1, nil
	}
	if err != nil {
		return 0, err
	}
	return user.ID, nil
}

func (p *Pages) applications(w http.ResponseWriter, r *http.Request, in shop.SignedIn) (err error) {
	l, asked := locale.Of(r.Context()), r.URL.Query()
	shown := programs{Find: strings.TrimSpace(asked.Get("find")), By: asked.Get("by"), Done: l.Say(ended[asked.Get("done")])}
	q := store.DeskApplications{Next: asked.Get("cursor"), Size: pageSize}
	switch shown.By {
	case "owner":
		q.OwnerID, err = p.whose(r, shown.Find)
	case "client":
		q.ClientID = shown.Find
	default:
		q.Name = shown.Find
	}
	if err != nil {
		return err
	}
	found, err := p.shop.ApplicationsAtDesk(r.Context(), in, q)
	if err != nil {
		return err
	}
	shown.List = found.List
	shown.First, shown.Next = around(applicationsPath, asked, found.Next)
	return p.show(w, r, http.StatusOK, "applications", pages.View{Title: l.T("Applications"), Section: applicationsPath, Content: shown})
}

// around are the paths of a list's first page and of the one after a page; "" for none.
func around(path string, asked url.Values, next string) (first, after string) {
	asked.Del("done")
	if asked.Get("cursor") != "" {
		first = without(path, asked)
	}
	if next != "" {
		after = onward(path, asked, next)
	}
	return first, after
}

// program is what the page of an application shows.
type program struct {
	shop.Program
	Path        string
	First, Next string // paths of those who allow it something; "" for none
	More        bool   // more of them are not counted
	Done        string
}

func (p *Pages) application(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	id, err := pages.Number(r, "id")
	if err != nil {
		return err
	}
	asked := r.URL.Query()
	before, _ := strconv.ParseInt(asked.Get("cursor"), 10, 64)
	found, err := p.shop.ProgramAtDesk(r.Context(), in, id, max(before, 0), pageSize)
	if err != nil {
		return err
	}
	shown := program{Program: found, Path: applicationOf(id), Done: locale.Of(r.Context()).Say(ended[asked.Get("done")]),
		More: found.Counted == store.CountedHoldings}
	next := ""
	if found.LastSeen != 0 {
		next = strconv.FormatInt(found.LastSeen, 10)
	}
	shown.First, shown.Next = around(shown.Path, asked, next)
	return p.show(w, r, http.StatusOK, "application", pages.View{Title: found.Name, Section: applicationsPath, Content: shown})
}

func applicationOf(id int64) string { return applicationsPath + "/" + strconv.FormatInt(id, 10) }

func (p *Pages) removeApplication(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	id, err := pages.Number(r, "id")
	if err != nil {
		return err
	}

	if err := p.shop.RemoveProgram(r.Context(), in, id); err != nil {
		return err
	}

	return pages.Done(w, r, applicationsPath, "removed")
}

func (p *Pages) endGrant(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	form, err := web.ReadForm(w, r, maxForm)
	if err != nil {
		return err
	}
	id, err := pages.Number(r, "id")
	if err != nil {
		return err
	}
	user, _ := strconv.ParseInt(form.Get("user"), 10, 64)

	if err := p.shop.EndGrant(r.Context(), in, id, user); err != nil {
		return err
	}

	return pages.Done(w, r, applicationOf(id), "grant")
}

// tokensListed is what the list of access tokens shows.
type tokensListed struct {
	Find        string // as it was typed
	List        []vitrine.Token
	First, Next string // paths; "" for none
	Done        string
}

func (p *Pages) tokens(w http.ResponseWriter, r *http.Request, in shop.SignedIn) (err error) {
	l, asked := locale.Of(r.Context()), r.URL.Query()
	shown := tokensListed{Find: strings.TrimSpace(asked.Get("find")), Done: l.Say(ended[asked.Get("done")])}
	q := store.DeskTokens{Size: pageSize + 1}
	q.Before, _ = strconv.ParseInt(asked.Get("cursor"), 10, 64)
	if number, isID := strings.CutPrefix(shown.Find, "#"); isID {
		if q.TokenID, err = strconv.ParseInt(number, 10, 64); err != nil || q.TokenID < 1 {
			q.TokenID = -1
		}
	} else if q.UserID, err = p.whose(r, shown.Find); err != nil {
		return err
	}
	if shown.List, err = p.shop.TokensAtDesk(r.Context(), in, q); err != nil {
		return err
	}
	next := ""
	if len(shown.List) > pageSize {
		shown.List = shown.List[:pageSize]
		next = strconv.FormatInt(shown.List[pageSize-1].ID, 10)
	}
	shown.First, shown.Next = around(tokensPath, asked, next)
	return p.show(w, r, http.StatusOK, "tokens", pages.View{Title: l.T("Access tokens"), Section: applicationsPath, Content: shown})
}

func (p *Pages) endToken(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	id, err := pages.Number(r, "id")
	if err != nil {
		return err
	}

	if err := p.shop.EndTokenOf(r.Context(), in, id); err != nil {
		return err
	}

	return pages.Done(w, r, tokensPath, "token")
}
