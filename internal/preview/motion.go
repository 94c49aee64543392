package preview

import (
	"encoding/binary"
	"encoding/json"
	"math"
	"strings"

	"vitrine/internal/geometry"
)

// The nodes of a document that moves. What stands still hangs on a joint of its own;
// those of the motion follow in their order.
const (
	nodeRoot = iota
	nodeMesh
	nodeStill
	nodeFit
	nodeFirst
)

// maxName is how long the name of a clip may be, in bytes.
const maxName = 60

// hold says which joints pull at a corner, and how much of 255 each. Joint 0 stands
// still, and the others are nodes of the motion + 1.
type hold struct {
	joints [4]uint16
	shares [4]uint8
}

// still is held by nothing that moves.
var still = hold{shares: [4]uint8{255}}

// hold returns what holds a corner of a triangle.
func (t *triangle) hold(corner int) hold {
	at := 4 * int(t.at[corner])
	if at+4 > len(t.mesh.Joints) || at+4 > len(t.mesh.Weights) {
		return hold{[4]uint16{uint16(t.node)}, still.shares}
	}
	sum := float32(0)
	for _, weight := range t.mesh.Weights[at : at+4] {
		sum += weight
	}
	if !(sum > 0) {
		return still
	}
	var h hold
	left := 255
	for i, weight := range t.mesh.Weights[at : at+4] {
		share := min(int(math.Round(float64(weight/sum*255))), left)
		if share == 0 {
			continue
		}
		h.shares[i], left = uint8(share), left-share
		h.joints[i] = t.mesh.Joints[at+i] + 1 // of none, 65535, it is 0
	}
	// Shares must sum up to exactly 255 (section 3.7.3.3): what rounding left goes where it is seen least.
	h.shares[largest(h.shares)] += uint8(left)
	return h
}

func largest(shares [4]uint8) (number int) {
	for i, share := range shares {
		if share > shares[number] {
			number = i
		}
	}
	return number
}

// canMove reports whether a motion can be kept: every node has a place to come back to.
func canMove(motion *geometry.Motion) bool {
	for i := range motion.Nodes {
		m := newMatrix(&motion.Nodes[i].World, "y")
		if d := m.determinant(); !(math.Abs(d) > 1e-30) || math.IsInf(d, 0) {
			return false
		}
	}
	return true
}

// The parts of an animation (glTF 2.0, sections 5.5 to 5.8), and a skin (5.28).
type (
	skin struct {
		Joints []int `json:"joints"`
		Binds  int   `json:"inverseBindMatrices"`
	}
	animation struct {
		Name     string          `json:"name,omitempty"`
		Channels []channel       `json:"channels"`
		Samplers []motionSampler `json:"samplers"`
	}
	channel struct {
		Sampler int    `json:"sampler"`
		Target  target `json:"target"`
	}
	target struct {
		Node int    `json:"node"`
		Path string `json:"path"`
	}
	motionSampler struct {
		Input         int    `json:"input"`
		Output        int    `json:"output"`
		Interpolation string `json:"interpolation,omitempty"`
	}
)

// addMotion hangs the mesh on the nodes of a motion, and adds the clips. The nodes stand in
// the file's own places below one that fits them into the box.
func (d *document) addMotion(motion *geometry.Motion, bounds *box) {
	root := d.Nodes[nodeRoot]
	scale := 1 / bounds.longest()
	corner := bounds.min.times(-scale).list()
	mesh, skinned := 0, 0
	d.Nodes = []node{
		{Translation: root.Translation, Children: []int{nodeMesh, nodeStill, nodeFit}},
		{Mesh: &mesh, Skin: &skinned},
		{},
		{Translation: &corner, Scale: &[3]float64{scale, scale, scale}},
	}
	joints, binds := []int{nodeStill}, appendMatrix(nil, &matrix{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}})
	for i := range motion.Nodes {
		from := &motion.Nodes[i]
		made := node{Matrix: from.Matrix}
		if made.Matrix == nil {
			made.Translation, made.Rotation, made.Scale = &from.Translation, &from.Rotation, &from.Scale
		}
		parent := nodeFit
		if from.Parent >= 0 {
			parent = nodeFirst + from.Parent
		}
		d.Nodes = append(d.Nodes, made)
		d.Nodes[parent].Children = append(d.Nodes[parent].Children, nodeFirst+i)
		joints, binds = append(joints, nodeFirst+i), appendMatrix(binds, bindOf(&from.World, scale, corner))
	}
	d.Skins = []skin{{joints, d.numbers(binds, len(joints), "MAT4")}}
	d.addClips(motion.Clips)
}

// bindOf takes a place in the box to where a node would have it that stands where it did
// in the file.
func bindOf(world *[16]float64, scale float64, corner [3]float64) *matrix {
	m := newMatrix(world, "y")
	for row := range m {
		for column := range m[row] {
			m[row][column] *= scale
		}
		m[row][3] += corner[row]
	}
	return m.inverse()
}

// inverse undoes a matrix whose determinant is not 0.
func (m *matrix) inverse() *matrix {
	d, c := 1/m.determinant(), m.cofactors()
	var inverse matrix
	for row := range 3 {
		for column := range 3 {
			inverse[row][column] = c[column].list()[row] * d
		}
	}
	at := inverse.point(m[0][3], m[1][3], m[2][3]).list()
	for row := range inverse {
		inverse[row][3] = -at[row]
	}
	return &inverse
}

func appendMatrix(to []float32, m *matrix) []float32 {
	for column := range 4 {
		for row := range 3 {
			to = append(to, float32(m[row][column]))
		}
		last := float32(0)
		if column == 3 {
			last = 1
		}
		to = append(to, last)
	}
	return to
}

func (d *document) addClips(clips []geometry.Clip) {
	times := map[string]int{}
	for _, clip := range clips {
		made := animation{Name: strings.ToValidUTF8(clip.Name[:min(len(clip.Name), maxName)], "")}
		for _, c := range clip.Channels {
			text, _ := json.Marshal(c.Times) // finite numbers always marshal
			input, ok := times[string(text)]
			if !ok {
				input = d.numbers(c.Times, len(c.Times), "SCALAR")
				d.Accessors[input].Min, d.Accessors[input].Max = []float64{float64(c.Times[0])}, []float64{float64(c.Times[len(c.Times)-1])}
				times[string(text)] = input
			}
			width, kind := 3, "VEC3"
			if c.Path == "rotation" {
				width, kind = 4, "VEC4"
			}
			made.Channels = append(made.Channels, channel{len(made.Samplers), target{nodeFirst + c.Node, c.Path}})
			made.Samplers = append(made.Samplers, motionSampler{input, d.numbers(c.Values, len(c.Values)/width, kind), c.Interpolation})
		}
		d.Animations = append(d.Animations, made)
	}
}

// numbers adds an accessor of floats that is no attribute.
func (d *document) numbers(values []float32, count int, kind string) int {
	data := make([]byte, 0, 4*len(values))
	for _, v := range values {
		data = binary.LittleEndian.AppendUint32(data, math.Float32bits(v))
	}
	d.Accessors = append(d.Accessors, accessor{View: d.view(data, 0, 0), Component: typeFloat, Count: count, Type: kind})
	return len(d.Accessors) - 1
}

// addHolds adds what holds the vertices of a primitive.
func (d *document) addHolds(attributes map[string]int, vertices []vertex) {
	var joints, shares []byte
	for i := range vertices {
		for _, joint := range vertices[i].held.joints {
			joints = binary.LittleEndian.AppendUint16(joints, joint)
		}
		shares = append(shares, vertices[i].held.shares[:]...)
	}
	attributes["JOINTS_0"] = d.attribute(joints, 8, accessor{Component: typeUShort, Count: len(vertices), Type: "VEC4"})
	attributes["WEIGHTS_0"] = d.attribute(shares, 4, accessor{Component: typeUByte, Normalized: true, Count: len(vertices), Type: "VEC4"})
}
