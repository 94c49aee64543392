package geometry

import (
	"encoding/json"
	"slices"
)

// gltfAnimation is an animation of the document (section 5.5). What is wrong with one
// leaves it out: it is no reason to refuse a file.
type gltfAnimation struct {
	Name     json.RawMessage   `json:"name"`
	Channels []json.RawMessage `json:"channels"`
	Samplers json.RawMessage   `json:"samplers"`
}

type (
	gltfChannel struct {
		Sampler gltfRef   `json:"sampler"`
		Target  gltfMoved `json:"target"`
	}
	gltfMoved struct {
		Node gltfRef `json:"node"`
		Path string  `json:"path"`
	}
	gltfMotionSampler struct {
		Input         gltfRef `json:"input"`
		Output        gltfRef `json:"output"`
		Interpolation string  `json:"interpolation"`
	}
)

// gltfKeys is a channel before its numbers are read.
type gltfKeys struct {
	target               gltfMoved
	sampler              gltfMotionSampler
	times, values, width int
}

// gltfWidths are the numbers of a value, by the path of what it moves.
var gltfWidths = map[string]int{"translation": 3, "rotation": 4, "scale": 3}

// gltfWalked is a node as it was met on the way to what it carries.
type gltfWalked struct {
	ref, parent gltfRef
	world       [16]float64
}

// gltfMotion makes the motion of a document.
type gltfMotion struct {
	*gltfReader
	parents map[gltfRef]gltfRef
	left    int // of maxMotion
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
		if len(clips) == maxClips {
			break
		}
		if clip, moves := m.clip(&r.doc.Animations[i]); len(clip.Channels) > 0 {
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
// for their numbers. One that is too large, or can't be read, is left out whole: a part
// of it would tear what it moves.
func (m *gltfMotion) clip(from *gltfAnimation) (clip Clip, moves map[gltfRef]bool) {
	plan, cost := m.plan(from)
	if cost > m.left {
		return Clip{}, nil
	}
	m.left -= cost                            // for good: to read what turns out to be wrong is work too
	_ = json.Unmarshal(from.Name, &clip.Name) // one without a name has none
	moves = map[gltfRef]bool{}
	for i := range plan {
		channel, ok := m.read(&plan[i])
		if !ok {
			return Clip{}, nil
		}
		clip.Channels = append(clip.Channels, channel)
		moves[plan[i].target.Node] = true
	}
	return clip, moves
}

// plan lists the channels of an animation, one for each node and path, and what they
// cost. There are none when one of them is not as it should be. What moves no node of
// the scene is passed over.
func (m *gltfMotion) plan(from *gltfAnimation) (plan []gltfKeys, cost int) {
	var samplers []gltfMotionSampler
	if json.Unmarshal(from.Samplers, &samplers) != nil {
		return nil, 0
	}
	taken := map[gltfMoved]bool{}
	for _, text := range from.Channels {
		var c gltfChannel
		if json.Unmarshal(text, &c) != nil {
			return nil, 0
		}
		if _, there := m.parents[c.Target.Node]; !there || gltfWidths[c.Target.Path] == 0 || taken[c.Target] {
			continue
		}
		taken[c.Target] = true
		at := c.Sampler.in(len(samplers))
		if at < 0 || m.doc.Nodes[c.Target.Node-1].Matrix != nil {
			return nil, 0
		}
		keys, ok := m.keys(c.Target, samplers[at])
		if !ok {
			return nil, 0
		}
		plan, cost = append(plan, keys), cost+keys.times+keys.values+channelCost
	}
	return plan, cost
}

// keys finds the numbers of a channel, and says whether there are as many as there should be.
func (m *gltfMotion) keys(target gltfMoved, from gltfMotionSampler) (keys gltfKeys, ok bool) {
	width, each := gltfWidths[target.Path], 1
	switch from.Interpolation {
	case "", "LINEAR", "STEP":
	case "CUBICSPLINE":
		each = 3
	default:
		return gltfKeys{}, false
	}
	defer func() { m.undecoded = false }() // that numbers of a clip are compressed says nothing of the meshes
	times, err := m.accessor("times", from.Input, 1, 1)
	if err != nil {
		return gltfKeys{}, false
	}
	values, err := m.accessor("places", from.Output, width, width)
	if err != nil || times.Count == 0 || values.Count != times.Count*gltfInt(each) || m.undecoded {
		return gltfKeys{}, false
	}
	return gltfKeys{target, from, int(times.Count), width * int(values.Count), width}, true
}

// read reads the numbers of a channel, and says whether they are what they should be.
func (m *gltfMotion) read(from *gltfKeys) (c Channel, ok bool) {
	c = Channel{
		Node: int(from.target.Node), Path: from.target.Path, Interpolation: from.sampler.Interpolation,
		Times: make([]float32, from.times), Values: make([]float32, from.values),
	}
	if m.readFloats(from.sampler.Input, c.Times, 1) != nil || m.readFloats(from.sampler.Output, c.Values, from.width) != nil {
		return Channel{}, false
	}
	return c, finite(c.Times) && finite(c.Values) && c.Times[0] >= 0 && slices.IsSorted(c.Times)
}
