package shop_test

import (
	"context"
	"testing"

	"vitrine"
	"vitrine/internal/shop"
	"vitrine/internal/store"
)

// TestStorage has a seller announce and send more than they may store.
func TestStorage(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		c := newCourt(t, db)
		operator, house := c.operates(t), vitrine.DefaultHouse()
		house.MaxStorage = 1000 // of which the model takes 303
		wantCode(t, "limit all", c.shop.SetHouse(t.Context(), house), "")
		announce := func(what string, size int64, want vitrine.Code) {
			t.Helper()
			in, err := c.shop.BeginUpload(t.Context(), c.seller, c.model.ID, shop.Announced{Name: what + ".stl", Size: size})
			wantCode(t, what, err, want)
			if err == nil {
				wantCode(t, "take it back", c.shop.RemoveUpload(t.Context(), c.seller, c.model.ID, in.ID), "")
			}
		}
		announce("all that is left", 697, "")
		announce("a byte more", 698, vitrine.TooLarge)
		_, err := c.shop.BeginUpload(t.Context(), c.seller, c.model.ID, shop.Announced{Name: "half.stl", Size: 400})
		wantCode(t, "half of it", err, "")
		announce("what another upload takes", 400, vitrine.TooLarge)

		limit := func(bytes *int64, want vitrine.Code) {
			t.Helper()
			wantCode(t, "limit one", c.shop.LimitStorage(t.Context(), operator, c.seller.User.ID, bytes), want)
		}
		limit(new(int64(2000)), "")
		announce("more than others may", 1000, "")
		limit(new(int64(0)), vitrine.Invalid)
		limit(new(int64(100)), "")
		announce("the smallest", 1, vitrine.TooLarge)
		if room, err := c.shop.RoomOf(t.Context(), &c.seller.User); err != nil || room != (shop.Room{Used: 303, Most: 100, Own: true}) {
			t.Errorf("they may store %+v, %v", room, err)
		}
		limit(nil, "")
		announce("as others may", 200, "")
		wantCode(t, "by a moderator", c.shop.LimitStorage(t.Context(), c.proved(c.first), c.seller.User.ID, nil), vitrine.NotFound)
		write(t, db, func(ctx context.Context, tx *store.Tx) error { return tx.DeleteModel(ctx, c.model.ID, today()) })
		if room, err := c.shop.RoomOf(t.Context(), &c.seller.User); err != nil || room.Used != 0 || room.Most != 1000 {
			t.Errorf("without the model they may store %+v, %v", room, err)
		}
	})
}

// TestStoredBy lists what authors store, whatever became of their files.
func TestStoredBy(t *testing.T) {
	bothDrafting(t, func(d *drafting) {
		ctx := d.t.Context()
		operator := shop.SignedIn{User: vitrine.User{ID: 99, IsAdmin: true}, Session: vitrine.Session{ProvedAt: d.clock.Now()}}
		want := func(when string) {
			d.t.Helper()
			before, err := d.db.Storage(ctx, d.seller.User.ID)
			d.fatal(err)
			wantCounted(d.t, d.db)
			d.fatal(d.db.AddTallies(ctx))
			wantCounted(d.t, d.db)
			list, next, err := d.shop.StoredBy(ctx, operator, store.StoredQuery{Text: d.seller.User.Username, Size: 5})
			d.fatal(err)
			stands, err := d.db.Storage(ctx, d.seller.User.ID)
			d.fatal(err)
			if len(list) != 1 || next != "" || list[0].Bytes != stands.Used || list[0].Room.Used != stands.Used ||
				before.Used != stands.Used {
				d.t.Errorf("%s %+v is listed, and %d bytes are stored", when, list, stands.Used)
			}
		}
		want("at first")
		d.addFile(d.model.ID, "more.glb")
		want("with another file")
		d.save(vitrine.ModelChange{Title: vitrine.Some("Oak armchair")})
		want("with a draft version")
		draft := d.draft()
		d.addFile(draft.CopyID, "arms.glb")
		d.fatal(d.shop.RemoveFile(ctx, draft.Editor(d.seller), draft.CopyID, draft.Copy.Files[0].ID, nil))
		d.fatal(d.shop.RemoveFile(ctx, d.seller, d.model.ID, d.now().Files[1].ID, nil))
		d.draft()
		want("with other files in the draft version")
		_, err := d.shop.PublishDraft(ctx, d.seller, d.model.ID, shop.PublishRequest{Means: shop.Marked(d.draft().Mark())})
		d.fatal(err)
		want("once that is published")
		d.save(vitrine.ModelChange{Title: vitrine.Some("Oak stool")})
		d.fatal(d.shop.DiscardDraft(ctx, d.seller, d.model.ID, shop.Marked(d.draft().Mark())))
		want("without a draft version")
		d.save(vitrine.ModelChange{Title: vitrine.Some("Oak stool")})
		d.fatal(d.shop.DeleteModel(ctx, d.seller, d.model.ID, nil))
		want("without the model")
		if all, err := d.db.Tally(ctx, store.Bytes, 0); err != nil || all != 0 {
			d.t.Errorf("all together store %d bytes, %v", all, err)
		}
		_, _, err = d.shop.StoredBy(ctx, shop.SignedIn{User: d.seller.User}, store.StoredQuery{Size: 5})
		wantCode(d.t, "to a seller", err, vitrine.NotFound)
	})
}
