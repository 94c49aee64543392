package app

import (
	"context"
	"log/slog"
	"net"
	"reflect"
	"slices"
	"time"

	"vitrine"
	"vitrine/internal/auth"
	"vitrine/internal/jobs"
	"vitrine/internal/shop"
	"vitrine/internal/store"
)

// TellsOfDamage is how a server tells of stored bytes that are damaged.
func TellsOfDamage(log *slog.Logger, now func() time.Time) func(message, key, why string) {
	return (&damage{log: log, now: now}).tell
}

// CloseDatabase takes the database away from a running server.
func (app *App) CloseDatabase() error { return app.db.Close() }

// BuildsSearch is the periodic work that builds the index of search.
func BuildsSearch(db *store.DB) jobs.Periodic {
	list := (&App{db: db, log: slog.New(slog.DiscardHandler)}).periodic()
	return list[slices.IndexFunc(list, func(p jobs.Periodic) bool { return p.Name == "build the search index" })]
}

// Ping asks the database whether it answers.
func (app *App) Ping(ctx context.Context) error { return app.db.Ping(ctx) }

// AddTallies is what one of the servers does every five seconds.
func (app *App) AddTallies(ctx context.Context) error { return app.db.AddTallies(ctx) }

// Shop is what changes the marketplace of a server.
func (app *App) Shop() *shop.Shop { return app.shop }

// SealLate does what a server does every hour.
func (app *App) SealLate(ctx context.Context) error { return app.sealLate(ctx) }

// TakeNewerKeys is what a server does every ten seconds.
func (app *App) TakeNewerKeys(ctx context.Context) error { return app.takeNewerKeys(ctx) }

// Keys is the text of the keys that a server has.
func (app *App) Keys() string {
	app.renewing.Lock()
	defer app.renewing.Unlock()
	return app.keys.Text()
}

// Mail reads a mail that a server has posted.
func (app *App) Mail(ctx context.Context, id int64) (store.Mail, error) { return app.db.Mail(ctx, id) }

// FreeAddress is an address of the loopback interface where nothing listens.
func FreeAddress() (string, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return listener.Addr().String(), listener.Close()
}

// ListenNear is how the demo gets its address.
var ListenNear = listenNear

// WriteWhole writes a backup's file.
var WriteWhole = writeWhole

// Category reads a category of a server's marketplace.
func (app *App) Category(ctx context.Context, slug string) (*vitrine.Category, error) {
	return app.db.CategoryBySlug(ctx, slug)
}

// User reads a user of a server's marketplace.
func (app *App) User(ctx context.Context, name string) (*vitrine.User, error) {
	return app.db.UserByUsername(ctx, name)
}

// MergeSearch is what one server does every second.
func (app *App) MergeSearch(ctx context.Context) error { return app.db.MergeSearch(ctx) }

// Patterns are those of all addresses that a server answers at. ServeMux keeps them where
// nobody is told of them; a list of our own could lack one.
func (app *App) Patterns() (list []string) {
	index := reflect.ValueOf(app.mux).Elem().FieldByName("index")
	add := func(patterns reflect.Value) {
		for i := range patterns.Len() {
			list = append(list, patterns.Index(i).Elem().FieldByName("str").String())
		}
	}
	for entries := index.FieldByName("segments").MapRange(); entries.Next(); {
		add(entries.Value())
	}
	add(index.FieldByName("multis"))
	slices.Sort(list)
	return slices.Compact(list)
}

// Session begins a session of a user without asking who it is, as one who showed that at a
// moment.
func (app *App) Session(ctx context.Context, userID int64, proved time.Time) (secret string, id int64, err error) {
	secret = auth.NewSecret(auth.SessionPrefix)
	session := vitrine.Session{UserID: userID, Method: vitrine.ByPassword, CreatedAt: proved, SeenAt: app.now(), ProvedAt: proved}
	err = app.db.Write(ctx, func(tx *store.Tx) error { return tx.InsertSession(ctx, &session, auth.Hash(secret)) })
	return secret, session.ID, err
}

// DB is the database of a server.
func (app *App) DB() *store.DB { return app.db }
