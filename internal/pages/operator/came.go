package operator

import (
	"net/http"
	"net/url"
	"time"

	"vitrine"
)

// paidAt is the field of a form for the day on which the money came that it confirms.
const paidAt = "paid_at"

// came is that field as a page shows it.
type came struct {
	ID          string
	Day, Fault  string // as it was typed, and what is wrong with it
	First, Last string // the days that it can be
	Zone        string // whose days they are
}

// askCame adds the field to the forms by which something unpaid can be confirmed.
func (p *Pages) askCame(r *http.Request, s *sold) error {
	if s.Status == vitrine.Disputed || !s.CanConfirm && !s.CanConfirmAll {
		return nil
	}
	rules, err := p.shop.TaxRules(r.Context())
	if err != nil {
		return err
	}
	since := func(id string, made time.Time) *came {
		return &came{ID: id, First: rules.Day(made), Last: rules.Day(p.now()), Zone: rules.Location().String()}
	}
	if s.CanConfirm {
		s.Came = since("paid-at", s.CreatedAt)
	}
	if s.CanConfirmAll {
		s.CameAll = since("paid-at-all", s.Together.CreatedAt)
	}
	return nil
}

// cameIn is the field of the form that was sent; nil where the page does not show it.
func (s *sold) cameIn(form url.Values) *came {
	if form.Has("checkout") {
		return s.CameAll
	}
	return s.Came
}
