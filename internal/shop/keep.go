package shop

import (
	"bytes"
	"context"
	"io"
	"slices"

	"vitrine"
	"vitrine/internal/inspect"
)

// made is what was stored of a reading, and the keys of what is there since then,
// also when storing fails.
type made struct {
	preview vitrine.Preview
	shape   string
	drawn   *vitrine.Image // nil: none, or the very one that there was
	keys    []string
}

// storeReading stores preview, shape and picture, but for those that are there already
// from an earlier reading.
func (s *Shop) storeReading(ctx context.Context, r *reading) (m made, err error) {
	result := r.result
	put := func(prefix string, data []byte) (string, error) {
		info, err := s.blobs.Put(ctx, prefix, bytes.NewReader(data))
		if err == nil {
			m.keys = append(m.keys, info.Key)
		}
		return info.Key, err
	}
	if old := r.file.Preview; old.Plays == result.PreviewPlays && old.Kind == result.PreviewKind && old.Form == vitrine.PreviewForm(result.PreviewForm) && s.holds(ctx, old.BlobKey, result.Preview) {
		m.preview = old
	} else if result.Preview != nil {
		key, err := put(previewPrefix, result.Preview)
		if err != nil {
			return m, err
		}
		m.preview = vitrine.Preview{BlobKey: key, Kind: result.PreviewKind, Form: vitrine.PreviewForm(result.PreviewForm), Plays: result.PreviewPlays, Size: int64(len(result.Preview))}
	}
	if m.shape = r.file.ShapeKey; result.Shape == nil {
		m.shape = ""
	} else if !s.holds(ctx, m.shape, result.Shape) {
		// It is no less than what is sold, and kept as that is.
		if m.shape, err = put(filePrefix, result.Shape); err != nil {
			return m, err
		}
	}
	if result.Picture == nil || result.Thumbnail == nil || s.drawnAlready(ctx, r) {
		return m, nil
	}
	m.drawn = &vitrine.Image{Generated: true, Size: int64(len(result.Picture)), Width: inspect.PictureWidth, Height: inspect.PictureHeight}
	if m.drawn.BlobKey, err = put(mediaPrefix, result.Picture); err != nil {
		return m, err
	}
	thumbnail, err := put(mediaPrefix, result.Thumbnail)
	m.drawn.Thumbnails = []vitrine.Thumbnail{
		{BlobKey: m.drawn.BlobKey, Width: inspect.PictureWidth, Height: inspect.PictureHeight},
		{BlobKey: thumbnail, Width: inspect.ThumbnailWidth, Height: inspect.ThumbnailHeight},
	}
	return m, err
}

// renditions are the keys of an image in all its sizes.
func renditions(image *vitrine.Image) (keys []string) {
	for _, rendition := range image.Thumbnails {
		keys = append(keys, rendition.BlobKey)
	}
	return keys
}

// discardUnused removes what was stored and that nothing names after a transaction,
// whose error it gives.
func (s *Shop) discardUnused(ctx context.Context, err error, stored, used []string) error {
	if err != nil {
		return s.discardAfter(ctx, err, stored...)
	}
	s.discard(ctx, slices.DeleteFunc(stored, func(key string) bool { return slices.Contains(used, key) })...)
	return nil
}

// holds says whether certain bytes are stored under a key.
func (s *Shop) holds(ctx context.Context, key string, data []byte) bool {
	if key == "" || data == nil {
		return false
	}
	object, err := s.blobs.Open(ctx, key)
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

// drawnAlready says whether the model shows the very picture that was drawn.
func (s *Shop) drawnAlready(ctx context.Context, r *reading) bool {
	return len(r.then.Images) == 1 && slices.ContainsFunc(r.then.Images, func(image vitrine.Image) bool {
		return image.Generated && image.FileID == r.file.ID && len(image.Thumbnails) == 2 &&
			s.holds(ctx, image.BlobKey, r.result.Picture) && s.holds(ctx, image.Thumbnails[1].BlobKey, r.result.Thumbnail)
	})
}
