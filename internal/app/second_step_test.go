package app_test

import (
	"bytes"
	"html"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"vitrine/internal/config"
	"vitrine/internal/shop"
)

// entrant is a client that keeps cookies, and the secret of an app that shows codes.
type entrant struct {
	*running
	client *http.Client
	name   string
	secret string
	codes  []string // for recovery
}

// joins has somebody join.
func joins(t *testing.T, s *running, name string) *entrant {
	t.Helper()
	e := &entrant{running: s, client: jar(t), name: name}
	status, location, body := e.form(t, "/join", "username", name, "email", name+"@example.com", "password", memberPassword)
	if status != http.StatusSeeOther || location != "/account" {
		t.Fatalf("joining: status %d, %s", status, body)
	}
	return e
}

// form sends a form of names and values to a path.
func (e *entrant) form(t *testing.T, path string, fields ...string) (status int, location, body string) {
	t.Helper()
	values := url.Values{}
	for i := 0; i < len(fields); i += 2 {
		values.Add(fields[i], fields[i+1])
	}
	header := http.Header{"Content-Type": {"application/x-www-form-urlencoded"}, "Sec-Fetch-Site": {"same-origin"}}
	return e.send(t, path, values.Encode(), header)
}

func (e *entrant) send(t *testing.T, path, body string, header http.Header) (status int, location, answer string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, e.public+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header = header
	return do(t, e.client, r)
}

func (e *entrant) visit(t *testing.T, path string) (status int, location, body string) {
	t.Helper()
	return visit(t, e.client, e.public+path)
}

var secretShown = regexp.MustCompile(`<code>([A-Z2-7 ]{20,})</code>`)

// addApp adds an app that shows codes.
func (e *entrant) addApp(t *testing.T) {
	t.Helper()
	if status, location, body := e.form(t, "/account/security/app", "name", "App"); location != "/account/security/app" {
		t.Fatalf("an app: status %d to %s, %s", status, location, body)
	}
	_, _, page := e.visit(t, "/account/security/app")
	found := secretShown.FindStringSubmatch(page)
	if found == nil {
		t.Fatalf("no secret is shown: %s", page)
	}
	e.secret = strings.ReplaceAll(found[1], " ", "")
	status, location, page := e.form(t, "/account/security/app/confirm", "code", e.shown(t, 0))
	if codes := recoveryCode.FindAllString(page, -1); len(codes) > 0 {
		e.codes = codes
	} else if location == "" {
		t.Fatalf("the app's code: status %d, %s", status, page)
	}
}

// shown is what the app shows after some seconds.
func (e *entrant) shown(t *testing.T, seconds time.Duration) string {
	t.Helper()
	code, err := totp.GenerateCode(e.secret, time.Now().Add(seconds*time.Second))
	if err != nil {
		t.Fatal(err)
	}
	return code
}

// again is another browser of the same person, who has typed the password there.
func (e *entrant) again(t *testing.T) *entrant {
	t.Helper()
	other := *e
	other.client = jar(t)
	if _, location, _ := other.form(t, "/sign-in", "email", e.name, "password", memberPassword); location != "/account" {
		t.Fatalf("the password leads to %q", location)
	}
	return &other
}

// session is the secret in the cookie of the browser.
func (e *entrant) session(t *testing.T) string {
	t.Helper()
	address, err := url.Parse(e.public)
	if err != nil {
		t.Fatal(err)
	}
	for _, cookie := range e.client.Jar.Cookies(address) {
		if cookie.Name == "vitrine-session" {
			return cookie.Value
		}
	}
	return ""
}

// doorsOf serves a marketplace where as many may sign in from one network as like.
func doorsOf(t *testing.T, change ...func(*config.Config)) *running {
	t.Helper()
	c := unlimited(t)
	for _, f := range change {
		f(&c)
	}
	s, _ := startNew(t, c)
	return s
}

// TestWaitingOpensNothing goes through the pages of an account with a session that has
// shown the password and owes a code.
func TestWaitingOpensNothing(t *testing.T) {
	t.Parallel()
	ada := joins(t, doorsOf(t), "ada")
	ada.addApp(t)
	waiting := ada.again(t)
	for _, path := range []string{
		"/account", "/account/password", "/account/address", "/account/tokens", "/account/security", "/account/security/app",
		"/account/applications", "/sign-in/again", "/desk/house",
	} {
		if status, location, _ := waiting.visit(t, path); status != http.StatusSeeOther || !strings.HasPrefix(location, "/sign-in/second?next=") {
			t.Errorf("%s: status %d to %q", path, status, location)
		}
	}
	for _, path := range []string{
		"/account/password", "/account/address", "/account/tokens", "/account/sessions", "/account/security/app",
		"/account/security/app/confirm", "/account/security/codes", "/account/security/apps/1", "/account/security/passkeys/1", "/sign-in/again",
	} {
		status, location, _ := waiting.form(t, path,
			"password", memberPassword, "code", "000000", "name", "x", "do", "remove", "email", "eve@example.com")
		if status != http.StatusSeeOther || !strings.HasPrefix(location, "/sign-in/second") {
			t.Errorf("POST %s: status %d to %q", path, status, location)
		}
	}
	script := http.Header{"Content-Type": {"application/json"}, "Sec-Fetch-Site": {"same-origin"}}
	for _, path := range []string{"/account/security/passkeys/options", "/account/security/passkeys"} {
		if status, _, body := waiting.send(t, path, "{}", script); status != http.StatusUnauthorized {
			t.Errorf("POST %s: status %d, %s", path, status, body)
		}
	}
	if _, _, home := waiting.visit(t, "/"); !strings.Contains(home, `href="/sign-in"`) || strings.Contains(home, `href="/account"`) {
		t.Error("the home page takes who waits for signed in")
	}
	if status, _, _ := ada.visit(t, "/account"); status != http.StatusOK {
		t.Errorf("the first browser is answered with %d", status)
	}
}

// TestSecondStepFixed has somebody know the cookie of a browser before its second step: it
// is worth nothing after.
func TestSecondStepFixed(t *testing.T) {
	t.Parallel()
	ada := joins(t, doorsOf(t), "ada")
	ada.addApp(t)
	waiting := ada.again(t)
	thief := *waiting
	thief.client = jar(t)
	copied, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	address, _ := url.Parse(ada.public)
	copied.SetCookies(address, waiting.client.Jar.Cookies(address))
	thief.client.Jar = copied
	before := waiting.session(t)
	_, location, body := waiting.form(t, "/sign-in/second", "code", ada.codes[0], "next", "https://evil.example/")
	if location != "/account" {
		t.Fatalf("the code leads to %q, %s", location, body)
	}
	if after := waiting.session(t); before == "" || after == before {
		t.Errorf("the session is %q after %q", after, before)
	}
	for _, path := range []string{"/account", "/sign-in/second"} {
		if status, location, _ := thief.visit(t, path); status != http.StatusSeeOther || !strings.HasPrefix(location, "/sign-in?") {
			t.Errorf("%s with the cookie of before: status %d to %q", path, status, location)
		}
	}
	if status, _, _ := waiting.visit(t, "/account"); status != http.StatusOK {
		t.Errorf("after the code: status %d", status)
	}
}

// TestSecondStepInItsLanguage types wrong codes again and again, and stays in the language of the
// address that led there.
func TestSecondStepInItsLanguage(t *testing.T) {
	t.Parallel()
	ada := joins(t, doorsOf(t), "ada")
	ada.addApp(t)
	waiting, at := ada.again(t), "/sign-in/second?lang=fr&next=%2Flibrary"
	_, _, body := waiting.visit(t, at)
	for range 3 {
		_, form, found := strings.Cut(body, `<form method="post" action="/sign-in/second`)
		query, _, _ := strings.Cut(form, `"`)
		if !found || !strings.Contains(body, `<html lang="fr"`) {
			t.Fatalf("the page at %s is in another language:\n%s", at, body)
		}
		header := http.Header{"Content-Type": {"application/x-www-form-urlencoded"}, "Sec-Fetch-Site": {"same-origin"},
			"Referer": {ada.public + at}}
		at = "/sign-in/second" + html.UnescapeString(query)
		_, _, body = waiting.send(t, at, "code=000000&next=%2Flibrary", header)
	}
}

// TestSecondStepGuessed guesses codes in one browser after the other.
func TestSecondStepGuessed(t *testing.T) {
	t.Parallel()
	ada := joins(t, doorsOf(t), "ada")
	ada.addApp(t)
	status, tries := 0, 0
	for browsers := 0; browsers < 3 && status != http.StatusTooManyRequests; browsers++ {
		waiting := ada.again(t)
		for i := 0; i < 5 && status != http.StatusTooManyRequests; i++ {
			status, _, _ = waiting.form(t, "/sign-in/second", "code", "000000")
			tries++
		}
	}
	if status != http.StatusTooManyRequests || tries > 9 {
		t.Fatalf("guess %d is answered with %d", tries, status)
	}
	if status, _, _ = ada.again(t).form(t, "/sign-in/second", "code", ada.codes[0]); status != http.StatusTooManyRequests {
		t.Errorf("a right code after that: status %d", status)
	}
}

// TestScriptsOfOtherSites sends what the pages' script sends from elsewhere.
func TestScriptsOfOtherSites(t *testing.T) {
	t.Parallel()
	ada := joins(t, doorsOf(t), "ada")
	for _, path := range []string{
		"/sign-in/passkey/options", "/sign-in/passkey", "/sign-in/passkey/own/options", "/sign-in/passkey/own",
		"/account/security/passkeys/options", "/account/security/passkeys",
	} {
		for name, c := range map[string]struct {
			kind, site, body string
			want             int
		}{
			"another site":   {"application/json", "cross-site", "{}", http.StatusForbidden},
			"another host":   {"application/json", "same-site", "{}", http.StatusForbidden},
			"a form's text":  {"text/plain", "same-origin", "{}", http.StatusBadRequest},
			"no JSON":        {"application/json", "same-origin", "{", http.StatusBadRequest},
			"a large answer": {"application/json", "same-origin", `{"name":"` + strings.Repeat("x", 70<<10) + `"}`, http.StatusBadRequest},
		} {
			if c.want == http.StatusBadRequest && strings.HasSuffix(path, "/options") {
				continue // which read nothing
			}
			header := http.Header{"Content-Type": {c.kind}, "Sec-Fetch-Site": {c.site}}
			if status, _, body := ada.send(t, path, c.body, header); status != c.want {
				t.Errorf("%s from %s: status %d, want %d: %.200s", path, name, status, c.want, body)
			}
		}
	}
}

// TestStrongOperatorPages leads an operator to what the marketplace asks of them, before
// their pages open, and lets them keep it.
func TestStrongOperatorPages(t *testing.T) {
	t.Parallel()
	s := doorsOf(t)
	_, _, err := s.app.Shop().CreateUser(t.Context(), shop.NewUser{
		Username: "root", Email: "root@example.com", Password: memberPassword, Admin: true,
	})
	if err != nil {
		t.Fatal(err)
	}
	house, err := s.app.Shop().House(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	house.StrongOperators = true
	if err := s.app.Shop().SetHouse(t.Context(), house); err != nil {
		t.Fatal(err)
	}
	root := (&entrant{running: s, name: "root"}).again(t)
	const led = "/account/security?next=%2Fdesk%2Fhouse"
	for path, want := range map[string]string{"/desk/house": led, "/desk/mails": "/account/security?next=%2Fdesk%2Fmails"} {
		if status, location, _ := root.visit(t, path); status != http.StatusSeeOther || location != want {
			t.Fatalf("%s, an operator without anything: status %d to %q", path, status, location)
		}
	}
	if _, _, page := root.visit(t, led); !strings.Contains(page, "You have neither: add one of them here") {
		t.Error("the page does not say what is needed")
	}
	root.addApp(t)
	if status, location, _ := root.visit(t, "/desk/house"); status != http.StatusOK {
		t.Errorf("an operator who has shown a code: status %d to %q", status, location)
	}
	status, _, page := root.form(t, "/account/security/apps/1", "do", "remove")
	if status != http.StatusConflict || !strings.Contains(page, "add another first, then remove it") {
		t.Errorf("removing the last app: status %d, %s", status, page)
	}
	if bytes.Count([]byte(page), []byte("<h1>")) != 1 {
		t.Error("the refusal is no page")
	}
	root.addApp(t)
	if status, location, page := root.form(t, "/account/security/apps/1", "do", "remove"); status != http.StatusSeeOther {
		t.Errorf("removing one of two: status %d to %q, %s", status, location, page)
	}
}
