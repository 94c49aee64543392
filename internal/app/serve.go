package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"sync"
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

// Serve serves until ctx ends. beside, when set, runs while the server answers;
// when it fails, the server ends.
func Serve(ctx context.Context, o Options, beside func(ctx context.Context, app *App) error) (err error) {
	c, log := o.Config, o.Log
	app, err := open(ctx, o)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, app.close()) }()
	servers, failed, err := app.listen()
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	worker := app.worker()
	worker.Start(ctx)
	defer worker.Stop()
	log.Info("serving", "address", "http://"+servers[0].Addr, "base_url", c.BaseURL, "database", c.Redacted(), "blobs", c.Blobs, "payments", c.Payments)
	var work sync.WaitGroup
	defer work.Wait()
	defer cancel()
	if beside != nil {
		work.Go(func() {
			if err := beside(ctx, app); err != nil {
				failed <- err
			}
		})
	}
	select {
	case err := <-failed:
		return errors.Join(err, stop(servers))
	case <-ctx.Done():
		log.Info("stopping")
		return stop(servers)
	}
}

// listen starts the server and, where it is asked for, that of the operator's
// monitoring. What ends either of them, or the work beside them, is sent to
// failed.
func (app *App) listen() (servers []*http.Server, failed chan error, err error) {
	m := newMetrics()
	handler, err := app.handler(m.observe)
	if err != nil {
		return nil, nil, err
	}
	public, err := net.Listen("tcp", app.config.Listen)
	if err != nil {
		return nil, nil, fmt.Errorf("listen: %w", err)
	}
	admin, err := adminListener(app.config)
	if err != nil {
		return nil, nil, errors.Join(err, public.Close())
	}
	failed = make(chan error, 3)
	faults := slog.NewLogLogger(app.log.Handler(), slog.LevelWarn)
	start := func(listener net.Listener, server *http.Server) {
		server.Addr, server.ReadHeaderTimeout, server.ErrorLog = listener.Addr().String(), headerTimeout, faults
		servers = append(servers, server)
		go func() { failed <- fmt.Errorf("serve: %w", server.Serve(listener)) }()
	}
	start(public, &http.Server{Handler: handler, IdleTimeout: idleTimeout})
	if admin != nil {
		start(admin, &http.Server{Handler: m.handler()})
		app.log.Info("serving metrics", "address", "http://"+admin.Addr().String())
	}
	return servers, failed, nil
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
