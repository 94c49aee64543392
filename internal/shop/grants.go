package shop

import (
	"context"
	"errors"
	"slices"
	"strconv"

	"vitrine"
	"vitrine/internal/auth"
	"vitrine/internal/store"
)

// Ask is what an application asks a user for.
type Ask struct {
	ApplicationID int64
	Scopes        []vitrine.Scope // nil for the default ones
	RedirectURI   string
	RedirectNamed bool   // in the request
	Challenge     string // PKCE with S256; "" for none
	Shown         Offer  // on the page where the user said yes
}

// Offer says what a page showed before somebody said yes: the application as it was then,
// and the scopes that it asked for.
type Offer string

// OfferOf is what a page shows of an application and some scopes.
func OfferOf(app *vitrine.Application, scopes []vitrine.Scope) Offer {
	return Offer(strconv.FormatInt(app.UpdatedAt.UnixMicro(), 36) + " " + vitrine.JoinScopes(scopes))
}

// Grantable returns which of some scopes an application gets from a signed-in user: those
// that it may have, those of desks from who acts there, and those of operators from
// operators alone. Refused when none is left.
func (s *Shop) Grantable(in SignedIn, app *vitrine.Application, asked []vitrine.Scope) ([]vitrine.Scope, error) {
	if len(asked) == 0 {
		asked = app.Unnamed()
	}
	var scopes []vitrine.Scope
	for _, scope := range app.May(asked) {
		if in.mayAllow(scope) {
			scopes = append(scopes, scope)
		}
	}
	if len(scopes) == 0 {
		return nil, refuse(InvalidScope, "the application may have none of the scopes that it asks for")
	}
	return scopes, nil
}

// Allow notes that a signed-in user said yes to an application, and returns the code that
// it exchanges for tokens.
func (s *Shop) Allow(ctx context.Context, in SignedIn, ask Ask) (secret string, err error) {
	secret = auth.NewSecret(auth.CodePrefix)
	err = s.db.Write(ctx, func(tx *store.Tx) error {
		app, err := tx.Application(ctx, ask.ApplicationID)
		if err != nil {
			return err
		}
		if !app.MayRedirectTo(ask.RedirectURI) || app.Public && ask.Challenge == "" {
			return refuse(InvalidRequest, "the application was changed just now: begin again")
		}
		authorization := &vitrine.Authorization{
			RedirectURI: ask.RedirectURI, RedirectNamed: ask.RedirectNamed, Challenge: ask.Challenge, CodeExpiresAt: s.now().Add(vitrine.CodeLife),
		}
		if err := s.prepareGrant(ctx, tx, in, app, ask.Scopes, ask.Shown, authorization); err != nil {
			return err
		}
		return tx.InsertAuthorization(ctx, authorization, auth.Hash(secret))
	})
	return secret, err
}

// prepareGrant stores what a user allows an application from now on, and fills in the
// authorization that comes of it. Conflict when that is not what they were shown.
func (s *Shop) prepareGrant(ctx context.Context, tx *store.Tx, in SignedIn, app *vitrine.Application, asked []vitrine.Scope,
	shown Offer, z *vitrine.Authorization) error {
	user, err := tx.User(ctx, in.User.ID)
	if err != nil {
		return err
	}
	if !app.Good() || !user.SuspendedAt.IsZero() {
		return vitrine.Errorf(vitrine.Forbidden, "the application or the account is not there any more")
	}
	if z.Scopes, err = s.Grantable(in, app, asked); err != nil {
		return err
	}
	if err := s.ProvedFor(ctx, in, z.Scopes); err != nil {
		return err
	}
	if OfferOf(app, z.Scopes) != shown {
		return vitrine.Errorf(vitrine.Conflict, "%s was changed while you looked at what it asks for: look again", app.Name)
	}
	grant := vitrine.Grant{UserID: user.ID, ApplicationID: app.ID, Scopes: slices.Clone(z.Scopes), CreatedAt: s.now()}
	// What was allowed before still holds: an application may ask for more bit by bit.
	before, err := tx.Grant(ctx, user.ID, app.ID)
	if err != nil && vitrine.CodeOf(err) != vitrine.NotFound {
		return err
	}
	for _, scope := range before.Scopes {
		if !slices.Contains(grant.Scopes, scope) {
			grant.Scopes = append(grant.Scopes, scope)
		}
	}
	if !before.CreatedAt.IsZero() {
		grant.CreatedAt = before.CreatedAt
	}
	if err := tx.PutGrant(ctx, &grant); err != nil {
		return err
	}
	n := Noted{Act: vitrine.ActGrantMake, ID: idText(grant.ID), After: grantFacts(app, grant)}
	if !before.CreatedAt.IsZero() {
		n.Before = grantFacts(app, before)
	}
	if err := s.noteChange(ctx, tx, n); err != nil {
		return err
	}
	z.GrantID, z.UserID, z.ApplicationID, z.CreatedAt = grant.ID, user.ID, app.ID, s.now()
	return nil
}

func grantFacts(app *vitrine.Application, g vitrine.Grant) facts {
	return facts{"application": app.Name, "user": g.UserID, "scopes": vitrine.JoinScopes(g.Scopes)}
}

// RevokeGrant ends what a user allowed an application, with all tokens that came of it.
// NotFound when it is none of theirs.
func (s *Shop) RevokeGrant(ctx context.Context, userID, id int64) error {
	err := s.db.Write(ctx, func(tx *store.Tx) error { return s.revokeGrant(ctx, tx, userID, id) })
	s.forgetCallers()
	return err
}

func (s *Shop) revokeGrant(ctx context.Context, tx *store.Tx, userID, id int64) error {
	grant, err := tx.GrantOf(ctx, userID, id)
	if err != nil {
		return err
	}
	app, err := tx.Application(ctx, grant.ApplicationID)
	if err != nil {
		return err
	}
	if err := errors.Join(tx.RevokeGrant(ctx, userID, id, s.now()), tx.RemoveEndpointsOfGrant(ctx, id)); err != nil {
		return err
	}
	return s.Note(ctx, tx, Noted{Act: vitrine.ActGrantRevoke, ID: idText(id), Before: grantFacts(app, grant)})
}
