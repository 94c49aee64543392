package money

import (
	"cmp"
	"context"
	"encoding/csv"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/shop"
	"vitrine/internal/web"
)

const (
	entriesPath  = root + "/entries"
	auditPath    = "/desk/audit"
	entriesShown = 50
)

// typedMove is what carries a form out that moves money.
type typedMove func(ctx context.Context, in shop.SignedIn, t shop.TypedMove) (vitrine.LedgerEntry, error)

// entry is an entry as pages show it.
type entry struct {
	vitrine.LedgerEntry
	What, Sum string
	Live      bool
	Lines     []line
}

// line is a line of an entry.
type line struct {
	What, Provider, Sum string
	Path                string // of what else has moved that account
	SellerID            int64
}

func entryOf(l *locale.Language, e vitrine.LedgerEntry) entry {
	first := e.Lines[0].Account
	shown := entry{LedgerEntry: e, What: entryWord(l, e.Kind), Sum: l.Priced(e.Moves().String(), first.Currency), Live: first.Live}
	for _, one := range e.Lines {
		a := one.Account
		q := url.Values{"account": {string(a.Kind)}}
		if a.SellerID != 0 {
			q.Set("seller", strconv.FormatInt(a.SellerID, 10))
		}
		shown.Lines = append(shown.Lines, line{accountWord(l, a.Kind), a.Provider, signed(l, one.Amount, a.Currency),
			entriesPath + "?" + q.Encode(), a.SellerID})
	}
	return shown
}

// searching is what the search of the ledger shows.
type searching struct {
	Asked       url.Values
	Kinds       []choice
	Accounts    []choice
	Entries     []entry
	First, Next string // paths; "" for none
	Export      string
	Faults      map[string]string
}

// Is reports whether a field of the search has a value.
func (s *searching) Is(name, value string) bool { return s.Asked.Get(name) == value }

func (p *Pages) entries(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	l, asked := locale.Of(r.Context()), r.URL.Query()
	s := &searching{Asked: asked, Faults: map[string]string{}}
	for _, kind := range vitrine.EntryKinds() {
		s.Kinds = append(s.Kinds, choice{string(kind), entryWord(l, kind)})
	}
	for _, kind := range vitrine.AccountKinds() {
		s.Accounts = append(s.Accounts, choice{string(kind), accountWord(l, kind)})
	}
	q := p.queryOf(r, l, s.Faults)
	status := http.StatusUnprocessableEntity
	if len(s.Faults) == 0 {
		status = http.StatusOK
		found, err := p.shop.LedgerEntries(r.Context(), in, q)
		if err != nil {
			return err
		}
		for _, e := range found.Entries {
			s.Entries = append(s.Entries, entryOf(l, e))
		}
		s.First, s.Next = around(entriesPath, asked, found.Next)
		s.Export, _ = around(entriesPath+"/csv", withCursor(asked), "")
	}
	return p.show(w, r, status, "entries", pages.View{Title: l.T("Ledger"), Section: root, Content: s})
}

// withCursor has a list look as if it went on, so that its first page is asked for.
func withCursor(asked url.Values) url.Values {
	q := url.Values{"cursor": {"x"}}
	for name, values := range asked {
		if name != "cursor" {
			q[name] = values
		}
	}
	return q
}

// queryOf reads what an address asks for, and notes what is wrong with it.
func (p *Pages) queryOf(r *http.Request, l *locale.Language, faults map[string]string) vitrine.LedgerQuery {
	asked := r.URL.Query()
	get := func(name string) string { return strings.TrimSpace(asked.Get(name)) }
	q := vitrine.LedgerQuery{Cause: get("cause"), Kind: vitrine.EntryKind(get("kind")), Account: vitrine.AccountKind(get("account")),
		Page: vitrine.Page{Size: entriesShown, Cursor: get("cursor")}}
	var err error
	if text := get("order"); text != "" {
		if q.OrderID, err = strconv.ParseInt(text, 10, 64); err != nil || q.OrderID < 1 {
			faults["order"] = l.T("An order is named by its number.")
		}
	}
	if text := get("seller"); text != "" {
		q.SellerID = p.sellerOf(r, text)
		if q.SellerID == 0 {
			faults["seller"] = l.T("Nobody has this username.")
		}
	}
	if text := get("amount"); text != "" {
		if q.Amount, err = vitrine.ParseTypedPrice(text); err != nil {
			faults["amount"] = l.T("Write an amount such as {amount}.", "12.50")
		}
	}
	if q.Kind != "" && !q.Kind.Known() || q.Account != "" && !q.Account.Known() {
		faults["kind"] = l.T("There is no such kind.")
	}
	from, err := time.Parse(time.DateOnly, cmp.Or(get("from"), "1970-01-02"))
	to, err2 := time.Parse(time.DateOnly, cmp.Or(get("to"), "9998-12-31"))
	if err != nil || err2 != nil || to.Before(from) {
		faults["from"] = l.T("Give both days as year, month and day, such as {day}.", "2026-05-31")
	}
	if get("from") != "" {
		q.From = from
	}
	if get("to") != "" {
		q.To = to.AddDate(0, 0, 1)
	}
	return q
}

// sellerOf finds a seller by their username or the number of their account, which stays when they are erased; 0 for
// nobody.
func (p *Pages) sellerOf(r *http.Request, text string) int64 {
	if user, err := p.db.UserByUsername(r.Context(), strings.ToLower(text)); err == nil {
		return user.ID
	}
	id, err := strconv.ParseInt(text, 10, 64)
	if err != nil || id < 1 {
		return 0
	}
	return id
}

// onEntry is what the page of an entry shows.
type onEntry struct {
	entry
	CausePath, CauseText string // where its cause is shown; "" for nowhere else
}

func (p *Pages) entry(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	id, err := pages.Number(r, "id")
	if err != nil {
		return err
	}
	e, err := p.shop.LedgerEntry(r.Context(), in, id)
	if err != nil {
		return err
	}
	l := locale.Of(r.Context())
	shown := onEntry{entry: entryOf(l, e)}
	if shown.CausePath, shown.CauseText, err = p.causeOf(r, l, &e); err != nil {
		return err
	}
	title := l.T("Entry {id}", strconv.FormatInt(id, 10))
	return p.show(w, r, http.StatusOK, "entry", pages.View{Title: title, Section: root, Content: shown})
}

// causeOf is where the cause of an entry is shown, and what leads there; "" for nowhere else.
func (p *Pages) causeOf(r *http.Request, l *locale.Language, e *vitrine.LedgerEntry) (path, text string, err error) {
	if e.OrderID != 0 {
		order := strconv.FormatInt(e.OrderID, 10)
		return "/desk/orders/" + order, l.T("Order {id}", order), nil
	}
	kind, about, _ := strings.Cut(e.Cause, ":")
	switch kind {
	case "payout": // payout:ID:what
		name, _, _ := strings.Cut(about, ":")
		id, err := strconv.ParseInt(name, 10, 64)
		if err != nil {
			return "", "", nil
		}
		payout, err := p.db.Payout(r.Context(), id)
		if err != nil || payout.BatchID == 0 {
			return "", "", err
		}
		return "/desk/payouts/" + strconv.FormatInt(payout.BatchID, 10), l.T("Payout {id}", name), nil
	case "difference", "movement": // of the report, which says what it was explained with, or has it
		return reportPath, l.T("The provider’s report"), nil
	}
	if e.Kind != vitrine.EntryAdjusted && e.Kind != vitrine.EntryBanked {
		return "", "", nil
	}
	of := vitrine.EntryQuery{Kind: "ledger", SubjectID: strconv.FormatInt(e.ID, 10), Page: vitrine.Page{Size: 1}}
	byHand, err := p.db.Entries(r.Context(), of)
	switch {
	case err != nil:
		return "", "", err
	case len(byHand.Entries) > 0:
		path = auditPath + "?" + url.Values{"kind": {of.Kind}, "id": {of.SubjectID}}.Encode()
		return path, l.T("The operator who booked it"), nil
	case e.Kind == vitrine.EntryBanked: // a payout that the provider reported, and nobody here
		return reportPath, l.T("The provider’s report"), nil
	default:
		return "", "", nil
	}
}

// exportEntries sends entries as CSV (RFC 4180), a line of theirs in each row, day by day as they are read.
func (p *Pages) exportEntries(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	faults := map[string]string{}
	q := p.queryOf(r, locale.Of(r.Context()), faults)
	if len(faults) > 0 {
		return pages.NothingHere() // the form that leads here says what is wrong
	}
	q.Page = vitrine.Page{Size: vitrine.MaxPageSize}
	file := web.Download{Name: "ledger.csv", Type: "text/csv; charset=utf-8"}
	return file.Send(w, r, func(to io.Writer) error {
		out := csv.NewWriter(to)
		out.UseCRLF = true
		_ = out.Write([]string{"entry", "time", "kind", "order", "cause", "note", "account", "provider", "seller", "amount", "currency", "live"})
		for {
			found, err := p.shop.LedgerEntries(r.Context(), in, q)
			if err != nil {
				return err
			}
			for _, e := range found.Entries {
				if err := writeEntry(out, e); err != nil {
					return err
				}
			}
			if out.Flush(); found.Next == "" || out.Error() != nil {
				return errors.Join(out.Error())
			}
			q.Page.Cursor = found.Next
		}
	})
}

func writeEntry(out *csv.Writer, e vitrine.LedgerEntry) error {
	number := func(id int64) string {
		if id == 0 {
			return ""
		}
		return strconv.FormatInt(id, 10)
	}
	for _, one := range e.Lines {
		a := one.Account
		err := out.Write([]string{number(e.ID), e.CreatedAt.UTC().Format(time.RFC3339), string(e.Kind), number(e.OrderID), pages.Cell(e.Cause),
			pages.Cell(e.Note), string(a.Kind), a.Provider, number(a.SellerID), one.Amount.String(), a.Currency, strconv.FormatBool(a.Live)})
		if err != nil {
			return err
		}
	}
	return nil
}
