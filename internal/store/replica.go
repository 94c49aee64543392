package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
)

// A replica of PostgreSQL takes reads of the catalogue off the primary. What is read
// there may be older than what the primary has, but never than what this process knows:
// the order of a moment and what is read after it, which all that is kept relies on,
// holds for a replica too.
//
// One goroutine takes the moment, asks the primary how far its log is, and the replica
// until that has replayed as much: then the replica has all changes up to the moment.
// A read goes there while no later change is known here. So a caller who has changed
// something reads at the primary until the replica has it.
//
// What the primary is asked for this goes by connections of its own: while all others
// are in use, reads at the replica spare it most.

const (
	// mostLag is how old may be what a replica shows of what is in no log of changes: how often a model was sold.
	mostLag = 5 * time.Second
	// confirmAgain is how often a replica is asked that nobody waits for, and retryReplica how soon one that failed.
	confirmAgain = 500 * time.Millisecond
	retryReplica = time.Second
	// answerWithin is how long the servers may take to say how far they are.
	answerWithin = 2 * time.Second
	// confirmLeast spares both servers while changes come without end.
	confirmLeast = 5 * time.Millisecond
	// connectionsAside are for who follows the replica, and for a look at what others have changed.
	connectionsAside = 2
	// slowestLook is how soon a replica is asked again that lags.
	slowestLook = 50 * time.Millisecond
)

// replica is the standby that reads of the catalogue go to.
type replica struct {
	current       atomic.Pointer[standby] // nil: they go to the primary
	taken, passed atomic.Int64
}

// ReplicaUse says whether a replica is used now, and how many reads went there, and to the
// primary although there was one.
type ReplicaUse struct {
	Used          bool
	Taken, Passed int64
}

// ReplicaUse returns how the replica is used that FollowReplica follows.
func (db *DB) ReplicaUse() ReplicaUse {
	return ReplicaUse{db.replica.current.Load() != nil, db.replica.taken.Load(), db.replica.passed.Load()}
}

// standby is one server, for as long as it is the same one and answers. What is
// remembered of its index of words is its own: merges are no changes, and the index may
// be older than the primary's.
type standby struct {
	reads
	pool   *sql.DB
	server string // which one the first connection met
	has    atomic.Int64
	wanted chan struct{}
	lost   context.Context // ends when the server is given up
	giveUp context.CancelFunc
}

// standby returns the replica where a read may go, and nil where it has to go to the
// primary.
func (db *DB) standby(ctx context.Context) *standby {
	s := db.replica.current.Load()
	if s == nil || db.look(ctx) != nil {
		return nil
	}
	if s.has.Load() >= int64(db.cache.changes.now()) {
		return s
	}
	select {
	case s.wanted <- struct{}{}:
	default:
	}
	db.replica.passed.Add(1)
	return nil
}

// elsewhere runs a read at the replica if it may go there, and at the primary where it
// fails, or finds what may be out of date without being a change of the catalogue.
func elsewhere[T any](ctx context.Context, db *DB, read func(context.Context, *reads) (T, error), holds func(T) bool) (T, error) {
	if s := db.standby(ctx); s != nil {
		found, err := ask(ctx, s, read)
		if err == nil && holds(found) {
			db.replica.taken.Add(1)
			return found, nil
		}
		db.replica.passed.Add(1)
	}
	return read(ctx, &db.reads)
}

// ask runs a read at a standby until that is given up: one that has vanished from the
// network would keep the reader waiting.
func ask[T any](ctx context.Context, s *standby, read func(context.Context, *reads) (T, error)) (T, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(s.lost, cancel)()
	return read(ctx, &s.reads)
}

// FollowReplica has reads of the catalogue go to the replica at an address while it is
// one of this database, answers, and is not too far behind, until ctx ends. It says in
// the log where they go.
func (db *DB) FollowReplica(ctx context.Context, address string, log *slog.Logger) {
	f := &follower{db: db, address: address, log: log, primary: db.reads}
	aside, err := sql.Open(db.dialect.driver, db.address)
	if err != nil {
		f.leave(err)
		return
	}
	defer aside.Close()
	aside.SetMaxOpenConns(connectionsAside)
	f.primary.q = watchedReads{steady{aside}, db.slow}
	db.cache.log.aside.Store(&f.primary)
	defer db.cache.log.aside.Store(nil)
	for ctx.Err() == nil {
		err := f.follow(ctx)
		if ctx.Err() == nil {
			f.leave(err)
			rest(ctx, retryReplica)
		}
	}
}

// rest waits, unless ctx ends before.
func rest(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

type follower struct {
	db      *DB
	address string
	log     *slog.Logger
	primary reads // by connections that nobody else has
	told    bool  // the log says why reads go to the primary
}

func (f *follower) use(s *standby) {
	if f.db.replica.current.Swap(s) != s {
		f.log.Info("reads of the catalogue go to the replica")
		f.told = false
	}
}

// leave has reads go to the primary. Only the first reason is told: those that follow are
// often another name of it.
func (f *follower) leave(why error) {
	f.db.replica.current.Store(nil)
	if !f.told {
		f.log.Warn("reads of the catalogue go to the primary, not to the replica", "why", why)
		f.told = true
	}
}

// follow uses one server until that is no good any more.
func (f *follower) follow(ctx context.Context) error {
	s, err := f.open(ctx)
	if err != nil {
		return err
	}
	defer s.close()
	defer f.db.replica.current.Store(nil)
	conn, err := s.pool.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	for ctx.Err() == nil {
		moment := f.db.cache.changes.now()
		// After the moment: the log of the primary has all changes up to it.
		at, err := f.primary.walPlace(ctx)
		if err != nil {
			return fmt.Errorf("ask the primary: %w", err)
		}
		if err := f.await(ctx, s, conn, at); err != nil {
			return err
		}
		s.has.Store(int64(moment))
		f.use(s)
		rest(ctx, confirmLeast)
		select {
		case <-ctx.Done():
		case <-s.wanted:
		case <-time.After(confirmAgain):
		}
	}
	return ctx.Err()
}

// await waits until a standby has replayed the log up to a place.
func (f *follower) await(ctx context.Context, s *standby, conn *sql.Conn, at walPlace) error {
	began := time.Now()
	for pause := time.Millisecond; ctx.Err() == nil; pause = min(2*pause, slowestLook) {
		there, err := s.reached(ctx, conn, at)
		if err != nil || there {
			return err
		}
		if time.Since(began) > mostLag {
			f.leave(fmt.Errorf("it lags by more than %s", mostLag))
		}
		rest(ctx, pause)
	}
	return ctx.Err()
}

// open opens a pool of connections, all of which lead to the same server.
func (f *follower) open(ctx context.Context) (*standby, error) {
	at, err := f.primary.walPlace(ctx)
	if err != nil {
		return nil, fmt.Errorf("ask the primary: %w", err)
	}
	config, err := pgx.ParseConfig(f.address)
	if err != nil {
		return nil, err
	}
	s := &standby{reads: f.db.reads, wanted: make(chan struct{}, 1)}
	s.pool = stdlib.OpenDB(*config, stdlib.OptionAfterConnect(func(ctx context.Context, conn *pgx.Conn) error {
		_, err := s.meets(conn.QueryRow(ctx, standbyPlace, at.lsn), at)
		if err != nil {
			_ = conn.Close(ctx) // the driver would leave it open
		}
		return err
	}))
	s.lost, s.giveUp = context.WithCancel(context.Background())
	s.q = poolReads(s.pool, s.slow)
	s.searches = newSearchIndex(Options{Now: s.cache.now, SearchMemory: f.db.searches.blocks.most})
	s.reads.has = &s.has
	return s, nil
}

func (s *standby) close() {
	s.giveUp()
	_ = s.pool.Close()
}

// walPlace is how far the log of the primary is.
type walPlace struct {
	cluster string // which servers have this log, and which of its databases is meant
	lsn     string
}

// A cluster is named by what all of its servers have in common, and by the timeline:
// after a failover a server may have replayed more of the old one than there is of the
// new. The position is that of what is inserted: with synchronous_commit off a commit
// may not be written yet.
const (
	primaryPlace = `SELECT concat_ws(' ', s.system_identifier, substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8), d.oid),
			CAST(pg_current_wal_insert_lsn() AS TEXT)
		FROM pg_control_system() s, pg_database d WHERE d.datname = current_database()`
	standbyPlace = `SELECT pg_is_in_recovery(), concat_ws(' ', s.system_identifier, lpad(upper(to_hex(c.timeline_id)), 8, '0'), d.oid),
			CAST(EXTRACT(EPOCH FROM pg_postmaster_start_time()) AS TEXT),
			COALESCE(pg_last_wal_replay_lsn() >= CAST(CAST($1 AS TEXT) AS pg_lsn), FALSE)
		FROM pg_control_system() s, pg_control_checkpoint() c, pg_database d WHERE d.datname = current_database()`
)

func (r *reads) walPlace(ctx context.Context) (at walPlace, err error) {
	ctx, cancel := context.WithTimeout(ctx, answerWithin)
	defer cancel()
	return at, r.row(ctx, "", primaryPlace, nil, &at.cluster, &at.lsn)
}

// reached reports whether the server of a connection has replayed the log up to a place.
func (s *standby) reached(ctx context.Context, conn *sql.Conn, at walPlace) (bool, error) {
	ctx, cancel := context.WithTimeout(ctx, answerWithin)
	defer cancel()
	return s.meets(conn.QueryRowContext(ctx, standbyPlace, at.lsn), at)
}

// meets reads what a server says of itself, and whether it is as far as a place.
func (s *standby) meets(row scanner, at walPlace) (there bool, err error) {
	var recovers bool
	var cluster, server string
	if err := row.Scan(&recovers, &cluster, &server, &there); err != nil {
		return false, err
	}
	switch {
	case !recovers:
		return false, errors.New("it is no standby")
	case cluster != at.cluster:
		return false, fmt.Errorf("it is a replica of another database, or of a primary before: %s, not %s", cluster, at.cluster)
	case s.server == "":
		s.server = server
	case s.server != server:
		return false, errors.New("there are several servers at its address")
	}
	return there, nil
}
