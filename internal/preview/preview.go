// Package preview makes the reduced file that a page shows instead of the one
// that is sold: fewer triangles, smaller textures, rounded positions, no rig, no
// animation and no names.
//
// Meshes become one GLB of at most 50,000 triangles, and gaussian splats one
// .splat of at most 100,000. Both are placed alike, whatever their units were:
// the centre of the bounding box at the origin, the longest side 1. In a GLB y
// points up; in a .splat, as its viewers expect, y points down.
//
// The same model gives the same bytes on each run. The package knows models as
// geometry reads them; it knows no pages, no store and no HTTP.
package preview

import (
	"bufio"
	"context"
	"errors"
	"io"

	"vitrine/internal/geometry"
)

// ErrNothing says that a model holds nothing to show.
var ErrNothing = errors.New("preview: the model holds nothing to show")

// The kinds of files that Write makes.
const (
	KindGLB   = "glb"
	KindSplat = "splat"
)

const (
	maxTriangles = 50_000  // of a preview
	maxExact     = 200_000 // triangles that are taken one by one before they are reduced
	maxClustered = 120_000 // triangles that clustering leaves of more
	maxPoints    = 100_000 // of a preview without faces
)

// Write reduces a model, writes what the viewer loads and gives its kind. The
// error is ErrNothing when there is nothing to show. A model that does not say
// where up is keeps its axes.
func Write(ctx context.Context, w io.Writer, m *geometry.Model) (kind string, err error) {
	out := bufio.NewWriter(w)
	if m.Splats != nil {
		kind, err = KindSplat, writeSplats(ctx, out, m.Splats)
	} else {
		kind, err = KindGLB, writeMeshes(ctx, out, m)
	}
	if err != nil {
		return "", err
	}
	return kind, out.Flush()
}

func writeMeshes(ctx context.Context, w io.Writer, m *geometry.Model) error {
	s, err := survey(ctx, m)
	if err != nil {
		return err
	}
	if s.triangles == 0 {
		return writePoints(ctx, w, m)
	}
	doc := newDocument()
	if err := doc.addTextures(ctx, s.looks); err != nil {
		return err
	}
	surface, err := s.reduced(ctx)
	if err != nil {
		return err
	}
	doc.addSurface(surface, s)
	return doc.write(w)
}

// reduced gives at most maxTriangles faces. As many as are taken one by one are
// reduced by collapsing edges; more are clustered first.
func (s *scene) reduced(ctx context.Context) (*surface, error) {
	var all *surface
	var err error
	if s.triangles <= maxExact {
		all, err = s.load(ctx)
	} else {
		all, err = s.cluster(ctx, maxClustered)
	}
	if err != nil || len(all.faces) <= maxTriangles {
		return all, err
	}
	if err := all.collapse(ctx, maxTriangles); err != nil {
		return nil, err
	}
	if len(all.faces) <= maxTriangles {
		return all, nil
	}
	// Seams and edges of more than two faces keep their places, so that little
	// may be left to collapse.
	return s.cluster(ctx, maxTriangles)
}
