package threemf_test

import (
	"testing"

	"vitrine/internal/geometry/geometrytest"
	"vitrine/internal/geometry/threemf/threemftest"
)

// BenchmarkRead reads and measures a ring of about 50 MB; bytes of the package
// a second of one core.
func BenchmarkRead(b *testing.B) {
	content := threemftest.Package(b, threemftest.Ring(1200))
	b.SetBytes(int64(len(content)))
	for b.Loop() {
		if report := geometrytest.Inspect(b, "a.3mf", content); !report.Facts.Watertight.Value {
			b.Fatal(report)
		}
	}
}
