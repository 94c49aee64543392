package jobs_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"vitrine/internal/jobs"
)

// TestStopWaits stops a worker that works: each Stop returns after the handler.
func TestStopWaits(t *testing.T) {
	t.Parallel()
	var begun, end chan struct{}
	patient := func(b *bench) handler {
		begun, end = make(chan struct{}), make(chan struct{})
		return func(ctx context.Context, _ string) error {
			close(begun)
			<-ctx.Done() // Stop tells it
			<-end
			b.note("finished")
			return nil
		}
	}
	inBubble(t, map[string]func(*bench) handler{"patient": patient}, func(t *testing.T, b *bench) {
		b.enqueue(t, "patient", nil)
		b.worker.Start(t.Context())
		<-begun
		var stops sync.WaitGroup
		for range 2 {
			stops.Go(func() {
				b.worker.Stop()
				b.note("stopped")
			})
		}
		synctest.Wait()
		b.wantNotes(t)
		close(end)
		stops.Wait()
		b.wantNotes(t, "finished", "stopped", "stopped")
		b.wantJobs(t)
	})
}

// TestStopIsNoFailure interrupts a job at its last attempt: it is not set aside.
func TestStopIsNoFailure(t *testing.T) {
	t.Parallel()
	interrupted := func(b *bench) handler {
		return func(ctx context.Context, _ string) error {
			b.note("begun")
			<-ctx.Done()
			return ctx.Err()
		}
	}
	inBubble(t, map[string]func(*bench) handler{"interrupted": interrupted}, func(t *testing.T, b *bench) {
		b.enqueue(t, "interrupted", nil)
		b.triedBefore(t, 24)
		b.worker.Start(t.Context())
		synctest.Wait()
		b.worker.Stop()
		b.wantNotes(t, "begun")
		b.wantJobs(t, row{Kind: "interrupted", Attempts: 24})
	})
}

func TestStartAndStopMayBeRepeated(t *testing.T) {
	t.Parallel()
	inBubble(t, map[string]func(*bench) handler{"fine": fine}, func(t *testing.T, b *bench) {
		b.worker.Stop() // before any start
		ctx, cancel := context.WithCancel(t.Context())
		b.worker.Start(ctx)
		b.worker.Start(ctx)
		cancel() // the worker goes on until Stop
		b.enqueue(t, "fine", 1)
		time.Sleep(time.Second)
		synctest.Wait()
		b.wantNotes(t, "1")

		b.worker.Stop()
		b.worker.Stop()
		b.enqueue(t, "fine", 2)
		time.Sleep(time.Minute)
		b.wantNotes(t, "1")

		b.worker.Start(t.Context())
		synctest.Wait()
		b.wantNotes(t, "1", "2")
		b.worker.Stop()
	})
}

func TestPeriodicWork(t *testing.T) {
	t.Parallel()
	inBubble(t, nil, func(t *testing.T, b *bench) {
		worker := b.newWorker(nil,
			jobs.Periodic{Name: "good", Every: time.Minute, Run: func(context.Context) error {
				b.note("good")
				return nil
			}},
			jobs.Periodic{Name: "failing", Every: 2 * time.Minute, Run: func(context.Context) error {
				b.note("failing")
				return errors.New("no luck")
			}},
			jobs.Periodic{Name: "panicking", Every: 5 * time.Minute, Run: func(context.Context) error {
				b.note("panicking")
				panic("out of luck")
			}},
		)
		worker.Start(t.Context())
		worker.Start(t.Context())
		time.Sleep(10*time.Minute + time.Second)
		synctest.Wait()
		worker.Stop()
		time.Sleep(10 * time.Minute)
		got := map[string]int{}
		for _, name := range b.notes() {
			got[name]++
		}
		if diff := cmp.Diff(map[string]int{"good": 10, "failing": 5, "panicking": 2}, got); diff != "" {
			t.Errorf("in ten minutes (-want +got):\n%s", diff)
		}
	})
}
