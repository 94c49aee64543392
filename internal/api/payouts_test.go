package api_test

import (
	"context"
	"net/http"
	"testing"

	"vitrine"
	"vitrine/internal/store"
)

// payout makes a payout to a seller, and returns its id.
func (s *server) payout(t *testing.T, seller string) int64 {
	t.Helper()
	to := vitrine.BankAccount{Holder: "Ada Lovelace", IBAN: "DE89370400440532013000", BIC: "COBADEFF"}
	p := vitrine.Payout{SellerID: s.user(t, seller).ID, Run: "2026-03-04", Currency: "USD", Live: true, Amount: 12_000,
		Status: vitrine.PayoutPending, To: to, Masked: to.Masked(), CreatedAt: s.clock.Now(), UpdatedAt: s.clock.Now()}
	s.write(t, func(ctx context.Context, tx *store.Tx) error { _, err := tx.InsertPayout(ctx, &p); return err })
	return p.ID
}

// banks says where somebody is paid.
func (s *server) banks(t *testing.T, seller string) {
	t.Helper()
	to := vitrine.BankAccount{Holder: "Ada Lovelace", IBAN: "DE89370400440532013000", BIC: "COBADEFF"}
	account := vitrine.PayoutAccount{UserID: s.user(t, seller).ID, Bank: to, Masked: to.Masked(), ChangedAt: s.clock.Now()}
	s.write(t, func(ctx context.Context, tx *store.Tx) error { return tx.SetPayoutAccount(ctx, &account) })
}

// TestPayouts reads payouts as their seller, as others and as an operator.
func TestPayouts(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *server) {
		s.user(t, "bob")
		boss := s.hand(t, vitrine.Token{UserID: s.user(t, "admin").ID, Scopes: []vitrine.Scope{vitrine.ScopeAdmin, vitrine.ScopeOrdersRead}})
		s.payout(t, "ada")
		s.payout(t, "bob")
		const list, one = "/v1/payouts", "/v1/payouts/1"
		says := map[string]any{"id": 1, "seller": "ada", "status": "pending", "amount": "120.00", "currency": "USD", "account": "DE…3000",
			"reason": nil, "batch_id": nil, "livemode": true, "sent_at": nil}
		s.run(t, []scenario{
			{name: "one's own", request: get("ada", list), wantStatus: 200, want: map[string]any{"payouts.0.id": 1, "payouts.1": nil}},
			{name: "signed out", request: get("", list), wantStatus: http.StatusUnauthorized},
			{name: "in another state", request: get("ada", list+"?status=paid"), wantStatus: 200, want: map[string]any{"payouts": []any{}}},
			{name: "in no state", request: get("ada", list+"?status=lost"), wantStatus: http.StatusBadRequest},
			{name: "of all, as a seller", request: get("ada", list+"?all=true"), wantStatus: http.StatusForbidden},
			{name: "of all", request: get("", list+"?all=true").by(boss), wantStatus: 200,
				want: map[string]any{"payouts.0.id": 2, "payouts.1.id": 1, "payouts.2": nil}},
			{name: "one", request: get("ada", one), wantStatus: 200, want: says},
			{name: "one, as an operator", request: get("", one).by(boss), wantStatus: 200, want: says},
			{name: "one, signed out", request: get("", one), wantStatus: http.StatusUnauthorized},
			{name: "somebody else's", request: get("bob", one), wantStatus: http.StatusNotFound},
			{name: "none", request: get("ada", "/v1/payouts/99"), wantStatus: http.StatusNotFound},
			{name: "no number", request: get("ada", "/v1/payouts/x"), wantStatus: http.StatusNotFound},
		})
		if walked := s.walk(t, "ada", list+"?per_page=1", "payouts", "status"); len(walked) != 1 {
			t.Errorf("page by page it is %q", walked)
		}
	})
}

// TestPayoutAccount says where to be paid, and changes it.
func TestPayoutAccount(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *server) {
		s.user(t, "bob")
		ada := s.hand(t, vitrine.Token{UserID: s.user(t, "ada").ID, Scopes: []vitrine.Scope{vitrine.ScopeOrdersRead, vitrine.ScopePayoutsWrite}})
		const path, good = "/v1/payout_account", `{"holder": "Ada Lovelace", "iban": "de89 3704 0044 0532 0130 00"}`
		other := `{"holder": "Ada Lovelace", "iban": "NL91ABNA0417164300", "bic": "ABNANL2A"}`
		s.run(t, []scenario{
			{name: "not said", request: get("ada", path), wantStatus: http.StatusNotFound},
			{name: "signed out", request: put("", path, good), wantStatus: http.StatusUnauthorized},
			{name: "without the scope", request: put("ada", path, good), wantStatus: http.StatusForbidden},
			{name: "no IBAN", request: put("", path, `{"holder": "Ada", "iban": "DE89370400440532013001"}`).by(ada), wantStatus: 422,
				want: refused("/iban", "bad_format")},
			{name: "nobody's", request: put("", path, `{"iban": "DE89370400440532013000"}`).by(ada), wantStatus: 422},
			{name: "malformed", request: put("", path, `{"holder": Ada}`).by(ada), wantStatus: http.StatusBadRequest},
			{name: "said", request: put("", path, good).by(ada), wantStatus: 200,
				want: map[string]any{"iban": "DE…3000", "holder": "Ada Lovelace", "bic": ""}, wantHeader: map[string]string{"Etag": `"a1"`}},
			{name: "said again", request: put("", path, good).by(ada), wantStatus: 200, wantHeader: map[string]string{"Etag": `"a1"`}},
			{name: "read", request: get("ada", path), wantStatus: 200, want: map[string]any{"iban": "DE…3000"}},
			{name: "another", request: put("", path, other).by(ada).with("If-Match", `"a1"`), wantStatus: 200, want: map[string]any{"iban": "NL…4300"}},
			{name: "as it was before", request: put("", path, good).by(ada).with("If-Match", `"a1"`), wantStatus: http.StatusPreconditionFailed},
			{name: "somebody else's", request: get("bob", path), wantStatus: http.StatusNotFound},
		})
	})
}

// TestPayoutRules says when sellers are paid.
func TestPayoutRules(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *server) {
		boss := s.hand(t, vitrine.Token{UserID: s.user(t, "admin").ID, Scopes: []vitrine.Scope{vitrine.ScopeAdmin}})
		const path = "/v1/desk/house"
		s.run(t, []scenario{
			{name: "by hand", request: get("", path).by(boss), wantStatus: 200, want: map[string]any{"payouts.schedule": "hand"}},
			{name: "weekly", request: put("", path, `{"payouts": {"schedule": "weekly", "day": 1, "least": "25"}}`).by(boss), wantStatus: 200,
				want: map[string]any{"payouts.schedule": "weekly", "payouts.day": 1, "payouts.least": "25.00"}},
			{name: "other things", request: put("", path, `{"name": "Oak"}`).by(boss), wantStatus: 200, want: map[string]any{"payouts.day": 1}},
			{name: "without a day", request: put("", path, `{"payouts": {"schedule": "monthly"}}`).by(boss), wantStatus: 422,
				want: refused("/payout_day", "not_allowed")},
			{name: "from nowhere", request: put("", path, `{"payouts": {"schedule": "hand", "from_iban": "DE1"}}`).by(boss), wantStatus: 422},
		})
	})
}
