package shop_test

import (
	"bytes"
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/blob"
	"vitrine/internal/payment"
	"vitrine/internal/shop"
	"vitrine/internal/store"
)

// refusing is a Surveyor that can follow no change.
type refusing struct{ err error }

func (refusing) Measured(*vitrine.Model) vitrine.Measured { return vitrine.Measured{} }

func (refusing) Contradicts(string, []byte, int64) bool { return false }

func (r refusing) FileAdded(context.Context, *store.Tx, *vitrine.Model, *vitrine.File) error {
	return r.err
}

func (r refusing) FileRemoved(context.Context, *store.Tx, *vitrine.File) error { return r.err }

func (r refusing) FileTaken(context.Context, *store.Tx, *vitrine.File, *vitrine.File) error {
	return r.err
}

func (r refusing) LastImageRemoved(context.Context, *store.Tx, int64, bool) error { return r.err }

func (r refusing) ViewsWanted(context.Context, *store.Tx, *vitrine.Model, []vitrine.PictureView) error {
	return r.err
}

func (r refusing) ModelChanged(context.Context, *store.Tx, *vitrine.Model, *vitrine.Model) error {
	return r.err
}

// TestSurveyorRefuses undoes each change that the Surveyor can't follow: no file is there
// that will never be read, and no picture gone that nobody draws anew.
func TestSurveyorRefuses(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	m := newMarket(t, payment.Sandbox{})
	write(t, m.db, func(ctx context.Context, tx *store.Tx) error {
		return tx.InsertImage(ctx, &vitrine.Image{ModelID: m.model.ID, BlobKey: "media/a", Position: 1, CreatedAt: today(), UpdatedAt: today()})
	})
	disk, err := blob.OpenDisk(t.TempDir(), blob.DiskOptions{})
	if err != nil {
		t.Fatal(err)
	}
	refused := vitrine.Errorf(vitrine.Conflict, "the surveyor is away")
	s := shop.New(shop.Options{DB: m.db, Blobs: disk, Settings: shop.DefaultSettings(), Surveyor: refusing{refused}, Now: m.clock.Now})
	before, err := m.db.Model(ctx, m.model.ID)
	if err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func() error{
		"a file is added": func() error {
			_, err := s.AddFile(ctx, m.seller, before.ID, shop.Upload{Name: "new.stl", Body: bytes.NewReader([]byte("solid")), Size: 5})
			return err
		},
		"a file is removed":         func() error { return s.RemoveFile(ctx, m.seller, before.ID, before.Files[0].ID, nil) },
		"the only image is removed": func() error { return s.RemoveImage(ctx, m.seller, before.ID, before.Images[0].ID, nil) },
		"the title is changed": func() error {
			_, err := s.UpdateModel(ctx, m.seller, before.ID, shop.ModelRequest{ModelChange: vitrine.ModelChange{
				Title: vitrine.Some("Another"), Status: vitrine.Some(vitrine.Draft)}}, nil)
			return err
		},
	} {
		if err := change(); !errors.Is(err, refused) {
			t.Errorf("%s: %v, want %v", name, err, refused)
		}
		after, err := m.db.Model(ctx, before.ID)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(before, after); diff != "" {
			t.Errorf("%s: the model is not what it was (-before +after):\n%s", name, diff)
		}
	}
	if err := disk.List(ctx, "", func(info blob.Info) error { return errors.New(info.Key + " is left") }); err != nil {
		t.Error(err)
	}
}
