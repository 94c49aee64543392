package requests

import (
	"net/http"
	"net/url"
	"strconv"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/shop"
	"vitrine/internal/store"
	"vitrine/internal/web"
)

// rowsShown is how many requests a page lists.
const rowsShown = 25

// side is who answers: a seller, or an operator.
type side struct {
	root string
	in   shop.SignedIn
}

// desk reports whether it is an operator.
func (s side) desk() bool { return s.root == deskPath }

// caller is a seller, who is nothing more here though they may be an operator.
func (s side) caller() vitrine.Caller {
	return vitrine.Caller{User: s.in.User, Scopes: vitrine.OwnScopes()}
}

// waits is the state of requests that wait for the side.
func (s side) waits() vitrine.RefundRequestState {
	if s.desk() {
		return vitrine.RequestPassed
	}
	return vitrine.RequestOpen
}

// on is a page of a side, for who is signed in and may act there.
func (p *Pages) on(root string, next func(w http.ResponseWriter, r *http.Request, at side) error) pages.Page {
	signedIn := pages.ForSignedIn
	if root == deskPath {
		signedIn = pages.ForOperators
	}
	return signedIn(func(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
		return next(w, r, side{root, in})
	})
}

// show renders a page of a side.
func (p *Pages) show(w http.ResponseWriter, r *http.Request, status int, at side, name, title string, content any) error {
	v := pages.View{Title: title, Hidden: true, Section: "/sell", Content: content}
	if at.desk() {
		v.Section = deskPath
	}
	return p.Render(w, r, status, name, v)
}

// listed is what a list shows.
type listed struct {
	Desk     bool
	Root     string
	All      bool // also those that nobody is to answer any more
	Requests []vitrine.RefundRequest
	Next     string // path of the next page, "" on the last
}

func (p *Pages) list(w http.ResponseWriter, r *http.Request, at side) error {
	shown := &listed{Desk: at.desk(), Root: at.root, All: r.URL.Query().Get("list") == "all"}
	q := store.RefundRequestQuery{State: at.waits(), Page: vitrine.Page{Number: 1, Size: rowsShown, Cursor: r.URL.Query().Get("cursor")}}
	if shown.All {
		q.State = ""
	}
	found, err := p.requests(r, at, q)
	if err != nil {
		return err
	}
	if shown.Requests = found.Requests; found.Next != "" {
		next := url.Values{"cursor": {found.Next}}
		if shown.All {
			next.Set("list", "all")
		}
		shown.Next = at.root + "?" + next.Encode()
	}
	return p.show(w, r, http.StatusOK, at, "list", locale.Of(r.Context()).T("Refund requests"), shown)
}

func (p *Pages) requests(r *http.Request, at side, q store.RefundRequestQuery) (store.RefundRequestPage, error) {
	if at.desk() {
		return p.shop.RefundRequestsAtDesk(r.Context(), at.in, q)
	}
	return p.shop.RefundRequests(r.Context(), at.caller(), vitrine.OrdersSold, q)
}

// answering is what the page of a request shows.
type answering struct {
	form
	vitrine.RefundRequest
	Desk       bool
	Root, Done string
	Takes      bool // an answer of the side
	All        bool // it is of all that is left of the order
	Contested  bool // the buyer's bank has money of the payment: nothing can go back
	Order      *vitrine.Order
	Downloads  int // of the order, so far
}

// Path is the address of the page.
func (a *answering) Path() string { return a.Root + "/" + strconv.FormatInt(a.ID, 10) }

func (p *Pages) one(w http.ResponseWriter, r *http.Request, at side) error {
	q, err := p.request(r, at)
	if err != nil {
		return err
	}
	if takes(at, q) { // before the form is filled in, which would be lost after
		if err := p.shop.ProvedNow(r.Context(), at.in); err != nil {
			return err
		}
	}
	return p.showOne(w, r, at, q, url.Values{}, nil)
}

// takes reports whether a side is to answer, or may.
func takes(at side, q vitrine.RefundRequest) bool {
	return q.State == vitrine.RequestOpen || at.desk() && !q.State.Over()
}

func (p *Pages) request(r *http.Request, at side) (vitrine.RefundRequest, error) {
	id, err := pages.Number(r, "id")
	if err != nil {
		return vitrine.RefundRequest{}, err
	}
	if at.desk() {
		return p.shop.RefundRequestAtDesk(r.Context(), at.in, id)
	}
	q, err := p.shop.RefundRequest(r.Context(), at.caller(), id)
	if err == nil && q.SellerID != at.in.User.ID {
		err = pages.NothingHere()
	}
	return q, err
}

func (p *Pages) showOne(w http.ResponseWriter, r *http.Request, at side, q vitrine.RefundRequest, typed url.Values, refused error) error {
	status, faults, err := pages.Explained(r, refused, vitrine.Invalid, vitrine.Conflict, vitrine.Stale)
	if err != nil {
		return err
	}
	l := locale.Of(r.Context())
	if vitrine.CodeOf(refused) == vitrine.Stale {
		faults = map[string]string{"": l.T("Somebody has changed this meanwhile. Look at it as it is now, and decide once more.")}
	}
	shown := &answering{form: form{typed, faults}, RefundRequest: q, Desk: at.desk(), Root: at.root, Takes: takes(at, q)}
	if r.URL.Query().Get("done") != "" {
		shown.Done = l.T("Your answer is given. The buyer gets a mail.")
	}
	if shown.Order, err = p.shop.FindOrder(r.Context(), q.OrderID); err != nil {
		return err
	}
	if shown.Contested, err = p.shop.Contested(r.Context(), shown.Order); err != nil {
		return err
	}
	shown.All = q.Amount >= shown.Order.Left()
	if shown.Downloads, err = p.shop.DownloadsOf(r.Context(), q.OrderID); err != nil {
		return err
	}
	return p.show(w, r, status, at, "one", l.T("Refund request {id}", strconv.FormatInt(q.ID, 10)), shown)
}

// answer gives the answer of a side.
func (p *Pages) answer(w http.ResponseWriter, r *http.Request, at side) error {
	q, err := p.request(r, at)
	if err != nil {
		return err
	}
	sent, err := web.ReadForm(w, r, maxForm)
	if err != nil {
		return err
	}
	a := shop.RefundAnswer{Grant: sent.Get("answer") == "grant", KeepDownloads: sent.Get("keep_downloads") == "yes", Text: sent.Get("text")}
	if a.Grant {
		a.Amount = amountOf(sent.Get("amount"))
	}
	give := p.shop.AnswerRefundRequest
	if at.desk() {
		give = p.shop.DecideRefundRequest
	}
	if _, err := give(r.Context(), at.in, q.ID, a, pages.Seen(sent)); err != nil {
		now, readErr := p.request(r, at)
		if readErr != nil {
			return readErr
		}
		return p.showOne(w, r, at, now, sent, err)
	}
	return pages.Done(w, r, at.root+"/"+strconv.FormatInt(q.ID, 10), "answer")
}
