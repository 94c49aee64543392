package shop

import (
	"context"

	"vitrine"
)

// exportReviews exports what a user says of models, with the answers that they got.
func (s *Shop) exportReviews(ctx context.Context, user vitrine.User, add func(any) error) error {
	return eachPage(func(page vitrine.Page) (string, error) {
		found, err := s.db.ReviewsOf(ctx, user.ID, page)
		if err != nil {
			return "", err
		}
		for _, v := range found.Reviews {
			var pictures []string
			for _, image := range v.Pictures {
				pictures = append(pictures, image.BlobKey)
			}
			record := object{"id": v.ID, "model_id": v.ModelID, "described": v.Words.Described, "used": v.Words.Used, "text": v.Text,
				"pictures": pictures, "refunded": v.Refunded, "hidden": v.Hidden, "answer": v.Answer, "answered_at": when(v.AnsweredAt),
				"created_at": when(v.CreatedAt), "updated_at": when(v.UpdatedAt)}
			if err := add(record); err != nil {
				return "", err
			}
		}
		return found.Next, nil
	})
}

// exportAnswers exports what a user answers to reviews of their models.
func (s *Shop) exportAnswers(ctx context.Context, user vitrine.User, add func(any) error) error {
	answers, err := s.db.AnswersOf(ctx, user.ID)
	for _, v := range answers {
		record := object{"review_id": v.ID, "model_id": v.ModelID, "answer": v.Answer, "answered_at": when(v.AnsweredAt)}
		if err := add(record); err != nil {
			return err
		}
	}
	return err
}
