package geometry

import (
	"archive/zip"
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
)

// detectZip tells 3MF, USDZ and plain ZIP apart by what the archive lists. It
// reads the list alone and unpacks nothing.
func detectZip(r io.ReaderAt, size int64) (Detection, error) {
	limited := &limitedReaderAt{r: r, left: maxDirectory}
	archive, err := zip.NewReader(limited, size)
	if err != nil {
		return Detection{Format: Zip, Problems: []Problem{{"broken_archive", "the archive is damaged or not whole: its list of files can't be read"}}}, nil
	}
	d := Detection{Format: Zip}
	if len(archive.File) > maxEntries {
		d.Problems = append(d.Problems, Problem{"archive_entries", fmt.Sprintf("the archive lists %d files, at most %d are allowed", len(archive.File), maxEntries)})
		return d, nil
	}
	seen := map[string]bool{}
	var packed, unpacked uint64
	for _, entry := range archive.File {
		packed, unpacked = packed+entry.CompressedSize64, unpacked+entry.UncompressedSize64
		folded := strings.ToLower(entry.Name)
		if !safeName(entry.Name) || seen[folded] {
			d.Problems = append(d.Problems, Problem{"archive_names", fmt.Sprintf("the archive lists %q, which is no safe name or stands there twice", entry.Name)})
			return d, nil
		}
		seen[folded] = true
	}
	if unpacked > maxUnpackedZip || unpacked > ratioMinimum && unpacked > maxRatio*max(packed, 1) {
		d.Problems = append(d.Problems, Problem{"archive_ratio", "the archive would unpack to far more than an archive of its size should"})
	}
	d.name(archive.File)
	return d, nil
}

// name says what the archive is, and lists the formats inside a plain ZIP.
func (d *Detection) name(entries []*zip.File) {
	for i, entry := range entries {
		extension := strings.ToLower(strings.TrimPrefix(path.Ext(entry.Name), "."))
		switch {
		case strings.EqualFold(entry.Name, "3D/3dmodel.model"), extension == "model" && strings.HasPrefix(strings.ToLower(entry.Name), "3d/"):
			d.Format, d.Inside = ThreeMF, nil
			return
		case i == 0 && (extension == "usda" || extension == "usdc" || extension == "usd"):
			d.Format, d.Inside = USDZ, nil
			return
		}
		formats, known := byExtension[extension]
		if known && formats[0] != Image && formats[0] != Zip && formats[0] != RAR && formats[0] != SevenZ && !slices.Contains(d.Inside, extension) {
			d.Inside = append(d.Inside, extension)
		}
	}
	slices.Sort(d.Inside)
}

// safeName refuses names that lead out of a folder.
func safeName(name string) bool {
	if name == "" || strings.ContainsAny(name, "\\\x00:") || strings.HasPrefix(name, "/") {
		return false
	}
	return !slices.Contains(strings.Split(name, "/"), "..")
}

// limitedReaderAt bounds how much a hostile archive can make us read.
type limitedReaderAt struct {
	r    io.ReaderAt
	left int64
}

// ReadAt reads while there is something left.
func (l *limitedReaderAt) ReadAt(p []byte, at int64) (int, error) {
	l.left -= int64(len(p))
	if l.left < 0 {
		return 0, fmt.Errorf("the archive's list is larger than %d bytes", maxDirectory)
	}
	return l.r.ReadAt(p, at)
}
