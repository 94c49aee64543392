package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"time"

	"vitrine"
)

// groupWriter is SQLite's one writer. Writers that wait while a commit is
// synced are run one after the other, each in a savepoint, and committed
// together: one sync for all of them. One that fails is rolled back to its
// savepoint and takes no other with it. Faults that end the whole transaction,
// such as a full disk, have each writer of the group run again by itself.
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
	fn       func(*Tx) error
	tx       *Tx
	err      error
	panicked *panicked
	done     chan struct{}
}

// failed reports whether the writer itself failed, so that nothing of it is kept.
func (job *groupWrite) failed() bool { return job.err != nil || job.panicked != nil }

// maxGroup bounds how many writers share a commit, and so how long the first
// of them waits.
const maxGroup = 64

var errClosed = &vitrine.Error{Code: vitrine.Unavailable, Message: "the server is stopping: try again"}

func openWriter(ctx context.Context, address string, shared reads, enqueued chan<- struct{}) (*groupWriter, error) {
	pool, err := sql.Open("sqlite", address)
	if err != nil {
		return nil, err
	}
	// One connection for good: savepoints and prepared statements belong to it.
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
	var err error
	for _, stmt := range w.stmts { // one that is open would keep the connection open
		err = errors.Join(err, stmt.Close())
	}
	err = errors.Join(err, w.conn.Close(), w.pool.Close())
	w.foldAll()
	return errors.Join(err, w.checkpointer.Close())
}

// lastFold is how long a stop waits for other processes that have the database open.
const lastFold = "PRAGMA busy_timeout(1000)"

// foldAll leaves nothing in the write-ahead log alone, so that whoever copies the file
// copies all of it. The last connection does so when it is closed; while another
// process has the database open, there is no last one here. What can't be folded
// beside that process stays in the log, where it is safe.
func (w *groupWriter) foldAll() {
	ctx := context.Background()
	_, _ = w.checkpointer.ExecContext(ctx, lastFold)
	_, _ = w.checkpointer.ExecContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)")
}

// write queues fn and waits for its commit. A caller that goes away meanwhile
// changes nothing.
func (w *groupWriter) write(ctx context.Context, fn func(*Tx) error) error {
	job := &groupWrite{fn: fn, done: make(chan struct{})}
	// Once it is in the queue it can't be taken back, so ctx counts only until then: the caller has to hear
	// what became of its write.
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
	for {
		select {
		case <-w.quit:
			return
		case first := <-w.queue:
			w.commit(w.gather(first))
		}
	}
}

// gather returns the group that begins with a writer. Nobody is waited for, but whoever
// is ready to write is let run first.
func (w *groupWriter) gather(first *groupWrite) []*groupWrite {
	group := []*groupWrite{first}
	for {
		// The writers of the last commit were just woken. Where all cores are busy this
		// goroutine would go on before they are back, and commit one or two of them at a
		// time. A round that brings nobody new ends that: a lone writer waits for one look.
		runtime.Gosched()
		had := len(group)
		group = w.drain(group)
		if len(group) == had || len(group) == maxGroup {
			return group
		}
	}
}

// drain adds those who wait to a group.
func (w *groupWriter) drain(group []*groupWrite) []*groupWrite {
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
	// What ended the transaction was one writer's doing, or a want such as a full disk:
	// alone, each gets its own answer. Another process's lock would meet each of them again.
	if err != nil && len(group) > 1 && kind(err) != kindBusy {
		for i := range group {
			w.commit(group[i : i+1])
		}
		return
	}
	for _, job := range group {
		if err != nil && !job.failed() {
			job.err = w.shared.dialect.wrap("commit", err)
		}
		// Before the writer hears of it: what it reads next must not come from a cache that is out of date.
		if !job.failed() {
			job.tx.tellCommitted()
		}
		close(job.done)
	}
}

// transact runs a group in one transaction. An error means that all of it is
// rolled back.
func (w *groupWriter) transact(group []*groupWrite) error {
	ctx := context.Background()
	// A deferred transaction that reads first can't write any more once another process has written: SQLite
	// then answers SQLITE_BUSY at once, whatever the timeout.
	if err := w.mark(ctx, "BEGIN IMMEDIATE"); err != nil {
		return err
	}
	run := w.runOne
	if len(group) == 1 {
		run = w.runAlone
	}
	kept := 0
	for _, job := range group {
		ok, err := run(ctx, job)
		if err != nil {
			w.rollback(ctx)
			return err
		}
		if ok {
			kept++
		}
	}
	end := "COMMIT"
	// Where nobody changed anything there is nothing to sync.
	if kept == 0 {
		end = "ROLLBACK"
	}
	if err := w.mark(ctx, end); err != nil {
		w.rollback(ctx)
		return err
	}
	return nil
}

// mark begins or ends a transaction: the one waits for other processes, the other for
// the disk.
func (w *groupWriter) mark(ctx context.Context, text string) error {
	began := w.shared.slow.begin()
	_, err := w.ExecContext(ctx, text)
	w.shared.slow.end(ctx, began, text, uncounted)
	return err
}

// rollback ends a transaction that failed. After some faults SQLite has done so by
// itself: then there is none, and the error that says so would hide the fault.
func (w *groupWriter) rollback(ctx context.Context) { _, _ = w.conn.ExecContext(ctx, "ROLLBACK") }

// runAlone runs the only writer of a transaction, which ends with it. A savepoint would keep each page that is changed
// as it was before, and SQLite looks through all of them after each statement: a writer that changes ten thousand
// pages would take the square of that.
func (w *groupWriter) runAlone(_ context.Context, job *groupWrite) (kept bool, err error) {
	job.call(w)
	return !job.failed(), nil
}

// runOne runs a writer of several in its savepoint. Its own failure is its own; an error
// here means that the whole transaction is lost.
func (w *groupWriter) runOne(ctx context.Context, job *groupWrite) (kept bool, err error) {
	if _, err := w.ExecContext(ctx, "SAVEPOINT one"); err != nil {
		return false, err
	}
	job.call(w)
	if job.failed() {
		if _, err := w.ExecContext(ctx, "ROLLBACK TO one"); err != nil {
			// The savepoint went with the transaction, by what the writer met.
			return false, cmp.Or(job.err, err)
		}
	}
	if _, err := w.ExecContext(ctx, "RELEASE one"); err != nil {
		return false, err
	}
	return !job.failed(), nil
}

func (job *groupWrite) call(w *groupWriter) {
	defer func() {
		// A panic that went on here would end the one goroutine that writes, and with it every later write.
		if value := recover(); value != nil {
			job.panicked = &panicked{value, debug.Stack()}
		}
	}()
	job.tx = newTx(w, w.shared, w.enqueued)
	job.err = job.tx.run(context.Background(), job.fn)
}

// panicked is what a panic of a writer is raised with again where the write was asked
// for: that stack says who asked, and the first one, which would be lost, what broke.
type panicked struct {
	value any
	stack []byte
}

func (p *panicked) Error() string {
	return fmt.Sprintf("%v\n\nin the goroutine of SQLite's writer:\n%s\nwhere the write was asked for:", p.value, p.stack)
}

// Unwrap is the value where it is an error.
func (p *panicked) Unwrap() error {
	err, _ := p.value.(error)
	return err
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
			// PASSIVE waits for nobody: what a reader still needs is left to a later tick.
			_, _ = w.checkpointer.ExecContext(context.Background(), "PRAGMA wal_checkpoint(PASSIVE)")
		}
	}
}

func (w *groupWriter) stmt(ctx context.Context, text string) (*sql.Stmt, error) {
	if stmt, ok := w.stmts[text]; ok || len(w.stmts) == maxPrepared {
		return stmt, nil
	}
	stmt, err := w.conn.PrepareContext(ctx, text)
	if err != nil {
		return nil, err
	}
	w.stmts[text] = stmt
	return stmt, nil
}

func (w *groupWriter) ExecContext(ctx context.Context, text string, args ...any) (sql.Result, error) {
	stmt, err := w.stmt(ctx, text)
	if err != nil {
		return nil, err
	}
	if stmt == nil {
		return w.conn.ExecContext(ctx, text, args...)
	}
	return stmt.ExecContext(ctx, args...)
}

func (w *groupWriter) QueryContext(ctx context.Context, text string, args ...any) (*sql.Rows, error) {
	stmt, err := w.stmt(ctx, text)
	if err != nil {
		return nil, err
	}
	if stmt == nil {
		return w.conn.QueryContext(ctx, text, args...)
	}
	return stmt.QueryContext(ctx, args...)
}

func (w *groupWriter) QueryRowContext(ctx context.Context, text string, args ...any) *sql.Row {
	stmt, err := w.stmt(ctx, text)
	if stmt == nil || err != nil {
		// The connection meets the same error and carries it in the row.
		return w.conn.QueryRowContext(ctx, text, args...)
	}
	return stmt.QueryRowContext(ctx, args...)
}
