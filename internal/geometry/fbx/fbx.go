// Package fbx reads binary FBX, versions 6.1 to 7.7: meshes, materials, the tree of models
// with all their transforms, blend shapes, and skins as their bones stand.
//
// Records are read where they are needed; arrays are unpacked within limits. FBX as text is
// told and not read. It knows no other format.
package fbx

import (
	"encoding/binary"
	"errors"
	"math"

	"vitrine/internal/geometry"
	"vitrine/internal/geometry/source"
)

const (
	magic    = "Kaydara FBX Binary  \x00\x1a\x00"
	headSize = int64(len(magic)) + 4 // and the version
	// oldest is the first version with the layout that is read, and wide
	// the first whose records have 64-bit offsets.
	oldest = 6000
	wide   = 7500
	after  = 8000
)

// Read reads binary FBX 6100 to 7700 (Blender Foundation, "FBX binary file
// format specification", and Autodesk, "FBX SDK Programmer's Guide"). ASCII FBX
// and other versions are known by their type alone, and so is a file whose arrays
// would take more than is read; a note says why.
func Read(in source.Input) (*geometry.Model, error) {
	f := &file{File: in.File, names: map[string]string{}}
	head, err := f.bytes(0, min(headSize, in.Size))
	if err != nil {
		return nil, err
	}
	unread := &geometry.Model{Counts: &geometry.Counts{Polygons: -1, Triangles: -1, Vertices: -1, Certainty: geometry.Unsure}}
	if string(head[:min(len(head), 20)]) != magic[:20] {
		unread.Note(source.Unmeasured, "nothing is measured of FBX as text: export binary FBX 7.4 to have its facts shown")
		return unread, nil
	}
	if int64(len(head)) < headSize {
		return nil, source.Refuse(source.Truncated, "the file ends within its head of %d bytes", headSize)
	}
	version := binary.LittleEndian.Uint32(head[len(magic):])
	if version < oldest || version >= after {
		unread.Note(source.Unmeasured, "nothing is measured of FBX version %d: export binary FBX 7.4 to have its facts shown", version)
		return unread, nil
	}
	f.wide = version >= wide
	r := &reader{file: f, in: in, model: &geometry.Model{}, index: map[key]int32{}, embedded: map[string]imageContent{}}
	err = r.read()
	if refusal, refused := errors.AsType[*source.Refusal](err); refused && f.over {
		unread.Note(refusal.Code, "nothing is measured: %s", refusal.Detail)
		return unread, nil
	}
	if err != nil {
		return nil, err
	}
	return r.model, nil
}

// reader makes a model of a file's objects.
type reader struct {
	*file
	in    source.Input
	model *geometry.Model

	objects []object
	index   map[key]int32
	up      [2]int64 // axis and sign
	other   string   // the type of what is no mesh
	looked  int      // links that were followed to textures

	embedded  map[string]imageContent // pictures inside the file by their names
	vertices  int64                   // of all meshes
	triangles int64
	morphed   int64 // points of shapes
}

// read takes the sections in the order in which they need each other, which
// need not be the file's.
func (r *reader) read() error {
	sections, err := r.sections()
	if err != nil {
		return err
	}
	r.up = [2]int64{-1, 1}
	for _, step := range []struct {
		name string
		read func(node) error
	}{
		{"GlobalSettings", r.settings}, {"Objects", r.readObjects}, {"Connections", r.connect}, {"Takes", r.takes},
	} {
		for _, section := range sections {
			if section.name != step.name {
				continue
			}
			if err := step.read(section); err != nil {
				return err
			}
		}
	}
	if r.up[0] >= 0 && r.up[0] <= 2 && r.up[1] > 0 {
		r.model.UpAxis = string("xyz"[r.up[0]])
	}
	if err := r.readMaterials(); err != nil {
		return err
	}
	return r.build()
}

// sections finds the records of the first level that are read. A null record
// ends them; without it the file was cut.
func (r *reader) sections() (found []node, err error) {
	for at := headSize; ; {
		record, ok, err := r.record(at, r.Size)
		if err != nil || !ok {
			return found, err
		}
		switch record.name {
		case "GlobalSettings", "Objects", "Connections", "Takes":
			found = append(found, record)
		}
		if len(found) > 100 {
			return nil, source.Refuse(source.Malformed, "the file has its sections over and over")
		}
		at = record.end
	}
}

// settings reads the unit, which is told in centimetres, and the axes.
func (r *reader) settings(section node) error {
	return r.properties(section, func(name string, v *values) error {
		switch name {
		case "UnitScaleFactor":
			factor, err := v.number()
			r.model.Units = unit(factor)
			return err
		case "UpAxis", "UpAxisSign":
			value, err := v.number()
			if name == "UpAxis" {
				r.up[0] = int64(value)
			} else {
				r.up[1] = int64(value)
			}
			return err
		}
		return nil
	})
}

func unit(centimetres float64) string {
	for _, unit := range []struct {
		name string
		size float64
	}{{"mm", 0.1}, {"cm", 1}, {"m", 100}, {"in", 2.54}, {"ft", 30.48}} {
		if math.Abs(centimetres-unit.size) <= 1e-5*unit.size {
			return unit.name
		}
	}
	return ""
}

// takes looks through the animations of version 6 for a channel with more than
// one key.
func (r *reader) takes(section node) error { return r.channels(section, 1) }

func (r *reader) channels(record node, depth int) error {
	if depth > source.MaxDepth {
		return source.Refuse(source.Limit, "the file's channels lie deeper in each other than %d", source.MaxDepth)
	}
	return r.each(record, func(child node) error {
		switch child.name {
		case "Take", "Model", "Channel":
			return r.channels(child, depth+1)
		case "KeyCount":
			values := r.values(child)
			keys, err := values.number()
			r.model.Animated = r.model.Animated || keys > 1
			return err
		}
		return nil
	})
}
