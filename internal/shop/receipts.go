package shop

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"vitrine"
	"vitrine/internal/receipt"
	"vitrine/internal/store"
)

// SignedReceipt proves what was bought, and under which licence.
type SignedReceipt struct {
	Text   string // signed
	Claims *receipt.Claims
}

// Receipt returns the receipt of an order that whoever asks may see, signed by the newest
// key, which is made when there is none. Conflict for an order that isn't paid, or whose
// money went back.
func (s *Shop) Receipt(ctx context.Context, o *vitrine.Order) (SignedReceipt, error) {
	if o.Status == vitrine.Refunded {
		return SignedReceipt{}, vitrine.Errorf(vitrine.Conflict, "the order is refunded: its receipt is revoked")
	}
	if !o.Status.Proves() {
		return SignedReceipt{}, vitrine.Errorf(vitrine.Conflict, "the order is %s: only what is paid has a receipt", s.statusNow(o))
	}
	house, err := s.House(ctx)
	if err != nil {
		return SignedReceipt{}, err
	}
	key, err := s.receiptKey(ctx)
	if err != nil {
		return SignedReceipt{}, err
	}
	claims := s.claimsOf(o, house.Name)
	text, err := receipt.Sign(claims, key)
	return SignedReceipt{text, claims}, err
}

// ReceiptOfCheckout is Receipt of the order that a receipt page belongs to.
func (s *Shop) ReceiptOfCheckout(ctx context.Context, checkoutKey string) (*vitrine.Order, SignedReceipt, error) {
	o, err := s.OrderOfCheckout(ctx, checkoutKey)
	if err != nil {
		return nil, SignedReceipt{}, err
	}
	signed, err := s.Receipt(ctx, o)
	return o, signed, err
}

// claimsOf are what the receipt of an order says.
func (s *Shop) claimsOf(o *vitrine.Order, house string) *receipt.Claims {
	c := &receipt.Claims{
		Issuer: s.baseURL, IssuedAt: s.now().Unix(), Marketplace: house, Live: o.Live, Buyer: o.BuyersEmail,
		Order: receipt.Order{ID: idText(o.ID), UUID: o.UUID, PaidAt: o.PaidAt.UTC(), Price: o.Price.String(), Currency: o.Currency},
		Model: receipt.Model{ID: idText(o.ModelID), Title: o.Model.Title, Author: o.Model.AuthorName},
		License: receipt.License{Type: string(o.License.Type), Name: o.License.Name, Version: o.License.Version,
			TextHash: o.License.Hash},
		Files: make([]receipt.File, len(o.Files)),
	}
	for i, f := range o.Files {
		c.Files[i] = receipt.File{Name: f.Name, Size: f.Size, SHA256: f.SHA256}
	}
	return c
}

// receiptKey is the key that signs receipts now. It is made where there is none that the
// keys of the marketplace open: of several processes that need one at once, one makes it.
func (s *Shop) receiptKey(ctx context.Context) (*receipt.Key, error) {
	key, err := openReceiptKey(s.db.ReceiptKeys(ctx))
	if key != nil || err != nil {
		return key, err
	}
	err = s.db.Write(ctx, func(tx *store.Tx) error {
		if key, err = openReceiptKey(tx.ReceiptKeys(ctx)); key != nil || err != nil {
			return err
		}
		key, err = s.addReceiptKey(ctx, tx)
		return err
	})
	return key, err
}

// openReceiptKey is the newest of some keys; nil when that can't be opened, or there is none.
func openReceiptKey(keys []store.ReceiptKey, err error) (*receipt.Key, error) {
	if err != nil || len(keys) == 0 || keys[0].Secret == "" {
		return nil, err
	}
	return receipt.ParseKey(keys[0].Secret)
}

func (s *Shop) addReceiptKey(ctx context.Context, tx *store.Tx) (*receipt.Key, error) {
	key, err := receipt.NewKey()
	if err != nil {
		return nil, err
	}
	return key, tx.AddReceiptKey(ctx, store.ReceiptKey{Public: key.Public().Text(), Secret: key.Secret(), CreatedAt: s.now()})
}

// RotateReceiptKey has receipts signed by a new key from now on, and returns its name and how
// many keys check receipts. Those of before go on checking what they signed.
func (s *Shop) RotateReceiptKey(ctx context.Context) (name string, keys int, err error) {
	err = s.db.Write(ctx, func(tx *store.Tx) error {
		before, err := receiptSet(tx.ReceiptKeys(ctx))
		if err != nil {
			return err
		}
		key, err := s.addReceiptKey(ctx, tx)
		if err != nil {
			return err
		}
		name, keys = key.ID, len(before)+1
		was := ""
		if len(before) > 0 {
			was = before[0].ID
		}
		return s.Note(ctx, tx, Noted{Act: vitrine.ActKeysReceipts, Before: facts{"newest": was}, After: facts{"newest": name, "keys": keys}})
	})
	return name, keys, err
}

// ReceiptKeys are the public keys that check receipts, the newest first.
func (s *Shop) ReceiptKeys(ctx context.Context) (receipt.Set, error) {
	return receiptSet(s.db.ReceiptKeys(ctx))
}

func receiptSet(keys []store.ReceiptKey, err error) (receipt.Set, error) {
	set := receipt.Set{}
	for _, k := range keys {
		public, err := receipt.ParsePublic(k.Public)
		if err != nil {
			return nil, fmt.Errorf("read a stored key: %w", err)
		}
		set = append(set, public)
	}
	return set, err
}

// ReceiptState is what a marketplace says of a receipt.
type ReceiptState string

// The states of a receipt.
const (
	ReceiptValid   ReceiptState = "valid"
	ReceiptRevoked ReceiptState = "revoked" // it was given, and the money went back
	ReceiptForged  ReceiptState = "forged"  // this marketplace never gave it as it is
	ReceiptForeign ReceiptState = "foreign" // another marketplace may have given it
	ReceiptUnknown ReceiptState = "unknown" // it was given, and its order isn't known any more
	ReceiptNone    ReceiptState = "none"    // it is no receipt
)

// CheckedReceipt is what a marketplace says of a receipt that somebody shows.
type CheckedReceipt struct {
	State  ReceiptState
	Claims *receipt.Claims // what it says, nil unless this marketplace signed it
	Issuer string          // where a foreign one claims to come from
}

// CheckReceipt says what becomes of a receipt that anybody shows. Nothing of the order is told
// that the receipt doesn't say, but whether it still holds.
func (s *Shop) CheckReceipt(ctx context.Context, text string) (CheckedReceipt, error) {
	keys, err := s.ReceiptKeys(ctx)
	if err != nil {
		return CheckedReceipt{}, err
	}
	text = strings.TrimSpace(text)
	claims, err := receipt.Verify(text, keys)
	switch {
	case errors.Is(err, receipt.ErrForged):
		return CheckedReceipt{State: ReceiptForged}, nil
	case errors.Is(err, receipt.ErrUnknownKey):
		return s.foreignReceipt(text), nil
	case err != nil:
		return CheckedReceipt{State: ReceiptNone}, nil
	}
	state, err := s.receiptState(ctx, claims)
	return CheckedReceipt{State: state, Claims: claims}, err
}

// foreignReceipt is one that no key of this marketplace signed.
func (s *Shop) foreignReceipt(text string) CheckedReceipt {
	claimed, err := receipt.Claimed(text)
	switch {
	case err != nil:
		return CheckedReceipt{State: ReceiptNone}
	case claimed.Issuer == s.baseURL:
		return CheckedReceipt{State: ReceiptForged}
	}
	return CheckedReceipt{State: ReceiptForeign, Issuer: claimed.Issuer}
}

// receiptState says whether a receipt that this marketplace gave still holds.
func (s *Shop) receiptState(ctx context.Context, c *receipt.Claims) (ReceiptState, error) {
	id, err := strconv.ParseInt(c.Order.ID, 10, 64)
	if err != nil {
		return ReceiptUnknown, nil
	}
	o, err := s.db.Order(ctx, id)
	switch {
	case vitrine.CodeOf(err) == vitrine.NotFound:
		return ReceiptUnknown, nil
	case err != nil:
		return "", err
	case o.UUID != c.Order.UUID || !o.Status.Taken():
		return ReceiptUnknown, nil
	case o.Status == vitrine.Refunded:
		return ReceiptRevoked, nil
	}
	return ReceiptValid, nil
}
