package moderation

import (
	"html/template"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/record"
	"vitrine/internal/shop"
	"vitrine/internal/store"
)

// modelFile is what the page of a model shows.
type modelFile struct {
	shop.ModelDossier
	url.Values // as they were typed
	State      store.ModelList
	Path       string // of this page
	Page       string // of the model's, "" where buyers do not see it
	Preview    string // of that page, "" where there is no need or nothing to see
	Picture    *pages.Picture
	Pictures   []*pages.Picture
	Described  template.HTML
	Price      string
	Category   string // with the one above it, as the operator calls them; "" for none
	Many       string // orders there are
	Faults     map[string]string
	Done       string
	Operator   bool
	act        string // of the form that was sent, "" for none
}

// doneWithModel are the words for what was done.
var doneWithModel = map[string]locale.Phrase{
	"rule":      locale.Text("The model is taken off, and its author gets the reasons by mail."),
	"restore":   locale.Text("The model is what it was before, and its author is told."),
	"approve":   locale.Text("The model is in the catalogue, and its author is told."),
	"send-back": locale.Text("The model is a draft again, and its author gets the reasons by mail."),
	"feature":   locale.Text("The home page shows the model."), "unfeature": locale.Text("The home page shows the model no more."),
}

func modelPath(id int64) string { return modelsPath + "/" + strconv.FormatInt(id, 10) }

func (p *Pages) model(w http.ResponseWriter, r *http.Request, a asked) error {
	return p.showModel(w, r, a, nil)
}

// showModel shows a model, with what was wrong with a form where it was not taken.
func (p *Pages) showModel(w http.ResponseWriter, r *http.Request, a asked, refused error) error {
	d, err := p.shop.ModelDossier(r.Context(), a.in, a.id)
	if err != nil {
		return err
	}
	status, wrong, err := a.explained(r, refused)
	if err != nil {
		return err
	}
	categories, err := p.db.Categories(r.Context())
	if err != nil {
		return err
	}
	l := locale.Of(r.Context())
	content := modelFile{ModelDossier: d, Values: a.form, Path: modelPath(a.id), Price: p.price(l, d.Model), Faults: wrong,
		Category: categoryOf(l, d.Model, categories), Many: orders(l, d.Orders.Count, d.Orders.More),
		Done: l.Say(doneWithModel[r.URL.Query().Get("done")]), Operator: a.in.Operator(), State: stateOf(d.Case), act: a.act}
	if d.Model.Status == vitrine.Published {
		content.Page = record.Path(d.Model)
	} else if d.Model.HandedIn() && d.Model.HasPage() {
		content.Preview = content.Path + "/preview"
	}
	content.Described = pages.Description(d.Model.Text)
	for _, image := range d.Model.Images {
		content.Pictures = append(content.Pictures, pages.PictureOf(image))
	}
	if len(content.Pictures) > 0 {
		content.Picture = content.Pictures[0]
	}
	return p.show(w, r, status, "one-model", d.Model.Title, modelsPath, content)
}

// categoryOf is the category of a model with the one above it, in a language.
func categoryOf(l *locale.Language, m *vitrine.Model, all []vitrine.Category) string {
	var names []string
	for _, id := range []int64{m.Category.ID, m.Subcategory.ID} {
		for i := range all {
			if all[i].ID == id {
				names = append(names, pages.CategoryIn(l, &all[i]).Name)
			}
		}
	}
	return strings.Join(names, " · ")
}

// stateOf is how a model stands by what was decided about it.
func stateOf(c shop.Case) store.ModelList {
	return store.DeskModel{Model: *c.Model, TakenDown: c.TakenDown()}.State()
}

// Standing is the newest decision because of which the model is off; nil for none.
func (f modelFile) Standing() *vitrine.Decision { return vitrine.StandingDecision(f.Decisions) }

// because is a field for a reason that the author of a model gets.
type because struct {
	ID          string
	Label, Note locale.Phrase
	Text, Fault string
}

// Ask is the field of the form that does something, with what was typed there.
func (f modelFile) Ask(act string) because {
	field := because{ID: act + "-reason", Label: locale.Text("Statement of reasons"),
		Note: locale.Text("The facts, and which law or term they are against. The author gets these words, and may answer once.")}
	switch act {
	case "restore":
		field.Label, field.Note = locale.Text("Why"), locale.Text("The author gets these words by mail.")
	case "send-back":
		field.Label, field.Note = locale.Text("What is to be mended"),
			locale.Text("The author gets these words by mail, and may publish the model once more.")
	}
	if f.act == act {
		field.Text, field.Fault = f.Get("reason"), f.Faults["reason"]
	}
	return field
}

// Chosen is the place that is offered first.
func (f modelFile) Chosen() int {
	if place, err := strconv.Atoi(f.Get("place")); err == nil {
		return place
	}
	return max(1, f.Place())
}

// Places are where the model may stand on the home page.
func (f modelFile) Places() (list []int) {
	for i := range vitrine.MaxFeatured {
		list = append(list, i+1)
	}
	return list
}

// afterModel leads back to the model, or says what was wrong.
func (p *Pages) afterModel(w http.ResponseWriter, r *http.Request, a asked, what string, err error) error {
	if err != nil {
		return p.showModel(w, r, a, err)
	}
	return pages.Done(w, r, modelPath(a.id), what)
}

// rulingOf reads what somebody decides about a model.
func rulingOf(form url.Values) vitrine.Ruling {
	ruling := vitrine.Ruling{Ground: vitrine.Ground(form.Get("ground")), Reason: form.Get("reason"), Downloads: true}
	switch ruling.Action = vitrine.Action(form.Get("action")); ruling.Action {
	case "take_down_all": // and the downloads of those who bought it
		ruling.Action, ruling.Downloads = vitrine.ActTakeDown, false
	default:
	}
	return ruling
}

func (p *Pages) rule(w http.ResponseWriter, r *http.Request, a asked) error {
	return p.afterModel(w, r, a, "rule", p.shop.RuleModel(r.Context(), a.in, a.id, rulingOf(a.form)))
}

func (p *Pages) restoreThis(w http.ResponseWriter, r *http.Request, a asked) error {
	return p.afterModel(w, r, a, "restore", p.shop.RestoreModel(r.Context(), a.in, a.id, a.form.Get("reason")))
}

func (p *Pages) approve(w http.ResponseWriter, r *http.Request, a asked) error {
	version, err := strconv.ParseInt(a.form.Get("version"), 10, 64)
	if err != nil {
		version = 0 // which no model has
	}
	return p.afterModel(w, r, a, "approve", p.shop.Approve(r.Context(), a.in, a.id, version))
}

func (p *Pages) sendBack(w http.ResponseWriter, r *http.Request, a asked) error {
	return p.afterModel(w, r, a, "send-back", p.shop.SendBack(r.Context(), a.in, a.id, a.form.Get("reason")))
}

func (p *Pages) feature(w http.ResponseWriter, r *http.Request, a asked) error {
	place, placeErr := strconv.Atoi(a.form.Get("place"))
	until, err := lastMoment(locale.Of(r.Context()), a.form.Get("until"))
	if placeErr != nil {
		place = 0 // which is refused
	}
	if err == nil {
		err = p.shop.Feature(r.Context(), a.in, a.id, place, until)
	}
	return p.afterModel(w, r, a, "feature", err)
}

// lastMoment is the end of a day in UTC; the zero time where none is given.
func lastMoment(l *locale.Language, day string) (time.Time, error) {
	if day == "" {
		return time.Time{}, nil
	}
	begins, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return begins, vitrine.InvalidFields([]vitrine.Field{{Pointer: "/until", Code: "bad_format",
			Detail: l.T("A day is written such as 2026-12-31.")}})
	}
	return begins.AddDate(0, 0, 1), nil
}

func (p *Pages) unfeature(w http.ResponseWriter, r *http.Request, a asked) error {
	return p.afterModel(w, r, a, "unfeature", p.shop.Unfeature(r.Context(), a.in, a.id))
}
