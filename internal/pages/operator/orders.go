package operator

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/shop"
	"vitrine/internal/store"
)

// pageSize is how many orders, or entries, a page shows.
const pageSize = 50

// states are those of orders, in the order in which a list offers them.
var states = []vitrine.OrderStatus{vitrine.Unpaid, vitrine.Paid, vitrine.Canceled, vitrine.Expired, vitrine.Refunded, vitrine.Disputed}

// found is what the list of orders shows.
type found struct {
	Find, Model, Amount, Status string // as they were typed
	States                      []vitrine.OrderStatus
	Faults                      map[string]string // by the field
	Orders                      []*vitrine.Order
	Total                       string
	First, Next                 string // paths; "" for none
}

func (p *Pages) orders(w http.ResponseWriter, r *http.Request, _ shop.SignedIn) error {
	asked := r.URL.Query()
	f := &found{Find: strings.TrimSpace(asked.Get("find")), Model: strings.TrimSpace(asked.Get("model")),
		Amount: strings.TrimSpace(asked.Get("amount")), Status: asked.Get("status"), States: states, Faults: map[string]string{}}
	l := locale.Of(r.Context())
	q := f.query(l)
	q.Page = vitrine.Page{Number: 1, Size: pageSize, Cursor: asked.Get("cursor")}
	status := http.StatusUnprocessableEntity
	if len(f.Faults) == 0 {
		status = http.StatusOK
		page, err := p.find(r, f.Find, q)
		if err != nil {
			return err
		}
		f.take(l, page, asked)
	}
	return p.show(w, r, status, "orders", pages.View{Title: l.T("Orders"), Section: ordersPath, Content: f})
}

// find looks for orders. A number is that of an order, unless none has it.
func (p *Pages) find(r *http.Request, typed string, q vitrine.OrderQuery) (store.OrderPage, error) {
	if id, err := strconv.ParseInt(strings.TrimPrefix(typed, "#"), 10, 64); err == nil {
		o, err := p.shop.FindOrder(r.Context(), id)
		if err == nil {
			return store.OrderPage{Orders: []*vitrine.Order{o}, Total: vitrine.Total{Count: 1}}, nil
		}
		if vitrine.CodeOf(err) != vitrine.NotFound {
			return store.OrderPage{}, err
		}
	}
	return p.shop.FindOrderPage(r.Context(), q)
}

// query reads what was typed.
func (f *found) query(l *locale.Language) (q vitrine.OrderQuery) {
	if strings.Contains(f.Find, "@") {
		q.Email = f.Find
	} else {
		q.UUID = f.Find
	}
	var err error
	if f.Model != "" {
		if q.ModelID, err = strconv.ParseInt(strings.TrimPrefix(f.Model, "#"), 10, 64); err != nil || q.ModelID < 1 {
			f.Faults["model"] = l.T("A model is named by its number, such as {example}.", "27")
		}
	}
	if f.Amount != "" {
		if q.Price, err = vitrine.ParseTypedPrice(f.Amount); err != nil || q.Price == 0 {
			f.Faults["amount"] = l.T("An amount is a number such as {example}.", "12.50")
		}
	}
	if q.Status, err = vitrine.ParseOrderStatus(f.Status); err != nil {
		f.Faults["status"] = l.T("Choose one of the states.")
	}
	return q
}

// take fills in what was found.
func (f *found) take(l *locale.Language, page store.OrderPage, asked url.Values) {
	f.Orders, f.Total = page.Orders, l.N("{n} order", "{n} orders", page.Total.Count)
	if page.Total.More {
		f.Total = pages.Capitalize(l.N("more than {n} order", "more than {n} orders", page.Total.Count))
	}
	if asked.Get("cursor") != "" {
		f.First = without(ordersPath, asked)
	}
	if page.Next != "" {
		f.Next = onward(ordersPath, asked, page.Next)
	}
}

// without is the path of a list's first page.
func without(path string, asked url.Values) string {
	kept := url.Values{}
	for name, values := range asked {
		if name != "cursor" && len(values) > 0 && values[0] != "" {
			kept.Set(name, values[0])
		}
	}
	if len(kept) == 0 {
		return path
	}
	return path + "?" + kept.Encode()
}

// onward is the path of a list's page after a cursor.
func onward(path string, asked url.Values, cursor string) string {
	first := without(path, asked)
	sign := "?"
	if strings.Contains(first, "?") {
		sign = "&"
	}
	return first + sign + "cursor=" + url.QueryEscape(cursor)
}
