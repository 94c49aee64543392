package app_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"vitrine"
	"vitrine/internal/shop"
)

// TestTypedIsKept has a moderator write the reasons for a decision for so long that they have
// to show who they are before it is taken: what they typed is there again, once, for them.
func TestTypedIsKept(t *testing.T) {
	t.Parallel()
	p := newProvider(t)
	address := p.publish(t, p.draft(t, p.ofDemo(t, "Faceted Planter with Saucer", 1, map[string]any{"price": 12})))
	p.account(t, "operator", true)
	operator := p.signedIn(t, "operator")
	moderator := func(name string) *person {
		user := p.account(t, name, false)
		if err := p.app.Shop().GiveRoles(t.Context(), operator, user.ID, []vitrine.Role{vitrine.RoleModerator}); err != nil {
			t.Fatal(err)
		}
		started, err := p.app.Shop().SignIn(t.Context(), shop.Credentials{Name: name, Password: "correct horse"}, shop.Browser{})
		if err != nil {
			t.Fatal(err)
		}
		return p.with(t, started)
	}
	eve, mallory := moderator("eve"), moderator("mallory")
	const page, rule = "/desk/models/1", "/desk/models/1/rule"
	p.ahead.Add(int64(vitrine.FreshFor))
	typed := url.Values{"action": {"take_down"}, "ground": {"terms"}, "reason": {"It is <copied>.\nFrom me."}}
	leads := func(got shown, to string) {
		t.Helper()
		if got.status != http.StatusSeeOther || got.header.Get("Location") != to {
			t.Fatalf("it leads to %q: %d", got.header.Get("Location"), got.status)
		}
	}
	again := "/sign-in/again?next=" + url.QueryEscape(rule)
	leads(eve.post(t, rule, typed), again)
	for _, who := range []*person{mallory, eve} {
		proof := url.Values{"password": {"correct horse"}, "next": {rule}}
		leads(who.post(t, again, proof), rule)
		leads(who.get(t, rule), page+"?typed=rule")
		for i, got := range []shown{who.get(t, page+"?typed=rule"), who.get(t, page+"?typed=rule")} {
			kept := strings.Contains(got.body, "It is &lt;copied&gt;.\nFrom me.</textarea>") &&
				strings.Contains(got.body, "Not done yet") && strings.Contains(got.body, `value="take_down" checked`)
			if want := who == eve && i == 0; got.status != http.StatusOK || kept != want {
				t.Errorf("the page has what was typed: %v, want %v: %d %s", kept, want, got.status, got.body)
			}
		}
	}
	if got := eve.get(t, address); got.status != http.StatusOK {
		t.Errorf("something was done: the page is answered with %d", got.status)
	}
	leads(eve.post(t, rule, typed), page+"?done=rule")
}
