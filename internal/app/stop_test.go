package app_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/app"
	"vitrine/internal/config"
)

// TestStopLetsRequestsFinish ends the server's context while a request is half
// sent and a connection is idle.
func TestStopLetsRequestsFinish(t *testing.T) {
	t.Parallel()
	s := start(t, settings(t))
	s.get(t, s.public+"/healthz") // leaves an idle connection
	conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", strings.TrimPrefix(s.public, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(patience))
	body := "outcome=pay"
	fmt.Fprintf(conn, "POST /checkout/none HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: "+
		"%d\r\nExpect: 100-continue\r\n\r\n", len(body))
	reader := bufio.NewReader(conn)
	if line, err := reader.ReadString('\n'); err != nil || !strings.HasPrefix(line, "HTTP/1.1 100") {
		t.Fatalf("the server answers %q, %v, want it to read the body", line, err)
	}
	if _, err := reader.ReadString('\n'); err != nil {
		t.Fatal(err)
	}

	s.cancel()
	s.wantRefused(t)
	select {
	case err := <-s.done:
		t.Fatalf("Serve returned %v before the request was answered", err)
	default:
	}
	fmt.Fprint(conn, body)
	response, err := http.ReadResponse(reader, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if text, err := io.ReadAll(response.Body); err != nil || response.StatusCode != http.StatusNotFound ||
		!bytes.Contains(text, []byte("</html>")) {
		t.Errorf("the request got %d, %v, %s", response.StatusCode, err, text)
	}
	if err := s.wait(t); err != nil {
		t.Errorf("Serve: %v", err)
	}
}

// wantRefused waits until new connections are refused.
func (s *running) wantRefused(t *testing.T) {
	t.Helper()
	end := time.Now().Add(patience)
	for time.Now().Before(end) {
		conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", strings.TrimPrefix(s.public, "http://"))
		if err != nil {
			return
		}
		_ = conn.Close()
	}
	t.Error("the server still takes connections")
}

// TestStopInTime has nothing to wait for: it takes no deadline of Serve's.
func TestStopInTime(t *testing.T) {
	t.Parallel()
	s := start(t, settings(t))
	s.get(t, s.public+"/readyz")
	s.get(t, s.admin+"/metrics")
	begun := time.Now()
	s.cancel()
	if err := s.wait(t); err != nil {
		t.Errorf("Serve: %v", err)
	}
	if took := time.Since(begun); took > patience/2 {
		t.Errorf("stopping took %s", took)
	}
	for _, address := range []string{s.public, s.admin} {
		if conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", strings.TrimPrefix(address, "http://")); err == nil {
			_ = conn.Close()
			t.Errorf("something still listens at %s", address)
		}
	}
	if err := s.app.Ping(t.Context()); vitrine.CodeOf(err) != vitrine.Unavailable {
		t.Errorf("the database was not closed: %v", err)
	}
	// All is let go: the same folder and addresses serve again.
	c := s.config
	c.Listen, c.AdminListen = strings.TrimPrefix(s.public, "http://"), strings.TrimPrefix(s.admin, "http://")
	if got := start(t, c); got.public != s.public || got.get(t, got.public+"/readyz").Status != http.StatusOK {
		t.Errorf("it serves again at %s, want %s", got.public, s.public)
	}
}

func TestServeRefuses(t *testing.T) {
	t.Parallel()
	taken, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = taken.Close() })
	plain := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(plain, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		change func(*config.Config)
		want   string
	}{
		"a taken port":           {func(c *config.Config) { c.Listen = taken.Addr().String() }, "address already in use"},
		"a taken port, metrics":  {func(c *config.Config) { c.AdminListen = taken.Addr().String() }, "--admin-listen"},
		"payments":               {func(c *config.Config) { c.Payments = "coins" }, "--payments"},
		"a file as data folder":  {func(c *config.Config) { c.Data = plain }, "data folder"},
		"a folder as a database": {func(c *config.Config) { c.Database = filepath.Dir(plain) }, "database"},
		"a bucket without keys":  {func(c *config.Config) { c.Blobs = "s3://bucket" }, "VITRINE_S3_ACCESS_KEY"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := settings(t)
			test.change(&c)
			served := false
			ctx, cancel := context.WithTimeout(t.Context(), patience)
			defer cancel()
			err := app.Serve(ctx, app.Options{Config: c, Log: slog.New(slog.DiscardHandler)}, func(context.Context, *app.App) error {
				served = true
				return nil
			})
			if err == nil || !strings.Contains(err.Error(), test.want) || served {
				t.Errorf("served: %t, error: %v, want one with %q", served, err, test.want)
			}
		})
	}
}

// TestReadyFails ends the server when its first caller can't go on.
func TestReadyFails(t *testing.T) {
	t.Parallel()
	err := app.Serve(t.Context(), app.Options{Config: settings(t), Log: slog.New(slog.DiscardHandler)},
		func(context.Context, *app.App) error { return io.ErrUnexpectedEOF })
	if !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("Serve: %v, want the error of the function beside it", err)
	}
}
