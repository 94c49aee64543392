package api_test

import (
	"testing"
	"time"

	"vitrine"
)

// TestHouse reads what the marketplace is as everybody does, and has a program of an operator
// change it.
func TestHouse(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *server) {
		boss := s.hand(t, vitrine.Token{UserID: s.user(t, "admin").ID, Scopes: []vitrine.Scope{vitrine.ScopeAdmin}})
		const all, desk = "/v1/house", "/v1/desk/house"
		change := func(body string) request { return put("", desk, body).by(boss) }
		seen := s.do(t, get("", desk).by(boss)).Header.Get("ETag")
		until := s.clock.Now().Add(time.Hour).Format(time.RFC3339)
		fair := `{"announcement":{"text":" At the fair ","link":"/3d-models","language":"en","until":"` + until + `"}}`
		s.run(t, []scenario{
			{name: "as it was set up", request: get("bob", all), wantStatus: 200, want: map[string]any{"name": "Vitrine", "accent": nil,
				"logo": nil, "waiver": nil, "announcement": nil, "joining": "open", "currency": "USD", "share": "0",
				"papers": nil, "max_storage": nil}},
			{name: "signed out", request: get("", all), wantStatus: 401},
			{name: "the desk of others", request: get("bob", desk), wantStatus: 403, want: map[string]any{"scope": "admin"}},
			{name: "by others", request: put("bob", desk, `{"name":"Mine"}`), wantStatus: 403},
			{name: "changed", request: change(`{"name":"Kiln","accent":"#0B6E66","share":"12,5","ask_waiver":true,"max_storage":1000}`).
				with("If-Match", seen), wantStatus: 200, want: map[string]any{"name": "Kiln", "accent": "#0b6e66", "share": "12.5",
				"contact": "", "selling": "confirmed", "max_storage": 1000, "announcement.text": ""}},
			{name: "as it was", request: change(`{"name":"Oven"}`).with("If-Match", seen), wantStatus: 412},
			{name: "everybody sees it", request: get("bob", all), wantStatus: 200, want: map[string]any{"name": "Kiln", "share": "12.5",
				"accent_dark": "#599c97", "waiver": vitrine.DefaultWaiver}},
			{name: "a colour that nobody can read", request: change(`{"accent":"#fafafa"}`), wantStatus: 422,
				want: refused("/accent", "low_contrast")},
			{name: "a share of too much", request: change(`{"share":"101"}`), wantStatus: 422, want: refused("/share", "not_allowed")},
			{name: "a rule that there is not", request: change(`{"joining":"friends"}`), wantStatus: 422},
			{name: "how operators sign in", request: change(`{"strong_operators":true}`), wantStatus: 422},
			{name: "its papers", request: change(`{"papers":{}}`), wantStatus: 422},
			{name: "announced", request: change(fair), wantStatus: 200, want: map[string]any{"announcement.text": "At the fair",
				"announcement.until": until}},
			{name: "with a link that leads elsewhere", request: change(`{"announcement":{"text":"Look","link":"//evil.example"}}`),
				wantStatus: 422, want: refused("/announcement/link", "bad_format")},
			{name: "with an end that is over", request: change(`{"announcement":{"text":"Look","until":"2001-01-01T00:00:00Z"}}`),
				wantStatus: 422, want: refused("/announcement/until", "not_allowed")},
			{name: "with an end in no calendar", request: change(`{"announcement":{"text":"Look","until":"9999-12-31T23:59:59-12:00"}}`),
				wantStatus: 422, want: refused("/announcement/until", "bad_format")},
			{name: "everybody reads it", request: get("bob", all), wantStatus: 200, want: map[string]any{
				"announcement.text": "At the fair", "announcement.link": "/3d-models", "announcement.language": "en"}},
		})
		s.draft(t, "ada", complete)
		upload := func(name string) request {
			return request{method: "POST", path: "/v1/models/1/files?name=" + name, as: "ada", body: "solid a\nendsolid a\n",
				header: map[string]string{"Content-Type": "application/octet-stream"}}
		}
		limits := func(bytes, files int) map[string]any {
			return map[string]any{"files.max_bytes": bytes, "files.max_per_model": files, "orders.lifetime_seconds": 432_000}
		}
		s.run(t, []scenario{
			{name: "limits", request: change(`{"max_files":1,"max_file_bytes":20,"order_lifetime_seconds":432000}`), wantStatus: 200,
				want: map[string]any{"max_files": 1, "max_images": 0}},
			{name: "as they hold", request: get("bob", "/v1/limits"), wantStatus: 200, want: limits(20, 1)},
			{name: "a file", request: upload("a.stl"), wantStatus: 201},
			{name: "one too many", request: upload("b.stl"), wantStatus: 422, want: refused("/file", "too_many")},
			{name: "more files and smaller ones", request: change(`{"max_files":2,"max_file_bytes":9}`), wantStatus: 200},
			{name: "one too large", request: upload("b.stl"), wantStatus: 413},
			{name: "above what the server was started with", request: change(`{"max_files":201}`), wantStatus: 422,
				want: refused("/max_files", "not_allowed")},
			{name: "as it was started", request: change(`{"max_files":0,"max_file_bytes":0}`), wantStatus: 200},
			{name: "then it fits", request: upload("b.stl"), wantStatus: 201},
			{name: "and the limits say so", request: get("bob", "/v1/limits"), wantStatus: 200, want: limits(10<<30, 200)},
		})
		s.clock.Advance(time.Hour)
		s.run(t, []scenario{
			{name: "until it ends", request: get("bob", all), wantStatus: 200, want: map[string]any{"announcement": nil}},
			{name: "the desk has it", request: get("", desk).by(boss), wantStatus: 200, want: map[string]any{"announcement.text": "At the fair"}},
			{name: "taken off", request: change(`{"announcement":{"text":""}}`), wantStatus: 200, want: map[string]any{"announcement.text": "",
				"announcement.until": nil, "name": "Kiln"}},
			{name: "the log has it", request: get("", "/v1/audit?kind=house").by(s.hand(t, vitrine.Token{UserID: s.user(t, "admin").ID,
				Scopes: []vitrine.Scope{vitrine.ScopeAuditRead}})), wantStatus: 200, want: map[string]any{
				"entries.0.act": "house.change", "entries.0.before.announcement.text": "At the fair", "entries.1.after.limits.files": 0}},
		})
	})
}
