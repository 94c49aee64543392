package geometry

// Sum returns the facts of two files that are parts of one thing: counts and
// sizes are added, a trait of either is one of both, and what only a single
// file can have is unknown.
func Sum(a, b Facts) Facts {
	return Facts{
		Polygons:         add(a.Polygons, b.Polygons),
		Triangles:        add(a.Triangles, b.Triangles),
		Vertices:         add(a.Vertices, b.Vertices),
		Splats:           add(a.Splats, b.Splats),
		GeometryType:     same(a.GeometryType, b.GeometryType, TypeOther),
		UnwrappedUVs:     same(a.UnwrappedUVs, b.UnwrappedUVs, uvMixed),
		Watertight:       both(a.Watertight, b.Watertight),
		UVWMapping:       either(a.UVWMapping, b.UVWMapping),
		Textures:         either(a.Textures, b.Textures),
		Materials:        either(a.Materials, b.Materials),
		Rigged:           either(a.Rigged, b.Rigged),
		Animated:         either(a.Animated, b.Animated),
		PBR:              either(a.PBR, b.PBR),
		Units:            same(a.Units, b.Units, ""),
		UpAxis:           same(a.UpAxis, b.UpAxis, ""),
		BoundaryEdges:    add(a.BoundaryEdges, b.BoundaryEdges),
		NonManifoldEdges: add(a.NonManifoldEdges, b.NonManifoldEdges),
		FlippedEdges:     add(a.FlippedEdges, b.FlippedEdges),
		Volume:           add(a.Volume, b.Volume),
		SurfaceArea:      add(a.SurfaceArea, b.SurfaceArea),
	}
}

// weaker is the certainty of what follows from two facts.
func weaker[T any](a, b Fact[T]) Certainty {
	switch {
	case !a.Known() || !b.Known():
		return Unsure
	case a.Certainty == Declared || b.Certainty == Declared:
		return Declared
	}
	return Verified
}

func add[T int64 | float64](a, b Fact[T]) Fact[T] {
	sum := Fact[T]{a.Value + b.Value, weaker(a, b)}
	if !sum.Known() {
		return Fact[T]{}
	}
	return sum
}

// either is true when one of both is, and false when neither is.
func either(a, b Fact[bool]) Fact[bool] {
	switch {
	case a.Known() && a.Value:
		return a
	case b.Known() && b.Value:
		return b
	case weaker(a, b) == Unsure:
		return Fact[bool]{}
	}
	return Fact[bool]{false, weaker(a, b)}
}

// both is false when one of both is, and true when both are.
func both(a, b Fact[bool]) Fact[bool] {
	switch {
	case a.Known() && !a.Value:
		return a
	case b.Known() && !b.Value:
		return b
	case weaker(a, b) == Unsure:
		return Fact[bool]{}
	}
	return Fact[bool]{true, weaker(a, b)}
}

// same is what both are, and different, "" for unknown, when they are not alike.
func same(a, b Fact[string], different string) Fact[string] {
	certainty := weaker(a, b)
	switch {
	case certainty == Unsure, a.Value != b.Value && different == "":
		return Fact[string]{}
	case a.Value != b.Value:
		return Fact[string]{different, certainty}
	}
	return Fact[string]{a.Value, certainty}
}
