// Package threemf reads 3MF: what a package builds, wherever its parts lie, with colours,
// pictures and materials.
//
// Beam lattices and slices are noted and not drawn, and a file that requires an extension
// that is not known here is not read. It knows no other format.
package threemf

import (
	"bytes"
	"slices"
	"strings"

	"vitrine/internal/geometry"
	"vitrine/internal/geometry/source"
)

// The namespaces of 3MF and of the extensions that are read.
const (
	schemas    = "http://schemas.microsoft.com/3dmanufacturing/"
	production = schemas + "production/2015/06"
	material   = schemas + "material/2015/02"
	beams      = schemas + "beamlattice/2017/02"
	balls      = schemas + "beamlattice/balls/2020/07"
	slice      = schemas + "slice/2015/07"
	sets       = schemas + "trianglesets/2021/07"
	relations  = "http://schemas.openxmlformats.org/package/2006/relationships"
	modelType  = schemas + "2013/01/3dmodel"
)

// units are how the file's units are called here. There is no word for
// microns: what is in them is placed a thousand times smaller, in mm.
var units = map[string]string{"": "mm", "millimeter": "mm", "micron": "mm", "centimeter": "cm", "meter": "m", "inch": "in", "foot": "ft"}

// Read reads 3MF (3MF Consortium, "3D Manufacturing Format Core
// Specification" 1.3, "Production Extension" 1.1, "Materials and Properties
// Extension" 1.2): what is built, wherever its parts lie in the package.
// Lattices and slices are not drawn.
func Read(in source.Input) (*geometry.Model, error) {
	archive, err := source.OpenArchive(in.File, source.MaxUnpackedArchive)
	if err != nil {
		return nil, err
	}
	r := &reader{archive: archive, model: &geometry.Model{UpAxis: "z"}, parts: map[string]*part{}}
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
			return geometry.TypeOnly(), nil
		}
	}
	return r.model, r.build(root)
}

// reader makes a model of a package.
type reader struct {
	archive *source.Archive
	model   *geometry.Model
	parts   map[string]*part // by their names in the archive
	queue   []*part          // to be read
	items   []place
	shrink  bool // the lengths are in microns

	vertices, triangles, values int64 // in all parts
	places                      int
	visits                      int
	drawn                       int64 // vertices

	beside     bool // there is geometry of other kinds
	unreadable bool // the file asks for an extension that is not known
}

// part is a part of the package that holds objects.
type part struct {
	name     string
	objects  map[uint32]*object
	groups   map[uint32]*group
	pictures map[uint32]picture
	looks    map[uint32][]look
}

// object is a mesh, or other objects put together.
type object struct {
	id         uint32
	name       string
	mesh       int // of the model; -1: none
	components []place
	open       bool // is being placed

	property  property // of triangles that have none
	positions []float32
	indices   []uint32
	paint     []property // of each triangle; nil: all have that of the object
	largest   uint32     // index
}

// place puts an object of a part at a place.
type place struct {
	part   *part
	object uint32
	matrix [16]float64
}

// root finds the part that holds the build (core specification, section 2.1).
func (r *reader) root() (*part, error) {
	name := "/3D/3dmodel.model"
	if relations, err := r.archive.Find("_rels/.rels"); err == nil && relations != nil {
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
func (r *reader) target(list string) (target string, err error) {
	file, err := r.archive.Find(list)
	if err != nil {
		return "", err
	}
	unpack, err := r.archive.Open(file)
	if err != nil {
		return "", err
	}
	defer unpack.Close()
	x := source.NewXML(list, unpack)
	if x.Child(0) {
		for x.Child(1) {
			if target == "" && x.Element.Is(relations, "Relationship") && string(x.Attr("", "Type")) == modelType {
				target = string(x.Attr("", "Target"))
			}
		}
	}
	for x.Child(0) {
		continue // to the end, which tells whether the text is whole
	}
	return target, x.Err
}

// part finds a part that objects are taken from, and sees to it that it is read.
func (r *reader) part(name string) (*part, error) {
	file, err := r.archive.Find(name)
	if err != nil {
		return nil, err
	}
	if file == nil {
		return nil, source.Refuse(source.Malformed, "the file names its part %q and does not have it", source.Shorten(name))
	}
	if known := r.parts[file.Name]; known != nil {
		return known, nil
	}
	part := &part{
		name: file.Name, objects: map[uint32]*object{}, groups: map[uint32]*group{},
		pictures: map[uint32]picture{}, looks: map[uint32][]look{},
	}
	r.parts[file.Name] = part
	r.queue = append(r.queue, part)
	return part, nil
}

// readPart reads a part from its beginning to its end.
func (r *reader) readPart(one *part, root bool) error {
	file, err := r.archive.Find(one.name)
	if err != nil {
		return err
	}
	unpack, err := r.archive.Open(file)
	if err != nil {
		return err
	}
	defer unpack.Close()
	p := &parser{reader: r, part: one, XML: source.NewXML(one.name, unpack)}
	if err := p.read(root); err != nil {
		return err
	}
	return p.finish()
}

// parser reads a part. The first error ends it.
type parser struct {
	*reader
	*source.XML
	part  *part
	core  string    // namespace of the core specification
	order []*object // with meshes, as they come
}

func (p *parser) read(root bool) error {
	if !p.Child(0) {
		return p.Err
	}
	p.core = p.Element.Space
	if string(p.Element.Local) != "model" || p.core != "" && !strings.HasPrefix(p.core, schemas) {
		return source.Refuse(source.Malformed, "%s begins with <%s>, which is no model of 3MF", p.What, source.Shorten(string(p.Element.Whole)))
	}
	if p.required(p.Attr("", "requiredextensions")); p.unreadable {
		return nil
	}
	if root {
		unit := string(p.Attr("", "unit"))
		p.model.Units, p.shrink = units[unit], unit == "micron"
	}
	for p.Child(1) {
		var err error
		switch {
		case p.Element.Is(p.core, "resources"):
			err = p.resources()
		case p.Element.Is(p.core, "build") && root:
			p.items, err = p.placed(p.items, "item")
		}
		if err != nil {
			return err
		}
	}
	for p.Child(0) {
		continue // to the end, which tells whether the bytes are whole
	}
	return p.Err
}

// required notes when the file can't be understood without an extension that is
// not known.
func (p *parser) required(prefixes []byte) {
	known := []string{p.core, production, material, beams, balls, slice, sets}
	for prefix := range bytes.FieldsSeq(prefixes) {
		p.unreadable = p.unreadable || !slices.Contains(known, p.Space(prefix))
	}
}

// resources reads what the build is made of.
func (p *parser) resources() error {
	for at := p.Depth; p.Child(at); {
		var err error
		switch {
		case p.Element.Is(p.core, "object"):
			err = p.object()
		case p.Element.Space == p.core || p.Element.Space == material:
			err = p.material(string(p.Element.Local))
		}
		if err != nil {
			return err
		}
	}
	return p.Err
}
