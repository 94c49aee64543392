package session

import (
	"net/http"
	"net/url"
	"strings"
	"time"

	"vitrine/internal/locale"
)

// LanguageParameter names the language of a page in its address: search engines and links
// have one address for each.
const LanguageParameter = "lang"

// localesParameter names the languages that the user of an application reads, as the
// application says, best first (OpenID Connect Core, section 3.1.2.1).
const localesParameter = "ui_locales"

// languageKept is how long a browser keeps the language that was chosen in it.
const languageKept = 365 * 24 * time.Hour

// inLanguage says in which language a request is answered: the one of its address, or else
// the one that was chosen, in the account or in the browser, or else what the application
// says that sent its user here, or else what the browser likes.
// What was said goes before the browser's in Accept-Language: all that is
// written in several languages is picked by that.
func (s *Sessions) inLanguage(r *http.Request) *http.Request {
	said := s.said(r)
	if said == nil {
		return r.WithContext(locale.With(r.Context(), locale.Best(r.Header.Get("Accept-Language"))))
	}
	r = r.WithContext(locale.With(r.Context(), said))
	r.Header = r.Header.Clone()
	r.Header.Set("Accept-Language", strings.TrimSuffix(said.Tag+", "+r.Header.Get("Accept-Language"), ", "))
	return r
}

// said is the language that somebody said; nil for none.
func (s *Sessions) said(r *http.Request) *locale.Language {
	if l := inAddress(r); l != nil {
		return l
	}
	if s == nil {
		return nil
	}
	if in, ok := Of(r.Context()); ok && in.User.Language != "" {
		return locale.Near(in.User.Language)
	}
	if l := locale.Find(s.read(r, languageCookie)); l != nil {
		return l
	}
	return byApplication(r)
}

// byApplication is the language that an application asks for its user, on the page to which
// it sent them and on those where they sign in on their way there; nil for none.
func byApplication(r *http.Request) *locale.Language {
	query := page(r).RawQuery
	if !strings.Contains(query, localesParameter) {
		return nil
	}
	values, _ := url.ParseQuery(query) // what does not parse is not there
	if next, err := url.Parse(values.Get("next")); err == nil && !values.Has(localesParameter) {
		values = next.Query()
	}
	for tag := range strings.FieldsSeq(values.Get(localesParameter)) {
		if l := locale.Near(tag); l != nil {
			return l
		}
	}
	return nil
}

// page is the address of the page that a request is for: of a form, that on which it stood,
// so that what is wrong with it is said in the same language.
func page(r *http.Request) *url.URL {
	if r.Method != http.MethodPost {
		return r.URL
	}
	from, err := url.Parse(r.Referer())
	if err != nil || from.Host != r.Host {
		return r.URL
	}
	return from
}

// inAddress is the language that the address of a page names; nil for none.
func inAddress(r *http.Request) *locale.Language {
	at := page(r)
	if !strings.Contains(at.RawQuery, LanguageParameter+"=") {
		return nil
	}
	return locale.Find(at.Query().Get(LanguageParameter))
}

// Speak keeps a language that was chosen: in the account of who is signed in, where mails
// are written in it too, or else in the browser.
func (s *Sessions) Speak(w http.ResponseWriter, r *http.Request, l *locale.Language) error {
	if in, ok := Of(r.Context()); ok {
		return s.shop.SetLanguage(r.Context(), in.User.ID, l.Tag)
	}
	s.write(w, languageCookie, l.Tag, languageKept)
	return nil
}
