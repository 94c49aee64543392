package app_test

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/app"
	browser "vitrine/internal/browsertest"
	"vitrine/internal/mail"
	"vitrine/internal/shop"
)

// TestStoryInBrowser plays what a marketplace is for: somebody joins and sends a folder of
// twelve files by a line that breaks, sells their model by bank transfer, has it reviewed,
// reported, taken down and given back, and leaves. In wide and narrow windows.
func TestStoryInBrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("it opens a browser")
	}
	t.Parallel()
	for _, w := range bothWidths() {
		t.Run(w.name, func(t *testing.T) {
			t.Parallel()
			s := newStory(t, w)
			for _, act := range []struct {
				name string
				play func(*testing.T)
			}{
				{"join", s.joins}, {"send the files", s.sends}, {"publish", s.publishes}, {"buy", s.buys}, {"confirm", s.confirms},
				{"review", s.reviews}, {"report", s.reports}, {"take down", s.takesDown}, {"answer", s.answers}, {"give back", s.givesBack},
				{"leave", s.leaves},
			} {
				if act.play(t); t.Failed() {
					t.Fatalf("the story ends at: %s", act.name)
				}
			}
		})
	}
}

// story is a marketplace with those who use it, each at a browser of their own.
type story struct {
	*market
	options            app.Options
	ahead              atomic.Int64 // of the clock, as a time.Duration
	w                  window
	mia, bob, operator *guest
	model, page        string // number and address of what is sold
}

func newStory(t *testing.T, w window) *story {
	c := unlimited(t)
	c.Payments, c.Listen = "manual", freeWhileAway(t)
	c.BaseURL = "http://" + c.Listen
	s := &story{options: app.Options{Config: c, Read: readPlainly, Outbox: true}, w: w}
	s.options.Now = func() time.Time { return time.Now().Add(time.Duration(s.ahead.Load())) }
	s.market = &market{running: startWith(t, s.options)}
	s.account(t, "operator", true)
	s.mia, s.bob, s.operator = s.person(t, "mia"), s.person(t, "bob"), s.person(t, "operator")
	return s
}

func (s *story) person(t *testing.T, name string) *guest {
	p := &guest{market: s.market, w: s.w, name: name, email: name + "@example.com", axe: true}
	p.page = s.w.open(t, browser.Without3D())
	return p
}

// join makes an account by the pages, and confirms its address.
func (s *story) join(t *testing.T, p *guest) {
	p.page.Go(s.at("/join"))
	p.page.Fill("#username", p.name)
	p.page.Fill("#email", p.email)
	p.page.Fill("#password", "correct horse")
	p.press(t, submit, "Your account")
	p.page.Go(s.at(s.mail(t, mail.Confirm, p.email).Link))
	p.press(t, submit, "Your account")
}

func (s *story) joins(t *testing.T) { s.join(t, s.mia) }

// sends drops a folder on the desk: a draft is there, and all files arrive, each once.
func (s *story) sends(t *testing.T) {
	page := s.mia.page
	s.mia.press(t, `header a[href="/sell"]`, "Sell")
	folder, want := folderOfTwelve(t)
	page.Expect("net::ERR_")
	page.Connect(browser.Line{Upload: folderSpeed})
	page.Drop("h1", folder)
	broken := func() { page.Wait(`document.querySelector(".sending")?.textContent.includes("The line is broken.")`) }
	there := func(n int) {
		page.Wait(fmt.Sprintf(`parseInt(document.querySelector("form[data-begins] + [role=status]").textContent) >= %d`, n))
	}
	breaks := func() {
		page.Connect(browser.Line{Broken: true})
		broken()
		s.mia.look("story-sending")
		page.Connect(browser.Line{Upload: folderSpeed})
	}
	there(1)
	breaks()
	there(3)
	s.stop(t)
	broken()
	s.running = startWith(t, s.options)
	there(5)
	breaks()
	page.Connect(browser.Line{})
	page.Wait(`location.pathname.startsWith("/sell/models/") && document.querySelectorAll(".uploads > li").length === 12`)
	if got := page.Text("h1"); got != "Gear train" {
		t.Errorf("the draft is called %q", got)
	}
	s.model = path.Base(page.Address())
	user, err := s.app.User(t.Context(), s.mia.name)
	if err != nil {
		t.Fatal(err)
	}
	access, err := s.app.Shop().CreateToken(t.Context(), user.ID, shop.NewToken{})
	if err != nil {
		t.Fatal(err)
	}
	s.token = access.Secret
	s.wantFiles(t, s.model, want)
}

func (s *story) publishes(t *testing.T) {
	mia := s.mia
	mia.waitForFiles(t)
	mia.page.Fill("#title", "Gear train")
	mia.write("#description", "Twelve gears that mesh.")
	mia.write("#tags", "gear, train, clock, machine, brass")
	mia.page.Choose("#category", "tools")
	mia.page.Fill("#price", "12.50")
	mia.page.Choose("#license", "general")
	mia.press(t, `button[value="save"]`, "Gear train")
	picture := filepath.Join(t.TempDir(), "gears.png")
	if err := os.WriteFile(picture, swatch(3), 0o600); err != nil {
		t.Fatal(err)
	}
	mia.page.Upload("#images", picture)
	mia.press(t, `form[action$="/pictures"] button`, "Gear train")
	mia.look("story-complete")
	mia.press(t, `button[value="publish"]`, "Gear train")
	mia.press(t, `main a[href^="/3d-"]`, "Gear train")
	s.page = mia.page.Address()
}

// buys orders as somebody who has just joined, and is told how to pay.
func (s *story) buys(t *testing.T) {
	s.join(t, s.bob)
	s.bob.page.Go(s.page)
	s.bob.press(t, ".buy form button", "Checkout")
	s.bob.says(t, "12.50 USD")
	s.bob.look("story-checkout")
}

// confirms finds the order at the desk, and says that the transfer has come.
func (s *story) confirms(t *testing.T) {
	desk := s.operator
	desk.enter(t, "/desk", "operator", "Today")
	desk.press(t, `.tiles a[href^="/desk/orders"]`, "Orders")
	desk.page.Fill("#find", s.bob.email)
	desk.press(t, ".narrow button", "Orders")
	desk.press(t, `.listed a[href^="/desk/orders/"]`, "Order 1")
	desk.press(t, `form[action$="/confirm"] button`, "Order 1")
	desk.says(t, "The payment is confirmed.")

	s.bob.page.Go(s.at("/library"))
	s.bob.says(t, "Gear train")
	s.bob.look("story-library")
	s.mia.page.Go(s.at("/sell/sales"))
	s.mia.says(t, "12.50 USD")
}

func (s *story) reviews(t *testing.T) {
	bob := s.bob
	bob.page.Go(s.page)
	bob.press(t, `main a[href$="/mine"]`, "Your review of Gear train")
	bob.page.Click(`input[name="described"][value="5"]`)
	bob.page.Click(`input[name="used"][value="4"]`)
	bob.page.Fill("#text", "It runs, and ticks.")
	bob.press(t, submit, "Your review of Gear train")
	s.mia.page.Go(s.page)
	s.mia.says(t, "It runs, and ticks.")
}

// reports says, as somebody without an account, that the model is theirs.
func (s *story) reports(t *testing.T) {
	eve := s.person(t, "eve")
	eve.page.Go(s.page)
	eve.press(t, `a[href^="/report"]:not([href*="reviews"])`, "Report something")
	eve.page.Click(`input[value="copyright"]`)
	eve.page.Fill("#explanation", "I drew these gears in 2019.")
	eve.page.Fill("#name", "Eve Example")
	eve.page.Fill("#email", eve.email)
	eve.page.Click(`input[name="good_faith"]`)
	eve.press(t, submit, "Your report")
}

func (s *story) takesDown(t *testing.T) {
	desk := s.operator
	desk.page.Go(s.at("/desk/reports"))
	desk.press(t, `main a[href="/desk/reports/1"]`, "Report 1")
	desk.page.Click(`input[value="take_down"]`)
	desk.page.Click(`input[value="law"]`)
	desk.page.Fill("#reason", "Eve's drawing is of 2019.")
	desk.press(t, submit, "Report 1")
	s.bob.page.Expect("404")
	s.bob.page.Go(s.page)
	if got := s.bob.page.Text("h1"); got != "Nothing is here" {
		t.Errorf("a model that is taken down shows %q", got)
	}
}

func (s *story) answers(t *testing.T) {
	s.mia.page.Go(s.at(s.mail(t, mail.Decided, s.mia.email).Link))
	s.mia.says(t, "Eve's drawing is of 2019.")
	s.mia.page.Fill("#reason", "Eve drew them for me: here is her letter.")
	s.mia.press(t, submit, "A decision about your model")
}

func (s *story) givesBack(t *testing.T) {
	desk := s.operator
	desk.page.Go(s.at("/desk/reports"))
	desk.press(t, `main a[href="/desk/decisions/1"]`, "Decision 1")
	desk.page.Click(`input[value="restore"]`)
	desk.page.Fill("#reason", "The letter says so.")
	desk.press(t, submit, "Decision 1")
	s.bob.page.Go(s.page)
	s.bob.says(t, "It runs, and ticks.")
}

// asksToLeave has the seller ask to be forgotten.
func (s *story) asksToLeave(t *testing.T) {
	s.mia.page.Go(s.at("/account"))
	s.mia.press(t, `main a[href="/account/erase"]`, "Remove your account")
	s.mia.look("story-leaving-asked")
	s.mia.page.Click(`input[name="sure"]`)
	s.mia.press(t, submit, "Remove your account")
	s.mia.look("story-leaving")
}

// leaves has the seller ask to be forgotten, stay after all, and ask again. Seven days later nobody finds them or their
// model, and who bought it still has it.
func (s *story) leaves(t *testing.T) {
	mia := s.mia
	user, err := s.app.User(t.Context(), mia.name)
	if err != nil {
		t.Fatal(err)
	}
	s.asksToLeave(t)
	s.operator.open(t, fmt.Sprint("/desk/people/", user.ID), "story-leaving-desk")
	s.operator.says(t, "The account is to be removed on")
	mia.press(t, `form[action="/account/erase/keep"] button`, "Your account")
	mia.says(t, "Your account stays.")
	mia.look("story-staying")
	s.asksToLeave(t)
	s.ahead.Add(int64(vitrine.ErasureWait))
	for range 3 { // it waits for its last mail
		s.ahead.Add(int64(time.Hour))
		if err := s.app.Shop().EraseDue(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if e, err := s.app.Shop().ErasureOf(t.Context(), user.ID); err != nil || e.DoneAt.IsZero() {
		t.Fatalf("the erasure stands at %+v, %v", e, err)
	}
	s.bob.page.Expect("410")
	s.bob.page.Go(s.page)
	if got := s.bob.page.Text("h1"); got != "This model is no longer sold" {
		t.Errorf("a model whose seller left shows %q", got)
	}
	s.bob.page.Go(s.at("/library"))
	s.bob.says(t, "Gear train")
	if got := s.bob.page.Text("main"); strings.Contains(got, mia.name) {
		t.Errorf("the library still names who left: %s", got)
	}
}
