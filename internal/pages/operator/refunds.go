package operator

import (
	"cmp"
	"net/http"
	"strconv"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/shop"
	"vitrine/internal/store"
	"vitrine/internal/web"
)

const refundsPath = "/desk/refunds"

// refundsShown is how many refunds, or disputes, a page shows.
const refundsShown = 100

// returning is money that is still to go back, as a page shows it.
type returning struct {
	vitrine.Refund
	Note, Fault string // what was typed, and what is wrong with it
	Contested   bool   // the buyer's bank has money of the payment
	Shared      bool   // by a provider, with other orders
}

// goesBack is what the page of refunds shows.
type goesBack struct {
	Owed, Waiting []returning
	Done          bool
	Problem       string
}

func (p *Pages) refunds(w http.ResponseWriter, r *http.Request, _ shop.SignedIn) error {
	shown := goesBack{Done: r.URL.Query().Get("done") != ""}
	return p.showRefunds(w, r, http.StatusOK, shown, returning{})
}

func (p *Pages) showRefunds(w http.ResponseWriter, r *http.Request, status int, shown goesBack, typed returning) error {
	list, err := p.db.RefundsWaiting(r.Context(), refundsShown)
	if err != nil {
		return err
	}
	for _, row := range list {
		one := returning{Refund: row}
		if row.ID == typed.ID {
			one.Note, one.Fault = typed.Note, typed.Fault
		}
		if row.State == vitrine.RefundOwed {
			if one.Contested, err = p.contested(r, row); err != nil {
				return err
			}
			if one.Shared, err = p.shop.SharedPayment(r.Context(), row); err != nil {
				return err
			}
			shown.Owed = append(shown.Owed, one)
		} else {
			shown.Waiting = append(shown.Waiting, one)
		}
	}
	return p.show(w, r, status, "refunds", pages.View{Title: locale.Of(r.Context()).T("Refunds"), Section: refundsPath, Content: shown})
}

// contested reports whether a refund waits for the end of a dispute.
func (p *Pages) contested(r *http.Request, row vitrine.Refund) (bool, error) {
	if row.Needless {
		return false, nil
	}
	o, err := p.db.Order(r.Context(), row.OrderID)
	if err != nil {
		return false, err
	}
	return p.shop.Contested(r.Context(), o)
}

// settle takes the word of an operator that money was sent by hand.
func (p *Pages) settle(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	id, err := pages.Number(r, "id")
	if err != nil {
		return err
	}
	form, err := web.ReadForm(w, r, maxForm)
	if err != nil {
		return err
	}
	_, err = p.shop.SettleRefund(r.Context(), in, id, shop.SentByHand{Note: form.Get("note")}, pages.Seen(form))
	l := locale.Of(r.Context())
	switch vitrine.CodeOf(err) {
	case vitrine.Invalid:
		typed := returning{Refund: vitrine.Refund{ID: id}, Note: form.Get("note"), Fault: l.T("Say in 1 to 2,000 characters how it was sent.")}
		return p.showRefunds(w, r, http.StatusUnprocessableEntity, goesBack{}, typed)
	case vitrine.Stale:
		problem := l.T("This was changed meanwhile, in another window or by somebody else. Look at what is stored now, and save once more.")
		typed := returning{Refund: vitrine.Refund{ID: id}, Note: form.Get("note")}
		return p.showRefunds(w, r, http.StatusConflict, goesBack{Problem: problem}, typed)
	case vitrine.Conflict:
		problem := l.T("Somebody else has settled this refund meanwhile.")
		row, readErr := p.db.Refund(r.Context(), id)
		if readErr != nil {
			return readErr
		}
		if row.State == vitrine.RefundOwed {
			if contested, readErr := p.contested(r, row); readErr != nil || !contested {
				return cmp.Or(readErr, err)
			}
			problem = l.T("Nothing was noted: the buyer’s bank has money of this payment. What is owed shows once the dispute is over.")
		}
		return p.showRefunds(w, r, http.StatusConflict, goesBack{Problem: problem}, returning{})
	}
	if err != nil {
		return err
	}
	http.Redirect(w, r, refundsPath+"?done=yes", http.StatusSeeOther)
	return nil
}

const disputesPath = "/desk/disputes"

// contested is a dispute as pages show it.
type contested struct {
	vitrine.Dispute
	Evidence vitrine.DisputeEvidence // as it was sent, or would be
	Done     bool
	Problem  string
}

// Takes reports whether the bank takes an answer.
func (c contested) Takes() bool { return c.Status.Answerable() && c.SentAt.IsZero() }

// Path is the path of the dispute's page.
func (c contested) Path() string { return disputesPath + "/" + strconv.FormatInt(c.ID, 10) }

// contesting is what the list of disputes shows.
type contesting struct{ Open, Over []contested }

func (p *Pages) disputes(w http.ResponseWriter, r *http.Request, _ shop.SignedIn) error {
	var shown contesting
	for _, over := range []bool{false, true} {
		list, err := p.db.Disputes(r.Context(), store.DisputeQuery{Over: over, Limit: refundsShown})
		if err != nil {
			return err
		}
		for _, d := range list {
			if over {
				shown.Over = append(shown.Over, contested{Dispute: d})
			} else {
				shown.Open = append(shown.Open, contested{Dispute: d})
			}
		}
	}
	return p.show(w, r, http.StatusOK, "disputes", pages.View{Title: locale.Of(r.Context()).T("Disputes"), Section: disputesPath,
		Content: shown})
}

func (p *Pages) dispute(w http.ResponseWriter, r *http.Request, _ shop.SignedIn) error {
	return p.showDispute(w, r, http.StatusOK, nil, "")
}

// showDispute shows a dispute with its evidence, or with what was typed of it.
func (p *Pages) showDispute(w http.ResponseWriter, r *http.Request, status int, typed *vitrine.DisputeEvidence, problem string) error {
	id, err := pages.Number(r, "id")
	if err != nil {
		return err
	}
	d, err := p.db.Dispute(r.Context(), id)
	if err != nil {
		return err
	}
	shown := contested{Dispute: d, Evidence: d.Evidence, Done: r.URL.Query().Get("done") != "", Problem: problem}
	if d.SentAt.IsZero() {
		if shown.Evidence, err = p.shop.EvidenceOf(r.Context(), d); err != nil {
			return err
		}
	}
	if typed != nil {
		shown.Evidence = *typed
	}
	title := locale.Of(r.Context()).T("Dispute {id}", strconv.FormatInt(id, 10))
	return p.show(w, r, status, "dispute", pages.View{Title: title, Section: disputesPath, Content: shown})
}

// maxAnswer is how long the form of an answer is: five texts in any script.
const maxAnswer = 512 << 10

// answer sends evidence to the bank.
func (p *Pages) answer(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	id, err := pages.Number(r, "id")
	if err != nil {
		return err
	}
	form, err := web.ReadForm(w, r, maxAnswer)
	if err != nil {
		return err
	}
	e := vitrine.DisputeEvidence{Product: form.Get("product"), Buyer: form.Get("buyer"), Terms: form.Get("terms"),
		Access: form.Get("access"), Text: form.Get("text")}
	_, err = p.shop.AnswerDispute(r.Context(), in, id, e, pages.Seen(form))
	l := locale.Of(r.Context())
	switch vitrine.CodeOf(err) {
	case vitrine.Invalid:
		return p.showDispute(w, r, http.StatusUnprocessableEntity, &e, l.T("Each text has at most 20,000 characters."))
	case vitrine.Stale:
		return p.showDispute(w, r, http.StatusPreconditionFailed, &e,
			l.T("The dispute has changed since you opened this page: look at it as it is now."))
	case vitrine.Conflict:
		return p.showDispute(w, r, http.StatusConflict, &e, l.T("This dispute takes no answer here any more."))
	}
	if err != nil {
		return err
	}
	http.Redirect(w, r, disputesPath+"/"+strconv.FormatInt(id, 10)+"?done=yes", http.StatusSeeOther)
	return nil
}

// standings say how disputes stand.
var standings = map[vitrine.DisputeStatus]locale.Phrase{
	vitrine.InquiryOpen:     locale.Text("the bank asks, and no money has moved"),
	vitrine.InquiryReview:   locale.Text("the bank reads the answer, and no money has moved"),
	vitrine.InquiryOver:     locale.Text("asked, and no money has moved"),
	vitrine.DisputeOpen:     locale.Text("waits for an answer"),
	vitrine.DisputeReviewed: locale.Text("the bank reads the answer"),
	vitrine.DisputeWon:      locale.Text("dispute|won"),
	vitrine.DisputeLost:     locale.Text("dispute|lost"),
}
