package shop

import (
	"bytes"
	"context"
	"io"
	"slices"

	"vitrine"
	"vitrine/internal/inspect"
)

// storeReading stores preview and picture, but for those that are there already from
// an earlier reading. The keys are those that were stored, also when it fails.
func (s *Shop) storeReading(ctx context.Context, r *reading) (preview vitrine.Preview, drawn *vitrine.Image, keys []string, err error) {
	result := r.result
	put := func(prefix string, data []byte) (string, error) {
		info, err := s.blobs.Put(ctx, prefix, bytes.NewReader(data))
		if err == nil {
			keys = append(keys, info.Key)
		}
		return info.Key, err
	}
	if old := r.file.Preview; old.Kind == result.PreviewKind && old.Form == vitrine.PreviewForm(result.PreviewForm) && s.holds(ctx, old.BlobKey, result.Preview) {
		preview = old
	} else if result.Preview != nil {
		key, err := put(previewPrefix, result.Preview)
		if err != nil {
			return preview, nil, keys, err
		}
		preview = vitrine.Preview{BlobKey: key, Kind: result.PreviewKind, Form: vitrine.PreviewForm(result.PreviewForm), Size: int64(len(result.Preview))}
	}
	if result.Picture == nil || result.Thumbnail == nil || s.drawnAlready(ctx, r) {
		return preview, nil, keys, nil
	}
	drawn = &vitrine.Image{Generated: true, Size: int64(len(result.Picture)), Width: inspect.PictureWidth, Height: inspect.PictureHeight}
	if drawn.BlobKey, err = put(mediaPrefix, result.Picture); err != nil {
		return preview, nil, keys, err
	}
	thumbnail, err := put(mediaPrefix, result.Thumbnail)
	drawn.Thumbnails = []vitrine.Thumbnail{
		{BlobKey: drawn.BlobKey, Width: inspect.PictureWidth, Height: inspect.PictureHeight},
		{BlobKey: thumbnail, Width: inspect.ThumbnailWidth, Height: inspect.ThumbnailHeight},
	}
	return preview, drawn, keys, err
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
