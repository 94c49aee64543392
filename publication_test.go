package vitrine_test

import (
	"slices"
	"testing"

	"vitrine"
)

// TestFilesToPublish asks which files make a model: any that is ready and more
// than a picture, known or not.
func TestFilesToPublish(t *testing.T) {
	t.Parallel()
	ready := func(formats ...string) (files []vitrine.File) {
		for _, format := range formats {
			files = append(files, vitrine.File{Status: vitrine.FileReady, Format: format})
		}
		return files
	}
	for name, test := range map[string]struct {
		files  []vitrine.File
		enough bool
	}{
		"nothing":                  {nil, false},
		"a texture":                {ready("image"), false},
		"textures":                 {ready("image", "image"), false},
		"a mesh":                   {ready("glb"), true},
		"a mesh and its textures":  {ready("image", "stl"), true},
		"a format told by name":    {ready("unknown"), true},
		"an archive":               {ready("zip"), true},
		"read by an older release": {ready(""), true},
		"a rejected mesh":          {[]vitrine.File{{Status: vitrine.FileRejected, Format: "glb"}}, false},
		"a texture beside that":    {append(ready("image"), vitrine.File{Status: vitrine.FileRejected, Format: "glb"}), false},
	} {
		m := vitrine.Model{Files: test.files}
		for which, problems := range map[string][]vitrine.Field{"to publish": m.PublicationProblems(), "to stay": m.StandingProblems()} {
			lacks := slices.ContainsFunc(problems, func(f vitrine.Field) bool { return f.Pointer == "/files" && f.Code == "missing_file" })
			if lacks == test.enough {
				t.Errorf("%s: files enough %s: %v, want %v", name, which, !lacks, test.enough)
			}
		}
	}
}
