package geometry

import (
	"bytes"
	"slices"
	"strings"
)

// The namespaces of 3MF and of the extensions that are read.
const (
	tmfRoot       = "http://schemas.microsoft.com/3dmanufacturing/"
	tmfProduction = tmfRoot + "production/2015/06"
	tmfMaterial   = tmfRoot + "material/2015/02"
	tmfBeams      = tmfRoot + "beamlattice/2017/02"
	tmfBalls      = tmfRoot + "beamlattice/balls/2020/07"
	tmfSlice      = tmfRoot + "slice/2015/07"
	tmfSets       = tmfRoot + "trianglesets/2021/07"
	tmfRelations  = "http://schemas.openxmlformats.org/package/2006/relationships"
	tmfModelType  = tmfRoot + "2013/01/3dmodel"
)

// tmfUnits are how the file's units are called here. There is no word for
// microns: what is in them is placed a thousand times smaller, in mm.
var tmfUnits = map[string]string{"": "mm", "millimeter": "mm", "micron": "mm", "centimeter": "cm", "meter": "m", "inch": "in", "foot": "ft"}

// readThreeMF reads 3MF (3MF Consortium, "3D Manufacturing Format Core
// Specification" 1.3, "Production Extension" 1.1, "Materials and Properties
// Extension" 1.2): what is built, wherever its parts lie in the package.
// Lattices and slices are not drawn.
func readThreeMF(in Input) (*Model, error) {
	archive, err := openZip(in.Source, maxUnpackedZip)
	if err != nil {
		return nil, err
	}
	r := &tmfReader{archive: archive, model: &Model{UpAxis: "z"}, parts: map[string]*tmfPart{}}
	root, err := r.root()
	if err != nil {
		return nil, err
	}
	for len(r.queue) > 0 {
		part := r.queue[0]
		r.queue = r.queue[1:]
		if err := r.readPart(part, part == root); err != nil {
			return nil, err
		}
		if r.unreadable {
			return typeOnly(), nil
		}
	}
	return r.model, r.build(root)
}

// tmfReader makes a model of a package.
type tmfReader struct {
	archive *zipArchive
	model   *Model
	parts   map[string]*tmfPart // by their names in the archive
	queue   []*tmfPart          // to be read
	items   []tmfPlace
	shrink  bool // the lengths are in microns

	vertices, triangles, values int64 // in all parts
	places                      int
	visits                      int
	drawn                       int64 // vertices

	beside     bool // there is geometry of other kinds
	unreadable bool // the file asks for an extension that is not known
}

// tmfPart is a part of the package that holds objects.
type tmfPart struct {
	name     string
	objects  map[uint32]*tmfObject
	groups   map[uint32]*tmfGroup
	pictures map[uint32]tmfPicture
	looks    map[uint32][]tmfLook
}

// tmfObject is a mesh, or other objects put together.
type tmfObject struct {
	id         uint32
	name       string
	mesh       int // of the model; -1: none
	components []tmfPlace
	open       bool // is being placed

	property  tmfProperty // of triangles that have none
	positions []float32
	indices   []uint32
	paint     []tmfProperty // of each triangle; nil: all have that of the object
	largest   uint32        // index
}

// tmfPlace puts an object of a part at a place.
type tmfPlace struct {
	part   *tmfPart
	object uint32
	matrix [16]float64
}

// root finds the part that holds the build (core specification, section 2.1).
func (r *tmfReader) root() (*tmfPart, error) {
	name := "/3D/3dmodel.model"
	if relations, err := r.archive.find("_rels/.rels"); err == nil && relations != nil {
		target, err := r.target(relations.Name)
		if err != nil {
			return nil, err
		}
		if target != "" {
			name = target
		}
	}
	return r.part(name)
}

// target reads which part is the model; "" when the list does not say.
func (r *tmfReader) target(list string) (target string, err error) {
	file, err := r.archive.find(list)
	if err != nil {
		return "", err
	}
	unpack, err := r.archive.open(file)
	if err != nil {
		return "", err
	}
	defer unpack.Close()
	x := newXMLReader(list, unpack)
	if x.child(0) {
		for x.child(1) {
			if target == "" && x.element.is(tmfRelations, "Relationship") && string(x.attr("", "Type")) == tmfModelType {
				target = string(x.attr("", "Target"))
			}
		}
	}
	for x.child(0) {
		continue // to the end, which tells whether the text is whole
	}
	return target, x.err
}

// part finds a part that objects are taken from, and sees to it that it is read.
func (r *tmfReader) part(name string) (*tmfPart, error) {
	file, err := r.archive.find(name)
	if err != nil {
		return nil, err
	}
	if file == nil {
		return nil, refuse(codeMalformed, "the file names its part %q and does not have it", shorten(name))
	}
	if known := r.parts[file.Name]; known != nil {
		return known, nil
	}
	part := &tmfPart{
		name: file.Name, objects: map[uint32]*tmfObject{}, groups: map[uint32]*tmfGroup{},
		pictures: map[uint32]tmfPicture{}, looks: map[uint32][]tmfLook{},
	}
	r.parts[file.Name] = part
	r.queue = append(r.queue, part)
	return part, nil
}

// readPart reads a part from its beginning to its end.
func (r *tmfReader) readPart(part *tmfPart, root bool) error {
	file, err := r.archive.find(part.name)
	if err != nil {
		return err
	}
	unpack, err := r.archive.open(file)
	if err != nil {
		return err
	}
	defer unpack.Close()
	p := &tmfParser{tmfReader: r, part: part, xmlReader: newXMLReader(part.name, unpack)}
	if err := p.read(root); err != nil {
		return err
	}
	return p.finish()
}

// tmfParser reads a part. The first error ends it.
type tmfParser struct {
	*tmfReader
	*xmlReader
	part  *tmfPart
	core  string       // namespace of the core specification
	order []*tmfObject // with meshes, as they come
}

func (p *tmfParser) read(root bool) error {
	if !p.child(0) {
		return p.err
	}
	p.core = p.element.space
	if string(p.element.local) != "model" || p.core != "" && !strings.HasPrefix(p.core, tmfRoot) {
		return refuse(codeMalformed, "%s begins with <%s>, which is no model of 3MF", p.what, shorten(string(p.element.whole)))
	}
	if p.required(p.attr("", "requiredextensions")); p.unreadable {
		return nil
	}
	if root {
		unit := string(p.attr("", "unit"))
		p.model.Units, p.shrink = tmfUnits[unit], unit == "micron"
	}
	for p.child(1) {
		var err error
		switch {
		case p.element.is(p.core, "resources"):
			err = p.resources()
		case p.element.is(p.core, "build") && root:
			p.items, err = p.placed(p.items, "item")
		}
		if err != nil {
			return err
		}
	}
	for p.child(0) {
		continue // to the end, which tells whether the bytes are whole
	}
	return p.err
}

// required notes when the file can't be understood without an extension that is
// not known.
func (p *tmfParser) required(prefixes []byte) {
	known := []string{p.core, tmfProduction, tmfMaterial, tmfBeams, tmfBalls, tmfSlice, tmfSets}
	for prefix := range bytes.FieldsSeq(prefixes) {
		p.unreadable = p.unreadable || !slices.Contains(known, p.space(prefix))
	}
}

// resources reads what the build is made of.
func (p *tmfParser) resources() error {
	for at := p.depth; p.child(at); {
		var err error
		switch {
		case p.element.is(p.core, "object"):
			err = p.object()
		case p.element.space == p.core || p.element.space == tmfMaterial:
			err = p.material(string(p.element.local))
		}
		if err != nil {
			return err
		}
	}
	return p.err
}
