package mail_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"sync/atomic"
	"testing"
	"time"

	"vitrine/internal/jobs"
	"vitrine/internal/mail"
	"vitrine/internal/mail/mailtest"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// queued is how many mails wait in the test of a long queue.
const queued = 10_000

// TestLongQueue has 10,000 mails wait for a server that is dead, or takes connections and
// says nothing: other jobs are done meanwhile, the server is asked now and then and not
// once for each mail, and when it is back, the mails go, first those that somebody waits for.
func TestLongQueue(t *testing.T) {
	t.Parallel()
	for name, open := range map[string]func(*testing.T) *store.DB{
		"SQLite": func(t *testing.T) *store.DB { return storetest.SQLite(t) },
		"PostgreSQL": func(t *testing.T) *store.DB {
			return storetest.NewPostgres(t).Open(t)
		},
	} {
		for kind, dial := range map[string]func() (net.Conn, error){"dead": dead, "hangs": hangs} {
			t.Run(name+", "+kind, func(t *testing.T) {
				t.Parallel()
				testLongQueue(t, open(t), dial)
			})
		}
	}
}

func dead() (net.Conn, error) { return nil, errors.New("connection refused") }

func hangs() (net.Conn, error) {
	conn, silent := net.Pipe()
	_ = silent // nothing is ever read from it, or written to it
	return conn, nil
}

func testLongQueue(t *testing.T, db *store.DB, dial func() (net.Conn, error)) {
	d := newDesk(t, db, mailtest.Options{Name: "mail.example"})
	var asked atomic.Int64
	var back atomic.Bool
	d.to.Dial = func(ctx context.Context, network, address string) (net.Conn, error) {
		if back.Load() {
			return d.dial(ctx, network, address)
		}
		asked.Add(1)
		return dial()
	}
	d.to.Times.Command, d.to.Times.Rest = 2*time.Second, 500*time.Millisecond
	d.queue(t)

	others := make(chan string, 100)
	worker := d.work(others)
	defer worker.Stop()
	begun := time.Now()
	for i := range 20 {
		write(t, db, func(tx *store.Tx) error { return tx.Enqueue(t.Context(), "other", i, 0, "") })
		select {
		case <-others:
		case <-time.After(time.Minute):
			t.Fatalf("other job %d waits for mails", i)
		}
	}
	// Two lanes of four, each half second at most; those that began before the first rest count too.
	if n, most := asked.Load(), 16+16*int64(time.Since(begun)/(500*time.Millisecond)); n > most {
		t.Errorf("the server was asked %d times, at most %d would do", n, most)
	}
	soon := d.post(t, signIn("now@example.com"))
	back.Store(true)
	d.waitFor(t, soon, store.MailSent)
	if n := len(d.server.Mails()); n > queued/2 {
		t.Errorf("who wants to sign in waited for %d other mails", n)
	}
}

// queue writes many mails that nobody waits for at this moment.
func (d *desk) queue(t *testing.T) {
	t.Helper()
	const batch = 1000
	for first := 0; first < queued; first += batch {
		write(t, d.db, func(tx *store.Tx) error {
			for i := range batch {
				m := mail.Message{Kind: mail.Changed, To: fmt.Sprintf("reader%d@example.com", first+i)}
				if err := mail.Post(t.Context(), tx, m, d.clock.Now()); err != nil {
					return err
				}
			}
			return nil
		})
	}
}

// work sends mails as the program does, and does other jobs.
func (d *desk) work(others chan<- string) *jobs.Worker {
	mails := jobs.Kind{Run: d.office.Send, Abandon: d.office.Abandon, MaxAttempts: mail.Attempts, Timeout: d.office.Timeout(), Concurrency: 4}
	worker := jobs.New(d.db, map[string]jobs.Kind{mail.JobKind: mails, mail.JobKindSoon: mails, "other": {
		Run: func(_ context.Context, args string) error {
			others <- args
			return nil
		},
	}}, nil, slog.New(slog.DiscardHandler))
	worker.Start(context.Background())
	return worker
}

// waitFor waits until a mail is in a state.
func (d *desk) waitFor(t *testing.T, id int64, status string) {
	t.Helper()
	for end := time.Now().Add(time.Minute); time.Now().Before(end); {
		m, err := d.db.Mail(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		if m.Status == status {
			return
		}
		select {
		case <-t.Context().Done():
			return
		case <-time.After(20 * time.Millisecond):
		}
	}
	t.Fatalf("mail %d is not %s in a minute", id, status)
}
