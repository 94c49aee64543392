package shop

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"vitrine"
	"vitrine/internal/mail"
	"vitrine/internal/store"
)

// JobTell is the kind of jobs that write the mails which follow from a payment, or from
// files that were rejected: what happened is one row more, and who is told is read later.
const JobTell = store.JobTell

// telling is the argument of a JobTell: an order or a checkout that was paid, or a model with rejected
// files.
type telling struct {
	Order    int64 `json:"order,omitempty"`
	Checkout int64 `json:"checkout,omitempty"`
	ByHand   bool  `json:"by_hand,omitempty"` // the operator said that it was paid
	Model    int64 `json:"model,omitempty"`
	At       int64 `json:"at,omitempty"` // microseconds: later rejections are told once more
}

// Tell carries a JobTell out. Run again, it writes no mail twice.
func (s *Shop) Tell(ctx context.Context, args string) error {
	var what telling
	if err := json.Unmarshal([]byte(args), &what); err != nil {
		return fmt.Errorf("tell what happened: %w", err)
	}
	if what.Checkout != 0 {
		return s.tellOfCheckout(ctx, what)
	}
	if what.Order != 0 {
		return s.tellOfSale(ctx, what)
	}
	return s.tellOfRejection(ctx, what)
}

// tellPaid has buyer and author told of a payment.
func (s *Shop) tellPaid(ctx context.Context, tx *store.Tx, o *vitrine.Order, byHand bool) error {
	return tx.Enqueue(ctx, JobTell, telling{Order: o.ID, ByHand: byHand}, 0, "")
}

// tellCheckoutPaid has the buyer of several orders told that they were paid; each order has its author told.
func (s *Shop) tellCheckoutPaid(ctx context.Context, tx *store.Tx, c *vitrine.Checkout) error {
	return tx.Enqueue(ctx, JobTell, telling{Checkout: c.ID}, 0, "")
}

// tellOfCheckout writes to the buyer of several orders that were paid by one payment.
func (s *Shop) tellOfCheckout(ctx context.Context, what telling) error {
	c, err := s.db.Checkout(ctx, what.Checkout)
	if vitrine.CodeOf(err) == vitrine.NotFound {
		return nil
	}
	if err != nil {
		return err
	}
	i := slices.IndexFunc(c.Orders, (*vitrine.Order).Downloads)
	if i < 0 {
		return nil // all of the money went back
	}
	values := map[string]string{mail.CheckoutID: strconv.FormatInt(c.ID, 10)}
	letter := receiptLetter{kind: mail.Checkout, about: "receipt of checkout " + strconv.FormatInt(c.ID, 10), values: values,
		free: c.Sum() == 0}
	return s.db.Write(ctx, func(tx *store.Tx) error { return s.postReceiptAs(ctx, tx, c.Orders[i], letter) })
}

// tellOfSale writes to the buyer and the author of an order that was paid.
func (s *Shop) tellOfSale(ctx context.Context, what telling) error {
	o, err := s.db.Order(ctx, what.Order)
	if vitrine.CodeOf(err) == vitrine.NotFound || err == nil && !o.Downloads() {
		return nil // the money went back, or a backup has no such order
	}
	if err != nil {
		return err
	}
	together, err := s.CheckoutOf(ctx, o)
	if err != nil {
		return err
	}
	return s.db.Write(ctx, func(tx *store.Tx) error {
		if together != nil && !together.PaidAt.IsZero() {
			return s.postSale(ctx, tx, o) // one mail tells the buyer of all orders
		}
		return errors.Join(s.postReceipt(ctx, tx, o, what.ByHand), s.postSale(ctx, tx, o))
	})
}

// postReceipt writes to the buyer: the account, or the address that was typed or that an
// application named. What an account got free is in its library.
func (s *Shop) postReceipt(ctx context.Context, tx *store.Tx, o *vitrine.Order, byHand bool) error {
	kind := mail.Receipt
	if byHand && o.Price > 0 {
		kind = mail.Confirmed
	}
	return s.postReceiptAs(ctx, tx, o, receiptLetter{kind, "receipt of order " + strconv.FormatInt(o.ID, 10), orderValues(o), o.Price == 0})
}

// receiptLetter is what a buyer is told by.
type receiptLetter struct {
	kind   mail.Kind
	about  string
	values map[string]string
	free   bool
}

// postReceiptAs writes to the buyer of an order, or of several of which it is one.
func (s *Shop) postReceiptAs(ctx context.Context, tx *store.Tx, o *vitrine.Order, letter receiptLetter) error {
	toAddress := mail.Message{Kind: letter.kind, To: o.BuyersEmail, Language: o.Language, About: letter.about,
		Args: mail.Args{Values: letter.values}}
	if o.BuyerID == 0 {
		return s.postToAddress(ctx, tx, toAddress, letter.free)
	}
	buyer, err := tx.User(ctx, o.BuyerID)
	if err != nil || letter.free {
		return err
	}
	if buyer.EmailClaimed {
		// The account has nothing of the address, and its owner would find what was paid nowhere without the password.
		return s.postToAddress(ctx, tx, toAddress, false)
	}
	buyer.Language = cmp.Or(buyer.Language, o.Language)
	return s.postAbout(ctx, tx, buyer, letter.kind, letter.about, letter.values)
}

// postToAddress writes to an address that was typed, whoever's it is; in the language of
// that one, if they chose any. What costs nothing is
// written only until the address was sent enough: anybody can order it, for any mailbox.
func (s *Shop) postToAddress(ctx context.Context, tx *store.Tx, m mail.Message, free bool) (err error) {
	if m.To == "" {
		return nil
	}
	if free {
		err = s.spendIn(ctx, tx, mailing(m.To))
	}
	if vitrine.CodeOf(err) == vitrine.RateLimited {
		return nil
	}
	if err != nil {
		return err
	}
	chosen, err := languageOf(ctx, tx, m.To)
	if err != nil {
		return err
	}
	m.Language = cmp.Or(chosen, m.Language)
	return mail.Post(ctx, tx, m, s.now())
}

// languageOf is the language that whoever an address belongs to chose; "" where it is
// nobody's here.
func languageOf(ctx context.Context, tx *store.Tx, email string) (string, error) {
	owner, err := tx.UserByEmail(ctx, email)
	if vitrine.CodeOf(err) == vitrine.NotFound {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	return owner.Language, nil
}

// postSale writes to the author of what was sold.
func (s *Shop) postSale(ctx context.Context, tx *store.Tx, o *vitrine.Order) error {
	if o.Price == 0 || o.Model.AuthorID == o.BuyerID {
		return nil
	}
	author, err := tx.User(ctx, o.Model.AuthorID)
	if vitrine.CodeOf(err) == vitrine.NotFound {
		return nil
	}
	if err != nil {
		return err
	}
	return s.postAbout(ctx, tx, author, mail.Sale, "sale of order "+strconv.FormatInt(o.ID, 10), orderValues(o))
}

func orderValues(o *vitrine.Order) map[string]string {
	return map[string]string{mail.OrderID: strconv.FormatInt(o.ID, 10)}
}

// rejectionsGathered is how long further rejected files of a model are waited for: one mail
// tells of all.
const rejectionsGathered = 2 * time.Minute

// TellRejected has the author of a model told, a little later, which of its files were
// rejected and why.
func (s *Shop) TellRejected(ctx context.Context, tx *store.Tx, modelID int64) error {
	what := telling{Model: modelID, At: s.now().UnixMicro()}
	return tx.Enqueue(ctx, JobTell, what, rejectionsGathered, JobTell+".rejected."+strconv.FormatInt(modelID, 10))
}

// filesNamed is how many files a mail names.
const filesNamed = 20

func (s *Shop) tellOfRejection(ctx context.Context, what telling) error {
	m, err := s.db.Model(ctx, what.Model)
	if vitrine.CodeOf(err) == vitrine.NotFound {
		return nil
	}
	if err != nil {
		return err
	}
	var names []string
	var problems []vitrine.Problem
	for _, f := range m.Files {
		if f.Status != vitrine.FileRejected {
			continue
		}
		names = append(names, f.Name)
		problems = append(problems, f.Problems...)
	}
	if len(names) == 0 {
		return nil // they are gone already, or were read after all
	}
	values := map[string]string{mail.Title: m.Title, mail.Files: some(names), mail.Problems: mail.ProblemsOf(problems, filesNamed)}
	about := fmt.Sprintf("rejected files of model %d at %d", m.ID, what.At)
	return s.db.Write(ctx, func(tx *store.Tx) error {
		author, err := tx.User(ctx, m.AuthorID)
		if err != nil {
			return err
		}
		return s.postAbout(ctx, tx, author, mail.Rejected, about, values)
	})
}

// some joins the first names, and says how many there are besides.
func some(names []string) string {
	if len(names) <= filesNamed {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s, … (%d)", strings.Join(names[:filesNamed], ", "), len(names))
}

// postAbout writes the one mail to a user that there is about something.
func (s *Shop) postAbout(ctx context.Context, tx *store.Tx, user *vitrine.User, kind mail.Kind, about string,
	values map[string]string) error {
	if user.EmailClaimed {
		return nil // what belongs to an address is not sent to one that is only claimed
	}
	return mail.Post(ctx, tx, mail.Message{
		Kind: kind, UserID: user.ID, To: user.Email, Language: user.Language, About: about, Args: mail.Args{Name: user.Username, Values: values},
	}, s.now())
}
