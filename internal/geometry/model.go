package geometry

import (
	"fmt"
	"image"
	"io"

	"vitrine/internal/geometry/source"
)

// Model is what a reader makes of a file: meshes, each as often as it is
// placed, or splats. Lengths are in the file's own units.
type Model struct {
	Meshes    []Mesh
	Instances []Instance
	Materials []Material
	Splats    *Splats

	Units  string // mm, cm, m, in or ft; "" when the file does not say
	UpAxis string // x, y or z; "" when the file does not say

	// Gaussians is how many of the meshes' vertices are gaussians, which are drawn as
	// points.
	Gaussians int64
	// Partial says that there are shapes beside the meshes that are not read, such
	// as lattices: what the meshes alone measure is not the file's.
	Partial bool

	// Motion is nil where nothing moves, or it is not known how.
	Motion *Motion

	Rigged   bool
	Animated bool
	// Counts stand where the geometry itself was not read, or is too large to be
	// held: the meshes are for pictures alone then.
	Counts *Counts
	// Type is nurbs or other where the file holds no mesh; "" is told by what
	// there is.
	Type string
	// Thumbnail is the picture that the file has of itself; nil: none.
	Thumbnail image.Image
	// Missing are the names of files that this one needs and that are not
	// there.
	Missing []string
	// Notes say why something is not known that such a file usually tells.
	Notes []source.Problem
	skins []skin // of instances, see Pose
}

// Counts are a file's own words about its geometry.
type Counts struct {
	Polygons, Triangles, Vertices int64 // -1 is unknown
	Certainty                     Certainty
	Box                           *Box    // nil is unknown
	Area                          float64 // of the surface; 0 is unknown
}

// Mesh is a set of triangles over shared vertices.
type Mesh struct {
	Name      string
	Positions []float32 // x, y, z of each vertex
	Normals   []float32 // x, y, z of each vertex; nil when the file has none
	UVs       []float32 // u, v of each vertex, v upwards; nil when the file has none
	Colors    []uint8   // r, g, b, a of each vertex, sRGB; nil when the file has none
	Indices   []uint32  // three for each triangle
	Groups    []Group   // parts of Indices by material; nil: one without a material
	Joints    []uint16  // four numbers of nodes of Motion for each vertex that a skin bends, 65535 for none; nil: none does
	Weights   []float32 // of Joints
	Polygons  int64     // faces as stored: an n-gon is one
	Vertices  int64     // as the file counts them; -1: welded by position
	// Welded says that no two vertices have the same position.
	Welded bool
	// Copy says that the mesh is an earlier one in other materials: it is drawn,
	// and not counted again.
	Copy bool
	// Points says that the vertices are points or lines, not corners of faces.
	Points bool
}

// Group is a run of triangles of one material.
type Group struct {
	Material   int // -1: none
	First, End int // triangles
}

// Instance is a mesh at its place: a column-major matrix, as glTF writes it.
type Instance struct {
	Mesh   int
	Matrix [16]float64
	Node   int // of Motion that carries it, + 1; 0: nothing moves it
}

// Place adds an instance of a mesh that stands where it was made.
func (m *Model) Place(mesh int) {
	m.Instances = append(m.Instances, Instance{Mesh: mesh, Matrix: Identity})
}

// Material is how a surface looks, in the terms of glTF's metallic-roughness
// model, as far as pictures need it.
type Material struct {
	Name        string
	Color       [4]float32 // linear red, green, blue and alpha
	Metallic    float32
	Roughness   float32
	Emissive    [3]float32
	Texture     *Texture // of Color; nil: none
	Move        *Move    // of Texture
	Wrap        Wrap     // of Texture
	AlphaMode   string   // OPAQUE, MASK or BLEND; "" is OPAQUE
	AlphaCutoff float32
	DoubleSided bool
	// Textured says that the material names any texture, PBR that it is meant
	// for physically based rendering.
	Textured bool
	PBR      bool
	Unlit    bool // it is seen in its own colour, whatever the light
	// Specular is the mirror colour of the older model of gloss; nil is none.
	Specular *[3]float32
	// The maps have a texture or are not there. Surface is roughness in green and
	// metalness in blue; with Specular, its colour, and gloss in alpha.
	Surface, Normal, Occlusion, Glow Map
}

// Map is a texture beside that of the colour, on the same texture coordinates.
type Map struct {
	Texture  *Texture
	Move     *Move
	Wrap     Wrap
	Strength float32 // of bumps and of occlusion
}

// Move is where the picture of a texture lies on a mesh: the two rows of a matrix
// that texture coordinates, v upwards, are multiplied with.
type Move [6]float64

// Texture is a picture that is still encoded.
type Texture struct {
	Name string
	Size int64
	Open func() (io.Reader, error) // nil when the picture is missing
}

// TypeOnly is the model of a file that is known by its format alone. Every
// count is unknown. USDZ, USDC, USDA, DXF and ABC have no reader at all, which
// says the same.
func TypeOnly() *Model {
	return &Model{Counts: &Counts{Polygons: -1, Triangles: -1, Vertices: -1, Certainty: Unsure}}
}

// Note says why a fact is unknown. Of each code the first note is kept: a file with a
// thousand textures has one fault, not a thousand.
func (m *Model) Note(code, format string, args ...any) {
	for _, known := range m.Notes {
		if known.Code == code {
			return
		}
	}
	m.Notes = append(m.Notes, source.Problem{Code: code, Detail: fmt.Sprintf(format, args...)})
}

func (m *Model) miss(name string) {
	for _, known := range m.Missing {
		if known == name {
			return
		}
	}
	if len(m.Missing) < 100 {
		m.Missing = append(m.Missing, name)
	}
}

// AddGroup adds a triangle's material to groups: they end where another begins.
func AddGroup(groups []Group, material, first int) []Group {
	n := len(groups)
	switch {
	case n > 0 && groups[n-1].Material == material:
		return groups
	case n > 0 && groups[n-1].First == first:
		groups[n-1].Material = material
		return groups
	case n > 0:
		groups[n-1].End = first
	}
	return append(groups, Group{Material: material, First: first})
}
