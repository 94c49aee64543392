package app_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"vitrine/internal/app"
	browser "vitrine/internal/browsertest"
	"vitrine/internal/mail"
	"vitrine/internal/shop"
)

// TestMailPages reads mails in the outbox of a demonstration and at the operator's desk, in
// wide and narrow windows: their links lead on.
func TestMailPages(t *testing.T) {
	if testing.Short() {
		t.Skip("it opens a browser")
	}
	t.Parallel()
	m := marketWith(t, app.Options{Config: unlimited(t), Read: readPlainly, Outbox: true}, "juniper-forge")
	_, _, err := m.app.Shop().CreateUser(t.Context(),
		shop.NewUser{Username: "operator", Email: "operator@example.com", Password: "correct horse", Admin: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, email := range []string{"operator@example.com", "nobody-with-a-quite-long-address-for-a-narrow-window@mail.example.com"} {
		m.send(t, "/sign-in/link", url.Values{"email": {email}})
	}
	t.Run("all", func(t *testing.T) {
		for _, w := range []window{
			{"1440", 1440, 900, false}, {"360", 360, 740, false}, {"1440-dark", 1440, 900, true}, {"360-dark", 360, 740, true},
		} {
			t.Run(w.name, func(t *testing.T) {
				t.Parallel()
				p := &guest{market: m, w: w, page: w.open(t, browser.Without3D()), axe: true}
				p.readOutbox(t)
				p.readDesk(t)
			})
		}
	})
}

func (p *guest) readOutbox(t *testing.T) {
	p.open(t, "/outbox", "outbox")
	p.page.Reachable()
	p.says(t, "sends no mail")
	p.page.Click(".mails li:last-child summary")
	p.says(t, "In another browser or on another device")
	if status := p.page.Follow(`.mails li:last-child a[href^="/outbox/"]`); status != http.StatusOK {
		t.Fatalf("a mail as its reader sees it: status %d", status)
	}
	p.page.Keep("door-outbox-mail-" + p.w.name)
	p.page.Fits()
	link := p.mail(t, mail.SignIn, "operator@example.com").Link
	if status := p.page.Follow(`a[href$="` + link + `"]`); status != http.StatusOK || !strings.HasSuffix(p.page.Address(), link) {
		t.Fatalf("the link of a mail leads to %s, status %d", p.page.Address(), status)
	}
	p.says(t, "This link was asked for in another browser")
}

func (p *guest) readDesk(t *testing.T) {
	p.page.Go(p.at("/desk/mails"))
	p.page.Fill("#email", "operator")
	p.page.Fill("#password", "correct horse")
	p.press(t, submit, "Mails")
	p.look("desk-mails")
	p.page.Reachable()
	p.says(t, "no SMTP server is set")
	p.says(t, p.mail(t, mail.SignIn, "operator@example.com").Code)
}
