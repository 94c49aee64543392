package mail

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"vitrine"
	"vitrine/internal/mail/line"
	"vitrine/internal/store"
)

// Office sends mails.
type Office struct {
	db     *store.DB
	server *Server // nil: mails are parked
	words  *Words
	from   string
	base   string
	log    *slog.Logger
	now    func() time.Time
	rest   rest
}

// Options is what an Office is made from.
type Options struct {
	DB      *store.DB
	Server  *Server // that takes mails; nil: they are parked
	Words   *Words  // nil: the shipped ones
	From    string  // address of the sender, with or without a name
	BaseURL string
	Log     *slog.Logger
	Now     func() time.Time // nil: time.Now
}

// New makes an Office.
func New(o Options) (*Office, error) {
	office := &Office{db: o.DB, server: o.Server, words: o.Words, from: o.From, base: o.BaseURL, log: o.Log, now: o.Now}
	if office.now == nil {
		office.now = time.Now
	}
	if office.log == nil {
		office.log = slog.New(slog.DiscardHandler)
	}
	if office.server != nil {
		office.server.Hello = helloName(o.BaseURL)
	}
	var err error
	if office.words == nil {
		office.words, err = shippedWords()
	}
	return office, err
}

// Sends reports whether there is a server that takes mails.
func (o *Office) Sends() bool { return o.server != nil }

// Languages are those that mails can be written in, the one of the marketplace first.
func (o *Office) Languages() []string { return o.words.Languages() }

// Expired reports whether the link of a mail works no more.
func (o *Office) Expired(m store.Mail) bool {
	_, ends := Kind(m.Kind).purpose()
	return ends && o.late(m)
}

func (o *Office) late(m store.Mail) bool {
	return !o.now().Before(m.CreatedAt.Add(Kind(m.Kind).Lifetime()))
}

// Try sends a mail to an address at once, to see whether mail is sent.
func (o *Office) Try(ctx context.Context, to string) error {
	if o.server == nil {
		return vitrine.Errorf(vitrine.Invalid, "no server takes mails: set --smtp and --mail-from")
	}
	letter, err := o.Letter(ctx, store.Mail{Kind: string(Trial), Email: to, Args: "{}", CreatedAt: o.now()})
	if err != nil {
		return err
	}
	text, err := letter.Bytes()
	if err != nil {
		return err
	}
	with, err := o.server.begin(ctx, letter.From.Address, to)
	if err != nil {
		return err
	}
	defer with.close()
	return with.handOver(text)
}

// Timeout is how long one mail takes at most.
func (o *Office) Timeout() time.Duration { return DefaultTimes().Timeout() }

// Attempts are how often it is tried to send a mail: with the pauses of package jobs, for
// about a day.
const Attempts = 44

// Send carries the job of a mail out. An error has it tried again later.
func (o *Office) Send(ctx context.Context, args string) error {
	var j job
	if err := json.Unmarshal([]byte(args), &j); err != nil {
		return fmt.Errorf("send a mail: %w", err)
	}
	if o.server != nil {
		if err := o.rest.wait(ctx); err != nil {
			return err
		}
	}
	m, err := o.db.Mail(ctx, j.Mail)
	if vitrine.CodeOf(err) == vitrine.NotFound {
		return nil // of before a backup was restored, or long ago
	}
	switch {
	case err != nil:
		return err
	case m.Status == store.MailSending:
		return o.mayBeSent(ctx, m, "the process that handed it over ended before the server's answer was written down")
	case m.Status != store.MailWaiting:
		return nil
	case o.late(m):
		return o.fail(ctx, m, "it could not be sent in time: nobody needs it by now")
	case o.server == nil:
		return o.write(ctx, func(tx *store.Tx) error { return tx.ParkMail(ctx, m.ID) })
	}
	letter, err := o.Letter(ctx, m)
	if errors.Is(err, errUnwanted) {
		return o.fail(ctx, m, err.Error())
	}
	if err != nil {
		return err
	}
	return o.deliver(ctx, m, letter)
}

// deliver hands a mail over. It is written down before that it may have been taken from
// now on.
func (o *Office) deliver(ctx context.Context, m store.Mail, letter *Letter) error {
	text, err := letter.Bytes()
	if err != nil {
		return o.fail(ctx, m, err.Error())
	}
	with, err := o.server.begin(ctx, letter.From.Address, m.Email)
	if ctx.Err() == nil {
		o.rest.note(err, o.server.Times.Rest)
	}
	if err != nil {
		return o.refused(ctx, m, err)
	}
	defer with.close()
	begun := false
	err = o.db.Write(ctx, func(tx *store.Tx) (err error) {
		begun, err = tx.SendMail(ctx, m.ID)
		return err
	})
	if err != nil || !begun {
		return err // another process has it
	}
	err = with.handOver(text)
	ctx = context.WithoutCancel(ctx) // what happened is written down also when this process is being stopped
	if err != nil {
		return o.refused(ctx, m, err)
	}
	return o.write(ctx, func(tx *store.Tx) error { return tx.MailSent(ctx, m.ID, o.now()) })
}

// refused writes down why a mail was not taken, and returns an error where it is to be
// tried again.
func (o *Office) refused(ctx context.Context, m store.Mail, err error) error {
	var why *Refusal
	if errors.As(err, &why) && why.Unsure {
		return o.mayBeSent(ctx, m, why.Error())
	}
	if errors.As(err, &why) && why.Permanent {
		return o.failFor(ctx, m, why)
	}
	if ctx.Err() != nil {
		return err // this process is being stopped: that is no fault of the mail
	}
	return errors.Join(err, o.write(ctx, func(tx *store.Tx) error { return tx.MailWaits(ctx, m.ID, line.Short(err.Error())) }))
}

// failFor gives up a mail that a server refused for good, and notes when its address takes none.
func (o *Office) failFor(ctx context.Context, m store.Mail, why *Refusal) error {
	if status, ok := why.ofAddress(); ok {
		err := o.write(ctx, func(tx *store.Tx) error {
			_, err := tx.AddressReturns(ctx, m, status, o.now())
			return err
		})
		if err != nil {
			return err
		}
	}
	return o.fail(ctx, m, why.Error())
}

func (o *Office) fail(ctx context.Context, m store.Mail, problem string) error {
	o.log.Warn("a mail is given up", "mail", m.ID, "kind", m.Kind, "problem", line.Short(problem))
	return o.write(ctx, func(tx *store.Tx) error { return tx.MailFails(ctx, m.ID, line.Short(problem)) })
}

func (o *Office) mayBeSent(ctx context.Context, m store.Mail, problem string) error {
	o.log.Warn("a mail may have been sent, or not", "mail", m.ID, "kind", m.Kind, "problem", line.Short(problem))
	return o.write(ctx, func(tx *store.Tx) error { return tx.MailMayBeSent(ctx, m.ID, line.Short(problem)) })
}

func (o *Office) write(ctx context.Context, change func(*store.Tx) error) error {
	return o.db.Write(ctx, change)
}

// Abandon gives up a mail that could not be sent however often it was tried.
func (o *Office) Abandon(ctx context.Context, tx *store.Tx, args, cause string) error {
	var j job
	if err := json.Unmarshal([]byte(args), &j); err != nil {
		return nil // nobody can know which mail it was
	}
	o.log.Error("a mail could not be sent however often it was tried", "mail", j.Mail, "error", cause)
	// Of one that is being handed over nobody knows; the other change is then none.
	if err := tx.MailMayBeSent(ctx, j.Mail, line.Short(cause)); err != nil {
		return err
	}
	return tx.MailFails(ctx, j.Mail, line.Short(cause))
}

// Parked reports whether mails wait that this process can send.
func (o *Office) Parked(ctx context.Context) (bool, error) {
	if o.server == nil {
		return false, nil
	}
	return o.db.MailsParked(ctx)
}

// Unpark has the mails sent that wait for a server.
func (o *Office) Unpark(ctx context.Context) error {
	const batch = 100
	for {
		var ids []int64
		err := o.db.Write(ctx, func(tx *store.Tx) (err error) {
			if ids, err = tx.UnparkMails(ctx, batch); err != nil {
				return err
			}
			for _, id := range ids {
				if err := Enqueue(ctx, tx, id); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil || len(ids) < batch {
			return err
		}
	}
}
