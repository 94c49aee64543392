package shop_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/mail"
	"vitrine/internal/mail/mailtest"
	"vitrine/internal/shop"
	"vitrine/internal/store"
)

// sends has the last mail of a kind to an address be handed over.
func (d *doors) sends(t *testing.T, kind mail.Kind, email string) store.Mail {
	t.Helper()
	id := d.last(t, kind, email).ID
	write(t, d.db, func(ctx context.Context, tx *store.Tx) error {
		if _, err := tx.SendMail(ctx, id); err != nil {
			return err
		}
		return tx.MailSent(ctx, id, d.clock.Now())
	})
	return d.mail(t, id)
}

func (d *doors) mail(t *testing.T, id int64) store.Mail {
	t.Helper()
	m, err := d.db.Mail(t.Context(), id)
	wantCode(t, "read a mail", err, "")
	return m
}

// returned is what a server says of a mail.
func returned(m store.Mail, action, status string) *strings.Reader {
	return strings.NewReader(mailtest.Notification(mailtest.Returned{MessageID: m.MessageID + "@models.example", To: m.Email, Action: action,
		Status: status, Reason: "550 " + status + " no such user"}))
}

// takes hands a notification in, and holds what became of the mail.
func (d *doors) takes(t *testing.T, what string, notification *strings.Reader, status string, closed bool) shop.Bounced {
	t.Helper()
	b, err := d.shop.TakeBounce(t.Context(), notification)
	if err != nil || b.Mail.Status != status || b.Closed != closed {
		t.Fatalf("%s: %+v, %v; want %s, closed %t", what, b, err, status, closed)
	}
	return b
}

// TestBounces notes of mails that they came back, and of addresses that they take none until their
// owner shows that they do.
func TestBounces(t *testing.T) {
	bothDoors(t, func(t *testing.T, d *doors) {
		ctx := t.Context()
		const ada = "ada@example.com"
		started := d.settled(t, "ada")
		d.clock.Advance(time.Minute)
		wantCode(t, "ask for a link", d.flood(t, ada), "")
		link := d.sends(t, mail.SignIn, ada)
		if len(link.MessageID) < 32 || link.MessageID == d.last(t, mail.Confirm, ada).MessageID {
			t.Errorf("the mail is named %q", link.MessageID)
		}

		_, err := d.shop.TakeBounce(ctx, strings.NewReader("Subject: Hello\n\nHow are you?\n"))
		wantCode(t, "no notification", err, vitrine.Malformed)
		_, err = d.shop.TakeBounce(ctx, returned(store.Mail{MessageID: strings.Repeat("x", 32), Email: ada}, "failed", "5.1.1"))
		wantCode(t, "of a mail that was guessed", err, vitrine.NotFound)
		d.takes(t, "delivered", returned(link, "delivered", "2.0.0"), store.MailSent, false)
		late := d.takes(t, "late", returned(link, "delayed", "4.4.1"), store.MailSent, false)
		if late.Mail.Problem != "delayed: 4.4.1 550 4.4.1 no such user" {
			t.Errorf("one that is late says %q", late.Mail.Problem)
		}
		if in := d.in(t, started); !in.User.EmailStands() {
			t.Errorf("a mail that is late closes the address: %+v", in.User)
		}

		d.clock.Advance(time.Minute)
		back := d.takes(t, "back", returned(link, "failed", "5.1.1"), store.MailBounced, true)
		if m := back.Mail; !back.News || m.Problem != "5.1.1 550 5.1.1 no such user" || m.Args != "" || !m.BouncedAt.Equal(d.clock.Now()) {
			t.Errorf("it is %+v", back)
		}
		if in := d.in(t, started); in.User.EmailStands() || in.User.EmailBounce != "5.1.1" || !in.User.EmailBouncedAt.Equal(d.clock.Now()) {
			t.Errorf("the account is %+v", in.User)
		}
		again := d.takes(t, "back once more", returned(link, "failed", "5.2.2"), store.MailBounced, false)
		if again.News || again.Mail != back.Mail {
			t.Errorf("once more it is %+v, %+v", again, back)
		}
		bounced, err := d.db.Mails(ctx, store.MailBounced, 0, 9)
		if err != nil || len(bounced) != 1 || bounced[0].ID != link.ID {
			t.Errorf("came back: %+v, %v", bounced, err)
		}
		waiting, err := d.db.Waiting(ctx, d.clock.Now())
		if err != nil || waiting.Mails.Count != 1 {
			t.Errorf("for operators: %+v, %v", waiting, err)
		}

		post := func(kind mail.Kind) bool {
			before := len(d.mails(t, ada))
			write(t, d.db, func(ctx context.Context, tx *store.Tx) error {
				return mail.Post(ctx, tx, mail.Message{Kind: kind, UserID: started.User.ID, To: ada, Args: mail.Sample(kind)}, d.clock.Now())
			})
			return len(d.mails(t, ada)) > before
		}
		if post(mail.Digest) || post(mail.UpdateAdded) || !post(mail.Receipt) {
			t.Error("what nobody needs is sent, or a receipt is not")
		}

		d.clock.Advance(time.Minute)
		wantCode(t, "have a link sent", d.shop.ConfirmAgain(ctx, d.in(t, started)), "")
		first := d.last(t, mail.Confirm, ada)
		wantCode(t, "open it", d.confirmWith(t, started, mail.Confirm, ada), "")
		if in := d.in(t, started); !in.User.EmailStands() || !in.User.EmailConfirmedAt.Equal(d.clock.Now()) || in.User.EmailBounce != "" {
			t.Errorf("once it is confirmed again: %+v", in.User)
		}
		if !post(mail.UpdateAdded) {
			t.Error("once it is confirmed again nothing is sent")
		}
		d.clock.Advance(time.Minute)
		d.takes(t, "one of before that comes back late", returned(d.mail(t, first.ID), "failed", "5.1.1"), store.MailBounced, false)
		if in := d.in(t, started); !in.User.EmailStands() {
			t.Errorf("what was sent before it was confirmed: %+v", in.User)
		}
	})
}

// TestReturnedAddress is shown to be read by a link that was sent since, and changed without its
// reader where there is none.
func TestReturnedAddress(t *testing.T) {
	bothDoors(t, func(t *testing.T, d *doors) {
		ctx := t.Context()
		const email, next = "ada@example.com", "ada@new.example"
		ada := d.settled(t, "ada")
		signIn := func(advance time.Duration) error {
			d.clock.Advance(time.Second)
			cookie, err := d.shop.AskLink(ctx, vitrine.LinkSignIn, email, home())
			wantCode(t, "ask for a link", err, "")
			secret := d.secretOf(t, mail.SignIn, email)
			d.clock.Advance(time.Second)
			if advance != 0 {
				m := d.sends(t, mail.SignIn, email)
				d.clock.Advance(advance)
				d.takes(t, "back", returned(m, "failed", "5.2.2"), store.MailBounced, true)
			}
			_, err = d.shop.SignInByMail(ctx, shop.Shown{Secret: secret, Cookie: cookie}, home())
			return err
		}
		d.clock.Advance(time.Hour)
		wantCode(t, "by a link of before", signIn(time.Second), "")
		if in := d.in(t, ada); in.User.EmailStands() || in.User.EmailGone() {
			t.Errorf("by a link of before: %+v", in.User)
		}
		wantCode(t, "by a link that was sent since", signIn(0), "")
		if in := d.in(t, ada); !in.User.EmailStands() {
			t.Errorf("by a link that was sent since: %+v", in.User)
		}

		for _, test := range []struct {
			status  string
			changed bool
		}{{"5.2.2", false}, {"5.1.1", true}} {
			d.clock.Advance(time.Hour)
			started, err := d.shop.SignIn(ctx, shop.Credentials{Name: "ada", Password: password}, home())
			wantCode(t, "sign in", err, "")
			wantCode(t, "change", d.shop.ChangeAddress(ctx, d.in(t, started), next), "")
			d.takes(t, test.status, returned(d.sends(t, mail.Leave, email), "failed", test.status), store.MailBounced, true)
			wantCode(t, "open the link", d.confirmWith(t, started, mail.Arrive, next), "")
			if in := d.in(t, started); (in.User.Email == next) != test.changed {
				t.Errorf("after %s the account is %+v", test.status, in.User)
			}
			if test.changed {
				d.wantChange(t, "changed", started, shop.AddressChange{}, next)
				if in := d.in(t, started); !in.User.EmailStands() {
					t.Errorf("the new address is closed: %+v", in.User)
				}
			}
		}
	})
}

// TestBounceOfNobody notes of a mail to who has no account that it came back, and of a claimed
// address that it takes none; operators alone hand notifications in by a token.
func TestBounceOfNobody(t *testing.T) {
	bothDoors(t, func(t *testing.T, d *doors) {
		_, err := d.shop.Invite(t.Context(), "eve@example.com")
		wantCode(t, "invite", err, "")
		invited := d.sends(t, mail.Invite, "eve@example.com")
		d.takes(t, "an invitation", returned(invited, "failed", "5.1.1"), store.MailBounced, false)

		bob := d.join(t, "bob", "bob@exmaple.com")
		d.takes(t, "of who joined", returned(d.sends(t, mail.Confirm, "bob@exmaple.com"), "failed", "5.1.2"), store.MailBounced, true)
		if in := d.in(t, bob); in.User.EmailBounce != "5.1.2" {
			t.Errorf("the account is %+v", in.User)
		}
		wantCode(t, "type another one", d.shop.ChangeAddress(t.Context(), d.in(t, bob), "bob@example.com"), "")
		if in := d.in(t, bob); !in.User.EmailBouncedAt.IsZero() {
			t.Errorf("another address: %+v", in.User)
		}
		_, err = d.shop.TakeBounceAs(t.Context(), d.in(t, bob), returned(invited, "failed", "5.1.1"))
		wantCode(t, "by somebody", err, vitrine.NotFound)
	})
}
