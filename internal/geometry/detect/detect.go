// Package detect knows all formats. It tells what a file is by its content, where names
// only break ties, and has the file read by the reader of its format and measured: a file
// by itself, or the models in a ZIP.
//
// It never trusts a name, and says nothing of a file's value: what is wrong with a file is
// a Problem for its seller. It knows only bytes: no model of the marketplace, no store and
// no HTTP.
package detect

import (
	"io"
	"slices"

	"vitrine/internal/geometry"
	"vitrine/internal/geometry/format"
	"vitrine/internal/geometry/source"
)

// Detection is what a file is.
type Detection struct {
	Format   geometry.Format
	Inside   []string // extensions of the 3D formats inside a ZIP, sorted
	Problems []source.Problem

	binary   bool // what was told is not text
	registry *Registry
}

// Detect returns what a file is. An error means that it can't be read; whatever
// is wrong with the file itself is a Problem.
func (r *Registry) Detect(file io.ReaderAt, size int64, name string) (Detection, error) {
	if size == 0 {
		return Detection{Format: geometry.Unknown, Problems: []source.Problem{{Code: "empty", Detail: "the file is empty"}}, registry: r}, nil
	}
	head, err := source.ReadHead(file, size)
	if err != nil {
		return Detection{}, err
	}
	extension := source.ExtensionOf(name)
	d := Detection{Format: r.byContent(head, size, extension)}
	if d.Format == geometry.Zip {
		if d, err = r.detectArchive(file, size, extension); err != nil {
			return Detection{}, err
		}
	}
	d.registry, d.binary = r, d.Format != geometry.Unknown && !source.IsText(head)
	d.contradict(extension)
	return d, nil
}

// byContent asks all formats about a file's beginning and believes the surest, of those
// alike the first.
func (r *Registry) byContent(beginning []byte, size int64, extension string) geometry.Format {
	head := format.NewHead(beginning, size, extension, extension == "" || len(r.under(extension)) > 0)
	name, best := geometry.Unknown, format.None
	for i := range r.formats {
		if r.formats[i].Detect == nil {
			continue
		}
		if evidence := r.formats[i].Detect(head); evidence > best {
			name, best = r.formats[i].Name, evidence
		}
	}
	return name
}

// contradict refuses a file whose content is not what its extension says.
func (d *Detection) contradict(extension string) {
	allowed := d.registry.under(extension)
	isAllowed := slices.ContainsFunc(allowed, func(f *format.Format) bool { return f.Name == d.Format })
	switch {
	case d.Format == geometry.Program && extension == "svg":
		d.Format = geometry.Unknown // a drawing, though a browser would run what is in it
	case d.Format == geometry.Program:
		d.Problems = append(d.Problems, source.Problem{Code: "type_mismatch",
			Detail: "the content is a program or a web page, which is not for sale here"})
	case d.registry.isPackageName(extension) && len(d.Problems) > 0:
		// Its list can't be trusted to say what it is.
	case len(allowed) > 0 && !isAllowed, d.binary && slices.Contains(textExtensions, extension):
		d.Problems = append(d.Problems, source.Problem{Code: "type_mismatch",
			Detail: "the name says ." + extension + ", the content is " + label(d.Format)})
	}
}

// textExtensions are of files that are read as text, and have nothing else.
var textExtensions = []string{"txt", "md", "mtl", "csv", "json"}

// Contradicts reports whether a file certainly is of another format than an extension
// says, under which it was detected. Where the extension has no signature here, only
// models that have one of their own are told: pictures, archives and texts may belong.
func (d *Detection) Contradicts(extension string) bool {
	if slices.ContainsFunc(d.Problems, func(p source.Problem) bool { return p.Code == "type_mismatch" }) {
		return true
	}
	if len(d.registry.under(extension)) > 0 || slices.Contains(textExtensions, extension) ||
		slices.Contains([]string{"bin", "tar"}, extension) {
		return false
	}
	f, content := d.registry.format(d.Format), format.Text
	if d.binary {
		content = format.Binary
	}
	return f != nil && f.Unmistakable&content != 0 && !slices.Contains(f.Derived, extension)
}

// label names a format for people.
func label(f geometry.Format) string {
	switch f {
	case geometry.Image:
		return "a picture"
	case geometry.Program:
		return "a program or a web page"
	case geometry.Unknown:
		return "something else"
	case geometry.Zip, geometry.RAR, geometry.SevenZ:
		return "an archive (" + string(f) + ")"
	}
	return "a " + string(f) + " file"
}
