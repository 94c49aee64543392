package browser_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	browser "vitrine/internal/browsertest"
)

func open(t *testing.T, policy, body string) *browser.Page {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Content-Security-Policy", policy)
		_, _ = w.Write([]byte(`<!DOCTYPE html><html lang="en"><title>A page</title><main><h1>A page</h1>` + body + `</main></html>`))
	}))
	t.Cleanup(server.Close)
	page := browser.Open(t, 300, 200)
	page.Go(server.URL)
	return page
}

// TestFaults sees each kind of fault: an expectation that is not met fails.
func TestFaults(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, policy, body, want string }{
		{"console", "", `<script>console.error("alas", 7)</script>`, `console: "alas" 7`},
		{"exception", "", `<script>null.alas</script>`, "exception: TypeError"},
		{"policy", "script-src 'none'", `<script>alas()</script>`, "Content Security Policy"},
		{"another host", "", `<img alt="" src="http://elsewhere.invalid/alas.png">`,
			"request to another host: http://elsewhere.invalid/alas.png"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			page := open(t, test.policy, test.body)
			page.Expect(test.want)
			if test.name == "another host" {
				page.Expect("net::ERR_NAME_NOT_RESOLVED")
			}
		})
	}
}

// TestPagesShareNothing has one page of a browser keep something that another must not find,
// and both have the focus.
func TestPagesShareNothing(t *testing.T) {
	t.Parallel()
	page := open(t, "", `<input id="field" autofocus>`)
	page.Fill("#field", "a “word” in\u2028place \U0001f511")
	other := browser.Open(t, 300, 200)
	other.Go(page.Address())
	const kept = `[document.cookie, localStorage.kept ?? "", document.hasFocus() ? "focus" : ""].join(" ")`
	browser.Eval[bool](page, `(document.cookie = localStorage.kept = "here", true)`)
	if one, two := browser.Eval[string](page, kept), browser.Eval[string](other, kept); one != "here here focus" || two != "  focus" {
		t.Errorf("one page has %q, the other %q", one, two)
	}
}

func TestBarriers(t *testing.T) {
	t.Parallel()
	page := open(t, "", `<button></button><p style="color: #bbb; background: #fff">Pale.</p>`)
	barriers := strings.Join(page.Barriers(), "\n")
	for _, want := range []string{"critical button-name", "serious color-contrast"} {
		if !strings.Contains(barriers, want) {
			t.Errorf("%s is not found among\n%s", want, barriers)
		}
	}
}

func TestPictures(t *testing.T) {
	t.Parallel()
	page := open(t, "", `<div id="box" style="width: 90px; height: 60px; background: #c03020"></div>`)
	before := page.StillPicture("#box", "")
	if before.Rect.Dx() != 90 || before.Rect.Dy() != 60 || browser.Vivid(before) != 1 {
		t.Errorf("the box is %v with %.2f in colour", before.Rect, browser.Vivid(before))
	}
	browser.Eval[bool](page, `(document.querySelector('#box').style.background = 'linear-gradient(90deg, #c03020 50%, #888 50%)', true)`)
	after := page.StillPicture("#box", "")
	if got := browser.Different(before, after); got != 0.5 {
		t.Errorf("%.2f of the picture differs", got)
	}
	if got := browser.Vivid(browser.Middle(after)); got != 0.5 {
		t.Errorf("%.2f of the middle is in colour", got)
	}
}

// TestUnreachable finds what the Tab key does not reach, and where the focus does not show, also
// behind what an earlier page had.
func TestUnreachable(t *testing.T) {
	t.Parallel()
	const known = `<style>:focus-visible { outline: 2px solid }</style><a href="/">Home</a> <a href="#top">Top</a> `
	page := open(t, "", known+`<div style="overflow: auto; height: 40px; width: 40px"><p style="height: 400px">Scrolls.</p></div><button>Go</button>`)
	page.Reachable()
	for what, want := range map[string]string{
		`<button style="outline: none">Pale</button>`: "the focus does not show on",
		`<button>End</button><script>addEventListener("keydown", (e) => {
			if (document.activeElement.href) e.preventDefault();
		})</script>`: "Tab does not reach",
		`<button onfocus="if (!window.late) {
			window.late = true;
			document.querySelector('a').insertAdjacentHTML('beforebegin', '<button>Late</button>');
		}">Go</button>`: "Tab does not reach",
	} {
		broken := open(t, "", known+what)
		page.Go(broken.Address())
		if faults := strings.Join(page.Unreachable(), "\n"); !strings.Contains(faults, want) {
			t.Errorf("of %s it says %q, want %q", what, faults, want)
		}
	}
}
