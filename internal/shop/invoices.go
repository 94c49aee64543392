package shop

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"vitrine"
	"vitrine/internal/payment"
	"vitrine/internal/store"
)

// document writes the invoice of a sale, or the credit note of what was given back, in the transaction
// that books it: the number and the document are there together, or neither is. An entry has one at most.
// Orders of before the marketplace said anything of tax have none, and neither has what is given back of them.
func (s *Shop) document(ctx context.Context, tx *store.Tx, entry vitrine.LedgerEntry) error {
	switch entry.Kind {
	case vitrine.EntrySold, vitrine.EntryRefunded, vitrine.EntryDisputeLost:
	default:
		return nil
	}
	o, err := tx.Order(ctx, entry.OrderID)
	if err != nil || o.Tax.Mode == vitrine.TaxOff {
		return err
	}
	written, err := tx.InvoicesOfOrder(ctx, o.ID)
	if err != nil || slices.ContainsFunc(written, func(i *vitrine.Invoice) bool { return i.Cause == entry.Cause }) {
		return err
	}
	rules, err := tx.TaxRules(ctx)
	if err != nil {
		return err
	}
	if entry.Kind == vitrine.EntrySold {
		i, err := s.invoiceOf(ctx, tx, rules, o)
		if err != nil {
			return err
		}
		return s.number(ctx, tx, rules, i, nil, entry.Cause)
	}
	of := slices.IndexFunc(written, func(i *vitrine.Invoice) bool { return i.Kind == vitrine.Billed })
	if of < 0 {
		return nil
	}
	i := credit(written, of, entry)
	if i.Gross <= 0 {
		return nil
	}
	return s.number(ctx, tx, rules, i, written[of], entry.Cause)
}

// number gives a document the number that follows in its series, and stores it.
func (s *Shop) number(ctx context.Context, tx *store.Tx, rules vitrine.TaxRules, i, of *vitrine.Invoice, cause string) (err error) {
	i.Cause, i.IssuedAt, i.Day = cause, s.now(), rules.Day(s.now())
	i.Series = seriesOf(rules, i)
	if i.Sequence, err = tx.NextNumber(ctx, i.Series); err != nil {
		return err
	}
	i.Number = fmt.Sprintf("%s%06d", i.Series, i.Sequence)
	return tx.AddInvoice(ctx, i, of)
}

// seriesOf is the series of a document: each author who sells has their own, and so have trial payments.
func seriesOf(rules vitrine.TaxRules, i *vitrine.Invoice) string {
	series := cmp.Or(rules.Series, vitrine.DefaultSeries)
	if i.SellerID != 0 {
		series += "S" + idText(i.SellerID) + "-"
	}
	if !i.Live {
		series = "TEST-" + series
	}
	return series
}

// invoiceOf is the invoice of an order that was paid, as all is now.
func (s *Shop) invoiceOf(ctx context.Context, tx *store.Tx, rules vitrine.TaxRules, o *vitrine.Order) (*vitrine.Invoice, error) {
	// Who sells was pinned; who that is, is as they said last.
	pinned := rules
	pinned.Mode, pinned.Seller = o.Tax.Mode, o.Tax.Seller
	supplier, err := supplierOf(ctx, tx, pinned, o)
	if err != nil {
		return nil, err
	}
	i := &vitrine.Invoice{
		Kind: vitrine.Billed, Language: o.Language, OrderID: o.ID, OrderUUID: o.UUID, PaidDay: rules.Day(o.PaidAt), BuyerID: o.BuyerID,
		Live: o.Live, Seller: supplier.Party, What: o.Model.Title, Author: o.Model.AuthorName, License: o.License.Name, Currency: o.Currency,
		Net: o.Price - o.Tax.Amount, Tax: o.Tax.Amount, Gross: o.Price, Rate: o.Tax.Rate, Country: o.Tax.Country, TaxKind: o.Tax.Kind,
		Treatment: o.Tax.Treatment, TaxParts: o.Tax.Parts, Evidence: o.Tax.Evidence,
		Buyer: vitrine.InvoiceTo{Name: o.Billing.Name, Address: o.Billing.Address, Country: o.Billing.Country, VATID: o.Billing.VATID,
			Email: o.BuyersEmail},
	}
	if o.Tax.Seller == vitrine.AuthorSells {
		i.SellerID = o.Model.AuthorID
	}
	if o.Tax.Treatment == vitrine.Exempt {
		i.Note = supplier.Note
	}
	return i, nil
}

// credit is the credit note of what an entry gives back of an invoice: with the last of it, the tax that is
// left too.
func credit(written []*vitrine.Invoice, of int, entry vitrine.LedgerEntry) *vitrine.Invoice {
	i := *written[of]
	i.Kind, i.Of, i.OfDay = vitrine.Credited, written[of].Number, written[of].Day
	left, taxLeft := i.Gross, i.Tax
	for _, note := range written {
		if note.Kind == vitrine.Credited {
			left, taxLeft = left-note.Gross, taxLeft-note.Tax
		}
	}
	whole, tax := i.Gross, i.Tax
	i.Gross, i.Tax = 0, 0
	for _, line := range entry.Lines {
		switch line.Account.Kind {
		case vitrine.AccountClearing, vitrine.AccountDisputes:
			i.Gross -= line.Amount
		case vitrine.AccountTax:
			i.Tax += line.Amount
		}
	}
	i.Gross = min(i.Gross, left)
	if i.SellerID != 0 && whole > 0 { // the ledger knows nothing of an author's tax
		i.Tax = (2*tax*i.Gross + whole) / (2 * whole)
	}
	if i.Tax = min(i.Tax, taxLeft, i.Gross); i.Gross == left {
		i.Tax = taxLeft
	}
	i.Net = i.Gross - i.Tax
	i.TaxParts = creditParts(written[of], &i)
	return &i
}

// InvoicesOf are the documents of an order that whoever asks may see, in the order in which they were written.
func (s *Shop) InvoicesOf(ctx context.Context, o *vitrine.Order) ([]*vitrine.Invoice, error) {
	return s.db.InvoicesOfOrder(ctx, o.ID)
}

// InvoiceOfCheckout returns a document of the order that a receipt page belongs to.
func (s *Shop) InvoiceOfCheckout(ctx context.Context, checkoutKey, number string) (*vitrine.Invoice, error) {
	o, err := s.OrderOfCheckout(ctx, checkoutKey)
	if err != nil {
		return nil, err
	}
	i, err := s.db.InvoiceByNumber(ctx, number)
	if err == nil && i.OrderID != o.ID {
		err = vitrine.Errorf(vitrine.NotFound, "there is no invoice %s", number)
	}
	return i, err
}

// Invoice returns a document to who made or bought its order with an account, to the author whom it is from,
// and to operators; NotFound to all others.
func (s *Shop) Invoice(ctx context.Context, caller vitrine.Caller, number string) (*vitrine.Invoice, error) {
	i, err := s.db.InvoiceByNumber(ctx, number)
	if err != nil {
		return nil, err
	}
	if caller.Admin() || i.SellerID != 0 && i.SellerID == caller.User.ID && !caller.ForCustomers() {
		return i, nil
	}
	if i.BuyerID == caller.User.ID && !caller.ForCustomers() {
		return i, nil
	}
	if _, err := s.Order(ctx, caller, i.OrderID); err != nil {
		return nil, vitrine.Errorf(vitrine.NotFound, "there is no invoice %s", number)
	}
	return i, nil
}

// InvoicesAtDesk lists documents to operators, and whether there are more.
func (s *Shop) InvoicesAtDesk(ctx context.Context, in SignedIn, q vitrine.InvoiceQuery) ([]*vitrine.Invoice, bool, error) {
	if err := in.MustOperate(); err != nil {
		return nil, false, err
	}
	return s.db.Invoices(ctx, q)
}

// InvoiceAtDesk returns a document to operators.
func (s *Shop) InvoiceAtDesk(ctx context.Context, in SignedIn, number string) (*vitrine.Invoice, error) {
	if err := in.MustOperate(); err != nil {
		return nil, err
	}
	return s.db.InvoiceByNumber(ctx, number)
}

// SoldInvoices lists the documents that are from an author, and whether there are more.
func (s *Shop) SoldInvoices(ctx context.Context, in SignedIn, q vitrine.InvoiceQuery) ([]*vitrine.Invoice, bool, error) {
	q.SellerID = in.User.ID
	return s.db.Invoices(ctx, q)
}

// SoldInvoice returns a document to the author whom it is from.
func (s *Shop) SoldInvoice(ctx context.Context, in SignedIn, number string) (*vitrine.Invoice, error) {
	i, err := s.db.InvoiceByNumber(ctx, number)
	if err == nil && i.SellerID != in.User.ID {
		return nil, vitrine.Errorf(vitrine.NotFound, "there is no invoice %s", number)
	}
	return i, err
}

// TaxReport adds up a quarter's documents of the marketplace's own sales, to operators.
func (s *Shop) TaxReport(ctx context.Context, in SignedIn, q vitrine.Quarter) ([]vitrine.TaxSum, error) {
	if err := in.MustOperate(); err != nil {
		return nil, err
	}
	rules, err := s.db.TaxRules(ctx)
	if err != nil {
		return nil, err
	}
	return s.db.TaxSums(ctx, q, rules.Location())
}

// exportInvoices exports documents as they were written.
func (s *Shop) exportInvoices(q vitrine.InvoiceQuery) func(context.Context, vitrine.User, func(any) error) error {
	return func(ctx context.Context, _ vitrine.User, add func(any) error) error {
		for q.Size = exportPage; ; {
			list, more, err := s.db.Invoices(ctx, q)
			if err != nil {
				return err
			}
			for _, i := range list {
				q.Before = i.ID
				if err := add(i); err != nil {
					return err
				}
			}
			if !more {
				return nil
			}
		}
	}
}

// checkNumbers returns series of documents with gaps.
func (s *Shop) checkNumbers(ctx context.Context) (wrong []Mismatch, err error) {
	faults, err := s.db.SeriesFaults(ctx, maxMismatches)
	for _, f := range faults {
		wrong = append(wrong, Mismatch{"invoices/" + f.Name,
			fmt.Sprintf("the last number that was given is %d; there are %d documents, and the highest has %d", f.Last, f.Documents, f.Highest)})
	}
	return wrong, err
}

// creditParts are the parts of a credit note's tax: in proportion to those of the invoice, by whose whole cents they come
// to the tax of the note.
func creditParts(of, note *vitrine.Invoice) []vitrine.TaxPart {
	weights := make([]vitrine.Amount, len(of.TaxParts))
	for n, part := range of.TaxParts {
		weights[n] = part.Amount
	}
	parts := slices.Clone(of.TaxParts)
	for n, amount := range payment.Divide(note.Tax, weights, vitrine.StepOf(note.Currency)) {
		parts[n].Amount, parts[n].Base = amount, note.Net
	}
	return parts
}
