package web

import (
	"container/list"
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
)

// Rate is how many requests a minute a budget gives, and how many at once.
type Rate struct {
	PerMinute int
	Burst     int
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

// Take takes one request from a caller's budget, tells the caller in header
// how much is left, and gives a RateLimited error when nothing was.
func (l *Limiter) Take(header http.Header, budget Budget, caller string) error {
	limit, ok := l.rates[budget]
	if !ok || limit.PerMinute <= 0 {
		return nil
	}
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
	seconds := max(1, int(math.Ceil((1-bucket.TokensAt(now))/perSecond)))
	return &vitrine.Error{
		Code:    vitrine.RateLimited,
		Message: "too many " + string(budget) + " requests: try again in " + strconv.Itoa(seconds) + " s",
		Err:     &retryAfter{seconds},
	}
}

// retryAfter carries the value of a Retry-After header.
type retryAfter struct{ seconds int }

func (r *retryAfter) Error() string { return "retry after " + strconv.Itoa(r.seconds) + " s" }

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
// older X- ones.
func tell(header http.Header, budget Budget, limit Rate, left, full int, now time.Time) {
	name := `"` + string(budget) + `"`
	leftText, fullText := strconv.Itoa(left), strconv.Itoa(full)
	header["Ratelimit-Policy"] = []string{name + ";q=" + strconv.Itoa(limit.Burst) + ";w=" + strconv.Itoa(window(limit))}
	header["Ratelimit"] = []string{name + ";r=" + leftText + ";t=" + fullText}
	header["X-Ratelimit-Limit"] = []string{strconv.Itoa(limit.Burst)}
	header["X-Ratelimit-Remaining"] = []string{leftText}
	header["X-Ratelimit-Reset"] = []string{strconv.FormatInt(now.Unix()+int64(full), 10)}
}

// window is in how many seconds an empty budget is full again.
func window(limit Rate) int {
	return int(math.Ceil(float64(limit.Burst) * 60 / float64(limit.PerMinute)))
}
