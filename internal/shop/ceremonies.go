package shop

import (
	"context"

	"vitrine"
	"vitrine/internal/auth"
	"vitrine/internal/store"
)

// asking is a ceremony that is about to begin.
type asking struct {
	purpose vitrine.CeremonyPurpose
	userID  int64
	browser string // secret of the browser that is asked
	note    string
}

// ask notes that a browser is asked for something, by what it will answer with.
func (s *Shop) ask(ctx context.Context, tx *store.Tx, a asking, answeredWith string) error {
	c := &vitrine.Ceremony{
		Purpose: a.purpose, UserID: a.userID, Browser: auth.Hash(a.browser), Note: a.note, CreatedAt: s.now(),
		ExpiresAt: s.now().Add(vitrine.CeremonyLife),
	}
	return tx.InsertCeremony(ctx, c, auth.Hash(answeredWith))
}

// answered uses up what a browser was asked, whatever comes of its answer: nothing is
// answered twice, or at another browser, or for somebody else.
func (s *Shop) answered(ctx context.Context, a asking, with string) (vitrine.Ceremony, error) {
	c, err := s.db.Ceremony(ctx, auth.Hash(with))
	if vitrine.CodeOf(err) == vitrine.NotFound {
		return c, notAsked()
	}
	if err != nil {
		return c, err
	}
	if c.Purpose != a.purpose || c.UserID != a.userID || c.Browser != auth.Hash(a.browser) {
		return c, notAsked()
	}
	err = s.db.Write(ctx, func(tx *store.Tx) error {
		first, err := tx.UseCeremony(ctx, c.ID, s.now())
		if err == nil && (!first || !s.now().Before(c.ExpiresAt)) {
			return notAsked()
		}
		return err
	})
	return c, err
}

func notAsked() error {
	return vitrine.Errorf(vitrine.Conflict, "this took too long, or was done in another window meanwhile: try again")
}

// newBrowser is the secret of a browser; one that it has already stays.
func newBrowser(has string) string {
	if auth.ValidSecret(auth.BrowserPrefix, has) {
		return has
	}
	return auth.NewSecret(auth.BrowserPrefix)
}
