package seller_test

import (
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/shop"
)

// draft makes a model with a title alone.
func (s *site) draft(t *testing.T, b *browser, title string) *vitrine.Model {
	t.Helper()
	m, err := s.shop.CreateModel(t.Context(), vitrine.Caller{User: b.user},
		shop.ModelRequest{ModelChange: vitrine.ModelChange{Title: vitrine.Some(title)}})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// formOn reads the form of a model as a browser would send it.
func formOn(t *testing.T, a answer) url.Values {
	t.Helper()
	document, err := html.Parse(strings.NewReader(a.body))
	if err != nil {
		t.Fatal(err)
	}
	values := url.Values{}
	for n := range document.Descendants() {
		inside := false
		for up := n.Parent; up != nil; up = up.Parent {
			inside = inside || up.Data == "form" && slices.Contains([]string{"sheet", "sheet crop", "seller tongued"}, attribute(up, "class"))
		}
		name := attribute(n, "name")
		kind := attribute(n, "type")
		switch {
		case !inside:
		case n.Data == "textarea" && n.FirstChild != nil:
			values.Set(name, n.FirstChild.Data)
		case n.Data == "input" && (kind != "checkbox" && kind != "radio" || has(n, "checked")):
			values.Add(name, attribute(n, "value"))
		case n.Data == "option" && has(n, "selected"):
			for up := n.Parent; up != nil; up = up.Parent {
				if up.Data == "select" {
					values.Set(attribute(up, "name"), attribute(n, "value"))
				}
			}
		}
	}
	return values
}

func attribute(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

func has(n *html.Node, name string) bool {
	for _, a := range n.Attr {
		if a.Key == name {
			return true
		}
	}
	return false
}

func with(form url.Values, changes map[string]string) url.Values {
	changed := maps.Clone(form)
	for name, value := range changes {
		changed.Set(name, value)
	}
	return changed
}

// TestSave says all that there is to say of a model, and reads it again.
func TestSave(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ada := s.signedIn(t, "ada")
	m := s.draft(t, ada, "Oak chair")
	page := ada.get(t, "/sell/models/1")
	form := formOn(t, page)
	if form.Get("category") != "chairs" || form.Get("license") != "" {
		t.Errorf("the guess is %v", form)
	}
	const preview = `href="/sell/models/1/preview"`
	if strings.Contains(page.body, preview) {
		t.Error("a model without a price leads to what buyers would see")
	}
	all := map[string]string{
		"title": " Chair of oak ", "description": "# Oak\n\nA **chair**, <script>alert(1)</script>not more.",
		"tags":     "oak, chair,wood\nseat, old",
		"category": "chairs", "price": "12,50", "original_price": "20", "license": "custom", "custom_license": "Be kind.", "preview": "none",
		"adult_content": "yes", "ai_generated": "yes", "product_type": "cg", "game_ready": "yes", "pbr": "yes", "info_polygons": "1200",
		"info_geometry_type": "other", "info_textures": "true", "info_collection": "false",
	}
	ada.post(t, "/sell/models/1", with(form, all)).wantLeads(t, "saving", "/sell/models/1?done=saved")
	got := s.model(t, m.ID)
	if want := "<h2>Oak</h2>\n<p>A <strong>chair</strong>, alert(1)not more.</p>"; got.Description != want {
		t.Errorf("the description is %q, want %q", got.Description, want)
	}
	page = ada.get(t, "/sell/models/1")
	if !strings.Contains(page.body, preview) {
		t.Error("a model with a price and a licence does not lead to what buyers will see")
	}
	again := formOn(t, page)
	all["title"], all["price"], all["original_price"], all["tags"] = "Chair of oak", "12.50", "20.00", "oak, chair, wood, seat, old"
	all["description"] = "# Oak\n\nA **chair**, alert(1)not more."
	shown := map[string]string{}
	for name := range all {
		shown[name] = again.Get(name)
	}
	if diff := cmp.Diff(all, shown); diff != "" {
		t.Errorf("the form shows (-want +got):\n%s", diff)
	}
	ada.post(t, "/sell/models/1", again).wantLeads(t, "saving the same", "/sell/models/1?done=saved")
	same := s.model(t, m.ID)
	same.Version = got.Version // each save makes another
	if diff := cmp.Diff(got, same); diff != "" {
		t.Errorf("saving the same changes it:\n%s", diff)
	}

	again.Del("adult_content")
	ada.post(t, "/sell/models/1", with(again, map[string]string{"product_type": "printable", "units": "mm", "is_pre_supported": "yes",
		"license": "general"})).wantLeads(t, "for printing", "/sell/models/1?done=saved")
	if got := s.model(t, m.ID); got.ProductType != vitrine.Printable || got.Units != "mm" || !got.PreSupported || got.PBR ||
		got.Info.JSON != "" || got.AdultContent || got.CustomLicense != "" {
		t.Errorf("for printing it is %+v", got)
	}
}

func (s *site) model(t *testing.T, id int64) *vitrine.Model {
	t.Helper()
	m, err := s.db.Model(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestSaveWrong keeps what was typed, and says at the field what to do.
func TestSaveWrong(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ada := s.signedIn(t, "ada")
	m := s.draft(t, ada, "Oak chair")
	form := formOn(t, ada.get(t, "/sell/models/1"))
	for _, c := range []struct {
		name, value, says string
	}{
		{"title", "", "A model needs a title."}, {"tags", "one, two", "At least 5 tags are needed, 2 were given."},
		{"price", "-3", "The price is negative"}, {"price", "1.234", "more than two decimals"}, {"price", "cheap", "The price is not a number"},
		{"original_price", "x", "write it like 12.50"}, {"license", "custom", "A custom license needs its text."},
		{"license", "mine", "The license is general, editorial, custom or another one that is offered here."},
		{"category", "nowhere", "There is no such category"},
		{"info_polygons", "many", "Polygons is a whole number"}, {"preview", "loud", "The preview is full"},
		{"description", strings.Repeat("x", 70_000), "at most 65536 are allowed"},
	} {
		typed := map[string]string{"title": "Typed " + c.name, "multiple_parts_details": "Typed " + c.name}
		typed[c.name] = c.value
		got := ada.post(t, "/sell/models/1", with(form, typed))
		got.want(t, c.name+" "+c.value[:min(len(c.value), 9)], http.StatusUnprocessableEntity, c.says, "This is not saved yet.")
		if !strings.Contains(got.body, "Typed "+c.name) {
			t.Errorf("%s: what was typed is lost", c.name)
		}
	}
	ada.post(t, "/sell/models/1", with(form, map[string]string{"act": "preview", "description": "A **bold** <b>x</b>"})).want(t, "a preview",
		http.StatusOK, "A bold x")
	ada.post(t, "/sell/models/1", with(form, map[string]string{"act": "publish", "price": "0"})).want(t, "publishing", http.StatusConflict,
		"stand in the catalogue: 5 things are missing", "Write a description", "Choose a licence")
	if got := s.model(t, m.ID); got.Price == nil || got.Status != vitrine.Draft {
		t.Errorf("what was typed is not saved with what could not be published: %+v", got)
	}
}

// TestSaveOvertaken saves over what somebody else stored only when that was seen.
func TestSaveOvertaken(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ada := s.signedIn(t, "ada")
	m := s.draft(t, ada, "Oak chair")
	form := formOn(t, ada.get(t, "/sell/models/1"))
	ada.upload(t, "/sell/models/1/files", named{"oak.stl", "a"}).wantLeads(t, "a file, which is no change of the form", "/sell/models/1")
	ada.post(t, "/sell/models/1", with(form, map[string]string{"title": "Mine"})).wantLeads(t, "saving", "/sell/models/1?done=saved")
	got := ada.post(t, "/sell/models/1", with(form, map[string]string{"title": "Other"}))
	got.want(t, "the form of before", http.StatusConflict, "The model was changed meanwhile", "Stored now: Mine")
	if s.model(t, m.ID).Title != "Mine" || formOn(t, got).Get("title") != "Other" {
		t.Error("it is stored, or what was typed is lost")
	}
	ada.post(t, "/sell/models/1", formOn(t, got)).wantLeads(t, "once more", "/sell/models/1?done=saved")
	if got := s.model(t, m.ID).Title; got != "Other" {
		t.Errorf("the title is %q", got)
	}
}

// TestTasksOfLanguages says what texts in further languages lack, and leads to the page that has
// them.
func TestTasksOfLanguages(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ada := s.signedIn(t, "ada")
	s.draft(t, ada, "Oak chair")
	german := shop.ModelRequest{ModelChange: vitrine.ModelChange{Language: "de", Title: vitrine.Some("Eichenstuhl")}}
	if _, err := s.shop.UpdateModel(t.Context(), vitrine.Caller{User: ada.user}, 1, german, nil); err != nil {
		t.Fatal(err)
	}
	got := ada.get(t, "/sell/models/1")
	got.want(t, "in German", http.StatusOK, "Write a description in the language Deutsch")
	if !strings.Contains(got.body, `<a href="/sell/models/1/texts#in-de">Write a description in the language Deutsch</a>`) {
		t.Error("it does not lead to the text in that language")
	}
}

// TestGuessTitle proposes the name of a model as the title, also where the first file to come is its texture.
func TestGuessTitle(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ada := s.signedIn(t, "ada")
	files := []named{{"oak_ao.png", "a texture"}, {"oak_chair.stl", "solid a\nendsolid a\n"}}
	ada.upload(t, "/sell/models", files...).wantLeads(t, "uploading", "/sell/models/1")
	page := ada.get(t, "/sell/models/1")
	page.want(t, "the form", http.StatusOK, "Guess from the name of a file")
	if got := formOn(t, page).Get("title"); got != "Oak chair" {
		t.Errorf("the title is %q, want that of the model", got)
	}
	shown := ada.post(t, "/sell/models/1", with(formOn(t, page), map[string]string{"product_type": "cg", "act": "preview"}))
	shown.want(t, "what is still a guess in a preview", http.StatusOK, "Guess from the name of a file")
	shown = ada.post(t, "/sell/models/1", with(formOn(t, page), map[string]string{"title": "My chair", "act": "preview"}))
	if strings.Contains(shown.text(), "Guess from the name of a file") {
		t.Error("a title that was typed is marked as a guess")
	}
}

// TestTakenOff leads the author of a model that a moderator took off to the reasons, and to where they answer.
func TestTakenOff(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ada := s.signedIn(t, "ada")
	m := s.listed(t, ada, "Oak chair", 1250)
	chief, _, err := s.shop.CreateUser(t.Context(), shop.NewUser{Username: "chief", Email: "chief@example.com", Admin: true})
	if err != nil {
		t.Fatal(err)
	}
	now := s.clock.Now()
	operator := shop.SignedIn{User: *chief, Session: vitrine.Session{ProvedAt: now, CreatedAt: now, Strong: true}}
	ruling := vitrine.Ruling{Action: vitrine.ActTakeDown, Ground: vitrine.GroundLaw, Reason: "It is somebody's.", Downloads: true}
	if err := s.shop.RuleModel(t.Context(), operator, m.ID, ruling); err != nil {
		t.Fatal(err)
	}
	page := ada.get(t, "/sell/models/1")
	page.want(t, "taken down", http.StatusOK, "A moderator took this model out of the catalogue.", "It is somebody&#39;s.",
		"Read the decision and answer")
	if links := strings.Count(page.body, `href="/account/decisions/1"`); links != 2 {
		t.Errorf("%d links lead to the decision, want one in the notice and one in the list of what is missing", links)
	}
	if err := s.shop.RestoreModel(t.Context(), operator, m.ID, "It is theirs."); err != nil {
		t.Fatal(err)
	}
	if page := ada.get(t, "/sell/models/1"); strings.Contains(page.body, "/account/decisions/") {
		t.Error("a model that came back leads to the decision that ended")
	}
}
