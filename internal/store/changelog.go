package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"maps"
	"sync"
	"sync/atomic"
	"time"
)

const (
	// lookAgain is how soon a process looks again for what others changed.
	lookAgain = 500 * time.Millisecond
	// lookLatest is how long others go on with what is known while one looks.
	lookLatest = time.Second
	// keepChanges is how long the log is kept: many times lookLatest.
	keepChanges = time.Hour
	// maxSeen is how many rows are read at once; where there are more, anything changed.
	maxSeen = 1000
)

// changeLog is how far this process has read the log of changes, where each transaction
// leaves a row.
type changeLog struct {
	looking chan struct{} // holds a token while somebody looks
	began   time.Time     // when the process did
	looked  atomic.Int64  // when the last look began, nanoseconds after began; 0: never

	aside atomic.Pointer[reads] // where looks go if they must not wait for others' reads

	mu      sync.Mutex
	from    int64           // the position behind which rows may come that were not seen
	view    string          // what the last look saw of those
	own     map[int64]int64 // rows there of this process, which no look has met: their ids and positions
	onClock time.Time       // of the wall, when the last look began
}

// noView is that of a look that saw nothing: transactions are numbered from 3 on.
const noView = "1:1:"

func newChangeLog(now time.Time) changeLog {
	return changeLog{looking: make(chan struct{}, 1), began: now.Add(-lookLatest), view: noView, own: map[int64]int64{}}
}

// look finds out what other processes have changed, when that is due. While one caller
// looks, the others go on with what is known, but not for long.
func (r *reads) look(ctx context.Context) error {
	if r.has != nil {
		return nil // a replica's reads: who sent one there has looked
	}
	l := &r.cache.log
	age := func() time.Duration { return r.cache.now().Sub(l.began) - time.Duration(l.looked.Load()) }
	known := age()
	if known < lookAgain {
		return nil
	}
	select {
	case l.looking <- struct{}{}:
	default:
		if known < lookLatest {
			return nil
		}
		select {
		case l.looking <- struct{}{}:
		case <-ctx.Done():
			return fmt.Errorf("look for changes: %w", ctx.Err())
		}
	}
	defer func() { <-l.looking }()
	if age() < lookAgain { // somebody else has looked meanwhile
		return nil
	}
	return r.lookNow(ctx)
}

// lookNow reads what the log has got since the last look.
func (r *reads) lookNow(ctx context.Context) error {
	l, began := &r.cache.log, r.cache.now()
	from, since, d := l.from, l.onClock, r.dialect
	b := (&builder{}).add("SELECT h.horizon, h.view, c.id, c.changes FROM (SELECT "+d.horizon+" AS horizon, "+d.view+" AS view, "+
		d.known+" AS known) h LEFT JOIN catalogue_changes c ON c."+d.position+" >= ?"+d.unseen, l.view, from).window(maxSeen+1, 0)
	rows, err := r.readLog(ctx, b)
	if err != nil {
		return err
	}
	// Who slept for long does not know what the log has forgotten. The wall's clock went on meanwhile, others may not have.
	lost := began.Round(0).Sub(since) > keepChanges/2 || len(rows) > maxSeen
	l.mu.Lock()
	news := l.take(rows)
	l.from, l.view, l.onClock = max(from, rows[0].horizon), rows[0].view, began.Round(0)
	maps.DeleteFunc(l.own, func(_, position int64) bool { return position < l.from })
	l.mu.Unlock()
	if lost {
		news = []Change{{Kind: AnythingChanged}}
	}
	r.cache.changes.add(news...)
	// Last: until then others wait, or go on without this look.
	l.looked.Store(int64(began.Sub(l.began)))
	return nil
}

// readLog reads by the connections aside, if there are any, and by the others where these
// fail: they are closed while a server answers its last requests.
func (r *reads) readLog(ctx context.Context, b *builder) ([]logged, error) {
	if aside := r.cache.log.aside.Load(); aside != nil {
		if rows, err := query(ctx, aside, scanLogged, b.String(), b.args...); err == nil {
			return rows, nil
		}
	}
	return query(ctx, r, scanLogged, b.String(), b.args...)
}

// logged is a row of the log, the position up to which all rows are there that will ever
// be, and what the statement saw of those behind it. The row is missing where there is no
// new one.
type logged struct {
	horizon int64
	view    string
	id      sql.NullInt64
	changes sql.NullString
}

func scanLogged(row scanner) (l logged, err error) {
	return l, row.Scan(&l.horizon, &l.view, &l.id, &l.changes)
}

// take returns what rows say that are not of this process.
func (l *changeLog) take(rows []logged) (news []Change) {
	for _, row := range rows {
		if _, ok := l.own[row.id.Int64]; ok || !row.id.Valid {
			continue
		}
		var list []Change
		// What can't be read is of another release, or of one that says nothing.
		if json.Unmarshal([]byte(row.changes.String), &list) != nil {
			list = []Change{{Kind: AnythingChanged}}
		}
		news = append(news, list...)
	}
	return news
}

// wrote notes a row of this process, whose changes it knows.
func (l *changeLog) wrote(id, position int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	// What is forgotten here is taken for news by the next look, in a process that looks.
	if len(l.own) >= maxSeen {
		clear(l.own)
	}
	l.own[id] = position
}
