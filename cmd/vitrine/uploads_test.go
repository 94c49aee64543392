package main_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
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

// The server is killed so often while it takes so many files at a time in parts.
const (
	uploadKills   = 4
	uploadsAtOnce = 3
	partBytes     = 5 << 20
)

// TestKilledWhileUploading kills the server in the middle of files that come in parts, several at
// once, and right after the last byte of one: no byte is lost that was acknowledged, all files
// are there in the end, those of which the sender never heard again too, no piece is left, and
// the seller may store what they might before.
func TestKilledWhileUploading(t *testing.T) {
	t.Parallel()
	t.Run("SQLite and disk", func(t *testing.T) {
		t.Parallel()
		killWhileUploading(t, newVictim(t))
	})
	t.Run("PostgreSQL and S3", func(t *testing.T) {
		t.Parallel()
		v, gateway := newVictim(t), blobtest.StartGateway(t)
		v.database = storetest.NewPostgres(t).Address(t)
		v.set = []string{"VITRINE_BLOBS=" + gateway.URL(), "VITRINE_S3_ACCESS_KEY=" + gateway.Options.AccessKey,
			"VITRINE_S3_SECRET_KEY=" + gateway.Options.SecretKey}
		killWhileUploading(t, v)
	})
}

// spare is how many bytes more than all files the seller may store.
const spare = 1000

func killWhileUploading(t *testing.T, v *victim) {
	s := &partsSender{victim: v, token: v.user(t, "seller"), want: map[string]string{}}
	files := s.files(uploadKills * uploadsAtOnce)
	s.limit(t, files)
	v.start(t)
	model, err := v.create(t.Context(), s.token, "/v1/models", map[string]any{"title": "Parts"})
	if err != nil {
		t.Fatal(err)
	}
	s.path = "/v1/models/" + model + "/files"
	var broken []*sentFile
	for round := range uploadKills {
		begun := files[round*uploadsAtOnce:][:uploadsAtOnce]
		for _, f := range begun {
			f.address = s.announce(t, f.name, len(f.data))
		}
		s.sendUntilKilled(t, append(broken, begun...), begun[0], round%2 == 0)
		v.check(t, false)
		broken = nil
		for _, f := range files[:(round+1)*uploadsAtOnce] {
			if !s.whole(t, f) {
				broken = append(broken, f)
			}
		}
		v.start(t)
	}
	for _, f := range broken {
		if err := s.sendRest(t, f, nil); err != nil {
			t.Fatal(err)
		}
	}
	s.wantFiles(t)
	s.wantRoom(t)
	v.kill(t)
	v.check(t, true)
}

// sentFile is a file that is sent in parts.
type sentFile struct {
	name, address string
	data          []byte
	safe          int // bytes that the server said it has
}

// files makes files of which some are longer than what a server stores at a time.
func (s *partsSender) files(n int) []*sentFile {
	list := make([]*sentFile, n)
	for i := range list {
		size := 1<<20 + rand.IntN(3<<20)
		if i%uploadsAtOnce == 0 {
			size = 17<<20 + rand.IntN(6<<20)
		}
		list[i] = &sentFile{name: fmt.Sprint(i, ".bin"), data: blobtest.Bytes(size, uint64(i))}
		s.want[list[i].name] = sha256Of(list[i].data)
	}
	return list
}

// limit lets the seller store some files and little more. The server must be down.
func (s *partsSender) limit(t *testing.T, files []*sentFile) {
	t.Helper()
	most := int64(spare)
	for _, f := range files {
		most += int64(len(f.data))
	}
	db := s.open(t)
	defer db.Close()
	err := db.Write(t.Context(), func(tx *store.Tx) error {
		seller, err := tx.User(t.Context(), 1)
		if err != nil {
			return err
		}
		return tx.LimitStorage(t.Context(), seller, &most, time.Now())
	})
	if err != nil {
		t.Fatal(err)
	}
}

// wantRoom announces as many bytes as are left, and one more: no upload that was cut off takes
// any of them.
func (s *partsSender) wantRoom(t *testing.T) {
	t.Helper()
	for size, want := range map[int]int{spare + 1: http.StatusRequestEntityTooLarge, spare: http.StatusCreated} {
		answer, err := s.tus(t.Context(), http.MethodPost, s.path+"/uploads", nil, announced("rest.bin", size)...)
		if err != nil || answer.StatusCode != want {
			t.Errorf("%d bytes more: %v, %v, want %d", size, answer, err, want)
		}
	}
}

// sendUntilKilled sends files at once and kills the server early, or when the last byte of one
// has left: then it has the last of them to store, or a file to make of all.
func (s *partsSender) sendUntilKilled(t *testing.T, files []*sentFile, one *sentFile, early bool) {
	t.Helper()
	var senders sync.WaitGroup
	left, answered := make(chan struct{}), make(chan struct{})
	for _, f := range files {
		senders.Go(func() {
			ended := func() {}
			if f == one {
				ended = sync.OnceFunc(func() { close(left) })
			}
			_ = s.sendRest(t, f, ended) // it breaks off, or is answered before
			if f == one {
				close(answered)
			}
		})
	}
	if !early {
		select {
		case <-left:
		case <-answered:
		}
	}
	_ = pause(t.Context(), time.Duration(rand.IntN(400))*time.Millisecond)
	s.kill(t)
	senders.Wait()
}

// drained tells when all of it was read.
type drained struct {
	io.Reader
	ended func()
}

// Read reads on.
func (d *drained) Read(p []byte) (int, error) {
	n, err := d.Reader.Read(p)
	if err != nil {
		d.ended()
	}
	return n, err
}

// partsSender sends files in parts.
type partsSender struct {
	*victim
	token, path string
	want        map[string]string // name → SHA-256
	alone       int               // uploads of which the sender never heard again
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

func announced(name string, size int) []string {
	return []string{"Upload-Length", strconv.Itoa(size), "Upload-Metadata", "filename " + base64.StdEncoding.EncodeToString([]byte(name))}
}

func (s *partsSender) announce(t *testing.T, name string, size int) string {
	t.Helper()
	answer, err := s.tus(t.Context(), http.MethodPost, s.path+"/uploads", nil, announced(name, size)...)
	if err != nil || answer.StatusCode != http.StatusCreated {
		t.Fatalf("announce: %v, %v", answer, err)
	}
	return strings.TrimPrefix(answer.Header.Get("Location"), "http://"+s.address)
}

func (s *partsSender) patch(ctx context.Context, address string, offset int, body io.Reader) (*http.Response, error) {
	return s.tus(ctx, http.MethodPatch, address, body, "Upload-Offset", strconv.Itoa(offset),
		"Content-Type", "application/offset+octet-stream")
}

func (s *partsSender) open(t *testing.T) *store.DB {
	t.Helper()
	database := s.database
	if database == "" {
		database = filepath.Join(s.data, "vitrine.db")
	}
	db, err := store.Open(t.Context(), database)
	if err != nil {
		t.Fatal(err)
	}
	return db
}

// whole reports whether all bytes of an upload are safe: its sender then asks no more, and
// the file has to come by itself. The server must be down.
func (s *partsSender) whole(t *testing.T, f *sentFile) bool {
	t.Helper()
	db := s.open(t)
	defer db.Close()
	in, err := db.Upload(t.Context(), 1, f.address[strings.LastIndexByte(f.address, '/')+1:])
	if err != nil {
		t.Fatal(err)
	}
	if in.Received < int64(f.safe) {
		t.Errorf("of %s there are %d bytes, and %d were acknowledged", f.name, in.Received, f.safe)
	}
	if in.Whole() && in.FileID == 0 {
		s.alone++
	}
	return in.Whole()
}

// sendRest sends what is missing of a file, a part after the other, once the hold has run out of
// a request that died. ended is called when the last byte has left.
func (s *partsSender) sendRest(t *testing.T, f *sentFile, ended func()) error {
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); {
		head, err := s.tus(t.Context(), http.MethodHead, f.address, nil)
		if err != nil {
			return err
		}
		offset, err := strconv.Atoi(head.Header.Get("Upload-Offset"))
		if err != nil {
			return fmt.Errorf("HEAD: %v: %w", head, err)
		}
		if offset < f.safe {
			return fmt.Errorf("%s goes on at %d, and %d bytes were acknowledged", f.name, offset, f.safe)
		}
		part := f.data[offset:min(offset+partBytes, len(f.data))]
		body := &drained{Reader: bytes.NewReader(part), ended: func() {}}
		if offset+len(part) == len(f.data) && ended != nil {
			body.ended = ended
		}
		answer, err := s.patch(t.Context(), f.address, offset, body)
		switch {
		case err != nil:
			return err
		case answer.StatusCode == http.StatusNoContent:
			if f.safe = offset + len(part); f.safe == len(f.data) {
				return nil
			}
		case answer.StatusCode != http.StatusLocked:
			return fmt.Errorf("PATCH: %v", answer)
		default:
			_ = pause(t.Context(), 300*time.Millisecond)
		}
	}
	return errors.New("the upload is held for ever")
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
		text, err := s.call(t.Context(), s.token, http.MethodGet, s.path, "", nil, http.StatusOK)
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
		body, err := s.call(t.Context(), s.token, http.MethodGet, fmt.Sprint(s.path, "/", f.ID), "", nil, http.StatusOK)
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
