package web_test

import (
	"errors"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/web"
)

func TestLimiter(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	limiter := web.NewLimiter(map[web.Budget]web.Rate{
		web.Reads:  {PerMinute: 60, Burst: 2},
		web.Writes: {PerMinute: 30},
	}, func() time.Time { return now })
	for _, step := range []struct {
		name    string
		wait    time.Duration
		budget  web.Budget
		caller  string
		refused bool
		want    map[string]string
	}{
		{"first", 0, web.Reads, "a", false, map[string]string{
			"RateLimit-Policy": `"read";q=2;w=2`, "RateLimit": `"read";r=1;t=1`,
			"X-RateLimit-Limit": "2", "X-RateLimit-Remaining": "1", "X-RateLimit-Reset": strconv.FormatInt(now.Unix()+1, 10)}},
		{"second", 0, web.Reads, "a", false, map[string]string{"RateLimit": `"read";r=0;t=2`}},
		{"third", 0, web.Reads, "a", true, map[string]string{"RateLimit": `"read";r=0;t=2`, "X-RateLimit-Remaining": "0"}},
		{"another caller", 0, web.Reads, "b", false, nil},
		{"another budget, without a burst", 0, web.Writes, "a", false, map[string]string{"RateLimit-Policy": `"write";q=1;w=2`}},
		{"that budget again", 0, web.Writes, "a", true, nil},
		{"too early", 999 * time.Millisecond, web.Reads, "a", true, nil},
		{"in time", time.Millisecond, web.Reads, "a", false, nil},
		{"a budget without a rate", 0, web.Uploads, "a", false, map[string]string{"RateLimit": ""}},
	} {
		now = now.Add(step.wait)
		header := http.Header{}
		err := limiter.Take(header, step.budget, step.caller)
		if (err != nil) != step.refused || err != nil && vitrine.CodeOf(err) != vitrine.RateLimited {
			t.Errorf("%s: %v", step.name, err)
		}
		got := map[string]string{}
		for name := range step.want {
			got[name] = header.Get(name)
		}
		if diff := cmp.Diff(step.want, got); len(step.want) > 0 && diff != "" {
			t.Errorf("%s (-want +got):\n%s", step.name, diff)
		}
	}
}

func TestRetryAfterIsEnough(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	limiter := web.NewLimiter(map[web.Budget]web.Rate{web.Tokens: {PerMinute: 7, Burst: 1}}, func() time.Time { return now })
	if err := limiter.Take(http.Header{}, web.Tokens, "a"); err != nil {
		t.Fatal(err)
	}
	waits, ok := errors.AsType[interface {
		error
		RetryAfter() time.Duration
	}](limiter.Take(http.Header{}, web.Tokens, "a"))
	if !ok || waits.RetryAfter() < time.Second || waits.RetryAfter() > 9*time.Second {
		t.Fatalf("wait: %v", waits)
	}
	now = now.Add(waits.RetryAfter())
	if err := limiter.Take(http.Header{}, web.Tokens, "a"); err != nil {
		t.Errorf("after Retry-After: %v", err)
	}
}

func TestLimiterAtOnce(t *testing.T) {
	t.Parallel()
	now := time.Now()
	limiter := web.NewLimiter(map[web.Budget]web.Rate{web.Reads: {PerMinute: 60, Burst: 100}}, func() time.Time { return now })
	var allowed atomic.Int64
	var callers sync.WaitGroup
	for range 8 {
		callers.Go(func() {
			for range 50 {
				if limiter.Take(http.Header{}, web.Reads, "a") == nil {
					allowed.Add(1)
				}
			}
		})
	}
	callers.Wait()
	if got := allowed.Load(); got != 100 {
		t.Errorf("%d of 400 were let through, want 100", got)
	}
}

func TestLimiterForgets(t *testing.T) {
	t.Parallel()
	now := time.Now()
	limiter := web.NewLimiter(map[web.Budget]web.Rate{web.Reads: {PerMinute: 1, Burst: 1}}, func() time.Time { return now })
	take := func(caller string) error { return limiter.Take(http.Header{}, web.Reads, caller) }
	_, _ = take("early"), take("kept")
	for i := range 50_005 {
		_ = take(strconv.Itoa(i))
		if i == 25_000 {
			_ = take("kept")
		}
	}
	if take("kept") == nil {
		t.Error("a caller who came lately was forgotten")
	}
	if err := take("early"); err != nil {
		t.Errorf("the caller who came least lately is still known: %v", err)
	}
}

func BenchmarkLimiter(b *testing.B) {
	limiter := web.NewLimiter(map[web.Budget]web.Rate{web.Reads: {PerMinute: 1 << 30, Burst: 1 << 30}}, nil)
	header := http.Header{}
	b.ReportAllocs()
	for b.Loop() {
		_ = limiter.Take(header, web.Reads, "user:7")
	}
}
