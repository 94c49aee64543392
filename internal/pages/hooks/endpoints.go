package hooks

import (
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/shop"
	"vitrine/internal/web"
)

// listed is what the list shows.
type listed struct {
	Endpoints []*vitrine.Endpoint
	Done      string
	Full      bool // there are as many as one may have
}

func (p *Pages) list(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	all, err := p.shop.Endpoints(r.Context(), in.Caller())
	if err != nil {
		return err
	}

	l := locale.Of(r.Context())
	content := listed{Endpoints: all, Done: l.Say(told[r.URL.Query().Get("done")]), Full: len(all) >= vitrine.MaxEndpoints}
	return p.show(w, r, http.StatusOK, "list", l.T("Webhooks"), content)
}

// editing is an endpoint in a form.
type editing struct {
	*vitrine.Endpoint // ID 0: it is to be made
	Typed             url.Values
	Secret            string // shown once
	Rotated           bool
	Whole             bool // whether it can be one of the whole marketplace
	Faults            map[string]string
	Differs           []pages.Difference
}

// Path is where the form is sent.
func (e *editing) Path() string {
	if e.ID == 0 {
		return path + "/new"
	}
	return endpointPath(e.ID) + "/edit"
}

// Has reports whether a field has a value.
func (e *editing) Has(name, value string) bool { return slices.Contains(e.Typed[name], value) }

// valuesOf is an endpoint as its form has it.
func valuesOf(e *vitrine.Endpoint) url.Values {
	typed := url.Values{"url": {e.URL}, "description": {e.Description}, "payload": {"full"}}
	if e.Thin {
		typed.Set("payload", "thin")
	}
	if e.ID == 0 || e.DisabledAt.IsZero() {
		typed.Set("enabled", "yes")
	}
	for _, t := range e.Events {
		typed.Add("event", string(t))
	}
	return typed
}

// read is what a form says of an endpoint.
func read(form url.Values) shop.EndpointChange {
	c := shop.EndpointChange{
		Description: vitrine.Some(form.Get("description")), Thin: vitrine.Some(form.Get("payload") == "thin"),
		Disabled: vitrine.Some(form.Get("enabled") != "yes"), Events: vitrine.Some[[]vitrine.EventType](nil),
	}
	if form.Has("url") {
		c.URL = vitrine.Some(form.Get("url"))
	}
	for _, word := range form["event"] {
		c.Events.Value = append(c.Events.Value, vitrine.EventType(word))
	}
	return c
}

func (p *Pages) blank(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	e := &vitrine.Endpoint{}
	return p.showForm(w, r, http.StatusOK, &editing{Endpoint: e, Typed: valuesOf(e), Whole: in.Operator()})
}

func (p *Pages) showForm(w http.ResponseWriter, r *http.Request, status int, e *editing) error {
	title := locale.Of(r.Context()).T("New endpoint")
	if e.ID != 0 {
		title = locale.Of(r.Context()).T("Change the endpoint")
	}
	return p.show(w, r, status, "edit", title, e)
}

func (p *Pages) create(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	form, err := web.ReadForm(w, r, maxForm)
	if err != nil {
		return err
	}

	wanted := shop.NewEndpoint{EndpointChange: read(form), Whole: form.Get("whole") == "yes"}
	made, err := p.made(r, in, wanted)
	if err != nil {
		return p.refuse(w, r, &editing{Endpoint: &vitrine.Endpoint{}, Typed: form, Whole: in.Operator()}, err)
	}

	return p.showForm(w, r, http.StatusCreated, &editing{Endpoint: made, Typed: valuesOf(made), Secret: made.Secret})
}

// made makes an endpoint that is sent to: one that a program polls is removed when it stops
// asking, so that it is made by that program.
func (p *Pages) made(r *http.Request, in shop.SignedIn, wanted shop.NewEndpoint) (*vitrine.Endpoint, error) {
	if strings.TrimSpace(wanted.URL.Value) == "" {
		return nil, vitrine.InvalidFields([]vitrine.Field{
			{Pointer: "/url", Code: "required", Detail: locale.Of(r.Context()).T("Say to which address events are sent.")}})
	}
	return p.shop.CreateEndpoint(r.Context(), in.Caller(), wanted)
}

// refuse shows a form again with what is wrong with it.
func (p *Pages) refuse(w http.ResponseWriter, r *http.Request, e *editing, refused error) error {
	problem, ok := errors.AsType[*vitrine.Error](refused)
	if !ok || !slices.Contains([]vitrine.Code{vitrine.Invalid, vitrine.Conflict, vitrine.Stale}, problem.Code) {
		return refused
	}
	l := locale.Of(r.Context())
	e.Faults = pages.FaultsOf(l, problem)
	if problem.Code == vitrine.Stale {
		e.Faults[""] = l.T("This was changed meanwhile, in another window. Look at what is stored now, and save once more.")
		e.Differs = pages.Differences(fieldsOf(l), e.Typed, valuesOf(e.Endpoint))
	}
	return p.showForm(w, r, web.ProblemOf(r, refused).Status, e)
}

// fieldsOf are those of the form, as it calls them.
func fieldsOf(l *locale.Language) []pages.Field {
	return []pages.Field{
		{Name: "url", Label: l.T("Address")}, {Name: "description", Label: l.T("What it is for, in a line")},
		{Name: "event", Label: l.T("What it is told of")},
		{Name: "payload", Label: l.T("What it is sent"), Says: map[string]string{
			"full": l.T("all of what it happened to"), "thin": l.T("its number alone")}},
		pages.Box(l, "enabled", l.T("Events are sent to it")),
	}
}

// own is the endpoint of the page, which is the user's.
func (p *Pages) own(r *http.Request, in shop.SignedIn) (*vitrine.Endpoint, error) {
	id, err := pages.Number(r, "id")
	if err != nil {
		return nil, err
	}
	return p.shop.Endpoint(r.Context(), in.Caller(), id)
}

func (p *Pages) edit(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	e, err := p.own(r, in)
	if err != nil {
		return err
	}
	return p.showForm(w, r, http.StatusOK, &editing{Endpoint: e, Typed: valuesOf(e)})
}

func (p *Pages) change(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	form, err := web.ReadForm(w, r, maxForm)
	if err != nil {
		return err
	}
	e, err := p.own(r, in)
	if err != nil {
		return err
	}
	seen, _ := strconv.ParseInt(form.Get("version"), 10, 64) // what is no number is no version

	_, err = p.shop.ChangeEndpoint(r.Context(), in.Caller(), e.ID, read(form), func(version int64) bool { return version == seen })
	if err != nil {
		return p.refuse(w, r, &editing{Endpoint: e, Typed: form}, err)
	}

	return pages.Done(w, r, endpointPath(e.ID), "saved")
}

func (p *Pages) rotate(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	id, err := pages.Number(r, "id")
	if err != nil {
		return err
	}

	e, err := p.shop.RotateEndpoint(r.Context(), in.Caller(), id)
	if err != nil {
		return err
	}

	return p.showForm(w, r, http.StatusOK, &editing{Endpoint: e, Typed: valuesOf(e), Secret: e.Secret, Rotated: true})
}

func (p *Pages) remove(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	id, err := pages.Number(r, "id")
	if err != nil {
		return err
	}

	if err := p.shop.RemoveEndpoint(r.Context(), in.Caller(), id, nil); err != nil {
		return err
	}

	return pages.Done(w, r, path, "removed")
}

// Types are the events that can be asked for. Those of accounts are told to the marketplace's
// own endpoints alone, which operators can make.
func (e *editing) Types() []vitrine.EventType {
	asked := *e.Endpoint
	asked.Whole = asked.Whole || e.Whole
	return asked.May()
}

// host is where an endpoint is, shortly.
func host(e *vitrine.Endpoint) string {
	at, err := url.Parse(e.URL)
	if err != nil || at.Host == "" {
		return strings.TrimSpace(e.Description)
	}
	return at.Host
}
