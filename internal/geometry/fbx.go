package geometry

import (
	"encoding/binary"
	"errors"
	"math"
)

const (
	fbxMagic = "Kaydara FBX Binary  \x00\x1a\x00"
	fbxHead  = int64(len(fbxMagic)) + 4 // and the version
	// fbxOldest is the first version with the layout that is read, and fbxWide
	// the first whose records have 64-bit offsets.
	fbxOldest = 6000
	fbxWide   = 7500
	fbxAfter  = 8000
)

// readFBX reads binary FBX 6100 to 7700 (Blender Foundation, "FBX binary file
// format specification", and Autodesk, "FBX SDK Programmer's Guide"). ASCII FBX
// and other versions are known by their type alone, and so is a file whose arrays
// would take more than is read; a note says why.
func readFBX(in Input) (*Model, error) {
	f := &fbxFile{Source: in.Source, names: map[string]string{}}
	head, err := f.bytes(0, min(fbxHead, in.Size))
	if err != nil {
		return nil, err
	}
	unread := &Model{Counts: &Counts{Polygons: -1, Triangles: -1, Vertices: -1, Certainty: Unsure}}
	if string(head[:min(len(head), 20)]) != fbxMagic[:20] {
		unread.note(codeUnmeasured, "nothing is measured of FBX as text: export binary FBX 7.4 to have its facts shown")
		return unread, nil
	}
	if int64(len(head)) < fbxHead {
		return nil, refuse(codeTruncated, "the file ends within its head of %d bytes", fbxHead)
	}
	version := binary.LittleEndian.Uint32(head[len(fbxMagic):])
	if version < fbxOldest || version >= fbxAfter {
		unread.note(codeUnmeasured, "nothing is measured of FBX version %d: export binary FBX 7.4 to have its facts shown", version)
		return unread, nil
	}
	f.wide = version >= fbxWide
	r := &fbxReader{fbxFile: f, in: in, model: &Model{}, index: map[fbxKey]int32{}, embedded: map[string]fbxContent{}}
	err = r.read()
	if refusal, refused := errors.AsType[*Refusal](err); refused && f.over {
		unread.note(refusal.Code, "nothing is measured: %s", refusal.Detail)
		return unread, nil
	}
	if err != nil {
		return nil, err
	}
	return r.model, nil
}

// fbxReader makes a model of a file's objects.
type fbxReader struct {
	*fbxFile
	in    Input
	model *Model

	objects []fbxObject
	index   map[fbxKey]int32
	up      [2]int64 // axis and sign
	other   string   // the type of what is no mesh
	looked  int      // links that were followed to textures

	embedded  map[string]fbxContent // pictures inside the file by their names
	vertices  int64                 // of all meshes
	triangles int64
	morphed   int64 // points of shapes
}

// read takes the sections in the order in which they need each other, which
// need not be the file's.
func (r *fbxReader) read() error {
	sections, err := r.sections()
	if err != nil {
		return err
	}
	r.up = [2]int64{-1, 1}
	for _, step := range []struct {
		name string
		read func(fbxRecord) error
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
func (r *fbxReader) sections() (found []fbxRecord, err error) {
	for at := fbxHead; ; {
		record, ok, err := r.record(at, r.Size)
		if err != nil || !ok {
			return found, err
		}
		switch record.name {
		case "GlobalSettings", "Objects", "Connections", "Takes":
			found = append(found, record)
		}
		if len(found) > 100 {
			return nil, refuse(codeMalformed, "the file has its sections over and over")
		}
		at = record.end
	}
}

// settings reads the unit, which is told in centimetres, and the axes.
func (r *fbxReader) settings(section fbxRecord) error {
	return r.properties(section, func(name string, values *fbxValues) error {
		switch name {
		case "UnitScaleFactor":
			factor, err := values.number()
			r.model.Units = fbxUnit(factor)
			return err
		case "UpAxis", "UpAxisSign":
			value, err := values.number()
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

func fbxUnit(centimetres float64) string {
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
func (r *fbxReader) takes(section fbxRecord) error { return r.channels(section, 1) }

func (r *fbxReader) channels(record fbxRecord, depth int) error {
	if depth > maxDepth {
		return refuse(codeLimit, "the file's channels lie deeper in each other than %d", maxDepth)
	}
	return r.each(record, func(child fbxRecord) error {
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
