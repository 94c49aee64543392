package money

import (
	"crypto/rand"
	"errors"
	"net/http"
	"net/url"
	"time"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/shop"
	"vitrine/internal/store"
	"vitrine/internal/web"
)

// daysShown is how many days the page of money looks back.
const daysShown = 14

// taxesShown is how many orders it names whose tax an operator has to look at.
const taxesShown = 25

// doneWithMoney says what a form has done.
var doneWithMoney = map[string]locale.Phrase{
	"adjusted": locale.Text("The money is moved, by an entry of its own."),
	"banked":   locale.Text("The money is booked at the bank."),
}

// standing is what stands on accounts of a kind.
type standing struct {
	What, Provider, Sum string
	Path                string // of what has moved it
	Sellers             int64  // how many have such an account; 0 where it is no seller's
}

// purse is what stands on all accounts in a currency.
type purse struct {
	Currency  string
	Live      bool
	Standings []standing
}

// dayMoved is what came to an account on a day, and went.
type dayMoved struct {
	Day           time.Time
	What, In, Out string
	Path          string // of that day's entries
	Live          bool
}

// choice is an account in a form.
type choice struct{ Word, Text string }

// toCheck is an order whose tax an operator has to look at.
type toCheck struct {
	store.TaxToCheck
	Costs, Says string
}

// today is what the page of money shows.
type today struct {
	Purses []purse
	Days   []dayMoved
	// Differences is how many there are between the ledger and the provider's report.
	Differences int64
	// Taxes are orders whose tax an operator has to look at, the oldest first; MoreTaxes, there are others.
	Taxes     []toCheck
	MoreTaxes bool
	NotFound  bool // some of them Stripe Tax did not find
	Unproved  bool // nothing agrees with where some of the buyers say that they live
	Accounts  []choice
	Clearing  []choice
	Typed     url.Values
	Form      string // that was wrong; "" for none
	Faults    map[string]string
	Done      string
	Key       string
}

// Is reports whether a field of a form has a value.
func (t *today) Is(form, name, value string) bool {
	return t.Form == form && t.Typed.Get(name) == value
}

// Get is what was typed into a field of a form that was wrong.
func (t *today) Get(form, name string) string {
	if t.Form != form {
		return ""
	}
	return t.Typed.Get(name)
}

// Fault is what was wrong with a field of a form.
func (t *today) Fault(form, name string) string {
	if t.Form != form {
		return ""
	}
	return t.Faults[name]
}

func (p *Pages) money(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	return p.showMoney(w, r, in, &today{})
}

// showMoney shows what stands on all accounts, with what was wrong with a form.
func (p *Pages) showMoney(w http.ResponseWriter, r *http.Request, in shop.SignedIn, t *today) error {
	l := locale.Of(r.Context())
	sums, err := p.shop.LedgerSums(r.Context(), in)
	if err != nil {
		return err
	}
	days, err := p.db.LedgerDays(r.Context(), p.now().UTC().AddDate(0, 0, 1-daysShown))
	if err != nil {
		return err
	}
	if t.Differences, err = p.db.CountDifferences(r.Context()); err != nil {
		return err
	}
	taxes, err := p.db.TaxesToCheck(r.Context(), taxesShown+1)
	if err != nil {
		return err
	}
	t.Taxes, t.MoreTaxes = taxesOf(l, taxes[:min(len(taxes), taxesShown)]), len(taxes) > taxesShown
	for _, one := range t.Taxes {
		t.NotFound, t.Unproved = t.NotFound || one.Tax.Fallback, t.Unproved || !one.Tax.Fallback
	}
	t.Purses, t.Days, t.Key = pursesOf(l, sums), movedOn(l, days), rand.Text()
	t.Done = l.Say(doneWithMoney[r.URL.Query().Get("done")])
	t.Accounts, t.Clearing = choicesOf(l, sums)
	status := http.StatusOK
	if t.Faults != nil {
		status = http.StatusUnprocessableEntity
	}
	return p.show(w, r, status, "money", pages.View{Title: l.T("Money"), Section: root, Content: t})
}

func taxesOf(l *locale.Language, taxes []store.TaxToCheck) (list []toCheck) {
	for _, tax := range taxes {
		list = append(list, toCheck{tax, l.Priced(tax.Price.String(), tax.Currency), pages.TaxLine(l, tax.Tax, tax.Currency)})
	}
	return list
}

func pursesOf(l *locale.Language, sums []store.LedgerSum) (list []purse) {
	for _, s := range sums {
		if n := len(list); n == 0 || list[n-1].Currency != s.Currency || list[n-1].Live != s.Live {
			list = append(list, purse{Currency: s.Currency, Live: s.Live})
		}
		last := &list[len(list)-1]
		one := standing{What: accountWord(l, s.Kind), Provider: s.Provider, Sum: signed(l, s.Sum, s.Currency),
			Path: entriesPath + "?" + url.Values{"account": {string(s.Kind)}}.Encode()}
		if _, toSeller := s.Kind.Belonging(); toSeller {
			one.Sellers = s.Accounts
		}
		last.Standings = append(last.Standings, one)
	}
	return list
}

func movedOn(l *locale.Language, days []store.LedgerDay) (list []dayMoved) {
	for _, d := range days {
		what := accountWord(l, d.Account.Kind)
		if d.Account.Provider != "" {
			what = l.T("account|{name} ({provider})", what, d.Account.Provider)
		}
		day := d.Day.Format(time.DateOnly)
		list = append(list, dayMoved{Day: d.Day, What: what, In: l.Priced(d.In.String(), d.Account.Currency),
			Out: l.Priced(d.Out.String(), d.Account.Currency), Live: d.Account.Live,
			Path: entriesPath + "?" + url.Values{"account": {string(d.Account.Kind)}, "from": {day}, "to": {day}}.Encode()})
	}
	return list
}

// choicesOf lists accounts for forms: those that there are, and in each currency of these what an operator may
// need.
func choicesOf(l *locale.Language, sums []store.LedgerSum) (all, clearing []choice) {
	known := map[string]bool{}
	add := func(a vitrine.LedgerAccount) {
		a.ID, a.SellerID = 0, 0
		word := shop.AccountWord(a)
		if known[word] {
			return
		}
		known[word] = true
		text := accountWord(l, a.Kind)
		if a.Provider != "" {
			text = l.T("account|{name} ({provider})", text, a.Provider)
		}
		if text += ", " + a.Currency; !a.Live {
			text += ", " + l.T("money|trial")
		}
		all = append(all, choice{word, text})
		if a.Kind == vitrine.AccountClearing {
			clearing = append(clearing, choice{word, text})
		}
	}
	for _, s := range sums {
		add(s.LedgerAccount)
		for _, kind := range []vitrine.AccountKind{vitrine.AccountBank, vitrine.AccountAvailable, vitrine.AccountShare, vitrine.AccountTax} {
			add(vitrine.LedgerAccount{Kind: kind, Currency: s.Currency, Live: s.Live})
		}
	}
	return all, clearing
}

func (p *Pages) adjust(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	return p.move(w, r, in, "adjusted", p.shop.AdjustTyped)
}

func (p *Pages) bank(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	return p.move(w, r, in, "banked", p.shop.BankTyped)
}

// move carries a form out that moves money in the ledger.
func (p *Pages) move(w http.ResponseWriter, r *http.Request, in shop.SignedIn, done string, do typedMove) error {
	form, err := web.ReadForm(w, r, maxForm)
	if err != nil {
		return err
	}

	_, err = do(r.Context(), in, shop.TypedMove{From: form.Get("from"), To: form.Get("to"), Seller: form.Get("seller"),
		Amount: form.Get("amount"), Reason: form.Get("reason"), Key: form.Get("key")})
	if e, ok := errors.AsType[*vitrine.Error](err); ok && e.Code == vitrine.Invalid {
		return p.showMoney(w, r, in, &today{Typed: form, Form: done, Faults: pages.FaultsOf(locale.Of(r.Context()), e)})
	}
	if err != nil {
		return err
	}

	return pages.Done(w, r, root, done)
}
