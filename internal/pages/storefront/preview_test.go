package storefront_test

import (
	"bytes"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/demo"
	"vitrine/internal/inspect"
	"vitrine/internal/payment"
	"vitrine/internal/store"
	"vitrine/internal/survey/surveytest"
)

// shown is the address of what a page shows in 3D, "" for nothing, and its kind.
func (s *site) shown(t *testing.T, page string) (address, kind string) {
	t.Helper()
	got := s.get(t, page)
	got.wantStatus(t, http.StatusOK)
	only := func(attribute string) string {
		found := slices.DeleteFunc(got.attributes(t, "div", attribute), func(v string) bool { return v == "" })
		if len(found) > 1 {
			t.Fatalf("%s has %q", page, found)
		}
		return strings.Join(found, "")
	}
	return only("data-preview"), only("data-kind")
}

// TestPreviewFollowsThePrice changes what may be shown of a model, by its price and
// by its author's choice: what showed more is gone at once, at its old address as
// well, and what is shown then is made anew.
func TestPreviewFollowsThePrice(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes seconds, which -short leaves out")
	}
	t.Parallel()
	s := newSite(t, payment.Sandbox{})
	s.read = inspect.InProcess
	s.setClock(-time.Hour) // so that what is to be read soon is due
	path, page := s.publishOf(t, map[string]any{"price": 0, "category": "furniture"})
	var old []string
	for _, step := range []struct {
		members map[string]any
		form    string
		kind    string
		less    bool // what was shown before shows no more than what is to be shown
	}{
		{map[string]any{}, "full", "glb", true},
		{map[string]any{"price": 5}, "turntable", "turntable", false}, // a cube does not survive being reduced
		{map[string]any{"preview": "reduced"}, "reduced", "glb", true},
		{map[string]any{"preview": "full"}, "full", "glb", true},
		{map[string]any{"preview": "none"}, "none", "", false},
		{map[string]any{"preview": nil}, "turntable", "turntable", false},
		{map[string]any{"price": 0}, "full", "glb", true},
	} {
		before, _ := s.shown(t, page)
		s.unread = true
		s.call(t, s.seller, "PUT", path, step.members, http.StatusOK)
		if meanwhile, _ := s.shown(t, page); meanwhile != "" && (meanwhile != before || !step.less) {
			t.Errorf("%v: %s is shown meanwhile", step.members, meanwhile)
		}
		s.unread = false
		surveytest.ReadFiles(t, s.db, s.reader)

		got := s.call(t, s.seller, "GET", path, nil, http.StatusOK)
		address, kind := s.shown(t, page)
		if got["preview"] != step.form || kind != step.kind {
			t.Errorf("%v: the record says %v and the page shows %q, want %s and %q", step.members, got["preview"], kind, step.form, step.kind)
		}
		for _, gone := range old {
			if gone != address {
				s.get(t, gone).wantStatus(t, http.StatusNotFound)
			}
		}
		if address == "" {
			continue
		}
		old = append(old, address)
		found := s.get(t, address)
		found.wantStatus(t, http.StatusOK)
		if cached := found.header.Get("Cache-Control"); !strings.Contains(cached, "no-cache") || found.header.Get("Etag") == "" {
			t.Errorf("a preview may be kept without asking: %q", cached)
		}
	}
	last := old[len(old)-1]
	s.call(t, s.seller, "PUT", path, map[string]any{"status": "draft"}, http.StatusOK)
	s.get(t, last).wantStatus(t, http.StatusNotFound)
}

// TestPreviewChoice keeps what an author chose, and takes a record that is sent back as
// it was read, but for its price, for no choice of the full shape.
func TestPreviewChoice(t *testing.T) {
	t.Parallel()
	s := newSite(t, payment.Sandbox{})
	path, _ := s.publishOf(t, map[string]any{"price": 0, "category": "furniture"})
	record := s.call(t, s.seller, "GET", path, nil, http.StatusOK)
	record["price"] = 7
	for _, step := range []struct {
		members map[string]any
		want    string
	}{
		{record, "reduced"},
		{map[string]any{"preview": "full"}, "full"},
		{map[string]any{"price": 8}, "full"},
		{map[string]any{"preview": nil}, "reduced"},
		{map[string]any{"preview": "none", "price": 0}, "none"},
		{map[string]any{"preview": nil}, "full"},
		{map[string]any{"preview": "full", "price": 5}, "full"},
		{map[string]any{"preview": nil, "price": 0}, "full"},
		{map[string]any{"preview": "full"}, "full"},
		{map[string]any{"price": 5}, "full"},
	} {
		if got := s.call(t, s.seller, "PUT", path, step.members, http.StatusOK)["preview"]; got != step.want {
			t.Errorf("%v: the preview is %v, want %s", step.members, got, step.want)
		}
	}
	refused := s.call(t, s.seller, "PUT", path, map[string]any{"preview": "all"}, http.StatusUnprocessableEntity)
	if !strings.Contains(fmt.Sprint(refused["errors"]), "/preview") {
		t.Errorf("an unknown form: %v", refused)
	}
}

// TestPreviewsOfEarlierReleases has stored previews that an earlier release made: that
// of a paid model is shown to nobody, and both are made again.
func TestPreviewsOfEarlierReleases(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes seconds, which -short leaves out")
	}
	t.Parallel()
	s := newSite(t, payment.Sandbox{})
	s.read = inspect.InProcess
	_, paid := s.publishOf(t, map[string]any{"title": "Paid", "price": 5, "preview": "full", "category": "furniture"})
	_, free := s.publishOf(t, map[string]any{"title": "Free", "price": 0, "category": "furniture"})
	before, _ := s.shown(t, paid)
	kept, _ := s.shown(t, free)
	err := s.db.Write(t.Context(), func(tx *store.Tx) error {
		for id := range int64(2) {
			m, err := tx.Model(t.Context(), id+1)
			if err != nil {
				return err
			}
			m.PreviewChoice = ""
			m.Files[0].Shown = 0
			if err := tx.UpdateModel(t.Context(), m); err != nil {
				return err
			}
			if err := tx.UpdateFile(t.Context(), &m.Files[0]); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if address, _ := s.shown(t, paid); address != "" {
		t.Errorf("the page shows %s", address)
	}
	s.get(t, before).wantStatus(t, http.StatusNotFound)
	s.get(t, kept).wantStatus(t, http.StatusOK)
	if err := s.reader.RenewPreviews(t.Context()); err != nil {
		t.Fatal(err)
	}
	surveytest.ReadFiles(t, s.db, s.reader)
	if address, kind := s.shown(t, paid); kind != "turntable" || address == before {
		t.Errorf("the page shows the %s %s", kind, address)
	}
	if address, kind := s.shown(t, free); kind != "glb" || address != kept {
		t.Errorf("the page of the free model shows the %s %s, want the same bytes at the same address", kind, address)
	}
	if left, err := s.db.FilesShownBefore(t.Context(), inspect.PreviewRules, 10); err != nil || len(left) > 0 {
		t.Errorf("%v are to be made again for ever, %v", left, err)
	}
	if m, err := s.db.Model(t.Context(), 1); err != nil || m.Files[0].Preview.Form != vitrine.PreviewTurntable {
		t.Errorf("the preview is %v, %v", m.Files[0].Preview, err)
	}
}

// TestAnimatedIsNoBadge says that a model is animated among its facts, and not in large
// letters beside a view that stands still.
func TestAnimatedIsNoBadge(t *testing.T) {
	t.Parallel()
	s := newSite(t, payment.Sandbox{})
	_, page := s.publishOf(t, map[string]any{"animated": true, "rigged": true, "category": "furniture"})
	for _, path := range []string{page, "/3d-models"} {
		body := s.get(t, path).body
		if strings.Contains(body, "<li>Animated</li>") || strings.Contains(body, ">Animated</span>") || !strings.Contains(body, "Rigged") {
			t.Errorf("%s has no badge of what is rigged, or one of what moves", path)
		}
	}
	s.get(t, page).wantText(t, "Animated")
}

// TestAnimatedIsABadge says in large letters that a model moves while its view does: a
// free one's, which has the clips, and no reduced one's.
func TestAnimatedIsABadge(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes seconds, which -short leaves out")
	}
	t.Parallel()
	s := newSite(t, payment.Sandbox{})
	s.read = inspect.InProcess
	path, page := s.publishOf(t, map[string]any{"price": 0, "category": "furniture"})
	for _, item := range demo.Catalogue() {
		if item.Title == "Planetary Gear Train, Animated" {
			var glb bytes.Buffer
			if err := item.Build().Files[0].Write(&glb); err != nil {
				t.Fatal(err)
			}
			s.call(t, s.seller, "POST", path+"/files?name=gears.glb", glb.Bytes(), http.StatusCreated)
		}
	}
	for _, price := range []int{0, 5} {
		s.call(t, s.seller, "PUT", path, map[string]any{"price": price}, http.StatusOK)
		if badge := strings.Contains(s.get(t, page).body, "<li>Animated</li>"); badge != (price == 0) {
			t.Errorf("at a price of %d: a badge is there: %v", price, badge)
		}
	}
}
