package detect_test

import (
	"testing"

	"vitrine/internal/geometry/geometrytest"
)

// Of formats without a reader nothing is known but what they are.
func TestUnread(t *testing.T) {
	t.Parallel()
	for file, content := range map[string]string{
		"a.dxf": "0\nSECTION\n", "a.usdc": "PXR-USDC\x00", "a.usda": "#usda 1.0\n", "a.abc": "Ogawa\xff",
		"a.usdz": geometrytest.Zip(t, "a.usdc", "PXR-USDC\x00"),
	} {
		got := geometrytest.Inspect(t, file, content)
		if got.Rejected() || string(got.Format) != file[2:] || got.Facts.Polygons.Known() || got.Facts.GeometryType.Known() {
			t.Errorf("%s: %+v, want nothing known", file, got)
		}
	}
}
