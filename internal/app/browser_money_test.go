package app_test

import (
	"fmt"
	"strconv"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/app"
	browser "vitrine/internal/browsertest"
	"vitrine/internal/clocktest"
	"vitrine/internal/shop"
)

// TestMoneyInBrowser has an operator who sells look at all pages of money there are: the ledger, which they put right,
// documents, taxes and payouts at the desk, and what a seller sees of them.
func TestMoneyInBrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("it opens a browser")
	}
	t.Parallel()
	m := earned(t)
	for i, w := range bothWidths() {
		t.Run(w.name, func(t *testing.T) {
			t.Parallel()
			p := &guest{market: m, w: w, axe: true, page: w.open(t, browser.Without3D())}
			p.page.Go(p.at("/desk"))
			p.page.Fill("#email", "operator")
			p.page.Fill("#password", "correct horse")
			p.press(t, submit, "Today")
			p.putsRight(t, strconv.Itoa(i+1)+".25")
			month := "/" + time.Now().UTC().Format("2006-01")
			for _, page := range []struct{ address, picture, says string }{
				{"/desk/money/entries/1", "entry", "At the payment provider"},
				{"/desk/money/report", "report", "the provider gives no report"},
				{"/desk/invoices", "invoices", "RE-000001"},
				{"/desk/invoices/RE-000001", "invoice", "12.50"},
				{"/desk/tax/report", "tax-report", ""},
				{"/desk/tax-reports", "tax-reports", ""},
				{"/desk/payouts", "payouts", ""},
				{"/desk/payouts/1", "payout", "operator"},
				{"/desk/statements/2", "statements", ""},
				{"/desk/statements/2" + month, "statement", ""},
				{"/sell/money", "seller-money", ""},
				{"/sell/money/account", "seller-account", ""},
				{"/sell/statements", "seller-statements", ""},
				{"/sell/statements" + month, "seller-statement", ""},
				{"/sell/invoices", "seller-invoices", ""},
			} {
				p.open(t, page.address, "money-"+page.picture)
				p.says(t, page.says)
				p.page.Reachable()
			}
			p.mirrored(t, map[string]string{"/desk/money": "money-desk", "/desk/money/entries": "money-entries",
				"/desk/money/entries/1": "money-entry",
				"/desk/invoices":        "money-invoices", "/desk/invoices/RE-000001": "money-invoice", "/desk/tax/report": "money-tax-report",
				"/desk/payouts/1": "money-payout", "/sell/statements" + month: "money-seller-statement", "/sell/invoices": "money-seller-invoices"})
		})
	}
}

// putsRight moves an amount in the ledger, mistyped at first, and finds it there.
func (p *guest) putsRight(t *testing.T, amount string) {
	t.Helper()
	p.open(t, "/desk/money", "money-desk")
	p.page.Reachable()
	chosen := browser.Eval[string](p.page, `const of = (id, word) => (document.getElementById(id).value = word);
		of('from', 'available::USD:live') + ' ' + of('to', 'share::USD:live')`)
	if chosen != "available::USD:live share::USD:live" {
		t.Fatalf("chosen are %q", chosen)
	}
	p.page.Fill("#seller", "nobody-of-this-name")
	p.page.Fill("#amount", amount)
	p.page.Fill("#reason", "A favour, at "+p.w.name+".")
	p.page.Expect("422")
	p.page.Follow(`form[action="/desk/money/adjust"] button`)
	p.says(t, "Nobody has this username.")
	p.look("money-desk-faults")
	p.page.Fill("#seller", "operator")
	p.press(t, `form[action="/desk/money/adjust"] button`, "Money")
	p.look("money-desk-moved")
	p.fits(t)
	p.open(t, "/desk/money/entries", "money-entries")
	p.page.Fill("#amount", amount)
	p.press(t, ".narrow button", "Ledger")
	p.says(t, "A favour, at "+p.w.name+".")
	p.look("money-entries-found")
	p.fits(t)
	p.page.Expect("422")
	p.page.Go(p.at("/desk/money/entries?order=x&amount=y&seller=nobody-of-this-name&from=2026-02-31"))
	p.says(t, "An order is named by its number.")
	p.look("money-entries-faults")
}

// earned is a marketplace whose operator sells: two months ago and now, by the marketplace and by themselves, with a
// part that went back and a payout that is on its way.
func earned(t *testing.T) *market {
	t.Helper()
	c := unlimited(t)
	c.Payments = "manual"
	clock := clocktest.At(time.Now().AddDate(0, 0, -50))
	m := marketWith(t, app.Options{Config: c, Read: readPlainly, Now: clock.Now}, "juniper-forge")
	ctx, s := t.Context(), m.app.Shop()
	user, access, err := s.CreateUser(ctx, shop.NewUser{Username: "operator", Email: "operator@example.com", Password: "correct horse",
		Admin: true})
	if err != nil {
		t.Fatal(err)
	}
	m.token = access.Secret
	m.publish(t, m.draft(t, m.ofDemo(t, "Faceted Planter with Saucer", 1, map[string]any{"price": "12.50"})))
	in := func() shop.SignedIn {
		return shop.SignedIn{User: *user, Session: vitrine.Session{ProvedAt: clock.Now(), CreatedAt: clock.Now(), Strong: true}}
	}
	rules := vitrine.TaxRules{Mode: vitrine.TaxTable, Seller: vitrine.ShopSells, Series: "RE-", Zone: "Europe/Berlin",
		House: vitrine.Party{Name: "Vitrine GmbH", Address: "Marktplatz 1\n10115 Berlin", Country: "DE", VATID: "DE136695976"}}
	sell := func() (id int64) {
		made := m.call(t, "POST", "/v1/orders", map[string]any{"model_id": 1, "again": true})
		id, err := strconv.ParseInt(fmt.Sprint(made["id"]), 10, 64)
		if err == nil {
			_, err = s.MarkPaid(ctx, id, "")
		}
		if err != nil {
			t.Fatal(err)
		}
		return id
	}
	house := vitrine.DefaultHouse()
	house.Share = 1250
	steps := []func() error{
		func() error { return s.SetHouse(ctx, house) },
		func() error { return s.SetTaxRules(ctx, in(), rules, nil) },
		func() error {
			_, err := s.SetPayoutAccount(ctx, in(), vitrine.BankAccount{Holder: "Ada Operator", IBAN: "DE89370400440532013000",
				BIC: "COBADEFFXXX"}, nil)
			return err
		},
		func() error { sell(); sell(); return nil },
		func() error { _, err := s.RefundPart(ctx, sell(), shop.NewRefund{Amount: 250}); return err },
		func() error { clock.Advance(30 * 24 * time.Hour); return s.ReleaseEarnings(ctx) },
		func() error {
			batch, err := s.MakeBatch(ctx, in(), "", nil)
			if err != nil {
				return err
			}
			return s.SendBatch(ctx, in(), batch.ID, nil, nil)
		},
		func() error { clock.Advance(20 * 24 * time.Hour); rules.Seller = vitrine.AuthorSells; return nil },
		func() error { return s.SetTaxRules(ctx, in(), rules, nil) },
		func() error { sell(); return nil },
	}
	for i, step := range steps {
		if err := step(); err != nil {
			t.Fatalf("step %d: %v", i, err)
		}
	}
	return m
}
