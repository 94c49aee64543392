package api_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/mail/mailtest"
	"vitrine/internal/store"
)

// TestOperatorsTakeBounces hands in that mails came back, once and again, and that others arrived.
func TestOperatorsTakeBounces(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	s.user(t, "admin", vitrine.ScopeAdmin, vitrine.ScopePeopleRead)
	bob := s.user(t, "bob")
	s.write(t, func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.InsertMail(ctx, &store.Mail{Kind: "receipt", Email: bob.Email, MessageID: "k3Y", CreatedAt: s.clock.Now().Add(time.Minute)})
		return err
	})
	message := map[string]string{"Content-Type": "message/rfc822"}
	says := func(as, body string) request {
		return request{method: "POST", path: "/v1/desk/mail-bounces", as: as, body: body, header: message}
	}
	late := mailtest.Notification(mailtest.Returned{MessageID: "k3Y@models.example", To: bob.Email, Action: "delayed", Status: "4.4.1"})
	s.run(t, []scenario{
		{name: "signed out", request: says("", bounce("k3Y@models.example")), wantStatus: 401},
		{name: "without the scope", request: says("bob", bounce("k3Y@models.example")), wantStatus: 403},
		{name: "no notification", request: says("admin", "Subject: Hello\n\nHow are you?\n"), wantStatus: 400,
			want: map[string]any{"code": "malformed"}},
		{name: "nothing", request: says("admin", " "), wantStatus: 400},
		{name: "JSON", request: request{method: "POST", path: "/v1/desk/mail-bounces", as: "admin", body: `{}`}, wantStatus: 415},
		{name: "of no mail", request: says("admin", bounce("other@models.example")), wantStatus: 404},
		{name: "too long", request: says("admin", strings.Repeat("x", 1<<20+1)), wantStatus: 413},
		{name: "late", request: says("admin", late), wantStatus: 200,
			want: map[string]any{"action": "delayed", "reason": nil, "bounced_at": nil, "address_closed": false}},
		{name: "back", request: says("admin", bounce("k3Y@models.example")), wantStatus: 200, want: map[string]any{"mail_id": json.Number("1"),
			"kind": "receipt", "action": "failed", "code": "5.1.1", "reason": "550 5.1.1 No such user here", "address_closed": true}},
		{name: "once more", request: says("admin", bounce("k3Y@models.example")), wantStatus: 200, want: map[string]any{"address_closed": false}},
		{name: "the person", request: request{method: "GET", path: "/v1/people?username=bob", as: "admin"}, wantStatus: 200,
			want: map[string]any{"people.0.email_bounce_code": "5.1.1"}},
	})
}

// mailed adds a mail that the mail server has taken, and returns it.
func (s *server) mailed(t testing.TB, m store.Mail) store.Mail {
	t.Helper()
	m.CreatedAt = s.clock.Now().Add(time.Minute)
	s.write(t, func(ctx context.Context, tx *store.Tx) error {
		if _, err := tx.InsertMail(ctx, &m); err != nil {
			return err
		}
		if _, err := tx.SendMail(ctx, m.ID); err != nil {
			return err
		}
		return tx.MailSent(ctx, m.ID, m.CreatedAt)
	})
	return m
}

// TestOperatorsReadTheMailLog lists what became of mails, page by page and by their state, and has
// one sent again; nothing of what mails say is told.
func TestOperatorsReadTheMailLog(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *server) {
		s.user(t, "admin", vitrine.ScopeAdmin)
		bob := s.user(t, "bob", vitrine.OwnScopes()...)
		s.mailed(t, store.Mail{Kind: "receipt", Email: "eve@example.com", Language: "de", MessageID: "k1"})
		s.mailed(t, store.Mail{Kind: "sale", UserID: bob.ID, Email: bob.Email, Language: "en", MessageID: "k2"})
		s.write(t, func(ctx context.Context, tx *store.Tx) error {
			_, err := tx.InsertMail(ctx, &store.Mail{Kind: "reset", Email: bob.Email, Language: "en", Args: `{"Secret":"hush"}`, About: "hush",
				MessageID: "hush", CreatedAt: s.clock.Now()})
			return err
		})
		message := map[string]string{"Content-Type": "message/rfc822"}
		const log = "/v1/desk/mails"
		s.run(t, []scenario{
			{name: "signed out", request: get("", log), wantStatus: 401},
			{name: "without the scope", request: get("bob", log), wantStatus: 403},
			{name: "a state that there is not", request: get("admin", log+"?status=lost"), wantStatus: 400},
			{name: "a cursor of another list", request: get("admin", log+"?cursor=MTpqb2JzOjE"), wantStatus: 400},
			{name: "back", request: request{method: "POST", path: "/v1/desk/mail-bounces", as: "admin", body: bounce("k1@models.example"),
				header: message}, wantStatus: 200},
			{name: "all", request: get("admin", log), wantStatus: 200, want: map[string]any{"mails.0.kind": "reset", "mails.0.status": "waiting",
				"mails.0.sent_at": nil, "mails.1.user_id": 2, "mails.1.status": "sent", "mails.2.status": "bounced", "mails.3": nil}},
			{name: "those that came back", request: get("admin", log+"?status=bounced"), wantStatus: 200, want: map[string]any{
				"mails.0.email": "eve@example.com", "mails.0.user_id": nil, "mails.0.problem": "5.1.1 550 5.1.1 No such user here",
				"mails.0.language": "de", "mails.0.attempts": 1, "mails.1": nil}},
			{name: "none", request: get("admin", log+"?status=unsure"), wantStatus: 200, want: map[string]any{"mails": []any{}}},
			{name: "again by another", request: create("bob", log+"/3/again", ""), wantStatus: 403},
			{name: "again", request: create("admin", log+"/3/again", ""), wantStatus: 204},
			{name: "again what was sent", request: create("admin", log+"/2/again", ""), wantStatus: 409},
			{name: "again what there is not", request: create("admin", log+"/9/again", ""), wantStatus: 404},
		})
		var seen []string
		for next := log + "?per_page=2"; next != ""; {
			got := s.do(t, get("admin", next))
			wantStatus(t, got, http.StatusOK)
			if strings.Contains(string(got.Body), "hush") {
				t.Errorf("the log tells what a mail says: %s", got.Body)
			}
			seen = append(seen, fmt.Sprint(got.at(t, "mails.0.id")))
			next = linkTo(got, "next")
		}
		if want := []string{"3", "1"}; !slices.Equal(seen, want) {
			t.Errorf("the pages begin with the mails %v, want %v", seen, want)
		}
	})
}
