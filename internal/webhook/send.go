package webhook

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"

	"vitrine"
	"vitrine/internal/guard"
	"vitrine/internal/store"
)

// JobKind is the kind of the jobs that send to an endpoint what is due.
const JobKind = store.JobWebhooks

// The bounds of what is sent.
const (
	AtOnce     = 32 // endpoints that one process sends to
	toOne      = 4  // deliveries that are on their way to one endpoint
	turn       = 30 * time.Second
	hold       = time.Minute // of an endpoint; longer than patience for one answer
	answerTime = 15 * time.Second
	maxAnswer  = 1 << 10 // bytes of an answer that are kept
	queued     = 200     // endpoints that are looked for at once
)

// Timeout is how long one turn at an endpoint takes at most.
const Timeout = turn + 2*answerTime

// Office sends events to endpoints.
type Office struct {
	db      *store.DB
	client  *http.Client
	disable Disable
	share   int
	now     func() time.Time
	log     *slog.Logger
}

// Disable disables an endpoint, which DisabledGone or DisabledFailing say why.
type Disable func(ctx context.Context, tx *store.Tx, id int64, because string) error

// Options is what an Office works with.
type Options struct {
	DB      *store.DB
	Disable Disable
	Private bool // it sends to addresses that are not of the public internet, and without TLS
	// Share is the percentage of attempts that fail in three days by which an endpoint is
	// disabled; 0: never.
	Share int
	Now   func() time.Time // nil: time.Now
	Log   *slog.Logger     // nil: nothing is logged
}

// New makes an Office.
func New(o Options) *Office {
	office := &Office{db: o.DB, disable: o.Disable, share: o.Share, now: o.Now, log: cmp.Or(o.Log, slog.New(slog.DiscardHandler))}
	if office.now == nil {
		office.now = time.Now
	}
	rules := guard.Options{Timeout: answerTime, MaxAnswer: maxAnswer, Address: guard.Public, URL: func(u *url.URL) error {
		if u.Scheme != "https" {
			return errPlain
		}
		return nil
	}}
	if o.Private {
		rules.URL, rules.Address = nil, func(netip.Addr) error { return nil }
	}
	office.client = guard.Client(rules)
	return office
}

var errPlain = errors.New("the address is without TLS")

// job is what the job of an endpoint is given.
type job struct {
	Endpoint int64 `json:"endpoint"`
}

// Due reports whether something is to be sent.
func (o *Office) Due(ctx context.Context) (bool, error) {
	ids, err := o.db.EndpointsDue(ctx, o.now(), 1)
	return len(ids) > 0, err
}

// Queue makes a job for each endpoint that something is to be sent to.
func (o *Office) Queue(ctx context.Context) error {
	ids, err := o.db.EndpointsDue(ctx, o.now(), queued)
	if err != nil || len(ids) == 0 {
		return err
	}
	return o.db.Write(ctx, func(tx *store.Tx) error {
		for _, id := range ids {
			if err := tx.Enqueue(ctx, JobKind, job{id}, 0, fmt.Sprintf("%s.%d", JobKind, id)); err != nil {
				return err
			}
		}
		return nil
	})
}

// Send carries a job out: it sends an endpoint what is due, for a while. Of two who do at once
// one has nothing to do.
func (o *Office) Send(ctx context.Context, args string) error {
	var j job
	if err := json.Unmarshal([]byte(args), &j); err != nil {
		return fmt.Errorf("send events: %w", err)
	}
	lease := store.Lease{Name: rand.Text(), For: hold}
	defer func() {
		leave := context.WithoutCancel(ctx)
		if err := o.db.Write(leave, func(tx *store.Tx) error { return tx.LeaveEndpoint(leave, j.Endpoint, lease.Name) }); err != nil {
			o.log.Warn("a webhook endpoint is held for a while", "endpoint", j.Endpoint, "error", err)
		}
	}()
	for begun := time.Now(); time.Since(begun) < turn; {
		more, err := o.round(ctx, j.Endpoint, lease)
		if err != nil || !more {
			return err
		}
	}
	return nil
}

// round sends some deliveries to an endpoint at once, and reports whether there may be more.
func (o *Office) round(ctx context.Context, id int64, lease store.Lease) (more bool, err error) {
	held := false
	err = o.db.Write(ctx, func(tx *store.Tx) (err error) {
		held, err = tx.HoldEndpoint(ctx, id, lease, o.now())
		return err
	})
	if err != nil || !held {
		return false, err
	}
	e, err := o.db.Endpoint(ctx, id)
	if vitrine.CodeOf(err) == vitrine.NotFound {
		return false, nil
	}
	if err != nil || !e.DisabledAt.IsZero() {
		return false, err
	}
	due, err := o.db.DeliveriesDue(ctx, id, o.now(), toOne)
	if err != nil || len(due) == 0 {
		return false, err
	}
	var all sync.WaitGroup
	for i := range due {
		all.Go(func() { o.attempt(ctx, e, &due[i]) })
	}
	all.Wait()
	if err := ctx.Err(); err != nil {
		// How far the others came nobody knows: they are sent again.
		due = slices.DeleteFunc(due, func(d vitrine.Delivery) bool { return d.Last.Status == 0 })
		_, settled := o.settle(ctx, e, due)
		return false, errors.Join(err, settled)
	}
	return o.settle(ctx, e, due)
}

// attempt sends one delivery, and notes in it how that went.
func (o *Office) attempt(ctx context.Context, e *vitrine.Endpoint, d *vitrine.Delivery) {
	begun := time.Now()
	d.Last = vitrine.Attempt{At: o.now()}
	d.Attempts++
	if err := o.post(ctx, e, d); err != nil {
		d.Last.Fault = faultOf(err)
	}
	d.Last.Took = time.Since(begun)
}

func (o *Office) post(ctx context.Context, e *vitrine.Endpoint, d *vitrine.Delivery) error {
	body, err := Body(d, e.Thin)
	if err != nil {
		return err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, e.URL, bytes.NewReader(body))
	if err != nil {
		return err
	}
	if err := Sign(r.Header, d.Event.Key, d.Last.At, body, SecretsOf(e, d.Last.At)...); err != nil {
		return err
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("User-Agent", "Vitrine-Webhooks")
	answer, err := o.client.Do(r)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	d.Last.Status = answer.StatusCode
	// What its status says holds whatever comes of the body.
	start, _ := io.ReadAll(io.LimitReader(answer.Body, maxAnswer))
	d.Last.Answer = plain(start)
	return nil
}

// SecretsOf are those that an endpoint's messages are signed with at a time.
func SecretsOf(e *vitrine.Endpoint, at time.Time) []string {
	if e.OldSecret != "" && at.Before(e.OldUntil) {
		return []string{e.Secret, e.OldSecret}
	}
	return []string{e.Secret}
}

// plain is the beginning of an answer as text that can be kept and shown.
func plain(start []byte) string {
	return strings.Map(func(r rune) rune {
		if r != '\n' && r != '\t' && !unicode.IsGraphic(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(string(start), "\uFFFD"))
}

// faultOf says why there was no answer, to whoever looks after the endpoint: nothing of how
// names are resolved here.
func faultOf(err error) string {
	var unknown *net.DNSError
	var outer *url.Error
	switch {
	case errors.Is(err, guard.ErrNotPublic):
		return guard.ErrNotPublic.Error()
	case errors.As(err, &unknown):
		return "the name of the host could not be resolved"
	case errors.Is(err, context.DeadlineExceeded) || errors.As(err, &outer) && outer.Timeout():
		return "there was no answer within 15 seconds"
	case errors.As(err, &outer):
		err = outer.Err
	}
	const longest = 300
	text := plain([]byte(err.Error()))
	return text[:min(len(text), longest)]
}
