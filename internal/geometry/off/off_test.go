package off_test

import (
	"strings"
	"testing"

	"vitrine/internal/geometry/geometrytest"
)

// tetrahedron is a file with a comment.
const tetrahedron = "OFF\n# a tetrahedron\n4 4 6\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 2 1\n3 0 1 3\n3 0 3 2\n3 1 2 3\n"

func TestRead(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ content, code string }{
		"OFF":                    {tetrahedron, ""},
		"OFF of four dimensions": {strings.NewReplacer("OFF\n", "nOFF 4\n").Replace(tetrahedron), ""},
		"comments alone":         {"OFF\n" + strings.Repeat("# nothing\n", 10_000) + tetrahedron[4:], ""},
		"billions of vertices":   {strings.Replace(tetrahedron, "4 4 6", "353535235358 4 6", 1), "limit"},
		"many vertices":          {strings.Replace(tetrahedron, "4 4 6", "400 4 6", 1), "truncated"},
		"many faces":             {strings.Replace(tetrahedron, "4 4 6", "4 400 6", 1), "truncated"},
		"no counts":              {tetrahedron[:21], "truncated"},
		"no numbers":             {"OFF\nx y z\n", "malformed"},
	} {
		got := geometrytest.Inspect(t, "a.off", test.content)
		if geometrytest.ProblemOf(got) != test.code || got.Facts.Polygons.Known() || got.Facts.GeometryType.Known() {
			t.Errorf("%s: %+v, want %q and nothing known", name, got, test.code)
		}
	}
}

// FuzzRead looks for content that panics, or fails otherwise than by a refusal.
func FuzzRead(f *testing.F) {
	f.Add(tetrahedron)
	f.Add("nOFF 4\n4 4 6\n0 0 0 0\n")
	f.Fuzz(func(t *testing.T, data string) {
		geometrytest.Inspect(t, "a.off", data)
	})
}
