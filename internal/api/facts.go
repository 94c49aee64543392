package api

import (
	"reflect"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"vitrine"
)

// Facts are what is known of geometry, as package geometry encodes it.
type Facts struct {
	Polygons         fact[int64]        `json:"polygons" doc:"Faces as stored: an n-gon is one."`
	Triangles        fact[int64]        `json:"triangles" doc:"As drawn, every instance counted."`
	Vertices         fact[int64]        `json:"vertices" doc:"The file's own; of STL welded by position."`
	GeometryType     fact[geometryType] `json:"geometry_type" doc:"What most of it is made of."`
	Watertight       fact[bool]         `json:"watertight" doc:"Every edge has two faces that run opposite ways."`
	UVWMapping       fact[bool]         `json:"uvw_mapping" doc:"It has texture coordinates."`
	UnwrappedUVs     fact[unwrappedUVs] `json:"unwrapped_uvs" doc:"How the texture coordinates lie."`
	Textures         fact[bool]         `json:"textures" doc:"It has pictures on its surface."`
	Materials        fact[bool]         `json:"materials" doc:"It has materials."`
	Rigged           fact[bool]         `json:"rigged" doc:"It has a skeleton that moves its surface."`
	Animated         fact[bool]         `json:"animated" doc:"It holds animation."`
	PBR              fact[bool]         `json:"pbr" doc:"Its materials are physically based."`
	Splats           fact[int64]        `json:"splats" doc:"Gaussian splats."`
	BoundingBox      fact[box]          `json:"bounding_box" doc:"In the file's own units."`
	Units            fact[units]        `json:"units" doc:"What one unit of length stands for."`
	UpAxis           fact[upAxis]       `json:"up_axis" doc:"The axis that points up."`
	BoundaryEdges    fact[int64]        `json:"boundary_edges" doc:"Edges that belong to only one face."`
	NonManifoldEdges fact[int64]        `json:"non_manifold_edges" doc:"Edges of more than two faces."`
	FlippedEdges     fact[int64]        `json:"flipped_edges" doc:"Edges whose two faces run the same way."`
	Volume           fact[float64]      `json:"volume" doc:"In cubes of the file's own units."`
	SurfaceArea      fact[float64]      `json:"surface_area" doc:"In squares of the file's own units."`
}

// box is the smallest box along the axes.
type box struct {
	Min [3]float64 `json:"min" nullable:"false" doc:"The lowest x, y and z."`
	Max [3]float64 `json:"max" nullable:"false" doc:"The highest x, y and z."`
}

// Words that facts choose from.
type (
	geometryType string
	unwrappedUVs string
	units        string
	upAxis       string
)

// Schema names the words.
func (geometryType) Schema(huma.Registry) *huma.Schema { return oneOfWords(vitrine.GeometryTypes()) }

// Schema names the words.
func (unwrappedUVs) Schema(huma.Registry) *huma.Schema { return oneOfWords(vitrine.UnwrappedUVs()) }

// Schema names the words.
func (units) Schema(huma.Registry) *huma.Schema { return oneOfWords(vitrine.Units()) }

// Schema names the words.
func (upAxis) Schema(huma.Registry) *huma.Schema { return oneOfWords([]string{"x", "y", "z"}) }

func oneOfWords(words []string) *huma.Schema {
	return &huma.Schema{Type: huma.TypeString, Enum: anyList(words)}
}

// fact stands for a value with its certainty in the contract.
type fact[T any] struct{}

// Schema describes the value and where it comes from: one type for each kind of
// value.
func (fact[T]) Schema(r huma.Registry) *huma.Schema {
	name, value := factOf[T](r)
	if r.Map()[name] == nil {
		r.Map()[name] = &huma.Schema{
			Type: huma.TypeObject, Required: []string{"value", "certainty"}, Description: "A measured value with its certainty.",
			Properties: map[string]*huma.Schema{
				"value":     value,
				"certainty": {Type: huma.TypeString, Enum: []any{"verified", "declared", "unknown"}, Description: "How sure the value is."},
			},
		}
	}
	return &huma.Schema{Ref: "#/components/schemas/" + name}
}

func factOf[T any](r huma.Registry) (name string, value *huma.Schema) {
	kind := reflect.TypeFor[T]()
	schema := *huma.SchemaFromType(r, kind)
	schema.Nullable, schema.Description = true, "null when it is not known."
	switch kind.Kind() {
	case reflect.Bool:
		return "FactBool", &schema
	case reflect.Int64:
		return "FactInt", &schema
	case reflect.Float64:
		return "FactFloat", &schema
	case reflect.Struct:
		return "FactBox", &huma.Schema{Description: schema.Description, OneOf: []*huma.Schema{r.Schema(kind, true, ""), {Type: "null"}}}
	}
	return "Fact" + strings.ToUpper(kind.Name()[:1]) + kind.Name()[1:], &schema
}

// claim is something that an author says, beside what was measured.
type claim struct {
	Field    string `json:"field" example:"polygons" doc:"The member of the model, or of its info, that says it."`
	Claimed  any    `json:"claimed" doc:"What the author says: a number, a word, true or false."`
	Measured any    `json:"measured" doc:"What the files tell, of the same type."`
	Agrees   bool   `json:"agrees" doc:"Of counts: within one in a hundred."`
}
