package store_test

import (
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// TestLedgerIsOnlyAddedTo tries on both databases what would change the ledger, has the check find
// lines that were added beside Book, and empties it where a restore begins.
func TestLedgerIsOnlyAddedTo(t *testing.T) {
	t.Parallel()
	postgres := storetest.NewPostgres(t)
	for name, db := range map[string]*store.DB{"SQLite": storetest.SQLite(t), "PostgreSQL": postgres.Open(t)} {
		bank := vitrine.LedgerAccount{Kind: vitrine.AccountBank, Currency: "EUR", Live: true}
		tax := vitrine.LedgerAccount{Kind: vitrine.AccountTax, Currency: "EUR", Live: true}
		entry := vitrine.LedgerEntry{Kind: vitrine.EntryAdjusted, Cause: "a", Note: "why", CreatedAt: time.UnixMicro(7).UTC(),
			Lines: []vitrine.LedgerLine{{Account: bank, Amount: 5}, {Account: tax, Amount: -5}}}
		inTx(t, db, func(tx *store.Tx) error { _, err := tx.Book(t.Context(), &entry); return err })
		tries := []string{"UPDATE ledger_lines SET amount = 6", "DELETE FROM ledger_lines", "UPDATE ledger_entries SET note = ''",
			"DELETE FROM ledger_entries", "UPDATE ledger_accounts SET seller_id = 3", "DELETE FROM ledger_accounts",
			"INSERT INTO ledger_lines (account_id, entry_id, amount) SELECT account_id, entry_id, 7 FROM ledger_lines",
			"INSERT INTO ledger_lines (account_id, entry_id, amount) SELECT 77, id, 0 FROM ledger_entries"}
		if name == "PostgreSQL" {
			tries = append(tries, "TRUNCATE ledger_lines", "TRUNCATE ledger_accounts")
		} else {
			tries = append(tries,
				"INSERT OR REPLACE INTO ledger_lines (account_id, entry_id, amount) SELECT account_id, entry_id, 7 FROM ledger_lines")
		}
		for _, text := range tries {
			if err := db.Write(t.Context(), func(tx *store.Tx) error { return tx.Run(t.Context(), text) }); err == nil {
				t.Errorf("%s: %q was done", name, text)
			}
		}
		if faults, err := db.UnevenEntries(t.Context(), 10); len(faults) > 0 || err != nil {
			t.Errorf("%s: entries are uneven: %+v, %v", name, faults, err)
		}
		inTx(t, db, func(tx *store.Tx) error {
			return tx.Run(t.Context(), "INSERT INTO ledger_lines (account_id, entry_id, amount) SELECT 77, id, 9 FROM ledger_entries WHERE TRUE")
		})
		if faults, err := db.UnevenEntries(t.Context(), 10); len(faults) != 1 || faults[0].Amount != 9 || err != nil {
			t.Errorf("%s: the uneven entry is %+v, %v", name, faults, err)
		}
		if err := db.BeginLoad(t.Context()); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if faults, err := db.UnevenEntries(t.Context(), 10); len(faults) != 0 || err != nil {
			t.Errorf("%s: for a load the ledger is emptied of all but %+v, %v", name, faults, err)
		}
	}
}
