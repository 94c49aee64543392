package api_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"vitrine"
	"vitrine/internal/auth"
	"vitrine/internal/store"
	"vitrine/internal/web"
)

// operations lists every operation of the contract with a path that can be
// asked for.
func operations(s *server) map[*huma.Operation]string {
	list := map[*huma.Operation]string{}
	for path, item := range s.api.OpenAPI().Paths {
		for _, op := range []*huma.Operation{item.Get, item.Post, item.Put, item.Patch, item.Delete} {
			if op != nil {
				list[op] = strings.NewReplacer("{id}", "1", "{model_id}", "1", "{order_id}", "1", "{endpoint_id}", "1", "{application_id}", "1",
					"{user_id}", "1", "{upload}", "1",
					"{language}", "en", "{about}", "seller",
					"{month}", "2026-03", "{number}", "TEST-INV-000001", "{page}", "terms", "{kind}", "trial", "{type}", "general").Replace(path)
			}
		}
	}
	return list
}

func TestEveryOperationNeedsAToken(t *testing.T) {
	t.Parallel()
	s := newServer(t, func(o *options) { // each is asked for three times, by one address
		o.api.Rates = web.DefaultRates()
		o.api.Rates[web.Writes] = web.Rate{PerMinute: 1200, Burst: 1000}
	})
	list := operations(s)
	if len(list) < 25 {
		t.Fatalf("only %d operations are in the contract", len(list))
	}
	for op, path := range list {
		for _, form := range []string{path, path + "/", path + ".json"} {
			got := s.do(t, request{method: op.Method, path: form})
			if got.Status != http.StatusUnauthorized {
				t.Errorf("%s %s signed out: status is %d, want 401", op.Method, form, got.Status)
			}
		}
	}
}

func TestEveryOperationNeedsItsScope(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	ada := s.user(t, "ada")
	for op, path := range operations(s) {
		needed := op.Security[0]["bearer"]
		if len(needed) == 0 {
			continue
		}
		secret := auth.NewSecret(auth.TokenPrefix)
		giveToken(t, s, ada.ID, secret, vitrine.Scope(needed[0]))
		got := s.do(t, request{method: op.Method, path: path, header: map[string]string{"Authorization": "Bearer " + secret}})
		if got.Status != http.StatusForbidden || text(got.at(t, "scope")) != needed[0] {
			t.Errorf("%s %s without %s: status is %d, scope %q, want 403", op.Method, path, needed[0], got.Status, got.at(t, "scope"))
		}
	}
}

func TestContractNamesEveryAnswer(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	seen := map[string]bool{}
	for op, path := range operations(s) {
		if op.OperationID == "" || op.Summary == "" || seen[op.OperationID] {
			t.Errorf("%s %s has the id %q, which is empty or not unique, or no summary", op.Method, path, op.OperationID)
		}
		seen[op.OperationID] = true
		if op.Responses["default"] != nil {
			t.Errorf("%s leaves answers open with a default", op.OperationID)
		}
		successes := 0
		for status, response := range op.Responses {
			if name, shared := strings.CutPrefix(response.Ref, "#/components/responses/"); shared {
				response = s.api.OpenAPI().Components.Responses[name]
			}
			switch {
			case response.Description == "":
				t.Errorf("%s: the answer %s is not described", op.OperationID, status)
			case op.Responses["302"] != nil && status[0] == '2': // what follows the redirect
			case status[0] == '2' || status == "302":
				successes++
			case status[0] != '3' && response.Content["application/problem+json"] == nil:
				t.Errorf("%s: the answer %s is not a problem", op.OperationID, status)
			}
		}
		if successes != 1 {
			t.Errorf("%s has %d successful answers, want 1", op.OperationID, successes)
		}
		for _, status := range []string{"400", "401", "429", "500", "503"} {
			if op.Responses[status] == nil {
				t.Errorf("%s does not name the answer %s", op.OperationID, status)
			}
		}
		// A redirect, or a ZIP, is for whatever its caller accepts.
		if forAll(op) == (op.Responses["406"] != nil) {
			t.Errorf("%s redirects, sends a ZIP or names the answer 406, but not one of these", op.OperationID)
		}
		names := map[string]bool{}
		for _, p := range op.Parameters {
			if names[p.In+p.Name] {
				t.Errorf("%s has the parameter %s twice", op.OperationID, p.Name)
			}
			names[p.In+p.Name] = true
		}
	}
}

// forAll reports whether an operation answers whatever its caller accepts.
func forAll(op *huma.Operation) bool {
	return op.Responses["302"] != nil || op.Responses["200"] != nil && op.Responses["200"].Content["application/zip"] != nil
}

// giveToken gives a user a token with every scope but one.
func giveToken(t *testing.T, s *server, userID int64, secret string, but vitrine.Scope) {
	t.Helper()
	token := vitrine.Token{UserID: userID, CreatedAt: s.clock.Now()}
	for _, scope := range vitrine.AllScopes() {
		if scope != but {
			token.Scopes = append(token.Scopes, scope)
		}
	}
	err := s.db.Write(t.Context(), func(tx *store.Tx) error { return tx.InsertToken(t.Context(), &token, auth.Hash(secret)) })
	if err != nil {
		t.Fatal(err)
	}
}
