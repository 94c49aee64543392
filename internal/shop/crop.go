package shop

import (
	"context"
	"fmt"
	"image"
	"io"
	"os"
	"slices"

	"vitrine"
	"vitrine/internal/store"
)

// MinCrop is how wide and high a part of a picture is at least, in pixels, unless the whole
// is less.
const MinCrop = 64

// CropImage has a model show a part of one of its images, in pixels of the original, or all of
// it again where part is empty. The original stays; the image is another one, in the same
// place. One that was drawn by the server becomes its author's own by it.
func (s *Shop) CropImage(ctx context.Context, caller vitrine.Caller, modelID, id int64, part image.Rectangle) (*vitrine.Image, error) {
	old, err := s.imageToChange(ctx, caller, modelID, id)
	if err != nil {
		return nil, err
	}
	if err := vitrine.InvalidFields(checkPart(part, old.Original())); err != nil {
		return nil, err
	}
	cropped, keys, err := s.cropPicture(ctx, old.Original(), part)
	if err == nil {
		err = s.replaceImage(ctx, caller, old, cropped)
	}
	if err != nil {
		return nil, s.DiscardAfter(ctx, err, keys...)
	}
	if part.Empty() {
		s.Discard(ctx, keys[0])
	}
	return cropped, nil
}

func (s *Shop) imageToChange(ctx context.Context, caller vitrine.Caller, modelID, id int64) (*vitrine.Image, error) {
	m, err := s.db.Model(ctx, modelID)
	if err != nil {
		return nil, err
	}
	if err := caller.RequireEdit(m); err != nil {
		return nil, err
	}
	return imageOf(m, id)
}

func imageOf(m *vitrine.Model, id int64) (*vitrine.Image, error) {
	at := slices.IndexFunc(m.Images, func(image vitrine.Image) bool { return image.ID == id })
	if at < 0 {
		return nil, vitrine.Errorf(vitrine.NotFound, "model %d has no image %d", m.ID, id)
	}
	return &m.Images[at], nil
}

// allOfIt is the part of a picture that is nothing less than the picture.
func allOfIt() image.Rectangle { return image.Rectangle{} }

// checkPart says what is wrong with a part of a picture.
func checkPart(part image.Rectangle, of vitrine.Original) (faults []vitrine.Field) {
	if part.Empty() {
		return nil
	}
	for _, side := range []struct {
		from, size, most int
		at, length       string
	}{
		{part.Min.X, part.Dx(), of.Width, "/x", "/width"}, {part.Min.Y, part.Dy(), of.Height, "/y", "/height"},
	} {
		least := min(MinCrop, side.most)
		switch {
		case side.from < 0 || side.from > side.most-least:
			faults = append(faults, vitrine.Field{Pointer: side.at, Code: "not_allowed",
				Detail: fmt.Sprintf("this is a number from 0 to %d", side.most-least)})
		case side.size < least || side.size > side.most-side.from:
			faults = append(faults, vitrine.Field{Pointer: side.length, Code: "not_allowed",
				Detail: fmt.Sprintf("this is a number from %d to %d", least, side.most-side.from)})
		}
	}
	return faults
}

// cropPicture stores a part of a picture with its thumbnails. The keys are those that were
// stored, also when it fails.
func (s *Shop) cropPicture(ctx context.Context, of vitrine.Original, part image.Rectangle) (*vitrine.Image, []string, error) {
	file, err := s.fetchPicture(ctx, of.BlobKey)
	if err != nil {
		return nil, nil, err
	}
	defer file.Close()
	select {
	case s.imageTurns <- struct{}{}:
		defer func() { <-s.imageTurns }()
	case <-ctx.Done():
		return nil, nil, fmt.Errorf("wait for a turn: %w", ctx.Err())
	}
	result, err := s.pictures.Process(ctx, file, part)
	if err != nil {
		return nil, nil, err
	}
	made, keys, err := s.storePicture(ctx, result)
	if err != nil {
		return nil, keys, err
	}
	if part.Empty() { // the original itself, not what encoding it once more made of it
		made.BlobKey, made.Size, made.Width, made.Height = of.BlobKey, of.Size, of.Width, of.Height
		return made, keys, nil
	}
	made.Crop = &vitrine.Crop{X: part.Min.X, Y: part.Min.Y, Width: part.Dx(), Height: part.Dy(), Original: of}
	return made, keys, nil
}

// fetchPicture copies a stored picture into a temporary file that has no name any more.
func (s *Shop) fetchPicture(ctx context.Context, key string) (file *os.File, err error) {
	stored, err := s.blobs.Open(ctx, key)
	if err != nil {
		return nil, fmt.Errorf("fetch the picture: %w", err)
	}
	defer stored.Close()
	if file, err = os.CreateTemp("", "vitrine-image-"); err != nil {
		return nil, fmt.Errorf("fetch the picture: %w", err)
	}
	_ = os.Remove(file.Name()) // it leaves nothing behind, also when the process is killed
	if _, err := io.Copy(file, stored); err != nil {
		_ = file.Close()
		return nil, fmt.Errorf("fetch the picture: %w", err)
	}
	return file, nil
}

// replaceImage puts an image in the place of another one of the same picture.
func (s *Shop) replaceImage(ctx context.Context, caller vitrine.Caller, old, made *vitrine.Image) error {
	return s.changeParts(ctx, caller, old.ModelID, func(tx *store.Tx) error {
		m, err := tx.Model(ctx, old.ModelID)
		if err != nil {
			return err
		}
		now, err := imageOf(m, old.ID) // it may have been moved, or be gone
		if err != nil {
			return err
		}
		if err := tx.DeleteImage(ctx, now.ModelID, now.ID, s.now()); err != nil {
			return err
		}
		made.ModelID, made.Position, made.CreatedAt, made.UpdatedAt = now.ModelID, now.Position, now.CreatedAt, s.now()
		return tx.InsertImage(ctx, made)
	})
}
