package vitrine_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vitrine/internal/openapi/goclient"
)

var update = flag.Bool("update", false, "write the files that follow from the contract")

// TestClientIsOfTheContract holds the generated part of package client against the contract:
// each operation and each member of a record. `make client` writes it.
func TestClientIsOfTheContract(t *testing.T) {
	t.Parallel()
	contract, err := os.ReadFile(filepath.Join("api", "openapi.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	want, err := goclient.Files(contract)
	if err != nil {
		t.Fatal(err)
	}
	byHand := ""
	sources, err := filepath.Glob(filepath.Join("client", "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range sources {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		byHand += string(text)
	}
	for operation, method := range goclient.ByHand {
		if !strings.Contains(byHand, "func (c *Client) "+method+"(") {
			t.Errorf("the client has no method %s for %s", method, operation)
		}
	}
	there, err := filepath.Glob(filepath.Join("client", "*_gen.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range there {
		if _, ok := want[filepath.Base(path)]; ok {
			continue
		}
		if !*update {
			t.Errorf("%s does not follow from the contract: run make client", path)
		} else if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range want {
		path := filepath.Join("client", name)
		if *update {
			if err := os.WriteFile(path, text, 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if got, _ := os.ReadFile(path); !bytes.Equal(got, text) {
			t.Errorf("%s is not what the contract says: run make client", path)
		}
	}
}
