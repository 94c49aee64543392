package inspect

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"strings"

	"vitrine/internal/geometry/detect"
	"vitrine/internal/sandbox"
)

// A child's answer is a sequence of parts, each a line with its name and length,
// followed by that many bytes. The report comes first, so that the facts are known
// even if the child dies while drawing. Another one comes last, if textures had to be
// decoded to confirm them, and counts instead.
const (
	partReport    = "report"
	partPicture   = "picture"
	partThumbnail = "thumbnail"
	partPreview   = "preview" // followed by its kind, its form, and plays where it has clips
	partShape     = "shape"
	partPhoto     = "photo"     // a rendition, without its bytes
	partRendition = "rendition" // its bytes
	partRefusal   = "refusal"
	partEscape    = "escape"
	partUnsealed  = "unsealed"
)

const plays = ".plays"

// answerBytes is how much of a child's answer is taken: a preview of fifty
// thousand triangles has a megabyte and its textures a few.
const answerBytes = 48 << 20

func writePart(w io.Writer, name string, data []byte) error {
	if _, err := fmt.Fprintf(w, "%s %d\n", name, len(data)); err != nil {
		return err
	}
	_, err := w.Write(data)
	return err
}

// parts collects a child's answer. It has no ReadFrom, which would go around the
// bound.
type parts struct{ data []byte }

// Write keeps what comes, up to a bound.
func (p *parts) Write(data []byte) (int, error) {
	if len(p.data)+len(data) > answerBytes {
		return 0, fmt.Errorf("the answer is longer than %d bytes", answerBytes)
	}
	p.data = append(p.data, data...)
	return len(data), nil
}

// each returns the parts that came whole.
func (p *parts) each() iter.Seq2[string, []byte] {
	return func(yield func(string, []byte) bool) {
		for rest := p.data; ; {
			line, behind, found := bytes.Cut(rest, []byte("\n"))
			var name string
			var size int
			if n, err := fmt.Sscanf(string(line), "%s %d", &name, &size); !found || n != 2 || err != nil || size < 0 || size > len(behind) {
				return
			}
			if !yield(name, behind[:size:size]) {
				return
			}
			rest = behind[size:]
		}
	}
}

// result puts a file's parts together; false when there is no report among them.
func (p *parts) result() (result Result, told bool) {
	for name, data := range p.each() {
		switch name {
		case partReport:
			var report detect.Report
			if json.Unmarshal(data, &report) == nil {
				result.Report, told = report, true
			}
		case partPicture:
			result.Picture = data
		case partThumbnail:
			result.Thumbnail = data
		case partShape:
			result.Shape = data
		default:
			if kind, form, ok := strings.Cut(name, "."); ok && kind == partPreview {
				form, result.PreviewPlays = strings.CutSuffix(form, plays)
				kind, form, _ = strings.Cut(form, ".")
				result.Preview, result.PreviewKind, result.PreviewForm = data, kind, Form(form)
			}
			result.addView(name, data)
		}
	}
	return result, told
}

// addView adds a picture of a view, or its thumbnail, which follows it.
func (r *Result) addView(name string, data []byte) {
	kind, view, _ := strings.Cut(name, ".")
	switch {
	case kind == partPicture:
		r.Views = append(r.Views, Drawn{View: View(view), Picture: data})
	case kind == partThumbnail && len(r.Views) > 0:
		r.Views[len(r.Views)-1].Thumbnail = data
	}
}

// unsealed is the error of a child that would not work.
func (p *parts) unsealed() error {
	for name, data := range p.each() {
		var held sandbox.Held
		if name == partUnsealed && json.Unmarshal(data, &held) == nil {
			return fmt.Errorf("inspect: nothing is read without isolation: %s", strings.Join(held.Missing, "; "))
		}
	}
	return nil
}

// capped keeps the beginning of what is written to it.
type capped struct {
	kept []byte
	left int
}

// Write keeps what there is room for.
func (c *capped) Write(p []byte) (int, error) {
	n := min(len(p), c.left)
	c.left -= n
	c.kept = append(c.kept, p[:n]...)
	return len(p), nil
}
