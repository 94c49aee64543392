package app_test

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"net/http"
	"strings"
	"testing"

	browser "vitrine/internal/browsertest"
	"vitrine/internal/mail"
)

// TestLibraryInBrowser buys as somebody without an account, loses the link, finds the order
// by mail, keeps it in a new account and downloads all of it: in wide and narrow windows,
// with and without scripts.
func TestLibraryInBrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("it opens a browser")
	}
	t.Parallel()
	m := marketOf(t, unlimited(t), "juniper-forge", readPlainly)
	m.bowl = m.publish(t, m.draft(t, m.ofDemo(t, "Walnut Bowl Heaped with Fruit", 2, map[string]any{"price": 18})))
	m.planter = m.publish(t, m.draft(t, m.ofDemo(t, "Faceted Planter with Saucer", 0, map[string]any{"price": 0})))
	m.eachWay(t, func(t *testing.T, p *guest) {
		for _, step := range []func(*testing.T){p.buyAsVisitor, p.findByMail, p.keepInAccount, p.downloadAll, p.getFree, p.orderAgain} {
			step(t)
		}
	})
}

func (p *guest) buyAsVisitor(t *testing.T) {
	p.page.Go(p.at(p.bowl))
	p.page.Fill("#email", p.email)
	p.press(t, ".buy form button", "Checkout")
	p.page.Click(`input[name="first"]`)
	p.press(t, `button[value="pay"]`, "Receipt")
	p.look("receipt")
	p.wantArchive(t, `main a[href$="/all.zip"]`)

	p.page = p.w.open(t, p.opts...) // a browser that knows nothing
	p.page.Go(p.at("/"))
	p.press(t, `footer a[href="/orders/find"]`, "Find your orders")
	p.look("find")
}

func (p *guest) findByMail(t *testing.T) {
	p.page.Fill("#email", p.email)
	p.press(t, submit, "Look into your mail")
	p.look("find-code")
	sent := p.mail(t, mail.Orders, p.email)
	elsewhere := p.elsewhere(t)
	elsewhere.open(t, sent.Link, "find-elsewhere")
	elsewhere.says(t, "This link was asked for in another browser")
	p.page.Fill("#code", "1")
	p.page.Expect("422")
	if status := p.page.Follow(submit); status != http.StatusUnprocessableEntity {
		t.Fatalf("a wrong code: status %d", status)
	}
	p.look("find-wrong")
	p.open(t, sent.Link, "find-link")
	p.press(t, submit, "Your orders")
	p.look("found")
	p.says(t, "Bought with the address "+p.email)
	p.says(t, "1 order Walnut Bowl Heaped with Fruit")
}

// keepInAccount joins from the page of what was found, and confirms the address.
func (p *guest) keepInAccount(t *testing.T) {
	p.press(t, `main a[href^="/join"]`, "Join Vitrine")
	p.page.Fill("#username", p.name)
	p.page.Fill("#email", p.email)
	p.page.Fill("#password", "correct horse")
	p.press(t, submit, "Your orders")
	p.open(t, "/library", "library-empty")
	p.says(t, "There is nothing yet.")
	p.page.Go(p.at(p.mail(t, mail.Confirm, p.email).Link))
	p.press(t, submit, "Your account")
	p.press(t, `header a[href="/library"]`, "Your library")
	p.says(t, "1 order Walnut Bowl Heaped with Fruit")
	p.look("library")
	if width := browser.Eval[int](p.page, `document.querySelector(".card img").naturalWidth`); width == 0 {
		t.Error("the picture of the model is not shown")
	}
}

func (p *guest) downloadAll(t *testing.T) {
	p.press(t, ".card h3 a", "Walnut Bowl Heaped with Fruit")
	p.look("order")
	p.says(t, "Nothing: what is sold now is what you have.")
	p.wantArchive(t, `main a[href$="/all.zip"]`)
}

// getFree has a free model by one click, as who is signed in and as who is not.
func (p *guest) getFree(t *testing.T) {
	p.page.Go(p.at(p.planter))
	p.press(t, ".buy form button", "Faceted Planter with Saucer")
	p.wantArchive(t, `main a[href$="/all.zip"]`)
	p.open(t, "/library", "library-two")
	p.says(t, "2 orders")
	visitor := p.elsewhere(t)
	visitor.open(t, p.planter, "free")
	visitor.wantArchive(t, `.buy a[href$="/all.zip"]`)
}

func (p *guest) orderAgain(t *testing.T) {
	p.page.Go(p.at("/library"))
	p.press(t, `.card:nth-child(2) h3 a`, "Walnut Bowl Heaped with Fruit")
	p.press(t, `form[action="/buy"] button`, "Checkout")
	p.open(t, "/library", "library-waiting")
	p.says(t, "Not paid yet")
}

// wantArchive fails unless a link leads to an archive of what was uploaded, with its sums,
// which goes on from any place after a break.
func (p *guest) wantArchive(t *testing.T, link string) {
	t.Helper()
	address := browser.Eval[string](p.page, `document.querySelector('`+link+`').href`)
	cookies := p.page.Cookies(address)
	data := append(p.fetch(t, address, cookies, "bytes=0-99"), p.fetch(t, address, cookies, "bytes=100-")...)
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatalf("%s: %v", address, err)
	}
	sums, listed := "", ""
	for _, f := range z.File {
		content := entryOf(t, f)
		sum := sha256.Sum256(content)
		switch f.Name {
		case "SHA256SUMS":
			listed = string(content)
			continue
		case "LICENSE.txt":
			if !strings.Contains(string(content), "License") {
				t.Errorf("the licence is %q", content)
			}
		default:
			if want := p.sold[f.Name]; len(want) == 0 || !bytes.Equal(want, content) {
				t.Errorf("%s has %d bytes, %d were uploaded", f.Name, len(content), len(want))
			}
		}
		sums += hex.EncodeToString(sum[:]) + "  " + f.Name + "\n"
	}
	if len(z.File) < 3 || sums != listed {
		t.Errorf("the archive has %d files and the sums\n%swant\n%s", len(z.File), listed, sums)
	}
}

// fetch gets a part of what is at an address, as a browser with its cookies.
func (p *guest) fetch(t *testing.T, address, cookies, part string) []byte {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Cookie", cookies)
	r.Header.Set("Range", part)
	response, err := p.client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	data, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusPartialContent {
		t.Fatalf("%s: status %d, %v", address, response.StatusCode, err)
	}
	return data
}

func entryOf(t *testing.T, f *zip.File) []byte {
	t.Helper()
	r, err := f.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	content, err := io.ReadAll(r)
	if err != nil {
		t.Fatalf("%s: %v", f.Name, err)
	}
	return content
}
