package app_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"

	browser "vitrine/internal/browsertest"
)

// TestFiltersAndSearchInBrowser looks at the numbers beside filters and has searches
// completed, in windows of every kind, with scripts and without, and where the server
// answers neither.
func TestFiltersAndSearchInBrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("it opens a browser")
	}
	t.Parallel()
	m := stoolMarket(t)
	for _, w := range []window{{"wide", 1440, 900, false}, {"narrow", 360, 740, false}, {"narrow-dark", 360, 740, true}} {
		t.Run(w.name, func(t *testing.T) {
			t.Run("counts", func(t *testing.T) { m.countsFilters(t, w) })
			t.Run("completes", func(t *testing.T) { m.completes(t, w) })
			if w.dark {
				return
			}
			t.Run("without scripts", func(t *testing.T) { m.filtersPlainly(t, w) })
			t.Run("unanswered", func(t *testing.T) {
				m.unanswered(t, w, "503", func(w http.ResponseWriter) { http.Error(w, "later", http.StatusServiceUnavailable) })
			})
			t.Run("broken", func(t *testing.T) {
				m.unanswered(t, w, "ERR_EMPTY_RESPONSE", func(http.ResponseWriter) { panic(http.ErrAbortHandler) })
			})
			t.Run("not JSON", func(t *testing.T) {
				m.unanswered(t, w, "", func(w http.ResponseWriter) { _, _ = w.Write([]byte("<p>Sign in to this network")) })
			})
		})
	}
}

// stoolMarket has four models, whose words are known.
func stoolMarket(t *testing.T) *market {
	t.Helper()
	m := marketOf(t, unlimited(t), "juniper-forge", readPlainly)
	cube, err := os.ReadFile("../../docs/tour/cube.stl")
	if err != nil {
		t.Fatal(err)
	}
	for i, title := range []string{"Oak stool", "Oak stork", "Stone bench", "Pine stool"} {
		members := map[string]any{"title": title, "category": "furniture", "subcategory": "chairs", "price": 2 + i}
		files := []namedFile{{plain + "a.stl", cube}}
		if i == 0 {
			members["pbr"] = true
			files = append(files, namedFile{plain + "a.obj", []byte("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")})
		}
		m.publish(t, m.draft(t, upload{members: members, files: files, pictures: []namedFile{{"a.png", swatch(i)}}}))
	}
	until(t, "words are known", func() bool { return m.app.MergeSearch(t.Context()) == nil })
	return m
}

// asks are what a page has asked for of a path.
func asks(page *browser.Page, path string) int {
	count := 0
	for _, address := range page.Requests() {
		if u, err := url.Parse(address); err == nil && u.Path == path {
			count++
		}
	}
	return count
}

// saidBeside is what a choice of the filters is called with its number, as it is read aloud.
const saidBeside = `((choice) => (choice?.closest('label') ?? choice)?.textContent.replace(/\s+/g, ' ').trim() ?? 'not offered')(
	document.querySelector('.filters %s'))`

func wantBeside(t *testing.T, page *browser.Page, want map[string]string) {
	t.Helper()
	for choice, said := range want {
		if got := browser.Eval[string](page, fmt.Sprintf(saidBeside, choice)); got != said {
			t.Errorf("the choice %s is called %q, want %q", choice, got, said)
		}
	}
}

// countsFilters reads the numbers, chooses one of the filters and reads the others.
func (m *market) countsFilters(t *testing.T, w window) {
	page := w.open(t, browser.Without3D())
	page.Go(m.at("/3d-models/furniture"))
	if w.narrow() {
		if asks(page, "/facets") > 0 {
			t.Error("numbers are asked for before the filters are in sight")
		}
		page.Click(".panel > summary")
	}
	const counted = `document.querySelector('.filters .number') !== null`
	page.Wait(counted)
	wantBeside(t, page, map[string]string{
		"[value=stl]": "STL 4, 4 models", "[value=obj]": "OBJ 1, 1 model", "[value=fbx]": "FBX 0, 0 models",
		"[name=pbr]": "PBR materials 1, 1 model", "[name=polygons] :first-child": "Any number", "[name=adult_content]": "Show adult content",
	})
	first := browser.Eval[string](page, `document.querySelector('#filter-polygons').options[1].textContent`)
	if !strings.HasSuffix(first, "(4)") {
		t.Errorf("the fewest polygons are offered as %q", first)
	}
	page.Keep("filters-" + w.name)
	page.Fits()
	page.Accessible()

	page.Click(".filters [name=pbr]")
	page.Follow(".filters button")
	m.wantList(t, page, "Furniture", 1, 1)
	if w.narrow() {
		page.Click(".panel > summary")
	}
	page.Wait(counted)
	wantBeside(t, page, map[string]string{
		"[value=stl]": "STL 1, 1 model", "[value=obj]": "OBJ 1, 1 model", "[name=pbr]": "PBR materials 1, 1 model",
	})
	page.Keep("filters-chosen-" + w.name)
	if got := asks(page, "/facets"); got != 2 {
		t.Errorf("two lists ask for numbers %d times", got)
	}
}

// combobox is the state of the field for searches: whether its list is open as is seen and
// as is told, what it says is chosen, what is chosen in the list, and what is typed.
type combobox struct {
	Open     bool
	Expanded string
	Active   string
	Chosen   []string
	Typed    string
}

func comboboxOf(page *browser.Page) combobox {
	return browser.Eval[combobox](page, `(() => {
		const field = document.activeElement, list = document.getElementById(field.getAttribute('aria-controls'));
		const words = (option) => option?.firstChild.textContent ?? '';
		return {
			Open: list?.checkVisibility() ?? false, Expanded: field.getAttribute('aria-expanded') ?? '',
			Active: words(document.getElementById(field.getAttribute('aria-activedescendant'))),
			Chosen: [...list?.querySelectorAll('[aria-selected=true]') ?? []].map(words), Typed: field.value,
		};
	})()`)
}

const suggested = `document.querySelector('#suggested')?.checkVisibility()`

// completes types the beginning of a word, walks through what it may become, and goes there
// by the keyboard and by the mouse.
func (m *market) completes(t *testing.T, w window) {
	page := w.open(t, browser.Without3D())
	page.Go(m.at("/"))
	page.Click("#keywords")
	page.Insert("st")
	page.Wait(suggested)
	searches := browser.Eval[[]string](page, `[...document.querySelectorAll('#suggested [role=option]')].map((o) => o.textContent)`)
	if want := []string{"stool 2 models", "stone 1 model", "stork 1 model"}; !slices.Equal(searches, want) {
		t.Fatalf("what may be typed on are %q, want %q", searches, want)
	}
	if got := page.Text(".search [role=status]"); got != "3 searches are suggested" {
		t.Errorf("the list is told as %q", got)
	}
	nth := func(i int) string { return strings.Fields(searches[i])[0] }
	walk := []struct{ key, active string }{
		{browser.ArrowDown, nth(0)}, {browser.ArrowDown, nth(1)}, {browser.ArrowUp, nth(0)}, {browser.ArrowUp, ""}, {browser.ArrowUp, nth(2)},
		{browser.ArrowDown, ""}, {browser.ArrowDown, nth(0)}, {browser.ArrowLeft, ""}, {browser.ArrowDown, nth(0)},
	}
	for i, step := range walk {
		page.Press(step.key)
		want := combobox{true, "true", step.active, []string{}, "st"}
		if step.active != "" {
			want.Chosen = []string{step.active}
		}
		if got := comboboxOf(page); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("after %d keys: %+v, want %+v", i+1, got, want)
		}
	}
	page.Keep("suggested-" + w.name)
	page.Fits()
	page.Accessible()

	page.Press(browser.Escape)
	if got, want := comboboxOf(page), (combobox{false, "false", "", nil, "st"}); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("Escape leaves %+v, want %+v", got, want)
	}
	page.Press(browser.ArrowDown)
	if status := page.Enter(); status != http.StatusOK || page.Text("h1") != "Results for “stool”" {
		t.Errorf("Enter leads to %s, status %d", page.Address(), status)
	}
	m.wantList(t, page, "Results for “stool”", 2, 2)

	page.Fill("#keywords", "")
	page.Insert("oak sto")
	page.Wait(suggested)
	status := page.Follow("#suggested [role=option]:last-child")
	if status != http.StatusOK || !strings.HasPrefix(page.Text("h1"), "Results for “oak sto") {
		t.Errorf("a click leads to %s, status %d", page.Address(), status)
	}
	m.dismisses(t, page)
}

// dismisses closes the list by going on to the next field, and by typing what nothing is known of.
func (m *market) dismisses(t *testing.T, page *browser.Page) {
	t.Helper()
	for _, keys := range [][]string{{browser.Tab}, {" "}, {"q", "q"}} {
		page.Go(m.at("/"))
		page.Click("#keywords")
		page.Insert("sto")
		page.Wait(suggested)
		page.Press(keys...)
		page.Wait("!" + suggested)
		if got := browser.Eval[string](page, `document.querySelector('#keywords').ariaExpanded`); got != "false" {
			t.Errorf("after %q the closed list is told as %q", keys, got)
		}
	}
	page.Press(browser.ArrowDown)
	if browser.Eval[bool](page, suggested) {
		t.Error("an arrow opens a list of what was typed before")
	}
}

// filtersPlainly filters and searches where no script runs.
func (m *market) filtersPlainly(t *testing.T, w window) {
	page := w.open(t, browser.Without3D(), browser.WithoutScripts())
	page.Go(m.at("/3d-models/furniture"))
	if w.narrow() {
		page.Click(".panel > summary")
	}
	page.Keep("filters-plain-" + w.name)
	page.Click(".filters [name=pbr]")
	page.Follow(".filters button")
	m.wantList(t, page, "Furniture", 1, 1)
	page.Fill("#keywords", "sto")
	m.wantBare(t, page)
	if page.Enter(); page.Text("h1") != "Results for “sto”" {
		t.Errorf("a search leads to %s", page.Address())
	}
	if asked := asks(page, "/facets") + asks(page, "/suggest"); asked > 0 {
		t.Errorf("without scripts the page asks for %q", page.Requests())
	}
}

// wantBare fails where numbers or completions are shown, or room is left for them.
func (m *market) wantBare(t *testing.T, page *browser.Page) {
	t.Helper()
	if got := browser.Eval[int](page, `document.querySelectorAll('.filters .number, .filters .barren, [role=option]').length`); got != 0 {
		t.Errorf("%d numbers and completions are shown", got)
	}
	if browser.Eval[bool](page, suggested+` ?? false`) {
		t.Error("an empty list is open")
	}
}

// unanswered uses filters and search where the server gives no numbers, and completions no more.
func (m *market) unanswered(t *testing.T, w window, fault string, answer func(http.ResponseWriter)) {
	server, err := url.Parse(m.public)
	if err != nil {
		t.Fatal(err)
	}
	through := httputil.NewSingleHostReverseProxy(server)
	between := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/facets" || r.URL.Query().Get("q") == "sto" {
			answer(w)
			return
		}
		through.ServeHTTP(w, r)
	}))
	defer between.Close()
	page := w.open(t, browser.Without3D())
	if fault != "" {
		page.Expect(fault)
	}
	page.Go(between.URL + "/3d-models/furniture")
	if w.narrow() {
		page.Click(".panel > summary")
	}
	waitAnswered(page, "/facets")
	page.Click("#keywords")
	page.Press("s", "t")
	page.Wait(suggested)
	page.Press("o")
	page.Wait("!" + suggested)
	m.wantBare(t, page)
	page.Press(browser.ArrowDown)
	if got, want := comboboxOf(page), (combobox{false, "false", "", nil, "sto"}); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("an arrow leads to %+v, want %+v", got, want)
	}
	if page.Enter(); page.Text("h1") != "Results for “sto”" {
		t.Errorf("a search leads to %s", page.Address())
	}
	if !w.narrow() { // the filters are in sight, and ask while there is somebody to answer
		waitAnswered(page, "/facets")
	}
}

// waitAnswered waits until what a page asked for has come or failed, and the page has had
// time to show it.
func waitAnswered(page *browser.Page, path string) {
	page.Wait(`performance.getEntriesByType('resource').some((e) => new URL(e.name).pathname === '` + path + `')`)
	browser.Eval[bool](page, `new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(() => shown(true))))`)
}
