// Package requests holds the pages of buyers' requests for their money: buyers ask at the order, in their library or by the secret
// address of its receipt; sellers answer at their desk, and operators at theirs.
package requests

import (
	"embed"
	"net/http"
	"net/url"
	"strings"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/shop"
	"vitrine/internal/web"
)

//go:embed templates/*.html
var files embed.FS

// The lists of sellers, and of operators.
const (
	sellPath = "/sell/refunds"
	deskPath = "/desk/refund-requests"
)

// maxForm is how many bytes a form has at most: a text in any script, as it is escaped on its way.
const maxForm = 64 << 10

// Pages serves the pages.
type Pages struct {
	*pages.Room
	shop *shop.Shop
}

// New reads the templates.
func New(shell *pages.Shell, s *shop.Shop) (*Pages, error) {
	functions := pages.OrderFunctions()
	functions["of"] = pages.Spoken(func(l *locale.Language) any {
		return func(amount vitrine.Amount, currency string) string { return l.Priced(amount.String(), currency) }
	})
	functions["standing"] = pages.Spoken(func(l *locale.Language) any {
		return func(state vitrine.RefundRequestState) string { return l.Say(standings[state]) }
	})
	functions["why"] = pages.Spoken(func(l *locale.Language) any {
		return func(reason vitrine.RefundReason) string { return l.Say(reasons[reason]) }
	})
	room, err := shell.SpokenRoom(files, functions)
	return &Pages{Room: room, shop: s}, err
}

// standings say how requests stand.
var standings = map[vitrine.RefundRequestState]locale.Phrase{
	vitrine.RequestOpen:      locale.Text("request|The seller is to answer"),
	vitrine.RequestRefused:   locale.Text("request|The seller refused"),
	vitrine.RequestPassed:    locale.Text("request|The marketplace is to decide"),
	vitrine.RequestGranted:   locale.Text("request|Granted"),
	vitrine.RequestDeclined:  locale.Text("request|Declined"),
	vitrine.RequestWithdrawn: locale.Text("request|Withdrawn"),
}

// reasons say why buyers want their money back.
var reasons = map[vitrine.RefundReason]locale.Phrase{
	vitrine.ReasonNotDescribed: locale.Text("reason|It is not as described"),
	vitrine.ReasonBroken:       locale.Text("reason|Files are broken or missing"),
	vitrine.ReasonMistaken:     locale.Text("reason|It was ordered by mistake"),
	vitrine.ReasonDuplicate:    locale.Text("reason|It was paid for twice"),
	vitrine.ReasonFraudulent:   locale.Text("reason|Somebody else paid without being allowed to"),
	vitrine.ReasonOther:        locale.Text("reason|Something else"),
}

// Register adds the pages to a mux. The list of the desk has its place among those of orders: package operator.
func (p *Pages) Register(mux *http.ServeMux) {
	handle := func(pattern string, page pages.Page) { p.Handle(mux, pattern, p.Limited(web.PageViews, page)) }
	handle("GET /library/orders/{id}/refund", pages.ForKnown(p.ask))
	handle("POST /library/orders/{id}/refund", pages.ForKnown(p.change))
	handle("GET /receipt/{key}/refund", pages.Private(p.askByKey))
	handle("POST /receipt/{key}/refund", pages.Private(p.changeByKey))
	for _, root := range []string{sellPath, deskPath} {
		handle("GET "+root, p.on(root, p.list))
		handle("GET "+root+"/{id}", p.on(root, p.one))
		handle("POST "+root+"/{id}", p.on(root, p.answer))
	}
}

// amountOf reads what was typed for a part of the money; 0 for all of it, and -1, which is refused, for what is no amount.
func amountOf(text string) vitrine.Amount {
	text = strings.TrimSpace(text)
	if text == "" {
		return 0
	}
	amount, err := vitrine.ParseTypedPrice(text)
	if err != nil || amount == 0 {
		return -1
	}
	return amount
}

// form is what was typed, and what is wrong with it: "" is of no field.
type form struct {
	Typed  url.Values
	Faults map[string]string
}

// field is a field of a form in a template.
type field struct{ Name, Label, Hint, Value, Fault string }

// Field is a field with what was typed.
func (f form) Field(name, label, hint string) field {
	return field{Name: name, Label: label, Hint: hint, Value: f.Typed.Get(name), Fault: f.Faults[name]}
}
