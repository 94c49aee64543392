// Package shop makes every change of state, with one file per noun: models are
// created, published and unpublished, files and images added and removed, orders
// made, paid, fulfilled and refunded, users and tokens created.
//
// Each change checks what its caller may do; the operator's (Refund and the like)
// take no caller and are called from the command line only. It reads what it needs
// inside the transaction that writes, and enqueues what follows as jobs in the same
// transaction. Bytes are stored before the row that refers to them, and removed after.
//
// The package knows nothing of HTTP and contains no SQL.
package shop

import (
	"cmp"
	"context"
	"image"
	"log/slog"
	"os"
	"runtime"
	"sync/atomic"
	"time"

	"vitrine"
	"vitrine/internal/auth"
	"vitrine/internal/blob"
	"vitrine/internal/openid"
	"vitrine/internal/passkey"
	"vitrine/internal/payment"
	"vitrine/internal/picture"
	"vitrine/internal/store"
	"vitrine/internal/webhook"
)

// Shop makes the changes.
type Shop struct {
	db         *store.DB
	blobs      blob.Store
	pictures   Pictures
	payments   payment.Provider
	surveyor   Surveyor
	passwords  *auth.Passwords
	callers    *auth.Cache[vitrine.Caller]
	signedIn   *auth.Cache[SignedIn]
	house      *auth.Cache[vitrine.House] // of one
	isSetUp    atomic.Bool
	currency   atomic.Pointer[string] // of all prices, where it is not that of the settings any more
	imageTurns chan struct{}
	visits     visits
	settings   Settings
	howToPay   string // HTML
	visitorKey atomic.Pointer[[]byte]
	passkeys   *passkey.Party
	provider   *openid.Provider // nil: there is none
	vatIDs     VATRegister      // nil: there is none
	baseURL    string
	noPasskeys error // why there are none; nil where there are
	sweepKeys  int
	pieceBytes int64 // of an upload that are stored at a time
	uploadHold time.Duration
	now        func() time.Time
	log        *slog.Logger

	compareTurns chan struct{}
	pause        func(context.Context, time.Duration) error

	// callersSeen is when the database was last asked whether tokens have changed, in
	// microseconds, callersMark what it said.
	callersSeen atomic.Int64
	callersMark atomic.Pointer[string]
}

// What other processes change is looked for every callersLooked, so that a
// revocation works within a moment everywhere. A verified access token is asked for
// again after callersKept in any case.
const (
	callersLooked = 200 * time.Millisecond
	callersKept   = 5 * time.Second
	callersCount  = 10_000
)

// imagesAtOnce is how many uploaded images are in memory at once.
const imagesAtOnce = 4

// Options is what a Shop works with.
type Options struct {
	DB       *store.DB
	Blobs    blob.Store
	Pictures Pictures
	Payments payment.Provider
	// Surveyor has files read and measured: survey.Surveyor in a server. Nil: files are kept
	// and nothing is known of them, for tests.
	Surveyor Surveyor
	Settings Settings
	// VisitorKey hashes the addresses of visitors: what is kept of them tells nobody
	// without it where they came from.
	VisitorKey []byte
	// BaseURL is the public base address, which passkeys are for.
	BaseURL string
	// Provider is the outside OpenID provider that people may sign in with; nil: there is none.
	Provider *openid.Provider
	VATIDs   VATRegister      // looks VAT IDs up where the operator lets it; nil: nothing does
	Password auth.Cost        // of a password's hash; zero: what is recommended
	Sweep    int              // stored keys that a sweep looks at together; 0 is 100,000
	Piece    int64            // bytes of an upload in parts that are stored at a time; 0 is 16 MiB
	Hold     time.Duration    // of such an upload by one request, until it is renewed; 0 is 15 s
	Now      func() time.Time // nil: time.Now
	Log      *slog.Logger     // nil: nothing is logged
}

// Pictures makes a part of pictures ready, or all of them where that is empty: inspect.Photos
// in a server. What is wrong with one is Invalid.
type Pictures interface {
	Process(ctx context.Context, file *os.File, part image.Rectangle) (picture.Result, error)
}

// Settings are the numbers that the operator may change.
type Settings struct {
	Currency      string        // ISO 4217, of all prices
	OrderLifetime time.Duration // how long an order can be paid
	UnpaidOrders  int           // of visitors of one network at once; 0: not limited
	FileSize      int64         // bytes of one file, at most
	ImageSize     int64         // bytes of one image, at most
	ImagePixels   int           // of one image, at most
	Files         int           // of one model, at most
	Images        int           // of one model, at most
	Uploads       int           // that one user sends in parts at once
	UploadBytes   int64         // that these may announce together
	AllUploads    int           // files that all users send in parts at once
	AllBytes      int64         // that these announce together
	UploadLife    time.Duration // how long an upload in parts waits for its next part
	TokenLifetime time.Duration // of a new user's access token; 0: it does not expire
	SweepShare    int           // percent of the stored objects that one sweep may discard
	TrashTime     time.Duration // how long discarded bytes can still be brought back
	DeepCheck     time.Duration // in which all files are compared with their digests; 0: never
	PaymentText   string        // Markdown: how payments by hand are made
	AnyWebhooks   bool          // webhooks may go to addresses that are not public, and without TLS
}

// DefaultSettings are the settings of a new marketplace.
func DefaultSettings() Settings {
	return Settings{
		Currency:      "USD",
		OrderLifetime: 24 * time.Hour,
		UnpaidOrders:  50,
		FileSize:      10 << 30,
		ImageSize:     20 << 20,
		ImagePixels:   picture.DefaultPixels,
		Files:         200,
		Images:        50,
		Uploads:       100,
		UploadBytes:   50 << 30,
		AllUploads:    10_000,
		AllBytes:      1 << 40,
		UploadLife:    24 * time.Hour,
		SweepShare:    25,
		TrashTime:     7 * 24 * time.Hour,
		DeepCheck:     30 * 24 * time.Hour,
	}
}

// New makes a Shop.
func New(o Options) *Shop {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Surveyor == nil {
		o.Surveyor = noSurveyor{}
	}
	s := &Shop{
		db: o.DB, blobs: o.Blobs, pictures: o.Pictures, payments: o.Payments, surveyor: o.Surveyor,
		passwords: auth.NewPasswords(runtime.NumCPU(), cmp.Or(o.Password, auth.Recommended())),
		callers:   auth.NewCache[vitrine.Caller](callersCount, callersKept),
		signedIn:  auth.NewCache[SignedIn](callersCount, callersKept), house: auth.NewCache[vitrine.House](1, callersKept),
		imageTurns: make(chan struct{}, imagesAtOnce), compareTurns: make(chan struct{}, comparers), pause: pause,
		settings: o.Settings, howToPay: howToPay(o.Payments, o.Settings.PaymentText), sweepKeys: cmp.Or(o.Sweep, sweepKeys), log: o.Log,
		pieceBytes: cmp.Or(o.Piece, pieceBytes), uploadHold: cmp.Or(o.Hold, uploadHold),
		// Times are kept to the microsecond, and shown as they are kept.
		now: func() time.Time { return o.Now().UTC().Truncate(time.Microsecond) },
	}
	s.provider, s.vatIDs = o.Provider, o.VATIDs
	s.baseURL = o.BaseURL
	s.passkeys, s.noPasskeys = passkey.New(o.BaseURL)
	if o.DB != nil { // the contract is written without one
		o.DB.TellBy(webhook.Teller(s.now, newEventKey))
	}
	s.HashVisitorsWith(o.VisitorKey)
	return s
}

// Settings returns the settings that the shop works with.
func (s *Shop) Settings() Settings {
	settings := s.settings
	settings.Currency = s.currencyNow()
	return settings
}

// Precondition reports whether a record of this version is the one that the
// caller means; nil says so of each.
type Precondition func(version int64) bool

// check returns a Stale error when the record has changed.
func (p Precondition) check(version int64) error {
	if p == nil || p(version) {
		return nil
	}
	return vitrine.Errorf(vitrine.Stale, "the record is not the one that If-Match names: read it again, and send the ETag of that answer")
}
