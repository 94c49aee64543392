package geometry_test

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
)

const (
	tmfCore  = `http://schemas.microsoft.com/3dmanufacturing/core/2015/02`
	tmfOpen  = `<?xml version="1.0" encoding="UTF-8"?><model unit="millimeter" xmlns="` + tmfCore + `" xmlns:p="http://schemas.microsoft.com/3dmanufacturing/production/2015/06" xmlns:m="http://schemas.microsoft.com/3dmanufacturing/material/2015/02" xmlns:b="http://schemas.microsoft.com/3dmanufacturing/beamlattice/2017/02" xmlns:s="http://schemas.microsoft.com/3dmanufacturing/slice/2015/07">`
	tmfClose = `</model>`
	tmfRels  = `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="a" Type="urn:thumbnail" Target="/t.png"/><Relationship Id="b" Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel" Target="%s"/></Relationships>`
	tmfMain  = "3D/3dmodel.model"
)

// zipWith is a ZIP of files, in the order of their names and contents.
func zipWith(t testing.TB, files ...string) string {
	t.Helper()
	var data bytes.Buffer
	w := zip.NewWriter(&data)
	for i := 0; i < len(files); i += 2 {
		entry, err := w.Create(files[i])
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(entry, files[i+1]); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return data.String()
}

// tmfPackage is a package of one part.
func tmfPackage(t testing.TB, model string) string {
	t.Helper()
	return zipWith(t, "[Content_Types].xml", "<Types/>", "_rels/.rels", fmt.Sprintf(tmfRels, "/"+tmfMain), tmfMain, model)
}

// tmfText is a model of resources and of what is built.
func tmfText(resources, build string) string {
	return tmfOpen + "<resources>" + resources + "</resources><build>" + build + "</build>" + tmfClose
}

// tmfVertices are the corners of a cube of 10.
var tmfVertices = func() string {
	var text strings.Builder
	for i := range 8 {
		fmt.Fprintf(&text, "\n  <vertex x=\"%d\" y=\"%d.0\" z=\"%de1\"/>", i&1*10, i>>1&1*10, i>>2)
	}
	return text.String()
}()

// tmfCorners are its triangles.
var tmfCorners = [12][3]int{{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4}, {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}}

// tmfBox is a cube as an object; more gives the further attributes of a triangle.
func tmfBox(attrs string, more func(i int) string) string {
	var text strings.Builder
	for i, c := range tmfCorners {
		further := ""
		if more != nil {
			further = more(i)
		}
		fmt.Fprintf(&text, "\n  <triangle v1=\"%d\" v2=\"%d\" v3=\"%d\"%s/>", c[0], c[1], c[2], further)
	}
	return "<object " + attrs + "><mesh><vertices>" + tmfVertices + "\n</vertices><triangles>" + text.String() + "\n</triangles></mesh></object>"
}

const tmfItem = `<item objectid="1"/>`

func tmfSummary(report geometry.Report) string {
	f := report.Facts
	return fmt.Sprintf("%s%d/%d/%d %s %v %.4g %s", problemOf(report), f.Polygons.Value, f.Triangles.Value, f.Vertices.Value, f.GeometryType.Value, f.Watertight.Value, f.Volume.Value, f.Units.Value)
}

func TestThreeMF(t *testing.T) {
	t.Parallel()
	box := tmfText(tmfBox(`id="1"`, nil), tmfItem)
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
	part := func(objects string) string { return tmfText(objects, "") }
	for name, test := range map[string]struct{ content, want string }{
		"a cube":                          {tmfPackage(t, box), cube},
		"without relationships":           {zipWith(t, tmfMain, box), cube},
		"with the root elsewhere":         {zipWith(t, "[Content_Types].xml", "", "_rels/.rels", fmt.Sprintf(tmfRels, "Model/it%20is.model"), "Model/it is.model", box), cube},
		"with names in other case":        {zipWith(t, "_rels/.rels", fmt.Sprintf(tmfRels, "/3d/3DMODEL.model"), "3D/3dmodel.model", box), cube},
		"in centimetres":                  {tmfPackage(t, edit("millimeter", "centimeter")), "12/12/8 polygonal_mesh true 1000 cm"},
		"in inches":                       {tmfPackage(t, edit("millimeter", "inch")), "12/12/8 polygonal_mesh true 1000 in"},
		"in microns":                      {tmfPackage(t, edit("millimeter", "micron")), "12/12/8 polygonal_mesh true 1e-06 mm"},
		"without a unit":                  {tmfPackage(t, edit(`unit="millimeter"`, "")), cube},
		"in a unit that is none":          {tmfPackage(t, edit("millimeter", "ell")), "12/12/8 polygonal_mesh true 1000 "},
		"with a prefix":                   {tmfPackage(t, prefixed(box)), cube},
		"of an older namespace":           {tmfPackage(t, edit("core/2015/02", "2013/01")), cube},
		"without a namespace":             {tmfPackage(t, edit(`xmlns="`+tmfCore+`"`, "")), cube},
		"in single quotes":                {tmfPackage(t, strings.ReplaceAll(box, `"`, `'`)), cube},
		"with comments and CDATA":         {tmfPackage(t, edit("<vertex", "<!-- <vertex --><![CDATA[<vertex]]><?vertex?>`<vertex")), cube},
		"with numbers as characters":      {tmfPackage(t, edit(`x="10"`, `x="&#49;&#x30;"`, `v1="3"`, `v1="&#51;"`)), cube},
		"with blanks everywhere":          {tmfPackage(t, edit(`<vertex x="`, "<vertex\n\tx = \" ", `"/>`, "\" \n/>")), cube},
		"with ends of their own":          {tmfPackage(t, edit(`e1"/>`, `e1"></vertex>`)), cube},
		"with a vertex in a vertex":       {tmfPackage(t, edit(`e1"/>`, `e1"><vertex x="1" y="1" z="1"/></vertex>`)), cube},
		"with a > within a value":         {tmfPackage(t, edit(`<vertex `, `<vertex xmlns:q=">" q:note="a > b/>" `)), cube},
		"with attributes of others":       {tmfPackage(t, edit(`<triangle `, `<triangle p:v1="99" paint_color="4" `)), cube},
		"with elements of others":         {tmfPackage(t, edit(`<vertices>`, `<vertices><m:vertex x="1" y="1" z="1"/><vertex xmlns="urn:other" x="1" y="1" z="1"/>`)), cube},
		"with long numbers":               {tmfPackage(t, edit(`x="10"`, `x="10.0000000000000000000000"`, `x="0"`, `x="-0.000E-400"`)), cube},
		"with a degenerate triangle":      {tmfPackage(t, edit(`<triangles>`, `<triangles><triangle v1="0" v2="0" v3="1"/>`)), "13/13/8 polygonal_mesh true 1000 mm"},
		"with an open side":               {tmfPackage(t, edit(`<triangle v1="0" v2="2" v3="1"/>`, "")), "11/11/8 polygonal_mesh false 0 mm"},
		"twice":                           {tmfPackage(t, edit(tmfItem, tmfItem+`<item objectid="1" transform="1 0 0 0 2 0 0 0 1 50 0 0"/>`)), "12/24/8 polygonal_mesh true 3000 mm"},
		"of every type":                   {tmfPackage(t, tmfText(tmfBox(`id="1" type="support"`, nil)+tmfBox(`id="2" type="surface"`, nil)+tmfBox(`id="3" type="other"`, nil)+tmfBox(`id="4" type="solidsupport"`, nil), tmfItem+`<item objectid="2"/><item objectid="4"/>`)), "48/36/32 polygonal_mesh true 3000 mm"},
		"in components":                   {tmfPackage(t, tmfText(tmfBox(`id="1"`, nil)+tmfComponents(2, 1, 3)+tmfComponents(3, 2, 4), `<item objectid="3"/>`)), "12/144/8 polygonal_mesh true 1.2e+04 mm"},
		"before its parts are known":      {tmfPackage(t, tmfText(tmfComponents(2, 1, 1)+tmfBox(`id="1"`, nil), `<item objectid="2"/>`)), cube},
		"in other parts":                  {zipWith(t, tmfMain, tmfText("", `<item objectid="5" p:path="/3D/Objects/a.model"/><item objectid="1" p:path="/3D/b%2e.model"/>`), "3D/objects/A.model", part(`<object id="5"><components><component p:path="/3D/b..model" objectid="1"/></components></object>`), "3D/b..model", part(tmfBox(`id="1"`, nil))), "12/24/8 polygonal_mesh true 2000 mm"},
		"beside a part that is not built": {zipWith(t, tmfMain, box, "3D/bad.model", "<nonsense"), cube},
		"that needs an extension":         {tmfPackage(t, edit(`<model `, `<model requiredextensions="p m s b" `)), cube},
		"that needs one nobody knows":     {tmfPackage(t, edit(`<model `, `<model requiredextensions="p v" xmlns:v="urn:v" `)), "0/0/0  false 0 "},
		"a lattice":                       {tmfPackage(t, tmfText(`<object id="1"><mesh><vertices>`+tmfVertices+`</vertices><b:beamlattice radius="1"><b:beams><b:beam v1="0" v2="1"/></b:beams></b:beamlattice></mesh></object>`, tmfItem)), "0/0/8 other false 0 mm"},
		"slices":                          {tmfPackage(t, tmfText(`<object id="1" s:slicestackid="9"><mesh><vertices/><triangles/></mesh></object>`, tmfItem)), "0/0/0 other false 0 mm"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			report, model := inspectBeside(t, "a.3mf", test.content, nil)
			if got := tmfSummary(report); got != test.want {
				t.Errorf("got %s, want %s: %v", got, test.want, report.Problems)
			}
			checkMeshes(t, model)
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

// tmfComponents is an object that is n times another.
func tmfComponents(id, of, n int) string {
	return fmt.Sprintf(`<object id="%d"><components>%s</components></object>`, id, strings.Repeat(fmt.Sprintf(`<component objectid="%d"/>`, of), n))
}

// The model part may be called anything: the package says which it is.
func TestThreeMFNames(t *testing.T) {
	t.Parallel()
	model := tmfText(tmfBox(`id="1"`, nil), tmfItem)
	for _, name := range []string{"3D/box.custom", "model.xml"} {
		got := inspect(t, "a.3mf", zipWith(t, "[Content_Types].xml", "<Types/>", "_rels/.rels", fmt.Sprintf(tmfRels, "/"+name), name, model))
		if got.Rejected() || got.Format != geometry.ThreeMF || got.Facts.Polygons.Value != 12 {
			t.Errorf("%s: %+v", name, got)
		}
	}
	letter := zipWith(t, "[Content_Types].xml", "<Types/>", "_rels/.rels", "<Relationships/>", "word/document.xml", "<document/>")
	if got := inspect(t, "a.3mf", letter); problemOf(got) != "malformed" {
		t.Errorf("a letter: %+v", got)
	}
	if got := inspect(t, "a.zip", letter); got.Rejected() || got.Format != geometry.Zip {
		t.Errorf("a letter that says so: %+v", got)
	}
}

func TestThreeMFPlaces(t *testing.T) {
	t.Parallel()
	turned := tmfText(
		tmfBox(`id="1"`, nil)+`<object id="2"><components><component objectid="1" transform="1 0 0 0 1 0 0 0 1 5 0 0"/></components></object>`,
		`<item objectid="2" transform="0 1 0 -1 0 0 0 0 1 0 0 100"/>`)
	report := inspect(t, "a.3mf", tmfPackage(t, turned))
	want := geometry.Box{Min: [3]float64{-10, 5, 100}, Max: [3]float64{0, 15, 110}}
	if diff := cmp.Diff(want, report.Facts.BoundingBox.Value); diff != "" {
		t.Errorf("moved by 5 along x, then turned about z and lifted by 100 (-want +got):\n%s", diff)
	}
	if report.Facts.UpAxis.Value != "z" || math.Abs(report.Facts.SurfaceArea.Value-600) > 1e-9 {
		t.Errorf("%+v", report.Facts)
	}
}

func TestThreeMFRefused(t *testing.T) {
	t.Parallel()
	box := tmfBox(`id="1"`, nil)
	deep := strings.Builder{}
	for i := range 300 {
		deep.WriteString(tmfComponents(i+2, i+1, 1))
	}
	wide := strings.Builder{}
	for i := range 20 {
		wide.WriteString(tmfComponents(i+2, i+1, 10))
	}
	one := func(resources string) string { return tmfPackage(t, tmfText(resources, tmfItem)) }
	for name, test := range map[string]struct{ content, code string }{
		"a DTD":                       {tmfPackage(t, `<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "b">]>`+tmfText(box, tmfItem)), "unsafe"},
		"a name that a DTD would say": {tmfPackage(t, tmfText(strings.Replace(box, `x="0"`, `x="&zero;"`, 1), tmfItem)), "malformed"},
		"no XML":                      {tmfPackage(t, "hello"), "malformed"},
		"nothing":                     {tmfPackage(t, ""), "malformed"},
		"UTF-16":                      {tmfPackage(t, "\xff\xfe<\x00m\x00"), "malformed"},
		"another root":                {tmfPackage(t, "<html></html>"), "malformed"},
		"a root of another namespace": {tmfPackage(t, `<model xmlns="urn:cars"><build/></model>`), "malformed"},
		"two roots":                   {tmfPackage(t, tmfText(box, tmfItem)+"<model/>"), "malformed"},
		"XML cut":                     {tmfPackage(t, strings.TrimSuffix(tmfText(box, tmfItem), tmfClose)), "truncated"},
		"XML cut within a tag":        {tmfPackage(t, tmfOpen+"<resources><obj"), "truncated"},
		"XML cut within a comment":    {tmfPackage(t, tmfOpen+"<!-- "), "truncated"},
		"ends that cross":             {tmfPackage(t, tmfOpen+"<resources><build></resources></build>"+tmfClose), "malformed"},
		"a value without quotes":      {tmfPackage(t, tmfText(strings.Replace(box, `x="0"`, `x=0`, 1), tmfItem)), "malformed"},
		"a tag within a tag":          {tmfPackage(t, tmfText(strings.Replace(box, `x="0"`, `<x`, 1), tmfItem)), "malformed"},
		"elements within each other":  {tmfPackage(t, tmfOpen+strings.Repeat("<a>", 300)), "limit"},
		"a tag of 3 MB":               {tmfPackage(t, tmfOpen+`<a b="`+random(3<<20)+`"/>`+tmfClose), "limit"},
		"no build":                    {tmfPackage(t, tmfOpen+"<resources>"+box+"</resources>"+tmfClose), "no_content"},
		"an empty build":              {tmfPackage(t, tmfText(box, "")), "no_content"},
		"an empty mesh":               {one(`<object id="1"><mesh><vertices/><triangles/></mesh></object>`), "no_content"},
		"an object of nothing":        {one(`<object id="1"/>`), "no_content"},
		"an object that is not there": {tmfPackage(t, tmfText(box, `<item objectid="2"/>`)), "malformed"},
		"an object without a number":  {tmfPackage(t, tmfText(box, `<item objectid="one"/>`)), "malformed"},
		"a component that is not":     {one(tmfComponents(1, 2, 1)), "malformed"},
		"an object in itself":         {one(tmfComponents(1, 1, 1)), "malformed"},
		"objects in each other":       {one(tmfComponents(1, 2, 1) + tmfComponents(2, 1, 1)), "malformed"},
		"parts in each other":         {zipWith(t, tmfMain, tmfText(`<object id="1"><components><component objectid="1" p:path="/3D/b.model"/></components></object>`, tmfItem), "3D/b.model", tmfText(`<object id="1"><components><component objectid="1" p:path="/3D/3dmodel.model"/></components></object>`, "")), "malformed"},
		"300 objects in each other":   {tmfPackage(t, tmfText(box+deep.String(), `<item objectid="301"/>`)), "limit"},
		"a cube 10^20 times":          {tmfPackage(t, tmfText(box+wide.String(), `<item objectid="21"/>`)), "limit"},
		"two objects of a number":     {one(box + box), "malformed"},
		"an object without one":       {one(strings.Replace(box, `id="1"`, "", 1)), "malformed"},
		"two meshes":                  {one(strings.Replace(box, "</mesh>", "</mesh>"+box[strings.Index(box, "<mesh>"):strings.Index(box, "</object>")], 1)), "malformed"},
		"a vertex that is not there":  {one(strings.Replace(box, `v2="7"`, `v2="8"`, 1)), "malformed"},
		"a vertex below zero":         {one(strings.Replace(box, `v2="7"`, `v2="-1"`, 1)), "malformed"},
		"a vertex of 2^32":            {one(strings.Replace(box, `v2="7"`, `v2="4294967296"`, 1)), "malformed"},
		"a triangle of two":           {one(strings.Replace(box, `v2="7"`, ``, 1)), "malformed"},
		"triangles without vertices":  {one(box[:strings.Index(box, "<vertices>")] + box[strings.Index(box, "<triangles>"):]), "malformed"},
		"a coordinate that is none":   {one(strings.Replace(box, `x="0"`, `x="zero"`, 1)), "malformed"},
		"a coordinate NaN":            {one(strings.Replace(box, `x="0"`, `x="nan"`, 1)), "malformed"},
		"a coordinate without end":    {one(strings.Replace(box, `x="0"`, `x="1e39"`, 1)), "malformed"},
		"two coordinates":             {one(strings.Replace(box, `x="0"`, ``, 1)), "malformed"},
		"a place of eleven numbers":   {tmfPackage(t, tmfText(box, `<item objectid="1" transform="1 0 0 0 1 0 0 0 1 0 0"/>`)), "malformed"},
		"a place of thirteen":         {tmfPackage(t, tmfText(box, `<item objectid="1" transform="1 0 0 0 1 0 0 0 1 0 0 0 0"/>`)), "malformed"},
		"a place beyond all bounds":   {tmfPackage(t, tmfText(box, `<item objectid="1" transform="1e31 0 0 0 1 0 0 0 1 0 0 0"/>`)), "malformed"},
		"places beyond all bounds":    {tmfPackage(t, tmfText(box+`<object id="2"><components><component objectid="1" transform="1e20 0 0 0 1 0 0 0 1 0 0 0"/></components></object>`, `<item objectid="2" transform="1e20 0 0 0 1 0 0 0 1 0 0 0"/>`)), "malformed"},
		"a part that is not there":    {tmfPackage(t, tmfText("", `<item objectid="1" p:path="/3D/no.model"/>`)), "malformed"},
		"a part outside":              {tmfPackage(t, tmfText("", `<item objectid="1" p:path="/../../etc/passwd"/>`)), "unsafe"},
		"a part at an address":        {tmfPackage(t, tmfText("", `<item objectid="1" p:path="http://example.com/a.model"/>`)), "unsafe"},
		"a root that is not there":    {zipWith(t, "_rels/.rels", fmt.Sprintf(tmfRels, "/3D/no.model"), tmfMain, tmfText(box, tmfItem)), "malformed"},
		"relationships with a DTD":    {zipWith(t, "_rels/.rels", "<!DOCTYPE a>", tmfMain, tmfText(box, tmfItem)), "unsafe"},
		"a ZIP":                       {zipWith(t, "a.stl", ""), "type_mismatch"},
		"a GLB":                       {"glTF\x02\x00\x00\x00", "type_mismatch"},
		"a colour that is none":       {one(`<m:colorgroup id="9"><m:color color="red"/></m:colorgroup>` + box), "malformed"},
		"a colour that is not there":  {one(`<m:colorgroup id="9"><m:color color="#ff0000"/></m:colorgroup>` + tmfBox(`id="1" pid="9" pindex="1"`, nil)), "malformed"},
		"two groups of a number":      {one(`<basematerials id="9"/><m:colorgroup id="9"/>` + box), "malformed"},
		"a picture at an address":     {one(`<m:texture2d id="8" path="http://a/b.png"/><m:texture2dgroup id="9" texid="8"><m:tex2coord u="0" v="0"/></m:texture2dgroup>` + box), "unsafe"},
		"bytes that were changed":     {damaged(t, tmfText(box, tmfItem)), "malformed"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := inspect(t, "a.3mf", test.content); problemOf(got) != test.code {
				t.Errorf("%+v, want %s", got.Problems, test.code)
			}
		})
	}
}

// random is text that can't be packed to much less.
func random(n int) string {
	text, state := make([]byte, n), uint64(88172645463325252)
	for i := range text {
		state ^= state << 13
		state ^= state >> 7
		state ^= state << 17
		text[i] = 'a' + byte(state%26)
	}
	return string(text)
}

// damaged is a package with a stored model in which a digit was changed.
func damaged(t *testing.T, model string) string {
	t.Helper()
	var data bytes.Buffer
	w := zip.NewWriter(&data)
	entry, err := w.CreateHeader(&zip.FileHeader{Name: tmfMain, Method: zip.Store})
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

func TestThreeMFTruncated(t *testing.T) {
	t.Parallel()
	model := tmfText(tmfBox(`id="1"`, nil), tmfItem)
	whole := tmfPackage(t, model)
	for i := range 50 {
		if got := inspect(t, "a.3mf", whole[:len(whole)*i/50]); !got.Rejected() {
			t.Errorf("%d/50 of the file are read as whole", i)
		}
		if got := inspect(t, "a.3mf", tmfPackage(t, model[:len(model)*i/50])); !got.Rejected() {
			t.Errorf("%d/50 of the model are read as whole", i)
		}
	}
}
