package pages

import (
	"net/http"
	"strconv"
	"strings"

	"vitrine"
)

// Page answers a request with a page; its error is shown as one.
type Page func(w http.ResponseWriter, r *http.Request) error

// Private keeps a page out of caches and indexes.
func Private(page Page) Page {
	return func(w http.ResponseWriter, r *http.Request) error {
		w.Header().Set("Cache-Control", "no-store")
		w.Header().Set("X-Robots-Tag", "noindex")
		return page(w, r)
	}
}

// LeadTo returns a page that leads to another one. It answers at the address of a button:
// somebody comes there from a page where they had to show who they are, and presses it again.
func LeadTo(path string) Page {
	return func(w http.ResponseWriter, r *http.Request) error {
		http.Redirect(w, r, path, http.StatusSeeOther)
		return nil
	}
}

// Done leads to a path, which says there what was done.
func Done(w http.ResponseWriter, r *http.Request, path, what string) error {
	http.Redirect(w, r, path+"?done="+what, http.StatusSeeOther)
	return nil
}

// LeadUp leads from the address of a button, as LeadTo does, to the page above it.
func LeadUp(w http.ResponseWriter, r *http.Request) error {
	http.Redirect(w, r, r.URL.Path[:strings.LastIndexByte(r.URL.Path, '/')], http.StatusSeeOther)
	return nil
}

// NothingHere is the error of an address that leads to nothing.
func NothingHere() error { return vitrine.Errorf(vitrine.NotFound, "nothing is at this address") }

// Number returns the number that a wildcard of the address stands for. NotFound where that
// is no number, or none that anything has.
func Number(r *http.Request, wildcard string) (int64, error) {
	n, err := strconv.ParseInt(r.PathValue(wildcard), 10, 64)
	if err != nil || n < 1 {
		return 0, NothingHere()
	}
	return n, nil
}
