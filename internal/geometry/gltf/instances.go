package gltf

import (
	"vitrine/internal/geometry"
	"vitrine/internal/geometry/source"
)

// instancing is EXT_mesh_gpu_instancing (Khronos glTF registry, vendor
// extensions): a node's mesh is drawn once for each element of its accessors.
type instancing struct {
	Attributes map[string]ref `json:"attributes"`
}

// places are the translations, rotations and scales of instances; nil where
// they have none.
type places struct {
	count                         int
	translation, rotation, scales []float32
}

// placeAll places a node's mesh as often as its instances say.
func (w *walk) placeAll(n *node, matrix *[16]float64) error {
	places, err := w.places(n.Extensions.Instancing.Attributes)
	if err != nil {
		return err
	}
	if w.visits += places.count; w.visits > source.MaxNodes {
		return source.Refuse(source.Limit, "the file places more than %d nodes", source.MaxNodes)
	}
	for i := range places.count {
		instance := geometry.Multiply(matrix, places.at(i))
		if !geometry.Bounded(&instance) {
			return source.Refuse(source.Malformed, "an instance of mesh %d is moved out of all bounds", n.Mesh-1)
		}
		if err := w.place(n, instance); err != nil {
			return err
		}
	}
	return nil
}

// places reads where instances stand. Of data that is compressed or missing it
// only tells how many there are.
func (w *walk) places(attributes map[string]ref) (p places, err error) {
	p.count = -1
	for _, attribute := range []struct {
		name  string
		width int
		to    *[]float32
	}{{"TRANSLATION", 3, &p.translation}, {"ROTATION", 4, &p.rotation}, {"SCALE", 3, &p.scales}} {
		ref := attributes[attribute.name]
		if ref == 0 {
			continue
		}
		a, err := w.accessor("places of instances", ref, attribute.width, attribute.width)
		if err != nil {
			return p, err
		}
		n := int(a.Count)
		if n > source.MaxNodes {
			return p, source.Refuse(source.Limit, "the file places more than %d nodes", source.MaxNodes)
		}
		if p.count >= 0 && n != p.count {
			return p, source.Refuse(source.Malformed, "the instances of a node have %d places in one list and %d in another", p.count, n)
		}
		p.count = n
		if w.undecoded {
			continue
		}
		*attribute.to = make([]float32, attribute.width*n)
		if err := w.readFloats(ref, *attribute.to, attribute.width); err != nil {
			return p, err
		}
	}
	if p.count < 0 {
		p.count = 1 // nothing that is known tells how many
	}
	return p, nil
}

// at is the matrix of an instance, which stands inside its node.
func (p *places) at(i int) *[16]float64 {
	var node node
	if p.translation != nil {
		v := p.translation[3*i:][:3]
		node.Translation = &[3]float64{float64(v[0]), float64(v[1]), float64(v[2])}
	}
	if p.rotation != nil {
		v := p.rotation[4*i:][:4]
		node.Rotation = &[4]float64{float64(v[0]), float64(v[1]), float64(v[2]), float64(v[3])}
	}
	if p.scales != nil {
		v := p.scales[3*i:][:3]
		node.Scale = &[3]float64{float64(v[0]), float64(v[1]), float64(v[2])}
	}
	return node.local()
}
