package seller

import (
	"encoding/csv"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"vitrine"
	"vitrine/internal/locale"
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
	Places   []place // empty where of no order is known where its buyer lives
	All      traffic
	Currency string
	Share    vitrine.Share // of each order that is made now, that the marketplace keeps
	Charts   []chart
	Export   string // path of the same as CSV
	Abroad   string // path of the places as CSV
	Ranges   []pages.Link
	Problem  string // with the days that were asked for
	More     bool   // models than are shown
	language *locale.Language
}

// Price writes an amount of the page.
func (s *sales) Price(a vitrine.Amount) string { return s.language.Priced(a.String(), s.Currency) }

// Converted is how many of a hundred views became an order, "" where that can't be said.
func (s *sales) Converted(t traffic) string {
	if percent := t.conversion(); percent != "" {
		return s.language.Percent(percent)
	}
	return ""
}

// Shared reports whether the marketplace keeps something, or did of what was sold.
func (s *sales) Shared() bool { return s.Share != 0 || s.All.Earned != s.All.Amount }

// Keeps is the marketplace's share in words.
func (s *sales) Keeps() string { return s.language.Percent(s.Share.String()) }

// Usual is how many days the page shows as long as nobody asks.
func (*sales) Usual() int { return usualDays }

// daysOf reads which days an address asks for: the first, and the one behind the last.
func (p *Pages) daysOf(l *locale.Language, q url.Values) (from, to time.Time, problem string) {
	today := p.now().UTC().Truncate(24 * time.Hour)
	from, to = today.AddDate(0, 0, 1-usualDays), today.AddDate(0, 0, 1)
	first, err := time.Parse(time.DateOnly, q.Get("from"))
	last, err2 := time.Parse(time.DateOnly, q.Get("to"))
	switch {
	case q.Get("from") == "" && q.Get("to") == "":
		return from, to, ""
	case err != nil || err2 != nil:
		return from, to, l.T("Give both days as year, month and day, such as {day}.", "2026-05-31")
	case last.Before(first):
		return from, to, l.T("The last day is before the first.")
	case last.Sub(first) >= mostDays*24*time.Hour:
		return from, to, l.N("At most {n} day can be shown at once.", "At most {n} days can be shown at once.", mostDays)
	case first.Year() < 1970 || last.Year() > 9998:
		return from, to, l.T("There are no sales of that time.")
	}
	return first, last.AddDate(0, 0, 1), ""
}

func (p *Pages) query(in shop.SignedIn, from, to time.Time) store.SoldQuery {
	return store.SoldQuery{SellerID: in.User.ID, From: from, To: to, Currency: p.shop.Settings().Currency}
}

func (p *Pages) sales(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	l := locale.Of(r.Context())
	from, to, problem := p.daysOf(l, r.URL.Query())
	q := p.query(in, from, to)
	share, err := p.shop.ShareOf(r.Context(), &vitrine.Model{AuthorID: in.User.ID})
	if err != nil {
		return err
	}
	s := &sales{language: l, From: from.Format(time.DateOnly), To: to.AddDate(0, 0, -1).Format(time.DateOnly), Currency: q.Currency,
		Share:   share,
		Problem: problem, Ranges: p.ranges(l)}
	days := url.Values{"from": {s.From}, "to": {s.To}}
	s.Export = root + "/sales.csv?" + days.Encode()
	days.Set("by", byCountry)
	s.Abroad = root + "/sales.csv?" + days.Encode()
	if err := p.gather(r.Context(), s, q); err != nil {
		return err
	}
	s.draw(from, to)

	status := http.StatusOK
	if problem != "" {
		status = http.StatusUnprocessableEntity
	}
	return p.show(w, r, status, "sales", l.T("Sales"), s)
}

// ranges are links to the last days.
func (p *Pages) ranges(l *locale.Language) (list []pages.Link) {
	today := p.now().UTC()
	for _, days := range []int{7, 30, 90, 365} {
		q := url.Values{"from": {today.AddDate(0, 0, 1-days).Format(time.DateOnly)}, "to": {today.Format(time.DateOnly)}}
		list = append(list, pages.Link{Text: l.N("Last day", "Last {n} days", int64(days)), Path: root + "/sales?" + q.Encode()})
	}
	return list
}

func short(v float64) string { return strconv.FormatFloat(v, 'f', 2, 64) }

// byCountry asks for the countries in the CSV.
const byCountry = "country"

// exportSales sends what was sold of each model on each day, and how often it was looked
// at, as CSV (RFC 4180), as it is read; or what was sold to each country.
func (p *Pages) exportSales(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	from, to, problem := p.daysOf(locale.Of(r.Context()), r.URL.Query())
	if problem != "" {
		return vitrine.Errorf(vitrine.Malformed, "%s", problem)
	}
	q := p.query(in, from, to)

	file := web.Download{Name: "sales-" + q.From.Format(time.DateOnly) + ".csv", Type: "text/csv; charset=utf-8"}
	if r.URL.Query().Get("by") == byCountry {
		file.Name = "countries-" + q.From.Format(time.DateOnly) + ".csv"
		return file.Send(w, r, func(to io.Writer) error { return p.writePlaces(r.Context(), to, q) })
	}
	return file.Send(w, r, func(to io.Writer) error {
		out := csv.NewWriter(to)
		out.UseCRLF = true
		_ = out.Write([]string{"day", "model", "title", "orders", "refunded", "amount", "currency", "views", "downloads", "earned"})
		err := p.eachTraffic(r.Context(), q, func(s traffic) error {
			return out.Write([]string{s.Day.Format(time.DateOnly), strconv.FormatInt(s.ModelID, 10), pages.Cell(s.Title),
				strconv.FormatInt(s.Orders, 10), strconv.FormatInt(s.Back, 10), s.Amount.String(), q.Currency,
				strconv.FormatInt(s.Views, 10), strconv.FormatInt(s.Downloads, 10), s.Earned.String()})
		})
		if err != nil {
			return err
		}
		out.Flush()
		return out.Error()
	})
}
