package detect_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine/internal/geometry/fbx/fbxtest"
	"vitrine/internal/geometry/geometrytest"
	"vitrine/internal/geometry/threeds/threedstest"
)

// A texture that is nowhere near, or has no name, is no reason to refuse a file:
// Blender writes "." for pictures that were never saved.
func TestTextureNames(t *testing.T) {
	t.Parallel()
	for name, missing := range map[string][]string{
		"http://x/y.png": {"http://x/y.png"}, ".": nil, "..": nil, `..\..\`: nil, "/": nil, "../a/b.png": {"b.png"}, `C:\a\b.png`: {"b.png"},
	} {
		material := fbxtest.Node("Material", 3, "m\x00\x01Material", "")
		texture := fbxtest.Node("Texture", 4, "t\x00\x01Texture", "").With(fbxtest.Node("RelativeFilename", name))
		for file, content := range map[string]string{
			"a.fbx": fbxtest.BoxScene(7400, fbxtest.Model(2), []fbxtest.Rec{material, texture},
				[]fbxtest.Rec{fbxtest.Link(3, 2), fbxtest.Link(4, 3, "DiffuseColor")}),
			"a.3ds": threedstest.Scene(threedstest.Material("red",
				threedstest.Chunk(0xA200, threedstest.Chunk(0xA300, name+"\x00")))+threedstest.Object("box", threedstest.Points(), threedstest.Faces()),
				""),
		} {
			report := geometrytest.Inspect(t, file, content)
			if diff := cmp.Diff(missing, report.Missing); diff != "" || report.Rejected() || !report.Facts.Textures.Value {
				t.Errorf("%s, %s: %+v\n%s", file, name, report, diff)
			}
		}
	}
}
