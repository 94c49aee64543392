package fbx

import (
	"math"

	"vitrine/internal/geometry"
)

// transform is how a model stands in its parent (FBX SDK Programmer's Guide,
// "Computing transformation matrices"). Angles are in degrees.
type transform struct {
	translation, rotation, scaling    [3]float64
	rotationOffset, rotationPivot     [3]float64
	preRotation, postRotation         [3]float64
	scalingOffset, scalingPivot       [3]float64
	geometricTranslation              [3]float64
	geometricRotation, geometricScale [3]float64
	order                             int
	active                            bool // the order and the rotations before and after count
}

// transform reads what a model says of its place.
func (f *file) transform(model node) (*transform, error) {
	t := &transform{scaling: [3]float64{1, 1, 1}, geometricScale: [3]float64{1, 1, 1}}
	err := f.properties(model, func(name string, v *values) (err error) {
		if vector := t.vector(name); vector != nil {
			*vector, err = v.vector()
			return err
		}
		var number float64
		switch name {
		case "RotationOrder":
			number, err = v.number()
			t.order = int(number)
		case "RotationActive":
			number, err = v.number()
			t.active = number != 0
		}
		return err
	})
	return t, err
}

func (t *transform) vector(name string) *[3]float64 {
	switch name {
	case "Lcl Translation":
		return &t.translation
	case "Lcl Rotation":
		return &t.rotation
	case "Lcl Scaling":
		return &t.scaling
	case "RotationOffset":
		return &t.rotationOffset
	case "RotationPivot":
		return &t.rotationPivot
	case "PreRotation":
		return &t.preRotation
	case "PostRotation":
		return &t.postRotation
	case "ScalingOffset":
		return &t.scalingOffset
	case "ScalingPivot":
		return &t.scalingPivot
	case "GeometricTranslation":
		return &t.geometricTranslation
	case "GeometricRotation":
		return &t.geometricRotation
	case "GeometricScaling":
		return &t.geometricScale
	}
	return nil
}

// local is T · Roff · Rp · Rpre · R · Rpost⁻¹ · Rp⁻¹ · Soff · Sp · S · Sp⁻¹.
// That a node may leave out its parent's scale (InheritType) is not minded.
func (t *transform) local() [16]float64 {
	rotation := rotate(t.rotation, 0)
	if t.active {
		rotation = geometry.Product(rotate(t.preRotation, 0), rotate(t.rotation, t.order), geometry.Transposed(rotate(t.postRotation, 0)))
	}
	// Moves beside each other in that product add up: T · Roff · Rp, and Rp⁻¹ · Soff · Sp.
	var forth, back, scaled [3]float64
	for i := range forth {
		forth[i] = t.translation[i] + t.rotationOffset[i] + t.rotationPivot[i]
		back[i] = -t.rotationPivot[i] + t.scalingOffset[i] + t.scalingPivot[i]
		scaled[i] = -t.scalingPivot[i]
	}
	return geometry.Product(geometry.Translation(forth), rotation, geometry.Translation(back), geometry.Scaling(t.scaling),
		geometry.Translation(scaled))
}

// geometric moves the mesh of a model, but not what stands in it.
func (t *transform) geometric() [16]float64 {
	return geometry.Product(geometry.Translation(t.geometricTranslation), rotate(t.geometricRotation, 0), geometry.Scaling(t.geometricScale))
}

// orders are the axes in the order in which they turn: the first letter of
// eEulerXYZ first.
var orders = [...][3]int{{0, 1, 2}, {0, 2, 1}, {1, 2, 0}, {1, 0, 2}, {2, 0, 1}, {2, 1, 0}}

func rotate(degrees [3]float64, order int) [16]float64 {
	if order < 0 || order >= len(orders) {
		order = 0
	}
	matrix := geometry.Identity
	for _, axis := range orders[order] {
		if degrees[axis] == 0 {
			continue
		}
		sin, cos := math.Sincos(degrees[axis] * math.Pi / 180)
		turn := geometry.Identity
		a, b := (axis+1)%3, (axis+2)%3
		turn[5*a], turn[5*b], turn[4*a+b], turn[4*b+a] = cos, cos, sin, -sin
		matrix = geometry.Multiply(&turn, &matrix)
	}
	return matrix
}
