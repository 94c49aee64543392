package inspect

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
)

// A child's answer is a sequence of parts, each a line with its name and length,
// followed by that many bytes. The report comes first, so that the facts are known
// even if the child dies while drawing.
const (
	partReport    = "report"
	partPicture   = "picture"
	partThumbnail = "thumbnail"
	partGLB       = "glb"
	partSplat     = "splat"
)

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

// result reads the parts that came whole; false when there is no report among
// them.
func (p *parts) result() (Result, bool) {
	var result Result
	rest, told := p.data, false
	for {
		line, behind, found := bytes.Cut(rest, []byte("\n"))
		var name string
		var size int
		if n, err := fmt.Sscanf(string(line), "%s %d", &name, &size); !found || n != 2 || err != nil || size < 0 || size > len(behind) {
			return result, told
		}
		data := behind[:size:size]
		rest = behind[size:]
		switch name {
		case partReport:
			told = json.Unmarshal(data, &result.Report) == nil
		case partPicture:
			result.Picture = data
		case partThumbnail:
			result.Thumbnail = data
		case partGLB, partSplat:
			result.Preview, result.PreviewKind = data, name
		}
	}
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
