package geometry

import (
	"archive/zip"
	"errors"
	"io"
	"path"
	"slices"
	"strings"
)

// detectZip tells 3MF, USDZ and plain ZIP apart by what the archive lists. It
// reads the list, and unpacks the beginnings of a few files.
func detectZip(r io.ReaderAt, size int64, extension string) (Detection, error) {
	archive, err := openZip(Source{Size: size, ReaderAt: r}, maxUnpackedZip)
	if refusal, ok := errors.AsType[*Refusal](err); ok {
		return Detection{Format: Zip, Problems: []Problem{refusal.Problem}}, nil
	}
	if err != nil {
		return Detection{}, err
	}
	d := Detection{Format: Zip}
	if problem := checkEntries(archive.files, size); problem != nil {
		d.Problems = append(d.Problems, *problem)
		if problem.Code != codeRatio {
			return d, nil
		}
	}
	switch {
	case isPackage(archive.files, extension):
		d.Format = ThreeMF
	case isUSDZ(archive.files) && extension != "zip":
		d.Format = USDZ
	case len(d.Problems) == 0:
		d.Inside = bundle{archive}.formats()
		if problem := archive.nested(); problem != nil {
			d.Problems = append(d.Problems, *problem)
		}
	}
	return d, archive.source.err
}

// insideTries is how many files of an extension are looked at until one is what
// it is called.
const insideTries = 8

// formats are the extensions of the 3D files inside, sorted. Each has a file whose
// beginning is of its format: names alone say nothing.
func (a bundle) formats() []string {
	var found []string
	tries := map[string]int{}
	for _, file := range a.files {
		extension := extensionOf(file.Name)
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
	head := a.head(file, int(min(file.UncompressedSize64, headSize)))
	format := byContent(head, int64(file.UncompressedSize64), extension)
	return slices.Contains(byExtension[extension], format) || format == Zip && isPackageName(extension)
}

// isPackage: a model part, where 3MF puts it or in a package that lists its parts.
// Under its own extension any package is one, as the part may be called anything.
func isPackage(entries []*zip.File, extension string) bool {
	model, listed := extension == "3mf", false
	for _, entry := range entries {
		low := strings.ToLower(entry.Name)
		if extensionOf(low) == "model" {
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
	extension := extensionOf(entries[0].Name)
	return extension == "usda" || extension == "usdc" || extension == "usd"
}

// isModelName says whether a file is called like a 3D file. What macOS adds
// beside each file is none.
func isModelName(name string) bool {
	formats, known := byExtension[extensionOf(name)]
	if !known || strings.HasPrefix(name, "__MACOSX/") || strings.HasPrefix(path.Base(name), "._") {
		return false
	}
	return !slices.Contains([]Format{Image, Zip, RAR, SevenZ}, formats[0])
}
