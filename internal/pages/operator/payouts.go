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

const payoutsPath = "/desk/payouts"

// batchesShown is how many batches a page lists.
const batchesShown = 30

// paidDone says what a button has done.
var paidDone = map[string]locale.Phrase{
	"made":     locale.Text("The batch is made. Give it to your bank, and say here that you did."),
	"send":     locale.Text("The payouts are sent."),
	"cancel":   locale.Text("It is canceled: the money is available to the sellers again."),
	"arrived":  locale.Text("All that did not come back has arrived. The sellers get a mail."),
	"bounce":   locale.Text("It is noted, and the seller is told: the money is available to them again."),
	"withdraw": locale.Text("It is canceled: the money is available to the seller again."),
}

// whyNot say why somebody is not paid.
var whyNot = map[shop.Unpayable]locale.Phrase{
	shop.PayableNow: locale.Text("unpaid|Is paid now"), shop.TooLittle: locale.Text("unpaid|Less than a payout has at least"),
	shop.NoAccount:       locale.Text("unpaid|Has not said where to"),
	shop.AccountTooFresh: locale.Text("unpaid|Changed the account a short while ago"),
	shop.SellerSuspended: locale.Text("unpaid|Is suspended, or was erased"),
}

// duePage is what the page of payouts shows.
type duePage struct {
	shop.PayoutsDue
	shop.Untransferred
	Batches       []vitrine.PayoutBatch
	Older         string // path of those before, "" for none
	Problem, Done string
	From          string // the marketplace's account, as it is shown; "" for none
	language      *locale.Language
}

// Why says why a seller is not paid.
func (p *duePage) Why(why shop.Unpayable) string { return p.language.Say(whyNot[why]) }

func (p *Pages) payouts(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	return p.showPayouts(w, r, in, http.StatusOK, nil)
}

func (p *Pages) showPayouts(w http.ResponseWriter, r *http.Request, in shop.SignedIn, status int, refused error) error {
	due, err := p.shop.PayoutsDue(r.Context(), in, "")
	if err != nil {
		return err
	}
	before, _ := strconv.ParseInt(r.URL.Query().Get("before"), 10, 64) // anything else is the first page
	l := locale.Of(r.Context())
	page := &duePage{PayoutsDue: due, language: l, From: in.House.Payouts.From.Masked(), Done: l.Say(paidDone[r.URL.Query().Get("done")])}
	if page.Batches, err = p.shop.Batches(r.Context(), in, before, batchesShown+1); err != nil {
		return err
	}
	if len(page.Batches) > batchesShown {
		page.Batches = page.Batches[:batchesShown]
		page.Older = payoutsPath + "?before=" + strconv.FormatInt(page.Batches[batchesShown-1].ID, 10)
	}
	if page.Untransferred, err = p.shop.Untransferred(r.Context(), in, batchesShown); err != nil {
		return err
	}
	page.Problem = problemOf(r, refused)
	return p.show(w, r, status, "payouts", pages.View{Title: l.T("Payouts"), Section: payoutsPath, Content: page})
}

// problemOf is what a page says of what was refused.
func problemOf(r *http.Request, refused error) string {
	switch {
	case refused == nil:
		return ""
	case vitrine.CodeOf(refused) == vitrine.Stale:
		return locale.Of(r.Context()).T("Somebody has changed this meanwhile. Look at it as it is now, and decide once more.")
	}
	problem := web.ProblemOf(r, refused)
	if len(problem.Errors) > 0 {
		return locale.Of(r.Context()).Says(problem.Errors[0].Detail)
	}
	return locale.Of(r.Context()).Says(problem.Detail)
}

// refusable reports whether a page tells why something was refused.
func refusable(err error) bool {
	code := vitrine.CodeOf(err)
	return code == vitrine.Conflict || code == vitrine.Stale || code == vitrine.Invalid
}

func (p *Pages) makeBatch(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	form, err := web.ReadForm(w, r, maxForm)
	if err != nil {
		return err
	}
	made, err := p.shop.MakeBatch(r.Context(), in, form.Get("currency"), pages.Seen(form))
	if refusable(err) {
		return p.showPayouts(w, r, in, web.ProblemOf(r, err).Status, err)
	}
	if err != nil {
		return err
	}
	http.Redirect(w, r, batchPath(made.ID)+"?done=made", http.StatusSeeOther)
	return nil
}

func batchPath(id int64) string { return payoutsPath + "/" + strconv.FormatInt(id, 10) }

// batchPage is what the page of a batch shows.
type batchPage struct {
	shop.Batch
	Problem, Done string
	Euro          bool // SEPA takes it
	From          string
}

// Path is the address of the page.
func (p *batchPage) Path() string { return batchPath(p.ID) }

// Waits reports whether something is on its way.
func (p *batchPage) Waits() bool {
	for _, one := range p.Payouts {
		if one.Status == vitrine.PayoutSent {
			return true
		}
	}
	return false
}

func (p *Pages) batch(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	id, err := pages.Number(r, "id")
	if err != nil {
		return err
	}
	return p.showBatch(w, r, in, id, nil)
}

func (p *Pages) showBatch(w http.ResponseWriter, r *http.Request, in shop.SignedIn, id int64, refused error) error {
	b, err := p.shop.Batch(r.Context(), in, id)
	if err != nil {
		return err
	}
	l, status := locale.Of(r.Context()), http.StatusOK
	if refused != nil {
		status = web.ProblemOf(r, refused).Status
	}
	page := &batchPage{Batch: b, Problem: problemOf(r, refused), Done: l.Say(paidDone[r.URL.Query().Get("done")]), Euro: b.Currency == "EUR",
		From: in.House.Payouts.From.Masked()}
	title := l.T("Batch {id}", strconv.FormatInt(id, 10))
	return p.show(w, r, status, "batch", pages.View{Title: title, Section: payoutsPath, Content: page})
}

// decidePayout carries a form of a batch's page out, and leads back there.
func (p *Pages) decidePayout(w http.ResponseWriter, r *http.Request, in shop.SignedIn, what string, change decision) error {
	id, err := pages.Number(r, "id")
	if err != nil {
		return err
	}
	form, err := web.ReadForm(w, r, maxForm)
	if err != nil {
		return err
	}
	err = change(id, form)
	if refusable(err) {
		return p.showBatch(w, r, in, id, err)
	}
	if err != nil {
		return err
	}
	http.Redirect(w, r, batchPath(id)+"?done="+what, http.StatusSeeOther)
	return nil
}

func (p *Pages) sendBatch(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	return p.decidePayout(w, r, in, "send", func(id int64, form url.Values) error {
		return p.shop.SendBatch(r.Context(), in, id, payoutsOf(form["had"]), pages.Seen(form))
	})
}

func (p *Pages) cancelBatch(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	return p.decidePayout(w, r, in, "cancel", func(id int64, form url.Values) error {
		return p.shop.CancelBatch(r.Context(), in, id, pages.Seen(form))
	})
}

func (p *Pages) batchArrived(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	return p.decidePayout(w, r, in, "arrived", func(id int64, form url.Values) error {
		return p.shop.BatchArrived(r.Context(), in, id, pages.Seen(form))
	})
}

func (p *Pages) payoutBounced(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	return p.decidePayout(w, r, in, "bounce", func(_ int64, form url.Values) error {
		return p.shop.PayoutBounced(r.Context(), in, payoutOf(form), form.Get("reason"), pages.Seen(form))
	})
}

func (p *Pages) cancelPayout(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	return p.decidePayout(w, r, in, "withdraw", func(_ int64, form url.Values) error {
		return p.shop.CancelPayout(r.Context(), in, payoutOf(form), pages.Seen(form))
	})
}

// payoutOf is the payout that a form is about; 0, which there is none of, for anything else.
func payoutOf(form url.Values) int64 { return payoutID(form.Get("payout")) }

func payoutID(value string) int64 {
	id, _ := strconv.ParseInt(value, 10, 64)
	return id
}

// payoutsOf are the payouts that a form names by one of its fields, likewise.
func payoutsOf(values []string) (ids []int64) {
	for _, value := range values {
		ids = append(ids, payoutID(value))
	}
	return ids
}
