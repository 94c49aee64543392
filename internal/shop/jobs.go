package shop

import (
	"context"

	"vitrine"
	"vitrine/internal/store"
)

// RetryJob has a job tried again from the beginning that failed, by the word of an operator
// at a browser, also one that was given up.
func (s *Shop) RetryJob(ctx context.Context, in SignedIn, id int64) error {
	return s.tryJob(ctx, in, id, vitrine.ActJobRetry)
}

// GiveUpJob has a job that failed tried once more, and given up where that fails too: what
// it was for ends as if it had been tried often enough.
func (s *Shop) GiveUpJob(ctx context.Context, in SignedIn, id int64) error {
	return s.tryJob(ctx, in, id, vitrine.ActJobGiveUp)
}

func (s *Shop) tryJob(ctx context.Context, in SignedIn, id int64, act vitrine.Act) error {
	if err := in.MustOperate(); err != nil {
		return err
	}
	return s.db.Write(ctx, func(tx *store.Tx) error {
		if err := s.stillOperates(ctx, tx, in); err != nil {
			return err
		}
		kind, err := tx.TryJobNow(ctx, id, act == vitrine.ActJobGiveUp)
		if err != nil {
			return err
		}
		return s.Note(ctx, tx, Noted{Act: act, ID: idText(id), After: facts{"kind": kind}})
	})
}
