package geometry

import (
	"encoding/json"
)

// Certainty is where a fact comes from.
type Certainty string

// Verified is measured, declared is the file's own word, unknown is neither.
const (
	Verified Certainty = "verified"
	Declared Certainty = "declared"
	Unsure   Certainty = "unknown"
)

// Fact is something about a file. The zero Fact is unknown.
type Fact[T any] struct {
	Value     T
	Certainty Certainty
}

func verified[T any](value T) Fact[T] { return Fact[T]{value, Verified} }

// Known reports whether there is a value.
func (f Fact[T]) Known() bool { return f.Certainty == Verified || f.Certainty == Declared }

// MarshalJSON writes {"value": …, "certainty": …}, with null for what is unknown.
func (f Fact[T]) MarshalJSON() ([]byte, error) {
	wire := struct {
		Value     any       `json:"value"`
		Certainty Certainty `json:"certainty"`
	}{nil, Unsure}
	if f.Known() {
		wire.Value, wire.Certainty = f.Value, f.Certainty
	}
	return json.Marshal(wire)
}

// UnmarshalJSON reads what MarshalJSON writes.
func (f *Fact[T]) UnmarshalJSON(text []byte) error {
	var wire struct {
		Value     *T        `json:"value"`
		Certainty Certainty `json:"certainty"`
	}
	if err := json.Unmarshal(text, &wire); err != nil {
		return err
	}
	*f = Fact[T]{}
	if wire.Value != nil && wire.Certainty != Unsure {
		f.Value, f.Certainty = *wire.Value, wire.Certainty
	}
	return nil
}

// Facts are what is known of a file's geometry. Lengths are in its own units.
type Facts struct {
	Polygons         Fact[int64]   `json:"polygons"`  // faces as stored: an n-gon is one
	Triangles        Fact[int64]   `json:"triangles"` // as drawn, every instance
	Vertices         Fact[int64]   `json:"vertices"`  // the file's own; of STL welded by position
	GeometryType     Fact[string]  `json:"geometry_type"`
	Watertight       Fact[bool]    `json:"watertight"`
	UVWMapping       Fact[bool]    `json:"uvw_mapping"`
	UnwrappedUVs     Fact[string]  `json:"unwrapped_uvs"`
	Textures         Fact[bool]    `json:"textures"`
	Materials        Fact[bool]    `json:"materials"`
	Rigged           Fact[bool]    `json:"rigged"`
	Animated         Fact[bool]    `json:"animated"`
	PBR              Fact[bool]    `json:"pbr"`
	Splats           Fact[int64]   `json:"splats"`
	BoundingBox      Fact[Box]     `json:"bounding_box"`
	Units            Fact[string]  `json:"units"`
	UpAxis           Fact[string]  `json:"up_axis"`
	BoundaryEdges    Fact[int64]   `json:"boundary_edges"`
	NonManifoldEdges Fact[int64]   `json:"non_manifold_edges"`
	FlippedEdges     Fact[int64]   `json:"flipped_edges"`
	Volume           Fact[float64] `json:"volume"`
	SurfaceArea      Fact[float64] `json:"surface_area"`
}

// Box is the smallest box along the axes that holds everything.
type Box struct {
	Min [3]float64 `json:"min"`
	Max [3]float64 `json:"max"`
}

// The values of geometry_type.
const (
	typeMesh   = "polygonal_mesh"
	TypeSplats = "gaussian_splats"
	TypeNURBS  = "nurbs"
	TypeOther  = "other"
)

// uvMixed is the value of unwrapped_uvs between overlapping and not.
const uvMixed = "mixed"
