// Code generated from api/openapi.yaml (make client). DO NOT EDIT.

package client

import (
	"context"
	"net/http"
	"time"
)

// DrawImages: draw images of a model. Has pictures of a model drawn from some sides. They come
// behind its pictures soon, as the author's own, as many as there is room for: [Client.ListImages]
// has them then, [Client.RemoveImage] takes away those that shall not stay, and [Client.PlaceImage]
// moves them.
//
// POST /v1/models/{model_id}/drawings, with the scope models:write.
func (c *Client) DrawImages(ctx context.Context, modelID int64, body ImageViews, options ...CallOption) error {
	return c.tell(ctx, &request{method: http.MethodPost, path: "/v1/models/" + segment(modelID) + "/drawings", body: body, keyed: true}, options)
}

// ListImages: all images of a model. The pictures of a model in their order. Where its author gave
// none, one that the server drew stands here.
//
// GET /v1/models/{model_id}/images, with the scope models:read.
func (c *Client) ListImages(ctx context.Context, modelID int64, options ...CallOption) (*ImageList, error) {
	return ask[ImageList](ctx, c, &request{method: http.MethodGet, path: "/v1/models/" + segment(modelID) + "/images"}, options)
}

// PlaceImage: move a picture. Moves a picture to another place among those of its model. The first
// is the cover.
//
// PUT /v1/models/{model_id}/images/{id}, with the scope models:write.
func (c *Client) PlaceImage(ctx context.Context, modelID int64, id int64, body ImagePlace, options ...CallOption) (*Image, error) {
	return ask[Image](ctx, c, &request{method: http.MethodPut, path: "/v1/models/" + segment(modelID) + "/images/" + segment(id), body: body}, options)
}

// RemoveImage: remove an image. Takes a picture out of a model. A published model keeps at least
// one.
//
// DELETE /v1/models/{model_id}/images/{id}, with the scope models:write.
func (c *Client) RemoveImage(ctx context.Context, modelID int64, id int64, options ...CallOption) error {
	return c.tell(ctx, &request{method: http.MethodDelete, path: "/v1/models/" + segment(modelID) + "/images/" + segment(id)}, options)
}

// CropImage: show a part of an image. Shows a part of a picture of a model, or all of it again. The
// picture is another one then, with an id of its own, in the same place; its original stays. One
// that the server drew becomes the author's own by it.
//
// POST /v1/models/{model_id}/images/{id}/crop, with the scope models:write.
func (c *Client) CropImage(ctx context.Context, modelID int64, id int64, body ImageCrop, options ...CallOption) (*Image, error) {
	return ask[Image](ctx, c, &request{method: http.MethodPost, path: "/v1/models/" + segment(modelID) + "/images/" + segment(id) + "/crop", body: body, keyed: true}, options)
}

// Image is a picture of a model.
type Image struct {
	// Names the picture in addresses.
	ID int64 `json:"id"`
	// Address in full size. Of a model that was taken off, for browsers of its author and moderators.
	URL string `json:"url"`
	// Pixels.
	Width int64 `json:"width"`
	// Pixels.
	Height int64 `json:"height"`
	// Bytes.
	Size int64 `json:"size"`
	// The larger one first.
	Thumbnails []Thumbnail `json:"thumbnails"`
	// Place among the pictures of the model: 1 is the cover. 0 for one that the server drew.
	Position int64 `json:"position"`
	// Drawn by the server from the geometry.
	Generated bool `json:"generated"`
	// When it was made.
	CreatedAt time.Time `json:"created_at"`
	// When it was last changed.
	UpdatedAt time.Time `json:"updated_at"`
	// The part of its original that it shows, for those who may change the model; absent where it
	// shows all.
	Crop *ImagePart `json:"crop,omitzero"`
	// The picture that it is a part of; absent where it shows all.
	Original *OriginalImage `json:"original,omitzero"`
}

// ImageCrop: which part of a picture shall be seen.
type ImageCrop struct {
	// The part that shall be seen; absent for all of the picture.
	Crop *ImagePart `json:"crop,omitzero"`
}

// ImageList is the pictures of a model.
type ImageList struct {
	// How many pictures there are.
	Total int64 `json:"total"`
	// All of them, in their order.
	Images []Image `json:"images"`
}

// ImagePart is a part of a picture.
type ImagePart struct {
	// Pixels of the original to the left of the part.
	X int64 `json:"x"`
	// Pixels of the original above the part.
	Y int64 `json:"y"`
	// Pixels: at least 64, or all of an original that has fewer.
	Width int64 `json:"width"`
	// Pixels: at least 64, or all of an original that has fewer.
	Height int64 `json:"height"`
}

// ImagePlace is where a picture shall be.
type ImagePlace struct {
	// Where it shall be: 1 is the cover. What is behind the last counts as the last.
	Position int64 `json:"position"`
}

// ImageViews is what pictures shall be drawn.
type ImageViews struct {
	// From which sides.
	Views []PictureView `json:"views"`
}

// OriginalImage is a picture before it was cropped.
type OriginalImage struct {
	// Address of the whole picture.
	URL string `json:"url"`
	// Pixels.
	Width int64 `json:"width"`
	// Pixels.
	Height int64 `json:"height"`
	// Bytes.
	Size int64 `json:"size"`
}

// PictureView is a side from which the server draws a picture. three-quarter: where the first is
// drawn from.
type PictureView string

// What PictureView can be. A later server may say more.
const (
	PictureViewThreeQuarter PictureView = "three-quarter"
	PictureViewFront        PictureView = "front"
	PictureViewSide         PictureView = "side"
	PictureViewTop          PictureView = "top"
)
