package app_test

import (
	"net/http"
	"strings"
	"testing"

	browser "vitrine/internal/browsertest"
	"vitrine/internal/mail"
	"vitrine/internal/shop"
)

// TestRefundsInBrowser has buyers ask for their money: one gets all of it by the seller's word, the other a part by an operator's, after
// the seller refused; in wide and narrow windows, with and without scripts.
func TestRefundsInBrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("it opens a browser")
	}
	t.Parallel()
	m := marketOf(t, unlimited(t), "juniper-forge", readPlainly)
	model := m.publish(t, m.draft(t, m.ofDemo(t, "Faceted Planter with Saucer", 1, map[string]any{"price": "12.50"})))
	if err := m.app.Shop().GivePassword(t.Context(), 1, "correct horse"); err != nil {
		t.Fatal(err)
	}
	_, _, err := m.app.Shop().CreateUser(t.Context(),
		shop.NewUser{Username: "operator", Email: "operator@example.com", Password: "correct horse", Admin: true})
	if err != nil {
		t.Fatal(err)
	}
	m.eachWay(t, func(t *testing.T, buyer *guest) {
		seller, operator := buyer.elsewhere(t), buyer.elsewhere(t)
		seller.comes(t, "/sell/refunds", "juniper-forge")
		operator.comes(t, "/desk/refund-requests", "operator")
		buyer.buysAgain(t, model)
		seller.grants(t, buyer.asksBack(t, "", "refund"))
		buyer.gotAll(t)
		buyer.buysAgain(t, model)
		request := buyer.asksBack(t, "5.00", "refund-part")
		seller.refuses(t, request)
		buyer.insists(t)
		operator.givesPart(t, request)
		buyer.gotPart(t)
	})
}

// comes signs somebody in on the way to a page.
func (p *guest) comes(t *testing.T, path, username string) {
	t.Helper()
	p.page.Go(p.at(path))
	p.page.Fill("#email", username)
	p.page.Fill("#password", "correct horse")
	p.press(t, submit, "Refund requests")
}

func (p *guest) buysAgain(t *testing.T, model string) {
	t.Helper()
	p.page.Go(p.at(model))
	p.page.Fill(`form[action="/buy"] #email`, p.email)
	p.press(t, `form[action="/buy"] button`, "Checkout")
	p.page.Click("[name=first]")
	p.press(t, `button[value="pay"]`, "Receipt")
}

// asksBack asks for the money of the receipt that is shown, wrongly at first, and returns the path of the request below its lists.
func (p *guest) asksBack(t *testing.T, amount, picture string) string {
	t.Helper()
	p.press(t, `a[href$="/refund"]`, "Your money back")
	p.look(picture + "-ask")
	p.page.Fill("#amount", "100")
	p.page.Expect("422")
	if status := p.page.Follow(`button[value="ask"]`); status != http.StatusUnprocessableEntity {
		t.Fatalf("without a word: status %d", status)
	}
	p.says(t, "Say why in 1 to 2000 characters.")
	p.look(picture + "-wrong")
	p.write("#text", "One leg is missing.\nI looked in all files.")
	p.page.Fill("#amount", amount)
	p.press(t, `button[value="ask"]`, "Your money back")
	p.says(t, "You asked for your money back.")
	p.says(t, "The seller is to answer")
	p.look(picture + "-asked")
	return strings.TrimPrefix(browser.Eval[string](p.page, `document.querySelector("section h2").id`), "request-")
}

func (p *guest) grants(t *testing.T, request string) {
	t.Helper()
	p.page.Go(p.at("/sell/refunds"))
	p.look("sell-refunds")
	p.press(t, `.rows a[href="/sell/refunds/`+request+`"]`, "Refund request "+request)
	p.says(t, "One leg is missing.")
	p.look("sell-refund")
	p.press(t, `button[value="grant"]`, "Refund request "+request)
	p.says(t, "Your answer is given.")
	p.says(t, "Granted")
	p.look("sell-refund-granted")
}

// gotAll reads what became of an order whose money went back.
func (p *guest) gotAll(t *testing.T) {
	t.Helper()
	p.mail(t, mail.RefundGranted, p.email)
	p.page.Go(p.page.Address())
	p.says(t, "The money goes back the way you paid.")
	p.look("refund-granted")
	p.press(t, `.crumbs a`, "Receipt")
	p.says(t, "its downloads are closed")
}

func (p *guest) refuses(t *testing.T, request string) {
	t.Helper()
	p.page.Go(p.at("/sell/refunds/" + request))
	p.page.Expect("422")
	if status := p.page.Follow(`button[value="refuse"]`); status != http.StatusUnprocessableEntity {
		t.Fatalf("without a word: status %d", status)
	}
	p.look("sell-refund-wrong")
	p.write("#text", "All four legs are there: look in the second file.")
	p.press(t, `button[value="refuse"]`, "Refund request "+request)
	p.says(t, "The seller refused")
}

func (p *guest) insists(t *testing.T) {
	t.Helper()
	p.mail(t, mail.RefundRefused, p.email)
	p.page.Go(p.page.Address())
	p.says(t, "All four legs are there")
	p.look("refund-refused")
	p.press(t, `button[value="insist"]`, "Your money back")
	p.says(t, "The marketplace decides now.")
	p.look("refund-passed")
}

func (p *guest) givesPart(t *testing.T, request string) {
	t.Helper()
	if link := p.mail(t, mail.RefundPassed, "operator@example.com").Link; !strings.HasPrefix(link, "/desk/refund-requests/") {
		t.Errorf("the operators' mail leads to %s", link)
	}
	p.page.Go(p.at("/desk"))
	p.press(t, `.tiles a[href="/desk/refund-requests"]`, "Refund requests")
	p.look("desk-refund-requests")
	p.press(t, `.rows a[href="/desk/refund-requests/`+request+`"]`, "Refund request "+request)
	p.look("desk-refund-request")
	p.page.Fill("#amount", "2,50")
	p.write("#text", "The leg is there, but nothing says so.")
	p.press(t, `button[value="grant"]`, "Refund request "+request)
	p.says(t, "Your answer is given.")
	p.look("desk-refund-decided")
	p.mirrored(t, map[string]string{"/desk/refund-requests": "desk-refund-requests", "/desk/refund-requests/" + request: "desk-refund-request",
		"/desk/house": "desk-house"})
	p.press(t, `main a[href^="/desk/orders/"]`, "Order "+p.orderOf(t))
	p.says(t, "Refund request "+request)
}

// orderOf is the number of the order whose page is led to.
func (p *guest) orderOf(t *testing.T) string {
	t.Helper()
	return strings.TrimPrefix(browser.Eval[string](p.page, `document.querySelector('main a[href^="/desk/orders/"]').getAttribute("href")`),
		"/desk/orders/")
}

func (p *guest) gotPart(t *testing.T) {
	t.Helper()
	p.page.Go(p.page.Address())
	p.says(t, "The leg is there, but nothing says so.")
	p.says(t, "2.50 USD")
	p.look("refund-part-granted")
	p.press(t, `.crumbs a`, "Receipt")
	p.wantArchive(t, `main a[href$="/all.zip"]`)
}
