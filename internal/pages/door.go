package pages

import (
	"errors"
	"net/http"
	"slices"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/session"
	"vitrine/internal/shop"
	"vitrine/internal/web"
)

// InPage is a page for somebody who is signed in.
type InPage func(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error

// ForSignedIn is a private page for who is signed in; others are led to sign in first and come back.
func ForSignedIn(next InPage) Page { return knowing(session.Required, next) }

// ForKnown is ForSignedIn for what nobody needs to agree to anything for: see session.SignedIn.
func ForKnown(next InPage) Page { return knowing(session.SignedIn, next) }

// ForOperators is a private page for operators: for all others nothing is at its address.
func ForOperators(next InPage) Page { return knowing(session.Operator, next) }

// ForStaff is ForOperators for all who act for the marketplace.
func ForStaff(next InPage) Page {
	return knowing(func(r *http.Request) (shop.SignedIn, error) {
		return session.Staff(r, vitrine.RoleModerator, vitrine.RoleSupport)
	}, next)
}

func knowing(who func(*http.Request) (shop.SignedIn, error), next InPage) Page {
	return Private(func(w http.ResponseWriter, r *http.Request) error {
		in, err := who(r)
		if err != nil {
			return err
		}
		return next(w, r, in)
	})
}

// Came makes a page of one that is the same whoever is signed in, such as what leads back from the
// address of a form: who had to sign in before it was sent comes there by GET.
func Came(page Page) InPage {
	return func(w http.ResponseWriter, r *http.Request, _ shop.SignedIn) error { return page(w, r) }
}

// Explained returns what to say at the fields of a form that was not taken, and the status of its page: OK where
// nothing was refused. What has none of the codes is returned as it is: the form can't explain it.
func Explained(r *http.Request, refused error, codes ...vitrine.Code) (status int, wrong map[string]string, err error) {
	if refused == nil {
		return http.StatusOK, nil, nil
	}
	e, ok := errors.AsType[*vitrine.Error](refused)
	if !ok || !slices.Contains(codes, e.Code) {
		return 0, nil, refused
	}
	return web.ProblemOf(r, refused).Status, FaultsOf(locale.Of(r.Context()), e), nil
}
