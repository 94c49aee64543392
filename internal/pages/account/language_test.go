package account_test

import (
	"html"
	"net/url"
	"strings"
	"testing"
)

// TestChosenLanguageIsKept chooses a language before joining, and another one before signing
// in: pages go on in it, and mails are written in it from then on.
func TestChosenLanguageIsKept(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	v := s.visitor()
	v.post(t, "/language", url.Values{"language": {"de"}, "next": {"/join"}}).wantLeads(t, "choosing", "/join")
	v.get(t, "/join").wantText(t, "the page", "Sie haben schon ein Konto?", "Benutzername")
	v.post(t, "/join", url.Values{"username": {"A"}}).wantText(t, "what is wrong", "Ein Benutzername hat 3 bis 40 Zeichen")
	v.follow(t, v.post(t, "/join", joinAs("ada"))).wantText(t, "who has joined", "Firefox unter Linux")
	s.wantLanguage(t, "de")

	v.post(t, "/sign-out", nil).wantLeads(t, "signing out", "/")
	v.post(t, "/language", url.Values{"language": {"ar"}}).wantLeads(t, "another one", "/")
	wrong := v.post(t, "/sign-in", url.Values{"email": {"ada"}, "password": {"wrong wrong"}})
	wrong.wantText(t, "a wrong password", "الاسم وكلمة المرور غير متطابقين")
	in := v.post(t, "/sign-in", url.Values{"email": {"ada"}, "password": {password}})
	v.follow(t, in).wantText(t, "who is signed in", "حسابك", "\u2068Firefox\u2069 على \u2068Linux\u2069")
	s.wantLanguage(t, "ar")
	if v.cookies["__Host-vitrine-language"] != "" {
		t.Error("the browser keeps the language beside the account: a choice in another browser would not count here")
	}
}

func (s *site) wantLanguage(t *testing.T, want string) {
	t.Helper()
	if user, err := s.db.UserByUsername(t.Context(), "ada"); err != nil || user.Language != want {
		t.Errorf("the language of the account is %q, %v, want %q", user.Language, err, want)
	}
}

// TestLanguageOfApplication signs in on the way to an application that says what its user
// reads: what the user chose here goes before that, and no other site says it.
func TestLanguageOfApplication(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	v := s.visitor()
	path := "/sign-in?next=" + url.QueryEscape("/oauth/authorize?client_id=a&ui_locales=ja+fr-CA+de")
	v.get(t, path).wantText(t, "the page", "Mot de passe")
	for from, want := range map[string]string{
		"https://example.com" + path:          "Le nom et le mot de passe ne vont pas ensemble",
		"https://evil.example" + path:         "Name and password do not fit",
		"https://example.com/sign-in?lang=es": "El nombre y la contraseña no coinciden",
	} {
		r := formTo(t, "/sign-in", url.Values{"email": {"nobody"}, "password": {"wrong wrong"}}, "same-origin")
		r.Header.Set("Referer", from)
		v.send(t, r).wantText(t, "the form of "+from, want)
	}
	v.post(t, "/language", url.Values{"language": {"zh-Hans"}}).wantLeads(t, "choosing", "/")
	v.get(t, path).wantText(t, "what was chosen", "密码")
}

// TestLanguageOutlastsMistakes sends a form with mistakes again and again, as a browser does,
// and stays in the language of the address that it came by.
func TestLanguageOutlastsMistakes(t *testing.T) {
	t.Parallel()
	v := newSite(t).visitor()
	wrong := url.Values{"email": {"nobody"}, "password": {"wrong wrong"}, "username": {"A"}, "code": {"1"}}
	for _, at := range []string{
		"/sign-in?lang=fr", "/sign-in?next=" + url.QueryEscape("/oauth/authorize?client_id=a&ui_locales=fr"),
		"/join?lang=fr&next=%2Flibrary", "/reset?lang=fr",
	} {
		page := v.get(t, at)
		for range 3 {
			if !strings.Contains(page.body, `<html lang="fr"`) {
				t.Errorf("the page at %s is in another language:\n%s", at, page.body)
			}
			_, form, _ := strings.Cut(page.body, `<form method="post" action="`)
			action, _, _ := strings.Cut(form, `"`)
			r := formTo(t, html.UnescapeString(action), wrong, "same-origin")
			r.Header.Set("Referer", "https://example.com"+at)
			page, at = v.send(t, r), html.UnescapeString(action)
		}
	}
}
