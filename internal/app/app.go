// Package app opens the parts of a server, connects them, starts them and stops
// them in reverse order. It is the only package that imports all of them.
//
// It decides nothing: rules are in shop, answers in api and pages.
package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"os"
	"runtime"
	"strings"
	"time"

	"vitrine/internal/api"
	"vitrine/internal/blob"
	"vitrine/internal/config"
	"vitrine/internal/jobs"
	"vitrine/internal/pages"
	"vitrine/internal/payment"
	"vitrine/internal/picture"
	"vitrine/internal/shop"
	"vitrine/internal/store"
	"vitrine/internal/web"
)

// Options are what a marketplace is opened with.
type Options struct {
	Config config.Config
	Log    *slog.Logger
	Read   shop.Read // reads the 3D files that are uploaded
}

// App is a marketplace with its data open.
type App struct {
	config config.Config
	log    *slog.Logger
	read   shop.Read
	db     *store.DB
	blobs  blob.Store
	disk   *blob.Disk // nil on S3
	shop   *shop.Shop
}

// secretName names the setting that signs download addresses.
const secretName = "signing_secret"

// open opens database and stored bytes, brings the schema up to date and fills
// in the shipped categories and licences.
func open(ctx context.Context, o Options) (*App, error) {
	app, err := openEmpty(ctx, o)
	if err != nil {
		return app, err
	}
	cut, err := app.db.Unfinished(ctx)
	if err == nil && cut {
		err = errUnfinished
	}
	if err == nil {
		err = app.shop.Seed(ctx)
	}
	if err != nil {
		err = errors.Join(err, app.close())
	}
	return app, err
}

// openExisting opens what is there: a folder that was mistyped does not become a
// marketplace.
func openExisting(ctx context.Context, o Options) (*App, error) {
	if path := o.Config.Database; !strings.Contains(path, "://") {
		if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("there is no marketplace: %s is not there; name the folder with --data", path)
		}
	}
	return open(ctx, o)
}

// openEmpty opens database and stored bytes, brings the schema up to date and
// fills in nothing.
func openEmpty(ctx context.Context, o Options) (app *App, err error) {
	c := o.Config
	app = &App{config: c, log: o.Log, read: o.Read}
	defer func() {
		if err != nil {
			err = errors.Join(err, app.close())
		}
	}()
	if !strings.Contains(c.Database, "://") || !strings.Contains(c.Blobs, "://") {
		if err := os.MkdirAll(c.Data, 0o700); err != nil {
			return app, fmt.Errorf("make the data folder: %w", err)
		}
	}
	if app.db, err = store.Open(ctx, c.Database); err != nil {
		return app, err
	}
	if err := app.db.Migrate(ctx); err != nil {
		return app, err
	}
	if err := app.openBlobs(ctx); err != nil {
		return app, err
	}
	provider, err := payment.ByName(c.Payments)
	if err != nil {
		return app, fmt.Errorf("--payments: %w", err)
	}
	app.shop = shop.New(shop.Options{
		DB: app.db, Blobs: app.blobs, Pictures: picture.NewProcessor(int(c.ImagePixels)), Payments: provider, Log: o.Log, Read: o.Read, Readers: readers(),
		Settings: shop.Settings{
			Currency: c.Currency, OrderLifetime: c.OrderLifetime, TokenLifetime: c.TokenLifetime,
			FileSize: c.FileSize, ImageSize: c.ImageSize, ImagePixels: int(c.ImagePixels), Files: int(c.Files), Images: int(c.Images),
		},
	})
	return app, nil
}

func (app *App) openBlobs(ctx context.Context) error {
	c := app.config
	if strings.HasPrefix(c.Blobs, "s3://") {
		options, err := blob.ParseS3(c.Blobs)
		if err != nil {
			return err
		}
		options.AccessKey, options.SecretKey, options.MaxObject = c.S3Key, c.S3Secret, c.FileSize
		app.blobs, err = blob.OpenS3(ctx, options)
		return err
	}
	secret, err := app.db.Secret(ctx, secretName)
	if err != nil {
		return err
	}
	app.disk, err = blob.OpenDisk(c.Blobs, blob.DiskOptions{BaseURL: c.BaseURL, Secret: secret})
	app.blobs = app.disk
	return err
}

func (app *App) close() error {
	var err error
	if app.disk != nil {
		err = app.disk.Close()
	}
	if app.db != nil {
		err = errors.Join(err, app.db.Close())
	}
	return err
}

// handler is all that the server answers.
func (app *App) handler(observe func(pattern, method string, status int, took time.Duration)) (http.Handler, error) {
	proxies, err := app.config.Proxies()
	if err != nil {
		return nil, err
	}
	c := app.config
	mux := http.NewServeMux()
	var views *pages.Pages
	server := api.New(api.Options{
		Shop: app.shop, DB: app.db, BaseURL: c.BaseURL, NumericPrices: c.NumericPrices, TrustedProxies: proxies,
		Log: app.log, Mux: mux, Observe: observe, Rates: rates(c),
		Missing: func(w http.ResponseWriter, r *http.Request, err error) { views.Missing(w, r, err) },
	})
	document, err := json.Marshal(server.OpenAPI())
	if err != nil {
		return nil, fmt.Errorf("encode the contract: %w", err)
	}
	views, err = pages.New(pages.Options{
		Shop: app.shop, DB: app.db, BaseURL: c.BaseURL, OpenAPI: document, Rates: rates(c), TreeKept: time.Second,
	})
	if err != nil {
		return nil, err
	}
	views.Register(mux)
	contract, err := server.OpenAPI().YAML()
	if err != nil {
		return nil, fmt.Errorf("encode the contract: %w", err)
	}
	mux.Handle("GET /openapi.yaml", web.Compress(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/yaml")
		_, _ = w.Write(contract)
	})))
	if app.disk != nil {
		mux.Handle("/blobs/", app.disk.Handler(web.WriteProblem))
	}
	media := blob.MediaHandler(app.blobs, web.WriteProblem)
	mux.Handle("/media/", media)
	mux.Handle("/previews/", media)
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "ok\n") })
	mux.HandleFunc("GET /readyz", app.ready)
	return server.Handler(), nil
}

func rates(c config.Config) map[web.Budget]web.Rate {
	return map[web.Budget]web.Rate{
		web.Reads:   {PerMinute: int(c.ReadRate), Burst: int(c.ReadBurst)},
		web.Writes:  {PerMinute: int(c.WriteRate), Burst: int(c.WriteBurst)},
		web.Uploads: {PerMinute: int(c.UploadRate), Burst: int(c.UploadBurst)},
		web.Tokens:  {PerMinute: int(c.TokenRate), Burst: int(c.TokenBurst)},
	}
}

// ready answers 200 when database and stored bytes answer.
func (app *App) ready(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), 5*time.Second)
	defer cancel()
	if err := errors.Join(app.db.Ping(ctx), app.blobs.Check(ctx)); err != nil {
		web.WriteProblem(w, r, err)
		return
	}
	_, _ = io.WriteString(w, "ready\n")
}

// readTime is what one attempt at reading a file has: a child has half a minute,
// and a file of ten gigabytes comes from S3 before.
const readTime = 30 * time.Minute

// readers is how many files are read at once: a core is left to those who ask.
func readers() int { return max(1, runtime.NumCPU()-1) }

// readKind reads files. Uploads and files that are read again share the readers.
func (app *App) readKind() jobs.Kind {
	return jobs.Kind{
		Run: app.shop.ReadFile, Abandon: app.shop.AbandonFile, MaxLostLeases: shop.ReadLosses, Concurrency: readers(), Timeout: readTime,
	}
}

// readFiles does nothing but read files.
func (app *App) readFiles() *jobs.Worker {
	return jobs.New(app.db, map[string]jobs.Kind{shop.JobReadFile: app.readKind(), shop.JobRereadFile: app.readKind()}, nil, app.log)
}

// worker does what follows from changes, and what comes again and again.
func (app *App) worker() *jobs.Worker {
	kinds := map[string]jobs.Kind{
		shop.JobConfirmPayment: {Run: func(ctx context.Context, args string) error {
			var event payment.Event
			if err := json.Unmarshal([]byte(args), &event); err != nil {
				return fmt.Errorf("confirm a payment: %w", err)
			}
			return app.shop.RecordPayment(ctx, event)
		}},
		shop.JobReadFile:   app.readKind(),
		shop.JobRereadFile: app.readKind(),
	}
	return jobs.New(app.db, kinds, []jobs.Periodic{
		{Name: "expire orders", Every: 30 * time.Second, Run: app.shop.ExpireOrders},
		{Name: "make records anew", Every: 5 * time.Second, Run: app.shop.MakeRecords},
		{Name: "forget old answers and changes", Every: 10 * time.Minute, Run: app.shop.Forget},
		{Name: "sweep stored bytes", Every: time.Hour, Run: func(ctx context.Context) error {
			_, err := app.shop.SweepBytes(ctx)
			return err
		}},
	}, app.log)
}
