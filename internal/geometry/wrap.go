package geometry

// Wrap is what a picture does beyond its edges, along u and along v.
type Wrap [2]WrapMode

// WrapMode is what a picture does beyond two of its edges. Where a format has the
// surface bare there, the edge goes on.
type WrapMode uint8

// The ways to wrap.
const (
	Repeat WrapMode = iota
	Clamp           // the edge goes on
	Mirror          // it repeats, every other time turned round
)

// WrapOf finds a mode by what a format calls it.
func WrapOf[T comparable](name T, clamp, mirror []T) WrapMode {
	for _, one := range clamp {
		if one == name {
			return Clamp
		}
	}
	for _, one := range mirror {
		if one == name {
			return Mirror
		}
	}
	return Repeat
}
