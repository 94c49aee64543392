package pages

import (
	"net/http"
	"net/url"

	"vitrine/internal/shop"
)

// Own is a page for somebody who is signed in, with the form that it is sent.
type Own func(w http.ResponseWriter, r *http.Request, in shop.SignedIn, form url.Values) error

// OwnPage returns a private page for who is signed in; others are led to sign in first and come
// back. The form of a POST is read by a function.
func OwnPage(own Own, read func(w http.ResponseWriter, r *http.Request) (url.Values, error)) Page {
	return ForSignedIn(func(w http.ResponseWriter, r *http.Request, in shop.SignedIn) (err error) {
		form := url.Values{}
		if r.Method == http.MethodPost {
			if form, err = read(w, r); err != nil {
				return err
			}
		}
		return own(w, r, in, form)
	})
}
