// Package geometry reads and measures the 3D files that are sold. It recognises
// a file's format by its content; names only break ties.
//
// It never trusts a count in a header, never follows a path or an address from
// inside a file, and reads no more of a file than it needs. It knows only bytes: no
// model of the marketplace, no store, no HTTP.
package geometry

// Format names a file format.
type Format string

// The formats.
const (
	GLB     Format = "glb"
	GLTF    Format = "gltf"
	STL     Format = "stl"
	OBJ     Format = "obj"
	PLY     Format = "ply"
	ThreeMF Format = "3mf"
	Splat   Format = "splat"
	SPZ     Format = "spz"
	FBX     Format = "fbx"
	DAE     Format = "dae"
	ThreeDS Format = "3ds"
	Blend   Format = "blend"
	STEP    Format = "step"
	IGES    Format = "iges"
	USDZ    Format = "usdz"
	USDC    Format = "usdc"
	USDA    Format = "usda"
	DXF     Format = "dxf"
	OFF     Format = "off"
	ABC     Format = "abc"
	Zip     Format = "zip"
	RAR     Format = "rar"
	SevenZ  Format = "7z"
	Image   Format = "image"
	Program Format = "program" // never for sale
	Unknown Format = "unknown"
)

// Problem says why a file is refused, or why something of it is not known, for its
// seller.
type Problem struct {
	Code   string `json:"code"`
	Detail string `json:"detail"`
}

// Detection is what a file is.
type Detection struct {
	Format   Format
	Inside   []string // extensions of the 3D formats inside a ZIP, sorted
	Problems []Problem

	binary bool // what was told is not text
}

// byExtension says which formats a file of an extension may have. Extensions
// that are not here may hold anything but a program.
var byExtension = map[string][]Format{
	"glb": {GLB}, "gltf": {GLTF}, "stl": {STL}, "obj": {OBJ}, "ply": {PLY}, "3mf": {ThreeMF}, "splat": {Splat}, "spz": {SPZ},
	"fbx": {FBX}, "dae": {DAE}, "3ds": {ThreeDS}, "blend": {Blend}, "step": {STEP}, "stp": {STEP}, "iges": {IGES}, "igs": {IGES},
	"usdz": {USDZ}, "usdc": {USDC}, "usda": {USDA}, "usd": {USDA, USDC}, "dxf": {DXF}, "off": {OFF}, "abc": {ABC},
	"zip": {Zip}, "rar": {RAR}, "7z": {SevenZ}, "png": {Image}, "jpg": {Image}, "jpeg": {Image}, "webp": {Image}, "gif": {Image},
	"exr": {Image}, "hdr": {Image}, "dds": {Image}, "psd": {Image}, "tif": {Image}, "tiff": {Image}, "bmp": {Image},
}

// label names a format for people.
func (f Format) label() string {
	switch f {
	case Image:
		return "a picture"
	case Program:
		return "a program or a web page"
	case Unknown:
		return "something else"
	case Zip, RAR, SevenZ:
		return "an archive (" + string(f) + ")"
	}
	return "a " + string(f) + " file"
}

// Sold says whether a file of the format can be a model, or hold one, rather than
// belong to another file.
func (f Format) Sold() bool { return f != Image && f != Program && f != Unknown }
