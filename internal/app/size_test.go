package app_test

import (
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// What a page may weigh: its HTML, before it is compressed, and at desks the scripts that it
// asks for, as they are sent.
const (
	mostHTML   = 100_000
	mostScript = 60_000
)

// scripts are the addresses of a page's scripts, and of what those import.
var scripts = regexp.MustCompile(`<script[^>]* src="([^"]+)"|\bimport\b[^"';]*["']([^"']+)["']`)

// wantLight holds pages against what they may weigh. weigh says how many bytes of a script are sent, and
// what the script says.
func (s shownPages) wantLight(t *testing.T, weigh func(address string) (int, string)) {
	t.Helper()
	for _, fault := range s.tooHeavy(weigh) {
		t.Error(fault)
	}
}

func (s shownPages) tooHeavy(weigh func(address string) (int, string)) (faults []string) {
	for asked, body := range s {
		if len(body) > mostHTML {
			faults = append(faults, fmt.Sprintf("%s has %d bytes of HTML, of at most %d", asked, len(body), mostHTML))
		}
		if _, path, _ := strings.Cut(asked, " "); !strings.HasPrefix(path, "/sell") && !strings.HasPrefix(path, "/desk") {
			continue
		}
		if all := scriptsOf(body, weigh, map[string]bool{}); all > mostScript {
			faults = append(faults, fmt.Sprintf("%s asks for %d bytes of scripts, of at most %d", asked, all, mostScript))
		}
	}
	slices.Sort(faults)
	return faults
}

// scriptsOf adds up the scripts that a text asks for, each once.
func scriptsOf(text string, weigh func(address string) (int, string), seen map[string]bool) (all int) {
	for _, found := range scripts.FindAllStringSubmatch(text, -1) {
		address := found[1] + found[2]
		if seen[address] {
			continue
		}
		seen[address] = true
		size, says := weigh(address)
		all += size + scriptsOf(says, weigh, seen)
	}
	return all
}

// TestHeavyPagesAreFound has pages that are too heavy, by themselves or by what a script of theirs imports.
func TestHeavyPagesAreFound(t *testing.T) {
	t.Parallel()
	page := `<script type="module" src="/a.js"></script>`
	s := shownPages{
		"GET /desk 200": strings.Repeat("x", mostHTML), "GET /terms 200": strings.Repeat("x", mostHTML+1),
		"GET /sell 200": page, "GET /3d-models 200": page, "GET /sell/light 200": `<script src="/b.js"></script>`,
	}
	sizes := map[string]int{"/a.js": 30_000, "/b.js": 30_001}
	got := s.tooHeavy(func(address string) (int, string) {
		if address == "/a.js" {
			return sizes[address], `import {upload} from "/b.js"; import("/a.js")`
		}
		return sizes[address], ""
	})
	want := []string{"GET /sell 200 asks for 60001 bytes of scripts, of at most 60000",
		"GET /terms 200 has 100001 bytes of HTML, of at most 100000"}
	if !slices.Equal(got, want) {
		t.Errorf("too heavy are %q, want %q", got, want)
	}
}

// weigh asks for a script as browsers do.
func (m *matrix) weigh(t *testing.T) func(address string) (int, string) {
	known := map[string]string{}
	sizes := map[string]int{}
	return func(address string) (int, string) {
		if _, asked := sizes[address]; asked {
			return sizes[address], known[address]
		}
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, m.public+address, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Accept-Encoding", "gzip")
		answer, err := m.client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		sent := &counted{from: answer.Body}
		from := io.Reader(sent)
		if answer.Header.Get("Content-Encoding") == "gzip" {
			if from, err = gzip.NewReader(sent); err != nil {
				t.Fatal(err)
			}
		}
		text, err := io.ReadAll(from)
		if err != nil || answer.StatusCode != http.StatusOK {
			t.Fatalf("%s answered %d, %v", address, answer.StatusCode, err)
		}
		sizes[address], known[address] = sent.n, string(text)
		return sent.n, string(text)
	}
}

// counted counts what is read.
type counted struct {
	from io.Reader
	n    int
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.from.Read(p)
	c.n += n
	return n, err
}
