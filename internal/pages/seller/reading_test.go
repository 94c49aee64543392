package seller_test

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/shop"
	"vitrine/internal/store"
)

// stream is an answer that goes on.
type stream struct {
	*http.Response
	in *bufio.Reader
}

// follow asks for the events of a model's reading.
func (b *browser) follow(t *testing.T, server *httptest.Server, path string) *stream {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.AddCookie(&http.Cookie{Name: "__Host-vitrine-session", Value: b.secret})
	client := server.Client()
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	answer, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = answer.Body.Close() })
	return &stream{answer, bufio.NewReader(answer.Body)}
}

// next is the next event, its fields in lines, "" behind the last.
func (s *stream) next(t *testing.T) string {
	t.Helper()
	var event strings.Builder
	for {
		line, err := s.in.ReadString('\n')
		switch {
		case err == io.EOF:
			return event.String()
		case err != nil:
			t.Fatal(err)
		case line == "\n" && strings.Contains(event.String(), "event:"):
			return event.String()
		case line != "\n" && !strings.HasPrefix(line, ":"):
			event.WriteString(line)
		}
	}
}

func wantIn(t *testing.T, what, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(text, part) {
			t.Errorf("%s does not say %q:\n%s", what, part, text)
		}
	}
}

// read has a file of a model be read, as a job does.
func (s *site) read(t *testing.T, f vitrine.File) {
	t.Helper()
	f.Status, f.Format, f.Facts = vitrine.FileReady, "stl", `{"polygons":{"value":12}}`
	err := s.db.Write(t.Context(), func(tx *store.Tx) error {
		if err := tx.UpdateFile(t.Context(), &f); err != nil {
			return err
		}
		return s.shop.Touch(t.Context(), tx, f.ModelID)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestReading follows how files are read: who may, how many, and until when.
func TestReading(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	server := httptest.NewServer(s.handler)
	t.Cleanup(server.Close)
	ada, eve := s.signedIn(t, "ada"), s.signedIn(t, "eve")
	ada.upload(t, "/sell/models", named{"a.stl", "solid a"})
	ada.upload(t, "/sell/models", named{"b.stl", "solid b"})
	eve.upload(t, "/sell/models", named{"c.stl", "solid c"})
	const events, second = "/sell/models/1/events", "/sell/models/2/events"
	nobody := &browser{site: s}
	if got := eve.follow(t, server, events).StatusCode; got != http.StatusNotFound {
		t.Errorf("somebody else's reading: %d", got)
	}
	if got := nobody.follow(t, server, events).StatusCode; got != http.StatusSeeOther {
		t.Errorf("signed out: %d", got)
	}

	followed := ada.follow(t, server, events)
	header := followed.Header
	if !strings.HasPrefix(header.Get("Content-Type"), "text/event-stream") || header.Get("Cache-Control") != "no-store" {
		t.Errorf("the answer is %v", header)
	}
	wantIn(t, "the first event", followed.next(t), "event: reading", "Waits to be read", "What becomes known of them is shown here.")
	s.read(t, s.model(t, 1).Files[0])
	wantIn(t, "the second event", followed.next(t), "Ready", "12 polygons", "data-over", "All files are read.")
	wantIn(t, "the last event", followed.next(t), "event: over")
	if more := followed.next(t); more != "" {
		t.Errorf("behind the last: %s", more)
	}
	again := ada.get(t, "/sell/models/1/reading")
	again.want(t, "for a script that asks", http.StatusOK, "12 polygons", "All files are read.")
	if strings.Contains(again.body, "<main") {
		t.Error("it is a whole page")
	}

	var open []*stream
	for range 4 {
		open = append(open, ada.follow(t, server, second))
	}
	if got := ada.follow(t, server, second).StatusCode; got != http.StatusTooManyRequests {
		t.Errorf("the fifth at once: %d", got)
	}
	other := eve.follow(t, server, "/sell/models/3/events")
	if other.StatusCode != http.StatusOK {
		t.Errorf("somebody else beside them: %d", other.StatusCode)
	}
	if err := s.shop.SignOut(t.Context(), ada.secret); err != nil {
		t.Fatal(err)
	}
	for _, one := range open {
		for event := one.next(t); !strings.Contains(event, "event: over"); event = one.next(t) {
			if event == "" {
				t.Fatal("who signed out is not told to stay away")
			}
		}
		if more := one.next(t); more != "" {
			t.Errorf("who signed out still gets %s", more)
		}
	}
	started, err := s.shop.SignIn(t.Context(), shop.Credentials{Name: "ada", Password: password}, shop.Browser{})
	if err != nil {
		t.Fatal(err)
	}
	ada.secret = started.Secret
	back := ada.follow(t, server, second)
	wantIn(t, "who came back", back.next(t), "Waits to be read")

	close(s.stopping)
	for _, one := range []*stream{back, other} {
		for event := one.next(t); event != ""; event = one.next(t) {
			if strings.Contains(event, "over") && !strings.Contains(event, "event: reading") {
				t.Error("a server that stops says that all is read")
			}
		}
	}
}

// TestReadingElsewhere has another process read the files: the page is told all the same.
func TestReadingElsewhere(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	server := httptest.NewServer(s.handler)
	t.Cleanup(server.Close)
	ada := s.signedIn(t, "ada")
	ada.upload(t, "/sell/models", named{"a.stl", "solid a"})
	f := s.model(t, 1).Files[0]
	followed := ada.follow(t, server, "/sell/models/1/events")
	wantIn(t, "the first event", followed.next(t), "Waits to be read")
	f.WorkedOn = noon().Add(time.Second)
	if err := s.db.Write(context.Background(), func(tx *store.Tx) error { return tx.NoteProgress(context.Background(), &f) }); err != nil {
		t.Fatal(err)
	}
	wantIn(t, "the next event", followed.next(t), "event: reading", ".1.1\n", "Being read")
}
