package threemf_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine/internal/geometry"
	"vitrine/internal/geometry/geometrytest"
	"vitrine/internal/geometry/threemf/threemftest"
)

func TestRead(t *testing.T) {
	t.Parallel()
	box := threemftest.Text(threemftest.Box(`id="1"`, nil), threemftest.Item)
	const cube = "12/12/8 polygonal_mesh true 1000 mm"
	edit := func(pairs ...string) string {
		text := box
		for i := 0; i < len(pairs); i += 2 {
			if !strings.Contains(text, pairs[i]) {
				t.Fatalf("no %q", pairs[i])
			}
			text = strings.ReplaceAll(text, pairs[i], pairs[i+1])
		}
		return text
	}
	part := func(objects string) string { return threemftest.Text(objects, "") }
	for name, test := range map[string]struct{ content, want string }{
		"a cube":                {threemftest.Package(t, box), cube},
		"without relationships": {geometrytest.Zip(t, threemftest.Main, box), cube},
		"with the root elsewhere": {geometrytest.Zip(t, "[Content_Types].xml", "", "_rels/.rels",
			fmt.Sprintf(threemftest.Rels, "Model/it%20is.model"), "Model/it is.model", box), cube},
		"with names in other case": {geometrytest.Zip(t, "_rels/.rels", fmt.Sprintf(threemftest.Rels, "/3d/3DMODEL.model"),
			"3D/3dmodel.model", box), cube},
		"in centimetres":         {threemftest.Package(t, edit("millimeter", "centimeter")), "12/12/8 polygonal_mesh true 1000 cm"},
		"in inches":              {threemftest.Package(t, edit("millimeter", "inch")), "12/12/8 polygonal_mesh true 1000 in"},
		"in microns":             {threemftest.Package(t, edit("millimeter", "micron")), "12/12/8 polygonal_mesh true 1e-06 mm"},
		"without a unit":         {threemftest.Package(t, edit(`unit="millimeter"`, "")), cube},
		"in a unit that is none": {threemftest.Package(t, edit("millimeter", "ell")), "12/12/8 polygonal_mesh true 1000 "},
		"with a prefix":          {threemftest.Package(t, prefixed(box)), cube},
		"of an older namespace":  {threemftest.Package(t, edit("core/2015/02", "2013/01")), cube},
		"without a namespace":    {threemftest.Package(t, edit(`xmlns="`+threemftest.Core+`"`, "")), cube},
		"in single quotes":       {threemftest.Package(t, strings.ReplaceAll(box, `"`, `'`)), cube},
		"with comments and CDATA": {threemftest.Package(t, edit("<vertex", "<!-- <vertex --><![CDATA[<vertex]]><?vertex?>`<vertex")),
			cube},
		"with numbers as characters": {threemftest.Package(t, edit(`x="10"`, `x="&#49;&#x30;"`, `v1="3"`, `v1="&#51;"`)), cube},
		"with blanks everywhere":     {threemftest.Package(t, edit(`<vertex x="`, "<vertex\n\tx = \" ", `"/>`, "\" \n/>")), cube},
		"with ends of their own":     {threemftest.Package(t, edit(`e1"/>`, `e1"></vertex>`)), cube},
		"with a vertex in a vertex":  {threemftest.Package(t, edit(`e1"/>`, `e1"><vertex x="1" y="1" z="1"/></vertex>`)), cube},
		"with a > within a value":    {threemftest.Package(t, edit(`<vertex `, `<vertex xmlns:q=">" q:note="a > b/>" `)), cube},
		"with attributes of others":  {threemftest.Package(t, edit(`<triangle `, `<triangle p:v1="99" paint_color="4" `)), cube},
		"with elements of others": {threemftest.Package(t,
			edit(`<vertices>`, `<vertices><m:vertex x="1" y="1" z="1"/><vertex xmlns="urn:other" x="1" y="1" z="1"/>`)), cube},
		"with long numbers": {threemftest.Package(t, edit(`x="10"`, `x="10.0000000000000000000000"`, `x="0"`, `x="-0.000E-400"`)),
			cube},
		"with a degenerate triangle": {threemftest.Package(t, edit(`<triangles>`, `<triangles><triangle v1="0" v2="0" v3="1"/>`)),
			"13/13/8 polygonal_mesh true 1000 mm"},
		"with an open side": {threemftest.Package(t, edit(`<triangle v1="0" v2="2" v3="1"/>`, "")),
			"11/11/8 polygonal_mesh false 0 mm"},
		"twice": {threemftest.Package(t,
			edit(threemftest.Item, threemftest.Item+`<item objectid="1" transform="1 0 0 0 2 0 0 0 1 50 0 0"/>`)),
			"12/24/8 polygonal_mesh true 3000 mm"},
		"of every type": {threemftest.Package(t,
			threemftest.Text(threemftest.Box(`id="1" type="support"`, nil)+threemftest.Box(`id="2" type="surface"`, nil)+
				threemftest.Box(`id="3" type="other"`, nil)+threemftest.Box(`id="4" type="solidsupport"`, nil),
				threemftest.Item+`<item objectid="2"/><item objectid="4"/>`)), "48/36/32 polygonal_mesh true 3000 mm"},
		"in components": {threemftest.Package(t,
			threemftest.Text(threemftest.Box(`id="1"`, nil)+threemftest.Components(2, 1, 3)+threemftest.Components(3, 2, 4),
				`<item objectid="3"/>`)), "12/144/8 polygonal_mesh true 1.2e+04 mm"},
		"before its parts are known": {threemftest.Package(t,
			threemftest.Text(threemftest.Components(2, 1, 1)+threemftest.Box(`id="1"`, nil), `<item objectid="2"/>`)), cube},
		"in other parts": {geometrytest.Zip(t, threemftest.Main,
			threemftest.Text("", `<item objectid="5" p:path="/3D/Objects/a.model"/><item objectid="1" p:path="/3D/b%2e.model"/>`),
			"3D/objects/A.model", part(`<object id="5"><components><component p:path="/3D/b..model" objectid="1"/></components></object>`),
			"3D/b..model", part(threemftest.Box(`id="1"`, nil))), "12/24/8 polygonal_mesh true 2000 mm"},
		"beside a part that is not built": {geometrytest.Zip(t, threemftest.Main, box, "3D/bad.model", "<nonsense"), cube},
		"that needs an extension":         {threemftest.Package(t, edit(`<model `, `<model requiredextensions="p m s b" `)), cube},
		"that needs one nobody knows": {threemftest.Package(t, edit(`<model `, `<model requiredextensions="p v" xmlns:v="urn:v" `)),
			"0/0/0  false 0 "},
		"a lattice": {threemftest.Package(t, threemftest.Text(`<object id="1"><mesh><vertices>`+threemftest.Vertices+
			`</vertices><b:beamlattice radius="1"><b:beams><b:beam v1="0" v2="1"/></b:beams></b:beamlattice></mesh></object>`, threemftest.Item)),
			"0/0/8 other false 0 mm"},
		"slices": {threemftest.Package(t, threemftest.Text(`<object id="1" s:slicestackid="9"><mesh><vertices/><triangles/></mesh></object>`,
			threemftest.Item)), "0/0/0 other false 0 mm"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			report, model := geometrytest.InspectBeside(t, "a.3mf", test.content, nil)
			if got := threemftest.Summary(report); got != test.want {
				t.Errorf("got %s, want %s: %v", got, test.want, report.Problems)
			}
			geometrytest.CheckMeshes(t, model)
		})
	}
}

// prefixed writes a model with a prefix for the elements of the core.
func prefixed(text string) string {
	text = strings.ReplaceAll(text, `xmlns="`, `xmlns:c="`)
	for _, name := range []string{"model", "resources", "build", "item", "object", "mesh", "vertices", "vertex", "triangles", "triangle"} {
		for _, end := range []string{" ", ">"} {
			text = strings.ReplaceAll(text, "<"+name+end, "<c:"+name+end)
			text = strings.ReplaceAll(text, "</"+name+end, "</c:"+name+end)
		}
	}
	return text
}

// The model part may be called anything: the package says which it is.
func TestNames(t *testing.T) {
	t.Parallel()
	model := threemftest.Text(threemftest.Box(`id="1"`, nil), threemftest.Item)
	for _, name := range []string{"3D/box.custom", "model.xml"} {
		got := geometrytest.Inspect(t, "a.3mf", geometrytest.Zip(t, "[Content_Types].xml", "<Types/>", "_rels/.rels",
			fmt.Sprintf(threemftest.Rels, "/"+name), name, model))
		if got.Rejected() || got.Format != geometry.ThreeMF || got.Facts.Polygons.Value != 12 {
			t.Errorf("%s: %+v", name, got)
		}
	}
	letter := geometrytest.Zip(t, "[Content_Types].xml", "<Types/>", "_rels/.rels", "<Relationships/>", "word/document.xml", "<document/>")
	if got := geometrytest.Inspect(t, "a.3mf", letter); geometrytest.ProblemOf(got) != "malformed" {
		t.Errorf("a letter: %+v", got)
	}
	if got := geometrytest.Inspect(t, "a.zip", letter); got.Rejected() || got.Format != geometry.Zip {
		t.Errorf("a letter that says so: %+v", got)
	}
}

func TestPlaces(t *testing.T) {
	t.Parallel()
	turned := threemftest.Text(
		threemftest.Box(`id="1"`,
			nil)+`<object id="2"><components><component objectid="1" transform="1 0 0 0 1 0 0 0 1 5 0 0"/></components></object>`,
		`<item objectid="2" transform="0 1 0 -1 0 0 0 0 1 0 0 100"/>`)
	report := geometrytest.Inspect(t, "a.3mf", threemftest.Package(t, turned))
	want := geometry.Box{Min: [3]float64{-10, 5, 100}, Max: [3]float64{0, 15, 110}}
	if diff := cmp.Diff(want, report.Facts.BoundingBox.Value); diff != "" {
		t.Errorf("moved by 5 along x, then turned about z and lifted by 100 (-want +got):\n%s", diff)
	}
	if report.Facts.UpAxis.Value != "z" || math.Abs(report.Facts.SurfaceArea.Value-600) > 1e-9 {
		t.Errorf("%+v", report.Facts)
	}
}

func TestRefused(t *testing.T) {
	t.Parallel()
	box := threemftest.Box(`id="1"`, nil)
	deep := strings.Builder{}
	for i := range 300 {
		deep.WriteString(threemftest.Components(i+2, i+1, 1))
	}
	wide := strings.Builder{}
	for i := range 20 {
		wide.WriteString(threemftest.Components(i+2, i+1, 10))
	}
	one := func(resources string) string {
		return threemftest.Package(t, threemftest.Text(resources, threemftest.Item))
	}
	for name, test := range map[string]struct{ content, code string }{
		"a DTD": {threemftest.Package(t,
			`<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "b">]>`+threemftest.Text(box, threemftest.Item)), "unsafe"},
		"a name that a DTD would say": {threemftest.Package(t,
			threemftest.Text(strings.Replace(box, `x="0"`, `x="&zero;"`, 1), threemftest.Item)), "malformed"},
		"no XML":                      {threemftest.Package(t, "hello"), "malformed"},
		"nothing":                     {threemftest.Package(t, ""), "malformed"},
		"UTF-16":                      {threemftest.Package(t, "\xff\xfe<\x00m\x00"), "malformed"},
		"another root":                {threemftest.Package(t, "<html></html>"), "malformed"},
		"a root of another namespace": {threemftest.Package(t, `<model xmlns="urn:cars"><build/></model>`), "malformed"},
		"two roots":                   {threemftest.Package(t, threemftest.Text(box, threemftest.Item)+"<model/>"), "malformed"},
		"XML cut": {threemftest.Package(t, strings.TrimSuffix(threemftest.Text(box, threemftest.Item), threemftest.Close)),
			"truncated"},
		"XML cut within a tag":     {threemftest.Package(t, threemftest.Open+"<resources><obj"), "truncated"},
		"XML cut within a comment": {threemftest.Package(t, threemftest.Open+"<!-- "), "truncated"},
		"ends that cross": {threemftest.Package(t, threemftest.Open+"<resources><build></resources></build>"+threemftest.Close),
			"malformed"},
		"a value without quotes": {threemftest.Package(t, threemftest.Text(strings.Replace(box, `x="0"`, `x=0`, 1), threemftest.Item)),
			"malformed"},
		"a tag within a tag": {threemftest.Package(t, threemftest.Text(strings.Replace(box, `x="0"`, `<x`, 1), threemftest.Item)),
			"malformed"},
		"elements within each other": {threemftest.Package(t, threemftest.Open+strings.Repeat("<a>", 300)), "limit"},
		"a tag of 3 MB": {threemftest.Package(t, threemftest.Open+`<a b="`+geometrytest.Random(3<<20)+`"/>`+threemftest.Close),
			"limit"},
		"no build": {threemftest.Package(t, threemftest.Open+"<resources>"+box+"</resources>"+threemftest.Close),
			"no_content"},
		"an empty build":              {threemftest.Package(t, threemftest.Text(box, "")), "no_content"},
		"an empty mesh":               {one(`<object id="1"><mesh><vertices/><triangles/></mesh></object>`), "no_content"},
		"an object of nothing":        {one(`<object id="1"/>`), "no_content"},
		"an object that is not there": {threemftest.Package(t, threemftest.Text(box, `<item objectid="2"/>`)), "malformed"},
		"an object without a number":  {threemftest.Package(t, threemftest.Text(box, `<item objectid="one"/>`)), "malformed"},
		"a component that is not":     {one(threemftest.Components(1, 2, 1)), "malformed"},
		"an object in itself":         {one(threemftest.Components(1, 1, 1)), "malformed"},
		"objects in each other":       {one(threemftest.Components(1, 2, 1) + threemftest.Components(2, 1, 1)), "malformed"},
		"parts in each other": {geometrytest.Zip(t, threemftest.Main,
			threemftest.Text(`<object id="1"><components><component objectid="1" p:path="/3D/b.model"/></components></object>`, threemftest.Item),
			"3D/b.model", threemftest.Text(`<object id="1"><components><component objectid="1" p:path="/3D/3dmodel.model"/></components></object>`,
				"")), "malformed"},
		"300 objects in each other": {threemftest.Package(t, threemftest.Text(box+deep.String(), `<item objectid="301"/>`)), "limit"},
		"a cube 10^20 times":        {threemftest.Package(t, threemftest.Text(box+wide.String(), `<item objectid="21"/>`)), "limit"},
		"two objects of a number":   {one(box + box), "malformed"},
		"an object without one":     {one(strings.Replace(box, `id="1"`, "", 1)), "malformed"},
		"two meshes": {one(strings.Replace(box, "</mesh>",
			"</mesh>"+box[strings.Index(box, "<mesh>"):strings.Index(box, "</object>")], 1)), "malformed"},
		"a vertex that is not there": {one(strings.Replace(box, `v2="7"`, `v2="8"`, 1)), "malformed"},
		"a vertex below zero":        {one(strings.Replace(box, `v2="7"`, `v2="-1"`, 1)), "malformed"},
		"a vertex of 2^32":           {one(strings.Replace(box, `v2="7"`, `v2="4294967296"`, 1)), "malformed"},
		"a triangle of two":          {one(strings.Replace(box, `v2="7"`, ``, 1)), "malformed"},
		"triangles without vertices": {one(box[:strings.Index(box, "<vertices>")] + box[strings.Index(box, "<triangles>"):]), "malformed"},
		"a coordinate that is none":  {one(strings.Replace(box, `x="0"`, `x="zero"`, 1)), "malformed"},
		"a coordinate NaN":           {one(strings.Replace(box, `x="0"`, `x="nan"`, 1)), "malformed"},
		"a coordinate without end":   {one(strings.Replace(box, `x="0"`, `x="1e39"`, 1)), "malformed"},
		"two coordinates":            {one(strings.Replace(box, `x="0"`, ``, 1)), "malformed"},
		"a place of eleven numbers": {threemftest.Package(t, threemftest.Text(box, `<item objectid="1" transform="1 0 0 0 1 0 0 0 1 0 0"/>`)),
			"malformed"},
		"a place of thirteen": {threemftest.Package(t,
			threemftest.Text(box, `<item objectid="1" transform="1 0 0 0 1 0 0 0 1 0 0 0 0"/>`)), "malformed"},
		"a place beyond all bounds": {threemftest.Package(t,
			threemftest.Text(box, `<item objectid="1" transform="1e31 0 0 0 1 0 0 0 1 0 0 0"/>`)), "malformed"},
		"places beyond all bounds": {threemftest.Package(t,
			threemftest.Text(box+`<object id="2"><components><component objectid="1" transform="1e20 0 0 0 1 0 0 0 1 0 0 0"/></components></object>`,
				`<item objectid="2" transform="1e20 0 0 0 1 0 0 0 1 0 0 0"/>`)), "malformed"},
		"a part that is not there": {threemftest.Package(t, threemftest.Text("", `<item objectid="1" p:path="/3D/no.model"/>`)), "malformed"},
		"a part outside":           {threemftest.Package(t, threemftest.Text("", `<item objectid="1" p:path="/../../etc/passwd"/>`)), "unsafe"},
		"a part at an address": {threemftest.Package(t, threemftest.Text("", `<item objectid="1" p:path="http://example.com/a.model"/>`)),
			"unsafe"},
		"a root that is not there": {geometrytest.Zip(t, "_rels/.rels", fmt.Sprintf(threemftest.Rels, "/3D/no.model"), threemftest.Main,
			threemftest.Text(box, threemftest.Item)), "malformed"},
		"relationships with a DTD": {geometrytest.Zip(t, "_rels/.rels", "<!DOCTYPE a>", threemftest.Main,
			threemftest.Text(box, threemftest.Item)), "unsafe"},
		"a ZIP":                 {geometrytest.Zip(t, "a.stl", ""), "type_mismatch"},
		"a GLB":                 {"glTF\x02\x00\x00\x00", "type_mismatch"},
		"a colour that is none": {one(`<m:colorgroup id="9"><m:color color="red"/></m:colorgroup>` + box), "malformed"},
		"a colour that is not there": {one(`<m:colorgroup id="9"><m:color color="#ff0000"/></m:colorgroup>` +
			threemftest.Box(`id="1" pid="9" pindex="1"`, nil)), "malformed"},
		"two groups of a number":  {one(`<basematerials id="9"/><m:colorgroup id="9"/>` + box), "malformed"},
		"a picture at an address": {one(`<m:texture2d id="8" path="http://a/b.png"/><m:texture2dgroup id="9" texid="8"><m:tex2coord u="0" v="0"/></m:texture2dgroup>` + box), "unsafe"},
		"bytes that were changed": {damaged(t, threemftest.Text(box, threemftest.Item)), "malformed"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := geometrytest.Inspect(t, "a.3mf", test.content); geometrytest.ProblemOf(got) != test.code {
				t.Errorf("%+v, want %s", got.Problems, test.code)
			}
		})
	}
}

// damaged is a package with a stored model in which a digit was changed.
func damaged(t *testing.T, model string) string {
	t.Helper()
	var data bytes.Buffer
	w := zip.NewWriter(&data)
	entry, err := w.CreateHeader(&zip.FileHeader{Name: threemftest.Main, Method: zip.Store})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(entry, model); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return strings.Replace(data.String(), `x="10"`, `x="11"`, 1)
}

func TestTruncated(t *testing.T) {
	t.Parallel()
	model := threemftest.Text(threemftest.Box(`id="1"`, nil), threemftest.Item)
	whole := threemftest.Package(t, model)
	for i := range 50 {
		if got := geometrytest.Inspect(t, "a.3mf", whole[:len(whole)*i/50]); !got.Rejected() {
			t.Errorf("%d/50 of the file are read as whole", i)
		}
		if got := geometrytest.Inspect(t, "a.3mf", threemftest.Package(t, model[:len(model)*i/50])); !got.Rejected() {
			t.Errorf("%d/50 of the model are read as whole", i)
		}
	}
}
