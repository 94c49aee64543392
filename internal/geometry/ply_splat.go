package geometry

import (
	"errors"
	"math"
)

// splatProperties are what a splat takes from a PLY record, in the order of
// splatValues.
var splatProperties = [...]string{
	"x", "y", "z", "f_dc_0", "f_dc_1", "f_dc_2", "opacity", "scale_0", "scale_1", "scale_2", "rot_0", "rot_1", "rot_2", "rot_3",
}

// readSplatPLY reads a cloud of gaussians (graphdeco-inria/gaussian-splatting,
// scene/gaussian_model.py, save_ply): scales are logarithms, the opacity is a
// logit, colours are the first spherical harmonic, and y is downwards.
func readSplatPLY(in Input, header *plyHeader) (*Model, error) {
	vertex := header.element("vertex")
	if vertex.count > maxSplats {
		return nil, refuse(codeLimit, "the file declares %d splats; at most %d are read", vertex.count, maxSplats)
	}
	r := &plyReader{header: header, source: newPLYSource(in, header)}
	for i := range header.elements {
		e := &header.elements[i]
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
	s := newSplats(vertex.count)
	for done := range vertex.count {
		if err := record.read(r.source); err != nil {
			return nil, splatEnd(err, vertex, done)
		}
		one := record.splat()
		if !s.set(int(done), &one) {
			return nil, errNoNumber
		}
	}
	return &Model{Splats: s}, nil
}

func splatEnd(err error, e *plyElement, done int64) error {
	if errors.Is(err, errPLYEnd) {
		return refuse(codeTruncated, "the file ends after %d of %d records of %s", done, e.count, shorten(e.name))
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
	kind plyKind
	n    int64
}

func newSplatRecord(vertex *plyElement) (*splatRecord, error) {
	r := &splatRecord{values: make([]float64, 0, len(vertex.properties))}
	for _, p := range vertex.properties {
		if p.list {
			return nil, refuse(codeMalformed, "the splats have a list, %s: each has the same numbers", shorten(p.name))
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
			return nil, refuse(codeMalformed, "the splats have no %s", name)
		}
	}
	return r, nil
}

func (r *splatRecord) read(source plySource) (err error) {
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

func (r *splatRecord) splat() (one splat) {
	v := func(i int) float64 { return r.values[r.at[i]] }
	for i := range 3 {
		one.position[i] = float32(v(i))
		one.color[i] = colorByte(0.5 + firstHarmonic*v(3+i))
		if r.at[7+i] >= 0 {
			one.scale[i] = float32(math.Exp(v(7 + i)))
		}
	}
	one.color[3] = colorByte(1 / (1 + math.Exp(-v(6))))
	for i := range 4 {
		one.rotation[i] = float32(v(10 + i))
	}
	one.turn()
	return one
}
