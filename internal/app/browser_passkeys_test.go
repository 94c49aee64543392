package app_test

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"vitrine/internal/app"
	browser "vitrine/internal/browsertest"
)

// member is somebody who joins a marketplace and looks after how they are let in.
type member struct {
	*running
	page    *browser.Page
	device  *browser.Authenticator // nil: no scripts run
	window  window
	name    string
	secret  string // of the app that shows codes
	code    string // that was used last
	recover []string
}

const memberPassword = "correct horse"

// TestPasskeysInBrowser joins, adds a passkey and an app, and signs in by each of them: in
// wide and narrow windows, and without scripts, where there are no passkeys.
func TestPasskeysInBrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("it opens a browser")
	}
	t.Parallel()
	t.Run("all", func(t *testing.T) {
		for _, w := range []window{{"1440", 1440, 900, false}, {"360", 360, 740, false}, {"360-dark", 360, 740, true}} {
			t.Run(w.name, func(t *testing.T) {
				t.Parallel()
				m := &member{running: startNamed(t), page: w.open(t, browser.Without3D()), window: w, name: "ada-" + w.name}
				m.device = m.page.Authenticator()
				m.join(t)
				m.addPasskey(t)
				m.signInByPasskey(t)
				m.addApp(t)
				m.signInByCode(t)
				m.signInByCopy(t)
			})
		}
		t.Run("without scripts", func(t *testing.T) {
			t.Parallel()
			w := window{"plain", 360, 740, false}
			m := &member{running: startNamed(t), page: w.open(t, browser.Without3D(), browser.WithoutScripts()), window: w, name: "eve"}
			m.join(t)
			m.page.Go(m.public + "/account/security")
			m.says(t, "Browsers give passkeys to scripts alone")
			m.addApp(t)
			m.signInByCode(t)
		})
	})
}

// startNamed serves a new marketplace at a name: browsers have no passkeys for numbers.
func startNamed(t *testing.T) *running {
	t.Helper()
	c := unlimited(t)
	address, err := app.FreeAddress()
	if err != nil {
		t.Fatal(err)
	}
	c.Listen, c.BaseURL = address, "http://localhost"+address[strings.LastIndex(address, ":"):]
	s, _ := startNew(t, c)
	s.public = c.BaseURL
	return s
}

func (m *member) look(name string) {
	m.page.Keep("security-" + name + "-" + m.window.name)
	m.page.Fits()
	if m.device != nil {
		m.page.Accessible()
		m.page.Reachable()
	}
}

// follow presses what leads to a page with a heading.
func (m *member) follow(t *testing.T, selector, heading string) {
	t.Helper()
	if status := m.page.Follow(selector); status != http.StatusOK || m.page.Text("h1") != heading {
		t.Fatalf("%s leads to %q at %s, status %d, want %q", selector, m.page.Text("h1"), m.page.Address(), status, heading)
	}
}

func (m *member) says(t *testing.T, text string) {
	t.Helper()
	if got := strings.Join(strings.Fields(m.page.Text("main")), " "); !strings.Contains(got, text) {
		t.Errorf("%s does not say %q: %s", m.page.Address(), text, got)
	}
}

func (m *member) join(t *testing.T) {
	m.page.Go(m.public + "/join")
	m.page.Fill("#username", m.name)
	m.page.Fill("#email", m.name+"@example.com")
	m.page.Fill("#password", memberPassword)
	m.follow(t, "main form button", "Your account")
}

func (m *member) signOut(t *testing.T) {
	t.Helper()
	m.page.Follow(`header form[action="/sign-out"] button`)
	m.page.Go(m.public + "/account")
	if got := m.page.Text("h1"); got != "Sign in" {
		t.Fatalf("who has signed out sees %q", got)
	}
}

func (m *member) addPasskey(t *testing.T) {
	m.follow(t, `main a[href="/account/security"]`, "Passkeys and codes")
	m.look("empty")
	m.page.Fill("#name", "Telephone")
	m.follow(t, ".passkey button", "Passkeys and codes")
	m.says(t, "The passkey was added")
	m.says(t, "Telephone Added")
	m.look("passkey")
	if n := m.device.Count(); n != 1 {
		t.Errorf("the device has %d passkeys", n)
	}
	m.page.Click(".passkey button") // the device has one already
	m.page.Wait(`document.querySelector(".passkey [role=alert]").textContent !== ""`)
	m.says(t, "This device has a passkey of yours already.")
	m.look("again")
}

// signInByPasskey signs in by the button, and by what is offered beside the field.
func (m *member) signInByPasskey(t *testing.T) {
	m.device.Leave(true)
	m.signOut(t)
	m.look("sign-in")
	m.device.Leave(false)
	m.follow(t, ".passkey button", "Your account")
	m.device.Leave(true)
	m.signOut(t)
	m.device.Leave(false)
	m.page.Go(m.public + "/sign-in?next=%2Faccount%2Fsecurity")
	m.page.Wait(`document.querySelector("h1")?.textContent === "Passkeys and codes"`)
	m.says(t, "last used")
}

func (m *member) addApp(t *testing.T) {
	m.page.Go(m.public + "/account/security")
	m.page.Fill("#app", "My app")
	m.follow(t, `form[action="/account/security/app"] button`, "Add an app that shows codes")
	m.page.Click("summary")
	m.look("app")
	m.secret = strings.ReplaceAll(m.page.Text("details code"), " ", "")
	m.page.Fill("#code", "000000")
	m.page.Expect("422")
	if status := m.page.Follow("main form button"); status != http.StatusUnprocessableEntity {
		t.Fatalf("a wrong code: status %d", status)
	}
	m.look("app-wrong")
	m.page.Fill("#code", m.shown(t, 0))
	m.follow(t, "main form button", "Recovery codes of "+m.name)
	m.look("codes")
	m.recover = recoveryCode.FindAllString(m.page.Text(".codes"), -1)
	m.wantFile(t)
	m.follow(t, `main a[href="/account/security"]`, "Passkeys and codes")
	m.says(t, "10 recovery codes are left")
	m.look("both")
}

var recoveryCode = regexp.MustCompile(`[0-9a-z]{4}(-[0-9a-z]{4}){3}`)

// wantFile fails unless the file that the page offers has the codes that it shows.
func (m *member) wantFile(t *testing.T) {
	t.Helper()
	address := browser.Eval[string](m.page, `document.querySelector("a[download]").href`)
	text, err := url.PathUnescape(address)
	if err != nil {
		t.Fatal(err)
	}
	for _, code := range m.recover {
		if !strings.Contains(text, "\n"+code+"\n") {
			t.Errorf("the code %q is not in the file %q", code, text)
		}
	}
	if len(m.recover) != 10 {
		t.Errorf("the recovery codes are %q", m.recover)
	}
}

// shown is what the app shows now, or after some seconds.
func (m *member) shown(t *testing.T, seconds time.Duration) string {
	t.Helper()
	code, err := totp.GenerateCode(m.secret, time.Now().Add(seconds*time.Second))
	if err != nil {
		t.Fatal(err)
	}
	m.code = code
	return code
}

// signInByCode signs in by the password with a recovery code, with the app's next code, and
// with both once more, in vain.
func (m *member) signInByCode(t *testing.T) {
	for i, code := range []string{m.recover[4], m.shown(t, 30)} {
		m.byPassword(t)
		m.page.Go(m.public + "/account")
		if got := m.page.Text("h1"); got != "One more step" {
			t.Fatalf("before the code, the account shows %q", got)
		}
		if i == 0 {
			m.look("second")
		}
		m.page.Fill("#code", code)
		m.follow(t, `form[action^="/sign-in/second"] button`, "Your account")
	}
	m.byPassword(t)
	for _, used := range []string{m.recover[4], m.code} {
		m.page.Fill("#code", used)
		m.page.Expect("422")
		if status := m.page.Follow(`form[action^="/sign-in/second"] button`); status != http.StatusUnprocessableEntity {
			t.Fatalf("a code that was used: status %d at %s", status, m.page.Address())
		}
	}
	m.look("second-wrong")
	m.page.Fill("#code", m.recover[0])
	m.follow(t, `form[action^="/sign-in/second"] button`, "Your account")
}

// byPassword signs in by the password alone.
func (m *member) byPassword(t *testing.T) {
	t.Helper()
	if m.device != nil {
		m.device.Leave(true)
	}
	m.signOut(t)
	m.page.Fill("#email", m.name)
	m.page.Fill("#password", memberPassword)
	m.follow(t, "main form button", "One more step")
	if m.device != nil {
		m.device.Leave(false)
	}
}

// signInByCopy shows a passkey that has counted less far than before, as a copy of it does.
func (m *member) signInByCopy(t *testing.T) {
	m.device.Leave(true)
	m.signOut(t)
	m.device.SetCount(0)
	m.device.Leave(false)
	m.page.Expect("403")
	m.page.Click(".passkey button")
	m.page.Wait(`document.querySelector(".passkey [role=alert]").textContent !== ""`)
	m.says(t, "There seems to be a copy of this passkey")
	m.look("copied")
}
