package source

import (
	"archive/zip"
	"fmt"
	"path"
	"slices"
	"strings"
)

// The limits of archives.
const (
	maxEntries         = 5_000
	MaxRatio           = 200
	RatioMinimum       = 1 << 20  // bytes below which a ratio is no bomb
	maxDirectory       = 16 << 20 // bytes of the central directory that are read
	MaxUnpackedArchive = 4 << 30

	encrypted = 1 // of an entry's flags (APPNOTE.TXT, section 4.4.4)
)

// CheckEntries returns what is wrong with a list of files.
func CheckEntries(entries []*zip.File, size int64) *Problem {
	if len(entries) > maxEntries {
		return &Problem{"archive_entries", fmt.Sprintf("the archive lists %d files, at most %d are allowed", len(entries), maxEntries)}
	}
	seen := make(map[string]bool, len(entries))
	for _, entry := range entries {
		key := archiveKey(entry.Name)
		switch {
		case !safeName(entry.Name):
			return &Problem{"archive_names", fmt.Sprintf("the archive lists %q, which leads out of its folder: pack the files anew",
				Shorten(entry.Name))}
		case seen[key]:
			return &Problem{"archive_names", fmt.Sprintf("the archive lists %q twice, or another that differs in case alone: rename one",
				Shorten(entry.Name))}
		case entry.Flags&encrypted != 0:
			return &Problem{"archive_encrypted", fmt.Sprintf("the archive is locked with a password (%q): upload it without one",
				Shorten(entry.Name))}
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
		// packed never exceeds size, so this difference can't wrap around, as a sum of hostile numbers could.
		if entry.CompressedSize64 > size-packed {
			return &Problem{Ratio, "the archive's files share their bytes, or it ends before they do"}
		}
		packed += entry.CompressedSize64
		if entry.UncompressedSize64 > MaxUnpackedArchive-unpacked {
			return &Problem{Ratio, fmt.Sprintf("the archive would unpack to more than %d bytes", int64(MaxUnpackedArchive))}
		}
		unpacked += entry.UncompressedSize64
	}
	if unpacked > RatioMinimum && unpacked > MaxRatio*max(packed, 1) {
		return &Problem{Ratio, "the archive would unpack to far more than an archive of its size should"}
	}
	return nil
}

// ExtensionOf returns the extension of a name, in lower case and without its dot.
func ExtensionOf(name string) string {
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
