package shop

import (
	"context"
	"io"
	"time"

	"vitrine"
	"vitrine/internal/mail"
	"vitrine/internal/mail/dsn"
	"vitrine/internal/store"
)

// How long mails are kept: those that wait are given up with the last of their links, and
// what became of them stays for a while.
const (
	mailsWait = mail.Longest
	mailsKept = 90 * 24 * time.Hour
)

// mailsShown is how many mails are shown at once.
const mailsShown = 100

// Mails lists the newest mails with identifiers below before, 0 for all, in a state, "" for
// any. They hold links and codes of others: they are for operators who showed who they are
// just now.
func (s *Shop) Mails(ctx context.Context, in SignedIn, status string, before int64) ([]store.Mail, error) {
	if err := s.MayReadMails(ctx, in); err != nil {
		return nil, err
	}
	return s.db.Mails(ctx, status, before, mailsShown)
}

// MailLog is what became of the newest mails with identifiers below before, 0 for all, in a
// state, "" for any, at most limit, for an operator. It tells nothing that mails say, so that
// a token reads it, too.
func (s *Shop) MailLog(ctx context.Context, in SignedIn, status string, before int64, limit int) ([]store.Mail, error) {
	if err := in.MustOperate(); err != nil {
		return nil, err
	}
	mails, err := s.db.Mails(ctx, status, before, limit)
	for i := range mails {
		mails[i].Args, mails[i].About, mails[i].MessageID = "", "", ""
	}
	return mails, err
}

// SendMailAgain is RetryMail for an operator, who at a browser showed who they are just now.
func (s *Shop) SendMailAgain(ctx context.Context, in SignedIn, id int64) error {
	err := in.MustOperate()
	if in.token == nil {
		err = s.MayReadMails(ctx, in)
	}
	if err != nil {
		return err
	}
	return s.RetryMail(ctx, id)
}

// MayReadMails refuses all but operators who showed who they are just now. Mails have codes
// that sign in, so that no token reads them.
func (s *Shop) MayReadMails(ctx context.Context, in SignedIn) error {
	if err := in.MustOperate(); err != nil {
		return err
	}
	return s.mustBeFresh(ctx, in)
}

// RetryMail has a mail sent now that waits, and one again that may have been sent. Conflict
// when it was sent, or given up: what it was made with is gone.
func (s *Shop) RetryMail(ctx context.Context, id int64) error {
	return s.db.Write(ctx, func(tx *store.Tx) error {
		m, err := tx.Mail(ctx, id)
		if err != nil {
			return err
		}
		if m.Args == "" || m.Status != store.MailWaiting && m.Status != store.MailUnsure {
			return vitrine.Errorf(vitrine.Conflict, "mail %d is %s, and what it was made with is removed: its reader has to ask for it anew",
				id, m.Status)
		}
		if err := tx.SendMailAgain(ctx, id); err != nil {
			return err
		}
		n := Noted{Act: vitrine.ActMailAgain, ID: idText(id), Before: facts{"kind": m.Kind, "status": m.Status},
			After: facts{"kind": m.Kind, "status": store.MailWaiting}}
		if err := s.Note(ctx, tx, n); err != nil {
			return err
		}
		return mail.Enqueue(ctx, tx, id)
	})
}

// Bounced is what became of a mail by a notification of a server further on.
type Bounced struct {
	Mail   store.Mail // as it is now
	Fate   dsn.Fate
	News   bool // it came back, which was not known before
	Closed bool // what nobody needs is no longer sent to its address
}

// TakeBounceAs is TakeBounce for an operator.
func (s *Shop) TakeBounceAs(ctx context.Context, in SignedIn, notification io.Reader) (Bounced, error) {
	if err := in.MustOperate(); err != nil {
		return Bounced{}, err
	}
	return s.TakeBounce(ctx, notification)
}

// TakeBounce reads a delivery status notification, and notes what it says of the mail that it is
// about: that it came back, or why it is late. Where its address takes no mail any more, that is
// noted too. Malformed when it is no notification, NotFound when it is about no mail that is known.
func (s *Shop) TakeBounce(ctx context.Context, notification io.Reader) (b Bounced, err error) {
	said, err := dsn.Read(notification)
	if err != nil {
		return b, err
	}
	err = s.db.Write(ctx, func(tx *store.Tx) error {
		m, err := tx.MailOfMessage(ctx, said.MessageID)
		if err != nil {
			return err
		}
		b = Bounced{Fate: said.FateOf(func(a string) bool { return store.FoldEmail(a) == store.FoldEmail(m.Email) })}
		if err := s.noteBounce(ctx, tx, m, &b); err != nil {
			return err
		}
		b.Mail, err = tx.Mail(ctx, m.ID)
		return err
	})
	s.forgetCallers()
	return b, err
}

// noteBounce writes down what became of a mail.
func (s *Shop) noteBounce(ctx context.Context, tx *store.Tx, m store.Mail, b *Bounced) (err error) {
	if b.Fate.Action == dsn.ActionDelayed {
		return tx.MailDelayed(ctx, m.ID, dsn.ActionDelayed+": "+b.Fate.Problem())
	}
	if !b.Fate.Failed() {
		return nil
	}
	if b.News, err = tx.MailBounces(ctx, m.ID, b.Fate.Problem(), s.now()); err != nil || !b.News {
		return err
	}
	if b.Fate.OfAddress() {
		if b.Closed, err = tx.AddressReturns(ctx, m, b.Fate.Status, s.now()); err != nil {
			return err
		}
	}
	// The server's words may hold an address, which the audit log does not.
	return s.Note(ctx, tx, Noted{Act: vitrine.ActMailBounce, ID: idText(m.ID), Before: facts{"kind": m.Kind, "status": m.Status},
		After: facts{"kind": m.Kind, "status": store.MailBounced, "code": b.Fate.Status, "address_closed": b.Closed}})
}

// StopsMail reports whether the reader of a mail has stopped those that nobody needs, by the
// secret in its address; NotFound when it is none.
func (s *Shop) StopsMail(ctx context.Context, secret string) (bool, error) {
	return s.db.MailsRefused(ctx, secret)
}

// IsDigest reports whether the secret of a link that stops mails is of those about what somebody
// keeps, which they asked for.
func (s *Shop) IsDigest(ctx context.Context, secret string) (bool, error) {
	_, known, err := s.db.DigestStopped(ctx, secret)
	return known, err
}

// StopMail stops the mails that nobody needs to the reader of one, or lets them come again.
func (s *Shop) StopMail(ctx context.Context, secret string, stop bool) error {
	since := time.Time{}
	if stop {
		since = s.now()
	}
	return s.db.Write(ctx, func(tx *store.Tx) error { return tx.RefuseMails(ctx, secret, since) })
}

// forgetMails gives up those that nobody needs by now, and removes those of long ago.
func (s *Shop) forgetMails(ctx context.Context, tx *store.Tx) error {
	if err := tx.GiveUpMails(ctx, s.now().Add(-mailsWait), "no server took it in time"); err != nil {
		return err
	}
	return tx.RemoveMails(ctx, s.now().Add(-mailsKept))
}
