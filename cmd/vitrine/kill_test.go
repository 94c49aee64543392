package main_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
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
	"sync/atomic"
	"testing"
	"time"

	"vitrine/internal/store/storetest"
)

// killsVariable names the environment variable with the number of kills on each
// database. Without it there are a few, to show that the test works; scripts/test.sh asks for 200.
const killsVariable = "VITRINE_TEST_KILLS"

func kills(t *testing.T) int {
	t.Helper()
	text := os.Getenv(killsVariable)
	if text == "" {
		return 6
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		t.Fatalf("%s is %q: it is a number of kills", killsVariable, text)
	}
	return n
}

// TestKilledAtAnyMoment cuts the server's power, so to say, again and again in
// the middle of uploads, publications and payments. Whatever was answered has
// to be there afterwards, and `vitrine check` has to find rows and bytes in
// agreement.
func TestKilledAtAnyMoment(t *testing.T) {
	t.Parallel()
	t.Run("SQLite", func(t *testing.T) {
		t.Parallel()
		killAgainAndAgain(t, newVictim(t))
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		t.Parallel()
		v := newVictim(t)
		v.database = storetest.NewPostgres(t).Address(t)
		killAgainAndAgain(t, v)
	})
}

// workUntilKilled starts the server and does all works side by side, each again and again, until there
// was enough; then it kills the server, with works on their way.
func (v *victim) workUntilKilled(t *testing.T, enough <-chan struct{}, works ...func(context.Context) error) {
	t.Helper()
	v.start(t)
	ctx, stop := context.WithCancelCause(t.Context())
	defer stop(nil)
	var workers sync.WaitGroup
	for _, work := range works {
		workers.Go(func() {
			for ctx.Err() == nil {
				if err := work(ctx); err != nil {
					stop(err) // the server is gone
				}
			}
		})
	}
	select {
	case <-enough:
	case <-ctx.Done():
		t.Errorf("before the server was killed: %v", context.Cause(ctx))
	}
	v.kill(t)
	stop(nil)
	workers.Wait()
}

// deepEvery is after how many kills every stored byte is hashed: the more there are,
// the longer it takes.
const deepEvery = 25

// awaited are the promises that are waited for in turn, and how many of them at most,
// so that each kind of work meets its share of kills.
var awaited = []goal{{publication, 1}, {payment, 3}, {file, 2}}

func killAgainAndAgain(t *testing.T, v *victim) {
	seller, buyer := v.user(t, "seller"), v.user(t, "buyer")
	kept := promises{files: map[string]string{}}
	rounds := kills(t)
	for round := range rounds {
		enough := kept.after(awaited[round%len(awaited)])
		var works []func(context.Context) error
		for _, work := range []func(context.Context, *victim, string, string, *promises) error{uploads, publications, payments} {
			works = append(works, func(ctx context.Context) error { return work(ctx, v, seller, buyer, &kept) })
		}
		v.workUntilKilled(t, enough, works...)
		v.check(t, (round+1)%deepEvery == 0)
		if t.Failed() {
			t.Fatalf("after kill %d of %d", round+1, rounds)
		}
	}
	v.start(t)
	kept.verify(t, v, seller, buyer)
	v.kill(t)
	v.check(t, true)
	t.Logf("the server was killed %d times", rounds+1)
}

// promises are what the server answered before it was killed.
type promises struct {
	mu        sync.Mutex
	files     map[string]string // path of a file → SHA-256 of its bytes
	published []string          // paths of models
	paid      []string          // paths of orders
	payments  int               // since the server was started
	awaited   promise
	tally     *tally // of those
}

// promise is what a promise is about.
type promise string

const (
	file        promise = "file"
	publication promise = "publication"
	payment     promise = "payment"
)

type goal struct {
	kind promise
	most int
}

// tally counts answers; enough is closed once there were so many.
type tally struct {
	left   atomic.Int64
	enough chan struct{}
}

func newTally(answers int) *tally {
	t := &tally{enough: make(chan struct{})}
	t.left.Store(int64(answers))
	return t
}

func (t *tally) count() {
	if t.left.Add(-1) == 0 {
		close(t.enough)
	}
}

// after returns a channel that is closed when some promises of a kind have been made.
func (p *promises) after(g goal) <-chan struct{} {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.payments = 0
	p.awaited, p.tally = g.kind, newTally(1+rand.IntN(g.most))
	return p.tally.enough
}

// add notes one promise.
func (p *promises) add(kind promise, note func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	note()
	if kind == p.awaited {
		p.tally.count()
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
	triangles := 1_000 + rand.IntN(40_000) // none of them of any size
	data := make([]byte, 84+50*triangles)
	binary.LittleEndian.PutUint32(data[80:], uint32(triangles))
	for i := 84; i < len(data); i += 50 {
		data[i+48] = byte(rand.Uint32())
	}
	path := "/v1/models/" + model + "/files"
	id, err := v.upload(ctx, seller, path, "big.stl", data)
	if err != nil {
		return err
	}
	kept.keep(path+"/"+id, data)
	return v.read(ctx, seller, path)
}

func (p *promises) keep(path string, data []byte) {
	sum := sha256.Sum256(data)
	p.add(file, func() { p.files[path] = hex.EncodeToString(sum[:]) })
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
		if err := pause(ctx, askedAgain); err != nil {
			return err
		}
	}
}

const (
	// askedAgain is the time until the server is asked again.
	askedAgain = 10 * time.Millisecond
	// paidAgain is the time until the second payment of a round. Each takes so much
	// longer to come than the one before: some are in flight with every kill, and a
	// round that takes long pays for few more, each of which is verified in the end.
	paidAgain = 50 * time.Millisecond
)

func pause(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
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
	kept.add(publication, func() { kept.published = append(kept.published, path) })
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
		return pause(ctx, askedAgain)
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
	var wait time.Duration
	kept.add(payment, func() {
		kept.paid = append(kept.paid, "/v1/orders/"+order.ID)
		kept.payments++
		wait = time.Duration(kept.payments) * paidAgain
	})
	return pause(ctx, wait)
}

// victim is a server in a process of its own.
type victim struct {
	binary, data, address string
	database              string   // "" is SQLite in the data folder
	set                   []string // further variables of the environment
	process               *exec.Cmd
	flags                 []string  // of the server, beside those that all have
	printed               io.Writer // what it prints; nil: nowhere
	client                *http.Client
}

func newVictim(t *testing.T) *victim {
	t.Helper()
	dir := t.TempDir()
	if testing.Short() {
		t.Skip("it builds the program and runs it, which -short does not")
	}
	binary, err := program()
	if err != nil {
		t.Fatal(err)
	}
	v := &victim{binary: binary, data: filepath.Join(dir, "data"), client: &http.Client{Timeout: 20 * time.Second}}
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
	args = append(args, "--data", v.data)
	if v.database != "" {
		args = append(args, "--database", v.database)
	}
	command := exec.Command(v.binary, args...)
	command.Env = append(os.Environ(), v.set...)
	return command
}

func (v *victim) user(t *testing.T, name string) string {
	t.Helper()
	return v.userWith(t, name).Token
}

// account is a user that a command made.
type account struct {
	ID    int64  `json:"id"`
	Token string `json:"access_token"`
}

func (v *victim) userWith(t *testing.T, name string, flags ...string) (made account) {
	t.Helper()
	v.print(t, &made, append([]string{"user", "create", "--username", name, "--email", name + "@example.com"}, flags...)...)
	if made.Token == "" {
		t.Fatalf("%s has no token", name)
	}
	return made
}

func (v *victim) start(t *testing.T) {
	t.Helper()
	v.process = v.command(append([]string{"serve", "--listen", v.address, "--base-url", "http://" + v.address, "--payments", "sandbox",
		"--read-rate", "0", "--write-rate", "0", "--upload-rate", "0", "--token-rate", "0"}, v.flags...)...)
	var log bytes.Buffer
	v.process.Stderr, v.process.Stdout = &log, v.printed
	if err := v.process.Start(); err != nil {
		t.Fatal(err)
	}
	process := v.process
	t.Cleanup(func() { _ = process.Process.Kill() })
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for pause(ctx, askedAgain) == nil {
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

func (v *victim) check(t *testing.T, deep bool) {
	t.Helper()
	if output, err := v.command("check", "--deep="+strconv.FormatBool(deep)).CombinedOutput(); err != nil {
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
	cube, err := os.ReadFile("../../docs/tour/cube.stl")
	if err != nil {
		return "", err
	}
	return v.publishOf(ctx, token, cube)
}

// publishOf publishes a model of a file.
func (v *victim) publishOf(ctx context.Context, token string, stl []byte) (string, error) {
	// A turntable of the cube would cost more than all that the test does beside it.
	id, err := v.create(ctx, token, "/v1/models", map[string]any{
		"title": "Cube", "description": "A cube", "tags": []string{"a", "b", "c", "d", "e"}, "category": "tools", "price": 2.5,
		"license": "general",
		"preview": "reduced",
	})
	if err != nil {
		return "", err
	}
	path := "/v1/models/" + id
	picture, err := os.ReadFile("../../docs/tour/cube.png")
	if err != nil {
		return "", err
	}
	if _, err := v.upload(ctx, token, path+"/files", "cube.stl", stl); err != nil {
		return "", err
	}
	if _, err := v.upload(ctx, token, path+"/images", "cube.png", picture); err != nil {
		return "", err
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
