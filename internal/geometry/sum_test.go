package geometry_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine/internal/geometry"
)

func TestSum(t *testing.T) {
	t.Parallel()
	known := func(n int64) geometry.Fact[int64] {
		return geometry.Fact[int64]{Value: n, Certainty: geometry.Verified}
	}
	flag := func(v bool) geometry.Fact[bool] { return geometry.Fact[bool]{Value: v, Certainty: geometry.Verified} }
	word := func(v string) geometry.Fact[string] {
		return geometry.Fact[string]{Value: v, Certainty: geometry.Verified}
	}
	size := func(v float64) geometry.Fact[float64] {
		return geometry.Fact[float64]{Value: v, Certainty: geometry.Verified}
	}
	a := geometry.Facts{
		Polygons: known(2), Triangles: geometry.Fact[int64]{Value: 4, Certainty: geometry.Declared}, GeometryType: word("polygonal_mesh"),
		UnwrappedUVs: word("no"),
		Watertight:   flag(true), Textures: flag(true), Rigged: flag(false), Units: word("mm"), UpAxis: word("z"), Volume: size(0.5),
		BoundingBox: geometry.Fact[geometry.Box]{Certainty: geometry.Verified},
	}
	b := geometry.Facts{
		Polygons: known(3), Triangles: known(6), Vertices: known(9), GeometryType: word("nurbs"), UnwrappedUVs: word("overlapping"),
		Watertight: flag(false), Textures: flag(false), Rigged: flag(false), Animated: flag(true), PBR: flag(false), Units: word("mm"),
		UpAxis: word("y"), Volume: size(1),
		BoundingBox: geometry.Fact[geometry.Box]{Certainty: geometry.Verified},
	}
	want := geometry.Facts{
		Polygons: known(5), Triangles: geometry.Fact[int64]{Value: 10, Certainty: geometry.Declared}, GeometryType: word("other"),
		UnwrappedUVs: word("mixed"),
		Watertight:   flag(false), Textures: flag(true), Rigged: flag(false), Animated: flag(true), Units: word("mm"), Volume: size(1.5),
	}
	for _, sum := range []geometry.Facts{geometry.Sum(a, b), geometry.Sum(b, a)} {
		if diff := cmp.Diff(want, sum); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
}
