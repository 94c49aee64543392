package shop_test

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/payment"
	"vitrine/internal/shop"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// drafting is a market whose model lacks nothing and has two pictures.
type drafting struct {
	*market
	t *testing.T
}

func newDrafting(t *testing.T, db *store.DB) *drafting {
	t.Helper()
	d := &drafting{newMarketOn(t, db, payment.Sandbox{}), t}
	d.addImage(d.model.ID, "media/front", 1)
	d.addImage(d.model.ID, "media/back", 2)
	d.update(vitrine.ModelChange{
		Description: vitrine.Some("<p>Four legs.</p>"), Tags: vitrine.Some([]string{"oak", "chair", "seat", "wood", "home"}),
	})
	return d
}

func bothDrafting(t *testing.T, test func(d *drafting)) {
	t.Helper()
	t.Parallel()
	t.Run("SQLite", func(t *testing.T) {
		t.Parallel()
		d := newDrafting(t, storetest.SQLite(t))
		test(d)
		wantCounted(t, d.db)
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		t.Parallel()
		d := newDrafting(t, storetest.NewPostgres(t).Open(t))
		test(d)
		wantCounted(t, d.db)
	})
}

func (d *drafting) fatal(err error) {
	d.t.Helper()
	if err != nil {
		d.t.Fatal(err)
	}
}

func (d *drafting) addImage(model int64, key string, position int) {
	d.t.Helper()
	write(d.t, d.db, func(ctx context.Context, tx *store.Tx) error {
		image := vitrine.Image{ModelID: model, BlobKey: key, Position: position, CreatedAt: today(), UpdatedAt: today()}
		return tx.InsertImage(ctx, &image)
	})
}

func (d *drafting) addFile(model int64, name string) {
	d.t.Helper()
	write(d.t, d.db, func(ctx context.Context, tx *store.Tx) error {
		f := vitrine.File{
			ModelID: model, Name: name, Extension: "glb", Size: 7, SHA256: "sum of " + name, BlobKey: "files/" + name, Status: vitrine.FileReady,
			CreatedAt: today(), UpdatedAt: today(),
		}
		if err := tx.InsertFile(ctx, &f); err != nil {
			return err
		}
		return d.shop.Touch(ctx, tx, model)
	})
}

// update changes the model itself, as programs do.
func (d *drafting) update(change vitrine.ModelChange) {
	d.t.Helper()
	request := shop.ModelRequest{ModelChange: change}
	request.CategorySlug = vitrine.Some("furniture")
	m, err := d.shop.UpdateModel(d.t.Context(), d.seller, d.model.ID, request, nil)
	d.fatal(err)
	d.model = m
}

func (d *drafting) save(change vitrine.ModelChange) *shop.Draft {
	d.t.Helper()
	request := shop.DraftRequest{ModelRequest: shop.ModelRequest{ModelChange: change}}
	saved, err := d.shop.SaveDraft(d.t.Context(), d.seller, d.model.ID, request)
	d.fatal(err)
	return saved
}

func (d *drafting) draft() *shop.Draft {
	d.t.Helper()
	draft, err := d.shop.Draft(d.t.Context(), d.seller, d.model.ID)
	d.fatal(err)
	return draft
}

func (d *drafting) now() *vitrine.Model {
	d.t.Helper()
	m, err := d.db.Model(d.t.Context(), d.model.ID)
	d.fatal(err)
	return m
}

// said is all that a model shows, in words.
func said(m *vitrine.Model) map[string]string {
	var files, images []string
	for _, f := range m.Files {
		files = append(files, f.Name)
	}
	for _, image := range m.Images {
		images = append(images, image.BlobKey)
	}
	return map[string]string{
		"title": m.Title, "price": m.Price.String(), "tags": strings.Join(m.Tags, " "), "languages": strings.Join(m.Languages(), " "),
		"files": strings.Join(files, " "), "images": strings.Join(images, " "), "category": m.Category.Slug, "status": string(m.Status),
	}
}

func (d *drafting) wantSaid(when string, want map[string]string) {
	d.t.Helper()
	if diff := cmp.Diff(want, said(d.now())); diff != "" {
		d.t.Errorf("%s the model says otherwise (-want +got):\n%s", when, diff)
	}
}

func fieldsOf(d *shop.Draft) (fields []string) {
	for _, c := range d.Changes {
		fields = append(fields, c.Field)
	}
	return fields
}

// TestDraftVersion changes everything of a published model: nobody sees any of it, and then
// all of it. What was ordered before stays what it was.
func TestDraftVersion(t *testing.T) {
	bothDrafting(t, func(d *drafting) {
		ctx := d.t.Context()
		before, order := said(d.now()), d.order(d.t, d.model.ID)
		d.save(vitrine.ModelChange{Title: vitrine.Some("Oak armchair"), Price: vitrine.Some(vitrine.Amount(1900))})
		d.save(vitrine.ModelChange{Language: "de", Title: vitrine.Some("Eichensessel")})
		draft := d.draft()
		editor := draft.Editor(d.seller)
		d.addFile(draft.CopyID, "arms.glb")
		d.addImage(draft.CopyID, "media/arms", 3)
		for _, f := range draft.Copy.Files[:1] {
			d.fatal(d.shop.RemoveFile(ctx, editor, draft.CopyID, f.ID, nil))
		}
		d.fatal(d.shop.RemoveImage(ctx, editor, draft.CopyID, draft.Copy.Images[0].ID, nil))
		d.fatal(d.shop.PlaceImage(ctx, editor, draft.CopyID, d.draft().Copy.Images[1].ID, 0))
		d.wantSaid("before it is published", before)
		if _, err := d.shop.UpdateModel(ctx, d.seller, draft.CopyID, shop.ModelRequest{}, nil); vitrine.CodeOf(err) != vitrine.NotFound {
			d.t.Errorf("the copy is reached as a model: %v", err)
		}
		want := []string{"title", "price", "translations/de", "files", "pictures"}
		if diff := cmp.Diff(want, fieldsOf(d.draft())); diff != "" {
			d.t.Errorf("the draft version differs in (-want +got):\n%s", diff)
		}

		_, err := d.shop.PublishDraft(ctx, d.seller, d.model.ID, shop.PublishRequest{Means: shop.Marked(d.draft().Mark())})
		d.fatal(err)
		d.wantSaid("afterwards", map[string]string{
			"title": "Oak armchair", "price": "19.00", "tags": before["tags"], "languages": "en-US de", "files": "1.glb 2.glb arms.glb",
			"images": "media/arms media/back", "category": "furniture", "status": "published",
		})
		if _, err := d.shop.Draft(ctx, d.seller, d.model.ID); vitrine.CodeOf(err) != vitrine.NotFound {
			d.t.Errorf("there is a draft version still: %v", err)
		}
		if _, err := d.db.ModelRow(ctx, draft.CopyID); vitrine.CodeOf(err) != vitrine.NotFound {
			d.t.Errorf("the copy is there still: %v", err)
		}
		kept, err := d.db.Order(ctx, order.ID)
		if d.fatal(err); kept.Price != 1250 || kept.Files[0].Name != "0.glb" || kept.Model.Title != "Oak chair" {
			d.t.Errorf("the order is of %s, %v, %v now", kept.Model.Title, kept.Price, kept.Files)
		}
	})
}

// TestDraftOfNothing saves a form in which nothing was changed, and one of a model that is
// not published.
func TestDraftOfNothing(t *testing.T) {
	bothDrafting(t, func(d *drafting) {
		ctx := d.t.Context()
		if saved := d.save(vitrine.ModelChange{Title: vitrine.Some(d.model.Title)}); len(saved.Changes) > 0 {
			d.t.Errorf("what changes nothing changes %v", saved.Changes)
		}
		if _, err := d.shop.Draft(ctx, d.seller, d.model.ID); vitrine.CodeOf(err) != vitrine.NotFound {
			d.t.Errorf("a draft version that changes nothing is there: %v", err)
		}
		_, err := d.shop.OpenDraft(ctx, d.buyer, d.model.ID)
		wantCode(d.t, "another's", err, vitrine.Forbidden)
		d.save(vitrine.ModelChange{Title: vitrine.Some("Throne")})
		d.fatal(d.shop.DiscardDraft(ctx, d.seller, d.model.ID, shop.Marked(d.draft().Mark())))
		if d.now().Title != "Oak chair" {
			d.t.Errorf("the title is %q", d.now().Title)
		}
		d.update(vitrine.ModelChange{Status: vitrine.Some(vitrine.Draft)})
		_, err = d.shop.OpenDraft(ctx, d.seller, d.model.ID)
		wantCode(d.t, "not published", err, vitrine.Conflict)
	})
}

// TestDraftFollows changes a model by other ways while it has a draft version: what was
// changed there alone is in both, and what was changed in both has to be settled.
func TestDraftFollows(t *testing.T) {
	bothDrafting(t, func(d *drafting) {
		ctx := d.t.Context()
		d.save(vitrine.ModelChange{Title: vitrine.Some("Throne"), Price: vitrine.Some(vitrine.Amount(5000))})
		d.addFile(d.draft().CopyID, "crown.glb")
		mark := d.draft().Mark()

		d.update(vitrine.ModelChange{Price: vitrine.Some(vitrine.Amount(900)), Tags: vitrine.Some([]string{"a1", "b2", "c3", "d4", "e5"})})
		d.addFile(d.model.ID, "manual.glb")
		d.fatal(d.shop.RemoveFile(ctx, d.seller, d.model.ID, d.now().Files[0].ID, nil))

		_, err := d.shop.PublishDraft(ctx, d.seller, d.model.ID, shop.PublishRequest{Means: shop.Marked(mark)})
		wantCode(d.t, "publish what was looked at before", err, vitrine.Stale)
		_, err = d.shop.PublishDraft(ctx, d.seller, d.model.ID, shop.PublishRequest{})
		wantCode(d.t, "publish with a clash", err, vitrine.Conflict)
		draft := d.draft()
		if diff := cmp.Diff([]string{"price"}, draft.Clashes); diff != "" || draft.Copy.Tags[0] != "a1" || *draft.Copy.Price != 5000 {
			d.t.Errorf("clashes (-want +got): %s\n with tags %v and price %v", diff, draft.Copy.Tags, draft.Copy.Price)
		}
		if diff := cmp.Diff([]string{"title", "price", "files"}, fieldsOf(draft)); diff != "" {
			d.t.Errorf("the draft version differs in (-want +got):\n%s", diff)
		}
		if saved := d.save(vitrine.ModelChange{Price: vitrine.Some(vitrine.Amount(4000))}); len(saved.Clashes) != 0 {
			d.t.Errorf("settled, and the clashes are %v", saved.Clashes)
		}
		_, err = d.shop.PublishDraft(ctx, d.seller, d.model.ID, shop.PublishRequest{})
		d.fatal(err)
		d.wantSaid("afterwards", map[string]string{
			"title": "Throne", "price": "40.00", "tags": "a1 b2 c3 d4 e5", "languages": "en-US", "files": "1.glb 2.glb crown.glb manual.glb",
			"images": "media/front media/back", "category": "furniture", "status": "published",
		})
		versions, err := d.db.Versions(ctx, d.model.ID, 10)
		if d.fatal(err); len(versions) != 1 || versions[0].Number != 2 {
			d.t.Errorf("the versions are %v", versions)
		}
	})
}

// TestDraftIsHeldBack has models taken back, hidden and deleted, and sellers suspended,
// while there is a draft version.
func TestDraftIsHeldBack(t *testing.T) {
	bothDrafting(t, func(d *drafting) {
		ctx := d.t.Context()
		d.save(vitrine.ModelChange{Title: vitrine.Some("Throne")})
		publish := func() error {
			_, err := d.shop.PublishDraft(ctx, d.seller, d.model.ID, shop.PublishRequest{})
			return err
		}
		_, err := d.shop.HideModel(ctx, d.model.ID, "asked")
		d.fatal(err)
		wantCode(d.t, "hidden", publish(), vitrine.Conflict)
		_, err = d.shop.UnhideModel(ctx, d.model.ID)
		d.fatal(err)
		_, err = d.shop.Suspend(ctx, d.seller.User.Username)
		d.fatal(err)
		wantCode(d.t, "suspended", publish(), vitrine.Forbidden)
		_, err = d.shop.Restore(ctx, d.seller.User.Username)
		d.fatal(err)

		for _, image := range d.draft().Copy.Images {
			d.fatal(d.shop.RemoveImage(ctx, d.draft().Editor(d.seller), d.draft().CopyID, image.ID, nil))
		}
		wantCode(d.t, "without a picture", publish(), vitrine.Conflict)
		d.addImage(d.draft().CopyID, "media/new", 1)
		d.update(vitrine.ModelChange{Status: vitrine.Some(vitrine.Draft)})
		d.save(vitrine.ModelChange{Title: vitrine.Some("Stool")})
		d.fatal(publish())
		if m := d.now(); m.Title != "Stool" || m.Status != vitrine.Published {
			d.t.Errorf("taken back and published it is %q, %s", m.Title, m.Status)
		}

		d.save(vitrine.ModelChange{Title: vitrine.Some("Bench")})
		gone := d.draft().CopyID
		d.fatal(d.shop.DeleteModel(ctx, d.seller, d.model.ID, nil))
		wantCode(d.t, "deleted", publish(), vitrine.NotFound)
		_, err = d.db.ModelRow(ctx, gone)
		wantCode(d.t, "the copy of a deleted model", err, vitrine.NotFound)
	})
}
