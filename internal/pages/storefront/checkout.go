package storefront

import (
	"cmp"
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/record"
	"vitrine/internal/shop"
	"vitrine/internal/web"
)

// pendingRefresh is how many seconds pass before a page that waits for a
// payment asks again.
const pendingRefresh = 3

// sale is an order as its pages show it.
type sale struct {
	Order     *vitrine.Order
	ID        string
	Picture   *pages.Picture // nil when the model has gone
	ModelPath string         // of its page; "" when it is no longer sold
	Provider  string         // manual, sandbox, stripe
	GoesOn    bool           // a payment that was begun elsewhere can be gone on with there
	Payable   bool
	Pending   bool // a payment is on its way
	Declined  bool
	Parted    bool   // a bundle is not whole any more: the price is another one than before
	Owned     bool   // the same account has the model already
	Bought    string // path of the receipt that says so; "" where it is not the visitor's to see
	Asks      bool   // whether the address that was typed has bought the model before: only its owner knows
	ReturnTo  string
	Key       string
	Files     []vitrine.OrderFile     // that the order opens, those that were added for its buyer too
	Total     int64                   // bytes of Files
	HowToPay  template.HTML           // the operator's text; "" when nothing is to be paid by hand, or there is none
	Licensed  *vitrine.LicenseVersion // nil: a text of the seller's
	Waiver    string                  // what the buyer has still to agree to, or agreed to; "" for nothing
	Agrees    string                  // names these words in the form; "" where nothing is to be agreed to
	Wrong     string                  // what was wrong with the box
	Keep      *keptAddress            // nil where nothing is left to come back for
	Taxing    shop.Taxing             // what the price has of tax
	Asking    shop.RefundAsking
	Invoices  []*vitrine.Invoice // of the receipt
	Bill      *bill              // what is asked for the invoice; nil where nothing is
	Coupon    *coupon            // nil where no code can be entered
}

// keptAddress is a page whose address the customer keeps.
type keptAddress struct {
	Path string
	Why  string
}

func (p *Pages) checkout(w http.ResponseWriter, r *http.Request) error {
	s, err := p.sale(r)
	if err != nil {
		return err
	}
	secret(w)
	if all, err := p.shop.OpenCheckoutOf(r.Context(), s.Order); all != nil || err != nil {
		if err == nil { // it is paid with others
			http.Redirect(w, r, togetherPath(url.PathEscape(all.Key)), http.StatusSeeOther)
		}
		return err
	}
	back := r.URL.Query().Has("paid") // from where the customer paid
	if s.Order.Downloads() {
		to := "/receipt/" + s.Key
		if back {
			to = cmp.Or(s.ReturnTo, to)
		}
		http.Redirect(w, r, to, http.StatusSeeOther)
		return nil
	}
	if back {
		if err := p.shop.AskForOutcome(r.Context(), s.Order); err != nil {
			return err
		}
	}
	return p.showCheckout(w, r, http.StatusOK, s)
}

func (p *Pages) showCheckout(w http.ResponseWriter, r *http.Request, status int, s *sale) error {
	l := locale.Of(r.Context())
	v := pages.View{Title: l.T("Checkout: {title}", s.Order.Model.Title), Hidden: true,
		Policy: pages.Policy{FormLeadsTo: []string{s.ReturnTo, p.shop.PaysAt()}}, Content: s}
	if s.Pending && !s.Order.Confirming && (!s.GoesOn || r.URL.Query().Has("paid")) {
		v.Refresh = pendingRefresh
	}
	if s.Payable || s.Pending {
		p.keep(&v, s,
			&keptAddress{"/checkout/" + s.Key, l.T("It leads to this order again, and to your downloads once it is paid. It is a secret: whoever " +
				"has it may pay, cancel and download.")})
	}
	return p.Render(w, r, status, "checkout", v)
}

// submit carries out what the customer chose on the checkout page.
func (p *Pages) submit(w http.ResponseWriter, r *http.Request) error {
	form, err := web.ReadForm(w, r, maxForm)
	if err != nil {
		return err
	}
	key, outcome := r.PathValue("key"), form.Get("outcome")
	if outcome == "bill" {
		return p.keepBill(w, r, form)
	}
	if outcome == "coupon" || outcome == "nocoupon" {
		return p.enterCoupon(w, r, form)
	}

	chosen, err := p.carryOut(r, key, form)
	if vitrine.CodeOf(err) == vitrine.Invalid {
		return p.askWaiver(w, r, err)
	}
	if vitrine.CodeOf(err) == vitrine.Conflict {
		return p.explain(w, r, err, "")
	}
	if err != nil {
		return err
	}

	back, err := p.shop.ReturnTo(r.Context(), chosen.Order)
	if err != nil {
		return err
	}
	secret(w)
	// 303 has every browser go on with GET (RFC 9110, section 15.4.4): a reload sends no form again.
	http.Redirect(w, r, cmp.Or(chosen.PayAt, next(chosen.Order, key, outcome, back)), http.StatusSeeOther)
	return nil
}

// askWaiver shows the checkout page with what was wrong with its box.
func (p *Pages) askWaiver(w http.ResponseWriter, r *http.Request, refused error) error {
	s, err := p.sale(r)
	if err != nil {
		return err
	}
	if problem, ok := pages.Faulty(refused); ok && len(problem.Fields) > 0 {
		s.Wrong = pages.Capitalize(problem.Fields[0].Detail) + "."
	}
	placed := s.Bill == nil || !s.Bill.Needed // else the page asks for it
	if placed && (s.Agrees == "" || s.Wrong == "") {
		return refused
	}
	secret(w)
	return p.showCheckout(w, r, http.StatusUnprocessableEntity, s)
}

// explain shows the checkout page when it says itself why nothing was done.
func (p *Pages) explain(w http.ResponseWriter, r *http.Request, refused error, typed string) error {
	s, err := p.sale(r)
	if err != nil {
		return err
	}
	status := http.StatusConflict
	if s.Parted = parted(refused); s.Parted {
		status = http.StatusConflict
	} else if s.Payable && couponRefused(locale.Of(r.Context()), &s.Coupon, "/checkout/"+s.Key, refused, typed) {
		status = refusedWith(refused)
	} else if !s.Owned && !s.Pending && s.Order.CanceledBecause == "" {
		return refused
	}
	secret(w)
	return p.showCheckout(w, r, status, s)
}

func (p *Pages) carryOut(r *http.Request, key string, form url.Values) (shop.Chosen, error) {
	switch outcome := form.Get("outcome"); outcome {
	case "confirm":
		order, err := p.shop.ConfirmFree(r.Context(), key)
		return shop.Chosen{Order: order}, err
	case "cancel":
		order, err := p.shop.CancelByCustomer(r.Context(), key)
		if vitrine.CodeOf(err) == vitrine.Conflict && order != nil && order.Downloads() {
			err = nil // it was paid a moment before: the receipt says so
		}
		return shop.Chosen{Order: order}, err
	case "back":
		order, err := p.shop.TurnBack(r.Context(), key)
		return shop.Chosen{Order: order}, err
	default:
		if err := p.shop.Waive(r.Context(), key, form.Get("waiver")); err != nil {
			return shop.Chosen{}, err
		}
		if outcome == "agree" { // what comes next is on the page
			order, err := p.shop.OrderOfCheckout(r.Context(), key)
			return shop.Chosen{Order: order}, err
		}
		return p.shop.Choose(r.Context(), key, outcome)
	}
}

// next is where the customer goes after a choice: back to the application when
// it said where and the page's form may lead there, else to the receipt or to
// the page again. Both have a link back.
func next(order *vitrine.Order, key, outcome, back string) string {
	again := "/checkout/" + key
	switch {
	case order.Status == vitrine.Unpaid && !order.PayingUntil.IsZero() || outcome == "back":
		return again // the outcome is not known yet, or the customer chooses anew
	case pages.FormMayLeadTo(back):
		return back
	case order.Downloads():
		return "/receipt/" + key
	case outcome == "decline":
		return again + "?declined=1"
	default:
		return again
	}
}

func (p *Pages) receipt(w http.ResponseWriter, r *http.Request) error {
	s, err := p.sale(r)
	if err != nil {
		return err
	}
	secret(w)
	if s.Order.Status == vitrine.Unpaid {
		http.Redirect(w, r, "/checkout/"+s.Key, http.StatusSeeOther)
		return nil
	}

	if err := p.addFiles(r, s); err != nil {
		return err
	}
	if s.Invoices, err = p.shop.InvoicesOf(r.Context(), s.Order); err != nil {
		return err
	}
	if s.Asking, err = p.shop.RefundAsking(r.Context(), s.Order); err != nil {
		return err
	}

	l := locale.Of(r.Context())
	v := pages.View{Title: l.T("Receipt: {title}", s.Order.Model.Title), Hidden: true, Content: s}
	why := l.T("It leads to this receipt again.")
	if s.Order.Downloads() {
		why = l.T("It leads to this receipt and to your downloads again. It is a secret: whoever has it may download.")
	}
	p.keep(&v, s, &keptAddress{"/receipt/" + s.Key, why})
	return p.Render(w, r, http.StatusOK, "receipt", v)
}

// addFiles fills in what the order of a receipt opens.
func (p *Pages) addFiles(r *http.Request, s *sale) error {
	added, err := p.shop.Updates(r.Context(), s.Order)
	s.Files = slices.Concat(s.Order.Files, added)
	for _, f := range s.Files {
		s.Total += f.Size
	}
	return err
}

// keep offers a page's address for keeping, with a script that copies it.
func (p *Pages) keep(v *pages.View, s *sale, page *keptAddress) {
	s.Keep = page
	v.Script, v.Policy.Script = p.Asset("copy.js"), true
}

// download leads to the bytes of a file that was bought.
func (p *Pages) download(w http.ResponseWriter, r *http.Request) error {
	id, err := strconv.ParseInt(r.PathValue("id"), 10, 64)
	if err != nil {
		return vitrine.Errorf(vitrine.NotFound, "there is no such file")
	}
	address, err := p.shop.BoughtFileURL(r.Context(), r.PathValue("key"), id)
	if err != nil {
		return err
	}
	secret(w)
	http.Redirect(w, r, address, http.StatusFound)
	return nil
}

func (p *Pages) sale(r *http.Request) (*sale, error) {
	key := r.PathValue("key")
	order, err := p.shop.OrderOfCheckout(r.Context(), key)
	if err != nil {
		return nil, err
	}
	id := strconv.FormatInt(order.ID, 10)
	s := &sale{
		Order: order, ID: id, Key: url.PathEscape(key), Provider: p.shop.PaymentProvider(),
		Payable: p.shop.Payable(order), Pending: p.shop.Paying(order), Declined: r.URL.Query().Has("declined"),
		GoesOn: p.shop.GoesOn(order),
	}
	if s.ReturnTo, err = p.shop.ReturnTo(r.Context(), order); err != nil {
		return nil, err
	}
	if s.Licensed, err = p.shop.LicensedBy(r.Context(), order); err != nil {
		return nil, err
	}
	if err := p.addWaiver(r, s); err != nil {
		return nil, err
	}
	if s.Payable && order.Live && order.Price > 0 && s.Provider == "manual" {
		s.HowToPay = template.HTML(p.shop.HowToPay()) // from the allow-list
	}
	if order.Status == vitrine.Unpaid {
		if err := p.lookBack(r, s); err != nil {
			return nil, err
		}
	}
	if s.Payable && !s.Owned && !s.Pending {
		if s.Coupon, err = p.takesCoupon(r, "/checkout/"+s.Key, []*vitrine.Order{order}); err != nil {
			return nil, err
		}
	}
	if err := p.billed(r, s); err != nil {
		return nil, err
	}
	if s.ModelPath, err = p.modelPath(r, order.ModelID); err != nil {
		return nil, err
	}
	s.Picture, err = p.picture(r, order.ModelID)
	if vitrine.CodeOf(err) == vitrine.NotFound {
		err = nil // what was bought outlives the model
	}
	return s, err
}

// addWaiver fills in what the buyer agreed to, or has to agree to before they pay.
func (p *Pages) addWaiver(r *http.Request, s *sale) (err error) {
	if s.Waiver, err = p.shop.WaiverOf(r.Context(), s.Order); err != nil || s.Waiver != "" || !s.Payable {
		return err
	}
	if s.Waiver, err = p.shop.NeedsWaiver(r.Context(), s.Order); s.Waiver != "" {
		s.Agrees = shop.WaiverHash(s.Waiver)
	}
	return err
}

// lookBack returns what the page says of earlier orders of the same model. An
// account's own receipt is linked. Of an address that was typed nothing is
// said, whoever has bought what with it: the page asks instead.
func (p *Pages) lookBack(r *http.Request, s *sale) error {
	before, err := p.shop.BoughtBefore(r.Context(), s.Order)
	switch {
	case err != nil:
		return err
	case before == nil:
		visitor, err := p.shop.MadeByVisitor(r.Context(), s.Order)
		s.Asks = visitor && s.Payable && s.Order.Price > 0
		return err
	case before.Status == vitrine.Unpaid:
		s.Pending = true
		return nil
	}
	s.Owned = true
	if s.Order.UserID == s.Order.BuyerID && before.UserID == before.BuyerID {
		s.Bought = "/receipt/" + url.PathEscape(before.CheckoutKey)
	}
	return nil
}

// modelPath is the path of a model that is sold still; "" for one that is not.
func (p *Pages) modelPath(r *http.Request, modelID int64) (string, error) {
	m, err := p.db.ModelRow(r.Context(), modelID)
	if vitrine.CodeOf(err) == vitrine.NotFound || err == nil && m.Status != vitrine.Published {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	return record.Path(m), nil
}

// picture is a model's first picture; NotFound when the model is gone or has
// none.
func (p *Pages) picture(r *http.Request, modelID int64) (*pages.Picture, error) {
	m, err := p.db.ModelRow(r.Context(), modelID)
	if err != nil {
		return nil, err
	}
	grown, err := p.grown(r)
	if err != nil {
		return nil, err
	}
	if m.AdultContent && !grown {
		return nil, vitrine.Errorf(vitrine.NotFound, "the pictures of model %d are for adults", modelID)
	}
	first, err := p.db.ShownFirstImages(r.Context(), []int64{modelID})
	if err != nil {
		return nil, err
	}
	image, ok := first[modelID]
	if !ok {
		return nil, vitrine.Errorf(vitrine.NotFound, "model %d has no picture", modelID)
	}
	return pages.PictureOf(image), nil
}

// secret keeps a page whose address is a secret out of caches, indexes and
// other sites' logs.
func secret(w http.ResponseWriter) {
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Robots-Tag", "noindex")
}
