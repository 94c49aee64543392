package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"vitrine"
)

// groupWriter is SQLite's one writer. Writers that wait while a commit is
// synced are run one after the other, each in a savepoint, and committed
// together: one sync for all of them. One that fails is rolled back to its
// savepoint and takes no other with it.
type groupWriter struct {
	pool         *sql.DB
	conn         *sql.Conn
	stmts        map[string]*sql.Stmt
	shared       reads // but for q
	enqueued     chan<- struct{}
	queue        chan *groupWrite
	quit         chan struct{}
	done         chan struct{}
	checkpointer *sql.DB // copies the log into the file
	folded       chan struct{}
}

// groupWrite is one waiting writer.
type groupWrite struct {
	ctx      context.Context
	fn       func(*Tx) error
	tx       *Tx
	err      error
	panicked any
	done     chan struct{}
}

// maxGroup bounds how many writers share a commit, and so how long the first
// of them waits.
const maxGroup = 64

var errClosed = &vitrine.Error{Code: vitrine.Unavailable, Message: "the server is stopping: try again"}

func openWriter(ctx context.Context, address string, shared reads, enqueued chan<- struct{}) (*groupWriter, error) {
	pool, err := sql.Open("sqlite", address)
	if err != nil {
		return nil, err
	}
	pool.SetMaxOpenConns(1)
	conn, err := pool.Conn(ctx)
	if err != nil {
		return nil, errors.Join(err, pool.Close())
	}
	checkpointer, err := sql.Open("sqlite", address)
	if err != nil {
		return nil, errors.Join(err, conn.Close(), pool.Close())
	}
	checkpointer.SetMaxOpenConns(1)
	w := &groupWriter{
		checkpointer: checkpointer, folded: make(chan struct{}),
		pool: pool, conn: conn, shared: shared, enqueued: enqueued, stmts: map[string]*sql.Stmt{},
		queue: make(chan *groupWrite, maxGroup), quit: make(chan struct{}), done: make(chan struct{}),
	}
	go w.run()
	go w.fold()
	return w, nil
}

func (w *groupWriter) stop() error {
	close(w.quit)
	<-w.done
	<-w.folded
	return errors.Join(w.checkpointer.Close(), w.conn.Close(), w.pool.Close())
}

// write queues fn and waits for its commit. A caller that goes away meanwhile
// changes nothing: a statement interrupted half way would roll back the
// whole group.
func (w *groupWriter) write(ctx context.Context, fn func(*Tx) error) error {
	job := &groupWrite{ctx: context.WithoutCancel(ctx), fn: fn, done: make(chan struct{})}
	select {
	case w.queue <- job:
	case <-w.done:
		return errClosed
	case <-ctx.Done():
		return fmt.Errorf("wait to write: %w", ctx.Err())
	}
	select {
	case <-job.done:
	case <-w.done:
		select {
		case <-job.done: // committed by the last group
		default:
			return errClosed
		}
	}
	if job.panicked != nil {
		panic(job.panicked)
	}
	return job.err
}

func (w *groupWriter) run() {
	defer close(w.done)
	timer := time.NewTicker(tidyEvery)
	defer timer.Stop()
	for {
		select {
		case <-w.quit:
			return
		case <-timer.C:
			w.tidy()
		case first := <-w.queue:
			w.commit(w.gather(first))
		}
	}
}

func (w *groupWriter) gather(first *groupWrite) []*groupWrite {
	group := []*groupWrite{first}
	for len(group) < maxGroup {
		select {
		case next := <-w.queue:
			group = append(group, next)
		default:
			return group
		}
	}
	return group
}

// commit runs a group in one transaction and gives each of its writers the result.
func (w *groupWriter) commit(group []*groupWrite) {
	err := w.transact(group)
	for _, job := range group {
		if err != nil && job.err == nil && job.panicked == nil {
			job.err = w.shared.dialect.wrap("commit", err)
		}
		if job.err == nil && job.panicked == nil {
			job.tx.tellCommitted()
		}
		close(job.done)
	}
}

func (w *groupWriter) transact(group []*groupWrite) error {
	ctx := context.Background()
	if _, err := w.ExecContext(ctx, "BEGIN IMMEDIATE"); err != nil {
		return err
	}
	kept := 0
	for _, job := range group {
		ok, err := w.runOne(ctx, job)
		if err != nil {
			_, rollback := w.conn.ExecContext(ctx, "ROLLBACK")
			return errors.Join(err, rollback)
		}
		if ok {
			kept++
		}
	}
	end := "COMMIT"
	if kept == 0 {
		end = "ROLLBACK"
	}
	if _, err := w.ExecContext(ctx, end); err != nil {
		_, rollback := w.conn.ExecContext(ctx, "ROLLBACK")
		return errors.Join(err, rollback)
	}
	return nil
}

// runOne runs a writer in its savepoint. Its own failure is its own; an error
// here means that the whole transaction is lost.
func (w *groupWriter) runOne(ctx context.Context, job *groupWrite) (kept bool, err error) {
	if _, err := w.ExecContext(ctx, "SAVEPOINT one"); err != nil {
		return false, err
	}
	job.call(w)
	if job.err != nil || job.panicked != nil {
		if _, err := w.ExecContext(ctx, "ROLLBACK TO one"); err != nil {
			return false, err
		}
	}
	if _, err := w.ExecContext(ctx, "RELEASE one"); err != nil {
		return false, err
	}
	return job.err == nil && job.panicked == nil, nil
}

func (job *groupWrite) call(w *groupWriter) {
	defer func() { job.panicked = recover() }()
	job.tx = newTx(w, w.shared, w.enqueued)
	job.err = job.fn(job.tx)
}

// tidy is what is done from time to time, when nobody waits for it. What it
// finds in its way is done by the next tick.
func (w *groupWriter) tidy() {
	ctx := context.Background()
	_, _ = w.ExecContext(ctx, mergeSearch)
}

// fold copies the write-ahead log into the file, on its own connection:
// writers continue meanwhile.
func (w *groupWriter) fold() {
	defer close(w.folded)
	timer := time.NewTicker(tidyEvery)
	defer timer.Stop()
	for {
		select {
		case <-w.quit:
			return
		case <-timer.C:
			_, _ = w.checkpointer.ExecContext(context.Background(), "PRAGMA wal_checkpoint(PASSIVE)")
		}
	}
}

func (w *groupWriter) stmt(ctx context.Context, text string) (*sql.Stmt, error) {
	if stmt, ok := w.stmts[text]; ok {
		return stmt, nil
	}
	stmt, err := w.conn.PrepareContext(ctx, text)
	if err != nil {
		return nil, err
	}
	if len(w.stmts) < maxPrepared {
		w.stmts[text] = stmt
	}
	return stmt, nil
}

func (w *groupWriter) ExecContext(ctx context.Context, text string, args ...any) (sql.Result, error) {
	stmt, err := w.stmt(ctx, text)
	if err != nil {
		return nil, err
	}
	return stmt.ExecContext(ctx, args...)
}

func (w *groupWriter) QueryContext(ctx context.Context, text string, args ...any) (*sql.Rows, error) {
	stmt, err := w.stmt(ctx, text)
	if err != nil {
		return nil, err
	}
	return stmt.QueryContext(ctx, args...)
}

func (w *groupWriter) QueryRowContext(ctx context.Context, text string, args ...any) *sql.Row {
	stmt, err := w.stmt(ctx, text)
	if err != nil {
		// The connection meets the same error and carries it in the row.
		return w.conn.QueryRowContext(ctx, text, args...)
	}
	return stmt.QueryRowContext(ctx, args...)
}
