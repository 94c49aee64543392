package vitrine_test

import (
	"testing"

	"vitrine"
)

// TestLedgerEntry refuses entries that would break the books.
func TestLedgerEntry(t *testing.T) {
	t.Parallel()
	good := func() *vitrine.LedgerEntry {
		bank := vitrine.LedgerAccount{ID: 1, Kind: vitrine.AccountBank, Currency: "EUR"}
		hold := vitrine.LedgerAccount{ID: 2, Kind: vitrine.AccountHold, SellerID: 7, Currency: "EUR"}
		return &vitrine.LedgerEntry{Cause: "c", Lines: []vitrine.LedgerLine{{Account: bank, Amount: 5}, {Account: hold, Amount: -5}}}
	}
	if err := good().Check(); err != nil {
		t.Error(err)
	}
	for name, spoil := range map[string]func(*vitrine.LedgerEntry){
		"a cent is missing": func(e *vitrine.LedgerEntry) { e.Lines[0].Amount = 4 },
		"one line":          func(e *vitrine.LedgerEntry) { e.Lines = e.Lines[:1] },
		"no cause":          func(e *vitrine.LedgerEntry) { e.Cause = "" },
		"nothing moves":     func(e *vitrine.LedgerEntry) { e.Lines[0].Amount, e.Lines[1].Amount = 0, 0 },
		"too much below":    func(e *vitrine.LedgerEntry) { e.Lines[1].Amount = -vitrine.MaxLine - 1 },
		"two currencies":    func(e *vitrine.LedgerEntry) { e.Lines[1].Account.Currency = "USD" },
		"no currency":       func(e *vitrine.LedgerEntry) { e.Lines[0].Account.Currency, e.Lines[1].Account.Currency = "", "" },
		"real and not real": func(e *vitrine.LedgerEntry) { e.Lines[1].Account.Live = true },
		"a provider's bank": func(e *vitrine.LedgerEntry) { e.Lines[0].Account.Provider = "stripe" },
		"nobody's earnings": func(e *vitrine.LedgerEntry) { e.Lines[1].Account.SellerID = 0 },
		"the same account": func(e *vitrine.LedgerEntry) {
			e.Lines[1].Account = e.Lines[0].Account
			e.Lines[1].Account.ID = 0
		},
	} {
		e := good()
		spoil(e)
		if err := e.Check(); vitrine.CodeOf(err) != vitrine.Invalid {
			t.Errorf("%s: %v, want invalid", name, err)
		}
	}
}
