package vitrine

import "slices"

// PreviewForm says how much of a model visitors can get from its page in 3D.
type PreviewForm string

// The forms of previews, from the one that shows most to none. A full one holds the
// whole shape; a reduced one so little of it, and open, that it is no substitute;
// a turntable is drawn pictures from all sides.
const (
	PreviewFull      PreviewForm = "full"
	PreviewReduced   PreviewForm = "reduced"
	PreviewTurntable PreviewForm = "turntable"
	PreviewNone      PreviewForm = "none"
)

// PreviewForms lists the forms, from the one that shows most.
func PreviewForms() []PreviewForm {
	return []PreviewForm{PreviewFull, PreviewReduced, PreviewTurntable, PreviewNone}
}

// Within reports whether a form shows no more of a model than another.
func (f PreviewForm) Within(limit PreviewForm) bool {
	return slices.Index(PreviewForms(), f) >= slices.Index(PreviewForms(), limit)
}

// Preview is a form of a file that pages show. The zero Preview is none.
type Preview struct {
	BlobKey string
	Kind    string // glb, splat or turntable
	Form    PreviewForm
	Plays   bool  // it has clips
	Size    int64 // bytes
}

// PreviewLimit is the form beyond which nothing of the model is shown: its author's
// choice, else full of a free model and reduced of another.
func (m *Model) PreviewLimit() PreviewForm {
	switch {
	case m.PreviewChoice != "":
		return m.PreviewChoice
	case m.Free():
		return PreviewFull
	}
	return PreviewReduced
}

// MayShow reports whether visitors may get a preview of the model.
func (m *Model) MayShow(p Preview) bool {
	return p.BlobKey != "" && p.Form.Within(m.PreviewLimit())
}

// PreviewForm is the form in which the model is shown: its limit, or a turntable
// where the author chose nothing and a reduced preview would misrepresent the model.
func (m *Model) PreviewForm() PreviewForm {
	if m.PreviewChoice != "" || m.Free() {
		return m.PreviewLimit()
	}
	if m.MayShow(m.Whole) {
		return m.Whole.Form
	}
	turns := func(f File) bool { return f.Status == FileReady && f.Preview.Form == PreviewTurntable }
	reduced := func(f File) bool { return f.Status == FileReady && f.Preview.Form == PreviewReduced }
	if slices.ContainsFunc(m.Files, turns) && !slices.ContainsFunc(m.Files, reduced) {
		return PreviewTurntable
	}
	return PreviewReduced
}
