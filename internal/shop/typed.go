package shop

import (
	"context"
	"fmt"

	"vitrine"
	"vitrine/internal/auth"
	"vitrine/internal/store"
)

// KeepTyped keeps what somebody sent to an address that asked them to show who they are first.
func (s *Shop) KeepTyped(ctx context.Context, in SignedIn, address, text string) error {
	hash := typedHash(in, address)
	return s.db.Write(ctx, func(tx *store.Tx) error {
		if err := tx.RemoveCeremony(ctx, hash); err != nil {
			return err
		}
		return tx.InsertCeremony(ctx, &vitrine.Ceremony{
			Purpose: vitrine.KeepingTyped, UserID: in.User.ID, Note: text, CreatedAt: s.now(), ExpiresAt: s.now().Add(vitrine.TypedLife),
		}, hash)
	})
}

// Typed returns what was kept by KeepTyped, and keeps it no longer; "" for nothing.
func (s *Shop) Typed(ctx context.Context, in SignedIn, address string) (text string, err error) {
	hash := typedHash(in, address)
	err = s.db.Write(ctx, func(tx *store.Tx) error {
		text = ""
		kept, err := tx.Ceremony(ctx, hash)
		if vitrine.CodeOf(err) == vitrine.NotFound {
			return nil
		}
		if err == nil && s.now().Before(kept.ExpiresAt) {
			text = kept.Note
		}
		if err != nil {
			return err
		}
		return tx.RemoveCeremony(ctx, hash)
	})
	return text, err
}

func typedHash(in SignedIn, address string) string {
	return auth.Hash(fmt.Sprintf("typed by %d for %s", in.User.ID, address))
}
