package session

import (
	"errors"
	"net/http"
	"net/url"

	"vitrine"
	"vitrine/internal/shop"
	"vitrine/internal/web"
)

// errSignIn is the cause of an Error that asks who nobody knows to sign in.
var errSignIn = errors.New("sign in first")

// SignedIn is Required for what nobody needs to agree to anything for: what they have paid
// for, and what is kept about them.
func SignedIn(r *http.Request) (shop.SignedIn, error) {
	in, ok := Of(r.Context())
	if !ok {
		return in, &vitrine.Error{Code: vitrine.Unauthenticated, Message: "sign in first", Err: errSignIn}
	}
	return in, nil
}

// AgreePath is where people agree to what the marketplace asks of those with accounts.
const AgreePath = "/agree"

// errAgree is the cause of an Error that asks somebody to agree to what the marketplace has
// published since they did.
var errAgree = errors.New("agree first")

// Agreed refuses somebody who has not agreed yet to what the marketplace asks of those with
// accounts. The error leads to where they do, and from there back.
func Agreed(in shop.SignedIn) error {
	if len(in.Owes) == 0 {
		return nil
	}
	return &vitrine.Error{Code: vitrine.Forbidden, Message: "agree first to what this marketplace asks of you", Err: errAgree}
}

// Required returns who is signed in at the browser of a request and has agreed to what the
// marketplace asks. Where nobody is, the error leads to the page to sign in, and from there
// back.
func Required(r *http.Request) (shop.SignedIn, error) {
	in, err := SignedIn(r)
	if err != nil {
		return in, err
	}
	return in, Agreed(in)
}

// Operator returns the operator who is signed in at the browser of a request. Others are
// led to the doors where they become one, or told that nothing is here.
func Operator(r *http.Request) (shop.SignedIn, error) { return Staff(r, vitrine.RoleOperator) }

// Staff is Operator for those who may act in one of some roles.
func Staff(r *http.Request, roles ...vitrine.Role) (shop.SignedIn, error) {
	in, err := SignedIn(r)
	if err != nil {
		return in, err
	}
	return in, in.MustAct(roles...)
}

// Detour returns the path of the page that somebody must pass before what they asked for
// can be done: to sign in, to show once more that it is them, to show more than a password,
// or to get something to show. "" when err says none of it.
// From there they come back to the address that they asked for, by GET. The page is in the
// language that the request names in its address.
func Detour(r *http.Request, err error) string {
	door := ""
	switch {
	case errors.Is(err, errSignIn):
		if door = "/sign-in"; waits(r) {
			door = "/sign-in/second"
		}
	case errors.Is(err, errAgree):
		door = AgreePath
	case errors.Is(err, shop.ErrBeStrong):
		door = "/account/security"
	case errors.Is(err, shop.ErrShowSecond):
		door = "/sign-in/second"
	case errors.Is(err, shop.ErrProveAgain):
		door = "/sign-in/again"
	default:
		return ""
	}
	back := r.URL.EscapedPath()
	if r.Method == http.MethodGet && r.URL.RawQuery != "" {
		back += "?" + r.URL.RawQuery
	}
	return door + NextQuery(r, back)
}

// NextQuery is the query by which a page on the way through the sign-in leads on to an own
// path, in the language that the address of the request names; "" where it leads nowhere.
func NextQuery(r *http.Request, next string) string {
	query := url.Values{}
	if next = web.OwnPath(next); next != "" {
		query.Set("next", next)
	}
	if l := inAddress(r); l != nil {
		query.Set(LanguageParameter, l.Tag)
	}
	if len(query) == 0 {
		return ""
	}
	return "?" + query.Encode()
}

// ProvesFirst reports whether an error leads who is signed in to a page on which they show who
// they are. What they sent is not done, and is sent once more by them.
func ProvesFirst(err error) bool {
	return errors.Is(err, shop.ErrProveAgain) || errors.Is(err, shop.ErrShowSecond) || errors.Is(err, shop.ErrBeStrong)
}

func waits(r *http.Request) bool {
	_, waits := Waiting(r.Context())
	return waits
}
