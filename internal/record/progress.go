package record

import "vitrine"

// progress returns how far a file has come that is read, or waits for it, as JSON;
// "" for the others.
func progress(f *vitrine.File) string {
	if !f.Pending() {
		return ""
	}
	e := encoder{[]byte{'{'}}
	switch {
	case !f.WorkedOn.IsZero():
		e.text("stage", "reading")
		e.time("since", f.WorkedOn)
	case !f.Queued.IsZero():
		e.text("stage", "waiting")
		e.time("since", f.Queued)
	default:
		e.text("stage", "waiting")
		e.time("since", f.CreatedAt)
	}
	return string(append(e.dst, '}'))
}
