package stripesim

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/stripe/stripe-go/v86"
)

// answer is what was answered to a call.
type answer struct {
	form   string
	status int
	body   any
}

// refusal is an error of the interface.
type refusal struct {
	status int
	code   stripe.ErrorCode
	text   string
}

func (r *refusal) Error() string { return r.text }

func (s *Sim) route() {
	for pattern, call := range map[string]func(*http.Request) (any, *refusal){
		"POST /v1/checkout/sessions":                s.createSession,
		"GET /v1/checkout/sessions":                 s.listSessions,
		"GET /v1/checkout/sessions/{id}":            s.session,
		"POST /v1/checkout/sessions/{id}/expire":    s.expireSession,
		"GET /v1/checkout/sessions/{id}/line_items": s.listLines,
		"POST /v1/refunds":                          s.createRefund,
		"GET /v1/refunds":                           s.listRefunds,
		"GET /v1/disputes":                          s.listDisputes,
		"GET /v1/disputes/{id}":                     s.getDispute,
		"POST /v1/disputes/{id}":                    s.updateDispute,
		"GET /v1/events":                            s.listEvents,
		"GET /v1/balance":                           s.balances,
		"GET /v1/balance_transactions":              s.listMoved,
		"POST /v1/accounts":                         s.createAccount,
		"GET /v1/accounts/{id}":                     s.account,
		"POST /v1/account_links":                    s.createLink,
		"GET /v1/payouts":                           s.listPayouts,
		"POST /v1/transfers":                        s.createTransfer,
		"GET /v1/transfers":                         s.listTransfers,
		"GET /v1/transfers/{id}":                    s.getTransfer,
		"POST /v1/transfers/{id}/reversals":         s.createReversal,
		"GET /v1/transfers/{id}/reversals":          s.listReversals,
	} {
		s.mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) { s.call(w, r, call) })
	}
	s.mux.HandleFunc("GET /c/pay/{id}", s.page)
	s.mux.HandleFunc("POST /c/pay/{id}", s.choose)
	s.mux.HandleFunc("GET /setup/{id}", s.setup)
	s.mux.HandleFunc("POST /setup/{id}", s.setUp)
}

// call answers a call of the interface, with the faults that were asked for.
func (s *Sim) call(w http.ResponseWriter, r *http.Request, call func(*http.Request) (any, *refusal)) {
	fault := None
	if s.options.Fault != nil {
		fault = s.options.Fault(r)
	}
	if fault == Before {
		write(w, http.StatusInternalServerError, failure("api_error", "", "nothing has happened"))
		return
	}
	given, err := s.answer(r, call)
	if err != nil {
		given = answer{status: err.status, body: failure("invalid_request_error", err.code, err.text)}
	}
	if fault == After {
		panic(http.ErrAbortHandler) // the line breaks
	}
	write(w, given.status, given.body)
}

// answer answers a call once by its idempotency key.
func (s *Sim) answer(r *http.Request, call func(*http.Request) (any, *refusal)) (given answer, refused *refusal) {
	if r.Header.Get("Authorization") != "Bearer "+s.options.Key {
		return given, &refusal{http.StatusUnauthorized, "", "Invalid API Key provided"}
	}
	if err := r.ParseForm(); err != nil {
		return given, &refusal{http.StatusBadRequest, "", err.Error()}
	}
	_ = s.happen(func() error { // what it caused is told, whatever is answered
		key := r.Header.Get("Idempotency-Key")
		before, repeated := s.answers[key]
		switch {
		case key != "" && repeated && before.form != r.Form.Encode():
			refused = &refusal{http.StatusBadRequest, "idempotency_key_in_use", "the key was used with other parameters"}
			return nil
		case key != "" && repeated:
			given = before
			return nil
		}
		body, failed := call(r)
		if refused = failed; refused != nil {
			if key != "" && slices.Contains(kept, refused.code) {
				s.answers[key] = answer{form: r.Form.Encode(), status: refused.status, body: failure("invalid_request_error",
					refused.code, refused.text)}
			}
			return nil
		}
		given = answer{form: r.Form.Encode(), status: http.StatusOK, body: copied(body)}
		if key != "" && r.Method == http.MethodPost {
			s.answers[key] = given
		}
		return nil
	})
	return given, refused
}

// kept are the refusals that a key repeats for a day: what was asked for had begun.
var kept = []stripe.ErrorCode{stripe.ErrorCodeBalanceInsufficient, incapable}

// ForgetKeys forgets what was answered to which key, as after a day.
func (s *Sim) ForgetKeys() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.answers = map[string]answer{}
}

// copied is an object as it is now.
func copied(object any) json.RawMessage {
	encoded, err := json.Marshal(object)
	if err != nil {
		panic(err) // an object of this package
	}
	return encoded
}

func write(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Request-Id", "req_sim")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}

func failure(kind string, code stripe.ErrorCode, text string) any {
	return map[string]any{"error": map[string]any{"type": kind, "code": code, "message": text}}
}

func metadata(form url.Values, prefix string) map[string]string {
	found := map[string]string{}
	for name := range form {
		if rest, ok := strings.CutPrefix(name, prefix+"["); ok {
			found[strings.TrimSuffix(rest, "]")] = form.Get(name)
		}
	}
	return found
}

func (s *Sim) createSession(r *http.Request) (any, *refusal) {
	bad := func(text string) (any, *refusal) {
		return nil, &refusal{http.StatusBadRequest, "parameter_invalid", text}
	}
	f := r.PostForm
	items, ok := s.lines(f)
	ends, wrong := strconv.ParseInt(f.Get("expires_at"), 10, 64)
	span := ends - s.seconds()
	switch {
	case f.Get("mode") != "payment":
		return bad("mode")
	case !ok:
		return bad("line_items")
	case wrong != nil || span < 30*60 || span > 24*60*60:
		return bad("expires_at is from 30 minutes to 24 hours after now")
	case f.Get("success_url") == "":
		return bad("success_url is required")
	case !takes(f):
		return bad("payment_method_types has one that the account does not take")
	}
	c := &session{ID: s.id("cs"), Object: "checkout.session", CancelURL: f.Get("cancel_url"),
		ClientReference: f.Get("client_reference_id"), Created: s.seconds(), Currency: items[0].Currency,
		CustomerEmail: f.Get("customer_email"), ExpiresAt: ends, Livemode: s.live(),
		Metadata: metadata(f, "metadata"), Mode: "payment", PaymentStatus: "unpaid",
		Status: "open", SuccessURL: f.Get("success_url"), lines: items, intent: metadata(f, "payment_intent_data[metadata]"),
		group: f.Get("payment_intent_data[transfer_group]")}
	for _, item := range items {
		c.AmountTotal, c.titles = c.AmountTotal+item.Total, append(c.titles, item.Description)
	}
	if refused := s.asksTax(c, f); refused != nil {
		return nil, refused
	}
	if len(c.Metadata) > 50 || tooLong(c.Metadata) {
		return bad("metadata has at most 50 keys of 40 characters with values of 500")
	}
	address := s.options.Address + "/c/pay/" + c.ID
	c.URL = &address
	s.sessions[c.ID] = c
	return c, nil
}

// takes reports whether the account has the methods of a session switched on.
func takes(f url.Values) bool {
	for i := 0; ; i++ {
		switch f.Get(fmt.Sprintf("payment_method_types[%d]", i)) {
		case "":
			return true
		case "card", "link", "sepa_debit":
		default:
			return false
		}
	}
}

// lines are what a session is for; false where a line can't be.
func (s *Sim) lines(f url.Values) (items []*line, ok bool) {
	for i := 0; ; i++ {
		name := fmt.Sprintf("line_items[%d]", i)
		if !f.Has(name + "[quantity]") {
			return items, i > 0
		}
		price, err := strconv.ParseInt(f.Get(name+"[price_data][unit_amount]"), 10, 64)
		item := &line{ID: s.id("li"), Object: "item", Total: price, Currency: strings.ToLower(f.Get(name + "[price_data][currency]")),
			Description: f.Get(name + "[price_data][product_data][name]"), Metadata: metadata(f, name+"[metadata]"), Quantity: 1,
			behavior: f.Get(name + "[price_data][tax_behavior]"), code: f.Get(name + "[price_data][product_data][tax_code]")}
		if err != nil || price <= 0 || price%coinOf(item.Currency) != 0 ||
			item.Description == "" || f.Get(name+"[quantity]") != "1" || len(item.Currency) != 3 ||
			i > 0 && item.Currency != items[0].Currency || i >= 100 {
			return nil, false
		}
		items = append(items, item)
	}
}

// coinOf is what amounts of a currency are a multiple of: https://docs.stripe.com/currencies
func coinOf(currency string) int64 {
	switch currency {
	case "bhd", "jod", "kwd", "omr", "tnd":
		return 10
	case "isk", "ugx":
		return 100
	default:
		return 1
	}
}

func tooLong(metadata map[string]string) bool {
	for key, value := range metadata {
		if len(key) > 40 || len(value) > 500 {
			return true
		}
	}
	return false
}

func missing(what string) *refusal {
	return &refusal{http.StatusNotFound, stripe.ErrorCodeResourceMissing, "No such " + what}
}

func (s *Sim) session(r *http.Request) (any, *refusal) {
	found, ok := s.sessions[r.PathValue("id")]
	if !ok {
		return nil, missing("checkout session")
	}
	s.lapse(found)
	if name, paid := found.PaymentIntent.(string); paid && slices.Contains(r.Form["expand[0]"],
		"payment_intent.latest_charge.balance_transaction") {
		whole := *found
		whole.PaymentIntent = s.intent(name)
		return &whole, nil
	}
	return found, nil
}

// intent is a payment intent with its charge.
func (s *Sim) intent(name string) *intent {
	held := s.charges[name]
	state := map[string]string{"pending": "processing", "succeeded": "succeeded", "failed": "requires_payment_method"}[held.Status]
	return &intent{ID: name, Object: "payment_intent", Amount: held.Amount, Currency: held.Currency, LatestCharge: held,
		Livemode: held.Livemode, Metadata: held.Metadata, TransferGroup: held.group, Status: state}
}

func (s *Sim) listSessions(r *http.Request) (any, *refusal) {
	found := []*session{}
	for _, c := range s.sessions {
		if name, paid := c.PaymentIntent.(string); paid && name == r.Form.Get("payment_intent") {
			found = append(found, c)
		}
	}
	return listOf(r, found), nil
}

func (s *Sim) expireSession(r *http.Request) (any, *refusal) {
	c, err := s.open(r.PathValue("id"))
	if err != nil {
		return nil, &refusal{http.StatusBadRequest, "", err.Error()}
	}
	s.end(c)
	return c, nil
}

func (s *Sim) createRefund(r *http.Request) (any, *refusal) {
	held, ok := s.charges[r.Form.Get("payment_intent")]
	if !ok {
		return nil, missing("payment intent")
	}
	amount := held.Amount - held.AmountRefunded
	if text := r.Form.Get("amount"); text != "" {
		var err error
		if amount, err = strconv.ParseInt(text, 10, 64); err != nil {
			return nil, &refusal{http.StatusBadRequest, "parameter_invalid", "amount"}
		}
	}
	if amount%coinOf(held.Currency) != 0 {
		return nil, &refusal{http.StatusBadRequest, "parameter_invalid", "amount: the last digit must be 0"}
	}
	back, refused := s.refund(held, amount, metadata(r.Form, "metadata"))
	if refused != nil {
		return nil, refused
	}
	return back, nil
}

// listRefunds lists the newest first.
func (s *Sim) listRefunds(r *http.Request) (any, *refusal) {
	found := []*refund{}
	for _, back := range slices.Backward(s.refunds) {
		if back.Charge == r.Form.Get("charge") {
			found = append(found, s.whole(back, r.Form["expand[0]"]))
		}
	}
	return listOf(r, found), nil
}

// whole is a refund with what is to be expanded in it.
func (s *Sim) whole(back *refund, expand []string) *refund {
	i := slices.IndexFunc(s.moved, func(m *moved) bool { return m.ID == back.FailureMoved })
	if i < 0 || !slices.Contains(expand, "data.failure_balance_transaction") {
		return back
	}
	shown, m := *back, s.moved[i]
	shown.FailureMoved = &balance{m.ID, m.Object, m.Amount, m.Created, m.Currency, m.Fee, m.Net, m.Type}
	return &shown
}

// listDisputes lists the newest first.
func (s *Sim) listDisputes(r *http.Request) (any, *refusal) {
	found := []*dispute{}
	for _, d := range slices.Backward(s.disputes) {
		if d.Charge == r.Form.Get("charge") {
			found = append(found, d)
		}
	}
	return listOf(r, found), nil
}

// listEvents lists the newest first, from a time on, a hundred to a page.
func (s *Sim) listEvents(r *http.Request) (any, *refusal) {
	from, err := strconv.ParseInt(r.Form.Get("created[gte]"), 10, 64)
	if err != nil {
		return nil, &refusal{http.StatusBadRequest, "parameter_invalid", "created[gte]"}
	}
	kinds := map[string]bool{}
	for name := range r.Form {
		if strings.HasPrefix(name, "types[") {
			kinds[r.Form.Get(name)] = true
		}
	}
	found, after := []*Event{}, r.Form.Get("starting_after")
	for _, e := range slices.Backward(s.events) {
		switch {
		case after != "":
			if e.ID == after {
				after = ""
			}
		case e.Created >= from && kinds[e.Type]:
			found = append(found, e)
		}
	}
	const page = 100
	more := len(found) > page
	answer := listOf(r, found[:min(page, len(found))])
	answer.HasMore = more
	return answer, nil
}

func listOf[T any](r *http.Request, data []T) *list {
	return &list{Object: "list", Data: data, URL: r.URL.Path}
}

func (s *Sim) getDispute(r *http.Request) (any, *refusal) {
	i := slices.IndexFunc(s.disputes, func(d *dispute) bool { return d.ID == r.PathValue("id") })
	if i < 0 {
		return nil, missing("dispute")
	}
	return s.disputes[i], nil
}

// updateDispute takes evidence, and hands it to the bank when it is submitted.
func (s *Sim) updateDispute(r *http.Request) (any, *refusal) {
	found, refused := s.getDispute(r)
	if refused != nil {
		return nil, refused
	}
	d := found.(*dispute)
	reviewed, takes := map[string]string{"needs_response": "under_review", "warning_needs_response": "warning_under_review"}[d.Status]
	if !takes {
		return nil, &refusal{http.StatusBadRequest, "", "This dispute is already closed"}
	}
	for name, text := range metadata(r.PostForm, "evidence") {
		d.Evidence[name] = text
	}
	d.Details.HasEvidence = len(d.Evidence) > 0
	if r.PostForm.Get("submit") == "true" {
		d.Status, d.Details.Submissions = reviewed, d.Details.Submissions+1
		s.tell("charge.dispute.updated", d)
	}
	return d, nil
}
