package gltf

import (
	"math"

	"vitrine/internal/geometry"
	"vitrine/internal/geometry/source"
)

// walk places the meshes of nodes.
type walk struct {
	*reader
	visits   int
	vertices int64 // drawn
}

// placeNodes places the meshes of the default scene (section 3.5). Without one
// it is all nodes that are no other's child, and a file that places nothing
// shows each mesh once.
func (r *reader) placeNodes() error {
	if len(r.doc.Nodes) > source.MaxNodes {
		return source.Refuse(source.Limit, "the file has %d nodes, at most %d are read", len(r.doc.Nodes), source.MaxNodes)
	}
	roots, err := r.roots()
	if err != nil {
		return err
	}
	r.worlds = map[ref][16]float64{}
	walk := &walk{reader: r}
	for _, root := range roots {
		if err := walk.node(root, 0, &geometry.Identity, 1); err != nil {
			return err
		}
	}
	if len(r.model.Instances) == 0 {
		for i := range r.meshes {
			r.model.Place(i)
			r.carriers = append(r.carriers, 0)
		}
	}
	return nil
}

func (r *reader) roots() ([]ref, error) {
	if r.doc.Scene > 0 {
		i := r.doc.Scene.in(len(r.doc.Scenes))
		if i < 0 {
			return nil, source.Refuse(source.Malformed, "the file refers to scene %d but has only %d", r.doc.Scene-1, len(r.doc.Scenes))
		}
		return r.doc.Scenes[i].Nodes, nil
	}
	child := make([]bool, len(r.doc.Nodes))
	for i := range r.doc.Nodes {
		for _, ref := range r.doc.Nodes[i].Children {
			if k := ref.in(len(child)); k >= 0 {
				child[k] = true
			}
		}
	}
	var roots []ref
	for i, is := range child {
		if !is {
			roots = append(roots, ref(i+1))
		}
	}
	if len(roots) == 0 && len(child) > 0 {
		return nil, source.Refuse(source.Limit, "the file's nodes lie in a circle")
	}
	return roots, nil
}

func (w *walk) node(link, above ref, parent *[16]float64, depth int) error {
	i := link.in(len(w.doc.Nodes))
	if i < 0 {
		return source.Refuse(source.Malformed, "the file refers to node %d but has only %d", link-1, len(w.doc.Nodes))
	}
	if depth > source.MaxDepth {
		return source.Refuse(source.Limit, "the file's nodes lie in a circle, or deeper in each other than %d", source.MaxDepth)
	}
	if w.visits++; w.visits > source.MaxNodes {
		return source.Refuse(source.Limit, "the file places more than %d nodes", source.MaxNodes)
	}
	node := &w.doc.Nodes[i]
	matrix := geometry.Multiply(parent, node.local())
	if !geometry.Bounded(&matrix) {
		return source.Refuse(source.Malformed, "node %d moves its mesh out of all bounds", i)
	}
	if _, before := w.worlds[link]; !before && len(w.doc.Skins) > 0 {
		w.worlds[link] = matrix
	}
	if len(w.doc.Animations) > 0 {
		w.walked = append(w.walked, walked{link, above, matrix})
	}
	if node.Mesh > 0 {
		before := len(w.model.Instances)
		if err := w.placeMesh(node, matrix); err != nil {
			return err
		}
		for range len(w.model.Instances) - before {
			w.carriers = append(w.carriers, link)
		}
	}
	for _, child := range node.Children {
		if err := w.node(child, link, &matrix, depth+1); err != nil {
			return err
		}
	}
	return nil
}

func (w *walk) placeMesh(n *node, matrix [16]float64) error {
	if n.Extensions.Instancing != nil {
		return w.placeAll(n, &matrix)
	}
	return w.place(n, matrix)
}

func (w *walk) place(n *node, matrix [16]float64) error {
	ref := n.Mesh
	i := ref.in(len(w.doc.Meshes))
	if i < 0 {
		return source.Refuse(source.Malformed, "the file refers to mesh %d but has only %d", ref-1, len(w.doc.Meshes))
	}
	at := w.meshOf(n, i)
	if at < 0 {
		return nil
	}
	if w.vertices += w.meshes[at].loaded; w.vertices > 3*source.MaxVertices {
		return source.Refuse(source.Limit, "the file draws more than %d vertices", 3*source.MaxVertices)
	}
	w.model.Instances = append(w.model.Instances, geometry.Instance{Mesh: at, Matrix: matrix})
	w.skinned(n.Skin, at)
	return nil
}

// local is a node's own matrix: given, or translation × rotation × scale.
func (n *node) local() *[16]float64 {
	if n.Matrix != nil {
		return n.Matrix
	}
	if n.Translation == nil && n.Rotation == nil && n.Scale == nil {
		return &geometry.Identity
	}
	t, s := or(n.Translation, [3]float64{}), or(n.Scale, [3]float64{1, 1, 1})
	q := or(n.Rotation, [4]float64{0, 0, 0, 1})
	// Its length is 1 (section 3.5.3), but in files that took no care: what turns
	// must not bend.
	if length := math.Sqrt(q[0]*q[0] + q[1]*q[1] + q[2]*q[2] + q[3]*q[3]); math.Abs(length-1) > 1e-3 && length > 0 {
		for i := range q {
			q[i] /= length
		}
	}
	x, y, z, w := q[0], q[1], q[2], q[3]
	return &[16]float64{
		(1 - 2*(y*y+z*z)) * s[0], 2 * (x*y + z*w) * s[0], 2 * (x*z - y*w) * s[0], 0,
		2 * (x*y - z*w) * s[1], (1 - 2*(x*x+z*z)) * s[1], 2 * (y*z + x*w) * s[1], 0,
		2 * (x*z + y*w) * s[2], 2 * (y*z - x*w) * s[2], (1 - 2*(x*x+y*y)) * s[2], 0,
		t[0], t[1], t[2], 1,
	}
}
