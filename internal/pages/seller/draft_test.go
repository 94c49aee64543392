package seller_test

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"vitrine"
	"vitrine/internal/shop"
)

// marked is the mark in the forms that publish a draft version or throw it away.
var marked = regexp.MustCompile(`draft/discard">.*name="mark" value="([0-9-]+)"`)

func markOn(t *testing.T, a answer) url.Values {
	t.Helper()
	found := marked.FindStringSubmatch(a.body)
	if found == nil {
		t.Fatalf("the page has no draft version:\n%s", a.text())
	}
	return url.Values{"mark": {found[1]}}
}

// complete is all that a model lacks of which there is a title, a price and a file.
func complete(form url.Values) url.Values {
	return with(form, map[string]string{"description": "Four legs.", "tags": "oak, chair, seat, wood, home", "category": "chairs"})
}

// TestDraftVersion changes a published model on its page: buyers see nothing of it until it
// is published, and then all.
func TestDraftVersion(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ada, eve := s.signedIn(t, "ada"), s.signedIn(t, "eve")
	s.listed(t, ada, "Oak chair", 1250)
	page := ada.get(t, "/sell/models/1")
	page.want(t, "published", http.StatusOK, "What you change here waits until you publish it.")
	ada.post(t, "/sell/models/1", formOn(t, page)).wantLeads(t, "saving the same", "/sell/models/1?done=drafted")
	if strings.Contains(ada.get(t, "/sell/models/1").text(), "not published yet") {
		t.Error("saving the same makes a draft version")
	}

	ada.post(t, "/sell/models/1", with(complete(formOn(t, page)), map[string]string{"price": "19", "note": "Wider seat."})).wantLeads(t,
		"saving", "/sell/models/1?done=drafted")
	ada.upload(t, "/sell/models/1/files", named{"b.stl", "solid b"}).wantLeads(t, "a file", "/sell/models/1")
	ada.upload(t, "/sell/models/1/pictures", named{"1.png", swatch(t, 1)}).wantLeads(t, "a picture", "/sell/models/1")
	ada.post(t, "/sell/models/1/files/1/remove", nil).wantLeads(t, "removing a file by its public number", "/sell/models/1?done=file")
	if m := s.model(t, 1); *m.Price != 1250 || len(m.Files) != 1 || m.Files[0].Name != "a.stl" || len(m.Images) != 0 || m.Category.ID != 0 {
		t.Errorf("it is public already: %+v", m)
	}
	page = ada.get(t, "/sell/models/1")
	page.want(t, "with changes", http.StatusOK, "Changes that are not published yet", "Price Public now: 12.50 USD Then: 19.00 USD",
		"Category Public now: Nothing Then: Furniture, Chairs and Stools", "a.stl removed", "b.stl added", "0 pictures Then: 1 picture",
		"Wait until its files are read")
	ada.post(t, "/sell/models/1/draft/publish", markOn(t, page)).want(t, "while a file is read", http.StatusConflict, "still being read")
	ada.get(t, "/sell?status=changed").want(t, "those with changes", http.StatusOK, "1 model", "Unpublished changes")
	for _, path := range []string{"publish", "discard"} {
		eve.post(t, "/sell/models/1/draft/"+path, markOn(t, page)).want(t, "another's", http.StatusNotFound)
		ada.post(t, "/sell/models/1/draft/"+path, nil).want(t, "none that is meant", http.StatusBadRequest)
	}
	d, err := s.shop.Draft(t.Context(), vitrine.Caller{User: ada.user}, 1)
	if err != nil {
		t.Fatal(err)
	}
	ada.get(t, fmt.Sprintf("/sell/models/%d", d.CopyID)).want(t, "the copy", http.StatusNotFound)

	old := markOn(t, page)
	ada.post(t, "/sell/models/1/files/1/remove", nil).want(t, "what is gone already", http.StatusNotFound)
	ada.post(t, "/sell/models/1", with(formOn(t, page), map[string]string{"title": "Armchair"})).wantLeads(t, "once more",
		"/sell/models/1?done=drafted")
	ada.post(t, "/sell/models/1/draft/discard", old).want(t, "what was looked at before", http.StatusConflict, "was changed meanwhile")
	ada.post(t, "/sell/models/1/draft/discard", markOn(t, ada.get(t, "/sell/models/1"))).wantLeads(t, "throwing it away",
		"/sell/models/1?done=discarded")
	if m := s.model(t, 1); m.Title != "Oak chair" || len(m.Files) != 1 {
		t.Errorf("thrown away, and the model is %+v", m)
	}
	ada.get(t, "/sell?status=changed").want(t, "none with changes", http.StatusOK, "No model of yours fits.")
}

// TestDraftOvertaken has a program change a model that has a draft version, and another
// window the draft version: nothing that was typed is lost, and nothing is stored unseen.
func TestDraftOvertaken(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ada := s.signedIn(t, "ada")
	s.listed(t, ada, "Oak chair", 1250)
	ada.upload(t, "/sell/models/1/pictures", named{"1.png", swatch(t, 1)}).wantLeads(t, "a picture", "/sell/models/1")
	form := complete(formOn(t, ada.get(t, "/sell/models/1")))
	ada.post(t, "/sell/models/1", with(form, map[string]string{"act": "publish", "note": "Now whole."})).wantLeads(t, "saving and publishing",
		"/sell/models/1?done=changed")
	if m := s.model(t, 1); m.RawDescription != "Four legs." || len(m.Images) != 1 {
		t.Fatalf("published it is %+v", m)
	}

	form = formOn(t, ada.get(t, "/sell/models/1"))
	ada.post(t, "/sell/models/1", with(form, map[string]string{"price": "20"})).wantLeads(t, "saving", "/sell/models/1?done=drafted")
	got := ada.post(t, "/sell/models/1", with(form, map[string]string{"price": "30"}))
	got.want(t, "in another window", http.StatusConflict, "The model was changed meanwhile", "Stored now: 20.00")
	if typed := formOn(t, got).Get("price"); typed != "30" {
		t.Errorf("what was typed is lost: %q", typed)
	}

	form = formOn(t, ada.get(t, "/sell/models/1"))
	cheap := shop.ModelRequest{ModelChange: vitrine.ModelChange{Price: vitrine.Some(vitrine.Amount(700))}}
	if _, err := s.shop.UpdateModel(t.Context(), vitrine.Caller{User: ada.user}, 1, cheap, nil); err != nil {
		t.Fatal(err)
	}
	ada.post(t, "/sell/models/1", with(form, map[string]string{"title": "Throne"})).want(t, "overtaken by a program", http.StatusConflict,
		"Stored now: Oak chair")
	page := ada.get(t, "/sell/models/1")
	page.want(t, "with a clash", http.StatusOK, "Price Changed in another way too Public now: 7.00 USD Then: 20.00 USD", "Stored now: 7.00",
		"Price was changed in another way too, and is public: save what it is to be")
	ada.post(t, "/sell/models/1/draft/publish", markOn(t, page)).want(t, "with a clash", http.StatusConflict, "changed meanwhile")
	ada.post(t, "/sell/models/1", formOn(t, page)).wantLeads(t, "settled", "/sell/models/1?done=drafted")
	ada.post(t, "/sell/models/1/draft/publish", markOn(t, ada.get(t, "/sell/models/1"))).wantLeads(t, "publishing",
		"/sell/models/1?done=changed")
	if m := s.model(t, 1); *m.Price != 2000 {
		t.Errorf("the price is %v", *m.Price)
	}
	versions, err := s.db.Versions(t.Context(), 1, 10)
	if err != nil || len(versions) != 2 || versions[1].Note != "Now whole." || versions[0].Number != 3 {
		t.Errorf("the versions are %+v, %v", versions, err)
	}
}
