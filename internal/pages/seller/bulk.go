package seller

import (
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/shop"
	"vitrine/internal/web"
)

// maxBulk is how many models one form changes.
const maxBulk = 100

// changed is what came of a form that changes several models.
type changed struct {
	Done    int
	Refused []refusedModel
}

// refusedModel is a model that stays as it was.
type refusedModel struct{ Title, Path, Why string }

// change is what a form asks of each of several models.
type change func(m *vitrine.Model) shop.ModelRequest

// changeOf returns the change that a form asks for.
func changeOf(l *locale.Language, act, price, tags string) (change, error) {
	status := func(s vitrine.Status) change {
		return func(*vitrine.Model) shop.ModelRequest {
			return shop.ModelRequest{ModelChange: vitrine.ModelChange{Status: vitrine.Some(s)}}
		}
	}
	switch act {
	case "publish":
		return status(vitrine.Published), nil
	case "withdraw":
		return status(vitrine.Draft), nil
	case "price":
		return pricing(l, price)
	case "add-tags", "remove-tags":
		return tagging(splitTags(tags), act == "add-tags")
	}
	return nil, vitrine.Errorf(vitrine.Invalid, "say what is to be done with the models")
}

// pricing returns the change that sets the price of models to what was typed. A discount that
// would be none with it ends.
func pricing(l *locale.Language, text string) (change, error) {
	var read shop.ModelRequest
	f := &form{language: l, Values: map[string][]string{"price": {text}}}
	price := f.readAmount("price", &read)
	if len(read.Faults) > 0 || price.Null {
		return nil, vitrine.Errorf(vitrine.Invalid, "write the price like 12.50")
	}
	return func(m *vitrine.Model) (r shop.ModelRequest) {
		if r.Price = price; m.OriginalPrice != nil && *m.OriginalPrice <= price.Value {
			r.OriginalPrice = vitrine.Optional[vitrine.Amount]{Set: true, Null: true}
		}
		return r
	}, nil
}

// tagging returns the change that adds tags to models, in their first language, or removes
// them.
func tagging(tags []string, add bool) (change, error) {
	if len(tags) == 0 {
		return nil, vitrine.Errorf(vitrine.Invalid, "write the tags, with commas between them")
	}
	return func(m *vitrine.Model) (r shop.ModelRequest) {
		list := slices.Clone(m.Tags)
		for _, tag := range tags {
			same := func(other string) bool { return strings.EqualFold(other, tag) }
			if !add {
				list = slices.DeleteFunc(list, same)
			} else if !slices.ContainsFunc(list, same) {
				list = append(list, tag)
			}
		}
		if !slices.Equal(list, m.Tags) {
			r.Tags = orNull(list, len(list) > 0)
		}
		return r
	}, nil
}

// bulk changes several models, each by itself: what is refused of one is nothing to the
// others.
func (p *Pages) bulk(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	sent, err := web.ReadForm(w, r, maxForm)
	if err != nil {
		return err
	}
	change, err := changeOf(locale.Of(r.Context()), sent.Get("act"), sent.Get("price"), sent.Get("tags"))
	if err == nil && (len(sent["model"]) == 0 || len(sent["model"]) > maxBulk) {
		err = vitrine.Errorf(vitrine.Invalid, "choose 1 to %d models first", maxBulk)
	}
	if err != nil {
		return p.listAgain(w, r, in, err)
	}
	ids := make([]int64, len(sent["model"]))
	for i, text := range sent["model"] {
		if ids[i], err = strconv.ParseInt(text, 10, 64); err != nil {
			return vitrine.Errorf(vitrine.Malformed, "%q is no number of a model", text)
		}
	}
	slices.Sort(ids)

	came, err := p.changeAll(r, in, slices.Compact(ids), change)
	if err != nil {
		return err
	}
	if len(came.Refused) > 0 {
		return p.show(w, r, http.StatusConflict, "changed", locale.Of(r.Context()).T("Not all models were changed"), came)
	}
	http.Redirect(w, r, root+"?changed="+strconv.Itoa(came.Done), http.StatusSeeOther)
	return nil
}

// listAgain shows the table with what is wrong with the form below it.
func (p *Pages) listAgain(w http.ResponseWriter, r *http.Request, in shop.SignedIn, wrong error) error {
	t, err := p.table(r, in, askedOf(nil))
	if err != nil {
		return err
	}
	l := locale.Of(r.Context())
	t.WrongBulk = l.Says(wrong.Error())
	return p.show(w, r, http.StatusUnprocessableEntity, "models", l.T("Sell"), t)
}

func (p *Pages) changeAll(r *http.Request, in shop.SignedIn, ids []int64, change change) (*changed, error) {
	models, err := p.db.Models(r.Context(), ids)
	if err != nil {
		return nil, err
	}
	l, came := locale.Of(r.Context()), &changed{}
	for _, m := range models {
		if m.AuthorID != in.User.ID {
			continue // it is not there
		}
		// What is asked for was made of this version.
		same := func(version int64) bool { return version == m.Version }
		_, err := p.shop.UpdateModel(r.Context(), author(in), m.ID, change(m), same)
		refused, ok := errors.AsType[*vitrine.Error](err)
		switch {
		case err == nil:
			came.Done++
		case ok && refused.Code == vitrine.Stale:
			came.Refused = append(came.Refused, refusedModel{m.Title, pathOf(m.ID), l.T("It was changed at the same moment: try again.")})
		case ok && slices.Contains([]vitrine.Code{vitrine.Invalid, vitrine.Conflict, vitrine.Forbidden}, refused.Code):
			came.Refused = append(came.Refused, refusedModel{m.Title, pathOf(m.ID), why(l, refused)})
		default:
			return nil, err
		}
	}
	if came.Done == 0 && len(came.Refused) == 0 {
		return nil, vitrine.Errorf(vitrine.NotFound, "these models are not there")
	}
	return came, nil
}
