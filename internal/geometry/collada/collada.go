// Package collada reads Collada (DAE): meshes with their holes, materials in the common
// profile, the tree of nodes, and skins as their skeletons stand.
//
// The whole document is held as text with a list of its elements, because parts refer to
// each other in any order. It follows no address and no other document. It knows no other
// format.
package collada

import (
	"bytes"
	"math"
	"net/url"
	"strings"

	"vitrine/internal/geometry"
	"vitrine/internal/geometry/source"
)

// reader makes a model of a document.
type reader struct {
	*doc
	in        source.Input
	model     *geometry.Model
	ids       map[string]int
	materials map[int]int // by their elements
	images    map[int]*geometry.Texture
	meshes    map[int]*shape // by their elements

	array    array // read last
	numbers  int64 // read from arrays
	vertices int64
	corners  int64
}

// Read reads COLLADA 1.4 and 1.5 (Khronos, "COLLADA – Digital Asset Schema
// Release 1.4.1", and 1.5.0). What other documents hold is not read: of another
// file it says only that it is missing.
func Read(in source.Input) (*geometry.Model, error) {
	text, err := in.ReadAll(maxText)
	if err != nil {
		return nil, err
	}
	doc, err := parse(bytes.TrimPrefix(text, []byte("\xef\xbb\xbf")))
	if err != nil {
		return nil, err
	}
	if !doc.is(0, "COLLADA") {
		return nil, source.Refuse(source.Malformed, "the file's root is <%s>, not <COLLADA>", source.Shorten(string(doc.name(0))))
	}
	if version := doc.attribute(0, "version"); strings.HasPrefix(version, "1.3") || strings.HasPrefix(version, "1.2") {
		return nil, source.Refuse(source.Malformed, "the file is COLLADA %s; export it as COLLADA 1.4", source.Shorten(version))
	}
	r := &reader{doc: doc, in: in, model: &geometry.Model{}, materials: map[int]int{}, images: map[int]*geometry.Texture{},
		meshes: map[int]*shape{}}
	return r.model, r.read()
}

func (r *reader) read() error {
	r.index()
	r.asset()
	for element := range r.children(0) {
		switch string(r.name(element)) {
		case "library_animations":
			for range r.inside(element, "channel") {
				r.model.Animated = true
				break
			}
		case "library_controllers":
			for range r.inside(element, "skin") {
				r.model.Rigged = true
				break
			}
		}
	}
	for _, step := range []func() error{r.readMaterials, r.readScene, r.readRest} {
		if err := step(); err != nil {
			return err
		}
	}
	if len(r.model.Meshes) > 0 {
		return nil
	}
	for range r.inside(0, "brep") {
		r.model.Type, r.model.Counts = geometry.TypeNURBS, &geometry.Counts{Polygons: -1, Triangles: -1, Vertices: -1,
			Certainty: geometry.Declared}
		return nil
	}
	if len(r.model.Missing) > 0 { // all of it is in other files
		r.model.Counts = &geometry.Counts{Polygons: -1, Triangles: -1, Vertices: -1, Certainty: geometry.Unsure}
		return nil
	}
	return source.Refuse(source.NoContent, "the file holds no mesh")
}

// named are the elements that others speak of.
var named = map[string]bool{
	"geometry": true, "source": true, "vertices": true, "controller": true, "node": true, "visual_scene": true, "material": true,
	"effect": true, "image": true, "float_array": true, "int_array": true, "Name_array": true, "IDREF_array": true, "SIDREF_array": true,
}

// index finds the elements by their ids. Of those with the same one the first
// counts.
func (r *reader) index() {
	r.ids = map[string]int{}
	for element := range r.elements {
		if !named[string(r.name(element))] {
			continue
		}
		if id := r.attribute(element, "id"); id != "" {
			if _, twice := r.ids[id]; !twice {
				r.ids[id] = element
			}
		}
	}
}

// asset reads the unit, which is the metre where nothing is said, and the axis
// that is up, which is y.
func (r *reader) asset() {
	asset := r.find(0, "asset")
	meter := 1.0
	if unit := r.find(asset, "unit"); asset > 0 && unit > 0 {
		if text := r.attribute(unit, "meter"); text != "" {
			meter, _, _ = number([]byte(text), 0) // what is no number is no unit
		}
	}
	for _, unit := range []struct {
		name  string
		meter float64
	}{{"mm", 0.001}, {"cm", 0.01}, {"m", 1}, {"in", 0.0254}, {"ft", 0.3048}} {
		if math.Abs(meter-unit.meter) < 1e-4*unit.meter {
			r.model.Units = unit.name
		}
	}
	r.model.UpAxis = "y"
	if up := r.find(asset, "up_axis"); asset > 0 && up > 0 {
		switch r.word(up) {
		case "X_UP":
			r.model.UpAxis = "x"
		case "Z_UP":
			r.model.UpAxis = "z"
		}
	}
}

// refer finds the element of a kind that an attribute speaks of; 0 is none. One
// in another document is noted as missing.
func (r *reader) refer(element int, attribute string, kinds ...string) (int, error) {
	uri := strings.TrimSpace(r.attribute(element, attribute))
	name, id, found := strings.Cut(uri, "#")
	if !found {
		name, id = "", uri
	}
	if name != "" {
		return 0, r.external(name)
	}
	return r.named(id, kinds...), nil
}

func (r *reader) named(id string, kinds ...string) int {
	at, ok := r.ids[id]
	if !ok {
		// Some programs write a reference as a URI.
		if plain, err := url.PathUnescape(id); err == nil {
			at = r.ids[plain]
		}
	}
	for _, kind := range kinds {
		if at > 0 && r.is(at, kind) {
			return at
		}
	}
	return 0
}

func (r *reader) external(uri string) error {
	_, _, err := r.beside(uri)
	return err
}

// beside finds another upload by its URI, which is often the path on the machine
// that wrote it.
func (r *reader) beside(uri string) (source.File, bool, error) {
	if len(uri) >= len("file:") && strings.EqualFold(uri[:len("file:")], "file:") {
		uri = strings.TrimLeft(uri[len("file:"):], "/")
	}
	if plain, err := url.PathUnescape(uri); err == nil {
		uri = plain
	}
	return r.model.LooseSibling(r.in, uri)
}
