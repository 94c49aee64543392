package geometry

import (
	"errors"
	"fmt"
)

// Report is all that is known of a file.
type Report struct {
	Format   Format    `json:"format"`
	Facts    Facts     `json:"facts"`
	Inside   []string  `json:"inside"`   // extensions of the 3D formats inside a ZIP, sorted
	Missing  []string  `json:"missing"`  // files that it needs and that are not there
	Problems []Problem `json:"problems"` // why it is refused; none when it is fine
	Notes    []Problem `json:"notes"`    // why facts of a file that is fine are unknown
}

// Rejected says whether the file is refused.
func (r Report) Rejected() bool { return len(r.Problems) > 0 }

// readers read the formats whose geometry is looked at.
var readers = map[Format]func(Input) (*Model, error){
	STL:   readSTL,
	Splat: readSplat, SPZ: readSPZ, Blend: readBlend, STEP: readSTEP, IGES: readIGES, OFF: readOFF,
	OBJ: readOBJ, PLY: readPLY,
	GLB: readGLB, GLTF: readGLTF,
	FBX: readFBX, ThreeDS: read3DS, ThreeMF: readThreeMF, DAE: readDAE,
}

// Inspect tells what a file is and measures it. The model is nil when there is
// none to be drawn. An error means that the file could not be read from where it
// is kept; whatever is wrong with the file itself stands in the report.
func Inspect(in Input) (Report, *Model, error) {
	found, err := Detect(in, in.Size, in.Name)
	if err != nil {
		return Report{}, nil, err
	}
	report := Report{Format: found.Format, Inside: found.Inside, Problems: found.Problems}
	if report.Rejected() {
		return report, nil, nil
	}
	var model *Model
	if found.Format == Zip {
		report.Facts, model, err = inspectZip(in)
	} else if read := readers[found.Format]; read != nil {
		report.Facts, model, err = inspectWith(read, found.Format, in)
	}
	if refusal, ok := errors.AsType[*Refusal](err); ok {
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

func inspectWith(read func(Input) (*Model, error), format Format, in Input) (Facts, *Model, error) {
	model, err := readText(in, format, read)
	if err != nil {
		return Facts{}, nil, err
	}
	model.pose()
	facts, err := measure(model)
	return facts, model, err
}

// readText asks a reader; what is text in UTF-16, as programs on Windows write it,
// it gets in UTF-8.
func readText(in Input, format Format, read func(Input) (*Model, error)) (*Model, error) {
	if format == OBJ || format == DAE || format == STL || format == GLTF {
		head, err := readHead(in, in.Size)
		if err != nil {
			return nil, err
		}
		if order := utf16Order(head); order != nil {
			if in.Source, err = in.inUTF8(order); err != nil {
				return nil, err
			}
		}
	}
	return read(in)
}
