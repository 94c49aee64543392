package vitrine

import "bytes"

// Measured is what the files of a model say of it, beside what its author says.
type Measured struct {
	Facts    string   // of all files together, as a JSON object; "" while nothing is known
	Claims   []Claim  // of the author, held against the facts
	Info     string   // the author's info with what was left empty filled in, as JSON; "" when nothing was
	Filled   []string // the keys of info that were filled in, sorted
	Polygons *int64   // nil: not known
}

// Claim compares what an author says of a model with what its files show.
type Claim struct {
	Field    string
	Claimed  any // int64, bool or string, as is Measured
	Measured any
	Agrees   bool
}

// PolygonCount is how many polygons the catalogue counts a model with: as
// measured, else as its author says; nil when neither is known, and for what is not
// made of polygons, such as splats: none at all is not few.
func (m *Model) PolygonCount() *int64 {
	count := m.Measured.Polygons
	if count == nil {
		count = m.Info.Polygons
	}
	if count != nil && *count == 0 {
		return nil
	}
	return count
}

// Drawn says whether the model has no image but those that the server drew.
func (m *Model) Drawn() bool {
	for _, image := range m.Images {
		if !image.Generated {
			return false
		}
	}
	return true
}

// Lacks says whether the file misses another one by a name.
func (f *File) Lacks(name string) bool {
	for _, missing := range f.Missing {
		if bytes.EqualFold([]byte(missing), []byte(name)) {
			return true
		}
	}
	return false
}
