package detect_test

import (
	"testing"

	"vitrine/internal/geometry"
	"vitrine/internal/geometry/detect"
)

// TestAsksForOthers: what these formats name is uploaded beside them.
func TestAsksForOthers(t *testing.T) {
	t.Parallel()
	for format, want := range map[geometry.Format]bool{
		geometry.GLTF: true, geometry.OBJ: true, geometry.DAE: true, geometry.FBX: true, geometry.ThreeDS: true,
		geometry.GLB: false, geometry.STL: false, geometry.Zip: false, geometry.Unknown: false, "": false,
	} {
		if got := detect.AsksForOthers(format); got != want {
			t.Errorf("%q: %t, want %t", format, got, want)
		}
	}
}
