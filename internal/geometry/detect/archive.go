package detect

import (
	"archive/zip"
	"errors"
	"io"
	"path"
	"slices"
	"strings"

	"vitrine/internal/geometry"
	"vitrine/internal/geometry/format"
	"vitrine/internal/geometry/source"
)

// detectArchive tells the formats that are ZIPs of a certain content from plain ZIPs by
// what the archive lists. It reads the list, and unpacks the beginnings of a few files.
func (r *Registry) detectArchive(file io.ReaderAt, size int64, extension string) (Detection, error) {
	archive, err := source.OpenArchive(source.File{Size: size, ReaderAt: file}, source.MaxUnpackedArchive)
	if refusal, ok := errors.AsType[*source.Refusal](err); ok {
		return Detection{Format: geometry.Zip, Problems: []source.Problem{refusal.Problem}}, nil
	}
	if err != nil {
		return Detection{}, err
	}
	d := Detection{Format: geometry.Zip}
	if problem := source.CheckEntries(archive.Files, size); problem != nil {
		d.Problems = append(d.Problems, *problem)
		if problem.Code != source.Ratio {
			return d, nil
		}
	}
	if f := r.packageOf(archive.Files, extension); f != nil {
		d.Format = f.Name
	} else if len(d.Problems) == 0 {
		d.Inside = bundle{archive, r}.extensions()
		if problem := archive.Nested(); problem != nil {
			d.Problems = append(d.Problems, *problem)
		}
	}
	return d, archive.Failure()
}

// packageOf finds the format whose files are ZIPs with such entries; nil: there is none.
func (r *Registry) packageOf(entries []*zip.File, extension string) *format.Format {
	names := make([]string, len(entries))
	for i, entry := range entries {
		names[i] = entry.Name
	}
	for i := range r.formats {
		if f := &r.formats[i]; f.Package != nil && f.Package(names, extension) {
			return f
		}
	}
	return nil
}

// isPackageName reports whether an extension is of a format whose files are ZIPs.
func (r *Registry) isPackageName(extension string) bool {
	return slices.ContainsFunc(r.under(extension), func(f *format.Format) bool { return f.Package != nil })
}

// maxTries is how many files of an extension are looked at until one is what it is called.
const maxTries = 8

// extensions are those of the 3D files inside, sorted. Each has a file whose beginning is of
// its format: names alone say nothing.
func (b bundle) extensions() []string {
	var found []string
	tries := map[string]int{}
	for _, file := range b.Files {
		extension := source.ExtensionOf(file.Name)
		if b.modelFormat(file.Name) == nil || slices.Contains(found, extension) || tries[extension] == maxTries {
			continue
		}
		tries[extension]++
		if b.begins(file, extension) {
			found = append(found, extension)
		}
	}
	slices.Sort(found)
	return found
}

// begins reports whether a file begins as its extension says. An archive inside the
// archive is not opened, so that formats which are ZIPs are taken at their word.
func (b bundle) begins(file *zip.File, extension string) bool {
	head := b.Head(file, int(min(file.UncompressedSize64, source.HeadSize)))
	name := b.registry.byContent(head, int64(file.UncompressedSize64), extension)
	isAllowed := func(f *format.Format) bool { return f.Name == name || name == geometry.Zip && f.Package != nil }
	return slices.ContainsFunc(b.registry.under(extension), isAllowed)
}

// modelFormat is the format of models that a file is called by; nil: there is none. What
// macOS adds beside each file is none.
func (b bundle) modelFormat(name string) *format.Format {
	if strings.HasPrefix(name, "__MACOSX/") || strings.HasPrefix(path.Base(name), "._") {
		return nil
	}
	models := b.registry.models()
	for i := range models {
		if slices.Contains(models[i].Extensions, source.ExtensionOf(name)) {
			return &models[i]
		}
	}
	return nil
}
