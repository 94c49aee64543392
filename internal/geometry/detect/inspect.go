package detect

import (
	"errors"
	"fmt"

	"vitrine/internal/geometry"
	"vitrine/internal/geometry/format"
	"vitrine/internal/geometry/source"
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

// Rejected reports whether the file is refused.
func (r Report) Rejected() bool { return len(r.Problems) > 0 }

// Inspect detects what a file is and measures it. The model is nil when there is
// none to be drawn. An error means that the file could not be read from where it
// is kept; whatever is wrong with the file itself stands in the report.
func (r *Registry) Inspect(in source.Input) (Report, *geometry.Model, error) {
	found, err := r.Detect(in, in.Size, in.Name)
	if err != nil {
		return Report{}, nil, err
	}
	report := Report{Format: found.Format, Inside: found.Inside, Problems: found.Problems}
	if report.Rejected() {
		return report, nil, nil
	}
	var model *geometry.Model
	if found.Format == geometry.Zip {
		report.Facts, model, err = r.inspectBundle(in)
	} else if f := r.format(found.Format); f != nil && f.Read != nil {
		report.Facts, model, err = inspectWith(f, in)
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

func inspectWith(f *format.Format, in source.Input) (geometry.Facts, *geometry.Model, error) {
	model, err := readText(f, in)
	if err != nil {
		return geometry.Facts{}, nil, err
	}
	model.Pose()
	facts, err := geometry.Measure(model)
	return facts, model, err
}

// readText asks a reader; what is text in UTF-16 it gets in UTF-8 if it wants that.
func readText(f *format.Format, in source.Input) (*geometry.Model, error) {
	if f.UTF16 {
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
	return f.Read(in)
}
