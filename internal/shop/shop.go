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
	"log/slog"
	"runtime"
	"time"

	"vitrine"
	"vitrine/internal/auth"
	"vitrine/internal/blob"
	"vitrine/internal/payment"
	"vitrine/internal/picture"
	"vitrine/internal/store"
)

// Shop makes the changes.
type Shop struct {
	db         *store.DB
	blobs      blob.Store
	pictures   *picture.Processor
	payments   payment.Provider
	read       Read
	passwords  *auth.Passwords
	callers    *auth.Cache
	imageTurns chan struct{}
	readTurns  chan struct{}
	settings   Settings
	sweepKeys  int
	now        func() time.Time
	log        *slog.Logger
}

// A verified access token is asked for again after callersKept, so that its
// revocation by another process works no later.
const (
	callersKept  = 5 * time.Second
	callersCount = 10_000
)

// imagesAtOnce is how many uploaded images are in memory at once.
const imagesAtOnce = 4

// Options is what a Shop works with.
type Options struct {
	DB       *store.DB
	Blobs    blob.Store
	Pictures *picture.Processor
	Payments payment.Provider
	Read     Read
	Readers  int // of files at once; 0 is 1
	Settings Settings
	Sweep    int              // stored keys that a sweep looks at together; 0 is 100,000
	Now      func() time.Time // nil: time.Now
	Log      *slog.Logger
}

// Settings are the numbers that the operator may change.
type Settings struct {
	Currency      string        // ISO 4217, of all prices
	OrderLifetime time.Duration // how long an order can be paid
	FileSize      int64         // bytes of one file, at most
	ImageSize     int64         // bytes of one image, at most
	ImagePixels   int           // of one image, at most
	Files         int           // of one model, at most
	Images        int           // of one model, at most
	TokenLifetime time.Duration // of a new user's access token; 0: it does not expire
}

// DefaultSettings are the settings of a new marketplace.
func DefaultSettings() Settings {
	return Settings{
		Currency:      "USD",
		OrderLifetime: 24 * time.Hour,
		FileSize:      10 << 30,
		ImageSize:     20 << 20,
		ImagePixels:   picture.DefaultPixels,
		Files:         200,
		Images:        50,
	}
}

// New makes a Shop.
func New(o Options) *Shop {
	if o.Now == nil {
		o.Now = time.Now
	}
	return &Shop{
		db: o.DB, blobs: o.Blobs, pictures: o.Pictures, payments: o.Payments, read: o.Read,
		passwords: auth.NewPasswords(runtime.NumCPU()), callers: auth.NewCache(callersCount, callersKept),
		imageTurns: make(chan struct{}, imagesAtOnce), readTurns: make(chan struct{}, max(1, o.Readers)), settings: o.Settings, log: o.Log,
		sweepKeys: cmp.Or(o.Sweep, sweepKeys),
		// Times are kept to the microsecond, and shown as they are kept.
		now: func() time.Time { return o.Now().UTC().Truncate(time.Microsecond) },
	}
}

// Settings gives the settings that the shop works with.
func (s *Shop) Settings() Settings { return s.settings }

// Then is the last step of a creation, in the transaction that makes it: what
// it writes is there when what was made is there, and its error undoes both. It
// may run twice, as that transaction may. Nil does nothing.
type Then[T any] func(ctx context.Context, tx *store.Tx, made T) error

func (t Then[T]) run(ctx context.Context, tx *store.Tx, made T) error {
	if t == nil {
		return nil
	}
	return t(ctx, tx, made)
}

// Precondition says whether a record of this version is the one that the
// caller means; nil says so of each.
type Precondition func(version int64) bool

// check gives a Stale error when the record has changed.
func (p Precondition) check(version int64) error {
	if p == nil || p(version) {
		return nil
	}
	return vitrine.Errorf(vitrine.Stale, "the record has changed since it was read: read it again")
}
