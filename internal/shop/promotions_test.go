package shop_test

import (
	"sync"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/shop"
	"vitrine/internal/store"
)

// plan is a promotion by percent, from a time on for a day.
func plan(percent int64, begins time.Time, models ...int64) shop.NewPromotion {
	n := shop.NewPromotion{PromotionChange: shop.PromotionChange{
		Name: vitrine.Some("Spring"), Percent: vitrine.Some(percent), BeginsAt: vitrine.Some(begins),
		EndsAt: vitrine.Some(begins.Add(24 * time.Hour)),
	}}
	if len(models) > 0 {
		n.ModelIDs = vitrine.Some(models)
	}
	return n
}

// wantPrices compares what a model costs, what is struck out, and the lowest price of before, each "" for none.
func (m *market) wantPrices(t *testing.T, what string, id int64, price, original, lowest string) {
	t.Helper()
	found, err := m.db.Model(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	for name, pair := range map[string]struct {
		got  *vitrine.Amount
		want string
	}{"price": {found.Price, price}, "original": {found.OriginalPrice, original}, "lowest": {found.LowestBefore, lowest}} {
		got := ""
		if pair.got != nil {
			got = pair.got.String()
		}
		if got != pair.want {
			t.Errorf("%s: the %s is %q, want %q", what, name, got, pair.want)
		}
	}
}

func (m *market) carry(t *testing.T) {
	t.Helper()
	if err := m.shop.CarryPromotions(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// TestPromotionLowersPricesForItsTime follows prices through a promotion of all models of a seller, by two processes at once.
func TestPromotionLowersPricesForItsTime(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		m := newMarketOn(t, db, &bank{begin: confirmed})
		lamp, free := m.publish(t, "Lamp", 999), m.publish(t, "Gift", 0)
		begins := m.clock.Now().Add(time.Hour)
		p, err := m.shop.PlanPromotion(t.Context(), m.seller, plan(20, begins))
		wantCode(t, "planning", err, "")
		m.carry(t)
		m.wantPrices(t, "an hour before", m.model.ID, "12.50", "", "")

		m.clock.Advance(time.Hour)
		var work sync.WaitGroup
		for range 2 {
			work.Go(func() {
				if err := m.shopWith(&bank{}).CarryPromotions(t.Context()); err != nil {
					t.Error(err)
				}
			})
		}
		work.Wait()
		m.wantPrices(t, "while it runs", m.model.ID, "10.00", "12.50", "12.50")
		m.wantPrices(t, "rounded", lamp.ID, "7.99", "9.99", "9.99")
		m.wantPrices(t, "what is free", free.ID, "0.00", "", "")
		found, err := m.db.Catalogue(t.Context(), vitrine.CatalogueQuery{Discounted: new(true), Page: vitrine.Page{Number: 1, Size: 10}})
		if err != nil || len(found.Records) != 2 {
			t.Errorf("%d models are discounted, %v", len(found.Records), err)
		}
		if o := m.order(t, m.model.ID); o.Price != 1000 {
			t.Errorf("an order costs %s", o.Price)
		}

		m.clock.Advance(24 * time.Hour)
		m.carry(t)
		m.carry(t)
		m.wantPrices(t, "after its end", m.model.ID, "12.50", "", "")
		m.wantPrices(t, "after its end", lamp.ID, "9.99", "", "")
		if p, err = m.shop.Promotion(t.Context(), m.seller, p.ID); err != nil || p.State != vitrine.PromotionEnded || !p.Carried {
			t.Errorf("it is %+v, %v", p, err)
		}
		wantCode(t, "changing what is over", second(m.shop.EndPromotion(t.Context(), m.seller, p.ID, nil)), vitrine.Conflict)
	})
}

func second[T any](_ T, err error) error { return err }

// TestPromotionGivesWay has an author change a price, take a model off and delete one while a promotion lowers them.
func TestPromotionGivesWay(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		m := newMarketOn(t, db, &bank{})
		dearer, off, gone, same, own := m.publish(t, "Dearer", 1000), m.publish(t, "Off", 1000), m.publish(t, "Gone", 1000),
			m.publish(t, "Same", 1000), m.publish(t, "Own", 1000)
		for _, model := range []*vitrine.Model{dearer, off, gone, same, own} {
			m.model = model
			m.complete(t)
		}
		m.clock.Advance(time.Hour)
		_, err := m.shop.PlanPromotion(t.Context(), m.seller, plan(10, m.clock.Now()))
		wantCode(t, "planning", err, "")
		m.wantPrices(t, "begun at once", dearer.ID, "9.00", "10.00", "10.00")
		m.clock.Advance(time.Hour)
		change := func(id int64, c vitrine.ModelChange) {
			t.Helper()
			_, err := m.shop.UpdateModel(t.Context(), m.seller, id, shop.ModelRequest{ModelChange: c}, nil)
			wantCode(t, "changing", err, "")
		}
		amount := vitrine.Some[vitrine.Amount]
		change(dearer.ID, vitrine.ModelChange{Price: amount(2000), OriginalPrice: amount(1000)}) // as its form shows it
		change(off.ID, vitrine.ModelChange{Price: amount(900), Status: vitrine.Some(vitrine.Draft)})
		change(same.ID, vitrine.ModelChange{Price: amount(900), OriginalPrice: amount(1000), Title: vitrine.Some("Same price")})
		change(own.ID, vitrine.ModelChange{Price: amount(700), OriginalPrice: amount(800)})
		wantCode(t, "deleting", m.shop.DeleteModel(t.Context(), m.seller, gone.ID, nil), "")
		m.wantPrices(t, "made dearer", dearer.ID, "20.00", "", "")
		m.wantPrices(t, "taken off", off.ID, "10.00", "", "")
		m.wantPrices(t, "changed in its title", same.ID, "9.00", "10.00", "10.00")
		m.wantPrices(t, "discounted by its author", own.ID, "7.00", "8.00", "9.00")
		m.clock.Advance(24 * time.Hour)
		m.carry(t)
		m.wantPrices(t, "made dearer, at the end", dearer.ID, "20.00", "", "")
		m.wantPrices(t, "changed in its title, at the end", same.ID, "10.00", "", "")
		m.wantPrices(t, "discounted by its author, at the end", own.ID, "7.00", "8.00", "9.00")
	})
}

// TestPromotionIsOverBeforeItBegan has no process run while a promotion would have.
func TestPromotionIsOverBeforeItBegan(t *testing.T) {
	t.Parallel()
	m := newMarket(t, &bank{})
	_, err := m.shop.PlanPromotion(t.Context(), m.seller, plan(10, m.clock.Now().Add(time.Hour), m.model.ID))
	wantCode(t, "planning", err, "")
	m.clock.Advance(48 * time.Hour)
	m.carry(t)
	m.wantPrices(t, "over", m.model.ID, "12.50", "", "")
	if due, err := m.shop.PromotionsDue(t.Context()); due || err != nil {
		t.Errorf("something is due still: %v, %v", due, err)
	}
}

// TestPromotionsDontMeet refuses promotions of the same models at the same time, of models of others and what makes no sense.
func TestPromotionsDontMeet(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		m := newMarketOn(t, db, &bank{})
		lamp, later := m.publish(t, "Lamp", 900), m.clock.Now().Add(time.Hour)
		other := m.user(t, "other")
		first, err := m.shop.PlanPromotion(t.Context(), m.seller, plan(10, later, m.model.ID))
		wantCode(t, "the first", err, "")
		none := plan(10, later)
		none.ModelIDs = vitrine.Some([]int64{})
		both := plan(10, later, lamp.ID)
		both.Price = vitrine.Some[vitrine.Amount](5)
		both.Name = vitrine.Some("")
		for name, one := range map[string]struct {
			by   vitrine.Caller
			n    shop.NewPromotion
			want vitrine.Code
		}{
			"of the same model":     {m.seller, plan(20, later, m.model.ID, lamp.ID), vitrine.Conflict},
			"of all":                {m.seller, plan(20, later.Add(23*time.Hour)), vitrine.Conflict},
			"of somebody else's":    {other, plan(20, later, m.model.ID), vitrine.Invalid},
			"of none":               {m.seller, none, vitrine.Invalid},
			"two ways, and no name": {m.seller, both, vitrine.Invalid},
			"by nothing":            {m.seller, plan(100, later, lamp.ID), vitrine.Invalid},
			"that is over":          {m.seller, plan(10, later.Add(-48*time.Hour), lamp.ID), vitrine.Invalid},
			"of the whole shop":     {m.seller, shop.NewPromotion{Whole: true}, vitrine.Forbidden},
		} {
			wantCode(t, name, second(m.shop.PlanPromotion(t.Context(), one.by, one.n)), one.want)
		}
		wantCode(t, "of another model", second(m.shop.PlanPromotion(t.Context(), m.seller, plan(20, later, lamp.ID))), "")
		wantCode(t, "afterwards", second(m.shop.PlanPromotion(t.Context(), m.seller, plan(20, later.Add(24*time.Hour), m.model.ID))), "")
		wantCode(t, "somebody else's to end", second(m.shop.EndPromotion(t.Context(), other, first.ID, nil)), vitrine.NotFound)
		wantCode(t, "longer, into the next", second(m.shop.ChangePromotion(t.Context(), m.seller, first.ID,
			shop.PromotionChange{EndsAt: vitrine.Some(later.Add(30 * time.Hour))}, nil)), vitrine.Conflict)
		wantCode(t, "canceling", second(m.shop.EndPromotion(t.Context(), m.seller, first.ID, nil)), "")
		wantCode(t, "in its place", second(m.shop.PlanPromotion(t.Context(), m.seller, plan(20, later, m.model.ID))), "")
	})
}

// TestPromotionOfTheWholeShop lowers prices of sellers who take part alone, and of no model that another promotion lowers.
func TestPromotionOfTheWholeShop(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		m := newMarketOn(t, db, &bank{})
		boss := vitrine.Caller{User: vitrine.User{ID: m.user(t, "boss").User.ID, IsAdmin: true}, Scopes: []vitrine.Scope{vitrine.ScopeAdmin}}
		whole := plan(50, m.clock.Now())
		whole.Whole = true
		p, err := m.shop.PlanPromotion(t.Context(), boss, whole)
		wantCode(t, "planning", err, "")
		m.wantPrices(t, "of who takes no part", m.model.ID, "12.50", "", "")
		wantCode(t, "ending", second(m.shop.EndPromotion(t.Context(), boss, p.ID, nil)), "")

		lamp := m.publish(t, "Lamp", 1000)
		m.clock.Advance(time.Hour)
		wantCode(t, "taking part", m.shop.TakePart(t.Context(), m.seller, true), "")
		wantCode(t, "one's own", second(m.shop.PlanPromotion(t.Context(), m.seller, plan(10, m.clock.Now(), lamp.ID))), "")
		whole = plan(50, m.clock.Now())
		whole.Whole = true
		if p, err = m.shop.PlanPromotion(t.Context(), boss, whole); err != nil {
			t.Fatal(err)
		}
		m.wantPrices(t, "of who takes part", m.model.ID, "6.25", "12.50", "12.50")
		m.wantPrices(t, "of the seller's own", lamp.ID, "9.00", "10.00", "10.00")
		wantCode(t, "the seller can't end it", second(m.shop.EndPromotion(t.Context(), m.seller, p.ID, nil)), vitrine.NotFound)
		wantCode(t, "ending it", second(m.shop.EndPromotion(t.Context(), boss, p.ID, nil)), "")
		m.wantPrices(t, "ended by hand", m.model.ID, "12.50", "", "")
	})
}

// TestPromotionAndDraft has a draft version that was begun before a promotion follow it.
func TestPromotionAndDraft(t *testing.T) {
	t.Parallel()
	m := newMarket(t, &bank{})
	note := shop.DraftRequest{ModelRequest: shop.ModelRequest{ModelChange: vitrine.ModelChange{Title: vitrine.Some("Oak chair, better")}}}
	m.clock.Advance(time.Hour)
	wantCode(t, "drafting", second(m.shop.SaveDraft(t.Context(), m.seller, m.model.ID, note)), "")
	wantCode(t, "planning", second(m.shop.PlanPromotion(t.Context(), m.seller, plan(20, m.clock.Now()))), "")
	d, err := m.shop.Draft(t.Context(), m.seller, m.model.ID)
	if err != nil || *d.Copy.Price != 1000 {
		t.Fatalf("the draft version costs %v, %v", d.Copy.Price, err)
	}
	dearer := shop.DraftRequest{ModelRequest: shop.ModelRequest{ModelChange: vitrine.ModelChange{Price: vitrine.Some[vitrine.Amount](1500)}}}
	d, err = m.shop.SaveDraft(t.Context(), m.seller, m.model.ID, dearer)
	if err != nil || *d.Copy.Price != 1500 || d.Copy.OriginalPrice != nil {
		t.Fatalf("the draft version costs %v, %v", d.Copy.Price, err)
	}
	m.wantPrices(t, "the model", m.model.ID, "10.00", "12.50", "12.50")
	m.clock.Advance(24 * time.Hour)
	m.carry(t)
	m.wantPrices(t, "the model, at the end", m.model.ID, "12.50", "", "")
}
