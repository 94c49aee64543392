// Package geometry is what all readers of 3D files make, and what is known of it: a
// Model of meshes at their places, or of splats, with materials, motion and skins; the
// Facts that are measured of it; and the names of the formats.
//
// It poses, welds, measures and sums models, and it is the same for each format: it
// imports none of the readers, which have packages of their own below this one and make
// a Model of a file. It knows no files but through source, no model of the marketplace,
// no store and no HTTP.
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

// Sold reports whether a file of the format can be a model, or hold one, rather than
// belong to another file.
func (f Format) Sold() bool { return f != Image && f != Program && f != Unknown }
