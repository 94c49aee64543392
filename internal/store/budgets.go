package store

import (
	"context"
	"fmt"

	"time"

	"vitrine"
)

// Budget is a number of attempts that somebody has, in all processes together: Burst at
// once, and one more with each Every that passes.
type Budget struct {
	Name  string // whose, and of what; it holds nothing that may not be stored
	Burst int
	Every time.Duration
}

// TakeBudget takes one attempt; RateLimited when none is left, with how long to wait.
func (tx *Tx) TakeBudget(ctx context.Context, b Budget, now time.Time) error {
	// The generic cell rate algorithm: until is when the whole budget will be there again, and each attempt moves it.
	whole := now.Add(time.Duration(b.Burst) * b.Every)
	n, err := tx.exec(ctx, "take from a budget", `
		INSERT INTO budgets (name, until) VALUES ($1, $2)
		ON CONFLICT (name) DO UPDATE SET until = CASE WHEN budgets.until > $3 THEN budgets.until + $4 ELSE excluded.until END
		WHERE budgets.until + $4 <= $5`,
		b.Name, micros(now.Add(b.Every)), micros(now), b.Every.Microseconds(), micros(whole))
	if err != nil || n == 1 {
		return err
	}
	var until int64
	if err := tx.row(ctx, "there is no budget", "SELECT until FROM budgets WHERE name = $1", []any{b.Name}, &until); err != nil {
		return err
	}
	return overBudget(time.UnixMicro(until).Add(b.Every).Sub(whole))
}

// overBudget refuses an attempt until a time has passed.
func overBudget(wait time.Duration) error {
	wait = max(time.Second, wait.Round(time.Second))
	message := fmt.Sprintf("too many attempts: try again in %s", inWords(wait))
	return &vitrine.Error{Code: vitrine.RateLimited, Message: message, Err: retryAfter(wait)}
}

// inWords says a time for people, in whole seconds or minutes, never too short.
func inWords(wait time.Duration) string {
	switch n := int((wait + time.Second - 1) / time.Second); {
	case n == 1:
		return "1 second"
	case n < 120:
		return fmt.Sprintf("%d seconds", n)
	default:
		return fmt.Sprintf("%d minutes", (n+59)/60)
	}
}

// retryAfter is the cause of an error that says when to try again.
type retryAfter time.Duration

func (r retryAfter) Error() string { return "retry after " + time.Duration(r).String() }

// RetryAfter is how long to wait.
func (r retryAfter) RetryAfter() time.Duration { return time.Duration(r) }

// RefillBudget gives all attempts back.
func (tx *Tx) RefillBudget(ctx context.Context, name string) error {
	_, err := tx.exec(ctx, "refill a budget", "DELETE FROM budgets WHERE name = $1", name)
	return err
}

// RemoveBudgets removes those that are whole again.
func (tx *Tx) RemoveBudgets(ctx context.Context, now time.Time) error {
	_, err := tx.exec(ctx, "remove budgets", "DELETE FROM budgets WHERE until < $1", micros(now))
	return err
}
