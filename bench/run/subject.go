package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// The databases, in the order of the goals.
const (
	sqlite     = "SQLite"
	postgreSQL = "PostgreSQL"
)

// subject is a server on one of the databases.
type subject struct {
	database string
	folder   string   // of keys and stored bytes
	address  string   // of the database
	cluster  string   // PostgreSQL's own data folder
	env      []string // settings beside those

	listen, admin string
	command       *exec.Cmd
	token         string
	cookie        string             // of a session
	medians       map[string]float64 // of the works so far
}

// startAll starts the bare handler and the servers; stop ends what was started.
func (b *bench) startAll(ctx context.Context, scratch string) (stop func(), err error) {
	var last []func()
	stop = func() {
		for _, end := range last {
			end()
		}
	}
	if b.bare, err = freeAddress(); err != nil {
		return stop, err
	}
	bare := b.pinned(ctx, "bare", "-listen", b.bare, "-upload", scratch, "-download", filepath.Join(scratch, "file"))
	if err := bare.Start(); err != nil {
		return stop, err
	}
	last = append(last, func() { _ = bare.Process.Kill(); _ = bare.Wait() })
	for _, s := range b.subjects {
		end, err := b.start(ctx, s, scratch)
		last = append(last, end)
		if err != nil {
			return stop, fmt.Errorf("%s: %w", s.database, err)
		}
	}
	return stop, answers("http://" + b.bare + "/")
}

// start makes a database ready and starts a server on it, which stores bytes in a folder for
// this run alone.
func (b *bench) start(ctx context.Context, s *subject, blobs string) (end func(), err error) {
	s.medians = map[string]float64{}
	unpin, err := b.makeReady(ctx, s)
	if err != nil {
		return unpin, err
	}
	if blobs, err = s.blobsIn(blobs); err != nil {
		return unpin, err
	}
	s.env = []string{"VITRINE_BLOBS=" + blobs}
	stop, err := b.serve(ctx, s)
	return func() { stop(); unpin() }, err
}

// serve starts a server without limits, and makes a token for it.
func (b *bench) serve(ctx context.Context, s *subject) (end func(), err error) {
	end = func() {}
	if s.listen, err = freeAddress(); err != nil {
		return end, err
	}
	if s.admin, err = freeAddress(); err != nil {
		return end, err
	}
	s.command = b.command(ctx, s, "serve", "--listen", s.listen, "--admin-listen", s.admin, "--payments", "sandbox",
		"--read-rate", "0", "--write-rate", "0", "--upload-rate", "0", "--page-rate", "0", "--order-rate", "0",
		"--deep-check", "0", "--slow-statement", "0", "--log-level", "warn")
	began := time.Now()
	if err := s.command.Start(); err != nil {
		return end, err
	}
	end = func() {
		_ = s.command.Process.Signal(os.Interrupt)
		_ = s.command.Wait()
	}
	if err := answers("http://" + s.listen + "/healthz"); err != nil {
		return end, err
	}
	fmt.Printf("%s: first answer %s after the start, resident memory then %d MiB\n", s.database, time.Since(began).Round(time.Millisecond),
		s.resident("VmRSS")>>20)
	return end, errors.Join(b.makeToken(ctx, s), b.signIn(ctx, s))
}

// command runs the program on a database, on the first core.
func (b *bench) command(ctx context.Context, s *subject, args ...string) *exec.Cmd {
	command := b.pinned(ctx, "vitrine", append(args, "--data", s.folder, "--database", s.address)...)
	command.Env = append(os.Environ(), s.env...)
	return command
}

// blobsIn makes a place for stored bytes in a folder, with the mark of the marketplace's own.
func (s *subject) blobsIn(folder string) (string, error) {
	mark, err := os.ReadFile(filepath.Join(s.folder, "blobs", "marketplace"))
	if err != nil {
		return "", fmt.Errorf("run `vitrine migrate` on it: %w", err)
	}
	folder = filepath.Join(folder, "blobs-"+s.database)
	if err := os.Mkdir(folder, 0o700); err != nil {
		return "", err
	}
	return folder, os.WriteFile(filepath.Join(folder, "marketplace"), mark, 0o600)
}

// makeReady pins PostgreSQL and makes the drafts that will be published.
func (b *bench) makeReady(ctx context.Context, s *subject) (unpin func(), err error) {
	unpin = func() {}
	if s.database == postgreSQL {
		settings, err := about(ctx, s.address)
		if err != nil {
			return unpin, err
		}
		fmt.Printf("PostgreSQL: %s\n", settings)
	}
	if s.cluster != "" {
		if unpin, err = pinCluster(s.cluster); err != nil {
			return unpin, err
		}
	}
	if drafts := b.draftsNeeded(); drafts > 0 {
		fill := exec.CommandContext(ctx, filepath.Join(b.bin, "fill"), "-database", s.address, "-drafts", strconv.Itoa(drafts))
		if output, err := fill.CombinedOutput(); err != nil {
			return unpin, fmt.Errorf("make drafts: %w: %s", err, output)
		}
	}
	return unpin, nil
}

// pinned is a program on the first core.
func (b *bench) pinned(ctx context.Context, name string, args ...string) *exec.Cmd {
	command := exec.CommandContext(ctx, "taskset", append([]string{"-c", "0", filepath.Join(b.bin, name)}, args...)...)
	command.Stderr = os.Stderr
	return command
}

// freeAddress is one on loopback that nobody listens at.
func freeAddress() (string, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return listener.Addr().String(), listener.Close()
}

// answers waits until a server does.
func answers(address string) error {
	for range 4000 {
		if response, err := http.Get(address); err == nil {
			return response.Body.Close()
		}
		time.Sleep(5 * time.Millisecond)
	}
	return fmt.Errorf("%s does not answer", address)
}

// makeToken makes one of the author whose drafts are published.
func (b *bench) makeToken(ctx context.Context, s *subject) error {
	made, err := b.command(ctx, s, "token", "create", "--user", "author-0001").Output()
	if err != nil {
		return fmt.Errorf("make a token: %w", err)
	}
	var token struct {
		AccessToken string `json:"access_token"`
	}
	err = json.Unmarshal(made, &token)
	s.token = token.AccessToken
	return err
}

// signIn begins a session of an author who has published models.
func (b *bench) signIn(ctx context.Context, s *subject) error {
	const name, password = "author-0002", "a password for benchmarks"
	give := b.command(ctx, s, "user", "password", name, "--password-file", "-")
	give.Stdin = strings.NewReader(password)
	if err := give.Run(); err != nil {
		return fmt.Errorf("give %s a password: %w", name, err)
	}
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	response, err := client.PostForm("http://"+s.listen+"/sign-in", url.Values{"email": {name + "@example.com"}, "password": {password}})
	if err != nil {
		return err
	}
	defer response.Body.Close()
	cookies := response.Cookies()
	if response.StatusCode != http.StatusSeeOther || len(cookies) != 1 {
		return fmt.Errorf("sign in: %s with %d cookies, want to be led on with one", response.Status, len(cookies))
	}
	s.cookie = cookies[0].Name + "=" + cookies[0].Value
	return nil
}

func (s *subject) call(ctx context.Context, method, path string, body io.Reader, into any) error {
	request, err := http.NewRequestWithContext(ctx, method, "http://"+s.listen+path, body)
	if err != nil {
		return err
	}
	request.Header.Set("Authorization", "Bearer "+s.token)
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode >= 300 {
		return fmt.Errorf("%s %s: %s", method, path, response.Status)
	}
	if into == nil {
		return nil
	}
	return json.NewDecoder(response.Body).Decode(into)
}

// resident reads a line of the server's status in bytes (proc(5)). The process
// that taskset became is the server itself.
func (s *subject) resident(line string) int64 {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.command.Process.Pid))
	if err != nil {
		return 0
	}
	for row := range strings.Lines(string(text)) {
		if value, found := strings.CutPrefix(row, line+":"); found {
			kib, _ := strconv.ParseInt(strings.Fields(value)[0], 10, 64)
			return kib << 10
		}
	}
	return 0
}
