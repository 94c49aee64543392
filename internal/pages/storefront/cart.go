package storefront

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/record"
	"vitrine/internal/session"
	"vitrine/internal/shop"
	"vitrine/internal/web"
)

const cartPath = "/cart"

// cartPage is what somebody means to buy.
type cartPage struct {
	Lines    []cartLine
	Sums     []sumLine // of those that can be bought
	Bundles  []string  // that lower them, as they are seen
	Some     bool      // something can be bought
	Free     bool      // and costs nothing
	SignedIn bool
	Sandbox  bool
	Email    string
	Problem  string // with Email
	Changed  bool   // since it was looked at
	Full     string // why nothing more was put in
	Added    bool
	Most     int
}

// cartLine is a model in a cart.
type cartLine struct {
	ID      int64
	Title   string // "" for one that is gone
	Path    string
	Author  string
	Picture *pages.Picture
	Price   string
	Was     string // what it cost when it was put in, where that has changed
	Owned   bool
	Own     bool // the reader is its author
	Seen    string
	amount  vitrine.Amount
}

// Buyable reports whether the line is paid for at the checkout.
func (c cartLine) Buyable() bool { return c.Title != "" && !c.Owned && !c.Own }

func (p *Pages) cartRoutes(mux *http.ServeMux) {
	for pattern, page := range map[string]pages.Page{
		"GET " + cartPath: p.cart, "POST " + cartPath: p.putIntoCart,
		"GET " + cartPath + "/remove": pages.LeadUp, "POST " + cartPath + "/remove": p.takeOutOfCart,
		"GET " + cartPath + "/checkout": pages.LeadUp,
	} {
		p.Handle(mux, pattern, p.Limited(web.PageViews, pages.Private(page)))
	}
	p.Handle(mux, "POST "+cartPath+"/checkout", p.Limited(web.VisitorOrders, pages.Private(p.checkOut)))
}

// items are what the reader means to buy.
func (p *Pages) items(r *http.Request) ([]vitrine.CartItem, error) {
	if in, ok := session.Of(r.Context()); ok {
		return p.shop.Cart(r.Context(), in.User.ID)
	}
	return p.Sessions().Cart(r), nil
}

func (p *Pages) cart(w http.ResponseWriter, r *http.Request) error {
	items, err := p.items(r)
	if err != nil {
		return err
	}
	page := cartPage{Added: r.URL.Query().Has("added")}
	return p.showCart(w, r, http.StatusOK, items, page)
}

func (p *Pages) showCart(w http.ResponseWriter, r *http.Request, status int, items []vitrine.CartItem, page cartPage) error {
	lines, err := p.cartLines(r, items)
	if err != nil {
		return err
	}
	l := locale.Of(r.Context())
	_, page.SignedIn = session.Of(r.Context())
	page.Lines, page.Sandbox, page.Most = lines, !p.shop.Live(), vitrine.MaxCheckout
	var sum vitrine.Amount
	for _, line := range lines {
		if line.Buyable() {
			page.Some, sum = true, sum+line.amount
		}
	}
	bundles, err := p.cartBundles(r, lines)
	if err != nil {
		return err
	}
	currency := p.shop.Settings().Currency
	for _, b := range bundles {
		sum -= b.Saved
		page.Bundles = append(page.Bundles, seenBundle(b))
		page.Sums = append(page.Sums, bundleLine(l, b.Name, b.Saved, currency))
	}
	page.Sums, page.Free = append(page.Sums, togetherLine(l, sum, currency)), sum == 0
	return p.Render(w, r, status, "cart", pages.View{Title: l.T("Cart"), Hidden: true, Section: cartPath, Content: page})
}

// cartBundles are the bundles that what is bought of a cart makes up.
func (p *Pages) cartBundles(r *http.Request, lines []cartLine) ([]vitrine.CartBundle, error) {
	in, _ := session.Of(r.Context())
	return p.shop.BundlesInCart(r.Context(), in.User.ID, bought(lines))
}

// seenBundle is a bundle as the form of a cart has it.
func seenBundle(b vitrine.CartBundle) string {
	return strconv.FormatInt(b.ID, 10) + ":" + strconv.FormatInt(int64(b.Price), 10)
}

func (p *Pages) cartLines(r *http.Request, items []vitrine.CartItem) ([]cartLine, error) {
	in, signedIn := session.Of(r.Context())
	lines := make([]cartLine, len(items))
	for i, item := range items {
		line, err := p.cartLine(r, item)
		if err != nil {
			return nil, err
		}
		if signedIn && line.Title != "" {
			if line.Owned, err = p.db.HasBought(r.Context(), in.User.ID, item.ModelID); err != nil {
				return nil, err
			}
			line.Own = line.Author == in.User.Username
		}
		lines[i] = line
	}
	return lines, nil
}

func (p *Pages) cartLine(r *http.Request, item vitrine.CartItem) (cartLine, error) {
	l, line := locale.Of(r.Context()), cartLine{ID: item.ModelID}
	m, err := p.db.Model(r.Context(), item.ModelID)
	if vitrine.CodeOf(err) == vitrine.NotFound || err == nil && (m.Status != vitrine.Published || m.Price == nil) {
		return line, nil
	}
	if err != nil {
		return line, err
	}
	currency := p.shop.Settings().Currency
	line.Title, line.Path, line.Author = m.TextIn(bestLanguageOf(r, m)).Title, record.Path(m), m.AuthorName
	line.amount, line.Price = *m.Price, l.Money(*m.Price, currency)
	line.Seen = strconv.FormatInt(m.ID, 10) + ":" + strconv.FormatInt(int64(*m.Price), 10)
	if item.Price != *m.Price {
		line.Was = l.Money(item.Price, currency)
	}
	line.Picture, err = p.picture(r, m.ID)
	if vitrine.CodeOf(err) == vitrine.NotFound {
		err = nil
	}
	return line, err
}

// bestLanguageOf is the language of a model that its reader likes best.
func bestLanguageOf(r *http.Request, m *vitrine.Model) string {
	return web.BestLanguage(r.Header.Get("Accept-Language"), m.Languages())
}

// putIntoCart puts the models of a form into the cart of the reader. Who has none gets one by that.
func (p *Pages) putIntoCart(w http.ResponseWriter, r *http.Request) error {
	form, err := web.ReadForm(w, r, maxForm)
	if err != nil {
		return err
	}
	cart, err := p.items(r)
	if err != nil {
		return err
	}
	models := form["model"]
	if form.Has("bundle") {
		models, err = p.bundled(r, form.Get("bundle"))
	}
	if vitrine.CodeOf(err) == vitrine.NotFound {
		return p.showCart(w, r, http.StatusNotFound, cart, cartPage{Full: locale.Of(r.Context()).T("This bundle is no longer sold.")})
	}
	if err != nil {
		return err
	}
	more, err := p.offered(r, models)
	if err != nil {
		return err
	}

	full := p.put(w, r, cart, more)
	if vitrine.CodeOf(full) == vitrine.Conflict {
		page := cartPage{Full: locale.Of(r.Context()).T("Your cart is full: it holds {n} models at most.", vitrine.MaxCheckout)}
		return p.showCart(w, r, http.StatusConflict, cart, page)
	}
	if full != nil {
		return full
	}

	http.Redirect(w, r, cartPath+"?added", http.StatusSeeOther)
	return nil
}

// bundled are the models of a bundle that the reader does not have.
func (p *Pages) bundled(r *http.Request, text string) (models []string, err error) {
	id, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return nil, vitrine.Errorf(vitrine.Malformed, "the form does not name a bundle: open a model's page and try again")
	}
	b, err := p.shop.Bundle(r.Context(), vitrine.Caller{}, id)
	if err != nil {
		return nil, err
	}
	in, signedIn := session.Of(r.Context())
	for _, m := range b.Models {
		owned := false
		if signedIn {
			if owned, err = p.db.HasBought(r.Context(), in.User.ID, m.ID); err != nil {
				return nil, err
			}
		}
		if !owned {
			models = append(models, strconv.FormatInt(m.ID, 10))
		}
	}
	if len(models) == 0 {
		return nil, vitrine.Errorf(vitrine.Conflict, "you have all models of this bundle already: they are in your library")
	}
	return models, nil
}

// offered are the models of a form that are sold.
func (p *Pages) offered(r *http.Request, models []string) (more []vitrine.CartItem, err error) {
	if len(models) == 0 || len(models) > vitrine.MaxCheckout {
		return nil, vitrine.Errorf(vitrine.Malformed, "the form does not name a model: open the model's page and try again")
	}
	for _, text := range slices.Backward(models) {
		id, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return nil, vitrine.Errorf(vitrine.Malformed, "the form does not name a model: open the model's page and try again")
		}
		item, err := p.shop.Offered(r.Context(), id)
		if vitrine.CodeOf(err) == vitrine.NotFound && len(models) > 1 {
			continue // the others are put back all the same
		}
		if err != nil {
			return nil, err
		}
		more = append(more, item)
	}
	return more, nil
}

func (p *Pages) put(w http.ResponseWriter, r *http.Request, cart, more []vitrine.CartItem) error {
	if in, ok := session.Of(r.Context()); ok {
		return p.shop.PutIntoCart(r.Context(), in.User.ID, more...)
	}
	all, err := shop.WithInCart(slices.Clone(cart), more...)
	if err == nil && len(all) > 0 {
		p.Sessions().KeepCart(w, all)
	}
	return err
}

func (p *Pages) takeOutOfCart(w http.ResponseWriter, r *http.Request) error {
	form, err := web.ReadForm(w, r, maxForm)
	if err != nil {
		return err
	}
	id, err := strconv.ParseInt(form.Get("model"), 10, 64)
	if err != nil {
		return vitrine.Errorf(vitrine.Malformed, "the form does not name a model: open the cart and try again")
	}

	if err := p.takeOut(w, r, id); err != nil {
		return err
	}

	http.Redirect(w, r, cartPath, http.StatusSeeOther)
	return nil
}

func (p *Pages) takeOut(w http.ResponseWriter, r *http.Request, models ...int64) error {
	if in, ok := session.Of(r.Context()); ok {
		return p.shop.TakeOutOfCart(r.Context(), in.User.ID, models...)
	}
	p.Sessions().KeepCart(w, shop.WithoutInCart(p.Sessions().Cart(r), models...))
	return nil
}

// boughtFromCart takes what a visitor has bought out of their cart; that of an account is in the database.
func (p *Pages) boughtFromCart(w http.ResponseWriter, r *http.Request, c *vitrine.Checkout) {
	if _, ok := session.Of(r.Context()); ok {
		return
	}
	cart, models := p.Sessions().Cart(r), make([]int64, len(c.Orders))
	for i, o := range c.Orders {
		models[i] = o.ModelID
	}
	if rest := shop.WithoutInCart(cart, models...); len(rest) < len(cart) {
		p.Sessions().KeepCart(w, rest)
	}
}

// checkOut makes orders of what can be bought in the cart, at the prices that were shown, and leads to their checkout.
func (p *Pages) checkOut(w http.ResponseWriter, r *http.Request) error {
	form, err := web.ReadForm(w, r, maxForm)
	if err != nil {
		return err
	}
	items, err := p.items(r)
	if err != nil {
		return err
	}
	in, signedIn := session.Of(r.Context())
	if signedIn && session.Agreed(in) != nil {
		http.Redirect(w, r, session.AgreePath+"?next="+url.QueryEscape(cartPath), http.StatusSeeOther)
		return nil
	}
	lines, err := p.cartLines(r, items)
	if err != nil {
		return err
	}
	n := shop.CartOrder{Email: strings.TrimSpace(form.Get("email")), Network: web.ClientNetwork(r.Context()),
		Language: web.ReadersLanguages(r.Header.Get("Accept-Language"))}
	if n.Bundles, err = p.cartBundles(r, lines); err != nil {
		return err
	}
	if n.Items, err = asSeen(lines, form["seen"], n.Bundles, form["bundle"]); err != nil {
		return p.showCart(w, r, http.StatusConflict, items, cartPage{Email: n.Email, Changed: true})
	}

	var made *vitrine.Checkout
	if signedIn {
		made, err = p.shop.CheckOutAccount(r.Context(), in, n)
	} else {
		made, err = p.shop.CheckOutVisitor(r.Context(), n)
	}
	switch vitrine.CodeOf(err) {
	case vitrine.Invalid:
		return p.showCart(w, r, http.StatusUnprocessableEntity, items, cartPage{Email: n.Email,
			Problem: locale.Of(r.Context()).T("This is not an email address. It looks like ada@example.com.")})
	case vitrine.Conflict, vitrine.NotFound: // it left, or costs something else, in this moment
		return p.showCart(w, r, http.StatusConflict, items, cartPage{Email: n.Email, Changed: true})
	}
	if err != nil {
		return err
	}

	secret(w)
	http.Redirect(w, r, togetherPath(url.PathEscape(made.Key)), http.StatusSeeOther)
	return nil
}

// asSeen are the lines that can be bought; a Conflict where they, or the bundles that they make up, are not what was shown.
func asSeen(lines []cartLine, seen []string, bundles []vitrine.CartBundle, seenBundles []string) ([]vitrine.CartItem, error) {
	items, now, whole := bought(lines), []string{}, []string{}
	for _, line := range lines {
		if line.Buyable() {
			now = append(now, line.Seen)
		}
	}
	for _, b := range bundles {
		whole = append(whole, seenBundle(b))
	}
	if len(now) == 0 || !sameAs(now, seen) || !sameAs(whole, seenBundles) {
		return nil, vitrine.Errorf(vitrine.Conflict, "the cart has changed since it was shown")
	}
	return items, nil
}

// sameAs reports whether two lists hold the same, in whichever order.
func sameAs(a, b []string) bool {
	return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}

// bought are the lines that are paid for at the checkout.
func bought(lines []cartLine) (items []vitrine.CartItem) {
	for _, line := range lines {
		if line.Buyable() {
			items = append(items, vitrine.CartItem{ModelID: line.ID, Price: line.amount})
		}
	}
	return items
}
