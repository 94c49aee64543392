package app_test

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"

	"vitrine/internal/app"
	"vitrine/internal/mail/mailtest"
	"vitrine/internal/store"
)

// TestBouncedCommand pipes notifications to the command: what is of use is noted, what is not is taken
// all the same, and what may be better later is to be tried again.
func TestBouncedCommand(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	run := func(stdin string, args ...string) (string, error) {
		var out bytes.Buffer
		env := app.Environment{Getenv: func(string) (string, bool) { return "", false }, Stdin: strings.NewReader(stdin), Stdout: &out,
			Stderr: &bytes.Buffer{}}
		err := app.Run(t.Context(), append([]string{"vitrine"}, args...), env)
		return out.String(), err
	}
	if _, err := run("", "mail", "bounced", "--data", data); err == nil || app.ExitCode(err) != 75 {
		t.Errorf("without data it ends with %v, %d", err, app.ExitCode(err))
	}
	if out, err := run("correct horse\n", "user", "create", "--data", data, "--username", "ada", "--email", "ada@example.com"); err != nil {
		t.Fatal(out, err)
	}
	db, err := store.Open(t.Context(), data+"/vitrine.db")
	if err != nil {
		t.Fatal(err)
	}
	m := store.Mail{Kind: "receipt", Email: "ada@example.com", MessageID: "k3Y", CreatedAt: time.Now()}
	err = db.Write(t.Context(), func(tx *store.Tx) error {
		_, err := tx.InsertMail(context.WithoutCancel(t.Context()), &m)
		return err
	})
	if err := db.Close(); err != nil {
		t.Error(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	said := func(id string) string {
		return mailtest.Notification(mailtest.Returned{MessageID: id + "@models.example", To: m.Email, Action: "failed", Status: "5.1.1",
			Reason: "550 nobody"})
	}
	for _, test := range []struct{ stdin, want string }{
		{"Subject: Buy\n\nCheap.\n", `"problem": "this is no delivery status notification`},
		{said("other"), `"problem": "no mail of this marketplace`},
		{said("k3Y"), `"status": "bounced"`},
	} {
		out, err := run(test.stdin, "mail", "bounced", "--data", data)
		if err != nil || !strings.Contains(out, test.want) {
			t.Errorf("it prints %s, %v; want %s", out, err, test.want)
		}
	}
	if out, err := run("", "mail", "list", "--data", data, "--status", "bounced"); err != nil || !strings.Contains(out, "5.1.1 550 nobody") {
		t.Errorf("the list is %s, %v", out, err)
	}
	if _, err := run("", "mail", "list", "--data", data, "--status", "lost"); app.ExitCode(err) != 1 {
		t.Errorf("another command ends with %v, %d", err, app.ExitCode(err))
	}
}
