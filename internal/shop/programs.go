package shop

import (
	"context"
	"strings"
	"time"

	"vitrine"
	"vitrine/internal/auth"
	"vitrine/internal/store"
)

// NewProgram is a program that registers itself as an application (RFC 7591).
type NewProgram struct {
	Name         string
	RedirectURIs []string
	Public       bool
	Scopes       []vitrine.Scope // nil for the default ones
	Network      string          // that it comes from
}

// How long a program that registered itself and that nobody has allowed anything stays,
// and how long one whose grants nobody uses.
const (
	unusedProgram  = 24 * time.Hour
	forsakenGrants = vitrine.RefreshLife
)

// RegisterProgram makes an application of a program that registers itself, where the
// operator lets programs do so. It acts only for people who allow it, with the default
// scopes at most. The secret is given here and never again; "" for a public one.
func (s *Shop) RegisterProgram(ctx context.Context, n NewProgram) (*vitrine.Application, string, error) {
	house, err := s.House(ctx)
	if err != nil {
		return nil, "", err
	}
	if !house.DynamicClients {
		return nil, "", refuse(AccessDenied, "programs can't register themselves here: register the application on the page of your account")
	}
	app, secret := s.newApplication(NewApplication{Name: n.Name, RedirectURIs: n.RedirectURIs, Scopes: n.Scopes, Public: n.Public})
	app.Registered = true
	if app.Scopes = app.May(vitrine.DefaultScopes()); len(app.Scopes) == 0 {
		return nil, "", refuse("invalid_client_metadata", "programs may have the scopes "+vitrine.JoinScopes(vitrine.DefaultScopes()))
	}
	if err := checkApplication(app); err != nil {
		return nil, "", err
	}
	// Of one network, and of all: the table must not grow as fast as anybody likes.
	err = s.spend(ctx, attempts{"register from", n.Network, 20, 6 * time.Minute}, attempts{"register", "all", 500, 10 * time.Second})
	if err != nil {
		return nil, "", err
	}
	err = s.db.Write(ctx, func(tx *store.Tx) error {
		if app.OwnerID, err = s.ownerOfPrograms(ctx, tx); err != nil {
			return err
		}
		if err := tx.InsertApplication(ctx, app); err != nil {
			return err
		}
		return s.Note(ctx, tx, Noted{Act: vitrine.ActApplicationMake, ID: idText(app.ID), After: applicationFacts(app),
			Text: "it registered itself"})
	})
	return app, secret, err
}

// ownerOfPrograms returns the built-in user who owns programs that registered themselves.
// Nobody can sign in as that user, and nothing acts for them.
func (s *Shop) ownerOfPrograms(ctx context.Context, tx *store.Tx) (int64, error) {
	id, err := tx.RegisteredUser(ctx)
	if vitrine.CodeOf(err) != vitrine.NotFound {
		return id, err
	}
	user, err := s.insertStorefront(ctx, tx, "programs")
	if vitrine.CodeOf(err) == vitrine.Conflict { // somebody is called that
		user, err = s.insertStorefront(ctx, tx, "programs-"+strings.ToLower(auth.RandomText(10)))
	}
	if err != nil {
		return 0, err
	}
	return user.ID, tx.SetRegisteredUser(ctx, user.ID)
}

// grantsKept is how long what came of a grant can still be told from what never was.
const grantsKept = 24 * time.Hour

// forgetGrants removes tokens of applications that have expired, what they came of, and
// programs that registered themselves for nothing.
func (s *Shop) forgetGrants(ctx context.Context) error {
	now := s.now()
	return s.db.Write(ctx, func(tx *store.Tx) error {
		if err := tx.ForgetGrants(ctx, now.Add(-grantsKept)); err != nil {
			return err
		}
		return tx.RemoveUnusedApplications(ctx, now.Add(-unusedProgram), now.Add(-forsakenGrants), now)
	})
}
