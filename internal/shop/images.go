package shop

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"slices"

	"vitrine"
	"vitrine/internal/blob"
	"vitrine/internal/picture"
	"vitrine/internal/store"
)

// AddImage reads a picture, makes it upright and stores it with its
// thumbnails.
func (s *Shop) AddImage(ctx context.Context, caller vitrine.Caller, modelID int64, up Upload) (*vitrine.Image, error) {
	if err := s.mayAddImage(ctx, caller, modelID, up.Size); err != nil {
		return nil, err
	}
	image, keys, digest, err := s.takePicture(ctx, up)
	if err == nil {
		image.ModelID = modelID
		err = s.insertImage(ctx, caller, Received{Name: up.Name, SHA256: digest, Image: image}, up.Answer)
	}
	if err != nil {
		return nil, s.DiscardAfter(ctx, err, keys...)
	}
	return image, nil
}

// takePicture receives a picture, makes it upright and stores it with its thumbnails. The keys
// are those that were stored, also when it fails; digest is the SHA-256 of what came, hex.
func (s *Shop) takePicture(ctx context.Context, up Upload) (image *vitrine.Image, keys []string, digest string, err error) {
	// Received before it takes a turn: who sends slowly must not hold one.
	file, digest, err := s.spoolImage(ctx, up)
	if err != nil {
		return nil, nil, "", err
	}
	defer file.Close()
	// What is made of an image is held in memory: only so many at once.
	select {
	case s.imageTurns <- struct{}{}:
		defer func() { <-s.imageTurns }()
	case <-ctx.Done():
		return nil, nil, "", fmt.Errorf("wait for a turn: %w", ctx.Err())
	}
	result, err := s.pictures.Process(ctx, file, allOfIt())
	if err != nil {
		return nil, nil, "", err
	}
	image, keys, err = s.storePicture(ctx, result)
	return image, keys, digest, err
}

// spoolImage copies a picture into a temporary file that has no name any more, and
// compares it with what was announced. digest is its SHA-256, hex.
func (s *Shop) spoolImage(ctx context.Context, up Upload) (file *os.File, digest string, err error) {
	set, err := s.Limits(ctx)
	if err != nil {
		return nil, "", err
	}
	if file, err = os.CreateTemp("", "vitrine-image-"); err != nil {
		return nil, "", fmt.Errorf("keep an image: %w", err)
	}
	defer func() {
		if err != nil {
			_ = file.Close()
		}
	}()
	// A file without a name leaves nothing behind, also when the process is killed.
	if err := os.Remove(file.Name()); err != nil {
		return nil, "", fmt.Errorf("keep an image: %w", err)
	}
	sum := sha256.New()
	body := &bounded{r: up.Body, left: set.ImageSize, err: tooLarge("image", set.ImageSize)}
	size, err := io.Copy(io.MultiWriter(file, sum), body)
	if err != nil {
		return nil, "", bodyError(err)
	}
	digest = hex.EncodeToString(sum.Sum(nil))
	return file, digest, up.finish(&vitrine.File{Size: size, SHA256: digest})
}

func (s *Shop) mayAddImage(ctx context.Context, caller vitrine.Caller, modelID, size int64) error {
	m, err := s.db.ModelRow(ctx, modelID)
	if err != nil {
		return err
	}
	if err := caller.RequireEdit(m); err != nil {
		return err
	}
	set, err := s.Limits(ctx)
	if err != nil {
		return err
	}
	if size > set.ImageSize {
		return tooLarge("image", set.ImageSize)
	}
	images, err := s.db.Images(ctx, modelID)
	if err != nil {
		return err
	}
	return roomForImage(set, images)
}

func roomForImage(set Settings, images []vitrine.Image) error {
	if len(images) < set.Images || images[0].Generated {
		return nil
	}
	detail := fmt.Sprintf("a model has at most %d images", set.Images)
	return vitrine.InvalidFields([]vitrine.Field{{Pointer: "/file", Code: "too_many", Detail: detail}})
}

// storePicture stores all renditions. The keys are those that were stored, also
// when it fails.
func (s *Shop) storePicture(ctx context.Context, result picture.Result) (*vitrine.Image, []string, error) {
	var keys []string
	put := func(r picture.Rendition) error {
		info, err := s.blobs.Put(ctx, blob.Media, bytes.NewReader(r.Bytes))
		if err == nil {
			keys = append(keys, info.Key)
		}
		return err
	}
	if err := put(result.Main); err != nil {
		return nil, keys, err
	}
	image := &vitrine.Image{Size: int64(len(result.Main.Bytes)), Width: result.Main.Width, Height: result.Main.Height, BlobKey: keys[0]}
	for _, thumbnail := range result.Thumbnails {
		if err := put(thumbnail); err != nil {
			return nil, keys, err
		}
		key := keys[len(keys)-1]
		image.Thumbnails = append(image.Thumbnails, vitrine.Thumbnail{BlobKey: key, Width: thumbnail.Width, Height: thumbnail.Height})
	}
	return image, keys, nil
}

func (s *Shop) insertImage(ctx context.Context, caller vitrine.Caller, came Received, answer Answer[Received]) error {
	image := came.Image
	return s.db.Write(ctx, func(tx *store.Tx) error {
		m, err := s.editable(ctx, tx, caller, image.ModelID, nil)
		if err != nil {
			return err
		}
		set, err := s.LimitsIn(ctx, tx)
		if err != nil {
			return err
		}
		if err := roomForImage(set, m.Images); err != nil {
			return err
		}
		now := s.now()
		image.CreatedAt, image.UpdatedAt, image.Position = now, now, 1
		if m.Drawn() {
			// The author's own image takes the place of the one that was drawn.
			for _, drawn := range m.Images {
				if err := tx.DeleteImage(ctx, m.ID, drawn.ID, now); err != nil {
					return err
				}
			}
		} else if n := len(m.Images); n > 0 {
			image.Position = m.Images[n-1].Position + 1
		}
		if err := tx.InsertImage(ctx, image); err != nil {
			return err
		}
		if err := s.lookAgain(ctx, tx, caller, m); err != nil {
			return err
		}
		if err := tx.TouchModel(ctx, image.ModelID, now); err != nil {
			return err
		}
		if _, err = s.refresh(ctx, tx, image.ModelID); err != nil {
			return err
		}
		return answer.save(ctx, tx, came)
	})
}

// RemoveImage takes an image out of a model.
func (s *Shop) RemoveImage(ctx context.Context, caller vitrine.Caller, modelID, id int64, pre Precondition) error {
	return s.changeParts(ctx, caller, modelID, func(tx *store.Tx) error {
		images, err := tx.Images(ctx, modelID)
		if err != nil {
			return err
		}
		for _, image := range images {
			if image.ID == id {
				if err := pre.check(image.Version); err != nil {
					return err
				}
			}
		}
		if err := tx.DeleteImage(ctx, modelID, id, s.now()); err != nil || len(images) > 1 {
			return err
		}
		return s.surveyor.LastImageRemoved(ctx, tx, modelID, images[0].Generated)
	})
}

// PlaceImage moves an image to a place among those of its model, the first is 0, and the
// others on; the last place where there are fewer.
func (s *Shop) PlaceImage(ctx context.Context, caller vitrine.Caller, modelID, id int64, place int) error {
	return s.changeParts(ctx, caller, modelID, func(tx *store.Tx) error {
		images, err := tx.Images(ctx, modelID)
		if err != nil {
			return err
		}
		at := slices.IndexFunc(images, func(image vitrine.Image) bool { return image.ID == id })
		if at < 0 {
			return vitrine.Errorf(vitrine.NotFound, "model %d has no image %d", modelID, id)
		}
		moved := images[at]
		images = slices.Delete(images, at, at+1)
		images = slices.Insert(images, min(max(place, 0), len(images)), moved)
		for i, image := range images {
			if image.Position == i+1 {
				continue
			}
			if err := tx.PlaceImage(ctx, image, i+1, s.now()); err != nil {
				return err
			}
		}
		return nil
	})
}

// Images lists a model's images for somebody who may know of it. What was cropped away, those
// alone are told of who may change the model.
func (s *Shop) Images(ctx context.Context, caller vitrine.Caller, modelID int64) ([]vitrine.Image, error) {
	m, err := s.db.ModelRow(ctx, modelID)
	if err != nil {
		return nil, err
	}
	if !caller.MaySee(m) {
		return nil, vitrine.Errorf(vitrine.NotFound, "there is no model %d", modelID)
	}
	images, err := s.db.Images(ctx, modelID)
	if caller.RequireEdit(m) != nil {
		for i := range images {
			images[i].Crop = nil
		}
	}
	return images, err
}
