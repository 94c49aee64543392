// Package deals holds the pages at which prices are lowered: by sellers for their own models, and by operators for the whole
// marketplace. Both are the same pages, at addresses of their own.
//
// What may be done is asked by shop; the pages of the whole marketplace are for operators, who show once more that it is them before a
// change.
package deals

import (
	"embed"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/shop"
	"vitrine/internal/store"
	"vitrine/internal/web"
)

//go:embed templates/*.html
var files embed.FS

// The pages of sellers, and of operators.
const (
	sellPath = "/sell/deals"
	deskPath = "/desk/deals"
)

// maxForm is how many bytes a form has at most: the numbers of some hundred models.
const maxForm = 64 << 10

// Pages serves the pages.
type Pages struct {
	*pages.Room
	shop *shop.Shop
	db   *store.DB
	now  func() time.Time
}

// Options is what the pages are made from.
type Options struct {
	Shell *pages.Shell
	Shop  *shop.Shop
	DB    *store.DB
	Now   func() time.Time
}

// New reads the templates.
func New(o Options) (*Pages, error) {
	room, err := o.Shell.SpokenRoom(files, nil)
	return &Pages{Room: room, shop: o.Shop, db: o.DB, now: o.Now}, err
}

// side is who looks after deals: a seller, or an operator for the whole marketplace.
type side struct {
	root  string
	whole bool
	in    shop.SignedIn
}

// caller is who acts, as the methods of shop know them.
func (s side) caller() vitrine.Caller {
	if s.whole {
		return vitrine.Caller{User: s.in.User, Scopes: []vitrine.Scope{vitrine.ScopeAdmin}}
	}
	return vitrine.Caller{User: s.in.User, Scopes: vitrine.OwnScopes()}
}

// page is a page of either side.
type page func(w http.ResponseWriter, r *http.Request, at side) error

// Register adds the pages to a mux.
func (p *Pages) Register(mux *http.ServeMux) {
	routes := p.routes()
	for _, root := range []string{sellPath, deskPath} {
		for below, page := range routes {
			method, path, _ := strings.Cut(below, " ")
			p.Handle(mux, at(below, root), p.Limited(web.PageViews, p.on(root, method == http.MethodPost, page)))
			if form := "GET " + path; method == http.MethodPost && routes[form] == nil {
				p.Handle(mux, at(form, root), p.Limited(web.PageViews, p.on(root, false, back)))
			}
		}
	}
	p.AddDesk(locale.Text("Deals"), deskPath)
}

// at is a pattern below the first page of a side.
func at(below, root string) string {
	method, path, _ := strings.Cut(below, " ")
	return method + " " + root + path
}

// routes are the pages below the first one of a side.
func (p *Pages) routes() map[string]page {
	return map[string]page{
		"GET ": p.all, "POST /part": p.takePart,
		"GET /promotions": p.newPromotion, "POST /promotions": p.plan,
		"GET /promotions/{id}": p.promotion, "POST /promotions/{id}": p.changePromotion, "POST /promotions/{id}/end": p.endPromotion,
		"GET /coupons": p.newCoupon, "POST /coupons": p.makeCoupon,
		"GET /bundles": p.newBundle, "POST /bundles": p.makeBundle,
		"GET /bundles/{id}": p.bundle, "POST /bundles/{id}": p.changeBundle, "POST /bundles/{id}/end": p.endBundle,
		"GET /coupons/{id}": p.coupon, "POST /coupons/{id}": p.changeCoupon, "POST /coupons/{id}/end": p.endCoupon,
	}
}

// on is a page of a side, for who is signed in and may act there.
func (p *Pages) on(root string, changes bool, next page) pages.Page {
	whole, signedIn := root == deskPath, pages.ForSignedIn
	if whole {
		signedIn = pages.ForOperators
	}
	return signedIn(func(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
		if whole && changes {
			if err := p.shop.ActsAtDesk(r.Context(), in); err != nil {
				return err
			}
		}
		return next(w, r, side{root: root, whole: whole, in: in})
	})
}

// back leads to the page above, for who opens the address of a form.
func back(w http.ResponseWriter, r *http.Request, _ side) error { return pages.LeadUp(w, r) }

// show renders a page.
func (p *Pages) show(w http.ResponseWriter, r *http.Request, status int, at side, name string, v pages.View) error {
	v.Hidden, v.Section = true, "/sell"
	if at.whole {
		v.Section = deskPath
	}
	return p.Render(w, r, status, name, v)
}

// overview is what the first page shows.
type overview struct {
	Root       string
	Whole      bool
	Done       string
	TakesPart  bool
	Promotions []promotionRow
	Coupons    []couponRow
	Bundles    []bundleRow

	OtherPromotions, OtherCoupons, OtherBundles others
}

// others lead to other parts of a list; "" where there are none.
type others struct{ First, Next string }

// listed is how many promotions, coupons and bundles a page shows of each.
const listed = 50

// part returns the part of a list that an address asks for by its name, and how to get to others.
func part[T any](asked *url.URL, name string, list []T) ([]T, others) {
	q := asked.Query()
	from, _ := strconv.Atoi(q.Get(name))
	from = min(max(from, 0), len(list))
	at := func(place int) string {
		q.Del("done")
		if q.Del(name); place > 0 {
			q.Set(name, strconv.Itoa(place))
		}
		return "?" + q.Encode() + "#" + name
	}
	to, beside := min(from+listed, len(list)), others{}
	if from > 0 {
		beside.First = at(0)
	}
	if to < len(list) {
		beside.Next = at(to)
	}
	return list[from:to], beside
}

// done says what a form has done.
var done = map[string]locale.Phrase{
	"planned": locale.Text("The promotion is planned."), "changed": locale.Text("Your changes are saved."),
	"coupon":      locale.Text("The coupon is there: give its code to buyers."),
	"couponended": locale.Text("The coupon is ended."),
	"bundle":      locale.Text("The bundle is there: buyers see it on the pages of its models."),
	"bundleended": locale.Text("The bundle is ended: its models are sold one by one."),
	"ended":       locale.Text("The promotion is over: prices are those of before."),
	"part":        locale.Text("What you say of promotions of the marketplace is saved."),
}

func (p *Pages) all(w http.ResponseWriter, r *http.Request, at side) error {
	l := locale.Of(r.Context())
	shown := overview{Root: at.root, Whole: at.whole, Done: l.Say(done[r.URL.Query().Get("done")])}
	list, err := p.shop.Promotions(r.Context(), at.caller(), at.whole)
	if err != nil {
		return err
	}
	list, shown.OtherPromotions = part(r.URL, "promotions", list)
	for _, one := range list {
		shown.Promotions = append(shown.Promotions, p.row(l, at, one))
	}
	coupons, err := p.shop.Coupons(r.Context(), at.caller(), at.whole)
	if err != nil {
		return err
	}
	coupons, shown.OtherCoupons = part(r.URL, "coupons", coupons)
	for _, one := range coupons {
		shown.Coupons = append(shown.Coupons, p.couponRow(l, at, one))
	}
	bundles, err := p.shop.Bundles(r.Context(), at.caller(), at.whole)
	if err != nil {
		return err
	}
	bundles, shown.OtherBundles = part(r.URL, "bundles", bundles)
	for _, one := range bundles {
		shown.Bundles = append(shown.Bundles, p.bundleRow(l, at, one))
	}
	if !at.whole {
		if shown.TakesPart, err = p.shop.TakesPart(r.Context(), at.caller()); err != nil {
			return err
		}
	}
	return p.show(w, r, http.StatusOK, at, "all", pages.View{Title: l.T("Deals"), Content: shown})
}

func (p *Pages) takePart(w http.ResponseWriter, r *http.Request, at side) error {
	if at.whole {
		return pages.NothingHere()
	}
	form, err := web.ReadForm(w, r, maxForm)
	if err != nil {
		return err
	}

	if err := p.shop.TakePart(r.Context(), at.caller(), form.Get("part") == "yes"); err != nil {
		return err
	}

	return pages.Done(w, r, at.root, "part")
}

func idText(id int64) string { return strconv.FormatInt(id, 10) }
