package stripesim

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
)

// moved is a change of the balance, with what caused it.
type moved struct {
	ID       string `json:"id"`
	Object   string `json:"object"`
	Amount   int64  `json:"amount"`
	Created  int64  `json:"created"`
	Currency string `json:"currency"`
	Fee      int64  `json:"fee"`
	Net      int64  `json:"net"`
	Source   any    `json:"source"`
	Type     string `json:"type"`
}

// moves notes what changed the balance. The source is told as it is when it is asked for.
func (s *Sim) moves(kind string, amount, fee int64, currency string, source any) *moved {
	m := &moved{s.id("txn"), "balance_transaction", amount, s.seconds(), currency, fee, amount - fee, source, kind}
	s.moved = append(s.moved, m)
	return m
}

// listMoved lists the newest first, from a time to another one, as many to a page as are asked for.
func (s *Sim) listMoved(r *http.Request) (any, *refusal) {
	from, _ := strconv.ParseInt(r.Form.Get("created[gte]"), 10, 64)
	to, err := strconv.ParseInt(r.Form.Get("created[lte]"), 10, 64)
	limit, err2 := strconv.Atoi(r.Form.Get("limit"))
	if err != nil || err2 != nil || r.Form.Get("expand[0]") != "data.source" {
		return nil, &refusal{http.StatusBadRequest, "parameter_invalid", "created, limit, expand"}
	}
	found, after := []*moved{}, r.Form.Get("starting_after")
	for _, m := range slices.Backward(s.moved) {
		switch {
		case after != "":
			if m.ID == after {
				after = ""
			}
		case m.Created >= from && m.Created <= to:
			found = append(found, m)
		}
	}
	answer := listOf(r, found[:min(limit, len(found))])
	answer.HasMore = len(found) > limit
	return answer, nil
}

// Moved is what payments with a reference have added to the balance: less fees, what went back, what banks drew and what
// was transferred.
func (s *Sim) Moved(reference string) (net int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	of := map[string]bool{}
	for _, c := range s.sessions {
		if name, paid := c.PaymentIntent.(string); paid && c.Metadata["vitrine_reference"] == reference {
			of[s.charges[name].ID] = true
		}
	}
	for _, m := range s.moved {
		if of[s.chargeMoved(m.Source)] {
			net += m.Net
		}
	}
	return net
}

// chargeMoved is the charge that something is of which has changed the balance; "" for none.
func (s *Sim) chargeMoved(source any) string {
	switch is := source.(type) {
	case *charge:
		return is.ID
	case *refund:
		return is.Charge
	case *dispute:
		return is.Charge
	case *transfer:
		return is.SourceTransaction
	case *reversal:
		return s.transfer(is.Transfer).SourceTransaction
	default:
		return ""
	}
}

// Fees is all that was kept, for payments, for disputes and for itself.
func (s *Sim) Fees() (sum int64) {
	return s.sumOf(func(m *moved) int64 {
		if m.Type == "stripe_fee" {
			return -m.Net
		}
		return m.Fee
	})
}

// Banked is what was paid to the marketplace's bank, less what came back from there.
func (s *Sim) Banked() int64 {
	return s.sumOf(func(m *moved) int64 {
		if m.Type == "payout" || m.Type == "payout_failure" {
			return -m.Net
		}
		return 0
	})
}

func (s *Sim) sumOf(part func(*moved) int64) (sum int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, m := range s.moved {
		sum += part(m)
	}
	return sum
}

type sums struct {
	Object    string `json:"object"`
	Available []sum  `json:"available"`
	Pending   []sum  `json:"pending"`
}

type sum struct {
	Amount   int64  `json:"amount"`
	Currency string `json:"currency"`
}

// balances is what there is, of which nothing is available yet.
func (s *Sim) balances(*http.Request) (any, *refusal) {
	has := map[string]int64{}
	for _, m := range s.moved {
		has[m.Currency] += m.Net
	}
	answer := &sums{Object: "balance", Available: []sum{}, Pending: []sum{}}
	for currency, amount := range has {
		answer.Available, answer.Pending = append(answer.Available, sum{0, currency}), append(answer.Pending, sum{amount, currency})
	}
	return answer, nil
}

// PayMarketplace pays an amount to the marketplace's bank, or has it come back, below zero.
func (s *Sim) PayMarketplace(amount int64, currency string) error {
	return s.happen(func() error {
		p := &payout{ID: s.id("po"), Object: "payout", Amount: amount, Created: s.seconds(), Currency: currency, Status: "paid"}
		kind := "payout"
		if amount < 0 {
			kind = "payout_failure"
		}
		s.moves(kind, -amount, 0, currency, p)
		return nil
	})
}

// Charge has somebody pay for something that is no marketplace's; Bill keeps a fee of no payment.
func (s *Sim) Charge(amount int64, currency string) error {
	return s.happen(func() error {
		if amount <= 0 {
			return fmt.Errorf("nothing is paid")
		}
		s.moves("charge", amount, 0, currency, &charge{ID: s.id("ch"), Object: "charge", Amount: amount, Created: s.seconds(), Currency: currency,
			Metadata: map[string]string{}, Status: "succeeded"})
		return nil
	})
}

// Bill keeps a fee that is of no payment.
func (s *Sim) Bill(amount int64, currency string) error {
	return s.happen(func() error {
		s.moves("stripe_fee", -amount, 0, currency, nil)
		return nil
	})
}
