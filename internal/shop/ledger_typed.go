package shop

import (
	"context"
	"strings"

	"vitrine"
)

// TypedMove is money that is moved in the ledger, as an operator types it.
type TypedMove struct {
	From, To string // as AccountWord writes them
	Seller   string // username of whose accounts those are that belong to a seller
	Amount   string
	Reason   string
	Key      string // of the form, which counts once
}

// AccountWord names an account in a form; all of a kind that sellers have are one.
func AccountWord(a vitrine.LedgerAccount) string {
	live := "test"
	if a.Live {
		live = "live"
	}
	return string(a.Kind) + ":" + a.Provider + ":" + a.Currency + ":" + live
}

// AdjustTyped is Adjust of what an operator typed.
func (s *Shop) AdjustTyped(ctx context.Context, in SignedIn, t TypedMove) (vitrine.LedgerEntry, error) {
	a := Adjustment{Reason: t.Reason, Key: t.Key}
	var faults []vitrine.Field
	a.From = s.typedAccount(ctx, t, t.From, "/from", &faults)
	a.To = s.typedAccount(ctx, t, t.To, "/to", &faults)
	a.Amount = typedAmount(t.Amount, &faults)
	if err := vitrine.InvalidFields(faults); err != nil {
		return vitrine.LedgerEntry{}, err
	}
	return s.Adjust(ctx, in, a)
}

// BankTyped is Bank of what an operator typed: From is the account with the provider.
func (s *Shop) BankTyped(ctx context.Context, in SignedIn, t TypedMove) (vitrine.LedgerEntry, error) {
	var faults []vitrine.Field
	clearing := s.typedAccount(ctx, t, t.From, "/from", &faults)
	amount := typedAmount(t.Amount, &faults)
	if len(faults) == 0 && clearing.Kind != vitrine.AccountClearing {
		faults = append(faults, vitrine.Field{Pointer: "/from", Code: "not_allowed", Detail: "a provider pays out what it has"})
	}
	if err := vitrine.InvalidFields(faults); err != nil {
		return vitrine.LedgerEntry{}, err
	}
	return s.Bank(ctx, in, clearing, amount, t.Reason)
}

func typedAmount(text string, faults *[]vitrine.Field) vitrine.Amount {
	amount, err := vitrine.ParseTypedPrice(text)
	if err != nil {
		*faults = append(*faults, vitrine.Field{Pointer: "/amount", Code: "bad_format", Detail: "write an amount such as 12.50"})
	}
	return amount
}

// typedAccount reads the word of an account.
func (s *Shop) typedAccount(ctx context.Context, t TypedMove, word, pointer string, faults *[]vitrine.Field) (a vitrine.LedgerAccount) {
	parts := strings.Split(word, ":")
	if len(parts) != 4 || !vitrine.AccountKind(parts[0]).Known() || !vitrine.IsCurrency(parts[2]) {
		*faults = append(*faults, vitrine.Field{Pointer: pointer, Code: "unknown", Detail: "choose an account"})
		return a
	}
	a = vitrine.LedgerAccount{Kind: vitrine.AccountKind(parts[0]), Provider: parts[1], Currency: parts[2], Live: parts[3] == "live"}
	if _, toSeller := a.Kind.Belonging(); !toSeller {
		return a
	}
	seller, err := s.db.UserByUsername(ctx, strings.ToLower(strings.TrimSpace(t.Seller)))
	if err != nil {
		*faults = append(*faults, vitrine.Field{Pointer: "/seller", Code: "unknown", Detail: "nobody has this username"})
		return a
	}
	a.SellerID = seller.ID
	return a
}
