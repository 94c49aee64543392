// Package mail sends messages to people. What happened and the mail that tells of it are
// written in one transaction; a job renders the mail in its reader's language and hands it
// to an SMTP server, once.
package mail

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"vitrine/internal/store"
)

// JobKind is the kind of the jobs that send mails.
const JobKind = "mail"

// Kind is what a mail tells.
type Kind string

// The kinds of mails.
const (
	Confirm     Kind = "confirm"      // the address, of one who joined
	Known       Kind = "known"        // somebody joined with an address that has an account
	SignIn      Kind = "sign-in"      // a link and a code
	Reset       Kind = "reset"        // a link and a code to choose a new password
	NoAccount   Kind = "no-account"   // somebody asked for either with an address that has no account
	Leave       Kind = "leave"        // to the old address, when it is about to change
	Arrive      Kind = "arrive"       // to the new one
	Invite      Kind = "invite"       // to join
	NewSignIn   Kind = "new-sign-in"  // from a browser that was not there before
	Changed     Kind = "changed"      // password, passkeys or second factor
	Orders      Kind = "orders"       // a link to what was bought with the address
	Receipt     Kind = "receipt"      // what was bought, with a link to it
	Confirmed   Kind = "confirmed"    // a transfer was
	Sale        Kind = "sale"         // to the author
	Rejected    Kind = "rejected"     // a file or model was, with the reason
	TakenDown   Kind = "taken-down"   // a model, with the reason
	UpdateAdded Kind = "update-added" // an author added files to what was bought
)

// Message is a mail to be written.
type Message struct {
	Kind     Kind
	UserID   int64  // whose account it is about; 0: nobody's
	To       string // address
	Language string // of its reader, a BCP 47 tag; "" for the marketplace's
	Args     Args
}

// Args are what the text of a mail is made with. They are removed once it is sent, as
// links and codes are secrets.
type Args struct {
	Name   string            `json:"name,omitempty"`   // username of the reader
	Link   string            `json:"link,omitempty"`   // path of the page that it leads to
	Code   string            `json:"code,omitempty"`   // to be typed
	Values map[string]string `json:"values,omitempty"` // what else the kind needs
}

// job is what the job of a mail is given.
type job struct {
	Mail int64 `json:"mail"`
}

// Post writes a mail that is sent once the transaction is committed.
func Post(ctx context.Context, tx *store.Tx, m Message, now time.Time) error {
	args, err := json.Marshal(m.Args)
	if err != nil {
		return fmt.Errorf("write the mail %s: %w", m.Kind, err)
	}
	row := store.Mail{Kind: string(m.Kind), UserID: m.UserID, Email: m.To, Language: m.Language, Args: string(args), CreatedAt: now}
	if err := tx.InsertMail(ctx, &row); err != nil {
		return err
	}
	return tx.Enqueue(ctx, JobKind, job{row.ID}, 0, "")
}
