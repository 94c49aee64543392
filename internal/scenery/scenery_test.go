package scenery_test

import (
	"encoding/json"
	"flag"
	"os"
	"testing"

	"vitrine/internal/scenery"
)

var update = flag.Bool("update", false, "write the numbers into the viewer's sources")

// TestViewerHasTheNumbers compares the numbers that the page's viewer is built with.
func TestViewerHasTheNumbers(t *testing.T) {
	t.Parallel()
	const path = "../../viewer/src/scenery.json"
	want, err := json.MarshalIndent(scenery.Numbers(), "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	want = append(want, '\n')
	if *update {
		if err := os.WriteFile(path, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(path); err != nil || string(got) != string(want) {
		t.Errorf("%s has other numbers than internal/scenery, %v: run make viewer", path, err)
	}
}
