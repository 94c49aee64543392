package pages

import (
	"net/http"
	"strings"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/session"
	"vitrine/internal/web"
)

// tongue is a language that a page is offered in.
type tongue struct {
	*locale.Language
	Path string // of the page in it
}

// tongues are the languages that a page is offered in.
func tongues(v *View) (list []tongue) {
	for _, l := range locale.All() {
		list = append(list, tongue{l, v.inLanguage(l.Tag)})
	}
	return list
}

// inLanguage is the path of the page's one address in a language.
func (v *View) inLanguage(tag string) string {
	separator := "?"
	if strings.Contains(v.Canonical, "?") {
		separator = "&"
	}
	return v.Canonical + separator + session.LanguageParameter + "=" + tag
}

// address fills in where the page is: the address to which the choice of a language leads
// back, and the one in its language, where it was asked for by that.
func (v *View) address(r *http.Request) {
	query := r.URL.Query()
	named := locale.Find(query.Get(session.LanguageParameter)) != nil
	if v.Canonical != "" && !v.Hidden {
		v.Tongues = tongues(v)
		v.Plain = v.Canonical
		if named {
			v.Canonical = v.inLanguage(v.Speaks.Tag)
		}
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		return
	}
	query.Del(session.LanguageParameter)
	v.Back = r.URL.EscapedPath()
	if len(query) > 0 {
		v.Back += "?" + query.Encode()
	}
}

// chooseLanguage keeps the language that somebody chose, and leads back.
func (s *Shell) chooseLanguage(w http.ResponseWriter, r *http.Request) error {
	const maxForm = 8 << 10
	form, err := web.ReadForm(w, r, maxForm)
	if err != nil {
		return err
	}
	chosen := locale.Find(form.Get("language"))
	if chosen == nil {
		return vitrine.Errorf(vitrine.Malformed, "pages are not written in this language")
	}

	if err := s.sessions.Speak(w, r, chosen); err != nil {
		return err
	}

	next := session.OwnPath(form.Get("next"))
	if next == "" {
		next = "/"
	}
	w.Header().Set("Cache-Control", "no-store")
	http.Redirect(w, r, next, http.StatusSeeOther)
	return nil
}
