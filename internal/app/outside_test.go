package app_test

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"testing"

	"vitrine"
	"vitrine/internal/config"
	"vitrine/internal/openid/openidtest"
	"vitrine/internal/shop"
)

// outside serves a marketplace with an outside provider.
func outside(t *testing.T) (*openidtest.Provider, *running) {
	t.Helper()
	fake := openidtest.New(t)
	return fake, doorsOf(t, func(c *config.Config) {
		c.OIDCIssuer, c.OIDCName, c.OIDCClient, c.OIDCSecret = fake.URL, "Acme", openidtest.ClientID, openidtest.ClientSecret
	})
}

// stranger is a browser at which nobody is signed in.
func stranger(t *testing.T, s *running) *entrant {
	t.Helper()
	return &entrant{running: s, client: jar(t)}
}

var onward = regexp.MustCompile(`http-equiv="refresh" content="0; url=([^"]+)"`)

// sent is where a form at a path sends the browser to, and the path that it comes back to.
func (e *entrant) sent(t *testing.T, path string, fields ...string) string {
	t.Helper()
	status, _, page := e.form(t, path, fields...)
	found := onward.FindStringSubmatch(page)
	if status != http.StatusOK || found == nil {
		t.Fatalf("%s: status %d, %s", path, status, page)
	}
	address := strings.NewReplacer("&amp;", "&", "&#43;", "+").Replace(found[1])
	_, led, _ := visit(t, jar(t), address)
	if !strings.HasPrefix(led, e.public+"/sign-in/provider?") {
		t.Fatalf("%s leads to %s", address, led)
	}
	return strings.TrimPrefix(led, e.public)
}

var ticketShown = regexp.MustCompile(`name="ticket" value="(\w+)"`)

// joinsOutside makes an account by the provider.
func (e *entrant) joinsOutside(t *testing.T, fields ...string) (status int, location, page string) {
	t.Helper()
	_, _, page = e.visit(t, e.sent(t, "/sign-in/provider"))
	found := ticketShown.FindStringSubmatch(page)
	if found == nil {
		t.Fatalf("no account is offered: %s", page)
	}
	return e.form(t, "/join/provider", append([]string{"ticket", found[1]}, fields...)...)
}

// TestProvider joins and signs in by an outside provider.
func TestProvider(t *testing.T) {
	t.Parallel()
	fake, s := outside(t)
	fake.Person = map[string]any{"sub": "1", "email": "ada@example.com", "email_verified": true, "preferred_username": "Ada"}
	ada := stranger(t, s)
	_, _, page := ada.visit(t, "/sign-in?next=%2Faccount%2Ftokens")
	if !strings.Contains(page, "Sign in with Acme") {
		t.Error("the page to sign in does not offer the provider")
	}
	_, _, page = ada.visit(t, ada.sent(t, "/sign-in/provider", "next", "/account/tokens"))
	if !strings.Contains(page, `value="ada"`) || !strings.Contains(page, "ada@example.com") || strings.Contains(page, `name="email"`) {
		t.Errorf("what is proposed: %s", page)
	}
	status, _, page := ada.joinsOutside(t, "username", "x")
	if status != http.StatusUnprocessableEntity || !strings.Contains(page, "3 to 40 characters") {
		t.Errorf("a bad username: status %d, %s", status, page)
	}
	// The form that comes back is good for another try.
	ticket := ticketShown.FindStringSubmatch(page)[1]
	status, location, page := ada.form(t, "/join/provider", "ticket", ticket, "username", "ada", "next", "//evil")
	if status != http.StatusSeeOther || location != "/account" {
		t.Fatalf("joining: status %d to %q, %s", status, location, page)
	}
	user, err := s.app.User(t.Context(), "ada")
	if err != nil || user.EmailClaimed || user.EmailConfirmedAt.IsZero() || user.Email != "ada@example.com" {
		t.Errorf("the user is %+v, %v", user, err)
	}
	other := stranger(t, s)
	status, location, _ = other.visit(t, other.sent(t, "/sign-in/provider", "next", "/account/tokens"))
	if status != http.StatusSeeOther || location != "/account/tokens" {
		t.Errorf("signing in: status %d to %q", status, location)
	}
	for _, asked := range fake.Asked() {
		if asked.Get("code_challenge_method") != "S256" || len(asked.Get("nonce")) < 40 || len(asked.Get("state")) < 30 ||
			asked.Get("redirect_uri") != s.public+"/sign-in/provider" {
			t.Errorf("the provider was asked %v", asked)
		}
	}
}

// TestProviderLinksByNoAddress has somebody at the provider say that an address of an
// account here is theirs.
func TestProviderLinksByNoAddress(t *testing.T) {
	t.Parallel()
	fake, s := outside(t)
	if _, _, err := s.app.Shop().CreateUser(t.Context(), shop.NewUser{
		Username: "ada", Email: "ada@example.com", Password: memberPassword,
	}); err != nil {
		t.Fatal(err)
	}
	fake.Person = map[string]any{"sub": "eve", "email": "Ada@example.com", "email_verified": true}
	eve := stranger(t, s)
	_, _, page := eve.visit(t, eve.sent(t, "/sign-in/provider"))
	if !strings.Contains(page, "There is an account with this address") || ticketShown.MatchString(page) {
		t.Errorf("who has a verified address of an account sees %s", page)
	}
	// Not verified: the page says nothing of accounts, and the address is only claimed.
	fake.Person["email_verified"] = false
	status, location, page := eve.joinsOutside(t, "username", "eve", "email", "ada@example.com")
	if status != http.StatusSeeOther || location != "/account" {
		t.Fatalf("joining with another's address: status %d to %q, %s", status, location, page)
	}
	if user, err := s.app.User(t.Context(), "eve"); err != nil || !user.EmailClaimed || !user.EmailConfirmedAt.IsZero() {
		t.Errorf("the user is %+v, %v", user, err)
	}
}

// TestProviderLinked links an account elsewhere after signing in here, and takes it away.
func TestProviderLinked(t *testing.T) {
	t.Parallel()
	fake, s := outside(t)
	ada, bob := joins(t, s, "ada"), joins(t, s, "bob")
	status, location, _ := ada.visit(t, ada.sent(t, "/account/security/elsewhere"))
	if status != http.StatusSeeOther || location != "/account/security?done=linked" {
		t.Fatalf("linking: status %d to %q", status, location)
	}
	if status, _, page := bob.visit(t, bob.sent(t, "/account/security/elsewhere")); status != http.StatusConflict ||
		!strings.Contains(page, "somebody else signs in here") {
		t.Errorf("linking what is another's: status %d, %s", status, page)
	}
	elsewhere := stranger(t, s)
	if _, location, _ = elsewhere.visit(t, elsewhere.sent(t, "/sign-in/provider")); location != "/account" {
		t.Fatalf("signing in leads to %q", location)
	}
	shown := elsewhere.sent(t, "/sign-in/provider/again", "next", "/account/address")
	if _, location, _ = elsewhere.visit(t, shown); location != "/account/address" {
		t.Errorf("showing it again leads to %q", location)
	}
	fake.Token = map[string]any{"auth_time": nil}
	if status, _, page := elsewhere.visit(t, elsewhere.sent(t, "/sign-in/provider/again")); status != http.StatusUnprocessableEntity ||
		!strings.Contains(page, "Acme does not say when you signed in there") || !strings.Contains(page, `href="/sign-in/again"`) {
		t.Errorf("showing it at a provider that does not say when: status %d, %s", status, page)
	}
	fake.Token = nil
	if status, _, page := bob.visit(t, bob.sent(t, "/sign-in/provider/again")); status != http.StatusConflict {
		t.Errorf("showing another's account: status %d, %s", status, page)
	}
	if status, _, _ := bob.form(t, "/account/security/elsewhere/1"); status != http.StatusNotFound {
		t.Errorf("removing another's: status %d", status)
	}
	before := stranger(t, s)
	late := before.sent(t, "/sign-in/provider")
	if _, location, _ := ada.form(t, "/account/security/elsewhere/1"); location != "/account/security?done=removed" {
		t.Errorf("removing leads to %q", location)
	}
	if status, _, _ := elsewhere.visit(t, "/account"); status != http.StatusSeeOther {
		t.Errorf("the session that it began goes on: status %d", status)
	}
	if _, _, page := before.visit(t, late); !strings.Contains(page, "You are new here") {
		t.Errorf("what was removed leads to %s", page)
	}
}

// TestProviderAnswers brings answers back twice, at once, to another browser, and in
// another session.
func TestProviderAnswers(t *testing.T) {
	t.Parallel()
	fake, s := outside(t)
	ada, eve := joins(t, s, "ada"), stranger(t, s)
	if _, location, _ := ada.visit(t, ada.sent(t, "/account/security/elsewhere")); location != "/account/security?done=linked" {
		t.Fatalf("linking leads to %q", location)
	}
	visitor := stranger(t, s)
	answer := visitor.sent(t, "/sign-in/provider")
	// Somebody gives their own answer to another browser, or takes an answer away from it.
	if status, _, page := eve.visit(t, answer); status != http.StatusConflict || eve.session(t) != "" {
		t.Errorf("at another browser: status %d, %s", status, page)
	}
	if status, _, _ := ada.visit(t, answer); status != http.StatusConflict {
		t.Errorf("in another session: status %d", status)
	}
	var done, refused int
	var mu sync.Mutex
	var all sync.WaitGroup
	for range 5 {
		all.Go(func() {
			status, location, _ := visitor.visit(t, answer)
			mu.Lock()
			defer mu.Unlock()
			if status == http.StatusSeeOther && location == "/account" {
				done++
			} else if status == http.StatusConflict {
				refused++
			}
		})
	}
	all.Wait()
	if done != 1 || refused != 4 {
		t.Errorf("of five who come at once %d are in, %d are refused", done, refused)
	}
	// To link, the answer must come to the session of the account that asked.
	link := ada.sent(t, "/account/security/elsewhere")
	if status, _, _ := eve.visit(t, link); status != http.StatusConflict {
		t.Errorf("an answer to link, where nobody is signed in: status %d", status)
	}
	for name, c := range map[string]struct {
		answer url.Values
		want   string
	}{
		"not allowed there": {
			url.Values{"error": {"access_denied"}, "error_description": {"<b>call 555</b>"}}, "Acme was not allowed to say who you are",
		},
		"another provider": {url.Values{"iss": {"https://evil.example"}}, "does not fit what was asked there"},
		"another state":    {url.Values{"state": {"x"}}, "try again"},
	} {
		fake.Answer = c.answer
		at := stranger(t, s)
		if status, _, page := at.visit(t, at.sent(t, "/sign-in/provider")); status < 400 || !strings.Contains(page, c.want) ||
			strings.Contains(page, "555") || at.session(t) != "" {
			t.Errorf("%s: status %d, %s", name, status, page)
		}
	}
}

// TestProviderIsOneStep holds sign-ins by the provider against what all others keep to.
func TestProviderIsOneStep(t *testing.T) {
	t.Parallel()
	_, s := outside(t)
	ada := joins(t, s, "ada")
	if _, location, _ := ada.visit(t, ada.sent(t, "/account/security/elsewhere")); location != "/account/security?done=linked" {
		t.Fatalf("linking leads to %q", location)
	}
	ada.addApp(t)
	waiting := stranger(t, s)
	if _, location, _ := waiting.visit(t, waiting.sent(t, "/sign-in/provider")); location != "/account" {
		t.Fatalf("signing in leads to %q", location)
	}
	if _, location, _ := waiting.visit(t, "/account"); !strings.HasPrefix(location, "/sign-in/second") {
		t.Errorf("with an app the provider alone leads to %q", location)
	}
	if _, err := s.app.Shop().Suspend(t.Context(), "ada"); err != nil {
		t.Fatal(err)
	}
	out := stranger(t, s)
	if status, _, page := out.visit(t, out.sent(t, "/sign-in/provider")); status != http.StatusForbidden || out.session(t) != "" {
		t.Errorf("a suspended account: status %d, %s", status, page)
	}
}

// TestProviderKeepsJoinPolicy comes by the provider to a marketplace that one can't join.
func TestProviderKeepsJoinPolicy(t *testing.T) {
	t.Parallel()
	fake, s := outside(t)
	fake.Person = map[string]any{"sub": "1", "email": "ada@example.com", "email_verified": true}
	house, err := s.app.Shop().House(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	house.Joining = vitrine.JoinClosed
	if err := s.app.Shop().SetHouse(t.Context(), house); err != nil {
		t.Fatal(err)
	}
	ada := stranger(t, s)
	if status, _, page := ada.joinsOutside(t, "username", "ada"); status != http.StatusForbidden || ada.session(t) != "" {
		t.Errorf("joining: status %d, %s", status, page)
	}
	if _, err := s.app.User(t.Context(), "ada"); vitrine.CodeOf(err) != vitrine.NotFound {
		t.Errorf("the user is there: %v", err)
	}
}

// TestProviderByInvitation joins by the provider where one is invited: by a button of the page
// that the invitation leads to, once.
func TestProviderByInvitation(t *testing.T) {
	t.Parallel()
	fake, s := outside(t)
	fake.Person = map[string]any{"sub": "1", "email": "ada@work.example"}
	house, err := s.app.Shop().House(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	house.Joining = vitrine.JoinInvited
	if err := s.app.Shop().SetHouse(t.Context(), house); err != nil {
		t.Fatal(err)
	}
	invitation, err := s.app.Shop().Invite(t.Context(), "ada@example.com")
	if err != nil {
		t.Fatal(err)
	}
	ada, eve := stranger(t, s), stranger(t, s)
	secret := strings.TrimPrefix(invitation.Path, "/join?invitation=")
	_, _, page := ada.visit(t, invitation.Path)
	if !strings.Contains(page, "Join with Acme") || strings.Count(page, `name="invitation" value="`+secret) != 2 {
		t.Errorf("who is invited sees %s", page)
	}
	tickets := map[*entrant]string{}
	for _, e := range []*entrant{ada, eve} {
		_, _, page = e.visit(t, e.sent(t, "/sign-in/provider", "invitation", secret))
		tickets[e] = ticketShown.FindStringSubmatch(page)[1]
		fake.Person = map[string]any{"sub": "2", "email": "eve@work.example"}
	}
	status, _, page := ada.form(t, "/join/provider", "ticket", tickets[ada], "username", "x", "email", "ada@example.com")
	if status != http.StatusUnprocessableEntity {
		t.Fatalf("a bad username: status %d, %s", status, page)
	}
	ticket := ticketShown.FindStringSubmatch(page)[1]
	_, location, page := ada.form(t, "/join/provider", "ticket", ticket, "username", "ada", "email", "ada@example.com")
	if location != "/account" {
		t.Fatalf("joining leads to %q, %s", location, page)
	}
	if user, err := s.app.User(t.Context(), "ada"); err != nil || user.EmailConfirmedAt.IsZero() {
		t.Errorf("who was invited at their address is %+v, %v", user, err)
	}
	status, _, page = eve.form(t, "/join/provider", "ticket", tickets[eve], "username", "eve", "email", "eve@example.com")
	if status != http.StatusForbidden || !strings.Contains(page, "This invitation was used before") {
		t.Errorf("the second with one invitation: status %d, %s", status, page)
	}
	status, _, page = eve.form(t, "/sign-in/provider", "invitation", secret)
	if status != http.StatusConflict || !strings.Contains(page, "used before") {
		t.Errorf("setting out with it once more: status %d, %s", status, page)
	}
}

// TestProviderIsTheOnlyWay takes away what alone lets somebody in.
func TestProviderIsTheOnlyWay(t *testing.T) {
	t.Parallel()
	_, s := outside(t)
	ada := stranger(t, s)
	if _, location, page := ada.joinsOutside(t, "username", "ada", "email", "ada@example.com"); location != "/account" {
		t.Fatalf("joining leads to %q, %s", location, page)
	}
	if status, _, page := ada.form(t, "/account/security/elsewhere/1"); status != http.StatusConflict ||
		!strings.Contains(page, "choose a password or confirm your address first") {
		t.Errorf("removing it: status %d, %s", status, page)
	}
	if _, location, page := ada.form(t, "/account/password", "password", memberPassword); location == "" {
		t.Fatalf("choosing a password: %s", page)
	}
	if _, location, page := ada.form(t, "/account/security/elsewhere/1"); location != "/account/security?done=removed" {
		t.Errorf("removing it beside a password leads to %q, %s", location, page)
	}
}

// TestNoProvider asks for a provider where there is none, and for one that is away.
func TestNoProvider(t *testing.T) {
	t.Parallel()
	without := stranger(t, doorsOf(t))
	if status, _, _ := without.form(t, "/sign-in/provider"); status != http.StatusNotFound {
		t.Errorf("without a provider: status %d", status)
	}
	if _, _, page := without.visit(t, "/sign-in"); strings.Contains(page, "/sign-in/provider") {
		t.Error("a provider is offered that is not there")
	}
	fake, s := outside(t)
	fake.About = map[string]any{"issuer": "https://evil.example"}
	if status, _, page := stranger(t, s).form(t, "/sign-in/provider"); status != http.StatusServiceUnavailable ||
		!strings.Contains(page, "Acme does not answer as it should now") || !strings.Contains(page, `href="/sign-in"`) {
		t.Errorf("a provider that is away: status %d, %s", status, page)
	}
}
