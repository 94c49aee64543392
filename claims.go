package vitrine

import "encoding/json"

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

// Unfilled takes out of an info object what its author was shown as measured and
// sends back as it was: that is no word of the author's.
func (m Measured) Unfilled(sent Info) Info {
	var said, filled map[string]json.RawMessage
	if json.Unmarshal([]byte(sent.JSON), &said) != nil || json.Unmarshal([]byte(m.Info), &filled) != nil {
		return sent // nothing was said, or nothing filled in
	}
	members := len(said)
	for _, key := range m.Filled {
		if string(said[key]) == string(filled[key]) {
			delete(said, key)
		}
	}
	if len(said) == members {
		return sent
	}
	text, err := json.Marshal(said)
	if err != nil {
		return sent
	}
	own, _ := ParseInfo(text) // it had no faults with more in it
	return own
}
