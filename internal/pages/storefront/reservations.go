package storefront

import (
	"encoding/json"
	"net/http"

	"vitrine/internal/pages"
)

// maxReservations is how many models the file names: the newest marked ones. The answers
// themselves say it of all.
const maxReservations = 5000

// reservation is a rule of the TDM Reservation Protocol (section 4).
type reservation struct {
	Location string `json:"location"`
	Reserved int    `json:"tdm-reservation"`
	Policy   string `json:"tdm-policy,omitempty"`
}

// reservations lists the pages of the models that nobody may train machines with.
func (p *Pages) reservations(w http.ResponseWriter, r *http.Request) error {
	house, err := p.shop.House(r.Context())
	if err != nil {
		return err
	}
	marked, err := p.db.ReservedModels(r.Context(), maxReservations)
	if err != nil {
		return err
	}
	rules := []reservation{}
	for _, m := range marked {
		rules = append(rules, reservation{pathOf(&m), 1, pages.PolicyOf(p.Address(""), house)})
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", sitemapCache)
	w.Header().Set("X-Content-Type-Options", "nosniff")
	return json.NewEncoder(w).Encode(rules)
}
