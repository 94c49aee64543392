package stripesim

import (
	"html/template"
	"net/http"
)

var paying = template.Must(template.New("pay").Parse(`<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Simulated Stripe</title><link rel="icon" href="data:,">
<style>body{font:1rem/1.5 system-ui,sans-serif;max-width:30rem;margin:2rem auto;padding:0 1rem}
button{display:block;width:100%;margin:.5rem 0;
padding:.75rem;font:inherit}p.note{border-left:.25rem solid;padding-left:.75rem}</style></head>
<body><main><p class="note">This is a simulation of Stripe's checkout. No money moves, and no card is asked for.</p>
<h1>{{range $i, $title := .Titles}}{{if $i}}<br>{{end}}{{$title}}{{end}}</h1><p>{{.Amount}} {{.Currency}} (smallest units)</p>
{{if .Open}}<form method="post">{{if .Taxed}}<p><label>Country <select name="country">
{{range .Countries}}<option>{{.}}</option>{{end}}</select></label>
<label>Name <input name="name" value="Ada Example"></label> <label>VAT ID, of a business <input name="vat_id"></label></p>
{{end}}<button name="outcome" value="pay">Pay by card</button>
<button name="outcome" value="later">Pay by a bank that confirms later</button>
<button name="outcome" value="back">Back to the shop without paying</button></form>
{{else}}<p role="status">This payment is over.</p>{{end}}</main></body></html>
`))

// page shows a session to its customer.
func (s *Sim) page(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	c, ok := s.sessions[r.PathValue("id")]
	var shown struct {
		Titles   []string
		Currency string
		Amount   int64
		Open     bool

		Taxed     bool
		Countries []string
	}
	if ok {
		shown.Taxed, shown.Countries = c.AutomaticTax.Enabled, []string{"DE", "FR", "AT", "US", "CH"}
		shown.Titles, shown.Currency, shown.Amount, shown.Open = c.titles, c.Currency, c.AmountTotal, c.Status == "open"
	}
	s.mu.Unlock()
	if !ok {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_ = paying.Execute(w, shown)
}

// choose carries out what a customer chose, and sends them back to the marketplace.
func (s *Sim) choose(w http.ResponseWriter, r *http.Request) {
	id := r.PathValue("id")
	s.mu.Lock()
	c, ok := s.sessions[id]
	s.mu.Unlock()
	if !ok {
		http.NotFound(w, r)
		return
	}
	said := Customer{Name: r.PostFormValue("name"), Country: r.PostFormValue("country"), VATID: r.PostFormValue("vat_id")}
	if said.Country == "US" {
		said.State = "NY"
	}
	var err error
	if said.Country != "" {
		err = s.Say(id, said)
	}
	to := c.SuccessURL
	if err != nil {
		http.Error(w, err.Error(), http.StatusConflict)
		return
	}
	switch r.PostFormValue("outcome") {
	case "pay":
		err = s.Pay(id)
	case "later":
		err = s.PayLater(id)
	default:
		to = c.CancelURL
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusConflict)
		return
	}
	http.Redirect(w, r, to, http.StatusSeeOther)
}
