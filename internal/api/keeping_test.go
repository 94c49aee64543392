package api_test

import (
	"context"
	"testing"

	"vitrine"
	"vitrine/internal/store"
)

// vouch has somebody read their address.
func (s *server) vouch(t testing.TB, name string) {
	t.Helper()
	user := s.user(t, name).User
	user.EmailConfirmedAt = s.clock.Now()
	s.write(t, func(ctx context.Context, tx *store.Tx) error { return tx.UpdateAddress(ctx, &user) })
}

// gather has somebody make a collection that everybody sees.
func (s *server) gather(t testing.TB, name string) {
	t.Helper()
	c := &vitrine.Collection{UserID: s.user(t, name).ID, Gathered: vitrine.Gathered{Name: "For the kitchen", Shown: vitrine.ShownToAll},
		Secret: "of " + name, CreatedAt: s.clock.Now(), UpdatedAt: s.clock.Now()}
	s.write(t, func(ctx context.Context, tx *store.Tx) error { return tx.InsertCollection(ctx, c) })
}

// TestKeeping likes, follows and collects as the pages do.
func TestKeeping(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *server) {
		for _, name := range []string{"ada", "bob", "eve"} {
			s.user(t, name, vitrine.ScopeKeepingRead, vitrine.ScopeKeepingWrite)
		}
		s.offer(t, "ada", complete, "a.stl")
		s.draft(t, "ada", `{"title": "Elm chair"}`)
		const own, name = "/v1/collections/1", `{"name":" For  the kitchen ","shown":"link"}`
		s.run(t, []scenario{
			{name: "who reads no address likes", request: put("bob", "/v1/likes/1", ""), wantStatus: 403, want: map[string]any{"scope": nil}},
			{name: "or follows", request: put("bob", "/v1/following/ada", ""), wantStatus: 403},
			{name: "or asks for mails", request: put("bob", "/v1/users/me/mails", `{"new_models":true,"prices":true}`), wantStatus: 403},
			{name: "or shows a collection", request: create("bob", "/v1/collections", name), wantStatus: 403},
			{name: "but not who has one alone", request: create("bob", "/v1/collections", `{"name":"Mine"}`), wantStatus: 201,
				want: map[string]any{"id": 1, "shown": "private", "models": []any{}}},
		})
		s.vouch(t, "bob")
		s.run(t, []scenario{
			{name: "likes", request: put("bob", "/v1/likes/1", ""), wantStatus: 204},
			{name: "likes twice", request: put("bob", "/v1/likes/1", ""), wantStatus: 204},
			{name: "likes a draft", request: put("bob", "/v1/likes/2", ""), wantStatus: 404},
			{name: "what they like", request: get("bob", "/v1/likes"), wantStatus: 200, want: map[string]any{
				"likes.0.model_id": 1, "likes.0.title": "Oak chair", "likes.1": nil}},
			{name: "which is nobody else's", request: get("eve", "/v1/likes"), wantStatus: 200, want: map[string]any{"likes": []any{}}},
			{name: "follows", request: put("bob", "/v1/following/ada", ""), wantStatus: 204},
			{name: "follows who sells nothing", request: put("bob", "/v1/following/eve", ""), wantStatus: 404},
			{name: "whom they follow", request: get("bob", "/v1/following"), wantStatus: 200, want: map[string]any{
				"following.0.username": "ada", "following.0.sells": true, "following.1": nil}},
			{name: "asks for mails", request: put("bob", "/v1/users/me/mails", `{"new_models":true,"prices":false}`), wantStatus: 200},
			{name: "which ones", request: get("bob", "/v1/users/me/mails"), wantStatus: 200, want: map[string]any{
				"new_models": true, "prices": false, "stopped_at": nil}},

			{name: "collects", request: put("bob", own+"/models/1", ""), wantStatus: 204},
			{name: "a draft", request: put("bob", own+"/models/2", ""), wantStatus: 404},
			{name: "into another's", request: put("eve", own+"/models/1", ""), wantStatus: 404},
			{name: "is read by nobody else", request: get("eve", own), wantStatus: 404},
			{name: "nor as one for all", request: get("eve", "/v1/public-collections/1"), wantStatus: 404},
			{name: "is shown by link", request: put("bob", own, name).with("If-Match", `"c1-2"`), wantStatus: 200, want: map[string]any{
				"name": "For the kitchen", "text": "", "shown": "link", "total": 1}},
			{name: "is not in the list of all", request: get("eve", "/v1/public-collections"), wantStatus: 200,
				want: map[string]any{"collections": []any{}}},
			{name: "of an older one", request: put("bob", own, name).with("If-Match", `"c1-2"`), wantStatus: 412},
			{name: "without a name", request: put("bob", own, `{"name":" "}`), wantStatus: 422, want: refused("/name", "bad_length")},
			{name: "for all", request: put("bob", own, `{"name":"Kitchen","shown":"public"}`), wantStatus: 200},
			{name: "has a cover", request: put("bob", own+"/arrangement", `{"models":[1],"cover":1}`), wantStatus: 200,
				want: map[string]any{"cover": 1}},
			{name: "of others", request: put("bob", own+"/arrangement", `{"models":[2]}`), wantStatus: 422,
				want: refused("/models", "not_allowed")},
			{name: "is in the list of all", request: get("eve", "/v1/public-collections"), wantStatus: 200, want: map[string]any{
				"collections.0.name": "Kitchen", "collections.0.username": "bob", "collections.1": nil}},
			{name: "is read by all", request: get("eve", "/v1/public-collections/1"), wantStatus: 200, want: map[string]any{
				"models.0.model_id": 1, "models.0.title": "Oak chair", "cover": 1}},
			{name: "is changed by who has it", request: put("eve", own, name), wantStatus: 404},
			{name: "is removed by who has it", request: remove("eve", own), wantStatus: 404},
			{name: "is in one's own list", request: get("bob", "/v1/collections"), wantStatus: 200,
				want: map[string]any{"collections.0.total": 1}},
		})
		s.do(t, put("ada", "/v1/models/1", `{"status":"draft"}`))
		s.run(t, []scenario{
			{name: "others see what is in the catalogue", request: get("eve", "/v1/public-collections/1"), wantStatus: 200,
				want: map[string]any{"models": []any{}, "cover": nil, "total": 1}},
			{name: "the owner, what was", request: get("bob", own), wantStatus: 200, want: map[string]any{
				"models.0.title": nil, "models.0.model_id": 1, "cover": 1}},
			{name: "is taken out", request: remove("bob", own+"/models/1"), wantStatus: 204},
			{name: "is empty", request: get("bob", own), wantStatus: 200, want: map[string]any{"models": []any{}, "cover": nil}},
			{name: "takes a like back", request: remove("bob", "/v1/likes/1"), wantStatus: 204},
			{name: "follows no more", request: remove("bob", "/v1/following/ada"), wantStatus: 204},
			{name: "likes nothing", request: get("bob", "/v1/likes"), wantStatus: 200, want: map[string]any{"likes": []any{}}},
			{name: "follows nobody", request: get("bob", "/v1/following"), wantStatus: 200, want: map[string]any{"following": []any{}}},
			{name: "is removed", request: remove("bob", own).with("If-Match", "*"), wantStatus: 204},
			{name: "is gone", request: get("bob", own), wantStatus: 404},
		})
	})
}
