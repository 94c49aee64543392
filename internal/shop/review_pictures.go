package shop

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	"vitrine"
	"vitrine/internal/picture"
	"vitrine/internal/store"
)

// picturing is how many pictures somebody may add to their reviews.
func picturing(user vitrine.User) attempts {
	return attempts{"review pictures by", strconv.FormatInt(user.ID, 10), 20, 10 * time.Minute}
}

// AddReviewPicture adds a picture to what somebody says of a model: a JPEG, PNG or WebP,
// which is drawn anew, as models' pictures are.
func (s *Shop) AddReviewPicture(ctx context.Context, caller vitrine.Caller, modelID int64, up Upload) (*vitrine.Image, error) {
	if err := s.mayPicture(ctx, caller, modelID, up.Size); err != nil {
		return nil, err
	}
	body, ok, err := plainPicture(up.Body)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, picture.Refuse("unsupported_picture", "a picture of a review is a PNG, JPEG or WebP", nil)
	}
	up.Body = body
	image, keys, digest, err := s.takePicture(ctx, up)
	if err == nil {
		image.ModelID, image.CreatedAt = modelID, s.now()
		err = s.insertReviewPicture(ctx, caller, Received{Name: up.Name, SHA256: digest, Image: image}, up.Answer)
	}
	if err != nil {
		return nil, s.DiscardAfter(ctx, err, keys...)
	}
	return image, nil
}

// mayPicture refuses a picture before it is read, and takes it from the budget.
func (s *Shop) mayPicture(ctx context.Context, caller vitrine.Caller, modelID, size int64) error {
	set, err := s.Limits(ctx)
	if err != nil {
		return err
	}
	if size > set.ImageSize {
		return tooLarge("image", set.ImageSize)
	}
	return s.db.Write(ctx, func(tx *store.Tx) error {
		if err := s.roomInReview(ctx, tx, caller, modelID); err != nil {
			return err
		}
		return s.spendIn(ctx, tx, picturing(caller.User))
	})
}

func (s *Shop) roomInReview(ctx context.Context, tx *store.Tx, caller vitrine.Caller, modelID int64) error {
	v, err := s.ownReview(ctx, tx, caller, modelID)
	if err != nil {
		return err
	}
	m, err := onShelf(ctx, tx, modelID)
	if err != nil {
		return err
	}
	if err := mayReview(ctx, tx, caller.User.ID, m); err != nil || len(v.Pictures) < vitrine.ReviewPictures {
		return err
	}
	return vitrine.InvalidFields([]vitrine.Field{{Pointer: "/file", Code: "too_many",
		Detail: fmt.Sprintf("a review has at most %d pictures", vitrine.ReviewPictures)}})
}

func (s *Shop) insertReviewPicture(ctx context.Context, caller vitrine.Caller, came Received, answer Answer[Received]) error {
	return s.db.Write(ctx, func(tx *store.Tx) error {
		if err := s.roomInReview(ctx, tx, caller, came.Image.ModelID); err != nil {
			return err
		}
		v, err := tx.ReviewBy(ctx, came.Image.ModelID, caller.User.ID)
		if err != nil {
			return err
		}
		if err := tx.InsertReviewPicture(ctx, v, came.Image); err != nil {
			return err
		}
		return answer.save(ctx, tx, came)
	})
}

// RemoveReviewPicture takes a picture out of what somebody says of a model.
func (s *Shop) RemoveReviewPicture(ctx context.Context, caller vitrine.Caller, modelID, id int64) error {
	return s.db.Write(ctx, func(tx *store.Tx) error {
		v, err := s.ownReview(ctx, tx, caller, modelID)
		if err != nil {
			return err
		}
		if !slices.ContainsFunc(v.Pictures, func(m vitrine.Image) bool { return m.ID == id }) {
			return vitrine.Errorf(vitrine.NotFound, "your review has no picture %d", id)
		}
		return tx.RemoveReviewPicture(ctx, v, id)
	})
}
