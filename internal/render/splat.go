package render

import (
	"context"
	"image"

	"vitrine/internal/geometry"
)

func (shot Shot) splats(ctx context.Context, s *geometry.Splats) (*image.RGBA, error) {
	return nil, ErrEmpty
}
