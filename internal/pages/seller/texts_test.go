package seller_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/shop"
)

// TestTexts writes a model in several languages on one page.
func TestTexts(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ada, eve := s.signedIn(t, "ada"), s.signedIn(t, "eve")
	m := s.draft(t, ada, "Oak chair")
	const path = "/sell/models/1/texts"
	eve.get(t, path).want(t, "somebody else's", http.StatusNotFound)
	page := ada.get(t, path)
	page.want(t, "one language", http.StatusOK, "There is no text yet in: Deutsch, Français, Español, 简体中文, العربية.",
		"English (en-US)", "Missing: description, tags")
	ada.get(t, "/sell/models/1").want(t, "the model", http.StatusOK, "There is no text yet in: Deutsch, Français")

	form := formOn(t, page)
	form.Set("title-en-US", "Oak armchair")
	form.Set("add", "de")
	form.Set("act", "add")
	page = ada.post(t, path, form)
	page.want(t, "one more", http.StatusOK, "Deutsch", "Not saved yet", "Missing: title, description, tags")
	if got := s.model(t, m.ID); got.Title != "Oak chair" || len(got.Languages()) != 1 {
		t.Errorf("it is stored already: %v", got.Texts())
	}
	form = formOn(t, page)
	if form.Get("title-en-US") != "Oak armchair" {
		t.Errorf("what was typed is lost: %v", form)
	}
	for field, text := range map[string]string{
		"title-de": "Eichensessel", "description-de": "Mit **Armen**.", "tags-de": "eiche, sessel, holz", "act": "save",
	} {
		form.Set(field, text)
	}
	ada.post(t, path, form).want(t, "too few tags", http.StatusUnprocessableEntity, "The fields below say what is wrong",
		"At least 5 tags are needed, 3 were given")
	form.Set("tags-de", "eiche, sessel, holz, sitz, heim")
	ada.post(t, path, form).wantLeads(t, "saving", path+"?done=saved")
	got := s.model(t, m.ID)
	german := vitrine.Text{Language: "de", Title: "Eichensessel", RawDescription: "Mit Armen.",
		Tags: []string{"eiche", "sessel", "holz", "sitz", "heim"}}
	german.Description = strings.TrimSpace(got.TextIn("de").Description)
	if diff := cmp.Diff([]vitrine.Text{german}, got.Translations); diff != "" || got.Title != "Oak armchair" ||
		!strings.Contains(german.Description, "<strong>Armen</strong>") {
		t.Errorf("stored (-want +got), %q, %s:\n%s", got.Title, german.Description, diff)
	}

	ada.post(t, path, form).want(t, "a form of before", http.StatusConflict, "The model was changed meanwhile")
	page = ada.get(t, path)
	page.want(t, "two languages", http.StatusOK, "There is no text yet in: Français", "Complete")
	stale := formOn(t, page)
	if _, err := s.shop.UpdateModel(t.Context(), vitrine.Caller{User: ada.user, Scopes: vitrine.OwnScopes()}, m.ID, shop.ModelRequest{
		ModelChange: vitrine.ModelChange{Language: "de", Title: vitrine.Some("Sessel")}}, nil); err != nil {
		t.Fatal(err)
	}
	page = ada.post(t, path, stale)
	page.want(t, "changed by a program", http.StatusConflict, "Stored now: Sessel")
	form = formOn(t, page)
	form["gone"] = []string{"en-US", "de"}
	ada.post(t, path, form).want(t, "none left", http.StatusUnprocessableEntity, "only text")
	form["gone"] = []string{"en-US"}
	ada.post(t, path, form).wantLeads(t, "without the first", path+"?done=saved")
	if got := s.model(t, m.ID); got.Language != "de" || got.Title != "Eichensessel" || len(got.Translations) != 0 {
		t.Errorf("without the first there is %v", got.Texts())
	}
	ada.post(t, path, url.Values{"language": {"no language"}}).want(t, "no language", http.StatusBadRequest)
}

// TestTextsOfPublished keeps what is changed of a published model until it is published.
func TestTextsOfPublished(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ada := s.signedIn(t, "ada")
	s.listed(t, ada, "Oak chair", 1250)
	form := formOn(t, ada.get(t, "/sell/models/1/texts"))
	form.Set("title-en-US", "Ash chair")
	form.Set("act", "save")
	form.Set("tags-en-US", "oak, chair, seat, wood, home")
	form.Set("description-en-US", "Four legs.")
	ada.post(t, "/sell/models/1/texts", form).wantLeads(t, "saving", "/sell/models/1/texts?done=drafted")
	if got := s.model(t, 1); got.Title != "Oak chair" {
		t.Errorf("buyers read %q already", got.Title)
	}
	ada.get(t, "/sell/models/1/texts").want(t, "again", http.StatusOK, "Save the changes")
	ada.get(t, "/sell/models/1").want(t, "the model", http.StatusOK, "Title Public now: Oak chair Then: Ash chair")
}
