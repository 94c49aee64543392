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

// JobKind is how jobs of a kind stand.
type JobKind struct {
	Kind    string
	Waiting int64         // to be done, those included that somebody works on
	Working int64         // of these, those that somebody works on
	Retried int64         // of these, those that have failed before
	Failed  int64         // given up
	Late    time.Duration // how long the oldest that is due waits
}

// JobKinds says how jobs stand, by their kinds.
func (r *reads) JobKinds(ctx context.Context) ([]JobKind, error) {
	b := (&builder{}).add(`SELECT j.kind, count(*) FILTER (WHERE j.failed_at IS NULL),
		count(*) FILTER (WHERE j.failed_at IS NULL AND j.lease_until > `).moment(r.dialect, 0)
	b.add(`), count(*) FILTER (WHERE j.failed_at IS NULL AND j.last_error <> ''), count(j.failed_at),
		coalesce(`).moment(r.dialect, 0).add(" - min(j.run_at) FILTER (WHERE j.failed_at IS NULL), 0) FROM jobs j GROUP BY j.kind ORDER BY j.kind")
	return query(ctx, r, func(row scanner) (k JobKind, err error) {
		var late int64
		err = row.Scan(&k.Kind, &k.Waiting, &k.Working, &k.Retried, &k.Failed, &late)
		k.Late = max(0, time.Duration(late)*time.Microsecond)
		return k, err
	}, b.String(), b.args...)
}

// TroubledJob is a job that has failed.
type TroubledJob struct {
	ID       int64
	Kind     string
	Args     string
	Attempts int
	Problem  string
	GivenUp  bool
}

// TroubledJobs lists up to limit jobs that have failed, given up or not, the newest first:
// those with ids below before, unless it is 0.
func (r *reads) TroubledJobs(ctx context.Context, before int64, limit int) ([]TroubledJob, error) {
	b := (&builder{}).add(`SELECT j.id, j.kind, j.args, j.attempts, j.last_error, j.failed_at IS NOT NULL
		FROM jobs j WHERE j.last_error <> '' `)
	if before > 0 {
		b.add("AND j.id < ? ", before)
	}
	b.add("ORDER BY j.id DESC").window(limit, 0)
	return query(ctx, r, func(row scanner) (j TroubledJob, err error) {
		return j, row.Scan(&j.ID, &j.Kind, &j.Args, &j.Attempts, &j.Problem, &j.GivenUp)
	}, b.String(), b.args...)
}

// TryJobNow has a job tried at once that has failed and that nobody works on: from the
// beginning, or once more before it is given up. It returns the job's kind; NotFound when
// there is no such job.
func (tx *Tx) TryJobNow(ctx context.Context, id int64, last bool) (kind string, err error) {
	attempts := 0
	if last {
		attempts = lastAttempt
	}
	b := (&builder{}).add("UPDATE jobs SET failed_at = NULL, lease = '', lease_until = 0, losses = 0, attempts = ?, run_at = ", attempts)
	b.moment(tx.dialect, 0).add(" WHERE id = ? AND last_error <> '' AND (failed_at IS NOT NULL OR lease_until <= ", id).moment(tx.dialect, 0)
	b.add(") RETURNING kind")
	found, err := query(ctx, &tx.reads, func(row scanner) (kind string, err error) { return kind, row.Scan(&kind) }, b.String(), b.args...)
	if err == nil && len(found) == 0 {
		err = vitrine.Errorf(vitrine.NotFound, "job %d has not failed, or is being worked on, or is done", id)
	}
	if err != nil {
		return "", err
	}
	return found[0], nil
}

// lastAttempt is more often than any kind of job is tried.
const lastAttempt = 1_000_000

// RejectedFile is a file that nothing could be made of. Its model is the one that the draft version is of.
type RejectedFile struct {
	vitrine.File
	Title, Author string
	AuthorID      int64
}

// RejectedFiles lists up to limit files that were rejected since a time, the newest first,
// and counts them.
func (r *reads) RejectedFiles(ctx context.Context, since time.Time, limit int) ([]RejectedFile, vitrine.Total, error) {
	where := (&builder{}).add("files f WHERE f.status = 'rejected' AND f.deleted_at IS NULL AND f.updated_at >= ?", micros(since))
	total, err := r.boundedCount(ctx, where)
	if err != nil {
		return nil, total, err
	}
	b := (&builder{}).add(`SELECT f.id, CASE WHEN m.draft_of > 0 THEN m.draft_of ELSE m.id END, f.name, f.size, f.problems,
		f.updated_at, m.title, u.username, u.id FROM files f JOIN models m ON m.id = f.model_id JOIN users u ON u.id = m.author_id
		WHERE f.status = 'rejected' AND f.deleted_at IS NULL AND f.updated_at >= ? ORDER BY f.updated_at DESC, f.id DESC`, micros(since))
	list, err := query(ctx, r, func(row scanner) (f RejectedFile, err error) {
		var problems string
		err = row.Scan(&f.ID, &f.ModelID, &f.Name, &f.Size, &problems, (*stamp)(&f.UpdatedAt), &f.Title, &f.Author, &f.AuthorID)
		if err != nil {
			return f, err
		}
		return f, json.Unmarshal([]byte(problems), &f.Problems)
	}, b.window(limit, 0).String(), b.args...)
	return list, total, err
}
