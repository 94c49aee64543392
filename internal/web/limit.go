package web

import (
	"container/list"
	"fmt"
	"math"
	"net/http"
	"strconv"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"vitrine"
)

// Budget is a kind of request that callers have so many of.
type Budget string

// The budgets.
const (
	Reads   Budget = "read"
	Writes  Budget = "write"
	Uploads Budget = "upload"
	Tokens  Budget = "token"
	// By network alone:
	PageViews      Budget = "page"
	VisitorOrders  Budget = "order"
	GuessedSecrets Budget = "guess"
)

// Rate is how many requests a minute a budget gives, and how many at once.
type Rate struct {
	PerMinute int
	Burst     int
}

// DefaultRates are the budgets of a new marketplace, generous for people and
// programs, too small to empty a catalogue unseen.
func DefaultRates() map[Budget]Rate {
	return map[Budget]Rate{
		Reads:   {PerMinute: 6000, Burst: 1000},
		Writes:  {PerMinute: 1200, Burst: 300},
		Uploads: {PerMinute: 600, Burst: 200},
		Tokens:  {PerMinute: 120, Burst: 60},

		PageViews:      {PerMinute: 1200, Burst: 300},
		VisitorOrders:  {PerMinute: 20, Burst: 10},
		GuessedSecrets: {PerMinute: 10, Burst: 20},
	}
}

// maxCallers is how many callers a Limiter remembers: those it forgets begin
// with a full budget again.
const maxCallers = 50_000

// Limiter counts requests by caller and budget.
type Limiter struct {
	rates  map[Budget]Rate
	now    func() time.Time
	mu     sync.Mutex
	known  map[limitKey]*list.Element
	recent *list.List // of *bucket, the most recent one first
}

type limitKey struct {
	budget Budget
	caller string
}

type bucket struct {
	key     limitKey
	limiter *rate.Limiter
}

// NewLimiter makes a Limiter. A budget without a rate is not limited.
func NewLimiter(rates map[Budget]Rate, now func() time.Time) *Limiter {
	if now == nil {
		now = time.Now
	}
	return &Limiter{rates: rates, now: now, known: map[limitKey]*list.Element{}, recent: list.New()}
}

// Take takes one request from a caller's budget, writes to header how
// much is left, and gives a RateLimited error when nothing was.
func (l *Limiter) Take(header http.Header, budget Budget, caller string) error {
	limit, ok := l.rates[budget]
	if !ok || limit.PerMinute <= 0 {
		return nil
	}
	limit.Burst = max(1, limit.Burst)
	now := l.now()
	bucket := l.bucket(limitKey{budget, caller}, limit)
	allowed := bucket.AllowN(now, 1)
	left := max(0, math.Floor(bucket.TokensAt(now)))
	perSecond := float64(limit.PerMinute) / 60
	full := int(math.Ceil((float64(limit.Burst) - left) / perSecond))
	tell(header, budget, limit, int(left), full, now)
	if allowed {
		return nil
	}
	return overBudget(budget, limit, bucket, now)
}

// Spent returns the error that Take would give now, and takes nothing.
func (l *Limiter) Spent(budget Budget, caller string) error {
	limit, ok := l.rates[budget]
	if !ok || limit.PerMinute <= 0 {
		return nil
	}
	limit.Burst = max(1, limit.Burst)
	now := l.now()
	bucket := l.bucket(limitKey{budget, caller}, limit)
	if bucket.TokensAt(now) >= 1 {
		return nil
	}
	return overBudget(budget, limit, bucket, now)
}

func overBudget(budget Budget, limit Rate, bucket *rate.Limiter, now time.Time) error {
	seconds := max(1, int(math.Ceil((1-bucket.TokensAt(now))*60/float64(limit.PerMinute))))
	return &vitrine.Error{
		Code:    vitrine.RateLimited,
		Message: fmt.Sprintf("too many %s: try again in %d s", budget.noun(), seconds),
		Err:     &retryAfter{seconds},
	}
}

// noun says for people what a budget gives.
func (b Budget) noun() string {
	switch b {
	case PageViews:
		return "pages"
	case VisitorOrders:
		return "orders"
	case GuessedSecrets:
		return "wrong keys, tokens or signatures"
	}
	return string(b) + " requests"
}

// retryAfter carries the value of a Retry-After header.
type retryAfter struct{ seconds int }

func (r *retryAfter) Error() string { return "retry after " + strconv.Itoa(r.seconds) + " s" }

// RetryAfter is how long to wait; ProblemOf asks for it.
func (r *retryAfter) RetryAfter() time.Duration { return time.Duration(r.seconds) * time.Second }

func (l *Limiter) bucket(key limitKey, limit Rate) *rate.Limiter {
	l.mu.Lock()
	defer l.mu.Unlock()
	if element, ok := l.known[key]; ok {
		l.recent.MoveToFront(element)
		return element.Value.(*bucket).limiter
	}
	if l.recent.Len() >= maxCallers {
		oldest := l.recent.Back()
		delete(l.known, oldest.Value.(*bucket).key)
		l.recent.Remove(oldest)
	}
	b := &bucket{key, rate.NewLimiter(rate.Limit(float64(limit.PerMinute)/60), limit.Burst)}
	l.known[key] = l.recent.PushFront(b)
	return b.limiter
}

// tell writes the headers of draft-ietf-httpapi-ratelimit-headers and the
// older X- ones. They share one text and one list, which is two allocations.
func tell(header http.Header, budget Budget, limit Rate, left, full int, now time.Time) {
	var room [160]byte
	var ends [6]int
	text := appendPolicy(room[:0], budget, limit)
	ends[1] = len(text)
	text = append(append(append(text, '"'), budget...), `";r=`...)
	text = append(strconv.AppendInt(text, int64(left), 10), ";t="...)
	text = strconv.AppendInt(text, int64(full), 10)
	ends[2] = len(text)
	for i, n := range [3]int64{int64(limit.Burst), int64(left), now.Unix() + int64(full)} {
		text = strconv.AppendInt(text, n, 10)
		ends[i+3] = len(text)
	}
	all, values := string(text), make([]string, 5)
	for i, name := range [5]string{"Ratelimit-Policy", "Ratelimit", "X-Ratelimit-Limit", "X-Ratelimit-Remaining", "X-Ratelimit-Reset"} {
		values[i] = all[ends[i]:ends[i+1]]
		header[name] = values[i : i+1 : i+1]
	}
}

// appendPolicy writes a policy: so many requests in as many seconds as an empty
// budget takes to be full again.
func appendPolicy(text []byte, budget Budget, limit Rate) []byte {
	text = append(append(append(text, '"'), budget...), `";q=`...)
	text = append(strconv.AppendInt(text, int64(limit.Burst), 10), ";w="...)
	return strconv.AppendInt(text, int64(math.Ceil(float64(limit.Burst)*60/float64(limit.PerMinute))), 10)
}
