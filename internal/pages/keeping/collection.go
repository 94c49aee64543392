package keeping

import (
	"cmp"
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/session"
	"vitrine/internal/shop"
	"vitrine/internal/store"
)

// collection is the page of a collection as others see it.
type collection struct {
	*vitrine.Collection
	Cards  []template.HTML
	Gone   int    // models that are no longer in the catalogue
	Adult  int    // models that are not shown, as they are for adults
	Edit   string // path where its owner changes it, "" for others
	Report string
	Off    *vitrine.Decision // by which a moderator took it off, for its owner; nil for none
	Done   string
}

// collection shows a collection to everybody, or to whose it is.
func (p *Pages) collection(w http.ResponseWriter, r *http.Request) error {
	id, err := pages.Number(r, "id")
	if err != nil {
		return err
	}
	c, err := p.seen(r, id)
	if err != nil {
		return err
	}
	return p.showCollection(w, r, c, collectionPath(id))
}

// seen is a collection that the reader may see by its number.
func (p *Pages) seen(r *http.Request, id int64) (*vitrine.Collection, error) {
	if in, ok := session.Of(r.Context()); ok {
		c, err := p.shop.OwnCollection(r.Context(), in.Caller(), id)
		if err == nil || vitrine.CodeOf(err) != vitrine.NotFound {
			return c, err
		}
	}
	return p.shop.PublicCollection(r.Context(), id)
}

// shared shows a collection to who has its link.
func (p *Pages) shared(w http.ResponseWriter, r *http.Request) error {
	c, err := p.shop.SharedCollection(r.Context(), r.PathValue("key"))
	if err != nil {
		return err
	}
	w.Header().Set("Cache-Control", "no-store")
	return p.showCollection(w, r, c, shop.SharedPath+c.Secret)
}

func (p *Pages) showCollection(w http.ResponseWriter, r *http.Request, c *vitrine.Collection, path string) error {
	guest, err := p.Sessions().GuestOf(r.Context())
	if err != nil {
		return err
	}
	held, err := p.db.Collected(r.Context(), c.ID)
	if err != nil {
		return err
	}
	content := collection{Collection: c, Report: "/report?page=" + url.QueryEscape(path),
		Done: done(r, map[string]locale.Phrase{"made": locale.Text("Here is your collection. Pages of models have a link to add them.")})}
	var ids []int64
	for _, m := range held {
		switch {
		case m.Title == "":
			content.Gone++
		case m.Adult && !guest.Grown:
			content.Adult++
		default:
			ids = append(ids, m.ModelID)
		}
	}
	cards, err := p.cards(r, ids, func(int64) template.HTML { return "" })
	if err != nil {
		return err
	}
	for _, id := range ids {
		if card := cards[id]; card != "" {
			content.Cards = append(content.Cards, card)
		}
	}
	if in, ok := session.Of(r.Context()); ok && in.User.ID == c.UserID {
		w.Header().Set("Cache-Control", "no-store")
		content.Edit = collectionPath(c.ID) + "/edit"
		if content.Off, err = p.takenOff(r, c); err != nil {
			return err
		}
	}
	v := pages.View{Title: locale.Of(r.Context()).T("{name}: a collection by {person}", c.Name, c.Username), Content: content,
		Hidden: c.Hidden || c.Shown != vitrine.ShownToAll || len(content.Cards) == 0, Description: c.Text}
	if !v.Hidden {
		v.Canonical = collectionPath(c.ID)
	}
	return p.Render(w, r, http.StatusOK, "collection", v)
}

// takenOff is the decision by which a moderator took a collection off, for its owner; nil for
// none.
func (p *Pages) takenOff(r *http.Request, c *vitrine.Collection) (*vitrine.Decision, error) {
	if !c.Hidden {
		return nil, nil
	}
	decisions, err := p.db.DecisionsOfCollection(r.Context(), c.ID)
	return vitrine.StandingDecision(decisions), err
}

// editing is the page on which somebody changes a collection.
type editing struct {
	*vitrine.Collection
	Typed typed
	Held  []store.Collected
	Path  string            // of the collection
	Link  string            // address for those who may see it, "" for nobody
	Off   *vitrine.Decision // by which a moderator took it off; nil for none
	Done  string
}

func (p *Pages) edit(w http.ResponseWriter, r *http.Request, in shop.SignedIn, _ url.Values) error {
	return p.showEdit(w, r, in, nil, nil)
}

// showEdit shows the forms, with what was typed where that was refused.
func (p *Pages) showEdit(w http.ResponseWriter, r *http.Request, in shop.SignedIn, t *typed, refused error) error {
	id, err := pages.Number(r, "id")
	if err != nil {
		return err
	}
	c, err := p.shop.OwnCollection(r.Context(), in.Caller(), id)
	if err != nil {
		return err
	}
	if t == nil {
		t = &typed{Gathered: c.Gathered}
	}
	status, err := t.explain(w, r, refused)
	if err != nil {
		return err
	}
	if vitrine.CodeOf(refused) == vitrine.Stale {
		t.differs(locale.Of(r.Context()), c)
	}
	content := editing{Collection: c, Typed: *t, Path: collectionPath(id), Done: done(r, map[string]locale.Phrase{
		"saved": locale.Text("Saved."), "out": locale.Text("It is out of the collection now.")})}
	if content.Held, err = p.db.Collected(r.Context(), id); err != nil {
		return err
	}
	if content.Off, err = p.takenOff(r, c); err != nil {
		return err
	}
	if c.Shown != vitrine.ShownToNobody && !c.Hidden {
		content.Link = p.Address(shop.CollectionPath(c))
	}
	title := locale.Of(r.Context()).T("Change the collection {name}", c.Name)
	v := pages.View{Title: title, Hidden: true, Section: "/account", Content: content}
	return p.Render(w, r, status, "edit", v)
}

// at asks about the version that a form was made of.
func at(form url.Values) shop.Precondition {
	seen, _ := strconv.ParseInt(form.Get("version"), 10, 64)
	return func(version int64) bool { return version == seen }
}

func (p *Pages) save(w http.ResponseWriter, r *http.Request, in shop.SignedIn, form url.Values) error {
	id, err := pages.Number(r, "id")
	if err != nil {
		return err
	}
	t := readTyped(form)

	if _, err := p.shop.ChangeCollection(r.Context(), in.Caller(), id, t.Gathered, at(form)); err != nil {
		return p.showEdit(w, r, in, &t, err)
	}

	return to(w, r, collectionPath(id)+"/edit", "saved", "")
}

// arrange takes the places that somebody typed beside the models of a collection.
func (p *Pages) arrange(w http.ResponseWriter, r *http.Request, in shop.SignedIn, form url.Values) error {
	id, err := pages.Number(r, "id")
	if err != nil {
		return err
	}
	if _, err := p.shop.OwnCollection(r.Context(), in.Caller(), id); err != nil {
		return err
	}
	held, err := p.db.Collected(r.Context(), id)
	if err != nil {
		return err
	}
	cover, _ := strconv.ParseInt(form.Get("cover"), 10, 64)

	if _, err := p.shop.ArrangeCollection(r.Context(), in.Caller(), id, arranged(held, form), cover, at(form)); err != nil {
		return p.showEdit(w, r, in, nil, err)
	}

	return to(w, r, collectionPath(id)+"/edit", "saved", "")
}

// arranged are the models of a collection by the places that were typed. One that is moved to
// the place of another comes before it where it was behind it, and behind it where it was before.
func arranged(held []store.Collected, form url.Values) []int64 {
	type placed struct {
		model int64
		place float64
	}
	list := make([]placed, len(held))
	for i, m := range held {
		now := i + 1
		list[i] = placed{m.ModelID, float64(now)}
		wanted, err := strconv.Atoi(form.Get("place-" + strconv.FormatInt(m.ModelID, 10)))
		switch {
		case err != nil || wanted == now:
		case wanted < now:
			list[i].place = float64(wanted) - 0.5
		default:
			list[i].place = float64(wanted) + 0.5
		}
	}
	slices.SortStableFunc(list, func(a, b placed) int { return cmp.Compare(a.place, b.place) })
	ids := make([]int64, len(list))
	for i, one := range list {
		ids[i] = one.model
	}
	return ids
}

func (p *Pages) removeCollection(w http.ResponseWriter, r *http.Request, in shop.SignedIn, form url.Values) error {
	id, err := pages.Number(r, "id")
	if err != nil {
		return err
	}

	if err := p.shop.RemoveCollection(r.Context(), in.Caller(), id, at(form)); err != nil {
		return p.showEdit(w, r, in, nil, err)
	}

	return to(w, r, shop.CollectionsPath, "removed", "")
}
