package api_test

import (
	"context"
	"fmt"
	"net/http"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/store"
)

// write makes a change in the database.
func (s *server) write(t testing.TB, change func(ctx context.Context, tx *store.Tx) error) {
	t.Helper()
	if err := s.db.Write(t.Context(), func(tx *store.Tx) error { return change(t.Context(), tx) }); err != nil {
		t.Fatal(err)
	}
}

// say has somebody review a model, whether they bought it or not, which its author answered at
// a time; the zero time for not yet.
func (s *server) say(t testing.TB, name string, modelID int64, answered time.Time) *vitrine.Review {
	t.Helper()
	written := s.clock.Now().Add(-72 * time.Hour)
	v := &vitrine.Review{ModelID: modelID, UserID: s.user(t, name).ID, Words: vitrine.Words{Described: 4},
		CreatedAt: written, UpdatedAt: written}
	s.write(t, func(ctx context.Context, tx *store.Tx) error {
		if _, err := tx.InsertReview(ctx, v); err != nil || answered.IsZero() {
			return err
		}
		return tx.AnswerReview(ctx, v, "Thank you.", answered)
	})
	return v
}

// look has a model been looked at and downloaded today.
func (s *server) look(t testing.TB, modelID int64) {
	t.Helper()
	s.write(t, func(ctx context.Context, tx *store.Tx) error {
		return tx.AddSeen(ctx, store.Seen{ModelID: modelID, Day: s.clock.Now().Truncate(24 * time.Hour), Views: 41, Downloads: 3})
	})
}

// waits has a model wait for somebody to look at it, as a draft.
func (s *server) waits(t testing.TB, modelID int64) {
	t.Helper()
	s.write(t, func(ctx context.Context, tx *store.Tx) error {
		m, err := tx.Model(ctx, modelID)
		if err != nil {
			return err
		}
		m.Status, m.WaitingSince = vitrine.Draft, s.clock.Now()
		if err := tx.UpdateModel(ctx, m); err != nil {
			return err
		}
		if err := tx.ReviewModel(ctx, m); err != nil {
			return err
		}
		return s.shop.Touch(ctx, tx, modelID)
	})
}

// TestReviews tells the story of a review: written by who bought the model, answered, changed,
// taken off, restored and taken back.
func TestReviews(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *server) {
		s.user(t, "bob", vitrine.ScopeReviewsWrite)
		s.user(t, "eve", vitrine.ScopeReviewsWrite)
		s.user(t, "ada", vitrine.ScopeReviewsWrite)
		path, _ := s.offer(t, "ada", complete, "a.stl")
		s.pay(t, s.order(t, "bob", path, ""))
		mod := s.give(t, "mod", vitrine.RoleModerator)
		desk := s.hand(t, vitrine.Token{UserID: mod.ID, Scopes: []vitrine.Scope{vitrine.ScopeModerationRead, vitrine.ScopeModerationWrite}})
		mine, words := path+"/reviews/mine", `{"described":5,"text":"Sits well."}`
		s.run(t, []scenario{
			{name: "nothing yet", request: get("bob", mine), wantStatus: 404},
			{name: "nobody has said anything", request: get("eve", path+"/reviews"), wantStatus: 200,
				want: map[string]any{"total": 0, "rating": nil, "reviews": []any{}}},
			{name: "not bought", request: put("eve", mine, words), wantStatus: 403, want: map[string]any{"scope": nil}},
			{name: "one's own", request: put("ada", mine, words), wantStatus: 403},
			{name: "six stars", request: put("bob", mine, `{"described":6}`), wantStatus: 422, want: refused("/described", "too_large")},
			{name: "written", request: put("bob", mine, words), wantStatus: 200,
				want:       map[string]any{"id": 1, "described": 5, "used": nil, "username": "bob", "hidden": false},
				wantHeader: map[string]string{"ETag": `"r1-1"`}},
			{name: "of an older one", request: put("bob", mine, `{"described":4}`).with("If-Match", `"r1-7"`), wantStatus: 412},
			{name: "changed", request: put("bob", mine, `{"described":4,"used":3}`).with("If-Match", `"r1-1"`), wantStatus: 200,
				want: map[string]any{"described": 4, "used": 3, "text": ""}},
			{name: "answered by another", request: put("eve", "/v1/reviews/1/answer", `{"answer":"No."}`), wantStatus: 404},
			{name: "answered", request: put("ada", "/v1/reviews/1/answer", `{"answer":"Thank you."}`), wantStatus: 200,
				want: map[string]any{"answer": "Thank you."}},
			{name: "read by all", request: get("eve", path+"/reviews"), wantStatus: 200, want: map[string]any{"total": 1, "rating": "4.0",
				"used_total": 1, "used_rating": "3.0", "reviews.0.answer": "Thank you.", "reviews.0.hidden": nil}},
			{name: "reported", wantStatus: 201, request: create("eve", "/v1/reports",
				`{"page":"/reviews/1/1","kind":"other","explanation":"It is rude.","good_faith":true}`)},
			{name: "the report says of which", request: get("", "/v1/reports/1").by(desk), wantStatus: 200,
				want: map[string]any{"subject": "review", "subject_id": 1, "review.text": "", "review.username": "bob"}},
			{name: "taken off", request: create("", "/v1/reviews/1/hide", `{"ground":"terms","reason":"It is rude."}`).by(desk), wantStatus: 200,
				want: map[string]any{"hidden": true, "decisions.0.review_id": 1, "reports.0.id": 1}},
			{name: "once", request: create("", "/v1/reviews/1/hide", `{"ground":"terms","reason":"It is rude."}`).by(desk), wantStatus: 409},
			{name: "for all", request: get("eve", path+"/reviews"), wantStatus: 200, want: map[string]any{"total": 0, "reviews": []any{}}},
			{name: "not for who wrote it, with the reason", request: get("bob", mine), wantStatus: 200,
				want: map[string]any{"hidden": true, "decision.reason": "It is rude.", "decision.objectable": true, "decision.decided_by": nil}},
			{name: "who can't take it back", request: remove("bob", mine), wantStatus: 409},
			{name: "and objects", request: create("bob", path+"/decisions/1/objection", `{"objection":"It is not."}`), wantStatus: 200},
			{name: "lifted by its decision", request: create("", "/v1/decisions/1/lift", `{"reason":"We were wrong."}`).by(desk), wantStatus: 200,
				want: map[string]any{"stands": false}},
			{name: "there again", request: get("eve", path+"/reviews"), wantStatus: 200, want: map[string]any{"total": 1}},
			{name: "taken back", request: remove("bob", mine).with("If-Match", "*"), wantStatus: 204},
			{name: "gone", request: get("eve", path+"/reviews"), wantStatus: 200, want: map[string]any{"total": 0}},
		})
		s.do(t, put("ada", path, `{"status":"draft"}`))
		wantStatus(t, s.do(t, get("bob", path+"/reviews")), http.StatusNotFound)
	})
}

// TestReviewImages adds pictures to a review, which those have who read it, and takes one out.
func TestReviewImages(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	s.user(t, "bob", vitrine.ScopeReviewsWrite)
	s.user(t, "eve", vitrine.ScopeReviewsWrite)
	path, _ := s.offer(t, "ada", complete, "a.stl")
	s.pay(t, s.order(t, "bob", path, ""))
	mine, seen := path+"/reviews/mine", drawing(t, 64, 48, "png")
	add := func(as string) request { return bare(as, mine+"/images?name=shot.png", seen) }
	once := add("bob").with("Idempotency-Key", "shot")
	s.run(t, []scenario{
		{name: "of nothing said", request: add("bob"), wantStatus: 404},
		{name: "what is said", request: put("bob", mine, `{"described":5}`), wantStatus: 200, wantHeader: map[string]string{"ETag": `"r1-1"`}},
		{name: "signed out", request: add(""), wantStatus: 401},
		{name: "without the scope", request: add("ada"), wantStatus: 403},
		{name: "of somebody else", request: add("eve"), wantStatus: 404},
		{name: "no picture", request: bare("bob", mine+"/images", "solid chair"), wantStatus: 422},
		{name: "a picture", request: once, wantStatus: 201, want: map[string]any{"success": true, "id": 1}},
		{name: "the same by its key", request: once, wantStatus: 201, want: map[string]any{"id": 1}},
		{name: "with other bytes", request: bare("bob", mine+"/images?name=other.png", seen).with("Idempotency-Key", "shot"), wantStatus: 422},
		{name: "another", request: add("bob"), wantStatus: 201, want: map[string]any{"id": 2}},
		{name: "a copy of before", request: get("bob", mine).with("If-None-Match", `"r1-1"`), wantStatus: 200,
			want: map[string]any{"images.0.id": 1, "images.1.id": 2, "images.2": nil}},
		{name: "for all", request: get("ada", path+"/reviews"), wantStatus: 200, want: map[string]any{"reviews.0.images.1.id": 2}},
		{name: "the picture of somebody else", request: remove("eve", mine+"/images/1"), wantStatus: 404},
		{name: "taken out", request: remove("bob", mine+"/images/1"), wantStatus: 204},
		{name: "twice", request: remove("bob", mine+"/images/1"), wantStatus: 404},
		{name: "one is left", request: get("ada", path+"/reviews"), wantStatus: 200,
			want: map[string]any{"reviews.0.images.0.id": 2, "reviews.0.images.1": nil}},
	})
}

// TestDeskModels finds models of everybody, page by page, and decides about them.
func TestDeskModels(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *server) {
		path, _ := s.offer(t, "ada", complete, "a.stl")
		s.draft(t, "ada", `{"title":"Elm table"}`)
		other := s.draft(t, "bob", `{"title":"Copied"}`)
		wantStatus(t, s.do(t, bare("bob", other+"/files?name=b.stl", content("a.stl"))), http.StatusCreated)
		s.look(t, 1)
		mod := s.give(t, "mod", vitrine.RoleModerator)
		desk := s.hand(t, vitrine.Token{UserID: mod.ID, Scopes: []vitrine.Scope{vitrine.ScopeModerationRead, vitrine.ScopeModerationWrite}})
		seen := 0
		for next := "/v1/desk/models"; next != ""; seen++ {
			got := s.do(t, get("", paged(next)).by(desk))
			wantStatus(t, got, http.StatusOK)
			next = linkTo(got, "next")
		}
		if seen != 2 {
			t.Errorf("three models are on %d pages of two", seen)
		}
		ask := func(method, what, body string) request {
			return request{method: method, path: "/v1/desk/models/1" + what, body: body}.by(desk)
		}
		rule := `{"action":"take_down","ground":"law","reason":"It is copied.","downloads":false}`
		s.run(t, []scenario{
			{name: "by words", request: get("", "/v1/desk/models?find=elm").by(desk), wantStatus: 200,
				want: map[string]any{"models.0.id": 2, "models.0.state": "drafts", "models.1": nil}},
			{name: "by state", request: get("", "/v1/desk/models?list=published").by(desk), wantStatus: 200,
				want: map[string]any{"models.0.id": 1, "models.0.price": "12.50", "models.1": nil}},
			{name: "of nobody", request: get("", "/v1/desk/models?author=nobody").by(desk), wantStatus: 200,
				want: map[string]any{"models": []any{}}},
			{name: "another file", request: get("", "/v1/desk/shared-files").by(desk), wantStatus: 200,
				want: map[string]any{"files.0.holders.0.author_name": "ada", "files.0.holders.1.author_name": "bob", "files.1": nil}},
			{name: "one", request: ask("GET", "", ""), wantStatus: 200,
				want: map[string]any{"state": "published", "shares.0.model_id": 3, "place": nil}},
			{name: "on the home page", request: ask("PUT", "/feature", `{"place":3}`), wantStatus: 200, want: map[string]any{"place": 1}},
			{name: "off it", request: ask("DELETE", "/feature", ""), wantStatus: 204},
			{name: "taken down", request: ask("POST", "/rule", rule), wantStatus: 200,
				want: map[string]any{"state": "taken_down", "withheld": true, "decisions.0.ground": "law"}},
			{name: "not for others", request: get("bob", path), wantStatus: 404},
			{name: "not on the home page", request: ask("PUT", "/feature", `{"place":1}`), wantStatus: 409},
			{name: "restored", request: ask("POST", "/restore", `{"reason":"It is theirs."}`), wantStatus: 200,
				want: map[string]any{"state": "published", "withheld": false}},
			{name: "nothing waits", request: ask("POST", "/approve", `{"version":1}`), wantStatus: 409},
			{name: "seen by the seller", request: get("ada", "/v1/statistics"), wantStatus: 200,
				want: map[string]any{"views": 41, "downloads": 3, "days.0.day": "2026-03-04", "models.0.model_id": 1, "models.1": nil}},
			{name: "not by others", request: get("bob", "/v1/statistics"), wantStatus: 200, want: map[string]any{"views": 0, "models": []any{}}},
		})
		s.waits(t, 1)
		version := fmt.Sprint(s.do(t, ask("GET", "", "")).at(t, "version"))
		s.run(t, []scenario{
			{name: "another version", request: ask("POST", "/approve", `{"version":999}`), wantStatus: 409},
			{name: "approved", request: ask("POST", "/approve", `{"version":`+version+`}`), wantStatus: 200,
				want: map[string]any{"state": "published"}},
			{name: "for others", request: get("bob", path), wantStatus: 200},
		})
		s.waits(t, 1)
		s.run(t, []scenario{{name: "sent back", request: ask("POST", "/send-back", `{"reason":"Mend the legs."}`), wantStatus: 200,
			want: map[string]any{"state": "drafts", "sent_back": "Mend the legs."}}})
	})
}
