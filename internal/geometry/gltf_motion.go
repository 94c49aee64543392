package geometry

import "encoding/json"

// gltfAnimation is an animation of the document (section 5.5). What is wrong with one
// leaves it out: it is no reason to refuse a file.
type gltfAnimation struct {
	Name     json.RawMessage   `json:"name"`
	Channels []json.RawMessage `json:"channels"`
	Samplers json.RawMessage   `json:"samplers"`
}

type (
	gltfChannel struct {
		Sampler gltfRef `json:"sampler"`
		Target  struct {
			Node gltfRef `json:"node"`
			Path string  `json:"path"`
		} `json:"target"`
	}
	gltfMotionSampler struct {
		Input         gltfRef `json:"input"`
		Output        gltfRef `json:"output"`
		Interpolation string  `json:"interpolation"`
	}
)

// gltfWalked is a node as it was met on the way to what it carries.
type gltfWalked struct {
	ref, parent gltfRef
	world       [16]float64
}

// gltfMotion makes the motion of a document.
type gltfMotion struct {
	*gltfReader
	parents map[gltfRef]gltfRef
	left    int // numbers that may still be read
	numbers map[gltfRef]int
	targets map[gltfRef]bool
}

// keepMotion leaves the clips that move nodes. A node that is met twice, by two
// parents, has no one place to be moved from: then nothing moves.
func (r *gltfReader) keepMotion() {
	m := &gltfMotion{gltfReader: r, parents: map[gltfRef]gltfRef{}, left: maxMotion, numbers: map[gltfRef]int{}, targets: map[gltfRef]bool{}}
	for _, walked := range r.walked {
		if _, twice := m.parents[walked.ref]; twice {
			return
		}
		m.parents[walked.ref] = walked.parent
	}
	var clips []Clip
	var targets []map[gltfRef]bool
	for i := range r.doc.Animations {
		if clip, moves := m.clip(&r.doc.Animations[i]); len(clip.Channels) > 0 && len(clips) < maxClips {
			clips, targets = append(clips, clip), append(targets, moves)
		}
	}
	for _, moves := range targets {
		for ref := range moves {
			m.targets[ref] = true
		}
	}
	motion := &Motion{Nodes: m.nodes(), Clips: clips}
	if len(clips) == 0 || len(motion.Nodes) > maxMotionNodes {
		return
	}
	for i := range clips {
		for k := range clips[i].Channels {
			channel := &clips[i].Channels[k]
			channel.Node = m.numbers[gltfRef(channel.Node)]
		}
	}
	r.model.Motion, r.moving = motion, m.numbers
	for i := range r.model.Instances {
		if number, ok := m.numbers[r.carriers[i]]; ok && m.moved(r.carriers[i]) {
			r.model.Instances[i].Node = number + 1
		}
	}
}

// moved says whether a clip moves a node, or one that it hangs on.
func (m *gltfMotion) moved(ref gltfRef) bool {
	for ; ref > 0; ref = m.parents[ref] {
		if m.targets[ref] {
			return true
		}
	}
	return false
}

// nodes are those that move and those that they hang on. They are numbered in the order
// in which they were met.
func (m *gltfMotion) nodes() (nodes []Node) {
	needed := map[gltfRef]bool{}
	for _, walked := range m.walked {
		if m.moved(walked.ref) {
			for ref := walked.ref; ref > 0 && !needed[ref]; ref = m.parents[ref] {
				needed[ref] = true
			}
		}
	}
	for _, walked := range m.walked {
		if !needed[walked.ref] {
			continue
		}
		from := &m.doc.Nodes[walked.ref-1]
		node := Node{
			Parent: -1, Matrix: from.Matrix, World: walked.world, Translation: gltfOr(from.Translation, [3]float64{}),
			Rotation: gltfOr(from.Rotation, [4]float64{0, 0, 0, 1}), Scale: gltfOr(from.Scale, [3]float64{1, 1, 1}),
		}
		if number, ok := m.numbers[walked.parent]; ok {
			node.Parent = number
		}
		if m.targets[walked.ref] {
			node.Matrix = nil // what is moved has none (section 3.5)
		}
		m.numbers[walked.ref] = len(nodes)
		nodes = append(nodes, node)
	}
	return nodes
}

// clip reads an animation, and gives the nodes that it moves. Their references stand
// for their numbers.
func (m *gltfMotion) clip(from *gltfAnimation) (clip Clip, moves map[gltfRef]bool) {
	var samplers []gltfMotionSampler
	_ = json.Unmarshal(from.Name, &clip.Name) // one without a name has none
	if json.Unmarshal(from.Samplers, &samplers) != nil {
		return Clip{}, nil
	}
	moves = map[gltfRef]bool{}
	for _, text := range from.Channels {
		var c gltfChannel
		if json.Unmarshal(text, &c) != nil {
			continue
		}
		at := c.Sampler.in(len(samplers))
		if _, there := m.parents[c.Target.Node]; !there || at < 0 || m.doc.Nodes[c.Target.Node-1].Matrix != nil {
			continue
		}
		channel := Channel{Node: int(c.Target.Node), Path: c.Target.Path, Interpolation: samplers[at].Interpolation}
		if m.left < 0 || !m.keys(&channel, samplers[at]) {
			continue
		}
		clip.Channels = append(clip.Channels, channel)
		moves[c.Target.Node] = true
	}
	return clip, moves
}

// keys reads the numbers of a channel, and says whether they are what they should be.
func (m *gltfMotion) keys(c *Channel, from gltfMotionSampler) bool {
	width, each := map[string]int{"translation": 3, "rotation": 4, "scale": 3}[c.Path], 1
	switch c.Interpolation {
	case "", "LINEAR", "STEP":
	case "CUBICSPLINE":
		each = 3
	default:
		return false
	}
	if width == 0 {
		return false
	}
	defer func() { m.undecoded = false }() // that numbers of a clip are compressed says nothing of the meshes
	times, err := m.accessor("times", from.Input, 1, 1)
	if err != nil {
		return false
	}
	values, err := m.accessor("places", from.Output, width, width)
	if err != nil || times.Count == 0 || values.Count != times.Count*gltfInt(each) || m.undecoded {
		return false
	}
	if m.left -= int(times.Count) + width*int(values.Count); m.left < 0 {
		return false
	}
	c.Times, c.Values = make([]float32, times.Count), make([]float32, width*int(values.Count))
	if m.readFloats(from.Input, c.Times, 1) != nil || m.readFloats(from.Output, c.Values, width) != nil || !finite(c.Times) || !finite(c.Values) {
		return false
	}
	for i := 1; i < len(c.Times); i++ {
		if c.Times[i] < c.Times[i-1] {
			return false
		}
	}
	return c.Times[0] >= 0
}
