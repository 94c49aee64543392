package main_test

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestDemo starts the demo, tries what it says to try, and ends it.
func TestDemo(t *testing.T) {
	t.Parallel()
	v := newVictim(t)
	temp := t.TempDir()
	demo := exec.Command(v.binary, "demo")
	demo.Env = append(os.Environ(), "TMPDIR="+temp)
	guide := readGuide(t, demo)

	shell := exec.Command("bash", "-e", "-o", "pipefail", "-c", strings.Join(guide.commands, "\n"))
	output, err := shell.CombinedOutput()
	if err != nil {
		t.Fatalf("the commands fail: %v\n%s", err, output)
	}
	if strings.Contains(string(output), `"success":false`) || !strings.Contains(string(output), `"checkout_url"`) {
		t.Errorf("the commands answer\n%s", output)
	}
	checkCatalogue(t, guide)

	if err := demo.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := demo.Wait(); err != nil {
		t.Errorf("the demo ends with %v", err)
	}
	if left, err := filepath.Glob(filepath.Join(temp, "*")); err != nil || len(left) > 0 {
		t.Errorf("the demo leaves %v, %v", left, err)
	}
}

// guide is what the demo prints.
type guide struct {
	base, token string
	commands    []string
}

var (
	guideToken   = regexp.MustCompile(`Token +(vtr_\S+)`)
	guideCommand = regexp.MustCompile(`^ +(?:Try +)?((?:export|curl) .*)$`)
	guideBase    = regexp.MustCompile(`export BASE=(\S+)`)
)

// readGuide starts the demo and reads what it prints, to its end.
func readGuide(t *testing.T, demo *exec.Cmd) guide {
	t.Helper()
	out, err := demo.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := demo.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = demo.Process.Kill() })
	printed := ""
	for lines := bufio.NewScanner(out); lines.Scan(); {
		printed += lines.Text() + "\n"
		if strings.HasPrefix(lines.Text(), "Ctrl-C") {
			break
		}
	}
	g := guide{}
	if found := guideToken.FindStringSubmatch(printed); found != nil {
		g.token = found[1]
	}
	if found := guideBase.FindStringSubmatch(printed); found != nil {
		g.base = found[1]
	}
	for line := range strings.Lines(printed) {
		if found := guideCommand.FindStringSubmatch(strings.TrimRight(line, "\n")); found != nil {
			g.commands = append(g.commands, found[1])
		}
	}
	if g.token == "" || g.base == "" || len(g.commands) != 4 {
		t.Fatalf("the demo prints\n%s", printed)
	}
	return g
}

// checkCatalogue looks for what a visitor is promised: many models by many
// authors in many categories, free and paid, of both types, in three formats,
// each with a picture.
func checkCatalogue(t *testing.T, g guide) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	var page struct {
		Total  int
		Models []struct {
			Title, Type     string
			AuthorName      string `json:"author_name"`
			SubcategorySlug string `json:"subcategory_slug"`
			Prices          struct{ Download string }
			Thumbnails      []string
			FileExtensions  []string `json:"availableFileExtensions"`
		}
	}
	if err := json.Unmarshal(fetch(ctx, t, g, g.base+"/v1/models?per_page=100&adult_content=true"), &page); err != nil {
		t.Fatal(err)
	}
	counts := map[string]map[string]int{}
	count := func(what, value string) {
		if counts[what] == nil {
			counts[what] = map[string]int{}
		}
		counts[what][value]++
	}
	for _, m := range page.Models {
		count("author", m.AuthorName)
		count("subcategory", m.SubcategorySlug)
		count("type", m.Type)
		for _, extension := range m.FileExtensions {
			count("extension", extension)
		}
		if m.Prices.Download == "0.00" {
			count("price", "free")
		}
		if len(m.Thumbnails) == 0 {
			t.Errorf("%s has no picture", m.Title)
			continue
		}
		if picture := fetch(ctx, t, g, m.Thumbnails[len(m.Thumbnails)-1]); http.DetectContentType(picture) != "image/jpeg" {
			t.Errorf("the picture of %s is %s", m.Title, http.DetectContentType(picture))
		}
	}
	if page.Total < 60 || len(counts["author"]) < 8 || len(counts["subcategory"]) < 30 || counts["price"]["free"] < 15 ||
		counts["type"]["printable"] < 20 || counts["type"]["cg"] < 30 ||
		counts["extension"]["glb"] < 20 || counts["extension"]["obj"] < 20 || counts["extension"]["stl"] < 20 {
		t.Errorf("%d models, with %v", page.Total, counts)
	}
}

func fetch(ctx context.Context, t *testing.T, g guide, address string) []byte {
	t.Helper()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+g.token)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK {
		t.Fatalf("GET %s: %s, %v", address, response.Status, err)
	}
	return body
}
