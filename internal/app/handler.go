package app

import (
	"context"
	"errors"
	"io"
	"net/http"
	"time"

	"vitrine"
	"vitrine/internal/api"
	"vitrine/internal/blob"
	"vitrine/internal/blob/blobhttp"
	"vitrine/internal/config"
	"vitrine/internal/door"
	"vitrine/internal/oauth"
	"vitrine/internal/pages"
	"vitrine/internal/pages/account"
	"vitrine/internal/pages/applications"
	"vitrine/internal/pages/billing"
	"vitrine/internal/pages/buyers"
	"vitrine/internal/pages/deals"
	"vitrine/internal/pages/hooks"
	"vitrine/internal/pages/keeping"
	"vitrine/internal/pages/library"
	"vitrine/internal/pages/mailroom"
	"vitrine/internal/pages/moderation"
	"vitrine/internal/pages/money"
	"vitrine/internal/pages/operator"
	"vitrine/internal/pages/papers"
	"vitrine/internal/pages/reference"
	"vitrine/internal/pages/requests"
	"vitrine/internal/pages/security"
	"vitrine/internal/pages/seller"
	"vitrine/internal/pages/setup"
	"vitrine/internal/pages/statements"
	"vitrine/internal/pages/storefront"
	"vitrine/internal/session"
	"vitrine/internal/web"
)

// handler is all that the server answers.
func (app *App) handler(door *door.Door, m *metrics) (http.Handler, error) {
	proxies, err := app.config.Proxies()
	if err != nil {
		return nil, err
	}
	c := app.config
	mux := http.NewServeMux()
	app.mux = mux
	sessions := session.New(app.shop, c.BaseURL)
	shell, err := pages.New(pages.Options{BaseURL: c.BaseURL, Sessions: sessions, Rates: rates(c), Now: app.now})
	if err != nil {
		return nil, err
	}
	server := api.New(api.Options{
		Shop: app.shop, DB: app.db, BaseURL: c.BaseURL, NumericPrices: c.NumericPrices, TrustedProxies: proxies,
		Log: app.log, Mux: mux, Observe: m.observe, Rates: rates(c), Door: door, Guesses: web.NewGuesses(rates(c), app.now), Now: app.now,
		Missing: shell.Missing,
	})
	m.watchMemory("records", server.Kept)
	contract := formsWhenAsked(server.Contract)
	if err := app.addPages(mux, shell, contract, m); err != nil {
		return nil, err
	}
	if err := app.addDoors(mux, shell); err != nil {
		return nil, err
	}
	serveContract(mux, contract)
	if app.disk != nil {
		mux.Handle(blob.DownloadPath, blobhttp.Downloads(app.disk, app.shop.CheckClaim, web.WriteProblem))
	}
	mux.Handle("/"+blob.Media+"/", blobhttp.Media(app.showing("picture", app.shop.CheckPicture, sessions)))
	mux.Handle("/"+blob.Previews+"/", blobhttp.Previews(app.showing("preview", app.reader.CheckPreview, sessions)))
	mux.HandleFunc("POST /payments/{provider}/events", app.takePayments)
	mux.HandleFunc("GET /.well-known/jwks.json", app.receiptKeys)
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "ok\n") })
	mux.HandleFunc("GET /readyz", app.ready)
	return server.Handler(), nil
}

// addDoors adds the ways by which applications come in, and are told what happens.
func (app *App) addDoors(mux *http.ServeMux, shell *pages.Shell) error {
	c := app.config
	provider, err := oauth.New(oauth.Options{Shell: shell, Shop: app.shop, DB: app.db, BaseURL: c.BaseURL, Rates: rates(c), Now: app.now})
	if err != nil {
		return err
	}
	own, err := applications.New(shell, app.shop, app.db)
	if err != nil {
		return err
	}
	told, err := hooks.New(shell, app.shop)
	if err != nil {
		return err
	}
	provider.Register(mux)
	own.Register(mux)
	told.Register(mux)
	return nil
}

// addPages adds what people see.
func (app *App) addPages(mux *http.ServeMux, shell *pages.Shell, contract contractForms, m *metrics) error {
	documents, err := reference.New(shell, contract.json)
	if err != nil {
		return err
	}
	front, err := storefront.New(storefront.Options{Shell: shell, Shop: app.shop, DB: app.db, Now: app.now})
	if err != nil {
		return err
	}
	accounts, err := account.New(account.Options{Shell: shell, Shop: app.shop, Languages: app.mails.Languages(), Unsent: !app.mailed()})
	if err != nil {
		return err
	}
	keys, err := security.New(security.Options{Shell: shell, Shop: app.shop})
	if err != nil {
		return err
	}
	begin, err := setup.New(setup.Options{Shell: shell, Shop: app.shop, Mailed: app.mailed(), Currency: app.currency})
	if err != nil {
		return err
	}
	keeps, err := keeping.New(keeping.Options{Shell: shell, Shop: app.shop, DB: app.db, Cards: front.Cards, Now: app.now})
	if err != nil {
		return err
	}
	for name, counts := range front.Memories() {
		m.watchMemory(name, counts)
	}
	buyers, err := library.New(library.Options{Shell: shell, Shop: app.shop, DB: app.db})
	if err != nil {
		return err
	}
	sellers, err := seller.New(seller.Options{Shell: shell, Shop: app.shop, DB: app.db, Now: app.now, Stopping: app.stopping})
	if err != nil {
		return err
	}
	desk, err := operator.New(operator.Options{Shell: shell, Shop: app.shop, DB: app.db, Now: app.now})
	if err != nil {
		return err
	}
	books, err := money.New(money.Options{Shell: shell, Shop: app.shop, DB: app.db, Now: app.now})
	if err != nil {
		return err
	}
	accountings, err := statements.New(statements.Options{Shell: shell, Shop: app.shop, DB: app.db})
	if err != nil {
		return err
	}
	shell.Register(mux)
	desk.Register(mux)
	books.Register(mux)
	accountings.Register(mux)
	buyers.Register(mux)
	sellers.Register(mux)
	keeps.Register(mux)
	documents.Register(mux)
	front.Register(mux)
	accounts.Register(mux)
	keys.Register(mux)
	begin.Register(mux)
	return app.addMailPages(mux, shell)
}

// addMailPages adds the pages about mails, and those with the marketplace's own texts.
func (app *App) addMailPages(mux *http.ServeMux, shell *pages.Shell) error {
	room, err := mailroom.New(mailroom.Options{Shell: shell, Shop: app.shop, DB: app.db, Office: app.mails, Outbox: app.outbox,
		Unsent: !app.mailed()})
	if err != nil {
		return err
	}
	room.Register(mux)
	own, err := papers.New(shell, app.shop, app.db)
	if err != nil {
		return err
	}
	own.Register(mux)
	return app.addModeration(mux, shell)
}

// addModeration adds the desks of those who look after people and models, and the pages at which prices are lowered or money is asked back.
func (app *App) addModeration(mux *http.ServeMux, shell *pages.Shell) error {
	room, err := moderation.New(shell, app.shop, app.db)
	if err != nil {
		return err
	}
	room.Register(mux)
	lowered, err := deals.New(deals.Options{Shell: shell, Shop: app.shop, DB: app.db, Now: app.now})
	if err != nil {
		return err
	}
	lowered.Register(mux)
	asked, err := requests.New(shell, app.shop)
	if err != nil {
		return err
	}
	asked.Register(mux)
	return app.addBuyers(mux, shell)
}

// addBuyers adds the pages of what buyers say and keep.
func (app *App) addBuyers(mux *http.ServeMux, shell *pages.Shell) error {
	room, err := buyers.New(buyers.Options{Shell: shell, Shop: app.shop, DB: app.db, Now: app.now})
	if err != nil {
		return err
	}
	room.Register(mux)
	return app.addBilling(mux, shell)
}

// addBilling adds the pages about tax and invoices.
func (app *App) addBilling(mux *http.ServeMux, shell *pages.Shell) error {
	room, err := billing.New(shell, app.shop, app.now)
	if err != nil {
		return err
	}
	room.Register(mux)
	return nil
}

// showing shows stored bytes of a kind to those who may see them, and tells the operator of
// those that are damaged.
func (app *App) showing(kind string, allowed func(ctx context.Context, key string) (vitrine.Shown, error),
	sessions *session.Sessions,
) blobhttp.Showing {
	reserve := func(ctx context.Context, h http.Header) error {
		house, err := app.shop.House(ctx)
		web.Reserve(h, pages.PolicyOf(app.config.BaseURL, house))
		return err
	}
	damaged := func(key, why string) {
		app.damage.tell("a "+kind+"'s stored bytes are damaged and can't be shown", key, why)
	}
	return blobhttp.Showing{Store: app.blobs, Allowed: allowed, Among: sessions.Among, Refuse: web.WriteProblem, Reserve: reserve,
		Damaged: damaged}
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
