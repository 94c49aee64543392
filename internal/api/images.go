package api

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"vitrine"
	"vitrine/internal/web"
)

type imagesOutput struct {
	Body struct {
		Total  int64         `json:"total"`
		Images []ImageRecord `json:"images" nullable:"false"`
	}
}

// ImageRecord is a picture of a model.
type ImageRecord struct {
	ID         int64             `json:"id"`
	URL        string            `json:"url"`
	Width      int               `json:"width" doc:"Pixels."`
	Height     int               `json:"height" doc:"Pixels."`
	Size       int64             `json:"size" doc:"Bytes."`
	Thumbnails []thumbnailRecord `json:"thumbnails" nullable:"false" doc:"The larger one first."`
	Position   int               `json:"position"`
	Generated  bool              `json:"generated" doc:"Drawn by the server from the geometry."`
	CreatedAt  time.Time         `json:"created_at"`
	UpdatedAt  time.Time         `json:"updated_at"`
}

type createdImage struct {
	Success bool `json:"success" doc:"Always true."`
	ImageRecord
}

type thumbnailRecord struct {
	URL    string `json:"url"`
	Width  int    `json:"width" doc:"Pixels."`
	Height int    `json:"height" doc:"Pixels."`
}

func (s *Server) listImages(ctx context.Context, in *partsInput) (*imagesOutput, error) {
	images, err := s.shop.Images(ctx, caller(ctx), in.ModelID)
	if err != nil {
		return nil, err
	}

	out := &imagesOutput{}
	out.Body.Total, out.Body.Images = int64(len(images)), []ImageRecord{}
	for i := range images {
		out.Body.Images = append(out.Body.Images, s.encodeImage(&images[i]))
	}
	return out, nil
}

// uploadImage takes a picture, as a form or as bare bytes.
func (s *Server) uploadImage(w http.ResponseWriter, r *http.Request) error {
	modelID, err := pathID(r, "model_id")
	if err != nil {
		return err
	}
	up, err := readUpload(w, r)
	if err != nil {
		return err
	}

	image, err := s.shop.AddImage(r.Context(), caller(r.Context()), modelID, up)
	if err != nil {
		return err
	}

	w.Header().Set("Location", s.absolute("/v1/models/"+strconv.FormatInt(modelID, 10)+"/images"))
	w.Header().Set("ETag", partETag("i", image.ID, image.Version))
	return web.WriteJSON(w, http.StatusCreated, createdImage{true, s.encodeImage(image)})
}

func (s *Server) removeImage(ctx context.Context, in *removePartInput) (*struct{}, error) {
	return nil, s.shop.RemoveImage(ctx, caller(ctx), in.ModelID, in.ID, partPrecondition(in.IfMatch, "i", in.ID))
}

func (s *Server) encodeImage(m *vitrine.Image) ImageRecord {
	encoded := ImageRecord{
		ID: m.ID, URL: s.absolute("/" + m.BlobKey), Width: m.Width, Height: m.Height, Size: m.Size, Thumbnails: []thumbnailRecord{},
		Position: m.Position, Generated: m.Generated, CreatedAt: m.CreatedAt, UpdatedAt: m.UpdatedAt,
	}
	for _, t := range m.Thumbnails {
		encoded.Thumbnails = append(encoded.Thumbnails, thumbnailRecord{s.absolute("/" + t.BlobKey), t.Width, t.Height})
	}
	return encoded
}
