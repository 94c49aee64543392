package api_test

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/auth"
	"vitrine/internal/shop"
	"vitrine/internal/store"
)

// signIn signs a user in at a browser, and returns the session's id.
func (s *server) signIn(t testing.TB, name string) int64 {
	t.Helper()
	now := s.clock.Now()
	session := vitrine.Session{UserID: s.user(t, name).ID, Method: vitrine.ByPassword, Agent: "Firefox on Linux", CreatedAt: now, SeenAt: now,
		ProvedAt: now}
	hash := auth.Hash(auth.NewSecret(auth.SessionPrefix))
	err := s.db.Write(t.Context(), func(tx *store.Tx) error { return tx.InsertSession(t.Context(), &session, hash) })
	if err != nil {
		t.Fatal(err)
	}
	return session.ID
}

const callback = "https://client.example/back"

// register makes an application of a user's.
func (s *server) register(t testing.TB, owner string, scopes ...vitrine.Scope) *vitrine.Application {
	t.Helper()
	app, _, err := s.shop.CreateApplication(t.Context(), shop.NewApplication{
		Name: "Workshop", OwnerID: s.user(t, owner).ID, RedirectURIs: []string{callback}, Scopes: scopes,
	})
	if err != nil {
		t.Fatal(err)
	}
	return app
}

// grant has a user allow an application of bob's something, and returns its access token.
func (s *server) grant(t testing.TB, name string, scopes ...vitrine.Scope) string {
	t.Helper()
	app, in := s.register(t, "bob", scopes...), shop.SignedIn{User: s.user(t, name).User}
	scopes, err := s.shop.Grantable(in, app, scopes)
	if err != nil {
		t.Fatal(err)
	}
	code, err := s.shop.Allow(t.Context(), in, shop.Ask{
		ApplicationID: app.ID, RedirectURI: callback, RedirectNamed: true, Scopes: scopes, Shown: shop.OfferOf(app, scopes),
	})
	if err != nil {
		t.Fatal(err)
	}
	issued, err := s.shop.RedeemCode(t.Context(), app, shop.Redemption{Code: code, RedirectURI: callback})
	if err != nil {
		t.Fatal(err)
	}
	return issued.Access
}

// review has somebody who bought a model say something of it.
func (s *server) review(t testing.TB, name, path string) {
	t.Helper()
	id, err := strconv.ParseInt(path[strings.LastIndexByte(path, '/')+1:], 10, 64)
	if err == nil {
		caller := vitrine.Caller{User: s.user(t, name).User}
		_, err = s.shop.SaveReview(t.Context(), caller, id, vitrine.Words{Described: 5, Text: "It stands."}, nil)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// by sends a request with a token.
func (q request) by(token string) request {
	q.as = ""
	return q.with("Authorization", "Bearer "+token)
}

func TestOwnTokens(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	ada := s.user(t, "ada", vitrine.ScopeTokensRead, vitrine.ScopeTokensWrite)
	bob := s.user(t, "bob", vitrine.ScopeTokensRead, vitrine.ScopeTokensWrite)
	made := s.do(t, create("ada", "/v1/tokens", `{"scopes":["models:read","tokens:write"],"expires_in":60}`))
	wantStatus(t, made, http.StatusCreated)
	secret, id := text(made.at(t, "access_token")), fmt.Sprint(made.at(t, "id"))
	create := func(body string) request { return create("", "/v1/tokens", body).by(secret) }
	s.run(t, []scenario{
		{name: "it works", request: get("", "/v1/users/me").by(secret), wantStatus: 200, want: map[string]any{"scopes.1": "tokens:write"}},
		{name: "its secret is in no list", request: get("ada", "/v1/tokens"), wantStatus: 200,
			want: map[string]any{"total": 2, "tokens.0.current": true, "tokens.1.current": false, "tokens.1.access_token": nil,
				"tokens.1.expires_at": "2026-03-04T05:07:07Z", "tokens.0.expires_at": nil}},
		{name: "it is nobody else's", request: get("bob", "/v1/tokens"), wantStatus: 200, want: map[string]any{"total": 1}},
		{name: "nor theirs to revoke", request: remove("bob", "/v1/tokens/"+id), wantStatus: 404},
		{name: "nor to replace", request: createBy(bob.Token, `{"replaces":`+id+`}`), wantStatus: 404},
		{name: "it makes one like itself, which lasts no longer", request: create(`{"scopes":["tokens:write"]}`), wantStatus: 201,
			want:       map[string]any{"expires_at": "2026-03-04T05:07:07Z"},
			wantHeader: map[string]string{"Cache-Control": "no-store"}},
		{name: "never more", request: create(`{"scopes":["models:read","tokens:read"]}`), wantStatus: 403, want: map[string]any{"scope": "tokens:read"}},
		{name: "nor the default scopes, which it lacks", request: create(`{}`), wantStatus: 403},
		{name: "nor by replacing one that has more", wantStatus: 403, request: create(fmt.Sprintf(`{"replaces":%d}`, ada.TokenID))},
		{name: "which is there still", request: get("ada", "/v1/users/me"), wantStatus: 200},
		{name: "unknown scopes", request: create(`{"scopes":["everything"]}`), wantStatus: 422},
		{name: "no scopes", request: create(`{"scopes":[]}`), wantStatus: 422},
		{name: "in the past", request: create(`{"scopes":["models:read"],"expires_in":-1}`), wantStatus: 422},
		{name: "none to replace", request: create(`{"replaces":0}`), wantStatus: 404},
	})
	again := create(`{"replaces":`+id+`}`).with("Idempotency-Key", "rotate")
	rotated := s.do(t, again)
	wantStatus(t, rotated, http.StatusCreated)
	next := text(rotated.at(t, "access_token"))
	s.run(t, []scenario{
		{name: "the old one is worth nothing", request: get("", "/v1/users/me").by(secret), wantStatus: 401},
		{name: "the new one is like it", request: get("", "/v1/users/me").by(next), wantStatus: 200,
			want: map[string]any{"scopes.0": "models:read", "scopes.2": nil}},
		{name: "the answer is kept", request: again.by(next), wantStatus: 201, want: map[string]any{"access_token": next},
			wantHeader: map[string]string{"Idempotent-Replayed": "true"}},
		{name: "it may revoke itself", request: remove("", fmt.Sprint("/v1/tokens/", rotated.at(t, "id"))).by(next), wantStatus: 204},
		{name: "which counts at once", request: get("", "/v1/users/me").by(next), wantStatus: 401},
	})
	s.clock.Advance(time.Minute)
	s.run(t, []scenario{
		{name: "what has expired is left out", request: get("ada", "/v1/tokens"), wantStatus: 200, want: map[string]any{"total": 1}},
	})
}

func createBy(token, body string) request { return create("", "/v1/tokens", body).by(token) }

// Applications get no keys of an account, whoever gives them.
func TestApplicationsGetNoKeys(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	for _, scope := range vitrine.AllScopes() {
		asked := shop.NewApplication{Name: "Agent", OwnerID: s.user(t, "admin").ID, Scopes: []vitrine.Scope{scope}}
		_, _, err := s.shop.CreateApplication(t.Context(), asked)
		if scope.ForApplications() != (err == nil) {
			t.Errorf("an application with the scope %s: %v", scope, err)
		}
	}
	app := vitrine.Caller{User: s.user(t, "ada").User, Scopes: vitrine.AllScopes(), Application: &vitrine.Application{}}
	_, err := s.shop.MakeToken(t.Context(), app, shop.NewToken{})
	if vitrine.CodeOf(err) != vitrine.Forbidden {
		t.Errorf("an application makes a token: %v", err)
	}
}

func TestOwnSessions(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	for _, name := range []string{"ada", "bob"} {
		s.user(t, name, vitrine.ScopeSessionsRead, vitrine.ScopeSessionsWrite)
	}
	first, theirs := s.signIn(t, "ada"), s.signIn(t, "bob")
	s.signIn(t, "ada")
	s.signIn(t, "ada")
	s.run(t, []scenario{
		{name: "all of them", request: get("ada", "/v1/sessions"), wantStatus: 200,
			want: map[string]any{"total": 3, "sessions.0.agent": "Firefox on Linux", "sessions.0.method": "password", "sessions.0.strong": false}},
		{name: "somebody else's", request: remove("ada", fmt.Sprint("/v1/sessions/", theirs)), wantStatus: 404},
		{name: "one", request: remove("ada", fmt.Sprint("/v1/sessions/", first)), wantStatus: 204},
		{name: "is gone", request: get("ada", "/v1/sessions"), wantStatus: 200, want: map[string]any{"total": 2}},
		{name: "everywhere", request: remove("ada", "/v1/sessions"), wantStatus: 204},
		{name: "none is left", request: get("ada", "/v1/sessions"), wantStatus: 200, want: map[string]any{"total": 0}},
		{name: "others stay", request: get("bob", "/v1/sessions"), wantStatus: 200, want: map[string]any{"total": 1}},
		{name: "tokens work on", request: get("ada", "/v1/users/me"), wantStatus: 200},
	})
}

func TestOwnGrants(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	for _, name := range []string{"ada", "bob"} {
		s.user(t, name, vitrine.ScopeGrantsRead, vitrine.ScopeGrantsWrite)
	}
	token := s.grant(t, "ada", vitrine.ScopeModelsRead, vitrine.ScopeLibraryRead)
	grants := s.do(t, get("ada", "/v1/grants"))
	path := fmt.Sprint("/v1/grants/", grants.at(t, "grants.0.id"))
	s.run(t, []scenario{
		{name: "all of them", request: get("ada", "/v1/grants"), wantStatus: 200,
			want: map[string]any{"total": 1, "grants.0.application.name": "Workshop", "grants.0.scopes.1": "library:read",
				"grants.0.scopes.2": nil}},
		{name: "the application acts", request: get("", "/v1/users/me").by(token), wantStatus: 200, want: map[string]any{"username": "ada"}},
		{name: "and sees no grants", request: get("", "/v1/grants").by(token), wantStatus: 403, want: map[string]any{"scope": "grants:read"}},
		{name: "those of whose it is", request: get("bob", "/v1/grants"), wantStatus: 200, want: map[string]any{"total": 0}},
		{name: "who can't revoke it", request: remove("bob", path), wantStatus: 404},
		{name: "revoked", request: remove("ada", path), wantStatus: 204},
		{name: "the application acts no more", request: get("", "/v1/users/me").by(token), wantStatus: 401},
		{name: "none is left", request: get("ada", "/v1/grants"), wantStatus: 200, want: map[string]any{"total": 0}},
	})
}

func TestOwnProfile(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *server) {
		s.user(t, "ada", vitrine.ScopeProfileWrite)
		const me = "/v1/users/me"
		etag := s.do(t, get("ada", me)).Header.Get("ETag")
		change := put("ada", me, `{"name":" Ada\u202e L\u0007. ","description":"Chairs.\n\u0007Oak.","links":["https://ada.example/a?b=c"]}`)
		s.run(t, []scenario{
			{name: "as it begins", request: get("ada", me), wantStatus: 200,
				want: map[string]any{"name": "", "description": "", "links": []any{}, "avatar_url": nil,
					"about": "", "cover_url": nil, "away_until": nil}},
			{name: "changed", request: change.with("If-Match", etag), wantStatus: 200,
				want: map[string]any{"name": "Ada L.", "description": "Chairs.\nOak.", "links": []any{"https://ada.example/a?b=c"}}},
			{name: "by who had not read that", request: put("ada", me, `{"name":"Eve"}`).with("If-Match", etag), wantStatus: 412},
			{name: "the rest stays", request: put("ada", me, `{"name":""}`), wantStatus: 200,
				want: map[string]any{"name": "", "description": "Chairs.\nOak.", "username": "ada"}},
			{name: "read at once", request: get("ada", me).with("If-None-Match", etag), wantStatus: 200,
				want: map[string]any{"name": "", "links.0": "https://ada.example/a?b=c"}},
			{name: "as HTML", request: put("ada", me, `{"about":"<p>Of <b>oak</b><script>x</script></p>"}`), wantStatus: 200,
				want: map[string]any{"about": "<p>Of <b>oak</b></p>", "description": "Of oak"}},
			{name: "as text again", request: put("ada", me, `{"description":"a < b\nc"}`), wantStatus: 200,
				want: map[string]any{"about": "<p>a &lt; b<br>c</p>", "description": "a < b\nc"}},
			{name: "both", request: put("ada", me, `{"about":"<p>One</p>","description":"Other"}`), wantStatus: 200,
				want: map[string]any{"about": "<p>One</p>", "description": "One"}},
			{name: "too long, though about takes its place", request: put("ada", me, `{"about":"<p>One</p>","description":"`+
				strings.Repeat("a", vitrine.MaxDescriptionLength+1)+`"}`), wantStatus: 422},
			{name: "on holiday", request: put("ada", me, `{"away_until":"`+s.clock.Now().UTC().Format("2006-01-02")+`","away_note":"At sea"}`),
				wantStatus: 200, want: map[string]any{"away_note": "At sea", "away_until": s.clock.Now().UTC().Format("2006-01-02")}},
			{name: "reserved from training", request: put("ada", me, `{"no_ai_training":true}`), wantStatus: 200,
				want: map[string]any{"no_ai_training": true, "away_note": "At sea"}},
			{name: "which new models begin with", request: create("ada", "/v1/models", `{"title":"A"}`), wantStatus: 201,
				want: map[string]any{"no_ai_training": true}},
			{name: "back", request: put("ada", me, `{"away_until":""}`), wantStatus: 200, want: map[string]any{"away_until": nil}},
			{name: "no day", request: put("ada", me, `{"away_until":"2026-02-31"}`), wantStatus: 422, want: refused("/away_until", "bad_format")},
			{name: "long ago", request: put("ada", me, `{"away_until":"2020-01-01"}`), wantStatus: 422, want: refused("/away_until", "not_allowed")},
			{name: "no links", request: put("ada", me, `{"links":[]}`), wantStatus: 200, want: map[string]any{"links": []any{}}},
			{name: "a program as a link", request: put("ada", me, `{"links":["https://a.example","javascript:alert(1)"]}`), wantStatus: 422,
				want: refused("/links/1", "bad_format")},
			{name: "a link with a name", request: put("ada", me, `{"links":["https://a@b.example"]}`), wantStatus: 422},
			{name: "a long name", request: put("ada", me, `{"name":"`+strings.Repeat("é", 61)+`"}`), wantStatus: 422,
				want: refused("/name", "too_long")},
			{name: "an address, which needs more than a token", request: put("ada", me, `{"email":"eve@example.com"}`), wantStatus: 422},
			{name: "without the scope", request: put("bob", me, `{"name":"Bob"}`), wantStatus: 403},
		})
		open := s.do(t, create("ada", "/v1/models", `{"title":"B","no_ai_training":false}`))
		if wantStatus(t, open, http.StatusCreated); bytes.Contains(open.Body, []byte("no_ai_training")) {
			t.Errorf("a model that says otherwise is %s", open.Body)
		}
	})
}

func TestAvatar(t *testing.T) { t.Parallel(); playPortrait(t, "avatar") }

func TestCover(t *testing.T) { t.Parallel(); playPortrait(t, "cover") }

// playPortrait gives a user a picture and takes it away.
func playPortrait(t *testing.T, name string) {
	t.Helper()
	s := newServer(t)
	s.user(t, "ada", vitrine.ScopeProfileWrite)
	path, address := "/v1/users/me/"+name, name+"_url"
	made := s.upload(t, "ada", path, "../../docs/tour/cube.png", "cube.png")
	wantStatus(t, made, http.StatusCreated)
	key := strings.TrimPrefix(text(made.at(t, address)), baseURL+"/")
	var size struct{ Width, Height int }
	if err := json.Unmarshal(made.Body, &size); err != nil || size.Width > vitrine.MaxCoverWidth || size.Width == 0 {
		t.Errorf("the picture is %v: %v", size, err)
	}
	seen := func(when string, key string, want vitrine.Code) {
		t.Helper()
		if _, err := s.shop.CheckPicture(t.Context(), key); vitrine.CodeOf(err) != want {
			t.Errorf("%s: the picture is there: %v", when, err)
		}
	}
	seen("uploaded", key, "")
	used := false
	if err := s.db.BlobsInUse(t.Context(), s.clock.Now(), func(ref store.BlobRef) { used = used || ref.Key == key }); err != nil || !used {
		t.Errorf("the sweep would remove the picture: %v", err)
	}
	for what, body := range map[string]string{
		"SVG": `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`, "no picture": "\x89PNG\r\n\x1a\nnothing",
		"GIF": "GIF89a\x01\x00\x01\x00",
	} {
		if got := s.do(t, bare("ada", path, body)); got.Status != http.StatusUnprocessableEntity {
			t.Errorf("%s: status is %d, want 422: %s", what, got.Status, got.Body)
		}
	}
	s.run(t, []scenario{
		{name: "it is shown", request: get("ada", "/v1/users/me"), wantStatus: 200, want: map[string]any{address: baseURL + "/" + key}},
		{name: "a changed name leaves it", request: put("ada", "/v1/users/me", `{"name":"Ada"}`), wantStatus: 200,
			want: map[string]any{address: baseURL + "/" + key}},
		{name: "nobody else's", request: remove("bob", path), wantStatus: 403},
		{name: "removed", request: remove("ada", path), wantStatus: 204},
		{name: "again", request: remove("ada", path), wantStatus: 404},
		{name: "gone", request: get("ada", "/v1/users/me"), wantStatus: 200, want: map[string]any{address: nil}},
	})
	seen("removed", key, vitrine.NotFound)
}

// exported reads the files of an export.
func (s *server) exported(t *testing.T, as string) map[string]string {
	t.Helper()
	got := s.do(t, get(as, "/v1/export").with("Accept", "application/zip"))
	wantStatus(t, got, http.StatusOK)
	archive, err := zip.NewReader(bytes.NewReader(got.Body), int64(len(got.Body)))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, file := range archive.File {
		content, err := file.Open()
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(content)
		var records []map[string]any
		if err != nil || json.Unmarshal(data, &records) != nil {
			t.Errorf("%s is no list of records: %v\n%s", file.Name, err, data)
		}
		files[file.Name] = string(data)
	}
	return files
}

// TestExport holds that an export has what is the user's, all of it, and no secret.
func TestExport(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *server) {
		ada, bob := s.user(t, "ada", vitrine.ScopeExport), s.user(t, "bob", vitrine.ScopeExport)
		path, _ := s.offer(t, "ada", complete, "a.stl")
		for range 120 { // more than are read at once
			s.draft(t, "ada", `{"title":"Draft"}`)
		}
		order := s.order(t, "bob", path, `,"return_url":"https://bob.example/back"`)
		s.pay(t, order)
		s.review(t, "bob", path)
		together := s.do(t, create("bob", "/v1/checkouts", `{"order_ids":[`+text(s.order(t, "bob", path, `,"again":true`).at(t, "id"))+`]}`))
		wantStatus(t, together, http.StatusCreated)
		wantStatus(t, s.do(t, put("ada", path+"/draft", `{"title":"Oak armchair"}`)), http.StatusOK)
		wantStatus(t, s.do(t, put("ada", "/v1/reviews/1/answer", `{"answer":"Thank you."}`)), http.StatusOK)
		s.look(t, 1)
		s.signIn(t, "bob")
		s.grant(t, "bob")

		seller, buyer := s.exported(t, "ada"), s.exported(t, "bob")

		for name, want := range map[string]int{"profile.json": 1, "models.json": 121, "sold.json": 1, "bought.json": 0, "orders.json": 0} {
			var got []any
			if err := json.Unmarshal([]byte(seller[name]), &got); err != nil || len(got) != want {
				t.Errorf("%s of the seller has %d records, want %d: %.300s", name, len(got), want, seller[name])
			}
		}
		for name, word := range map[string]string{
			"models.json": "Oak armchair", "answers.json": "Thank you.", "statistics.json": `"views":41`,
		} {
			if !strings.Contains(seller[name], word) {
				t.Errorf("%s of the seller lacks %q: %.300s", name, word, seller[name])
			}
		}
		for name, word := range map[string]string{
			"profile.json": "bob@example.com", "bought.json": "Oak chair", "orders.json": "bob.example/back", "tokens.json": "account:export",
			"sessions.json": "Firefox on Linux", "grants.json": "Workshop", "models.json": "[]", "sold.json": "[]",
			"checkouts.json": text(together.at(t, "uuid")), "ways_in.json": "[]", "applications.json": "[]", "reviews.json": "It stands.",
		} {
			if !strings.Contains(buyer[name], word) {
				t.Errorf("%s of the buyer lacks %q: %s", name, word, buyer[name])
			}
		}
		for _, files := range []map[string]string{seller, buyer} {
			for name, written := range files {
				for _, secret := range []string{ada.Token, bob.Token, text(order.at(t, "download_token")), idOf(text(order.at(t, "checkout_url"))),
					idOf(text(together.at(t, "checkout_url")))} {
					if strings.Contains(written, secret) {
						t.Errorf("%s holds a secret", name)
					}
				}
			}
		}
		if strings.Contains(buyer["bought.json"], "bob.example/back") {
			t.Errorf("the buyer is told where a program leads its customers: %s", buyer["bought.json"])
		}
		if strings.Contains(seller["sold.json"], "bob") {
			t.Errorf("the seller is told who bought: %s", seller["sold.json"])
		}
	})
}

func TestLibrary(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	for _, name := range []string{"ada", "bob", "eve"} {
		s.user(t, name, vitrine.ScopeLibraryRead)
	}
	path, _ := s.offer(t, "ada", complete, "a.stl")
	first := s.order(t, "bob", path, `,"return_url":"https://bob.example/back"`)
	s.pay(t, first)
	s.order(t, "bob", path, `,"again":true`) // not paid
	const file = "/v1/library/1/files/1"
	s.run(t, []scenario{
		{name: "all of it", request: get("bob", "/v1/library"), wantStatus: 200,
			want: map[string]any{"total": 1, "purchases.0.id": "1", "purchases.0.opens": true, "purchases.0.return_url": nil,
				"purchases.0.checkout_url": nil, "purchases.0.files.0.download_url": baseURL + file, "purchases.0.download_token": nil}},
		{name: "one", request: get("bob", "/v1/library/1"), wantStatus: 200, want: map[string]any{"added": []any{}, "license.type": "general"}},
		{name: "its file", request: get("bob", file), wantStatus: 302},
		{name: "a file that it has not", request: get("bob", "/v1/library/1/files/9"), wantStatus: 404},
		{name: "what is not paid", request: get("bob", "/v1/library/2/files/1"), wantStatus: 402},
		{name: "somebody else's", request: get("eve", "/v1/library/1"), wantStatus: 404},
		{name: "and its file", request: get("eve", file), wantStatus: 404},
		{name: "nor is it its author's", request: get("ada", file), wantStatus: 404},
		{name: "nothing", request: get("eve", "/v1/library"), wantStatus: 200, want: map[string]any{"total": 0, "purchases": []any{}}},
		{name: "in pages", request: get("bob", "/v1/library?per_page=1&page=2"), wantStatus: 200, want: map[string]any{"purchases": []any{}}},
		{name: "an application with the customer's yes", request: get("", file).by(s.grant(t, "bob", vitrine.ScopeLibraryRead)), wantStatus: 302},
		{name: "one that was allowed other things", request: get("", file).by(s.grant(t, "bob", vitrine.ScopeModelsRead)), wantStatus: 403},
	})
}
