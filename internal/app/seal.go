package app

import (
	"context"
	"strings"
	"time"

	"vitrine/internal/store"
)

// sealBefore takes secrets that an earlier release stored in clear out of the database,
// before this process serves. Their addresses go on working. Commands leave them alone: a
// server of the earlier release would find those orders no more.
func (app *App) sealBefore(ctx context.Context) error {
	if err := app.sealNew(ctx); err != nil {
		return err
	}
	err := app.db.RewriteFile(ctx)
	if err != nil && ctx.Err() == nil {
		app.log.Warn("the database file can't be written anew: parts of it that are not in use may hold secrets that an earlier release "+
			"stored in clear. "+
			"It needs room for a copy of itself beside it and in the temporary folder; the next start tries again", "error", err)
		return nil
	}
	return err
}

// sealLate seals what processes of an earlier release made since, and drops what
// they signed with: it runs when this process has served for longer than such an
// address lives.
func (app *App) sealLate(ctx context.Context) error {
	if err := app.sealNew(ctx); err != nil {
		return err
	}
	return app.db.Write(ctx, func(tx *store.Tx) error { return tx.DropOldSigningSecret(ctx) })
}

// sealNew seals orders if there are any to seal.
func (app *App) sealNew(ctx context.Context) error {
	some, err := app.db.OrdersToSeal(ctx)
	if err != nil || !some {
		return err
	}
	began := time.Now()
	if err := app.sealOrders(ctx); err != nil {
		return err
	}
	app.log.Info("secrets of orders that an earlier release stored in clear were sealed", "took", time.Since(began))
	if strings.Contains(app.config.Database, "://") {
		app.log.Warn("PostgreSQL keeps the rows that were replaced: run VACUUM FULL orders once, when nobody buys")
	}
	return nil
}

func (app *App) sealOrders(ctx context.Context) error {
	for {
		more := false
		err := app.db.Write(ctx, func(tx *store.Tx) (err error) {
			more, err = tx.SealOrders(ctx, sealAtOnce)
			return err
		})
		if err != nil || !more {
			return err
		}
	}
}

// sealAtOnce is how many orders one transaction seals.
const sealAtOnce = 100
