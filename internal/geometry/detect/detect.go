// Package detect knows all formats. It tells what a file is by its content, where names
// only break ties, and has the file read by the reader of its format and measured: a file
// by itself, or the models in a ZIP.
//
// It never trusts a name, and says nothing of a file's value: what is wrong with a file is
// a Problem for its seller. It knows only bytes: no model of the marketplace, no store and
// no HTTP.
package detect

import (
	"bytes"
	"encoding/binary"
	"io"
	"slices"

	"vitrine/internal/geometry"
	"vitrine/internal/geometry/source"
	"vitrine/internal/geometry/stl"
	"vitrine/internal/geometry/threeds"
)

// Detect says what a file is. An error means that it can't be read; whatever
// is wrong with the file itself is a Problem.
func Detect(r io.ReaderAt, size int64, name string) (Detection, error) {
	if size == 0 {
		return Detection{Format: geometry.Unknown, Problems: []source.Problem{{Code: "empty", Detail: "the file is empty"}}}, nil
	}
	head, err := source.ReadHead(r, size)
	if err != nil {
		return Detection{}, err
	}
	extension := source.ExtensionOf(name)
	d := Detection{Format: byContent(head, size, extension)}
	if d.Format == geometry.Zip {
		if d, err = detectArchive(r, size, extension); err != nil {
			return Detection{}, err
		}
	}
	d.binary = d.Format != geometry.Unknown && !source.IsText(head)
	d.contradict(extension)
	return d, nil
}

// contradict refuses a file whose content is not what its extension says.
func (d *Detection) contradict(extension string) {
	allowed, known := byExtension[extension]
	switch {
	case d.Format == geometry.Program && extension == "svg":
		d.Format = geometry.Unknown // a drawing, though a browser would run what is in it
	case d.Format == geometry.Program:
		d.Problems = append(d.Problems, source.Problem{Code: "type_mismatch", Detail: "the content is a program or a web page, which is not for sale here"})
	case isPackageName(extension) && len(d.Problems) > 0:
		// Its list can't be trusted to say what it is.
	case known && !slices.Contains(allowed, d.Format), d.binary && slices.Contains(textExtensions, extension):
		d.Problems = append(d.Problems, source.Problem{Code: "type_mismatch", Detail: "the name says ." + extension + ", the content is " + label(d.Format)})
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
	_, known := byExtension[extension]
	anything := slices.Contains(sharedBeginnings[extension], d.Format) || slices.Contains([]string{"bin", "tar"}, extension)
	switch {
	case known, anything, slices.Contains(textExtensions, extension):
		return false
	case d.binary:
		return slices.Contains([]geometry.Format{geometry.GLB, geometry.FBX, geometry.Blend, geometry.USDC, geometry.STL, geometry.ThreeDS, geometry.PLY, geometry.SPZ, geometry.DXF}, d.Format)
	}
	return slices.Contains([]geometry.Format{geometry.STEP, geometry.USDA, geometry.PLY}, d.Format)
}

// sharedBeginnings are extensions of formats that are built on another one.
var sharedBeginnings = map[string][]geometry.Format{"vrm": {geometry.GLB}, "ifc": {geometry.STEP}}

// isPackageName: formats that are a ZIP of a certain content.
func isPackageName(extension string) bool { return extension == "3mf" || extension == "usdz" }

// magics are the beginnings that give a format away.
var magics = []struct {
	at     int
	bytes  string
	format geometry.Format
}{
	{0, "glTF", geometry.GLB}, {0, "NGSP", geometry.SPZ}, {0, "Kaydara FBX Binary  \x00", geometry.FBX}, {0, "BLENDER", geometry.Blend}, {0, "PXR-USDC", geometry.USDC}, {0, "#usda", geometry.USDA},
	{0, "ISO-10303-21", geometry.STEP}, {0, "ply\n", geometry.PLY}, {0, "ply\r", geometry.PLY}, {0, "PK\x03\x04", geometry.Zip}, {0, "PK\x05\x06", geometry.Zip},
	{0, "Rar!\x1a\x07", geometry.RAR}, {0, "7z\xbc\xaf\x27\x1c", geometry.SevenZ}, {0, "Ogawa", geometry.ABC}, {0, "\x89HDF\r\n\x1a\n", geometry.ABC},
	{0, "\x89PNG\r\n\x1a\n", geometry.Image}, {0, "\xff\xd8\xff", geometry.Image}, {0, "GIF8", geometry.Image}, {8, "WEBP", geometry.Image}, {0, "\x76\x2f\x31\x01", geometry.Image},
	{0, "#?RADIANCE", geometry.Image}, {0, "#?RGBE", geometry.Image}, {0, "DDS ", geometry.Image}, {0, "8BPS", geometry.Image},
	{0, "II*\x00", geometry.Image}, {0, "MM\x00*", geometry.Image}, {0, "II+\x00", geometry.Image}, {0, "MM\x00+", geometry.Image}, {0, "AutoCAD Binary DXF\r\n\x1a\x00", geometry.DXF},
	{0, "MZ", geometry.Program}, {0, "\x7fELF", geometry.Program}, {0, "#!/", geometry.Program}, {0, "#! /", geometry.Program}, {0, "\xcf\xfa\xed\xfe", geometry.Program}, {0, "\xca\xfe\xba\xbe", geometry.Program},
}

func byContent(head []byte, size int64, extension string) geometry.Format {
	if order := source.UTF16Order(head); order != nil {
		head = source.FromUTF16(head[2:], order)
	}
	// Binary STL comes first: its 80 free bytes may begin like anything.
	if stl.IsBinary(head, size) {
		return geometry.STL
	}
	for _, magic := range magics {
		if len(head) >= magic.at+len(magic.bytes) && string(head[magic.at:magic.at+len(magic.bytes)]) == magic.bytes {
			return magic.format
		}
	}
	switch {
	case extension == "blend" && bytes.HasPrefix(head, []byte("\x28\xb5\x2f\xfd")):
		return geometry.Blend // zstd, since Blender 3.0
	case bytes.HasPrefix(head, []byte("\x1f\x8b")):
		return gzipped(extension)
	case threeds.Is(head, size, extension):
		return geometry.ThreeDS
	case isBMP(head, size):
		return geometry.Image
	case !source.IsText(head):
		return binaryByName(size, extension)
	}
	return textFormat(head, extension)
}

// gzipped tells SPZ and compressed Blender files, which are gzip outside.
func gzipped(extension string) geometry.Format {
	switch extension {
	case "spz":
		return geometry.SPZ
	case "blend":
		return geometry.Blend
	}
	return geometry.Unknown
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
func binaryByName(size int64, extension string) geometry.Format {
	switch {
	case extension == "splat" && size%32 == 0:
		return geometry.Splat // 32 bytes a splat, nothing else
	case extension == "stl" && size >= 84:
		return geometry.STL // damaged, or with bytes behind its triangles: the reader will say
	}
	return geometry.Unknown
}

// Detection is what a file is.
type Detection struct {
	Format   geometry.Format
	Inside   []string // extensions of the 3D formats inside a ZIP, sorted
	Problems []source.Problem

	binary bool // what was told is not text
}

// byExtension says which formats a file of an extension may have. Extensions
// that are not here may hold anything but a program.
var byExtension = map[string][]geometry.Format{
	"glb": {geometry.GLB}, "gltf": {geometry.GLTF}, "stl": {geometry.STL}, "obj": {geometry.OBJ}, "ply": {geometry.PLY}, "3mf": {geometry.ThreeMF}, "splat": {geometry.Splat}, "spz": {geometry.SPZ},
	"fbx": {geometry.FBX}, "dae": {geometry.DAE}, "3ds": {geometry.ThreeDS}, "blend": {geometry.Blend}, "step": {geometry.STEP}, "stp": {geometry.STEP}, "iges": {geometry.IGES}, "igs": {geometry.IGES},
	"usdz": {geometry.USDZ}, "usdc": {geometry.USDC}, "usda": {geometry.USDA}, "usd": {geometry.USDA, geometry.USDC}, "dxf": {geometry.DXF}, "off": {geometry.OFF}, "abc": {geometry.ABC},
	"zip": {geometry.Zip}, "rar": {geometry.RAR}, "7z": {geometry.SevenZ}, "png": {geometry.Image}, "jpg": {geometry.Image}, "jpeg": {geometry.Image}, "webp": {geometry.Image}, "gif": {geometry.Image},
	"exr": {geometry.Image}, "hdr": {geometry.Image}, "dds": {geometry.Image}, "psd": {geometry.Image}, "tif": {geometry.Image}, "tiff": {geometry.Image}, "bmp": {geometry.Image},
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
