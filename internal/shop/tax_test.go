package shop_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/payment"
	"vitrine/internal/shop"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
	"vitrine/internal/tax"
)

// germanRules are those of a shop in Berlin that sells by itself.
func germanRules() vitrine.TaxRules {
	return vitrine.TaxRules{
		Mode: vitrine.TaxTable, Seller: vitrine.ShopSells, Series: "RE-", Zone: "Europe/Berlin",
		House: vitrine.Party{Name: "Vitrine GmbH", Address: "Marktplatz 1\n10115 Berlin", Country: "DE", VATID: "DE136695976"},
	}
}

// taxman is an operator who showed just now who they are.
func (m *market) taxman(t *testing.T) shop.SignedIn {
	t.Helper()
	user, _, err := m.shop.CreateUser(t.Context(), shop.NewUser{Username: "taxman", Email: "taxman@example.com", Admin: true})
	wantCode(t, "make an operator", err, "")
	return shop.SignedIn{User: *user, Session: vitrine.Session{ProvedAt: m.clock.Now(), CreatedAt: m.clock.Now(), Strong: true}}
}

// taxes has an operator say how sales are taxed.
func (m *market) taxes(t *testing.T, rules vitrine.TaxRules) shop.SignedIn {
	t.Helper()
	chief := m.taxman(t)
	wantCode(t, "set the rules", m.shop.SetTaxRules(t.Context(), chief, rules, nil), "")
	return chief
}

// bill has the buyer of an order say who they are.
func (m *market) bill(t *testing.T, o *vitrine.Order, b vitrine.Billing, network string, want vitrine.Code) {
	t.Helper()
	_, err := m.shop.Bill(t.Context(), o.CheckoutKey, b, network)
	wantCode(t, "bill", err, want)
}

// TestTaxIsPinned asks a buyer where they live, pins the tax when their payment begins, books it, and gives
// it back with the money, whatever became of the rates.
func TestTaxIsPinned(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		m := newMarketOn(t, db, payment.Sandbox{})
		chief := m.taxes(t, germanRules())
		o := m.order(t, m.model.ID)
		_, err := m.shop.Choose(t.Context(), o.CheckoutKey, "pay")
		wantField(t, err, "/country", "required")
		if shown, err := m.shop.TaxOf(t.Context(), o); shown.Asks != tax.AsksCountry || err != nil {
			t.Errorf("before anything is said the page shows %+v (%v)", shown, err)
		}
		m.bill(t, o, vitrine.Billing{Country: "Germany"}, "", vitrine.Invalid)
		m.bill(t, o, vitrine.Billing{Country: " fi "}, "", "")
		shown, err := m.shop.TaxOf(t.Context(), m.read(t, o))
		if shown.Tax.Amount != 254 || shown.Asks != "" || err != nil { // 12.50 × 25.5 / 125.5
			t.Errorf("the page shows %+v (%v)", shown, err)
		}

		paid, err := m.shop.Choose(t.Context(), o.CheckoutKey, "pay")
		wantCode(t, "pay", err, "")
		want := vitrine.OrderTax{
			Mode: vitrine.TaxTable, Seller: vitrine.ShopSells, Treatment: vitrine.Taxed, Amount: 254, Rate: 2550, Country: "FI", Kind: "cg",
			Evidence: []vitrine.Evidence{{Kind: vitrine.SaysBilling, Country: "FI", At: m.clock.Now()}}, At: m.clock.Now(),
		}
		if diff := cmp.Diff(want, m.read(t, paid.Order).Tax); diff != "" {
			t.Errorf("the tax of the order (-want +got):\n%s", diff)
		}
		sums := map[vitrine.AccountKind]vitrine.Amount{vitrine.AccountClearing: 1250, vitrine.AccountTax: -254, vitrine.AccountHold: -996}
		if diff := cmp.Diff(sums, m.books(t, o)); diff != "" {
			t.Errorf("the books (-want +got):\n%s", diff)
		}
		_, err = m.shop.Bill(t.Context(), o.CheckoutKey, vitrine.Billing{Country: "SE"}, "")
		wantCode(t, "bill what is paid", err, vitrine.Conflict)

		wantCode(t, "another rate", m.shop.AddTaxRate(t.Context(), chief, tax.Rate{Country: "FI", Rate: 1000, From: "2020-01-01"}), "")
		_, err = m.shop.Refund(t.Context(), o.ID, false)
		wantCode(t, "refund", err, "")
		if diff := cmp.Diff(map[vitrine.AccountKind]vitrine.Amount{}, m.books(t, o)); diff != "" {
			t.Errorf("after the refund (-want +got):\n%s", diff)
		}
	})
}

// wantField wants an error about a member.
func wantField(t *testing.T, err error, pointer, code string) {
	t.Helper()
	problem, ok := errors.AsType[*vitrine.Error](err)
	if !ok || len(problem.Fields) != 1 || problem.Fields[0].Pointer != pointer || problem.Fields[0].Code != code {
		t.Errorf("got %+v, want %s of %s", err, code, pointer)
	}
}

// TestTaxOfOthers taxes what is paid in other ways than by a provider.
func TestTaxOfOthers(t *testing.T) {
	t.Parallel()
	m := newMarket(t, payment.Manual{})
	m.taxes(t, germanRules())
	o := m.order(t, m.model.ID)
	_, err := m.shop.MarkPaid(t.Context(), o.ID, "")
	wantCode(t, "nobody said where the buyer lives", err, "")
	if got := m.read(t, o).Tax; got.Treatment != vitrine.TaxedAtHome || got.Country != "DE" || got.Amount != 200 || got.Evidence != nil {
		t.Errorf("it is taxed as %+v", got)
	}

	business := m.order(t, m.model.ID)
	m.bill(t, business, vitrine.Billing{Country: "AT", VATID: "ATU13585627"}, "", vitrine.Invalid) // no name, no address
	m.bill(t, business, vitrine.Billing{Country: "DE", VATID: "ATU13585627", Name: "Ada", Address: "Oak 1"}, "", vitrine.Invalid)
	m.bill(t, business, vitrine.Billing{Country: "AT", VATID: " atu 135.856-27", Name: " Ada ", Address: " Oak 1 \r\n\r\n Wien"}, "", "")
	_, err = m.shop.MarkPaid(t.Context(), business.ID, "")
	wantCode(t, "a business", err, "")
	got := m.read(t, business)
	if got.Tax.Treatment != vitrine.Reversed || got.Tax.Amount != 0 || len(got.Tax.Evidence) != 2 {
		t.Errorf("a business is taxed as %+v", got.Tax)
	}
	said := vitrine.Billing{Name: "Ada", Address: "Oak 1\nWien", Country: "AT", VATID: "ATU13585627", Checked: vitrine.ByForm,
		At: m.clock.Now()}
	if diff := cmp.Diff(said, got.Billing); diff != "" {
		t.Errorf("what is kept of the buyer (-want +got):\n%s", diff)
	}

	free := m.order(t, m.publish(t, "Free chair", 0).ID)
	_, err = m.shop.ConfirmFree(t.Context(), free.CheckoutKey)
	wantCode(t, "what is free", err, "")
	if got := m.read(t, free).Tax; got.Mode != vitrine.TaxOff {
		t.Errorf("what is free is taxed as %+v", got)
	}
}

// TestNoTax leaves a marketplace that says nothing of tax as it is.
func TestNoTax(t *testing.T) {
	t.Parallel()
	m := newMarket(t, payment.Sandbox{})
	o := m.order(t, m.model.ID)
	paid, err := m.shop.Choose(t.Context(), o.CheckoutKey, "pay")
	wantCode(t, "pay", err, "")
	if diff := cmp.Diff(vitrine.OrderTax{}, m.read(t, paid.Order).Tax); diff != "" {
		t.Errorf("the tax (-want +got):\n%s", diff)
	}
	if shown, err := m.shop.TaxOf(t.Context(), o); shown.Invoiced() || shown.Asks != "" || err != nil {
		t.Errorf("the page shows %+v (%v)", shown, err)
	}
}

// TestSellersTax has the seller sell: the tax is theirs, and so is what they are on invoices.
func TestSellersTax(t *testing.T) {
	t.Parallel()
	m := newMarket(t, payment.Sandbox{})
	rules := germanRules()
	rules.Seller = vitrine.AuthorSells
	m.taxes(t, rules)
	buy := func() vitrine.OrderTax {
		o := m.order(t, m.model.ID)
		m.bill(t, o, vitrine.Billing{Country: "FR"}, "", "")
		_, err := m.shop.Choose(t.Context(), o.CheckoutKey, "pay")
		wantCode(t, "pay", err, "")
		if sums := m.books(t, o); sums[vitrine.AccountTax] != 0 || sums[vitrine.AccountHold] != -1250 {
			t.Errorf("the books: %v", sums)
		}
		return m.read(t, o).Tax
	}
	if got := buy(); got.Treatment != vitrine.Exempt || got.Seller != vitrine.AuthorSells {
		t.Errorf("a seller who said nothing is taxed as %+v", got)
	}
	seller := shop.SignedIn{User: m.seller.User}
	p := vitrine.TaxProfile{Party: vitrine.Party{Name: "Oak & Co", Address: "Rue 1\nParis", Country: "FR"}}
	wantCode(t, "a wrong VAT ID", m.shop.SetTaxProfile(t.Context(), seller, vitrine.TaxProfile{Party: vitrine.Party{
		Name: "Oak", Address: "Rue 1", Country: "FR", VATID: "FR00303265045"}}), vitrine.Invalid)
	wordless := vitrine.TaxProfile{Party: p.Party, Exempt: true}
	wantCode(t, "exempt, and no word of why", m.shop.SetTaxProfile(t.Context(), seller, wordless), vitrine.Invalid)
	wantCode(t, "say who they are", m.shop.SetTaxProfile(t.Context(), seller, p), "")
	if got := buy(); got.Treatment != vitrine.Taxed || got.Country != "FR" || got.Amount != 208 || got.Owed() != 0 {
		t.Errorf("a seller in France is taxed as %+v", got)
	}
	p.Exempt, p.Note = true, "TVA non applicable, art. 293 B du CGI"
	wantCode(t, "be a small business", m.shop.SetTaxProfile(t.Context(), seller, p), "")
	if got := buy(); got.Treatment != vitrine.Exempt {
		t.Errorf("a small business is taxed as %+v", got)
	}
	kept, err := m.shop.TaxProfile(t.Context(), seller)
	if diff := cmp.Diff(p, kept); diff != "" || err != nil {
		t.Errorf("the profile (%v, -want +got):\n%s", err, diff)
	}
}

// TestEvidence asks buyers once more whose network is elsewhere.
func TestEvidence(t *testing.T) {
	t.Parallel()
	m := newMarket(t, payment.Sandbox{})
	rules := germanRules()
	rules.TwoPieces, rules.NetworkHeader = true, "CF-IPCountry"
	m.taxes(t, rules)
	o := m.order(t, m.model.ID)
	m.bill(t, o, vitrine.Billing{Country: "FR"}, "XX", "")
	_, err := m.shop.Choose(t.Context(), o.CheckoutKey, "pay")
	wantField(t, err, "/country", "not_sure")
	m.bill(t, o, vitrine.Billing{Country: "FR"}, "DE", "")
	_, err = m.shop.Choose(t.Context(), o.CheckoutKey, "pay")
	wantField(t, err, "/country", "not_sure")
	m.bill(t, o, vitrine.Billing{Country: "FR", Sure: true}, "DE", "")
	_, err = m.shop.Choose(t.Context(), o.CheckoutKey, "pay")
	wantCode(t, "pay", err, "")
	got := m.read(t, o).Tax
	if tax.Agreeing(got.Evidence, "FR") != 2 || len(got.Evidence) != 3 {
		t.Errorf("the evidence is %+v", got.Evidence)
	}
}

// TestTaxRules has operators alone say how sales are taxed, and nobody by a form that is older than what stands.
func TestTaxRules(t *testing.T) {
	t.Parallel()
	m := newMarket(t, payment.Sandbox{})
	chief := m.taxes(t, germanRules())
	ctx := t.Context()
	stands, err := m.shop.TaxRules(ctx)
	if diff := cmp.Diff(germanRules(), stands); diff != "" || err != nil {
		t.Errorf("what stands (%v, -want +got):\n%s", err, diff)
	}
	buyer := shop.SignedIn{User: m.buyer.User, Session: chief.Session}
	wantCode(t, "by a buyer", m.shop.SetTaxRules(ctx, buyer, stands, nil), vitrine.NotFound)
	wantCode(t, "a rate by a buyer", m.shop.AddTaxRate(ctx, buyer, tax.Rate{}), vitrine.NotFound)
	_, err = m.shop.TaxRates(ctx, buyer)
	wantCode(t, "read by a buyer", err, vitrine.NotFound)
	old := shop.TaxVersion(stands)
	stands.Note = "Another note."
	wantCode(t, "change", m.shop.SetTaxRules(ctx, chief, stands, func(v int64) bool { return v == old }), "")
	wantCode(t, "change what is older", m.shop.SetTaxRules(ctx, chief, stands, func(v int64) bool { return v == old }), vitrine.Stale)
	for pointer, change := range map[string]func(*vitrine.TaxRules){
		"/house/country": func(r *vitrine.TaxRules) { r.House.Country, r.House.VATID = "XX", "" },
		"/house/vat_id":  func(r *vitrine.TaxRules) { r.House.VATID = "DE136695977" },
	} {
		wrong := germanRules()
		change(&wrong)
		if problem, ok := errors.AsType[*vitrine.Error](m.shop.SetTaxRules(ctx, chief, wrong, nil)); !ok || len(problem.Fields) != 1 ||
			problem.Fields[0].Pointer != pointer {
			t.Errorf("%s: %+v", pointer, problem)
		}
	}
	norway := germanRules()
	norway.House.Country, norway.House.VATID = "NO", "NO 123 456 789 MVA"
	wantCode(t, "a shop in Norway", m.shop.SetTaxRules(ctx, chief, norway, nil), "")
}

// TestTaxRates keeps what stood before a rate was ended or taken back.
func TestTaxRates(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		m := newMarketOn(t, db, payment.Sandbox{})
		chief, ctx := m.taxes(t, germanRules()), t.Context()
		swiss := tax.Rate{Country: "CH", Rate: 810, From: "2024-01-01"}
		wantCode(t, "add", m.shop.AddTaxRate(ctx, chief, swiss), "")
		wantField(t, m.shop.AddTaxRate(ctx, chief, swiss), "/from", "taken")
		wantField(t, m.shop.AddTaxRate(ctx, chief, tax.Rate{Country: "XX", From: "2024-01-01"}), "/country", "required")
		wantField(t, m.shop.AddTaxRate(ctx, chief, tax.Rate{Country: "GB", Kind: "book", From: "2024-01-01"}), "/kind", "not_allowed")
		list, err := m.shop.TaxRates(ctx, chief)
		wantCode(t, "list", err, "")
		if len(list.Own) != 1 || len(list.InForce) != len(tax.Members())+1 || list.Own[0].Source != "taxman" {
			t.Fatalf("the rates are %+v", list)
		}
		id := list.Own[0].ID
		wantField(t, m.shop.EndTaxRate(ctx, chief, id, "2023-01-01"), "/until", "not_allowed")
		wantCode(t, "end", m.shop.EndTaxRate(ctx, chief, id, "2025-01-01"), "")
		wantCode(t, "end it twice", m.shop.EndTaxRate(ctx, chief, id, "2025-06-01"), vitrine.Conflict)
		wantCode(t, "end none", m.shop.EndTaxRate(ctx, chief, 99, ""), vitrine.NotFound)
		swiss.From = "2025-01-01"
		wantCode(t, "the next", m.shop.AddTaxRate(ctx, chief, swiss), "")
		list, err = m.shop.TaxRates(ctx, chief)
		wantCode(t, "list", err, "")
		if len(list.Own) != 3 || list.Own[0].ReplacedAt.IsZero() || list.Own[1].Until != "2025-01-01" || list.Own[2].From != "2025-01-01" {
			t.Errorf("the rates are %+v", list.Own)
		}

		id = list.Own[1].ID
		for _, over := range []string{"2025-01-02", "2030-01-01"} { // days of the next
			wantField(t, m.shop.EndTaxRate(ctx, chief, id, over), "/from", "taken")
		}
		after, err := m.shop.TaxRates(ctx, chief)
		wantCode(t, "list", err, "")
		if diff := cmp.Diff(list, after); diff != "" {
			t.Errorf("what was refused changed the rates (-before +after):\n%s", diff)
		}
		wantCode(t, "end it earlier", m.shop.EndTaxRate(ctx, chief, id, "2024-07-01"), "")
		list, err = m.shop.TaxRates(ctx, chief)
		wantCode(t, "list", err, "")
		i := slices.IndexFunc(list.Own, func(r store.TaxRate) bool { return r.ReplacedAt.IsZero() && r.Until == "2024-07-01" })
		if i < 0 {
			t.Fatalf("the rates are %+v", list.Own)
		}
		wantCode(t, "and up to the next again", m.shop.EndTaxRate(ctx, chief, list.Own[i].ID, "2025-01-01"), "")
	})
}

// register is a register of VAT IDs that a test fills.
type register struct {
	known bool
	fails error
	asked string
}

func (r *register) Known(_ context.Context, id string) (bool, error) {
	r.asked = id
	return r.known, r.fails
}

// TestVATIDsAreLookedUp refuses what the register does not know, and nobody when it does not answer.
func TestVATIDsAreLookedUp(t *testing.T) {
	t.Parallel()
	db, vies := storetest.SQLite(t), &register{}
	m := newMarketOn(t, db, payment.Sandbox{})
	rules := germanRules()
	chief := m.taxes(t, rules)
	m.shop = shop.New(shop.Options{DB: db, Payments: payment.Sandbox{}, Settings: shop.DefaultSettings(), Now: m.clock.Now, VATIDs: vies})
	business := vitrine.Billing{Country: "AT", VATID: "ATU13585627", Name: "Ada", Address: "Oak 1"}
	o := m.order(t, m.model.ID)
	m.bill(t, o, business, "", "")
	if vies.asked != "" {
		t.Error("a register is asked that nobody allowed to be asked")
	}
	rules.VIES = true
	wantCode(t, "allow it", m.shop.SetTaxRules(t.Context(), chief, rules, nil), "")
	_, err := m.shop.Bill(t.Context(), o.CheckoutKey, business, "")
	wantField(t, err, "/vat_id", "unknown")
	for _, c := range []struct {
		register
		want vitrine.VATCheck
	}{{register{known: true}, vitrine.ByVIES}, {register{fails: errors.New("busy")}, vitrine.ByForm}} {
		*vies = c.register
		m.bill(t, o, business, "", "")
		if got := m.read(t, o).Billing.Checked; got != c.want {
			t.Errorf("a VAT ID is checked by %q, want %q", got, c.want)
		}
	}
}
