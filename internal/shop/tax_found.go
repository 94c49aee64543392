package shop

import (
	"context"
	"slices"

	"vitrine"
	"vitrine/internal/payment"
	"vitrine/internal/store"
	"vitrine/internal/tax"
)

// FindsTax reports whether Stripe Tax can find the tax of what is paid here.
func (s *Shop) FindsTax() bool { return payment.Taxes(s.payments) }

// taxUnfound is what the log says where tax is to be found by who is not asked to be paid.
const taxUnfound = "nobody can pay: tax is found by Stripe Tax, and payments are not by Stripe; change either, at /desk/tax/settings or " +
	"by --payments"

// TellTaxUnfound says loudly, when a server starts, that nobody can pay: tax is found by Stripe Tax, and payments are
// by somebody else now.
func (s *Shop) TellTaxUnfound(ctx context.Context) error {
	rules, err := s.db.TaxRules(ctx)
	if err == nil && rules.Mode == vitrine.TaxStripe && !s.FindsTax() {
		s.log.Error(taxUnfound, "payments", s.payments.Name())
	}
	return err
}

// pinPaid pins what is known of the tax of an order only when it is paid, in the transaction that books it and writes its
// invoice. The money came, so nothing here refuses it.
func (s *Shop) pinPaid(ctx context.Context, tx *store.Tx, o *vitrine.Order, e payment.Event) error {
	var err error
	switch byHand := payment.ByHand(e.Provider); {
	case o.Price == 0:
		return nil
	case e.Tax != nil && s.plausible(o, e):
		err = s.pinFound(ctx, tx, o, e)
	case byHand || o.Tax.Mode == vitrine.TaxStripe:
		err = s.pinLate(ctx, tx, o, e)
	}
	if err != nil {
		return err
	}
	if err := s.pinCard(ctx, tx, o, e); err != nil {
		return err
	}
	return s.checkPlace(ctx, tx, o, e)
}

// pinLate pins the tax of an order that an operator says is paid, for which no payment was begun here, and that of a payment
// whose tax Stripe Tax did not find: what it does not find is found by the table, and an operator looks at it. Where nobody
// said where the buyer lives, an order is taxed as at home.
func (s *Shop) pinLate(ctx context.Context, tx *store.Tx, o *vitrine.Order, e payment.Event) error {
	rules, err := tx.TaxRules(ctx)
	if err != nil {
		return err
	}
	fallback := !payment.ByHand(e.Provider)
	if fallback {
		s.log.Error("Stripe Tax did not find the tax of an order: it is taxed by the table", "order", o.ID, "payment", e.Payment)
		rules.Mode, rules.Seller = vitrine.TaxTable, vitrine.ShopSells
	}
	if rules.Mode == vitrine.TaxOff {
		return nil
	}
	if rules.Mode == vitrine.TaxStripe {
		rules.Mode = vitrine.TaxTable
	}
	if err := s.keepBuyer(ctx, tx, o, e); err != nil {
		return err
	}
	pinned, err := s.taxed(ctx, tx, rules, o, s.paidAt(o.CreatedAt, e))
	if err != nil {
		return err
	}
	if pinned.Fallback = fallback; fallback {
		if err := tx.CheckTaxLater(ctx, o.ID, s.now()); err != nil {
			return err
		}
	}
	return tx.PinTax(ctx, o, pinned)
}

// CheckTax is the word of an operator that they looked at the tax of an order that Stripe Tax did not find. Conflict where nobody has to.
func (s *Shop) CheckTax(ctx context.Context, in SignedIn, id int64) error {
	return s.operate(ctx, in, func(tx *store.Tx, _ SignedIn) error {
		if err := tx.TaxChecked(ctx, id); err != nil {
			return err
		}
		return s.Note(ctx, tx, Noted{Act: vitrine.ActOrderTax, ID: idText(id)})
	})
}

// plausible reports whether a tax can be part of the price of an order.
func (s *Shop) plausible(o *vitrine.Order, e payment.Event) bool {
	var parts vitrine.Amount
	for _, part := range e.Tax.Parts {
		parts += part.Amount
	}
	if e.Tax.Amount >= 0 && e.Tax.Amount <= o.Price && (parts == e.Tax.Amount || len(e.Tax.Parts) == 0) {
		return true
	}
	s.log.Error("the tax that was found of an order can't be part of its price", "order", o.ID, "payment", e.Payment, "tax", e.Tax.Amount)
	return false
}

// pinFound pins the tax that the provider found.
func (s *Shop) pinFound(ctx context.Context, tx *store.Tx, o *vitrine.Order, e payment.Event) error {
	if err := s.keepBuyer(ctx, tx, o, e); err != nil {
		return err
	}
	found := vitrine.OrderTax{
		Mode: vitrine.TaxStripe, Seller: vitrine.ShopSells, Treatment: e.Tax.Treatment, Amount: e.Tax.Amount, Rate: e.Tax.Rate,
		Country: e.Tax.Country, Kind: o.Tax.Kind, Code: o.Tax.Code, Parts: e.Tax.Parts, Evidence: tax.Evidence(o.Billing), At: s.now(),
	}
	return tx.PinTax(ctx, o, found)
}

// keepBuyer keeps what the buyer told the provider for the invoice, in the place of what they said here before.
func (s *Shop) keepBuyer(ctx context.Context, tx *store.Tx, o *vitrine.Order, e payment.Event) error {
	told := e.Buyer
	if told == nil || told.Country == "" {
		return nil
	}
	b := vitrine.Billing{Name: told.Name, Address: told.Address, Country: told.Country, VATID: tax.TrimVATID(told.VATID),
		Network: o.Billing.Network, At: s.now()}
	if b.VATID != "" {
		b.Checked = vitrine.ByForm // Stripe takes one whose form is right, and asks the register later
	}
	return tx.PinBilling(ctx, o, b)
}

// pinCard adds to the evidence in which country the card of a payment was issued.
func (s *Shop) pinCard(ctx context.Context, tx *store.Tx, o *vitrine.Order, e payment.Event) error {
	known := func(piece vitrine.Evidence) bool { return piece.Kind == vitrine.SaysCard }
	asked := o.Tax.Mode == vitrine.TaxTable || o.Tax.Mode == vitrine.TaxStripe
	if e.Buyer == nil || e.Buyer.Card == "" || !asked || slices.ContainsFunc(o.Tax.Evidence, known) {
		return nil
	}
	pinned := o.Tax
	pinned.Evidence = append(slices.Clone(pinned.Evidence), vitrine.Evidence{Kind: vitrine.SaysCard, Country: e.Buyer.Card, At: s.now()})
	return tx.PinTax(ctx, o, pinned)
}

// checkPlace has an operator look at the tax of an order that was paid at a provider whose card was to be the second piece of evidence,
// and says another country than the buyer did, or nothing: nobody can ask the buyer any more.
func (s *Shop) checkPlace(ctx context.Context, tx *store.Tx, o *vitrine.Order, e payment.Event) error {
	if payment.ByHand(e.Provider) || o.Tax.Mode != vitrine.TaxTable || o.Billing.Country == "" {
		return nil
	}
	rules, err := tx.TaxRules(ctx)
	if err != nil {
		return err
	}
	contrary := func(piece vitrine.Evidence) bool {
		return tax.Territory(piece.Country) != tax.Territory(o.Billing.Country)
	}
	if tax.Agreeing(o.Tax.Evidence, o.Billing.Country) >= 2 || !rules.TwoPieces && !slices.ContainsFunc(o.Tax.Evidence, contrary) {
		return nil
	}
	return tx.CheckTaxLater(ctx, o.ID, s.now())
}
