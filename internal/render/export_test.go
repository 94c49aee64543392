package render

import (
	"context"
	"image"

	"vitrine/internal/geometry"
)

// PictureThinned draws a model from every few triangles, as is done with what
// is too much work.
func PictureThinned(ctx context.Context, m *geometry.Model, stride int) (*image.RGBA, error) {
	s, err := Shot{}.setUp(ctx, m)
	if err != nil {
		return nil, err
	}
	s.stride = stride
	return s.picture(ctx)
}

// Thinning is the stride at which the triangles of a model are drawn.
func Thinning(ctx context.Context, m *geometry.Model) (int, error) {
	s, err := Shot{}.setUp(ctx, m)
	if err != nil {
		return 0, err
	}
	_, err = s.picture(ctx)
	return s.stride, err
}
