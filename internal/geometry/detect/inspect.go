package detect

import (
	"errors"
	"fmt"

	"vitrine/internal/geometry"
	"vitrine/internal/geometry/blend"
	"vitrine/internal/geometry/collada"
	"vitrine/internal/geometry/fbx"
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

// Report is all that is known of a file.
type Report struct {
	Format   geometry.Format  `json:"format"`
	Facts    geometry.Facts   `json:"facts"`
	Inside   []string         `json:"inside"`   // extensions of the 3D formats inside a ZIP, sorted
	Missing  []string         `json:"missing"`  // files that it needs and that are not there
	Problems []source.Problem `json:"problems"` // why it is refused; none when it is fine
	Notes    []source.Problem `json:"notes"`    // why facts of a file that is fine are unknown
}

// Rejected says whether the file is refused.
func (r Report) Rejected() bool { return len(r.Problems) > 0 }

// readers read the formats whose geometry is looked at.
var readers = map[geometry.Format]func(source.Input) (*geometry.Model, error){
	geometry.STL:   stl.Read,
	geometry.Splat: splat.Read, geometry.SPZ: spz.Read, geometry.Blend: blend.Read, geometry.STEP: step.Read, geometry.IGES: iges.Read, geometry.OFF: off.Read,
	geometry.OBJ: obj.Read, geometry.PLY: ply.Read,
	geometry.GLB: gltf.ReadGLB, geometry.GLTF: gltf.Read,
	geometry.FBX: fbx.Read, geometry.ThreeDS: threeds.Read, geometry.ThreeMF: threemf.Read, geometry.DAE: collada.Read,
}

// Inspect tells what a file is and measures it. The model is nil when there is
// none to be drawn. An error means that the file could not be read from where it
// is kept; whatever is wrong with the file itself stands in the report.
func Inspect(in source.Input) (Report, *geometry.Model, error) {
	found, err := Detect(in, in.Size, in.Name)
	if err != nil {
		return Report{}, nil, err
	}
	report := Report{Format: found.Format, Inside: found.Inside, Problems: found.Problems}
	if report.Rejected() {
		return report, nil, nil
	}
	var model *geometry.Model
	if found.Format == geometry.Zip {
		report.Facts, model, err = inspectBundle(in)
	} else if read := readers[found.Format]; read != nil {
		report.Facts, model, err = inspectWith(read, found.Format, in)
	}
	if refusal, ok := errors.AsType[*source.Refusal](err); ok {
		report.Problems = append(report.Problems, refusal.Problem)
		return report, nil, nil
	}
	if err != nil {
		return Report{}, nil, fmt.Errorf("read %s: %w", found.Format, err)
	}
	if model != nil {
		report.Missing, report.Notes = model.Missing, model.Notes
	}
	return report, model, nil
}

func inspectWith(read func(source.Input) (*geometry.Model, error), format geometry.Format, in source.Input) (geometry.Facts, *geometry.Model, error) {
	model, err := readText(in, format, read)
	if err != nil {
		return geometry.Facts{}, nil, err
	}
	model.Pose()
	facts, err := geometry.Measure(model)
	return facts, model, err
}

// readText asks a reader; what is text in UTF-16, as programs on Windows write it,
// it gets in UTF-8.
func readText(in source.Input, format geometry.Format, read func(source.Input) (*geometry.Model, error)) (*geometry.Model, error) {
	if format == geometry.OBJ || format == geometry.DAE || format == geometry.STL || format == geometry.GLTF {
		head, err := source.ReadHead(in, in.Size)
		if err != nil {
			return nil, err
		}
		if order := source.UTF16Order(head); order != nil {
			if in.File, err = in.InUTF8(order); err != nil {
				return nil, err
			}
		}
	}
	return read(in)
}
