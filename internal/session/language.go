package session

import (
	"net/http"
	"strings"
	"time"

	"vitrine/internal/locale"
)

// LanguageParameter names the language of a page in its address: search engines and links
// have one address for each.
const LanguageParameter = "lang"

// languageKept is how long a browser keeps the language that was chosen in it.
const languageKept = 365 * 24 * time.Hour

// inLanguage says in which language a request is answered: the one of its address, or else
// the one that was chosen, in the account or in the browser, or else what the browser likes.
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
	if tag := s.read(r, languageCookie); tag != "" {
		return locale.Find(tag)
	}
	return nil
}

// inAddress is the language that the address of a page names; nil for none.
func inAddress(r *http.Request) *locale.Language {
	if !strings.Contains(r.URL.RawQuery, LanguageParameter+"=") {
		return nil
	}
	return locale.Find(r.URL.Query().Get(LanguageParameter))
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
