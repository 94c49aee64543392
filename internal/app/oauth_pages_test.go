package app_test

import (
	"bytes"
	"fmt"
	"mime/multipart"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"vitrine"
	browser "vitrine/internal/browsertest"
	"vitrine/internal/shop"
)

// applicationPage is where people look after applications.
const applicationPage = "/account/applications"

// TestApplicationsPage makes, changes and removes an application on pages, and takes back
// what another one was allowed.
func TestApplicationsPage(t *testing.T) {
	t.Parallel()
	p := newProvider(t)
	eve, mallory := p.person(t, "eve"), p.person(t, "mallory")
	if out := p.visitor(t).get(t, applicationPage); out.header.Get("Location") != "/sign-in?next=%2Faccount%2Fapplications" {
		t.Errorf("signed out it leads to %q", out.header.Get("Location"))
	}
	fields := url.Values{"name": {"Eve's"}, "redirect_uris": {backAt + "\r\nhttp://evil.example/"}, "scope": {"models:read", "orders:read"}}
	wrong := eve.post(t, applicationPage+"/new", fields)
	if wrong.status != http.StatusUnprocessableEntity || !strings.Contains(wrong.body, "evil.example") || !strings.Contains(wrong.body,
		`id="redirects-problem"`) {
		t.Errorf("a wrong address: %d %s", wrong.status, wrong.body)
	}
	fields.Set("redirect_uris", backAt)
	made := eve.post(t, applicationPage+"/new", fields)
	c := shownClient(t, made)
	edit := regexp.MustCompile(applicationPage + `/\d+`).FindString(made.body)
	wantTokens(t, p.program(t, "/oauth/token", c, "grant_type", "client_credentials"), false, "models:read orders:read")
	for name, got := range map[string]shown{
		"see": mallory.get(t, edit), "change": mallory.post(t, edit, fields), "renew": mallory.post(t, edit+"/secret", nil),
		"remove": mallory.post(t, edit+"/remove", nil), "draw": mallory.upload(t, edit+"/logo", swatch(1)),
	} {
		if got.status != http.StatusNotFound {
			t.Errorf("somebody else may %s it: %d", name, got.status)
		}
	}
	fields["scope"] = []string{"models:read", "admin"}
	if got := eve.post(t, edit, fields); got.status != http.StatusForbidden {
		t.Errorf("a scope of operators: %d", got.status)
	}
	fields["scope"], fields["redirect_uris"] = []string{"models:read"}, []string{backAt + " https://eve.example/"}
	if got := eve.post(t, edit, fields); got.status != http.StatusSeeOther {
		t.Errorf("changed: %d %s", got.status, got.body)
	}
	renewed := shownClient(t, eve.post(t, edit+"/secret", nil))
	wantRefused(t, "the old secret", p.program(t, "/oauth/token", c, "grant_type", "client_credentials"), http.StatusUnauthorized,
		"invalid_client")
	access, _ := wantTokens(t, p.program(t, "/oauth/token", renewed, "grant_type", "client_credentials"), false, "models:read")

	p.wantLogo(t, eve, edit)
	p.ahead.Add(int64(vitrine.FreshFor))
	if got := eve.get(t, edit); !strings.HasPrefix(got.header.Get("Location"), "/sign-in/again?next=") {
		t.Errorf("some time after the sign-in: %d %s", got.status, got.header.Get("Location"))
	}
	for _, path := range []string{edit, edit + "/secret", edit + "/remove", edit + "/logo", applicationPage + "/new"} {
		if got := eve.post(t, path, fields); !strings.HasPrefix(got.header.Get("Location"), "/sign-in/again?next=") {
			t.Errorf("some time after the sign-in %s: %d %s", path, got.status, got.header.Get("Location"))
		}
	}
	p.ahead.Add(-int64(vitrine.FreshFor))
	if got := eve.post(t, edit+"/remove", nil); got.status != http.StatusSeeOther {
		t.Errorf("removed: %d", got.status)
	}
	if got := p.me(t, access); got.status != http.StatusUnauthorized {
		t.Errorf("removed, its token gives %d", got.status)
	}
}

// wantLogo gives an application a logo, and none that is a program.
func (p *provider) wantLogo(t *testing.T, eve *person, edit string) {
	t.Helper()
	for name, data := range map[string][]byte{"SVG": []byte(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`),
		"GIF": []byte("GIF89a\x01\x00\x01\x00\x00\x00\x00;"), "half a PNG": swatch(1)[:100]} {
		if got := eve.upload(t, edit+"/logo", data); got.status != http.StatusUnprocessableEntity {
			t.Errorf("%s as logo: %d", name, got.status)
		}
	}
	large := append([]byte("\xff\xd8\xff"), make([]byte, 5<<20)...)
	if got := eve.upload(t, edit+"/logo", large); got.status != http.StatusRequestEntityTooLarge {
		t.Errorf("5 MiB as logo: %d", got.status)
	}
	if got := eve.upload(t, edit+"/logo", swatch(1)); got.status != http.StatusSeeOther {
		t.Fatalf("a PNG as logo: %d %s", got.status, got.body)
	}
	logo := regexp.MustCompile(`/media/[^"]+`).FindString(eve.get(t, edit).body)
	if got := p.visitor(t).get(t, logo); got.status != http.StatusOK || got.header.Get("Content-Type") != "image/jpeg" {
		t.Errorf("the logo %s: %d %s", logo, got.status, got.header.Get("Content-Type"))
	}
	if _, err := p.app.Shop().SweepBytes(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := p.visitor(t).get(t, logo); got.status != http.StatusOK {
		t.Errorf("after a sweep the logo gives %d", got.status)
	}
}

// shownClient reads id and secret from the page that shows them once.
func shownClient(t *testing.T, page shown) client {
	t.Helper()
	id := regexp.MustCompile(`Client id</dt><dd><code>(\w+)`).FindStringSubmatch(page.body)
	secret := regexp.MustCompile(`<code>(vtc_\w+)`).FindStringSubmatch(page.body)
	if id == nil || secret == nil || page.header.Get("Cache-Control") != "no-store" {
		t.Fatalf("the page shows no secret: %d %s", page.status, page.body)
	}
	return client{&vitrine.Application{ClientID: id[1]}, secret[1]}
}

func (p *person) upload(t *testing.T, path string, data []byte) shown {
	t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("logo", "logo.png")
	if err == nil {
		_, err = part.Write(data)
	}
	if err == nil {
		err = form.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	r := p.request(t, http.MethodPost, path, body.String())
	r.Header.Set("Content-Type", form.FormDataContentType())
	return p.do(t, r)
}

// TestTakenBack takes back on the page what an application was allowed: its tokens end at
// once, and nobody else can take it back.
func TestTakenBack(t *testing.T) {
	t.Parallel()
	p := newProvider(t)
	c := p.application(t, shop.NewApplication{Name: "One", RedirectURIs: []string{backAt}})
	eve, mallory := p.person(t, "eve"), p.person(t, "mallory")
	back := eve.allow(t, ask("client_id", c.ClientID, "response_type", "code"))
	access, again := wantTokens(t, p.program(t, "/oauth/token", c, "grant_type", "authorization_code", "code", back.Get("code")), true,
		defaultScopes)
	page := eve.get(t, applicationPage)
	grant := regexp.MustCompile(`name="grant" value="(\d+)"`).FindStringSubmatch(page.body)
	if grant == nil || !strings.Contains(page.body, "One") {
		t.Fatalf("the page does not list it: %s", page.body)
	}
	if got := mallory.post(t, applicationPage+"/revoke", url.Values{"grant": {grant[1]}}); got.status != http.StatusNotFound {
		t.Errorf("somebody else takes it back: %d", got.status)
	}
	if got := p.me(t, access); got.status != http.StatusOK {
		t.Errorf("before: %d", got.status)
	}
	if got := eve.post(t, applicationPage+"/revoke", url.Values{"grant": {grant[1]}}); got.status != http.StatusSeeOther {
		t.Errorf("taken back: %d", got.status)
	}
	if got := p.me(t, access); got.status != http.StatusUnauthorized {
		t.Errorf("after: %d", got.status)
	}
	wantRefused(t, "after", p.program(t, "/oauth/token", c, "grant_type", "refresh_token", "refresh_token", again), http.StatusBadRequest,
		"invalid_grant")
	if page := eve.get(t, applicationPage); strings.Contains(page.body, `name="grant"`) {
		t.Error("it is still listed")
	}
}

// TestProviderInBrowser allows an application and a device in browsers of both widths, with
// and without scripts, and looks at every page on the way.
func TestProviderInBrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("it opens a browser")
	}
	t.Parallel()
	p := newProvider(t)
	p.openRegistration(t)
	c := p.application(t, shop.NewApplication{Name: "Print farm planner", RedirectURIs: []string{p.public + "/docs"}})
	if _, err := p.app.Shop().SetLogo(t.Context(), c.ID, bytes.NewReader(swatch(3))); err != nil {
		t.Fatal(err)
	}
	v := p.visitor(t)
	record := v.do(t, v.request(t, http.MethodPost, "/oauth/register",
		`{"client_name": "Agent", "redirect_uris": ["`+p.public+`/docs"]}`)).json(t)
	agent := client{&vitrine.Application{ClientID: record["client_id"].(string)}, record["client_secret"].(string)}
	p.person(t, "eve")
	for _, w := range []window{{"wide", 1440, 900, false}, {"narrow", 360, 740, true}} {
		t.Run(w.name, func(t *testing.T) { p.useBrowser(t, w, c, agent) })
		t.Run(w.name+" without scripts", func(t *testing.T) { p.useBrowser(t, w, c, agent, browser.WithoutScripts()) })
	}
}

func (p *provider) useBrowser(t *testing.T, w window, c, agent client, opts ...browser.Option) {
	started, err := p.app.Shop().SignIn(t.Context(), shop.Credentials{Name: "eve", Password: "correct horse"}, shop.Browser{})
	if err != nil {
		t.Fatal(err)
	}
	page := w.open(t, append(opts, browser.Without3D())...)
	look := func(name string) {
		t.Helper()
		page.Fits()
		if len(opts) == 0 {
			page.Keep("oauth-" + name + "-" + w.name)
			page.Accessible()
		}
	}
	page.Go(p.public + "/docs")
	browser.Eval[string](page, fmt.Sprintf(`document.cookie = "vitrine-session=%s; path=/"`, started.Secret))
	page.Go(p.public + ask("client_id", agent.ClientID, "response_type", "code"))
	look("consent-registered")
	page.Go(p.public + ask("client_id", c.ClientID, "response_type", "code", "state", "s"))
	look("consent")
	page.Follow(`button[value="allow"]`)
	if at, err := url.Parse(page.Address()); err != nil || at.Path != "/docs" || at.Query().Get("code") == "" ||
		at.Query().Get("iss") != p.public {
		t.Errorf("allowing leads to %s", page.Address())
	}
	device := p.program(t, "/oauth/device_authorization", c).json(t)
	page.Go(p.public + "/device")
	look("device")
	page.Fill("#user-code", strings.ToLower(device["user_code"].(string)))
	page.Follow("form[action='/device'] button")
	look("device-consent")
	page.Follow(`button[value="allow"]`)
	look("device-done")
	page.Go(p.public + applicationPage)
	look("applications")
	page.Follow(`a[href="/account/applications/new"]`)
	look("application-new")
	page.Fill("#name", fmt.Sprint("Eve's tool ", w.name))
	browser.Eval[string](page, `document.querySelector("#redirects").value = "https://eve.example/back"`)
	page.Follow(".consent form button")
	look("application-made")
	page.Go(p.public + applicationPage)
	page.Follow(`button[name="grant"]`)
	look("applications-revoked")
	if strings.Contains(page.Text("main"), "Print farm planner") {
		t.Error("what was taken back is listed")
	}
}
