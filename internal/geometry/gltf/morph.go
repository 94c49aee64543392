package gltf

import (
	"fmt"
	"slices"

	"vitrine/internal/geometry"
	"vitrine/internal/geometry/source"
)

// morphTarget is a morph target with the weight at which the file shows it.
type morphTarget struct {
	positions, normals ref
	weight             float64
}

// variant is a mesh of the document as a node shows it, with weights of its own.
type variant struct {
	mesh    int
	weights string
}

// morph finds the targets that bend a primitive as the file stands (section
// 3.7.2.2), and returns by which key readVertices finds them: "" when there are none.
// A target without weight is not looked at.
func (r *reader) morph(from *primitive, weights []float64, count integer) (key string, err error) {
	var targets []morphTarget
	for i, target := range from.Targets {
		if i >= len(weights) || weights[i] == 0 {
			continue
		}
		added := morphTarget{target["POSITION"], target["NORMAL"], weights[i]}
		for _, ref := range [2]ref{added.positions, added.normals} {
			if err := r.checkTarget(ref, count); err != nil {
				return "", err
			}
		}
		if r.morphed += int64(count); r.morphed > geometry.MaxMorphed {
			return "", nil
		}
		targets = append(targets, added)
		key += fmt.Sprintf("%d %d %g;", added.positions, added.normals, added.weight)
	}
	if key != "" {
		r.morphs[key] = targets
	}
	return key, nil
}

func (r *reader) checkTarget(link ref, count integer) error {
	if link == 0 {
		return nil
	}
	a, err := r.accessor("a morph target", link, 3, 3)
	if err == nil && a.Count != count {
		err = source.Refuse(source.Malformed, "a mesh has %d positions and %d in a morph target", count, a.Count)
	}
	return err
}

// addTargets moves vertices as their targets do.
func (r *reader) addTargets(key string, to vertices) error {
	for _, target := range r.morphs[key] {
		if err := r.addTarget(target.positions, to.positions, target.weight); err != nil {
			return err
		}
		if to.normals == nil {
			continue
		}
		if err := r.addTarget(target.normals, to.normals, target.weight); err != nil {
			return err
		}
	}
	return nil
}

func (r *reader) addTarget(link ref, to []float32, weight float64) error {
	if link == 0 {
		return nil
	}
	offsets := make([]float32, len(to))
	if err := r.readFloats(link, offsets, 3); err != nil {
		return err
	}
	for i, offset := range offsets {
		to[i] += float32(float64(offset) * weight)
	}
	return nil
}

// planVariants plans the meshes that nodes show with weights of their own (section
// 3.7.2.2), each once. They are copies: their mesh is counted without them.
func (r *reader) planVariants() error {
	r.variants = map[variant]int{}
	for i := range r.doc.Nodes {
		node := &r.doc.Nodes[i]
		mesh := node.Mesh.in(len(r.doc.Meshes))
		if node.Weights == nil || mesh < 0 || r.planned[mesh] < 0 || slices.Equal(node.Weights, r.doc.Meshes[mesh].Weights) {
			continue
		}
		variant := variant{mesh, fmt.Sprint(node.Weights)}
		if _, known := r.variants[variant]; known || r.morphed > geometry.MaxMorphed || len(r.meshes) >= source.MaxNodes {
			continue
		}
		plan, err := r.planMesh(&r.doc.Meshes[mesh], node.Weights)
		if err != nil {
			return err
		}
		plan.copied = true
		if r.variants[variant] = len(r.meshes); r.morphed <= geometry.MaxMorphed {
			r.meshes = append(r.meshes, plan)
			continue
		}
		delete(r.variants, variant)
	}
	return nil
}

// meshOf is the mesh that a node shows, among those planned; -1 when there is nothing to
// be drawn.
func (r *reader) meshOf(n *node, mesh int) int {
	if n.Weights != nil {
		if at, ok := r.variants[variant{mesh, fmt.Sprint(n.Weights)}]; ok {
			return at
		}
	}
	return r.planned[mesh]
}
