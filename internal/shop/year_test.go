package shop_test

import (
	"context"
	"database/sql"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"strconv"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/blob"
	"vitrine/internal/payment"
	"vitrine/internal/payment/stripe"
	"vitrine/internal/payment/stripesim"
	"vitrine/internal/shop"
	"vitrine/internal/store"
)

// The environment says how many checkouts a year has, and by which numbers it is told: the same ones tell the same year.
const (
	checkoutsVariable = "VITRINE_TEST_CHECKOUTS"
	seedVariable      = "VITRINE_TEST_SEED"
)

func numberOf(t *testing.T, variable string, usual int) int {
	t.Helper()
	text := os.Getenv(variable)
	if text == "" {
		return usual
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		t.Fatalf("%s is %q: it is a number above zero", variable, text)
	}
	return n
}

// TestYear plays a year of a marketplace with twenty sellers that is paid by Stripe, with bundles, coupons, taxes and invoices:
// customers pay one to five orders at once, later, twice or never, money goes back in parts or whole, from the desk here
// and from Stripe's own, banks dispute it and give it again or not, sellers are paid by transfers and by batches, and
// operators see to what is left. Calls fail before and after they did something, notices are lost, late, repeated and in
// any order, and processes die between any two steps. In the end no cent is unexplained.
func TestYear(t *testing.T) {
	t.Parallel()
	many, seed := numberOf(t, checkoutsVariable, 40), numberOf(t, seedVariable, 17)
	onBothPast(t, func(t *testing.T, db *store.DB, past *sql.DB, _ bool) {
		y := newYear(t, db, past, uint64(seed))
		const days = 365
		for range many {
			y.pass(t, time.Duration(float64(days*24*time.Hour)/float64(many)*(0.5+y.random.Float64())))
			y.sim.SayFees() // late, where they were
			y.buys(t)
			y.pays(t)
			for range 8 {
				y.happens(t)
				y.pass(t, time.Duration(y.random.IntN(15))*time.Minute)
			}
			y.isTold(t)
			y.carriesOn(t)
			y.peopleAct(t)
		}
		y.ends(t)
		y.prove(t)
	})
}

// year is a marketplace in the course of a year.
type year struct {
	*market
	past      *sql.DB
	sim       *stripesim.Sim
	blobs     blob.Store
	fate      *fate
	random    *rand.Rand
	taxer     *rand.Rand // of what taxes are found by
	sellers   []vitrine.Caller
	models    [][]*vitrine.Model // of each seller
	bundles   []*vitrine.Bundle  // of each seller; nil where they have none
	buyers    []vitrine.Caller
	chief     shop.SignedIn
	checkouts []*vitrine.Checkout // as they were made
	open      map[int64][]string  // of each, the sessions that its customer knows the address of
	byHand    map[int64]bool      // those that an operator said are paid
	refused   map[string]int      // what did not go through, by why
}

const liveKey = "sk_live_0123456789"

func newYear(t *testing.T, db *store.DB, past *sql.DB, seed uint64) *year {
	t.Helper()
	y := &year{market: newMarketOn(t, db, payment.Manual{}), past: past, blobs: openDisk(t), random: rand.New(rand.NewPCG(seed, 1)),
		fate: &fate{random: rand.New(rand.NewPCG(seed, 2)), calm: true}, refused: map[string]int{},
		open: map[int64][]string{}, byHand: map[int64]bool{}}
	y.taxer = rand.New(rand.NewPCG(seed, 3))
	y.sim = stripesim.New(stripesim.Options{Key: liveKey, Secret: stripeSecret, Now: y.clock.Now, Fault: y.fate.fault})
	y.sim.SetAddress("http://127.0.0.1")
	y.shop = y.process(t)
	_, err := y.shop.Adopt(t.Context())
	wantCode(t, "adopt the stored bytes", err, "")
	y.bare(t, y.model) // whose bytes are not stored
	y.chief = y.taxes(t, foundRules())
	house := vitrine.DefaultHouse()
	house.Share, house.Payouts = 1250, vitrine.PayoutRules{Schedule: vitrine.PayoutsWeekly, Day: 3, Least: 500}
	wantCode(t, "set the share", y.shop.SetHouse(t.Context(), house), "")
	for i := range 20 {
		y.seller = y.user(t, fmt.Sprintf("seller-%d", i))
		y.sellers = append(y.sellers, y.seller)
		y.models = append(y.models, nil)
		for n := range 3 {
			y.models[i] = append(y.models[i], y.offers(t, fmt.Sprintf("Model %d of %d", n, i), vitrine.Amount(60+y.random.IntN(5000))))
		}
		y.bundles = append(y.bundles, nil)
		if pair := y.models[i][:2]; i%2 == 0 {
			y.bundles[i] = y.bundle(t, (*pair[0].Price+*pair[1].Price)*3/4, pair...)
		}
		if i%3 == 0 {
			y.coupon(t, percentOff("FRIENDS", int64(5+5*i)))
		}
		if i%5 == 0 {
			limited := amountOff("VOUCHER", vitrine.Amount(100+50*i))
			limited.Uses = vitrine.Some(int64(3))
			y.coupon(t, limited)
		}
		y.buyers = append(y.buyers, y.user(t, fmt.Sprintf("buyer-%d", i)))
	}
	y.fate.calm = false
	return y
}

// process is another process of the marketplace.
func (y *year) process(t *testing.T) *shop.Shop {
	t.Helper()
	provider, err := stripe.New(stripe.Options{Key: liveKey, Secrets: []string{stripeSecret}, API: "http://127.0.0.1", Now: y.clock.Now,
		BaseURL: "https://shop.example", Client: &http.Client{Transport: line{y.sim, y.fate}}})
	wantCode(t, "make the provider", err, "")
	return shop.New(shop.Options{DB: y.db, Blobs: y.blobs, Payments: provider, Settings: shop.DefaultSettings(), Now: func() time.Time {
		y.fate.strike(2000)
		return y.clock.Now()
	}})
}

// offers publishes a model with one file, whose bytes are stored.
func (y *year) offers(t *testing.T, title string, price vitrine.Amount) *vitrine.Model {
	t.Helper()
	m := y.publish(t, title, price)
	y.bare(t, m)
	y.addFile(t, m, put(t, y.blobs, title))
	return m
}

// bare takes the files of a model away.
func (y *year) bare(t *testing.T, m *vitrine.Model) {
	t.Helper()
	write(t, y.db, func(ctx context.Context, tx *store.Tx) error {
		for _, f := range m.Files {
			if err := tx.DeleteFile(ctx, m.ID, f.ID, today()); err != nil {
				return err
			}
		}
		return nil
	})
}

// as is somebody who has just shown who they are.
func (y *year) as(who vitrine.User) shop.SignedIn {
	return shop.SignedIn{User: who, Session: vitrine.Session{ProvedAt: y.clock.Now(), CreatedAt: y.clock.Now(), Strong: true}}
}
