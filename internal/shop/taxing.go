package shop

import (
	"context"
	"strings"
	"time"

	"vitrine"
	"vitrine/internal/store"
	"vitrine/internal/tax"
)

// VATRegister knows which VAT IDs there are: VIES in a server.
type VATRegister interface {
	// Known reports whether a VAT ID is one. An error says that it could not be asked.
	Known(ctx context.Context, id string) (bool, error)
}

// Taxing is what a checkout page shows of tax.
type Taxing struct {
	Rules vitrine.TaxRules
	Tax   vitrine.OrderTax // as it would be pinned now, or is
	Asks  tax.Asking       // what the buyer says before they can pay
}

// Invoiced reports whether the buyer gets an invoice.
func (t Taxing) Invoiced() bool { return t.Rules.Mode != vitrine.TaxOff }

// ByProvider reports whether the buyer tells the payment provider who they are and where they live.
func (t Taxing) ByProvider() bool { return t.Rules.Mode == vitrine.TaxStripe }

// TaxOf says how an order is, or would be, taxed.
func (s *Shop) TaxOf(ctx context.Context, o *vitrine.Order) (t Taxing, err error) {
	if t.Tax = o.Tax; o.Price == 0 {
		return t, nil // what is free has no tax, and no invoice
	}
	if t.Rules, err = s.db.TaxRules(ctx); err != nil || t.Rules.Mode == vitrine.TaxOff || o.Status.Taken() {
		return t, err
	}
	if t.Asks = tax.Asks(t.Rules, o.Billing, s.tellsCards()); t.Asks == tax.AsksCountry {
		return t, nil
	}
	t.Tax, err = s.taxed(ctx, s.db, t.Rules, o, s.now())
	return t, err
}

// tellsCards reports whether the provider says where the card of a payment was issued.
func (s *Shop) tellsCards() bool { return s.payments.PaysAt() != "" }

// taxReader reads what a sale is taxed by, in a transaction or not.
type taxReader interface {
	TaxRates(ctx context.Context) ([]store.TaxRate, error)
	TaxProfile(ctx context.Context, userID int64) (vitrine.TaxProfile, error)
	ModelRow(ctx context.Context, id int64) (*vitrine.Model, error)
}

// taxed is the tax of an order that is paid at a time, by the rates of then, as it would be pinned now.
func (s *Shop) taxed(ctx context.Context, db taxReader, rules vitrine.TaxRules, o *vitrine.Order, at time.Time) (vitrine.OrderTax, error) {
	supplier, err := supplierOf(ctx, db, rules, o)
	if err != nil {
		return vitrine.OrderTax{}, err
	}
	m, err := db.ModelRow(ctx, o.ModelID)
	if err != nil && vitrine.CodeOf(err) != vitrine.NotFound {
		return vitrine.OrderTax{}, err
	}
	kind := ""
	if err == nil {
		kind = string(m.ProductType)
	}
	rates, err := db.TaxRates(ctx)
	return tax.Sale{
		Rules: rules, Supplier: tax.Supplier{Country: supplier.Country, Exempt: supplier.Exempt}, Rates: ownRates(rates), Price: o.Price,
		Step: vitrine.StepOf(o.Currency), Kind: kind, Buyer: o.Billing, At: at,
	}.Tax(), err
}

// supplierOf is who sells by an order: the marketplace, or its author. An author who said nothing
// charges no tax.
func supplierOf(ctx context.Context, db taxReader, rules vitrine.TaxRules, o *vitrine.Order) (vitrine.TaxProfile, error) {
	if rules.Seller != vitrine.AuthorSells {
		return vitrine.TaxProfile{Party: rules.House, Exempt: rules.Mode == vitrine.TaxNone, Note: rules.Note}, nil
	}
	profile, err := db.TaxProfile(ctx, o.Model.AuthorID)
	if vitrine.CodeOf(err) == vitrine.NotFound {
		return vitrine.TaxProfile{Party: vitrine.Party{Name: o.Model.AuthorName}, Exempt: true}, nil
	}
	return profile, err
}

// pinTax pins the tax of an order in the transaction that holds it for a payment. Invalid where the
// buyer has to say first where they live.
func (s *Shop) pinTax(ctx context.Context, tx *store.Tx, o *vitrine.Order) error {
	rules, err := tx.TaxRules(ctx)
	if err != nil || o.Price == 0 || rules.Mode == vitrine.TaxOff && o.Tax.Mode == vitrine.TaxOff {
		return err
	}
	if rules.Mode == vitrine.TaxStripe && !s.FindsTax() {
		s.log.Error(taxUnfound, "payments", s.payments.Name())
		return vitrine.Errorf(vitrine.Conflict, "the tax of this order can't be found at the moment: nothing was charged; tell the marketplace")
	}
	switch tax.Asks(rules, o.Billing, s.tellsCards()) {
	case tax.AsksCountry:
		return unplaced("required", "say in which country you live: the tax is that of your country")
	case tax.AsksSure:
		return unplaced("not_sure", "confirm in which country you live")
	}
	pinned, err := s.taxed(ctx, tx, rules, o, s.now())
	if err != nil {
		return err
	}
	return tx.PinTax(ctx, o, pinned)
}

func unplaced(code, detail string) error {
	return vitrine.InvalidFields([]vitrine.Field{{Pointer: "/country", Code: code, Detail: detail}})
}

// Bill keeps what the buyer of an unpaid order says of themselves for its invoice. network is the
// country of their network, as a source says that the operator named; "" for none. Invalid where
// something is wrong with it, and where the register of VAT IDs does not know one; a register that does
// not answer keeps nobody from buying.
func (s *Shop) Bill(ctx context.Context, checkoutKey string, b vitrine.Billing, network string) (*vitrine.Order, error) {
	b, err := s.checkedBilling(ctx, b, network)
	if err != nil {
		return nil, err
	}
	return s.withCheckout(ctx, checkoutKey, func(tx *store.Tx, o *vitrine.Order) error {
		if err := s.payable(o); err != nil {
			return err
		}
		return tx.SetBilling(ctx, o, b, s.now())
	})
}

// BillCheckout is Bill for all orders of a checkout at once.
func (s *Shop) BillCheckout(ctx context.Context, key string, b vitrine.Billing, network string) (*vitrine.Checkout, error) {
	b, err := s.checkedBilling(ctx, b, network)
	if err != nil {
		return nil, err
	}
	return s.withCheckoutPage(ctx, key, func(tx *store.Tx, c *vitrine.Checkout) error {
		if c.Paying(s.now()) {
			return checkoutPaying()
		}
		for _, o := range c.Orders {
			if s.payable(o) != nil {
				continue // the page names it
			}
			if err := tx.SetBilling(ctx, o, b, s.now()); err != nil {
				return err
			}
		}
		return nil
	})
}

func (s *Shop) checkedBilling(ctx context.Context, b vitrine.Billing, network string) (vitrine.Billing, error) {
	rules, err := s.db.TaxRules(ctx)
	if err != nil {
		return b, err
	}
	b = tidyBilling(b)
	if b.Network = ""; vitrine.IsCountry(network) {
		b.Network = network
	}
	b.At = s.now()
	if err := vitrine.InvalidFields(checkBilling(rules, b)); err != nil {
		return b, err
	}
	err = s.lookUp(ctx, rules, &b) // outside of the transaction: it may take seconds
	return b, err
}

func tidyBilling(b vitrine.Billing) vitrine.Billing {
	b.Name, b.Address = strings.TrimSpace(b.Name), tidyLines(b.Address)
	b.Country, b.VATID, b.Checked = strings.ToUpper(strings.TrimSpace(b.Country)), tax.TrimVATID(b.VATID), ""
	return b
}

func checkBilling(rules vitrine.TaxRules, b vitrine.Billing) []vitrine.Field {
	faults := b.Check()
	if b.Country != "" && !vitrine.IsCountry(b.Country) || b.Country == "" && (rules.Mode == vitrine.TaxTable || b.VATID != "") {
		faults = append(faults, vitrine.Field{Pointer: "/country", Code: "required", Detail: "choose a country"})
	} else if b.VATID != "" {
		faults = append(faults, tax.CheckVATID("/vat_id", b.VATID, b.Country)...)
	}
	return faults
}

// lookUp asks the register for a VAT ID, where the operator lets it be asked.
func (s *Shop) lookUp(ctx context.Context, rules vitrine.TaxRules, b *vitrine.Billing) error {
	if b.VATID == "" {
		return nil
	}
	b.Checked = vitrine.ByForm
	if !rules.VIES || s.vatIDs == nil {
		return nil
	}
	known, err := s.vatIDs.Known(ctx, b.VATID)
	switch {
	case err != nil:
		s.log.Warn("a VAT ID was not looked up: its form is good", "country", tax.CountryOfVATID(b.VATID), "error", err)
	case !known:
		return vitrine.InvalidFields([]vitrine.Field{{Pointer: "/vat_id", Code: "unknown",
			Detail: "the register of the European Union does not know this VAT ID: correct it, or leave it out"}})
	default:
		b.Checked = vitrine.ByVIES
	}
	return nil
}
