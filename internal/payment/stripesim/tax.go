package stripesim

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/stripe/stripe-go/v86"
)

// Customer is what somebody types on the page of a session.
type Customer struct {
	Name    string
	Line    string // of their address
	City    string
	Postal  string
	State   string
	Country string
	VATID   string // of the European Union
	TaxID   string // of Australia
	Card    string // where their card was issued
}

type automaticTax struct {
	Enabled  bool    `json:"enabled"`
	Provider *string `json:"provider"`
	Status   *string `json:"status"`
}

type totals struct {
	Tax int64 `json:"amount_tax"`
}

type customer struct {
	Address      address `json:"address"`
	BusinessName string  `json:"business_name,omitempty"`
	Name         string  `json:"name"`
	TaxExempt    string  `json:"tax_exempt"`
	TaxIDs       []taxID `json:"tax_ids"`

	card string
}

type address struct {
	City       string  `json:"city"`
	Country    string  `json:"country"`
	Line1      string  `json:"line1"`
	Line2      *string `json:"line2"`
	PostalCode string  `json:"postal_code"`
	State      string  `json:"state"`
}

type taxID struct {
	Type  string `json:"type"`
	Value string `json:"value"`
}

type method struct {
	Type string `json:"type"`
	Card card   `json:"card"`
}

type card struct {
	Country string `json:"country"`
}

// line is one of what a session is for.
type line struct {
	ID          string            `json:"id"`
	Object      string            `json:"object"`
	Tax         int64             `json:"amount_tax"`
	Total       int64             `json:"amount_total"`
	Currency    string            `json:"currency"`
	Description string            `json:"description"`
	Metadata    map[string]string `json:"metadata"`
	Quantity    int64             `json:"quantity"`
	Taxes       []taxOf           `json:"taxes,omitempty"`

	behavior, code string
}

type taxOf struct {
	Amount  int64   `json:"amount"`
	Rate    taxRate `json:"rate"`
	Reason  string  `json:"taxability_reason"`
	Taxable int64   `json:"taxable_amount"`
}

type taxRate struct {
	ID           string  `json:"id"`
	Object       string  `json:"object"`
	Country      string  `json:"country"`
	DisplayName  string  `json:"display_name"`
	Effective    float64 `json:"effective_percentage"`
	Inclusive    bool    `json:"inclusive"`
	Jurisdiction string  `json:"jurisdiction"`
	Percentage   float64 `json:"percentage"`
	State        *string `json:"state"`
	Type         string  `json:"tax_type"`
}

// The marketplace is in Germany, and registered in the European Union and in New York.
const origin = "DE"

// rate is a tax that somebody owes, in thousandths of a percent.
type rate struct {
	place, state, kind string
	percent            int64
}

var registered = map[string][]rate{
	"DE": {{"Germany", "", "vat", 19_000}},
	"FR": {{"France", "", "vat", 20_000}},
	"AT": {{"Austria", "", "vat", 20_000}},
	"FI": {{"Finland", "", "vat", 25_500}},
	"US-NY": {{"New York", "NY", "sales_tax", 4_000}, {"New York City", "NY", "sales_tax", 4_500},
		{"Metropolitan Commuter Transportation District", "NY", "sales_tax", 375}},
}

// What Stripe Tax says of its last reckoning, but for "complete".
const (
	TaxFailed  = "failed"
	TaxUnsure  = "requires_location_inputs"
	TaxRefused = "inactive" // no session is opened: it is not set up
)

// FailTax has Stripe Tax find nothing from now on, as one of these says it; "" for no more.
func (s *Sim) FailTax(how string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.taxFails = how
}

// asksTax notes whether the tax of a session is to be found.
func (s *Sim) asksTax(c *session, f url.Values) *refusal {
	if f.Get("automatic_tax[enabled]") != "true" {
		return nil
	}
	if s.taxFails == TaxRefused {
		return &refusal{http.StatusBadRequest, stripe.ErrorCodeStripeTaxInactive, "Stripe Tax has not been activated on your account."}
	}
	for _, item := range c.lines {
		if item.behavior != "inclusive" || !strings.HasPrefix(item.code, "txcd_") {
			return &refusal{http.StatusBadRequest, "parameter_invalid", "tax_behavior, tax_code"}
		}
	}
	if f.Get("billing_address_collection") != "required" || f.Get("tax_id_collection[enabled]") != "true" {
		return &refusal{http.StatusBadRequest, "parameter_invalid", "billing_address_collection, tax_id_collection"}
	}
	c.AutomaticTax = automaticTax{Enabled: true, Provider: text("stripe"), Status: text(TaxUnsure)}
	return nil
}

func text(s string) *string { return &s }

// Say has the customer of a session type who they are. Of one who says nothing it is known that they are in Germany.
func (s *Sim) Say(id string, said Customer) error {
	return s.happen(func() error {
		c, err := s.open(id)
		if err != nil {
			return err
		}
		c.Customer = said.told()
		return nil
	})
}

func (c Customer) told() *customer {
	told := &customer{Name: c.Name, TaxExempt: "none", TaxIDs: []taxID{}, card: c.Card,
		Address: address{City: c.City, Country: c.Country, Line1: c.Line, PostalCode: c.Postal, State: c.State}}
	if c.VATID != "" {
		told.BusinessName, told.TaxIDs = c.Name, append(told.TaxIDs, taxID{"eu_vat", c.VATID})
	}
	if c.TaxID != "" {
		told.BusinessName, told.TaxIDs = c.Name, append(told.TaxIDs, taxID{"au_abn", c.TaxID})
	}
	return told
}

// tax finds the tax of a session that is completed.
func (s *Sim) tax(c *session) {
	if !c.AutomaticTax.Enabled {
		return
	}
	if c.Customer == nil {
		c.Customer = Customer{Name: "Ada Example", Line: "Marktplatz 1", City: "Berlin", Postal: "10115", Country: origin}.told()
	}
	if s.taxFails == TaxFailed || s.taxFails == TaxUnsure {
		c.AutomaticTax.Status = text(s.taxFails)
		return
	}
	c.AutomaticTax.Status = text("complete")
	for _, item := range c.lines {
		s.taxLine(item, c.Customer)
		c.Totals.Tax += item.Tax
	}
}

// taxLine finds the tax that the price of a line has in it, and what of it each authority has.
func (s *Sim) taxLine(item *line, by *customer) {
	land := by.Address.Country
	owed, known := registered[land]
	if !known {
		owed, known = registered[land+"-"+by.Address.State]
	}
	reason, sum := "standard_rated", int64(0)
	switch business := len(by.TaxIDs) > 0 && by.TaxIDs[0].Type == "eu_vat"; {
	case !known:
		owed, reason = []rate{{place: land}}, "not_collecting"
	case business && land != origin:
		reason = "reverse_charge"
	}
	if reason == "standard_rated" {
		for _, r := range owed {
			sum += r.percent
		}
	}
	item.Tax = (2*item.Total*sum + 100_000 + sum) / (2 * (100_000 + sum))
	upTo, given := int64(0), int64(0)
	for _, r := range owed {
		effective := int64(0)
		if sum > 0 {
			effective, upTo = r.percent, upTo+r.percent
		}
		part := int64(0)
		if sum > 0 {
			part = item.Tax*upTo/sum - given
		}
		given += part
		item.Taxes = append(item.Taxes, taxOf{part, taxRate{ID: s.id("txr"), Object: "tax_rate", Country: land, DisplayName: r.kind,
			Effective: float64(effective) / 1000, Inclusive: true, Jurisdiction: r.place, Percentage: float64(r.percent) / 1000,
			State: text(r.state), Type: r.kind}, reason, item.Total - item.Tax})
	}
}

// listLines lists what a session is for.
func (s *Sim) listLines(r *http.Request) (any, *refusal) {
	c, ok := s.sessions[r.PathValue("id")]
	if !ok {
		return nil, missing("checkout session")
	}
	found := []*line{}
	for _, item := range c.lines {
		shown := *item
		if r.Form.Get("expand[0]") != "data.taxes" {
			shown.Taxes = nil
		}
		found = append(found, &shown)
	}
	return listOf(r, found), nil
}

// TaxOf is the tax that was found of a session's lines.
func (s *Sim) TaxOf(id string) (int64, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c, ok := s.sessions[id]
	if !ok {
		return 0, fmt.Errorf("no such checkout session: %s", id)
	}
	return c.Totals.Tax, nil
}
