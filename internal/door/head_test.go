package door_test

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"vitrine/internal/door"
)

// TestTwoLengths smuggles a request behind a body that has two lengths.
func TestTwoLengths(t *testing.T) {
	t.Parallel()
	within(t, door.DefaultRules(), takes, func(t *testing.T, h *house) {
		for _, length := range []string{"Content-Length: 5", "content-length:5", "CONTENT-LENGTH : 5", "X: y\r\nContent-Length: 5"} {
			for _, before := range []string{"", "GET /first HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n"} {
				v := h.dial(t)
				if before != "" {
					v.say("%s", before)
					v.wantHeard(heard{200, false, "0"})
				}
				v.say("POST / HTTP/1.1\r\nHost: x\r\n%s\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n",
					length)
				if strings.Contains(length, " :") {
					v.wantHeard(heard{400, true, "POST /"})
				} else {
					v.wantHeard(heard{418, true, "malformed\n"})
				}
				v.wantClosed(3 * time.Second)
			}
		}
	})
}

// TestPipelinedChunks closes the connection behind a body whose head came with
// the request before, and was not seen.
func TestPipelinedChunks(t *testing.T) {
	t.Parallel()
	within(t, door.DefaultRules(), takes, func(t *testing.T, h *house) {
		v := h.dial(t)
		v.say("POST /1 HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nabPOST /2 HTTP/1.1\r\nHost: x\r\nContent-Length: " +
			"3\r\nTransfer-Encoding: " +
			"chunked\r\n\r\n0\r\n\r\nGET /3 HTTP/1.1\r\nHost: x\r\n\r\n")
		v.wantHeard(heard{200, false, "2"})
		v.wantHeard(heard{200, true, "0"})
		v.wantClosed(3 * time.Second)
	})
}

// TestOwnWords makes net/http refuse, and hears the server instead.
func TestOwnWords(t *testing.T) {
	t.Parallel()
	within(t, door.DefaultRules(), ok, func(t *testing.T, h *house) {
		for _, test := range []struct {
			head string
			want heard
		}{
			{"GET /a HTTP/1.1\r\nHost: x\r\nX: " + strings.Repeat("x", 100<<10) + "\r\n\r\n", heard{431, true, "GET /a"}},
			{"POST /a?b=c HTTP/1.1\r\n\r\n", heard{400, true, "POST /a"}},
			{"GET /a HTTP/1.1\r\nHost: x\r\nNo colon\r\n\r\n", heard{400, true, "GET /a"}},
			{"GET /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip\r\n\r\n", heard{501, true, "GET /a"}},
			{"GET /a HTTP/3.0\r\nHost: x\r\n\r\n", heard{505, true, "GET /a"}},
			{"GET /a HTTP/1.1\r\nHost: x\r\nExpect: applause\r\n\r\n", heard{417, true, "GET /a"}},
			{"\x16\x03\x01 not HTTP\r\n\r\n", heard{400, true, " "}},
		} {
			v := h.dial(t)
			v.say("%s", test.head)
			v.wantHeard(test.want)
			v.wantClosed(3 * time.Second)
		}
	})
}

// TestBodyThatLooksLikeARefusal is an answer whose bytes are another answer.
func TestBodyThatLooksLikeARefusal(t *testing.T) {
	t.Parallel()
	const text = "HTTP/1.1 431 Request Header Fields Too Large\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n431"
	serve := func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", fmt.Sprint(len(text)))
		_ = http.NewResponseController(w).Flush()
		_, _ = io.WriteString(w, text)
		_ = http.NewResponseController(w).Flush()
	}
	within(t, door.DefaultRules(), serve, func(t *testing.T, h *house) {
		v := h.dial(t)
		v.say("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
		v.wantHeard(heard{200, false, text})
	})
}
