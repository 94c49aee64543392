package money

import (
	"strings"

	"vitrine"
	"vitrine/internal/locale"
)

// accountWords name kinds of accounts.
var accountWords = map[vitrine.AccountKind]locale.Phrase{
	vitrine.AccountClearing:  locale.Text("account|At the payment provider"),
	vitrine.AccountBank:      locale.Text("account|At the bank"),
	vitrine.AccountDisputes:  locale.Text("account|Disputed"),
	vitrine.AccountReturns:   locale.Text("account|Owed to buyers"),
	vitrine.AccountHold:      locale.Text("account|Held for sellers"),
	vitrine.AccountAvailable: locale.Text("account|Available to sellers"),
	vitrine.AccountTransit:   locale.Text("account|On its way to sellers"),
	vitrine.AccountTax:       locale.Text("account|Tax owed"),
	vitrine.AccountShare:     locale.Text("account|Share earned"),
	vitrine.AccountFees:      locale.Text("account|Fees paid"),
	vitrine.AccountExchange:  locale.Text("account|Exchanged by the payment provider"),
	vitrine.AccountLosses:    locale.Text("account|Lost to buyers’ banks"),
}

// entryWords name kinds of entries.
var entryWords = map[vitrine.EntryKind]locale.Phrase{
	vitrine.EntrySold:           locale.Text("entry|Sold"),
	vitrine.EntryFee:            locale.Text("entry|Provider’s fee"),
	vitrine.EntryNeedless:       locale.Text("entry|Came needlessly"),
	vitrine.EntryReturned:       locale.Text("entry|Went back that came needlessly"),
	vitrine.EntryRefunded:       locale.Text("entry|Refunded"),
	vitrine.EntryRefundFailed:   locale.Text("entry|Refund came back"),
	vitrine.EntryDisputed:       locale.Text("entry|Disputed"),
	vitrine.EntryDisputeWon:     locale.Text("entry|Dispute won"),
	vitrine.EntryDisputeLost:    locale.Text("entry|Dispute lost"),
	vitrine.EntryLost:           locale.Text("entry|Lost to a buyer’s bank"),
	vitrine.EntryCovered:        locale.Text("entry|Owed, and had by the buyer already"),
	vitrine.EntryReleased:       locale.Text("entry|Released to the seller"),
	vitrine.EntryTransferred:    locale.Text("entry|Transferred to the seller"),
	vitrine.EntryTransferBack:   locale.Text("entry|Transferred back"),
	vitrine.EntryPayout:         locale.Text("entry|Payout sent"),
	vitrine.EntryPayoutArrived:  locale.Text("entry|Payout arrived"),
	vitrine.EntryPayoutReturned: locale.Text("entry|Payout came back"),
	vitrine.EntryBanked:         locale.Text("entry|Paid to the bank"),
	vitrine.EntryExchanged:      locale.Text("entry|Exchanged into another currency"),
	vitrine.EntryAdjusted:       locale.Text("entry|Adjusted by an operator"),
}

// accountWord names a kind of accounts; one that has no words by its own name.
func accountWord(l *locale.Language, kind vitrine.AccountKind) string {
	if said, ok := accountWords[kind]; ok {
		return l.Say(said)
	}
	return string(kind)
}

func entryWord(l *locale.Language, kind vitrine.EntryKind) string {
	if said, ok := entryWords[kind]; ok {
		return l.Say(said)
	}
	return string(kind)
}

// signed writes an amount with the minus that stands before its number.
func signed(l *locale.Language, a vitrine.Amount, currency string) string {
	if a < 0 {
		return "−" + l.Priced(strings.TrimPrefix(a.String(), "-"), currency)
	}
	return l.Priced(a.String(), currency)
}
