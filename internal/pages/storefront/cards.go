package storefront

import (
	"html/template"
	"maps"
	"net/http"
	"slices"
	"strings"

	"vitrine/internal/kept"
	"vitrine/internal/locale"
	"vitrine/internal/store"
)

const (
	// cardBytes bounds the cards that are remembered, of some 14,000 models.
	cardBytes = 16 << 20
	// eagerCards is how many cards are in sight at first on a large screen.
	eagerCards = 4
)

// keptCard is the card of a model, as pages have it, in the languages that it was shown in.
type keptCard struct {
	model     int64
	languages []string // of the model
	forms     map[cardForm]template.HTML
	since     store.Moment // that the oldest form was made after
}

// cardForm is in which languages a card is: its title, and what the page says around it; and
// whether it is for those who said to be of age.
type cardForm struct {
	language string
	speaks   *locale.Language
	grown    bool
}

func newCardMemory(db *store.DB) *kept.Memory[int64, *keptCard] {
	return kept.New[int64](db, cardBytes, func(k *keptCard, c *store.Change) bool { return c.TouchesModel(k.model) })
}

func (k *keptCard) size() int {
	const overhead = 300
	size := overhead
	for _, form := range k.forms {
		size += overhead + len(form)
	}
	return size
}

// cards are the cards of models in their order. The first ones, which are in sight at
// once, have their pictures loaded at once.
func (p *Pages) cards(r *http.Request, ids []int64, inSight int) ([]template.HTML, error) {
	found, err := p.cardsOf(r, ids)
	if err != nil {
		return nil, err
	}
	list := make([]template.HTML, 0, len(ids))
	for _, id := range ids {
		card := found[id]
		if card == "" {
			continue // deleted since the list was read
		}
		if len(list) < inSight {
			card = template.HTML(strings.Replace(string(card), lazy, "", 1))
		}
		list = append(list, card)
	}
	return list, nil
}

// Cards are the cards of those of some models that are in the catalogue, for pages that list
// what somebody keeps. foot is what stands there instead of the button to like one.
func (p *Pages) Cards(r *http.Request, ids []int64, foot func(id int64) template.HTML) (map[int64]template.HTML, error) {
	found, err := p.cardsOf(r, ids)
	if err != nil {
		return nil, err
	}
	for id, card := range found {
		body, _, _ := strings.Cut(string(card), likeButton)
		found[id] = template.HTML(body) + foot(id) + cardEnd
	}
	return found, nil
}

// cardsOf are the cards of models, by model.
func (p *Pages) cardsOf(r *http.Request, ids []int64) (map[int64]template.HTML, error) {
	l := locale.Of(r.Context())
	grown, err := p.grown(r)
	if err != nil {
		return nil, err
	}
	found := make(map[int64]template.HTML, len(ids))
	others := map[int64]*keptCard{} // that are there in other languages
	var missing []int64
	for _, id := range ids {
		k, _, ok := p.cardMemory.Find(r.Context(), id)
		if ok {
			if found[id], ok = k.forms[cardForm{bestLanguage(r, k.languages), l, grown}]; ok {
				continue
			}
			others[id] = k
		}
		missing = append(missing, id)
	}
	return found, p.makeCards(r, missing, others, found)
}

// makeCards adds the cards of models to those that were found.
func (p *Pages) makeCards(r *http.Request, ids []int64, others map[int64]*keptCard, found map[int64]template.HTML) error {
	if len(ids) == 0 {
		return nil
	}
	moment, err := p.db.Moment(r.Context())
	if err != nil {
		return err
	}
	cards, err := p.newCards(r, ids)
	if err != nil {
		return err
	}
	l := locale.Of(r.Context())
	grown, err := p.grown(r)
	if err != nil {
		return err
	}
	for _, c := range cards {
		found[c.ID] = c.html(l)
		made := &keptCard{c.ID, c.languages, map[cardForm]template.HTML{{c.language, l, grown}: found[c.ID]}, moment}
		if other := others[c.ID]; other != nil && slices.Equal(other.languages, made.languages) {
			made.since = other.since
			maps.Copy(made.forms, other.forms)
		}
		p.cardMemory.Keep(c.ID, made, made.size(), made.since)
	}
	return nil
}
