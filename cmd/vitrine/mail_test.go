package main_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"vitrine/internal/mail/mailtest"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// TestKilledWhileSending kills the server at each step of handing a mail over. A mail that
// the relay may have is never sent again, and shown as such; any other is sent, once.
func TestKilledWhileSending(t *testing.T) {
	t.Parallel()
	for _, step := range []string{mailtest.Greeting, mailtest.From, mailtest.To, mailtest.Data, mailtest.End} {
		t.Run(step, func(t *testing.T) {
			t.Parallel()
			v := newVictim(t)
			if step == mailtest.End {
				v.database = storetest.NewPostgres(t).Address(t)
			}
			relay := mailtest.Serve(t, mailtest.Options{})
			v.set = []string{"VITRINE_SMTP=smtp://" + relay.Address, "VITRINE_MAIL_FROM=shop@example.com"}
			relay.Tell(step, mailtest.Answer{Hang: true})
			v.start(t)
			v.join(t)
			select {
			case <-relay.Hung():
			case <-time.After(time.Minute):
				t.Fatal("no mail was sent")
			}
			v.kill(t)
			v.start(t)
			status, taken := store.MailSent, 1
			if step == mailtest.Data || step == mailtest.End {
				status = store.MailUnsure
			}
			if step == mailtest.Data {
				taken = 0
			}
			v.wantMail(t, status)
			v.kill(t)
			if got := len(relay.Mails()); got != taken {
				t.Errorf("the relay has %d mails, want %d", got, taken)
			}
		})
	}
}

// join makes an account, which is sent a mail.
func (v *victim) join(t *testing.T) {
	t.Helper()
	form := url.Values{"username": {"ada"}, "email": {"ada@example.com"}, "password": {"correct horse"}}
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://"+v.address+"/join", strings.NewReader(form.Encode()))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	stay := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	client := &http.Client{Timeout: 20 * time.Second, CheckRedirect: stay}
	answer, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	if err := answer.Body.Close(); err != nil || answer.StatusCode != http.StatusSeeOther {
		t.Fatalf("joining is answered with %d, %v", answer.StatusCode, err)
	}
}

// wantMail waits until the one mail is in a state that lasts.
func (v *victim) wantMail(t *testing.T, status string) {
	t.Helper()
	deadline := time.Now().Add(2 * time.Minute)
	for time.Now().Before(deadline) {
		output, err := v.command("mail", "list").Output()
		if err != nil {
			t.Fatal(err)
		}
		var mails []struct{ Status, Problem string }
		if err := json.Unmarshal(output, &mails); err != nil || len(mails) != 1 {
			t.Fatalf("vitrine mail list printed %s: %v", output, err)
		}
		switch got := mails[0].Status; got {
		case store.MailWaiting, store.MailSending:
			if pause(t.Context(), 500*time.Millisecond) != nil {
				return
			}
			continue
		case status:
		default:
			t.Errorf("the mail is %s (%s), want %s", got, mails[0].Problem, status)
		}
		return
	}
	t.Errorf("the mail is not %s in two minutes", status)
}
