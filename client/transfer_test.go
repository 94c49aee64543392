package client_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"

	"vitrine/client"
)

const bytesOfFile = "0123456789abcdef"

// digest is the SHA-256 of the file.
func digest() string {
	sum := sha256.Sum256([]byte(bytesOfFile))
	return hex.EncodeToString(sum[:])
}

// TestUploadFile: a form with the file comes whole each time that it is sent.
func TestUploadFile(t *testing.T) {
	t.Parallel()
	stored := says(201, fmt.Sprintf(`{"id": 4, "sha256": %q}`, digest()))
	for _, test := range []struct {
		name    string
		body    io.Reader
		answers []answer
		asked   int
		want    error
	}{
		{"a file", strings.NewReader(bytesOfFile), []answer{stored}, 1, nil},
		{"a file twice", strings.NewReader(bytesOfFile), []answer{says(503, `{}`), stored}, 2, nil},
		{"a pipe", io.MultiReader(strings.NewReader(bytesOfFile)), []answer{stored}, 1, nil},
		{"a pipe that can't be sent again", io.MultiReader(strings.NewReader(bytesOfFile)), []answer{says(503, `{}`)}, 1, client.ErrUnavailable},
		{"other bytes", strings.NewReader(bytesOfFile), []answer{says(201, `{"id": 4, "sha256": "00"}`)}, 1, client.ErrDigest},
		{"nothing", nil, []answer{stored}, 0, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := &script{answers: test.answers}
				sent := int64(0)
				u := client.Upload{Name: "stuhl 1.stl", Body: test.body, FileTypeID: 6, ForBuyers: true,
					Progress: func(n, _ int64) { sent = n }}

				_, err := market(t, s).UploadFile(t.Context(), 7, u, client.InDraft())

				failed := test.want != nil && !errors.Is(err, test.want) || (err == nil) != (test.want == nil && test.asked > 0)
				if len(s.asked) != test.asked || failed {
					t.Fatalf("asked %d times: %v", len(s.asked), err)
				}
				for i, r := range s.asked {
					form := readForm(t, r, s.bodies[i])
					const want = "file_type_id=6 for_buyers=true stuhl 1.stl=" + bytesOfFile
					if form != want || r.URL.RawQuery != "draft=true" || sent != int64(len(bytesOfFile)) {
						t.Errorf("sent %s to %s, %d bytes", form, r.URL, sent)
					}
					if whole := int64(len(s.bodies[i])); r.ContentLength != whole && r.ContentLength != -1 {
						t.Errorf("said %d bytes of %d", r.ContentLength, whole)
					}
				}
			})
		})
	}
}

// roundTrip is a transport.
type roundTrip func(r *http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// TestTakeMailBounce: a notification is sent as it came by mail, and again from where it began.
func TestTakeMailBounce(t *testing.T) {
	t.Parallel()
	const mail = "Content-Type: multipart/report; report-type=delivery-status\r\n\r\nNobody is here.\r\n"
	taken := says(200, `{"mail_id": 7, "kind": "receipt", "action": "failed", "code": "5.1.1", "reason": null, "bounced_at": null, "address_closed": true}`)
	read := strings.NewReader("From post " + mail)
	if _, err := read.Seek(int64(len("From post ")), io.SeekStart); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name    string
		body    io.Reader
		answers []answer
		asked   int
		want    error
	}{
		{"a mail", strings.NewReader(mail), []answer{taken}, 1, nil},
		{"a mail behind what was read", read, []answer{says(503, `{}`), breaks(errReset), taken}, 3, nil},
		{"a pipe", io.MultiReader(strings.NewReader(mail)), []answer{taken}, 1, nil},
		{"a pipe that can't be sent again", io.MultiReader(strings.NewReader(mail)), []answer{breaks(errReset)}, 1, errReset},
		{"no notification", strings.NewReader(mail), []answer{says(400, `{"code": "malformed"}`)}, 1, client.ErrMalformed},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := &script{answers: test.answers}

				b, err := market(t, s).TakeMailBounce(t.Context(), test.body)

				if !errors.Is(err, test.want) || len(s.asked) != test.asked {
					t.Fatalf("asked %d times: %v", len(s.asked), err)
				}
				if err == nil && (b.MailID != 7 || b.Action != client.MailFateFailed || b.Code != "5.1.1" || b.Reason != nil || !b.AddressClosed) {
					t.Errorf("the answer is %+v", b)
				}
				keys := map[string]bool{}
				for i, r := range s.asked {
					keys[r.Header.Get("Idempotency-Key")] = true
					if s.bodies[i] != mail || r.URL.Path != "/v1/desk/mail-bounces" || r.Header.Get("Content-Type") != "message/rfc822" {
						t.Errorf("sent %q as %s to %s", s.bodies[i], r.Header.Get("Content-Type"), r.URL)
					}
				}
				if len(keys) != 1 || keys[""] {
					t.Errorf("sent by the keys %v", keys)
				}
			})
		})
	}
}

// TestUploadAfterATransport: a transport that still reads a body when it has failed takes nothing
// of the one that is sent next.
func TestUploadAfterATransport(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var left io.ReadCloser
		var late int
		fails := roundTrip(func(r *http.Request) (*http.Response, error) {
			if left == nil {
				left = r.Body
				return nil, errReset
			}
			late, _ = left.Read(make([]byte, 512))
			if _, err := io.Copy(io.Discard, r.Body); err != nil {
				return nil, err
			}
			return says(201, fmt.Sprintf(`{"id": 4, "sha256": %q}`, digest()))(r)
		})
		c, err := client.New("https://models.example", client.WithHTTPClient(&http.Client{Transport: fails}))
		if err != nil {
			t.Fatal(err)
		}
		_, err = c.UploadFile(t.Context(), 7, client.Upload{Name: "a.stl", Body: strings.NewReader(bytesOfFile)})
		if err != nil || late != 0 {
			t.Errorf("%d bytes were taken: %v", late, err)
		}
	})
}

// readForm returns the fields of a form, and its file.
func readForm(t *testing.T, r *http.Request, body string) string {
	t.Helper()
	_, parameters, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil {
		t.Fatal(err)
	}
	var said []string
	for parts := multipart.NewReader(strings.NewReader(body), parameters["boundary"]); ; {
		part, err := parts.NextPart()
		if err == io.EOF {
			return strings.Join(said, " ")
		}
		if err != nil {
			t.Fatal(err)
		}
		text, _ := io.ReadAll(part)
		name := part.FormName()
		if part.FileName() != "" {
			name = part.FileName()
		}
		said = append(said, name+"="+string(text))
	}
}

// TestUploadInParts: an upload goes on from where the server is, and gives up on one that takes
// nothing or leads elsewhere.
func TestUploadInParts(t *testing.T) {
	t.Parallel()
	const at = "https://models.example/v1/models/7/files/uploads/u1"
	begun, far := says(201, "", "Location: "+at), func(offset int) answer { return says(200, "", fmt.Sprintf("Upload-Offset: %d", offset)) }
	done := says(204, "", "Upload-Offset: 16", "Content-Location: https://models.example/v1/models/7/files/4")
	files := says(200, `{"files": [{"id": 4, "name": "chair.stl"}]}`)
	for _, test := range []struct {
		name    string
		answers []answer
		asked   string
		wrong   string
	}{
		{"at once", []answer{begun, far(0), done, files}, "POST HEAD PATCH@0 GET", ""},
		{"a broken line", []answer{begun, far(0), breaks(errReset), far(10), done, files}, "POST HEAD PATCH@0 HEAD PATCH@10 GET", ""},
		{"a line that breaks at the beginning", []answer{breaks(errReset), begun, far(0), done, files}, "POST POST HEAD PATCH@0 GET", ""},
		{"another holds it", []answer{begun, far(0), says(423, `{}`, "Retry-After: 1"), far(0), done, files}, "POST HEAD PATCH@0 HEAD PATCH@0 GET", ""},
		{"the server finished it", []answer{begun, far(0), says(503, `{}`), done, files}, "POST HEAD PATCH@0 HEAD GET", ""},
		{"it is refused", []answer{begun, far(0), says(422, `{"detail": "no model"}`)}, "POST HEAD PATCH@0", "422 no model"},
		{"it takes nothing", []answer{begun, far(0), says(204, "", "Upload-Offset: 0")}, "POST HEAD PATCH@0 PATCH@0 PATCH@0 PATCH@0",
			"it stays at 0 of 16"},
		{"it leads elsewhere", []answer{says(201, "", "Location: https://evil.example/v1/uploads/u1")}, "POST",
			"is not an address of https://models.example"},
		{"it has too much", []answer{begun, far(99)}, "POST HEAD", "has 99 bytes of 16"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := &script{answers: test.answers}

				file, err := market(t, s).UploadInParts(t.Context(), 7, client.Upload{Name: "chair.stl", Body: strings.NewReader(bytesOfFile)})

				wrong := err == nil != (test.wrong == "") || err != nil && !strings.Contains(err.Error(), test.wrong)
				if wrong || err == nil && file.Name != "chair.stl" {
					t.Errorf("%+v, %v", file, err)
				}
				var asked []string
				for i, r := range s.asked {
					what := r.Method
					if from := r.Header.Get("Upload-Offset"); from != "" {
						what += "@" + from
						if !strings.HasSuffix(bytesOfFile, s.bodies[i]) {
							t.Errorf("sent %q at %s", s.bodies[i], from)
						}
					}
					asked = append(asked, what)
				}
				if got := strings.Join(asked, " "); got != test.asked {
					t.Errorf("asked %s", got)
				}
			})
		})
	}
}

// storage serves the file by ranges. The first line breaks after some bytes.
func storage(broken int) answer {
	return func(r *http.Request) (*http.Response, error) {
		from := 0
		_, _ = fmt.Sscanf(r.Header.Get("Range"), "bytes=%d-", &from)
		w, err := says(200, bytesOfFile, `ETag: "f1"`)(r)
		if from > 0 {
			w, err = says(206, bytesOfFile[from:], `ETag: "f1"`, fmt.Sprintf("Content-Range: bytes %d-15/16", from))(r)
		}
		if broken > 0 {
			w.Body = io.NopCloser(io.MultiReader(strings.NewReader(bytesOfFile[from:from+broken]), failing{}))
		}
		return w, err
	}
}

type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, errReset }

// TestDownloadFile: a download goes on from where it broke, and shows the storage no token.
func TestDownloadFile(t *testing.T) {
	t.Parallel()
	lead := says(302, "", "Location: https://storage.example/f?signature=x")
	broken := breaks(errReset)
	to := func(address string) answer { return says(302, "", "Location: "+address) }
	for _, test := range []struct {
		name    string
		answers []answer
		asked   int
		wrong   string
	}{
		{"at once", []answer{lead, storage(0)}, 2, ""},
		{"in three", []answer{lead, storage(5), lead, storage(7), lead, storage(0)}, 6, ""},
		{"the storage leads on", []answer{lead, to("/other"), storage(0)}, 3, ""},
		{"the storage leads on for ever", []answer{lead, to("/other")}, 6, "leads on more than 5 times"},
		{"without encryption", []answer{to("http://storage.example/f")}, 1, "leads from https to http"},
		{"to this machine's files", []answer{to("file:///etc/passwd")}, 1, "leads from https to file"},
		{"nowhere", []answer{says(302, "")}, 1, "leads nowhere"},
		{"the whole file again", []answer{lead, storage(5), lead, says(200, bytesOfFile, `ETag: "f1"`)}, 4, ""},
		{"another file", []answer{lead, storage(5), lead, says(200, bytesOfFile, `ETag: "f2"`)}, 4, client.ErrChanged.Error()},
		{"another part", []answer{lead, storage(5), lead, says(206, "9abcdef", `ETag: "f1"`, "Content-Range: bytes 9-15/16")}, 4, "from 5 on were asked for"},
		{"other bytes", []answer{lead, says(200, "0123456789abcdeX")}, 2, client.ErrDigest.Error()},
		{"no end", []answer{lead, func(r *http.Request) (*http.Response, error) {
			w, err := says(200, "")(r)
			w.Body, w.ContentLength = io.NopCloser(zeros{}), -1
			return w, err
		}}, 2, client.ErrDigest.Error()},
		{"the storage refuses", []answer{lead, says(403, "<Error/>", "Content-Type: application/xml")}, 2, "403 Forbidden"},
		{"the line stays broken", []answer{lead, broken, lead, broken, lead, broken, lead, broken}, 8, "reset"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := &script{answers: test.answers}
				var got bytes.Buffer

				n, err := market(t, s).DownloadFile(t.Context(), 7, 4, &got,
					client.Download{Token: "dtok", Size: int64(len(bytesOfFile)), SHA256: strings.ToUpper(digest())})

				wrong := err == nil != (test.wrong == "") || err != nil && !strings.Contains(err.Error(), test.wrong)
				if len(s.asked) != test.asked || wrong {
					t.Errorf("asked %d times: %v", len(s.asked), err)
				}
				if err == nil && (got.String() != bytesOfFile || n != int64(got.Len())) {
					t.Errorf("got %q", got.String())
				}
				if err != nil && strings.Contains(err.Error(), "dtok") {
					t.Errorf("it tells the token: %v", err)
				}
				for _, r := range s.asked {
					home := r.URL.Host == "models.example"
					if home == (r.Header.Get("Authorization") == "") || !home && strings.Contains(r.URL.String(), "dtok") {
						t.Errorf("%s was asked with %q", r.URL, r.Header.Get("Authorization"))
					}
				}
			})
		})
	}
}

// TestSaveFile: what came before is kept, and what is wrong is not.
func TestSaveFile(t *testing.T) {
	t.Parallel()
	lead := says(302, "", "Location: https://storage.example/f")
	beyond := says(416, "", "Content-Range: bytes */16")
	for _, test := range []struct {
		name, part string
		answers    []answer
		wrong      error
	}{
		{"from the beginning", "", []answer{lead, storage(0)}, nil},
		{"from the middle", bytesOfFile[:9], []answer{lead, storage(0)}, nil},
		{"all of it was there", bytesOfFile, []answer{lead, beyond}, nil},
		{"too much was there", bytesOfFile + "more", []answer{lead, beyond, lead, storage(0)}, nil},
		{"something else was there", "XXXX", []answer{lead, storage(0)}, client.ErrDigest},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			name := filepath.Join(t.TempDir(), "chair.stl")
			if test.part != "" {
				if err := os.WriteFile(name+".part", []byte(test.part), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			var err error
			synctest.Test(t, func(t *testing.T) {
				c := market(t, &script{answers: test.answers})
				err = c.SaveFile(t.Context(), 7, 4, name, client.Download{Size: 16, SHA256: digest()})
			})
			got, _ := os.ReadFile(name)
			if !errors.Is(err, test.wrong) || (err == nil) != (string(got) == bytesOfFile) {
				t.Errorf("saved %q, %v", got, err)
			}
			if _, err := os.Stat(name + ".part"); err == nil {
				t.Error("the part is still there")
			}
		})
	}
}
