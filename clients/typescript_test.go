package clients_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

func TestTypeScript(t *testing.T) {
	m := openMarket(t)
	pictures, err := filepath.Abs(filepath.Join("..", "docs", "tour"))
	if err != nil {
		t.Fatal(err)
	}
	stories := exec.Command("node", filepath.Join("typescript", "stories.js"))
	stories.Env = append(os.Environ(), "BASE="+m.base, "SELLER="+m.seller, "BUYER="+m.buyer, "TOUR="+pictures)
	if out, err := stories.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}
