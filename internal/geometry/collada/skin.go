package collada

import (
	"strings"

	"vitrine/internal/geometry"
	"vitrine/internal/geometry/source"
)

// maxSearch bounds the elements looked at for joints.
const maxSearch = 20_000_000

// boundSkin is a skin that waits for the places of its joints.
type boundSkin struct {
	instance, skin, geometry int
}

// control shows what a controller bends: a skin's mesh where its joints are, a
// morph's first shape at the node. Controllers may stand on each other.
func (w *walk) control(instance, controller int, matrix *[16]float64) error {
	skinned := 0
	for range source.MaxDepth {
		bend, kind := w.find(controller, "skin"), "skin"
		if bend == 0 {
			bend, kind = w.find(controller, "morph"), "morph"
		}
		if bend == 0 {
			return nil
		}
		if kind == "skin" && skinned == 0 {
			skinned = bend
		}
		source, err := w.refer(bend, "source", "geometry", "controller")
		switch {
		case err != nil || source == 0:
			return err
		case w.is(source, "controller"):
			controller = source
		case skinned > 0:
			w.skins = append(w.skins, boundSkin{instance, skinned, source})
			return nil
		default:
			return w.place(instance, source, matrix)
		}
	}
	return source.Refuse(source.Limit, "the file's controllers lie in a circle")
}

// placeSkins draws the skins. Where a skeleton stands as it was bound, all its
// joints put the mesh at the same place; so the first that is there is asked.
func (w *walk) placeSkins() error {
	for _, s := range w.skins {
		shape := geometry.Identity
		if element := w.find(s.skin, "bind_shape_matrix"); element > 0 && w.list(element, shape[:]) == 16 {
			shape = geometry.Transposed(shape)
		}
		joint, err := w.joint(s)
		if err != nil {
			return err
		}
		matrix := geometry.Multiply(&joint, &shape)
		before := len(w.model.Instances)
		if err := w.place(s.instance, s.geometry, &matrix); err != nil {
			return err
		}
		if len(w.model.Instances) > before {
			w.keepSkin(s, shape)
		}
	}
	return nil
}

// joint is where the first joint takes what it was bound to: its place × its
// inverse bind matrix (section "skinning a skeleton in COLLADA").
func (w *walk) joint(s boundSkin) ([16]float64, error) {
	names, binds, err := w.jointSources(s)
	if err != nil || names == 0 || binds == 0 {
		return geometry.Identity, err
	}
	name := ""
	for array := range w.children(names) {
		if strings.HasSuffix(string(w.name(array)), "_array") {
			word, _ := source.NextWord(w.content(array))
			name = string(word)
		}
	}
	bind := geometry.Identity
	if array := w.find(binds, "float_array"); array > 0 && w.list(array, bind[:]) < 16 {
		return geometry.Identity, nil
	}
	node, err := w.jointNode(s.instance, name)
	world, ok := w.worlds[node]
	if err != nil || node == 0 || !ok {
		return geometry.Identity, err
	}
	bind = geometry.Transposed(bind)
	return geometry.Multiply(&world, &bind), nil
}

// jointNode finds a joint by its id, or by its sid below the skeletons of the
// instance; below the whole file where it names none.
func (w *walk) jointNode(instance int, name string) (int, error) {
	if name == "" {
		return 0, nil
	}
	for _, root := range append(w.skeletons(instance), 0) {
		end := int(w.elements[root].next)
		for element := root; element < end; element++ {
			if w.searched++; w.searched > maxSearch {
				return 0, source.Refuse(source.Limit, "the file's skins have more joints than are looked for")
			}
			if w.is(element, "node") && w.attribute(element, "sid") == name {
				return element, nil
			}
		}
	}
	return w.named(name, "node"), nil
}

// skeletons are the nodes below which the joints of an instance are.
func (w *walk) skeletons(instance int) (roots []int) {
	for child := range w.children(instance) {
		if w.is(child, "skeleton") {
			if root := w.named(strings.TrimPrefix(w.word(child), "#"), "node"); root > 0 {
				roots = append(roots, root)
			}
		}
	}
	return roots
}

// targets are the geometries that a morph turns into: its source is the shape
// that is drawn.
func (r *reader) targets() (map[int]bool, error) {
	targets := map[int]bool{}
	for library := range r.children(0) {
		if !r.is(library, "library_controllers") {
			continue
		}
		for morph := range r.inside(library, "morph") {
			for input := range r.inside(morph, "input") {
				if r.attribute(input, "semantic") != "MORPH_TARGET" {
					continue
				}
				source, err := r.refer(input, "source", "source")
				if err != nil {
					return nil, err
				}
				if source > 0 {
					r.addTargets(targets, source)
				}
			}
		}
	}
	return targets, nil
}

func (r *reader) addTargets(targets map[int]bool, file int) {
	for array := range r.children(file) {
		if !strings.HasSuffix(string(r.name(array)), "_array") {
			continue
		}
		for word, rest := source.NextWord(r.content(array)); len(word) > 0; word, rest = source.NextWord(rest) {
			if geometry := r.named(string(word), "geometry"); geometry > 0 {
				targets[geometry] = true
			}
		}
	}
}
