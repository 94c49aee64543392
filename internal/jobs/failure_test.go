package jobs_test

import (
	"context"
	"errors"
	"log/slog"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"vitrine/internal/jobs"
)

// failing notes that it ran and fails, each time with another text.
func failing(b *bench) handler {
	tries := 0
	return func(context.Context, string) error {
		tries++
		b.note("failed")
		return errors.New("fault " + strconv.Itoa(tries))
	}
}

func TestFailureIsRetriedLater(t *testing.T) {
	t.Parallel()
	inBubble(t, map[string]func(*bench) handler{"failing": failing}, func(t *testing.T, b *bench) {
		b.enqueue(t, "failing", nil)
		b.worker.Start(t.Context())
		synctest.Wait()
		b.wantNotes(t, "failed")
		b.wantJobs(t, row{Kind: "failing", Attempts: 1, LastError: "fault 1"})

		time.Sleep(2 * time.Second)
		synctest.Wait()
		b.wantNotes(t, "failed", "failed")
		b.wantJobs(t, row{Kind: "failing", Attempts: 2, LastError: "fault 2"})
	})
}

// TestRetriesBecomeRare has a job that was tried six times: it waits for half a
// minute to a minute.
func TestRetriesBecomeRare(t *testing.T) {
	t.Parallel()
	inBubble(t, map[string]func(*bench) handler{"failing": failing}, func(t *testing.T, b *bench) {
		b.enqueue(t, "failing", nil)
		b.triedBefore(t, 6)
		b.worker.Start(t.Context())
		time.Sleep(32 * time.Second)
		b.wantNotes(t, "failed")
		time.Sleep(34 * time.Second)
		b.wantNotes(t, "failed", "failed")
	})
}

func TestGivesUpAtTheLimit(t *testing.T) {
	t.Parallel()
	inBubble(t, map[string]func(*bench) handler{"failing": failing}, func(t *testing.T, b *bench) {
		b.enqueue(t, "failing", nil)
		b.triedBefore(t, 23)
		b.worker.Start(t.Context())
		synctest.Wait()
		b.wantJobs(t, row{Kind: "failing", Attempts: 24, LastError: "fault 1"})

		b.triedBefore(t, 24)
		time.Sleep(time.Second)
		synctest.Wait()
		b.wantJobs(t, row{Kind: "failing", Attempts: 25, LastError: "fault 2", Leased: true, Failed: true})

		b.triedBefore(t, 25)
		time.Sleep(2 * time.Minute) // longer than its lease
		b.wantNotes(t, "failed", "failed")
	})
}

// TestHungJob has a handler that never ends by itself: its context does.
func TestHungJob(t *testing.T) {
	t.Parallel()
	hung := func(b *bench) handler {
		return func(ctx context.Context, _ string) error {
			begun := time.Now()
			<-ctx.Done()
			b.note(time.Since(begun).String())
			return ctx.Err()
		}
	}
	inBubble(t, map[string]func(*bench) handler{"hung": hung}, func(t *testing.T, b *bench) {
		b.enqueue(t, "hung", nil)
		b.worker.Start(t.Context())
		time.Sleep(time.Minute)
		synctest.Wait()
		b.wantNotes(t, "1m0s")
		b.wantJobs(t, row{Kind: "hung", Attempts: 1, LastError: "context deadline exceeded"})
	})
}

// TestUnknownKindBlocksNothing has jobs that a newer release enqueued: they are
// left to it.
func TestUnknownKindBlocksNothing(t *testing.T) {
	t.Parallel()
	inBubble(t, map[string]func(*bench) handler{"fine": fine}, func(t *testing.T, b *bench) {
		const many = 20
		for range many {
			b.enqueue(t, "strange", nil)
		}
		b.enqueue(t, "fine", "behind them")
		b.worker.Start(t.Context())
		synctest.Wait()
		b.wantNotes(t, `"behind them"`)
		want := []row{}
		for range many {
			want = append(want, row{Kind: "strange"})
		}
		b.wantJobs(t, want...)
	})
}

func TestPanickingHandler(t *testing.T) {
	t.Parallel()
	panicking := func(*bench) handler {
		return func(context.Context, string) error { panic("boom") }
	}
	inBubble(t, map[string]func(*bench) handler{"panicking": panicking, "fine": fine}, func(t *testing.T, b *bench) {
		b.enqueue(t, "panicking", nil)
		b.enqueue(t, "fine", "after it")
		b.worker.Start(t.Context())
		synctest.Wait()
		b.wantNotes(t, `"after it"`)
		b.wantJobs(t, row{Kind: "panicking", Attempts: 1, LastError: "panic: boom"})
	})
}

// TestLogNamesTheFailure reads what the operator is told.
func TestLogNamesTheFailure(t *testing.T) {
	t.Parallel()
	inBubble(t, nil, func(t *testing.T, b *bench) {
		var text strings.Builder
		worker := jobs.New(b.db, map[string]jobs.Kind{"failing": {Run: failing(b)}}, nil, slog.New(slog.NewTextHandler(&text, nil)))
		b.enqueue(t, "failing", nil)
		worker.Start(t.Context())
		synctest.Wait()
		worker.Stop()
		for _, part := range []string{"level=WARN", "kind=failing", "attempt=1", `error="fault 1"`} {
			if !strings.Contains(text.String(), part) {
				t.Errorf("the log does not say %s:\n%s", part, text.String())
			}
		}
	})
}
