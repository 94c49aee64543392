package pages

import (
	"net/http"
	"net/url"
	"strconv"
	"time"

	"vitrine"
	"vitrine/internal/web"
)

// pendingRefresh is how many seconds pass before a page that waits for a
// payment asks again.
const pendingRefresh = 3

// sale is an order as its pages show it.
type sale struct {
	Order    *vitrine.Order
	ID       string
	Picture  *picture // nil when the model has gone
	Provider string   // manual, sandbox, …
	Payable  bool
	Pending  bool // a payment is on its way
	Declined bool
	ReturnTo string
	Key      string
}

func (p *Pages) checkout(w http.ResponseWriter, r *http.Request) error {
	s, err := p.sale(r)
	if err != nil {
		return err
	}
	secret(w)
	if s.Order.Downloads() {
		http.Redirect(w, r, "/receipt/"+s.Key, http.StatusSeeOther)
		return nil
	}

	v := view{Title: "Checkout: " + s.Order.Model.Title, Hidden: true, Policy: policy{FormLeadsTo: s.Order.ReturnURL}, Content: s}
	if s.Pending && s.Payable {
		v.Refresh = pendingRefresh
	}
	return p.render(w, r, http.StatusOK, "checkout", v)
}

// submit carries out what the customer chose on the checkout page.
func (p *Pages) submit(w http.ResponseWriter, r *http.Request) error {
	form, err := web.ReadForm(w, r, maxForm)
	if err != nil {
		return err
	}
	key, outcome := r.PathValue("key"), form.Get("outcome")

	order, err := p.carryOut(r, key, outcome)
	if err != nil {
		return err
	}

	secret(w)
	http.Redirect(w, r, next(order, key, outcome), http.StatusSeeOther)
	return nil
}

func (p *Pages) carryOut(r *http.Request, key, outcome string) (*vitrine.Order, error) {
	switch outcome {
	case "confirm":
		return p.shop.ConfirmFree(r.Context(), key)
	case "cancel":
		return p.shop.CancelByCustomer(r.Context(), key)
	default:
		return p.shop.Choose(r.Context(), key, outcome)
	}
}

// next is where the customer goes after a choice: back to the application when
// it said where, else to the receipt or to the page again.
func next(order *vitrine.Order, key, outcome string) string {
	again := "/checkout/" + key
	switch {
	case outcome == "delay" && order.Status == vitrine.Unpaid:
		return again + "?pending=1"
	case order.ReturnURL != "":
		return order.ReturnTo(strconv.FormatInt(order.ID, 10))
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

	return p.render(w, r, http.StatusOK, "receipt", view{Title: "Receipt: " + s.Order.Model.Title, Hidden: true, Content: s})
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
	order, err := p.db.OrderByCheckoutKey(r.Context(), key)
	if err != nil {
		return nil, err
	}
	now := time.Now()
	if order.Status == vitrine.Unpaid && !order.Payable(now) {
		order.Status = vitrine.Expired
	}
	id := strconv.FormatInt(order.ID, 10)
	s := &sale{
		Order: order, ID: id, Key: url.PathEscape(key), Provider: p.shop.PaymentProvider(),
		Payable: order.Payable(now), ReturnTo: order.ReturnTo(id),
		Pending: r.URL.Query().Has("pending"), Declined: r.URL.Query().Has("declined"),
	}
	s.Picture, err = p.picture(r, order.ModelID)
	if vitrine.CodeOf(err) == vitrine.NotFound {
		err = nil // what was bought outlives the model
	}
	return s, err
}

// picture is a model's first picture; NotFound when the model is gone or has
// none.
func (p *Pages) picture(r *http.Request, modelID int64) (*picture, error) {
	if _, err := p.db.ModelRow(r.Context(), modelID); err != nil {
		return nil, err
	}
	first, err := p.db.FirstImages(r.Context(), []int64{modelID})
	if err != nil {
		return nil, err
	}
	image, ok := first[modelID]
	if !ok {
		return nil, vitrine.Errorf(vitrine.NotFound, "model %d has no picture", modelID)
	}
	return pictureOf(image), nil
}

// secret keeps a page whose address is a secret out of caches, indexes and
// other sites' logs.
func secret(w http.ResponseWriter) {
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Referrer-Policy", "no-referrer")
	w.Header().Set("X-Robots-Tag", "noindex")
}
