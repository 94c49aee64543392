package geometry

import (
	"math"
	"strings"
)

// fbxKind tells apart the objects that are kept.
type fbxKind uint8

const (
	fbxModel fbxKind = iota + 1
	fbxMesh
	fbxMaterial
	fbxTexture
	fbxVideo
	fbxSkin
	fbxCluster
	fbxBlendShape
	fbxBlendChannel
	fbxShape
)

var fbxKinds = map[string]fbxKind{
	"Model": fbxModel, "Geometry": fbxMesh, "Material": fbxMaterial, "Texture": fbxTexture, "LayeredTexture": fbxTexture, "Video": fbxVideo,
}

// fbxDeformers are the deformers that are kept.
var fbxDeformers = map[string]fbxKind{"Skin": fbxSkin, "Cluster": fbxCluster, "BlendShape": fbxBlendShape, "BlendShapeChannel": fbxBlendChannel}

// fbxKey names an object: by a number, before version 7 by its name.
type fbxKey struct {
	id   int64
	name string
}

// fbxRoot is the parent of what has no other.
func (k fbxKey) isRoot() bool {
	return k == fbxKey{} || k.name == "Scene\x00\x01Model" || k.name == "Model::Scene"
}

type fbxObject struct {
	kind   fbxKind
	name   string
	record fbxRecord
	inside []fbxLink // the objects that are connected to this one
	parent int32     // of a model: another one, or -1
	number int32     // of a mesh or a material in the Model, -1 while it is not there

	next    []int32     // of a mesh: see fbxBuilder
	placed  *fbxPlaced  // of a model, once it was looked for
	file    string      // of a video: its file name
	content fbxContent  // and its picture, when that is inside the file
	picture *fbxPicture // of a texture, once it was looked for
}

// fbxPlaced is where a model stands: its matrix, and how its mesh is moved
// inside it.
type fbxPlaced struct{ world, geometric [16]float64 }

// fbxLink is an object and the property of the other that it is connected to.
type fbxLink struct {
	object   int32
	property string
}

// readObjects keeps what is needed later. Rigs and animations only leave word
// that they are there.
func (r *fbxReader) readObjects(section fbxRecord) error {
	return r.each(section, func(record fbxRecord) error {
		kind := fbxKinds[record.name]
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
			kind = fbxDeformers[class]
		}
		if kind == 0 {
			return nil
		}
		return r.keep(fbxObject{kind: kind, name: name, record: record, parent: -1, number: -1}, key, class)
	})
}

// identify reads the key of an object, its name and its class.
func (r *fbxReader) identify(record fbxRecord) (key fbxKey, name, class string, err error) {
	values := r.values(record)
	first, err := values.next()
	if err != nil {
		return key, "", "", err
	}
	if first.kind == 'S' {
		values = r.values(record)
	} else {
		key.id = first.id
	}
	if name, err = values.text(); err != nil {
		return key, "", "", err
	}
	if first.kind == 'S' {
		key.name = name
	}
	name, _, _ = strings.Cut(name, "\x00")
	class, err = values.text()
	return key, strings.ToValidUTF8(name, "\uFFFD"), class, err
}

// keep takes an object. Before version 7 a model has its mesh in itself.
func (r *fbxReader) keep(object fbxObject, key fbxKey, class string) error {
	if len(r.objects) >= maxNodes {
		return refuse(codeLimit, "the file has more than %d objects", maxNodes)
	}
	number := int32(len(r.objects))
	switch {
	case object.kind == fbxMesh && class == "Shape":
		object.kind = fbxShape
	case object.kind == fbxMesh && class != "Mesh":
		if strings.Contains(class, "Nurbs") {
			r.other = typeNURBS
		} else if r.other == "" && class == "Line" {
			r.other = typeOther
		}
		return nil
	}
	if _, twice := r.index[key]; !twice && !key.isRoot() {
		r.index[key] = number
	}
	if object.kind != fbxModel || key.name == "" {
		r.objects = append(r.objects, object)
		return nil
	}
	object.inside = append(object.inside, fbxLink{object: number + 1})
	mesh := fbxObject{kind: fbxMesh, name: object.name, record: object.record, parent: -1, number: -1}
	r.objects = append(r.objects, object, mesh)
	return nil
}

// curve: with two keys something moves.
func (r *fbxReader) curve(record fbxRecord) error {
	if r.model.Animated {
		return nil
	}
	return r.each(record, func(child fbxRecord) error {
		if child.name != "KeyTime" {
			return nil
		}
		_, keys, err := r.list(child, "keys", math.MaxInt32)
		r.model.Animated = r.model.Animated || keys > 1
		return err
	})
}

// connect reads which object belongs to which.
func (r *fbxReader) connect(section fbxRecord) error {
	return r.each(section, func(record fbxRecord) error {
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
		if r.objects[child].kind == fbxModel && r.objects[parent].kind == fbxModel {
			if r.objects[child].parent < 0 {
				r.objects[child].parent = parent
			}
			return nil
		}
		r.objects[parent].inside = append(r.objects[parent].inside, fbxLink{child, property})
		return nil
	})
}

// find reads the key of an object and gives its number, -1 when it was not kept.
func (r *fbxReader) find(values *fbxValues) (int32, error) {
	again := *values
	value, err := values.next()
	if err != nil {
		return -1, err
	}
	key := fbxKey{id: value.id}
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
func (r *fbxReader) build() error {
	drawn := int64(0)
	for i := range r.objects {
		if r.objects[i].kind != fbxModel {
			continue
		}
		materials := r.linked(&r.objects[i], fbxMaterial)
		for _, link := range r.objects[i].inside {
			mesh := &r.objects[link.object]
			if mesh.kind != fbxMesh {
				continue
			}
			if err := r.mesh(mesh, materials); err != nil {
				return err
			}
			if mesh.number < 0 {
				continue
			}
			if drawn += int64(len(r.model.Meshes[mesh.number].Positions) / 3); drawn > 3*maxVertices {
				return refuse(codeLimit, "the file draws more than %d vertices", 3*maxVertices)
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
func (r *fbxReader) finish() error {
	placed := len(r.model.Instances) > 0
	for i := range r.objects {
		if r.objects[i].kind != fbxMesh {
			continue
		}
		if err := r.mesh(&r.objects[i], nil); err != nil {
			return err
		}
	}
	for i := range r.model.Meshes {
		if !placed {
			r.model.place(i)
		}
	}
	switch {
	case len(r.model.Meshes) > 0:
	case r.other != "":
		r.model.Type, r.model.Counts = r.other, &Counts{Polygons: -1, Triangles: -1, Vertices: -1, Certainty: Declared}
	case !r.model.Rigged && !r.model.Animated:
		return refuse(codeNoGeometry, "the file holds no mesh, no rig and no animation")
	}
	return nil
}

// linked gives the numbers of the objects of a kind that belong to another.
func (r *fbxReader) linked(to *fbxObject, kind fbxKind) (numbers []int32) {
	for _, link := range to.inside {
		if r.objects[link.object].kind == kind {
			numbers = append(numbers, link.object)
		}
	}
	return numbers
}

func (r *fbxReader) place(model, mesh int32) error {
	if len(r.model.Instances) >= maxNodes {
		return refuse(codeLimit, "the file places more than %d meshes", maxNodes)
	}
	placed, err := r.placed(model, 1)
	if err != nil {
		return err
	}
	matrix := multiply(&placed.world, &placed.geometric)
	if !bounded(&matrix) {
		return refuse(codeMalformed, "the file moves a mesh out of all bounds")
	}
	r.model.Instances = append(r.model.Instances, Instance{Mesh: int(mesh), Matrix: matrix})
	return nil
}

// placed finds where a model stands, by all that it stands in.
func (r *fbxReader) placed(model int32, depth int) (*fbxPlaced, error) {
	object := &r.objects[model]
	if object.placed != nil {
		return object.placed, nil
	}
	if depth > maxDepth {
		return nil, refuse(codeLimit, "the file's nodes lie in a circle, or deeper in each other than %d", maxDepth)
	}
	own, err := r.transform(object.record)
	if err != nil {
		return nil, err
	}
	placed := &fbxPlaced{own.local(), own.geometric()}
	if object.parent >= 0 {
		parent, err := r.placed(object.parent, depth+1)
		if err != nil {
			return nil, err
		}
		placed.world = multiply(&parent.world, &placed.world)
	}
	if !bounded(&placed.world) {
		return nil, refuse(codeMalformed, "the file moves a node out of all bounds")
	}
	object.placed = placed
	return placed, nil
}
