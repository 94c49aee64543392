package shop

import (
	"context"
	"io"
	"slices"

	"vitrine"
	"vitrine/internal/store"
)

// maxApplications is how many applications a user may have who is no operator.
const maxApplications = 50

// MakeApplication registers an application of a signed-in user. Scopes of operators are
// for operators to give. Its client secret is given here and never again.
func (s *Shop) MakeApplication(ctx context.Context, in SignedIn, n NewApplication) (*vitrine.Application, string, error) {
	if err := s.mustBeFresh(ctx, in); err != nil {
		return nil, "", err
	}
	own, err := s.db.ApplicationsOf(ctx, in.User.ID)
	if err != nil {
		return nil, "", err
	}
	if len(own) >= maxApplications && !in.Operator() {
		return nil, "", vitrine.Errorf(vitrine.Conflict, "you have %d applications, and may have no more: remove one first", len(own))
	}
	n.OwnerID = in.User.ID
	if err := mayGive(in, nil, n.Scopes); err != nil {
		return nil, "", err
	}
	return s.CreateApplication(ctx, n)
}

// mayGive refuses scopes of operators that an application did not have before, unless an
// operator gives them.
func mayGive(in SignedIn, before, scopes []vitrine.Scope) error {
	for _, scope := range scopes {
		if !in.Operator() && !slices.Contains(vitrine.SharedScopes(), scope) && !slices.Contains(before, scope) {
			return vitrine.Errorf(vitrine.Forbidden, "only the operator gives an application the scope %s: ask them", scope)
		}
	}
	return nil
}

// OwnApplication returns an application of a signed-in user; NotFound when it is none of
// theirs.
func (s *Shop) OwnApplication(ctx context.Context, in SignedIn, id int64) (*vitrine.Application, error) {
	app, err := s.db.Application(ctx, id)
	if err != nil {
		return nil, err
	}
	return app, ownedBy(in, app)
}

func ownedBy(in SignedIn, app *vitrine.Application) error {
	if app.OwnerID != in.User.ID || !app.RemovedAt.IsZero() {
		return vitrine.Errorf(vitrine.NotFound, "you have no application %d", app.ID)
	}
	return nil
}

// ChangeOwnApplication changes an application of a signed-in user.
func (s *Shop) ChangeOwnApplication(ctx context.Context, in SignedIn, id int64,
	change func(*vitrine.Application)) (*vitrine.Application, error) {
	if err := s.mustBeFresh(ctx, in); err != nil {
		return nil, err
	}
	return s.changeApplication(ctx, id, vitrine.ActApplicationChange, func(app *vitrine.Application) error {
		// As it is now: an operator may have taken a scope from it just before.
		if err := ownedBy(in, app); err != nil {
			return err
		}
		before := slices.Clone(app.Scopes)
		change(app)
		return mayGive(in, before, app.Scopes)
	})
}

// NewSecretOfOwn gives an application of a signed-in user another secret.
func (s *Shop) NewSecretOfOwn(ctx context.Context, in SignedIn, id int64) (*vitrine.Application, string, error) {
	if err := s.mustBeFresh(ctx, in); err != nil {
		return nil, "", err
	}
	app, err := s.OwnApplication(ctx, in, id)
	if err != nil {
		return nil, "", err
	}
	if err := mustBeAsStrong(in, app.Scopes); err != nil {
		return nil, "", err
	}
	return s.NewClientSecret(ctx, id)
}

// mustBeAsStrong refuses who has shown less than the marketplace asks of those who have the
// roles that some scopes are for: else a password would be enough to act in them, by a program.
func mustBeAsStrong(in SignedIn, scopes []vitrine.Scope) error {
	for _, scope := range scopes {
		if scope.Roles() == nil || !in.User.MayHave(scope) {
			continue
		}
		if err := in.MustAct(scope.Roles()...); err != nil {
			return err
		}
	}
	return nil
}

// RemoveOwnApplication ends an application of a signed-in user, with all its tokens.
func (s *Shop) RemoveOwnApplication(ctx context.Context, in SignedIn, id int64) error {
	if err := s.mustBeFresh(ctx, in); err != nil {
		return err
	}
	if _, err := s.OwnApplication(ctx, in, id); err != nil {
		return err
	}
	return s.RemoveApplication(ctx, id)
}

// SetLogo gives an application a logo: a JPEG, PNG or WebP picture, which is drawn anew.
// What is no such picture is Invalid; so is SVG, which is a program.
func (s *Shop) SetLogo(ctx context.Context, id int64, body io.Reader) (*vitrine.Application, error) {
	logo, err := s.storeLogo(ctx, body)
	if err != nil {
		return nil, err
	}
	app, err := s.ChangeApplication(ctx, id, func(app *vitrine.Application) { app.Logo = logo.Key })
	if err != nil {
		return nil, s.DiscardAfter(ctx, err, logo.Key)
	}
	return app, nil
}

// SetLogoOfOwn gives an application of a signed-in user a logo.
func (s *Shop) SetLogoOfOwn(ctx context.Context, in SignedIn, id int64, body io.Reader) (*vitrine.Application, error) {
	if err := s.mustBeFresh(ctx, in); err != nil {
		return nil, err
	}
	if _, err := s.OwnApplication(ctx, in, id); err != nil {
		return nil, err
	}
	return s.SetLogo(ctx, id, body)
}

// GrantsOf lists what a signed-in user allows applications.
func (s *Shop) GrantsOf(ctx context.Context, in SignedIn) ([]store.Granted, error) {
	return s.db.Grants(ctx, in.User.ID)
}
