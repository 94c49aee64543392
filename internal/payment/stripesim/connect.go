package stripesim

import (
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"github.com/stripe/stripe-go/v86"
)

// account is a connected account, with its balance.
type account struct {
	ID             string            `json:"id"`
	Object         string            `json:"object"`
	Capabilities   map[string]string `json:"capabilities"`
	Created        int64             `json:"created"`
	DetailsDone    bool              `json:"details_submitted"`
	Email          string            `json:"email,omitempty"`
	Metadata       map[string]string `json:"metadata"`
	PayoutsEnabled bool              `json:"payouts_enabled"`
	Requirements   requirements      `json:"requirements"`

	closed  bool
	has     int64 // of the smallest unit
	payouts []*payout
}

type requirements struct {
	CurrentlyDue   []string `json:"currently_due"`
	DisabledReason *string  `json:"disabled_reason"`
}

type transfer struct {
	ID                string            `json:"id"`
	Object            string            `json:"object"`
	Amount            int64             `json:"amount"`
	AmountReversed    int64             `json:"amount_reversed"`
	Created           int64             `json:"created"`
	Currency          string            `json:"currency"`
	Destination       string            `json:"destination"`
	Livemode          bool              `json:"livemode"`
	Metadata          map[string]string `json:"metadata"`
	Reversed          bool              `json:"reversed"`
	SourceTransaction string            `json:"source_transaction"`
	TransferGroup     string            `json:"transfer_group"`

	reversals []*reversal
}

type reversal struct {
	ID       string            `json:"id"`
	Object   string            `json:"object"`
	Amount   int64             `json:"amount"`
	Created  int64             `json:"created"`
	Currency string            `json:"currency"`
	Metadata map[string]string `json:"metadata"`
	Transfer string            `json:"transfer"`
}

type payout struct {
	ID             string `json:"id"`
	Object         string `json:"object"`
	Amount         int64  `json:"amount"`
	Created        int64  `json:"created"`
	Currency       string `json:"currency"`
	FailureCode    string `json:"failure_code,omitempty"`
	FailureMessage string `json:"failure_message,omitempty"`
	Status         string `json:"status"`
}

type link struct {
	Object  string `json:"object"`
	Created int64  `json:"created"`
	Expires int64  `json:"expires_at"`
	URL     string `json:"url"`
}

func (s *Sim) createAccount(r *http.Request) (any, *refusal) {
	f := r.PostForm
	for name, want := range map[string]string{
		"controller[stripe_dashboard][type]": "express", "controller[requirement_collection]": "stripe",
		"controller[losses][payments]": "application", "controller[fees][payer]": "application", "capabilities[transfers][requested]": "true",
	} {
		if f.Get(name) != want {
			return nil, &refusal{http.StatusBadRequest, "parameter_invalid", name}
		}
	}
	due := "requirements.past_due"
	a := &account{ID: s.id("acct"), Object: "account", Capabilities: map[string]string{"transfers": "inactive"}, Created: s.seconds(),
		Email: f.Get("email"), Metadata: metadata(f, "metadata"), Requirements: requirements{[]string{"external_account"}, &due}}
	s.accounts[a.ID] = a
	s.tellOf(a, "account.updated", a)
	return a, nil
}

func (s *Sim) account(r *http.Request) (any, *refusal) {
	if a, ok := s.accounts[r.PathValue("id")]; ok && !a.closed {
		return a, nil
	}
	return nil, &refusal{http.StatusForbidden, stripe.ErrorCodeAccountInvalid, "no access to that account, or it does not exist"}
}

func (s *Sim) createLink(r *http.Request) (any, *refusal) {
	f := r.PostForm
	if _, ok := s.accounts[f.Get("account")]; !ok {
		return nil, missing("account")
	}
	if f.Get("type") != "account_onboarding" || f.Get("return_url") == "" || f.Get("refresh_url") == "" {
		return nil, &refusal{http.StatusBadRequest, "parameter_invalid", "type, return_url and refresh_url"}
	}
	return &link{"account_link", s.seconds(), s.seconds() + 300,
		s.options.Address + "/setup/" + f.Get("account") + "?" + url.Values{"to": {f.Get("return_url")}}.Encode()}, nil
}

func (s *Sim) createTransfer(r *http.Request) (any, *refusal) {
	f := r.PostForm
	amount, err := strconv.ParseInt(f.Get("amount"), 10, 64)
	a, source := s.accounts[f.Get("destination")], s.chargeOf(f.Get("source_transaction"))
	switch {
	case err != nil || amount <= 0 || amount%coinOf(f.Get("currency")) != 0:
		return nil, &refusal{http.StatusBadRequest, "parameter_invalid", "amount"}
	case a == nil:
		return nil, missing("destination")
	case a.Capabilities["transfers"] != "active":
		return nil, &refusal{http.StatusBadRequest, incapable, "the destination can't take transfers"}
	case source == nil || source.has().Currency != f.Get("currency"):
		return nil, missing("charge")
	case s.transferredOf(source.ID)+amount > source.has().Amount:
		return nil, &refusal{http.StatusBadRequest, stripe.ErrorCodeBalanceInsufficient, "more than the charge"}
	}
	t := &transfer{ID: s.id("tr"), Object: "transfer", Amount: amount, Created: s.seconds(),
		Currency: source.has().Currency, Destination: a.ID,
		Livemode: s.live(), Metadata: metadata(f, "metadata"), SourceTransaction: source.ID, TransferGroup: f.Get("transfer_group")}
	a.has += amount
	s.transfers = append(s.transfers, t)
	s.moves("transfer", -amount, 0, t.Currency, t)
	s.tell("transfer.created", t)
	return t, nil
}

// has is what has settled of a charge.
func (c *charge) has() balance {
	if settled, ok := c.Balance.(*balance); ok {
		return *settled
	}
	return balance{Amount: c.Amount, Currency: c.Currency}
}

func (s *Sim) chargeOf(id string) *charge {
	for _, c := range s.charges {
		if c.ID == id {
			return c
		}
	}
	return nil
}

// transferredOf is what stands elsewhere of a charge.
func (s *Sim) transferredOf(charge string) (sum int64) {
	for _, t := range s.transfers {
		if t.SourceTransaction == charge {
			sum += t.Amount - t.AmountReversed
		}
	}
	return sum
}

// incapable refuses a transfer to an account that may have none.
const incapable = "insufficient_capabilities_for_transfer"

// listTransfers lists those of a group, or to an account since a time, the newest first.
func (s *Sim) listTransfers(r *http.Request) (any, *refusal) {
	group, to := r.Form.Get("transfer_group"), r.Form.Get("destination")
	from, _ := strconv.ParseInt(r.Form.Get("created[gte]"), 10, 64)
	if group == "" && to == "" {
		return nil, &refusal{http.StatusBadRequest, "parameter_invalid", "transfer_group or destination"}
	}
	found := []*transfer{}
	for _, t := range slices.Backward(s.transfers) {
		if (group == "" || t.TransferGroup == group) && (to == "" || t.Destination == to) && t.Created >= from {
			found = append(found, t)
		}
	}
	return listOf(r, found), nil
}

// transfer is one of them; nil where there is none.
func (s *Sim) transfer(id string) *transfer {
	for _, t := range s.transfers {
		if t.ID == id {
			return t
		}
	}
	return nil
}

func (s *Sim) getTransfer(r *http.Request) (any, *refusal) {
	if t := s.transfer(r.PathValue("id")); t != nil {
		return t, nil
	}
	return nil, missing("transfer")
}

func (s *Sim) listReversals(r *http.Request) (any, *refusal) {
	t := s.transfer(r.PathValue("id"))
	if t == nil {
		return nil, missing("transfer")
	}
	return listOf(r, append([]*reversal{}, t.reversals...)), nil
}

func (s *Sim) createReversal(r *http.Request) (any, *refusal) {
	t := s.transfer(r.PathValue("id"))
	if t == nil {
		return nil, missing("transfer")
	}
	amount, err := strconv.ParseInt(r.PostForm.Get("amount"), 10, 64)
	switch a := s.accounts[t.Destination]; {
	case err != nil || amount <= 0 || amount > t.Amount-t.AmountReversed || amount%coinOf(t.Currency) != 0:
		return nil, &refusal{http.StatusBadRequest, "parameter_invalid", "amount"}
	case a.has < amount:
		return nil, &refusal{http.StatusBadRequest, stripe.ErrorCodeBalanceInsufficient, "the account has too little"}
	default:
		a.has -= amount
	}
	t.AmountReversed += amount
	t.Reversed = t.AmountReversed == t.Amount
	made := &reversal{s.id("trr"), "transfer_reversal", amount, s.seconds(), t.Currency, metadata(r.PostForm, "metadata"), t.ID}
	t.reversals = append(t.reversals, made)
	s.moves("transfer_refund", amount, 0, t.Currency, made)
	s.tell("transfer.reversed", t)
	return made, nil
}

func (s *Sim) listPayouts(r *http.Request) (any, *refusal) {
	a, ok := s.accounts[r.Header.Get("Stripe-Account")]
	if !ok {
		return nil, missing("account")
	}
	newest := []*payout{}
	if n := len(a.payouts); n > 0 {
		newest = append(newest, a.payouts[n-1])
	}
	return listOf(r, newest), nil
}

// tellOf notes an event of a connected account.
func (s *Sim) tellOf(a *account, kind string, object any) {
	s.tell(kind, object)
	s.events[len(s.events)-1].Account = a.ID
}

// onAccount changes an account.
func (s *Sim) onAccount(id string, change func(a *account)) error {
	return s.happen(func() error {
		a, ok := s.accounts[id]
		if !ok {
			return fmt.Errorf("no such account: %s", id)
		}
		change(a)
		return nil
	})
}

// Onboarded has a seller tell all that is asked: money can be moved to the account.
func (s *Sim) Onboarded(id string) error {
	return s.onAccount(id, func(a *account) {
		a.Capabilities["transfers"], a.DetailsDone, a.PayoutsEnabled, a.Requirements = "active", true, true,
			requirements{CurrentlyDue: []string{}}
		s.tellOf(a, "account.updated", a)
	})
}

// Restrict has an account asked for more: nothing is moved to it meanwhile.
func (s *Sim) Restrict(id, reason string) error {
	return s.onAccount(id, func(a *account) {
		a.Capabilities["transfers"], a.PayoutsEnabled = "inactive", false
		a.Requirements = requirements{[]string{"individual.verification.document"}, &reason}
		s.tellOf(a, "account.updated", a)
	})
}

// CloseAccount has a seller close their account: nobody can ask for it any more.
func (s *Sim) CloseAccount(id string) error {
	return s.onAccount(id, func(a *account) { a.closed = true })
}

// PayOut pays all that an account has to its bank, or fails to.
func (s *Sim) PayOut(id, failure string) error {
	return s.onAccount(id, func(a *account) {
		p := &payout{ID: s.id("po"), Object: "payout", Amount: a.has, Created: s.seconds(), Currency: "usd", Status: "paid"}
		kind := "payout.paid"
		if failure != "" {
			p.Status, p.FailureMessage, p.FailureCode, kind = "failed", failure, "account_closed", "payout.failed"
		} else {
			a.has = 0
		}
		a.payouts = append(a.payouts, p)
		s.tellOf(a, kind, p)
	})
}

// AccountHas is what stands on an account.
func (s *Sim) AccountHas(id string) int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	if a, ok := s.accounts[id]; ok {
		return a.has
	}
	return 0
}

// PaidOut is what an account was paid to its bank.
func (s *Sim) PaidOut(id string) (sum int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if a, ok := s.accounts[id]; ok {
		for _, p := range a.payouts {
			if p.Status == "paid" {
				sum += p.Amount
			}
		}
	}
	return sum
}

// Accounts are the accounts of sellers.
func (s *Sim) Accounts() (ids []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for id := range s.accounts {
		ids = append(ids, id)
	}
	return ids
}

var asking = template.Must(template.New("setup").Parse(`<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Simulated Stripe</title><link rel="icon" href="data:,">
<style>body{font:1rem/1.5 system-ui,sans-serif;max-width:30rem;margin:2rem auto;padding:0 1rem}
button{display:block;width:100%;margin:.5rem 0;padding:.75rem;font:inherit}</style></head>
<body><main><h1>Simulated account</h1><p>This is a simulation of what Stripe asks sellers. It asks nothing, and no money moves.</p>
<form method="post"><button name="outcome" value="done">Tell Stripe all that it asks</button>
<button name="outcome" value="back">Back to the shop</button></form></main></body></html>
`))

// setup shows what Stripe asks a seller, which is nothing here.
func (s *Sim) setup(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_ = asking.Execute(w, nil)
}

// setUp takes what a seller told, and sends them back to the marketplace.
func (s *Sim) setUp(w http.ResponseWriter, r *http.Request) {
	if r.PostFormValue("outcome") == "done" {
		if err := s.Onboarded(r.PathValue("id")); err != nil {
			http.NotFound(w, r)
			return
		}
	}
	http.Redirect(w, r, r.URL.Query().Get("to"), http.StatusSeeOther)
}
