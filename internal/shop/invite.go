package shop

import (
	"context"
	"strings"

	"vitrine"
	"vitrine/internal/auth"
	"vitrine/internal/mail"
	"vitrine/internal/store"
)

// Invitation lets its reader join a marketplace that is not open, once.
type Invitation struct {
	vitrine.Link
	Path string // of the page to join, with the secret
}

// Invite sends an invitation to an address. The operator's: Conflict when the address has
// an account.
func (s *Shop) Invite(ctx context.Context, email string) (Invitation, error) {
	email = strings.TrimSpace(email)
	if err := vitrine.InvalidFields(vitrine.CheckEmail("/email", email)); err != nil {
		return Invitation{}, err
	}
	secret, link := auth.NewSecret(auth.LinkPrefix), s.newLink(vitrine.LinkInvite, 0, email)
	path := "/join?invitation=" + secret
	err := s.db.Write(ctx, func(tx *store.Tx) error {
		switch _, err := tx.UserByEmail(ctx, email); {
		case err == nil:
			return vitrine.Errorf(vitrine.Conflict, "%s has an account already", email)
		case vitrine.CodeOf(err) != vitrine.NotFound:
			return err
		}
		if err := tx.InsertLink(ctx, link, store.LinkSecrets{Address: auth.Hash(secret)}); err != nil {
			return err
		}
		if err := s.Note(ctx, tx, Noted{Act: vitrine.ActUserInvite, After: facts{"to": shortened(email)}}); err != nil {
			return err
		}
		return mail.Post(ctx, tx, mail.Message{Kind: mail.Invite, To: email, Args: mail.Args{Link: path}}, s.now())
	})
	return Invitation{Link: *link, Path: path}, err
}

// Invited returns the address that an invitation was sent to, and uses nothing up.
func (s *Shop) Invited(ctx context.Context, secret string) (email string, err error) {
	link, _, err := s.LookAtLink(ctx, secret, "")
	if err == nil && link.Purpose != vitrine.LinkInvite {
		err = linkSpent()
	}
	return link.Email, err
}
