package main_test

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// run runs the program in a folder, and gives what it printed and its status.
func (v *victim) run(t *testing.T, folder string, args ...string) (stdout, stderr string, status int) {
	t.Helper()
	command := exec.Command(v.binary, args...)
	command.Dir = folder
	var complaint strings.Builder
	command.Stderr = &complaint
	output, err := command.Output()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		return string(output), complaint.String(), exit.ExitCode()
	}
	if err != nil {
		t.Fatal(err)
	}
	return string(output), complaint.String(), 0
}

// TestInspectCommand reads files as a seller would before an upload.
func TestInspectCommand(t *testing.T) {
	t.Parallel()
	v, folder := newVictim(t), t.TempDir()
	cube, err := os.ReadFile("../../docs/tour/cube.stl")
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string]string{
		"cube.stl": string(cube), "cut.stl": string(cube[:300]), "notes.txt": "some words",
		"set.gltf": `{"asset":{"version":"2.0"},"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],
			"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],
			"buffers":[{"uri":"set.bin","byteLength":36}],"bufferViews":[{"buffer":0,"byteLength":36}],"accessors":[{"bufferView":0,
				"componentType":5126,"count":3,"type":"VEC3"}]}`,
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	output, _, status := v.run(t, folder, "inspect", "--json", "cube.stl", "cut.stl")
	lines := strings.Split(strings.TrimSpace(output), "\n")
	if status != 1 || len(lines) != 2 {
		t.Fatalf("status %d:\n%s", status, output)
	}
	var first, second struct {
		File, Format string
		Rejected     bool
		Facts        map[string]struct {
			Value     any
			Certainty string
		}
		Missing  []string
		Problems []struct{ Code, Detail string }
	}
	if err := errors.Join(json.Unmarshal([]byte(lines[0]), &first), json.Unmarshal([]byte(lines[1]), &second)); err != nil {
		t.Fatal(err)
	}
	if first.File != "cube.stl" || first.Format != "stl" || first.Rejected || first.Facts["polygons"].Value != 12.0 ||
		first.Facts["units"].Certainty != "unknown" || first.Missing == nil || first.Problems == nil {
		t.Errorf("%s", lines[0])
	}
	if !second.Rejected || len(second.Problems) != 1 || second.Problems[0].Code != "truncated" {
		t.Errorf("%s", lines[1])
	}
	table, _, status := v.run(t, folder, "inspect", "cube.stl")
	if status != 0 || !strings.Contains(table, "polygons") || !strings.Contains(table, "12") {
		t.Errorf("status %d:\n%s", status, table)
	}
	if table, _, _ := v.run(t, folder, "inspect", "set.gltf"); !strings.Contains(table, "set.bin") {
		t.Errorf("it does not say what is missing:\n%s", table)
	}
}

// TestInspectCase finds what is beside a file in whatever case it is written.
func TestInspectCase(t *testing.T) {
	t.Parallel()
	v, folder := newVictim(t), t.TempDir()
	for name, content := range map[string]string{
		"a.obj": "mtllib BOX.MTL\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl m\nf 1 2 3\n", "box.mtl": "newmtl m\nKd 1 0 0\nmap_Kd Wood.PNG\n",
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	table, stderr, status := v.run(t, folder, "inspect", "a.obj")
	if status != 0 || strings.Contains(table, "BOX.MTL") || !strings.Contains(table, "Wood.PNG") {
		t.Errorf("status %d: %s\n%s", status, stderr, table)
	}
}

// TestInspectWrites writes a picture and a preview, and says when there is none.
func TestInspectWrites(t *testing.T) {
	t.Parallel()
	v, folder := newVictim(t), t.TempDir()
	cube, err := filepath.Abs("../../docs/tour/cube.stl")
	if err != nil {
		t.Fatal(err)
	}
	if _, stderr, status := v.run(t, folder, "inspect", "--picture", "a.jpg", "--preview", "a.glb", cube); status != 0 {
		t.Fatalf("status %d: %s", status, stderr)
	}
	for name, kind := range map[string]string{"a.jpg": "image/jpeg", "a.glb": "application/octet-stream"} {
		data, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil || http.DetectContentType(data) != kind || name == "a.glb" && string(data[:4]) != "glTF" {
			t.Errorf("%s: %d bytes, %v", name, len(data), err)
		}
	}
	if err := os.WriteFile(filepath.Join(folder, "words.txt"), []byte("some words"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"--preview", "b", "words.txt"}, {"--picture", "b", cube, cube}, {"--picture", "no/folder", cube},
		{"nothing.stl"}, {}} {
		if _, stderr, status := v.run(t, folder, append([]string{"inspect"}, args...)...); status == 0 || stderr == "" {
			t.Errorf("inspect %q: status %d, %q", args, status, stderr)
		}
	}
}

// TestInspectReportsFirst tells what a file is also when there is no picture of it.
func TestInspectReportsFirst(t *testing.T) {
	t.Parallel()
	v, folder := newVictim(t), t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "a.usda"), []byte("#usda 1.0\ndef Mesh \"a\" {}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	table, stderr, status := v.run(t, folder, "inspect", "--preview", "a.glb", "a.usda")
	if status != 1 || !strings.Contains(table, "usda") || !strings.Contains(stderr, "no preview") {
		t.Errorf("status %d: %s%s", status, table, stderr)
	}
	line, _, status := v.run(t, folder, "inspect", "--json", "a.usda")
	if status != 0 || !strings.Contains(line, `"format":"unknown"`) {
		t.Errorf("status %d: %s", status, line)
	}
	if _, stderr, status := v.run(t, folder, "inspect", "--picture", "-", "a.usda"); status != 1 ||
		!strings.Contains(stderr, "standard output") {
		t.Errorf("a picture to standard output: status %d: %s", status, stderr)
	}
}

// TestInspectStandardInput reads a file that comes through a pipe.
func TestInspectStandardInput(t *testing.T) {
	t.Parallel()
	v := newVictim(t)
	cube, err := os.Open("../../docs/tour/cube.stl")
	if err != nil {
		t.Fatal(err)
	}
	defer cube.Close()
	command := exec.Command(v.binary, "inspect", "--json", "-")
	command.Stdin = io.MultiReader(cube) // no file of its own, so that it is a pipe
	line, err := command.Output()
	if err != nil || !strings.Contains(string(line), `"file":"-","format":"stl"`) ||
		!strings.Contains(string(line), `"polygons":{"value":12,`) {
		t.Errorf("%v: %s", err, line)
	}
}

// TestReprocess reads what is stored again, without a server.
func TestReprocess(t *testing.T) {
	t.Parallel()
	v := newVictim(t)
	token := v.user(t, "seller")
	v.start(t)
	path, err := v.publish(t.Context(), token)
	if err != nil {
		t.Fatal(err)
	}
	v.kill(t)
	output, stderr, status := v.run(t, ".", "reprocess", "--data", v.data)
	var told struct{ Files int }
	if err := json.Unmarshal([]byte(output), &told); err != nil || status != 0 || told.Files != 1 {
		t.Fatalf("status %d, %v: %s%s", status, err, output, stderr)
	}
	v.check(t, true)
	v.start(t)
	v.wantStatus(t, token, path, "published")
	if err := v.read(t.Context(), token, path+"/files"); err != nil {
		t.Error(err)
	}
}
