package api

import (
	"context"
	"strconv"
	"time"

	"vitrine"
)

type invoiceInput struct {
	Number string `path:"number" maxLength:"60" doc:"The document's number."`
}

type invoiceOutput struct {
	CacheControl string `header:"Cache-Control"`
	Body         InvoiceRecord
}

type invoicesOutput struct {
	CacheControl string `header:"Cache-Control"`
	Body         struct {
		Invoices []InvoiceRecord `json:"invoices" nullable:"false" doc:"In the order in which they were written."`
	}
}

// InvoiceRecord is an invoice or a credit note.
type InvoiceRecord struct {
	Number   string       `json:"number" example:"INV-000012" doc:"Names the document in addresses."`
	Kind     string       `json:"kind" enum:"invoice,credit_note" doc:"credit_note: it takes an invoice back, in part or whole."`
	Of       *string      `json:"of" doc:"Number of the invoice that a credit note takes back; null for an invoice."`
	OrderID  string       `json:"order_id" example:"123" doc:"The order that it is about."`
	IssuedAt time.Time    `json:"issued_at" doc:"When it was written."`
	Seller   invoiceParty `json:"seller" doc:"Who sold: the marketplace, or the author of the model."`
	Buyer    invoiceParty `json:"buyer" doc:"As the buyer named themselves."`
	Item     string       `json:"item" doc:"Title of the model."`
	Net      string       `json:"net" pattern:"^[0-9]{1,6}\\.[0-9]{2}$" example:"10.08" doc:"Without tax."`
	Tax      string       `json:"tax" pattern:"^[0-9]{1,6}\\.[0-9]{2}$" example:"1.92" doc:"The tax."`
	Gross    string       `json:"gross" pattern:"^[0-9]{1,6}\\.[0-9]{2}$" example:"12.00" doc:"Paid, or given back."`
	Rate     string       `json:"rate" example:"19" doc:"Of the tax, in percent."`
	Country  *string      `json:"country" example:"DE" doc:"ISO 3166-1: whose tax it is; null where nobody said where the buyer lives."`
	Parts    []taxPart    `json:"tax_parts" nullable:"false" doc:"What each authority has of the tax, where Stripe Tax found it; empty elsewhere."`
	Why      string       `json:"treatment" enum:"taxed,exempt,reverse_charge,outside,unknown_place,pending" doc:"Why the tax is what it is."`
	Note     *string      `json:"note" doc:"Why there is no tax, in the seller's words; null without one."`
	Currency string       `json:"currency" example:"EUR" doc:"ISO 4217 code."`
	Livemode bool         `json:"livemode" doc:"false: of a sandbox order, for which no money moved."`
}

type taxPart struct {
	Type   string `json:"type" example:"sales_tax" doc:"As Stripe Tax names it: vat, sales_tax, gst and others; empty where it knows of no tax."`
	Place  string `json:"jurisdiction" example:"New York" doc:"Whose tax it is."`
	Rate   string `json:"rate" example:"4.5" doc:"In percent, with all of its decimals."`
	Amount string `json:"amount" pattern:"^[0-9]{1,6}\\.[0-9]{2}$" example:"0.52" doc:"Part of the tax."`
	Base   string `json:"base" pattern:"^[0-9]{1,6}\\.[0-9]{2}$" example:"11.48" doc:"What it is of."`
	Reason string `json:"reason" example:"standard_rated" doc:"Why, as Stripe Tax says it."`
}

type invoiceParty struct {
	Name    *string `json:"name" doc:"Legal name; null when it is not known."`
	Address *string `json:"address" doc:"Lines; null when it is not known."`
	Country *string `json:"country" example:"DE" doc:"ISO 3166-1; null when it is not known."`
	VATID   *string `json:"vat_id" example:"DE136695976" doc:"Null without one."`
	Email   *string `json:"email" format:"email" doc:"Null when it is not known."`
}

func (s *Server) invoicesOf(ctx context.Context, in *orderInput) (*invoicesOutput, error) {
	found, err := s.shop.Order(ctx, caller(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	list, err := s.shop.InvoicesOf(ctx, found)
	if err != nil {
		return nil, err
	}

	out := &invoicesOutput{CacheControl: "no-store"}
	out.Body.Invoices = make([]InvoiceRecord, len(list))
	for n, i := range list {
		out.Body.Invoices[n] = encodeInvoice(i)
	}
	return out, nil
}

func (s *Server) invoice(ctx context.Context, in *invoiceInput) (*invoiceOutput, error) {
	found, err := s.shop.Invoice(ctx, caller(ctx), in.Number)
	if err != nil {
		return nil, err
	}

	return &invoiceOutput{CacheControl: "no-store", Body: encodeInvoice(found)}, nil
}

func encodeInvoice(i *vitrine.Invoice) InvoiceRecord {
	why := string(i.Treatment)
	if why == "" {
		why = "pending"
	}
	parts := make([]taxPart, len(i.TaxParts))
	for n, p := range i.TaxParts {
		parts[n] = taxPart{p.Type, p.Place, p.Percent, p.Amount.String(), p.Base.String(), p.Reason}
	}
	return InvoiceRecord{
		Number: i.Number, Kind: string(i.Kind), Of: textOrNull(i.Of), OrderID: strconv.FormatInt(i.OrderID, 10), IssuedAt: i.IssuedAt,
		Seller: invoiceParty{textOrNull(i.Seller.Name), textOrNull(i.Seller.Address), textOrNull(i.Seller.Country), textOrNull(i.Seller.VATID),
			textOrNull(i.Seller.Email)},
		Buyer: invoiceParty{textOrNull(i.Buyer.Name), textOrNull(i.Buyer.Address), textOrNull(i.Buyer.Country), textOrNull(i.Buyer.VATID),
			textOrNull(i.Buyer.Email)},
		Item: i.What, Net: i.Net.String(), Tax: i.Tax.String(), Gross: i.Gross.String(), Rate: i.Rate.String(), Country: textOrNull(i.Country),
		Parts: parts, Why: why, Note: textOrNull(i.Note), Currency: i.Currency, Livemode: i.Live,
	}
}
