package gltf

import (
	"encoding/json"

	"vitrine/internal/geometry"
	"vitrine/internal/geometry/source"
)

// skinned is an instance whose mesh a skin bends.
type skinned struct {
	instance, skin, mesh int // of the model, of the document, and among those planned
}

// skin is a skin of the document (section 5.28).
type skin struct {
	Joints []ref `json:"joints"`
	Binds  ref   `json:"inverseBindMatrices"`
}

// pull are the accessors that tell which joints pull at vertices, and how
// much.
type pull struct{ joints, weights ref }

// pullsOf finds up to eight joints a vertex (section 3.7.3.3).
func pullsOf(attributes map[string]ref) [2]pull {
	return [2]pull{{attributes["JOINTS_0"], attributes["WEIGHTS_0"]}, {attributes["JOINTS_1"], attributes["WEIGHTS_1"]}}
}

// skinned notes that a skin bends the instance placed last.
func (w *walk) skinned(link ref, mesh int) {
	if i := link.in(len(w.doc.Skins)); i >= 0 {
		w.skins = append(w.skins, skinned{len(w.model.Instances) - 1, i, mesh})
	}
}

// keepSkins leaves the skins for Pose.
func (r *reader) keepSkins() {
	for _, s := range r.skins {
		r.model.BendWith(s.instance, func(p *geometry.Posing) error { return r.bend(s, p) })
	}
}

func (r *reader) bend(s skinned, p *geometry.Posing) error {
	joints, nodes, err := r.joints(s.skin, p)
	if err != nil {
		return err
	}
	base, done := 0, map[vertexKey]bool{}
	for i := range r.meshes[s.mesh].parts {
		part := &r.meshes[s.mesh].parts[i]
		if done[part.vertexKey] {
			continue
		}
		// Primitives of the same accessors have the same vertices, which must not be pulled again for each.
		done[part.vertexKey] = true
		for _, pull := range part.pulls {
			if err := r.pull(p, joints, nodes, base, part, pull); err != nil {
				return err
			}
		}
		base += int(r.doc.Accessors[part.positions-1].Count)
	}
	return nil
}

// joints are the matrices of a skin's joints: where each stands × its inverse
// bind matrix, and their numbers in the model's motion. Where the mesh stands does not
// count (section 3.7.3.3).
func (r *reader) joints(number int, p *geometry.Posing) (joints []*[16]float64, nodes []int, err error) {
	var s skin
	p.Spend(len(r.doc.Skins[number]))
	if err := json.Unmarshal(r.doc.Skins[number], &s); err != nil {
		return nil, nil, source.Refuse(source.Malformed, "skin %d can't be read", number)
	}
	if len(s.Joints) > geometry.MaxJoints || p.Left() < 0 {
		return nil, nil, source.Refuse(source.Limit, "skin %d has %d joints", number, len(s.Joints))
	}
	binds, err := r.binds(s.Binds)
	p.Spend(len(binds))
	if err != nil {
		return nil, nil, err
	}
	joints, nodes = make([]*[16]float64, len(s.Joints)), make([]int, len(s.Joints))
	for i, ref := range s.Joints {
		nodes[i] = geometry.Unmoved
		if number, ok := r.moving[ref]; ok {
			nodes[i] = number
		}
		world, ok := r.worlds[ref]
		switch {
		case !ok:
		case binds == nil:
			joints[i] = geometry.Joint(world)
		case 16*i+16 <= len(binds):
			bind := geometry.MatrixOf(binds[16*i : 16*i+16])
			joints[i] = geometry.Joint(geometry.Multiply(&world, &bind))
		}
	}
	return joints, nodes, nil
}

func (r *reader) binds(link ref) ([]float32, error) {
	if link == 0 {
		return nil, nil
	}
	a, err := r.accessor("matrices", link, 16, 16)
	if err != nil {
		return nil, err
	}
	if a.Count > geometry.MaxJoints || a.ComponentType != componentFloat32 || r.undecoded {
		return nil, source.Refuse(source.Malformed, "a skin has matrices that can't be read")
	}
	binds := make([]float32, 16*a.Count)
	return binds, r.readFloats(link, binds, 16)
}

// pull reads four joints for each vertex of a part, and lets them pull.
func (r *reader) pull(p *geometry.Posing, joints []*[16]float64, nodes []int, base int, one *part, from pull) error {
	if from.joints == 0 || from.weights == 0 {
		return nil
	}
	count := r.doc.Accessors[one.positions-1].Count
	var values [2][]float32
	for i, ref := range [2]ref{from.joints, from.weights} {
		a, err := r.accessor("joints", ref, 4, 4)
		if err != nil {
			return err
		}
		if a.Count != count || r.undecoded {
			return source.Refuse(source.Malformed, "a mesh has %d positions and %d joints", count, a.Count)
		}
		values[i] = make([]float32, 4*count)
		if err := r.readFloats(ref, values[i], 4); err != nil {
			return err
		}
	}
	for i, weight := range values[1] {
		if number := values[0][i]; number >= 0 && number < float32(len(joints)) {
			p.Pull(base+i/4, joints[int(number)], weight)
			p.Keep(base+i/4, nodes[int(number)], weight)
		}
	}
	return nil
}
