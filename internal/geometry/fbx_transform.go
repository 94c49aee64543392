package geometry

import "math"

// fbxTransform is how a model stands in its parent (FBX SDK Programmer's Guide,
// "Computing transformation matrices"). Angles are in degrees.
type fbxTransform struct {
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
func (f *fbxFile) transform(model fbxRecord) (*fbxTransform, error) {
	t := &fbxTransform{scaling: [3]float64{1, 1, 1}, geometricScale: [3]float64{1, 1, 1}}
	err := f.properties(model, func(name string, values *fbxValues) (err error) {
		if vector := t.vector(name); vector != nil {
			*vector, err = values.vector()
			return err
		}
		var number float64
		switch name {
		case "RotationOrder":
			number, err = values.number()
			t.order = int(number)
		case "RotationActive":
			number, err = values.number()
			t.active = number != 0
		}
		return err
	})
	return t, err
}

func (t *fbxTransform) vector(name string) *[3]float64 {
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
func (t *fbxTransform) local() [16]float64 {
	rotation := fbxRotate(t.rotation, 0)
	if t.active {
		before, after := fbxRotate(t.preRotation, 0), fbxTransposed(fbxRotate(t.postRotation, 0))
		rotation = fbxMultiply(&before, fbxRotate(t.rotation, t.order))
		rotation = fbxMultiply(&rotation, after)
	}
	var forth, back, scaled [3]float64
	for i := range forth {
		forth[i] = t.translation[i] + t.rotationOffset[i] + t.rotationPivot[i]
		back[i] = -t.rotationPivot[i] + t.scalingOffset[i] + t.scalingPivot[i]
		scaled[i] = -t.scalingPivot[i]
	}
	matrix := fbxTranslate(forth)
	for _, step := range [][16]float64{rotation, fbxTranslate(back), fbxScale(t.scaling), fbxTranslate(scaled)} {
		matrix = fbxMultiply(&matrix, step)
	}
	return matrix
}

// geometric moves the mesh of a model, but not what stands in it.
func (t *fbxTransform) geometric() [16]float64 {
	matrix := fbxTranslate(t.geometricTranslation)
	matrix = fbxMultiply(&matrix, fbxRotate(t.geometricRotation, 0))
	return fbxMultiply(&matrix, fbxScale(t.geometricScale))
}

func fbxTranslate(v [3]float64) [16]float64 {
	return [16]float64{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, v[0], v[1], v[2], 1}
}

func fbxScale(v [3]float64) [16]float64 {
	return [16]float64{v[0], 0, 0, 0, 0, v[1], 0, 0, 0, 0, v[2], 0, 0, 0, 0, 1}
}

// fbxOrders are the axes in the order in which they turn: the first letter of
// eEulerXYZ first.
var fbxOrders = [...][3]int{{0, 1, 2}, {0, 2, 1}, {1, 2, 0}, {1, 0, 2}, {2, 0, 1}, {2, 1, 0}}

func fbxRotate(degrees [3]float64, order int) [16]float64 {
	if order < 0 || order >= len(fbxOrders) {
		order = 0
	}
	matrix := identity
	for _, axis := range fbxOrders[order] {
		if degrees[axis] == 0 {
			continue
		}
		sin, cos := math.Sincos(degrees[axis] * math.Pi / 180)
		turn := identity
		a, b := (axis+1)%3, (axis+2)%3
		turn[5*a], turn[5*b], turn[4*a+b], turn[4*b+a] = cos, cos, sin, -sin
		matrix = fbxMultiply(&turn, matrix)
	}
	return matrix
}

func fbxTransposed(m [16]float64) (t [16]float64) {
	for i := range 4 {
		for k := range 4 {
			t[4*i+k] = m[4*k+i]
		}
	}
	return t
}

// fbxMultiply gives a × b.
func fbxMultiply(a *[16]float64, b [16]float64) (product [16]float64) {
	for column := range 4 {
		for row := range 4 {
			product[4*column+row] = a[row]*b[4*column] + a[4+row]*b[4*column+1] + a[8+row]*b[4*column+2] + a[12+row]*b[4*column+3]
		}
	}
	return product
}

// fbxBounded: what is measured with a matrix must stay finite.
func fbxBounded(m *[16]float64) bool {
	for _, v := range m {
		if !(math.Abs(v) <= 1e30) {
			return false
		}
	}
	return true
}
