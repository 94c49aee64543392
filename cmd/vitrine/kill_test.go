package main_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"mime/multipart"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// TestKilledAtAnyMoment cuts the server's power, so to say, again and again in
// the middle of uploads, publications and payments. Whatever was answered has
// to be there afterwards, and `vitrine check` has to find rows and bytes in
// agreement.
func TestKilledAtAnyMoment(t *testing.T) {
	t.Parallel()
	v := newVictim(t)
	seller, buyer := v.user(t, "seller"), v.user(t, "buyer")
	kept := promises{files: map[string]string{}}
	for round := range 6 {
		v.start(t)
		ctx, stop := context.WithCancel(t.Context())
		enough := kept.after(10*(round+1) + rand.IntN(10))
		var workers sync.WaitGroup
		for _, work := range []func(context.Context, *victim, string, string, *promises) error{uploads, publications, payments} {
			workers.Go(func() {
				for ctx.Err() == nil {
					if err := work(ctx, v, seller, buyer, &kept); err != nil {
						stop() // the server is gone
					}
				}
			})
		}
		select {
		case <-enough:
		case <-ctx.Done():
		}
		v.kill(t)
		stop()
		workers.Wait()
		v.check(t)
	}
	v.start(t)
	kept.verify(t, v, seller, buyer)
	v.kill(t)
	v.check(t)
}

// promises are what the server answered before it was killed.
type promises struct {
	mu        sync.Mutex
	files     map[string]string // path of a file → SHA-256 of its bytes
	published []string          // paths of models
	paid      []string          // paths of orders
	left      int               // until enough is closed
	enough    chan struct{}
}

// after gives a channel that is closed when n more promises are made.
func (p *promises) after(n int) <-chan struct{} {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.left, p.enough = n, make(chan struct{})
	return p.enough
}

// add notes one promise.
func (p *promises) add(note func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	note()
	if p.left--; p.left == 0 {
		close(p.enough)
	}
}

func (p *promises) verify(t *testing.T, v *victim, seller, buyer string) {
	t.Helper()
	if len(p.files) == 0 || len(p.published) == 0 || len(p.paid) == 0 {
		t.Fatalf("nothing was done before the kills: %d files, %d publications, %d payments", len(p.files), len(p.published), len(p.paid))
	}
	t.Logf("%d files, %d publications and %d payments were answered before the kills", len(p.files), len(p.published), len(p.paid))
	for path, want := range p.files {
		body, err := v.call(t.Context(), seller, http.MethodGet, path, "", nil, http.StatusOK)
		sum := sha256.Sum256(body)
		if err != nil || hex.EncodeToString(sum[:]) != want {
			t.Errorf("%s: %v, or not the bytes that were uploaded", path, err)
		}
		// What was being read when the power went is read now.
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		if err := v.read(ctx, seller, path[:strings.LastIndexByte(path, '/')]); err != nil {
			t.Errorf("%s was never read: %v", path, err)
		}
		cancel()
	}
	for _, path := range p.published {
		v.wantStatus(t, seller, path, "published")
	}
	for _, path := range p.paid {
		v.wantStatus(t, buyer, path, "paid")
	}
}

// uploads adds a file of some megabytes to a draft.
func uploads(ctx context.Context, v *victim, seller, _ string, kept *promises) error {
	model, err := v.create(ctx, seller, "/v1/models", map[string]any{"title": "Upload"})
	if err != nil {
		return err
	}
	data := make([]byte, 84+50*40_000)
	data[80], data[81], data[82] = 0x40, 0x9c, 0 // 40,000 triangles, none of them of any size
	for i := 84; i < len(data); i += 50 {
		data[i+48] = byte(rand.Uint32())
	}
	path := "/v1/models/" + model + "/files"
	file, err := v.upload(ctx, seller, path, "big.stl", data)
	if err != nil {
		return err
	}
	kept.keep(path+"/"+file, data)
	return v.read(ctx, seller, path)
}

func (p *promises) keep(path string, data []byte) {
	sum := sha256.Sum256(data)
	p.add(func() { p.files[path] = hex.EncodeToString(sum[:]) })
}

// read waits until no file of a list is in processing.
func (v *victim) read(ctx context.Context, token, path string) error {
	for {
		text, err := v.call(ctx, token, http.MethodGet, path, "", nil, http.StatusOK)
		if err != nil {
			return err
		}
		var list struct {
			Processing int `json:"processing"`
		}
		if err := json.Unmarshal(text, &list); err != nil || list.Processing == 0 {
			return err
		}
		if err := pause(ctx); err != nil {
			return err
		}
	}
}

// pause waits before the server is asked again.
func pause(ctx context.Context) error {
	timer := time.NewTicker(10 * time.Millisecond)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

// publications makes a whole model and publishes it.
func publications(ctx context.Context, v *victim, seller, _ string, kept *promises) error {
	path, err := v.publish(ctx, seller)
	if err != nil {
		return err
	}
	kept.add(func() { kept.published = append(kept.published, path) })
	return nil
}

// payments orders the newest model and pays for it.
func payments(ctx context.Context, v *victim, _, buyer string, kept *promises) error {
	kept.mu.Lock()
	n := len(kept.published)
	model := ""
	if n > 0 {
		model = kept.published[n-1]
	}
	kept.mu.Unlock()
	if model == "" {
		return pause(ctx)
	}
	id, err := strconv.Atoi(model[len("/v1/models/"):])
	if err != nil {
		return err
	}
	body, err := v.json(ctx, buyer, http.MethodPost, "/v1/orders", map[string]any{"model_id": id, "again": true}, http.StatusCreated)
	if err != nil {
		return err
	}
	var order struct {
		ID       string `json:"id"`
		Checkout string `json:"checkout_url"`
	}
	if err := json.Unmarshal(body, &order); err != nil {
		return err
	}
	address, err := url.Parse(order.Checkout)
	if err != nil {
		return err
	}
	form := []byte("outcome=pay")
	if _, err := v.call(ctx, "", http.MethodPost, address.Path, "application/x-www-form-urlencoded", form, http.StatusOK); err != nil {
		return err
	}
	kept.add(func() { kept.paid = append(kept.paid, "/v1/orders/"+order.ID) })
	return nil
}

// victim is a server in a process of its own.
type victim struct {
	binary, data, address string
	process               *exec.Cmd
	client                *http.Client
}

func newVictim(t *testing.T) *victim {
	t.Helper()
	dir := t.TempDir()
	v := &victim{binary: filepath.Join(dir, "vitrine"), data: filepath.Join(dir, "data"), client: &http.Client{Timeout: 20 * time.Second}}
	build := exec.Command("go", "build", "-o", v.binary, ".")
	if output, err := build.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, output)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	v.address = listener.Addr().String()
	if err := listener.Close(); err != nil {
		t.Fatal(err)
	}
	return v
}

func (v *victim) command(args ...string) *exec.Cmd {
	return exec.Command(v.binary, append(args, "--data", v.data)...)
}

func (v *victim) user(t *testing.T, name string) string {
	t.Helper()
	output, err := v.command("user", "create", "--username", name, "--email", name+"@example.com").Output()
	if err != nil {
		t.Fatalf("user create: %v", err)
	}
	var user struct {
		Token string `json:"access_token"`
	}
	if err := json.Unmarshal(output, &user); err != nil || user.Token == "" {
		t.Fatalf("user create printed %s: %v", output, err)
	}
	return user.Token
}

func (v *victim) start(t *testing.T) {
	t.Helper()
	v.process = v.command("serve", "--listen", v.address, "--base-url", "http://"+v.address, "--payments", "sandbox")
	var log bytes.Buffer
	v.process.Stderr = &log
	if err := v.process.Start(); err != nil {
		t.Fatal(err)
	}
	process := v.process
	t.Cleanup(func() { _ = process.Process.Kill() })
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for pause(ctx) == nil {
		answer, err := v.client.Get("http://" + v.address + "/readyz")
		if err == nil {
			_ = answer.Body.Close()
			if answer.StatusCode == http.StatusOK {
				return
			}
		}
	}
	t.Fatalf("the server does not get ready: %s", log.String())
}

func (v *victim) kill(t *testing.T) {
	t.Helper()
	if err := v.process.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = v.process.Wait() // it was killed
}

func (v *victim) check(t *testing.T) {
	t.Helper()
	if output, err := v.command("check", "--deep").CombinedOutput(); err != nil {
		t.Errorf("vitrine check: %v\n%s", err, output)
	}
}

var errRefused = errors.New("refused")

// call makes a request and follows redirects.
func (v *victim) call(ctx context.Context, token, method, path, kind string, body []byte, want int) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, method, "http://"+v.address+path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	if kind != "" {
		request.Header.Set("Content-Type", kind)
	}
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	answer, err := v.client.Do(request)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err == nil && answer.StatusCode != want {
		err = fmt.Errorf("%s %s: %d %s: %w", method, path, answer.StatusCode, text, errRefused)
	}
	return text, err
}

func (v *victim) json(ctx context.Context, token, method, path string, body any, want int) ([]byte, error) {
	text, err := json.Marshal(body)
	if err != nil {
		return nil, err
	}
	return v.call(ctx, token, method, path, "application/json", text, want)
}

func (v *victim) create(ctx context.Context, token, path string, body any) (string, error) {
	text, err := v.json(ctx, token, http.MethodPost, path, body, http.StatusCreated)
	if err != nil {
		return "", err
	}
	return idOf(text)
}

func idOf(text []byte) (string, error) {
	var made struct {
		ID json.Number `json:"id"`
	}
	err := json.Unmarshal(text, &made)
	return made.ID.String(), err
}

func (v *victim) upload(ctx context.Context, token, path, name string, data []byte) (string, error) {
	var form bytes.Buffer
	writer := multipart.NewWriter(&form)
	part, err := writer.CreateFormFile("file", name)
	if err != nil {
		return "", err
	}
	if _, err := part.Write(data); err != nil {
		return "", err
	}
	if err := writer.Close(); err != nil {
		return "", err
	}
	text, err := v.call(ctx, token, http.MethodPost, path, writer.FormDataContentType(), form.Bytes(), http.StatusCreated)
	if err != nil {
		return "", err
	}
	return idOf(text)
}

func (v *victim) publish(ctx context.Context, token string) (string, error) {
	id, err := v.create(ctx, token, "/v1/models", map[string]any{
		"title": "Cube", "description": "A cube", "tags": []string{"a", "b", "c", "d", "e"}, "category": "tools", "price": 2.5, "license": "general",
	})
	if err != nil {
		return "", err
	}
	path := "/v1/models/" + id
	for _, part := range []struct{ to, name, source string }{
		{"/files", "cube.stl", "../../docs/tour/cube.stl"}, {"/images", "cube.png", "../../docs/tour/cube.png"},
	} {
		data, err := os.ReadFile(part.source)
		if err != nil {
			return "", err
		}
		if _, err := v.upload(ctx, token, path+part.to, part.name, data); err != nil {
			return "", err
		}
	}
	if err := v.read(ctx, token, path+"/files"); err != nil {
		return "", err
	}
	_, err = v.json(ctx, token, http.MethodPut, path, map[string]any{"status": "published"}, http.StatusOK)
	return path, err
}

func (v *victim) wantStatus(t *testing.T, token, path, want string) {
	t.Helper()
	text, err := v.call(t.Context(), token, http.MethodGet, path, "", nil, http.StatusOK)
	var record struct {
		Status string `json:"status"`
	}
	if err == nil {
		err = json.Unmarshal(text, &record)
	}
	if err != nil || record.Status != want {
		t.Errorf("%s is %q, want %q: %v", path, record.Status, want, err)
	}
}
