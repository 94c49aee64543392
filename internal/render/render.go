// Package render draws pictures of 3D models, in software: a small photo studio
// with a light backdrop, a key light, a sky and soft shadows.
//
// The same model gives the same bytes on every machine: nothing depends on the
// order of maps or goroutines, and arithmetic that decides a pixel is kept from
// being fused, see vec. Meshes are streamed: triangles are placed, drawn and
// forgotten, and what a sample shows is looked up again in the mesh when it is
// shaded, so that a picture costs some 50 MB whatever the model's size.
//
// It knows only geometry.Model: no file, no store, no HTTP.
package render

import (
	"cmp"
	"context"
	"errors"
	"image"
	"image/color"
	"math"

	"vitrine/internal/geometry"
	"vitrine/internal/scenery"
)

// ErrEmpty says that a model has nothing to draw.
var ErrEmpty = errors.New("render: nothing to draw")

// View says from where a model is seen, in degrees.
type View struct {
	Around float64 // from the front to the right
	Above  float64
}

// Shot says how a model is pictured. The zero Shot is a three-quarter view
// before a neutral backdrop, Width × Height.
type Shot struct {
	View          *View
	Backdrop      color.Color
	Width, Height int // pixels; 0: those of a picture

	Decoded func(*geometry.Texture) // is told of each texture that is whole, of those that are seen; or nil
}

func (shot Shot) size() size { return size{cmp.Or(shot.Width, Width), cmp.Or(shot.Height, Height)} }

// Picture draws a model: three-quarter view from its front, fitted to its
// silhouette, Width × Height. A model that is too much work, or whose deadline
// in ctx comes near, is drawn from every few triangles. ErrEmpty: there is
// nothing to draw.
func Picture(ctx context.Context, m *geometry.Model) (*image.RGBA, error) {
	return Shot{}.Picture(ctx, m)
}

// paper is the neutral backdrop.
var paper = paperOf(scenery.Numbers().Backdrop.Paper)

func paperOf(c [3]uint8) color.RGBA { return color.RGBA{c[0], c[1], c[2], 0xff} }

func (shot Shot) backdrop() color.Color {
	if shot.Backdrop == nil {
		return paper
	}
	return shot.Backdrop
}

// Picture draws a model, see the function of that name.
func (shot Shot) Picture(ctx context.Context, m *geometry.Model) (*image.RGBA, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if len(m.Instances) == 0 && m.Splats != nil {
		return shot.splats(ctx, m.Splats)
	}
	s, err := shot.setUp(ctx, m)
	if err != nil {
		return nil, err
	}
	return s.picture(ctx)
}

// setUp places a model and the camera, and reads the textures.
func (shot Shot) setUp(ctx context.Context, m *geometry.Model) (*studio, error) {
	scene, err := newScene(m)
	if err != nil {
		return nil, err
	}
	scene.decoded = shot.Decoded
	scene.newSurfaces(ctx, m)
	if shot.View == nil {
		view := threeQuarter(scene.low, scene.high)
		shot.View = &view
	}
	s := newStudio(scene.showing(*shot.View, shot.size()), shot.backdrop())
	s.scene, s.stride = scene, 1
	return s, nil
}

// attempts is how often a scene is drawn, with ever fewer triangles; the last
// time as far as it goes.
const attempts = 3

func (s *studio) picture(ctx context.Context) (*image.RGBA, error) {
	for range attempts {
		share := s.expose(s.stride, newBudget(ctx, fillLimit, 0.4))
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if share == 1 {
			break
		}
		s.stride = int(min(math.Ceil(mul(1.5, float64(s.stride))/share), 1<<24))
	}
	if !s.scene.dressed {
		s.scene.dress(ctx, s.areas())
	}
	s.shadow = newShadow(s.scene, s.camera)
	s.shadow.castScene(s.scene, max(s.stride, 1+int(s.scene.count/maxShadowed)), newBudget(ctx, fillLimit/2, 0.3))
	s.scene.smoothen()
	s.ambientOcclusion()
	return s.resolve(ctx)
}
