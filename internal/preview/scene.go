package preview

import (
	"context"
	"math"

	"vitrine/internal/geometry"
)

// scene is a model with each instance at its place. Its triangles are visited,
// never copied: a file may draw millions.
type scene struct {
	placed    []placed
	slots     []int32 // of looks, by material + 1; see slot
	looks     []look
	triangles int64 // that have an area
	bounds    box   // of them
	sample    []triangle
	motion    *geometry.Motion // nil: nothing moves
}

// placed is an instance.
type placed struct {
	mesh     *geometry.Mesh
	place    matrix
	mirrored bool
	node     int // of the motion that carries it, + 1; 0: none
}

// triangle is one of an instance, its corners at their place.
type triangle struct {
	*placed
	part    uint32 // counts from 1 the groups of instances
	slot    int32  // of its look
	at      [3]uint32
	corners [3]vector
	area    vector // twice the area, along the normal
}

// maxSample is how many triangles stand for all when a grid is chosen.
const maxSample = 1 << 16

// survey visits all triangles once: how many there are, where they are and what
// looks they have.
func survey(ctx context.Context, m *geometry.Model) (*scene, error) {
	s := &scene{bounds: emptyBox()}
	total := 0
	for i := range m.Instances {
		instance := &m.Instances[i]
		if instance.Mesh < 0 || instance.Mesh >= len(m.Meshes) || m.Meshes[instance.Mesh].Points {
			continue
		}
		place := newMatrix(&instance.Matrix, m.UpAxis)
		s.placed = append(s.placed, placed{&m.Meshes[instance.Mesh], place, place.determinant() < 0, instance.Node})
		total += len(m.Meshes[instance.Mesh].Indices) / 3
	}
	counts := make([]int64, len(m.Materials)+2)
	for i := range counts {
		s.slots = append(s.slots, int32(i))
	}
	stride := int64(total/maxSample + 1)
	err := s.each(ctx, func(t *triangle) {
		if s.triangles%stride == 0 {
			s.sample = append(s.sample, *t)
		}
		s.triangles++
		counts[t.slot]++
		for _, corner := range t.corners {
			s.bounds.add(corner)
		}
	})
	if err != nil || s.triangles == 0 {
		return s, err
	}
	s.slots, s.looks = newLooks(m.Materials, counts)
	s.fit()
	return s, nil
}

// fit scales all places into the box of 0 to 1, so that sizes and tolerances are
// the same for all models.
func (s *scene) fit() {
	scale := 1 / s.bounds.longest()
	corner := s.bounds.min.list()
	for i := range s.placed {
		m := &s.placed[i].place
		for row := range m {
			m[row][3] -= corner[row]
			for column := range m[row] {
				m[row][column] *= scale
			}
		}
	}
	for i := range s.sample {
		t := &s.sample[i]
		for k, corner := range t.corners {
			t.corners[k] = s.bounds.fit(corner)
		}
		t.slot = s.slots[t.slot]
		t.area = t.corners[1].sub(t.corners[0]).cross(t.corners[2].sub(t.corners[0]))
	}
}

// size is the extent once it is fitted: the longest side is 1.
func (s *scene) size() vector { return s.bounds.fit(s.bounds.max) }

// slot numbers the look of a material. Triangles without one have the first
// number, or the last where they have colours.
func (s *scene) slot(mesh *geometry.Mesh, material int) int32 {
	switch {
	case material >= 0 && material+2 < len(s.slots):
		return s.slots[material+1]
	case mesh.Colors != nil:
		return s.slots[len(s.slots)-1]
	}
	return s.slots[0]
}

// each visits all triangles that have an area, in the order of the file.
func (s *scene) each(ctx context.Context, visit func(*triangle)) error {
	var t triangle
	for i := range s.placed {
		t.placed = &s.placed[i]
		groups := t.mesh.Groups
		if groups == nil {
			groups = []geometry.Group{{Material: -1, End: len(t.mesh.Indices) / 3}}
		}
		for _, group := range groups {
			t.slot = s.slot(t.mesh, group.Material)
			t.part++
			if err := t.run(ctx, group, visit); err != nil {
				return err
			}
		}
	}
	return nil
}

// contextCheckInterval is how many triangles are visited between two looks at the
// context.
const contextCheckInterval = 1 << 14

func (t *triangle) run(ctx context.Context, group geometry.Group, visit func(*triangle)) error {
	end := min(group.End, len(t.mesh.Indices)/3)
	vertices := uint32(len(t.mesh.Positions) / 3)
	for first := max(group.First, 0); first < end; first += contextCheckInterval {
		if err := ctx.Err(); err != nil {
			return err
		}
		indices := t.mesh.Indices[3*first : 3*min(first+contextCheckInterval, end)]
		for ; len(indices) >= 3; indices = indices[3:] {
			t.at = [3]uint32(indices)
			if t.mirrored {
				t.at[1], t.at[2] = t.at[2], t.at[1]
			}
			if max(t.at[0], t.at[1], t.at[2]) < vertices && t.stand() {
				visit(t)
			}
		}
	}
	return ctx.Err()
}

// stand finds where the corners are. False: the triangle has no area, or lies
// out of all bounds.
func (t *triangle) stand() bool {
	for k, at := range t.at {
		p := t.mesh.Positions[3*at : 3*at+3 : 3*at+3]
		t.corners[k] = t.place.point(float64(p[0]), float64(p[1]), float64(p[2]))
		if !t.corners[k].bounded() {
			return false
		}
	}
	t.area = t.corners[1].sub(t.corners[0]).cross(t.corners[2].sub(t.corners[0]))
	return t.area != vector{}
}

// uv returns the coordinates of a corner where the picture lies by move, v downwards
// as glTF has it.
func (t *triangle) uv(corner int, move *geometry.Move) [2]float32 {
	at := 2 * int(t.at[corner])
	if at+1 >= len(t.mesh.UVs) {
		return [2]float32{}
	}
	u, v := t.mesh.UVs[at], t.mesh.UVs[at+1]
	if *move != (geometry.Move{}) {
		x, y := float64(u), float64(v)
		u, v = float32(move[0]*x+move[1]*y+move[2]), float32(move[3]*x+move[4]*y+move[5])
	}
	return [2]float32{tame(u), tame(1 - v)}
}

// tame bounds a coordinate of a texture; what is no number is 0.
func tame(v float32) float32 {
	if v != v {
		return 0
	}
	return min(max(v, -1e4), 1e4)
}

// color returns the colour of a corner, white where the mesh has none.
func (t *triangle) color(corner int) [4]uint8 {
	at := 4 * int(t.at[corner])
	if at+3 >= len(t.mesh.Colors) {
		return white
	}
	return [4]uint8(t.mesh.Colors[at:])
}

var white = [4]uint8{255, 255, 255, 255}

// normal returns the normal of a corner; zero where the mesh has none.
func (t *triangle) normal(corner int, cofactors *[3]vector) [3]float32 {
	at := 3 * int(t.at[corner])
	if at+2 >= len(t.mesh.Normals) {
		return [3]float32{}
	}
	from := vector{float64(t.mesh.Normals[at]), float64(t.mesh.Normals[at+1]), float64(t.mesh.Normals[at+2])}.unit()
	n := vector{cofactors[0].dot(from), cofactors[1].dot(from), cofactors[2].dot(from)}.unit()
	if t.mirrored {
		n = n.times(-1)
	}
	if math.IsNaN(n.x + n.y + n.z) {
		return [3]float32{}
	}
	return [3]float32{float32(n.x), float32(n.y), float32(n.z)}
}
