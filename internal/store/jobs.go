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

// Enqueue adds a job that runs at a time or soon after. Of jobs with the same
// unique key, "" aside, only the first is kept while it waits: once it is claimed,
// what happens may need another one.
func (tx *Tx) Enqueue(ctx context.Context, kind string, args any, runAt time.Time, uniqueKey string) error {
	encoded, err := json.Marshal(args)
	if err != nil {
		return fmt.Errorf("enqueue %s: %w", kind, err)
	}
	var unique any
	if uniqueKey != "" {
		unique = uniqueKey
	}
	_, err = tx.exec(ctx, "enqueue", `INSERT INTO jobs (kind, args, unique_key, run_at, created_at) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (unique_key) DO NOTHING`, kind, string(encoded), unique, micros(runAt), time.Now().UnixMicro())
	tx.AfterCommit(func() {
		select {
		case tx.enqueued <- struct{}{}:
		default: // a signal is pending already
		}
	})
	return err
}

// Enqueued gives a value soon after this process enqueued jobs, for one reader.
func (db *DB) Enqueued() <-chan struct{} { return db.enqueued }

// JobDue says whether a job of a kind waits to be claimed.
func (r *reads) JobDue(ctx context.Context, kind string, now time.Time) (bool, error) {
	found, err := query(ctx, r, func(row scanner) (id int64, err error) { return id, row.Scan(&id) },
		"SELECT id FROM jobs WHERE kind = $1 AND failed_at IS NULL AND run_at <= $2 AND lease_until <= $2 LIMIT 1", kind, micros(now))
	return len(found) > 0, err
}

// JobsDue counts the jobs of some kinds that are due and not done, and those of
// them that somebody works on.
func (r *reads) JobsDue(ctx context.Context, kinds []string, now time.Time) (due, held int64, err error) {
	b := &builder{}
	b.add("SELECT count(*), count(*) FILTER (WHERE lease_until > ?) FROM jobs WHERE failed_at IS NULL AND run_at <= ?", micros(now), micros(now))
	addList(b, " AND kind IN", kinds)
	if err := r.q.QueryRowContext(ctx, b.String(), b.args...).Scan(&due, &held); err != nil {
		return 0, 0, r.fail("count the jobs", err)
	}
	return due, held, nil
}

// Lease is the claim of a worker to its jobs.
type Lease struct {
	Name        string
	From, Until time.Time
}

// ClaimJobs takes up to limit jobs of a kind that are due and that nobody works
// on, the oldest first.
func (tx *Tx) ClaimJobs(ctx context.Context, kind string, lease Lease, limit int) ([]Job, error) {
	return query(ctx, &tx.reads, func(row scanner) (j Job, err error) {
		return j, row.Scan(&j.ID, &j.Kind, &j.Args, &j.Attempts, &j.Losses, &j.Lease)
	}, `UPDATE jobs SET lease = $1, lease_until = $2, attempts = attempts + 1, unique_key = NULL,
			losses = losses + CASE WHEN lease = '' THEN 0 ELSE 1 END
		WHERE id IN (SELECT id FROM jobs WHERE kind = $3 AND failed_at IS NULL AND run_at <= $4 AND lease_until <= $4 ORDER BY run_at, id LIMIT $5`+tx.dialect.locked+`)
		RETURNING id, kind, args, attempts, losses, lease`, lease.Name, micros(lease.Until), kind, micros(lease.From), limit)
}

// FinishJob removes a job that is done; Conflict when its lease was lost.
func (tx *Tx) FinishJob(ctx context.Context, j Job) error {
	n, err := tx.exec(ctx, "finish the job", "DELETE FROM jobs WHERE id = $1 AND lease = $2", j.ID, j.Lease)
	return leaseLost(j, n, err)
}

// RenewJob holds the lease of a job that takes long.
func (tx *Tx) RenewJob(ctx context.Context, j Job, until time.Time) error {
	n, err := tx.exec(ctx, "renew the lease", "UPDATE jobs SET lease_until = $1 WHERE id = $2 AND lease = $3", micros(until), j.ID, j.Lease)
	return leaseLost(j, n, err)
}

// RetryJob gives a job back to be tried again at a time.
func (tx *Tx) RetryJob(ctx context.Context, j Job, at time.Time, cause string) error {
	n, err := tx.exec(ctx, "retry the job", "UPDATE jobs SET lease = '', lease_until = 0, run_at = $1, last_error = $2 WHERE id = $3 AND lease = $4",
		micros(at), cause, j.ID, j.Lease)
	return leaseLost(j, n, err)
}

// ReturnJob gives a job back as if it had not been tried.
func (tx *Tx) ReturnJob(ctx context.Context, j Job, now time.Time) error {
	n, err := tx.exec(ctx, "return the job", "UPDATE jobs SET lease = '', lease_until = 0, run_at = $1, attempts = attempts - 1 WHERE id = $2 AND lease = $3",
		micros(now), j.ID, j.Lease)
	return leaseLost(j, n, err)
}

// FailJob sets a job aside for good.
func (tx *Tx) FailJob(ctx context.Context, j Job, now time.Time, cause string) error {
	n, err := tx.exec(ctx, "fail the job", "UPDATE jobs SET failed_at = $1, last_error = $2 WHERE id = $3 AND lease = $4",
		micros(now), cause, j.ID, j.Lease)
	return leaseLost(j, n, err)
}

func leaseLost(j Job, n int64, err error) error {
	if err == nil && n == 0 {
		return vitrine.Errorf(vitrine.Conflict, "the lease of job %d was lost", j.ID)
	}
	return err
}
