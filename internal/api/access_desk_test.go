package api_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"vitrine"
)

// TestOperatorsSeeWhatActs lists applications, what people allow them, and tokens, and ends
// each: what was ended acts no more, and no secret is told.
func TestOperatorsSeeWhatActs(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	s.user(t, "admin", vitrine.ScopeAdmin)
	ada := s.user(t, "ada")
	s.grant(t, "ada")
	get := func(path string) request { return request{method: "GET", path: path, as: "admin"} }
	drop := func(path string) request { return request{method: "DELETE", path: path, as: "admin"} }
	tokens := s.do(t, get(fmt.Sprintf("/v1/desk/tokens?user_id=%d", ada.ID)))
	token := fmt.Sprintf("/v1/desk/tokens/%v", tokens.at(t, "tokens.0.id"))
	grant := fmt.Sprintf("/v1/desk/applications/1/grants/%d", ada.ID)
	s.run(t, []scenario{
		{name: "without the scope", request: request{method: "GET", path: "/v1/desk/applications", as: "ada"}, wantStatus: 403},
		{name: "applications", request: get("/v1/desk/applications?owner_id=" + fmt.Sprint(s.user(t, "bob").ID)), wantStatus: 200,
			want: map[string]any{"applications.0.owner_username": "bob", "applications.0.id": json.Number("1")}},
		{name: "of nobody", request: get("/v1/desk/applications?client_id=nothing"), wantStatus: 200,
			want: map[string]any{"applications.0": nil}},
		{name: "one, with who allows it something", request: get("/v1/desk/applications/1"), wantStatus: 200,
			want: map[string]any{"allowed": json.Number("1"), "grants.0.username": "ada"}},
		{name: "end that", request: drop(grant), wantStatus: 204},
		{name: "it is over", request: get("/v1/desk/applications/1"), wantStatus: 200, want: map[string]any{"allowed": json.Number("0"),
			"grants.0": nil}},
		{name: "end it again", request: drop(grant), wantStatus: 404},
		{name: "somebody without the role ends nothing", request: request{method: "DELETE", path: token, as: "ada"}, wantStatus: 403},
		{name: "ada's token works", request: request{method: "GET", path: "/v1/users/me", as: "ada"}, wantStatus: 200},
		{name: "revoke it", request: drop(token), wantStatus: 204},
		{name: "it works no more", request: request{method: "GET", path: "/v1/users/me", as: "ada"}, wantStatus: 401},
		{name: "revoke it again", request: drop(token), wantStatus: 404},
		{name: "remove the application", request: drop("/v1/desk/applications/1"), wantStatus: 204},
		{name: "it is gone", request: get("/v1/desk/applications/1"), wantStatus: 404},
		{name: "remove it again", request: drop("/v1/desk/applications/1"), wantStatus: 404},
	})
}

// TestOperatorsLimitStorage gives an author a limit of their own and takes it back.
func TestOperatorsLimitStorage(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	s.user(t, "admin", vitrine.ScopeAdmin)
	ada := s.user(t, "ada")
	path := fmt.Sprintf("/v1/people/%d/storage", ada.ID)
	put := func(body string) request { return request{method: "PUT", path: path, as: "admin", body: body} }
	own := request{method: "GET", path: "/v1/storage", as: "ada"}
	listed := request{method: "GET", path: "/v1/desk/storage?username=ad", as: "admin"}
	s.run(t, []scenario{
		{name: "without the scope", request: request{method: "PUT", path: path, as: "ada", body: `{"max_bytes":5000}`}, wantStatus: 403},
		{name: "a limit", request: put(`{"max_bytes":5000}`), wantStatus: 200,
			want: map[string]any{"max_bytes": json.Number("5000"), "used_bytes": json.Number("0")}},
		{name: "the author sees it", request: own, wantStatus: 200, want: map[string]any{"max_bytes": json.Number("5000")}},
		{name: "it is listed", request: listed, wantStatus: 200,
			want: map[string]any{"authors.0.username": "ada", "authors.0.own_limit": true, "authors.1.username": "admin",
				"authors.1.own_limit": false}},
		{name: "nothing", request: put(`{}`), wantStatus: 422},
		{name: "less than nothing", request: put(`{"max_bytes":-1}`), wantStatus: 422},
		{name: "none of their own", request: put(`{"max_bytes":null}`), wantStatus: 200, want: map[string]any{"max_bytes": nil}},
		{name: "of nobody", request: request{method: "PUT", path: "/v1/people/999/storage", as: "admin", body: `{"max_bytes":1}`}, wantStatus: 404},
	})
}
