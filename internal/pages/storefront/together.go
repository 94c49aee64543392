package storefront

import (
	"cmp"
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/shop"
	"vitrine/internal/web"
)

// together is a checkout of several orders as its pages show it.
type together struct {
	*vitrine.Checkout
	Items    []togetherItem
	Sums     []sumLine
	Amount   string // that is paid
	Free     bool
	Numbers  string // of the orders
	Key      string
	Status   vitrine.OrderStatus
	Provider string
	Payable  bool
	Pending  bool // a payment is on its way
	GoesOn   bool // it can be gone on with where it was begun
	Declined bool
	Lacks    bool // some orders can't be paid any more
	Parted   bool // a bundle is not whole any more: prices are others than before
	ReturnTo string
	HowToPay template.HTML
	Waiver   string // what the buyer has still to agree to; "" for nothing
	Agrees   string
	Wrong    string
	Asks     bool // whether the address that was typed has bought one before: only its owner knows
	Keep     *keptAddress
	Bill     *bill  // what is asked for the invoices; nil where nothing is
	Network  string // the country of the request, where Bill is asked and the operator named a source; "" for none
	Coupon   *coupon
}

// BillAt is where what the buyer says of themselves is sent.
func (c *together) BillAt() string { return togetherPath(c.Key) }

// togetherItem is one of the orders.
type togetherItem struct {
	*vitrine.Order
	Picture *pages.Picture
	Cost    string // before bundles and coupons
	Owned   bool   // the buyer has the model already
	Left    bool   // it can't be paid any more
	Taxing  shop.Taxing
	Files   []vitrine.OrderFile
	Total   int64 // bytes of Files
	Key     string
}

func (p *Pages) togetherRoutes(limited func(pattern string, page pages.Page)) {
	limited("GET /checkouts/{key}", p.together)
	limited("POST /checkouts/{key}", p.submitTogether)
	limited("GET /checkouts/{key}/receipt", p.receiptTogether)
}

func togetherPath(key string) string { return "/checkouts/" + key }

func (p *Pages) together(w http.ResponseWriter, r *http.Request) error {
	c, err := p.togetherOf(r)
	if err != nil {
		return err
	}
	secret(w)
	back := r.URL.Query().Has("paid") // from where the customer paid
	if !c.PaidAt.IsZero() {
		to := togetherPath(c.Key) + "/receipt"
		if back {
			to = cmp.Or(c.ReturnTo, to)
		}
		http.Redirect(w, r, to, http.StatusSeeOther)
		return nil
	}
	if back {
		if err := p.shop.AskForCheckout(r.Context(), c.Checkout); err != nil {
			return err
		}
	}
	return p.showTogether(w, r, http.StatusOK, c)
}

func (p *Pages) showTogether(w http.ResponseWriter, r *http.Request, status int, c *together) error {
	l := locale.Of(r.Context())
	v := pages.View{Title: l.T("Checkout"), Hidden: true, Section: cartPath,
		Policy: pages.Policy{FormLeadsTo: []string{c.ReturnTo, p.shop.PaysAt()}}, Content: c}
	if c.Pending && !c.Confirming() && (!c.GoesOn || r.URL.Query().Has("paid")) {
		v.Refresh = pendingRefresh
	}
	if c.Payable || c.Pending {
		c.Keep = &keptAddress{togetherPath(c.Key), l.T("It leads to these orders again, and to your downloads once they are paid. It is a " +
			"secret: whoever has it may pay, cancel and download.")}
		v.Script, v.Policy.Script = p.Asset("copy.js"), true
	}
	return p.Render(w, r, status, "together", v)
}

// submitTogether carries out what the customer chose for all orders.
func (p *Pages) submitTogether(w http.ResponseWriter, r *http.Request) error {
	form, err := web.ReadForm(w, r, maxForm)
	if err != nil {
		return err
	}
	key, outcome := r.PathValue("key"), form.Get("outcome")
	if outcome == "bill" {
		return p.keepBillTogether(w, r, form)
	}
	if outcome == "coupon" || outcome == "nocoupon" {
		return p.enterCouponTogether(w, r, form)
	}

	chosen, err := p.carryOutTogether(r, key, form)
	if code := vitrine.CodeOf(err); code == vitrine.Invalid || code == vitrine.Conflict {
		return p.explainTogether(w, r, err, "")
	}
	if err != nil {
		return err
	}

	back, err := p.shop.CheckoutReturn(r.Context(), chosen.Checkout)
	if err != nil {
		return err
	}
	secret(w)
	http.Redirect(w, r, cmp.Or(chosen.PayAt, p.nextTogether(chosen.Checkout, key, outcome, back)), http.StatusSeeOther)
	return nil
}

func (p *Pages) carryOutTogether(r *http.Request, key string, form url.Values) (shop.ChosenCheckout, error) {
	ctx := r.Context()
	as := func(c *vitrine.Checkout, err error) (shop.ChosenCheckout, error) {
		return shop.ChosenCheckout{Checkout: c}, err
	}
	switch outcome := form.Get("outcome"); outcome {
	case "confirm":
		return as(p.shop.ConfirmFreeCheckout(ctx, key))
	case "cancel":
		c, err := p.shop.CancelCheckoutByCustomer(ctx, key)
		if vitrine.CodeOf(err) == vitrine.Conflict && c != nil && p.shop.CheckoutStatus(c) == vitrine.Paid {
			err = nil // it was paid a moment before: the receipt says so
		}
		return as(c, err)
	case "back":
		return as(p.shop.TurnBackCheckout(ctx, key))
	case "without":
		return as(p.shop.LeaveUnpayable(ctx, key))
	default:
		if err := p.shop.WaiveCheckout(ctx, key, form.Get("waiver")); err != nil {
			return shop.ChosenCheckout{}, err
		}
		if outcome == "agree" { // what comes next is on the page
			return as(p.shop.CheckoutByKey(ctx, key))
		}
		return p.shop.ChooseForCheckout(ctx, key, outcome)
	}
}

// nextTogether is where the customer goes after a choice, as next says for an order.
func (p *Pages) nextTogether(c *vitrine.Checkout, key, outcome, back string) string {
	again := togetherPath(url.PathEscape(key))
	switch paying := p.shop.CheckoutPaying(c); {
	case paying || outcome == "without" || outcome == "agree" || outcome == "back":
		return again
	case pages.FormMayLeadTo(back):
		return back
	case !c.PaidAt.IsZero():
		return again + "/receipt"
	case outcome == "decline":
		return again + "?declined=1"
	default:
		return again
	}
}

// explainTogether shows the page when it says itself why nothing was done.
func (p *Pages) explainTogether(w http.ResponseWriter, r *http.Request, refused error, typed string) error {
	c, err := p.togetherOf(r)
	if err != nil {
		return err
	}
	problem, _ := pages.Faulty(refused)
	if problem != nil && len(problem.Fields) > 0 && problem.Fields[0].Pointer == "/waiver" {
		c.Wrong = pages.Capitalize(problem.Fields[0].Detail) + "."
	}
	status := http.StatusConflict
	switch {
	case parted(refused):
		c.Parted = true
	case c.Payable && couponRefused(locale.Of(r.Context()), &c.Coupon, togetherPath(c.Key), refused, typed):
		status = refusedWith(refused)
	case vitrine.CodeOf(refused) == vitrine.Invalid && (c.Agrees != "" && c.Wrong != "" || c.Bill != nil && c.Bill.Needed):
		status = http.StatusUnprocessableEntity
	case vitrine.CodeOf(refused) == vitrine.Invalid, !c.Lacks && !c.Pending && c.Status == vitrine.Unpaid:
		return refused
	}
	secret(w)
	return p.showTogether(w, r, status, c)
}

func (p *Pages) receiptTogether(w http.ResponseWriter, r *http.Request) error {
	c, err := p.togetherOf(r)
	if err != nil {
		return err
	}
	secret(w)
	if c.PaidAt.IsZero() {
		http.Redirect(w, r, togetherPath(c.Key), http.StatusSeeOther)
		return nil
	}
	for i := range c.Items {
		item := &c.Items[i]
		added, err := p.shop.Updates(r.Context(), item.Order)
		if err != nil {
			return err
		}
		item.Files = slices.Concat(item.Order.Files, added)
		for _, f := range item.Files {
			item.Total += f.Size
		}
	}
	p.boughtFromCart(w, r, c.Checkout)
	l := locale.Of(r.Context())
	v := pages.View{Title: l.T("Receipt"), Hidden: true, Content: c}
	c.Keep = &keptAddress{togetherPath(c.Key) + "/receipt",
		l.T("It leads to this receipt and to your downloads again. It is a secret: whoever has it may download.")}
	v.Script, v.Policy.Script = p.Asset("copy.js"), true
	return p.Render(w, r, http.StatusOK, "bought", v)
}

// togetherOf reads the checkout of a page.
func (p *Pages) togetherOf(r *http.Request) (*together, error) {
	key, ctx, l := r.PathValue("key"), r.Context(), locale.Of(r.Context())
	found, err := p.shop.CheckoutByKey(ctx, key)
	if err != nil {
		return nil, err
	}
	c := &together{Checkout: found, Key: url.PathEscape(key), Provider: p.shop.PaymentProvider(), Status: p.shop.CheckoutStatus(found),
		Pending: p.shop.CheckoutPaying(found), GoesOn: p.shop.CheckoutGoesOn(found), Declined: r.URL.Query().Has("declined"),
		Amount: l.Money(found.Sum(), found.Currency), Free: found.Sum() == 0}
	if c.ReturnTo, err = p.shop.CheckoutReturn(ctx, found); err != nil {
		return nil, err
	}
	if c.Sums, err = p.sums(r, found); err != nil {
		return nil, err
	}
	numbers := make([]string, len(found.Orders))
	for i, o := range found.Orders {
		item, err := p.togetherItem(r, c, o)
		if err != nil {
			return nil, err
		}
		c.Items, numbers[i] = append(c.Items, item), strconv.FormatInt(o.ID, 10)
	}
	c.Numbers = strings.Join(numbers, l.T("list|, "))
	c.Payable = c.Status == vitrine.Unpaid && !c.Pending
	if c.Payable && !c.Lacks {
		err = p.addTerms(r, c)
	}
	return c, err
}

func (p *Pages) togetherItem(r *http.Request, c *together, o *vitrine.Order) (togetherItem, error) {
	item := togetherItem{Order: o, Key: url.PathEscape(o.CheckoutKey), Cost: locale.Of(r.Context()).Money(o.ListPrice(), o.Currency)}
	picture, err := p.picture(r, o.ModelID)
	if err != nil && vitrine.CodeOf(err) != vitrine.NotFound { // what was bought outlives the model
		return item, err
	}
	item.Picture = picture
	if item.Taxing, err = p.shop.TaxOf(r.Context(), o); err != nil {
		return item, err
	}
	if c.Status != vitrine.Unpaid {
		return item, nil
	}
	before, err := p.shop.BoughtBefore(r.Context(), o)
	item.Owned = before != nil && before.Status != vitrine.Unpaid
	item.Left = item.Owned || !p.shop.Payable(o) && !p.shop.Paying(o)
	c.Lacks = c.Lacks || item.Left
	return item, err
}

// addTerms fills in what the buyer has to know and to agree to before they pay.
func (p *Pages) addTerms(r *http.Request, c *together) error {
	for _, o := range c.Orders {
		words, err := p.shop.NeedsWaiver(r.Context(), o)
		if err != nil {
			return err
		}
		if words != "" {
			c.Waiver, c.Agrees = words, shop.WaiverHash(words)
		}
	}
	var err error
	if c.Coupon, err = p.takesCoupon(r, togetherPath(c.Key), c.Orders); err != nil {
		return err
	}
	billedTogether(r, c)
	visitor, err := p.shop.MadeByVisitor(r.Context(), c.Orders[0])
	c.Asks = visitor && !c.Free
	if c.Live && !c.Free && c.Provider == "manual" {
		c.HowToPay = template.HTML(p.shop.HowToPay()) // from the allow-list
	}
	return err
}

// billedTogether fills in what the page asks of tax: once for all orders, as long as one of them lacks an answer. What
// is free has no tax, and does not say by which rules the others are taxed.
func billedTogether(r *http.Request, c *together) {
	for _, item := range c.Items {
		o, taxing := item.Order, item.Taxing
		if o.Price == 0 {
			continue
		}
		if !taxing.Invoiced() || taxing.ByProvider() {
			return
		}
		if c.Bill == nil {
			c.Network = network(r, taxing)
			c.Bill = &bill{Billing: o.Billing, Countries: locale.Of(r.Context()).Countries()}
		}
		if c.Bill.Country == "" && o.Billing.Country != "" {
			c.Bill.Billing = o.Billing
		}
		c.Bill.Needed = c.Bill.Needed || taxing.Asks != ""
		c.Bill.Sure = c.Bill.Sure || taxing.Asks == "sure"
	}
	if c.Bill != nil && c.Bill.Country == "" {
		c.Bill.Country = c.Network
	}
}

// keepBillTogether keeps what the buyer said of themselves, and shows the page again.
func (p *Pages) keepBillTogether(w http.ResponseWriter, r *http.Request, form url.Values) error {
	c, err := p.togetherOf(r)
	if err != nil {
		return err
	}
	said := saidOf(form)

	_, err = p.shop.BillCheckout(r.Context(), r.PathValue("key"), said, c.Network)
	if problem, ok := pages.Faulty(err); ok && c.Bill != nil && len(problem.Fields) > 0 {
		c.Bill.Billing, c.Bill.Needed, c.Bill.Faults = said, true, pages.FaultsOf(locale.Of(r.Context()), problem)
		secret(w)
		return p.showTogether(w, r, http.StatusUnprocessableEntity, c)
	}
	if err != nil {
		return err
	}

	secret(w)
	http.Redirect(w, r, togetherPath(c.Key), http.StatusSeeOther)
	return nil
}
