package upload_test

import (
	"bytes"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/blob/blobtest"
	"vitrine/internal/shop"
)

// TestGoesOnAfterBreaks breaks the line and restarts the server in the middle of an
// upload, which becomes the file that was meant all the same.
func TestGoesOnAfterBreaks(t *testing.T) {
	t.Parallel()
	both(t, func(t *testing.T, s *site) {
		file := blobtest.Bytes(5500, 1)
		sum := sha256.Sum256(file)
		path := s.begin(t, len(file), "filename", "chair.bin", "for_buyers", "true", "sha256", hex.EncodeToString(sum[:]))
		head := s.wantOffset(t, path, 0)
		if head.Header.Get("Upload-Length") != "5500" || head.Header.Get("Upload-Metadata") == "" ||
			head.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("HEAD: %v", head.Header)
		}
		expires, err := http.ParseTime(head.Header.Get("Upload-Expires"))
		if err != nil || !expires.After(s.clock.Now()) {
			t.Errorf("it expires at %v, %v", expires, err)
		}

		broken := io.MultiReader(bytes.NewReader(file[:2300]), failing{})
		if response, err := s.try(t, s.part(path, 0, broken)); err == nil {
			t.Fatalf("the line broke, and the answer was %s", response.Status)
		}
		s.wantOffsetSoon(t, path, 2300)
		s.restart(t)
		response := s.patch(t, path, 2300, bytes.NewReader(file[2300:4000]))
		wantStatus(t, "PATCH", response, 204)
		if got := response.Header.Get("Upload-Offset"); got != "4000" {
			t.Errorf("after PATCH: %s", got)
		}
		s.restart(t)
		wantStatus(t, "the last PATCH", s.patch(t, path, 4000, bytes.NewReader(file[4000:])), 204)

		done := s.wantOffset(t, path, len(file))
		files, err := s.db.Files(t.Context(), 1)
		if err != nil || len(files) != 1 {
			t.Fatalf("files: %v, %v", files, err)
		}
		f := files[0]
		if f.Name != "chair.bin" || f.Size != 5500 || f.SHA256 != hex.EncodeToString(sum[:]) || !f.ForBuyers ||
			f.Status != vitrine.FileProcessing {
			t.Errorf("the file: %+v", f)
		}
		if got := done.Header.Get("Content-Location"); got != s.URL+"/models/1/files/"+strconv.FormatInt(f.ID, 10) {
			t.Errorf("the file is at %q", got)
		}
		s.wantStored(t, "parts", 0)
		s.wantStored(t, "files", 1)
	})
}

// failing is a line that breaks.
type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, errors.New("the line broke") }

// wantOffsetSoon waits until the server has noticed that a line broke.
func (s *site) wantOffsetSoon(t *testing.T, path string, want int) {
	t.Helper()
	for deadline := time.Now().Add(10 * time.Second); time.Now().Before(deadline); {
		in, err := s.db.Upload(t.Context(), s.callers["ada"].User.ID, path[strings.LastIndex(path, "/")+1:])
		if err != nil {
			t.Fatal(err)
		}
		if !in.Held && in.Received > 0 {
			break
		}
	}
	s.wantOffset(t, path, want)
}

func TestDescribes(t *testing.T) {
	t.Parallel()
	s := newSite(t, func(set *shop.Settings) { set.FileSize = 12345 })
	response := s.do(t, call{method: "OPTIONS", path: "/models/1/uploads"})
	wantStatus(t, "OPTIONS", response, 204)
	for name, want := range map[string]string{
		"Tus-Version": "1.0.0", "Tus-Max-Size": "12345", "Tus-Checksum-Algorithm": "sha1,sha256",
		"Tus-Extension": "creation,creation-with-upload,expiration,checksum,termination",
	} {
		if got := response.Header.Get(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// TestRefusesToBegin announces what can't be: nothing is kept of it.
func TestRefusesToBegin(t *testing.T) {
	t.Parallel()
	s := newSite(t, func(set *shop.Settings) { set.FileSize, set.Uploads, set.UploadBytes = 5000, 2, 6000 })
	s.begin(t, 2000)
	named := metadata("filename", "table.stl")
	for name, c := range map[string]struct {
		as, path string
		header   map[string]string
		want     int
	}{
		"no version":       {header: map[string]string{"Tus-Resumable": ""}, want: 412},
		"another version":  {header: map[string]string{"Tus-Resumable": "0.2.2"}, want: 412},
		"no length":        {header: map[string]string{"Upload-Length": ""}, want: 400},
		"negative length":  {header: map[string]string{"Upload-Length": "-1"}, want: 400},
		"deferred length":  {header: map[string]string{"Upload-Length": "", "Upload-Defer-Length": "1"}, want: 400},
		"nothing":          {header: map[string]string{"Upload-Length": "0"}, want: 422},
		"too large":        {header: map[string]string{"Upload-Length": "5001"}, want: 413},
		"too much at once": {header: map[string]string{"Upload-Length": "4001"}, want: 413},
		"no name":          {header: map[string]string{"Upload-Metadata": ""}, want: 422},
		"a broken name":    {header: map[string]string{"Upload-Metadata": "filename *"}, want: 400},
		"two names":        {header: map[string]string{"Upload-Metadata": named + "," + named}, want: 400},
		"an unknown type":  {header: map[string]string{"Upload-Metadata": named + "," + metadata("file_type_id", "9999")}, want: 422},
		"no type":          {header: map[string]string{"Upload-Metadata": named + "," + metadata("file_type_id", "stl")}, want: 400},
		"a strange truth":  {header: map[string]string{"Upload-Metadata": named + "," + metadata("for_buyers", "yes")}, want: 400},
		"half a digest":    {header: map[string]string{"Upload-Metadata": named + "," + metadata("sha256", "abcd")}, want: 400},
		"long metadata":    {header: map[string]string{"Upload-Metadata": named + "," + metadata("note", strings.Repeat("x", 5000))}, want: 413},
		"another's model":  {as: "bob", want: 404},
		"no model":         {path: "/models/99/uploads", want: 404},
	} {
		full := map[string]string{"Upload-Length": "3000", "Upload-Metadata": named}
		for name, value := range c.header {
			full[name] = value
		}
		if c.path == "" {
			c.path = "/models/1/uploads"
		}
		wantStatus(t, name, s.do(t, call{as: c.as, method: "POST", path: c.path, header: full}), c.want)
	}
	s.begin(t, 2000)
	over := call{method: "POST", path: "/models/1/uploads", header: map[string]string{"Upload-Length": "1", "Upload-Metadata": named}}
	wantStatus(t, "one too many", s.do(t, over), 422)
	s.wantStored(t, "", 0)
}

// TestBoundOfAll announces more than all users together may.
func TestBoundOfAll(t *testing.T) {
	t.Parallel()
	s := newSite(t, func(set *shop.Settings) { set.AllUploads, set.AllBytes = 2, 6000 })
	s.begin(t, 2000)
	announce := func(size string) int {
		return s.do(t, call{as: "bob", method: "POST", path: "/models/2/uploads",
			header: map[string]string{"Upload-Length": size, "Upload-Metadata": metadata("filename", "table.stl")}}).StatusCode
	}
	for _, step := range []struct {
		size string
		want int
	}{{"4001", 503}, {"4000", 201}, {"1", 503}} {
		if got := announce(step.size); got != step.want {
			t.Errorf("%s bytes more: status is %d, want %d", step.size, got, step.want)
		}
	}
}

// TestRefusesLies sends what does not fit: the upload stays where it was.
func TestRefusesLies(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	file := blobtest.Bytes(3000, 1)
	path := s.begin(t, len(file))
	wantStatus(t, "the first part", s.patch(t, path, 0, bytes.NewReader(file[:1500])), 204)
	for name, c := range map[string]struct {
		call
		want int
	}{
		"behind the offset":  {s.part(path, 0, bytes.NewReader(file[:100])), 409},
		"beyond the offset":  {s.part(path, 2000, bytes.NewReader(file[2000:])), 409},
		"a negative offset":  {s.part(path, -1, bytes.NewReader(file)), 400},
		"more than the file": {s.part(path, 1500, bytes.NewReader(file)), 413},
		"another type":       {s.part(path, 1500, bytes.NewReader(file[1500:]), "Content-Type", "application/octet-stream"), 415},
		"no version":         {s.part(path, 1500, bytes.NewReader(file[1500:]), "Tus-Resumable", ""), 412},
	} {
		wantStatus(t, name, s.do(t, c.call), c.want)
	}
	s.wantOffset(t, path, 1500)
	// Without a length the server notices only at the end: it keeps what was right for certain.
	endless := struct{ io.Reader }{bytes.NewReader(append(bytes.Clone(file[1500:]), "and more"...))}
	wantStatus(t, "more than the file, in chunks", s.patch(t, path, 1500, endless), 413)
	s.wantOffset(t, path, 2500)
	wantStatus(t, "the rest", s.patch(t, path, 2500, bytes.NewReader(file[2500:])), 204)
	s.wantStored(t, "parts", 0)
}

// TestIsNobodyElses has another seller, and the owner by another model, ask for an upload.
func TestIsNobodyElses(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	path := s.begin(t, 10)
	byOther := strings.Replace(path, "/models/1/", "/models/2/", 1)
	for _, c := range []call{
		{as: "bob", method: "HEAD", path: path},
		{as: "bob", method: "DELETE", path: path},
		{as: "bob", method: "PATCH", path: path, header: s.part(path, 0, nil).header, body: strings.NewReader("solid")},
		{as: "bob", method: "HEAD", path: byOther},
		{as: "bob", method: "DELETE", path: byOther},
		{as: "bob", method: "PATCH", path: byOther, header: s.part(path, 0, nil).header, body: strings.NewReader("solid")},
		{method: "HEAD", path: byOther},
		{method: "DELETE", path: byOther},
		{method: "HEAD", path: path + "x"},
	} {
		wantStatus(t, c.as+" "+c.method+" "+c.path, s.do(t, c), 404)
	}
	s.wantOffset(t, path, 0)
}

func TestTermination(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	path := s.begin(t, 3000)
	wantStatus(t, "PATCH", s.patch(t, path, 0, strings.NewReader("solid")), 204)
	s.wantStored(t, "parts", 1)
	wantStatus(t, "DELETE", s.do(t, call{method: "DELETE", path: path}), 204)
	wantStatus(t, "HEAD", s.do(t, call{method: "HEAD", path: path}), 404)
	wantStatus(t, "DELETE again", s.do(t, call{method: "DELETE", path: path}), 404)
	s.wantStored(t, "parts", 0)
}

// TestChecksums sends parts that are what they should be, and others.
func TestChecksums(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	file := blobtest.Bytes(4000, 1)
	path := s.begin(t, len(file))
	checksum := func(part []byte) string {
		sum := sha1.Sum(part)
		return "sha1 " + base64.StdEncoding.EncodeToString(sum[:])
	}
	for name, c := range map[string]struct {
		value string
		want  int
	}{
		"of other bytes": {checksum(file[1:2500]), 460},
		"unknown":        {"md5 1B2M2Y8AsgTpgAmY7PhCfg==", 400},
		"too short":      {"sha1 abcd", 400},
		"no Base64":      {"sha256 ?", 400},
	} {
		wantStatus(t, name, s.patch(t, path, 0, bytes.NewReader(file[:2500]), "Upload-Checksum", c.value), c.want)
	}
	s.wantOffset(t, path, 0)
	s.wantStored(t, "parts", 0)

	body, more := io.Pipe()
	failed := make(chan error, 1)
	go func() {
		_, err := s.try(t, s.part(path, 0, body, "Upload-Checksum", checksum(file[:2500])))
		failed <- err
	}()
	if _, err := more.Write(file[:2300]); err != nil {
		t.Fatal(err)
	}
	s.wantHeld(t, path, true)
	_ = more.CloseWithError(errors.New("the line broke"))
	if err := <-failed; err == nil {
		t.Error("the line broke, and there was an answer")
	}
	s.wantHeld(t, path, false)
	s.wantOffset(t, path, 0) // half a part has no checksum
	wantStatus(t, "the right one", s.patch(t, path, 0, bytes.NewReader(file[:2500]), "Upload-Checksum", checksum(file[:2500])), 204)
	sum := sha256.Sum256(file[2500:])
	last := "sha256 " + base64.StdEncoding.EncodeToString(sum[:])
	wantStatus(t, "the last one", s.patch(t, path, 2500, bytes.NewReader(file[2500:]), "Upload-Checksum", last), 204)
	s.wantStored(t, "files", 1)
}

// wantHeld waits until somebody writes to an upload, or nobody does.
func (s *site) wantHeld(t *testing.T, path string, want bool) {
	t.Helper()
	for deadline := time.Now().Add(10 * time.Second); time.Now().Before(deadline); {
		in, err := s.db.Upload(t.Context(), s.callers["ada"].User.ID, path[strings.LastIndex(path, "/")+1:])
		if err != nil {
			t.Fatal(err)
		}
		if in.Held == want {
			return
		}
	}
	t.Fatalf("somebody writes to the upload: not %v", want)
}

func TestCreationWithUpload(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	response := s.do(t, call{method: "POST", path: "/models/1/uploads", body: strings.NewReader("solid"), header: map[string]string{
		"Upload-Length": "9", "Upload-Metadata": metadata("filename", "a.stl"), "Content-Type": "application/offset+octet-stream"}})
	wantStatus(t, "POST", response, 201)
	if got := response.Header.Get("Upload-Offset"); got != "5" {
		t.Errorf("Upload-Offset %q", got)
	}
	path := strings.TrimPrefix(response.Header.Get("Location"), s.URL)
	wantStatus(t, "PATCH", s.patch(t, path, 5, strings.NewReader(" end")), 204)
	s.wantStored(t, "files", 1)
}
