package iges_test

import (
	"fmt"
	"strings"
	"testing"

	"vitrine/internal/geometry/geometrytest"
)

// of is a file of lines of 80 columns.
func of(sections string) string {
	var text strings.Builder
	for i, section := range sections {
		fmt.Fprintf(&text, "%-72s%c%7d\n", "", section, i+1)
	}
	return text.String()
}

func TestRead(t *testing.T) {
	t.Parallel()
	f := geometrytest.Inspect(t, "a.igs", of("SGGDDPPT")).Facts
	if f.GeometryType.Value != "nurbs" || f.Polygons.Known() || f.Vertices.Known() {
		t.Errorf("%+v", f)
	}
	whole := of("SGGDDPP")
	for i := range 50 {
		if cut := geometrytest.Inspect(t, "a.igs", whole[:len(whole)*i/50]); len(cut.Problems) == 0 {
			t.Errorf("%d/50 of the file are read as whole", i)
		}
	}
}

// FuzzRead looks for content that panics, or fails otherwise than by a refusal.
func FuzzRead(f *testing.F) {
	f.Add(of("SGGDDPPT"))
	f.Add(of("ST"))
	f.Fuzz(func(t *testing.T, data string) {
		geometrytest.Inspect(t, "a.igs", data)
	})
}
