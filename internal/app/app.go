// Package app opens the parts of a server, connects them, starts them and stops
// them in reverse order. It is the only package that imports all of them.
//
// It decides nothing: rules are in shop and survey, answers in api and pages.
package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"

	"vitrine"
	"vitrine/internal/auth"
	"vitrine/internal/blob"
	"vitrine/internal/config"
	"vitrine/internal/inspect"
	"vitrine/internal/mail"
	"vitrine/internal/picture"
	"vitrine/internal/shop"
	"vitrine/internal/store"
	"vitrine/internal/survey"
	"vitrine/internal/vies"
	"vitrine/internal/webhook"
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
	// Outbox has a page show all mails, on this machine to everybody: of a demonstration, where
	// nobody gets them.
	Outbox bool
	// Isolation says what holds those who read them, from files too; nil: nobody asks.
	Isolation func(ctx context.Context, files ...string) (inspect.Isolation, error)
	// Setup is where the link that sets a new marketplace up is printed; nil: nowhere, and
	// none is made.
	Setup io.Writer
}

// App is a marketplace with its data open.
type App struct {
	config config.Config
	now    func() time.Time
	log    *slog.Logger
	damage *damage
	db     *store.DB
	blobs  blob.Store
	disk   *blob.Disk // nil on S3
	shop   *shop.Shop
	reader *survey.Reader
	mails  *mail.Office
	hooks  *webhook.Office
	outbox bool
	bucket *blob.S3   // that the keys are kept in when this machine keeps nothing of the marketplace, else nil
	keys   *auth.Keys // nil where no secret is derived

	stopping chan struct{}  // closed once no more requests are taken
	mux      *http.ServeMux // of all addresses, once it serves
	currency string         // that the operator asked for when this process was started, "" for none

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
		// Before keys are made and seeds are written: the database may be another marketplace's.
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
	app = &App{config: c, now: o.Now, log: o.Log, outbox: o.Outbox, currency: c.Currency, damage: &damage{log: o.Log, now: o.Now},
		stopping: make(chan struct{})}
	defer func() {
		if err != nil {
			err = errors.Join(err, app.close())
		}
	}()
	provider, err := c.PaymentProvider(o.Now, o.Log)
	if err != nil {
		return app, err
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
	if app.db, err = store.OpenWith(ctx, c.Database, store.Options{Now: o.Now, SearchMemory: c.SearchMemory}); err != nil {
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
	outside, err := c.Provider(o.Now)
	if err != nil {
		return app, err
	}
	surveyor := survey.New(survey.Options{Now: o.Now})
	app.shop = shop.New(shop.Options{
		DB: app.db, Blobs: app.blobs, Pictures: o.Pictures, Payments: provider, Surveyor: surveyor, Log: o.Log, Now: o.Now,
		BaseURL: c.BaseURL, Provider: outside, VATIDs: vies.New(),
		Settings: shop.Settings{
			UnpaidOrders: int(c.UnpaidOrders),
			Currency:     app.config.Currency, OrderLifetime: c.OrderLifetime, TokenLifetime: c.TokenLifetime,
			FileSize: c.FileSize, ImageSize: c.ImageSize, ImagePixels: int(c.ImagePixels), Files: int(c.Files), Images: int(c.Images),
			Uploads: int(c.Uploads), UploadBytes: c.UploadBytes, UploadLife: c.UploadLife,
			AllUploads: int(c.AllUploads), AllBytes: c.AllBytes,
			SweepShare: int(app.config.SweepShare), TrashTime: app.config.TrashTime, DeepCheck: c.DeepCheck, PaymentText: c.PaymentText,
			AnyWebhooks: c.AnyWebhooks,
		},
	})
	app.hooks = webhook.New(webhook.Options{DB: app.db, Disable: app.shop.DisableEndpoint, Private: c.AnyWebhooks,
		Share: int(c.WebhookFailures), Now: o.Now, Log: o.Log})
	app.reader = survey.NewReader(survey.ReaderOptions{
		Surveyor: surveyor, Shop: app.shop, DB: app.db, Blobs: app.blobs, Read: o.Read, AtOnce: readers(), Log: o.Log,
	})
	app.mails, err = openMail(app.db, o)
	return app, err
}

// openMail opens what sends mails. The operator's words for them are read and tried.
func openMail(db *store.DB, o Options) (*mail.Office, error) {
	server, err := o.Config.MailServer()
	if err != nil {
		return nil, fmt.Errorf("--smtp: %w", err)
	}
	var words *mail.Words
	if folder := o.Config.MailTemplates; folder != "" {
		if words, err = mail.ReadWords(os.DirFS(folder)); err != nil {
			return nil, fmt.Errorf("--mail-templates: %w", err)
		}
	}
	return mail.New(mail.Options{
		DB: db, Server: server, Words: words, From: o.Config.MailFrom, BaseURL: o.Config.BaseURL, Log: o.Log, Now: o.Now,
	})
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
			app.damage.tell("a file's stored bytes are damaged and can't be downloaded", key, why)
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
