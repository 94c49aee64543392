package storefront_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"

	"vitrine"
	"vitrine/internal/pages"
	"vitrine/internal/pages/storefront"
	"vitrine/internal/payment"
	"vitrine/internal/session"
	"vitrine/internal/web"
)

// desk serves one page that says all that it can see of its request, and counts how often
// it is made.
type desk struct {
	*site
	mux   *http.ServeMux
	views *storefront.Pages
	made  atomic.Int64
	page  func(w http.ResponseWriter, r *http.Request) error // before it says so
}

func newDesk(t *testing.T, rates map[web.Budget]web.Rate) *desk {
	t.Helper()
	d := &desk{site: newSite(t, payment.Sandbox{}), mux: http.NewServeMux()}
	shell, err := pages.New(pages.Options{BaseURL: baseURL, Sessions: session.New(d.shop, baseURL), Rates: rates, Now: d.now})
	if err != nil {
		t.Fatal(err)
	}
	if d.views, err = storefront.New(storefront.Options{Shell: shell, Shop: d.shop, DB: d.db, Now: d.now}); err != nil {
		t.Fatal(err)
	}
	d.views.View(d.mux, "GET /desk/{path...}", d.say, "wood", "color")
	return d
}

func (d *desk) say(w http.ResponseWriter, r *http.Request) error {
	d.made.Add(1)
	w.Header().Set("Cache-Control", pages.PageCache)
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("ETag", fmt.Sprintf(`"%d"`, d.made.Load()))
	if d.page != nil {
		if err := d.page(w, r); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(w, "%s %s %s %v %s %s %s\n%s", r.Method, r.Host, r.URL, r.Header, r.RemoteAddr, r.RequestURI, r.PathValue("path"),
		strings.Repeat("oak ", 1000))
	return err
}

// ask asks for an address with lines of a header.
func (d *desk) ask(t *testing.T, method, target string, lines ...string) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), method, target, nil)
	for _, line := range lines {
		name, value, _ := strings.Cut(line, ": ")
		if r.Header.Add(name, value); name == "Host" {
			r.Host = value
		}
	}
	w := httptest.NewRecorder()
	d.mux.ServeHTTP(w, r)
	return w
}

// plainOf is the body of an answer, unpacked.
func plainOf(t *testing.T, w *httptest.ResponseRecorder) string {
	t.Helper()
	var reader io.Reader = w.Body
	var err error
	switch w.Header().Get("Content-Encoding") {
	case "gzip":
		reader, err = gzip.NewReader(w.Body)
	case "zstd":
		reader, err = zstd.NewReader(w.Body)
	}
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(reader)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

// TestNobodyPoisonsAPage sends what a page must not see, and then asks as a visitor does.
func TestNobodyPoisonsAPage(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		target string
		lines  []string
	}{
		{"/desk/a", []string{"Host: evil.example"}},
		{"/desk/a", []string{"X-Forwarded-Host: evil.example", "X-Forwarded-Proto: evil", "X-Forwarded-For: evil", "Forwarded: host=evil"}},
		{"/desk/a", []string{"X-Original-URL: /evil", "X-Rewrite-URL: /evil", "X-HTTP-Method-Override: EVIL"}},
		{"/desk/a", []string{"Cookie: session=evil", "Authorization: Bearer evil"}},
		{"/desk/a", []string{"Range: bytes=0-3", "If-Range: evil", "If-Modified-Since: evil", "If-None-Match: \"evil\""}},
		{"/desk/a", []string{"Accept: evil", "User-Agent: evil", "Referer: https://evil.example/", "Origin: https://evil.example"}},
		{"/desk/a?evil=1&utm_source=evil", nil},
		{"/desk/a?evil", nil},
		{"/desk/a?;evil=%zz", nil},
		{"/desk/a?Wood=evil&WOOD=evil&wood[]=evil", nil},
		{"http://evil.example/desk/a", nil},
	} {
		d := newDesk(t, nil)
		first := plainOf(t, d.ask(t, "GET", c.target, c.lines...))
		got := plainOf(t, d.ask(t, "GET", "/desk/a"))
		if strings.Contains(strings.ToLower(got), "evil") || first != got {
			t.Errorf("%s %v: the next visitor sees\n%.300s\nand the first\n%.300s", c.target, c.lines, got, first)
		}
		if made := d.made.Load(); made != 1 {
			t.Errorf("%s %v: the page was made %d times, want once", c.target, c.lines, made)
		}
	}
}

// TestOtherPagesAreOthers asks for what differs from the page that is kept.
func TestOtherPagesAreOthers(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	seen := map[string]string{}
	for _, target := range []string{
		"/desk/a", "/desk/b", "/desk/A", "/desk/a/", "/desk/a%3F", "/desk/a%0A", "/desk/a%0Agzip", "/desk/a%3Fwood=oak", "/desk/a?wood=oak",
		"/desk/a?wood=Oak", "/desk/a?wood=oak&wood=ash", "/desk/a?wood=ash&wood=oak", "/desk/a?color=oak", "/desk/a?wood=oak%26color=red",
		"/desk/a?wood=oak&color=red",
	} {
		for range 2 {
			body := plainOf(t, d.ask(t, "GET", target, "Accept-Language: gzip"))
			if other, ok := seen[body]; ok && other != target {
				t.Errorf("%s and %s have the same page\n%.200s", other, target, body)
			}
			seen[body] = target
		}
	}
	for _, same := range []string{"/desk/a?wood=oak&", "/desk/a?wood=+oak+&wood=", "/desk/a?x=y&wood=oak&color="} {
		if body := plainOf(t, d.ask(t, "GET", same, "Accept-Language: gzip")); seen[body] != "/desk/a?wood=oak" {
			t.Errorf("%s has a page of its own", same)
		}
	}
}

// TestWhatIsNotKept asks twice for what is one visitor's alone, or no page for all.
func TestWhatIsNotKept(t *testing.T) {
	t.Parallel()
	set := func(name, value string) func(http.ResponseWriter, *http.Request) error {
		return func(w http.ResponseWriter, _ *http.Request) error { w.Header().Set(name, value); return nil }
	}
	for _, c := range []struct {
		name, method, target string
		lines                []string
		page                 func(http.ResponseWriter, *http.Request) error
		made                 int64
	}{
		{"a page", "GET", "/desk/a", nil, nil, 1},
		{"a head", "HEAD", "/desk/a", nil, nil, 1},
		{"another's cookie", "GET", "/desk/a", []string{"Cookie: cf=1; theme=dark"}, nil, 1},
		{"an escape that nobody writes", "GET", "/desk/%61", nil, nil, 2},
		{"a long path", "GET", "/desk/" + strings.Repeat("a", 1100), nil, nil, 2},
		{"a long parameter", "GET", "/desk/a?wood=" + strings.Repeat("a", 1100), nil, nil, 2},
		{"a long parameter that nobody reads", "GET", "/desk/a?x=" + strings.Repeat("a", 5000), nil, nil, 2},
		{"long languages", "GET", "/desk/a", []string{"Accept-Language: " + strings.Repeat("a", 1100)}, nil, 2},
		{"a page that sets a cookie", "GET", "/desk/a", nil, set("Set-Cookie", "a=b"), 2},
		{"a page with a header that nobody knows", "GET", "/desk/a", nil, set("X-Visitor", "ada"), 2},
		{"a private page", "GET", "/desk/a", nil, set("Cache-Control", "private"), 2},
		{"a secret page", "GET", "/desk/a", nil, set("Cache-Control", "no-store"), 2},
		{"a page that says nothing of it", "GET", "/desk/a", nil, set("Cache-Control", "no-cache"), 2},
		{"a large page", "GET", "/desk/a", nil, func(w http.ResponseWriter, _ *http.Request) error {
			_, err := w.Write(make([]byte, 300<<10))
			return err
		}, 2},
		{"a fleeting page", "GET", "/desk/a", nil, func(_ http.ResponseWriter, r *http.Request) error {
			storefront.NoteFleeting(r)
			return nil
		}, 2},
		{"a redirect", "GET", "/desk/a", nil, func(w http.ResponseWriter, _ *http.Request) error {
			w.Header().Set("Location", "/")
			w.WriteHeader(http.StatusFound)
			return nil
		}, 2},
		{"nothing", "GET", "/desk/a", nil, func(http.ResponseWriter, *http.Request) error {
			return vitrine.Errorf(vitrine.NotFound, "nothing")
		}, 2},
	} {
		d := newDesk(t, nil)
		d.page = c.page
		one, other := d.ask(t, c.method, c.target, c.lines...), d.ask(t, c.method, c.target, c.lines...)
		if made := d.made.Load(); made != c.made || one.Code != other.Code {
			t.Errorf("%s was made %d times, want %d; status %d and %d", c.name, made, c.made, one.Code, other.Code)
		}
		if d.views.Making() != 0 {
			t.Errorf("%s: a page is still being made", c.name)
		}
	}
}

// TestEachEncodingAndLanguage has each visitor get the page in their own.
func TestEachEncodingAndLanguage(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	for _, encoding := range []string{"gzip", "", "zstd", "br", "gzip;q=0, zstd", "identity"} {
		for range 2 {
			w := d.ask(t, "GET", "/desk/a", "Accept-Encoding: "+encoding)
			want := map[string]string{"gzip": "gzip", "zstd": "zstd", "gzip;q=0, zstd": "zstd"}[encoding]
			if got := w.Header().Get("Content-Encoding"); got != want || w.Header().Get("Content-Length") != strconv.Itoa(w.Body.Len()) ||
				!strings.Contains(strings.Join(w.Header()["Vary"], ","), "Accept-Encoding") || !strings.Contains(plainOf(t, w), "oak oak") {
				t.Errorf("asked for %q: %v", encoding, w.Header())
			}
		}
	}
	if made := d.made.Load(); made != 3 {
		t.Errorf("three forms of a page were made %d times", made)
	}
	for _, language := range []string{"en", "pt", "en-GB", "en"} {
		d.ask(t, "GET", "/desk/a", "Accept-Language: "+language)
	}
	if made := d.made.Load(); made != 3 {
		t.Errorf("a page that is the same for all who read English was made %d times, want none more than 3", made)
	}
	d.page = func(_ http.ResponseWriter, r *http.Request) error { storefront.NoteTongues(r); return nil }
	for range 2 {
		for _, language := range []string{"en", "pt", "", "in en"} {
			body := plainOf(t, d.ask(t, "GET", "/desk/b", "Accept-Language: "+language))
			if !strings.Contains(body, "Accept-Language:["+language+"]") {
				t.Errorf("asked for %q: %.200s", language, body)
			}
		}
	}
	if made := d.made.Load(); made != 7 {
		t.Errorf("pages in four languages were made %d times, want 4", made-3)
	}
}

// TestKeptPagesAreConditional asks for a kept page with the ETag of one.
func TestKeptPagesAreConditional(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	for _, encoding := range []string{"", "gzip"} {
		accept := "Accept-Encoding: " + encoding
		whole := d.ask(t, "GET", "/desk/a", accept)
		etag := whole.Header().Get("ETag")
		if strings.HasPrefix(etag, "W/") != (encoding != "") {
			t.Errorf("in the encoding %q the ETag is %s", encoding, etag)
		}
		for _, known := range []string{etag, strings.TrimPrefix(etag, "W/"), `"x", ` + etag, "*"} {
			got := d.ask(t, "GET", "/desk/a", accept, "If-None-Match: "+known)
			if got.Code != http.StatusNotModified || got.Body.Len() > 0 || got.Header().Get("ETag") != etag ||
				got.Header().Get("Cache-Control") != pages.PageCache || got.Header().Get("Content-Encoding") != "" {
				t.Errorf("known as %s: status %d, %d bytes, %v", known, got.Code, got.Body.Len(), got.Header())
			}
		}
		head := d.ask(t, "HEAD", "/desk/a", accept)
		if head.Code != http.StatusOK || head.Body.Len() > 0 || head.Header().Get("Content-Length") != whole.Header().Get("Content-Length") {
			t.Errorf("HEAD: status %d, %d bytes, %v", head.Code, head.Body.Len(), head.Header())
		}
		if got := d.ask(t, "GET", "/desk/a", accept, `If-None-Match: "x"`, "Range: bytes=0-1"); got.Code != http.StatusOK ||
			!bytes.Equal(got.Body.Bytes(), whole.Body.Bytes()) {
			t.Errorf("a part: status %d, %d bytes", got.Code, got.Body.Len())
		}
	}
	if made := d.made.Load(); made != 2 {
		t.Errorf("two forms of a page were made %d times", made)
	}
}

// TestOneMakesAPage has many ask at once for a page that takes long.
func TestOneMakesAPage(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		fails error
		panic bool
		made  int64
	}{"a page": {made: 1}, "a failure": {fails: vitrine.Errorf(vitrine.NotFound, "nothing"), made: 20}, "a panic": {panic: true, made: 20}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d, asked := newDesk(t, nil), make(chan struct{}, 20)
			d.page = func(http.ResponseWriter, *http.Request) error {
				if d.made.Load() == 1 {
					for range cap(asked) {
						<-asked
					}
				}
				if c.panic {
					panic("a fault")
				}
				return c.fails
			}
			var all sync.WaitGroup
			for range cap(asked) {
				all.Go(func() {
					defer func() {
						if (recover() != nil) != c.panic {
							t.Error("the panic is not the page's own")
						}
					}()
					asked <- struct{}{}
					d.ask(t, "GET", "/desk/a")
				})
			}
			all.Wait()
			if made := d.made.Load(); made != c.made || d.views.Making() != 0 {
				t.Errorf("it was made %d times, want %d; %d are being made", made, c.made, d.views.Making())
			}
		})
	}
}

// TestPagesAreKeptForAWhile has the clock go on, and more pages come than there is room for.
func TestPagesAreKeptForAWhile(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	for _, c := range []struct {
		at   time.Duration
		made int64
	}{{0, 1}, {9 * time.Second, 1}, {11 * time.Second, 2}, {20 * time.Second, 2}, {22 * time.Second, 3}} {
		d.setClock(c.at)
		if d.ask(t, "GET", "/desk/a"); d.made.Load() != c.made {
			t.Errorf("after %v it was made %d times, want %d", c.at, d.made.Load(), c.made)
		}
	}
	d.page = func(w http.ResponseWriter, _ *http.Request) error {
		_, err := w.Write(make([]byte, 100<<10))
		return err
	}
	before := d.made.Load()
	for i := range 200 {
		d.ask(t, "GET", "/desk/a") // asked for all the while
		d.ask(t, "GET", fmt.Sprint("/desk/", i))
	}
	made := d.made.Load()
	// On a slow machine its time may come meanwhile.
	if again := made - before - 200; again > 2 {
		t.Errorf("what is asked for all the while was made %d times anew", again)
	}
	if d.ask(t, "GET", "/desk/0"); d.made.Load() != made+1 {
		t.Error("there is room for more pages than there should be")
	}
}

// TestKeptPagesAreCounted has a visitor ask for one page more often than they may.
func TestKeptPagesAreCounted(t *testing.T) {
	t.Parallel()
	d := newDesk(t, map[web.Budget]web.Rate{web.PageViews: {PerMinute: 1, Burst: 3}})
	for left := 2; left >= 0; left-- {
		w := d.ask(t, "GET", "/desk/a")
		if w.Code != http.StatusOK || w.Header().Get("X-RateLimit-Remaining") != strconv.Itoa(left) {
			t.Errorf("status %d, %s are left, want %d", w.Code, w.Header().Get("X-RateLimit-Remaining"), left)
		}
	}
	for _, cookie := range []string{"a=b", "vitrine=1"} {
		if w := d.ask(t, "GET", "/desk/a", "Cookie: "+cookie); w.Code != http.StatusTooManyRequests || w.Header().Get("Retry-After") == "" {
			t.Errorf("beyond the budget: status %d, %v", w.Code, w.Header())
		}
	}
}
