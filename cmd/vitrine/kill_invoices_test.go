package main_test

import (
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"net/http"
	"net/url"
	"path/filepath"
	"strconv"
	"sync"
	"testing"

	domain "vitrine"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// TestInvoicesWhenKilled kills the server again and again while several buyers pay and an operator gives money back:
// each payment that was answered has its invoice, each refund its credit note, and their numbers have no gaps.
func TestInvoicesWhenKilled(t *testing.T) {
	t.Parallel()
	t.Run("SQLite", func(t *testing.T) {
		t.Parallel()
		numberAgainAndAgain(t, newVictim(t))
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		t.Parallel()
		v := newVictim(t)
		v.database = storetest.NewPostgres(t).Address(t)
		numberAgainAndAgain(t, v)
	})
}

// till is where buyers pay, and what they were told.
type till struct {
	*victim
	model           int
	buyer, operator string

	mu                sync.Mutex
	paid              []int64
	refunded          []int64
	payments, refunds *tally // since the server was started
}

func numberAgainAndAgain(t *testing.T, v *victim) {
	till := &till{victim: v, buyer: v.user(t, "buyer"), operator: v.userWith(t, "operator", "--admin").Token}
	seller := v.user(t, "seller")
	till.onDatabase(t, func(db *store.DB) error {
		return db.Write(t.Context(), func(tx *store.Tx) error {
			return tx.SetTaxRules(t.Context(), domain.TaxRules{Mode: domain.TaxNone, Seller: domain.ShopSells, Series: "RE-", Zone: "UTC",
				Note: "No tax is charged.", House: domain.Party{Name: "Vitrine GmbH", Address: "Marktplatz 1", Country: "DE"}})
		})
	})
	v.start(t)
	path, err := v.publish(t.Context(), seller)
	if err != nil {
		t.Fatal(err)
	}
	if till.model, err = strconv.Atoi(path[len("/v1/models/"):]); err != nil {
		t.Fatal(err)
	}
	v.kill(t)
	rounds := kills(t)
	for round := range rounds {
		till.payUntilKilled(t, round%2 == 1)
		till.wantNumbers(t)
		if t.Failed() {
			t.Fatalf("after kill %d of %d", round+1, rounds)
		}
	}
	v.check(t, false)
	t.Logf("killed %d times, with %d payments and %d refunds answered", rounds+1, len(till.paid), len(till.refunded))
}

// payUntilKilled starts the server, and kills it when some payments, or refunds, were answered and others are under way.
func (c *till) payUntilKilled(t *testing.T, refunds bool) {
	t.Helper()
	c.payments, c.refunds = newTally(1+rand.IntN(6)), newTally(1+rand.IntN(2))
	enough := c.payments.enough
	if refunds {
		enough = c.refunds.enough
	}
	pay := c.payAndGiveBack
	c.workUntilKilled(t, enough, pay, pay, pay, pay)
}

// payAndGiveBack pays an order, and has every other one's money go back.
func (c *till) payAndGiveBack(ctx context.Context) error {
	text, err := c.json(ctx, c.buyer, http.MethodPost, "/v1/orders", map[string]any{"model_id": c.model, "again": true}, http.StatusCreated)
	if err != nil {
		return err
	}
	var order struct {
		ID       string `json:"id"`
		Checkout string `json:"checkout_url"`
	}
	if err := json.Unmarshal(text, &order); err != nil {
		return err
	}
	id, err := strconv.ParseInt(order.ID, 10, 64)
	address, err2 := url.Parse(order.Checkout)
	if err := errors.Join(err, err2); err != nil {
		return err
	}
	_, err = c.call(ctx, "", http.MethodPost, address.Path, "application/x-www-form-urlencoded", []byte("outcome=pay"), http.StatusOK)
	if err != nil {
		return err
	}
	c.mu.Lock()
	c.paid = append(c.paid, id)
	c.payments.count()
	back := len(c.paid)%2 == 0
	c.mu.Unlock()
	if !back {
		return nil
	}
	if _, err := c.json(ctx, c.operator, http.MethodPost, "/v1/orders/"+order.ID+"/refund", map[string]any{}, http.StatusOK); err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.refunded = append(c.refunded, id)
	c.refunds.count()
	return nil
}

// onDatabase works on the database of a server that is down.
func (c *till) onDatabase(t *testing.T, do func(db *store.DB) error) {
	t.Helper()
	address := c.database
	if address == "" {
		address = filepath.Join(c.data, "vitrine.db")
	}
	db, err := store.Open(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(do(db), db.Close()); err != nil {
		t.Fatal(err)
	}
}

// wantNumbers compares the documents with what was answered, and looks for gaps in their numbers.
func (c *till) wantNumbers(t *testing.T) {
	t.Helper()
	billed, credited := map[int64]bool{}, map[int64]bool{}
	var numbers []int64
	c.onDatabase(t, func(db *store.DB) error {
		for before := int64(0); ; {
			list, more, err := db.Invoices(t.Context(), domain.InvoiceQuery{Before: before, Size: 500})
			for _, i := range list {
				if i.Kind == domain.Credited {
					credited[i.OrderID] = true
				} else {
					billed[i.OrderID] = true
				}
				numbers, before = append(numbers, i.Sequence), i.ID
			}
			if err != nil || !more {
				return err
			}
		}
	})
	for i, n := range numbers {
		if want := int64(len(numbers) - i); n != want {
			t.Errorf("of %d documents that at place %d has the number %d", len(numbers), want, n)
			break
		}
	}
	for _, id := range c.paid {
		if !billed[id] {
			t.Errorf("the payment of order %d was answered, and it has no invoice", id)
		}
	}
	for _, id := range c.refunded {
		if !credited[id] {
			t.Errorf("the refund of order %d was answered, and it has no credit note", id)
		}
	}
}
