package store

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"vitrine"
)

// Job is durable work. Its arguments are JSON.
type Job struct {
	ID       int64
	Kind     string
	Args     string
	Attempts int // with the present one
	Losses   int // leases that ran out: their holders ended in the middle of it
	Lease    string
}

// Enqueue adds a job that runs after a time or soon after that. Of jobs with the
// same unique key, "" aside, only the first is kept while it waits: once it is claimed,
// what happens may need another one.
func (tx *Tx) Enqueue(ctx context.Context, kind string, args any, after time.Duration, uniqueKey string) error {
	encoded, err := json.Marshal(args)
	if err != nil {
		return fmt.Errorf("enqueue %s: %w", kind, err)
	}
	// A unique column takes any number of NULLs, but only one empty text.
	var unique any
	if uniqueKey != "" {
		unique = uniqueKey
	}
	b := (&builder{}).add("INSERT INTO jobs (kind, args, unique_key, run_at, created_at) VALUES (?, ?, ?, ", kind, string(encoded), unique)
	b.moment(tx.dialect, after).add(", ").moment(tx.dialect, 0).add(") ON CONFLICT (unique_key) DO NOTHING")
	_, err = tx.exec(ctx, "enqueue", b.String(), b.args...)
	// A worker that was woken before the commit would not find the job.
	tx.AfterCommit(func() {
		select {
		case tx.enqueued <- struct{}{}:
		default: // a signal is pending already
		}
	})
	return err
}

// Enqueued returns a value soon after this process enqueued jobs, for one reader.
func (db *DB) Enqueued() <-chan struct{} { return db.enqueued }

// JobDue reports whether a job of a kind waits to be claimed.
func (r *reads) JobDue(ctx context.Context, kind string) (bool, error) {
	b := (&builder{}).add("SELECT id FROM jobs WHERE ").claimable(r.dialect, kind).window(1, 0)
	found, err := query(ctx, r, func(row scanner) (id int64, err error) { return id, row.Scan(&id) }, b.String(), b.args...)
	return len(found) > 0, err
}

// claimable appends what holds of a job of a kind that is due and that nobody works on.
func (b *builder) claimable(d *dialect, kind string) *builder {
	b.add("kind = ? AND failed_at IS NULL AND run_at <= ", kind).moment(d, 0)
	return b.add(" AND lease_until <= ").moment(d, 0)
}

// JobsDue counts the jobs of some kinds that are due and not done, and those of
// them that somebody works on.
func (r *reads) JobsDue(ctx context.Context, kinds []string) (due, held int64, err error) {
	b := (&builder{}).add("SELECT count(*), count(*) FILTER (WHERE lease_until > ").moment(r.dialect, 0)
	b.add(") FROM jobs WHERE failed_at IS NULL AND run_at <= ").moment(r.dialect, 0)
	addList(b, " AND kind IN", kinds)
	if err := r.q.QueryRowContext(ctx, b.String(), b.args...).Scan(&due, &held); err != nil {
		return 0, 0, r.fail("count the jobs", err)
	}
	return due, held, nil
}

// Lease is the claim of a worker to its jobs: it holds them for a time.
type Lease struct {
	Name string
	For  time.Duration
}

// ClaimJobs takes up to limit jobs of a kind that are due and that nobody works
// on, the oldest first.
func (tx *Tx) ClaimJobs(ctx context.Context, kind string, lease Lease, limit int) ([]Job, error) {
	b := (&builder{}).add("UPDATE jobs SET lease = ?, lease_until = ", lease.Name).moment(tx.dialect, lease.For)
	// The unique key is given up: what happens while the job runs may need another one. A lease that is still
	// named was never settled, so its holder vanished.
	b.add(`, attempts = attempts + 1, unique_key = NULL, losses = losses + CASE WHEN lease = '' THEN 0 ELSE 1 END
		WHERE id IN (SELECT id FROM jobs WHERE `).claimable(tx.dialect, kind).add(" ORDER BY run_at, id").window(limit, 0)
	// On PostgreSQL workers that claim at once skip the rows of each other, rather than fail and try again.
	b.add(tx.dialect.locked + ") RETURNING id, kind, args, attempts, losses, lease")
	return query(ctx, &tx.reads, func(row scanner) (j Job, err error) {
		return j, row.Scan(&j.ID, &j.Kind, &j.Args, &j.Attempts, &j.Losses, &j.Lease)
	}, b.String(), b.args...)
}

// FinishJob removes a job that is done; Conflict when its lease was lost.
func (tx *Tx) FinishJob(ctx context.Context, j Job) error {
	return tx.settle(ctx, j, (&builder{}).add("DELETE FROM jobs"))
}

// RenewJob holds the lease of a job that takes long for some time from now.
func (tx *Tx) RenewJob(ctx context.Context, j Job, lease time.Duration) error {
	return tx.settle(ctx, j, (&builder{}).add("UPDATE jobs SET lease_until = ").moment(tx.dialect, lease))
}

// RetryJob gives a job back to be tried again after a time.
func (tx *Tx) RetryJob(ctx context.Context, j Job, after time.Duration, cause string) error {
	b := (&builder{}).add("UPDATE jobs SET lease = '', lease_until = 0, last_error = ?, run_at = ", cause)
	return tx.settle(ctx, j, b.moment(tx.dialect, after))
}

// ReturnJob puts a job back as if it had not been tried.
func (tx *Tx) ReturnJob(ctx context.Context, j Job) error {
	b := (&builder{}).add("UPDATE jobs SET lease = '', lease_until = 0, attempts = attempts - 1, run_at = ")
	return tx.settle(ctx, j, b.moment(tx.dialect, 0))
}

// FailJob sets a job aside for good.
func (tx *Tx) FailJob(ctx context.Context, j Job, cause string) error {
	b := (&builder{}).add("UPDATE jobs SET last_error = ?, failed_at = ", cause)
	return tx.settle(ctx, j, b.moment(tx.dialect, 0))
}

// settle changes a job that is held; Conflict when its lease was lost.
func (tx *Tx) settle(ctx context.Context, j Job, change *builder) error {
	// The lease too: a worker that lost it must not settle a job that another one has by now.
	change.add(" WHERE id = ? AND lease = ?", j.ID, j.Lease)
	n, err := tx.exec(ctx, "settle a job", change.String(), change.args...)
	if err == nil && n == 0 {
		return vitrine.Errorf(vitrine.Conflict, "the lease of job %d was lost", j.ID)
	}
	return err
}
