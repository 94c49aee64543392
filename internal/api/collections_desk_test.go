package api_test

import (
	"testing"

	"vitrine"
)

// TestReportedCollection tells the story of a collection that is reported: nobody but its owner
// sees it while it is off, and the owner does not change it.
func TestReportedCollection(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *server) {
		path, _ := s.offer(t, "ada", complete, "a.stl")
		s.user(t, "bob", vitrine.ScopeKeepingRead, vitrine.ScopeKeepingWrite, vitrine.ScopeModelsRead)
		s.vouch(t, "bob")
		by := func(name string, role vitrine.Role) string {
			user := s.give(t, name, role)
			return s.hand(t, vitrine.Token{UserID: user.ID, Scopes: []vitrine.Scope{vitrine.ScopeModerationRead, vitrine.ScopeModerationWrite}})
		}
		mod, own := by("mod", vitrine.RoleModerator), by("bob", vitrine.RoleModerator)
		seer := s.give(t, "mod", vitrine.RoleModerator).ID
		reader := s.hand(t, vitrine.Token{UserID: seer, Scopes: []vitrine.Scope{vitrine.ScopeModerationRead}})
		const at, ruling, again = "/v1/desk/collections/1", `{"ground":"terms","reason":"It is rude."}`, `{"reason":"It is not."}`
		said := `{"page":"/collections/1","kind":"other","explanation":"It is rude.","good_faith":true}`
		hide := `{"action":"hide","ground":"terms","reason":"It is rude."}`
		s.run(t, []scenario{
			{name: "a collection", request: create("bob", "/v1/collections", `{"name":"Rude"}`), wantStatus: 201, want: map[string]any{"hidden": false}},
			{name: "that nobody reported and nobody sees", request: get("", at).by(mod), wantStatus: 404},
			{name: "nor hides", request: create("", at+"/hide", ruling).by(mod), wantStatus: 404},
			{name: "shown", request: put("bob", "/v1/collections/1", `{"name":"Rude","shown":"public"}`), wantStatus: 200},
			{name: "with a model", request: put("bob", "/v1/collections/1/models/1", ""), wantStatus: 204},
			{name: "reported", request: create("ada", "/v1/reports", said), wantStatus: 201, want: map[string]any{"id": 1}},
			{name: "read", request: get("", "/v1/reports/1").by(mod), wantStatus: 200, want: map[string]any{"subject": "collection", "subject_id": 1,
				"collection.name": "Rude", "collection.hidden": false, "model": nil, "review": nil}},
			{name: "by its owner", request: get("", "/v1/reports/1").by(own), wantStatus: 200, want: map[string]any{"name": nil, "explanation": ""}},
			{name: "who does not decide it", request: create("", "/v1/reports/1/decision", hide).by(own), wantStatus: 403},
			{name: "nor hides it", request: create("", at+"/hide", ruling).by(own), wantStatus: 403},
			{name: "decided", request: create("", "/v1/reports/1/decision", hide).by(mod), wantStatus: 200, want: map[string]any{"state": "acted",
				"decisions.0.collection_id": 1, "decisions.0.model_id": 0, "decisions.0.review_id": nil, "collection.hidden": true}},
			{name: "once", request: create("", "/v1/reports/1/decision", hide).by(mod), wantStatus: 409},
			{name: "nobody sees it", request: get("ada", "/v1/public-collections/1"), wantStatus: 404},
			{name: "in no list", request: get("ada", "/v1/public-collections"), wantStatus: 200, want: map[string]any{"collections": []any{}}},
			{name: "its owner does", request: get("bob", "/v1/collections/1"), wantStatus: 200,
				want: map[string]any{"hidden": true, "shown": "public"}},
			{name: "but names it no other way", request: put("bob", "/v1/collections/1", `{"name":"Kind","shown":"public"}`), wantStatus: 403},
			{name: "nor removes it", request: remove("bob", "/v1/collections/1"), wantStatus: 403},
			{name: "one decision", request: get("", "/v1/decisions/1").by(mod), wantStatus: 200,
				want: map[string]any{"collection_id": 1, "stands": true}},
			{name: "lifted by the owner", request: create("", "/v1/decisions/1/lift", again).by(own), wantStatus: 403},
			{name: "lifted", request: create("", "/v1/decisions/1/lift", again).by(mod), wantStatus: 200, want: map[string]any{"stands": false}},
			{name: "all see it", request: get("ada", "/v1/public-collections/1"), wantStatus: 200, want: map[string]any{"hidden": false}},
			{name: "hidden, signed out", request: create("", at+"/hide", ruling), wantStatus: 401},
			{name: "by a token that only reads", request: create("", at+"/hide", ruling).by(reader), wantStatus: 403},
			{name: "malformed", request: create("", at+"/hide", `{"ground":"taste","reason":"No."}`).by(mod), wantStatus: 422},
			{name: "hidden", request: create("", at+"/hide", ruling).by(mod), wantStatus: 200, want: map[string]any{"hidden": true, "name": "Rude",
				"models.0.model_id": 1, "reports.0.id": 1, "decisions.1.id": 1}},
			{name: "hidden twice", request: create("", at+"/hide", ruling).by(mod), wantStatus: 409},
			{name: "looked at", request: get("", at).by(reader), wantStatus: 200, want: map[string]any{"hidden": true}},
			{name: "restored by its owner", request: create("", at+"/restore", again).by(own), wantStatus: 403},
			{name: "restored", request: create("", at+"/restore", again).by(mod), wantStatus: 200, want: map[string]any{"hidden": false}},
			{name: "restored twice", request: create("", at+"/restore", again).by(mod), wantStatus: 409},
			{name: "the model is untouched", request: get("ada", path), wantStatus: 200, want: map[string]any{"status": "published"}},
		})
	})
}
