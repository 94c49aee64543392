package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/url"
	"time"
)

// orders asks for one of so many models, from the first on.
func (m *market) orders(class string, models int) work {
	return work{source: func(r *rand.Rand) source {
		return func(answer) (request, bool) { return order(class, 1+r.IntN(models)), true }
	}}
}

func order(class string, id int) request {
	return request{class: class, method: "POST", path: "/v1/orders/",
		body: fmt.Sprintf(`{"model_id":%d,"return_url":"https://shop.example/back","again":true}`, id)}
}

// sales makes orders and pays each on its page: every other request is a sale.
func (m *market) sales(class string, models int) work {
	return work{source: func(r *rand.Rand) source {
		return func(last answer) (request, bool) {
			if page := checkoutIn(last.body); page != "" {
				return request{class: class + "-paid", method: "POST", path: page, body: "outcome=pay", visitor: true, form: true}, true
			}
			made := order(class+"-made", 1+r.IntN(models))
			made.keep = true
			return made, true
		}
	}}
}

// checkoutIn is the path of the page on which an order is paid that was just made; "" in another answer.
func checkoutIn(body []byte) string {
	var made struct {
		Checkout string `json:"checkout_url"`
	}
	if len(body) == 0 || json.Unmarshal(body, &made) != nil {
		return ""
	}
	address, err := url.Parse(made.Checkout)
	if err != nil {
		return ""
	}
	return address.Path
}

// publish publishes drafts, each once.
func (m *market) publish(class string) (work, error) {
	if err := m.findDrafts(); err != nil {
		return work{}, err
	}
	return work{source: func(*rand.Rand) source {
		return func(answer) (request, bool) { return m.publication(class) }
	}}, nil
}

func (m *market) publication(class string) (request, bool) {
	select {
	case id := <-m.drafts:
		return request{class: class, method: "PUT", path: fmt.Sprintf("/v1/models/%d", id), body: `{"status":"published"}`}, true
	default:
		return request{}, false
	}
}

// besideClass is the class of what goes on beside a work.
const besideClass = "beside: publish"

// beside publishes a draft so often, beside a work; nil when nothing is to be published.
func (m *market) beside() (func(end time.Time) *result, error) {
	pause := m.publishEvery
	if pause == 0 {
		return nil, nil
	}
	if err := m.findDrafts(); err != nil {
		return nil, err
	}
	return func(end time.Time) *result {
		began := time.Now()
		next := func(answer) (request, bool) {
			began = began.Add(pause)
			time.Sleep(time.Until(began))
			return m.publication(besideClass)
		}
		return drive(m.options, next, end)
	}, nil
}
