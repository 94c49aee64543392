package geometry_test

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// tmfRing is a ring of n times 2n vertices, as slicers write it.
func tmfRing(n int) string {
	var text strings.Builder
	text.WriteString(tmfOpen + "<resources><object id=\"1\"><mesh>\n<vertices>\n")
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
			fmt.Fprintf(&text, "     <triangle v1=\"%d\" v2=\"%d\" v3=\"%d\"/>\n     <triangle v1=\"%d\" v2=\"%d\" v3=\"%d\"/>\n", a, b, a+next, b, b+next, a+next)
		}
	}
	text.WriteString("</triangles></mesh></object></resources><build>" + tmfItem + "</build>" + tmfClose)
	return text.String()
}

// BenchmarkThreeMF reads and measures a ring of about 50 MB; bytes of the package
// a second of one core.
func BenchmarkThreeMF(b *testing.B) {
	content := tmfPackage(b, tmfRing(1200))
	b.SetBytes(int64(len(content)))
	for b.Loop() {
		if report := inspect(b, "a.3mf", content); !report.Facts.Watertight.Value {
			b.Fatal(report)
		}
	}
}
