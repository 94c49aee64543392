package api_test

import (
	"context"
	"encoding/json"
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
