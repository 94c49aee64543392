package geometry

// Motion is how a model moves: a tree of nodes that carry its meshes, and clips that
// move them.
type Motion struct {
	Nodes []Node // parents before their children
	Clips []Clip
}

// Node stands where Matrix says, or Translation, Rotation and Scale, from its parent.
type Node struct {
	Parent      int          // -1: none
	Matrix      *[16]float64 // column-major; nil: by the others
	Translation [3]float64
	Rotation    [4]float64 // a quaternion x, y, z, w
	Scale       [3]float64
	World       [16]float64 // where it stands in the model while nothing moves
}

// Clip is a named motion.
type Clip struct {
	Name     string
	Channels []Channel
}

// Channel moves a node, in the terms of glTF: path is translation, rotation or scale,
// and Values has the width of that for each of Times, three times as much for a
// CUBICSPLINE.
type Channel struct {
	Node          int
	Path          string
	Interpolation string
	Times, Values []float32 // seconds
}

// The limits of motion. What goes beyond stands still.
const (
	MaxClips       = 16
	MaxMotionNodes = 512
	MaxMotion      = 1_000_000 // numbers in all channels: 4 MB of a preview
	ChannelCost    = 100       // numbers that take as much of a preview as the text of a channel
	Unmoved        = 1<<16 - 1
)
