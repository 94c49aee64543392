package fbx

import (
	"math"
	"strings"

	"vitrine/internal/geometry"
	"vitrine/internal/geometry/source"
)

// kind tells apart the objects that are kept.
type kind uint8

const (
	kindModel kind = iota + 1
	kindMesh
	kindMaterial
	kindTexture
	kindVideo
	kindSkin
	kindCluster
	kindBlendShape
	kindBlendChannel
	kindShape
)

// kinds are the objects that are kept, by what the file calls them.
var kinds = map[string]kind{
	"Model": kindModel, "Geometry": kindMesh, "Material": kindMaterial, "Texture": kindTexture, "LayeredTexture": kindTexture,
	"Video": kindVideo,
}

// deformers are the deformers that are kept.
var deformers = map[string]kind{
	"Skin": kindSkin, "Cluster": kindCluster, "BlendShape": kindBlendShape, "BlendShapeChannel": kindBlendChannel,
}

// key names an object: by a number, before version 7 by its name.
type key struct {
	id   int64
	name string
}

// fbxRoot is the parent of what has no other.
func (k key) isRoot() bool {
	return k == key{} || k.name == "Scene\x00\x01Model" || k.name == "Model::Scene"
}

type object struct {
	kind   kind
	name   string
	record node
	inside []link // the objects that are connected to this one
	parent int32  // of a model: another one, or -1
	number int32  // of a mesh or a material in the Model, -1 while it is not there

	next    []int32      // of a mesh: see builder
	placed  *placed      // of a model, once it was looked for
	file    string       // of a video: its file name
	content imageContent // and its picture, when that is inside the file
	picture *picture     // of a texture, once it was looked for
}

// placed is where a model stands: its matrix, and how its mesh is moved
// inside it.
type placed struct{ world, geometric [16]float64 }

// link is an object and the property of the other that it is connected to.
type link struct {
	object   int32
	property string
}

// readObjects keeps what is needed later. Rigs and animations only leave word
// that they are there.
func (r *reader) readObjects(section node) error {
	return r.each(section, func(record node) error {
		kind := kinds[record.name]
		switch record.name {
		case "AnimationCurve":
			return r.curve(record)
		case "GlobalSettings":
			return r.settings(record)
		case "Deformer", "NodeAttribute":
		default:
			if kind == 0 {
				return nil
			}
		}
		key, name, class, err := r.identify(record)
		if err != nil {
			return err
		}
		switch class {
		case "Skin", "Cluster", "LimbNode", "Limb":
			r.model.Rigged = true
		}
		if record.name == "Deformer" {
			kind = deformers[class]
		}
		if kind == 0 {
			return nil
		}
		return r.keep(object{kind: kind, name: name, record: record, parent: -1, number: -1}, key, class)
	})
}

// identify reads the key of an object, its name and its class.
func (r *reader) identify(record node) (k key, name, class string, err error) {
	values := r.values(record)
	first, err := values.next()
	if err != nil {
		return k, "", "", err
	}
	if first.kind == 'S' {
		values = r.values(record)
	} else {
		k.id = first.id
	}
	if name, err = values.text(); err != nil {
		return k, "", "", err
	}
	if first.kind == 'S' {
		k.name = name
	}
	// Behind a name stand two bytes, 0 and 1, and its class.
	name, _, _ = strings.Cut(name, "\x00")
	class, err = values.text()
	return k, strings.ToValidUTF8(name, "\uFFFD"), class, err
}

// keep takes an object. Before version 7 a model has its mesh in itself.
func (r *reader) keep(o object, k key, class string) error {
	if len(r.objects) >= source.MaxNodes {
		return source.Refuse(source.Limit, "the file has more than %d objects", source.MaxNodes)
	}
	number := int32(len(r.objects))
	switch {
	case o.kind == kindMesh && class == "Shape":
		o.kind = kindShape
	case o.kind == kindMesh && class != "Mesh":
		if strings.Contains(class, "Nurbs") {
			r.other = geometry.TypeNURBS
		} else if r.other == "" && class == "Line" {
			r.other = geometry.TypeOther
		}
		return nil
	}
	if _, twice := r.index[k]; !twice && !k.isRoot() {
		r.index[k] = number
	}
	if o.kind != kindModel || k.name == "" {
		r.objects = append(r.objects, o)
		return nil
	}
	o.inside = append(o.inside, link{object: number + 1})
	mesh := object{kind: kindMesh, name: o.name, record: o.record, parent: -1, number: -1}
	r.objects = append(r.objects, o, mesh)
	return nil
}

// curve notes that with two keys something moves.
func (r *reader) curve(record node) error {
	if r.model.Animated {
		return nil
	}
	return r.each(record, func(child node) error {
		if child.name != "KeyTime" {
			return nil
		}
		_, keys, err := r.list(child, "keys", math.MaxInt32)
		r.model.Animated = r.model.Animated || keys > 1
		return err
	})
}

// connect reads which object belongs to which.
func (r *reader) connect(section node) error {
	return r.each(section, func(record node) error {
		if record.name != "C" && record.name != "Connect" {
			return nil
		}
		values := r.values(record)
		if _, err := values.text(); err != nil {
			return err
		}
		child, err := r.find(values)
		if err != nil {
			return err
		}
		parent, err := r.find(values)
		if err != nil || child < 0 || parent < 0 {
			return err
		}
		property, err := values.text()
		if err != nil {
			return err
		}
		if r.objects[child].kind == kindModel && r.objects[parent].kind == kindModel {
			if r.objects[child].parent < 0 {
				r.objects[child].parent = parent
			}
			return nil
		}
		r.objects[parent].inside = append(r.objects[parent].inside, link{child, property})
		return nil
	})
}

// find reads the key of an object and returns its number, -1 when it was not kept.
func (r *reader) find(v *values) (int32, error) {
	// A key is a number or a text, and next passes over a text without reading it.
	again := *v
	value, err := v.next()
	if err != nil {
		return -1, err
	}
	key := key{id: value.id}
	if value.kind == 'S' {
		if key.name, err = again.text(); err != nil {
			return -1, err
		}
	}
	if number, ok := r.index[key]; ok {
		return number, nil
	}
	return -1, nil
}

// build reads the meshes and places each where models have it. A file that
// places nothing shows each mesh once.
func (r *reader) build() error {
	drawn := int64(0)
	for i := range r.objects {
		if r.objects[i].kind != kindModel {
			continue
		}
		materials := r.linked(&r.objects[i], kindMaterial)
		for _, link := range r.objects[i].inside {
			mesh := &r.objects[link.object]
			if mesh.kind != kindMesh {
				continue
			}
			if err := r.mesh(mesh, materials); err != nil {
				return err
			}
			if mesh.number < 0 {
				continue
			}
			if drawn += int64(len(r.model.Meshes[mesh.number].Positions) / 3); drawn > 3*source.MaxVertices {
				return source.Refuse(source.Limit, "the file draws more than %d vertices", 3*source.MaxVertices)
			}
			if err := r.place(int32(i), mesh.number); err != nil {
				return err
			}
			r.keepSkins(int32(i), mesh)
		}
	}
	return r.finish()
}

// finish reads the meshes that no model has, and looks at what there is.
func (r *reader) finish() error {
	placed := len(r.model.Instances) > 0
	for i := range r.objects {
		if r.objects[i].kind != kindMesh {
			continue
		}
		if err := r.mesh(&r.objects[i], nil); err != nil {
			return err
		}
	}
	for i := range r.model.Meshes {
		if !placed {
			r.model.Place(i)
		}
	}
	switch {
	case len(r.model.Meshes) > 0:
	case r.other != "":
		r.model.Type, r.model.Counts = r.other, &geometry.Counts{Polygons: -1, Triangles: -1, Vertices: -1, Certainty: geometry.Declared}
	case !r.model.Rigged && !r.model.Animated:
		return source.Refuse(source.NoContent, "the file holds no mesh, no rig and no animation")
	}
	return nil
}

// linked returns the numbers of the objects of a kind that belong to another.
func (r *reader) linked(to *object, k kind) (numbers []int32) {
	for _, link := range to.inside {
		if r.objects[link.object].kind == k {
			numbers = append(numbers, link.object)
		}
	}
	return numbers
}

func (r *reader) place(model, mesh int32) error {
	if len(r.model.Instances) >= source.MaxNodes {
		return source.Refuse(source.Limit, "the file places more than %d meshes", source.MaxNodes)
	}
	placed, err := r.placed(model, 1)
	if err != nil {
		return err
	}
	matrix := geometry.Multiply(&placed.world, &placed.geometric)
	if !geometry.Bounded(&matrix) {
		return source.Refuse(source.Malformed, "the file moves a mesh out of all bounds")
	}
	r.model.Instances = append(r.model.Instances, geometry.Instance{Mesh: int(mesh), Matrix: matrix})
	return nil
}

// placed finds where a model stands, by all that it stands in.
func (r *reader) placed(model int32, depth int) (*placed, error) {
	object := &r.objects[model]
	if object.placed != nil {
		return object.placed, nil
	}
	if depth > source.MaxDepth {
		return nil, source.Refuse(source.Limit, "the file's nodes lie in a circle, or deeper in each other than %d", source.MaxDepth)
	}
	own, err := r.transform(object.record)
	if err != nil {
		return nil, err
	}
	placed := &placed{own.local(), own.geometric()}
	if object.parent >= 0 {
		parent, err := r.placed(object.parent, depth+1)
		if err != nil {
			return nil, err
		}
		placed.world = geometry.Multiply(&parent.world, &placed.world)
	}
	if !geometry.Bounded(&placed.world) {
		return nil, source.Refuse(source.Malformed, "the file moves a node out of all bounds")
	}
	object.placed = placed
	return placed, nil
}
