package geometry

import (
	"encoding/binary"
	"math"
)

// The chunks of the keyframer. Those of nodes go from the ambient light to the
// spotlight, those of tracks from the position to being hidden.
const (
	tdsFirstNode = 0xB001
	tdsMeshNode  = 0xB002
	tdsLastNode  = 0xB007

	tdsNodeHead   = 0xB010
	tdsPivot      = 0xB013
	tdsFirstTrack = 0xB020
	tdsPosition   = 0xB020
	tdsRotation   = 0xB021
	tdsScaling    = 0xB022
	tdsLastTrack  = 0xB029
	tdsNodeID     = 0xB030
)

// tdsKeys are the nodes of the keyframer.
type tdsKeys struct {
	nodes    []tdsNode
	byID     map[uint16]int
	animated bool
}

// tdsNode is where an object stands at its first key, in its parent.
type tdsNode struct {
	name      string
	mesh      bool
	parent    uint16 // 0xFFFF: none
	id        uint16
	pivot     [3]float64
	position  [3]float64
	angle     float64 // clockwise, in radians
	axis      [3]float64
	scaling   [3]float64
	world     *[16]float64
	hasParent bool
}

func (k *tdsKeys) read(section []byte) error {
	k.byID = map[uint16]int{}
	return tdsEach(section, func(id uint16, body []byte) error {
		if id < tdsFirstNode || id > tdsLastNode {
			return nil
		}
		if len(k.nodes) >= maxNodes {
			return refuse(codeLimit, "the file has more than %d nodes", maxNodes)
		}
		node := tdsNode{mesh: id == tdsMeshNode, id: uint16(len(k.nodes)), scaling: [3]float64{1, 1, 1}}
		if err := tdsEach(body, func(id uint16, body []byte) error { return k.take(&node, id, body) }); err != nil {
			return err
		}
		k.byID[node.id] = len(k.nodes)
		k.nodes = append(k.nodes, node)
		return nil
	})
}

func (k *tdsKeys) take(node *tdsNode, id uint16, body []byte) error {
	switch {
	case id == tdsNodeID && len(body) >= 2:
		node.id = binary.LittleEndian.Uint16(body)
	case id == tdsPivot && len(body) >= 12:
		node.pivot = tdsVector(body)
	case id == tdsNodeHead:
		name, rest, err := tdsName(body)
		if err != nil {
			return err
		}
		node.name = name
		if len(rest) >= 6 {
			node.parent = binary.LittleEndian.Uint16(rest[4:])
			node.hasParent = node.parent != math.MaxUint16
		}
	case id >= tdsFirstTrack && id <= tdsLastTrack:
		return k.track(node, id, body)
	}
	return nil
}

// track reads the first key of a track: flags, eight free bytes, the number of
// keys, and of each the frame, flags, a number for each of the lowest five of
// them, and the value.
func (k *tdsKeys) track(node *tdsNode, id uint16, body []byte) error {
	if len(body) < 14 {
		return refuse(codeMalformed, "the track %04X has %d bytes, less than its head", id, len(body))
	}
	count := int64(binary.LittleEndian.Uint32(body[10:]))
	if err := checkCount("keys", count, 6, int64(len(body)-14), math.MaxInt32); err != nil {
		return err
	}
	k.animated = k.animated || count > 1
	if count == 0 {
		return nil
	}
	value := body[20:]
	for flags := binary.LittleEndian.Uint16(body[18:]) & 0x1F; flags != 0; flags &= flags - 1 {
		value = value[min(4, len(value)):]
	}
	switch {
	case id == tdsPosition && len(value) >= 12:
		node.position = tdsVector(value)
	case id == tdsRotation && len(value) >= 16:
		node.angle, node.axis = float64(tdsFloats(value[:4])[0]), tdsVector(value[4:])
	case id == tdsScaling && len(value) >= 12:
		node.scaling = tdsVector(value)
	}
	return nil
}

func tdsVector(data []byte) (vector [3]float64) {
	for i, v := range tdsFloats(data[:12]) {
		vector[i] = float64(v)
	}
	return vector
}

// place puts each mesh where its vertices stand. One that several nodes show is
// moved to each of them: by the node's matrix, from the axes that it was made in.
func (r *tdsReader) place(keys *tdsKeys) error {
	shown := map[string][]int{}
	for i := range keys.nodes {
		if node := &keys.nodes[i]; node.mesh {
			shown[node.name] = append(shown[node.name], i)
		}
	}
	drawn := 0
	for i := range r.model.Meshes {
		nodes := shown[r.model.Meshes[i].Name]
		inverse, ok := tdsInverse(&r.locals[i])
		if len(nodes) < 2 || !ok {
			r.model.place(i)
			continue
		}
		for _, number := range nodes {
			drawn += len(r.model.Meshes[i].Positions) / 3
			if len(r.model.Instances) >= maxNodes || drawn > 3*maxVertices {
				return refuse(codeLimit, "the file places more than %d meshes, or %d vertices", maxNodes, 3*maxVertices)
			}
			world, err := keys.world(number, 1)
			if err != nil {
				return err
			}
			pivot := keys.nodes[number].pivot
			matrix := product(*world, translation([3]float64{-pivot[0], -pivot[1], -pivot[2]}), inverse)
			if !bounded(&matrix) {
				return refuse(codeMalformed, "the file moves a mesh out of all bounds")
			}
			r.model.Instances = append(r.model.Instances, Instance{Mesh: i, Matrix: matrix})
		}
	}
	return nil
}

// world is the matrix of a node and of all that it stands in.
func (k *tdsKeys) world(number, depth int) (*[16]float64, error) {
	node := &k.nodes[number]
	if node.world != nil {
		return node.world, nil
	}
	if depth > maxDepth {
		return nil, refuse(codeLimit, "the file's nodes lie in a circle, or deeper in each other than %d", maxDepth)
	}
	matrix := product(translation(node.position), turn(-node.angle, node.axis), scaling(node.scaling))
	if parent, ok := k.byID[node.parent]; ok && node.hasParent {
		above, err := k.world(parent, depth+1)
		if err != nil {
			return nil, err
		}
		matrix = multiply(above, &matrix)
	}
	if !bounded(&matrix) {
		return nil, refuse(codeMalformed, "the file moves a node out of all bounds")
	}
	node.world = &matrix
	return node.world, nil
}

// tdsInverse undoes a matrix of axes and an origin; not ok when they lie flat.
func tdsInverse(m *[16]float64) (inverse [16]float64, ok bool) {
	cross := func(a, b int) (v [3]float64) {
		return [3]float64{m[a+1]*m[b+2] - m[a+2]*m[b+1], m[a+2]*m[b] - m[a]*m[b+2], m[a]*m[b+1] - m[a+1]*m[b]}
	}
	rows := [3][3]float64{cross(4, 8), cross(8, 0), cross(0, 4)}
	size := m[0]*rows[0][0] + m[1]*rows[0][1] + m[2]*rows[0][2]
	if size == 0 || size-size != 0 {
		return inverse, false
	}
	for row := range 3 {
		for column := range 3 {
			inverse[4*column+row] = rows[row][column] / size
			inverse[12+row] -= rows[row][column] / size * m[12+column]
		}
	}
	inverse[15] = 1
	return inverse, true
}
