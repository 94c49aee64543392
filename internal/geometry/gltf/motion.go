package gltf

import (
	"encoding/json"
	"slices"

	"vitrine/internal/geometry"
	"vitrine/internal/geometry/source"
)

// animation is an animation of the document (section 5.5). What is wrong with one
// leaves it out: it is no reason to refuse a file.
type animation struct {
	Name     json.RawMessage   `json:"name"`
	Channels []json.RawMessage `json:"channels"`
	Samplers json.RawMessage   `json:"samplers"`
}

type (
	channel struct {
		Sampler ref   `json:"sampler"`
		Target  moved `json:"target"`
	}
	moved struct {
		Node ref    `json:"node"`
		Path string `json:"path"`
	}
	motionSampler struct {
		Input         ref    `json:"input"`
		Output        ref    `json:"output"`
		Interpolation string `json:"interpolation"`
	}
)

// keyframes is a channel before its numbers are read.
type keyframes struct {
	target               moved
	sampler              motionSampler
	times, values, width int
}

// widths are the numbers of a value, by the path of what it moves.
var widths = map[string]int{"translation": 3, "rotation": 4, "scale": 3}

// walked is a node as it was met on the way to what it carries.
type walked struct {
	ref, parent ref
	world       [16]float64
}

// motion makes the motion of a document.
type motion struct {
	*reader
	parents map[ref]ref
	left    int // of geometry.MaxMotion
	numbers map[ref]int
	targets map[ref]bool
}

// keepMotion leaves the clips that move nodes. A node that is met twice, by two
// parents, has no one place to be moved from: then nothing moves.
func (r *reader) keepMotion() {
	m := &motion{reader: r, parents: map[ref]ref{}, left: geometry.MaxMotion, numbers: map[ref]int{}, targets: map[ref]bool{}}
	for _, walked := range r.walked {
		if _, twice := m.parents[walked.ref]; twice {
			return
		}
		m.parents[walked.ref] = walked.parent
	}
	var clips []geometry.Clip
	var targets []map[ref]bool
	for i := range r.doc.Animations {
		if len(clips) == geometry.MaxClips {
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
	motion := &geometry.Motion{Nodes: m.nodes(), Clips: clips}
	if len(clips) == 0 || len(motion.Nodes) > geometry.MaxMotionNodes {
		return
	}
	for i := range clips {
		for k := range clips[i].Channels {
			channel := &clips[i].Channels[k]
			channel.Node = m.numbers[ref(channel.Node)]
		}
	}
	r.model.Motion, r.moving = motion, m.numbers
	for i := range r.model.Instances {
		if number, ok := m.numbers[r.carriers[i]]; ok && m.moved(r.carriers[i]) {
			r.model.Instances[i].Node = number + 1
		}
	}
}

// moved reports whether a clip moves a node, or one that it hangs on.
func (m *motion) moved(link ref) bool {
	for ; link > 0; link = m.parents[link] {
		if m.targets[link] {
			return true
		}
	}
	return false
}

// nodes are those that move and those that they hang on. They are numbered in the order
// in which they were met.
func (m *motion) nodes() (nodes []geometry.Node) {
	needed := map[ref]bool{}
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
		node := geometry.Node{
			Parent: -1, Matrix: from.Matrix, World: walked.world, Translation: or(from.Translation, [3]float64{}),
			Rotation: or(from.Rotation, [4]float64{0, 0, 0, 1}), Scale: or(from.Scale, [3]float64{1, 1, 1}),
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

// clip reads an animation, and returns the nodes that it moves. Their references stand
// for their numbers. One that is too large, or can't be read, is left out whole: a part
// of it would tear what it moves.
func (m *motion) clip(from *animation) (clip geometry.Clip, moves map[ref]bool) {
	plan, cost := m.plan(from)
	if cost > m.left {
		return geometry.Clip{}, nil
	}
	m.left -= cost                            // for good: to read what turns out to be wrong is work too
	_ = json.Unmarshal(from.Name, &clip.Name) // one without a name has none
	moves = map[ref]bool{}
	for i := range plan {
		channel, ok := m.read(&plan[i])
		if !ok {
			return geometry.Clip{}, nil
		}
		clip.Channels = append(clip.Channels, channel)
		moves[plan[i].target.Node] = true
	}
	return clip, moves
}

// plan lists the channels of an animation, one for each node and path, and what they
// cost. There are none when one of them is not as it should be. What moves no node of
// the scene is passed over.
func (m *motion) plan(from *animation) (plan []keyframes, cost int) {
	var samplers []motionSampler
	if json.Unmarshal(from.Samplers, &samplers) != nil {
		return nil, 0
	}
	taken := map[moved]bool{}
	for _, text := range from.Channels {
		var c channel
		if json.Unmarshal(text, &c) != nil {
			return nil, 0
		}
		if _, there := m.parents[c.Target.Node]; !there || widths[c.Target.Path] == 0 || taken[c.Target] {
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
		plan, cost = append(plan, keys), cost+keys.times+keys.values+geometry.ChannelCost
	}
	return plan, cost
}

// keys finds the numbers of a channel, and reports whether there are as many as there should be.
func (m *motion) keys(target moved, from motionSampler) (keys keyframes, ok bool) {
	width, each := widths[target.Path], 1
	switch from.Interpolation {
	case "", "LINEAR", "STEP":
	case "CUBICSPLINE":
		each = 3
	default:
		return keyframes{}, false
	}
	defer func() { m.undecoded = false }() // that numbers of a clip are compressed says nothing of the meshes
	times, err := m.accessor("times", from.Input, 1, 1)
	if err != nil {
		return keyframes{}, false
	}
	values, err := m.accessor("places", from.Output, width, width)
	if err != nil || times.Count == 0 || values.Count != times.Count*integer(each) || m.undecoded {
		return keyframes{}, false
	}
	return keyframes{target, from, int(times.Count), width * int(values.Count), width}, true
}

// read reads the numbers of a channel, and reports whether they are what they should be.
func (m *motion) read(from *keyframes) (c geometry.Channel, ok bool) {
	c = geometry.Channel{
		Node: int(from.target.Node), Path: from.target.Path, Interpolation: from.sampler.Interpolation,
		Times: make([]float32, from.times), Values: make([]float32, from.values),
	}
	if m.readFloats(from.sampler.Input, c.Times, 1) != nil || m.readFloats(from.sampler.Output, c.Values, from.width) != nil {
		return geometry.Channel{}, false
	}
	return c, source.Finite(c.Times) && source.Finite(c.Values) && c.Times[0] >= 0 && slices.IsSorted(c.Times)
}
