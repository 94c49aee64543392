package geometry

import (
	"math"

	"vitrine/internal/geometry/source"
)

// Measure makes facts of a model.
func Measure(m *Model) (Facts, error) {
	if m.Counts != nil && m.Counts.Certainty == Unsure {
		return Facts{}, nil // only its type is known
	}
	f := Facts{
		Materials: verified(len(m.Materials) > 0), Rigged: verified(m.Rigged), Animated: verified(m.Animated),
		Splats: verified(int64(0)), Polygons: verified(int64(0)), Triangles: verified(int64(0)), Vertices: verified(int64(0)),
		UVWMapping: verified(false), UnwrappedUVs: verified("no"), Textures: verified(false), PBR: verified(false),
	}
	for _, material := range m.Materials {
		f.Textures.Value = f.Textures.Value || material.Textured
		f.PBR.Value = f.PBR.Value || material.PBR
	}
	if m.Units != "" {
		f.Units = verified(m.Units)
	}
	if m.UpAxis != "" {
		f.UpAxis = verified(m.UpAxis)
	}
	switch {
	case m.Counts != nil:
		f.declare(m)
		return f, nil
	case m.Splats != nil:
		return f, f.splats(m.Splats)
	}
	return f, f.meshes(m)
}

// declare takes a file's own counts. What only the geometry could tell stays
// unknown.
func (f *Facts) declare(m *Model) {
	if m.Type == TypeSplats {
		*f = Facts{GeometryType: Fact[string]{TypeSplats, m.Counts.Certainty}}
		if n := m.Gaussians; n > 0 {
			f.Splats, f.Vertices = Fact[int64]{n, m.Counts.Certainty}, Fact[int64]{m.Counts.Vertices, m.Counts.Certainty}
		}
		return
	}
	count := func(n int64) Fact[int64] {
		if n < 0 {
			return Fact[int64]{}
		}
		return Fact[int64]{n, m.Counts.Certainty}
	}
	f.Polygons, f.Triangles, f.Vertices = count(m.Counts.Polygons), count(m.Counts.Triangles), count(m.Counts.Vertices)
	f.GeometryType = Fact[string]{typeMesh, m.Counts.Certainty}
	if m.Type != "" {
		f.GeometryType.Value = m.Type
	}
	if m.Counts.Box != nil {
		f.BoundingBox = Fact[Box]{*m.Counts.Box, m.Counts.Certainty}
	}
	if m.Counts.Area > 0 {
		f.SurfaceArea = Fact[float64]{m.Counts.Area, m.Counts.Certainty}
	}
	f.UVWMapping, f.UnwrappedUVs = Fact[bool]{}, Fact[string]{}
	if m.Type == TypeNURBS {
		f.UVWMapping, f.UnwrappedUVs = verified(false), verified("no")
	}
}

func (f *Facts) splats(s *Splats) error {
	n := int64(s.Len())
	f.Splats, f.Vertices, f.GeometryType = verified(n), verified(n), verified(TypeSplats)
	box := EmptyBox()
	for i := 0; i+2 < len(s.Positions); i += 3 {
		box.Add(float64(s.Positions[i]), float64(s.Positions[i+1]), float64(s.Positions[i+2]))
	}
	if n > 0 {
		f.BoundingBox = verified(box)
	}
	return box.Check()
}

func (f *Facts) meshes(m *Model) error {
	used := make([]int64, len(m.Meshes))
	for _, instance := range m.Instances {
		used[instance.Mesh]++
	}
	for i := range m.Meshes {
		mesh := &m.Meshes[i]
		if !mesh.Copy {
			f.Polygons.Value += mesh.Polygons
		}
		f.Triangles.Value += int64(len(mesh.Indices)/3) * used[i]
		f.UVWMapping.Value = f.UVWMapping.Value || len(mesh.UVs) > 0 && len(mesh.Indices) > 0
	}
	// A small file may place one mesh very often: the limit is for what is drawn, and not for what is stored.
	if f.Triangles.Value > source.MaxTriangles {
		return source.Refuse(source.Limit, "the file draws %d triangles, at most %d are measured", f.Triangles.Value, source.MaxTriangles)
	}
	f.GeometryType = verified(typeMesh)
	f.Splats.Value = m.Gaussians
	switch {
	case f.Polygons.Value > 0:
	case m.Gaussians > 0:
		f.GeometryType.Value = TypeSplats
	default:
		f.GeometryType.Value = TypeOther
	}
	if f.UnwrappedUVs = unwrapped(m, maxUVRows); !f.UnwrappedUVs.Known() {
		m.Note("too_slow", "how the texture coordinates lie is not known: they cover each other too often to find out in time")
	}
	return f.shape(m)
}

// shape measures edges, volume, area and extent. Each mesh is welded by itself:
// two that touch are two bodies.
func (f *Facts) shape(m *Model) error {
	surfaces := make([]surface, len(m.Meshes))
	var edges edgeCounts
	closed := len(m.Instances) > 0 && !m.Partial
	vertices := int64(0)
	for i := range m.Meshes {
		mesh := &m.Meshes[i]
		if mesh.Copy {
			continue
		}
		surfaces[i] = newSurface(mesh)
		edges.add(surfaces[i].edges)
		closed = closed && surfaces[i].edges.closed()
		if mesh.Vertices < 0 {
			vertices += surfaces[i].welded
		} else {
			vertices += mesh.Vertices
		}
	}
	f.Vertices = verified(vertices)
	box, volume, area := EmptyBox(), 0.0, 0.0
	for _, instance := range m.Instances {
		v, a := measurePlaced(&m.Meshes[instance.Mesh], &instance.Matrix, &box)
		if mirrors(&instance.Matrix) {
			v = -v // its triangles are seen from their other side (glTF 2.0, section 3.7.4)
		}
		volume, area = volume+v, area+a
	}
	if err := box.Check(); err != nil || m.Partial {
		return err
	}
	if box.Min[0] <= box.Max[0] {
		f.BoundingBox = verified(box)
	}
	f.SurfaceArea = verified(area)
	// What is closed around no area, such as faces whose corners lie in a line, holds nothing.
	f.Watertight = verified(closed && area > 0)
	f.BoundaryEdges, f.NonManifoldEdges, f.FlippedEdges = verified(edges.boundary), verified(edges.nonManifold), verified(edges.flipped)
	if f.Watertight.Value {
		f.Volume = verified(math.Abs(volume))
	}
	return nil
}

// maxCoordinate bounds coordinates, so that areas and volumes stay finite and a picture
// can be fitted.
const maxCoordinate = 1e30

// Check refuses a box with coordinates that are too large to be measured.
func (b *Box) Check() error {
	for i := range b.Min {
		if b.Min[i] < -maxCoordinate || b.Max[i] > maxCoordinate {
			return source.Refuse(source.Malformed, "a vertex lies farther than %g from the origin, which is no place in any unit: apply the "+
				"object's transform and export the file again", maxCoordinate)
		}
	}
	return nil
}

// EmptyBox returns the box of nothing, which any point widens.
func EmptyBox() Box {
	inf := math.Inf(1)
	return Box{[3]float64{inf, inf, inf}, [3]float64{-inf, -inf, -inf}}
}

// Add widens the box by a point.
func (b *Box) Add(x, y, z float64) {
	for i, v := range [3]float64{x, y, z} {
		b.Min[i], b.Max[i] = min(b.Min[i], v), max(b.Max[i], v)
	}
}

// addAll widens the box by points, none of which is NaN.
func (b *Box) addAll(points []float32) {
	if len(points) < 3 {
		return
	}
	low, high := [3]float32(points), [3]float32(points)
	for i := 3; i+2 < len(points); i += 3 {
		for k, v := range points[i : i+3 : i+3] {
			if v < low[k] {
				low[k] = v
			}
			if v > high[k] {
				high[k] = v
			}
		}
	}
	b.Add(float64(low[0]), float64(low[1]), float64(low[2]))
	b.Add(float64(high[0]), float64(high[1]), float64(high[2]))
}
