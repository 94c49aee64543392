package api_test

import (
	"fmt"
	"testing"

	"vitrine"
	"vitrine/internal/shop"
	"vitrine/internal/store"
)

// modelWith makes a model of ada's with a licence.
func modelWith(t *testing.T, s *server, change vitrine.ModelChange, status vitrine.Status) string {
	t.Helper()
	change.Title = vitrine.Some("Chair")
	m, err := s.shop.CreateModel(t.Context(), vitrine.Caller{User: s.user(t, "ada").User}, shop.ModelRequest{ModelChange: change})
	if err != nil {
		t.Fatal(err)
	}
	m.Status = status
	if err := s.db.Write(t.Context(), func(tx *store.Tx) error { return tx.UpdateModel(t.Context(), m) }); err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("/v1/models/%d/license", m.ID)
}

func TestModelLicense(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	general := vitrine.ModelChange{License: vitrine.Some(vitrine.General)}
	published := modelWith(t, s, general, vitrine.Published)
	draft := modelWith(t, s, general, vitrine.Draft)
	none := modelWith(t, s, vitrine.ModelChange{}, vitrine.Draft)
	custom := modelWith(t, s, vitrine.ModelChange{
		License: vitrine.Some(vitrine.Custom), CustomLicense: vitrine.Some("Only on Sundays."),
	}, vitrine.Published)
	s.user(t, "admin", vitrine.ScopeAdmin)
	get := func(as, path string) request { return request{method: "GET", path: path, as: as} }
	s.run(t, []scenario{
		{name: "general", request: get("bob", published), wantStatus: 200, want: map[string]any{"type": "general", "custom": false}},
		{name: "custom", request: get("bob", custom), wantStatus: 200, golden: "license_custom"},
		{name: "of one's own draft", request: get("ada", draft), wantStatus: 200},
		{name: "of somebody else's draft", request: get("bob", draft), wantStatus: 404},
		{name: "of a draft, to the operator", request: get("admin", draft), wantStatus: 200},
		{name: "none chosen yet", request: get("ada", none), wantStatus: 404},
		{name: "no such model", request: get("ada", "/v1/models/99999/license"), wantStatus: 404},
		{name: "not an id", request: get("ada", "/v1/models/chair/license"), wantStatus: 404},
		{name: "signed out", request: get("", published), wantStatus: 401},
	})
	if err := s.shop.SetLicenseText(t.Context(), vitrine.General, "Do as you like."); err != nil {
		t.Fatal(err)
	}
	s.run(t, []scenario{{name: "the operator's text", request: get("bob", published), wantStatus: 200,
		want: map[string]any{"text": "Do as you like."}}})
}
