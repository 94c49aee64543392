package api

import (
	"context"
	"errors"
	"image"
	"slices"

	"vitrine"
)

type cropImageInput struct {
	InDraftInput
	ModelID int64 `path:"model_id" doc:"The model's id."`
	ID      int64 `path:"id" doc:"The picture's id."`
	Body    struct {
		Crop *imagePart `json:"crop,omitempty" doc:"The part that shall be seen; absent for all of the picture."`
	}
}

// cropImage shows a part of a picture, or all of it again.
func (s *Server) cropImage(ctx context.Context, in *cropImageInput) (*imageOutput, error) {
	v, err := s.version(ctx, in.ModelID, in.Draft, true)
	if err != nil {
		return nil, err
	}

	m, err := s.shop.CropImage(ctx, v.caller, v.modelID, v.imageIn(in.ID), in.Body.Crop.part())
	if err != nil {
		return nil, below("/crop", err)
	}

	return &imageOutput{ETag: partETag("i", m.ID, m.Version), Body: s.encodeImage(m)}, nil
}

// part is the rectangle of a part; that of none is empty, which stands for all of a picture.
func (c *imagePart) part() image.Rectangle {
	if c == nil {
		return image.Rectangle{}
	}
	return image.Rect(c.X, c.Y, c.X+c.Width, c.Y+c.Height)
}

// below says of what is wrong with members that they are those of another one.
func below(pointer string, err error) error {
	refused, ok := errors.AsType[*vitrine.Error](err)
	if !ok || refused.Code != vitrine.Invalid {
		return err
	}
	moved := *refused
	moved.Fields = slices.Clone(refused.Fields)
	for i := range moved.Fields {
		moved.Fields[i].Pointer = pointer + moved.Fields[i].Pointer
	}
	return &moved
}

type drawImagesInput struct {
	InDraftInput
	ModelID int64 `path:"model_id" doc:"The model's id."`
	Body    struct {
		Views []string `json:"views" minItems:"1" maxItems:"4" uniqueItems:"true" enum:"three-quarter,front,side,top" nullable:"false" doc:"From which sides." example:"[\"front\",\"top\"]"`
	}
}

// drawImages has pictures of a model drawn from its geometry.
func (s *Server) drawImages(ctx context.Context, in *drawImagesInput) (*struct{}, error) {
	v, err := s.version(ctx, in.ModelID, in.Draft, true)
	if err != nil {
		return nil, err
	}

	views := make([]vitrine.PictureView, len(in.Body.Views))
	for i, view := range in.Body.Views {
		views[i] = vitrine.PictureView(view)
	}
	return nil, s.shop.DrawViews(ctx, v.caller, v.modelID, views)
}
