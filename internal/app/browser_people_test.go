package app_test

import (
	"net/http"
	"strconv"
	"strings"
	"testing"

	"vitrine"
	"vitrine/internal/app"
	browser "vitrine/internal/browsertest"
	"vitrine/internal/mail"
	"vitrine/internal/mail/mailtest"
	"vitrine/internal/shop"
)

// TestPeopleInBrowser has an operator find people and make one of them a moderator, who
// suspends an account and opens it again: in wide and narrow windows.
func TestPeopleInBrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("it opens a browser")
	}
	t.Parallel()
	m := marketWith(t, app.Options{Config: unlimited(t), Read: readPlainly, Outbox: true}, "juniper-forge")
	m.account(t, "operator", true)
	for i := range 60 {
		m.account(t, "buyer-"+strconv.Itoa(i), false)
	}
	t.Run("all", func(t *testing.T) {
		for _, w := range bothWidths() {
			t.Run(w.name, func(t *testing.T) {
				t.Parallel()
				m.account(t, "mod-"+w.name, false)
				m.account(t, "eve-"+w.name+"-who-has-quite-a-long-name", false)
				p := &guest{market: m, w: w, page: w.open(t, browser.Without3D()), axe: true, name: w.name}
				p.findPeople(t)
				p.giveRole(t)
				p.suspendAsModerator(t)
			})
		}
	})
}

// account makes an account that has a password.
func (m *market) account(t *testing.T, name string, operator bool) *vitrine.User {
	t.Helper()
	user, _ := m.joined(t, name, operator)
	return user
}

// joined makes an account, and returns its access token as well.
func (m *market) joined(t *testing.T, name string, operator bool) (*vitrine.User, string) {
	t.Helper()
	user, access, err := m.app.Shop().CreateUser(t.Context(),
		shop.NewUser{Username: name, Email: name + "@example.com", Password: "correct horse", Admin: operator, Vouched: true})
	if err != nil {
		t.Fatal(err)
	}
	return user, access.Secret
}

// reviews has the marketplace look at models before they are published, or no longer.
func (m *market) reviews(t *testing.T, first bool) {
	t.Helper()
	house := vitrine.DefaultHouse()
	house.Review = first
	if err := m.app.Shop().SetHouse(t.Context(), house); err != nil {
		t.Fatal(err)
	}
}

// enter opens a page of the desk as somebody who signs in first.
func (p *guest) enter(t *testing.T, path, name, heading string) {
	t.Helper()
	p.page.Go(p.at(path))
	p.page.Fill("#email", name)
	p.page.Fill("#password", "correct horse")
	p.press(t, submit, heading)
}

func (p *guest) findPeople(t *testing.T) {
	p.enter(t, "/desk/people", "operator", "People")
	p.look("people")
	p.fits(t)
	p.page.Reachable()
	p.press(t, ".pager a", "People")
	p.page.Fill("#text", "nobody")
	p.press(t, "main .search button", "People")
	p.says(t, "Nobody is found whose name begins with “nobody”.")
	p.look("people-none")
	p.page.Fill("#text", "eve-"+p.name+"-who-has-quite-a-long-name@ex")
	p.press(t, "main .search button", "People")
	p.press(t, "tbody a", "eve-"+p.name+"-who-has-quite-a-long-name")
	p.look("person")
	p.page.Reachable()
}

func (p *guest) giveRole(t *testing.T) {
	p.page.Go(p.at("/desk/people?text=mod-" + p.name))
	p.press(t, "tbody a", "mod-"+p.name)
	p.page.Click(`input[value="moderator"]`)
	p.press(t, `form[action$="/roles"] button`, "mod-"+p.name)
	p.says(t, "The roles are given.")
	p.page.Go(p.at("/desk/people?text=operator"))
	p.press(t, "tbody a", "operator")
	p.page.Click(`input[value="operator"]`)
	p.page.Expect("409")
	if status := p.page.Follow(`form[action$="/roles"] button`); status != http.StatusConflict {
		t.Errorf("the last operator lays the role down: status %d", status)
	}
	p.says(t, "Operator is the last operator: make somebody else one first.")
}

// suspendAsModerator reads the mail that who is suspended gets.
func (p *guest) suspendAsModerator(t *testing.T) {
	name := "eve-" + p.name + "-who-has-quite-a-long-name"
	p.page = p.w.open(t, browser.Without3D())
	p.enter(t, "/desk/people?list=roles", "mod-"+p.name, "People")
	p.says(t, "mod-"+p.name+"@example.commoderator")
	if got := p.page.Text("header .people"); !strings.Contains(got, "Desk") {
		t.Errorf("no way leads a moderator to the desk: %q", got)
	}
	p.press(t, "tbody tr:last-child a", "operator")
	p.says(t, "This account acts for the marketplace: operators alone decide about it.")
	p.page.Go(p.at("/desk/people?text=" + name))
	p.press(t, "tbody a", name)
	p.page.Fill("#reason", "It sold what others made.\nSee report 7.")
	p.press(t, `form[action$="/suspend"] button`, name)
	p.says(t, "The account is suspended, and its user gets the reason by mail.")
	p.look("person-suspended")
	if got := p.mail(t, mail.Suspended, name+"@example.com").Values[mail.Reason]; !strings.Contains(got, "See report 7.") {
		t.Errorf("the mail says %s", got)
	}
	p.page.Fill("#reason", "They made it themselves.")
	p.press(t, `form[action$="/restore"] button`, name)
	p.says(t, "The account is open again, and its user is told.")
	p.mailComesBack(t, name)
}

// mailComesBack has a mail to somebody come back: their page says so, and until when they are sent
// nothing that nobody needs.
func (p *guest) mailComesBack(t *testing.T, name string) {
	sent := p.lastMail(t, mail.Suspended, name+"@example.com")
	_, err := p.app.Shop().TakeBounce(t.Context(), strings.NewReader(mailtest.Notification(mailtest.Returned{
		MessageID: sent.MessageID + "@models.example", To: sent.Email, Action: "failed", Status: "5.1.1", Reason: "550 nobody"})))
	if err != nil {
		t.Fatal(err)
	}
	p.page.Go(p.page.Address())
	p.says(t, "its server takes none (5.1.1). Until the address is confirmed again or changed, it is sent only what its reader must have.")
	p.look("person-bounced")
}
