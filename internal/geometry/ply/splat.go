package ply

import (
	"errors"
	"math"

	"vitrine/internal/geometry"
	"vitrine/internal/geometry/source"
)

// splatProperties are what a splat takes from a PLY record, in the order of
// splatValues.
var splatProperties = [...]string{
	"x", "y", "z", "f_dc_0", "f_dc_1", "f_dc_2", "opacity", "scale_0", "scale_1", "scale_2", "rot_0", "rot_1", "rot_2", "rot_3",
}

// readSplat reads a cloud of gaussians (graphdeco-inria/gaussian-splatting,
// scene/gaussian_model.py, save_ply): scales are logarithms, the opacity is a
// logit, colours are the first spherical harmonic, and y is downwards.
func readSplat(in source.Input, h *header) (*geometry.Model, error) {
	vertex := h.element("vertex")
	if vertex.count > geometry.MaxSplats {
		return nil, source.Refuse(source.Limit, "the file declares %d splats; at most %d are read", vertex.count, geometry.MaxSplats)
	}
	r := &reader{header: h, source: newValueSource(in, h)}
	for i := range h.elements {
		e := &h.elements[i]
		if e == vertex {
			break
		}
		if done, err := r.skip(e); err != nil {
			return nil, splatEnd(err, e, done)
		}
	}
	record, err := newSplatRecord(vertex)
	if err != nil {
		return nil, err
	}
	s := geometry.NewSplats(vertex.count)
	for done := range vertex.count {
		if err := record.read(r.source); err != nil {
			return nil, splatEnd(err, vertex, done)
		}
		one := record.splat()
		if !s.Set(int(done), &one) {
			return nil, source.ErrNoNumber
		}
	}
	return &geometry.Model{Splats: s}, nil
}

func splatEnd(err error, e *element, done int64) error {
	if errors.Is(err, errEnd) {
		return source.Refuse(source.Truncated, "the file ends after %d of %d records of %s", done, e.count, source.Shorten(e.name))
	}
	return err
}

// splatRecord reads one record after the other.
type splatRecord struct {
	runs   []splatRun
	values []float64
	at     [len(splatProperties)]int // in values; -1: missing
}

// splatRun is a number of properties of one kind, one behind the other.
type splatRun struct {
	kind kind
	n    int64
}

func newSplatRecord(vertex *element) (*splatRecord, error) {
	r := &splatRecord{values: make([]float64, 0, len(vertex.properties))}
	for _, p := range vertex.properties {
		if p.list {
			return nil, source.Refuse(source.Malformed, "the splats have a list, %s: each has the same numbers", source.Shorten(p.name))
		}
		if last := len(r.runs) - 1; last >= 0 && r.runs[last].kind == p.kind {
			r.runs[last].n++
			continue
		}
		r.runs = append(r.runs, splatRun{p.kind, 1})
	}
	for i, name := range splatProperties {
		r.at[i] = vertex.property(name)
		if r.at[i] < 0 && name != "scale_2" { // flat splats have two scales
			return nil, source.Refuse(source.Malformed, "the splats have no %s", name)
		}
	}
	return r, nil
}

func (r *splatRecord) read(source valueSource) (err error) {
	if err := source.begin(); err != nil {
		return err
	}
	r.values = r.values[:0]
	for _, run := range r.runs {
		if r.values, err = source.numbers(r.values, run.kind, run.n); err != nil {
			return err
		}
	}
	return nil
}

func (r *splatRecord) splat() (one geometry.Gaussian) {
	v := func(i int) float64 { return r.values[r.at[i]] }
	for i := range 3 {
		one.Position[i] = float32(v(i))
		one.Color[i] = geometry.ColorByte(0.5 + geometry.FirstHarmonic*v(3+i))
		if r.at[7+i] >= 0 {
			one.Scale[i] = float32(math.Exp(v(7 + i)))
		}
	}
	one.Color[3] = geometry.ColorByte(1 / (1 + math.Exp(-v(6))))
	for i := range 4 {
		one.Rotation[i] = float32(v(10 + i))
	}
	one.Turn()
	return one
}
