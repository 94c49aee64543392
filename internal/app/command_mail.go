package app

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/urfave/cli/v3"

	"vitrine"
	"vitrine/internal/config"
	"vitrine/internal/mail"
	"vitrine/internal/store"
)

// mailRecord is a mail as commands print it.
type mailRecord struct {
	ID        int64      `json:"id"`
	Kind      string     `json:"kind"`
	To        string     `json:"to"`
	Status    string     `json:"status"`
	Problem   string     `json:"problem,omitempty"`
	Attempts  int64      `json:"attempts"`
	CreatedAt time.Time  `json:"created_at"`
	SentAt    *time.Time `json:"sent_at"`
	BouncedAt *time.Time `json:"bounced_at,omitempty"`
	Subject   string     `json:"subject,omitempty"`
	Link      string     `json:"link,omitempty"`
	Code      string     `json:"code,omitempty"`
	Text      string     `json:"text,omitempty"`
}

func recordOfMail(m store.Mail) mailRecord {
	return mailRecord{ID: m.ID, Kind: m.Kind, To: m.Email, Status: m.Status, Problem: m.Problem, Attempts: m.Attempts, CreatedAt: m.CreatedAt,
		SentAt: timeOrNull(m.SentAt), BouncedAt: timeOrNull(m.BouncedAt)}
}

// mailCommands is the command that looks after mails.
func (env Environment) mailCommands() *cli.Command {
	return &cli.Command{Name: "mail", Usage: "look after the mails that are sent", Commands: []*cli.Command{
		env.listMails(), withArguments("ID", env.showMail()), withArguments("ID", env.retryMail()), withArguments("ADDRESS", env.testMail()),
		env.takeBounce(),
	}}
}

// mailsListed is how many mails a list has unless it is told otherwise.
const mailsListed = 100

func (env Environment) listMails() *cli.Command {
	states := store.MailStates()
	flags := []cli.Flag{
		text("status", "waiting, sending, sent, failed (given up), unsure (it may have been sent) or bounced (it came back)", false),
		&cli.Int64Flag{Name: "before", Usage: "those with identifiers below this one"},
		&cli.IntFlag{Name: "limit", Value: mailsListed, Usage: "how many, the newest first"},
	}
	return env.command("list", "list mails, the newest first", flags, func(ctx context.Context, app *App, cmd *cli.Command) (any, error) {
		status := cmd.String("status")
		if status != "" && !slices.Contains(states, status) {
			return nil, fmt.Errorf("mails have no state %q; the states are %v", status, states)
		}
		mails, err := app.db.Mails(ctx, status, cmd.Int64("before"), max(1, cmd.Int("limit")))
		records := []mailRecord{}
		for _, m := range mails {
			records = append(records, recordOfMail(m))
		}
		return records, err
	})
}

func (env Environment) showMail() *cli.Command {
	return env.command("show", "show a mail, with its link and code while it waits: they are secrets of its reader", nil,
		func(ctx context.Context, app *App, cmd *cli.Command) (any, error) {
			id, err := idArgument(cmd, "mail")
			if err != nil {
				return nil, err
			}
			m, err := app.db.Mail(ctx, id)
			if err != nil {
				return nil, err
			}
			record := recordOfMail(m)
			if m.Args == "" {
				return record, nil
			}
			letter, err := app.mails.Letter(ctx, m)
			if err != nil {
				return nil, err
			}
			record.Subject, record.Link, record.Code, record.Text = letter.Subject, letter.Link, letter.Code, letter.Text
			return record, nil
		})
}

func (env Environment) retryMail() *cli.Command {
	return env.command("retry", "have a running server send a mail now that waits, or once more one that may have been sent", nil,
		func(ctx context.Context, app *App, cmd *cli.Command) (any, error) {
			id, err := idArgument(cmd, "mail")
			if err != nil {
				return nil, err
			}
			return map[string]any{"id": id, "queued": true}, app.shop.RetryMail(ctx, id)
		})
}

// bouncedRecord is what a command says of a notification.
type bouncedRecord struct {
	Mail    *mailRecord `json:"mail"` // null: it is about none that is known
	Action  string      `json:"action,omitempty"`
	Code    string      `json:"code,omitempty"`
	Reason  string      `json:"reason,omitempty"`
	Closed  bool        `json:"address_closed"`
	Problem string      `json:"problem,omitempty"` // why it changed nothing
}

// tryLater is what a program ends with to which a mail server shall give a mail once more later:
// EX_TEMPFAIL of sysexits.h.
const tryLater = 75

// takeBounce is a command that mail servers pipe to. What is no notification, or about no mail of
// ours, it takes and says so: the server would send it back otherwise, to strangers mostly.
func (env Environment) takeBounce() *cli.Command {
	command := env.command("bounced", "read from standard input that a mail came back (a delivery status notification), and note it", nil,
		func(ctx context.Context, app *App, _ *cli.Command) (any, error) {
			b, err := app.shop.TakeBounce(ctx, env.Stdin)
			var refused *vitrine.Error
			if errors.As(err, &refused) && slices.Contains([]vitrine.Code{vitrine.Malformed, vitrine.NotFound, vitrine.TooLarge}, refused.Code) {
				return bouncedRecord{Problem: refused.Message}, nil
			}
			if err != nil {
				return nil, err
			}
			record := recordOfMail(b.Mail)
			return bouncedRecord{Mail: &record, Action: b.Fate.Action, Code: b.Fate.Status, Reason: b.Fate.Reason, Closed: b.Closed}, nil
		})
	take := command.Action
	command.Action = func(ctx context.Context, cmd *cli.Command) error {
		if err := take(ctx, cmd); err != nil {
			return cli.Exit(err, tryLater)
		}
		return nil
	}
	return command
}

func (env Environment) testMail() *cli.Command {
	var c config.Config
	return env.command("test", "send a mail to an address at once, to see whether mail is sent", c.MailFlags(env.Getenv),
		func(ctx context.Context, app *App, cmd *cli.Command) (any, error) {
			to := cmd.Args().First()
			if to == "" {
				return nil, errors.New("name the address to send to")
			}
			set := app.config
			set.SMTP, set.SMTPPassword, set.MailFrom, set.MailTemplates = c.SMTP, c.SMTPPassword, c.MailFrom, c.MailTemplates
			if err := set.Check(); err != nil {
				return nil, err
			}
			office, err := openMail(app.db, Options{Config: set, Log: app.log, Now: app.now})
			if err != nil {
				return nil, err
			}
			ctx, cancel := context.WithTimeout(ctx, mail.DefaultTimes().Timeout())
			defer cancel()
			return map[string]any{"to": to, "sent": true}, office.Try(ctx, to)
		})
}
