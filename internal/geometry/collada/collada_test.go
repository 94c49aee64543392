package collada_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine/internal/geometry"
	"vitrine/internal/geometry/collada/colladatest"
	"vitrine/internal/geometry/geometrytest"
)

func TestRead(t *testing.T) {
	t.Parallel()
	f := geometrytest.Inspect(t, "box.dae", colladatest.Box()).Facts
	if f.Polygons.Value != 6 || f.Triangles.Value != 12 || f.Vertices.Value != 8 || !f.Watertight.Value ||
		math.Abs(f.Volume.Value-1000) > 0.01 {
		t.Errorf("%+v", f)
	}
	if f.Units.Value != "mm" || f.UpAxis.Value != "z" || f.UVWMapping.Value || f.Materials.Value || f.Animated.Value || f.Rigged.Value ||
		f.PBR.Value {
		t.Errorf("%+v", f)
	}
	for old, want := range map[string]string{"0.01": "cm", "1": "m", "0.0254": "in", "0.3048": "ft", "0.3": "", "x": ""} {
		if got := geometrytest.Inspect(t, "box.dae", strings.Replace(colladatest.Box(), "0.001", old, 1)).Facts.Units.Value; got != want {
			t.Errorf("a unit of %s m is %q, want %q", old, got, want)
		}
	}
	bare := strings.Replace(colladatest.Box(), `<asset><unit name="millimeter" meter="0.001"/><up_axis>Z_UP</up_axis></asset>`, "", 1)
	if f := geometrytest.Inspect(t, "box.dae", bare).Facts; f.Units.Value != "m" || f.UpAxis.Value != "y" {
		t.Errorf("%+v", f)
	}
}

// TestFaces looks at ways of writing faces over the corners of the box, with the
// polygons and triangles that they are and their area.
func TestFaces(t *testing.T) {
	t.Parallel()
	input := colladatest.VertexInput("box")
	for name, test := range map[string]struct {
		faces               string
		polygons, triangles int64
		area                float64
	}{
		"triangles": {"<triangles>" + input + "<p>0 2 1 0 3 2</p></triangles>", 2, 2, 100},
		"polygons":  {"<polygons>" + input + "<p>0 3 2 1</p><p>4 5 6 7</p><p>0 1</p></polygons>", 2, 4, 200},
		"strips":    {"<tristrips>" + input + "<p>0 1 3 2</p><p>4 5 7</p></tristrips>", 3, 3, 150},
		"fans":      {"<trifans>" + input + "<p>0 1 2 3</p><p>4 5 6</p></trifans>", 3, 3, 150},
		"two lists": {"<triangles>" + input + "<p>0 2 1</p></triangles><polylist>" + input + "<vcount>4</vcount><p>4 5 6 7</p></polylist>", 2, 3,
			150},
		"comments": {"<triangles>" + input + "<p>0 2<!-- > <a> --> 1 <![CDATA[0 3 2]]></p></triangles>", 2, 2, 100},
		"a hole":   {"<polygons>" + input + "<ph><p>0 3 2 1</p></ph></polygons>", 1, 2, 100},
	} {
		f := geometrytest.Inspect(t, "box.dae", colladatest.Of(colladatest.Geometries(colladatest.Mesh("box", test.faces)),
			colladatest.ShowNode("box"))).Facts
		if f.Polygons.Value != test.polygons || f.Triangles.Value != test.triangles || math.Abs(f.SurfaceArea.Value-test.area) > 0.01 ||
			f.FlippedEdges.Value > 0 {
			t.Errorf("%s: %+v", name, f)
		}
	}
	lines := geometrytest.Inspect(t, "box.dae", colladatest.Of(colladatest.Geometries(colladatest.Mesh("box",
		"<lines>"+input+"<p>0 1</p></lines>")), colladatest.ShowNode("box"))).Facts
	if lines.GeometryType.Value != "other" || lines.Polygons.Value != 0 || lines.Vertices.Value != 8 {
		t.Errorf("lines: %+v", lines)
	}
}

// TestHoles looks at a square with holes: as many triangles as its corners and
// bridges make, and the area that is left.
func TestHoles(t *testing.T) {
	t.Parallel()
	points := []float64{0, 0, 0, 10, 0, 0, 10, 10, 0, 0, 10, 0} // around
	holes := ""
	for k, at := range [][2]float64{{2, 2}, {6, 2}, {6, 6}, {2, 6}} {
		x, y := at[0], at[1]
		points = append(points, x, y, 0, x+2, y, 0, x+2, y+2, 0, x, y+2, 0)
		i := 4 + 4*k
		way := []int{i, i + 1, i + 2, i + 3}
		if k%2 == 0 {
			way = []int{i, i + 3, i + 2, i + 1} // either way
		}
		holes += "<h>" + strings.Trim(fmt.Sprint(way), "[]") + "</h>"
	}
	mesh := `<geometry id="a"><mesh>` + colladatest.Source("p", "XYZ",
		points...) + `<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>` +
		`<polygons><input semantic="VERTEX" source="#v" offset="0"/><ph><p>0 1 2 3</p>` + holes + `</ph></polygons></mesh></geometry>`
	f := geometrytest.Inspect(t, "a.dae", colladatest.Of(colladatest.Geometries(mesh), colladatest.ShowNode("a"))).Facts
	if f.Polygons.Value != 1 || f.Triangles.Value != 20+2*4-2 || math.Abs(f.SurfaceArea.Value-84) > 1e-6 || f.FlippedEdges.Value > 0 ||
		f.BoundaryEdges.Value != 20 {
		t.Errorf("%+v", f)
	}
}

// TestBridge looks at a hole whose nearest corner around it is behind the hole.
func TestBridge(t *testing.T) {
	t.Parallel()
	points := []float64{0, 0, 0, 10, 0, 0, 10, 10, 0, 6.5, 10, 0, 6.5, 8.2, 0, 5, 8.2, 0, 5, 10, 0, 0, 10, 0, 7, 2, 0, 8, 2, 0, 8, 9, 0,
		7, 9, 0}
	mesh := `<geometry id="a"><mesh>` + colladatest.Source("p", "XYZ",
		points...) + `<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>` +
		`<polygons><input semantic="VERTEX" source="#v" offset="0"/><ph><p>0 1 2 3 4 5 6 7</p><h>8 9 10 11</h></ph></polygons></mesh></geometry>`
	f := geometrytest.Inspect(t, "a.dae", colladatest.Of(colladatest.Geometries(mesh), colladatest.ShowNode("a"))).Facts
	if f.Triangles.Value != 12 || math.Abs(f.SurfaceArea.Value-90.3) > 1e-5 || f.BoundaryEdges.Value != 12 {
		t.Errorf("%+v", f)
	}
}

// TestOffset takes every three numbers behind the first one.
func TestOffset(t *testing.T) {
	t.Parallel()
	shifted := strings.NewReplacer(`count="8" stride="3"`, `count="8" offset="1" stride="3"`, `count="24">`,
		`count="25">77 `).Replace(colladatest.Box())
	if diff := cmp.Diff(geometrytest.Inspect(t, "box.dae", colladatest.Box()), geometrytest.Inspect(t, "box.dae", shifted)); diff != "" {
		t.Error(diff)
	}
}

// TestValues reads values out of one array with gaps, and texture coordinates
// of two sets.
func TestValues(t *testing.T) {
	t.Parallel()
	mesh := `<geometry id="a"><mesh><source id="p"><float_array id="f" count="22">99 0 0 0 7 .5 1e0 10 0 0 7 .25 1 10 10 0 7 NaN 0 0 0 0</float_array>
 <technique_common><accessor source="#f" count="3" offset="1" stride="6"><param name="X"/><param name="Y"/><param name="Z"/>
 	<param type="float"/></accessor></technique_common></source>
 <source id="t"><technique_common><accessor source="#f" count="3" offset="5" stride="6"><param name="S"/><param name="T"/></accessor></technique_common></source>` +
		colladatest.Source("t1", "ST", 9, 9, 9, 9, 9, 9) + colladatest.Source("c", "RGB", 1, 0, 0, 0, 2, 0, 0, 0,
		0.5) + colladatest.Source("n", "XYZ", 0, 0, 1) +
		`<vertices id="v"><input semantic="POSITION" source="#p"/><input semantic="COLOR" source="#c"/></vertices>
 <triangles><input semantic="TEXCOORD" source="#t1" offset="1" set="1"/><input semantic="VERTEX" source="#v" offset="0"/>
 <input semantic="TEXCOORD" source="#t" offset="1" set="0"/><input semantic="NORMAL" source="#n" offset="2"/><input semantic="TEXTANGENT" source="#n" offset="3"/><p>0 2 0 0 1 1 0 0 2 0 0 0</p></triangles></mesh></geometry>`
	_, model := geometrytest.InspectBeside(t, "a.dae", colladatest.Of(colladatest.Geometries(mesh), colladatest.ShowNode("a")), nil)
	if model == nil {
		t.Fatal("refused")
	}
	want := geometry.Mesh{
		Positions: []float32{0, 0, 0, 10, 0, 0, 10, 10, 0}, Normals: []float32{0, 0, 1, 0, 0, 1, 0, 0, 1},
		UVs: []float32{0, 0, .25, 1, .5, 1}, Colors: []uint8{255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 128, 255},
		Indices: []uint32{0, 1, 2}, Groups: []geometry.Group{{Material: -1, First: 0, End: 1}}, Polygons: 1, Vertices: 3,
	}
	if diff := cmp.Diff(want, model.Meshes[0]); diff != "" {
		t.Error(diff)
	}
}

// OpenCOLLADA for 3ds Max writes 1,5 for 1.5 on machines that do.
func TestDecimalCommas(t *testing.T) {
	t.Parallel()
	mesh := strings.ReplaceAll(colladatest.Mesh("a", colladatest.Quads("a", "m")), "10", "10,000000")
	text := colladatest.Of(colladatest.Geometries(mesh), `<node><translate>1,5 -2,25 0,000000</translate>`+colladatest.Show("a", "")+"</node>")
	box := geometrytest.Inspect(t, "a.dae", strings.Replace(text, `meter="0.001"`, `meter="0,010000"`, 1))
	if want := [3]float64{11.5, 7.75, 10}; box.Rejected() || box.Facts.BoundingBox.Value.Max != want || box.Facts.Units.Value != "cm" {
		t.Errorf("%+v, want %v", box, want)
	}
	for _, text := range []string{"1,5,2 0 0", ",5 0 0", "1, 0 0", "1,x 0 0"} {
		got := geometrytest.Inspect(t, "a.dae", colladatest.Of(colladatest.Geometries(colladatest.Mesh("a", colladatest.Quads("a", "m"))),
			"<node><translate>"+text+"</translate>"+colladatest.Show("a", "")+"</node>"))
		if geometrytest.ProblemOf(got) != "malformed" {
			t.Errorf("%q: %+v", text, got.Problems)
		}
	}
}

// TestPlaces asks where nodes put a box: the box of what is drawn.
func TestPlaces(t *testing.T) {
	t.Parallel()
	box := colladatest.Geometries(colladatest.Mesh("box", colladatest.Quads("box", "")))
	show := colladatest.Show("box", "")
	library := `<library_nodes><node id="up"><translate>0 0 5</translate>` + show + `</node></library_nodes>`
	half := 0.5
	for name, test := range map[string]struct {
		nodes    string
		min, max [3]float64
		drawn    int64
	}{
		"translate": {"<node><translate>1 2 3</translate>" + show + "</node>", [3]float64{1, 2, 3}, [3]float64{11, 12, 13}, 12},
		"in order": {"<node><translate>1 0 0</translate><scale>2 1 1</scale>" + show + "</node>", [3]float64{1, 0, 0},
			[3]float64{21, 10, 10}, 12},
		"rotate": {"<node><rotate>0 0 2 90</rotate>" + show + "</node>", [3]float64{-10, 0, 0}, [3]float64{0, 10, 10}, 12},
		"matrix": {"<node><matrix>1 0 0 7 0 2 0 0 0 0 1 0 0 0 0 1</matrix>" + show + "</node>", [3]float64{7, 0, 0},
			[3]float64{17, 20, 10}, 12},
		"in each other": {"<node><scale>2 2 2</scale><node><translate>1 1 1</translate>" + show + "</node></node>", [3]float64{2, 2, 2},
			[3]float64{22, 22, 22}, 12},
		"twice": {"<node>" + show + "</node><node><translate>20 0 0</translate>" + show + "</node>", [3]float64{}, [3]float64{30, 10, 10},
			24},
		"another node": {`<node><translate>1 0 0</translate><instance_node url="#up"/></node>`, [3]float64{1, 0, 5}, [3]float64{11, 10, 15}, 12},
		"lookat":       {"<node><lookat>5 0 0 15 0 0 0 0 1</lookat>" + show + "</node>", [3]float64{-5, -10, 0}, [3]float64{5, 0, 10}, 12},
		"skew":         {"<node><skew>45 0 1 0 1 0 0</skew>" + show + "</node>", [3]float64{0, 0, 0}, [3]float64{20, 10, 10}, 12},
		"little skew": {fmt.Sprintf("<node><skew>%v 0 3 0 2 0 0</skew>%s</node>", math.Atan(half)*180/math.Pi, show), [3]float64{0, 0, 0},
			[3]float64{15, 10, 10}, 12},
		"no nodes": {"", [3]float64{}, [3]float64{10, 10, 10}, 12},
		"unknown":  {`<node><instance_geometry url="#none"/><instance_node url="#none"/></node>`, [3]float64{}, [3]float64{10, 10, 10}, 12},
	} {
		f := geometrytest.Inspect(t, "box.dae", colladatest.Of(box+library, test.nodes)).Facts
		for i := range 3 {
			if math.Abs(f.BoundingBox.Value.Min[i]-test.min[i]) > 1e-5 || math.Abs(f.BoundingBox.Value.Max[i]-test.max[i]) > 1e-5 {
				t.Errorf("%s: %+v, want %v to %v", name, f.BoundingBox.Value, test.min, test.max)
				break
			}
		}
		if f.Triangles.Value != test.drawn || f.Polygons.Value != 6 {
			t.Errorf("%s: %d triangles and %d polygons", name, f.Triangles.Value, f.Polygons.Value)
		}
	}
}

// TestControllers bends the box by a skin, whose joint is elsewhere than it
// was bound, and by a morph.
func TestControllers(t *testing.T) {
	t.Parallel()
	geometries := colladatest.Geometries(colladatest.Mesh("box", colladatest.Quads("box", "")),
		colladatest.Mesh("other", colladatest.Quads("other", "")))
	controllers := `<library_controllers><controller id="skin"><skin source="#morph"><bind_shape_matrix>1 0 0 1 0 1 0 0 0 0 1 0 0 0 0 1</bind_shape_matrix>
 <source id="j"><Name_array count="2">hip knee</Name_array></source>
 <source id="b"><float_array id="ba" count="32">1 0 0 0 0 1 0 0 0 0 1 -4 0 0 0 1  1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</float_array></source>
 <joints><input semantic="JOINT" source="#j"/><input semantic="INV_BIND_MATRIX" source="#b"/></joints></skin></controller>
 <controller id="morph"><morph source="#box"><source id="m"><IDREF_array count="1">other</IDREF_array></source>
 <targets><input semantic="MORPH_TARGET" source="#m"/></targets></morph></controller></library_controllers>
 <library_animations><animation><animation><channel source="#x" target="hip/t"/></animation></animation></library_animations>`
	bones := `<node id="wrong" sid="hip"/><node id="root"><translate>0 0 7</translate><node sid="hip" type="JOINT"><translate>0 20 0</translate></node></node>`
	skin := `<node><translate>500 0 0</translate><instance_controller url="#skin"><skeleton>#root</skeleton></instance_controller></node>`
	f := geometrytest.Inspect(t, "box.dae", colladatest.Of(geometries+controllers, skin+bones)).Facts
	want := geometry.Box{Min: [3]float64{1, 20, 3}, Max: [3]float64{11, 30, 13}}
	if f.BoundingBox.Value != want || !f.Rigged.Value || !f.Animated.Value || f.Polygons.Value != 6 || f.Triangles.Value != 12 {
		t.Errorf("%+v", f)
	}
	f = geometrytest.Inspect(t, "box.dae", colladatest.Of(geometries+controllers,
		`<node><translate>500 0 0</translate><instance_controller url="#morph"/></node>`)).Facts
	if f.BoundingBox.Value.Min != [3]float64{500, 0, 0} || f.Polygons.Value != 6 {
		t.Errorf("%+v", f)
	}
}
