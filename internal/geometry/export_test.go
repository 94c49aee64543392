package geometry

// ReadLargeSTL reads a binary STL as one that is too large to be held.
func ReadLargeSTL(in Input) (Report, *Model, error) {
	count, err := stlCount(in)
	if err != nil {
		return Report{}, nil, err
	}
	m, err := readLargeSTL(in, count)
	if err != nil {
		return Report{}, nil, err
	}
	facts, err := measure(m)
	return Report{Format: STL, Facts: facts}, m, err
}

// Unwrapped tells how texture coordinates lie, drawing no more than rows of pixels.
func Unwrapped(m *Model, rows int) Fact[string] { return unwrapped(m, rows) }
