package seller_test

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/shop"
	"vitrine/internal/store"
)

// TestUpload makes models of what is sent, and of what is wrong with it.
func TestUpload(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ada := s.signedIn(t, "ada")
	ada.upload(t, "/sell/models").want(t, "no file", http.StatusUnprocessableEntity, "Choose at least one file.")
	ada.upload(t, "/sell/models", named{"", ""}).want(t, "an empty field", http.StatusUnprocessableEntity, "Choose at least one file.")
	ada.post(t, "/sell/models", url.Values{"files": {"a.stl"}}).want(t, "no form of files", http.StatusUnprocessableEntity)
	large := named{"large.stl", strings.Repeat("x", 1001)}
	ada.upload(t, "/sell/models", large).want(t, "too large", http.StatusUnprocessableEntity, "None of these could be taken: large.stl",
		"larger than the limit of 1000 bytes")
	s.wantModels(t, ada)

	ada.upload(t, "/sell/models", named{"oak_chair.stl", "a"}, named{"wood.png", "b"}).wantLeads(t, "two files", "/sell/models/2")
	s.wantModels(t, ada, "Oak chair: oak_chair.stl wood.png")
	ada.upload(t, "/sell/models/2/files", named{"wood.png", "c"}, large, named{"oak.obj", "d"}, named{"one.obj", "e"}).want(t, "some of four",
		http.StatusUnprocessableEntity, "1 file is in the model now. These are not: wood.png", "large.stl",
		"one.obj A model has at most 3 files.")
	s.wantModels(t, ada, "Oak chair: oak_chair.stl wood.png oak.obj")
	ada.upload(t, "/sell/models/2/files").want(t, "no more files", http.StatusUnprocessableEntity, "Choose at least one file.")
	ada.post(t, "/sell/models/2/files/2/remove", nil).wantLeads(t, "removing", "/sell/models/2?done=file")
	s.wantModels(t, ada, "Oak chair: oak_chair.stl oak.obj")

	eve := s.signedIn(t, "eve")
	eve.upload(t, "/sell/models/2/files", named{"evil.stl", "a"}).want(t, "somebody else's model", http.StatusNotFound)
	s.wantModels(t, ada, "Oak chair: oak_chair.stl oak.obj")
}

// TestBegin makes the draft that a script's files go to.
func TestBegin(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ada := s.signedIn(t, "ada")
	begun := ada.post(t, "/sell/drafts", url.Values{"name": {"gear_train"}})
	begun.want(t, "a folder", http.StatusCreated)
	if got := begun.leads; got != "/sell/models/1" {
		t.Errorf("it leads to %q", got)
	}
	ada.post(t, "/sell/drafts", nil).want(t, "without a name", http.StatusCreated)
	ada.post(t, "/sell/drafts", url.Values{"name": {strings.Repeat("x", 5000)}}).want(t, "a long name", http.StatusRequestEntityTooLarge)
	s.wantModels(t, ada, "Gear train:", "New model:")
	(&browser{site: s}).post(t, "/sell/drafts", nil).want(t, "a visitor", http.StatusUnauthorized)
}

// TestUploadBreaks keeps what had arrived as a whole when the line broke.
func TestUploadBreaks(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ada := s.signedIn(t, "ada")
	body, kind := formOf(t, "files", named{"whole.stl", "all of it"}, named{"half.stl", strings.Repeat("x", 900)})
	cut := body.Bytes()[:body.Len()-500]
	ada.send(t, http.MethodPost, "/sell/models", kind, io.LimitReader(strings.NewReader(string(cut)), int64(len(cut)))).want(t, "broken",
		http.StatusBadRequest, "the upload broke off")
	s.wantModels(t, ada, "Whole: whole.stl")
	body, kind = formOf(t, "files", named{"half.stl", strings.Repeat("x", 900)})
	ada.send(t, http.MethodPost, "/sell/models", kind, strings.NewReader(body.String()[:500])).want(t, "broken at once", http.StatusBadRequest)
	s.wantModels(t, ada, "Whole: whole.stl")
}

// wantModels compares somebody's models with TITLE: FILES.
func (s *site) wantModels(t *testing.T, b *browser, want ...string) {
	t.Helper()
	found, err := s.db.OwnIDs(t.Context(), vitrine.OwnQuery{AuthorID: b.user.ID, Filter: vitrine.CatalogueQuery{
		Sort: vitrine.Oldest, Page: vitrine.Page{Number: 1, Size: 100}}})
	if err != nil {
		t.Fatal(err)
	}
	models, err := s.db.Models(t.Context(), found.IDs)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range models {
		names := ""
		for _, f := range m.Files {
			names += " " + f.Name
		}
		got = append(got, m.Title+":"+names)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("models (-want +got):\n%s", diff)
	}
}

// keepBack has a model wait, and others sent back, taken out, and with a rejected file.
func (s *site) keepBack(t *testing.T, b *browser) {
	t.Helper()
	for id, change := range map[int64]func(m *vitrine.Model){
		11: func(m *vitrine.Model) { m.WaitingSince = noon() }, 12: func(m *vitrine.Model) { m.SentBack = "It is dull." },
		13: func(m *vitrine.Model) { m.HiddenFrom = vitrine.Published },
	} {
		m := s.model(t, id)
		change(m)
		err := s.db.Write(t.Context(), func(tx *store.Tx) error {
			return errors.Join(tx.ReviewModel(t.Context(), m), tx.HideModel(t.Context(), m.ID, m.HiddenFrom))
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	file := vitrine.File{ModelID: 14, Name: "bad.stl", Status: vitrine.FileRejected, BlobKey: "files/bad", CreatedAt: noon(),
		UpdatedAt: noon()}
	if err := s.db.Write(t.Context(), func(tx *store.Tx) error { return tx.InsertFile(t.Context(), &file) }); err != nil {
		t.Fatal(err)
	}
}

// TestTable looks through more models than a page has.
func TestTable(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ada := s.signedIn(t, "ada")
	ada.get(t, "/sell").want(t, "nothing yet", http.StatusOK, "You have no models yet.")
	caller := vitrine.Caller{User: ada.user}
	for i := range 30 {
		request := shop.ModelRequest{ModelChange: vitrine.ModelChange{Title: vitrine.Some(fmt.Sprintf("Chair %02d", i)),
			Price: vitrine.Some(vitrine.Amount(100 * (30 - i))), AdultContent: vitrine.Some(i == 0)}}
		if _, err := s.shop.CreateModel(t.Context(), caller, request); err != nil {
			t.Fatal(err)
		}
	}
	first := ada.get(t, "/sell")
	first.want(t, "the newest", http.StatusOK, "30 models", "Chair 29", "Chair 05",
		"Missing: description, tags, category, licence, a file, a picture")
	if strings.Contains(first.text(), "Chair 04") {
		t.Error("the first page has more than 25 models")
	}
	_, rest, _ := strings.Cut(first.body, `rel="next" href="`)
	path, _, _ := strings.Cut(rest, `"`)
	ada.get(t, strings.ReplaceAll(path, "&amp;", "&")).want(t, "the rest, adult ones too", http.StatusOK, "Chair 04", "Chair 00", "First page")
	ada.get(t, "/sell?keywords=chair+07").want(t, "by words", http.StatusOK, "1 model", "Chair 07")
	ada.get(t, "/sell?keywords=%3F%21").want(t, "by no words", http.StatusOK, "No model of yours fits.")
	ada.get(t, "/sell?status=published&sort=nonsense").want(t, "published", http.StatusOK, "0 models")
	s.keepBack(t, ada)
	for standing, want := range map[string]string{"waiting": "Chair 10", "sent_back": "Chair 11", "taken_out": "Chair 12",
		"rejected_files": "Chair 13"} {
		ada.get(t, "/sell?status="+standing).want(t, standing, http.StatusOK, "1 model", want)
	}
	ada.get(t, "/sell?status=taken_out&keywords=12").want(t, "by both", http.StatusOK, "1 model", "Chair 12")
	ada.get(t, "/sell?status=taken_out&keywords=13").want(t, "by both, of which none is", http.StatusOK, "No model of yours fits.")
	if got := ada.get(t, "/sell?sort=lower_price").text(); strings.Index(got, "Chair 29") > strings.Index(got, "Chair 28") {
		t.Error("by price, the cheapest is not the first")
	}
	s.signedIn(t, "eve").get(t, "/sell").want(t, "somebody else's", http.StatusOK, "You have no models yet.")
}
