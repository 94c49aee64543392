package app_test

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// htmlVariable names the environment variable with the path of html-validate, which holds pages
// against the standard of HTML.
const htmlVariable = "VITRINE_TEST_HTML"

// shownPages are pages as they were sent, by what was asked for without its numbers: of each the
// longest, which is the one that shows most.
type shownPages map[string]string

var numbers = regexp.MustCompile(`[0-9]+`)

// note keeps an answer if it is a page.
func (s shownPages) note(t *testing.T, asked string, answer *http.Response) {
	t.Helper()
	if !strings.HasPrefix(answer.Header.Get("Content-Type"), "text/html") {
		return
	}
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	s.keep(asked, answer.StatusCode, body)
}

// keep keeps a page unless a longer one was answered to the same.
func (s shownPages) keep(asked string, status int, body []byte) {
	if asked = fmt.Sprint(numbers.ReplaceAllString(asked, "1"), " ", status); len(body) > len(s[asked]) {
		s[asked] = string(body)
	}
}

// wantValid holds all pages against the standard.
func (s shownPages) wantValid(t *testing.T) {
	t.Helper()
	program := os.Getenv(htmlVariable)
	if program == "" {
		t.Logf("no page is held against the standard of HTML: %s names no html-validate, which scripts/install.sh fetches", htmlVariable)
		return
	}
	folder, asked := t.TempDir(), slices.Sorted(maps.Keys(s))
	for i, name := range asked {
		if err := os.WriteFile(filepath.Join(folder, fmt.Sprintf("%04d.html", i)), []byte(s[name]), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	check := exec.CommandContext(t.Context(), program, "--config", "../../tools/html/.htmlvalidate.json", "--formatter", "json", folder)
	check.Stderr = os.Stderr
	out, failed := check.Output()
	var found []struct {
		FilePath string
		Messages []struct{ RuleID, Message, Selector string }
	}
	if err := json.Unmarshal(out, &found); err != nil {
		t.Fatalf("html-validate: %v, %v", failed, err)
	}
	for _, page := range found {
		var i int
		if _, err := fmt.Sscanf(filepath.Base(page.FilePath), "%d.html", &i); err != nil {
			t.Fatal(err)
		}
		for _, m := range page.Messages {
			t.Errorf("%s is not valid: %s at %s (%s)", asked[i], m.Message, m.Selector, m.RuleID)
		}
	}
	t.Logf("%d pages were held against the standard of HTML", len(asked))
}
