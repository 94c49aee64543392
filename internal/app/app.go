// Package app opens the parts of a server, connects them, starts them and stops
// them in reverse order. It is the only package that imports all of them.
//
// It decides nothing: rules are in shop and survey, answers in api and pages.
package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"os"
	"runtime"
	"strings"
	"sync"
	"time"

	"vitrine"
	"vitrine/internal/api"
	"vitrine/internal/auth"
	"vitrine/internal/blob"
	"vitrine/internal/blob/blobhttp"
	"vitrine/internal/config"
	"vitrine/internal/door"
	"vitrine/internal/inspect"
	"vitrine/internal/jobs"
	"vitrine/internal/openapi"
	"vitrine/internal/pages"
	"vitrine/internal/pages/reference"
	"vitrine/internal/pages/storefront"
	"vitrine/internal/payment"
	"vitrine/internal/picture"
	"vitrine/internal/shop"
	"vitrine/internal/store"
	"vitrine/internal/survey"
	"vitrine/internal/web"
)

// Options are what a marketplace is opened with.
type Options struct {
	Version Version // of the program, for the log
	Config  config.Config
	Log     *slog.Logger
	Read    survey.Read // reads the 3D files that are uploaded
	// Pictures makes uploaded pictures ready; nil: in this process, for tests.
	Pictures shop.Pictures
	Listener net.Listener     // that is open already; nil: the one of Config
	Now      func() time.Time // nil: time.Now
	// AsServed has the sweep's limits be those of the server that was started last.
	AsServed bool
	// Isolation says what holds those who read them, from files too; nil: nobody asks.
	Isolation func(ctx context.Context, files ...string) (inspect.Isolation, error)
}

// App is a marketplace with its data open.
type App struct {
	config config.Config
	now    func() time.Time
	log    *slog.Logger
	db     *store.DB
	blobs  blob.Store
	disk   *blob.Disk // nil on S3
	shop   *shop.Shop
	reader *survey.Reader
	bucket *blob.S3   // that the keys are kept in when this machine keeps nothing of the marketplace, else nil
	keys   *auth.Keys // nil where no secret is derived

	renewing sync.Mutex
	renewed  time.Time // when renewKeys last looked
}

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
		err = app.belong(ctx)
	}
	if err == nil {
		err = app.deriveSecrets(ctx)
	}
	if err == nil {
		err = app.shop.Seed(ctx)
	}
	if err != nil {
		err = errors.Join(err, app.close())
	}
	return app, err
}

// deriveSecrets derives the secrets of orders and of downloads from the marketplace's
// keys.
func (app *App) deriveSecrets(ctx context.Context) error {
	keys, err := app.fitKeys(ctx)
	if err != nil {
		return err
	}
	app.db.RenewSecrets(app.renewKeys)
	return app.useKeys(ctx, keys)
}

// belong refuses a database beside the stored bytes of another marketplace, and says
// which they are.
func (app *App) belong(ctx context.Context) error { return app.placed(app.shop.Belong(ctx)) }

// placed adds where database and stored bytes are.
func (app *App) placed(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%w (database: %s, stored bytes: %s)", err, app.config.Redacted(), app.config.Blobs)
}

// openExisting opens what is there: a folder that was mistyped does not become a
// marketplace.
func openExisting(ctx context.Context, o Options) (*App, error) {
	if err := mustExist(o.Config); err != nil {
		return nil, err
	}
	return open(ctx, o)
}

// openUnpaired opens what is there, whether or not database and stored bytes belong
// together.
func openUnpaired(ctx context.Context, o Options) (*App, error) {
	if err := mustExist(o.Config); err != nil {
		return nil, err
	}
	return openEmpty(ctx, o)
}

func mustExist(c config.Config) error {
	if strings.Contains(c.Database, "://") {
		return nil
	}
	if _, err := os.Stat(c.Database); errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("there is no marketplace: %s is not there; name the folder with --data", c.Database)
	}
	return nil
}

// openEmpty opens database and stored bytes, brings the schema up to date and
// fills in nothing.
func openEmpty(ctx context.Context, o Options) (*App, error) {
	return openParts(ctx, o, func(app *App) (err error) {
		if err := app.db.Migrate(ctx); err != nil {
			return err
		}
		if err := app.findSweepLimits(ctx, o); err != nil {
			return err
		}
		app.config.Currency, err = shop.FindCurrency(ctx, app.db, o.Config.Currency)
		return err
	})
}

// findSweepLimits takes the limits that a server wrote down, if one did and they are
// asked for.
func (app *App) findSweepLimits(ctx context.Context, o Options) error {
	if !o.AsServed {
		return nil
	}
	limits, err := app.db.SweepLimits(ctx)
	if vitrine.CodeOf(err) == vitrine.NotFound {
		return nil
	}
	if err == nil {
		app.config.SweepShare, app.config.TrashTime = int64(limits.Share), limits.TrashTime
	}
	return err
}

// openNew opens database and stored bytes and touches neither. No downloads can be
// served.
func openNew(ctx context.Context, o Options) (*App, error) {
	return openParts(ctx, o, func(*App) error { return nil })
}

// openParts opens the parts of a marketplace. prepare prepares the database.
func openParts(ctx context.Context, o Options, prepare func(*App) error) (app *App, err error) {
	c := o.Config
	if o.Pictures == nil {
		o.Pictures = picture.NewProcessor(int(c.ImagePixels))
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	app = &App{config: c, now: o.Now, log: o.Log}
	defer func() {
		if err != nil {
			err = errors.Join(err, app.close())
		}
	}()
	provider, err := payment.ByName(c.Payments)
	if err != nil {
		return app, fmt.Errorf("--payments: %w", err)
	}
	if err := app.openBucket(ctx); err != nil {
		return app, err
	}
	if !strings.Contains(c.Database, "://") || !strings.Contains(c.Blobs, "://") {
		if err := os.MkdirAll(c.Data, 0o700); err != nil {
			return app, fmt.Errorf("make the data folder: %w", err)
		}
		defer func() {
			if err != nil {
				_ = os.Remove(c.Data) // refused unless it is empty: what failed leaves no folder behind
			}
		}()
	}
	if app.db, err = store.OpenWith(ctx, c.Database, store.Options{Now: o.Now}); err != nil {
		return app, err
	}
	if files := app.db.Tightened(); len(files) > 0 {
		o.Log.Warn("others on this machine could read the database until now: if any were there, change what they may have seen (tokens, keys)",
			"files", files)
	}
	if err := prepare(app); err != nil {
		return app, err
	}
	if err := app.openFolder(); err != nil {
		return app, err
	}
	surveyor := survey.New(survey.Options{Now: o.Now})
	app.shop = shop.New(shop.Options{
		DB: app.db, Blobs: app.blobs, Pictures: o.Pictures, Payments: provider, Surveyor: surveyor, Log: o.Log, Now: o.Now,
		Settings: shop.Settings{
			UnpaidOrders: int(c.UnpaidOrders),
			Currency:     app.config.Currency, OrderLifetime: c.OrderLifetime, TokenLifetime: c.TokenLifetime,
			FileSize: c.FileSize, ImageSize: c.ImageSize, ImagePixels: int(c.ImagePixels), Files: int(c.Files), Images: int(c.Images),
			SweepShare: int(app.config.SweepShare), TrashTime: app.config.TrashTime, DeepCheck: c.DeepCheck, PaymentText: c.PaymentText,
		},
	})
	app.reader = survey.NewReader(survey.ReaderOptions{
		Surveyor: surveyor, Shop: app.shop, DB: app.db, Blobs: app.blobs, Read: o.Read, AtOnce: readers(), Log: o.Log,
	})
	return app, nil
}

func (app *App) openBucket(ctx context.Context) error {
	c := app.config
	if !strings.HasPrefix(c.Blobs, "s3://") {
		return nil
	}
	options, err := blob.ParseS3(c.Blobs)
	if err != nil {
		return err
	}
	options.Now, options.AccessKey, options.SecretKey, options.MaxObject = app.now, c.S3Key, c.S3Secret, c.FileSize
	bucket, err := blob.OpenS3(ctx, options)
	if err != nil {
		return err
	}
	app.blobs = bucket
	if strings.Contains(c.Database, "://") {
		app.bucket = bucket
	}
	return nil
}

func (app *App) openFolder() (err error) {
	c := app.config
	if app.blobs != nil {
		return nil
	}
	app.disk, err = blob.OpenDisk(c.Blobs, blob.DiskOptions{BaseURL: c.BaseURL, Now: app.now, Renew: app.renewKeys,
		Damaged: func(key, why string) {
			app.log.Error("a file's stored bytes are damaged and can't be downloaded", "key", key, "why", why)
		}})
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
func (app *App) handler(door *door.Door, observe func(pattern, method string, status int, took time.Duration)) (http.Handler, error) {
	proxies, err := app.config.Proxies()
	if err != nil {
		return nil, err
	}
	c := app.config
	mux := http.NewServeMux()
	shell, err := pages.New(pages.Options{BaseURL: c.BaseURL, Rates: rates(c), Now: app.now})
	if err != nil {
		return nil, err
	}
	server := api.New(api.Options{
		Shop: app.shop, DB: app.db, BaseURL: c.BaseURL, NumericPrices: c.NumericPrices, TrustedProxies: proxies,
		Log: app.log, Mux: mux, Observe: observe, Rates: rates(c), Door: door, Guesses: web.NewGuesses(rates(c), app.now), Now: app.now,
		Missing: shell.Missing,
	})
	contract, err := server.Contract()
	if err != nil {
		return nil, fmt.Errorf("make the contract: %w", err)
	}
	if err := app.addPages(mux, shell, contract); err != nil {
		return nil, err
	}
	if err := serveContract(mux, contract); err != nil {
		return nil, err
	}
	if app.disk != nil {
		mux.Handle(blob.DownloadPath, blobhttp.Downloads(app.disk, app.shop.CheckClaim, web.WriteProblem))
	}
	mux.Handle("/"+blob.Media+"/", blobhttp.Media(app.showing("picture", app.db.CheckPicture)))
	mux.Handle("/"+blob.Previews+"/", blobhttp.Previews(app.showing("preview", app.reader.CheckPreview)))
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "ok\n") })
	mux.HandleFunc("GET /readyz", app.ready)
	return server.Handler(), nil
}

// addPages adds what people see.
func (app *App) addPages(mux *http.ServeMux, shell *pages.Shell, contract *openapi.Document) error {
	document, err := contract.JSON()
	if err != nil {
		return err
	}
	documents, err := reference.New(shell, document)
	if err != nil {
		return err
	}
	front, err := storefront.New(storefront.Options{Shell: shell, Shop: app.shop, DB: app.db, TreeKept: time.Second, Now: app.now})
	if err != nil {
		return err
	}
	shell.Register(mux)
	documents.Register(mux)
	front.Register(mux)
	return nil
}

// showing shows stored bytes of a kind to everybody, and tells the operator of those
// that are damaged.
func (app *App) showing(kind string, allowed func(ctx context.Context, key string) (int64, error)) blobhttp.Showing {
	return blobhttp.Showing{Store: app.blobs, Allowed: allowed, Refuse: web.WriteProblem, Damaged: func(key, why string) {
		app.log.Error("a "+kind+"'s stored bytes are damaged and can't be shown", "key", key, "why", why)
	}}
}

func rates(c config.Config) map[web.Budget]web.Rate {
	return map[web.Budget]web.Rate{
		web.Reads:   {PerMinute: int(c.ReadRate), Burst: int(c.ReadBurst)},
		web.Writes:  {PerMinute: int(c.WriteRate), Burst: int(c.WriteBurst)},
		web.Uploads: {PerMinute: int(c.UploadRate), Burst: int(c.UploadBurst)},
		web.Tokens:  {PerMinute: int(c.TokenRate), Burst: int(c.TokenBurst)},

		web.PageViews:      {PerMinute: int(c.PageRate), Burst: int(c.PageBurst)},
		web.VisitorOrders:  {PerMinute: int(c.OrderRate), Burst: int(c.OrderBurst)},
		web.GuessedSecrets: {PerMinute: int(c.GuessRate), Burst: int(c.GuessBurst)},
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

// verifyTimeout is what one turn at comparing files with their digests has: the
// largest is read in an hour.
const verifyTimeout = 3 * time.Hour

// readers is how many files are read at once: a core is left to those who ask.
func readers() int { return max(1, runtime.NumCPU()-1) }

// readKind reads files. Uploads and files that are read again share the readers.
func (app *App) readKind() jobs.Kind {
	return jobs.Kind{
		Run: app.reader.ReadFile, Abandon: app.reader.AbandonFile, MaxLostLeases: survey.MaxLostLeases, Concurrency: readers(), Timeout: readTime,
	}
}

// readFiles does nothing but read files.
func (app *App) readFiles() *jobs.Worker {
	return jobs.New(app.db, map[string]jobs.Kind{survey.JobReadFile: app.readKind(), survey.JobRereadFile: app.readKind()}, nil, app.log)
}

// paymentJob reads the argument of a job that asks the provider of payments.
func paymentJob(run func(context.Context, shop.PaymentJob) error) func(context.Context, string) error {
	return func(ctx context.Context, args string) error {
		var job shop.PaymentJob
		if err := json.Unmarshal([]byte(args), &job); err != nil {
			return fmt.Errorf("ask about a payment: %w", err)
		}
		return run(ctx, job)
	}
}

// worker does what follows from changes, and what comes again and again.
func (app *App) worker() *jobs.Worker {
	kinds := map[string]jobs.Kind{
		shop.JobConfirmPayment: {Run: paymentJob(app.shop.ConfirmPayment)},
		shop.JobRefundPayment:  {Run: paymentJob(app.shop.RefundPayment)},
		survey.JobReadFile:     app.readKind(),
		survey.JobRereadFile:   app.readKind(),
		shop.JobVerifyBytes:    {Run: app.shop.VerifyBytes, Timeout: verifyTimeout},
	}
	return jobs.New(app.db, kinds, []jobs.Periodic{
		{Name: "expire orders", Every: 30 * time.Second, Run: app.shop.ExpireOrders},
		{Name: "give up lapsed payments", Every: 30 * time.Second, Run: app.shop.EndLapsedPayments},
		{Name: "make previews anew", Every: 10 * time.Second, Due: app.reader.PreviewsToRenew, Run: app.reader.RenewPreviews},
		{Name: "make records anew", Every: 5 * time.Second, Due: app.shop.RecordsToMake, Run: app.shop.MakeRecords},
		{Name: "forget old answers and changes", Every: 10 * time.Minute, Run: app.shop.Forget},
		{Name: "compare stored bytes with their digests", Every: time.Minute, Run: app.shop.QueueVerification},
		{Name: "take newer keys", Every: 10 * time.Second, Run: app.takeNewerKeys, EachProcess: true},
		{Name: "seal secrets of an earlier release", Every: time.Hour, Run: app.sealLate},
		{Name: "sweep stored bytes", Every: time.Hour, Run: func(ctx context.Context) error {
			_, err := app.shop.SweepBytes(ctx)
			return err
		}},
	}, app.log)
}
