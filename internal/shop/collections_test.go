package shop_test

import (
	"fmt"
	"slices"
	"testing"

	"vitrine"
	"vitrine/internal/shop"
	"vitrine/internal/store"
)

// unkept is for creations whose answers nobody asks for again.
var unkept = shop.Answer[*vitrine.Collection]{}

// gather makes a collection of somebody.
func (c *court) gather(t *testing.T, who vitrine.Caller, shown vitrine.Audience) *vitrine.Collection {
	t.Helper()
	made, err := c.shop.CreateCollection(t.Context(), who, vitrine.Gathered{Name: " For  the kitchen ", Shown: shown}, unkept)
	wantCode(t, "make a collection", err, "")
	return made
}

// TestWhoSeesCollections shows collections to nobody, by link and to all, and hides them again.
func TestWhoSeesCollections(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		c := newCourt(t, db)
		ann, ben := c.reader(t, "ann"), c.user(t, "ben")
		made := c.gather(t, ann, vitrine.ShownToNobody)
		if made.Name != "For the kitchen" {
			t.Errorf("its name is %q", made.Name)
		}
		see := func(when string, byNumber, byLink vitrine.Code) {
			t.Helper()
			_, err := c.shop.PublicCollection(t.Context(), made.ID)
			wantCode(t, when+", by number", err, byNumber)
			_, err = c.shop.SharedCollection(t.Context(), made.Secret)
			wantCode(t, when+", by link", err, byLink)
			_, err = c.shop.OwnCollection(t.Context(), ben, made.ID)
			wantCode(t, when+", somebody else", err, vitrine.NotFound)
		}
		show := func(shown vitrine.Audience) {
			t.Helper()
			is := func(version int64) bool { return version == made.Version }
			changed, err := c.shop.ChangeCollection(t.Context(), ann, made.ID, vitrine.Gathered{Name: "Kitchen", Shown: shown}, is)
			wantCode(t, "change", err, "")
			if _, err := c.shop.ChangeCollection(t.Context(), ann, made.ID, vitrine.Gathered{Name: "Old", Shown: shown}, is); err == nil {
				t.Error("what was made of an older version is stored")
			}
			made = changed
		}
		see("private", vitrine.NotFound, vitrine.NotFound)
		show(vitrine.ShownByLink)
		see("by link", vitrine.NotFound, "")
		show(vitrine.ShownToAll)
		see("public", "", "")
		old := made.Secret
		show(vitrine.ShownToNobody)
		show(vitrine.ShownByLink)
		_, err := c.shop.SharedCollection(t.Context(), old)
		wantCode(t, "by the link of before it was private", err, vitrine.NotFound)
		_, err = c.shop.Suspend(t.Context(), "ann")
		wantCode(t, "suspend", err, "")
		see("of who is suspended", vitrine.NotFound, vitrine.NotFound)
		_, err = c.shop.CreateCollection(t.Context(), ben, vitrine.Gathered{Name: "Shown", Shown: vitrine.ShownToAll}, unkept)
		wantCode(t, "shown by who reads no address", err, vitrine.Forbidden)
		c.gather(t, ben, vitrine.ShownToNobody)
	})
}

// TestCollect puts models into a collection, orders them and takes them out.
func TestCollect(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		c := newCourt(t, db)
		ann := c.reader(t, "ann")
		made := c.gather(t, ann, vitrine.ShownToAll)
		ids := []int64{c.model.ID}
		for i := range 3 {
			ids = append(ids, c.publish(t, fmt.Sprint("Model ", i), 500).ID)
		}
		for _, id := range append(slices.Clone(ids), ids[0]) {
			_, err := c.shop.Collect(t.Context(), ann, made.ID, id)
			wantCode(t, "collect", err, "")
		}
		_, err := c.shop.Collect(t.Context(), ann, made.ID, 999)
		wantCode(t, "collect nothing", err, vitrine.NotFound)
		_, err = c.shop.Collect(t.Context(), c.reader(t, "ben"), made.ID, ids[0])
		wantCode(t, "collect for somebody else", err, vitrine.NotFound)
		arrange := func(cover int64, want vitrine.Code, models ...int64) {
			t.Helper()
			_, err := c.shop.ArrangeCollection(t.Context(), ann, made.ID, models, cover, nil)
			wantCode(t, fmt.Sprint("arrange ", models), err, want)
		}
		arrange(ids[2], "", ids[3], ids[1])
		arrange(0, vitrine.Invalid, 999)
		arrange(0, vitrine.Invalid, ids[1], ids[1])
		arrange(999, vitrine.Invalid)
		wantCode(t, "hide the model", c.shop.RuleModel(t.Context(), c.first, c.model.ID, hideIt()), "")
		var got []int64
		held, err := db.Collected(t.Context(), made.ID)
		for _, h := range held {
			if got = append(got, h.ModelID); (h.Title == "") != (h.ModelID == c.model.ID) {
				t.Errorf("model %d has the title %q", h.ModelID, h.Title)
			}
		}
		if want := []int64{ids[3], ids[1], ids[0], ids[2]}; err != nil || !slices.Equal(got, want) {
			t.Errorf("it holds %v, %v, want %v", got, err, want)
		}
		covers, err := db.Covers(t.Context(), []int64{made.ID})
		if err != nil || covers[made.ID] != ids[2] {
			t.Errorf("its cover is %v, %v, want %d", covers, err, ids[2])
		}
		for _, id := range []int64{ids[2], ids[0]} {
			if made, err = c.shop.Uncollect(t.Context(), ann, made.ID, id); err != nil {
				t.Fatal(err)
			}
		}
		if made.Models != 2 || made.CoverID != 0 {
			t.Errorf("after two are out it has %d models and the cover %d", made.Models, made.CoverID)
		}
		wantCode(t, "remove", c.shop.RemoveCollection(t.Context(), ann, made.ID, nil), "")
		_, err = c.shop.OwnCollection(t.Context(), ann, made.ID)
		wantCode(t, "removed", err, vitrine.NotFound)
	})
}

// TestCollectionsAreLimited bounds how many somebody has and how much one holds.
func TestCollectionsAreLimited(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		said vitrine.Gathered
		want string
	}{
		{vitrine.Gathered{Name: "", Shown: vitrine.ShownToAll}, "/name"},
		{vitrine.Gathered{Name: "Kitchen", Text: string(make([]byte, 3)), Shown: vitrine.ShownToAll}, "/text"},
		{vitrine.Gathered{Name: "Kitchen", Shown: "friends"}, "/shown"},
	} {
		if faults := c.said.Check(); len(faults) != 1 || faults[0].Pointer != c.want {
			t.Errorf("%+v has the faults %+v, want one of %s", c.said, faults, c.want)
		}
	}
	onBoth(t, func(t *testing.T, db *store.DB) {
		c := newCourt(t, db)
		ann, code := c.reader(t, "ann"), vitrine.Code("")
		for range vitrine.MaxCollections {
			c.gather(t, ann, vitrine.ShownToNobody)
		}
		_, err := c.shop.CreateCollection(t.Context(), ann, vitrine.Gathered{Name: "One more", Shown: vitrine.ShownToNobody}, unkept)
		if code = vitrine.CodeOf(err); code != vitrine.Forbidden {
			t.Errorf("one more: %q", code)
		}
	})
}
