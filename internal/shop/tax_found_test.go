package shop_test

import (
	"bytes"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/blob"
	"vitrine/internal/payment"
	"vitrine/internal/payment/stripesim"
	"vitrine/internal/shop"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// foundRules are those of a shop in Berlin whose tax Stripe finds.
func foundRules() vitrine.TaxRules {
	rules := germanRules()
	rules.Mode, rules.Code = vitrine.TaxStripe, "txcd_10501000"
	return rules
}

var (
	inParis  = stripesim.Customer{Name: "Zoé Dupont", Line: "1 rue du Four", Postal: "75006", City: "Paris", Country: "FR", Card: "FR"}
	inVienna = stripesim.Customer{Name: "Möbel OG", Line: "Ring 1", Postal: "1010", City: "Wien", Country: "AT", VATID: "ATU13585627"}
	inAlbany = stripesim.Customer{Name: "Jo Hudson", City: "New York", State: "NY", Country: "US", Card: "US"}
)

// paysAs has a customer pay a session, and nothing arrive of it but what is asked for.
func (s *till) paysAs(t *testing.T, session string, by stripesim.Customer) {
	t.Helper()
	must(t, s.sim.Say(session, by))
	must(t, s.sim.Pay(session))
	wantCode(t, "looking for what was lost", s.shop.FindLostNotices(t.Context()), "")
	s.work(t)
}

// buysAs has somebody buy the model.
func (s *till) buysAs(t *testing.T, by stripesim.Customer) *vitrine.Order {
	t.Helper()
	o := s.order(t, s.model.ID)
	s.chosen(t, o)
	if got := s.read(t, o).Tax; !got.Pending() || got.Code == "" {
		t.Errorf("while it is paid, the tax is %+v", got)
	}
	s.paysAs(t, s.read(t, o).PaymentID, by)
	return s.read(t, o)
}

// evidence is what says where a buyer lives, in words.
func evidenceOf(list []vitrine.Evidence) (said string) {
	for _, piece := range list {
		said += " " + string(piece.Kind) + "=" + piece.Country
	}
	return strings.TrimSpace(said)
}

// TestTaxFoundByStripe has people of three countries pay, one a business: the tax is what Stripe Tax found, on the order, in the
// ledger and on the invoice, also of what is given back, and what Stripe has meets the books.
func TestTaxFoundByStripe(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		s := newTill(t, db, nil)
		s.taxes(t, foundRules())
		wantCode(t, "reconcile nothing", s.shop.Reconcile(t.Context()), "")

		c := s.together(t, 1250, 0, 999)
		chosen, err := s.shop.ChooseForCheckout(t.Context(), c.Key, "card")
		wantCode(t, "begin", err, "")
		s.paysAs(t, chosen.PaymentID, inParis)
		s.wantStates(t, "paid", c, vitrine.Paid, vitrine.Paid, vitrine.Paid, vitrine.Paid)
		first, second := s.read(t, c.Orders[0]), s.read(t, c.Orders[2])
		want := vitrine.OrderTax{
			Mode: vitrine.TaxStripe, Seller: vitrine.ShopSells, Treatment: vitrine.Taxed, Amount: 208, Rate: 2000, Country: "FR", Kind: "cg",
			Code: "txcd_10501000", Parts: []vitrine.TaxPart{
				{Type: "vat", Place: "France", Percent: "20", Amount: 208, Base: 1042, Reason: "standard_rated"}},
			Evidence: []vitrine.Evidence{{Kind: vitrine.SaysBilling, Country: "FR", At: s.clock.Now()},
				{Kind: vitrine.SaysCard, Country: "FR", At: s.clock.Now()}}, At: s.clock.Now(),
		}
		if diff := cmp.Diff(want, first.Tax); diff != "" {
			t.Errorf("the tax of the first order (-want +got):\n%s", diff)
		}
		if found, err := s.sim.TaxOf(chosen.PaymentID); first.Tax.Amount+second.Tax.Amount != vitrine.Amount(found) || err != nil {
			t.Errorf("the orders have %s and %s, and Stripe found %d, %v", first.Tax.Amount, second.Tax.Amount, found, err)
		}
		if free := s.read(t, c.Orders[1]); free.Tax.Mode != vitrine.TaxOff || len(s.documents(t, free)) != 0 {
			t.Errorf("what is free has the tax %+v", free.Tax)
		}
		if diff := cmp.Diff(map[vitrine.AccountKind]vitrine.Amount{vitrine.AccountClearing: 1250 - 32, vitrine.AccountFees: 32,
			vitrine.AccountTax: -208, vitrine.AccountHold: -1042}, s.books(t, first)); diff != "" {
			t.Errorf("the books (-want +got):\n%s", diff)
		}

		business, american := s.buysAs(t, inVienna), s.buysAs(t, inAlbany)
		if got := business.Tax; got.Treatment != vitrine.Reversed || got.Amount != 0 || got.Country != "AT" ||
			evidenceOf(got.Evidence) != "billing_address=AT vat_id=AT" {
			t.Errorf("the business is taxed as %+v", got)
		}
		if got := american.Tax; got.Treatment != vitrine.Taxed || got.Amount != 102 || got.Rate != 888 || len(got.Parts) != 3 {
			t.Errorf("in New York the tax is %+v", got)
		}
		invoice := s.documents(t, business)[0]
		to := vitrine.InvoiceTo{Name: "Möbel OG", Address: "Ring 1\n1010 Wien", Country: "AT", VATID: "ATU13585627", Email: "buyer@example.com"}
		if diff := cmp.Diff(to, invoice.Buyer); diff != "" || invoice.Treatment != vitrine.Reversed || invoice.Tax != 0 || invoice.Net != 1250 {
			t.Errorf("the invoice of the business is %+v (-want +got):\n%s", invoice, diff)
		}

		s.givesPartBack(t, american, 500)
		list := s.documents(t, american)
		if len(list) != 2 {
			t.Fatalf("after a part went back there are %d documents", len(list))
		}
		note, parts := list[1], vitrine.Amount(0)
		for _, part := range note.TaxParts {
			parts += part.Amount
		}
		if note.Kind != vitrine.Credited || note.Gross != 500 || note.Tax != 41 || note.Rate != 888 || parts != note.Tax ||
			len(note.TaxParts) != 3 {
			t.Errorf("the credit note is %+v", note)
		}
		s.givesPartBack(t, american, 750)
		if left := s.documents(t, american)[2]; left.Tax != 102-41 || s.books(t, american)[vitrine.AccountTax] != 0 {
			t.Errorf("the last credit note has %s, and the ledger %s", left.Tax, s.books(t, american)[vitrine.AccountTax])
		}

		s.reconciles(t)
		s.wantDifferences(t, "in the end")
		s.wantMet(t, "in the end", 0)
		sums, err := s.db.TaxSums(t.Context(), vitrine.QuarterOf(s.clock.Now(), time.UTC), time.UTC)
		if len(sums) != 0 || err != nil { // no money moved: the reports leave trials out
			t.Errorf("the report has %+v, %v", sums, err)
		}
		s.consistent(t)
	})
}

// givesPartBack has an operator give a part of an order back.
func (s *till) givesPartBack(t *testing.T, o *vitrine.Order, amount vitrine.Amount) {
	t.Helper()
	_, err := s.shop.RefundPart(t.Context(), o.ID, shop.NewRefund{Amount: amount, Reason: vitrine.ReasonBroken})
	wantCode(t, "give "+amount.String()+" back", err, "")
}

// consistent wants a check to find nothing.
func (s *till) consistent(t *testing.T) {
	t.Helper()
	disk, err := blob.OpenDisk(t.TempDir(), blob.DiskOptions{})
	must(t, err)
	wrong, err := shop.New(shop.Options{DB: s.db, Blobs: disk, Settings: shop.DefaultSettings(), Now: s.clock.Now}).Check(t.Context(), false)
	for _, m := range wrong {
		if !strings.HasPrefix(m.Key, "files/") { // whose bytes this marketplace never had
			t.Errorf("a check finds %s: %s", m.Key, m.Detail)
		}
	}
	wantCode(t, "check", err, "")
}

// TestTaxNotFoundByStripe takes the money all the same, and taxes it by the table, as it does what an operator says is paid.
func TestTaxNotFoundByStripe(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		s := newTill(t, db, nil)
		chief := s.taxes(t, foundRules())
		s.sim.FailTax(stripesim.TaxFailed)
		o := s.buysAs(t, inParis)
		if got := o.Tax; got.Mode != vitrine.TaxTable || got.Treatment != vitrine.Taxed || got.Amount != 208 || got.Country != "FR" ||
			evidenceOf(got.Evidence) != "billing_address=FR card=FR" || s.documents(t, o)[0].Tax != 208 || o.Billing.Name != "Zoé Dupont" {
			t.Errorf("where Stripe Tax fails, the tax is %+v", got)
		}
		waits, err := s.db.TaxesToCheck(t.Context(), 10)
		if err != nil || len(waits) != 1 || waits[0].OrderID != o.ID || waits[0].Tax.Amount != 208 || !o.Tax.Fallback {
			t.Errorf("an operator is to look at %+v, %v", waits, err)
		}
		wantCode(t, "an operator looks at it", s.shop.CheckTax(t.Context(), chief, o.ID), "")
		wantCode(t, "and another one", s.shop.CheckTax(t.Context(), chief, o.ID), vitrine.Conflict)
		log, err := s.db.Entries(t.Context(), vitrine.EntryQuery{Act: vitrine.ActOrderTax, Page: vitrine.Page{Number: 1, Size: 10}})
		if err != nil || len(log.Entries) != 1 || log.Entries[0].SubjectID != strconv.FormatInt(o.ID, 10) {
			t.Errorf("the log has %+v, %v", log.Entries, err)
		}
		if waits, err = s.db.TaxesToCheck(t.Context(), 10); err != nil || len(waits) != 0 {
			t.Errorf("then an operator is to look at %+v, %v", waits, err)
		}
		s.sim.FailTax(stripesim.TaxRefused)
		refused := s.order(t, s.model.ID)
		_, err = s.shop.Choose(t.Context(), refused.CheckoutKey, "card")
		wantCode(t, "where it is not set up", err, vitrine.Conflict)
		if got := s.read(t, refused); got.Status != vitrine.Unpaid || !got.PayingUntil.IsZero() {
			t.Errorf("the order is %s, held until %s", got.Status, got.PayingUntil)
		}
		_, err = s.shop.MarkPaid(t.Context(), refused.ID, "")
		wantCode(t, "paid by the bank", err, "")
		if got := s.read(t, refused).Tax; got.Mode != vitrine.TaxTable || got.Treatment != vitrine.TaxedAtHome || got.Amount != 200 {
			t.Errorf("what an operator says is paid has the tax %+v", got)
		}
		if has, err := s.db.HasTaxToCheck(t.Context(), refused.ID); err != nil || has || s.read(t, refused).Tax.Fallback {
			t.Errorf("what an operator says is paid is to be looked at: %t, %v", has, err)
		}
		s.consistent(t)
	})
}

// TestTaxIsReadLater books a payment only with its tax: while that can't be read, it waits, and is tried again.
func TestTaxIsReadLater(t *testing.T) {
	t.Parallel()
	var away atomic.Bool
	s := newTill(t, storetest.SQLite(t), func(r *http.Request) stripesim.Fault {
		if away.Load() && strings.HasSuffix(r.URL.Path, "/line_items") {
			return stripesim.Before
		}
		return stripesim.None
	})
	s.taxes(t, foundRules())
	away.Store(true)
	o := s.buysAs(t, inParis)
	if o.Status != vitrine.Unpaid || len(s.tries) == 0 {
		t.Fatalf("without its tax the order is %s, and %d jobs are tried again", o.Status, len(s.tries))
	}
	away.Store(false)
	s.work(t)
	if got := s.read(t, o); got.Status != vitrine.Paid || got.Tax.Amount != 208 || got.Tax.Pending() {
		t.Errorf("then it is %s with the tax %+v", got.Status, got.Tax)
	}
}

// TestTaxOfAnotherTime goes by how a payment was begun, also when the operator has changed their mind meanwhile.
func TestTaxOfAnotherTime(t *testing.T) {
	t.Parallel()
	s := newTill(t, storetest.SQLite(t), nil)
	chief := s.taxes(t, foundRules())
	found := s.order(t, s.model.ID)
	s.chosen(t, found)
	wantCode(t, "by the table from now on", s.shop.SetTaxRules(t.Context(), chief, germanRules(), nil), "")
	s.paysAs(t, s.read(t, found).PaymentID, inParis)
	if got := s.read(t, found).Tax; got.Mode != vitrine.TaxStripe || got.Amount != 208 {
		t.Errorf("begun with Stripe Tax, the tax is %+v", got)
	}
	table := s.order(t, s.model.ID)
	s.bill(t, table, vitrine.Billing{Country: "FI"}, "", "")
	s.chosen(t, table)
	wantCode(t, "by Stripe from now on", s.shop.SetTaxRules(t.Context(), chief, foundRules(), nil), "")
	s.paysAs(t, s.read(t, table).PaymentID, inParis)
	if got := s.read(t, table); got.Tax.Mode != vitrine.TaxTable || got.Tax.Amount != 254 || got.Billing.Country != "FI" ||
		evidenceOf(got.Tax.Evidence) != "billing_address=FI card=FR" {
		t.Errorf("begun with the table, the tax is %+v", got.Tax)
	}
}

// TestTaxCantBeFound refuses Stripe Tax where payments are not by Stripe, and says loudly that nobody can pay when they are not any
// more.
func TestTaxCantBeFound(t *testing.T) {
	t.Parallel()
	s := newTill(t, storetest.SQLite(t), nil)
	chief := s.taxes(t, foundRules())
	sellers := foundRules()
	sellers.Seller = vitrine.AuthorSells
	wantField(t, s.shop.SetTaxRules(t.Context(), chief, sellers, nil), "/seller", "not_allowed")
	coded := foundRules()
	coded.Code = "10501000"
	wantField(t, s.shop.SetTaxRules(t.Context(), chief, coded, nil), "/code", "bad_format")
	o := s.order(t, s.model.ID)

	var log bytes.Buffer
	s.shop = shop.New(shop.Options{DB: s.db, Payments: payment.Sandbox{}, Settings: shop.DefaultSettings(), Now: s.clock.Now,
		Log: slog.New(slog.NewTextHandler(&log, nil))})
	wantField(t, s.shop.SetTaxRules(t.Context(), chief, foundRules(), nil), "/mode", "not_allowed")
	wantCode(t, "start", s.shop.TellTaxUnfound(t.Context()), "")
	_, err := s.shop.Choose(t.Context(), o.CheckoutKey, "pay")
	wantCode(t, "pay in the sandbox", err, vitrine.Conflict)
	if said := strings.Count(log.String(), "nobody can pay"); said != 2 || s.read(t, o).Status != vitrine.Unpaid {
		t.Errorf("it is said %d times:\n%s", said, log.String())
	}
	wantCode(t, "by the table", s.shop.SetTaxRules(t.Context(), chief, germanRules(), nil), "")
	s.bill(t, o, vitrine.Billing{Country: "FI"}, "", "")
	_, err = s.shop.Choose(t.Context(), o.CheckoutKey, "pay")
	wantCode(t, "pay then", err, "")
}

// TestPlaceByTheCard has an operator look at a tax where the card says another country than the buyer did, or nothing where two
// pieces of evidence are asked for: it is too late to ask the buyer.
func TestPlaceByTheCard(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		s := newTill(t, db, nil)
		rules := germanRules()
		chief := s.taxes(t, rules)
		silent := inParis
		silent.Card = ""
		for _, c := range []struct {
			name, country string
			pays          stripesim.Customer
			two, want     bool
		}{
			{"the same country", "FR", inParis, true, false},
			{"another country", "FI", inParis, false, true},
			{"no card where one piece is enough", "FI", silent, false, false},
			{"no card where two pieces are asked for", "FI", silent, true, true},
		} {
			rules.TwoPieces = c.two
			wantCode(t, "set the rules", s.shop.SetTaxRules(t.Context(), chief, rules, nil), "")
			o := s.order(t, s.model.ID)
			s.bill(t, o, vitrine.Billing{Country: c.country}, "", "")
			s.chosen(t, o)
			s.paysAs(t, s.read(t, o).PaymentID, c.pays)
			has, err := s.db.HasTaxToCheck(t.Context(), o.ID)
			if has != c.want || err != nil {
				t.Errorf("%s: an operator has to look: %t (%v), want %t; the evidence is %s", c.name, has, err, c.want,
					evidenceOf(s.read(t, o).Tax.Evidence))
			}
			if has {
				wantCode(t, "look", s.shop.CheckTax(t.Context(), chief, o.ID), "")
			}
		}
	})
}
