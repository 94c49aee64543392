package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"time"

	"vitrine/internal/config"
)

// How long a server waits for a request's headers, for the next request of a
// connection, and for what runs when it is stopped. Bodies have no deadline of
// their own: uploads may take long, and are watched while they are read.
const (
	headerTimeout = 10 * time.Second
	idleTimeout   = 2 * time.Minute
	stopTimeout   = 20 * time.Second
)

func newLog(c config.Config, w io.Writer) *slog.Logger {
	var level slog.Level
	_ = level.UnmarshalText([]byte(c.LogLevel)) // checked before; else info
	options := &slog.HandlerOptions{Level: level}
	if c.LogFormat == "json" {
		return slog.New(slog.NewJSONHandler(w, options))
	}
	return slog.New(slog.NewTextHandler(w, options))
}

// Serve serves until ctx ends. ready, when set, is called once the server
// answers.
func Serve(ctx context.Context, c config.Config, log *slog.Logger, ready func(app *App) error) (err error) {
	app, err := open(ctx, c, log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, app.close()) }()
	m := newMetrics()
	handler, err := app.handler(m.observe)
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", c.Listen)
	if err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	admin, err := adminListener(c)
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	worker := app.worker()
	worker.Start(ctx)
	defer worker.Stop()
	public := &http.Server{Handler: handler, ReadHeaderTimeout: headerTimeout, IdleTimeout: idleTimeout, ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelWarn)}
	servers := []*http.Server{public}
	failed := make(chan error, 2)
	go func() { failed <- public.Serve(listener) }()
	if admin != nil {
		operators := &http.Server{Handler: m.handler(), ReadHeaderTimeout: headerTimeout, ErrorLog: public.ErrorLog}
		servers = append(servers, operators)
		go func() { failed <- operators.Serve(admin) }()
		log.Info("serving metrics", "address", "http://"+admin.Addr().String())
	}
	log.Info("serving", "address", "http://"+listener.Addr().String(), "base_url", c.BaseURL, "database", c.Redacted(), "blobs", c.Blobs, "payments", c.Payments)
	if ready != nil {
		if err := ready(app); err != nil {
			return errors.Join(err, stop(servers))
		}
	}
	select {
	case err := <-failed:
		return errors.Join(fmt.Errorf("serve: %w", err), stop(servers))
	case <-ctx.Done():
		log.Info("stopping")
		return stop(servers)
	}
}

// adminListener listens for the operator's monitoring; nil when there is none.
func adminListener(c config.Config) (net.Listener, error) {
	if c.AdminListen == "" {
		return nil, nil
	}
	listener, err := net.Listen("tcp", c.AdminListen)
	if err != nil {
		return nil, fmt.Errorf("--admin-listen: %w", err)
	}
	return listener, nil
}

// stop lets requests finish, up to a deadline.
func stop(servers []*http.Server) error {
	ctx, cancel := context.WithTimeout(context.Background(), stopTimeout)
	defer cancel()
	var errs []error
	for _, server := range servers {
		if err := server.Shutdown(ctx); err != nil {
			errs = append(errs, err, server.Close())
		}
	}
	return errors.Join(errs...)
}
