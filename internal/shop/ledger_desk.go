package shop

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"vitrine"
	"vitrine/internal/ledger"
	"vitrine/internal/store"
)

// Adjustment is money that an operator moves from one account of the ledger to another one.
type Adjustment struct {
	From, To vitrine.LedgerAccount // ID is looked at no further
	Amount   vitrine.Amount
	Reason   string
	Key      string // what is sent twice by the same one counts once; "" for each time
	Answer   Answer[*vitrine.LedgerEntry]
}

// maxReason is how many characters the reason of an adjustment has at most.
const maxReason = 500

// Adjust has an operator put the ledger right: by an entry of its own, since nothing that is booked changes.
func (s *Shop) Adjust(ctx context.Context, in SignedIn, a Adjustment) (entry vitrine.LedgerEntry, err error) {
	if err := in.MustOperate(); err != nil {
		return entry, err
	}
	a.Reason = strings.TrimSpace(a.Reason)
	if err := a.check(); err != nil {
		return entry, err
	}
	if err := s.checkOwners(ctx, &a); err != nil {
		return entry, err
	}
	key := a.Key
	if key == "" {
		key = newUUID(s.now())
	}
	if entry, err = ledger.Adjusted(a.From, a.To, a.Amount, "adjusted:"+key, a.Reason); err != nil {
		return entry, err
	}
	return s.bookByHand(ctx, in, vitrine.ActLedgerAdjust, entry, a.Answer)
}

// Bank books what a provider has paid to the marketplace's bank, by the word of an operator who saw it there.
// reference names the transfer, and counts once.
func (s *Shop) Bank(ctx context.Context, in SignedIn, clearing vitrine.LedgerAccount, amount vitrine.Amount, reference string) (
	entry vitrine.LedgerEntry, err error,
) {
	reference = strings.TrimSpace(reference)
	var faults []vitrine.Field
	if amount <= 0 {
		faults = append(faults, vitrine.Field{Pointer: "/amount", Code: "not_allowed", Detail: "an amount is above zero"})
	}
	if reference == "" || utf8.RuneCountInString(reference) > maxReason {
		faults = append(faults, vitrine.Field{Pointer: "/reason", Code: "required",
			Detail: "say what names it at the bank, in up to 500 characters"})
	}
	if err := vitrine.InvalidFields(faults); err != nil {
		return entry, err
	}
	if entry, err = ledger.Banked(clearing, "banked:"+clearing.Provider+":"+reference, amount); err != nil {
		return entry, err
	}
	entry.Note = reference
	return s.bookByHand(ctx, in, vitrine.ActLedgerBank, entry, Answer[*vitrine.LedgerEntry]{})
}

func (a *Adjustment) check() error {
	var faults []vitrine.Field
	add := func(pointer, code, detail string) {
		faults = append(faults, vitrine.Field{Pointer: pointer, Code: code, Detail: detail})
	}
	if a.Amount <= 0 {
		add("/amount", "not_allowed", "an amount is above zero")
	}
	faults = append(faults, reasonFaults(a.Reason)...)
	if a.From == a.To {
		add("/to", "not_allowed", "money moves to another account")
	}
	if a.From.Currency != a.To.Currency || a.From.Live != a.To.Live {
		add("/to", "not_allowed", "money moves between accounts of one currency, and real money to accounts of real money alone")
	}
	return vitrine.InvalidFields(faults)
}

// reasonFaults returns what is wrong with why an operator moves money.
func reasonFaults(reason string) []vitrine.Field {
	switch {
	case reason == "":
		return []vitrine.Field{{Pointer: "/reason", Code: "required", Detail: "say why the money is moved"}}
	case utf8.RuneCountInString(reason) > maxReason:
		return []vitrine.Field{{Pointer: "/reason", Code: "too_long", Detail: "a reason has up to 500 characters"}}
	}
	return nil
}

// checkOwners refuses amounts between coins, and accounts that lack whom they belong to or name somebody who is not
// there: they would be opened.
func (s *Shop) checkOwners(ctx context.Context, a *Adjustment) error {
	known, err := s.db.LedgerSums(ctx)
	if err != nil {
		return err
	}
	var faults []vitrine.Field
	if !vitrine.IsCurrency(a.From.Currency) {
		faults = append(faults, vitrine.Field{Pointer: "/currency", Code: "unknown",
			Detail: "a currency is named by its code of ISO 4217, such as USD"})
	} else if err := vitrine.CheckStep(a.Amount, a.From.Currency); err != nil {
		faults = append(faults, vitrine.Field{Pointer: "/amount", Code: "bad_price", Detail: err.Error()})
	}
	for _, side := range []struct {
		pointer string
		of      vitrine.LedgerAccount
	}{{"/from", a.From}, {"/to", a.To}} {
		add := func(member, code, detail string) {
			faults = append(faults, vitrine.Field{Pointer: side.pointer + member, Code: code, Detail: detail})
		}
		toProvider, toSeller := side.of.Kind.Belonging()
		has := func(sum store.LedgerSum) bool { return sum.Provider == side.of.Provider }
		switch {
		case toProvider && side.of.Provider == "":
			add("/provider", "required", "the account belongs to a provider of payments")
		case !toProvider && side.of.Provider != "":
			add("/provider", "not_allowed", "the account belongs to no provider of payments")
		case toProvider && side.of.Provider != s.payments.Name() && !slices.ContainsFunc(known, has):
			add("/provider", "unknown", "nothing was ever paid with this provider")
		}
		switch {
		case toSeller && side.of.SellerID == 0:
			add("/seller_id", "required", "the account belongs to a seller")
		case !toSeller && side.of.SellerID != 0:
			add("/seller_id", "not_allowed", "the account belongs to no seller")
		case toSeller:
			if there, err := s.hasMoney(ctx, side.of.SellerID); err != nil {
				return err
			} else if !there {
				add("/seller_id", "unknown", "there is no such user")
			}
		}
	}
	return vitrine.InvalidFields(faults)
}

// hasMoney reports whether there is, or was, a user of this number whom something can belong to.
func (s *Shop) hasMoney(ctx context.Context, userID int64) (bool, error) {
	_, err := s.db.User(ctx, userID)
	if vitrine.CodeOf(err) != vitrine.NotFound {
		return err == nil, err
	}
	balances, err := s.db.Balances(ctx, userID)
	return len(balances) > 0, err
}

// bookByHand books an entry by the word of an operator. Booked before by the same cause it is returned as it is
// there; Conflict where that was something else.
func (s *Shop) bookByHand(ctx context.Context, in SignedIn, act vitrine.Act, entry vitrine.LedgerEntry,
	answer Answer[*vitrine.LedgerEntry]) (vitrine.LedgerEntry, error) {
	err := s.operate(ctx, in, func(tx *store.Tx, _ SignedIn) error {
		entry.CreatedAt = s.now()
		first, err := tx.Book(ctx, &entry)
		if err != nil {
			return err
		}
		if !first {
			return vitrine.Errorf(vitrine.Conflict, "this is booked already: look at what %q has moved", entry.Cause)
		}
		if err := s.transfersAfter(ctx, tx, &entry); err != nil {
			return err
		}
		if err := answer.save(ctx, tx, &entry); err != nil {
			return err
		}
		from, to := entry.Lines[1].Account, entry.Lines[0].Account
		return s.Note(ctx, tx, Noted{Act: act, ID: idText(entry.ID), Text: entry.Note, After: facts{
			"from": accountText(from), "to": accountText(to), "amount": entry.Moves().String(), "currency": from.Currency, "live": from.Live,
		}})
	})
	return entry, err
}

// accountText names an account for the audit log.
func accountText(a vitrine.LedgerAccount) string {
	text := string(a.Kind)
	if a.Provider != "" {
		text += "/" + a.Provider
	}
	if a.SellerID != 0 {
		text += "/" + idText(a.SellerID)
	}
	return text
}

// LedgerSums returns what stands on the accounts of the ledger, to operators.
func (s *Shop) LedgerSums(ctx context.Context, in SignedIn) ([]store.LedgerSum, error) {
	if err := in.MustOperate(); err != nil {
		return nil, err
	}
	return s.db.LedgerSums(ctx)
}

// LedgerEntries finds entries of the ledger, for operators.
func (s *Shop) LedgerEntries(ctx context.Context, in SignedIn, q vitrine.LedgerQuery) (store.LedgerPage, error) {
	if err := in.MustOperate(); err != nil {
		return store.LedgerPage{}, err
	}
	return s.db.LedgerEntries(ctx, q)
}

// LedgerEntry returns an entry of the ledger with its lines, to operators.
func (s *Shop) LedgerEntry(ctx context.Context, in SignedIn, id int64) (vitrine.LedgerEntry, error) {
	if err := in.MustOperate(); err != nil {
		return vitrine.LedgerEntry{}, err
	}
	return s.db.LedgerEntry(ctx, id)
}
