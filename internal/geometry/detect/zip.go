package detect

import (
	"archive/zip"
	"errors"
	"io"
	"path"
	"slices"
	"strings"

	"vitrine/internal/geometry"
	"vitrine/internal/geometry/source"
)

// detectArchive tells 3MF, USDZ and plain ZIP apart by what the archive lists. It
// reads the list, and unpacks the beginnings of a few files.
func detectArchive(r io.ReaderAt, size int64, extension string) (Detection, error) {
	archive, err := source.OpenArchive(source.File{Size: size, ReaderAt: r}, source.MaxUnpackedArchive)
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
	switch {
	case isPackage(archive.Files, extension):
		d.Format = geometry.ThreeMF
	case isUSDZ(archive.Files) && extension != "zip":
		d.Format = geometry.USDZ
	case len(d.Problems) == 0:
		d.Inside = bundle{archive}.formats()
		if problem := archive.Nested(); problem != nil {
			d.Problems = append(d.Problems, *problem)
		}
	}
	return d, archive.Failure()
}

// insideTries is how many files of an extension are looked at until one is what
// it is called.
const insideTries = 8

// formats are the extensions of the 3D files inside, sorted. Each has a file whose
// beginning is of its format: names alone say nothing.
func (a bundle) formats() []string {
	var found []string
	tries := map[string]int{}
	for _, file := range a.Files {
		extension := source.ExtensionOf(file.Name)
		if !isModelName(file.Name) || slices.Contains(found, extension) || tries[extension] == insideTries {
			continue
		}
		tries[extension]++
		if a.begins(file, extension) {
			found = append(found, extension)
		}
	}
	slices.Sort(found)
	return found
}

// begins says whether a file begins as its extension says. An archive inside the
// archive is not opened, so that 3MF and USDZ are taken at their word.
func (a bundle) begins(file *zip.File, extension string) bool {
	head := a.Head(file, int(min(file.UncompressedSize64, source.HeadSize)))
	format := byContent(head, int64(file.UncompressedSize64), extension)
	return slices.Contains(byExtension[extension], format) || format == geometry.Zip && isPackageName(extension)
}

// isPackage: a model part, where 3MF puts it or in a package that lists its parts.
// Under its own extension any package is one, as the part may be called anything.
func isPackage(entries []*zip.File, extension string) bool {
	model, listed := extension == "3mf", false
	for _, entry := range entries {
		low := strings.ToLower(entry.Name)
		if source.ExtensionOf(low) == "model" {
			model = true
			listed = listed || strings.HasPrefix(low, "3d/")
		}
		listed = listed || low == "[content_types].xml"
	}
	return model && listed
}

// isUSDZ: the first file is a USD layer (Pixar, "Usdz File Format Specification").
func isUSDZ(entries []*zip.File) bool {
	if len(entries) == 0 {
		return false
	}
	extension := source.ExtensionOf(entries[0].Name)
	return extension == "usda" || extension == "usdc" || extension == "usd"
}

// isModelName says whether a file is called like a 3D file. What macOS adds
// beside each file is none.
func isModelName(name string) bool {
	formats, known := byExtension[source.ExtensionOf(name)]
	if !known || strings.HasPrefix(name, "__MACOSX/") || strings.HasPrefix(path.Base(name), "._") {
		return false
	}
	return !slices.Contains([]geometry.Format{geometry.Image, geometry.Zip, geometry.RAR, geometry.SevenZ}, formats[0])
}
