package keeping

import (
	"encoding/json"
	"html/template"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/record"
	"vitrine/internal/session"
	"vitrine/internal/shop"
	"vitrine/internal/web"
)

func (p *Pages) likeRoutes() []route {
	const one = shop.LikesPath + "/{id}"
	return []route{
		{"GET " + shop.LikesPath, mine(p.ownLikes)}, {"POST " + shop.LikesPath, pages.Private(p.like)},
		{"GET " + shop.LikesPath + "/own", pages.Private(p.own)},
		{"GET " + one, mine(p.liking)},
		{"GET " + one + "/remove", pages.LeadUp}, {"POST " + one + "/remove", mine(p.unlike)},
	}
}

func likePath(id int64) string { return shop.LikesPath + "/" + strconv.FormatInt(id, 10) }

// like takes the button of a card or of a model's page. Who is not signed in comes to the
// page of the same button.
func (p *Pages) like(w http.ResponseWriter, r *http.Request) error {
	form, err := web.ReadForm(w, r, maxForm)
	if err != nil {
		return err
	}
	id, err := strconv.ParseInt(form.Get("model"), 10, 64)
	if err != nil {
		return vitrine.Errorf(vitrine.Malformed, "the form does not name a model: open the model's page and try again")
	}
	in, err := session.Required(r)
	if err != nil && !byModule(r) {
		return to(w, r, likePath(id), "", form.Get("next"))
	}
	if err != nil {
		return err
	}

	if err := p.shop.Like(r.Context(), in.Caller(), id); err != nil {
		return err
	}

	return to(w, r, likePath(id), "liked", form.Get("next"))
}

// liking is the page of the button of one model.
type liking struct {
	ID    int64
	Title string
	Path  string
	Card  template.HTML
	Likes bool
	Done  string
	Back  string
}

func (p *Pages) liking(w http.ResponseWriter, r *http.Request, in shop.SignedIn, _ url.Values) error {
	id, err := pages.Number(r, "id")
	if err != nil {
		return err
	}
	m, likes, err := p.shop.Liking(r.Context(), in.Caller(), id)
	if err != nil {
		return err
	}
	cards, err := p.cards(r, []int64{id}, func(int64) template.HTML { return "" })
	if err != nil {
		return err
	}
	l := locale.Of(r.Context())
	content := liking{ID: id, Title: m.Title, Path: record.Path(m), Card: cards[id], Likes: likes, Back: backOf(r, record.Path(m)),
		Done: done(r, map[string]locale.Phrase{"liked": locale.Text("You like it: it is in your list now.")})}
	v := pages.View{Title: l.T("Like {title}", m.Title), Hidden: true, Section: "/account", Content: content}
	return p.Render(w, r, http.StatusOK, "like", v)
}

func (p *Pages) unlike(w http.ResponseWriter, r *http.Request, in shop.SignedIn, _ url.Values) error {
	id, err := pages.Number(r, "id")
	if err != nil {
		return err
	}

	if err := p.shop.Unlike(r.Context(), in.Caller(), id); err != nil {
		return err
	}

	return to(w, r, shop.LikesPath, "removed", "")
}

// kept is a page of cards that somebody keeps.
type kept struct {
	Cards []template.HTML
	Done  string
	Next  string // path of the page after, "" for none
}

func (p *Pages) ownLikes(w http.ResponseWriter, r *http.Request, in shop.SignedIn, _ url.Values) error {
	page := vitrine.Page{Number: 1, Size: listedAtOnce, Cursor: r.URL.Query().Get("cursor")}
	found, err := p.db.LikesOf(r.Context(), in.User.ID, page)
	if err != nil {
		return err
	}
	l := locale.Of(r.Context())
	titles, ids := map[int64]string{}, []int64(nil)
	for _, k := range found.Likes {
		titles[k.ModelID], ids = k.Title, append(ids, k.ModelID)
	}
	foot := func(id int64) template.HTML { return button(likePath(id)+"/remove", l.T("like|Take back"), titles[id]) }
	cards, err := p.cards(r, ids, foot)
	if err != nil {
		return err
	}

	list := kept{Done: done(r, map[string]locale.Phrase{"removed": locale.Text("You took your like back.")})}
	for _, id := range ids {
		card := cards[id]
		if card == "" {
			card = gone(l, foot(id))
		}
		list.Cards = append(list.Cards, card)
	}
	if found.Next != "" {
		list.Next = shop.LikesPath + "?" + url.Values{"cursor": {found.Next}}.Encode()
	}
	return p.Render(w, r, http.StatusOK, "likes", pages.View{Title: l.T("What you like"), Hidden: true, Section: "/account", Content: list})
}

// gone stands in the place of a model that is not in the catalogue.
func gone(l *locale.Language, foot template.HTML) template.HTML {
	m := &pages.Markup{}
	m.Fixed("<li class=\"card gone\">\n<div class=\"frame\"></div>\n<p class=\"meta\">").Text(l.T("A model that is no longer here"))
	return m.Fixed("</p>\n").HTML() + foot + "\n</li>"
}

// maxAsked is how many models a page's module may ask about.
const maxAsked = 200

// own tells the module of a page which of its models its reader likes, and whether they follow
// its seller.
func (p *Pages) own(w http.ResponseWriter, r *http.Request) error {
	in, err := session.SignedIn(r)
	if err != nil {
		return err
	}
	var ids []int64
	for _, text := range strings.Split(r.URL.Query().Get("models"), ",") {
		if id, err := strconv.ParseInt(text, 10, 64); err == nil && len(ids) < maxAsked {
			ids = append(ids, id)
		}
	}

	answer := struct {
		Models  []int64 `json:"models"`
		Follows bool    `json:"follows"`
	}{Models: []int64{}}
	liked, err := p.db.LikedOf(r.Context(), in.User.ID, ids)
	if err != nil {
		return err
	}
	answer.Models = append(answer.Models, liked...)
	if name := r.URL.Query().Get("seller"); name != "" {
		seller, err := p.shop.SellerOf(r.Context(), in.Caller(), name)
		if err != nil {
			return err
		}
		answer.Follows = seller.Follows
	}

	w.Header().Set("Content-Type", "application/json")
	return json.NewEncoder(w).Encode(answer)
}
