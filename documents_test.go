package vitrine_test

import (
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	quoted = regexp.MustCompile("`([^`\n]+)`")
	linked = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	// place is what looks like a path of this repository: folders and a name, nothing else.
	place  = regexp.MustCompile(`^[A-Za-z0-9_.-]+(/[A-Za-z0-9_.-]+)*/?$`)
	source = regexp.MustCompile(`\.(go|md|sh|js|css|sql|yaml|tmpl)$`)
)

// TestDocumentsNameWhatIsThere looks for every path that a document names. The changelog
// tells of the past and may name what is gone.
func TestDocumentsNameWhatIsThere(t *testing.T) {
	t.Parallel()
	files := repositoryFiles(t)
	for _, document := range files {
		if !strings.HasSuffix(document, ".md") || document == "CHANGELOG.md" {
			continue
		}
		text, err := os.ReadFile(document)
		if err != nil {
			t.Fatal(err)
		}
		for n, line := range strings.Split(string(text), "\n") {
			for _, found := range quoted.FindAllStringSubmatch(line, -1) {
				if why := misnamed(files, found[1]); why != "" {
					t.Errorf("%s:%d names `%s`: %s", document, n+1, found[1], why)
				}
			}
			for _, found := range linked.FindAllStringSubmatch(line, -1) {
				target, _, _ := strings.Cut(found[1], "#")
				if target != "" && !strings.Contains(target, ":") && !there(files, path.Join(path.Dir(document), target), true) {
					t.Errorf("%s:%d links to %s, which is not there", document, n+1, found[1])
				}
			}
		}
	}
}

// misnamed returns what is wrong with a path that a document names, "" for what is right or
// no path. `routes.go` and `store/cache.go` may be below any folder; `file.go: name` is a
// word in that file.
func misnamed(files []string, text string) string {
	name, word, _ := strings.Cut(strings.TrimPrefix(text, "./"), ": ")
	if !place.MatchString(name) {
		return ""
	}
	first, _, deep := strings.Cut(name, "/")
	whole := deep && there(files, first, true) // from the root
	if !whole && !source.MatchString(name) {
		return ""
	}
	at := slices.IndexFunc(files, func(file string) bool { return there([]string{file}, strings.TrimSuffix(name, "/"), whole) })
	if at < 0 {
		return "there is no such file or folder; if it was moved or renamed, mend the document"
	}
	if word == "" {
		return ""
	}
	code, err := os.ReadFile(files[at])
	if err != nil || !strings.Contains(string(code), word) {
		return files[at] + " has no " + word
	}
	return ""
}

// there reports whether a file, or one below a folder, has this path: from the root, or
// from any folder.
func there(files []string, name string, fromRoot bool) bool {
	return slices.ContainsFunc(files, func(file string) bool {
		file = "/" + file + "/"
		return strings.HasPrefix(file, "/"+name+"/") || !fromRoot && strings.Contains(file, "/"+name+"/")
	})
}

// repositoryFiles are all files but those that are built, downloaded or hidden.
func repositoryFiles(t *testing.T) (files []string) {
	t.Helper()
	err := fs.WalkDir(os.DirFS("."), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		hidden := name != "." && strings.HasPrefix(entry.Name(), ".")
		if entry.IsDir() && (hidden || slices.Contains([]string{"node_modules", "ci-output", "data"}, entry.Name())) {
			return fs.SkipDir
		}
		if entry.Type().IsRegular() {
			files = append(files, name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// TestSamplesOfTheClient: what documents show of the Go client is part of its examples, which are
// run.
func TestSamplesOfTheClient(t *testing.T) {
	t.Parallel()
	examples, err := os.ReadFile(path.Join("client", "example_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	outdented := strings.ReplaceAll(string(examples), "\n\t", "\n")
	for _, document := range []string{"README.md", "docs/client.md"} {
		text, err := os.ReadFile(document)
		if err != nil {
			t.Fatal(err)
		}
		samples := goSample.FindAllStringSubmatch(string(text), -1)
		if len(samples) == 0 {
			t.Errorf("%s shows nothing", document)
		}
		for _, sample := range samples {
			if !strings.Contains(string(examples), sample[1]) && !strings.Contains(outdented, sample[1]) {
				t.Errorf("%s shows what is in no example:\n%s", document, sample[1])
			}
		}
	}
}

var goSample = regexp.MustCompile("(?s)```go\n(.*?)```")
