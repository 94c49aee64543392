package api

import (
	"context"
	"strconv"
	"time"

	"vitrine"
	"vitrine/internal/shop"
	"vitrine/internal/store"
)

// LedgerAccountRecord is what stands on accounts of a kind together.
type LedgerAccountRecord struct {
	Account  string  `json:"account" enum:"clearing,bank,disputes,returns,hold,available,transit,tax,share,fees,losses,exchange" doc:"What the money is."`
	Provider *string `json:"provider" nullable:"true" example:"stripe" doc:"The provider of payments that it belongs to; null where it belongs to none."`
	Currency string  `json:"currency" example:"USD" doc:"ISO 4217 code."`
	Live     bool    `json:"livemode" doc:"Whether it is real money."`
	Accounts int64   `json:"accounts" doc:"How many accounts there are: one of each seller where they are sellers', else one."`
	Balance  string  `json:"balance" pattern:"^-?[0-9]+\\.[0-9]{2}$" example:"-120.00" doc:"Above zero what the marketplace has, or has spent; below zero what it owes, or has earned. Those of a currency sum to zero."`
}

// LedgerEntryRecord is one movement of money between accounts.
type LedgerEntryRecord struct {
	ID        int64              `json:"id" example:"7" doc:"Names the entry. Later ones have higher numbers."`
	Kind      string             `json:"kind" enum:"sold,fee,needless,returned,refunded,refund_failed,disputed,dispute_won,dispute_lost,lost,covered,released,transferred,transfer_back,payout,payout_arrived,payout_returned,banked,exchanged,adjusted" doc:"What happened."`
	Cause     string             `json:"cause" example:"order:12:paid" doc:"By what it was booked; nothing is booked twice by the same."`
	OrderID   *string            `json:"order_id" nullable:"true" example:"12" doc:"The order that it is of; null where it is of none."`
	Note      string             `json:"note" doc:"Why, in the words of an operator; empty where it follows from an event."`
	Currency  string             `json:"currency" example:"USD" doc:"ISO 4217 code."`
	Live      bool               `json:"livemode" doc:"Whether it is real money."`
	Amount    string             `json:"amount" pattern:"^[0-9]+\\.[0-9]{2}$" example:"12.50" doc:"How much it moves: the sum of its lines above zero."`
	Lines     []LedgerLineRecord `json:"lines" nullable:"false" doc:"What it does to each account. They sum to zero."`
	CreatedAt time.Time          `json:"created_at" doc:"When it was booked. It is never changed: what is wrong is put right by another one."`
}

// LedgerLineRecord is what an entry does to one account.
type LedgerLineRecord struct {
	Account  string  `json:"account" enum:"clearing,bank,disputes,returns,hold,available,transit,tax,share,fees,losses,exchange" doc:"What the money on it is."`
	Provider *string `json:"provider" nullable:"true" example:"stripe" doc:"The provider of payments that it belongs to; null for none."`
	SellerID *int64  `json:"seller_id" nullable:"true" example:"1" doc:"The seller whose it is; null for none. It stays when the person is erased."`
	Amount   string  `json:"amount" pattern:"^-?[0-9]+\\.[0-9]{2}$" example:"-12.50" doc:"What is added to it."`
}

type ledgerAccountsOutput struct {
	Body struct {
		Accounts []LedgerAccountRecord `json:"accounts" nullable:"false" doc:"Real money first, then by currency."`
	}
}

type listLedgerInput struct {
	OnwardInput
	Account  string           `query:"account" enum:"clearing,bank,disputes,returns,hold,available,transit,tax,share,fees,losses,exchange" doc:"Only entries that move something on an account of this kind."`
	SellerID int64            `query:"seller_id" minimum:"1" doc:"Only entries that move something on an account of this seller."`
	OrderID  int64            `query:"order_id" minimum:"1" doc:"Only entries of this order."`
	Kind     string           `query:"kind" enum:"sold,fee,needless,returned,refunded,refund_failed,disputed,dispute_won,dispute_lost,lost,covered,released,transferred,transfer_back,payout,payout_arrived,payout_returned,banked,exchanged,adjusted" doc:"Only entries of this kind."`
	Cause    string           `query:"cause" doc:"Only the entry that was booked by this cause." example:"order:12:paid"`
	Amount   string           `query:"amount" pattern:"^[0-9]{1,6}(\\.[0-9]{1,2})?$" doc:"Only entries that move this much." example:"12.50"`
	Since    param[time.Time] `query:"since" doc:"Only what was booked at this time or later, RFC 3339." example:"2026-03-01T00:00:00Z"`
	Until    param[time.Time] `query:"until" doc:"Only what was booked before this time, RFC 3339." example:"2026-04-01T00:00:00Z"`
}

type ledgerEntriesOutput struct {
	Link string `header:"Link"`
	Body struct {
		Entries []LedgerEntryRecord `json:"entries" nullable:"false" doc:"Those of this page, the newest first."`
	}
}

type ledgerEntryInput struct {
	ID int64 `path:"id" doc:"The entry's id."`
}

type ledgerEntryOutput struct{ Body LedgerEntryRecord }

// LedgerPlace names an account.
type LedgerPlace struct {
	Account  string `json:"account" enum:"clearing,bank,disputes,returns,hold,available,transit,tax,share,fees,losses,exchange" example:"available" doc:"What the money on it is."`
	Provider string `json:"provider,omitempty" doc:"The provider of payments, of clearing, disputes, returns and fees."`
	SellerID int64  `json:"seller_id,omitempty" minimum:"1" example:"1" doc:"The seller, of hold, available and transit."`
}

type adjustLedgerInput struct {
	Body struct {
		From     LedgerPlace `json:"from" doc:"Where the marketplace has less then, or owes more: a seller who is to get something is named here."`
		To       LedgerPlace `json:"to" doc:"Where the marketplace has more then, or owes less."`
		Amount   decimal     `json:"amount" example:"2.50" doc:"How much is moved, above zero."`
		Currency string      `json:"currency" pattern:"^[A-Z]{3}$" example:"USD" doc:"ISO 4217 code."`
		Live     bool        `json:"livemode" doc:"Whether it is real money, which never meets any that is not."`
		Reason   string      `json:"reason" minLength:"1" maxLength:"500" example:"The share was asked twice." doc:"Why. It stays with the entry."`
	}
}

type adjustedOutput struct {
	Location string `header:"Location"`
	Body     adjustedEntry
}

type adjustedEntry struct {
	Success bool `json:"success" doc:"Always true."`
	LedgerEntryRecord
}

func (s *Server) ledgerAccounts(ctx context.Context, _ *struct{}) (*ledgerAccountsOutput, error) {
	who, err := s.desk(ctx)
	if err != nil {
		return nil, err
	}

	sums, err := s.shop.LedgerSums(ctx, who)
	if err != nil {
		return nil, err
	}

	out := &ledgerAccountsOutput{}
	out.Body.Accounts = encodeAll(sums, encodeLedgerSum)
	return out, nil
}

func (s *Server) listLedger(ctx context.Context, in *listLedgerInput) (*ledgerEntriesOutput, error) {
	who, err := s.desk(ctx)
	if err != nil {
		return nil, err
	}
	q := vitrine.LedgerQuery{OrderID: in.OrderID, SellerID: in.SellerID, Kind: vitrine.EntryKind(in.Kind), Cause: in.Cause,
		Account: vitrine.AccountKind(in.Account), From: in.Since.value, To: in.Until.value, Page: in.page()}
	if in.Amount != "" {
		if q.Amount, err = vitrine.ParsePrice(in.Amount); err != nil || q.Amount == 0 {
			return nil, badParameter("amount", "not_allowed", "no entry moves nothing")
		}
	}

	found, err := s.shop.LedgerEntries(ctx, who, q)
	if err != nil {
		return nil, err
	}

	out := &ledgerEntriesOutput{Link: in.links(s, found.Next)}
	out.Body.Entries = encodeAll(found.Entries, encodeLedgerEntry)
	return out, nil
}

func (s *Server) ledgerEntry(ctx context.Context, in *ledgerEntryInput) (*ledgerEntryOutput, error) {
	who, err := s.desk(ctx)
	if err != nil {
		return nil, err
	}

	e, err := s.shop.LedgerEntry(ctx, who, in.ID)
	if err != nil {
		return nil, err
	}

	return &ledgerEntryOutput{encodeLedgerEntry(&e)}, nil
}

// adjustLedger has an operator put the ledger right.
func (s *Server) adjustLedger(ctx context.Context, in *adjustLedgerInput) (*adjustedOutput, error) {
	who, err := s.desk(ctx)
	if err != nil {
		return nil, err
	}
	amount, wrong := in.Body.Amount.parse("/amount")
	if wrong != nil {
		return nil, vitrine.InvalidFields([]vitrine.Field{*wrong})
	}

	entry, err := s.shop.Adjust(ctx, who, shop.Adjustment{From: in.account(in.Body.From), To: in.account(in.Body.To), Amount: amount,
		Reason: in.Body.Reason, Answer: answering(ctx, s.adjusted)})
	if err != nil {
		return nil, err
	}

	return s.adjusted(&entry), nil
}

func (in *adjustLedgerInput) account(p LedgerPlace) vitrine.LedgerAccount {
	return vitrine.LedgerAccount{Kind: vitrine.AccountKind(p.Account), Provider: p.Provider, SellerID: p.SellerID,
		Currency: in.Body.Currency, Live: in.Body.Live}
}

func (s *Server) adjusted(e *vitrine.LedgerEntry) *adjustedOutput {
	return &adjustedOutput{Location: s.absolute("/v1/ledger/entries/" + strconv.FormatInt(e.ID, 10)),
		Body: adjustedEntry{true, encodeLedgerEntry(e)}}
}

func encodeLedgerSum(sum *store.LedgerSum) LedgerAccountRecord {
	return LedgerAccountRecord{Account: string(sum.Kind), Provider: textOrNull(sum.Provider), Currency: sum.Currency, Live: sum.Live,
		Accounts: sum.Accounts, Balance: sum.Sum.String()}
}

func encodeLedgerEntry(e *vitrine.LedgerEntry) LedgerEntryRecord {
	of := e.Lines[0].Account // all are of one currency
	encoded := LedgerEntryRecord{ID: e.ID, Kind: string(e.Kind), Cause: e.Cause, Note: e.Note, Currency: of.Currency, Live: of.Live,
		Amount: e.Moves().String(), CreatedAt: e.CreatedAt, Lines: encodeAll(e.Lines, encodeLedgerLine)}
	if e.OrderID != 0 {
		id := strconv.FormatInt(e.OrderID, 10)
		encoded.OrderID = &id
	}
	return encoded
}

func encodeLedgerLine(l *vitrine.LedgerLine) LedgerLineRecord {
	encoded := LedgerLineRecord{Account: string(l.Account.Kind), Provider: textOrNull(l.Account.Provider), Amount: l.Amount.String()}
	if l.Account.SellerID != 0 {
		encoded.SellerID = &l.Account.SellerID
	}
	return encoded
}
