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
	read := readers[found.Format]
	if found.Format == Zip {
		read = readZip // which asks readers itself
	}
	if report.Rejected() || read == nil {
		return report, nil, nil
	}
	model, err := readText(in, found.Format, read)
	if refusal, ok := errors.AsType[*Refusal](err); ok {
		report.Problems = append(report.Problems, refusal.Problem)
		return report, nil, nil
	}
	if err != nil {
		return Report{}, nil, fmt.Errorf("read %s: %w", found.Format, err)
	}
	report.Missing = model.Missing
	if report.Facts, err = measure(model); err != nil {
		if found.Format == Zip {
			return Report{Format: Zip, Inside: found.Inside}, nil, nil // it may hold anything
		}
		if refusal, ok := errors.AsType[*Refusal](err); ok {
			report.Problems = append(report.Problems, refusal.Problem)
			return report, nil, nil
		}
		return Report{}, nil, err
	}
	return report, model, nil
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
