package seller_test

import (
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/markettest"
	"vitrine/internal/shop"
	"vitrine/internal/survey/surveytest"
	"vitrine/internal/web"
)

// TestAThousandFilesAtOnce has a seller drop a thousand files, which are sent side by side by the rules of
// tus. Budgets hold some of the requests up; as many as a model has become files, of which none is lost, half
// there or left unread, and the others are refused with the reason before a byte of them is sent.
func TestAThousandFilesAtOnce(t *testing.T) {
	if testing.Short() {
		t.Skip("a thousand files take some seconds")
	}
	t.Parallel()
	const dropped, senders = 1000, 8
	most := shop.DefaultSettings().Files
	s := newSite(t, func(b *built) {
		b.Shop.Settings.Files = most
		b.Reader.Read = surveytest.Nothing
		b.Rates = web.DefaultRates()
	})
	ada := s.signedIn(t, "ada")
	ada.post(t, "/sell/drafts", nil).want(t, "a draft", http.StatusCreated)
	d := &dropping{browser: ada}
	names := make(chan string)
	var all sync.WaitGroup
	for range senders {
		all.Go(func() {
			for name := range names {
				d.drop(t, name)
			}
		})
	}
	for i := range dropped {
		names <- fmt.Sprintf("part %04d.stl", i)
	}
	close(names)
	all.Wait()

	slices.Sort(d.taken)
	if len(d.taken) != most || d.refused != dropped-most || d.heldUp == 0 {
		t.Errorf("%d files were taken, %d refused, and %d requests held up; want %d, %d, and some: they are more than the budget has",
			len(d.taken), d.refused, d.heldUp, most, dropped-most)
	}
	if diff := cmp.Diff(d.taken, s.filesOf(t, 1, vitrine.FileProcessing)); diff != "" {
		t.Errorf("files that wait to be read (-taken +got):\n%s", diff)
	}
	surveytest.ReadFiles(t, s.db, s.reader)
	if diff := cmp.Diff(d.taken, s.filesOf(t, 1, vitrine.FileReady)); diff != "" {
		t.Errorf("files that were read (-taken +got):\n%s", diff)
	}
	if count, _, err := s.db.AllUploadsUnderWay(t.Context()); count != 0 || err != nil {
		t.Errorf("%d uploads are under way still, %v", count, err)
	}
}

func contentOf(name string) string { return "solid " + name + strings.Repeat("x", len(name)%7) }

// filesOf lists the files of a model that are in a state, by name and size.
func (s *site) filesOf(t *testing.T, model int64, status vitrine.FileStatus) (list []string) {
	t.Helper()
	for _, f := range s.model(t, model).Files {
		if f.Status == status {
			list = append(list, fmt.Sprintf("%s, %d", f.Name, f.Size))
		}
	}
	slices.Sort(list)
	return list
}

// dropping sends files as the script of the page does.
type dropping struct {
	*browser

	mu      sync.Mutex
	taken   []string // by name and size
	refused int
	heldUp  int // requests that had to come again
}

// drop sends a file. It may be refused where the model has as many as it may.
func (d *dropping) drop(t *testing.T, name string) {
	err := d.file(t, name)
	d.mu.Lock()
	defer d.mu.Unlock()
	no, refused := errors.AsType[*refusal](err)
	switch {
	case err == nil:
		d.taken = append(d.taken, fmt.Sprintf("%s, %d", name, len(contentOf(name))))
	case refused && no.status == http.StatusUnprocessableEntity && strings.Contains(no.says, "A model has at most 200 files."):
		d.refused++
	default:
		t.Errorf("%s: %v", name, err)
	}
}

// refusal is an answer that says no.
type refusal struct {
	status int
	says   string
}

func (r *refusal) Error() string { return fmt.Sprintf("answered %d: %s", r.status, r.says) }

// file announces a file and sends it.
func (d *dropping) file(t *testing.T, name string) error {
	content := contentOf(name)
	begun, err := d.ask(t, http.MethodPost, "/sell/models/1/uploads", "", "Upload-Length", strconv.Itoa(len(content)),
		"Upload-Metadata", "filename "+base64.StdEncoding.EncodeToString([]byte(name)))
	if err != nil {
		return err
	}
	path := strings.TrimPrefix(begun.Get("Location"), markettest.BaseURL)
	_, err = d.ask(t, http.MethodPatch, path, content, "Upload-Offset", "0", "Content-Type", "application/offset+octet-stream")
	if err != nil { // the last place was taken by another one meanwhile
		_, gone := d.ask(t, http.MethodDelete, path, "")
		return errors.Join(err, gone)
	}
	return nil
}

// ask sends a request, and once more as soon as a spent budget says.
func (d *dropping) ask(t *testing.T, method, path, body string, header ...string) (http.Header, error) {
	for {
		r := httptest.NewRequestWithContext(t.Context(), method, path, strings.NewReader(body))
		r.Header.Set("Sec-Fetch-Site", "same-origin")
		r.Header.Set("Tus-Resumable", "1.0.0")
		for i := 0; i < len(header); i += 2 {
			r.Header.Set(header[i], header[i+1])
		}
		r.AddCookie(&http.Cookie{Name: "__Host-vitrine-session", Value: d.secret})
		w := httptest.NewRecorder()
		d.site.handler.ServeHTTP(w, r)
		switch {
		case w.Code < http.StatusMultipleChoices:
			return w.Header(), nil
		case w.Code != http.StatusTooManyRequests:
			return nil, &refusal{w.Code, w.Body.String()}
		}
		seconds, err := strconv.Atoi(w.Header().Get("Retry-After"))
		if err != nil || seconds < 1 {
			return nil, fmt.Errorf("held up until %q", w.Header().Get("Retry-After"))
		}
		d.mu.Lock()
		d.heldUp++
		d.site.clock.Advance(time.Duration(seconds) * time.Second)
		d.mu.Unlock()
	}
}
