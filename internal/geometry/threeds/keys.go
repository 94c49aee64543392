package threeds

import (
	"encoding/binary"
	"math"

	"vitrine/internal/geometry"
	"vitrine/internal/geometry/source"
)

// The chunks of the keyframer. Those of nodes go from the ambient light to the
// spotlight, those of tracks from the position to being hidden.
const (
	chunkFirstNode = 0xB001
	chunkMeshNode  = 0xB002
	chunkLastNode  = 0xB007

	chunkNodeHead   = 0xB010
	chunkPivot      = 0xB013
	chunkFirstTrack = 0xB020
	chunkPosition   = 0xB020
	chunkRotation   = 0xB021
	chunkScaling    = 0xB022
	chunkLastTrack  = 0xB029
	chunkNodeID     = 0xB030
)

// keys are the nodes of the keyframer.
type keys struct {
	nodes    []node
	byID     map[uint16]int
	animated bool
}

// node is where an object stands at its first key, in its parent.
type node struct {
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

func (k *keys) read(section []byte) error {
	k.byID = map[uint16]int{}
	return each(section, func(id uint16, body []byte) error {
		if id < chunkFirstNode || id > chunkLastNode {
			return nil
		}
		if len(k.nodes) >= source.MaxNodes {
			return source.Refuse(source.Limit, "the file has more than %d nodes", source.MaxNodes)
		}
		node := node{mesh: id == chunkMeshNode, id: uint16(len(k.nodes)), scaling: [3]float64{1, 1, 1}}
		if err := each(body, func(id uint16, body []byte) error { return k.take(&node, id, body) }); err != nil {
			return err
		}
		k.byID[node.id] = len(k.nodes)
		k.nodes = append(k.nodes, node)
		return nil
	})
}

func (k *keys) take(n *node, id uint16, body []byte) error {
	switch {
	case id == chunkNodeID && len(body) >= 2:
		n.id = binary.LittleEndian.Uint16(body)
	case id == chunkPivot && len(body) >= 12:
		n.pivot = vector(body)
	case id == chunkNodeHead:
		name, rest, err := name(body)
		if err != nil {
			return err
		}
		n.name = name
		if len(rest) >= 6 {
			n.parent = binary.LittleEndian.Uint16(rest[4:])
			n.hasParent = n.parent != math.MaxUint16
		}
	case id >= chunkFirstTrack && id <= chunkLastTrack:
		return k.track(n, id, body)
	}
	return nil
}

// track reads the first key of a track: flags, eight free bytes, the number of
// keys, and of each the frame, flags, a number for each of the lowest five of
// them, and the value.
func (k *keys) track(n *node, id uint16, body []byte) error {
	if len(body) < 14 {
		return source.Refuse(source.Malformed, "the track %04X has %d bytes, less than its head", id, len(body))
	}
	count := int64(binary.LittleEndian.Uint32(body[10:]))
	if err := source.CheckCount("keys", count, 6, int64(len(body)-14), math.MaxInt32); err != nil {
		return err
	}
	k.animated = k.animated || count > 1
	if count == 0 {
		return nil
	}
	value := body[20:]
	// Each flag that is set has four bytes in front of the value; the lowest is taken off each time.
	for flags := binary.LittleEndian.Uint16(body[18:]) & 0x1F; flags != 0; flags &= flags - 1 {
		value = value[min(4, len(value)):]
	}
	switch {
	case id == chunkPosition && len(value) >= 12:
		n.position = vector(value)
	case id == chunkRotation && len(value) >= 16:
		n.angle, n.axis = float64(floats(value[:4])[0]), vector(value[4:])
	case id == chunkScaling && len(value) >= 12:
		n.scaling = vector(value)
	}
	return nil
}

func vector(data []byte) (vector [3]float64) {
	for i, v := range floats(data[:12]) {
		vector[i] = float64(v)
	}
	return vector
}

// place puts each mesh where its vertices stand. One that several nodes show is
// moved to each of them: by the node's matrix, from the axes that it was made in.
func (r *reader) place(k *keys) error {
	shown := map[string][]int{}
	for i := range k.nodes {
		if node := &k.nodes[i]; node.mesh {
			shown[node.name] = append(shown[node.name], i)
		}
	}
	drawn := 0
	for i := range r.model.Meshes {
		nodes := shown[r.model.Meshes[i].Name]
		inverse, ok := inverse(&r.locals[i])
		if len(nodes) < 2 || !ok {
			r.model.Place(i)
			continue
		}
		for _, number := range nodes {
			drawn += len(r.model.Meshes[i].Positions) / 3
			if len(r.model.Instances) >= source.MaxNodes || drawn > 3*source.MaxVertices {
				return source.Refuse(source.Limit, "the file places more than %d meshes, or %d vertices", source.MaxNodes, 3*source.MaxVertices)
			}
			world, err := k.world(number, 1)
			if err != nil {
				return err
			}
			// A node turns and scales about its pivot, which its matrix says nothing of.
			pivot := k.nodes[number].pivot
			matrix := geometry.Product(*world, geometry.Translation([3]float64{-pivot[0], -pivot[1], -pivot[2]}), inverse)
			if !geometry.Bounded(&matrix) {
				return source.Refuse(source.Malformed, "the file moves a mesh out of all bounds")
			}
			r.model.Instances = append(r.model.Instances, geometry.Instance{Mesh: i, Matrix: matrix})
		}
	}
	return nil
}

// world is the matrix of a node and of all that it stands in.
func (k *keys) world(number, depth int) (*[16]float64, error) {
	node := &k.nodes[number]
	if node.world != nil {
		return node.world, nil
	}
	if depth > source.MaxDepth {
		return nil, source.Refuse(source.Limit, "the file's nodes lie in a circle, or deeper in each other than %d", source.MaxDepth)
	}
	matrix := geometry.Product(geometry.Translation(node.position), geometry.Turn(-node.angle, node.axis), geometry.Scaling(node.scaling))
	if parent, ok := k.byID[node.parent]; ok && node.hasParent {
		above, err := k.world(parent, depth+1)
		if err != nil {
			return nil, err
		}
		matrix = geometry.Multiply(above, &matrix)
	}
	if !geometry.Bounded(&matrix) {
		return nil, source.Refuse(source.Malformed, "the file moves a node out of all bounds")
	}
	node.world = &matrix
	return node.world, nil
}

// inverse undoes a matrix of axes and an origin; not ok when they lie flat.
func inverse(m *[16]float64) (inverse [16]float64, ok bool) {
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
