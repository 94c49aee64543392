package account_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"vitrine"
	"vitrine/internal/clocktest"
	"vitrine/internal/mail"
	"vitrine/internal/markettest"
	"vitrine/internal/pages"
	"vitrine/internal/pages/account"
	"vitrine/internal/session"
	"vitrine/internal/shop"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
	"vitrine/internal/web"
)

// site is a marketplace with these pages alone, whose clock stands still until a test moves it.
type site struct {
	handler http.Handler
	pages   *account.Pages
	shop    *shop.Shop
	db      *store.DB
	clock   *clocktest.Clock
}

func newSite(t *testing.T, edit ...func(*account.Options)) *site {
	t.Helper()
	s := &site{db: storetest.SQLite(t), clock: clocktest.At(noon())}
	s.shop = shop.New(shop.Options{DB: s.db, Settings: shop.DefaultSettings(), Now: s.clock.Now, VisitorKey: []byte("key")})
	shell, err := pages.New(pages.Options{BaseURL: markettest.BaseURL, Sessions: session.New(s.shop, markettest.BaseURL), Now: s.clock.Now})
	if err != nil {
		t.Fatal(err)
	}
	o := account.Options{Shell: shell, Shop: s.shop, Languages: []string{"en", "de"}}
	for _, change := range edit {
		change(&o)
	}
	if s.pages, err = account.New(o); err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	shell.Register(mux)
	s.pages.Register(mux)
	s.handler = web.Wrap(mux, web.Options{Missing: shell.Missing})
	return s
}

// visitor is a browser with its cookies.
type visitor struct {
	site    *site
	cookies map[string]string
	agent   string
}

func (s *site) visitor() *visitor {
	return &visitor{s, map[string]string{}, "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0"}
}

// page is what a browser got.
type page struct {
	status int
	header http.Header
	body   string
	nodes  []*html.Node
}

// get opens an address; post sends a form from a page of the marketplace.
func (v *visitor) get(t *testing.T, path string) page {
	t.Helper()
	return v.send(t, httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil))
}

func (v *visitor) post(t *testing.T, path string, form url.Values) page {
	t.Helper()
	return v.send(t, formTo(t, path, form, "same-origin"))
}

func formTo(t *testing.T, path string, form url.Values, site string) *http.Request {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, path, strings.NewReader(form.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Sec-Fetch-Site", site)
	return r
}

func (v *visitor) send(t *testing.T, r *http.Request) page {
	t.Helper()
	for name, value := range v.cookies {
		r.AddCookie(&http.Cookie{Name: name, Value: value})
	}
	r.Header.Set("User-Agent", v.agent)
	w := httptest.NewRecorder()
	v.site.handler.ServeHTTP(w, r)
	for _, cookie := range w.Result().Cookies() {
		if !strings.HasPrefix(cookie.Name, "__Host-vitrine-") || !cookie.Secure || !cookie.HttpOnly || cookie.Path != "/" ||
			cookie.SameSite != http.SameSiteLaxMode {
			t.Errorf("%s %s: the cookie is %s", r.Method, r.URL.Path, cookie)
		}
		if v.cookies[cookie.Name] = cookie.Value; cookie.MaxAge < 0 {
			delete(v.cookies, cookie.Name)
		}
	}
	got := page{status: w.Code, header: w.Header(), body: w.Body.String()}
	if strings.HasPrefix(got.header.Get("Content-Type"), "text/html") && (w.Code < 300 || w.Code >= 400) {
		got.check(t, r.Method+" "+r.URL.Path)
	}
	return got
}

// follow opens where an answer leads to.
func (v *visitor) follow(t *testing.T, from page) page {
	t.Helper()
	if from.status != http.StatusSeeOther {
		t.Fatalf("status %d leads nowhere:\n%s", from.status, from.text())
	}
	return v.get(t, from.header.Get("Location"))
}

// check holds a page against what all pages of the room keep to.
func (p *page) check(t *testing.T, what string) {
	t.Helper()
	for name, want := range map[string]string{"Cache-Control": "no-store", "X-Robots-Tag": "noindex", "Referrer-Policy": "same-origin"} {
		if got := p.header.Get(name); got != want {
			t.Errorf("%s: header %s is %q, want %q", what, name, got, want)
		}
	}
	p.checkBalance(t, what)
	document, err := html.Parse(strings.NewReader(p.body))
	if err != nil {
		t.Fatal(err)
	}
	ids := map[string]int{}
	for node := range document.Descendants() {
		if node.Type == html.ElementNode {
			p.nodes = append(p.nodes, node)
			ids[attribute(node, "id")]++
		}
	}
	for _, node := range p.nodes {
		ours := node.Data == "script" && strings.HasPrefix(attribute(node, "src"), "/assets/passkey.") && node.FirstChild == nil
		if slices.Contains([]string{"script", "style", "iframe"}, node.Data) && !ours || attribute(node, "style") != "" {
			t.Errorf("%s: has <%s>", what, node.Data)
		}
		if id := attribute(node, "id"); id != "" && ids[id] > 1 {
			t.Errorf("%s: %d elements have the id %s", what, ids[id], id)
		}
		for _, name := range []string{"for", "aria-describedby", "aria-labelledby"} {
			for id := range strings.FieldsSeq(attribute(node, name)) {
				if ids[id] != 1 {
					t.Errorf("%s: %s=%q leads to nothing", what, name, id)
				}
			}
		}
		if action := attribute(node, "action"); action != "" && web.OwnPath(action) == "" {
			t.Errorf("%s: a form leads to %q", what, action)
		}
	}
}

// checkBalance fails unless every element is closed in its turn.
func (p *page) checkBalance(t *testing.T, what string) {
	t.Helper()
	void := []atom.Atom{atom.Meta, atom.Link, atom.Img, atom.Br, atom.Hr, atom.Input}
	var opened []string
	for tokens := html.NewTokenizer(strings.NewReader(p.body)); ; {
		switch tokens.Next() {
		case html.ErrorToken:
			if len(opened) > 0 {
				t.Errorf("%s: left open: %v", what, opened)
			}
			return
		case html.StartTagToken:
			if token := tokens.Token(); !slices.Contains(void, token.DataAtom) {
				opened = append(opened, token.Data)
			}
		case html.EndTagToken:
			name := tokens.Token().Data
			if len(opened) == 0 || opened[len(opened)-1] != name {
				t.Errorf("%s: </%s> within %v", what, name, opened)
				return
			}
			opened = opened[:len(opened)-1]
		}
	}
}

func attribute(node *html.Node, name string) string {
	for _, a := range node.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

// text is what a page says.
func (p page) text() string {
	var text strings.Builder
	for _, node := range p.nodes {
		if node.Data == "body" {
			for inner := range node.Descendants() {
				if inner.Type == html.TextNode {
					text.WriteString(inner.Data)
				}
			}
		}
	}
	return strings.Join(strings.Fields(text.String()), " ")
}

// fields are the fields of a page's forms, as NAME autocomplete.
func (p page) fields() (list []string) {
	for _, node := range p.nodes {
		if node.Data == "footer" {
			break
		}
		if node.Data == "input" && attribute(node, "name") != "keywords" {
			list = append(list, strings.TrimSpace(attribute(node, "name")+" "+attribute(node, "autocomplete")))
		}
	}
	return list
}

func (p page) wantStatus(t *testing.T, what string, want int) {
	t.Helper()
	if p.status != want {
		t.Fatalf("%s: status %d, want %d:\n%s", what, p.status, want, p.text())
	}
}

func (p page) wantText(t *testing.T, what string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(p.text(), part) {
			t.Errorf("%s: the page does not say %q:\n%s", what, part, p.text())
		}
	}
}

func (p page) wantLeads(t *testing.T, what, want string) {
	t.Helper()
	if got := p.header.Get("Location"); p.status != http.StatusSeeOther || got != want {
		t.Fatalf("%s: status %d to %q, want 303 to %q:\n%s", what, p.status, got, want, p.text())
	}
}

// mailOf is the last mail of a kind to an address.
func (s *site) mailOf(t *testing.T, kind mail.Kind, email string) (args mail.Args) {
	t.Helper()
	if err := json.Unmarshal([]byte(s.lastMail(t, kind, email).Args), &args); err != nil {
		t.Fatal(err)
	}
	return args
}

// lastMail is the last mail of a kind to an address, as it is kept.
func (s *site) lastMail(t *testing.T, kind mail.Kind, email string) (last store.Mail) {
	t.Helper()
	for id := int64(1); ; id++ {
		m, err := s.db.Mail(t.Context(), id)
		if vitrine.CodeOf(err) == vitrine.NotFound {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if m.Kind == string(kind) && m.Email == email {
			last = m
		}
	}
	if last.ID == 0 {
		t.Fatalf("no mail %s to %s", kind, email)
	}
	return last
}
