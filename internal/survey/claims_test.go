package survey_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/geometry"
	"vitrine/internal/survey"
)

// ready is a file that was read, with so many polygons; -1 is unknown.
func ready(t *testing.T, format geometry.Format, polygons int64, missing ...string) vitrine.File {
	t.Helper()
	var facts geometry.Facts
	if polygons >= 0 {
		facts.Polygons = geometry.Fact[int64]{Value: polygons, Certainty: geometry.Verified}
	}
	text, err := json.Marshal(facts)
	if err != nil {
		t.Fatal(err)
	}
	return vitrine.File{Status: vitrine.FileReady, Format: string(format), Facts: string(text), Missing: missing,
		Preview: vitrine.Preview{BlobKey: string(format), Form: vitrine.PreviewReduced}}
}

// TestRepresentatives asks which files speak for a model: the richest format, and all
// files of it.
func TestRepresentatives(t *testing.T) {
	t.Parallel()
	rejected := ready(t, geometry.GLB, 1000)
	rejected.Status = vitrine.FileRejected
	for name, test := range map[string]struct {
		files []vitrine.File
		want  int64 // polygons; -1 is unknown
	}{
		"nothing":                    {nil, -1},
		"a texture":                  {[]vitrine.File{{Status: vitrine.FileReady, Format: "image"}}, -1},
		"copies in several formats":  {[]vitrine.File{ready(t, geometry.STL, 10), ready(t, geometry.GLB, 12), ready(t, geometry.OBJ, 11)}, 12},
		"parts of one format":        {[]vitrine.File{ready(t, geometry.STL, 10), ready(t, geometry.STL, 5), ready(t, geometry.Zip, 99)}, 15},
		"a rejected file":            {[]vitrine.File{rejected, ready(t, geometry.STL, 10)}, 10},
		"an incomplete set":          {[]vitrine.File{ready(t, geometry.GLTF, 7, "a.bin"), ready(t, geometry.STL, 10)}, 10},
		"an incomplete set alone":    {[]vitrine.File{ready(t, geometry.GLTF, 7, "a.bin")}, 7},
		"a format that tells little": {[]vitrine.File{ready(t, geometry.Blend, -1), ready(t, geometry.STL, 10)}, 10},
		"nothing known":              {[]vitrine.File{ready(t, geometry.STEP, -1)}, -1},
	} {
		m := &vitrine.Model{ProductType: vitrine.Printable, Files: test.files}
		got := int64(-1)
		if count := survey.Measured(m).Polygons; count != nil {
			got = *count
		}
		if got != test.want {
			t.Errorf("%s: %d polygons, want %d", name, got, test.want)
		}
	}
}

func TestShownOf(t *testing.T) {
	t.Parallel()
	first := func(m *vitrine.Model) string {
		for _, shown := range survey.ShownOf(m) {
			return shown.BlobKey
		}
		return ""
	}
	none := ready(t, geometry.GLB, 1)
	none.Preview = vitrine.Preview{}
	m := &vitrine.Model{Files: []vitrine.File{ready(t, geometry.STL, 1), none, ready(t, geometry.OBJ, 1)}}
	if got := first(m); got != "obj" {
		t.Errorf("the preview is that of %q", got)
	}
	if got := first(&vitrine.Model{}); got != "" {
		t.Errorf("a model without files shows %q", got)
	}
}

// TestClaimedCounts is about how far a claimed count may be off.
func TestClaimedCounts(t *testing.T) {
	t.Parallel()
	for claimed, agrees := range map[int64]bool{0: false, 989: false, 990: true, 1000: true, 1010: true, 1011: false, 1 << 60: false} {
		info, faults := vitrine.ParseInfo(fmt.Appendf(nil, `{"polygons":%d}`, claimed))
		if len(faults) > 0 {
			t.Fatal(faults)
		}
		m := &vitrine.Model{ProductType: vitrine.CG, Info: info, Files: []vitrine.File{ready(t, geometry.GLB, 1000)}}
		want := []vitrine.Claim{{Field: "polygons", Claimed: claimed, Measured: int64(1000), Agrees: agrees}}
		if diff := cmp.Diff(want, survey.Measured(m).Claims); diff != "" {
			t.Errorf("%d of 1000 (-want +got):\n%s", claimed, diff)
		}
	}
}

// TestClaimedUnits compares the units of a printable model.
func TestClaimedUnits(t *testing.T) {
	t.Parallel()
	text, err := json.Marshal(geometry.Facts{Units: geometry.Fact[string]{Value: "mm", Certainty: geometry.Declared}})
	if err != nil {
		t.Fatal(err)
	}
	file := vitrine.File{Status: vitrine.FileReady, Format: string(geometry.ThreeMF), Facts: string(text)}
	for units, want := range map[string][]vitrine.Claim{
		"":   nil,
		"mm": {{Field: "units", Claimed: "mm", Measured: "mm", Agrees: true}},
		"in": {{Field: "units", Claimed: "in", Measured: "mm"}},
	} {
		m := &vitrine.Model{ProductType: vitrine.Printable, PrintTraits: vitrine.PrintTraits{Units: units}, Files: []vitrine.File{file}}
		if diff := cmp.Diff(want, survey.Measured(m).Claims); diff != "" {
			t.Errorf("%q (-want +got):\n%s", units, diff)
		}
	}
}
