// Command desk compares how long the pages of an operator's desk take at two databases that
// bench/fill has made, of few orders and of many: the same pages of both in turns, by the
// handler itself.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"html"
	"log"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"time"

	"vitrine"
	"vitrine/internal/auth"
	"vitrine/internal/pages"
	"vitrine/internal/pages/operator"
	"vitrine/internal/payment"
	"vitrine/internal/session"
	"vitrine/internal/shop"
	"vitrine/internal/store"
	"vitrine/internal/web"
)

const baseURL = "https://models.example"

// desk is the operator's desk of a database.
type desk struct {
	db      *store.DB
	handler http.Handler
	secret  string // of an operator's session
	orders  int64
}

func main() {
	few := flag.String("few", "", "database of few orders")
	many := flag.String("many", "", "database of many")
	rounds := flag.Int("rounds", 9, "how often each page is asked for")
	flag.Parse()
	if err := run(context.Background(), []string{*few, *many}, *rounds); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context, databases []string, rounds int) error {
	var desks []*desk
	for _, database := range databases {
		d, err := open(ctx, database)
		if err != nil {
			return err
		}
		defer d.db.Close()
		desks = append(desks, d)
	}
	fmt.Printf("median ms (slowest) of %d\n%-34s %22d %22d %8s\n", rounds, "orders", desks[0].orders, desks[1].orders, "ratio")
	for _, work := range works() {
		times := [2][]time.Duration{}
		for range rounds {
			for k, d := range desks {
				took, err := d.time(ctx, work)
				if err != nil {
					return fmt.Errorf("%s of %d orders: %w", work.name, d.orders, err)
				}
				times[k] = append(times[k], took)
			}
		}
		few, many := median(times[0]), median(times[1])
		fmt.Printf("%-34s %22s %22s %8.2f\n", work.name, told(times[0]), told(times[1]), many.Seconds()/few.Seconds())
	}
	return nil
}

func median(times []time.Duration) time.Duration {
	slices.Sort(times)
	return times[len(times)/2]
}

// told are the median and the slowest of sorted times.
func told(times []time.Duration) string {
	return fmt.Sprintf("%.1f (%.1f)", median(times).Seconds()*1000, times[len(times)-1].Seconds()*1000)
}

func open(ctx context.Context, database string) (*desk, error) {
	db, err := store.Open(ctx, database)
	if err != nil {
		return nil, err
	}
	s := shop.New(shop.Options{DB: db, Payments: payment.Manual{}, Settings: shop.DefaultSettings(), VisitorKey: []byte("key")})
	shell, err := pages.New(pages.Options{BaseURL: baseURL, Sessions: session.New(s, baseURL)})
	if err != nil {
		return nil, err
	}
	room, err := operator.New(operator.Options{Shell: shell, Shop: s, DB: db})
	if err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	room.Register(mux)
	d := &desk{db: db, handler: web.Wrap(mux, web.Options{Missing: shell.Missing}), secret: auth.NewSecret(auth.SessionPrefix)}
	if d.orders, err = last(ctx, db); err != nil {
		return nil, err
	}
	return d, d.signIn(ctx, s)
}

// last is the newest order, by which all are counted: none was ever removed.
func last(ctx context.Context, db *store.DB) (int64, error) {
	page, err := db.Orders(ctx, vitrine.OrderQuery{Scope: vitrine.OrdersAll, Page: vitrine.Page{Size: 1}}, time.Now())
	if err == nil && len(page.Orders) == 0 {
		err = errors.New("the database has no orders: add some with bench/fill -orders")
	}
	if err != nil {
		return 0, err
	}
	return page.Orders[0].ID, nil
}

// signIn gives the desk the session of an operator of its own.
func (d *desk) signIn(ctx context.Context, s *shop.Shop) error {
	name := "bench-" + strconv.FormatInt(time.Now().Unix(), 36)
	user, _, err := s.CreateUser(ctx, shop.NewUser{Username: name, Email: name + "@example.com", Admin: true})
	if err != nil {
		return err
	}
	now := time.Now()
	in := vitrine.Session{UserID: user.ID, Method: vitrine.ByPassword, CreatedAt: now, SeenAt: now, ProvedAt: now}
	return d.db.Write(ctx, func(tx *store.Tx) error { return tx.InsertSession(ctx, &in, auth.Hash(d.secret)) })
}

// work is a page that is asked for; after asks for the page behind it instead.
type work struct {
	name  string
	path  func(o *vitrine.Order) string // of an order in the middle
	after bool
}

func works() []work {
	fixed := func(path string) func(*vitrine.Order) string { return func(*vitrine.Order) string { return path } }
	list := func(name, value string) string { return "/desk/orders?" + url.Values{name: {value}}.Encode() }
	amount := func(o *vitrine.Order) string { return list("amount", o.Price.String()) }
	model := func(o *vitrine.Order) string { return list("model", strconv.FormatInt(o.ModelID, 10)) }
	all := []work{
		{"today", fixed("/desk"), false},
		{"all", fixed("/desk/orders"), false},
		{"all, the page after", fixed("/desk/orders"), true},
		{"an id", func(o *vitrine.Order) string { return list("find", strconv.FormatInt(o.ID, 10)) }, false},
		{"a UUID", func(o *vitrine.Order) string { return list("find", o.UUID) }, false},
		{"an address", func(o *vitrine.Order) string { return list("find", o.BuyersEmail) }, false},
		{"a model", model, false},
		{"an amount", amount, false},
		{"an amount, the page after", amount, true},
		{"the page of an order", func(o *vitrine.Order) string { return "/desk/orders/" + strconv.FormatInt(o.ID, 10) }, false},
	}
	for _, status := range []vitrine.OrderStatus{vitrine.Unpaid, vitrine.Paid, vitrine.Expired, vitrine.Disputed} {
		state := "&status=" + string(status)
		all = append(all, work{string(status), fixed(list("status", string(status))), false},
			work{"an amount, " + string(status), func(o *vitrine.Order) string { return amount(o) + state }, false},
			work{"a model, " + string(status), func(o *vitrine.Order) string { return model(o) + state }, false},
			work{"a model, an amount, " + string(status), func(o *vitrine.Order) string {
				return model(o) + "&amount=" + url.QueryEscape(o.Price.String()) + state
			}, false})
	}
	return all
}

// next is the link to the page after.
var next = regexp.MustCompile(`href="(/desk/orders\?[^"]*cursor=[^"]*)"`)

func (d *desk) time(ctx context.Context, w work) (time.Duration, error) {
	o, err := d.db.Order(ctx, d.orders/2)
	if err != nil {
		return 0, err
	}
	path := w.path(o)
	took, body, err := d.ask(ctx, path)
	if err != nil || !w.after {
		return took, err
	}
	found := next.FindStringSubmatch(body)
	if found == nil {
		return took, nil // all are on one page
	}
	took, _, err = d.ask(ctx, html.UnescapeString(found[1]))
	return took, err
}

func (d *desk) ask(ctx context.Context, path string) (time.Duration, string, error) {
	r := httptest.NewRequestWithContext(ctx, http.MethodGet, path, nil)
	r.Header.Set("Accept", "text/html")
	r.AddCookie(&http.Cookie{Name: "__Host-vitrine-session", Value: d.secret})
	w := httptest.NewRecorder()
	start := time.Now()
	d.handler.ServeHTTP(w, r)
	took := time.Since(start)
	if w.Code != http.StatusOK {
		return 0, "", fmt.Errorf("%s: %d", path, w.Code)
	}
	return took, w.Body.String(), nil
}
