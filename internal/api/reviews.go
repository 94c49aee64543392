package api

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"vitrine"
	"vitrine/internal/shop"
)

// ReviewRecord is what somebody says of a model that they bought.
type ReviewRecord struct {
	ID         int64         `json:"id" example:"7" doc:"Names the review in addresses."`
	ModelID    int64         `json:"model_id" doc:"The model that it is of."`
	Username   string        `json:"username" example:"bob" doc:"Who says it."`
	Described  int           `json:"described" minimum:"1" maximum:"5" doc:"Stars: it is what its page says." example:"5"`
	Used       *int          `json:"used" minimum:"1" maximum:"5" doc:"Stars: how it was to print or use it; null where they did not yet." example:"4"`
	Text       string        `json:"text" doc:"In their words, plain text; may be empty."`
	Refunded   bool          `json:"refunded" doc:"The money for the model went back after this was written."`
	Images     []ReviewImage `json:"images" nullable:"false" doc:"Pictures of what became of it, at most 4."`
	Answer     *string       `json:"answer" doc:"What the author of the model answers, plain text; null for nothing."`
	AnsweredAt *time.Time    `json:"answered_at" doc:"When the author answered; null before."`
	URL        string        `json:"url" format:"uri" doc:"Its page, by which it can be reported."`
	CreatedAt  time.Time     `json:"created_at" doc:"When it was written."`
	UpdatedAt  time.Time     `json:"updated_at" doc:"When its text or stars were last changed."`
}

// ReviewImage is a picture of a review.
type ReviewImage struct {
	ID         int64             `json:"id" doc:"Names the picture."`
	URL        string            `json:"url" doc:"Address of the picture in full size." format:"uri"`
	Width      int               `json:"width" doc:"Pixels."`
	Height     int               `json:"height" doc:"Pixels."`
	Thumbnails []thumbnailRecord `json:"thumbnails" nullable:"false" doc:"The larger one first."`
}

type createdReviewImage struct {
	Success bool `json:"success" doc:"Always true."`
	ReviewImage
}

// ownReview is a review for who wrote it.
type ownReview struct {
	ReviewRecord
	Hidden   bool                  `json:"hidden" doc:"A moderator took it off: nobody else sees it."`
	Decision nullable[ownDecision] `json:"decision" doc:"While it is hidden, why; objectToDecision objects to it. null else."`
}

type listReviewsInput struct {
	OnwardInput
	ModelID int64 `path:"model_id" doc:"The model's id."`
}

type reviewsOutput struct {
	Link string `header:"Link"`
	Body struct {
		Total      int64          `json:"total" doc:"How many reviews the model has."`
		Rating     *string        `json:"rating" example:"4.5" doc:"Mean of described; null without reviews."`
		UsedTotal  int64          `json:"used_total" doc:"How many say how it was to print or use it."`
		UsedRating *string        `json:"used_rating" example:"4.0" doc:"Mean of used; null where nobody says so."`
		Reviews    []ReviewRecord `json:"reviews" nullable:"false" doc:"Those of this page, newest first."`
	}
}

type saveReviewInput struct {
	ModelID int64   `path:"model_id" doc:"The model's id."`
	IfMatch ifMatch `header:"If-Match" doc:"Only when the review is still the one with this ETag, or with its weak form, W/, that compressed answers have."`
	Body    struct {
		Described int    `json:"described" minimum:"1" maximum:"5" doc:"Stars: it is what its page says." example:"5"`
		Used      *int   `json:"used,omitempty" minimum:"1" maximum:"5" doc:"Stars: how it was to print or use it; absent where you did not yet." example:"4"`
		Text      string `json:"text,omitempty" doc:"Plain text, at most 5000 characters." example:"Printed in one go, without supports. The back is a little thin."`
	}
}

type withdrawReviewInput struct {
	ModelID int64   `path:"model_id" doc:"The model's id."`
	IfMatch ifMatch `header:"If-Match" doc:"Only when the review is still the one with this ETag, or with its weak form, W/, that compressed answers have."`
}

type ownReviewOutput struct {
	ETag string `header:"ETag"`
	Body ownReview
}

type answerReviewInput struct {
	ID   int64 `path:"id" doc:"The review's id."`
	Body struct {
		Answer string `json:"answer" doc:"Plain text, at most 2000 characters." example:"Thank you! The next version has a thicker back."`
	}
}

type reviewOutput struct {
	ETag string `header:"ETag"`
	Body ReviewRecord
}

func (s *Server) listReviews(ctx context.Context, in *listReviewsInput) (*reviewsOutput, error) {
	m, err := s.db.ModelRow(ctx, in.ModelID)
	if err == nil && m.Status != vitrine.Published {
		err = vitrine.Errorf(vitrine.NotFound, "there is no model %d", in.ModelID)
	}
	if err != nil {
		return nil, err
	}

	page, err := s.db.Reviews(ctx, in.ModelID, vitrine.Page{Number: 1, Size: in.size(), Cursor: in.Cursor})
	if err != nil {
		return nil, err
	}
	sum, err := s.db.Opinions(ctx, in.ModelID)
	if err != nil {
		return nil, err
	}

	out := &reviewsOutput{Link: in.links(s, page.Next)}
	out.Body.Total, out.Body.Rating, out.Body.UsedTotal, out.Body.UsedRating = sum.Reviews, textOrNull(sum.Rating()), sum.Users,
		textOrNull(sum.UsedRating())
	out.Body.Reviews = make([]ReviewRecord, len(page.Reviews))
	for i, v := range page.Reviews {
		out.Body.Reviews[i] = s.encodeReview(v)
	}
	return out, nil
}

// ownReview is what the caller says of a model, also of one that is in the catalogue no more.
func (s *Server) ownReview(ctx context.Context, in *partsInput) (*ownReviewOutput, error) {
	v, err := s.db.ReviewBy(ctx, in.ModelID, caller(ctx).User.ID)
	if err != nil {
		return nil, err
	}

	out := s.encodeOwnReview(v)
	if !v.Hidden {
		return out, nil
	}
	decisions, err := s.db.DecisionsOfReview(ctx, v.ID)
	if err == nil && len(decisions) > 0 && decisions[0].Stands() {
		d := encodeOwnDecision(&decisions[0])
		out.Body.Decision.value = &d
	}
	return out, err
}

func (s *Server) saveReview(ctx context.Context, in *saveReviewInput) (*ownReviewOutput, error) {
	words := vitrine.Words{Described: in.Body.Described, Text: in.Body.Text}
	if in.Body.Used != nil {
		words.Used = *in.Body.Used
	}

	v, err := s.shop.SaveReview(ctx, caller(ctx), in.ModelID, words, reviewPrecondition(in.IfMatch, in.ModelID))
	if err != nil {
		return nil, err
	}

	return s.encodeOwnReview(v), nil
}

func (s *Server) withdrawReview(ctx context.Context, in *withdrawReviewInput) (*struct{}, error) {
	return nil, s.shop.WithdrawReview(ctx, caller(ctx), in.ModelID, reviewPrecondition(in.IfMatch, in.ModelID))
}

type removeReviewImageInput struct {
	ModelID int64 `path:"model_id" doc:"The model's id."`
	ID      int64 `path:"id" doc:"The picture's id."`
}

// uploadReviewImage takes a picture of what became of a model, as a form or as bare bytes.
func (s *Server) uploadReviewImage(w http.ResponseWriter, r *http.Request) error {
	up, err := readUpload(r)
	if err != nil {
		return err
	}

	again := func() (shop.Received, error) { return s.shop.ImageAgain(r.Context(), up) }
	if repeated, err := repeatedUpload(w, r, again); repeated {
		return err
	}
	modelID, err := pathID(r, "model_id")
	if err != nil {
		return err
	}
	created := func(came shop.Received) *createdPart[createdReviewImage] { return s.createdReviewImage(came.Image) }
	up.Answer = answeringUpload(r.Context(), created)
	image, err := s.shop.AddReviewPicture(r.Context(), caller(r.Context()), modelID, up)
	if err != nil {
		return err
	}

	return s.createdReviewImage(image).write(w)
}

func (s *Server) createdReviewImage(m *vitrine.Image) *createdPart[createdReviewImage] {
	body := createdReviewImage{true, s.encodeReviewImage(m)}
	return &createdPart[createdReviewImage]{ETag: fmt.Sprintf("%q", m.BlobKey), Location: body.URL, Body: body}
}

func (s *Server) removeReviewImage(ctx context.Context, in *removeReviewImageInput) (*struct{}, error) {
	return nil, s.shop.RemoveReviewPicture(ctx, caller(ctx), in.ModelID, in.ID)
}

// answerReview is for the author of the model.
func (s *Server) answerReview(ctx context.Context, in *answerReviewInput) (*reviewOutput, error) {
	v, err := s.shop.AnswerReview(ctx, caller(ctx), in.ID, in.Body.Answer)
	if err != nil {
		return nil, err
	}

	return &reviewOutput{ETag: reviewETag(v.ModelID, v.Version), Body: s.encodeReview(v)}, nil
}

// reviewETag names a version of the one review that somebody has of a model.
func reviewETag(modelID, version int64) string { return fmt.Sprintf(`"r%d-%d"`, modelID, version) }

func reviewPrecondition(header ifMatch, modelID int64) shop.Precondition {
	return precondition(header, func(version int64) string { return reviewETag(modelID, version) })
}

func (s *Server) encodeOwnReview(v *vitrine.Review) *ownReviewOutput {
	return &ownReviewOutput{ETag: reviewETag(v.ModelID, v.Version), Body: ownReview{ReviewRecord: s.encodeReview(v), Hidden: v.Hidden}}
}

func (s *Server) encodeReview(v *vitrine.Review) ReviewRecord {
	encoded := ReviewRecord{
		ID: v.ID, ModelID: v.ModelID, Username: v.Username, Described: v.Described, Text: v.Text, Refunded: v.Refunded,
		Images: encodeAll(v.Pictures, s.encodeReviewImage), Answer: textOrNull(v.Answer), AnsweredAt: timeOrNull(v.AnsweredAt),
		URL: s.absolute(shop.ReviewPath(v)), CreatedAt: v.CreatedAt, UpdatedAt: v.UpdatedAt,
	}
	if v.Used != 0 {
		encoded.Used = &v.Used
	}
	return encoded
}

func (s *Server) encodeReviewImage(m *vitrine.Image) ReviewImage {
	full := s.encodeImage(m)
	return ReviewImage{full.ID, full.URL, full.Width, full.Height, full.Thumbnails}
}
