package hooks

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/shop"
	"vitrine/internal/store"
	"vitrine/internal/web"
	"vitrine/internal/webhook"
)

const (
	logged = 50                 // deliveries of a page
	minute = "2006-01-02T15:04" // as a field for a moment has it
)

// log is an endpoint with what it was sent.
type log struct {
	*vitrine.Endpoint
	Host        string
	Deliveries  []vitrine.Delivery
	Status      string // that are shown alone, "" for all
	First, Next string // paths of pages
	Done        string
	Problem     string
	From, Until string // of what is to be sent once more, as it was typed
	Failed      bool
	Both        bool // two secrets sign
}

// Path is that of the page.
func (l *log) Path() string { return endpointPath(l.ID) }

func (p *Pages) endpoint(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	return p.showLog(w, r, in, http.StatusOK, &log{})
}

func (p *Pages) showLog(w http.ResponseWriter, r *http.Request, in shop.SignedIn, status int, shown *log) error {
	id, err := pages.Number(r, "id")
	if err != nil {
		return err
	}
	asked := r.URL.Query()
	if slices.Contains([]string{vitrine.DeliveryPending, vitrine.DeliveryDelivered, vitrine.DeliveryFailed}, asked.Get("status")) {
		shown.Status = asked.Get("status")
	}
	page := vitrine.Page{Number: 1, Size: logged, Cursor: asked.Get("cursor")}
	found, e, err := p.shop.Deliveries(r.Context(), in.Caller(), id, shown.Status, page)
	if err != nil {
		return err
	}
	l, now := locale.Of(r.Context()), time.Now().UTC()
	shown.Endpoint, shown.Host, shown.Deliveries = e, host(e), found.Deliveries
	shown.Both = e.OldUntil.After(now)
	if shown.From == "" {
		shown.From, shown.Until = now.AddDate(0, 0, -1).Format(minute), now.Add(time.Minute).Format(minute)
	}
	if page.Cursor != "" {
		shown.First = narrowed(id, url.Values{"status": {shown.Status}})
	}
	if found.Next != "" {
		shown.Next = narrowed(id, url.Values{"status": {shown.Status}, "cursor": {found.Next}})
	}
	if shown.Done == "" {
		shown.Done = l.Say(told[asked.Get("done")])
	}
	return p.show(w, r, status, "endpoint", l.T("Webhook endpoint"), shown)
}

// narrowed is the path of a part of an endpoint's log.
func narrowed(id int64, asked url.Values) string {
	if asked.Get("status") == "" {
		asked.Del("status")
	}
	if len(asked) == 0 {
		return endpointPath(id)
	}
	return endpointPath(id) + "?" + asked.Encode()
}

// refused shows the page of an endpoint with what was not done.
func (p *Pages) refused(w http.ResponseWriter, r *http.Request, in shop.SignedIn, shown *log, refused error) error {
	code := vitrine.CodeOf(refused)
	if code != vitrine.Conflict && code != vitrine.Invalid {
		return refused
	}
	problem := web.ProblemOf(r, refused)
	shown.Problem = locale.Of(r.Context()).Says(problem.Detail)
	return p.showLog(w, r, in, problem.Status, shown)
}

func (p *Pages) test(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	id, err := pages.Number(r, "id")
	if err != nil {
		return err
	}

	if _, _, err := p.shop.TestEndpoint(r.Context(), in.Caller(), id); err != nil {
		return p.refused(w, r, in, &log{}, err)
	}

	return pages.Done(w, r, endpointPath(id), "tested")
}

func (p *Pages) redeliverRange(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	id, err := pages.Number(r, "id")
	if err != nil {
		return err
	}
	form, err := web.ReadForm(w, r, maxForm)
	if err != nil {
		return err
	}
	shown := &log{From: form.Get("from"), Until: form.Get("until"), Failed: form.Get("failed") == "yes"}
	what := store.Range{FailedAlone: shown.Failed} // what is no time is none, which is refused below
	what.From, _ = time.Parse(minute, shown.From)
	what.Until, _ = time.Parse(minute, shown.Until)

	n, err := p.shop.RedeliverRange(r.Context(), in.Caller(), id, what)
	if err != nil {
		return p.refused(w, r, in, shown, err)
	}

	if n == 0 {
		return pages.Done(w, r, endpointPath(id), "none")
	}
	shown.Done = locale.Of(r.Context()).N("{n} event is on its way once more.", "{n} events are on their way once more.", n)
	return p.showLog(w, r, in, http.StatusOK, shown)
}

// sentOne is a delivery with what is sent and what was answered.
type sentOne struct {
	vitrine.Delivery
	Endpoint *vitrine.Endpoint
	Host     string
	Path     string // of its endpoint
	Body     string
	Problem  string
}

func (p *Pages) delivery(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	return p.showDelivery(w, r, in, nil)
}

func (p *Pages) showDelivery(w http.ResponseWriter, r *http.Request, in shop.SignedIn, refused error) error {
	id, err := pages.Number(r, "id")
	if err != nil {
		return err
	}
	which, err := pages.Number(r, "delivery")
	if err != nil {
		return err
	}
	d, e, err := p.shop.Delivery(r.Context(), in.Caller(), id, which)
	if err != nil {
		return err
	}
	body, err := webhook.Body(&d, e.Thin)
	if err != nil {
		return err
	}
	var easy bytes.Buffer
	if json.Indent(&easy, body, "", "  ") != nil {
		easy.Reset()
		easy.Write(body)
	}
	l, status := locale.Of(r.Context()), http.StatusOK
	shown := sentOne{Delivery: d, Endpoint: e, Host: host(e), Path: endpointPath(id), Body: easy.String()}
	if refused != nil {
		problem := web.ProblemOf(r, refused)
		status, shown.Problem = problem.Status, l.Says(problem.Detail)
	}
	return p.show(w, r, status, "delivery", l.T("Delivery of {event}", string(d.Event.Type)), shown)
}

func (p *Pages) redeliver(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	id, err := pages.Number(r, "id")
	if err != nil {
		return err
	}
	which, err := pages.Number(r, "delivery")
	if err != nil {
		return err
	}

	_, _, err = p.shop.Redeliver(r.Context(), in.Caller(), id, which)
	if vitrine.CodeOf(err) == vitrine.Conflict {
		return p.showDelivery(w, r, in, err)
	}
	if err != nil {
		return err
	}

	return pages.Done(w, r, path+"/"+strconv.FormatInt(id, 10), "again")
}

// tries is how often something was sent.
func tries(d vitrine.Delivery) int64 { return int64(d.Attempts) }
