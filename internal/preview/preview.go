// Package preview makes the smaller file that a page shows instead of the one
// that is sold: fewer triangles, smaller textures, rounded positions and no names. A full
// one that has all triangles also has the clips that move it, by bones and whole parts.
//
// Meshes become one GLB, and gaussian splats one .splat. Both are placed alike,
// whatever their units were: the centre of the bounding box at the origin, the
// longest side 1. In a GLB y points up; in a .splat, as its viewers expect, y
// points down. A full one holds as much as a page can load; a reduced one is
// never what is sold: at most a quarter of it, rounded to coarse places, and open.
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

// Form says how much of a model a preview holds.
type Form string

// Full previews hold what a page can load, and reduced ones little enough of a
// model to be no substitute for it.
const (
	Full    Form = "full"
	Reduced Form = "reduced"
)

const (
	maxExact     = 200_000 // triangles that are taken one by one before they are reduced
	maxClustered = 120_000 // triangles that clustering leaves of more
)

// bounds are the limits of a form.
type bounds struct {
	triangles, points, splats int
	share                     int  // of the model, as its divisor
	open                      bool // whether no body may stay closed, nor a place exact
}

// boundsOf are the limits of a form: a full preview has some megabytes at most.
func boundsOf(form Form) bounds {
	if form == Full {
		return bounds{triangles: 50_000, points: 100_000, splats: 100_000, share: 1}
	}
	return bounds{triangles: 20_000, points: 20_000, splats: 20_000, share: 4, open: true}
}

// of is how much may be left of n.
func (b *bounds) of(n int64, most int) int { return int(min(n/int64(b.share), int64(most))) }

// Made is what Write wrote.
type Made struct {
	Kind  string
	Plays bool // it has clips
}

// Write makes a preview of a model, and writes what the viewer loads. The error is ErrNothing when there is
// nothing to show, or so little that the form leaves none of it. A model that does not say where up is keeps
// its axes.
func Write(ctx context.Context, w io.Writer, m *geometry.Model, form Form) (made Made, err error) {
	out, b := bufio.NewWriter(w), boundsOf(form)
	if m.Splats != nil {
		made.Kind, err = KindSplat, writeSplats(ctx, out, m.Splats, &b)
	} else {
		made.Kind = KindGLB
		made.Plays, err = writeMeshes(ctx, out, m, &b)
	}
	if err != nil {
		return Made{}, err
	}
	return made, out.Flush()
}

// writeMeshes writes a GLB, and reports whether it has clips.
func writeMeshes(ctx context.Context, w io.Writer, m *geometry.Model, b *bounds) (plays bool, err error) {
	s, err := survey(ctx, m)
	if err != nil {
		return false, err
	}
	if s.triangles == 0 {
		return false, writePoints(ctx, w, m, b)
	}
	limit := b.of(s.triangles, b.triangles)
	if limit == 0 {
		return false, ErrNothing
	}
	// What is reduced stands still: faces would be torn where joints take them apart.
	if moves := m.Motion != nil && !b.open && m.UpAxis == "y"; moves && s.triangles <= int64(limit) && canMove(m.Motion) {
		s.motion = m.Motion
	}
	doc := newDocument()
	if err := doc.addTextures(ctx, s.looks); err != nil {
		return false, err
	}
	surface, err := s.reduced(ctx, limit)
	if err != nil {
		return false, err
	}
	surface.shade() // before it is coarsened, which would roughen it
	if b.open {
		surface.coarsen()
		surface.open()
	}
	doc.addSurface(surface, s)
	return s.motion != nil, doc.write(w)
}

// reduced returns at most limit faces. As many as are taken one by one are
// reduced by collapsing edges; more are clustered first.
func (s *scene) reduced(ctx context.Context, limit int) (*surface, error) {
	var all *surface
	var err error
	if s.triangles <= maxExact {
		all, err = s.load(ctx, s.triangles <= int64(limit))
	} else {
		all, err = s.cluster(ctx, maxClustered)
	}
	if err != nil || len(all.faces) <= limit {
		return all, err
	}
	if err := all.collapse(ctx, limit); err != nil {
		return nil, err
	}
	if len(all.faces) <= limit {
		return all, nil
	}
	// Seams and edges of more than two faces keep their places, so that little
	// may be left to collapse.
	return s.cluster(ctx, limit)
}
