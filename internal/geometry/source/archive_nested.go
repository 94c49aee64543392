package source

import (
	"fmt"
	"slices"
	"strings"
)

// archiveMagics are the beginnings of archives and of compressed files.
var archiveMagics = []struct {
	at    int
	bytes string
}{
	{0, "PK\x03\x04"}, {0, "PK\x05\x06"}, {0, "Rar!\x1a\x07"}, {0, "7z\xbc\xaf\x27\x1c"}, {0, "\x1f\x8b\x08"}, {257, "ustar\x00"},
	{257, "ustar  \x00"},
	{4, "1AY&SY"}, {0, "\xfd7zXZ\x00"}, {0, "\x28\xb5\x2f\xfd"}, {0, "MSCF\x00\x00\x00\x00"},
}

// archiveHead is how many bytes tell an archive.
const archiveHead = 265

// packedByDesign are extensions of formats that are packed by their own rules:
// their programs open them as they are, and nobody unpacks them.
var packedByDesign = strings.Fields(`
	3mf usdz sog kmz amf f3d f3z fcstd sh3d sh3f ifczip stpz vroid ufp sl1 sl1s unitypackage
	spz duf dsf wrl wrz x3dz x3dvz crz ppz p3z hrz pzz obz schem schematic litematic nbt mcworld mcpack mcaddon
	sbsar ora kra procreate svgz docx xlsx pptx odt ods odp epub`)

// isPackedByDesign reports whether an extension is of such a format. Blender calls
// its own backups blend1, blend2 and so on.
func isPackedByDesign(extension string) bool {
	if backup, ok := strings.CutPrefix(extension, "blend"); ok && strings.Trim(backup, "0123456789") == "" {
		return true
	}
	return slices.Contains(packedByDesign, extension)
}

// Nested says that a file inside is itself an archive. Such a one is not opened, so
// that neither its buyers nor the server could be told what is sold. The first
// bytes decide; what can't be unpacked is not judged.
func (a *Archive) Nested() *Problem {
	for _, file := range a.Files {
		if isPackedByDesign(ExtensionOf(file.Name)) || strings.HasSuffix(file.Name, "/") || !isArchive(a.Head(file, archiveHead)) {
			continue
		}
		return &Problem{"archive_nested",
			fmt.Sprintf("the archive holds another one (%q): unpack that and put its files into this one, or upload it by itself",
				Shorten(file.Name))}
	}
	return nil
}

func isArchive(head []byte) bool {
	for _, magic := range archiveMagics {
		if end := magic.at + len(magic.bytes); len(head) >= end && string(head[magic.at:end]) == magic.bytes {
			return true
		}
	}
	return false
}
