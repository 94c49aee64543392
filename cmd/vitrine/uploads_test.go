package main_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vitrine/internal/blob/blobtest"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// uploadKills is how often a server is killed while it takes files in parts.
const uploadKills = 5

// TestKilledWhileUploading kills the server in the middle of files that come in parts, and
// right after their last byte: all of them are there in the end, those of which the sender
// never heard again too, and no piece is left.
func TestKilledWhileUploading(t *testing.T) {
	t.Parallel()
	t.Run("SQLite", func(t *testing.T) {
		t.Parallel()
		killWhileUploading(t, newVictim(t))
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		t.Parallel()
		v := newVictim(t)
		v.database = storetest.NewPostgres(t).Address(t)
		killWhileUploading(t, v)
	})
}

func killWhileUploading(t *testing.T, v *victim) {
	s := &partsSender{victim: v, token: v.user(t, "seller"), want: map[string]string{}}
	v.start(t)
	model, err := v.create(t.Context(), s.token, "/v1/models", map[string]any{"title": "Parts"})
	if err != nil {
		t.Fatal(err)
	}
	s.files = "/v1/models/" + model + "/files"
	broken := map[string][]byte{}
	for round := range uploadKills {
		data := blobtest.Bytes(17<<20+rand.IntN(10<<20), uint64(round))
		name := fmt.Sprint(round, ".bin")
		address := s.announce(t, name, len(data))
		s.want[name] = sha256Of(data)
		s.sendUntilKilled(t, address, data, round == 0)
		v.check(t, false)
		if !s.whole(t, address) {
			broken[address] = data
		}
		v.start(t)
	}
	for address, data := range broken {
		s.goOn(t, address, data)
	}
	s.wantFiles(t)
	v.kill(t)
	v.check(t, true)
}

// sendUntilKilled sends a file and kills the server early, or when all bytes have left: then
// it has the last of them to store, or a file to make of all.
func (s *partsSender) sendUntilKilled(t *testing.T, address string, data []byte, early bool) {
	t.Helper()
	sent := make(chan struct{})
	body := &drained{Reader: bytes.NewReader(data), ended: make(chan struct{})}
	go func() {
		defer close(sent)
		_, _ = s.patch(t.Context(), address, 0, body) // it breaks off, or is answered before
	}()
	if !early {
		select {
		case <-body.ended:
		case <-sent:
		}
	}
	_ = pause(t.Context(), time.Duration(rand.IntN(400))*time.Millisecond)
	s.kill(t)
	<-sent
}

// drained tells when all of it was read.
type drained struct {
	io.Reader
	ended chan struct{}
	once  sync.Once
}

// Read reads on.
func (d *drained) Read(p []byte) (int, error) {
	n, err := d.Reader.Read(p)
	if err != nil {
		d.once.Do(func() { close(d.ended) })
	}
	return n, err
}

// partsSender sends files in parts.
type partsSender struct {
	*victim
	token, files string
	want         map[string]string // name → SHA-256
	alone        int               // uploads of which the sender never heard again
}

func (s *partsSender) tus(ctx context.Context, method, path string, body io.Reader, header ...string) (*http.Response, error) {
	r, err := http.NewRequestWithContext(ctx, method, "http://"+s.address+path, body)
	if err != nil {
		return nil, err
	}
	r.Header.Set("Authorization", "Bearer "+s.token)
	r.Header.Set("Tus-Resumable", "1.0.0")
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	answer, err := s.client.Do(r)
	if err != nil {
		return nil, err
	}
	return answer, answer.Body.Close()
}

func (s *partsSender) announce(t *testing.T, name string, size int) string {
	t.Helper()
	answer, err := s.tus(t.Context(), http.MethodPost, s.files+"/uploads", nil, "Upload-Length", strconv.Itoa(size),
		"Upload-Metadata", "filename "+base64.StdEncoding.EncodeToString([]byte(name)))
	if err != nil || answer.StatusCode != http.StatusCreated {
		t.Fatalf("announce: %v, %v", answer, err)
	}
	return strings.TrimPrefix(answer.Header.Get("Location"), "http://"+s.address)
}

func (s *partsSender) patch(ctx context.Context, address string, offset int, body io.Reader) (*http.Response, error) {
	return s.tus(ctx, http.MethodPatch, address, body, "Upload-Offset", strconv.Itoa(offset),
		"Content-Type", "application/offset+octet-stream")
}

// whole reports whether all bytes of an upload are safe: its sender then asks no more, and
// the file has to come by itself. The server must be down.
func (s *partsSender) whole(t *testing.T, address string) bool {
	t.Helper()
	database := s.database
	if database == "" {
		database = filepath.Join(s.data, "vitrine.db")
	}
	db, err := store.Open(t.Context(), database)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	in, err := db.Upload(t.Context(), 1, address[strings.LastIndexByte(address, '/')+1:])
	if err != nil {
		t.Fatal(err)
	}
	if in.Whole() && in.FileID == 0 {
		s.alone++
	}
	return in.Whole()
}

// goOn sends the rest of an upload, once the hold has run out of the request that died.
func (s *partsSender) goOn(t *testing.T, address string, data []byte) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); {
		head, err := s.tus(t.Context(), http.MethodHead, address, nil)
		if err != nil {
			t.Fatal(err)
		}
		offset, err := strconv.Atoi(head.Header.Get("Upload-Offset"))
		if err != nil {
			t.Fatalf("HEAD: %v, %v", head, err)
		}
		answer, err := s.patch(t.Context(), address, offset, bytes.NewReader(data[offset:]))
		switch {
		case err != nil:
			t.Fatal(err)
		case answer.StatusCode == http.StatusNoContent:
			return
		case answer.StatusCode != http.StatusLocked:
			t.Fatalf("PATCH: %v", answer)
		}
		_ = pause(t.Context(), 300*time.Millisecond)
	}
	t.Fatal("the upload is held for ever")
}

// wantFiles waits until all files are there, and compares them.
func (s *partsSender) wantFiles(t *testing.T) {
	t.Helper()
	var list struct {
		Files []struct {
			Name, SHA256 string
			ID           int64
		}
	}
	for deadline := time.Now().Add(time.Minute); len(list.Files) < len(s.want) && time.Now().Before(deadline); {
		text, err := s.call(t.Context(), s.token, http.MethodGet, s.files, "", nil, http.StatusOK)
		if err == nil {
			err = json.Unmarshal(text, &list)
		}
		if err != nil {
			t.Fatal(err)
		}
		_ = pause(t.Context(), 200*time.Millisecond)
	}
	got := map[string]string{}
	for _, f := range list.Files {
		body, err := s.call(t.Context(), s.token, http.MethodGet, fmt.Sprint(s.files, "/", f.ID), "", nil, http.StatusOK)
		if got[f.Name] = sha256Of(body); err != nil {
			t.Error(err)
		}
	}
	if diff := cmp.Diff(s.want, got); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
	t.Logf("%d of %d files were made by the server alone", s.alone, len(s.want))
}

func sha256Of(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}
