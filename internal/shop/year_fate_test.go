package shop_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/payment/stripesim"
	"vitrine/internal/shop"
	"vitrine/internal/store"
)

// fate decides what goes wrong, by numbers of its own.
type fate struct {
	random *rand.Rand
	calm   bool // nothing does
	deaths int
}

var errKilled = errors.New("the process is killed")

// strike kills the process once in so many times: nothing of what it was about to do is done.
func (f *fate) strike(oneIn int) {
	if !f.calm && f.random.IntN(oneIn) == 0 {
		f.deaths++
		panic(errKilled)
	}
}

// fault has one call in ten go wrong.
func (f *fate) fault(*http.Request) stripesim.Fault {
	if f.calm {
		return stripesim.None
	}
	switch f.random.IntN(20) {
	case 0:
		return stripesim.Before
	case 1:
		return stripesim.After
	default:
		return stripesim.None
	}
}

// line is that to Stripe. A process may die before what it asks for has arrived, and before it hears the answer.
type line struct {
	sim  *stripesim.Sim
	fate *fate
}

func (l line) RoundTrip(r *http.Request) (answer *http.Response, err error) {
	const deadly = 150
	l.fate.strike(deadly)
	answer = l.ask(r)
	l.fate.strike(deadly)
	return answer, nil
}

// ask has the call answered. A line that breaks is told as a proxy tells it: the library would wait, and try again.
func (l line) ask(r *http.Request) (answer *http.Response) {
	r = r.Clone(r.Context())
	if r.Body == nil {
		r.Body = http.NoBody
	}
	w := httptest.NewRecorder()
	defer func() {
		fault := recover()
		if fault == nil {
			return
		}
		if err, _ := fault.(error); !errors.Is(err, http.ErrAbortHandler) {
			panic(fault)
		}
		w = httptest.NewRecorder()
		w.WriteHeader(http.StatusBadGateway)
		_, _ = w.WriteString(`{"error": {"type": "api_error", "message": "the line broke"}}`)
		answer = w.Result()
	}()
	l.sim.ServeHTTP(w, r)
	return w.Result()
}

// tries carries out what a process does. It may die of it: then another one goes on.
func (y *year) tries(t *testing.T, do func() error) (err error) {
	t.Helper()
	defer func() {
		fault := recover()
		if fault == nil {
			return
		}
		if err, _ = fault.(error); !errors.Is(err, errKilled) {
			panic(fault)
		}
		y.shop = y.process(t)
	}()
	return do()
}

// lives is tries of what may be refused for a reason, and reports whether it went through.
func (y *year) lives(t *testing.T, what string, do func() error) bool {
	t.Helper()
	err := y.tries(t, do)
	if err == nil {
		return true
	}
	code := vitrine.CodeOf(err)
	switch code {
	case vitrine.Conflict, vitrine.Unavailable, vitrine.Invalid, vitrine.Stale, vitrine.RateLimited, vitrine.NotFound, vitrine.PaymentRequired:
	default:
		if !errors.Is(err, errKilled) && !strings.Contains(err.Error(), "stripe: ") {
			t.Fatalf("%s: %v", what, err)
		}
	}
	y.refused[what+": "+string(code)]++
	return false
}

// pass has time go by, also for jobs that wait, whose times are the database's.
func (y *year) pass(t *testing.T, d time.Duration) {
	t.Helper()
	y.clock.Advance(d)
	_, err := y.past.ExecContext(t.Context(), fmt.Sprintf("UPDATE jobs SET run_at = run_at - %d, lease_until = lease_until - %[1]d",
		d.Microseconds()))
	wantCode(t, "have time go by", err, "")
}

// work carries out the jobs of money that are due.
func (y *year) work(t *testing.T) {
	t.Helper()
	carryOut(t, y, shop.JobTakeNotice, (*shop.Shop).TakeNotice)
	carryOut(t, y, shop.JobConfirmPayment, (*shop.Shop).ConfirmPayment)
	carryOut(t, y, shop.JobRefundPayment, (*shop.Shop).RefundPayment)
}

// refundAttempts is how often a refund is asked for: Stripe takes none of a payment of which a bank has some.
const refundAttempts = 20

// carryOut carries out jobs of a kind. Those of a process that dies are claimed anew when its lease has run out.
func carryOut[T any](t *testing.T, y *year, kind string, do func(*shop.Shop, context.Context, T) error) {
	t.Helper()
	const atOnce = 20
	for n := atOnce; n == atOnce; {
		var jobs []store.Job
		write(t, y.db, func(ctx context.Context, tx *store.Tx) (err error) {
			jobs, err = tx.ClaimJobs(ctx, kind, store.Lease{Name: "year", For: 5 * time.Minute}, atOnce)
			return err
		})
		n = len(jobs)
		for _, job := range jobs {
			var args T
			wantCode(t, "read a job", json.Unmarshal([]byte(job.Args), &args), "")
			err := y.tries(t, func() error { return do(y.shop, t.Context(), args) })
			if errors.Is(err, errKilled) {
				continue
			}
			write(t, y.db, func(ctx context.Context, tx *store.Tx) error {
				switch {
				case err == nil:
					return tx.FinishJob(ctx, job)
				case kind == shop.JobRefundPayment && job.Attempts >= refundAttempts:
					if err := y.shop.AbandonRefund(ctx, tx, job.Args, err.Error()); err != nil {
						return err
					}
					return tx.FailJob(ctx, job, err.Error())
				}
				return tx.RetryJob(ctx, job, 10*time.Minute, err.Error())
			})
		}
	}
}
