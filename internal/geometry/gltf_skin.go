package geometry

import "encoding/json"

// gltfSkinned is an instance whose mesh a skin bends.
type gltfSkinned struct {
	instance, skin, mesh int // of the model, of the document, and among those planned
}

// gltfSkin is a skin of the document (section 5.28).
type gltfSkin struct {
	Joints []gltfRef `json:"joints"`
	Binds  gltfRef   `json:"inverseBindMatrices"`
}

// gltfPull are the accessors that tell which joints pull at vertices, and how
// much.
type gltfPull struct{ joints, weights gltfRef }

// pullsOf finds up to eight joints a vertex (section 3.7.3.3).
func pullsOf(attributes map[string]gltfRef) [2]gltfPull {
	return [2]gltfPull{{attributes["JOINTS_0"], attributes["WEIGHTS_0"]}, {attributes["JOINTS_1"], attributes["WEIGHTS_1"]}}
}

// skinned notes that a skin bends the instance placed last.
func (w *gltfWalk) skinned(ref gltfRef, mesh int) {
	if i := ref.in(len(w.doc.Skins)); i >= 0 {
		w.skins = append(w.skins, gltfSkinned{len(w.model.Instances) - 1, i, mesh})
	}
}

// keepSkins leaves the skins for Pose.
func (r *gltfReader) keepSkins() {
	for _, s := range r.skins {
		r.model.bendWith(s.instance, func(p *posing) error { return r.bend(s, p) })
	}
}

func (r *gltfReader) bend(s gltfSkinned, p *posing) error {
	joints, nodes, err := r.joints(s.skin, p)
	if err != nil {
		return err
	}
	base, done := 0, map[gltfVertexKey]bool{}
	for i := range r.meshes[s.mesh].parts {
		part := &r.meshes[s.mesh].parts[i]
		if done[part.gltfVertexKey] {
			continue
		}
		done[part.gltfVertexKey] = true
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
func (r *gltfReader) joints(number int, p *posing) (joints []*[16]float64, nodes []int, err error) {
	var s gltfSkin
	p.spend(len(r.doc.Skins[number]))
	if err := json.Unmarshal(r.doc.Skins[number], &s); err != nil {
		return nil, nil, refuse(codeMalformed, "skin %d can't be read", number)
	}
	if len(s.Joints) > maxJoints || p.left() < 0 {
		return nil, nil, refuse(codeLimit, "skin %d has %d joints", number, len(s.Joints))
	}
	binds, err := r.binds(s.Binds)
	p.spend(len(binds))
	if err != nil {
		return nil, nil, err
	}
	joints, nodes = make([]*[16]float64, len(s.Joints)), make([]int, len(s.Joints))
	for i, ref := range s.Joints {
		nodes[i] = unmoved
		if number, ok := r.moving[ref]; ok {
			nodes[i] = number
		}
		world, ok := r.worlds[ref]
		switch {
		case !ok:
		case binds == nil:
			joints[i] = joint(world)
		case 16*i+16 <= len(binds):
			bind := matrixOf(binds[16*i : 16*i+16])
			joints[i] = joint(multiply(&world, &bind))
		}
	}
	return joints, nodes, nil
}

func (r *gltfReader) binds(ref gltfRef) ([]float32, error) {
	if ref == 0 {
		return nil, nil
	}
	a, err := r.accessor("matrices", ref, 16, 16)
	if err != nil {
		return nil, err
	}
	if a.Count > maxJoints || a.ComponentType != gltfFloat32 || r.undecoded {
		return nil, refuse(codeMalformed, "a skin has matrices that can't be read")
	}
	binds := make([]float32, 16*a.Count)
	return binds, r.readFloats(ref, binds, 16)
}

// pull reads four joints for each vertex of a part, and lets them pull.
func (r *gltfReader) pull(p *posing, joints []*[16]float64, nodes []int, base int, part *gltfPart, from gltfPull) error {
	if from.joints == 0 || from.weights == 0 {
		return nil
	}
	count := r.doc.Accessors[part.positions-1].Count
	var values [2][]float32
	for i, ref := range [2]gltfRef{from.joints, from.weights} {
		a, err := r.accessor("joints", ref, 4, 4)
		if err != nil {
			return err
		}
		if a.Count != count || r.undecoded {
			return refuse(codeMalformed, "a mesh has %d positions and %d joints", count, a.Count)
		}
		values[i] = make([]float32, 4*count)
		if err := r.readFloats(ref, values[i], 4); err != nil {
			return err
		}
	}
	for i, weight := range values[1] {
		if number := values[0][i]; number >= 0 && number < float32(len(joints)) {
			p.pull(base+i/4, joints[int(number)], weight)
			p.keep(base+i/4, nodes[int(number)], weight)
		}
	}
	return nil
}
