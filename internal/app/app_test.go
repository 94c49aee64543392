package app_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vitrine/internal/app"
	"vitrine/internal/config"
	"vitrine/internal/markettest"
	"vitrine/internal/store/storetest"
	"vitrine/internal/survey"
)

// patience is how long a test waits for what must happen at once.
const patience = 15 * time.Second

// running is a server that Serve serves.
type running struct {
	app    *app.App
	config config.Config
	public string // base addresses
	admin  string
	log    *safeBuffer
	client *http.Client
	cancel context.CancelFunc
	done   chan error // what Serve returned
}

// safeBuffer is a buffer that many may write to.
type safeBuffer struct {
	mu     sync.Mutex
	buffer bytes.Buffer
}

// Write adds to the buffer.
func (b *safeBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buffer.Write(p)
}

// String is all that was written.
func (b *safeBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buffer.String()
}

// settings are those of a server on free ports with a data folder of its own.
func settings(t testing.TB) config.Config {
	t.Helper()
	c, err := config.FromEnvironment(t.Context(), func(string) (string, bool) { return "", false })
	if err != nil {
		t.Fatal(err)
	}
	c.Data, c.Listen, c.AdminListen = filepath.Join(t.TempDir(), "data"), "127.0.0.1:0", "127.0.0.1:0"
	if err := c.Check(); err != nil {
		t.Fatal(err)
	}
	return c
}

// start serves until the test ends.
func start(t testing.TB, c config.Config) *running {
	t.Helper()
	return startReading(t, c, readOnce)
}

// startReading serves with a reader of files until the test ends.
func startReading(t testing.TB, c config.Config, read survey.Read) *running {
	t.Helper()
	return startWith(t, app.Options{Config: c, Read: read})
}

// layDatabase makes the database of a new data folder, which a server makes as well, but slower.
func layDatabase(t testing.TB, c config.Config) {
	t.Helper()
	file := filepath.Join(c.Data, "vitrine.db")
	if _, err := os.Stat(file); err == nil || c.Database != file {
		return
	}
	if err := os.MkdirAll(c.Data, 0o700); err != nil {
		t.Fatal(err)
	}
	storetest.LaySQLite(t, file)
}

// startWith serves with more than settings until the test ends.
func startWith(t testing.TB, o app.Options) *running {
	t.Helper()
	layDatabase(t, o.Config)
	s := &running{config: o.Config, log: &safeBuffer{}, client: &http.Client{Transport: &http.Transport{}}, done: make(chan error, 1)}
	ctx, cancel := context.WithCancel(context.WithoutCancel(t.Context()))
	s.cancel = cancel
	ready := make(chan *app.App, 1)
	o.Log = slog.New(slog.NewJSONHandler(s.log, nil))
	go func() {
		s.done <- app.Serve(ctx, o, func(_ context.Context, app *app.App) error {
			ready <- app
			return nil
		})
	}()
	t.Cleanup(func() {
		s.client.CloseIdleConnections()
		cancel()
		if err := s.wait(t); err != nil {
			t.Errorf("Serve: %v", err)
		}
	})
	select {
	case s.app = <-ready:
	case err := <-s.done:
		s.done <- nil
		t.Fatalf("Serve: %v", err)
	}
	s.public, s.admin = s.address(t, "serving"), s.address(t, "serving metrics")
	return s
}

// wait waits for Serve to return, and may be repeated.
func (s *running) wait(t testing.TB) error {
	t.Helper()
	select {
	case err := <-s.done:
		s.done <- nil
		return err
	case <-time.After(patience):
		t.Error("Serve does not return")
		return nil
	}
}

// address finds in the log where the server listens; "" when it does not say.
func (s *running) address(t testing.TB, message string) string {
	t.Helper()
	for line := range strings.Lines(s.log.String()) {
		var entry struct{ Msg, Address string }
		if err := json.Unmarshal([]byte(line), &entry); err != nil {
			t.Fatal(err)
		}
		if entry.Msg == message {
			return entry.Address
		}
	}
	return ""
}

// answer is what a server answered.
type answer struct {
	Status int
	Type   string
	Body   string
}

func (s *running) get(t testing.TB, address string) answer {
	t.Helper()
	response, body := markettest.Fetch(t, s.client, address)
	return answer{response.StatusCode, response.Header.Get("Content-Type"), string(body)}
}

func TestServesAllParts(t *testing.T) {
	t.Parallel()
	s := start(t, settings(t))
	for _, c := range []struct {
		path, wantBody string
		want           answer // without the body
	}{
		{"/healthz", "ok\n", answer{200, "text/plain; charset=utf-8", ""}},
		{"/readyz", "ready\n", answer{200, "text/plain; charset=utf-8", ""}},
		{"/", "Newest models", answer{200, "text/html; charset=utf-8", ""}},
		{"/docs", "/v1/models", answer{200, "text/html; charset=utf-8", ""}},
		{"/openapi.yaml", "openapi: 3.1.0", answer{200, "application/yaml", ""}},
		{"/problems/not_found", "There is nothing here", answer{200, "text/html; charset=utf-8", ""}},
		{"/v1/models", `"code":"unauthenticated"`, answer{401, "application/problem+json", ""}},
		{"/media/nothing", `"code":"not_found"`, answer{404, "application/problem+json", ""}},
		{"/blobs/nothing", `"code":"forbidden"`, answer{403, "application/problem+json", ""}},
		{"/nowhere", `"code":"not_found"`, answer{404, "application/problem+json", ""}},
		// What is the operator's is not at the public address.
		{"/metrics", `"code":"not_found"`, answer{404, "application/problem+json", ""}},
		{"/debug/pprof/", `"code":"not_found"`, answer{404, "application/problem+json", ""}},
	} {
		got := s.get(t, s.public+c.path)
		if !strings.Contains(got.Body, c.wantBody) {
			t.Errorf("%s answers %.300s, want %s in it", c.path, got.Body, c.wantBody)
		}
		got.Body = ""
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.path, diff)
		}
	}
}

func TestNotReadyWithoutDatabase(t *testing.T) {
	t.Parallel()
	s := start(t, settings(t))
	if err := s.app.CloseDatabase(); err != nil {
		t.Fatal(err)
	}
	s.wantNotReady(t)
}

func TestNotReadyWithoutStorage(t *testing.T) {
	t.Parallel()
	s := start(t, settings(t))
	if err := os.RemoveAll(s.config.Blobs); err != nil {
		t.Fatal(err)
	}
	s.wantNotReady(t)
}

// wantNotReady fails unless the server lives and says that it is not ready.
func (s *running) wantNotReady(t *testing.T) {
	t.Helper()
	got := s.get(t, s.public+"/readyz")
	var problem struct{ Code string }
	if err := json.Unmarshal([]byte(got.Body), &problem); err != nil || got.Status != http.StatusServiceUnavailable ||
		problem.Code != "unavailable" {
		t.Errorf("/readyz answers %+v, want 503 unavailable", got)
	}
	if strings.Contains(got.Body, s.config.Data) || strings.Contains(got.Body, "sql") {
		t.Errorf("/readyz shows what is inside: %s", got.Body)
	}
	if got := s.get(t, s.public+"/healthz"); got.Status != http.StatusOK {
		t.Errorf("/healthz answers %+v", got)
	}
}

func TestMetrics(t *testing.T) {
	t.Parallel()
	s := start(t, settings(t))
	for _, path := range []string{"/healthz", "/healthz", "/healthz", "/v1/models", "/nowhere", "/checkout/secret"} {
		s.get(t, s.public+path)
	}
	got := s.get(t, s.admin+"/metrics")
	if got.Status != http.StatusOK || !strings.HasPrefix(got.Type, "text/plain") {
		t.Fatalf("/metrics answers %d, %s", got.Status, got.Type)
	}
	counters := map[string]string{}
	for _, match := range regexp.MustCompile(`(?m)^vitrine_request_duration_seconds_count\{route="(.*)",status="(.*)"\} (\d+)$`).FindAllStringSubmatch(got.Body, -1) {
		counters[match[1]+" "+match[2]] = match[3]
	}
	want := map[string]string{"GET /healthz 200": "3", "GET /v1/models 401": "1", " 404": "1", "GET /checkout/{key} 404": "1"}
	if diff := cmp.Diff(want, counters); diff != "" {
		t.Errorf("requests (-want +got):\n%s", diff)
	}
	for _, memory := range []string{"records", "lists", "facets", "search_blocks", "search_words", "pages", "page_lists", "cards"} {
		for _, of := range []string{"hits_total", "misses_total", "values", "bytes"} {
			if name := fmt.Sprintf("vitrine_memory_%s{memory=%q} ", of, memory); !strings.Contains(got.Body, "\n"+name) {
				t.Errorf("there is no %s", name)
			}
		}
	}
	if !strings.Contains(got.Body, "\ngo_goroutines ") {
		t.Error("there is nothing about the process")
	}
	if strings.Contains(got.Body+s.log.String(), "/checkout/secret") {
		t.Error("metrics or log show the key of a checkout page")
	}
	if got := s.get(t, s.admin+"/debug/pprof/"); got.Status != http.StatusOK || !strings.Contains(got.Body, "goroutine") {
		t.Errorf("/debug/pprof/ answers %d", got.Status)
	}
	if got := s.get(t, s.admin+"/v1/models"); got.Status != http.StatusNotFound {
		t.Errorf("the interface is at the operator's address: %d", got.Status)
	}
}

// TestMonitoringUnderLoopbackNames asks the operator's address as a page would whose
// own host's name was made to lead there.
func TestMonitoringUnderLoopbackNames(t *testing.T) {
	t.Parallel()
	s := start(t, settings(t))
	for host, want := range map[string]int{
		"": 200, "localhost": 200, "LOCALHOST:9090": 200, "127.0.0.1": 200, "127.1.2.3:80": 200, "[::1]:9090": 200, "[::1]": 200,
		"evil.example": 421, "evil.example:9090": 421, "localhost.evil.example": 421, "127.0.0.1.evil.example": 421, "10.0.0.1": 421,
		"[2001:db8::1]": 421,
	} {
		for _, path := range []string{"/metrics", "/debug/pprof/", "/debug/pprof/symbol"} {
			r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.admin+path, nil)
			if err != nil {
				t.Fatal(err)
			}
			r.Host = host
			answer, err := s.client.Do(r)
			if err != nil {
				t.Fatal(err)
			}
			_ = answer.Body.Close()
			if answer.StatusCode != want {
				t.Errorf("%s as %q: status %d, want %d", path, host, answer.StatusCode, want)
			}
		}
	}
}

func TestNoMetricsUnlessAskedFor(t *testing.T) {
	t.Parallel()
	c := settings(t)
	c.AdminListen = ""
	if s := start(t, c); s.admin != "" {
		t.Errorf("metrics are at %s", s.admin)
	}
}

func TestLogShowsNoSecrets(t *testing.T) {
	t.Parallel()
	c := settings(t)
	c.S3Key, c.S3Secret = "the-access-key", "the-secret-key"
	s := start(t, c)
	s.get(t, s.public+"/v1/models?access_token=vtr_secret")
	s.cancel()
	if err := s.wait(t); err != nil {
		t.Fatal(err)
	}
	text := s.log.String()
	for _, secret := range []string{c.S3Key, c.S3Secret, "vtr_secret"} {
		if strings.Contains(text, secret) {
			t.Errorf("the log shows %s:\n%s", secret, text)
		}
	}
	if !strings.Contains(text, `"path":"/v1/models"`) || !strings.Contains(text, "stopping") {
		t.Errorf("the log does not tell of requests and the end:\n%s", text)
	}
}
