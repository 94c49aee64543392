package shop_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"vitrine"
	"vitrine/internal/mail"
	"vitrine/internal/shop"
	"vitrine/internal/store"
)

// TestMailWords has mails say what an operator writes, from the next one on, and again what
// the program says.
func TestMailWords(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		c := newCourt(t, db)
		operator, ctx := c.operates(t), t.Context()
		office, err := mail.New(mail.Options{DB: db, BaseURL: "https://models.example", Now: c.clock.Now})
		wantCode(t, "open the office", err, "")
		says := func(when, language, want string) {
			t.Helper()
			args, _ := json.Marshal(mail.Sample(mail.Suspended))
			letter, err := office.Letter(ctx, store.Mail{Kind: string(mail.Suspended), Language: language, Email: "ada@example.com",
				Args: string(args)})
			if err != nil || !strings.Contains(letter.Subject+"\n"+letter.Text+letter.HTML, want) {
				t.Errorf("%s a mail in %s says %+v, %v; want %q", when, language, letter, err, want)
			}
		}
		own := mail.Own{Kind: mail.Suspended, Language: "de", Subject: "Pause bei {{.Shop}}", Body: "Servus.\r\n\r\n> {{.Values.reason}}"}
		wantCode(t, "write", c.shop.WriteMail(ctx, operator, own, 0), "")
		says("once it is written", "de-AT", "Pause bei Vitrine")
		says("once it is written", "de", "Servus.")
		says("once it is written", "en", "Your account at Vitrine is suspended")
		wantCode(t, "write it at once", c.shop.WriteMail(ctx, operator, own, 0), vitrine.Conflict)
		foot := mail.Own{Kind: mail.Footer, Language: "en", Body: "Shop GmbH, Berlin"}
		wantCode(t, "write the footer", c.shop.WriteMail(ctx, operator, foot, 0), "")
		says("with a footer", "en", "Shop GmbH, Berlin")
		broken := own
		broken.Body = "{{.Values.title}}"
		wantCode(t, "write what is no mail", c.shop.WriteMail(ctx, operator, broken, 1), vitrine.Invalid)
		write(t, db, func(ctx context.Context, tx *store.Tx) error {
			return tx.AddMailWords(ctx, store.MailWords{Kind: "suspended", Language: "fr", Version: 1, Subject: "{{.Gone}}", Body: "x",
				CreatedAt: today()})
		})
		says("whose words are of another version of the program", "fr", "Votre compte")
		wantCode(t, "go back", c.shop.UnwriteMail(ctx, operator, mail.Suspended, "de", 1), "")
		says("without words of one's own", "de", "gesperrt")
		wantCode(t, "as a moderator", c.shop.WriteMail(ctx, c.proved(c.first), own, 2), vitrine.NotFound)

		wantCode(t, "try it", c.shop.TryMail(ctx, operator, mail.Receipt, "es"), "")
		mails, err := db.Mails(ctx, "", 0, 1)
		if err != nil || len(mails) != 1 || mails[0].Email != operator.User.Email || mails[0].Language != "es" || mails[0].Kind != "receipt" {
			t.Fatalf("the mails are %+v, %v", mails, err)
		}
		if letter, err := office.Letter(ctx, mails[0]); err != nil || !strings.Contains(letter.Text, "TEST-1") {
			t.Errorf("the trial says %+v, %v", letter, err)
		}
		wantCode(t, "try what there is not", c.shop.TryMail(ctx, operator, "nothing", "es"), vitrine.NotFound)
		wantCode(t, "try it as a seller", c.shop.TryMail(ctx, shop.SignedIn{User: c.seller.User}, mail.Receipt, "es"), vitrine.NotFound)
	})
}
