package operator

import (
	"net/http"
	"sync"
	"time"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/record"
	"vitrine/internal/shop"
	"vitrine/internal/store"
)

// The desk looks back on a week, and shows as many new models. What it has added up it
// shows for daysKept: of many orders that takes a moment.
const (
	daysShown   = 7
	modelsShown = 10
	daysKept    = 30 * time.Second
)

// recent is what was ordered on the last days, as it was added up lately.
type recent struct {
	sync.Mutex
	at   time.Time
	days []store.Day
}

// days adds up the orders of the last days.
func (p *Pages) days(r *http.Request, now time.Time) ([]store.Day, error) {
	p.today.Lock()
	defer p.today.Unlock()
	if p.today.at.After(now.Add(-daysKept)) {
		return p.today.days, nil
	}
	since := now.UTC().Truncate(24*time.Hour).AddDate(0, 0, 1-daysShown)
	days, err := p.db.Days(r.Context(), since, p.shop.Live())
	if err == nil {
		p.today.at, p.today.days = now, days
	}
	return days, err
}

// day is what was ordered on a day, as the page shows it.
type day struct {
	store.Day
	Today bool
}

// waits is something that waits for a person.
type waits struct {
	Number, Text, Path string
}

// newModel is a model that came into the catalogue.
type newModel struct {
	store.Published
	Path string
}

// desk is what the first page of the desk shows.
type desk struct {
	Waits   []waits
	Days    []day
	Sandbox bool
	Models  []newModel
	Total   string // of the models
}

// first shows operators what happens today, and leads others who act for the marketplace on.
func (p *Pages) first(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	if !in.Operator() {
		return p.ToOwnDesk(w, r)
	}
	return p.showToday(w, r, in)
}

func (p *Pages) showToday(w http.ResponseWriter, r *http.Request, _ shop.SignedIn) error {
	l, now := locale.Of(r.Context()), p.now()
	shown := desk{Sandbox: !p.shop.Live()}
	days, err := p.days(r, now)
	if err != nil {
		return err
	}
	for _, d := range days {
		shown.Days = append(shown.Days, day{d, d.Start.Equal(now.UTC().Truncate(24 * time.Hour))})
	}
	if shown.Waits, err = p.waiting(r, l, now); err != nil {
		return err
	}
	models, total, err := p.db.Published(r.Context(), now.AddDate(0, 0, -daysShown), modelsShown)
	if err != nil {
		return err
	}
	shown.Total = totalOf(l, total)
	for _, m := range models {
		shown.Models = append(shown.Models, newModel{m, record.Path(&vitrine.Model{ID: m.ModelID, Slug: m.Slug, ProductType: m.ProductType})})
	}
	return p.show(w, r, http.StatusOK, "today", pages.View{Title: l.T("Today"), Section: todayPath, Content: shown})
}

const reportsPath = "/desk/reports"

// waiting is what waits for a person; nothing is said of what does not.
func (p *Pages) waiting(r *http.Request, l *locale.Language, now time.Time) (list []waits, err error) {
	found, err := p.db.Waiting(r.Context(), now)
	if err != nil {
		return nil, err
	}
	say := func(n vitrine.Total, text, path string) {
		if n.Count > 0 {
			list = append(list, waits{totalOf(l, n), text, path})
		}
	}
	if p.shop.PaymentProvider() == "manual" {
		say(found.Transfers, l.N("transfer to confirm", "transfers to confirm", found.Transfers.Count), ordersPath+"?status=unpaid")
	}
	owed, err := p.db.RefundsWaiting(r.Context(), refundsShown)
	if err != nil {
		return nil, err
	}
	byHand := vitrine.Total{}
	for _, row := range owed {
		if row.State == vitrine.RefundOwed {
			byHand.Count++
		}
	}
	asked, err := p.db.CountRequests(r.Context(), vitrine.RequestPassed)
	if err != nil {
		return nil, err
	}
	say(vitrine.Total{Count: asked}, l.N("refund request to decide", "refund requests to decide", asked), requestsPath)
	say(byHand, l.N("refund to send by hand", "refunds to send by hand", byHand.Count), refundsPath)
	disputes, _, err := p.db.OpenDisputes(r.Context())
	if err != nil {
		return nil, err
	}
	say(vitrine.Total{Count: disputes}, l.N("open dispute", "open disputes", disputes), disputesPath)
	say(found.Differences, l.N("difference from the provider’s report", "differences from the provider’s report", found.Differences.Count),
		"/desk/money/report")
	say(found.Unmoved, l.N("transfer to a seller that failed", "transfers to sellers that failed", found.Unmoved.Count), payoutsPath)
	say(found.Stopped, l.N("seller whom Stripe does not pay", "sellers whom Stripe does not pay", found.Stopped.Count), payoutsPath+"#stopped")
	house, err := p.shop.House(r.Context())
	if err != nil {
		return nil, err
	}
	missing := vitrine.Total{Count: int64(len(house.Papers.Missing()))}
	say(missing, l.N("page not written yet", "pages not written yet", missing.Count), "/desk/pages")
	say(found.Taxes, l.N("tax to look at", "taxes to look at", found.Taxes.Count), "/desk/money#taxes")
	say(found.Models, l.N("model to review", "models to review", found.Models.Count), "/desk/models?list=waiting")
	say(found.Reports, l.N("report to decide", "reports to decide", found.Reports.Count), reportsPath)
	say(found.Objections, l.N("author’s answer to read", "authors’ answers to read", found.Objections.Count), reportsPath+"#objections")
	say(found.Mails, l.N("mail that was not delivered", "mails that were not delivered", found.Mails.Count), "/desk/mails")
	say(found.Payments, l.N("payment or refund that does not get on", "payments and refunds that do not get on", found.Payments.Count),
		jobsPath+"#failed")
	say(found.Jobs, l.N("job that was given up", "jobs that were given up", found.Jobs.Count), jobsPath+"#failed")
	_, rejected, err := p.db.RejectedFiles(r.Context(), now.AddDate(0, 0, -daysShown), 1)
	say(rejected, l.N("file rejected this week", "files rejected this week", rejected.Count), jobsPath+"#files")
	return list, err
}

// totalOf tells a number that may be more.
func totalOf(l *locale.Language, n vitrine.Total) string {
	if n.More {
		return l.T("more than {number}", n.Count)
	}
	return l.Number(n.Count)
}
