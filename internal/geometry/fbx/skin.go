package fbx

import (
	"vitrine/internal/geometry"
)

// keepSkins leaves the skins of a mesh that a model shows for Pose. Before version
// 7 they belong to the model.
func (r *reader) keepSkins(model int32, mesh *object) {
	skins := r.linked(mesh, kindSkin)
	if len(skins) == 0 {
		skins = r.linked(&r.objects[model], kindSkin)
	}
	if len(skins) == 0 {
		return
	}
	next := mesh.next
	r.model.AddSkin(func(p *geometry.Posing) error {
		for _, s := range skins {
			for _, cluster := range r.linked(&r.objects[s], kindCluster) {
				if err := r.pull(p, model, cluster, next); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// pull is a cluster: the points that a bone pulls, how much, and where it was
// when it was bound to them.
type pull struct {
	points      []int32
	weights     []float32
	bind, bound []float32 // of the mesh to the bone, and of the bone to the world
}

// pull lets the bone of a cluster pull.
func (r *reader) pull(p *geometry.Posing, model, cluster int32, next []int32) error {
	p.Spend(1)
	bones := r.linked(&r.objects[cluster], kindModel)
	if len(bones) == 0 || p.Left() < 0 {
		return nil
	}
	var from pull
	err := r.each(r.objects[cluster].record, func(child node) (err error) {
		switch child.name {
		case "Indexes":
			from.points, err = r.ints(child, "vertices of a bone", geometry.MaxPulls)
		case "Weights":
			from.weights, err = r.floats(child, "weights", geometry.MaxPulls)
		case "Transform":
			from.bind, err = r.floats(child, "numbers of a matrix", 16)
		case "TransformLink":
			from.bound, err = r.floats(child, "numbers of a matrix", 16)
		}
		return err
	})
	if err != nil {
		return err
	}
	p.Spend(len(from.points) + len(from.weights) + len(from.bind) + len(from.bound))
	bone, err := r.bone(&from, model, bones[0])
	if err != nil {
		return err
	}
	for i, point := range from.points[:min(len(from.points), len(from.weights))] {
		p.Pull(int(point), bone, from.weights[i])
		// A point with several normals or texture coordinates became several vertices, which must go with it.
		if next == nil || point < 0 || int(point) >= len(next) {
			continue
		}
		for other := next[point]; other >= 0 && p.Left() >= 0; other = next[other] {
			p.Pull(int(other), bone, from.weights[i])
		}
	}
	return nil
}

// bone is where a bone takes the points of a model's mesh: where it stands × the
// mesh's place in it when they were bound. Files without the latter have where the
// bone was then.
func (r *reader) bone(from *pull, model, bone int32) (*[16]float64, error) {
	stands, err := r.placed(bone, 1)
	if err != nil {
		return nil, err
	}
	shown, err := r.placed(model, 1)
	if err != nil {
		return nil, err
	}
	var bind [16]float64
	switch {
	case len(from.bind) == 16:
		bind = geometry.MatrixOf(from.bind)
	case len(from.bound) == 16:
		bound := geometry.MatrixOf(from.bound)
		undone, ok := geometry.Inverse(&bound)
		if !ok {
			return nil, nil
		}
		bind = geometry.Multiply(&undone, &shown.world)
	default:
		return nil, nil
	}
	return geometry.Joint(geometry.Product(stands.world, bind, shown.geometric)), nil
}
