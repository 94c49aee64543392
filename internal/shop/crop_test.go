package shop_test

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/blob"
	"vitrine/internal/payment"
	"vitrine/internal/picture"
	"vitrine/internal/shop"
)

// striped is a picture of 400 × 300 pixels, black but for a white column in it.
func striped(t testing.TB, column int) shop.Upload {
	t.Helper()
	m := image.NewGray(image.Rect(0, 0, 400, 300))
	for y := range 300 {
		m.SetGray(column, y, color.Gray{255})
	}
	var data bytes.Buffer
	if err := png.Encode(&data, m); err != nil {
		t.Fatal(err)
	}
	return shop.Upload{Name: fmt.Sprint(column, ".png"), Body: &data, Size: int64(data.Len())}
}

// TestCropImage crops pictures of a model, and takes it back. Their places and originals stay.
func TestCropImage(t *testing.T) {
	bothDrafting(t, func(d *drafting) {
		ctx := d.t.Context()
		disk, err := blob.OpenDisk(d.t.TempDir(), blob.DiskOptions{})
		d.fatal(err)
		d.shop = shop.New(shop.Options{DB: d.db, Blobs: disk, Pictures: picture.NewProcessor(1_000_000), Payments: payment.Sandbox{},
			Settings: shop.DefaultSettings(), Now: d.clock.Now})
		added, err := d.shop.AddImage(ctx, d.seller, d.model.ID, striped(d.t, 200))
		d.fatal(err)
		d.fatal(d.shop.PlaceImage(ctx, d.seller, d.model.ID, added.ID, 1))
		sizes := func(m *vitrine.Model) (list []string) {
			for _, image := range m.Images {
				list = append(list, fmt.Sprintf("%d×%d", image.Width, image.Height))
			}
			return list
		}
		want := func(step string, m *vitrine.Model, list ...string) {
			d.t.Helper()
			if diff := cmp.Diff(list, sizes(m)); diff != "" {
				d.t.Errorf("%s (-want +got):\n%s", step, diff)
			}
		}

		cropped, err := d.shop.CropImage(ctx, d.seller, d.model.ID, added.ID, image.Rect(150, 20, 290, 120))
		d.fatal(err)
		want("cropped", d.now(), "0×0", "140×100", "0×0")
		stored := d.now().Images[1]
		if diff := cmp.Diff(&vitrine.Crop{X: 150, Y: 20, Width: 140, Height: 100, Original: added.Original()}, stored.Crop); diff != "" {
			d.t.Errorf("the crop (-want +got):\n%s", diff)
		}
		for _, key := range []string{stored.BlobKey, stored.Crop.Original.BlobKey, stored.Thumbnails[1].BlobKey} {
			if _, err := d.db.CheckPicture(ctx, key); err != nil {
				d.t.Errorf("%s is not shown: %v", key, err)
			}
		}
		again, err := d.shop.CropImage(ctx, d.seller, d.model.ID, cropped.ID, image.Rect(0, 0, 400, 64))
		d.fatal(err)
		want("cropped anew, of the original", d.now(), "0×0", "400×64", "0×0")

		for step, part := range map[string]image.Rectangle{
			"beside": image.Rect(300, 0, 401, 100), "before": image.Rect(-1, 0, 100, 100), "too narrow": image.Rect(0, 0, 63, 100),
			"too high": image.Rect(0, 0, 100, 301),
		} {
			if _, err := d.shop.CropImage(ctx, d.seller, d.model.ID, again.ID, part); vitrine.CodeOf(err) != vitrine.Invalid {
				d.t.Errorf("%s: %v", step, err)
			}
		}
		part := image.Rect(0, 0, 100, 100)
		if _, err := d.shop.CropImage(ctx, d.seller, d.model.ID, cropped.ID, part); vitrine.CodeOf(err) != vitrine.NotFound {
			d.t.Errorf("one that was replaced: %v", err)
		}
		if _, err := d.shop.CropImage(ctx, d.user(d.t, "eve"), d.model.ID, again.ID, part); vitrine.CodeOf(err) != vitrine.Forbidden {
			d.t.Errorf("somebody else's: %v", err)
		}

		d.update(vitrine.ModelChange{Status: vitrine.Some(vitrine.Published)})
		draft, err := d.shop.OpenDraft(ctx, d.seller, d.model.ID)
		d.fatal(err)
		copied := draft.Copy.Images[1]
		if diff := cmp.Diff(d.now().Images[1].Crop, copied.Crop); diff != "" {
			d.t.Errorf("the copy's crop (-want +got):\n%s", diff)
		}
		_, err = d.shop.CropImage(ctx, draft.Editor(d.seller), draft.CopyID, copied.ID, image.Rectangle{})
		d.fatal(err)
		want("before the draft version is published", d.now(), "0×0", "400×64", "0×0")
		_, err = d.shop.PublishDraft(ctx, d.seller, d.model.ID, shop.PublishRequest{})
		d.fatal(err)
		want("whole again", d.now(), "0×0", "400×300", "0×0")
		if last := d.now().Images[1]; last.Crop != nil || last.BlobKey != added.BlobKey {
			d.t.Errorf("the whole is %s, want the original %s", last.BlobKey, added.BlobKey)
		}
	})
}
