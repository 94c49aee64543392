package app_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"vitrine"
	"vitrine/internal/app"
	browser "vitrine/internal/browsertest"
)

// TestHooksInBrowser has somebody make a webhook endpoint, send a test to it, read how it was
// answered, send it once more, and change and remove the endpoint.
func TestHooksInBrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("it opens a browser")
	}
	t.Parallel()
	for _, w := range bothWidths() {
		t.Run(w.name, func(t *testing.T) {
			t.Parallel()
			got := make(chan string, 8)
			receiver := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				body, _ := io.ReadAll(r.Body)
				got <- r.Header.Get("webhook-signature") + " " + string(body)
				_, _ = io.WriteString(w, "Thanks for <that>.")
			}))
			t.Cleanup(receiver.Close)
			c := unlimited(t)
			c.AnyWebhooks = true
			m := marketWith(t, app.Options{Config: c, Read: readPlainly}, "seller")
			p := &guest{market: m, w: w, page: w.open(t, browser.Without3D()), axe: true}
			m.account(t, "maker", false)
			p.makeHook(t, receiver.URL)
			p.testHook(t, got)
			p.changeHook(t)
		})
	}
}

func (p *guest) makeHook(t *testing.T, receiver string) {
	p.enter(t, "/account/webhooks", "maker", "Webhooks")
	p.look("webhooks-none")
	p.press(t, `.head .button`, "New endpoint")
	p.look("webhook-new")
	p.page.Reachable()
	offered := strings.Join(strings.Fields(p.page.Text("main")), " ")
	for _, event := range vitrine.EventTypes() {
		if event.Object() != "user" && !strings.Contains(offered, string(event)+" – ") {
			t.Errorf("nothing says what %s is", event)
		}
	}
	p.page.Fill("#url", "ftp://hooks.example")
	p.page.Expect("422")
	if status := p.page.Follow(submit); status != http.StatusUnprocessableEntity {
		t.Fatalf("an address that is none: status %d", status)
	}
	p.page.Fill("#url", receiver+"/hooks")
	p.page.Fill("#description", "Till")
	if status := p.page.Follow(submit); status != http.StatusCreated {
		t.Fatalf("making it: status %d: %s", status, p.page.Text("main"))
	}
	if secret := p.page.Text("code.secret"); !strings.HasPrefix(secret, "whsec_") {
		t.Errorf("the secret is %q", secret)
	}
	p.look("webhook-made")
}

func (p *guest) testHook(t *testing.T, got <-chan string) {
	host := p.page.Text(".crumbs li:last-child")
	p.press(t, ".crumbs li:last-child a", host)
	p.press(t, `form[action$="/test"] button`, host)
	p.says(t, "A test is on its way.")
	if sent := <-got; !strings.HasPrefix(sent, "v1,") || !strings.Contains(sent, `"type":"webhook.test"`) {
		t.Errorf("what came is %s", sent)
	}
	for !strings.Contains(p.page.Text("main"), "200") {
		p.page.Go(p.page.Address()) // the answer is written down after it came
	}
	p.look("webhook-log")
	p.fits(t)
	p.press(t, "tbody a", "webhook.test")
	p.says(t, "Thanks for <that>.")
	p.look("webhook-delivery")
	p.press(t, `main form button`, host)
	p.says(t, "It is on its way once more.")
	<-got
	browser.Eval[string](p.page, `document.querySelector("#from").value = "2020-01-01T00:00"`)
	p.press(t, `form[action$="/redeliver"] button`, host)
}

func (p *guest) changeHook(t *testing.T) {
	p.press(t, ".head .button", "Change the endpoint")
	browser.Eval[string](p.page, `document.querySelector("form.sheet [name=version]").value = "0"`)
	browser.Eval[string](p.page, `document.querySelector("#description").value = "Ledger"`)
	p.page.Expect("412")
	if status := p.page.Follow("form.sheet button"); status != http.StatusPreconditionFailed {
		t.Fatalf("a form of before: status %d", status)
	}
	p.says(t, "Till")
	p.look("webhook-overtaken")
	p.page.Click(`input[value="order.paid"]`)
	p.page.Click(`input[name="enabled"]`)
	p.press(t, "form.sheet button", p.page.Text(".crumbs li:last-child"))
	p.says(t, "Nothing is sent to it.")
	p.press(t, ".head .button", "Change the endpoint")
	if status := p.page.Follow(`form[action$="/rotate"] button`); status != http.StatusOK {
		t.Fatalf("another secret: status %d", status)
	}
	p.says(t, "This is the new secret.")
	p.press(t, `form[action$="/remove"] button`, "Webhooks")
	p.says(t, "The endpoint is gone")
}
