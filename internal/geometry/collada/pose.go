package collada

import (
	"math"
	"strings"

	"vitrine/internal/geometry"
	"vitrine/internal/geometry/source"
)

// keepSkin leaves a skin that was placed last for Pose.
func (w *walk) keepSkin(s boundSkin, shape [16]float64) {
	corners := w.meshes[s.geometry].corners
	if corners == nil {
		return
	}
	w.model.AddSkin(func(p *geometry.Posing) error {
		joints, err := w.joints(s, shape, p)
		if err != nil {
			return err
		}
		return w.pull(s, p, func(position, number int64, weight float32) {
			if number < 0 || number >= int64(len(joints)) {
				return
			}
			for vertex := range corners.At(position) {
				if p.Left() < 0 {
					return
				}
				p.Pull(vertex, joints[number], weight)
			}
		})
	})
}

// joints are the matrices of a skin's joints: where each stands × its inverse bind
// matrix × the matrix of the shape (section "skinning a skeleton in COLLADA").
func (w *walk) joints(s boundSkin, shape [16]float64, p *geometry.Posing) (joints []*[16]float64, err error) {
	names, binds, err := w.jointSources(s)
	if err != nil || names == 0 || binds == 0 {
		return nil, err
	}
	array := w.find(binds, "float_array")
	if array == 0 {
		return nil, nil
	}
	numbers, err := w.floats(array)
	if err != nil {
		return nil, err
	}
	p.Spend(len(numbers))
	nodes := w.skeleton(s.instance, p)
	for array := range w.children(names) {
		if !strings.HasSuffix(string(w.name(array)), "_array") {
			continue
		}
		for word, rest := source.NextWord(w.content(array)); len(word) > 0 && len(joints) < len(numbers)/16; word, rest = source.NextWord(rest) {
			bind := geometry.Transposed(geometry.MatrixOf(numbers[16*len(joints) : 16*len(joints)+16]))
			world, ok := w.worlds[nodes[string(word)]]
			if !ok {
				joints = append(joints, nil)
				continue
			}
			joints = append(joints, geometry.Joint(geometry.Product(world, bind, shape)))
		}
	}
	return joints, nil
}

// jointSources are the sources of a skin's joints: their names, and their inverse
// bind matrices.
func (w *walk) jointSources(s boundSkin) (names, binds int, err error) {
	for input := range w.children(w.find(s.skin, "joints")) {
		source, err := w.refer(input, "source", "source")
		if err != nil {
			return 0, 0, err
		}
		switch w.attribute(input, "semantic") {
		case "JOINT":
			names = source
		case "INV_BIND_MATRIX":
			binds = source
		}
	}
	return names, binds, nil
}

// skeleton finds nodes by what skins call them: their sids below the skeletons of
// an instance, then anywhere, then their ids.
func (w *walk) skeleton(instance int, p *geometry.Posing) map[string]int {
	nodes := map[string]int{}
	for _, key := range [2]string{"sid", "id"} {
		for _, root := range append(w.skeletons(instance), 0) {
			end := int(w.elements[root].next)
			p.Spend(end - root)
			for element := root; element < end && p.Left() >= 0; element++ {
				if name := w.attribute(element, key); name != "" && w.is(element, "node") {
					if _, twice := nodes[name]; !twice {
						nodes[name] = element
					}
				}
			}
		}
	}
	return nodes
}

// pull reads which joints pull at each position, and how much.
func (w *walk) pull(s boundSkin, p *geometry.Posing, use func(position, joint int64, weight float32)) error {
	list := w.find(s.skin, "vertex_weights")
	offsets := map[string]int{"JOINT": -1, "WEIGHT": -1}
	stride, file := 1, 0
	for input := range w.children(list) {
		if !w.is(input, "input") {
			continue
		}
		offset, _ := source.ParseNumber([]byte(w.attribute(input, "offset")))
		if !(offset >= 0 && offset < maxStride) {
			return source.ErrNoNumber
		}
		semantic := w.attribute(input, "semantic")
		offsets[semantic], stride = int(offset), max(stride, int(offset)+1)
		if semantic == "WEIGHT" {
			var err error
			if file, err = w.refer(input, "source", "source"); err != nil {
				return err
			}
		}
	}
	if offsets["JOINT"] < 0 || file == 0 || w.find(list, "vcount") == 0 || w.find(list, "v") == 0 {
		return nil
	}
	weights, err := w.source(file, "weights", 1, 0)
	if err != nil {
		return err
	}
	pulls := pulls{counts: ints{text: w.content(w.find(list, "vcount"))}, numbers: ints{text: w.content(w.find(list, "v"))},
		stride: stride, joint: offsets["JOINT"], weight: offsets["WEIGHT"]}
	return pulls.each(p, func(position, joint, weight int64) {
		if weight >= 0 && weight < int64(len(weights)) {
			use(position, joint, weights[weight])
		}
	})
}

// pulls are the lists of a skin: how many joints each position has, and their
// numbers with those of the weights.
type pulls struct {
	counts, numbers       ints
	stride, joint, weight int
}

func (l *pulls) each(p *geometry.Posing, use func(position, joint, weight int64)) error {
	var numbers [maxStride]int64
	for position := int64(0); ; position++ {
		count, ok, err := l.counts.next()
		if err != nil || !ok {
			return err
		}
		for range min(count, math.MaxInt32) {
			p.Spend(1)
			for i := range l.stride {
				if numbers[i], ok, err = l.numbers.next(); err != nil || !ok || p.Left() < 0 {
					return err
				}
			}
			use(position, numbers[l.joint], numbers[l.weight])
		}
	}
}
