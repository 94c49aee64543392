package vitrine

import "time"

// InvoiceKind says what a document is.
type InvoiceKind string

// The kinds of documents.
const (
	Billed   InvoiceKind = "invoice"
	Credited InvoiceKind = "credit_note" // takes an invoice back, in part or whole
)

// Invoice is a numbered document about an order. It stays for ever as it was written: nothing of it is
// read from what changes later.
type Invoice struct {
	ID        int64       `json:"-"`
	Series    string      `json:"series"`
	Sequence  int64       `json:"sequence"` // in the series, from 1 on, with none left out
	Number    string      `json:"number"`
	Kind      InvoiceKind `json:"kind"`
	Cause     string      `json:"-"` // the entry of the ledger that it is of, which has one document at most
	IssuedAt  time.Time   `json:"issued_at"`
	Day       string      `json:"day"`      // on which it was written, in the marketplace's zone
	Language  string      `json:"language"` // that the buyer reads: tags of BCP 47, best first
	Of        string      `json:"of,omitempty"`
	OfDay     string      `json:"of_day,omitempty"` // of the invoice that a credit note takes back
	OrderID   int64       `json:"order_id"`
	OrderUUID string      `json:"order_uuid"`
	PaidDay   string      `json:"paid_day"`
	SellerID  int64       `json:"seller_id"` // the author who sells; 0: the marketplace
	BuyerID   int64       `json:"-"`         // 0: nobody with an account
	Live      bool        `json:"live"`
	Seller    Party       `json:"seller"`
	Buyer     InvoiceTo   `json:"buyer"`
	What      string      `json:"what"`    // title of the model
	Author    string      `json:"author"`  // its author's name
	License   string      `json:"license"` // its licence's name
	Currency  string      `json:"currency"`
	Net       Amount      `json:"net"`
	Tax       Amount      `json:"tax"`
	Gross     Amount      `json:"gross"` // above zero, also of a credit note
	Rate      TaxRate     `json:"rate"`
	Country   string      `json:"country"` // whose tax it is
	TaxKind   string      `json:"tax_kind"`
	Treatment Treatment   `json:"treatment"`
	TaxParts  []TaxPart   `json:"tax_parts,omitempty"`
	Note      string      `json:"note,omitempty"` // in the seller's words: why there is no tax
	Evidence  []Evidence  `json:"evidence,omitempty"`
}

// InvoiceTo is the buyer as an invoice has them.
type InvoiceTo struct {
	Name    string `json:"name,omitempty"`
	Address string `json:"address,omitempty"`
	Country string `json:"country,omitempty"`
	VATID   string `json:"vat_id,omitempty"`
	Email   string `json:"email,omitempty"`
}

// Sign is 1 for an invoice and -1 for a credit note, which takes back.
func (i *Invoice) Sign() Amount {
	if i.Kind == Credited {
		return -1
	}
	return 1
}

// InvoiceQuery selects documents. The zero value of a field asks for nothing.
type InvoiceQuery struct {
	Text         string // of a number, how it begins; or the number of an order
	Kind         InvoiceKind
	SellerID     int64 // of an author who sells
	BuyerID      int64
	Since, Until time.Time // from Since on, and before Until
	LiveOnly     bool
	Before       int64 // the identifier that the page goes on behind; 0: from the newest on
	Size         int
}

// TaxSum is what a quarter's report has of a country and a rate.
type TaxSum struct {
	Country    string
	Rate       TaxRate
	Treatment  Treatment
	Currency   string
	Net, Tax   Amount // what is taken back counts against what is sold
	Documents  int64
	Correction bool // about an earlier quarter: credit notes, and invoices of payments that were known too late
}
