package client_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"vitrine/client"
)

// script answers requests one after another, the last answer again and again, and remembers
// what was asked.
type script struct {
	answers []answer
	asked   []*http.Request
	bodies  []string
}

// answer is how a request is answered.
type answer func(r *http.Request) (*http.Response, error)

func (s *script) RoundTrip(r *http.Request) (*http.Response, error) {
	body := ""
	if r.Body != nil {
		text, _ := io.ReadAll(r.Body)
		body = string(text)
	}
	s.asked, s.bodies = append(s.asked, r), append(s.bodies, body)
	return s.answers[min(len(s.asked), len(s.answers))-1](r)
}

// says answers with a status, headers ("Name: value") and a body.
func says(status int, body string, headers ...string) answer {
	return func(r *http.Request) (*http.Response, error) {
		h := http.Header{"Content-Type": {"application/json"}}
		for _, header := range headers {
			name, value, _ := strings.Cut(header, ": ")
			h.Set(name, value)
		}
		return &http.Response{StatusCode: status, Header: h, Body: io.NopCloser(strings.NewReader(body)), ContentLength: int64(len(body)),
			Request: r}, nil
	}
}

// breaks is a line that breaks before anything is answered.
func breaks(err error) answer {
	return func(*http.Request) (*http.Response, error) { return nil, err }
}

// hangs is a server that never answers.
func hangs(r *http.Request) (*http.Response, error) {
	<-r.Context().Done()
	return nil, r.Context().Err()
}

// market returns a client whose requests are answered by a script.
func market(t testing.TB, s *script, options ...client.Option) *client.Client {
	t.Helper()
	options = append([]client.Option{client.WithToken("vtr_secret"), client.WithHTTPClient(&http.Client{Transport: s})}, options...)
	c, err := client.New("https://models.example", options...)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

var errReset = errors.New("connection reset")

const conflict = `{"code": "conflict", "detail": "still running", "errors": []}`

// TestRepeats: what can't do anything twice is asked again, and nothing else is.
func TestRepeats(t *testing.T) {
	t.Parallel()
	line, never := breaks(errReset), breaks(&net.OpError{Op: "dial", Err: errors.New("refused")})
	full := says(429, `{"code": "rate_limited"}`, "Retry-After: 7")
	read := func(c *client.Client) error {
		_, err := c.Model(context.Background(), 7)
		return err
	}
	create := func(c *client.Client) error {
		_, err := c.CreateOrder(context.Background(), client.NewOrder{ModelID: 7})
		return err
	}
	unkeyed := func(c *client.Client) error {
		_, err := c.CreateOrder(context.Background(), client.NewOrder{ModelID: 7}, client.IdempotencyKey(""))
		return err
	}
	change := func(c *client.Client) error {
		_, err := c.UpdateModel(context.Background(), 7, client.ModelChange{Title: new("Oak")})
		return err
	}
	for _, test := range []struct {
		name    string
		do      func(*client.Client) error
		answers []answer
		asked   int
		want    error
	}{
		{"a read that works", read, []answer{says(200, `{}`)}, 1, nil},
		{"a read of what is away", read, []answer{says(503, `{}`), says(502, ``), says(200, `{}`)}, 3, nil},
		{"a read on a bad line", read, []answer{line, line, line, says(200, `{}`)}, 4, nil},
		{"a read on a line that stays bad", read, []answer{line}, 4, errReset},
		{"a read of what is not there", read, []answer{says(404, `{}`)}, 1, client.ErrNotFound},
		{"a read of what is broken", read, []answer{says(500, `{}`)}, 1, client.ErrInternal},
		{"a creation on a bad line", create, []answer{line, says(201, `{}`)}, 2, nil},
		{"a creation that is still running", create, []answer{line, says(409, conflict), says(201, `{}`)}, 3, nil},
		{"a creation that is refused", create, []answer{says(409, conflict)}, 1, client.ErrConflict},
		{"a creation without a key", unkeyed, []answer{line}, 1, errReset},
		{"a change on a bad line", change, []answer{line}, 1, errReset},
		{"a change of what is away", change, []answer{says(503, `{}`)}, 1, client.ErrUnavailable},
		{"a change that never left", change, []answer{never, says(200, `{}`)}, 2, nil},
		{"a change over the limit", change, []answer{full, full, says(200, `{}`)}, 3, nil},
		{"a wait that is too long", read, []answer{says(503, `{}`, "Retry-After: 3600")}, 1, client.ErrUnavailable},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := &script{answers: test.answers}

				err := test.do(market(t, s))

				if len(s.asked) != test.asked || !errors.Is(err, test.want) {
					t.Errorf("asked %d times instead of %d: %v", len(s.asked), test.asked, err)
				}
				keys := map[string]bool{}
				for _, r := range s.asked {
					keys[r.Header.Get("Idempotency-Key")] = true
				}
				if len(keys) != 1 {
					t.Errorf("asked by the keys %v", keys)
				}
			})
		})
	}
}

// TestPauses: the client waits as long as it is asked to, and rather not at all than beyond the
// end of its context.
func TestPauses(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		begin := time.Now()
		reset := fmt.Sprintf("X-RateLimit-Reset: %d", begin.Add(12*time.Second).Unix())
		s := &script{answers: []answer{says(429, `{}`, "Retry-After: 7"), says(429, `{}`, "X-RateLimit-Remaining: 0", reset), says(200, `{"id": 7}`)}}

		model, err := market(t, s).Model(t.Context(), 7)

		if waited := time.Since(begin); err != nil || model.ID != 7 || waited != 12*time.Second {
			t.Errorf("%+v, %v after %s", model, err, waited)
		}
		begin = time.Now()
		ctx, stop := context.WithTimeout(t.Context(), 5*time.Second)
		defer stop()
		_, err = market(t, &script{answers: []answer{says(429, `{}`, "Retry-After: 7")}}).Model(ctx, 7)
		if !errors.Is(err, client.ErrRateLimited) || !errors.Is(err, context.DeadlineExceeded) || time.Since(begin) != 0 {
			t.Errorf("beyond the end: %v after %s", err, time.Since(begin))
		}
	})
}

// TestEnds: a call ends with its context, in an answer and in a pause, and by itself when
// nothing comes.
func TestEnds(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		for _, one := range []answer{hangs, says(503, `{}`, "Retry-After: 30")} {
			ctx, cancel := context.WithCancel(t.Context())
			time.AfterFunc(time.Second, cancel)
			begin := time.Now()
			_, err := market(t, &script{answers: []answer{one}}).Model(ctx, 7)
			if !errors.Is(err, context.Canceled) || time.Since(begin) != time.Second {
				t.Errorf("canceled: %v after %s", err, time.Since(begin))
			}
		}
		s := &script{answers: []answer{hangs}}
		_, err := market(t, s, client.WithTimeout(10*time.Second), client.WithTries(2)).Model(t.Context(), 7)
		if !errors.Is(err, os.ErrDeadlineExceeded) || len(s.asked) != 2 {
			t.Errorf("nothing came: %v, asked %d times", err, len(s.asked))
		}
	})
}

func TestErrors(t *testing.T) {
	t.Parallel()
	const body = `{"type": "https://models.example/problems/validation", "title": "The request is not valid", "status": 422, "detail": "2 fields are wrong",
		"code": "validation", "request_id": "R1", "errors": [{"pointer": "/tags", "code": "too_few", "detail": "has 2"}, {"header": "If-Match", "code": "x", "detail": "y"}]}`
	s := &script{answers: []answer{says(422, body, "Content-Type: application/problem+json")}}

	_, err := market(t, s).CreateModel(t.Context(), client.NewModel{Title: "Oak"})

	var got *client.Error
	if !errors.As(err, &got) || !errors.Is(err, client.ErrInvalid) || errors.Is(err, client.ErrNotFound) {
		t.Fatal(err)
	}
	said := got.Code == client.ProblemCodeValidation && got.RequestID == "R1"
	if !said || got.Field("/tags").Code != "too_few" || got.Field("/title") != nil {
		t.Errorf("%+v", got)
	}
	const want = "vitrine: POST /v1/models: 422 2 fields are wrong: /tags has 2; If-Match y (request R1)"
	if err.Error() != want {
		t.Errorf("got %q, want %q", err, want)
	}
}

// TestHostileAnswers: what is no answer of a marketplace is an error that says so.
func TestHostileAnswers(t *testing.T) {
	t.Parallel()
	endless := func(r *http.Request) (*http.Response, error) {
		w, err := says(200, "")(r)
		w.Body, w.ContentLength = io.NopCloser(zeros{}), -1
		return w, err
	}
	for _, test := range []struct {
		name   string
		answer answer
		want   string
	}{
		{"a page", says(200, "<html>", "Content-Type: text/html"), `"text/html" instead of application/json`},
		{"half a record", says(200, `{"id": 7`), "unexpected end"},
		{"another type", says(200, `{"id": []}`), "cannot unmarshal"},
		{"no end", endless, "more than 1048576 bytes"},
		{"a page that failed", says(400, "<html>secret", "Content-Type: text/html"), "400 Bad Request"},
		{"words", says(400, "go\x1b[31m\naway "+strings.Repeat("x", 999), "Content-Type: text/plain"), "400 go [31m away xxx"},
		{"elsewhere", says(307, "", "Location: https://evil.example/"), "307 redirected to https://evil.example/, which is not followed"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			s := &script{answers: []answer{test.answer}}
			_, err := market(t, s, client.WithMaxAnswer(1<<20)).Model(t.Context(), 7)
			if err == nil || !strings.Contains(err.Error(), test.want) || len(err.Error()) > 400 || len(s.asked) != 1 {
				t.Errorf("got %v after %d requests, want %s", err, len(s.asked), test.want)
			}
		})
	}
}

// zeros is a body without an end.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) { return len(p), nil }

// TestAddresses: without an id nothing is asked, and an id is one segment.
func TestAddresses(t *testing.T) {
	t.Parallel()
	s := &script{answers: []answer{says(200, `{}`)}}
	c := market(t, s)
	for _, id := range []string{"", ".", ".."} {
		if _, err := c.Order(t.Context(), id); err == nil {
			t.Errorf("asked for the order %q: %s", id, s.asked[0].URL)
		}
	}
	if _, err := c.License(t.Context(), "a/b?c"); err != nil {
		t.Fatal(err)
	}
	if got := s.asked[0].URL.String(); got != "https://models.example/v1/licenses/a%2Fb%3Fc" {
		t.Errorf("asked for %s", got)
	}
	for _, base := range []string{"models.example", "ftp://models.example", "https://", "https://a:b@models.example",
		"https://models.example/?a=b"} {
		if _, err := client.New(base); err == nil {
			t.Errorf("%s is a base address", base)
		}
	}
}

// TestRequests: what a call sends.
func TestRequests(t *testing.T) {
	t.Parallel()
	s := &script{answers: []answer{says(200, `{"models": []}`, `ETag: "m7"`, "Content-Language: de", "X-Request-Id: R", "X-RateLimit-Limit: 9")}}
	c := market(t, s, client.WithUserAgent("shop/2"))
	var got client.Response
	query := client.ModelsQuery{Keywords: "oak & ash", PerPage: 5, Mine: true, Animated: new(false), Extensions: []string{"obj", "stl"},
		MinPrice: "1.50", MinAdminRating: 2.5}

	if _, err := c.ListModels(t.Context(), query, client.Language("de"), client.IfNoneMatch(`"m6"`), client.Capture(&got)); err != nil {
		t.Fatal(err)
	}
	const want = "animated=false&extensions=obj%2Cstl&keywords=oak+%26+ash&min_admin_rating=2.5&min_price=1.50&mine=true&per_page=5"
	if r := s.asked[0]; r.URL.RawQuery != want {
		t.Errorf("asked for %s", r.URL.RawQuery)
	}
	h := s.asked[0].Header
	sent := map[string]string{"Authorization": "Bearer vtr_secret", "Accept-Language": "de", "If-None-Match": `"m6"`, "User-Agent": "shop/2", "Accept": "application/json"}
	for name, value := range sent {
		if h.Get(name) != value {
			t.Errorf("%s is %q", name, h.Get(name))
		}
	}
	if got.Status != 200 || got.ETag != `"m7"` || got.Language != "de" || got.RequestID != "R" || got.Rate.Limit != 9 {
		t.Errorf("answered %+v", got)
	}

	change := client.ModelChange{Price: client.Set(client.Cents(900)), OriginalPrice: client.Null[client.Amount](),
		Tags: client.Set([]string{}), PBR: client.Set(false)}
	if _, err := c.UpdateModel(t.Context(), 7, change, client.IfMatch(`"m7"`)); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(`{"original_price":null,"pbr":false,"price":"9.00","tags":[]}`, s.bodies[1]); diff != "" {
		t.Error(diff)
	}
	if h := s.asked[1].Header; h.Get("If-Match") != `"m7"` || h.Get("Content-Type") != "application/json" {
		t.Errorf("sent %v", h)
	}
}

// TestPages: an iterator goes from page to page, ends where it is told to, and never goes round.
func TestPages(t *testing.T) {
	t.Parallel()
	next := func(cursor string) string {
		return fmt.Sprintf(`Link: <https://models.example/v1/orders?page=1>; rel="first", <https://models.example/v1/orders?cursor=%s>; rel="next"`, cursor)
	}
	first, last := says(200, `{"orders": [{"id": "1"}, {"id": "2"}]}`, next("b")), says(200, `{"orders": [{"id": "3"}]}`)
	walk := func(most int, answers ...answer) (ids string, s *script, err error) {
		s = &script{answers: answers}
		for order, err := range market(t, s).Orders(t.Context(), client.OrdersQuery{Page: 2, Sold: true}) {
			if err != nil {
				return ids, s, err
			}
			if ids += order.ID; len(ids) == most {
				break
			}
		}
		return ids, s, nil
	}
	ids, s, err := walk(9, first, last)
	if ids != "123" || err != nil || s.asked[0].URL.RawQuery != "page=2&sold=true" || s.asked[1].URL.RawQuery != "cursor=b&sold=true" {
		t.Errorf("%s, %v by %s and %s", ids, err, s.asked[0].URL, s.asked[1].URL)
	}
	if ids, s, err := walk(2, first, last); ids != "12" || err != nil || len(s.asked) != 1 {
		t.Errorf("stopped early: %s, %v after %d pages", ids, err, len(s.asked))
	}
	if ids, _, err := walk(9, first, says(403, `{}`)); ids != "12" || !errors.Is(err, client.ErrForbidden) {
		t.Errorf("a page that fails: %s, %v", ids, err)
	}
	if ids, s, err := walk(99, first); err == nil || len(s.asked) != 2 {
		t.Errorf("a list without an end: %s after %d pages", ids, len(s.asked))
	}
}

func TestAmounts(t *testing.T) {
	t.Parallel()
	for hundredths, text := range map[int64]client.Amount{0: "0.00", 5: "0.05", 1250: "12.50", -7: "-0.07",
		-1<<63 + 1: "-92233720368547758.07"} {
		got, err := text.Cents()
		if client.Cents(hundredths) != text || got != hundredths || err != nil {
			t.Errorf("%d is %s and %s is %d, %v", hundredths, client.Cents(hundredths), text, got, err)
		}
	}
	for text, want := range map[client.Amount]int64{"3": 300, "3.5": 350} {
		if got, err := text.Cents(); got != want || err != nil {
			t.Errorf("%s is %d, %v", text, got, err)
		}
	}
	for _, text := range []client.Amount{"", "-", ".5", "1.234", "1,50", "+1", "1e3", "1.2.3", "99999999999999999999"} {
		if got, err := text.Cents(); err == nil {
			t.Errorf("%q is %d", text, got)
		}
	}
	var prices client.ModelPrices
	if err := json.Unmarshal([]byte(`{"download": 12.5, "original": "20.00"}`), &prices); err != nil || *prices.Download != "12.5" || *prices.Original != "20.00" {
		t.Errorf("%+v, %v", prices, err)
	}
}
