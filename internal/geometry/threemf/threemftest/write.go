// Package threemftest writes the parts of 3MF packages for tests. No program imports it.
package threemftest

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"vitrine/internal/geometry/detect"
	"vitrine/internal/geometry/geometrytest"
)

// Ring is a ring of n times 2n vertices, as slicers write it.
func Ring(n int) string {
	var text strings.Builder
	text.WriteString(Open + "<resources><object id=\"1\"><mesh>\n<vertices>\n")
	for i := range n {
		for k := range 2 * n {
			a, b := 2*math.Pi*float64(i)/float64(n), math.Pi*float64(k)/float64(n)
			r := 40 + 10*math.Cos(a)
			fmt.Fprintf(&text, "     <vertex x=\"%.7g\" y=\"%.7g\" z=\"%.7g\"/>\n", r*math.Cos(b), r*math.Sin(b), 10*math.Sin(a))
		}
	}
	text.WriteString("</vertices>\n<triangles>\n")
	for i := range n {
		for k := range 2 * n {
			a, b, next := 2*n*i+k, 2*n*i+(k+1)%(2*n), 2*n*((i+1)%n)-2*n*i
			fmt.Fprintf(&text, "     <triangle v1=\"%d\" v2=\"%d\" v3=\"%d\"/>\n     <triangle v1=\"%d\" v2=\"%d\" v3=\"%d\"/>\n", a, b, a+next,
				b, b+next, a+next)
		}
	}
	text.WriteString("</triangles></mesh></object></resources><build>" + Item + "</build>" + Close)
	return text.String()
}

const (
	Core = `http://schemas.microsoft.com/3dmanufacturing/core/2015/02`
	Open = `<?xml version="1.0" encoding="UTF-8"?><model unit="millimeter" xmlns="` + Core +
		`" xmlns:p="http://schemas.microsoft.com/3dmanufacturing/production/2015/06" xmlns:m="http://schemas.microsoft.com/3dmanufacturing/material/2015/02" xmlns:b="http://schemas.microsoft.com/3dmanufacturing/beamlattice/2017/02" xmlns:s="http://schemas.microsoft.com/3dmanufacturing/slice/2015/07">`
	Close = `</model>`
	Rels  = `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="a" Type="urn:thumbnail" Target="/t.png"/><Relationship Id="b" Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel" Target="%s"/></Relationships>`
	Main  = "3D/3dmodel.model"
)

// Package is a package of one part.
func Package(t testing.TB, model string) string {
	t.Helper()
	return geometrytest.Zip(t, "[Content_Types].xml", "<Types/>", "_rels/.rels", fmt.Sprintf(Rels, "/"+Main), Main, model)
}

// Text is a model of resources and of what is built.
func Text(resources, build string) string {
	return Open + "<resources>" + resources + "</resources><build>" + build + "</build>" + Close
}

// Vertices are the corners of a cube of 10.
var Vertices = func() string {
	var text strings.Builder
	for i := range 8 {
		fmt.Fprintf(&text, "\n  <vertex x=\"%d\" y=\"%d.0\" z=\"%de1\"/>", i&1*10, i>>1&1*10, i>>2)
	}
	return text.String()
}()

// corners are its triangles.
var corners = [12][3]int{{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4}, {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6},
	{1, 3, 5}, {3, 7, 5}}

// Box is a cube as an object; more gives the further attributes of a triangle.
func Box(attrs string, more func(i int) string) string {
	var text strings.Builder
	for i, c := range corners {
		further := ""
		if more != nil {
			further = more(i)
		}
		fmt.Fprintf(&text, "\n  <triangle v1=\"%d\" v2=\"%d\" v3=\"%d\"%s/>", c[0], c[1], c[2], further)
	}
	return "<object " + attrs + "><mesh><vertices>" + Vertices + "\n</vertices><triangles>" + text.String() + "\n</triangles></mesh></object>"
}

// Item has the first object built.
const Item = `<item objectid="1"/>`

// Summary says what was found of a file in one line.
func Summary(report detect.Report) string {
	f := report.Facts
	return fmt.Sprintf("%s%d/%d/%d %s %v %.4g %s", geometrytest.ProblemOf(report), f.Polygons.Value, f.Triangles.Value, f.Vertices.Value,
		f.GeometryType.Value, f.Watertight.Value, f.Volume.Value, f.Units.Value)
}

// Components is an object that is n times another.
func Components(id, of, n int) string {
	return fmt.Sprintf(`<object id="%d"><components>%s</components></object>`, id,
		strings.Repeat(fmt.Sprintf(`<component objectid="%d"/>`, of), n))
}
