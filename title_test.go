package vitrine_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"vitrine"
)

func TestTitleOf(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"oak_chair-v2.final.stl": "Oak chair v2", "oak_chair.tar.gz": "Oak chair", `C:\models\Big Truck.3mf`: "Big Truck",
		"日本の椅子.glb": "日本の椅子", "...": "", ".stl": "Stl", "": "", "a\x00b.stl": "A b",
		"Ölfass.obj": "Ölfass", "mr. smith.obj": "Mr smith", "under the sea.and beyond it.stl": "Under the sea and beyond it",
	} {
		if got := vitrine.TitleOf(name); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}

// FuzzTitleOf holds guesses against the rules of titles.
func FuzzTitleOf(f *testing.F) {
	for _, name := range []string{"oak_chair.stl", "\xff.stl", strings.Repeat("ß", 300), "\u202e.gltf", "a\u2028b"} {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		title := vitrine.TitleOf(name)
		if title == "" {
			return // the page has words for that
		}
		m := vitrine.Model{}
		if faults := m.Apply(vitrine.ModelChange{Title: vitrine.Some(title)}); len(faults) > 0 || !utf8.ValidString(title) {
			t.Errorf("of %q becomes %q: %v", name, title, faults)
		}
	})
}
