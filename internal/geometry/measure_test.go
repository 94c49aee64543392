package geometry_test

import (
	"fmt"
	"testing"

	"vitrine/internal/geometry"
	"vitrine/internal/geometry/geometrytest"
	"vitrine/internal/geometry/threemf/threemftest"
)

// Faces without any area enclose nothing, however well their edges pair up.
func TestDegenerateFacesAreNotWatertight(t *testing.T) {
	t.Parallel()
	for name, content := range map[string]string{
		"each in one point":        "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 1 1\nf 2 2 2\nf 3 3 3\n",
		"each in a line":           "v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\nf 3 2 1\n",
		"two corners in one place": "v 0 0 0\nv 1 0 0\nv 0 0 0\nf 1 2 3\nf 3 2 1\n",
	} {
		facts := geometrytest.Inspect(t, "a.obj", content).Facts
		if facts.Watertight.Value || facts.Watertight.Certainty != geometry.Verified || facts.Volume.Known() {
			t.Errorf("%s: watertight %+v, volume %+v", name, facts.Watertight, facts.Volume)
		}
	}
}

// The beams of a lattice are a shape too: nothing is said of its surface by the mesh alone.
func TestLatticeIsNotMeasured(t *testing.T) {
	t.Parallel()
	beams := `<b:beamlattice radius="1"><b:beams><b:beam v1="0" v2="1"/></b:beams></b:beamlattice>`
	mesh := func(triangles string) string {
		return threemftest.Package(t, threemftest.Text(`<object id="1"><mesh><vertices>`+threemftest.Vertices+`</vertices>`+triangles+beams+
			`</mesh></object>`, threemftest.Item))
	}
	for name, content := range map[string]string{"alone": mesh(""),
		"in a skin": mesh(`<triangles><triangle v1="0" v2="1" v3="2"/></triangles>`)} {
		report := geometrytest.Inspect(t, "a.3mf", content)
		f := report.Facts
		for what, known := range map[string]bool{
			"watertight": f.Watertight.Known(), "boundary edges": f.BoundaryEdges.Known(), "non-manifold edges": f.NonManifoldEdges.Known(),
			"flipped edges": f.FlippedEdges.Known(), "area": f.SurfaceArea.Known(), "volume": f.Volume.Known(), "box": f.BoundingBox.Known(),
		} {
			if known || report.Rejected() {
				t.Errorf("%s: %s is known of %+v", name, what, report)
			}
		}
		if f.Vertices.Value != 8 {
			t.Errorf("%s: %+v", name, f.Vertices)
		}
	}
}

// A coordinate that no unit has a place for is refused by every reader alike.
func TestFarCoordinatesAreRefused(t *testing.T) {
	t.Parallel()
	for _, far := range []string{"1e31", "-3e38"} {
		for name, content := range map[string]string{
			"a.obj": fmt.Sprintf("v 0 0 0\nv 1 0 0\nv 0 %s 0\nf 1 2 3\n", far),
			"a.stl": fmt.Sprintf("solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 %s "+
				"0\nendloop\nendfacet\nendsolid a\n", far),
			"a.ply": fmt.Sprintf("ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nelement face "+
				"1\nproperty list uchar int vertex_index\nend_header\n0 0 0\n1 0 0\n0 %s 0\n3 0 1 2\n", far),
		} {
			report := geometrytest.Inspect(t, name, content)
			if len(report.Problems) != 1 || report.Problems[0].Code != "malformed" {
				t.Errorf("%s with %s: %+v", name, far, report.Problems)
			}
		}
	}
	if report := geometrytest.Inspect(t, "a.obj", "v 0 0 0\nv 1 0 0\nv 0 1e29 0\nf 1 2 3\n"); report.Rejected() {
		t.Errorf("1e29: %+v", report.Problems)
	}
}
