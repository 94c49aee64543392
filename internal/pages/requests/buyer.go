package requests

import (
	"context"
	"net/http"
	"net/url"
	"strconv"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/shop"
	"vitrine/internal/web"
)

// bought is an order whose buyer is at its page: by the account, or by the secret address of the receipt.
type bought struct {
	order      *vitrine.Order
	path, back string // of this page, and of the order's
	ask        func(ctx context.Context, n shop.NewRefundRequest) error
	turn       func(ctx context.Context, newest int64, insist bool) error
}

// asking is what the page of an order's buyer shows.
type asking struct {
	form
	shop.RefundAsking
	Order      *vitrine.Order
	Path, Back string
	Reasons    []vitrine.RefundReason
	Done       string
}

// done says what a form has done.
var done = map[string]locale.Phrase{
	"ask":      locale.Text("You asked for your money back. A mail tells you what is answered."),
	"insist":   locale.Text("The marketplace decides now. A mail tells you how."),
	"withdraw": locale.Text("You have withdrawn your request."),
}

// stands is how a request stands after what a form has done.
var stands = map[string]vitrine.RefundRequestState{
	"ask": vitrine.RequestOpen, "insist": vitrine.RequestPassed, "withdraw": vitrine.RequestWithdrawn,
}

// own is the order of who is signed in.
func (p *Pages) own(r *http.Request, in shop.SignedIn) (b bought, err error) {
	id, err := pages.Number(r, "id")
	if err != nil {
		return b, err
	}
	b.back = "/library/orders/" + strconv.FormatInt(id, 10)
	b.path = b.back + "/refund"
	caller := vitrine.Caller{User: in.User, Scopes: vitrine.OwnScopes()}
	b.ask = func(ctx context.Context, n shop.NewRefundRequest) error {
		_, err := p.shop.AskRefund(ctx, caller, id, n)
		return err
	}
	b.turn = func(ctx context.Context, newest int64, insist bool) (err error) {
		if insist {
			_, err = p.shop.InsistOnRefund(ctx, caller, newest)
		} else {
			_, err = p.shop.WithdrawRefundRequest(ctx, caller, newest)
		}
		return err
	}
	b.order, err = p.shop.LibraryOrder(r.Context(), in, id)
	return b, err
}

// byKey is the order of a receipt page.
func (p *Pages) byKey(r *http.Request) (b bought, err error) {
	key := r.PathValue("key")
	b.back = "/receipt/" + url.PathEscape(key)
	b.path = b.back + "/refund"
	b.ask = func(ctx context.Context, n shop.NewRefundRequest) error {
		_, err := p.shop.AskRefundOfCheckout(ctx, key, n)
		return err
	}
	b.turn = func(ctx context.Context, _ int64, insist bool) error {
		_, err := p.shop.ChangeRefundOfCheckout(ctx, key, insist)
		return err
	}
	b.order, err = p.shop.OrderOfCheckout(r.Context(), key)
	return b, err
}

func (p *Pages) ask(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	b, err := p.own(r, in)
	if err != nil {
		return err
	}
	return p.showAsking(w, r, b, url.Values{}, nil)
}

func (p *Pages) askByKey(w http.ResponseWriter, r *http.Request) error {
	b, err := p.byKey(r)
	if err != nil {
		return err
	}
	return p.showAsking(w, r, b, url.Values{}, nil)
}

func (p *Pages) change(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	b, err := p.own(r, in)
	if err != nil {
		return err
	}
	return p.carryOut(w, r, b)
}

func (p *Pages) changeByKey(w http.ResponseWriter, r *http.Request) error {
	b, err := p.byKey(r)
	if err != nil {
		return err
	}
	return p.carryOut(w, r, b)
}

// carryOut does what a form of the page asks for.
func (p *Pages) carryOut(w http.ResponseWriter, r *http.Request, b bought) error {
	sent, err := web.ReadForm(w, r, maxForm)
	if err != nil {
		return err
	}
	act := sent.Get("act")
	switch act {
	case "insist", "withdraw":
		newest, err := strconv.ParseInt(sent.Get("request"), 10, 64)
		if err != nil {
			return vitrine.Errorf(vitrine.Malformed, "a form says which request it is about")
		}
		err = b.turn(r.Context(), newest, act == "insist")
		if err != nil {
			return p.showAsking(w, r, b, url.Values{}, err)
		}
	default:
		act = "ask"
		err := b.ask(r.Context(), shop.NewRefundRequest{Amount: amountOf(sent.Get("amount")), Reason: vitrine.RefundReason(sent.Get("reason")),
			Text: sent.Get("text")})
		if err != nil {
			return p.showAsking(w, r, b, sent, err)
		}
	}
	return pages.Done(w, r, b.path, act)
}

// showAsking shows the page, with what was typed where it was refused.
func (p *Pages) showAsking(w http.ResponseWriter, r *http.Request, b bought, typed url.Values, refused error) error {
	status, faults, err := pages.Explained(r, refused, vitrine.Invalid, vitrine.Conflict)
	if err != nil {
		return err
	}
	l := locale.Of(r.Context())
	shown := &asking{form: form{typed, faults}, Order: b.order, Path: b.path, Back: b.back, Reasons: vitrine.RefundReasons()}
	if shown.RefundAsking, err = p.shop.RefundAsking(r.Context(), b.order); err != nil {
		return err
	}
	if act := r.URL.Query().Get("done"); len(shown.Requests) > 0 && shown.Requests[0].State == stands[act] {
		shown.Done = l.Say(done[act]) // and not what has gone on since
	}
	return p.Render(w, r, status, "ask", pages.View{Title: l.T("Your money back"), Hidden: true, Section: "/library", Content: shown})
}
