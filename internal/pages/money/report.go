package money

import (
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/shop"
	"vitrine/internal/web"
)

const reportPath = root + "/report"

// differenceWords say what differences are of.
var differenceWords = map[string]locale.Phrase{
	vitrine.DifferenceForeign: locale.Text("difference|Money that is of no order"),
	vitrine.DifferenceOther:   locale.Text("difference|Something else that changed the balance"),
}

// report is what the page of differences shows.
type report struct {
	shop.Report
	Standings   []meeting
	First       string // paths; "" for none
	After       string
	Accounts    []choice
	Done        string
	Typed       url.Values
	Wrong       int64 // the difference whose form was wrong; 0 for none
	Faults      map[string]string
	StaleFault  string
	language    *locale.Language
	ReadingBusy bool
}

// meeting is what the provider holds, and what the ledger has there.
type meeting struct{ Currency, Held, Booked, Off string }

// What says what a difference is of.
func (r *report) What(d vitrine.Difference) string {
	l := r.language
	if d.Kind == vitrine.DifferenceOrder {
		return l.T("Order {id}", strconv.FormatInt(d.OrderID, 10))
	}
	return l.Say(differenceWords[d.Kind])
}

// Signed writes an amount of a currency.
func (r *report) Signed(a vitrine.Amount, currency string) string {
	return signed(r.language, a, currency)
}

// Fault is what was wrong with a field of the form of a difference.
func (r *report) Fault(id int64, name string) string {
	if r.Wrong != id {
		return ""
	}
	return r.Faults[name]
}

// Get is what was typed into a field of such a form.
func (r *report) Get(id int64, name string) string {
	if r.Wrong != id {
		return ""
	}
	return r.Typed.Get(name)
}

func (p *Pages) report(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	return p.showReport(w, r, in, http.StatusOK, &report{})
}

// showReport lists what does not meet the provider's report, with what was wrong with a form.
func (p *Pages) showReport(w http.ResponseWriter, r *http.Request, in shop.SignedIn, status int, shown *report) (err error) {
	l := locale.Of(r.Context())
	after, _ := strconv.ParseInt(r.URL.Query().Get("after"), 10, 64) // anything else is the first page
	if shown.Report, err = p.shop.ReportAtDesk(r.Context(), in, after); err != nil {
		return err
	}
	shown.language, shown.ReadingBusy = l, !shown.State.To.IsZero()
	shown.Standings = meetings(l, shown.State.Held, shown.Booked)
	if r.URL.Query().Get("done") == "explained" {
		shown.Done = l.T("It is noted.")
	}
	if after > 0 {
		shown.First = reportPath
	}
	if shown.Next > 0 {
		shown.After = reportPath + "?after=" + strconv.FormatInt(shown.Next, 10)
	}
	for _, kind := range shop.Explaining() {
		shown.Accounts = append(shown.Accounts, choice{string(kind), accountWord(l, kind)})
	}
	return p.show(w, r, status, "report", pages.View{Title: l.T("The provider’s report"), Section: root, Content: shown})
}

// meetings compares what is held with what is booked, by currency.
func meetings(l *locale.Language, held, booked []vitrine.Held) (list []meeting) {
	at := map[string]int{}
	sums := [][2]vitrine.Amount{}
	for side, amounts := range [][]vitrine.Held{held, booked} {
		for _, h := range amounts {
			if _, ok := at[h.Currency]; !ok {
				at[h.Currency] = len(sums)
				sums, list = append(sums, [2]vitrine.Amount{}), append(list, meeting{Currency: h.Currency})
			}
			sums[at[h.Currency]][side] = h.Amount
		}
	}
	for i, sum := range sums {
		m := &list[i]
		m.Held, m.Booked = signed(l, sum[0], m.Currency), signed(l, sum[1], m.Currency)
		if off := sum[0] - sum[1]; off != 0 {
			m.Off = signed(l, off, m.Currency)
		}
	}
	return list
}

func (p *Pages) explain(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	id, err := strconv.ParseInt(r.PathValue("id"), 10, 64)
	if err != nil {
		return pages.NothingHere()
	}
	form, err := web.ReadForm(w, r, maxForm)
	if err != nil {
		return err
	}
	off, _ := strconv.ParseInt(form.Get("off"), 10, 64) // anything else has changed meanwhile

	err = p.shop.Explain(r.Context(), in, id, vitrine.Amount(off), shop.Explanation{Note: form.Get("reason"),
		Account: vitrine.AccountKind(form.Get("account"))})
	e, refused := errors.AsType[*vitrine.Error](err)
	switch {
	case refused && e.Code == vitrine.Invalid:
		return p.showReport(w, r, in, http.StatusUnprocessableEntity, &report{Typed: form, Wrong: id,
			Faults: pages.FaultsOf(locale.Of(r.Context()), e)})
	case refused && e.Code == vitrine.Conflict:
		return p.showReport(w, r, in, http.StatusConflict, &report{StaleFault: locale.Of(r.Context()).Says(e.Message)})
	case err != nil:
		return err
	}

	return pages.Done(w, r, reportPath, "explained")
}

// Read is when all that the provider reports was read last; zero for never.
func (r *report) Read() time.Time { return r.State.HeldAt }
