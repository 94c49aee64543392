package app_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"vitrine/internal/config"
)

// crowd is how many connections of a kind the tests open: 2,000, or fewer where
// the machine allows less. Both ends are this process's.
func crowd(t *testing.T) int {
	t.Helper()
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		t.Fatal(err)
	}
	n := min(2000, (int(min(limit.Cur, 1<<20))-1000)/3)
	if n < 100 {
		t.Fatalf("the limit of %d descriptors leaves too few for a crowd: raise it with ulimit -n", limit.Cur)
	}
	return n
}

// guarded are the settings of a server whose connections must move soon.
func guarded(t *testing.T, places int) config.Config {
	t.Helper()
	c := settings(t)
	c.HeaderTimeout, c.StallTimeout = time.Second, time.Second
	c.UploadSpeed, c.DownloadSpeed = 100_000, 100_000
	c.Connections, c.ConnectionsPerAddress = int64(places), int64(places)
	c.PageRate, c.OrderRate = 0, 0
	c.LogLevel = "error"
	return c
}

// attackers are many connections that hold on to a server.
type attackers struct {
	conns []net.Conn
}

// attack opens connections and says the same on each. They take little at once,
// so that an answer of some hundred kilobytes fills them.
func attack(t *testing.T, address string, n int, say string) *attackers {
	t.Helper()
	a := &attackers{}
	t.Cleanup(func() {
		for _, c := range a.conns {
			_ = c.Close()
		}
	})
	dialer := net.Dialer{Timeout: patience, Control: func(_, _ string, raw syscall.RawConn) error {
		return raw.Control(func(fd uintptr) {
			_ = syscall.SetsockoptInt(int(fd), syscall.IPPROTO_TCP, syscall.TCP_MAXSEG, 536)
			_ = syscall.SetsockoptInt(int(fd), syscall.SOL_SOCKET, syscall.SO_RCVBUF, 2048)
		})
	}}
	for range n {
		c, err := dialer.DialContext(t.Context(), "tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		a.conns = append(a.conns, c)
		_, _ = io.WriteString(c, say) // a full house closes
	}
	return a
}

// drip sends a byte at a time on each connection until all of them are closed, or
// stop is.
func (a *attackers) drip(stop <-chan struct{}) {
	ticker := time.NewTicker(50 * time.Millisecond)
	defer ticker.Stop()
	for {
		select {
		case <-stop:
			return
		case <-ticker.C:
			for _, c := range a.conns {
				_, _ = c.Write([]byte("x")) // where it is closed the server is what the test looks at
			}
		}
	}
}

// gauge asks the operator's address for a number.
func (s *running) gauge(t *testing.T, name string) int {
	t.Helper()
	found := regexp.MustCompile(`(?m)^` + name + ` (\S+)$`).FindStringSubmatch(s.get(t, s.admin+"/metrics").Body)
	if found == nil {
		t.Fatalf("there is no %s", name)
	}
	n, err := strconv.ParseFloat(found[1], 64)
	if err != nil {
		t.Fatal(err)
	}
	return int(n)
}

// wantAlone waits until all connections are closed but the tester's own.
func (s *running) wantAlone(t *testing.T) {
	t.Helper()
	ticker := time.NewTicker(50 * time.Millisecond)
	defer ticker.Stop()
	end := time.After(2 * patience)
	for s.gauge(t, "vitrine_connections") > 1 {
		select {
		case <-ticker.C:
		case <-end:
			t.Fatalf("%d connections are still held", s.gauge(t, "vitrine_connections"))
		}
	}
}

func (s *running) wantHealthy(t *testing.T) {
	t.Helper()
	if got := s.get(t, s.public+"/healthz"); got.Status != http.StatusOK {
		t.Errorf("/healthz answers %+v", got)
	}
}

// TestNobodyHoldsTheDoor opens 2,000 connections of each kind that holds a place
// without wanting anything, and waits until the server has closed them.
func TestNobodyHoldsTheDoor(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes seconds, which -short leaves out")
	}
	t.Parallel()
	n := crowd(t)
	s := start(t, guarded(t, n+500))
	address := strings.TrimPrefix(s.public, "http://")
	for _, test := range []struct {
		name, say     string
		drips, stalls bool
	}{
		{"silence", "", false, false},
		{"half heads", "GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ", false, false},
		{"half bodies", "POST /buy HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nm", false, true},
		{"unread bodies", "POST /nothing HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nx", false, false},
		{"endless bodies", "POST /nothing HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3e8\r\nx", false, false},
		{"dripping uploads", "POST /buy HTTP/1.1\r\nHost: x\r\nContent-Length: 10000\r\n\r\nm", true, true},
		{"slow readers", "GET /openapi.yaml HTTP/1.1\r\nHost: x\r\n\r\n", false, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			a := attack(t, address, n, test.say)
			if test.drips {
				stop := make(chan struct{})
				var work sync.WaitGroup
				work.Go(func() { a.drip(stop) })
				defer work.Wait()
				defer close(stop)
			}
			before := s.gauge(t, "vitrine_connections_stalled_total")
			s.wantHealthy(t)
			s.wantAlone(t)
			s.wantHealthy(t)
			if stalled := s.gauge(t, "vitrine_connections_stalled_total") - before; test.stalls && stalled == 0 {
				t.Error("no connection ended for standing still") // others may have made room for newcomers
			}
		})
	}
}

// TestUnreadBodyGetsItsAnswer reads what the server says to a body that it does
// not want.
func TestUnreadBodyGetsItsAnswer(t *testing.T) {
	t.Parallel()
	s := start(t, guarded(t, 100))
	a := attack(t, strings.TrimPrefix(s.public, "http://"), 20, "POST /nothing HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nx")
	for _, c := range a.conns {
		_ = c.SetReadDeadline(time.Now().Add(patience))
		answer, err := http.ReadResponse(bufio.NewReader(c), nil)
		if err != nil {
			t.Fatal(err)
		}
		_, err = io.Copy(io.Discard, answer.Body)
		if answer.StatusCode != http.StatusNotFound || !answer.Close || err != nil {
			t.Errorf("the answer is %d, closes: %v, %v", answer.StatusCode, answer.Close, err)
		}
		if rest, err := io.ReadAll(c); err != nil {
			t.Errorf("the connection is open, or broken: %v, %q", err, rest)
		}
	}
}

// TestFullDoor takes every place with requests that last, and more connections
// than there are places.
func TestFullDoor(t *testing.T) {
	t.Parallel()
	c := guarded(t, 50)
	c.StallTimeout = time.Minute
	s := start(t, c)
	address := strings.TrimPrefix(s.public, "http://")
	taken := attack(t, address, 50, "POST /buy HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\nExpect: 100-continue\r\n\r\n")
	for _, c := range taken.conns {
		if _, err := c.Read(make([]byte, 100)); err != nil { // it is told to go on
			t.Fatal(err)
		}
	}
	attack(t, address, 500, "GET / HTTP/1.1\r\nHost")
	s.wantHealthy(t)
	for _, path := range []string{"/", "/v1/models"} {
		got := s.get(t, s.public+path)
		if got.Status != http.StatusTooManyRequests || got.Type != "application/problem+json" && path != "/" {
			t.Errorf("%s answers %+v, want 429: the address has all the places that it may have", path, got)
		}
	}
}

// TestSendfileAtTheDoor downloads a file that is larger than all buffers to a
// reader who is slow, but not too slow.
func TestSendfileAtTheDoor(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes seconds, which -short leaves out")
	}
	t.Parallel()
	c := guarded(t, 100)
	c.DownloadSpeed = 1000
	m, address := emptyMarket(t, c)
	want := bytes.Repeat([]byte("0123456789abcdef"), 1<<16) // 1 MiB
	draft := m.draft(t, upload{members: map[string]any{"title": "A text"}, files: []namedFile{{plain + "a.txt", want}}})
	files, _ := m.call(t, "GET", draft+"/files", nil)["files"].([]any)
	target := m.redirect(t, fmt.Sprint(files[0].(map[string]any)["download_url"]))
	a := attack(t, address, 1, "GET "+strings.TrimPrefix(target, "http://"+address)+" HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
	<-time.After(2 * c.StallTimeout / 3)
	_ = a.conns[0].SetReadDeadline(time.Now().Add(2 * patience))
	answer, err := http.ReadResponse(bufio.NewReader(slowly{a.conns[0]}), nil)
	if err != nil {
		t.Fatal(err)
	}
	got, err := io.ReadAll(answer.Body)
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("%d bytes came, %v; want %d", len(got), err, len(want))
	}
}

// slowly reads with a pause now and then.
type slowly struct{ io.Reader }

func (s slowly) Read(p []byte) (int, error) {
	<-time.After(2 * time.Millisecond)
	return s.Reader.Read(p)
}

// redirect returns where an address of the interface leads to.
func (m *market) redirect(t *testing.T, address string) string {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+m.token)
	answer, err := m.client.Transport.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	return answer.Header.Get("Location")
}

// TestUnreadableRequestsAreProblems sends what never becomes a request.
func TestUnreadableRequestsAreProblems(t *testing.T) {
	t.Parallel()
	c := settings(t)
	s := start(t, c)
	for _, test := range []struct {
		say, code, instance string
		status              int
	}{
		{"GET /v1/models HTTP/1.1\r\nHost: x\r\nX: " + strings.Repeat("x", 100<<10) + "\r\n\r\n", "head_too_large", "/v1/models", 431},
		{"GET /v1/models HTTP/1.1\r\n\r\n", "malformed", "/v1/models", 400},
		{"GET /v1/models HTTP/1.1\r\nHost: x\r\nA B: c\r\n\r\n", "malformed", "/v1/models", 400},
		{"POST /v1/models HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "malformed", "/v1/models",
			400},
		{"POST /v1/models HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip\r\n\r\n", "not_implemented", "/v1/models", 501},
		{"GET / HTTP/4.0\r\nHost: x\r\n\r\n", "version_not_supported", "/", 505},
		{"GET / HTTP/1.1\r\nHost: x\r\nExpect: nothing\r\n\r\n", "expectation_failed", "/", 417},
		{"nonsense\r\n\r\n", "malformed", "", 400},
	} {
		conn, err := net.Dial("tcp", strings.TrimPrefix(s.public, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		_ = conn.SetDeadline(time.Now().Add(patience))
		_, _ = io.WriteString(conn, test.say)
		answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil {
			t.Fatalf("%.60q: %v", test.say, err)
		}
		var problem struct {
			Code, Instance string
			Status         int
			RequestID      string `json:"request_id"`
		}
		err = json.NewDecoder(answer.Body).Decode(&problem)
		if err != nil || answer.StatusCode != test.status || problem.Status != test.status || problem.Code != test.code ||
			problem.Instance != test.instance ||
			answer.Header.Get("Content-Type") != "application/problem+json" || !answer.Close ||
			problem.RequestID != answer.Header.Get("X-Request-Id") {
			t.Errorf("%.60q: %d %v, %+v, %v; want %d %s", test.say, answer.StatusCode, answer.Header, problem, err, test.status, test.code)
		}
		if open := answer.Header.Get("Access-Control-Allow-Origin") == "*"; open != strings.HasPrefix(test.instance, "/v1") {
			t.Errorf("%.60q: for other origins: %v", test.say, open)
		}
		if _, err := io.ReadAll(conn); err != nil {
			t.Errorf("%.60q: the connection stays open: %v", test.say, err)
		}
		_ = conn.Close()
		if !strings.Contains(s.log.String(), problem.RequestID) {
			t.Errorf("%.60q is not logged", test.say)
		}
	}
}
