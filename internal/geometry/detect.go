package geometry

import (
	"bytes"
	"encoding/binary"
	"io"
	"slices"
)

// Detect says what a file is. An error means that it can't be read; whatever
// is wrong with the file itself is a Problem.
func Detect(r io.ReaderAt, size int64, name string) (Detection, error) {
	if size == 0 {
		return Detection{Format: Unknown, Problems: []Problem{{"empty", "the file is empty"}}}, nil
	}
	head, err := readHead(r, size)
	if err != nil {
		return Detection{}, err
	}
	extension := extensionOf(name)
	d := Detection{Format: byContent(head, size, extension)}
	if d.Format == Zip {
		if d, err = detectZip(r, size, extension); err != nil {
			return Detection{}, err
		}
	}
	d.binary = d.Format != Unknown && !isText(head)
	d.contradict(extension)
	return d, nil
}

// contradict refuses a file whose content is not what its extension says.
func (d *Detection) contradict(extension string) {
	allowed, known := byExtension[extension]
	switch {
	case d.Format == Program && extension == "svg":
		d.Format = Unknown // a drawing, though a browser would run what is in it
	case d.Format == Program:
		d.Problems = append(d.Problems, Problem{"type_mismatch", "the content is a program or a web page, which is not for sale here"})
	case isPackageName(extension) && len(d.Problems) > 0:
		// Its list can't be trusted to say what it is.
	case known && !slices.Contains(allowed, d.Format), d.binary && slices.Contains(textExtensions, extension):
		d.Problems = append(d.Problems, Problem{"type_mismatch", "the name says ." + extension + ", the content is " + d.Format.label()})
	}
}

// textExtensions are of files that are read as text, and have nothing else.
var textExtensions = []string{"txt", "md", "mtl", "csv", "json"}

// Contradicts reports whether a file certainly is of another format than an extension
// says, under which it was detected. Where the extension has no signature here, only
// models that have one of their own are told: pictures, archives and texts may belong.
func (d *Detection) Contradicts(extension string) bool {
	if slices.ContainsFunc(d.Problems, func(p Problem) bool { return p.Code == "type_mismatch" }) {
		return true
	}
	_, known := byExtension[extension]
	anything := slices.Contains(sharedBeginnings[extension], d.Format) || slices.Contains([]string{"bin", "tar"}, extension)
	switch {
	case known, anything, slices.Contains(textExtensions, extension):
		return false
	case d.binary:
		return slices.Contains([]Format{GLB, FBX, Blend, USDC, STL, ThreeDS, PLY, SPZ, DXF}, d.Format)
	}
	return slices.Contains([]Format{STEP, USDA, PLY}, d.Format)
}

// sharedBeginnings are extensions of formats that are built on another one.
var sharedBeginnings = map[string][]Format{"vrm": {GLB}, "ifc": {STEP}}

// isPackageName: formats that are a ZIP of a certain content.
func isPackageName(extension string) bool { return extension == "3mf" || extension == "usdz" }

// magics are the beginnings that give a format away.
var magics = []struct {
	at     int
	bytes  string
	format Format
}{
	{0, "glTF", GLB}, {0, "NGSP", SPZ}, {0, "Kaydara FBX Binary  \x00", FBX}, {0, "BLENDER", Blend}, {0, "PXR-USDC", USDC}, {0, "#usda", USDA},
	{0, "ISO-10303-21", STEP}, {0, "ply\n", PLY}, {0, "ply\r", PLY}, {0, "PK\x03\x04", Zip}, {0, "PK\x05\x06", Zip},
	{0, "Rar!\x1a\x07", RAR}, {0, "7z\xbc\xaf\x27\x1c", SevenZ}, {0, "Ogawa", ABC}, {0, "\x89HDF\r\n\x1a\n", ABC},
	{0, "\x89PNG\r\n\x1a\n", Image}, {0, "\xff\xd8\xff", Image}, {0, "GIF8", Image}, {8, "WEBP", Image}, {0, "\x76\x2f\x31\x01", Image},
	{0, "#?RADIANCE", Image}, {0, "#?RGBE", Image}, {0, "DDS ", Image}, {0, "8BPS", Image},
	{0, "II*\x00", Image}, {0, "MM\x00*", Image}, {0, "II+\x00", Image}, {0, "MM\x00+", Image}, {0, "AutoCAD Binary DXF\r\n\x1a\x00", DXF},
	{0, "MZ", Program}, {0, "\x7fELF", Program}, {0, "#!/", Program}, {0, "#! /", Program}, {0, "\xcf\xfa\xed\xfe", Program}, {0, "\xca\xfe\xba\xbe", Program},
}

func byContent(head []byte, size int64, extension string) Format {
	if order := utf16Order(head); order != nil {
		head = fromUTF16(head[2:], order)
	}
	// Binary STL comes first: its 80 free bytes may begin like anything.
	if isBinarySTL(head, size) {
		return STL
	}
	for _, magic := range magics {
		if len(head) >= magic.at+len(magic.bytes) && string(head[magic.at:magic.at+len(magic.bytes)]) == magic.bytes {
			return magic.format
		}
	}
	switch {
	case extension == "blend" && bytes.HasPrefix(head, []byte("\x28\xb5\x2f\xfd")):
		return Blend // zstd, since Blender 3.0
	case bytes.HasPrefix(head, []byte("\x1f\x8b")):
		return gzipped(extension)
	case is3DS(head, size, extension):
		return ThreeDS
	case isBMP(head, size):
		return Image
	case !isText(head):
		return binaryByName(size, extension)
	}
	return textFormat(head, extension)
}

// gzipped tells SPZ and compressed Blender files, which are gzip outside.
func gzipped(extension string) Format {
	switch extension {
	case "spz":
		return SPZ
	case "blend":
		return Blend
	}
	return Unknown
}

// isBMP: a header of a known length behind that of the file, whose reserved bytes
// are zero (Microsoft, "Bitmap Storage").
func isBMP(head []byte, size int64) bool {
	if len(head) < 18 || head[0] != 'B' || head[1] != 'M' || binary.LittleEndian.Uint32(head[6:10]) != 0 {
		return false
	}
	pixels := int64(binary.LittleEndian.Uint32(head[10:14]))
	return pixels < size && slices.Contains([]uint32{12, 40, 52, 56, 64, 108, 124}, binary.LittleEndian.Uint32(head[14:18]))
}

// binaryByName tells binary formats that have no magic by what fits their name.
func binaryByName(size int64, extension string) Format {
	switch {
	case extension == "splat" && size%32 == 0:
		return Splat // 32 bytes a splat, nothing else
	case extension == "stl" && size >= 84:
		return STL // damaged, or with bytes behind its triangles: the reader will say
	}
	return Unknown
}
