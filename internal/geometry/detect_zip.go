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
// reads the list alone and unpacks nothing.
func detectZip(r io.ReaderAt, size int64, extension string) (Detection, error) {
	archive, _, err := listZip(r, size)
	if refusal, ok := errors.AsType[*Refusal](err); ok {
		return Detection{Format: Zip, Problems: []Problem{refusal.Problem}}, nil
	}
	if err != nil {
		return Detection{}, err
	}
	d := Detection{Format: Zip}
	if problem := checkEntries(archive.File, size); problem != nil {
		d.Problems = append(d.Problems, *problem)
		if problem.Code != codeRatio {
			return d, nil
		}
	}
	d.name(archive.File, extension)
	return d, nil
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
		case !safeName(entry.Name) || seen[key]:
			return &Problem{"archive_names", fmt.Sprintf("the archive lists %q, which is no safe name or stands there twice", shorten(entry.Name))}
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

// name says what the archive is, and lists the formats inside a plain ZIP.
func (d *Detection) name(entries []*zip.File, extension string) {
	switch {
	case isPackage(entries, extension):
		d.Format = ThreeMF
		return
	case isUSDZ(entries) && extension != "zip":
		d.Format = USDZ
		return
	}
	for _, entry := range entries {
		extension := extensionOf(entry.Name)
		if isModelName(entry.Name) && !slices.Contains(d.Inside, extension) {
			d.Inside = append(d.Inside, extension)
		}
	}
	slices.Sort(d.Inside)
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
	if name == "" || strings.ContainsAny(name, "\\\x00:") || strings.HasPrefix(name, "/") {
		return false
	}
	return !slices.Contains(strings.Split(name, "/"), "..")
}
