package survey

import (
	"bytes"
	"context"
	"io"
	"slices"

	"vitrine"
	"vitrine/internal/blob"
	"vitrine/internal/inspect"
)

// storedBytes is what was stored of a reading, and the keys of what is there since then,
// also when storing fails.
type storedBytes struct {
	preview vitrine.Preview
	shape   string
	picture *vitrine.Image // nil: none, or the very one that there was
	views   []vitrine.Image
	keys    []string
}

// put stores bytes of a reading.
func (r *Reader) put(ctx context.Context, stored *storedBytes, prefix string, data []byte) (string, error) {
	info, err := r.blobs.Put(ctx, prefix, bytes.NewReader(data))
	if err == nil {
		stored.keys = append(stored.keys, info.Key)
	}
	return info.Key, err
}

// storeBytes stores preview, shape and picture, but for those that are there already
// from an earlier reading.
func (r *Reader) storeBytes(ctx context.Context, got *reading) (stored storedBytes, err error) {
	if stored.preview, err = r.storePreview(ctx, got, &stored); err != nil {
		return stored, err
	}
	if stored.shape, err = r.storeShape(ctx, got, &stored); err != nil {
		return stored, err
	}
	for _, drawn := range got.result.Views {
		if drawn.Picture == nil || drawn.Thumbnail == nil {
			continue
		}
		view, err := r.storePicture(ctx, drawn.Picture, drawn.Thumbnail, &stored)
		if err != nil {
			return stored, err
		}
		stored.views = append(stored.views, *view)
	}
	if got.result.Picture == nil || got.result.Thumbnail == nil || r.showsAlready(ctx, got) {
		return stored, nil
	}
	if stored.picture, err = r.storePicture(ctx, got.result.Picture, got.result.Thumbnail, &stored); err == nil {
		stored.picture.Generated = true
	}
	return stored, err
}

func (r *Reader) storePreview(ctx context.Context, got *reading, stored *storedBytes) (vitrine.Preview, error) {
	made := vitrine.Preview{
		Kind: got.result.PreviewKind, Form: vitrine.PreviewForm(got.result.PreviewForm), Plays: got.result.PreviewPlays,
	}
	old := got.file.Preview
	if old.Plays == made.Plays && old.Kind == made.Kind && old.Form == made.Form && r.holds(ctx, old.BlobKey, got.result.Preview) {
		return old, nil
	}
	if got.result.Preview == nil {
		return vitrine.Preview{}, nil
	}
	var err error
	made.BlobKey, err = r.put(ctx, stored, blob.Previews, got.result.Preview)
	made.Size = int64(len(got.result.Preview))
	return made, err
}

func (r *Reader) storeShape(ctx context.Context, got *reading, stored *storedBytes) (string, error) {
	if got.result.Shape == nil {
		return "", nil
	}
	if r.holds(ctx, got.file.ShapeKey, got.result.Shape) {
		return got.file.ShapeKey, nil
	}
	// It is no less than what is sold, and kept as that is.
	return r.put(ctx, stored, blob.Files, got.result.Shape)
}

func (r *Reader) storePicture(ctx context.Context, drawn, small []byte, stored *storedBytes) (*vitrine.Image, error) {
	picture, err := r.put(ctx, stored, blob.Media, drawn)
	if err != nil {
		return nil, err
	}
	thumbnail, err := r.put(ctx, stored, blob.Media, small)
	return &vitrine.Image{
		Size: int64(len(drawn)), Width: inspect.PictureWidth, Height: inspect.PictureHeight, BlobKey: picture,
		Thumbnails: []vitrine.Thumbnail{
			{BlobKey: picture, Width: inspect.PictureWidth, Height: inspect.PictureHeight},
			{BlobKey: thumbnail, Width: inspect.ThumbnailWidth, Height: inspect.ThumbnailHeight},
		},
	}, err
}

// renditions are the keys of an image in all its sizes.
func renditions(image *vitrine.Image) (keys []string) {
	for _, rendition := range image.Thumbnails {
		keys = append(keys, rendition.BlobKey)
	}
	return keys
}

// discardUnnamed removes what was stored and that no row names after a transaction. It
// returns the transaction's error.
func (r *Reader) discardUnnamed(ctx context.Context, err error, stored, named []string) error {
	if err != nil {
		return r.shop.DiscardAfter(ctx, err, stored...)
	}
	r.shop.Discard(ctx, slices.DeleteFunc(stored, func(key string) bool { return slices.Contains(named, key) })...)
	return nil
}

// holds reports whether certain bytes are stored under a key.
func (r *Reader) holds(ctx context.Context, key string, data []byte) bool {
	if key == "" || data == nil {
		return false
	}
	object, err := r.blobs.Open(ctx, key)
	if err != nil {
		return false // whatever is wrong with it, it is stored anew
	}
	defer object.Close()
	if object.Size != int64(len(data)) {
		return false
	}
	stored, err := io.ReadAll(object)
	return err == nil && bytes.Equal(stored, data)
}

// showsAlready reports whether the model shows the very picture that was drawn.
func (r *Reader) showsAlready(ctx context.Context, got *reading) bool {
	return len(got.model.Images) == 1 && slices.ContainsFunc(got.model.Images, func(image vitrine.Image) bool {
		return image.Generated && image.FileID == got.file.ID && len(image.Thumbnails) == 2 &&
			r.holds(ctx, image.BlobKey, got.result.Picture) && r.holds(ctx, image.Thumbnails[1].BlobKey, got.result.Thumbnail)
	})
}
