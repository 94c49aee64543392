package shop

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"vitrine"
	"vitrine/internal/mail"
	"vitrine/internal/store"
)

// EraseDue carries out what is due of erasures. Each is some steps, and each step is
// transactions that may be repeated: whoever is killed in the middle leaves the rest to the
// next turn.
func (s *Shop) EraseDue(ctx context.Context) error {
	const batch = 20
	due, err := s.db.ErasuresDue(ctx, s.now(), batch)
	if err != nil {
		return err
	}
	var failed []error
	for _, e := range due {
		if err := s.erase(ctx, &erased{Erasure: e}); err != nil && !errors.Is(err, errLater) {
			failed = append(failed, fmt.Errorf("erase %d: %w", e.ID, err))
		}
	}
	s.forgetCallers()
	return errors.Join(failed...)
}

// erased is somebody who is being forgotten.
type erased struct {
	vitrine.Erasure
	user *vitrine.User // nil: somebody with an address alone
}

// address is what mails reached them by, folded; "" where that is not known to be theirs.
func (e *erased) address() string {
	if e.user == nil {
		return e.Email
	}
	if e.user.EmailClaimed {
		return ""
	}
	return store.FoldEmail(e.user.Email)
}

// errLater ends a turn at an erasure that has to wait for something.
var errLater = errors.New("later")

// step is a part of an erasure. last runs in the transaction that notes that it is done.
type step struct {
	name string
	work func(s *Shop, ctx context.Context, e *erased) error
	last func(s *Shop, ctx context.Context, tx *store.Tx, e *erased) error
}

// steps are the parts of an erasure. The name goes last: the others need it.
func steps() []step {
	return []step{
		{name: "doors", last: (*Shop).shutDoors}, {name: "paid", work: (*Shop).awaitTransfers, last: (*Shop).forgetPaid},
		{name: "models", work: (*Shop).takeModels, last: (*Shop).takeTexts},
		{name: "sold", work: (*Shop).renameSold}, {name: "bought", last: (*Shop).forgetBought},
		{name: "mails", work: (*Shop).awaitLastMail, last: (*Shop).forgetMailsTo}, {name: "log", work: (*Shop).rewordLog},
		{name: "said", last: (*Shop).takeReviews},
		{name: "kept", last: (*Shop).takeKept}, {name: "name", last: (*Shop).takeName},
	}
}

func (s *Shop) erase(ctx context.Context, e *erased) (err error) {
	if e.UserID != 0 {
		if e.user, err = s.db.User(ctx, e.UserID); err != nil {
			return err
		}
	}
	all := steps()
	done := slices.IndexFunc(all, func(one step) bool { return one.name == e.Step }) + 1
	for _, one := range all[done:] {
		if one.work != nil {
			if err := one.work(s, ctx, e); err != nil {
				return err
			}
		}
		err := s.db.Write(ctx, func(tx *store.Tx) error {
			if one.last != nil {
				if err := one.last(s, ctx, tx, e); err != nil {
					return err
				}
			}
			return tx.EraseStep(ctx, e.ID, one.name, s.now())
		})
		if err != nil {
			return err
		}
		if e.BegunAt.IsZero() {
			e.BegunAt = s.now()
		}
	}
	return nil
}

// shutDoors ends all by which the account is used, and writes its last mail.
func (s *Shop) shutDoors(ctx context.Context, tx *store.Tx, e *erased) error {
	if e.user == nil {
		return nil
	}
	if err := tx.SuspendUser(ctx, e.UserID, s.now(), "", s.now()); err != nil {
		return err
	}
	if err := tx.RevokeAllOf(ctx, e.UserID, s.now()); err != nil {
		return err
	}
	apps, err := tx.ApplicationsOf(ctx, e.UserID)
	if err != nil {
		return err
	}
	for _, app := range apps {
		if !app.RemovedAt.IsZero() {
			continue
		}
		if err := errors.Join(tx.RemoveApplication(ctx, app.ID, s.now()), tx.RemoveEndpointsOfApplication(ctx, app.ID)); err != nil {
			return err
		}
	}
	if err := errors.Join(tx.RemoveEndpointsOf(ctx, e.UserID), tx.ForgetDoors(ctx, e.UserID)); err != nil {
		return err
	}
	return s.post(ctx, tx, e.user, mail.Erased, mail.Args{})
}

// forgetPaid forgets where they were paid. What is available to them stays in the books, and what a bank has
// already goes on.
func (s *Shop) forgetPaid(ctx context.Context, tx *store.Tx, e *erased) error {
	if e.user == nil {
		return nil
	}
	return errors.Join(s.callBack(ctx, tx, e.UserID), tx.ForgetPayoutAccount(ctx, e.UserID), s.keepSellerFacts(ctx, tx, e.UserID),
		tx.ForgetConnectedAccount(ctx, e.UserID, true), tx.ForgetConnectedAccount(ctx, e.UserID, false))
}

// takeModels takes the models off, some at a time.
func (s *Shop) takeModels(ctx context.Context, e *erased) error {
	const batch = 20
	for e.user != nil {
		ids, err := s.db.ModelsToErase(ctx, e.UserID, batch)
		if err != nil || len(ids) == 0 {
			return err
		}
		for _, id := range ids {
			err := s.db.Write(ctx, func(tx *store.Tx) error { return s.removeModel(ctx, tx, id) })
			if err != nil && vitrine.CodeOf(err) != vitrine.NotFound {
				return err
			}
		}
	}
	return nil
}

func (s *Shop) takeTexts(ctx context.Context, tx *store.Tx, e *erased) error {
	if e.user == nil {
		return nil
	}
	return errors.Join(tx.ForgetTexts(ctx, e.UserID), tx.ForgetEventData(ctx, e.UserID),
		s.endShare(ctx, tx, vitrine.ShareSubject{About: vitrine.ShareOfSeller, ID: e.UserID}))
}

// takeReviews takes back what they said of models.
func (s *Shop) takeReviews(ctx context.Context, tx *store.Tx, e *erased) error {
	if e.user == nil {
		return nil
	}
	return tx.RemoveReviewsOf(ctx, e.UserID, s.now())
}

// takeKept removes what they kept: their cart, likes, collections, whom they followed, who followed them, and what they planned.
func (s *Shop) takeKept(ctx context.Context, tx *store.Tx, e *erased) error {
	if e.user == nil {
		return nil
	}
	return errors.Join(tx.RemoveKept(ctx, e.UserID, s.now()), tx.CancelPromotionsOf(ctx, e.UserID, s.now()),
		tx.EndCouponsOf(ctx, e.UserID, s.now()), tx.EndBundlesOf(ctx, e.UserID, s.now()), tx.EmptyCart(ctx, e.UserID))
}

// renameSold takes the name out of what others bought, some orders at a time.
func (s *Shop) renameSold(ctx context.Context, e *erased) error {
	const batch = 500
	for after := int64(0); e.user != nil; {
		err := s.db.Write(ctx, func(tx *store.Tx) (err error) {
			after, err = tx.RenameInSold(ctx, e.user, after, batch)
			return err
		})
		if err != nil || after == 0 {
			return err
		}
	}
	return nil
}

func (s *Shop) forgetBought(ctx context.Context, tx *store.Tx, e *erased) error {
	if e.user != nil {
		if err := tx.ForgetBuyer(ctx, e.UserID); err != nil {
			return err
		}
		if err := tx.ForgetAnswers(ctx, `"`+e.user.Username+`"`); err != nil {
			return err
		}
	}
	address := e.address()
	if address == "" {
		return nil
	}
	if e.user != nil { // as it was typed
		if err := tx.ForgetAnswers(ctx, e.user.Email); err != nil {
			return err
		}
	}
	return tx.ForgetAnswers(ctx, address)
}

// lastMailWaits is how long the last mail may wait for a server.
const lastMailWaits = time.Hour

// awaitLastMail leaves the address where it is until the last mail is sent.
func (s *Shop) awaitLastMail(ctx context.Context, e *erased) error {
	if e.user == nil || s.now().Sub(e.BegunAt) >= lastMailWaits {
		return nil
	}
	waits, err := s.db.MailsUnderWay(ctx, e.UserID, string(mail.Erased))
	if err == nil && waits {
		err = errLater
	}
	return err
}

func (s *Shop) forgetMailsTo(ctx context.Context, tx *store.Tx, e *erased) error {
	if e.user != nil {
		if err := tx.ForgetMails(ctx, e.UserID); err != nil {
			return err
		}
	}
	address := e.address()
	if address == "" {
		return nil
	}
	return tx.ForgetAddress(ctx, address)
}

// rewordLog takes name and address out of the audit log, some entries at a time. What was
// done, when and to what stays.
func (s *Shop) rewordLog(ctx context.Context, e *erased) error {
	const batch = 500
	words := wordsOf(e)
	for after := int64(0); ; {
		entries, err := s.db.AuditAfter(ctx, after, batch)
		if err != nil || len(entries) == 0 {
			return err
		}
		after = entries[len(entries)-1].ID
		entries = slices.DeleteFunc(entries, func(entry vitrine.Entry) bool { return !words.touch(&entry) })
		for i := range entries {
			words.reword(&entries[i])
		}
		if err := s.db.Write(ctx, func(tx *store.Tx) error { return tx.RewordEntries(ctx, entries) }); err != nil {
			return err
		}
	}
}

// rewording is how somebody's name and address are replaced in the audit log.
type rewording struct {
	e       *erased
	stands  string         // for them
	address *regexp.Regexp // nil for none
}

// nameLike are words that may be usernames.
var nameLike = regexp.MustCompile(`[A-Za-z0-9_-]+`)

func wordsOf(e *erased) rewording {
	w := rewording{e: e, stands: "somebody who was erased"}
	if e.user != nil {
		w.stands = vitrine.ErasedName(e.UserID)
	}
	if address := e.address(); address != "" {
		w.address = regexp.MustCompile(`(?i)` + regexp.QuoteMeta(address))
	}
	return w
}

// reword replaces name and address in an entry. A name is replaced in what is theirs or about
// them alone: it may be a word of the language.
func (w rewording) reword(entry *vitrine.Entry) {
	entry.Before, entry.After = w.object(entry, entry.Before), w.object(entry, entry.After)
	entry.Note = w.text(entry, entry.Note)
	if w.e.user != nil && entry.By.Name == w.e.user.Username {
		entry.By.Name = w.stands
	}
}

func (w rewording) object(entry *vitrine.Entry, text []byte) []byte {
	if text == nil {
		return nil
	}
	if w.e.user != nil { // where facts name an account, whoever's entry it is
		text = bytes.ReplaceAll(text, []byte(`"username":"`+w.e.user.Username+`"`), []byte(`"username":"`+w.stands+`"`))
	}
	return []byte(w.text(entry, string(text)))
}

func (w rewording) text(entry *vitrine.Entry, text string) string {
	if w.address != nil {
		text = w.address.ReplaceAllLiteralString(text, w.stands)
	}
	if w.e.user == nil || !w.about(entry) || strings.Contains(text, w.stands) { // it was done before
		return text
	}
	return nameLike.ReplaceAllStringFunc(text, func(word string) string {
		if strings.ToLower(word) == w.e.user.Username {
			return w.stands
		}
		return word
	})
}

// about reports whether an entry is by or about the account.
func (w rewording) about(entry *vitrine.Entry) bool {
	return entry.By.UserID == w.e.UserID || entry.Act.Kind() == "user" && entry.SubjectID == idText(w.e.UserID)
}

// touch reports whether an entry would be reworded.
func (w rewording) touch(entry *vitrine.Entry) bool {
	said := func(e *vitrine.Entry) string {
		return strings.Join([]string{e.By.Name, string(e.Before), string(e.After), e.Note}, "\x00")
	}
	now := *entry
	w.reword(&now)
	return said(&now) != said(entry)
}

// takeName leaves the number of the account, and ends the erasure.
func (s *Shop) takeName(ctx context.Context, tx *store.Tx, e *erased) error {
	id := ""
	if e.user != nil {
		id = idText(e.UserID)
		if err := tx.EraseUser(ctx, e.UserID, s.now()); err != nil {
			return err
		}
	}
	if err := tx.EndErasure(ctx, e.ID, s.now()); err != nil {
		return err
	}
	return s.Note(ctx, tx, Noted{Act: vitrine.ActUserErase, ID: id, After: facts{"erasure": e.ID}})
}
