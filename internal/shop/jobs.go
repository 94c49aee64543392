package shop

import (
	"context"

	"vitrine"
	"vitrine/internal/store"
)

// Jobs says how jobs stand by their kinds, and lists up to limit of those that have failed,
// newest first, with ids below before, unless it is 0. To operators.
func (s *Shop) Jobs(ctx context.Context, in SignedIn, before int64, limit int) ([]store.JobKind, []store.TroubledJob, error) {
	if err := in.MustOperate(); err != nil {
		return nil, nil, err
	}
	kinds, err := s.db.JobKinds(ctx)
	if err != nil {
		return nil, nil, err
	}
	troubled, err := s.db.TroubledJobs(ctx, before, limit)
	return kinds, troubled, err
}

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
		if _, err := s.stillActs(ctx, tx, in, vitrine.RoleOperator); err != nil {
			return err
		}
		kind, err := tx.TryJobNow(ctx, id, act == vitrine.ActJobGiveUp)
		if err != nil {
			return err
		}
		return s.Note(ctx, tx, Noted{Act: act, ID: idText(id), After: facts{"kind": kind}})
	})
}
