package library_test

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/mail"
	"vitrine/internal/shop"
	"vitrine/internal/store"
)

// TestFind finds orders by mail without an account, and keeps them in a new one.
func TestFind(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	o := s.sell(t, s.publish(t, 1250, held{name: "a.glb", content: "1"}), "eve@example.com")
	v := s.visitor()
	v.post(t, "/orders/find", url.Values{"email": {"eve"}}).wantStatus(t, "no address", http.StatusUnprocessableEntity)
	v.get(t, "/orders/found").wantLeads(t, "who has shown nothing", "/orders/find")
	v.get(t, "/orders/code").wantLeads(t, "who has asked for nothing", "/orders/find")
	v.post(t, "/orders/find", url.Values{"email": {" eve@example.com"}}).wantLeads(t, "asking", "/orders/code")
	v.get(t, "/orders/code").wantText(t, "waiting", "Look into your mail")
	v.post(t, "/orders/code", url.Values{"code": {"12"}}).wantText(t, "a wrong code", "This code is wrong")

	sent := s.mailOf(t, mail.Orders, "eve@example.com")
	link := strings.Replace(sent.Link, "/link/", "/orders/link/", 1)
	v.get(t, sent.Link).wantLeads(t, "the link", link)
	for range 2 {
		v.get(t, link).wantText(t, "the link", "Bought with the address eve@example.com", "Show my orders")
	}
	v.get(t, "/orders/found").wantLeads(t, "a link that is only opened", "/orders/find")
	other := s.visitor()
	other.get(t, link).wantText(t, "elsewhere", "This link was asked for in another browser", "type the code of the same mail")
	other.post(t, link, nil).wantStatus(t, "sent elsewhere", http.StatusForbidden)
	v.post(t, link, nil).wantLeads(t, "the button", "/orders/found")
	v.post(t, link, nil).wantStatus(t, "the button again", http.StatusConflict)
	v.get(t, link).wantText(t, "used", "This link has expired or was used before.")
	found := v.get(t, "/orders/found")
	found.wantText(t, "found", "Oak chair", "by seller", "Paid, 6 May 2026, 12.50 USD", "1 order")
	if !strings.Contains(found.body, `href="/receipt/`+o.CheckoutKey+`"`) {
		t.Errorf("the receipt is not found:\n%s", found.body)
	}
	for name, want := range map[string]string{"Cache-Control": "no-store", "Referrer-Policy": "same-origin", "X-Robots-Tag": "noindex"} {
		if found.header.Get(name) != want {
			t.Errorf("%s is %q", name, found.header.Get(name))
		}
	}
	v.post(t, "/orders/found/keep", nil).wantLeads(t, "keeping as nobody", "/sign-in?next=%2Forders%2Ffound%2Fkeep")
	v.get(t, "/orders/found/keep").wantLeads(t, "coming back", "/orders/found")

	v.post(t, "/join", url.Values{"username": {"ada"}, "email": {"ada@example.com"}, "password": {"correct horse"}})
	v.get(t, "/library").wantText(t, "before", "There is nothing yet", "Your address is not confirmed yet")
	v.get(t, "/orders/found").wantText(t, "signed in", "Add them to my account")
	v.post(t, "/orders/found/keep", nil).wantLeads(t, "keeping", "/library")
	v.get(t, "/library").wantText(t, "after", "1 order", "Oak chair")
	v.get(t, libraryPath(o)).wantText(t, "the order", "a.glb", "Order 1", "What changed", "Nothing: what is sold now is what you have.",
		"Licence: General", "Order again")
	s.clock.Advance(time.Hour)
	v.get(t, "/orders/found").wantLeads(t, "an hour later", "/orders/find")
}

// open has a browser find the orders of an address by mail.
func (v *visitor) open(t *testing.T, email string) {
	t.Helper()
	v.post(t, "/orders/find", url.Values{"email": {email}}).wantLeads(t, "asking", "/orders/code")
	link := strings.Replace(v.site.mailOf(t, mail.Orders, email).Link, "/link/", "/orders/link/", 1)
	v.post(t, link, nil).wantLeads(t, "the button", "/orders/found")
}

// TestFoundIsClosed closes what was found, and signs out: who kept the cookie sees it no more.
func TestFoundIsClosed(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.sell(t, s.publish(t, 1250, held{name: "a.glb", content: "1"}), "eve@example.com")
	for _, door := range []string{"/orders/found/close", "/sign-out"} {
		v, kept := s.visitor(), s.visitor()
		v.open(t, "eve@example.com")
		v.get(t, "/orders/found").wantText(t, door, "Oak chair", "Close")
		maps.Copy(kept.cookies, v.cookies)
		v.post(t, door, nil)
		v.get(t, "/orders/found").wantLeads(t, door, "/orders/find")
		kept.get(t, "/orders/found").wantLeads(t, door+" with the cookie", "/orders/find")
	}
}

// TestFoundOfUnconfirmed finds the orders of an address that its account has not confirmed:
// they are in no library until they are added.
func TestFoundOfUnconfirmed(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.sell(t, s.publish(t, 1250, held{name: "a.glb", content: "1"}), "given@example.com")
	given, _, err := s.shop.CreateUser(t.Context(), shop.NewUser{Username: "given", Email: "given@example.com"})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.shop.GivePassword(t.Context(), given.ID, "correct horse"); err != nil {
		t.Fatal(err)
	}
	v := s.visitor()
	v.post(t, "/sign-in", url.Values{"email": {"given"}, "password": {"correct horse"}}).wantStatus(t, "signing in", http.StatusSeeOther)
	v.open(t, "given@example.com")
	v.get(t, "/orders/found").wantText(t, "found", "Add them to my account")
	v.post(t, "/orders/found/keep", nil).wantLeads(t, "adding", "/library")
	v.get(t, "/library").wantText(t, "the library", "Oak chair")
}

// TestFindTellsNothing asks for addresses with orders, with an account, and with neither.
func TestFindTellsNothing(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.sell(t, s.publish(t, 1250, held{name: "a.glb", content: "1"}), "orders@example.com")
	s.settled(t, "account")
	var first answer
	for i, name := range []string{"nobody", "orders", "account"} {
		v := s.visitor()
		got := v.post(t, "/orders/find", url.Values{"email": {name + "@example.com"}})
		page := v.get(t, "/orders/code")
		if i == 0 {
			first = page
		}
		got.wantLeads(t, name, "/orders/code")
		if page.body != first.body || len(v.cookies) != 1 {
			t.Errorf("%s: the page differs", name)
		}
		s.mailOf(t, mail.Orders, name+"@example.com")
	}
	v := s.visitor()
	for range 4 {
		v.post(t, "/orders/find", url.Values{"email": {"nobody@example.com"}}).wantLeads(t, "again", "/orders/code")
	}
	spent := v.post(t, "/orders/find", url.Values{"email": {"nobody@example.com"}})
	spent.wantStatus(t, "a sixth mail", http.StatusTooManyRequests)
	if spent.header.Get("Retry-After") == "" {
		t.Error("it does not say when to come back")
	}
}

// TestWhatChanged shows what became of a model that was bought.
func TestWhatChanged(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	m := s.publish(t, 1250, held{name: "old.glb", content: "1"}, held{name: "kept.glb", content: "2"})
	o := s.sell(t, m, "eve@example.com")
	s.add(t, m.ID, held{name: "all.glb", content: "33", buyers: true})
	s.add(t, m.ID, held{name: "now.glb", content: "44"})
	s.write(t, func(ctx context.Context, tx *store.Tx) error {
		return tx.DeleteFile(ctx, m.ID, o.Files[0].FileID, noon())
	})
	v := s.settled(t, "eve")
	page := v.get(t, libraryPath(o))
	page.wantText(t, "the order", "all.glb was added for you too, and is here as long as its author gives it.",
		"now.glb was added for those who buy now. It is not part of what you bought.",
		"old.glb is no longer sold. You keep it.", "Added since, for you too", "Download all (4 bytes)")
	names, _ := unpack(t, v.get(t, libraryPath(o)+"/all.zip"))
	if got := strings.Join(names, " "); got != "old.glb kept.glb all.glb LICENSE.txt" {
		t.Errorf("the archive has %s", got)
	}
}

var nextPage = regexp.MustCompile(`rel="next" href="([^"]*)"`)

// TestManyOrders pages through ten thousand orders of one account.
func TestManyOrders(t *testing.T) {
	t.Parallel()
	const many = 10_000
	s := newSite(t)
	v := s.settled(t, "eve")
	o := s.sell(t, s.publish(t, 1250, held{name: "a.glb", content: "1"}), "eve@example.com")
	s.write(t, func(ctx context.Context, tx *store.Tx) error {
		for i := range many - 1 {
			more := *o
			more.UUID, more.Handle = fmt.Sprint("more-", i), fmt.Sprintf("%s%06d", o.Handle[:len(o.Handle)-6], i)
			more.CreatedAt = o.CreatedAt.Add(time.Duration(i/3) * time.Second) // three at a time
			more.BuyersEmail, more.Status = "eve@example.com", vitrine.Paid
			if _, err := tx.InsertOrder(ctx, &more); err != nil {
				return err
			}
		}
		return nil
	})
	v.get(t, "/library").wantText(t, "the first page", "10,000 orders")
	seen, pages := map[string]bool{}, 0
	for path := "/library"; path != ""; pages++ {
		page := v.get(t, path)
		page.wantStatus(t, path, http.StatusOK)
		for _, link := range regexp.MustCompile(`href="(/library/orders/\d+)"`).FindAllStringSubmatch(page.body, -1) {
			if seen[link[1]] {
				t.Fatalf("%s is shown twice", link[1])
			}
			seen[link[1]] = true
		}
		path = ""
		if next := nextPage.FindStringSubmatch(page.body); next != nil {
			path = strings.ReplaceAll(next[1], "&amp;", "&")
		}
	}
	if len(seen) != many || pages != (many+23)/24 {
		t.Errorf("%d orders on %d pages", len(seen), pages)
	}
	v.get(t, "/library?cursor=nonsense").wantStatus(t, "no cursor", http.StatusBadRequest)
}

// TestEveryDoor goes through all addresses: other sites' forms are refused, and nobody is
// led to sign in where somebody has to be.
func TestEveryDoor(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for i, pattern := range s.pages.Patterns() {
		method, path, _ := strings.Cut(pattern, " ")
		address := strings.NewReplacer("{key}", "vtl_guess", "{id}", "1", "{file}", "1").Replace(path)
		if method == http.MethodPost {
			got := s.settled(t, fmt.Sprint("user-", i)).send(t, method, address, url.Values{"email": {"eve@example.com"}},
				"Sec-Fetch-Site", "cross-site")
			got.wantStatus(t, pattern+" of another site", http.StatusForbidden)
		}
		if strings.HasPrefix(path, "/library") || method == http.MethodPost && strings.HasSuffix(path, "/keep") {
			got := s.visitor().send(t, method, address, nil, "Sec-Fetch-Site", "same-origin")
			got.wantLeads(t, pattern, "/sign-in?next="+url.QueryEscape(address))
		}
	}
}
