package door_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"vitrine"
	"vitrine/internal/door"
)

// house is a server behind a door, within a bubble of time. Its connections are
// pipes without any room: what is not read is not sent.
type house struct {
	door   *door.Door
	server *http.Server
	comers chan net.Conn
	closed chan struct{}
}

// Accept returns a connection that was dialled.
func (h *house) Accept() (net.Conn, error) {
	select {
	case c := <-h.comers:
		return c, nil
	case <-h.closed:
		return nil, net.ErrClosed
	}
}

// Close ends the accepting.
func (h *house) Close() error {
	close(h.closed)
	return nil
}

// Addr is no address.
func (h *house) Addr() net.Addr { return &net.IPAddr{} }

// within serves in a bubble while visit runs.
func within(t *testing.T, rules door.Rules, handler http.HandlerFunc, visit func(t *testing.T, h *house)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		rules.Always = func(r *http.Request) bool { return r.URL.Path == "/healthz" }
		rules.Refuse = func(refused door.Refusal) []byte {
			return fmt.Appendf(nil, "HTTP/1.1 %d Own Words\r\nConnection: close\r\n\r\n%s %s", refused.Status, refused.Method, refused.Path)
		}
		h := &house{door: door.New(rules), server: &http.Server{}, comers: make(chan net.Conn), closed: make(chan struct{})}
		h.server.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			leave, err := h.door.Enter(r, r.Header.Get("Client"))
			defer leave()
			if err != nil {
				http.Error(w, string(vitrine.CodeOf(err)), http.StatusTeapot)
				return
			}
			handler(w, r)
		})
		done := make(chan error)
		go func() { done <- h.door.Serve(h.server, h) }()
		visit(t, h)
		_ = h.server.Close()
		if err := <-done; err == nil {
			t.Error("Serve ended without an error")
		}
		synctest.Wait()
		if open := h.door.Counts().Open; open != 0 {
			t.Errorf("%d connections are still counted", open)
		}
	})
}

// visitor is one end of a connection.
type visitor struct {
	t *testing.T
	net.Conn
	in *bufio.Reader
}

func (h *house) dial(t *testing.T) *visitor {
	t.Helper()
	near, far := net.Pipe()
	h.comers <- far
	t.Cleanup(func() { _ = near.Close() })
	return &visitor{t, near, bufio.NewReader(near)}
}

// say sends text, and gives up where nobody reads it.
func (v *visitor) say(format string, args ...any) {
	go func() { _, _ = fmt.Fprintf(v.Conn, format, args...) }()
	synctest.Wait()
}

// heard is an answer: its status, whether its connection closes, and its body.
type heard struct {
	status int
	close  bool
	body   string
}

func (v *visitor) hear() heard {
	v.t.Helper()
	answer, err := http.ReadResponse(v.in, nil)
	if err != nil {
		v.t.Fatalf("no answer: %v", err)
	}
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		v.t.Fatalf("half an answer: %v", err)
	}
	return heard{answer.StatusCode, answer.Close, string(body)}
}

func (v *visitor) wantHeard(want heard) {
	v.t.Helper()
	if got := v.hear(); got != want {
		v.t.Errorf("heard %+v, want %+v", got, want)
	}
}

// wantClosed waits until the server closes the connection, and fails unless that
// is within most.
func (v *visitor) wantClosed(most time.Duration) {
	v.t.Helper()
	begun := time.Now()
	_, _ = io.Copy(io.Discard, v.in)
	if took := time.Since(begun); took > most {
		v.t.Errorf("the connection was closed after %v, want at most %v", took, most)
	}
}

func ok(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "ok") }

// takes reads the whole body, and says how much it was.
func takes(w http.ResponseWriter, r *http.Request) {
	n, err := io.Copy(io.Discard, r.Body)
	if err != nil {
		http.Error(w, "stalled", http.StatusBadRequest)
		return
	}
	_, _ = fmt.Fprint(w, n)
}

func refuses(w http.ResponseWriter, _ *http.Request) { http.Error(w, "no", http.StatusNotFound) }

func TestHalfHeadIsClosed(t *testing.T) {
	t.Parallel()
	within(t, door.DefaultRules(), ok, func(t *testing.T, h *house) {
		silent, half := h.dial(t), h.dial(t)
		half.say("GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ")
		silent.wantClosed(11 * time.Second)
		half.wantClosed(11 * time.Second)
	})
}

// TestUnreadBodyIsAnswered sends a byte of a body that nobody wants.
func TestUnreadBodyIsAnswered(t *testing.T) {
	t.Parallel()
	within(t, door.DefaultRules(), refuses, func(t *testing.T, h *house) {
		begun := time.Now()
		for _, body := range []string{"Content-Length: 1000\r\n\r\nx", "Content-Length: 1000000000\r\n\r\nx",
			"Transfer-Encoding: chunked\r\n\r\n3e8\r\nx"} {
			v := h.dial(t)
			v.say("POST /nothing HTTP/1.1\r\nHost: x\r\n%s", body)
			v.wantHeard(heard{404, true, "no\n"})
			v.wantClosed(3 * time.Second)
		}
		if took := time.Since(begun); took > 10*time.Second {
			t.Errorf("it took %v", took)
		}
	})
}

// TestUnaskedBodyIsNotInvited refuses before the sender was told to go on.
func TestUnaskedBodyIsNotInvited(t *testing.T) {
	t.Parallel()
	within(t, door.DefaultRules(), refuses, func(t *testing.T, h *house) {
		v := h.dial(t)
		begun := time.Now()
		v.say("POST /nothing HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\nExpect: 100-continue\r\n\r\n")
		v.wantHeard(heard{404, true, "no\n"})
		if took := time.Since(begun); took != 0 {
			t.Errorf("the answer took %v", took)
		}
	})
}

// TestWholeBodiesKeepTheConnection sends bodies that are there already, to one who leaves
// them unread and to one who reads chunks.
func TestWholeBodiesKeepTheConnection(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		handler http.HandlerFunc
		request string
		want    heard
	}{
		{refuses, "POST /nothing HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nbody", heard{404, false, "no\n"}},
		{takes, "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\n\r\n", heard{200, false, "4"}},
	} {
		within(t, door.DefaultRules(), test.handler, func(t *testing.T, h *house) {
			v := h.dial(t)
			for range 3 {
				v.say("%s", test.request)
				v.wantHeard(test.want)
			}
		})
	}
}

func TestStalledAndDrippingBodiesAreClosed(t *testing.T) {
	t.Parallel()
	rules := door.DefaultRules()
	within(t, rules, takes, func(t *testing.T, h *house) {
		stalled := h.dial(t)
		stalled.say("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nx")
		begun := time.Now()
		stalled.wantHeard(heard{400, true, "stalled\n"})
		stalled.wantClosed(3 * time.Second)

		dripping := h.dial(t)
		dripping.say("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n")
		go func() {
			for err := error(nil); err == nil; _, err = dripping.Conn.Write([]byte("x")) {
				time.Sleep(time.Second)
			}
		}()
		dripping.wantHeard(heard{400, true, "stalled\n"})
		dripping.wantClosed(3 * time.Second)
		if took := time.Since(begun); took > 3*rules.StallTime {
			t.Errorf("the two were closed after %v", took)
		}
		time.Sleep(2 * time.Second) // until the last drop
		if got := h.door.Counts().Stalled; got != 2 {
			t.Errorf("%d count as stalled, want 2", got)
		}
	})
}

// TestSlowUploadPasses sends as the worst of mobile networks do: a little more
// than the least speed, with silence in the middle.
func TestSlowUploadPasses(t *testing.T) {
	t.Parallel()
	within(t, door.DefaultRules(), takes, func(t *testing.T, h *house) {
		v := h.dial(t)
		const pieces = 600
		v.say("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n", pieces*1200)
		go func() {
			for i := range pieces {
				time.Sleep(time.Second)
				if i == pieces/2 {
					time.Sleep(25 * time.Second)
				}
				_, _ = v.Conn.Write(make([]byte, 1200))
			}
		}()
		v.wantHeard(heard{200, false, fmt.Sprint(pieces * 1200)})
	})
}

// long answers with more than any buffer holds.
func long(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Length", "720000")
	_, _ = w.Write(make([]byte, 720000))
}

func TestSlowReadersAreClosed(t *testing.T) {
	t.Parallel()
	rules := door.DefaultRules()
	within(t, rules, long, func(t *testing.T, h *house) {
		deaf, dripping := h.dial(t), h.dial(t)
		deaf.say("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
		dripping.say("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
		begun := time.Now()
		for {
			if _, err := dripping.Conn.Read(make([]byte, 1)); err != nil {
				break
			}
			time.Sleep(time.Second)
		}
		if took := time.Since(begun); took > 2*rules.StallTime {
			t.Errorf("who reads a byte a second was closed after %v", took)
		}
		synctest.Wait()
		if open := h.door.Counts(); open.Open != 0 || open.Stalled != 2 {
			t.Errorf("there are %+v", open)
		}
	})
}

func TestSlowDownloadPasses(t *testing.T) {
	t.Parallel()
	within(t, door.DefaultRules(), long, func(t *testing.T, h *house) {
		v := h.dial(t)
		v.say("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
		read, piece := 0, make([]byte, 1200)
		for read < 720000 {
			n, err := io.ReadFull(v.Conn, piece)
			if err != nil && read+n < 720000 {
				t.Fatalf("after %d bytes: %v", read+n, err)
			}
			read += n
			time.Sleep(time.Second)
		}
	})
}

// TestLongWorkIsNotStalling answers after ten minutes, with and without a body
// that was read.
func TestLongWorkIsNotStalling(t *testing.T) {
	t.Parallel()
	work := func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		time.Sleep(10 * time.Minute)
		_, _ = io.WriteString(w, fmt.Sprint(r.Context().Err()))
	}
	within(t, door.DefaultRules(), work, func(t *testing.T, h *house) {
		v := h.dial(t)
		for _, text := range []string{
			"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
			"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nbody",
			"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\n\r\n",
		} {
			v.say("%s", text)
			v.wantHeard(heard{200, false, "<nil>"})
		}
	})
}

// TestLongAnswerToAnUnreadBody works on when an answer has begun to a request
// whose body nobody read.
func TestLongAnswerToAnUnreadBody(t *testing.T) {
	t.Parallel()
	work := func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, "begun ")
		_ = http.NewResponseController(w).Flush()
		select {
		case <-time.After(10 * time.Minute):
			_, _ = io.WriteString(w, "done")
		case <-r.Context().Done():
			_, _ = io.WriteString(w, context.Cause(r.Context()).Error())
		}
	}
	within(t, door.DefaultRules(), work, func(t *testing.T, h *house) {
		v := h.dial(t)
		v.say("GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nbody")
		v.wantHeard(heard{200, false, "begun done"})
	})
}
