package geometry_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A texture that is nowhere near, or has no name, is no reason to refuse a file:
// Blender writes "." for pictures that were never saved.
func TestTextureNames(t *testing.T) {
	t.Parallel()
	for name, missing := range map[string][]string{
		"http://x/y.png": {"http://x/y.png"}, ".": nil, "..": nil, `..\..\`: nil, "/": nil, "../a/b.png": {"b.png"}, `C:\a\b.png`: {"b.png"},
	} {
		material := fbxNode("Material", 3, "m\x00\x01Material", "")
		texture := fbxNode("Texture", 4, "t\x00\x01Texture", "").with(fbxNode("RelativeFilename", name))
		for file, content := range map[string]string{
			"a.fbx": fbxBoxScene(7400, fbxModel(2), []fbxRec{material, texture}, []fbxRec{fbxLink(3, 2), fbxLink(4, 3, "DiffuseColor")}),
			"a.3ds": tdsScene(tdsMaterial("red", tdsChunk(0xA200, tdsChunk(0xA300, name+"\x00")))+tdsObject("box", tdsPoints(), tdsFaces()), ""),
		} {
			report := inspect(t, file, content)
			if diff := cmp.Diff(missing, report.Missing); diff != "" || report.Rejected() || !report.Facts.Textures.Value {
				t.Errorf("%s, %s: %+v\n%s", file, name, report, diff)
			}
		}
	}
}
