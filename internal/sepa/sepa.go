// Package sepa writes payments for banks: a credit transfer as ISO 20022 pain.001.001.09, as the
// European Payments Council asks for it in the implementation guidelines of SEPA Credit Transfer.
//
// It knows nothing of stores, payouts or requests.
package sepa

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/mozillazg/go-unidecode"

	"vitrine"
)

// Order is one message to a bank: payments of one currency from one account.
type Order struct {
	ID       string // of the message: at most 35 characters; a bank refuses one that it has had
	At       time.Time
	On       time.Time // the day on which the bank is to carry it out
	From     vitrine.BankAccount
	Currency string // "" for EUR, which is the only one
	Payments []Payment
}

// Payment is money to one account.
type Payment struct {
	ID     string // end to end: at most 35 characters
	To     vitrine.BankAccount
	Amount vitrine.Amount // of EUR
	About  string         // what its receiver reads, at most 140 characters
}

// The limits of SEPA: characters, and the highest amount.
const (
	MaxID     = 35
	MaxName   = 70
	MaxAbout  = 140
	MaxAmount = vitrine.Amount(99_999_999_999)
)

// CheckSender returns why nothing can be paid from an order's account in its currency.
func (o *Order) CheckSender() error {
	switch {
	case o.Currency != "" && o.Currency != "EUR":
		return vitrine.Errorf(vitrine.Conflict, "SEPA takes euros alone, and not %s", o.Currency)
	case len(o.From.Check("")) > 0 || Text(o.From.Holder, MaxName) == "":
		return vitrine.Errorf(vitrine.Conflict, "say first which account of the marketplace is paid from")
	}
	return nil
}

// Check returns what keeps an order from being written.
func (o *Order) Check() error {
	switch {
	case len(o.Payments) == 0:
		return vitrine.Errorf(vitrine.Conflict, "there is nothing to be paid")
	case !isID(o.ID):
		return vitrine.Errorf(vitrine.Invalid, "%q is no name of a message", o.ID)
	}
	if err := o.CheckSender(); err != nil {
		return err
	}
	for _, p := range o.Payments {
		if !isID(p.ID) || len(p.To.Check("")) > 0 || Text(p.To.Holder, MaxName) == "" || p.Amount <= 0 || p.Amount > MaxAmount {
			return vitrine.Errorf(vitrine.Conflict, "payment %s of %s can't be sent by SEPA", p.ID, p.Amount)
		}
	}
	return nil
}

// isID reports whether a text names something to a bank: no slash begins or ends it, and none follows another.
func isID(text string) bool {
	return text != "" && len(text) <= MaxID && Text(text, MaxID) == text && !strings.Contains(text, "//") &&
		!strings.HasPrefix(text, "/") && !strings.HasSuffix(text, "/")
}

// Text is a text in the characters that all banks of SEPA take (EPC217-08), and at most so long.
func Text(text string, most int) string {
	var b strings.Builder
	space := false
	for _, r := range unidecode.Unidecode(spelled.Replace(text)) {
		if !strings.ContainsRune(taken, r) {
			r = ' '
		}
		if r == ' ' {
			space = b.Len() > 0
			continue
		}
		if space {
			b.WriteByte(' ')
			space = false
		}
		b.WriteRune(r)
	}
	plain := b.String()
	return strings.TrimSpace(plain[:min(len(plain), most)])
}

const taken = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/-?:().,'+ "

// spelled are the characters that banks spell otherwise than by leaving marks away.
var spelled = strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "Ä", "Ae", "Ö", "Oe", "Ü", "Ue", "&", "+", "_", "-")

// Write writes an order as XML, with the sums that a bank compares.
func (o *Order) Write(to io.Writer) error {
	if err := o.Check(); err != nil {
		return err
	}
	if _, err := io.WriteString(to, xml.Header); err != nil {
		return err
	}
	out := xml.NewEncoder(to)
	out.Indent("", " ")
	if err := out.Encode(o.document()); err != nil {
		return fmt.Errorf("sepa: write %s: %w", o.ID, err)
	}
	_, err := io.WriteString(to, "\n")
	return err
}

func (o *Order) document() *document {
	sum := vitrine.Amount(0)
	transfers := make([]transfer, len(o.Payments))
	for i, p := range o.Payments {
		sum += p.Amount
		transfers[i] = transfer{EndToEndID: p.ID, Amount: amount{"EUR", p.Amount.String()}, Agent: agentOf(p.To), Creditor: partyOf(p.To),
			Account: p.To.IBAN, About: Text(p.About, MaxAbout)}
	}
	d := &document{Space: space}
	d.Body.Header = header{ID: o.ID, At: o.At.UTC().Format("2006-01-02T15:04:05Z"), Count: len(transfers), Sum: sum.String(),
		Party: partyOf(o.From)}
	d.Body.Payment = payment{ID: o.ID, Method: "TRF", Whole: true, Count: len(transfers), Sum: sum.String(), Level: "SEPA",
		On: o.On.Format(time.DateOnly), Debtor: partyOf(o.From), Account: o.From.IBAN, Agent: ownAgent(o.From), Bearer: "SLEV",
		Transfers: transfers}
	return d
}

func partyOf(b vitrine.BankAccount) party { return party{Text(b.Holder, MaxName)} }

// agentOf is the bank of an account; nil where it is found by the IBAN.
func agentOf(b vitrine.BankAccount) *agent {
	if b.BIC == "" {
		return nil
	}
	return &agent{BIC: b.BIC}
}

// ownAgent is agentOf where the schema asks for one.
func ownAgent(b vitrine.BankAccount) *agent {
	if a := agentOf(b); a != nil {
		return a
	}
	return &agent{Other: &other{"NOTPROVIDED"}}
}
