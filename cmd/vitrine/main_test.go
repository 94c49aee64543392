package main_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
)

// folder is where the program is built, once for all tests.
var folder string

func TestMain(m *testing.M) {
	made, err := os.MkdirTemp("", "vitrine-test-")
	if err != nil {
		panic(err)
	}
	folder = made
	status := m.Run()
	_ = os.RemoveAll(made)
	os.Exit(status)
}

// program builds the program for those tests that run it.
var program = sync.OnceValues(func() (string, error) {
	path := filepath.Join(folder, "vitrine")
	if output, err := exec.Command("go", "build", "-o", path, ".").CombinedOutput(); err != nil {
		return "", fmt.Errorf("go build: %w\n%s", err, output)
	}
	return path, nil
})
