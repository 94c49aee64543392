package gltf

import (
	"fmt"

	"vitrine/internal/geometry"
	"vitrine/internal/geometry/source"
)

// The kinds of primitives that make triangles (section 3.7.2.1).
const (
	triangles = 4
	strip     = 5
	fan       = 6
)

// meshPlan is a mesh whose accessors were found and checked, but not read.
type meshPlan struct {
	name      string
	parts     []part
	triangles int64
	vertices  int64 // as the file counts them: each accessor of positions once
	splats    int64 // of them, those that are gaussians
	loaded    int64 // as they are read
	copied    bool  // it is an earlier one with other weights
}

// part is a primitive.
type part struct {
	vertexKey
	pulls     [2]pull
	indices   ref
	material  int // -1: none
	mode      int
	corners   int64
	triangles int64
	splats    bool // the vertices are gaussians
}

// vertexKey names the accessors of vertices. Primitives with the same ones
// share their vertices.
type vertexKey struct {
	positions, normals, uvs, colors ref
	morph                           string // see reader.morph
}

// planMeshes checks all that is drawn before anything is read.
func (r *reader) planMeshes() error {
	var vertices, triangles int64
	r.users, r.morphs = map[ref]int{}, map[string][]morphTarget{}
	for i := range r.doc.Meshes {
		plan, err := r.planMesh(&r.doc.Meshes[i], r.doc.Meshes[i].Weights)
		if err != nil {
			return err
		}
		r.use(&plan)
		r.model.Gaussians += plan.splats
		if plan.vertices == 0 {
			r.planned = append(r.planned, -1)
			continue
		}
		r.planned = append(r.planned, len(r.meshes))
		r.meshes = append(r.meshes, plan)
		vertices, triangles = vertices+plan.loaded, triangles+plan.triangles
		if vertices > source.MaxVertices || triangles > source.MaxTriangles {
			return source.Refuse(source.Limit, "the file's meshes have more than %d vertices or %d triangles", source.MaxVertices,
				source.MaxTriangles)
		}
	}
	// Three floats of a vertex, and three indices of a triangle.
	if size := 12*vertices + 12*triangles; !r.undecoded && size > freeVersion && size > maxGrowth*r.backing {
		return source.Refuse(source.Limit, "the file draws its %d bytes of data over and over, as %d triangles", r.backing, triangles)
	}
	return nil
}

// use counts the mesh among those that have each of its lists of positions.
func (r *reader) use(plan *meshPlan) {
	seen := map[ref]bool{}
	for i := range plan.parts {
		if ref := plan.parts[i].positions; !seen[ref] {
			seen[ref] = true
			r.users[ref]++
		}
	}
}

// Meshes that share their data may take more room than the file; this much is
// always allowed, and otherwise so many times the buffers' bytes.
const (
	freeVersion = 64 << 20
	maxGrowth   = 16
)

func (r *reader) planMesh(m *mesh, weights []float64) (meshPlan, error) {
	plan := meshPlan{name: m.Name}
	counted, loaded := map[ref]bool{}, map[vertexKey]bool{}
	for i := range m.Primitives {
		part, err := r.planPart(&m.Primitives[i], weights)
		if err != nil {
			return plan, err
		}
		if part.positions == 0 {
			continue // nothing to draw without an extension
		}
		n := int64(r.doc.Accessors[part.positions-1].Count)
		if !counted[part.positions] {
			if plan.vertices += n; part.splats {
				plan.splats += n
			}
		}
		if !loaded[part.vertexKey] {
			plan.loaded += n
		}
		counted[part.positions], loaded[part.vertexKey] = true, true
		plan.triangles += part.triangles
		plan.parts = append(plan.parts, part)
	}
	return plan, nil
}

func (r *reader) planPart(from *primitive, weights []float64) (p part, err error) {
	p.positions = from.Attributes["POSITION"]
	if p.positions == 0 {
		return p, nil
	}
	if p.material = from.Material.in(len(r.doc.Materials)); p.material < 0 && from.Material > 0 {
		return p, source.Refuse(source.Malformed, "a mesh refers to material %d, of only %d", from.Material-1, len(r.doc.Materials))
	}
	positions, err := r.accessor("positions", p.positions, 3, 3)
	if err != nil {
		return p, err
	}
	p.normals, p.colors = from.Attributes["NORMAL"], from.Attributes["COLOR_0"]
	p.uvs, p.pulls = r.uvs(from.Attributes, p.material), pullsOf(from.Attributes)
	if err := r.checkAttributes(&p, positions.Count); err != nil {
		return p, err
	}
	if p.morph, err = r.morph(from, weights, positions.Count); err != nil {
		return p, err
	}
	draco := from.Extensions.Draco != nil
	if from.Extensions.Splats != nil {
		p.splats = true
		draco = draco || len(from.Extensions.Splats.Extensions) > 0
	}
	p.indices, p.corners = from.Indices, int64(positions.Count)
	if p.indices > 0 {
		indices, err := r.indices(p.indices)
		if err != nil {
			return p, err
		}
		p.corners = int64(indices.Count)
		if err := r.checkBacked("indices", indices, draco); err != nil {
			return p, err
		}
	}
	if err := r.checkBacked("positions", positions, draco); err != nil {
		return p, err
	}
	return p, p.count(from.Mode)
}

// checkBacked looks at accessors without a view: compressed they are not read,
// otherwise they are all zero, and as no bytes say how many there are, those of
// the whole file must.
func (r *reader) checkBacked(what string, a *accessor, compressed bool) error {
	if a.BufferView > 0 {
		return nil
	}
	if compressed {
		r.undecoded = true
		return nil
	}
	return source.CheckCount(what, int64(a.Count), 1, r.backing, source.MaxVertices)
}

// uvs chooses the coordinates of the texture that gives the colour, otherwise
// the first.
func (r *reader) uvs(attributes map[string]ref, material int) ref {
	if material >= 0 && r.texCoords[material] > 0 {
		if ref := attributes[fmt.Sprintf("TEXCOORD_%d", r.texCoords[material])]; ref > 0 {
			return ref
		}
	}
	return attributes["TEXCOORD_0"]
}

// checkAttributes refuses a part that has not as many of each as there are positions.
func (r *reader) checkAttributes(p *part, count integer) error {
	for _, attribute := range []struct {
		what      string
		ref       ref
		few, many int
	}{{"normals", p.normals, 3, 3}, {"texture coordinates", p.uvs, 2, 2}, {"colours", p.colors, 3, 4}} {
		if attribute.ref == 0 {
			continue
		}
		a, err := r.accessor(attribute.what, attribute.ref, attribute.few, attribute.many)
		if err != nil {
			return err
		}
		if a.Count != count {
			return source.Refuse(source.Malformed, "a mesh has %d positions and %d %s", count, a.Count, attribute.what)
		}
	}
	return nil
}

func (r *reader) indices(link ref) (*accessor, error) {
	a, err := r.accessor("indices", link, 1, 1)
	if err != nil {
		return nil, err
	}
	switch a.ComponentType {
	case componentUint8, componentUint16, componentUint32:
		return a, nil
	}
	return nil, source.Refuse(source.Malformed, "a mesh has indices of type %d", a.ComponentType)
}

// count tells how many triangles there are: none of points and lines.
func (p *part) count(mode ref) error {
	p.mode = triangles
	if mode > 0 {
		p.mode = int(mode - 1)
	}
	switch p.mode {
	case 0, 1, 2, 3:
	case triangles:
		p.triangles = p.corners / 3
	case strip, fan:
		p.triangles = max(p.corners-2, 0)
	default:
		return source.Refuse(source.Malformed, "a mesh is of kind %d, which glTF does not know", p.mode)
	}
	return nil
}

// declare takes the document's own counts where the geometry was not read.
func (r *reader) declare() {
	counts := &geometry.Counts{Certainty: geometry.Declared}
	for i := range r.meshes {
		if r.meshes[i].copied {
			continue
		}
		counts.Polygons += r.meshes[i].triangles
		counts.Vertices += r.meshes[i].vertices
	}
	for _, instance := range r.model.Instances {
		counts.Triangles += r.meshes[instance.Mesh].triangles
	}
	switch {
	case counts.Polygons > 0:
	case r.model.Gaussians > 0:
		r.model.Type = geometry.TypeSplats
	default:
		r.model.Type = geometry.TypeOther
	}
	r.model.Counts, r.model.Instances = counts, nil
}
