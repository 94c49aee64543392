package mail_test

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net"
	"strings"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/auth"
	"vitrine/internal/clocktest"
	"vitrine/internal/jobs"
	"vitrine/internal/mail"
	"vitrine/internal/mail/mailtest"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// desk is an office with a database and a server.
type desk struct {
	db     *store.DB
	clock  *clocktest.Clock
	server *mailtest.Server
	to     *mail.Server
	office *mail.Office
}

// at is where the tests' marketplaces are.
const at = "https://shop.example"

// newDesk opens an office that sends to a server of a kind, as to a machine elsewhere.
func newDesk(t *testing.T, db *store.DB, o mailtest.Options) *desk {
	t.Helper()
	d := &desk{db: db, clock: clocktest.At(time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)), server: mailtest.Serve(t, o)}
	address, password := "smtp://mail.example:25", o.Password
	if o.Implicit {
		address = "smtps://mail.example:465"
	}
	if password != "" {
		address = strings.Replace(address, "//", "//user@", 1)
	}
	d.to = parseServer(t, address, password)
	d.to.Roots, d.to.Dial = d.server.Roots, d.dial
	d.to.Times = mail.Times{Connect: time.Minute, Command: time.Minute, Data: time.Minute, End: time.Minute, Grace: time.Minute}
	d.office = newOffice(t, mail.Options{DB: db, Server: d.to, From: "post@shop.example", BaseURL: at, Now: d.clock.Now})
	return d
}

func (d *desk) dial(ctx context.Context, network, _ string) (net.Conn, error) {
	return new(net.Dialer).DialContext(ctx, network, d.server.Address)
}

func parseServer(t *testing.T, address, password string) *mail.Server {
	t.Helper()
	server, err := mail.ParseServer(address, password)
	if err != nil {
		t.Fatal(err)
	}
	return server
}

func newOffice(t *testing.T, o mail.Options) *mail.Office {
	t.Helper()
	office, err := mail.New(o)
	if err != nil {
		t.Fatal(err)
	}
	return office
}

// post writes a mail and returns its identifier.
func (d *desk) post(t *testing.T, m mail.Message) int64 {
	t.Helper()
	write(t, d.db, func(tx *store.Tx) error { return mail.Post(t.Context(), tx, m, d.clock.Now()) })
	found, err := d.db.Mails(t.Context(), "", 0, 1)
	if err != nil || len(found) == 0 {
		t.Fatalf("no mail was written: %v", err)
	}
	return found[0].ID
}

func write(t *testing.T, db *store.DB, change func(*store.Tx) error) {
	t.Helper()
	if err := db.Write(t.Context(), change); err != nil {
		t.Fatal(err)
	}
}

// signIn is a mail with secrets.
func signIn(to string) mail.Message {
	return mail.Message{Kind: mail.SignIn, To: to, Args: mail.Args{Name: "ada", Link: "/link/secret", Code: "123456"}}
}

func (d *desk) send(t *testing.T, id int64) error {
	t.Helper()
	args, err := json.Marshal(map[string]int64{"mail": id})
	if err != nil {
		t.Fatal(err)
	}
	return d.office.Send(t.Context(), string(args))
}

// wantMail checks what became of a mail: its state, and a part of its problem.
func (d *desk) wantMail(t *testing.T, id int64, status, problem string) {
	t.Helper()
	m, err := d.db.Mail(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	if m.Status != status || !strings.Contains(m.Problem, problem) || problem == "" && m.Problem != "" {
		t.Errorf("the mail is %s, with the problem %q; want %s, %q", m.Status, m.Problem, status, problem)
	}
	if gone, over := m.Args == "", status == store.MailSent || status == store.MailFailed; gone != over {
		t.Errorf("the mail is %s, and what it was made with: %q", m.Status, m.Args)
	}
}

func (d *desk) wantTaken(t *testing.T, n int) {
	t.Helper()
	if got := len(d.server.Mails()); got != n {
		t.Errorf("the server has %d mails, want %d", got, n)
	}
}

// TestSent sends a mail in every way there is, and once.
func TestSent(t *testing.T) {
	t.Parallel()
	for name, o := range map[string]mailtest.Options{
		"STARTTLS":          {Name: "mail.example"},
		"TLS":               {Name: "mail.example", Implicit: true},
		"with a password":   {Name: "mail.example", Password: "open sesame"},
		"TLS, and password": {Name: "mail.example", Implicit: true, Password: "open sesame"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newDesk(t, storetest.SQLite(t), o)
			id := d.post(t, signIn("ada@example.com"))
			for range 2 {
				if err := d.send(t, id); err != nil {
					t.Fatal(err)
				}
			}
			d.wantMail(t, id, store.MailSent, "")
			d.wantTaken(t, 1)
			got := d.server.Mails()[0]
			if got.From != "FROM:<post@shop.example>" || got.To != "TO:<ada@example.com>" || !got.TLS {
				t.Errorf("the server took a mail %s %s, with TLS: %v", got.From, got.To, got.TLS)
			}
			if hello := d.server.Asked()[0]; hello != "EHLO shop.example" {
				t.Errorf("the server was greeted with %q", hello)
			}
		})
	}
}

// TestRefused has the server refuse at each step, for now and for good.
func TestRefused(t *testing.T) {
	t.Parallel()
	for _, step := range mailtest.Steps() {
		for reply, forGood := range map[string]bool{"450 4.2.1 later, please": false, "554 5.7.1 never": true, "550 5.1.1 nobody": true} {
			t.Run(step+" "+reply[:9], func(t *testing.T) {
				t.Parallel()
				d := newDesk(t, storetest.SQLite(t), mailtest.Options{Name: "mail.example", Password: "pass"})
				id := d.post(t, signIn("ada@example.com"))
				d.server.Tell(step, mailtest.Answer{Reply: reply})
				err := d.send(t, id)
				if step == mailtest.Data || step == mailtest.End || step == mailtest.To && !strings.Contains(reply, " 5.7.") {
					d.wantGivenUp(t, id, err, reply, forGood)
				} else {
					// The server has nothing against this mail: what is wrong is between it and us, and is mended.
					d.wantGivenUp(t, id, err, reply, false)
				}
			})
		}
	}
}

// TestRefusedReader has the server refuse after it was told the reader's address, in words
// about the mailbox, about us, and about neither.
func TestRefusedReader(t *testing.T) {
	t.Parallel()
	for reply, forGood := range map[string]bool{
		"550 no such user": true, "551 not local": true, "553 not allowed": true, "554 5.1.2 no such domain": true, "552 5.2.2 it is full": true,
		"530 authentication required": false, "535 wrong password": false, "538 encryption required": false,
		"550 5.7.1 relaying denied": false, "554 no": false, "550 5.4.6 a loop": false,
	} {
		t.Run(reply, func(t *testing.T) {
			t.Parallel()
			d := newDesk(t, storetest.SQLite(t), mailtest.Options{Name: "mail.example"})
			id := d.post(t, signIn("ada@example.com"))
			d.server.Tell(mailtest.To, mailtest.Answer{Reply: reply})
			d.wantGivenUp(t, id, d.send(t, id), reply, forGood)
		})
	}
}

// TestRefusedAddress notes of an address that its mailbox is refused for good, as a notification
// would, and what a message is named that is sent.
func TestRefusedAddress(t *testing.T) {
	t.Parallel()
	eachDatabase(t, func(t *testing.T, db *store.DB) {
		d := newDesk(t, db, mailtest.Options{Name: "mail.example"})
		u := vitrine.User{Username: "ada", Email: "ada@example.com", CreatedAt: d.clock.Now(), UpdatedAt: d.clock.Now()}
		write(t, d.db, func(tx *store.Tx) error { return tx.InsertUser(t.Context(), &u) })
		for _, test := range []struct{ step, reply, status string }{
			{mailtest.To, "450 4.2.1 later, please", ""}, {mailtest.To, "550 5.7.1 relaying denied", ""}, {mailtest.To, "552 5.2.3 too long", ""},
			{mailtest.End, "554 5.1.1 never", ""}, {mailtest.To, "550 5.1.1 nobody", "5.1.1"}, {mailtest.To, "550 no such user", "550"},
		} {
			id := d.post(t, signIn("ada@example.com"))
			d.server.Tell(test.step, mailtest.Answer{Reply: test.reply})
			_ = d.send(t, id)
			now, err := d.db.User(t.Context(), u.ID)
			if err != nil || now.EmailBounce != test.status || now.EmailBouncedAt.IsZero() != (test.status == "") {
				t.Errorf("%s at %s: %+v, %v", test.reply, test.step, now, err)
			}
		}
		id := d.post(t, signIn("ada@example.com"))
		if err := d.send(t, id); err != nil {
			t.Fatal(err)
		}
		m, err := d.db.Mail(t.Context(), id)
		taken := d.server.Mails()
		if want := "Message-ID: <" + m.MessageID + "@shop.example>"; err != nil || !strings.Contains(taken[len(taken)-1].Text, want) {
			t.Errorf("%v: the mail lacks %s:\n%+v", err, want, taken[len(taken)-1])
		}
	})
}

// wantGivenUp checks a mail that was refused; one that waits is sent the next time.
func (d *desk) wantGivenUp(t *testing.T, id int64, err error, reply string, forGood bool) {
	t.Helper()
	if forGood {
		if err != nil {
			t.Errorf("the job of a mail that will never be taken is tried again: %v", err)
		}
		d.wantMail(t, id, store.MailFailed, reply[4:])
	} else {
		if err == nil {
			t.Error("the job of a mail that is taken later is not tried again")
		}
		d.wantMail(t, id, store.MailWaiting, reply[:3])
	}
	if err := d.send(t, id); err != nil {
		t.Fatal(err)
	}
	if forGood {
		d.wantTaken(t, 0)
		return
	}
	d.wantTaken(t, 1)
	d.wantMail(t, id, store.MailSent, "")
}

// TestConnectionLost has the server go away, or fall silent, at each step: only after the
// whole text was handed over is it in doubt whether it was taken.
func TestConnectionLost(t *testing.T) {
	t.Parallel()
	for _, step := range mailtest.Steps() {
		for name, answer := range map[string]mailtest.Answer{"drop": {Drop: true}, "hang": {Hang: true}} {
			t.Run(step+" "+name, func(t *testing.T) {
				t.Parallel()
				d := newDesk(t, storetest.SQLite(t), mailtest.Options{Name: "mail.example", Password: "pass"})
				if answer.Hang {
					d.to.Times = mail.Times{Connect: time.Minute, Command: 300 * time.Millisecond, Data: time.Minute, End: 300 * time.Millisecond}
				}
				id := d.post(t, signIn("ada@example.com"))
				d.server.Tell(step, answer)
				err := d.send(t, id)
				if step != mailtest.End {
					if err == nil {
						t.Error("the job is not tried again")
					}
					d.wantMail(t, id, store.MailWaiting, ":")
					d.wantTaken(t, 0)
					return
				}
				if err != nil {
					t.Error(err)
				}
				d.wantMail(t, id, store.MailUnsure, "end of DATA")
				d.wantTaken(t, 1)
				if err := d.send(t, id); err != nil {
					t.Fatal(err)
				}
				d.wantTaken(t, 1) // never again by itself
			})
		}
	}
}

// TestNotTrusted hands nothing to a server that is not the one that was meant.
func TestNotTrusted(t *testing.T) {
	t.Parallel()
	for name, o := range map[string]struct {
		options mailtest.Options
		strange bool
		problem string
	}{
		"no STARTTLS":               {options: mailtest.Options{Password: "pass"}, problem: "STARTTLS"},
		"certificate of another":    {options: mailtest.Options{Name: "other.example", Password: "pass"}, problem: "certificate"},
		"TLS, of another":           {options: mailtest.Options{Name: "other.example", Implicit: true, Password: "pass"}, problem: "certificate"},
		"certificate of nobody":     {options: mailtest.Options{Name: "mail.example", Password: "pass"}, strange: true, problem: "certificate"},
		"no way to authenticate":    {options: mailtest.Options{Name: "mail.example"}, problem: "PLAIN"},
		"says that it needs no TLS": {options: mailtest.Options{Extensions: []string{"AUTH PLAIN"}}, problem: "STARTTLS"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newDesk(t, storetest.SQLite(t), o.options)
			scheme := map[bool]string{false: "smtp", true: "smtps"}[o.options.Implicit]
			server := parseServer(t, scheme+"://user@mail.example", "pass")
			server.Dial, server.Hello, server.Times = d.dial, "shop.example", mail.DefaultTimes()
			if !o.strange {
				server.Roots = d.server.Roots
			}
			d.office = newOffice(t, mail.Options{DB: d.db, Server: server, From: "post@shop.example", BaseURL: at, Now: d.clock.Now})
			id := d.post(t, signIn("ada@example.com"))
			if err := d.send(t, id); err == nil {
				t.Error("the mail was not refused")
			}
			d.wantMail(t, id, store.MailWaiting, o.problem)
			for _, line := range d.server.Asked() {
				if strings.HasPrefix(line, mailtest.Auth) || strings.HasPrefix(line, mailtest.From) {
					t.Errorf("the server was told %q", line)
				}
			}
		})
	}
}

// TestClearOnThisMachine sends without TLS to loopback addresses alone, wherever a name
// leads.
func TestClearOnThisMachine(t *testing.T) {
	t.Parallel()
	d := newDesk(t, storetest.SQLite(t), mailtest.Options{})
	for address, taken := range map[string]bool{"smtp://127.0.0.1:25": true, "smtp://localhost:25": true, "smtp://[::1]:25": true,
		"smtp://10.0.0.1:25": false, "smtps://localhost:25": false, "smtp://localhost.example:25": false} {
		server := parseServer(t, address, "")
		server.Dial = d.dial
		d.office = newOffice(t, mail.Options{DB: d.db, Server: server, From: "post@shop.example", BaseURL: at, Now: d.clock.Now})
		if err := d.send(t, d.post(t, signIn("ada@example.com"))); (err == nil) != taken {
			t.Errorf("%s: %v", address, err)
		}
	}
	server := parseServer(t, "smtp://localhost:25", "")
	server.Dial = func(context.Context, string, string) (net.Conn, error) { return elsewhere{}, nil }
	d.office = newOffice(t, mail.Options{DB: d.db, Server: server, From: "post@shop.example", BaseURL: at, Now: d.clock.Now})
	id := d.post(t, signIn("ada@example.com"))
	if err := d.send(t, id); err == nil {
		t.Error("a name that should be this machine and is not was sent a mail in clear")
	}
	d.wantMail(t, id, store.MailWaiting, "not on this machine")
}

// elsewhere is a connection to another machine, of which nothing may be read or written.
type elsewhere struct{ net.Conn }

func (elsewhere) RemoteAddr() net.Addr        { return &net.TCPAddr{IP: net.IPv4(192, 0, 2, 1), Port: 25} }
func (elsewhere) SetDeadline(time.Time) error { return nil }
func (elsewhere) Close() error                { return nil }

// TestPatience keeps what was paid for as long as any mail, whenever a server is set.
func TestPatience(t *testing.T) {
	t.Parallel()
	d := newDesk(t, storetest.SQLite(t), mailtest.Options{Name: "mail.example"})
	var ids []int64
	for _, kind := range []mail.Kind{mail.Receipt, mail.Confirmed, mail.TakenDown} {
		ids = append(ids, d.post(t, mail.Message{Kind: kind, To: "ada@example.com", Args: mail.Args{Link: "/receipt/secret"}}))
	}
	d.clock.Advance(13 * 24 * time.Hour)
	for _, id := range ids {
		if err := d.send(t, id); err != nil {
			t.Fatal(err)
		}
		d.wantMail(t, id, store.MailSent, "")
	}
}

// TestTooLate never sends a link that does not work any more.
func TestTooLate(t *testing.T) {
	t.Parallel()
	d := newDesk(t, storetest.SQLite(t), mailtest.Options{Name: "mail.example"})
	for _, kind := range mail.Kinds() {
		m := signIn("ada@example.com")
		m.Kind = kind
		early, late := d.post(t, m), d.post(t, m)
		d.clock.Advance(kind.Lifetime() - time.Microsecond)
		before := len(d.server.Mails())
		if err := d.send(t, early); err != nil {
			t.Fatal(err)
		}
		d.wantMail(t, early, store.MailSent, "")
		d.clock.Advance(time.Microsecond)
		if err := d.send(t, late); err != nil {
			t.Fatal(err)
		}
		d.wantMail(t, late, store.MailFailed, "in time")
		d.wantTaken(t, before+1)
	}
	if err := d.send(t, 1<<40); err != nil {
		t.Errorf("the job of a mail that is not there: %v", err)
	}
}

// TestLeftWhileSending finds mails that a process was handing over when it ended.
func TestLeftWhileSending(t *testing.T) {
	t.Parallel()
	eachDatabase(t, func(t *testing.T, db *store.DB) {
		d := newDesk(t, db, mailtest.Options{Name: "mail.example"})
		id := d.post(t, signIn("ada@example.com"))
		write(t, db, func(tx *store.Tx) error {
			begun, err := tx.SendMail(t.Context(), id)
			if !begun {
				t.Error("the mail did not wait")
			}
			return err
		})
		if err := d.send(t, id); err != nil {
			t.Fatal(err)
		}
		d.wantMail(t, id, store.MailUnsure, "ended")
		d.wantTaken(t, 0)
		// The process that was believed dead has the server's word after all: not now. Its job is
		// over, and what waits for a server is taken up.
		write(t, db, func(tx *store.Tx) error { return tx.MailWaits(t.Context(), id, "later") })
		d.wantMail(t, id, store.MailWaiting, "later")
		if parked, err := d.office.Parked(t.Context()); err != nil || !parked {
			t.Errorf("nobody takes the mail up: %v", err)
		}
		write(t, db, func(tx *store.Tx) error {
			_, err := tx.SendMail(t.Context(), id)
			return errors.Join(err, tx.MailMayBeSent(t.Context(), id, "ended"))
		})
		// Or: yes.
		write(t, db, func(tx *store.Tx) error { return tx.MailSent(t.Context(), id, d.clock.Now()) })
		d.wantMail(t, id, store.MailSent, "")
	})
}

// TestSentAgainByHand sends a mail again that may have been sent, with the same name, so
// that mailboxes know it again.
func TestSentAgainByHand(t *testing.T) {
	t.Parallel()
	eachDatabase(t, func(t *testing.T, db *store.DB) {
		d := newDesk(t, db, mailtest.Options{Name: "mail.example"})
		id := d.post(t, signIn("ada@example.com"))
		d.server.Tell(mailtest.End, mailtest.Answer{Drop: true})
		if err := d.send(t, id); err != nil {
			t.Fatal(err)
		}
		write(t, db, func(tx *store.Tx) error { return tx.SendMailAgain(t.Context(), id) })
		if err := d.send(t, id); err != nil {
			t.Fatal(err)
		}
		d.wantMail(t, id, store.MailSent, "")
		d.wantTaken(t, 2)
		first, second := readMail(t, d.server.Mails()[0].Text), readMail(t, d.server.Mails()[1].Text)
		if a, b := first.Header.Get("Message-Id"), second.Header.Get("Message-Id"); a != b || !strings.HasSuffix(a, "@shop.example>") {
			t.Errorf("the mails are named %q and %q", a, b)
		}
	})
}

// TestParked keeps mails until there is a server.
func TestParked(t *testing.T) {
	t.Parallel()
	eachDatabase(t, func(t *testing.T, db *store.DB) {
		d := newDesk(t, db, mailtest.Options{Name: "mail.example"})
		sending := d.office
		d.office = newOffice(t, mail.Options{DB: db, BaseURL: at, Now: d.clock.Now})
		id := d.post(t, signIn("ada@example.com"))
		d.drain(t)
		d.wantMail(t, id, store.MailWaiting, "")
		if m, err := db.Mail(t.Context(), id); err != nil || !m.Parked {
			t.Errorf("the mail is not parked: %+v, %v", m, err)
		}
		if parked, err := d.office.Parked(t.Context()); err != nil || parked {
			t.Errorf("an office without a server would send: %v, %v", parked, err)
		}
		d.office = sending
		if parked, err := d.office.Parked(t.Context()); err != nil || !parked {
			t.Errorf("nothing waits: %v, %v", parked, err)
		}
		for range 2 {
			if err := d.office.Unpark(t.Context()); err != nil {
				t.Fatal(err)
			}
			d.drain(t)
		}
		d.wantMail(t, id, store.MailSent, "")
		d.wantTaken(t, 1)
	})
}

// drain runs the jobs that are due.
func (d *desk) drain(t *testing.T) {
	t.Helper()
	one := jobs.Kind{Run: d.office.Send, Abandon: d.office.Abandon, MaxAttempts: 1}
	kinds := map[string]jobs.Kind{mail.JobKind: one, mail.JobKindSoon: one}
	worker := jobs.New(d.db, kinds, nil, slog.New(slog.DiscardHandler))
	if err := worker.Drain(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// TestGivenUp gives a mail up that could not be sent however often it was tried.
func TestGivenUp(t *testing.T) {
	t.Parallel()
	eachDatabase(t, func(t *testing.T, db *store.DB) {
		d := newDesk(t, db, mailtest.Options{Name: "mail.example"})
		id := d.post(t, signIn("ada@example.com"))
		d.server.Tell(mailtest.To, mailtest.Answer{Reply: "451 try again"})
		d.drain(t) // one attempt is all
		d.wantMail(t, id, store.MailFailed, "451 try again")
		d.drain(t)
		d.wantTaken(t, 0)
	})
}

// TestForgotten ends mails that nobody needs, and removes them later.
func TestForgotten(t *testing.T) {
	t.Parallel()
	eachDatabase(t, func(t *testing.T, db *store.DB) {
		d := newDesk(t, db, mailtest.Options{Name: "mail.example"})
		waits, unsure := d.post(t, signIn("ada@example.com")), d.post(t, signIn("ada@example.com"))
		d.server.Tell(mailtest.End, mailtest.Answer{Drop: true})
		if err := d.send(t, unsure); err != nil {
			t.Fatal(err)
		}
		d.clock.Advance(time.Second)
		later := d.post(t, signIn("ada@example.com"))
		write(t, db, func(tx *store.Tx) error { return tx.GiveUpMails(t.Context(), d.clock.Now(), "too old") })
		d.wantMail(t, waits, store.MailFailed, "too old")
		d.wantMail(t, later, store.MailWaiting, "")
		if m, err := db.Mail(t.Context(), unsure); err != nil || m.Status != store.MailUnsure || m.Args != "" || m.Problem == "" {
			t.Errorf("a mail of which nobody knows became %+v, %v", m, err)
		}
		write(t, db, func(tx *store.Tx) error { return tx.RemoveMails(t.Context(), d.clock.Now()) })
		left, err := db.Mails(t.Context(), "", 0, 10)
		if err != nil || len(left) != 1 || left[0].ID != later {
			t.Errorf("left: %+v, %v", left, err)
		}
	})
}

// TestAboutTheSame writes one mail about one thing.
func TestAboutTheSame(t *testing.T) {
	t.Parallel()
	eachDatabase(t, func(t *testing.T, db *store.DB) {
		d := newDesk(t, db, mailtest.Options{Name: "mail.example"})
		for _, about := range []string{"", "", "order 1", "order 1", "order 2"} {
			m := signIn("ada@example.com")
			m.About = about
			write(t, db, func(tx *store.Tx) error { return mail.Post(t.Context(), tx, m, d.clock.Now()) })
		}
		d.drain(t)
		d.wantTaken(t, 4)
	})
}

// TestStopped has an address refuse the mails that nobody needs, and no others.
func TestStopped(t *testing.T) {
	t.Parallel()
	eachDatabase(t, func(t *testing.T, db *store.DB) {
		d := newDesk(t, db, mailtest.Options{Name: "mail.example"})
		news := mail.Message{Kind: mail.UpdateAdded, To: "Ada@example.com", Args: mail.Args{Values: map[string]string{"title": "Chair"}}}
		first, waits := d.post(t, news), d.post(t, news)
		if err := d.send(t, first); err != nil {
			t.Fatal(err)
		}
		header := readMail(t, d.server.Mails()[0].Text).Header
		address := strings.Trim(header.Get("List-Unsubscribe"), "<>")
		secret, ok := strings.CutPrefix(address, at+mail.StopPath)
		if !ok || header.Get("List-Unsubscribe-Post") != "List-Unsubscribe=One-Click" {
			t.Fatalf("the mail can't be stopped: %v", header)
		}
		write(t, db, func(tx *store.Tx) error { return tx.RefuseMails(t.Context(), secret, d.clock.Now()) })
		if err := d.send(t, waits); err != nil {
			t.Fatal(err)
		}
		d.wantMail(t, waits, store.MailFailed, "want")
		news.To = "ada@example.com"
		write(t, db, func(tx *store.Tx) error { return mail.Post(t.Context(), tx, news, d.clock.Now()) })
		d.drain(t)
		d.wantTaken(t, 1)
		if err := d.send(t, d.post(t, signIn("ada@example.com"))); err != nil {
			t.Fatal(err)
		}
		if header := readMail(t, d.server.Mails()[1].Text).Header; header.Get("List-Unsubscribe") != "" {
			t.Error("a mail that its reader asked for can be stopped")
		}
		write(t, db, func(tx *store.Tx) error { return tx.RefuseMails(t.Context(), secret, time.Time{}) })
		if err := d.send(t, d.post(t, news)); err != nil {
			t.Fatal(err)
		}
		d.wantTaken(t, 3)
		err := db.Write(t.Context(), func(tx *store.Tx) error { return tx.RefuseMails(t.Context(), auth.RandomText(32), d.clock.Now()) })
		if vitrine.CodeOf(err) != vitrine.NotFound {
			t.Errorf("a secret that is none: %v", err)
		}
	})
}

// eachDatabase runs a test on both databases.
func eachDatabase(t *testing.T, test func(t *testing.T, db *store.DB)) {
	t.Run("SQLite", func(t *testing.T) {
		t.Parallel()
		test(t, storetest.SQLite(t))
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		t.Parallel()
		test(t, storetest.NewPostgres(t).Open(t))
	})
}
