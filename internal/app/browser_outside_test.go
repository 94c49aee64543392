package app_test

import (
	"strings"
	"testing"

	"vitrine/internal/app"
	browser "vitrine/internal/browsertest"
	"vitrine/internal/openid/openidtest"
)

// TestOutsideProviderInBrowser joins by an outside provider, which Chromium is led to by a
// page of its own and not by a form.
func TestOutsideProviderInBrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("it opens a browser")
	}
	t.Parallel()
	for _, w := range bothWidths() {
		t.Run(w.name, func(t *testing.T) {
			t.Parallel()
			fake, c := openidtest.New(t), unlimited(t)
			fake.Person = map[string]any{"sub": "1", "email": "ada@example.com", "preferred_username": "ada"}
			address, err := app.FreeAddress()
			if err != nil {
				t.Fatal(err)
			}
			c.Listen, c.BaseURL = address, "http://localhost"+address[strings.LastIndex(address, ":"):]
			c.OIDCIssuer, c.OIDCName, c.OIDCClient, c.OIDCSecret = fake.URL, "Acme", openidtest.ClientID, openidtest.ClientSecret
			s, _ := startNew(t, c)
			s.public = c.BaseURL
			m := &member{running: s, window: w, page: w.open(t, browser.Without3D(), browser.Host(strings.TrimPrefix(fake.URL, "http://")))}
			m.device = m.page.Authenticator()
			m.page.Go(s.public + "/sign-in")
			m.look("outside-sign-in")
			m.page.Click(`form[action="/sign-in/provider"] button`)
			m.page.Wait(`document.querySelector("h1")?.textContent === "You are new here"`)
			m.look("outside-new")
			m.follow(t, `form[action="/join/provider"] button`, "Your account")
			m.page.Go(s.public + "/account/security")
			m.look("outside-linked")
			m.says(t, "ada@example.com")
		})
	}
}
