package main_test

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strconv"
	"testing"
	"time"
)

// An upload that is gone on with is sent in so many parts, with a pause before each, so that kills meet it on its way. Whoever
// was killed holds it by a lease, which is waited for.
const (
	resumedParts  = 12
	resumedPause  = 4 * time.Millisecond
	resumedBodies = 60 // at most, half a second after each other
)

// resumed is an upload by somebody who goes on with it.
type resumed struct {
	data []byte
	at   string // path of the upload
	half int    // bytes that were sent before, and answered
	file string // path of the file that it became, "" for none yet
}

// half sends the first half of a file to a draft of its own.
func (d *deskWork) half(t *testing.T) {
	t.Helper()
	const triangles = 2_000
	u := &resumed{data: make([]byte, 84+50*triangles)}
	copy(u.data, d.name)
	binary.LittleEndian.PutUint32(u.data[80:], triangles)
	for i := 84; i < len(u.data); i += 50 {
		for at := i + 12; at < i+48; at += 4 {
			binary.LittleEndian.PutUint32(u.data[at:], uint32(rand.IntN(1000))<<13|0x3f000000)
		}
	}
	u.half = len(u.data) / 2
	model, err := d.victim.create(t.Context(), d.seller.Token, "/v1/models", map[string]any{"title": "Resumed"})
	if err != nil {
		t.Fatal(err)
	}
	begun := d.tus(http.MethodPost, "/v1/models/"+model+"/files/uploads", nil, map[string]string{
		"Upload-Length":   strconv.Itoa(len(u.data)),
		"Upload-Metadata": "filename " + base64.StdEncoding.EncodeToString([]byte(d.name+".stl")),
	})
	place, err := url.Parse(begun.Get("Location"))
	if err != nil || place.Path == "" {
		t.Fatalf("%s: the upload is at %q, %v", d.name, begun.Get("Location"), err)
	}
	u.at = place.Path
	d.upload = u
	if sent := d.patch(bytes.NewReader(u.data[:u.half]), 0); sent.Get("Upload-Offset") != strconv.Itoa(u.half) {
		t.Fatalf("%s: half of it is answered %v", d.name, sent)
	}
}

// resume goes on where the upload is, until it is a file or the server is gone.
func (d *deskWork) resume() {
	u := d.upload
	for range resumedBodies {
		there := d.standing()
		if there == nil {
			return
		}
		if file := there.Get("Content-Location"); file != "" {
			u.file, d.answered = file, true
			return
		}
		offset, err := strconv.Atoi(there.Get("Upload-Offset"))
		if err != nil || offset < u.half {
			u.half = -1 // isResumed tells of it
			return
		}
		sent := d.patch(&slowly{data: u.data[offset:]}, offset)
		if sent == nil {
			return
		}
		if sent.Get("Upload-Offset") == "" { // another request holds it
			time.Sleep(500 * time.Millisecond)
		}
	}
}

// heldAtMost is how often the upload is asked for while another request holds it: that of a server that died does for as long as its
// lease.
const heldAtMost = 60

// standing is how far the upload is, once no other request holds it; nil where the server is gone.
func (d *deskWork) standing() (there http.Header) {
	for range heldAtMost {
		if there = d.tus(http.MethodHead, d.upload.at, nil, nil); there == nil || there.Get("Retry-After") == "" {
			return there
		}
		time.Sleep(time.Second)
	}
	return there
}

func (d *deskWork) patch(body io.Reader, offset int) http.Header {
	return d.tus(http.MethodPatch, d.upload.at, body, map[string]string{
		"Upload-Offset": strconv.Itoa(offset), "Content-Type": "application/offset+octet-stream"})
}

// tus sends a request of tus, and returns the header of the answer, nil for none.
func (d *deskWork) tus(method, path string, body io.Reader, header map[string]string) http.Header {
	r, err := http.NewRequest(method, "http://"+d.victim.address+path, body)
	if err != nil {
		return nil
	}
	r.Header.Set("Authorization", "Bearer "+d.seller.Token)
	r.Header.Set("Tus-Resumable", "1.0.0")
	for name, value := range header {
		r.Header.Set(name, value)
	}
	answer, err := d.victim.client.Do(r)
	if err != nil {
		return nil
	}
	defer answer.Body.Close()
	if _, err := io.Copy(io.Discard, answer.Body); err != nil {
		return nil
	}
	return answer.Header
}

// isResumed looks whether the file is there, and its bytes are those that were sent. What was answered before the kill is never lost.
func (d *deskWork) isResumed(t *testing.T) []bool {
	t.Helper()
	u := d.upload
	there := d.standing()
	if u.half < 0 || there == nil {
		t.Fatalf("%s: what was sent and answered is lost: %v", d.name, there)
	}
	if u.file = there.Get("Content-Location"); u.file == "" {
		if offset, err := strconv.Atoi(there.Get("Upload-Offset")); err != nil || offset < u.half || offset > len(u.data) {
			t.Errorf("%s: %d bytes were sent and answered, and it is at %s of %d, %v", d.name, u.half, there.Get("Upload-Offset"), len(u.data), err)
		}
		return []bool{false, false}
	}
	place, err := url.Parse(u.file)
	if err != nil {
		t.Fatal(err)
	}
	got, err := d.victim.call(t.Context(), d.seller.Token, http.MethodGet, place.Path, "", nil, http.StatusOK)
	if err != nil {
		t.Fatal(fmt.Errorf("%s: %w", d.name, err))
	}
	return []bool{true, bytes.Equal(got, u.data)}
}

// slowly is a body that is sent in parts.
type slowly struct{ data []byte }

func (s *slowly) Read(p []byte) (int, error) {
	if len(s.data) == 0 {
		return 0, io.EOF
	}
	time.Sleep(resumedPause)
	n := copy(p, s.data[:min(len(s.data), max(1, 100_000/resumedParts))])
	s.data = s.data[n:]
	return n, nil
}
