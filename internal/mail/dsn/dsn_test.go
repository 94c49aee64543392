package dsn_test

import (
	"encoding/base64"
	"errors"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/mail/dsn"
	"vitrine/internal/mail/mailtest"
)

func returned() string {
	return mailtest.Notification(mailtest.Returned{MessageID: "k3Y@models.example", To: "ada@reader.example", Action: "failed",
		Status: "5.1.1", Reason: "550 5.1.1 <ada@reader.example>: no such user"})
}

// exchange is how Exchange writes one, with the whole mail, in other words and other order.
const exchange = `From MAILER-DAEMON Wed May  6 12:00:01 2026
Content-Type: multipart/mixed; boundary=outer

--outer
Content-Type: text/plain

Forwarded by a list.
--outer
Content-Type: Multipart/Report; boundary="b"; report-type=Delivery-Status

--b
Content-Type: text/html

<p>Delivery has failed</p>
--b
Content-Type: message/delivery-status

Reporting-MTA: dns;EXCHANGE


Original-Recipient: rfc822;ada@reader.example
Final-Recipient: rfc822;Ada@Forward.example
Action: Failed (user unknown)
Status: 5.1.10 (null MX)
Diagnostic-Code: smtp;550 5.1.10
 RESOLVER.ADR.RecipientNotFound; Recipient not found

Final-Recipient: rfc822;eve@forward.example
Action: relayed
Status: 2.0.0
--b
Content-Type: message/rfc822

Message-ID: <k3Y@models.example>
Subject: Yours

Hello.
--b--
--outer--
`

func encoded() string {
	fields := "Reporting-MTA: dns; mx\n\nFinal-Recipient: utf-8; åsa@reader.example\nAction: delayed\nStatus: 4.4.1\n"
	return "Content-Type: multipart/report; report-type=delivery-status; boundary=b\n\n--b\nContent-Type: message/global-headers\n\n" +
		"Message-ID: <k3Y@models.example>\n\n--b\nContent-Type: message/global-delivery-status\nContent-Transfer-Encoding: base64\n\n" +
		base64.StdEncoding.EncodeToString([]byte(fields)) + "\n--b--\n"
}

// TestRead reads notifications as servers write them.
func TestRead(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		text string
		want dsn.Fate // of ada
		of   bool     // her address
	}{
		"of Postfix": {returned(), dsn.Fate{Action: "failed", Status: "5.1.1", Reason: "550 5.1.1 <ada@reader.example>: no such user",
			Addresses: []string{"ada@reader.example", "ada@reader.example"}}, true},
		"with bare line ends": {strings.ReplaceAll(returned(), "\r\n", "\n"), dsn.Fate{Action: "failed", Status: "5.1.1",
			Reason: "550 5.1.1 <ada@reader.example>: no such user", Addresses: []string{"ada@reader.example", "ada@reader.example"}}, true},
		"in another mail, of several recipients": {exchange, dsn.Fate{Action: "failed", Status: "5.1.10",
			Reason:    "550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found",
			Addresses: []string{"ada@reader.example", "Ada@Forward.example"}}, true},
		"to which the mail was forwarded": {strings.ReplaceAll(exchange, "rfc822;ada@", "rfc822;somebody@"), dsn.Fate{Action: "relayed",
			Status: "2.0.0", Addresses: []string{"eve@forward.example"}}, false},
		"encoded, in another order": {encoded(), dsn.Fate{Action: "delayed", Status: "4.4.1", Addresses: []string{"åsa@reader.example"}}, false},
		"of who sends":              {strings.ReplaceAll(returned(), "5.1.1", "5.7.26"), dsn.Fate{}, false},
		"of a long mail":            {strings.ReplaceAll(returned(), "5.1.1", "5.2.3"), dsn.Fate{}, false},
		"of a full mailbox":         {strings.ReplaceAll(returned(), "5.1.1", "5.2.2"), dsn.Fate{}, true},
		"for a while":               {strings.ReplaceAll(returned(), "5.1.1", "4.2.2"), dsn.Fate{}, false},
	} {
		b, err := dsn.Read(strings.NewReader(test.text))
		if err != nil || b.MessageID != "k3Y" {
			t.Errorf("%s: %+v, %v", name, b, err)
			continue
		}
		got := b.FateOf(func(a string) bool { return strings.EqualFold(a, "ada@reader.example") })
		if diff := cmp.Diff(test.want, got); test.want.Action != "" && diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
		if got.OfAddress() != test.of {
			t.Errorf("%s: of the address: %t, want %t", name, got.OfAddress(), test.of)
		}
	}
}

// TestNone refuses what is none, what names no mail, and what is made to be long or deep.
func TestNone(t *testing.T) {
	t.Parallel()
	in := func(old, with string) string { return strings.Replace(returned(), old, with, 1) }
	deep := returned()
	for _, at := range []string{"a", "b", "c"} {
		deep = "Content-Type: multipart/mixed; boundary=" + at + "\r\n\r\n--" + at + "\r\n" + deep + "\r\n--" + at + "--\r\n"
	}
	report := "Content-Type: multipart/report; report-type=delivery-status; boundary=b\n\n"
	for name, test := range map[string]struct {
		text, want string
		code       vitrine.Code
	}{
		"nothing":                  {"", "headers can't be read", vitrine.Malformed},
		"a line":                   {"From somebody", "headers can't be read", vitrine.Malformed},
		"a mail":                   {"Subject: Hello\n\nHow are you?\n", "no part that says", vitrine.Malformed},
		"a report of another kind": {in("report-type=delivery-status", "report-type=feedback-report"), "another kind", vitrine.Malformed},
		"without an action":        {in("Action: failed", "Action: lost"), "neither failed", vitrine.Malformed},
		"without a status":         {in("Status: 5.1.1", "Status: bad"), "no status", vitrine.Malformed},
		"without a name of a mail": {in("Message-ID: <k3Y@models.example>", "X-Other: 1"), "Message-ID", vitrine.Malformed},
		"with a name that is none": {in("<k3Y@models.example>", "k3Y"), "Message-ID", vitrine.Malformed},
		"with broken fields":       {in("Status: 5.1.1", "Status"), "fields can't be read", vitrine.Malformed},
		"without recipients":       {in("Action: failed", "X: y"), "neither failed", vitrine.Malformed},
		"cut off":                  {returned()[:900], "", vitrine.Malformed},
		"deep":                     {deep, "in parts", vitrine.Malformed},
		"of many parts":            {report + strings.Repeat("--b\n\nx\n", 40) + "--b--\n", "too many parts", vitrine.Malformed},
		"of many recipients": {report + "--b\nContent-Type: message/delivery-status\n\n" +
			strings.Repeat("Final-Recipient: rfc822; a@b.example\nAction: failed\nStatus: 5.1.1\n\n", 80) + "\n--b--\n", "too many recipients",
			vitrine.Malformed},
		"long": {strings.Repeat("x", dsn.MaxSize+1), "at most", vitrine.TooLarge},
	} {
		b, err := dsn.Read(strings.NewReader(test.text))
		if vitrine.CodeOf(err) != test.code || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %+v, %v, want %s, %q", name, b, err, test.code, test.want)
		}
	}
	broken := errors.New("the pipe broke")
	if _, err := dsn.Read(iotest.ErrReader(broken)); !errors.Is(err, broken) {
		t.Errorf("a pipe that breaks: %v", err)
	}
}

// FuzzRead holds that whatever comes is an Error or says which mail it is about and what
// became of it.
func FuzzRead(f *testing.F) {
	for _, text := range []string{returned(), exchange, encoded(), "From x\nSubject: y\n\nz"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		b, err := dsn.Read(strings.NewReader(string(text)))
		if err != nil {
			if code := vitrine.CodeOf(err); code != vitrine.Malformed && code != vitrine.TooLarge {
				t.Fatalf("%v", err)
			}
			return
		}
		fate := b.FateOf(func(a string) bool { return a == "ada@reader.example" })
		if b.MessageID == "" || strings.ContainsAny(b.MessageID, "<>@\r\n") || fate.Status == "" || fate.OfAddress() && !fate.Failed() {
			t.Fatalf("%+v", b)
		}
		if problem := fate.Problem(); strings.ContainsAny(problem, "\r\n\x00") || len(problem) > 4*600 {
			t.Fatalf("%q", problem)
		}
	})
}
