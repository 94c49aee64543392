package detect

import (
	"io"
	"slices"

	"vitrine/internal/geometry"
	"vitrine/internal/geometry/blend"
	"vitrine/internal/geometry/collada"
	"vitrine/internal/geometry/fbx"
	"vitrine/internal/geometry/format"
	"vitrine/internal/geometry/gltf"
	"vitrine/internal/geometry/iges"
	"vitrine/internal/geometry/obj"
	"vitrine/internal/geometry/off"
	"vitrine/internal/geometry/ply"
	"vitrine/internal/geometry/source"
	"vitrine/internal/geometry/splat"
	"vitrine/internal/geometry/spz"
	"vitrine/internal/geometry/step"
	"vitrine/internal/geometry/stl"
	"vitrine/internal/geometry/threeds"
	"vitrine/internal/geometry/threemf"
)

// formats lists the formats that are read, the one that can tell most first: of the models
// in a ZIP those of the first format are measured.
func formats() []format.Format {
	return []format.Format{
		gltf.GLB(),
		gltf.GLTF(),
		fbx.Format(),
		obj.Format(),
		collada.Format(),
		threemf.Format(),
		ply.Format(),
		threeds.Format(),
		stl.Format(),
		splat.Format(),
		spz.Format(),
		blend.Format(),
		step.Format(),
		iges.Format(),
		off.Format(),
	}
}

// Registry is a list of formats, with those that are known by name alone, and what is no
// model, behind them.
type Registry struct {
	formats []format.Format
	foreign int // the first of what is no model
}

// New makes a registry of all formats that are known here, and of more.
func New(more ...format.Format) *Registry {
	models := slices.Concat(formats(), more, unread())
	return &Registry{formats: append(models, foreign()...), foreign: len(models)}
}

// Detect returns what a file is, see Registry.Detect.
func Detect(file io.ReaderAt, size int64, name string) (Detection, error) {
	return New().Detect(file, size, name)
}

// Inspect detects what a file is and measures it, see Registry.Inspect.
func Inspect(in source.Input) (Report, *geometry.Model, error) { return New().Inspect(in) }

// AsksForOthers reports whether files of a format may name others that are uploaded beside
// them.
func AsksForOthers(name geometry.Format) bool {
	f := New().format(name)
	return f != nil && f.AsksForOthers
}

// format finds a format by its name; nil: it is not known.
func (r *Registry) format(name geometry.Format) *format.Format {
	for i := range r.formats {
		if r.formats[i].Name == name {
			return &r.formats[i]
		}
	}
	return nil
}

// under returns the formats that a file with an extension may have. There are none for
// extensions that are not known, under which a file may hold anything but a program.
func (r *Registry) under(extension string) (formats []*format.Format) {
	for i := range r.formats {
		if slices.Contains(r.formats[i].Extensions, extension) {
			formats = append(formats, &r.formats[i])
		}
	}
	return formats
}

// models are the formats of models: all but what is no model.
func (r *Registry) models() []format.Format { return r.formats[:r.foreign] }
