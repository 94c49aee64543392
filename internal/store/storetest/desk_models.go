package storetest

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/store"
)

// testDeskModels lists models in every state as those see them who look after them, page by
// page.
func testDeskModels(t *testing.T, db *store.DB) {
	ada, bob := newUser(t, db, "ada"), newUser(t, db, "bob")
	at := func(day int) func(*vitrine.Model) {
		return func(m *vitrine.Model) { m.PublishedAt = noon().AddDate(0, 0, day) }
	}
	publish(t, db, ada, "late", at(5))
	publish(t, db, bob, "early", func(m *vitrine.Model) { at(1)(m); m.AdultContent = true })
	draft(t, db, ada, "oak draft", nil)
	waits := draft(t, db, bob, "oak waits", nil)
	first := draft(t, db, ada, "waits first", nil)
	hidden, gone := draft(t, db, ada, "hidden oak", nil), draft(t, db, bob, "gone", nil)
	removed := draft(t, db, bob, "oak removed", nil)
	write(t, db, func(ctx context.Context, tx *store.Tx) error {
		waits.WaitingSince, waits.SentBack, first.WaitingSince = noon(), "too dark", noon().Add(-time.Hour)
		ruling := vitrine.Ruling{Action: vitrine.ActTakeDown, Ground: vitrine.GroundLaw, Reason: "copied"}
		d := &vitrine.Decision{ModelID: gone.ID, AuthorID: bob.ID, Ruling: ruling, DecidedBy: ada.ID, CreatedAt: noon()}
		for _, step := range []error{
			tx.ReviewModel(ctx, waits), tx.ReviewModel(ctx, first), tx.HideModel(ctx, hidden.ID, vitrine.Draft),
			tx.HideModel(ctx, gone.ID, vitrine.Published), tx.InsertDecision(ctx, d), tx.DeleteModel(ctx, removed.ID, noon()),
			tx.RemoveOwnListing(ctx, removed.ID),
		} {
			if step != nil {
				return step
			}
		}
		return nil
	})
	if m, err := db.Model(t.Context(), waits.ID); err != nil || m.SentBack != "too dark" || !m.WaitingSince.Equal(noon()) {
		t.Errorf("it waits as %+v, %v", m, err)
	}

	for _, c := range []struct {
		list   store.ModelList
		author *vitrine.User
		words  string
		want   string
	}{
		{store.ModelsAll, nil, "", "gone hidden-oak waits-first oak-waits oak-draft early late"},
		{store.ModelsAll, &bob, "", "gone oak-waits early"},
		{store.ModelsWaiting, nil, "", "waits-first oak-waits"},
		{store.ModelsWaiting, &bob, "", "oak-waits"},
		{store.ModelsNew, nil, "", "late"},
		{store.ModelsNew, &bob, "", ""},
		{store.ModelsPublished, nil, "", "late early"},
		{store.ModelsPublished, &ada, "", "late"},
		{store.ModelsDrafts, nil, "", "oak-draft"},
		{store.ModelsHidden, nil, "", "hidden-oak"},
		{store.ModelsTakenDown, nil, "", "gone"},
		{store.ModelsTakenDown, &ada, "", ""},
		{store.ModelsAll, nil, "oak", "hidden-oak oak-waits oak-draft"},
		{store.ModelsAll, &ada, "oak", "hidden-oak oak-draft"},
		{store.ModelsHidden, nil, "oak", "hidden-oak"},
		{store.ModelsAll, nil, "early", "early"},
		{store.ModelsNew, nil, "early", ""},
		{store.ModelsPublished, nil, "oak", ""},
		{store.ModelsAll, nil, "?!", ""},
	} {
		for _, size := range []int{1, 2, 20} {
			if size < 20 && c.words != "" {
				continue
			}
			q := store.ModelQuery{List: c.list, Author: c.author, Words: c.words, Since: noon().AddDate(0, 0, 3), Page: vitrine.Page{Size: size}}
			if got := deskSlugs(t, db, q); got != c.want {
				t.Errorf("models %q %q of %v, %d at once: %q, want %q", c.list, c.words, c.author, size, got, c.want)
			}
		}
	}
	for _, m := range []struct {
		id   int64
		slug string
		want store.ModelList
	}{
		{gone.ID, "", store.ModelsTakenDown}, {0, "hidden oak", store.ModelsHidden}, {0, "late", store.ModelsPublished},
		{waits.ID, "", store.ModelsWaiting},
	} {
		if found, err := db.DeskModelNamed(t.Context(), m.id, m.slug); err != nil || found.State() != m.want {
			t.Errorf("model %d %s is %s, %v", m.id, m.slug, found.State(), err)
		}
	}
	_, err := db.DeskModelNamed(t.Context(), removed.ID, "")
	wantCode(t, err, vitrine.NotFound)
	_, err = db.DeskModels(t.Context(), store.ModelQuery{Page: vitrine.Page{Size: 1, Cursor: "x"}})
	wantCode(t, err, vitrine.Malformed)
}

// deskSlugs walks a list to its end.
func deskSlugs(t *testing.T, db *store.DB, q store.ModelQuery) string {
	t.Helper()
	var slugs []string
	for {
		page, err := db.DeskModels(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range page.Models {
			slugs = append(slugs, strings.ReplaceAll(m.Slug, " ", "-"))
		}
		if q.Page.Cursor = page.Next; page.Next == "" {
			return strings.Join(slugs, " ")
		}
	}
}

// testFeatured puts models on the home page, of which some are not shown.
func testFeatured(t *testing.T, db *store.DB) {
	ada := newUser(t, db, "ada")
	one, two := publish(t, db, ada, "one", nil).ID, publish(t, db, ada, "two", nil).ID
	adult := publish(t, db, ada, "adult", func(m *vitrine.Model) { m.AdultContent = true }).ID
	unlisted := draft(t, db, ada, "unlisted", nil).ID
	list := []vitrine.Featured{{ModelID: two, Until: noon()}, {ModelID: unlisted}, {ModelID: adult}, {ModelID: one}}
	write(t, db, func(ctx context.Context, tx *store.Tx) error { return tx.SetFeatured(ctx, list) })
	got, err := db.Featured(t.Context())
	want := []vitrine.Featured{{ModelID: two, Title: "two", Until: noon(), Listed: true}, {ModelID: unlisted, Title: "unlisted"},
		{ModelID: adult, Title: "adult"}, {ModelID: one, Title: "one", Listed: true}}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	for when, want := range map[time.Time]string{
		noon().Add(-1 * time.Microsecond): fmt.Sprint([]int64{two, one}), noon(): fmt.Sprint([]int64{one}),
	} {
		if got, err := db.FeaturedNow(t.Context(), when); err != nil || fmt.Sprint(got) != want {
			t.Errorf("at %v the home page shows %v, %v, want %s", when, got, err, want)
		}
	}
}

// testShared has authors upload what others have.
func testShared(t *testing.T, db *store.DB) {
	ada, bob := newUser(t, db, "ada"), newUser(t, db, "bob")
	models := map[string]*vitrine.Model{}
	for slug, author := range map[string]vitrine.User{"chair": ada, "stool": ada, "copy": bob, "bench": bob} {
		models[slug] = newModel(t, db, author, slug, nil)
	}
	add := func(slug, sum string, hour int) {
		t.Helper()
		when := noon().Add(time.Duration(hour) * time.Hour)
		f := &vitrine.File{ModelID: models[slug].ID, Name: sum + ".stl", Extension: "stl", SHA256: sum, BlobKey: slug + sum,
			Status: vitrine.FileReady, CreatedAt: when, UpdatedAt: when}
		write(t, db, func(ctx context.Context, tx *store.Tx) error { return tx.InsertFile(ctx, f) })
	}
	shared := func(size int) string {
		t.Helper()
		var said []string
		for page := (vitrine.Page{Size: size}); ; {
			list, next, err := db.SharedFiles(t.Context(), page)
			wantCode(t, err, "")
			for _, s := range list {
				var holders []string
				for _, h := range s.Holders {
					holders = append(holders, h.Title+"/"+h.Author)
				}
				said = append(said, s.SHA256+" "+strings.Join(holders, " "))
			}
			if page.Cursor = next; next == "" {
				return strings.Join(said, ", ")
			}
		}
	}
	add("chair", "oak", 1)
	add("stool", "oak", 2)
	add("chair", "", 2)
	add("copy", "", 2)
	if got := shared(9); got != "" {
		t.Errorf("one author, and what has no digest, shares %s", got)
	}
	add("copy", "oak", 3)
	add("copy", "ash", 4)
	add("chair", "ash", 5)
	for _, size := range []int{1, 9} {
		if got, want := shared(size), "ash copy/bob chair/ada, oak chair/ada stool/ada copy/bob"; got != want {
			t.Errorf("shared are %s, want %s", got, want)
		}
	}
	copied, err := db.Model(t.Context(), models["copy"].ID)
	wantCode(t, err, "")
	if got, err := db.SharesWith(t.Context(), copied); err != nil || len(got) != 3 || got[0].Title != "chair" || got[2].File != "ash.stl" {
		t.Errorf("the copy shares with %+v, %v", got, err)
	}
	write(t, db, func(ctx context.Context, tx *store.Tx) error { return tx.DeleteModel(ctx, models["chair"].ID, noon()) })
	if got, want := shared(9), "oak stool/ada copy/bob"; got != want {
		t.Errorf("without the chair shared are %s, want %s", got, want)
	}
}
