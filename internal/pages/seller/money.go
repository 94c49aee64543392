package seller

import (
	"net/http"
	"net/url"
	"time"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/shop"
	"vitrine/internal/store"
)

const moneyPath = root + "/money"

// movementsShown is how many movements a page lists.
const movementsShown = 50

// money is what the page of a seller's money shows.
type money struct {
	language *locale.Language
	Days     string // that earnings are on hold
	Balances []vitrine.Balance
	Moved    []movement
	After    string // path of the page after, "" for none
	shop.Paying
	Payouts []*vitrine.Payout // the newest
	More    bool              // there are others
	Saved   bool
	Begins  bool // it is the first page
}

// movement is what something did to the balance.
type movement struct {
	What, Note      string
	OrderID         int64
	At              time.Time
	Hold, Available string // "" for nothing
	Live            bool
}

// kindsMoved say what moved a balance.
var kindsMoved = map[vitrine.EntryKind]locale.Phrase{
	vitrine.EntrySold:           locale.Text("money|Sold"),
	vitrine.EntryReleased:       locale.Text("money|Available from now on"),
	vitrine.EntryRefunded:       locale.Text("money|Given back to the buyer"),
	vitrine.EntryDisputed:       locale.Text("money|Disputed by the buyer’s bank"),
	vitrine.EntryDisputeWon:     locale.Text("money|Dispute won"),
	vitrine.EntryDisputeLost:    locale.Text("money|Dispute lost"),
	vitrine.EntryTransferred:    locale.Text("money|Transferred to you"),
	vitrine.EntryTransferBack:   locale.Text("money|Transferred back"),
	vitrine.EntryPayout:         locale.Text("money|On its way to you"),
	vitrine.EntryPayoutArrived:  locale.Text("money|Arrived"),
	vitrine.EntryPayoutReturned: locale.Text("money|Came back"),
	vitrine.EntryAdjusted:       locale.Text("money|Put right by the marketplace"),
}

// Price is an amount in the currency of a balance.
func (m *money) Price(a vitrine.Amount, currency string) string {
	return m.language.Priced(a.String(), currency)
}

func (p *Pages) money(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	page := vitrine.Page{Number: 1, Size: movementsShown, Cursor: r.URL.Query().Get("cursor")}
	found, err := p.db.Statement(r.Context(), in.User.ID, page)
	if err != nil {
		return err
	}
	l := locale.Of(r.Context())
	m := &money{language: l, Days: l.N("{n} day", "{n} days", int64(in.House.DaysOnHold())), Begins: page.Cursor == "",
		Saved: r.URL.Query().Has("saved")}
	if err := p.lookAtConnected(r, in); err != nil {
		return err
	}
	if err := p.payouts(r, in, m); err != nil {
		return err
	}
	if m.Balances, err = p.db.Balances(r.Context(), in.User.ID); err != nil {
		return err
	}
	for _, moved := range found.Movements {
		if moved.Note != "" && (moved.Kind == vitrine.EntryTransferred || moved.Kind == vitrine.EntryTransferBack) {
			moved.Note = l.T("money|In your account with the provider: {amount}", moved.Note)
		}
		m.Moved = append(m.Moved, movement{
			What: l.Say(kindsMoved[moved.Kind]), Note: moved.Note, OrderID: moved.OrderID, At: moved.At, Live: moved.Live,
			Hold: m.signed(moved.Hold, moved.Currency), Available: m.signed(moved.Available, moved.Currency),
		})
	}
	if found.Next != "" {
		m.After = moneyPath + "?" + url.Values{"cursor": {found.Next}}.Encode()
	}
	return p.Render(w, r, http.StatusOK, "money", p.moneyView(l, m))
}

// signed is an amount that is added, or taken away with a minus before it; "" for nothing.
func (m *money) signed(a vitrine.Amount, currency string) string {
	switch {
	case a == 0:
		return ""
	case a < 0:
		return "−" + m.Price(-a, currency)
	default:
		return m.Price(a, currency)
	}
}

// payoutsShown is how many payouts the page lists.
const payoutsShown = 12

// payouts reads how a seller is paid.
func (p *Pages) payouts(r *http.Request, in shop.SignedIn, m *money) (err error) {
	if m.Paying, err = p.shop.PayingOf(r.Context(), in.User.ID); err != nil {
		return err
	}
	found, err := p.db.Payouts(r.Context(), store.PayoutQuery{SellerID: in.User.ID, Page: vitrine.Page{Number: 1, Size: payoutsShown}})
	m.Payouts, m.More = found.Payouts, found.Next != ""
	return err
}

// Refused says why what is available is not paid; "" where it is.
func (m *money) Refused() string {
	l := m.language
	switch m.Why {
	case shop.NoAccount:
		if m.Connected.Status == vitrine.ConnectActive {
			return l.T("Some of what you earned was not paid through Stripe, or before your account there: say where else it is to go. " +
				"Without that it is not paid out.")
		}
		return l.T("Say where your money is to go: without that nothing is paid out.")
	case shop.AccountTooFresh:
		return l.T("Your account was changed a short while ago. For safety nothing is sent to it before {day}.", l.Day(m.From))
	case shop.TooLittle:
		if m.Least > 0 && len(m.Balances) > 0 && m.Balances[0].Available > 0 {
			return l.T("What is available is less than a payout has at least, {amount}. It stays yours, and is paid once it is enough.",
				m.Price(m.Least, m.Balances[0].Currency))
		}
	}
	return ""
}
