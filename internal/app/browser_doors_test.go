package app_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"vitrine"
	browser "vitrine/internal/browsertest"
	"vitrine/internal/mail"
	"vitrine/internal/store"
)

// TestDoors has people join, sign in by each way there is on pages without passkeys, and
// look after their accounts: in wide and narrow windows, with and without scripts.
func TestDoors(t *testing.T) {
	if testing.Short() {
		t.Skip("it opens a browser")
	}
	t.Parallel()
	m := marketOf(t, unlimited(t), "juniper-forge", readPlainly)
	m.eachWay(t, func(t *testing.T, p *guest) {
		for _, step := range []func(*testing.T){p.join, p.signIn, p.signInByMail, p.endOther, p.reset, p.changeAddress, p.makeToken} {
			step(t)
		}
	})
}

// TestFormsWithoutTLS joins at a name that is not of this machine, by HTTP: the browser says
// there of a form that it sends no more than its origin.
func TestFormsWithoutTLS(t *testing.T) {
	if testing.Short() {
		t.Skip("it opens a browser")
	}
	t.Parallel()
	m := marketOf(t, unlimited(t), "juniper-forge", readPlainly)
	at := "http://shop.test:" + m.public[strings.LastIndexByte(m.public, ':')+1:]
	page := browser.Open(t, 360, 740, browser.Without3D())
	page.Go(at + "/join")
	for field, text := range map[string]string{"#username": "ada", "#email": "ada@example.com", "#password": "correct horse"} {
		page.Fill(field, text)
	}
	if status := page.Follow(submit); status != http.StatusOK || page.Text("h1") != "Your account" {
		t.Errorf("joining leads to %q, status %d", page.Text("h1"), status)
	}
}

// guest uses a browser.
type guest struct {
	*market
	w                     window
	opts                  []browser.Option
	page                  *browser.Page
	name, email, password string
	axe                   bool // whether pages run axe, which is a script
}

// eachWay runs a test in a wide window and in a narrow, dark one, and there without scripts too,
// side by side. Its guest is nobody yet, with a page that has nothing open.
func (m *market) eachWay(t *testing.T, use func(*testing.T, *guest)) {
	both := bothWidths()
	wide, narrow := both[0], both[1]
	t.Run("all", func(t *testing.T) {
		for name, p := range map[string]*guest{
			"1440-scripts": {w: wide, axe: true},
			"360-scripts":  {w: narrow, axe: true},
			"360-plain":    {w: narrow, opts: []browser.Option{browser.WithoutScripts()}},
		} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				p.market, p.name, p.email = m, "eve-"+name, "eve-"+name+"@example.com"
				p.opts = append(p.opts, browser.Without3D())
				p.page = p.w.open(t, p.opts...)
				use(t, p)
			})
		}
	})
}

// elsewhere is the guest at a browser that knows nothing.
func (p *guest) elsewhere(t *testing.T) *guest {
	t.Helper()
	other := *p
	other.page = p.w.open(t, p.opts...)
	return &other
}

// open opens an address and looks at the page.
func (p *guest) open(t *testing.T, path, picture string) {
	t.Helper()
	p.page.Go(p.at(path))
	p.look(picture)
}

// look keeps a picture of the page, which must fit and be for everybody.
func (p *guest) look(picture string) {
	if p.axe {
		p.page.Keep("door-" + picture + "-" + p.w.name)
		p.page.Accessible()
	}
	p.page.Fits()
}

// press presses a button that leads to a page with a heading.
func (p *guest) press(t *testing.T, selector, heading string) {
	t.Helper()
	if status := p.page.Follow(selector); status != http.StatusOK {
		t.Fatalf("%s leads to %s: status %d", selector, p.page.Address(), status)
	}
	if got := p.page.Text("h1"); got != heading {
		t.Fatalf("%s leads to %q at %s, want %q", selector, got, p.page.Address(), heading)
	}
}

func (p *guest) says(t *testing.T, text string) {
	t.Helper()
	if got := strings.Join(strings.Fields(p.page.Text("main")), " "); !strings.Contains(got, text) {
		t.Errorf("the page %s does not say %q: %s", p.page.Address(), text, got)
	}
}

// submit is the button of the page's own form.
const submit = "main form button"

func (p *guest) join(t *testing.T) {
	p.password = "correct horse"
	p.page.Go(p.at("/"))
	p.press(t, `header a[href="/sign-in"]`, "Sign in")
	p.press(t, `main a[href="/join"]`, "Join Vitrine")
	p.look("join")
	p.page.Fill("#username", p.name)
	p.page.Fill("#email", p.email)
	p.page.Fill("#password", p.password)
	p.press(t, submit, "Your account")
	p.says(t, p.email+" not confirmed yet")
	p.look("account-new")
	p.open(t, p.mail(t, mail.Confirm, p.email).Link, "confirm")
	p.press(t, submit, "Your account")
	p.says(t, p.email+" confirmed on")
}

func (p *guest) signOut(t *testing.T) {
	t.Helper()
	if status := p.page.Follow("header .people button"); status != http.StatusOK {
		t.Fatalf("signing out: status %d", status)
	}
	p.page.Go(p.at("/account"))
	if got := p.page.Text("h1"); got != "Sign in" {
		t.Fatalf("who has signed out sees %q", got)
	}
}

func (p *guest) signIn(t *testing.T) {
	p.signOut(t)
	p.look("sign-in")
	p.page.Fill("#email", p.email)
	p.page.Fill("#password", "wrong wrong")
	p.page.Expect("422")
	if status := p.page.Follow(submit); status != http.StatusUnprocessableEntity {
		t.Fatalf("a wrong password: status %d", status)
	}
	p.look("sign-in-wrong")
	p.page.Fill("#password", p.password)
	p.press(t, submit, "Your account") // the page that was asked for
}

func (p *guest) signInByMail(t *testing.T) {
	p.signOut(t)
	p.page.Fill("#email", p.email)
	p.press(t, "button[formaction]", "Look into your mail")
	p.look("code")
	sent := p.mail(t, mail.SignIn, p.email)
	p.page.Fill("#code", sent.Code)
	p.press(t, submit, "Your account")

	p.signOut(t)
	p.page.Fill("#email", p.email)
	p.press(t, "button[formaction]", "Look into your mail")
	link := p.mail(t, mail.SignIn, p.email).Link
	elsewhere := p.elsewhere(t)
	elsewhere.open(t, link, "link-elsewhere")
	elsewhere.says(t, "This link was asked for in another browser")
	p.open(t, link, "link")
	p.press(t, submit, "Your account")
}

// endOther signs in at another browser, and signs that out from here.
func (p *guest) endOther(t *testing.T) {
	other := p.elsewhere(t)
	other.page.Go(p.at("/sign-in"))
	other.page.Fill("#email", p.name)
	other.page.Fill("#password", p.password)
	other.press(t, submit, "Your account")
	p.open(t, "/account", "account")
	p.press(t, ".rows button", "Your account")
	p.says(t, "That browser is signed out.")
	other.page.Go(p.at("/account"))
	if got := other.page.Text("h1"); got != "Sign in" {
		t.Errorf("the other browser sees %q", got)
	}
}

func (p *guest) reset(t *testing.T) {
	p.signOut(t)
	p.press(t, `main a[href^="/reset"]`, "Forgotten password")
	p.look("reset")
	p.page.Fill("#email", p.email)
	p.press(t, submit, "Choose a new password")
	p.look("reset-code")
	p.page.Go(p.at(p.mail(t, mail.Reset, p.email).Link))
	p.look("reset-link")
	p.password = "battery staple"
	p.page.Fill("#password", p.password)
	p.press(t, submit, "Your account")
}

func (p *guest) changeAddress(t *testing.T) {
	old, next := p.email, "new-"+p.email
	p.press(t, `main a[href="/account/address"]`, "Change your address")
	p.look("address")
	p.page.Fill("#email", next)
	p.press(t, submit, "Your account")
	p.says(t, "It is to become "+next)
	p.look("account-changing")
	p.page.Go(p.at(p.mail(t, mail.Arrive, next).Link))
	p.press(t, submit, "Your account")
	p.page.Go(p.at(p.mail(t, mail.Leave, old).Link))
	p.look("leave")
	p.press(t, submit, "Your account")
	p.says(t, next+" confirmed on")
}

func (p *guest) makeToken(t *testing.T) {
	p.press(t, `main a[href="/account/tokens"]`, "Access tokens")
	p.page.Click(`input[value="models:read"]`)
	p.press(t, `form[action="/account/tokens"] button`, "Access tokens")
	p.look("token")
	p.press(t, `form[action$="/revoke"] button`, "Access tokens")
	p.says(t, "That access token is worth nothing any more.")
}

// mail is the last mail of a kind to an address.
func (m *market) mail(t *testing.T, kind mail.Kind, email string) (args mail.Args) {
	t.Helper()
	if err := json.Unmarshal([]byte(m.lastMail(t, kind, email).Args), &args); err != nil {
		t.Fatal(err)
	}
	return args
}

// lastMail is the last mail of a kind to an address, as it is kept.
func (m *market) lastMail(t *testing.T, kind mail.Kind, email string) (last store.Mail) {
	t.Helper()
	for id := int64(1); ; id++ {
		sent, err := m.app.Mail(t.Context(), id)
		if vitrine.CodeOf(err) == vitrine.NotFound {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if sent.Kind == string(kind) && sent.Email == email {
			last = sent
		}
	}
	if last.ID == 0 {
		t.Fatalf("no mail %s was sent to %s", kind, email)
	}
	return last
}
