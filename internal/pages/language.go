package pages

import (
	"html/template"
	"net/http"
	"strings"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/session"
	"vitrine/internal/web"
)

// languageButtons choose a language at the foot of a page in one of them.
func languageButtons(in *locale.Language) template.HTML {
	m := &Markup{}
	for _, l := range locale.All() {
		m.Fixed(`<button class="quiet" name="language" value="`).Text(l.Tag).Fixed(`" lang="`).Text(l.Tag).Fixed(`"`)
		if l == in {
			m.Fixed(` aria-current="true"`)
		}
		m.Fixed(`>`).Text(l.Name).Fixed(`</button> `)
	}
	return m.HTML()
}

// alternates are links to the addresses that a page has in each language, and in the one of
// its reader.
func (s *Shell) alternates(v *View) template.HTML {
	m := &Markup{}
	for _, l := range locale.All() {
		m.Fixed(`<link rel="alternate" hreflang="`).Text(l.Tag).Fixed(`" href="`).Text(s.Address(v.inLanguage(l.Tag))).Fixed("\">\n")
	}
	return m.Fixed(`<link rel="alternate" hreflang="x-default" href="`).Text(s.Address(v.Canonical)).Fixed("\">\n").HTML()
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
func (s *Shell) address(v *View, r *http.Request) {
	query := r.URL.Query()
	named := locale.Find(query.Get(session.LanguageParameter)) != nil
	if v.Canonical != "" && !v.Hidden {
		v.Alternates = s.alternates(v)
		if named {
			v.Canonical = v.inLanguage(v.Speaks.Tag)
		}
	}
	// The address of what did not work may hold an answer that counts once, or words of others.
	_, failed := v.Content.(Failure)
	if failed || r.Method != http.MethodGet && r.Method != http.MethodHead {
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

	next := web.OwnPath(form.Get("next"))
	if next == "" {
		next = "/"
	}
	w.Header().Set("Cache-Control", "no-store")
	http.Redirect(w, r, next, http.StatusSeeOther)
	return nil
}
