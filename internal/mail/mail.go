// Package mail sends messages to people. What happened and the mail that tells of it are
// written in one transaction; a job renders the mail in its reader's language and hands it
// to an SMTP server, once.
//
// A mail waits until a server takes it. That it is being handed over is written down
// before, and that it was taken after it: a mail between the two, of a process that ended
// or a connection that was lost, may have been sent, and is never sent again by itself.
// Where no server is set, mails are parked until there is one.
package mail

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"vitrine"
	"vitrine/internal/auth"
	"vitrine/internal/store"
)

// The kinds of the jobs that send mails, and of those that somebody waits for at this
// moment: they don't wait behind others.
const (
	JobKind     = store.JobMail
	JobKindSoon = store.JobMailSoon
)

// Kind is what a mail tells.
type Kind string

// The kinds of mails.
const (
	Confirm        Kind = "confirm"         // the address, of one who joined
	Known          Kind = "known"           // somebody joined with an address that has an account
	SignIn         Kind = "sign-in"         // a link and a code
	Reset          Kind = "reset"           // a link and a code to choose a new password
	NoAccount      Kind = "no-account"      // somebody asked for either with an address that has no account
	Leave          Kind = "leave"           // to the old address, when it is about to change
	Arrive         Kind = "arrive"          // to the new one
	Invite         Kind = "invite"          // to join
	NewSignIn      Kind = "new-sign-in"     // from a browser that was not there before
	Changed        Kind = "changed"         // password, passkeys or second factor
	Orders         Kind = "orders"          // a link to what was bought with the address
	Receipt        Kind = "receipt"         // what was bought, with a link to it
	Confirmed      Kind = "confirmed"       // a transfer was
	Checkout       Kind = "checkout"        // what was bought by one payment, with a link to all of it
	Sale           Kind = "sale"            // to the author
	Rejected       Kind = "rejected"        // a file or model was, with the reason
	TakenDown      Kind = "taken-down"      // a model, with the reason
	Suspended      Kind = "suspended"       // the account, with the reason
	Restored       Kind = "restored"        // the account, with the reason
	Erasing        Kind = "erasing"         // the account will be removed, on a day
	Erased         Kind = "erased"          // it is removed: the last mail
	UpdateAdded    Kind = "update-added"    // an author added files to what was bought
	Digest         Kind = "digest"          // new models of those whom somebody follows, and prices of what they like
	WebhookOff     Kind = "webhook-off"     // an address of theirs is told of nothing any more, with the reason
	PayoutAccount  Kind = "payout-account"  // where its reader is paid was changed
	PayoutPaid     Kind = "payout-paid"     // what was available to a seller has arrived
	ConnectStopped Kind = "connect-stopped" // the provider does not pay a seller now, with the reason
	PayoutFailed   Kind = "payout-failed"   // it came back, with the reason

	RefundAsked    Kind = "refund-asked"    // a buyer asks for their money: to the seller
	RefundPassed   Kind = "refund-passed"   // likewise, to the operators, who are to answer
	RefundRefused  Kind = "refund-refused"  // the seller did: to the buyer, as are the next two
	RefundGranted  Kind = "refund-granted"  // the money goes back
	RefundDeclined Kind = "refund-declined" // it does not

	Trial Kind = "trial" // the operator tries whether mail is sent

	ReportReceived Kind = "report-received" // the receipt of who reported something
	ReportDecided  Kind = "report-decided"  // what came of it
	Decided        Kind = "decision"        // about a model, with the reasons
	DecisionClosed Kind = "decision-closed" // what came of what its author objected
	Approved       Kind = "approved"        // a model was that waited for review
	SentBack       Kind = "sent-back"       // it was not, with the reason
)

// Kinds lists all kinds.
func Kinds() []Kind {
	return []Kind{Confirm, Known, SignIn, Reset, NoAccount, Leave, Arrive, Invite, NewSignIn, Changed, Orders, Receipt, Confirmed, Checkout,
		Sale, Rejected, TakenDown, Suspended, Restored, Erasing, Erased, UpdateAdded, Digest, WebhookOff, PayoutAccount, PayoutPaid, PayoutFailed,
		ConnectStopped, RefundAsked, RefundPassed, RefundRefused, RefundGranted, RefundDeclined, Trial,
		ReportReceived, ReportDecided, Decided, DecisionClosed, Approved, SentBack}
}

// Optional reports whether nobody needs mails of the kind: who gets them can stop them.
func (k Kind) Optional() bool { return k == UpdateAdded || k == Digest }

// job is the kind of the job that sends mails of the kind.
func (k Kind) job() string {
	switch k {
	case Confirm, SignIn, Reset, NoAccount, Orders, Trial:
		return JobKindSoon
	default:
		return JobKind
	}
}

// patience is how long a mail without a link is news.
const patience = 3 * 24 * time.Hour

// Longest is the longest lifetime: of mails that lead to what was paid for, or tell what was
// taken away. Their readers need them also when mails waited long for a server.
const Longest = 14 * 24 * time.Hour

// Lifetime is how long after it was written a mail is worth to be sent: where it has a
// link, for as long as that works.
func (k Kind) Lifetime() time.Duration {
	if purpose, ok := k.purpose(); ok {
		return purpose.Lifetime()
	}
	switch k {
	case Receipt, Confirmed, Checkout, TakenDown, Suspended, Restored, Erasing, ReportReceived, ReportDecided, Decided, DecisionClosed,
		SentBack, PayoutAccount, PayoutPaid, ConnectStopped,
		PayoutFailed, RefundAsked, RefundPassed, RefundRefused, RefundGranted, RefundDeclined:
		return Longest
	default:
		return patience
	}
}

// purpose is that of the link in mails of the kind; false where there is none that ends.
func (k Kind) purpose() (vitrine.LinkPurpose, bool) {
	purpose, ok := map[Kind]vitrine.LinkPurpose{
		Confirm: vitrine.LinkConfirm, SignIn: vitrine.LinkSignIn, Reset: vitrine.LinkReset, Leave: vitrine.LinkLeave, Arrive: vitrine.LinkArrive,
		Invite: vitrine.LinkInvite, Orders: vitrine.LinkOrders,
	}[k]
	return purpose, ok
}

// Message is a mail to be written.
type Message struct {
	Kind     Kind
	UserID   int64  // whose account it is about; 0: nobody's
	To       string // address
	Language string // of its reader: tags of BCP 47, best first, with commas; "" for the marketplace's
	Args     Args
	About    string // of mails about the same thing one is written; "" for any number
}

// Args are what the text of a mail is made with. They are removed once it is sent, as
// links and codes are secrets.
type Args struct {
	Name   string            `json:"name,omitempty"`   // username of the reader
	Link   string            `json:"link,omitempty"`   // path of the page that it leads to
	Code   string            `json:"code,omitempty"`   // to be typed
	Stop   string            `json:"stop,omitempty"`   // path of the page that stops such mails; Post fills it in where its kind has none of its own
	Values map[string]string `json:"values,omitempty"` // what else the kind needs
}

// The values of mails about an order or model.
const (
	OrderID    = "order"    // of Receipt, Confirmed and Sale: the rest is read when the mail is sent
	CheckoutID = "checkout" // of Checkout, likewise
	RequestID  = "request"  // of a refund request, likewise
	Title      = "title"    // of the model
	Files      = "files"    // their names
	Reason     = "reason"   // why something was refused
	Agent      = "agent"    // the browser of NewSignIn
	Problems   = "problems" // of Rejected, instead of Reason: ProblemsOf
	What       = "what"     // of Changed: password, passkey, …

	ReportID  = "report"    // its number
	Page      = "page"      // address of what was reported
	Outcome   = "outcome"   // of a report, its state; of a decision: stands or lifted
	Ground    = "ground"    // of a decision: law or terms
	Action    = "action"    // of a decision: hide or take_down
	Downloads = "downloads" // of a decision: kept, or ""
	Answer    = "answer"    // to what an author objected
	Host      = "host"      // of WebhookOff
	Asked     = "asked"     // of Digest: its reader asked for it
	Sum       = "price"     // of a payout, with its currency
	Account   = "account"   // where a payout goes, masked
	Day       = "day"       // from when on something is so
	Of        = "of"        // what a decision is about: review, collection, or "" for a model
)

// job is what the job of a mail is given.
type job struct {
	Mail int64 `json:"mail"`
}

// Post writes a mail that is sent once the transaction is committed. It writes none about
// what a mail was written about before, and none that its reader does not want. What nobody
// needs is not sent to an address that mails come back from.
func Post(ctx context.Context, tx *store.Tx, m Message, now time.Time) error {
	if m.Kind.Optional() {
		if returns, err := tx.MailReturns(ctx, m.To); err != nil || returns {
			return err
		}
	}
	if m.Kind.Optional() && m.Args.Stop == "" {
		secret, refused, err := tx.MailChoice(ctx, m.To, auth.RandomText(choiceLength))
		if err != nil || refused {
			return err
		}
		m.Args.Stop = StopPath + secret
	}
	args, err := json.Marshal(m.Args)
	if err != nil {
		return fmt.Errorf("write the mail %s: %w", m.Kind, err)
	}
	row := store.Mail{
		Kind: string(m.Kind), UserID: m.UserID, Email: m.To, Language: m.Language, Args: string(args), About: m.About,
		MessageID: auth.RandomText(messageLength), CreatedAt: now,
	}
	if written, err := tx.InsertMail(ctx, &row); err != nil || !written {
		return err
	}
	return tx.Enqueue(ctx, m.Kind.job(), job{row.ID}, 0, "")
}

// StopPath begins the path of the page that stops the mails that nobody needs. A secret
// follows.
const StopPath = "/mail/stop/"

// messageLength is that of what names a mail to servers, likewise: a notification that it came
// back is of somebody who has seen it.
const messageLength = 32

// choiceLength is that of the secret, in characters of almost 6 bits.
const choiceLength = 32

// Enqueue has a mail sent that waited, once the transaction is committed.
func Enqueue(ctx context.Context, tx *store.Tx, id int64) error {
	return tx.Enqueue(ctx, JobKind, job{id}, 0, "")
}
