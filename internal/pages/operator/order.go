package operator

import (
	"net/http"
	"net/url"
	"strconv"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/shop"
	"vitrine/internal/web"
)

// maxForm is how long a form is: a note in any script.
const maxForm = 16 << 10

// historyShown is how many entries the page of an order shows: each may have a long note. The
// audit log has all.
const historyShown = 25

// done says what a button has done, by the last part of its address.
var done = map[string]locale.Phrase{
	"confirm": locale.Text("The payment is confirmed. The buyer gets a mail."),
	"cancel":  locale.Text("The order is canceled."),
	"refund":  locale.Text("The refund is noted. Where a provider took the money, it was asked to give it back."),
	"receipt": locale.Text("The receipt is on its way to the buyer."),
	"note":    locale.Text("The note is kept."),
	"tax":     locale.Text("It is noted that you looked at the tax."),
}

// sold is an order as its page shows it.
type sold struct {
	*vitrine.Order
	Buyer, Maker    string // usernames; "" for nobody with an account
	Application     string
	Acts            bool   // the application was not removed
	ThereStill      bool   // the model is
	Paid            string // what the money came by
	Page            string // path of the page that the customer sees
	Done            string
	Problem         string // why a decision was not made
	Note, NoteFault string
	History         []entry
	Earlier         bool // there is more in the audit log
	CanConfirm      bool
	CanCancel       bool
	CanRefund       bool
	Contested       bool // the buyer's bank has money of the payment: nothing can go back
	Licensed        *vitrine.LicenseVersion
	Agreed          string            // words at the checkout; "" for none
	ByHand          bool              // the operator gives the money back
	Together        *vitrine.Checkout // that it is paid by; nil for an order alone
	Others          []*vitrine.Order  // of the checkout
	CanConfirmAll   bool
	Came, CameAll   *came                   // when the money of what can be confirmed came; nil where that is not asked
	Requests        []vitrine.RefundRequest // of the buyer, the newest first
	CanCheckTax     bool                    // Stripe Tax did not find it, and nobody has looked at it
}

func (p *Pages) order(w http.ResponseWriter, r *http.Request, _ shop.SignedIn) error {
	id, err := pages.Number(r, "id")
	if err != nil {
		return err
	}
	s, err := p.sold(r, id)
	if err != nil {
		return err
	}
	s.Done = locale.Of(r.Context()).Say(done[r.URL.Query().Get("done")])
	return p.showOrder(w, r, http.StatusOK, s)
}

func (p *Pages) showOrder(w http.ResponseWriter, r *http.Request, status int, s *sold) error {
	title := locale.Of(r.Context()).T("Order {id}", strconv.FormatInt(s.ID, 10))
	return p.show(w, r, status, "order", pages.View{Title: title, Section: ordersPath, Content: s})
}

// sold reads an order with all that its page shows.
func (p *Pages) sold(r *http.Request, id int64) (*sold, error) {
	o, err := p.shop.FindOrder(r.Context(), id)
	if err != nil {
		return nil, err
	}
	s := &sold{Order: o, Page: "/receipt/" + url.PathEscape(o.CheckoutKey)}
	if p.shop.Payable(o) {
		s.Page = "/checkout/" + url.PathEscape(o.CheckoutKey)
	}
	s.CanCancel = o.Status == vitrine.Unpaid && !p.shop.Paying(o)
	if s.Contested, err = p.shop.Contested(r.Context(), o); err != nil {
		return nil, err
	}
	s.CanRefund = o.Status.CanBecome(vitrine.Refunded) && !s.Contested
	if err := p.people(r, s); err != nil {
		return nil, err
	}
	_, err = p.db.ModelRow(r.Context(), o.ModelID)
	if s.ThereStill = err == nil; err != nil && vitrine.CodeOf(err) != vitrine.NotFound {
		return nil, err
	}
	if s.Licensed, err = p.shop.LicensedBy(r.Context(), o); err != nil {
		return nil, err
	}
	if s.Agreed, err = p.shop.WaiverOf(r.Context(), o); err != nil {
		return nil, err
	}
	if s.Paid, err = p.db.PaidWith(r.Context(), id); err != nil {
		return nil, err
	}
	s.CanConfirm = p.shop.Confirmable(o, s.Paid)
	if err := p.together(r, s); err != nil {
		return nil, err
	}
	if err := p.askCame(r, s); err != nil {
		return nil, err
	}
	if s.CanCheckTax, err = p.db.HasTaxToCheck(r.Context(), id); err != nil {
		return nil, err
	}
	asked, err := p.shop.RefundAsking(r.Context(), o)
	if err != nil {
		return nil, err
	}
	s.Requests = asked.Requests
	s.ByHand = s.Paid != p.shop.PaymentProvider() || s.Paid == "manual"
	log, err := p.db.Entries(r.Context(), vitrine.EntryQuery{Kind: "order", SubjectID: strconv.FormatInt(id, 10),
		Page: vitrine.Page{Size: historyShown}})
	s.History, s.Earlier = entriesOf(log.Entries), log.Next != ""
	return s, err
}

// together reads the checkout of an order.
func (p *Pages) together(r *http.Request, s *sold) (err error) {
	whole, err := p.shop.BundledWith(r.Context(), s.Order)
	if vitrine.CodeOf(err) == vitrine.NotFound {
		s.CanConfirm = false
		return nil
	}
	if err != nil {
		return err
	}
	if s.Together, err = p.shop.CheckoutOf(r.Context(), s.Order); err != nil {
		return err
	}
	if whole != nil {
		s.Together = whole // also where it was called off: money may come late
	}
	if s.Together == nil {
		return nil
	}
	for _, o := range s.Together.Orders {
		if o.ID != s.ID {
			s.Others = append(s.Others, o)
		}
	}
	s.CanConfirmAll = s.CanConfirm && len(s.Others) > 0 && s.Together.PaidAt.IsZero()
	s.CanConfirm = s.CanConfirm && whole == nil
	if s.Together.PaidAt.IsZero() && p.shop.Payable(s.Order) {
		s.Page = s.Together.Path()
	}
	return nil
}

// people names who is in an order.
func (p *Pages) people(r *http.Request, s *sold) error {
	for id, name := range map[int64]*string{s.BuyerID: &s.Buyer, s.UserID: &s.Maker} {
		if id == 0 {
			continue
		}
		user, err := p.db.User(r.Context(), id)
		if err != nil {
			return err
		}
		*name = user.Username
	}
	if s.ApplicationID == 0 {
		return nil
	}
	app, err := p.db.Application(r.Context(), s.ApplicationID)
	if err == nil {
		s.Application, s.Acts = app.Name, app.RemovedAt.IsZero()
	}
	return err
}

// decision makes a change of an order that a form asks for.
type decision func(id int64, form url.Values) error

// decide carries a form of an order's page out. What the order does not allow is told on
// the page, which shows it as it is now.
func (p *Pages) decide(w http.ResponseWriter, r *http.Request, what string, change decision) error {
	id, err := pages.Number(r, "id")
	if err != nil {
		return err
	}
	form, err := web.ReadForm(w, r, maxForm)
	if err != nil {
		return err
	}
	err = change(id, form)
	code := vitrine.CodeOf(err)
	if code == vitrine.Conflict || code == vitrine.Stale || code == vitrine.Invalid {
		return p.refuse(w, r, id, form, err)
	}
	if err != nil {
		return err
	}
	http.Redirect(w, r, ordersPath+"/"+strconv.FormatInt(id, 10)+"?done="+what, http.StatusSeeOther)
	return nil
}

func (p *Pages) refuse(w http.ResponseWriter, r *http.Request, id int64, form url.Values, refused error) error {
	s, err := p.sold(r, id)
	if err != nil {
		return err
	}
	l, problem := locale.Of(r.Context()), web.ProblemOf(r, refused)
	s.Note = form.Get("note")
	field := s.cameIn(form)
	if field != nil {
		field.Day = form.Get(paidAt)
	}
	if s.Problem = l.Says(problem.Detail); len(problem.Errors) > 0 {
		switch fault := problem.Errors[0]; {
		case form.Has("note"):
			s.Problem, s.NoteFault = "", l.Says(fault.Detail)
		case field != nil:
			s.Problem, field.Fault = "", l.Says(fault.Detail)
		default:
			s.Problem = l.Says(fault.Detail)
		}
	}
	return p.showOrder(w, r, problem.Status, s)
}

func (p *Pages) confirm(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	return p.decide(w, r, "confirm", func(id int64, form url.Values) error {
		came := shop.Came(form.Get(paidAt))
		if checkout, err := strconv.ParseInt(form.Get("checkout"), 10, 64); err == nil {
			_, err := p.shop.ConfirmCheckout(r.Context(), in, checkout, came, pages.Seen(form))
			return err
		}
		_, err := p.shop.ConfirmOrder(r.Context(), in, id, came, pages.Seen(form))
		return err
	})
}

func (p *Pages) cancel(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	return p.decide(w, r, "cancel", func(id int64, form url.Values) error {
		_, err := p.shop.CancelAnyOrder(r.Context(), in, id, pages.Seen(form))
		return err
	})
}

func (p *Pages) refund(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	return p.decide(w, r, "refund", func(id int64, form url.Values) error {
		_, err := p.shop.RefundOrder(r.Context(), in, id, form.Get("keep_downloads") == "yes", pages.Seen(form))
		return err
	})
}

func (p *Pages) receipt(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	return p.decide(w, r, "receipt", func(id int64, _ url.Values) error { return p.shop.SendReceipt(r.Context(), in, id) })
}

func (p *Pages) note(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	return p.decide(w, r, "note", func(id int64, form url.Values) error {
		return p.shop.NoteOrder(r.Context(), in, id, form.Get("note"))
	})
}

func (p *Pages) checkTax(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	return p.decide(w, r, "tax", func(id int64, _ url.Values) error { return p.shop.CheckTax(r.Context(), in, id) })
}
