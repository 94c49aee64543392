package collada

import (
	"vitrine/internal/geometry"
	"vitrine/internal/geometry/source"
)

// walk places the meshes of nodes.
type walk struct {
	*reader
	visits   int
	vertices int64 // drawn
	worlds   map[int][16]float64
	skins    []boundSkin
	searched int
}

// readScene places the meshes of the scene, or of the first one where the file
// names none.
func (r *reader) readScene() error {
	root, err := r.sceneRoot()
	if err != nil || root == 0 {
		return err
	}
	walk := &walk{reader: r, worlds: map[int][16]float64{}}
	for node := range r.children(root) {
		if r.is(node, "node") {
			if err := walk.node(node, &geometry.Identity, 1); err != nil {
				return err
			}
		}
	}
	return walk.placeSkins()
}

func (r *reader) sceneRoot() (int, error) {
	if instance := r.find(0, "scene", "instance_visual_scene"); instance > 0 {
		root, err := r.refer(instance, "url", "visual_scene")
		if err != nil || root > 0 {
			return root, err
		}
	}
	return r.find(0, "library_visual_scenes", "visual_scene"), nil
}

// node places what a node shows, and what is in it.
func (w *walk) node(element int, parent *[16]float64, depth int) error {
	if depth > source.MaxDepth {
		return source.Refuse(source.Limit, "the file's nodes lie in a circle, or deeper in each other than %d", source.MaxDepth)
	}
	if w.visits++; w.visits > source.MaxNodes {
		return source.Refuse(source.Limit, "the file places more than %d nodes", source.MaxNodes)
	}
	matrix, err := w.local(element)
	if err != nil {
		return err
	}
	matrix = geometry.Multiply(parent, &matrix)
	if !geometry.Bounded(&matrix) {
		return source.Refuse(source.Malformed, "the file moves a node out of all bounds")
	}
	if _, before := w.worlds[element]; !before && w.model.Rigged {
		w.worlds[element] = matrix
	}
	for child := range w.children(element) {
		if err := w.show(child, &matrix, depth); err != nil {
			return err
		}
	}
	return nil
}

func (w *walk) show(child int, matrix *[16]float64, depth int) error {
	switch string(w.name(child)) {
	case "node":
		return w.node(child, matrix, depth+1)
	case "instance_node":
		node, err := w.refer(child, "url", "node")
		if err != nil || node == 0 {
			return err
		}
		return w.node(node, matrix, depth+1)
	case "instance_geometry":
		geometry, err := w.refer(child, "url", "geometry")
		if err != nil || geometry == 0 {
			return err
		}
		return w.place(child, geometry, matrix)
	case "instance_controller":
		controller, err := w.refer(child, "url", "controller")
		if err != nil || controller == 0 {
			return err
		}
		return w.control(child, controller, matrix)
	}
	return nil
}

// place draws a geometry in the materials of its instance.
func (w *walk) place(instance, element int, matrix *[16]float64) error {
	body, err := w.geometry(element)
	if err != nil || body.mesh < 0 {
		return err
	}
	chosen, err := w.chosen(instance)
	if err != nil {
		return err
	}
	mesh, err := w.bind(body, chosen)
	if err != nil {
		return err
	}
	if !geometry.Bounded(matrix) {
		return source.Refuse(source.Malformed, "the file moves a mesh out of all bounds")
	}
	if len(w.model.Instances) >= source.MaxNodes {
		return source.Refuse(source.Limit, "the file places more than %d meshes", source.MaxNodes)
	}
	if w.vertices += int64(len(w.model.Meshes[mesh].Positions) / 3); w.vertices > 3*source.MaxVertices {
		return source.Refuse(source.Limit, "the file draws more than %d vertices", 3*source.MaxVertices)
	}
	w.model.Instances = append(w.model.Instances, geometry.Instance{Mesh: mesh, Matrix: *matrix})
	return nil
}

// chosen are the materials of an instance by their symbols.
func (w *walk) chosen(instance int) (map[string]int, error) {
	list := w.find(instance, "bind_material", "technique_common")
	if list == 0 {
		return nil, nil
	}
	chosen := map[string]int{}
	for child := range w.children(list) {
		if !w.is(child, "instance_material") {
			continue
		}
		material, err := w.refer(child, "target", "material")
		if err != nil {
			return nil, err
		}
		if material > 0 {
			chosen[w.attribute(child, "symbol")] = w.materials[material]
		}
	}
	return chosen, nil
}

// readRest reads the geometries that no node shows, but for the shapes that
// others turn into. Where nothing is shown each is drawn once.
func (r *reader) readRest() error {
	placed := len(r.model.Instances) > 0
	targets, err := r.targets()
	if err != nil {
		return err
	}
	for library := range r.children(0) {
		if !r.is(library, "library_geometries") {
			continue
		}
		for element := range r.children(library) {
			if !r.is(element, "geometry") || r.meshes[element] != nil || targets[element] {
				continue
			}
			geometry, err := r.geometry(element)
			if err != nil {
				return err
			}
			if geometry.mesh < 0 {
				continue
			}
			if _, err := r.bind(geometry, nil); err != nil {
				return err
			}
			if !placed {
				r.model.Place(geometry.mesh)
			}
		}
	}
	return nil
}
