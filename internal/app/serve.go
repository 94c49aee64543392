package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"runtime"
	"sync"
	"time"

	"vitrine/internal/config"
	"vitrine/internal/payment"
)

// How long a server waits for what runs when it is stopped, and the operator's
// own address for a request's headers; the public one has a door.
const (
	stopTimeout   = 20 * time.Second
	headerTimeout = 10 * time.Second
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

// ballast is memory that is counted and never touched, so that it is never
// resident: the collector waits until the heap has grown by as much, where it
// would otherwise run for every few megabytes of answers. Children that read files
// have none: what they hold at once is bounded.
const ballast = 32 << 20

// Serve serves until ctx ends. beside, when set, runs while the server answers;
// when it fails, the server ends.
func Serve(ctx context.Context, o Options, beside func(ctx context.Context, app *App) error) (err error) {
	weight := make([]byte, ballast)
	defer runtime.KeepAlive(weight)
	c, log := o.Config, o.Log
	if err := o.tryIsolation(ctx); err != nil {
		return err
	}
	// A server that can't have its address leaves no marketplace behind.
	sockets, err := bind(o)
	if err != nil {
		return err
	}
	defer sockets.close()
	app, err := open(ctx, o)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, app.close()) }()
	app.db.LogSlow(log, c.SlowStatement) // what a new release makes anew before may take its time
	app.warnOfOpenFolder()
	if err := app.prepare(ctx, c.Currency); err != nil {
		return err
	}
	servers, failed, err := app.listen(sockets)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer app.writeVisits()
	worker := app.worker()
	worker.Start(ctx)
	// Deferred after app.close and so done before it: jobs have ended when the database is closed.
	defer worker.Stop()
	log.Info("serving", "version", o.Version.String(), "address", "http://"+servers[0].Addr, "base_url", c.BaseURL,
		"database", c.Redacted(), "blobs", c.Blobs, "payments", c.Payments)
	app.askForPaymentText()
	app.askForMail()
	if err := app.offerSetup(ctx, o.Setup); err != nil {
		cancel()
		return errors.Join(err, stop(servers))
	}
	var work sync.WaitGroup
	defer work.Wait()
	defer cancel()
	if c.DatabaseReplica != "" {
		work.Go(func() { app.db.FollowReplica(ctx, c.DatabaseReplica, log.With("replica", c.RedactedReplica())) })
	}
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

// writeVisits writes what was counted last, when the server has stopped.
func (app *App) writeVisits() {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	if err := app.shop.WriteVisits(ctx); err != nil {
		app.log.Warn("the last views are not counted", "error", err)
	}
}

// prepare is what is settled before the first request, and by servers alone.
func (app *App) prepare(ctx context.Context, currency string) error {
	if err := app.shop.SettleCurrency(ctx, currency); err != nil {
		return err
	}
	if err := app.shop.NoteSweepLimits(ctx); err != nil {
		return err
	}
	if err := app.shop.TellTaxUnfound(ctx); err != nil {
		return err
	}
	return app.sealBefore(ctx)
}

// sockets are what a server listens at.
type sockets struct {
	public, admin net.Listener // admin is nil when there is none
}

// close closes what is still open: a server that has stopped closed its own.
func (s sockets) close() {
	_ = s.public.Close()
	if s.admin != nil {
		_ = s.admin.Close()
	}
}

func bind(o Options) (sockets, error) {
	public := o.Listener
	if public == nil {
		var err error
		if public, err = net.Listen("tcp", o.Config.Listen); err != nil {
			return sockets{}, fmt.Errorf("listen: %w", err)
		}
	}
	admin, err := adminListener(o.Config)
	if err != nil {
		return sockets{}, errors.Join(err, public.Close())
	}
	return sockets{public, admin}, nil
}

// listen starts the server and, where it is asked for, that of the operator's
// monitoring. What ends either of them, or the work beside them, is sent to
// failed.
func (app *App) listen(on sockets) (servers []*http.Server, failed chan error, err error) {
	m := newMetrics()
	m.watch(app)
	door, err := app.door(m.observe)
	if err != nil {
		return nil, nil, err
	}
	m.watchDoor(door)
	handler, err := app.handler(door, m)
	if err != nil {
		return nil, nil, err
	}
	// Room for both servers and the work beside them: at most the first one is read.
	failed = make(chan error, 3)
	faults := slog.NewLogLogger(app.log.Handler(), slog.LevelWarn)
	start := func(listener net.Listener, server *http.Server, serve func(*http.Server, net.Listener) error) {
		server.Addr, server.ErrorLog = listener.Addr().String(), faults
		servers = append(servers, server)
		go func() { failed <- fmt.Errorf("serve: %w", serve(server, listener)) }()
	}
	public := &http.Server{Handler: handler}
	public.RegisterOnShutdown(sync.OnceFunc(func() { close(app.stopping) }))
	start(on.public, public, door.Serve)
	if on.admin != nil {
		start(on.admin, &http.Server{Handler: m.handler(), ReadHeaderTimeout: headerTimeout}, (*http.Server).Serve)
		app.log.Info("serving metrics", "address", "http://"+on.admin.Addr().String())
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

// warnOfOpenFolder tells when others may look into the data folder. Its files are
// closed to them all the same.
func (app *App) warnOfOpenFolder() {
	info, err := os.Stat(app.config.Data)
	if err == nil && runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 {
		app.log.Warn("others on this machine may look into the data folder: close it with chmod 700",
			"folder", app.config.Data, "mode", info.Mode().Perm().String())
	}
}

// askForPaymentText tells when nobody tells customers how to pay.
func (app *App) askForPaymentText() {
	if app.shop.PaymentProvider() == (payment.Manual{}).Name() && app.shop.HowToPay() == "" {
		app.log.Info("customers are not told how to pay: set --payment-text, or VITRINE_PAYMENT_TEXT_FILE to a file with the text")
	}
}

// askForMail tells when nobody gets the mails that are written.
func (app *App) askForMail() {
	if app.mails.Sends() {
		app.log.Info("sending mail", "server", app.config.SMTP, "from", app.config.MailFrom)
		return
	}
	app.log.Warn("no mail is sent: nobody can confirm an address, sign in by mail or get a receipt. Set --smtp and --mail-from; until then " +
		"mails wait, and the operator sees their links at /desk/mails")
}
