package api

import (
	"context"
	"time"

	"vitrine/internal/receipt"
	"vitrine/internal/shop"
)

type receiptOutput struct {
	CacheControl string `header:"Cache-Control"`
	Body         SignedReceipt
}

// SignedReceipt is a receipt that proves what was bought, and under which licence.
type SignedReceipt struct {
	Receipt string        `json:"receipt" doc:"The signed text, a compact JWS (EdDSA, typ vitrine-receipt+jwt): keep it as it is. /.well-known/jwks.json has the keys that check it."`
	Claims  receiptClaims `json:"claims" doc:"What it says."`
}

type receiptClaims struct {
	Issuer      string         `json:"iss" format:"uri" doc:"Address of the marketplace." example:"https://market.example"`
	IssuedAt    int64          `json:"iat" doc:"When it was signed, in seconds since 1970."`
	Marketplace string         `json:"marketplace" doc:"Name of the marketplace."`
	Livemode    bool           `json:"livemode" doc:"false: a sandbox order, for which no money moved."`
	Order       receiptOrder   `json:"order" doc:"What was paid."`
	Model       receiptModel   `json:"model" doc:"What was bought, as it was then."`
	License     receiptLicense `json:"license" doc:"What the buyer may do, as it was then."`
	Files       []receiptFile  `json:"files" nullable:"false" doc:"The set that was bought."`
	BuyersEmail *string        `json:"buyers_email,omitempty" format:"email" doc:"As the buyer named themselves; absent when it is not known."`
}

type receiptOrder struct {
	ID       string    `json:"id" example:"123" doc:"Names the order in addresses."`
	UUID     string    `json:"uuid" doc:"The caller's own order id, made when none was sent."`
	PaidAt   time.Time `json:"paid_at" doc:"When it was paid."`
	Price    string    `json:"price" pattern:"^[0-9]{1,6}\\.[0-9]{2}$" example:"12.00" doc:"What was paid."`
	Currency string    `json:"currency" example:"USD" doc:"ISO 4217 code."`
}

type receiptModel struct {
	ID         string `json:"id" example:"7" doc:"The model that was ordered."`
	Title      string `json:"title" doc:"Its title."`
	AuthorName string `json:"author_name" doc:"Username of its author."`
}

type receiptLicense struct {
	Type       string `json:"type" pattern:"^[a-z0-9]+([-_][a-z0-9]+)*$" maxLength:"40" example:"general" doc:"Which license it is, as in GET /v1/licenses."`
	Name       string `json:"name,omitempty" example:"General license" doc:"Name for people; absent for orders of before names were kept."`
	Version    int64  `json:"version,omitempty" doc:"Of its text and terms; absent for a seller's own text, and where it was not noted."`
	TextSHA256 string `json:"text_sha256" pattern:"^[0-9a-f]{64}$" doc:"SHA-256 of the text in UTF-8, hex."`
}

type receiptFile struct {
	Name   string `json:"name" doc:"As it was uploaded."`
	Size   int64  `json:"size" doc:"Bytes."`
	SHA256 string `json:"sha256" pattern:"^[0-9a-f]{64}$" doc:"SHA-256 of the bytes, hex."`
}

func (s *Server) receiptOf(ctx context.Context, in *orderInput) (*receiptOutput, error) {
	found, err := s.shop.Order(ctx, caller(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	signed, err := s.shop.Receipt(ctx, found)
	if err != nil {
		return nil, err
	}

	return encodeReceipt(signed), nil
}

func encodeReceipt(signed shop.SignedReceipt) *receiptOutput {
	c := signed.Claims
	return &receiptOutput{CacheControl: "no-store", Body: SignedReceipt{Receipt: signed.Text, Claims: receiptClaims{
		Issuer: c.Issuer, IssuedAt: c.IssuedAt, Marketplace: c.Marketplace, Livemode: c.Live, Order: receiptOrder(c.Order),
		Model: receiptModel{c.Model.ID, c.Model.Title, c.Model.Author}, Files: encodeReceiptFiles(c.Files), BuyersEmail: textOrNull(c.Buyer),
		License: receiptLicense{c.License.Type, c.License.Name, c.License.Version, c.License.TextHash},
	}}}
}

func encodeReceiptFiles(files []receipt.File) []receiptFile {
	list := make([]receiptFile, len(files))
	for i, f := range files {
		list[i] = receiptFile(f)
	}
	return list
}
