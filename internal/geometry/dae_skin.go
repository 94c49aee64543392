package geometry

import "strings"

// daeMaxSearch bounds the elements looked at for joints.
const daeMaxSearch = 20_000_000

// daeSkinned is a skin that waits for the places of its joints.
type daeSkinned struct {
	instance, skin, geometry int
}

// control shows what a controller bends: a skin's mesh where its joints are, a
// morph's first shape at the node. Controllers may stand on each other.
func (w *daeWalk) control(instance, controller int, matrix *[16]float64) error {
	skinned := 0
	for range maxDepth {
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
			w.skins = append(w.skins, daeSkinned{instance, skinned, source})
			return nil
		default:
			return w.place(instance, source, matrix)
		}
	}
	return refuse(codeLimit, "the file's controllers lie in a circle")
}

// placeSkins draws the skins. Where a skeleton stands as it was bound, all its
// joints put the mesh at the same place; so the first that is there is asked.
func (w *daeWalk) placeSkins() error {
	for _, s := range w.skins {
		shape := identity
		if element := w.find(s.skin, "bind_shape_matrix"); element > 0 && w.list(element, shape[:]) == 16 {
			shape = transposed(shape)
		}
		joint, err := w.joint(s)
		if err != nil {
			return err
		}
		matrix := multiply(&joint, &shape)
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
func (w *daeWalk) joint(s daeSkinned) ([16]float64, error) {
	names, binds, err := w.jointSources(s)
	if err != nil || names == 0 || binds == 0 {
		return identity, err
	}
	name := ""
	for array := range w.children(names) {
		if strings.HasSuffix(string(w.name(array)), "_array") {
			word, _ := nextWord(w.content(array))
			name = string(word)
		}
	}
	bind := identity
	if array := w.find(binds, "float_array"); array > 0 && w.list(array, bind[:]) < 16 {
		return identity, nil
	}
	node, err := w.jointNode(s.instance, name)
	world, ok := w.worlds[node]
	if err != nil || node == 0 || !ok {
		return identity, err
	}
	bind = transposed(bind)
	return multiply(&world, &bind), nil
}

// jointNode finds a joint by its id, or by its sid below the skeletons of the
// instance; below the whole file where it names none.
func (w *daeWalk) jointNode(instance int, name string) (int, error) {
	if name == "" {
		return 0, nil
	}
	for _, root := range append(w.skeletons(instance), 0) {
		end := int(w.elements[root].next)
		for element := root; element < end; element++ {
			if w.searched++; w.searched > daeMaxSearch {
				return 0, refuse(codeLimit, "the file's skins have more joints than are looked for")
			}
			if w.is(element, "node") && w.attribute(element, "sid") == name {
				return element, nil
			}
		}
	}
	return w.named(name, "node"), nil
}

// skeletons are the nodes below which the joints of an instance are.
func (w *daeWalk) skeletons(instance int) (roots []int) {
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
func (r *daeReader) targets() (map[int]bool, error) {
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

func (r *daeReader) addTargets(targets map[int]bool, source int) {
	for array := range r.children(source) {
		if !strings.HasSuffix(string(r.name(array)), "_array") {
			continue
		}
		for word, rest := nextWord(r.content(array)); len(word) > 0; word, rest = nextWord(rest) {
			if geometry := r.named(string(word), "geometry"); geometry > 0 {
				targets[geometry] = true
			}
		}
	}
}
