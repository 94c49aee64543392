package stl

import (
	"vitrine/internal/geometry"
	"vitrine/internal/geometry/source"
)

// ReadLarge reads and measures a binary STL as one that is too large to be held.
func ReadLarge(in source.Input) (geometry.Facts, *geometry.Model, error) {
	count, err := count(in)
	if err != nil {
		return geometry.Facts{}, nil, err
	}
	m, err := readLarge(in, count)
	if err != nil {
		return geometry.Facts{}, nil, err
	}
	facts, err := geometry.Measure(m)
	return facts, m, err
}
