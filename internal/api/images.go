package api

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"vitrine"
	"vitrine/internal/shop"
)

type imagesOutput struct {
	Body struct {
		Total  int64         `json:"total" doc:"How many pictures there are."`
		Images []ImageRecord `json:"images" nullable:"false" doc:"All of them, in their order."`
	}
}

// ImageRecord is a picture of a model.
type ImageRecord struct {
	ID         int64             `json:"id" doc:"Names the picture in addresses."`
	URL        string            `json:"url" doc:"Address in full size. Of a model that was taken off, for browsers of its author and moderators." format:"uri"`
	Width      int               `json:"width" doc:"Pixels."`
	Height     int               `json:"height" doc:"Pixels."`
	Size       int64             `json:"size" doc:"Bytes."`
	Thumbnails []thumbnailRecord `json:"thumbnails" nullable:"false" doc:"The larger one first."`
	Position   int               `json:"position" doc:"Place among the pictures of the model: 1 is the cover. 0 for one that the server drew."`
	Generated  bool              `json:"generated" doc:"Drawn by the server from the geometry."`
	Crop       *imagePart        `json:"crop,omitempty" doc:"The part of its original that it shows, for those who may change the model; absent where it shows all."`
	Original   *originalImage    `json:"original,omitempty" doc:"The picture that it is a part of; absent where it shows all."`
	CreatedAt  time.Time         `json:"created_at" doc:"When it was made."`
	UpdatedAt  time.Time         `json:"updated_at" doc:"When it was last changed."`
}

type createdImage struct {
	Success bool `json:"success" doc:"Always true."`
	ImageRecord
}

// imagePart is a part of a picture.
type imagePart struct {
	X      int `json:"x" minimum:"0" doc:"Pixels of the original to the left of the part." example:"120"`
	Y      int `json:"y" minimum:"0" doc:"Pixels of the original above the part." example:"80"`
	Width  int `json:"width" minimum:"1" doc:"Pixels: at least 64, or all of an original that has fewer." example:"320"`
	Height int `json:"height" minimum:"1" doc:"Pixels: at least 64, or all of an original that has fewer." example:"240"`
}

// originalImage is a picture before it was cropped.
type originalImage struct {
	URL    string `json:"url" doc:"Address of the whole picture." format:"uri"`
	Width  int    `json:"width" doc:"Pixels."`
	Height int    `json:"height" doc:"Pixels."`
	Size   int64  `json:"size" doc:"Bytes."`
}

type thumbnailRecord struct {
	URL    string `json:"url" doc:"Address of the small picture." format:"uri"`
	Width  int    `json:"width" doc:"Pixels."`
	Height int    `json:"height" doc:"Pixels."`
}

func (s *Server) listImages(ctx context.Context, in *partsInVersionInput) (*imagesOutput, error) {
	v, err := s.version(ctx, in.ModelID, in.Draft, false)
	if err != nil {
		return nil, err
	}

	images, err := s.imagesOf(ctx, v)
	if err != nil {
		return nil, err
	}

	out := &imagesOutput{}
	out.Body.Total, out.Body.Images = int64(len(images)), encodeAll(images, s.encodeImage)
	return out, nil
}

// uploadImage takes a picture, as a form or as bare bytes.
func (s *Server) uploadImage(w http.ResponseWriter, r *http.Request) error {
	return partUpload[vitrine.Image, createdImage]{
		version: s.versionOf, again: s.shop.ImageAgain, add: s.shop.AddImage, created: s.createdImage,
		came: func(came shop.Received) *vitrine.Image { return came.Image },
	}.serve(w, r)
}

func (s *Server) createdImage(v version, image *vitrine.Image) *createdPart[createdImage] {
	return &createdPart[createdImage]{
		ETag:     partETag("i", image.ID, image.Version),
		Location: s.absolute("/v1/models/"+strconv.FormatInt(v.public, 10)+"/images") + v.query(),
		Body:     createdImage{true, s.encodeImage(image)},
	}
}

type placeImageInput struct {
	InDraftInput
	ModelID int64 `path:"model_id" doc:"The model's id."`
	ID      int64 `path:"id" doc:"The picture's id."`
	Body    struct {
		Position int `json:"position" minimum:"1" doc:"Where it shall be: 1 is the cover. What is behind the last counts as the last." example:"1"`
	}
}

type imageOutput struct {
	ETag string `header:"ETag"`
	Body ImageRecord
}

// placeImage moves a picture among those of its model.
func (s *Server) placeImage(ctx context.Context, in *placeImageInput) (*imageOutput, error) {
	v, err := s.version(ctx, in.ModelID, in.Draft, true)
	if err != nil {
		return nil, err
	}

	id := v.imageIn(in.ID)
	if err := s.shop.PlaceImage(ctx, v.caller, v.modelID, id, in.Body.Position-1); err != nil {
		return nil, err
	}
	images, err := s.shop.Images(ctx, v.caller, v.modelID)
	if err != nil {
		return nil, err
	}

	for i := range images {
		if m := &images[i]; m.ID == id {
			m.ID = in.ID
			return &imageOutput{ETag: partETag("i", m.ID, m.Version), Body: s.encodeImage(m)}, nil
		}
	}
	return nil, vitrine.Errorf(vitrine.NotFound, "model %d has no image %d any more", in.ModelID, in.ID)
}

func (s *Server) removeImage(ctx context.Context, in *removePartInput) (*struct{}, error) {
	v, err := s.version(ctx, in.ModelID, in.Draft, true)
	if err != nil {
		return nil, err
	}

	return nil, s.shop.RemoveImage(ctx, v.caller, v.modelID, v.imageIn(in.ID), partPrecondition(in.IfMatch, "i", in.ID))
}

func (s *Server) encodeImage(m *vitrine.Image) ImageRecord {
	encoded := ImageRecord{
		ID: m.ID, URL: s.absolute("/" + m.BlobKey), Width: m.Width, Height: m.Height, Size: m.Size, Thumbnails: []thumbnailRecord{},
		Position: m.Position, Generated: m.Generated, CreatedAt: m.CreatedAt, UpdatedAt: m.UpdatedAt,
	}
	if m.Crop != nil {
		of := m.Crop.Original
		encoded.Crop = &imagePart{m.Crop.X, m.Crop.Y, m.Crop.Width, m.Crop.Height}
		encoded.Original = &originalImage{s.absolute("/" + of.BlobKey), of.Width, of.Height, of.Size}
	}
	for _, t := range m.Thumbnails {
		encoded.Thumbnails = append(encoded.Thumbnails, thumbnailRecord{s.absolute("/" + t.BlobKey), t.Width, t.Height})
	}
	return encoded
}
