package shop_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/shop"
)

// TestDraftInTheMiddle cuts the publishing of a draft version at each of its statements: the
// model is what it was and the draft version too, and the next try publishes all of it.
func TestDraftInTheMiddle(t *testing.T) {
	t.Parallel()
	file := newFaultyFile(t)
	d := newDrafting(t, file.db)
	ctx := t.Context()
	d.save(vitrine.ModelChange{Title: vitrine.Some("Throne"), Price: vitrine.Some(vitrine.Amount(5000))})
	d.save(vitrine.ModelChange{Language: "de", Title: vitrine.Some("Thron")})
	draft := d.draft()
	d.addFile(draft.CopyID, "crown.glb")
	d.addImage(draft.CopyID, "media/crown", 9)
	d.fatal(d.shop.RemoveFile(ctx, draft.Editor(d.seller), draft.CopyID, draft.Copy.Files[0].ID, nil))
	d.fatal(d.shop.PlaceImage(ctx, draft.Editor(d.seller), draft.CopyID, d.draft().Copy.Images[2].ID, 0))
	before, fields := said(d.now()), fieldsOf(d.draft())
	for _, statement := range []string{
		"UPDATE OF title ON models", "UPDATE OF whole_key ON models", "UPDATE OF picture_refused_at ON models", "INSERT ON model_texts",
		"UPDATE OF deleted_at ON files", "UPDATE OF model_id ON files", "UPDATE OF model_id ON images", "UPDATE OF position ON images",
		"DELETE ON draft_versions", "DELETE ON image_keys", "DELETE ON images", "DELETE ON files", "DELETE ON model_texts", "DELETE ON models",
		"INSERT ON model_versions", "UPDATE OF record ON models", "INSERT ON catalogue_changes",
	} {
		err := file.stopping(t, statement, func() error {
			_, err := d.shop.PublishDraft(ctx, d.seller, d.model.ID, shop.PublishRequest{})
			return err
		})
		if err == nil || vitrine.CodeOf(err) != "" {
			t.Errorf("%s fails, and publishing gives %v", statement, err)
		}
		d.wantSaid("after "+statement, before)
		if diff := cmp.Diff(fields, fieldsOf(d.draft())); diff != "" {
			t.Errorf("after %s the draft version differs in (-want +got):\n%s", statement, diff)
		}
	}
	_, err := d.shop.PublishDraft(ctx, d.seller, d.model.ID, shop.PublishRequest{})
	d.fatal(err)
	d.wantSaid("in the end", map[string]string{
		"title": "Throne", "price": "50.00", "tags": before["tags"], "languages": "en-US de", "files": "1.glb 2.glb crown.glb",
		"images": "media/crown media/front media/back", "category": "furniture", "status": "published",
	})
}
