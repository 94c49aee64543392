package account_test

import (
	"archive/zip"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/mail"
	"vitrine/internal/mail/mailtest"
	"vitrine/internal/pages/account"
)

func noon() time.Time { return time.Date(2026, 5, 6, 12, 0, 0, 0, time.UTC) }

const password = "correct horse"

func joinAs(name string) url.Values {
	return url.Values{"username": {name}, "email": {name + "@example.com"}, "password": {password}}
}

// joined is a browser at which somebody has joined.
func (s *site) joined(t *testing.T, name string) *visitor {
	t.Helper()
	v := s.visitor()
	v.post(t, "/join", joinAs(name)).wantLeads(t, "joining", "/account")
	return v
}

// settled is joined, with a confirmed address.
func (s *site) settled(t *testing.T, name string) *visitor {
	t.Helper()
	v := s.joined(t, name)
	v.post(t, s.mailOf(t, mail.Confirm, name+"@example.com").Link, nil).wantLeads(t, "confirming", "/account?done=confirmed")
	return v
}

func TestJoin(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	v := s.visitor()
	opened := v.get(t, "/join?next=/library")
	opened.wantStatus(t, "the page", http.StatusOK)
	want := []string{"next", "username username", "email email", "password new-password"}
	if diff := cmp.Diff(want, opened.fields()); diff != "" {
		t.Errorf("fields (-want +got):\n%s", diff)
	}
	wrong := v.post(t, "/join", url.Values{"username": {"A"}, "email": {"ada@example.com"}, "password": {"secret"}})
	wrong.wantStatus(t, "what is wrong", http.StatusUnprocessableEntity)
	wrong.wantText(t, "what is wrong", "A username has 3 to 40 characters", "A password has 8 to 128 characters")
	if strings.Contains(wrong.body, "secret\"") || !strings.Contains(wrong.body, `value="ada@example.com"`) {
		t.Errorf("the form comes back with the password, or without the address:\n%s", wrong.body)
	}
	form := joinAs("ada")
	form.Set("next", "/library?a=b")
	v.post(t, "/join", form).wantLeads(t, "joining", "/library?a=b")
	v.get(t, "/account").wantText(t, "the account", "ada@example.com not confirmed yet", "Firefox on Linux this browser")
	v.get(t, "/join").wantLeads(t, "who has joined", "/account")

	taken := s.visitor().post(t, "/join", joinAs("ada"))
	taken.wantStatus(t, "a taken name", http.StatusUnprocessableEntity)
	taken.wantText(t, "a taken name", "This username is taken.")
}

func TestJoinPolicies(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	house := vitrine.DefaultHouse()
	house.Joining, house.Contact = vitrine.JoinInvited, "shop@example.com"
	if err := s.shop.SetHouse(t.Context(), house); err != nil {
		t.Fatal(err)
	}
	v := s.visitor()
	opened := v.get(t, "/join")
	opened.wantText(t, "by invitation", "You need an invitation", "shop@example.com")
	if len(opened.fields()) != 0 {
		t.Errorf("the form is shown: %v", opened.fields())
	}
	v.post(t, "/join", joinAs("ada")).wantStatus(t, "without one", http.StatusForbidden)
	invitation, err := s.shop.Invite(t.Context(), "ada@example.com")
	if err != nil {
		t.Fatal(err)
	}
	opened = v.get(t, invitation.Path)
	if !slices.Contains(opened.fields(), "invitation") || !strings.Contains(opened.body, `value="ada@example.com"`) {
		t.Errorf("the form of an invitation has the fields %v", opened.fields())
	}
	form := joinAs("ada")
	form.Set("invitation", strings.TrimPrefix(invitation.Path, "/join?invitation="))
	v.post(t, "/join", form).wantLeads(t, "with one", "/account")
	v.get(t, "/account").wantText(t, "who was invited", "ada@example.com confirmed on")
	s.visitor().get(t, invitation.Path).wantText(t, "a used one", "was used before or has expired", "You need an invitation")

	house.Joining = vitrine.JoinClosed
	if err := s.shop.SetHouse(t.Context(), house); err != nil {
		t.Fatal(err)
	}
	s.visitor().get(t, "/join").wantText(t, "closed", "Nobody can make an account here by themselves.")
	if strings.Contains(s.visitor().get(t, "/sign-in").body, `href="/join`) {
		t.Error("the page to sign in leads to where nobody can join")
	}
}

func TestSignInAndOut(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.joined(t, "ada")
	v := s.visitor()
	if diff := cmp.Diff([]string{"email username webauthn", "password current-password"}, v.get(t, "/sign-in").fields()); diff != "" {
		t.Errorf("fields (-want +got):\n%s", diff)
	}
	wrong := v.post(t, "/sign-in", url.Values{"email": {"ada"}, "password": {"wrong wrong"}})
	nobody := v.post(t, "/sign-in", url.Values{"email": {"nobody"}, "password": {"wrong wrong"}})
	wrong.wantStatus(t, "a wrong password", http.StatusUnprocessableEntity)
	if strings.ReplaceAll(nobody.body, `value="nobody"`, `value="ada"`) != wrong.body || nobody.status != wrong.status {
		t.Errorf("the page tells that nobody has that name:\n%s", cmp.Diff(wrong.body, nobody.body))
	}
	evil := url.Values{"email": {"ada"}, "password": {password}, "next": {"//evil.example"}}
	v.post(t, "/sign-in", evil).wantLeads(t, "signing in", "/account")
	v.get(t, "/sign-in?next=/\\evil.example").wantLeads(t, "who is in", "/account")
	v.get(t, "/sign-out").wantLeads(t, "a link to sign out", "/")
	v.get(t, "/account").wantStatus(t, "after a link to sign out", http.StatusOK)
	old := v.cookies["__Host-vitrine-session"]
	v.post(t, "/sign-out", nil).wantLeads(t, "signing out", "/")
	if len(v.cookies) != 0 {
		t.Errorf("cookies are left: %v", v.cookies)
	}
	v.cookies["__Host-vitrine-session"] = old
	v.get(t, "/account?done=kept").wantLeads(t, "after signing out", "/sign-in?next=%2Faccount%3Fdone%3Dkept")
}

// TestSpentBudgets uses up the attempts at an account: the form stays, with the ways in that
// are left, and whoever is signed in goes on.
func TestSpentBudgets(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ada, v := s.settled(t, "ada"), s.visitor()
	var spent page
	for range 11 {
		spent = v.post(t, "/sign-in", url.Values{"email": {"ada"}, "password": {"wrong wrong"}, "next": {"/library"}})
	}
	spent.wantStatus(t, "too many", http.StatusTooManyRequests)
	spent.wantText(t, "too many", "Too many attempts: try again in 60 seconds. You need not wait for the other ways", "Send me a link by mail")
	if spent.header.Get("Retry-After") != "60" || !strings.Contains(spent.body, `value="/library"`) || !strings.Contains(spent.body, `value="ada"`) {
		t.Errorf("the form is lost, or when to try again: %v\n%s", spent.header, spent.body)
	}
	ada.post(t, "/sign-in/again", url.Values{"password": {password}, "next": {"/account"}}).wantLeads(t, "who is signed in", "/account")
	for range 11 {
		spent = ada.post(t, "/sign-in/again", url.Values{"password": {"wrong wrong"}})
	}
	spent.wantStatus(t, "too many proofs", http.StatusTooManyRequests)
	spent.wantText(t, "too many proofs", "Is it you?", "Send a link to ada@example.com instead")

	form := url.Values{"email": {"ada@example.com"}}
	for range 6 {
		spent = v.post(t, "/sign-in/link", form)
	}
	spent.wantStatus(t, "too many mails", http.StatusTooManyRequests)
	spent.wantText(t, "too many mails", "try again in 12 minutes", "Send me a link by mail")
	ada.post(t, "/sign-in/link", form).wantLeads(t, "a mail to oneself", "/sign-in/code")
}

// TestSignInByMail follows a link and a code, in the browser that asked and in another one.
func TestSignInByMail(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.settled(t, "ada")
	v, other := s.visitor(), s.visitor()
	v.get(t, "/sign-in/code").wantLeads(t, "who asked for nothing", "/sign-in")
	for _, email := range []string{"nobody@example.com", "ada@example.com"} {
		asked := v.post(t, "/sign-in/link", url.Values{"email": {email}, "next": {"/oauth/authorize?a=b"}})
		asked.wantLeads(t, email, "/sign-in/code?next=%2Foauth%2Fauthorize%3Fa%3Db")
	}
	v.post(t, "/sign-in/link", url.Values{"email": {"ada"}}).wantStatus(t, "a name", http.StatusUnprocessableEntity)
	link := s.mailOf(t, mail.SignIn, "ada@example.com").Link

	other.get(t, link).wantText(t, "elsewhere", "This link was asked for in another browser")
	other.post(t, link, nil).wantStatus(t, "sent elsewhere", http.StatusUnprocessableEntity)
	for range 2 {
		v.get(t, link).wantText(t, "opened", "As the account with the address ada@example.com")
		v.get(t, "/account").wantLeads(t, "a link that is only opened", "/sign-in?next=%2Faccount")
	}
	v.post(t, link, nil).wantLeads(t, "the button", "/account")
	v.get(t, link).wantText(t, "used", "This link has expired or was used before.")
	s.visitor().post(t, link, nil).wantStatus(t, "used elsewhere", http.StatusUnprocessableEntity)
	s.visitor().get(t, "/link/vtl_guess").wantStatus(t, "a guess", http.StatusNotFound)

	v = s.visitor()
	next := "/sign-in/code?next=%2Flibrary"
	v.post(t, "/sign-in/link", url.Values{"email": {"ada@example.com"}, "next": {"/library"}}).wantLeads(t, "asking", next)
	typed := url.Values{"code": {"1234"}, "next": {"/library"}}
	v.post(t, "/sign-in/code", typed).wantText(t, "a wrong code", "This is not the code of the last mail.")
	typed.Set("code", s.mailOf(t, mail.SignIn, "ada@example.com").Code)
	other.post(t, "/sign-in/code", typed).wantStatus(t, "the code elsewhere", http.StatusUnprocessableEntity)
	v.post(t, "/sign-in/code", typed).wantLeads(t, "the code", "/library")
}

func TestReset(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	in := s.settled(t, "ada")
	v := s.visitor()
	v.post(t, "/reset", url.Values{"email": {"ada@example.com"}}).wantLeads(t, "asking", "/reset/code")
	link := s.mailOf(t, mail.Reset, "ada@example.com").Link
	v.get(t, link).wantText(t, "opened", "Choose a new password")
	short := v.post(t, link, url.Values{"password": {"short"}})
	short.wantText(t, "a short one", "A password has 8 to 128 characters.")
	v.post(t, link, url.Values{"password": {"battery staple"}}).wantLeads(t, "a new one", "/account")
	in.get(t, "/account").wantLeads(t, "the browser of before", "/sign-in?next=%2Faccount")

	v = s.visitor()
	v.post(t, "/reset", url.Values{"email": {"ada@example.com"}}).wantLeads(t, "asking", "/reset/code")
	typed := url.Values{"code": {"1"}, "password": {password}}
	v.post(t, "/reset/code", typed).wantText(t, "a wrong code", "This is not the code of the last mail.")
	typed.Set("code", s.mailOf(t, mail.Reset, "ada@example.com").Code)
	v.post(t, "/reset/code", typed).wantLeads(t, "the code", "/account")
	s.visitor().post(t, "/sign-in", url.Values{"email": {"ada"}, "password": {password}}).wantLeads(t, "the newest", "/account")
}

func TestConfirm(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	v, eve := s.joined(t, "ada"), s.joined(t, "eve")
	link := s.mailOf(t, mail.Confirm, "ada@example.com").Link
	s.visitor().get(t, link).wantLeads(t, "nobody", "/sign-in?next="+url.QueryEscape(link))
	eve.post(t, link, nil).wantStatus(t, "somebody else", http.StatusForbidden)
	v.get(t, link).wantText(t, "opened", "Is ada@example.com the address of your account ada?")
	v.get(t, "/account").wantText(t, "a link that is only opened", "not confirmed yet")
	v.post(t, "/account/address/again", nil).wantLeads(t, "once more", "/account?done=again")
	pressed := v.post(t, s.mailOf(t, mail.Confirm, "ada@example.com").Link, nil)
	v.follow(t, pressed).wantText(t, "pressed", "that is noted", "confirmed on 6 May 2026")
	v.get(t, link).wantLeads(t, "the first link after that", "/account")
}

// TestFreshness opens what hurts some time after signing in.
func TestFreshness(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	v := s.settled(t, "ada")
	v.get(t, "/account/password").wantStatus(t, "at once", http.StatusOK)
	s.clock.Advance(vitrine.FreshFor)
	for _, path := range []string{"/account/password", "/account/address", "/account/tokens"} {
		v.get(t, path).wantLeads(t, path, "/sign-in/again?next="+url.QueryEscape(path))
		v.post(t, path, url.Values{"password": {"battery staple"}}).wantLeads(t, path, "/sign-in/again?next="+url.QueryEscape(path))
	}
	for _, what := range []string{"rotate", "revoke"} {
		path := "/account/tokens/1/" + what
		v.post(t, path, nil).wantLeads(t, what, "/sign-in/again?next="+url.QueryEscape(path))
		v.get(t, path).wantLeads(t, what+" afterwards", "/account/tokens")
	}
	again := v.get(t, "/sign-in/again?next=/account/password")
	again.wantText(t, "the page", "You are signed in as ada", "Send a link to ada@example.com instead")
	wrong := v.post(t, "/sign-in/again", url.Values{"password": {"wrong wrong"}, "next": {"/account/password"}})
	wrong.wantText(t, "a wrong one", "This is not the password of your account.")
	form := url.Values{"password": {password}, "next": {"/account/password"}}
	v.post(t, "/sign-in/again", form).wantLeads(t, "the right one", "/account/password")
	v.get(t, "/account/password").wantStatus(t, "after that", http.StatusOK)
	form.Set("next", "https://evil.example/")
	v.post(t, "/sign-in/again", form).wantLeads(t, "elsewhere", "/account")
	s.visitor().get(t, "/sign-in/again").wantLeads(t, "nobody", "/sign-in?next=%2Fsign-in%2Fagain")
}

func TestSettings(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	v, other := s.settled(t, "ada"), s.visitor()
	other.agent = "Mozilla/5.0 (Windows NT 10.0) Chrome/140.0"
	signIn := url.Values{"email": {"ada@example.com"}, "password": {password}}
	other.post(t, "/sign-in", signIn).wantLeads(t, "the other", "/account")
	v.get(t, "/account").wantText(t, "both", "Firefox on Linux this browser", "Chrome on Windows")
	v.post(t, "/account/sessions", nil).wantLeads(t, "all others", "/account?done=others")
	other.get(t, "/account").wantLeads(t, "the other", "/sign-in?next=%2Faccount")
	other.post(t, "/sign-in", signIn)
	in, err := s.shop.SessionOf(t.Context(), other.cookies["__Host-vitrine-session"])
	if err != nil {
		t.Fatal(err)
	}
	path := "/account/sessions/" + itoa(in.Session.ID)
	s.joined(t, "eve").post(t, path, nil).wantStatus(t, "somebody else", http.StatusNotFound)
	v.post(t, path, nil).wantLeads(t, "one", "/account?done=ended")
	other.get(t, "/account").wantLeads(t, "the other", "/sign-in?next=%2Faccount")

	v.follow(t, v.post(t, "/account/language", url.Values{"language": {"de"}})).wantText(t, "language", "Ihre Sprache ist gemerkt.")
	if user, err := s.db.UserByUsername(t.Context(), "ada"); err != nil || user.Language != "de" {
		t.Errorf("the language is %q, %v", user.Language, err)
	}
	v.post(t, "/account/language", url.Values{"language": {"tlh"}}).wantStatus(t, "no language", http.StatusUnprocessableEntity)

	v.post(t, "/account/password", url.Values{"password": {"short"}}).wantText(t, "a short one", "Ein Passwort hat 8 bis 128 Zeichen.")
	v.post(t, "/account/password", url.Values{"password": {"battery staple"}}).wantLeads(t, "a new one", "/account?done=password")
	v.get(t, "/account").wantStatus(t, "after that", http.StatusOK)
}

func TestChangeAddress(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	v := s.settled(t, "ada")
	same := v.post(t, "/account/address", url.Values{"email": {"Ada@example.com"}})
	same.wantText(t, "the same", "This is the address of your account already.")
	v.post(t, "/account/address", url.Values{"email": {"new@example.com"}}).wantLeads(t, "asking", "/account?done=address")
	v.get(t, "/account").wantText(t, "waiting", "It is to become new@example.com")
	v.post(t, "/account/address/keep", nil).wantLeads(t, "not after all", "/account?done=kept")
	if text := v.get(t, "/account").text(); strings.Contains(text, "new@example.com") {
		t.Errorf("it still waits: %s", text)
	}
	v.post(t, "/account/address", url.Values{"email": {"new@example.com"}})
	leave, arrive := s.mailOf(t, mail.Leave, "ada@example.com").Link, s.mailOf(t, mail.Arrive, "new@example.com").Link
	v.get(t, leave).wantText(t, "leaving", "is to get another address than ada@example.com")
	v.get(t, arrive).wantText(t, "arriving", "is to get the address new@example.com")
	v.follow(t, v.post(t, arrive, nil)).wantText(t, "one", "The mail to the new address was answered")
	v.follow(t, v.post(t, leave, nil)).wantText(t, "both", "new@example.com confirmed on")
}

func TestTokens(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	v, eve := s.settled(t, "ada"), s.settled(t, "eve")
	v.get(t, "/account/tokens").wantText(t, "the page", "See models, and your drafts models:read")
	if text := v.get(t, "/account/tokens").text(); strings.Contains(text, "operator") {
		t.Errorf("who is no operator is offered to act as one: %s", text)
	}
	for what, form := range map[string]url.Values{
		"nothing chosen": {"days": {"30"}}, "no lifetime": {"scope": {"models:read"}},
		"for ever and more": {"scope": {"models:read"}, "days": {"-1"}},
	} {
		v.post(t, "/account/tokens", form).wantStatus(t, what, http.StatusUnprocessableEntity)
	}
	v.post(t, "/account/tokens", url.Values{"days": {"30"}, "scope": {"admin"}}).wantStatus(t, "not hers", http.StatusForbidden)
	made := v.post(t, "/account/tokens", url.Values{"days": {"30"}, "scope": {"models:read", "orders:read"}})
	made.wantText(t, "made", "It is shown now and never again.", "good until 5 June 2026, 12:00 UTC")
	first := secretIn(t, made)
	caller, err := s.shop.Authenticate(t.Context(), first)
	if err != nil || caller.User.Username != "ada" || len(caller.Scopes) != 2 {
		t.Fatalf("the token is of %+v, %v", caller, err)
	}
	path := "/account/tokens/" + itoa(caller.TokenID)
	if text := v.get(t, "/account/tokens").body; strings.Contains(text, first) {
		t.Error("the secret is shown once more")
	}
	eve.post(t, path+"/rotate", nil).wantStatus(t, "somebody else", http.StatusNotFound)
	eve.post(t, path+"/revoke", nil).wantStatus(t, "somebody else", http.StatusNotFound)
	second := secretIn(t, v.post(t, path+"/rotate", nil))
	if _, err := s.shop.Authenticate(t.Context(), first); err == nil {
		t.Error("the first secret is still good")
	}
	if caller, err = s.shop.Authenticate(t.Context(), second); err != nil {
		t.Fatal(err)
	}
	v.post(t, "/account/tokens/"+itoa(caller.TokenID)+"/revoke", nil).wantLeads(t, "revoking", "/account/tokens?done=revoked")
	if _, err := s.shop.Authenticate(t.Context(), second); err == nil {
		t.Error("a revoked token is still good")
	}
}

func secretIn(t *testing.T, p page) string {
	t.Helper()
	for _, node := range p.nodes {
		if attribute(node, "id") == "secret" {
			return attribute(node, "value")
		}
	}
	t.Fatalf("no secret is shown:\n%s", p.text())
	return ""
}

// TestEveryDoor goes through all addresses: nobody is let in, other sites' forms are refused,
// and opening a page changes nothing.
func TestEveryDoor(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	open := []string{"/join", "/sign-in", "/sign-in/link", "/sign-in/code", "/sign-out", "/reset", "/reset/code", "/link/{key}"}
	v := s.settled(t, "ada")
	for _, pattern := range s.pages.Patterns() {
		method, path, _ := strings.Cut(pattern, " ")
		address := strings.NewReplacer("{key}", "vtl_guess", "{id}", "1").Replace(path)
		if method == http.MethodGet {
			v.get(t, address)
			if _, err := s.shop.SessionOf(t.Context(), v.cookies["__Host-vitrine-session"]); err != nil {
				t.Fatalf("%s has ended the session", pattern)
			}
			continue
		}
		if got := v.send(t, formTo(t, address, joinAs("mallory"), "cross-site")); got.status != http.StatusForbidden {
			t.Errorf("%s: a form of another site is answered with %d", pattern, got.status)
		}
		if slices.Contains(open, path) {
			continue
		}
		got := s.visitor().post(t, address, nil)
		if want := "/sign-in?next=" + url.QueryEscape(address); got.status != http.StatusSeeOther || got.header.Get("Location") != want {
			t.Errorf("%s: nobody gets %d, %s", pattern, got.status, got.header.Get("Location"))
		}
	}
	if _, err := s.db.UserByUsername(t.Context(), "mallory"); vitrine.CodeOf(err) != vitrine.NotFound {
		t.Errorf("a form of another site made an account: %v", err)
	}
}

func TestSuspended(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	v := s.settled(t, "ada")
	if _, err := s.shop.Suspend(t.Context(), "ada"); err != nil {
		t.Fatal(err)
	}
	v.get(t, "/account").wantLeads(t, "at once", "/sign-in?next=%2Faccount")
	got := v.post(t, "/sign-in", url.Values{"email": {"ada"}, "password": {password}})
	wrong := v.post(t, "/sign-in", url.Values{"email": {"ada"}, "password": {"wrong wrong"}})
	if got.status != wrong.status || got.body != wrong.body {
		t.Errorf("the page tells the right password of a suspended account:\n%s", cmp.Diff(wrong.body, got.body))
	}
}

func TestTooManyAttempts(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	v := s.visitor()
	var got page
	for range 11 {
		got = v.post(t, "/sign-in", url.Values{"email": {"ada"}, "password": {"wrong wrong"}})
	}
	got.wantStatus(t, "the eleventh", http.StatusTooManyRequests)
	if got.header.Get("Retry-After") == "" {
		t.Error("it does not say when to come back")
	}
}

func itoa(id int64) string { return strconv.FormatInt(id, 10) }

// TestHugePassword sends a password of 1 MiB wherever one is typed: nobody reads it.
func TestHugePassword(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	v := s.settled(t, "ada")
	form := joinAs("mallory")
	form.Set("password", strings.Repeat("x", 1<<20))
	for _, path := range []string{"/join", "/sign-in", "/sign-in/again", "/account/password", "/reset/code"} {
		v.post(t, path, form).wantStatus(t, path, http.StatusRequestEntityTooLarge)
	}
}

// TestExportPage downloads what is kept, after showing who one is.
func TestExportPage(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ada := s.joined(t, "ada")
	sent := ada.post(t, "/account/export", nil)
	sent.wantStatus(t, "the file", http.StatusOK)
	archive, err := zip.NewReader(strings.NewReader(sent.body), int64(len(sent.body)))
	if err != nil || len(archive.File) < 10 || sent.header.Get("Content-Disposition") != `attachment; filename="ada.zip"` ||
		sent.header.Get("Cache-Control") != "no-store" {
		t.Errorf("the answer is no archive to be kept: %v, %v", sent.header, err)
	}
	s.clock.Advance(vitrine.FreshFor)
	for _, answer := range []page{ada.get(t, "/account/export"), ada.post(t, "/account/export", nil)} {
		if leads := answer.header.Get("Location"); !strings.HasPrefix(leads, "/sign-in/again") {
			t.Errorf("a while later it leads to %q, status %d", leads, answer.status)
		}
	}
}

// TestBouncedAddress: whose mail came back reads on their page why, and what to do; what they open
// then closes the matter.
func TestBouncedAddress(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ada := s.settled(t, "ada")
	const email, notice = "ada@example.com", "its server takes none (5.1.1)"
	if page := ada.get(t, "/account"); strings.Contains(page.text(), notice) {
		t.Error("a mail came back before any did")
	}
	s.clock.Advance(time.Minute)
	s.visitor().post(t, "/sign-in/link", url.Values{"email": {email}})
	s.returns(t, mail.SignIn, email)
	page := ada.get(t, "/account")
	page.wantText(t, "after it came back", notice, "Change the address; or, if mail arrives there again, have a link sent to it",
		"Until then you get only mails that you must have", "Send a link", "Change your address")

	s.clock.Advance(time.Minute)
	ada.post(t, "/account/address/again", nil).wantLeads(t, "asking for a link", "/account?done=again")
	ada.post(t, s.mailOf(t, mail.Confirm, email).Link, nil).wantLeads(t, "opening it", "/account?done=confirmed")
	if page := ada.get(t, "/account"); strings.Contains(page.text(), notice) || strings.Contains(page.text(), "Send a link") {
		t.Errorf("the address is open again, and the page says:\n%s", page.text())
	}
}

// returns has the last mail of a kind to an address come back.
func (s *site) returns(t *testing.T, kind mail.Kind, email string) {
	t.Helper()
	sent := s.lastMail(t, kind, email)
	_, err := s.shop.TakeBounce(t.Context(), strings.NewReader(mailtest.Notification(mailtest.Returned{
		MessageID: sent.MessageID + "@models.example", To: email, Action: "failed", Status: "5.1.1", Reason: "550 nobody"})))
	if err != nil {
		t.Fatal(err)
	}
}

// TestUnsentLinks tells people with an address to confirm whom to ask where no mail is sent.
func TestUnsentLinks(t *testing.T) {
	t.Parallel()
	for unsent, want := range map[bool]int{true: 1, false: 0} {
		v := newSite(t, func(o *account.Options) { o.Unsent = unsent }).visitor()
		v.post(t, "/join", joinAs("ada")).wantLeads(t, "joining", "/account")
		if got := strings.Count(v.get(t, "/account").body, "This marketplace sends no mail yet"); got != want {
			t.Errorf("no mail is sent: %v, and the account says so %d times", unsent, got)
		}
	}
}
