package api

import (
	"reflect"

	"github.com/danielgtaylor/huma/v2"
)

// Facts are what is known of geometry, as package geometry encodes it.
type Facts struct {
	Polygons         fact[int64]   `json:"polygons" doc:"Faces as stored: an n-gon is one."`
	Triangles        fact[int64]   `json:"triangles" doc:"As drawn, every instance counted."`
	Vertices         fact[int64]   `json:"vertices" doc:"The file's own; of STL welded by position."`
	GeometryType     fact[string]  `json:"geometry_type" doc:"polygonal_mesh, gaussian_splats, nurbs or other."`
	Watertight       fact[bool]    `json:"watertight"`
	UVWMapping       fact[bool]    `json:"uvw_mapping"`
	UnwrappedUVs     fact[string]  `json:"unwrapped_uvs" doc:"non_overlapping, overlapping, mixed or no."`
	Textures         fact[bool]    `json:"textures"`
	Materials        fact[bool]    `json:"materials"`
	Rigged           fact[bool]    `json:"rigged"`
	Animated         fact[bool]    `json:"animated"`
	PBR              fact[bool]    `json:"pbr"`
	Splats           fact[int64]   `json:"splats"`
	BoundingBox      fact[box]     `json:"bounding_box" doc:"In the file's own units."`
	Units            fact[string]  `json:"units" doc:"mm, cm, m, in or ft."`
	UpAxis           fact[string]  `json:"up_axis" doc:"x, y or z."`
	BoundaryEdges    fact[int64]   `json:"boundary_edges" doc:"Edges that belong to only one face."`
	NonManifoldEdges fact[int64]   `json:"non_manifold_edges" doc:"Edges of more than two faces."`
	FlippedEdges     fact[int64]   `json:"flipped_edges" doc:"Edges whose two faces run the same way."`
	Volume           fact[float64] `json:"volume" doc:"In cubes of the file's own units."`
	SurfaceArea      fact[float64] `json:"surface_area" doc:"In squares of the file's own units."`
}

// box is the smallest box along the axes.
type box struct {
	Min [3]float64 `json:"min" nullable:"false"`
	Max [3]float64 `json:"max" nullable:"false"`
}

// fact stands for a value with its certainty in the contract.
type fact[T any] struct{}

// Schema describes the value and where it comes from.
func (fact[T]) Schema(r huma.Registry) *huma.Schema {
	value := *r.Schema(reflect.TypeFor[T](), false, "Box")
	value.Nullable = true
	value.Description = "null when it is not known."
	return &huma.Schema{
		Type: huma.TypeObject, Required: []string{"value", "certainty"}, AdditionalProperties: false,
		Properties: map[string]*huma.Schema{
			"value":     &value,
			"certainty": {Type: huma.TypeString, Enum: []any{"verified", "declared", "unknown"}, Description: "Measured, said by the file and not checked, or not known."},
		},
	}
}

// claim is something that an author says, beside what was measured.
type claim struct {
	Field    string `json:"field" example:"polygons"`
	Claimed  any    `json:"claimed"`
	Measured any    `json:"measured"`
	Agrees   bool   `json:"agrees" doc:"Of counts: within one in a hundred."`
}
