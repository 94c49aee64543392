package mailroom_test

import (
	"html"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/auth"
	"vitrine/internal/clocktest"
	"vitrine/internal/mail"
	"vitrine/internal/markettest"
	"vitrine/internal/pages"
	"vitrine/internal/pages/mailroom"
	"vitrine/internal/session"
	"vitrine/internal/shop"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
	"vitrine/internal/web"
)

// site serves the pages of a marketplace without a server for mail.
type site struct {
	db      *store.DB
	shop    *shop.Shop
	clock   *clocktest.Clock
	handler http.Handler
	near    bool // it is asked from the machine that it is on
}

func newSite(t *testing.T, outbox bool, edit ...func(*mailroom.Options)) *site {
	t.Helper()
	s := &site{db: storetest.SQLite(t), clock: clocktest.At(time.Date(2026, 5, 6, 12, 0, 0, 0, time.UTC))}
	s.shop = shop.New(shop.Options{DB: s.db, Settings: shop.DefaultSettings(), Now: s.clock.Now, VisitorKey: []byte("key")})
	office, err := mail.New(mail.Options{DB: s.db, BaseURL: markettest.BaseURL, Now: s.clock.Now})
	if err != nil {
		t.Fatal(err)
	}
	shell, err := pages.New(pages.Options{BaseURL: markettest.BaseURL, Sessions: session.New(s.shop, markettest.BaseURL), Now: s.clock.Now})
	if err != nil {
		t.Fatal(err)
	}
	o := mailroom.Options{Shell: shell, Shop: s.shop, DB: s.db, Office: office, Outbox: outbox}
	for _, change := range edit {
		change(&o)
	}
	room, err := mailroom.New(o)
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	room.Register(mux)
	s.handler = web.Wrap(mux, web.Options{Missing: shell.Missing})
	return s
}

// ask sends a request as who has a session's secret, "" for nobody.
func (s *site) ask(t *testing.T, method, path, secret string, form url.Values) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), method, path, strings.NewReader(form.Encode()))
	r.Header.Set("Accept", "text/html")
	if form != nil {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	if secret != "" {
		r.AddCookie(&http.Cookie{Name: "__Host-vitrine-session", Value: secret})
	}
	if s.near {
		r.RemoteAddr, r.Host = "127.0.0.1:1234", "localhost:8080"
	}
	w := httptest.NewRecorder()
	s.handler.ServeHTTP(w, r)
	return w
}

// signedIn makes a user who is signed in, and returns the secret of the session.
func (s *site) signedIn(t *testing.T, name string, admin bool) string {
	t.Helper()
	user, _, err := s.shop.CreateUser(t.Context(),
		shop.NewUser{Username: name, Email: name + "@example.com", Password: "correct horse", Admin: admin})
	if err != nil {
		t.Fatal(err)
	}
	secret := auth.NewSecret(auth.SessionPrefix)
	now := s.clock.Now()
	write(t, s.db, func(tx *store.Tx) error {
		session := vitrine.Session{UserID: user.ID, Method: vitrine.ByPassword, CreatedAt: now, SeenAt: now, ProvedAt: now}
		return tx.InsertSession(t.Context(), &session, auth.Hash(secret))
	})
	return secret
}

func write(t *testing.T, db *store.DB, change func(*store.Tx) error) {
	t.Helper()
	if err := db.Write(t.Context(), change); err != nil {
		t.Fatal(err)
	}
}

func (s *site) post(t *testing.T, m mail.Message) {
	t.Helper()
	write(t, s.db, func(tx *store.Tx) error { return mail.Post(t.Context(), tx, m, s.clock.Now()) })
}

// TestDesk shows the links of mails to operators alone who showed who they are just now.
func TestDesk(t *testing.T) {
	t.Parallel()
	s := newSite(t, false)
	args := mail.Args{Name: "ada", Link: "/link/vtl_secret", Code: "123456"}
	s.post(t, mail.Message{Kind: mail.SignIn, To: "<b>ada@example.com", Args: args})
	operator, buyer := s.signedIn(t, "operator", true), s.signedIn(t, "buyer", false)
	got := s.ask(t, http.MethodGet, "/desk/mails", operator, nil)
	for _, want := range []string{`href="/link/vtl_secret"`, "123456", "waits", "&lt;b&gt;ada@example.com", "no SMTP server is set"} {
		if got.Code != http.StatusOK || !strings.Contains(got.Body.String(), want) {
			t.Errorf("the operator's page lacks %q: %d\n%s", want, got.Code, got.Body)
		}
	}
	for header, want := range map[string]string{"Cache-Control": "no-store", "Referrer-Policy": "same-origin", "X-Robots-Tag": "noindex"} {
		if got.Header().Get(header) != want {
			t.Errorf("%s is %q", header, got.Header().Get(header))
		}
	}
	for _, ask := range []struct{ method, path string }{{http.MethodGet, "/desk/mails"}, {http.MethodPost, "/desk/mails/1/again"}} {
		for name, secret := range map[string]string{"": "", "buyer": buyer} {
			got := s.ask(t, ask.method, ask.path, secret, url.Values{})
			refused := got.Code == http.StatusNotFound && name != "" || got.Code == http.StatusSeeOther && name == ""
			if !refused || strings.Contains(got.Body.String(), "secret") {
				t.Errorf("%s %s as %q: %d, to %q", ask.method, ask.path, name, got.Code, got.Header().Get("Location"))
			}
		}
	}
	if got := s.ask(t, http.MethodPost, "/desk/mails/1/again", operator, url.Values{}); got.Code != http.StatusSeeOther {
		t.Errorf("sending again: %d", got.Code)
	}
	s.clock.Advance(vitrine.FreshFor)
	got = s.ask(t, http.MethodGet, "/desk/mails", operator, nil)
	if !strings.HasPrefix(got.Header().Get("Location"), "/sign-in/again?next=") {
		t.Errorf("an operator of a while ago: %d, to %q", got.Code, got.Header().Get("Location"))
	}
	if got := s.ask(t, http.MethodGet, "/outbox", operator, nil); got.Code != http.StatusNotFound {
		t.Errorf("there is an outbox: %d", got.Code)
	}
}

// TestDeskStates lists the mails of a state, with why and when they came back.
func TestDeskStates(t *testing.T) {
	t.Parallel()
	s := newSite(t, false)
	for _, to := range []string{"ada@example.com", "bob@example.com"} {
		s.post(t, mail.Message{Kind: mail.SignIn, To: to, Args: mail.Args{Link: "/link/vtl_secret", Code: "123456"}})
	}
	write(t, s.db, func(tx *store.Tx) error {
		_, err := tx.MailBounces(t.Context(), 1, "5.1.1 550 <no> such user", s.clock.Now())
		return err
	})
	operator := s.signedIn(t, "operator", true)
	for path, want := range map[string][2]bool{ // of ada, of bob
		"/desk/mails": {true, true}, "/desk/mails?state=bounced": {true, false}, "/desk/mails?state=waiting": {false, true},
		"/desk/mails?state=sent": {false, false}, "/desk/mails?state=lost": {true, true},
	} {
		got := s.ask(t, http.MethodGet, path, operator, nil).Body.String()
		if shown := [2]bool{strings.Contains(got, "ada@example.com"), strings.Contains(got, "bob@example.com")}; shown != want {
			t.Errorf("%s shows %v, want %v:\n%s", path, shown, want, got)
		}
		says := strings.Contains(got, "<strong>came back</strong>") && strings.Contains(got, "5.1.1 550 &lt;no&gt; such user")
		if want[0] && !says {
			t.Errorf("%s does not say why:\n%s", path, got)
		}
		if state, _ := strings.CutPrefix(path, "/desk/mails"); state != "?state=lost" &&
			!strings.Contains(got, `href="`+path+`" aria-current="page"`) {
			t.Errorf("%s does not say where it is:\n%s", path, got)
		}
	}
}

// TestOutbox shows all mails where nothing is meant.
func TestOutbox(t *testing.T) {
	t.Parallel()
	s := newSite(t, true)
	s.near = true
	if got := s.ask(t, http.MethodGet, "/outbox", "", nil).Body.String(); !strings.Contains(got, "No mail has been written yet") {
		t.Errorf("an empty outbox:\n%s", got)
	}
	s.post(t, mail.Message{Kind: mail.Reset, To: "ada@example.com", Args: mail.Args{Name: "<i>", Link: "/link/vtl_secret"}})
	got := s.ask(t, http.MethodGet, "/outbox", "", nil).Body.String()
	for _, want := range []string{`href="/link/vtl_secret"`, "Choose a new password for Vitrine", "Hello &lt;i&gt;,"} {
		if !strings.Contains(got, want) {
			t.Errorf("the outbox lacks %q:\n%s", want, got)
		}
	}
}

// TestLetter shows a mail as its reader sees it, as a document that can do nothing.
func TestLetter(t *testing.T) {
	t.Parallel()
	for _, outbox := range []bool{true, false} {
		s := newSite(t, outbox)
		s.near = true
		s.post(t, mail.Message{Kind: mail.Reset, To: "ada@example.com", Args: mail.Args{Name: "<i>", Link: "/link/vtl_secret"}})
		got := s.ask(t, http.MethodGet, "/outbox/1", s.signedIn(t, "operator", true), nil)
		if !outbox {
			if got.Code != http.StatusNotFound {
				t.Errorf("without an outbox: %d", got.Code)
			}
			continue
		}
		if got.Code != http.StatusOK || !strings.Contains(got.Body.String(), `href="`+markettest.BaseURL+`/link/vtl_secret"`) {
			t.Errorf("the mail: %d\n%s", got.Code, got.Body)
		}
		if policy := got.Header()["Content-Security-Policy"]; len(policy) != 1 || !strings.HasPrefix(policy[0], "default-src 'none'; style") ||
			!strings.HasSuffix(policy[0], "; sandbox") {
			t.Errorf("its policy is %q", policy)
		}
		for _, path := range []string{"/outbox/2", "/outbox/x", "/outbox/-1"} {
			if got := s.ask(t, http.MethodGet, path, "", nil); got.Code != http.StatusNotFound {
				t.Errorf("%s: %d", path, got.Code)
			}
		}
		write(t, s.db, func(tx *store.Tx) error { return tx.MailFails(t.Context(), 1, "never") })
		if got := s.ask(t, http.MethodGet, "/outbox/1", "", nil); got.Code != http.StatusConflict {
			t.Errorf("a mail whose text is removed: %d", got.Code)
		}
	}
}

// TestOutboxFromAfar shows the mails of a demonstration to its operator alone where it is
// not asked from its own machine.
func TestOutboxFromAfar(t *testing.T) {
	t.Parallel()
	s := newSite(t, true)
	s.post(t, mail.Message{Kind: mail.Reset, To: "ada@example.com", Args: mail.Args{Link: "/link/vtl_secret"}})
	for _, path := range []string{"/outbox", "/outbox/1"} {
		for name, want := range map[string]int{"": http.StatusSeeOther, "buyer": http.StatusNotFound, "operator": http.StatusOK} {
			secret := ""
			if name != "" {
				secret = s.signedIn(t, name+strconv.Itoa(len(path)), name == "operator")
			}
			got := s.ask(t, http.MethodGet, path, secret, nil)
			if got.Code != want || strings.Contains(got.Body.String(), "vtl_secret") != (want == http.StatusOK) {
				t.Errorf("%s as %q: %d, want %d", path, name, got.Code, want)
			}
		}
		for how, meant := range map[string]struct{ host, client string }{
			"by a proxy on this machine": {"localhost:8080", "192.0.2.7"}, "under a name of another site that leads here": {"evil.example:8080", ""},
		} {
			r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil)
			r.RemoteAddr, r.Host = "[::1]:1234", meant.host
			if meant.client != "" {
				r.Header.Set("X-Forwarded-For", meant.client)
			}
			w := httptest.NewRecorder()
			if s.handler.ServeHTTP(w, r); w.Code != http.StatusSeeOther {
				t.Errorf("%s %s: %d", path, how, w.Code)
			}
		}
	}
}

// TestExpired leads operators to no link that works no more.
func TestExpired(t *testing.T) {
	t.Parallel()
	s := newSite(t, false)
	s.post(t, mail.Message{Kind: mail.SignIn, To: "ada@example.com", Args: mail.Args{Link: "/link/vtl_secret", Code: "123456"}})
	s.clock.Advance(vitrine.LinkSignIn.Lifetime() - time.Microsecond)
	operator := s.signedIn(t, "operator", true)
	for _, works := range []bool{true, false} {
		got := s.ask(t, http.MethodGet, "/desk/mails", operator, nil).Body.String()
		for text, shown := range map[string]bool{"vtl_secret": works, "123456": works, "works no more": !works} {
			if strings.Contains(got, text) != shown {
				t.Errorf("the page has %q, want %v:\n%s", text, shown, got)
			}
		}
		s.clock.Advance(time.Microsecond)
	}
}

// TestStop stops mails by a button, and by what mail programs send by themselves. Opening
// the address does nothing.
func TestStop(t *testing.T) {
	t.Parallel()
	s := newSite(t, true)
	news := mail.Message{Kind: mail.UpdateAdded, To: "ada@example.com", Args: mail.Args{Values: map[string]string{mail.Title: "Chair"}}}
	s.post(t, news)
	secret, refused := "", false
	write(t, s.db, func(tx *store.Tx) (err error) {
		secret, refused, err = tx.MailChoice(t.Context(), "ada@example.com", "unused")
		return err
	})
	path := mail.StopPath + secret
	got := s.ask(t, http.MethodGet, path, "", nil)
	if got.Code != http.StatusOK || !strings.Contains(got.Body.String(), "Stop these mails") || refused {
		t.Errorf("the page: %d\n%s", got.Code, got.Body)
	}
	for _, step := range []struct {
		form    url.Values
		stopped bool
	}{
		{url.Values{"List-Unsubscribe": {"One-Click"}}, true}, {url.Values{"mails": {"send"}}, false}, {url.Values{"mails": {"stop"}}, true},
		{url.Values{}, true},
	} {
		if got := s.ask(t, http.MethodPost, path, "", step.form); got.Code != http.StatusOK {
			t.Errorf("%v: %d", step.form, got.Code)
		}
		if stopped, err := s.shop.StopsMail(t.Context(), secret); err != nil || stopped != step.stopped {
			t.Errorf("after %v the mails are stopped: %v, %v", step.form, stopped, err)
		}
	}
	for _, method := range []string{http.MethodGet, http.MethodPost} {
		if got := s.ask(t, method, mail.StopPath+"unknown", "", url.Values{}); got.Code != http.StatusNotFound {
			t.Errorf("%s of an unknown secret: %d", method, got.Code)
		}
	}
}

// TestWords changes what mails say at the desk: it is looked at, refused, stored and taken back.
func TestWords(t *testing.T) {
	t.Parallel()
	s := newSite(t, false)
	operator := s.signedIn(t, "operator", true)
	const path = "/desk/mails/words/de/suspended"
	for _, step := range []struct {
		act, subject, body string // "" as act: it is looked at
		path               string
		status             int
		says               []string
	}{
		{path: "/desk/mails/words", status: 200, says: []string{`href="` + path + `"`, `href="/desk/mails/words/en/footer"`}},
		{path: "/desk/mails/words?lang=en", status: 200, says: []string{`<strong lang="en">Your account at Vitrine is suspended</strong>`}},
		{path: "/desk/mails/words?lang=ar", status: 200, says: []string{`<strong lang="ar">`, `<span lang="de">Deutsch</span>`}},
		{path: path, status: 200, says: []string{"These are the words of the program", "ist gesperrt", `<span lang="de">Deutsch</span>`, "{{.Values.reason}}"}},
		{"preview", "Pause bei {{.Shop}}", "Servus {{.Name}}.\n\n> {{.Values.reason}}", path, 200,
			[]string{"Pause bei Vitrine", "Servus ada.", "Nothing is saved yet", `value="Pause bei {{.Shop}}"`}},
		{"save", "Pause", "{{.Values.titel}}", path, 422, []string{"{{.Values.titel}} is no placeholder", `id="body-fault"`, `value="Pause"`}},
		{"preview", "{{", "x", path, 422, []string{`id="subject-fault"`}},
		{"save", "Pause bei {{.Shop}}", "Servus {{.Name}}.\n\n> {{.Values.reason}}", path, 303, nil},
		{path: path + "?done=saved", status: 200, says: []string{"from now on", "Servus {{.Name}}.", `name="since" value="1"`, "what stands now"}},
		{path: "/desk/mails/words", status: 200, says: []string{"your own"}},
		{"test", "", "", path, 303, nil},
		{"builtin", "", "", path, 303, nil},
		{path: path + "?version=1", status: 200, says: []string{"Servus {{.Name}}.", "the program’s"}},
		{path: path, status: 200, says: []string{"ist gesperrt"}},
		{path: "/desk/mails/words/tlh/suspended", status: 404}, {path: "/desk/mails/words/de/nothing", status: 404},
	} {
		method, form := http.MethodGet, url.Values(nil)
		if step.act != "" {
			now, err := s.db.MailWordsVersions(t.Context(), "suspended", "de")
			if err != nil {
				t.Fatal(err)
			}
			method, form = http.MethodPost, url.Values{"act": {step.act}, "subject": {step.subject}, "body": {step.body},
				"since": {strconv.Itoa(len(now))}}
		}
		got := s.ask(t, method, step.path, operator, form)
		text := html.UnescapeString(got.Body.String())
		for _, want := range append(step.says, "") {
			if got.Code != step.status || !strings.Contains(text, want) {
				t.Errorf("%s %s answers %d, wants %d and %q:\n%s", step.act, step.path, got.Code, step.status, want, text)
			}
		}
	}
	if mails, err := s.db.Mails(t.Context(), "", 0, 5); err != nil || len(mails) != 1 || mails[0].Email != "operator@example.com" {
		t.Errorf("the mails are %+v, %v", mails, err)
	}
}

// TestTriedMailWaits says of a mail that was tried where it is: on its way, or, where none are sent, among those that wait.
func TestTriedMailWaits(t *testing.T) {
	t.Parallel()
	for unsent, want := range map[bool]string{false: "is on its way to you", true: "waits among the mails"} {
		s := newSite(t, false, func(o *mailroom.Options) { o.Unsent = unsent })
		operator := s.signedIn(t, "operator", true)
		tried := s.ask(t, http.MethodPost, "/desk/mails/words/en/suspended", operator, url.Values{"act": {"test"}})
		page := s.ask(t, http.MethodGet, tried.Header().Get("Location"), operator, nil).Body.String()
		if tried.Code != http.StatusSeeOther || !strings.Contains(page, want) {
			t.Errorf("no mail is sent: %v; the test answers %d and the page does not say %q:\n%s", unsent, tried.Code, want, page)
		}
	}
}
