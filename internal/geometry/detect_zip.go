package geometry

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
)

// The limits of archives.
const (
	maxEntries     = 5_000
	maxRatio       = 200
	ratioMinimum   = 1 << 20  // bytes below which a ratio is no bomb
	maxDirectory   = 16 << 20 // bytes of the central directory that are read
	maxUnpackedZip = 4 << 30

	codeRatio = "archive_ratio"

	zipEncrypted = 1 // of an entry's flags (APPNOTE.TXT, section 4.4.4)
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
		d.Inside = archive.formats()
		if problem := archive.nested(); problem != nil {
			d.Problems = append(d.Problems, *problem)
		}
	}
	return d, archive.source.err
}

// checkEntries says what is wrong with a list of files.
func checkEntries(entries []*zip.File, size int64) *Problem {
	if len(entries) > maxEntries {
		return &Problem{"archive_entries", fmt.Sprintf("the archive lists %d files, at most %d are allowed", len(entries), maxEntries)}
	}
	seen := make(map[string]bool, len(entries))
	for _, entry := range entries {
		key := zipKey(entry.Name)
		switch {
		case !safeName(entry.Name):
			return &Problem{"archive_names", fmt.Sprintf("the archive lists %q, which leads out of its folder: pack the files anew", shorten(entry.Name))}
		case seen[key]:
			return &Problem{"archive_names", fmt.Sprintf("the archive lists %q twice, or another that differs in case alone: rename one", shorten(entry.Name))}
		case entry.Flags&zipEncrypted != 0:
			return &Problem{"archive_encrypted", fmt.Sprintf("the archive is locked with a password (%q): upload it without one", shorten(entry.Name))}
		}
		seen[key] = true
	}
	return checkSizes(entries, uint64(size))
}

// checkSizes looks for bombs. Packed files that are together larger than the
// archive share their bytes, which only bombs do.
func checkSizes(entries []*zip.File, size uint64) *Problem {
	var packed, unpacked uint64
	for _, entry := range entries {
		if entry.CompressedSize64 > size-packed {
			return &Problem{codeRatio, "the archive's files share their bytes, or it ends before they do"}
		}
		packed += entry.CompressedSize64
		if entry.UncompressedSize64 > maxUnpackedZip-unpacked {
			return &Problem{codeRatio, fmt.Sprintf("the archive would unpack to more than %d bytes", int64(maxUnpackedZip))}
		}
		unpacked += entry.UncompressedSize64
	}
	if unpacked > ratioMinimum && unpacked > maxRatio*max(packed, 1) {
		return &Problem{codeRatio, "the archive would unpack to far more than an archive of its size should"}
	}
	return nil
}

// insideTries is how many files of an extension are looked at until one is what
// it is called.
const insideTries = 8

// formats are the extensions of the 3D files inside, sorted. Each has a file whose
// beginning is of its format: names alone say nothing.
func (a *zipArchive) formats() []string {
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
func (a *zipArchive) begins(file *zip.File, extension string) bool {
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

func extensionOf(name string) string {
	return strings.ToLower(strings.TrimPrefix(path.Ext(name), "."))
}

// safeName refuses names that lead out of a folder.
func safeName(name string) bool {
	drive := len(name) > 1 && name[1] == ':'
	if name == "" || drive || strings.Contains(name, "://") || strings.ContainsAny(name, "\\\x00") || strings.HasPrefix(name, "/") {
		return false
	}
	return !slices.Contains(strings.Split(name, "/"), "..")
}

// portable is a name with the slashes that it should have: old programs on Windows
// write others (APPNOTE.TXT, section 4.4.17.1).
func portable(name string) string { return strings.ReplaceAll(name, `\`, "/") }
