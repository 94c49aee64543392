package seller

import (
	"encoding/csv"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"vitrine"
	"vitrine/internal/pages"
	"vitrine/internal/shop"
	"vitrine/internal/store"
	"vitrine/internal/web"
)

// The range of days of the page of sales: as long as nobody asks, and at most.
const (
	usualDays = 30
	mostDays  = 366
)

// modelsShown is of how many models the page says what was sold.
const modelsShown = 100

// sales is the page of what was sold and looked at.
type sales struct {
	From, To string // days that are included, as fields have them
	Days     []traffic
	Models   []traffic
	All      traffic
	Currency string
	Charts   []chart
	Export   string // path of the same as CSV
	Ranges   []pages.Link
	Problem  string // with the days that were asked for
	More     bool   // models than are shown
}

// Price writes an amount of the page.
func (s *sales) Price(a vitrine.Amount) string { return pages.Figure(a.String()) + " " + s.Currency }

// daysOf reads which days an address asks for: the first, and the one behind the last.
func (p *Pages) daysOf(q url.Values) (from, to time.Time, problem string) {
	today := p.now().UTC().Truncate(24 * time.Hour)
	from, to = today.AddDate(0, 0, 1-usualDays), today.AddDate(0, 0, 1)
	first, err := time.Parse(time.DateOnly, q.Get("from"))
	last, err2 := time.Parse(time.DateOnly, q.Get("to"))
	switch {
	case q.Get("from") == "" && q.Get("to") == "":
		return from, to, ""
	case err != nil || err2 != nil:
		return from, to, "Give both days as year, month and day, such as 2026-05-31."
	case last.Before(first):
		return from, to, "The last day is before the first."
	case last.Sub(first) >= mostDays*24*time.Hour:
		return from, to, fmt.Sprintf("At most %d days can be shown at once.", mostDays)
	case first.Year() < 1970 || last.Year() > 9998:
		return from, to, "There are no sales of that time."
	}
	return first, last.AddDate(0, 0, 1), ""
}

func (p *Pages) query(in shop.SignedIn, from, to time.Time) store.SoldQuery {
	return store.SoldQuery{SellerID: in.User.ID, From: from, To: to, Currency: p.shop.Settings().Currency}
}

func (p *Pages) sales(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	from, to, problem := p.daysOf(r.URL.Query())
	q := p.query(in, from, to)
	s := &sales{From: from.Format(time.DateOnly), To: to.AddDate(0, 0, -1).Format(time.DateOnly), Currency: q.Currency, Problem: problem,
		Ranges: p.ranges()}
	s.Export = root + "/sales.csv?" + url.Values{"from": {s.From}, "to": {s.To}}.Encode()
	if err := p.gather(r.Context(), s, q); err != nil {
		return err
	}
	s.draw(from, to)

	status := http.StatusOK
	if problem != "" {
		status = http.StatusUnprocessableEntity
	}
	return p.show(w, r, status, "sales", "Sales", s)
}

// ranges are links to the last days.
func (p *Pages) ranges() (list []pages.Link) {
	today := p.now().UTC()
	for _, days := range []int{7, 30, 90, 365} {
		q := url.Values{"from": {today.AddDate(0, 0, 1-days).Format(time.DateOnly)}, "to": {today.Format(time.DateOnly)}}
		list = append(list, pages.Link{Text: fmt.Sprintf("%d days", days), Path: root + "/sales?" + q.Encode()})
	}
	return list
}

func short(v float64) string { return strconv.FormatFloat(v, 'f', 2, 64) }

// exportSales sends what was sold of each model on each day, and how often it was looked
// at, as CSV (RFC 4180).
func (p *Pages) exportSales(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	from, to, problem := p.daysOf(r.URL.Query())
	if problem != "" {
		return vitrine.Errorf(vitrine.Malformed, "%s", problem)
	}
	q := p.query(in, from, to)
	list, err := p.trafficByDayAndModel(r.Context(), q)
	if err != nil {
		return err
	}

	file := web.Download{Name: "sales-" + q.From.Format(time.DateOnly) + ".csv", Type: "text/csv; charset=utf-8"}
	return file.Send(w, r, func(to io.Writer) error {
		out := csv.NewWriter(to)
		out.UseCRLF = true
		_ = out.Write([]string{"day", "model", "title", "orders", "refunded", "amount", "currency", "views", "downloads"})
		for _, s := range list {
			_ = out.Write([]string{s.Day.Format(time.DateOnly), strconv.FormatInt(s.ModelID, 10), pages.Cell(s.Title),
				strconv.FormatInt(s.Orders, 10), strconv.FormatInt(s.Back, 10), s.Amount.String(), q.Currency,
				strconv.FormatInt(s.Views, 10), strconv.FormatInt(s.Downloads, 10)})
		}
		out.Flush()
		return out.Error()
	})
}
