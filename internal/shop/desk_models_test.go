package shop_test

import (
	"context"
	"fmt"
	"strconv"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/shop"
	"vitrine/internal/store"
)

// TestFeature has moderators say what the home page shows first.
func TestFeature(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		c := newCourt(t, db)
		chair, table, lamp := c.model.ID, c.publish(t, "Table", 100).ID, c.publish(t, "Lamp", 100).ID
		ever, tomorrow := time.Time{}, c.clock.Now().AddDate(0, 0, 1)
		shown := func(want ...int64) {
			t.Helper()
			if got, err := db.FeaturedNow(t.Context(), c.clock.Now()); err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("the home page shows %v, %v, want %v", got, err, want)
			}
		}
		feature := func(id int64, place int, until time.Time) {
			t.Helper()
			wantCode(t, "feature", c.shop.Feature(t.Context(), c.first, id, place, until), "")
		}
		feature(chair, 5, tomorrow)
		feature(table, 1, ever)
		feature(lamp, 2, ever)
		shown(table, lamp, chair)
		feature(table, 12, ever)
		shown(lamp, chair, table)
		wantCode(t, "take off", c.shop.Unfeature(t.Context(), c.second, lamp), "")
		shown(chair, table)
		c.clock.Advance(24 * time.Hour)
		shown(table)
		c.first, c.author = c.proved(c.first), c.proved(c.author)
		feature(lamp, 1, ever)
		if list, err := c.shop.Featured(t.Context(), c.first); err != nil || len(list) != 2 {
			t.Errorf("what is over stays in the list: %v, %v", list, err)
		}
		for what, refused := range map[string]error{
			"a place too low":    c.shop.Feature(t.Context(), c.first, chair, 0, ever),
			"a place too high":   c.shop.Feature(t.Context(), c.first, chair, 13, ever),
			"a day that is over": c.shop.Feature(t.Context(), c.first, chair, 1, tomorrow),
		} {
			wantCode(t, what, refused, vitrine.Invalid)
		}
		wantCode(t, "one's own model", c.shop.Feature(t.Context(), c.author, chair, 1, ever), vitrine.Forbidden)
		wantCode(t, "by a buyer", c.shop.Feature(t.Context(), c.proved(shop.SignedIn{User: c.buyer.User}), chair, 1, ever), vitrine.NotFound)
		wantCode(t, "what is taken off", c.shop.RuleModel(t.Context(), c.first, table, takeDown()), "")
		shown(lamp)
		wantCode(t, "what is not published", c.shop.Feature(t.Context(), c.first, table, 1, ever), vitrine.Conflict)
		for i := range vitrine.MaxFeatured - 1 {
			feature(c.publish(t, "Shelf "+strconv.Itoa(i), 100).ID, 1, ever)
		}
		wantCode(t, "a thirteenth", c.shop.Feature(t.Context(), c.first, chair, 1, ever), vitrine.Conflict)
		feature(lamp, 1, ever)
	})
}

// proved is somebody who has just shown who they are.
func (c *court) proved(in shop.SignedIn) shop.SignedIn {
	in.Session.ProvedAt, in.House = c.clock.Now(), vitrine.DefaultHouse()
	return in
}

// TestModelsAtTheDesk finds models by all that somebody may type.
func TestModelsAtTheDesk(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		c := newCourt(t, db)
		write(t, db, func(ctx context.Context, tx *store.Tx) error { return tx.HideModel(ctx, c.model.ID, vitrine.Published) })
		id := strconv.FormatInt(c.model.ID, 10)
		for _, asked := range []shop.ModelsAsked{
			{}, {Find: id}, {Find: "#" + id}, {Find: " " + c.model.Slug},
			{Find: "https://models.example/3d-models/furniture/" + c.model.Slug + "?a=b"},
			{Author: " Seller"}, {List: store.ModelsHidden},
		} {
			page, err := c.shop.Models(t.Context(), c.first, asked)
			if err != nil || len(page.Models) != 1 || page.Models[0].ID != c.model.ID || page.Models[0].State() != store.ModelsHidden {
				t.Errorf("%+v finds %+v, %v", asked, page.Models, err)
			}
		}
		for _, asked := range []shop.ModelsAsked{{Find: "4711"}, {Find: "/"}, {Author: "nobody"}, {Author: "buyer"}, {List: store.ModelsDrafts}} {
			if page, err := c.shop.Models(t.Context(), c.first, asked); err != nil || len(page.Models) != 0 {
				t.Errorf("%+v finds %+v, %v", asked, page.Models, err)
			}
		}
		_, err := c.shop.Models(t.Context(), c.first, shop.ModelsAsked{Find: "chair", List: store.ModelsDrafts, Cursor: "MTpqb2JzOjE"})
		wantCode(t, "a cursor of a list that has one page", err, vitrine.Malformed)
		buyer := c.proved(shop.SignedIn{User: c.buyer.User})
		_, err = c.shop.Models(t.Context(), buyer, shop.ModelsAsked{})
		wantCode(t, "a buyer looks", err, vitrine.NotFound)
		_, err = c.shop.ModelDossier(t.Context(), buyer, c.model.ID)
		wantCode(t, "a buyer opens one", err, vitrine.NotFound)
		_, _, err = c.shop.SharedFiles(t.Context(), buyer, vitrine.Page{})
		wantCode(t, "a buyer looks for same files", err, vitrine.NotFound)
		d, err := c.shop.ModelDossier(t.Context(), c.author, c.model.ID)
		if err != nil || !d.Own || d.Place() != 0 || len(d.Model.Files) != 3 {
			t.Errorf("the author, who is moderator, sees %+v, %v", d, err)
		}
	})
}
