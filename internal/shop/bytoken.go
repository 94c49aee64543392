package shop

import (
	"context"
	"slices"
	"strings"

	"vitrine"
)

// WithToken is the user of an access token as the methods of the desks know who is signed in.
// The scopes of desks were given by somebody who had just shown who they are, as strongly as
// the marketplace asks, so that nothing is asked again; whether the user still has the role
// is, in each change. What changes how the user signs in is refused with a token.
func (s *Shop) WithToken(ctx context.Context, caller vitrine.Caller) (SignedIn, error) {
	house, err := s.House(ctx)
	return SignedIn{User: caller.User, House: house, token: &caller}, err
}

// mustActByToken is MustAct with an access token. The interface is no secret: it is said what
// is missing.
func mustActByToken(caller vitrine.Caller, roles []vitrine.Role) error {
	if slices.ContainsFunc(roles, caller.Acts) {
		return nil
	}
	if caller.User.IsAdmin {
		return caller.Require(vitrine.ScopeAdmin)
	}
	names := make([]string, len(roles))
	for i, role := range roles {
		names[i] = string(role)
	}
	return vitrine.Errorf(vitrine.Forbidden, "this is for those who have the role %s here, and the user of the access token has not",
		strings.Join(names, " or "))
}

// ProvedFor refuses to let a program have scopes that only some may have, such as those of the
// desks, to who signed in some time ago.
func (s *Shop) ProvedFor(ctx context.Context, in SignedIn, scopes []vitrine.Scope) error {
	for _, scope := range scopes {
		if !slices.Contains(vitrine.SharedScopes(), scope) {
			return s.mustBeFresh(ctx, in)
		}
	}
	return nil
}
