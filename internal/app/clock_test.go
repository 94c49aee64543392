package app_test

import (
	"fmt"
	"net/http"
	"net/url"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/app"
	"vitrine/internal/markettest"
	"vitrine/internal/shop"
)

// saidOf is what a marketplace says of an order, by each way to ask.
type saidOf struct {
	Shop        vitrine.OrderStatus
	API, Listed any // the state in the record, and in the list of orders in that state
	Checkout    bool
	Page        bool // it offers to pay
	Paid        int  // status of the answer to a payment
}

// TestOneClock has the clock of a marketplace go ahead of the machine's, over the end of
// an order: shop, interface and page say the same of it at each time.
func TestOneClock(t *testing.T) {
	t.Parallel()
	var ahead atomic.Int64
	now := func() time.Time { return time.Now().Add(time.Duration(ahead.Load())) }
	m := marketWith(t, app.Options{Config: unlimited(t), Read: readPlainly, Now: now}, "ada")
	cube, err := os.ReadFile("../../docs/tour/cube.stl")
	if err != nil {
		t.Fatal(err)
	}
	path := m.draft(t, upload{
		members:  map[string]any{"title": "Cube", "category": "furniture", "subcategory": "chairs", "price": 5},
		files:    []namedFile{{plain + "cube.stl", cube}},
		pictures: []namedFile{{"cube.png", swatch(1)}},
	})
	m.publish(t, path)
	user, access, err := m.app.Shop().CreateUser(t.Context(), shop.NewUser{Username: "bob", Email: "bob@example.com"})
	if err != nil {
		t.Fatal(err)
	}
	m.token = access.Secret
	made := m.call(t, "POST", "/v1/orders", map[string]any{"model_id": strings.TrimPrefix(path, "/v1/models/")})
	id, checkout := fmt.Sprint(made["id"]), fmt.Sprint(made["checkout_url"])

	lifetime := shop.DefaultSettings().OrderLifetime
	for _, c := range []struct {
		ahead time.Duration
		want  saidOf
	}{
		{lifetime - time.Hour, saidOf{Shop: vitrine.Unpaid, API: "unpaid", Listed: "unpaid", Checkout: true, Page: true}},
		{lifetime + time.Hour, saidOf{Shop: vitrine.Expired, API: "expired", Listed: "expired", Paid: http.StatusConflict}},
	} {
		ahead.Store(int64(c.ahead))
		if diff := cmp.Diff(c.want, m.saysOf(t, vitrine.Caller{User: *user}, id, checkout)); diff != "" {
			t.Errorf("%v after the order was made (-want +got):\n%s", c.ahead, diff)
		}
	}
}

func (m *market) saysOf(t *testing.T, buyer vitrine.Caller, id, checkout string) (said saidOf) {
	t.Helper()
	var number int64
	if _, err := fmt.Sscan(id, &number); err != nil {
		t.Fatal(err)
	}
	o, err := m.app.Shop().Order(t.Context(), buyer, number)
	if err != nil {
		t.Fatal(err)
	}
	record := m.call(t, "GET", "/v1/orders/"+id, nil)
	said.Shop, said.API, said.Checkout = o.Status, record["status"], record["checkout_url"] != nil
	if listed, _ := m.call(t, "GET", fmt.Sprintf("/v1/orders?status=%s", said.Shop), nil)["orders"].([]any); len(listed) == 1 {
		said.Listed = listed[0].(map[string]any)["status"]
	}
	_, page := markettest.Fetch(t, m.client, checkout)
	if said.Page = strings.Contains(string(page), `value="pay"`); said.Page {
		return said
	}
	paid, err := m.client.PostForm(checkout, url.Values{"outcome": {"pay"}})
	if err != nil {
		t.Fatal(err)
	}
	defer paid.Body.Close()
	said.Paid = paid.StatusCode
	return said
}
