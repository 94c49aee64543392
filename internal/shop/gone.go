package shop

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"vitrine/internal/store"
)

// JobCancelOrders is the kind of the job that cancels the unpaid orders of a model that
// left the catalogue.
const JobCancelOrders = "orders.cancel"

// cancelingTime is how long an answer waits for that at most.
const cancelingTime = 5 * time.Second

// leaves is called in the transaction by which a model leaves the catalogue. Its unpaid
// orders are canceled by another transaction, which cancelOrders tries at once: each
// new order reads the model, and one transaction that changed the model and looked for
// its orders too would be refused by PostgreSQL as long as orders come in.
func (s *Shop) leaves(ctx context.Context, tx *store.Tx, modelID int64) error {
	id := strconv.FormatInt(modelID, 10)
	return tx.Enqueue(ctx, JobCancelOrders, modelID, 0, JobCancelOrders+"."+id)
}

// cancelOrders cancels the unpaid orders of a model that has left the catalogue, unless a
// payment has begun, also when whoever took it out has hung up. What fails here is done by
// the job.
func (s *Shop) cancelOrders(ctx context.Context, modelID int64) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), cancelingTime)
	defer cancel()
	if err := s.db.Write(ctx, func(tx *store.Tx) error { return tx.CancelOrdersOf(ctx, modelID, s.now()) }); err != nil {
		s.log.WarnContext(ctx, "orders of a model that is gone are not canceled yet", "model", modelID, "error", err)
	}
}

// CancelOrders carries a JobCancelOrders out. A model that is back in the catalogue keeps
// its orders.
func (s *Shop) CancelOrders(ctx context.Context, args string) error {
	id, err := strconv.ParseInt(args, 10, 64)
	if err != nil {
		return fmt.Errorf("cancel orders: %w", err)
	}
	return s.db.Write(ctx, func(tx *store.Tx) error { return tx.CancelOrdersOf(ctx, id, s.now()) })
}
