package api

import (
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"strconv"
	"strings"
	"time"

	"vitrine"
	"vitrine/internal/record"
	"vitrine/internal/shop"
	"vitrine/internal/web"
)

type createOrderInput struct {
	AcceptLanguage string `header:"Accept-Language" doc:"What the buyer reads: mails about the order are written in it, unless their account has another one. What can't be read in it is ignored."`

	Body struct {
		ModelID     looseID `json:"model_id" doc:"The model to order."`
		UUID        string  `json:"uuid,omitempty" maxLength:"64" doc:"Your own order id, unique among yours; made when absent." example:"7b1ff0fd-3f0c-4b69-8d0e-0d7a3a4c5b11"`
		BuyersEmail string  `json:"buyers_email,omitempty" maxLength:"254" doc:"Of an application's customer; ignored when the token is a user's own." example:"ada@example.com"`
		ReturnURL   string  `json:"return_url,omitempty" maxLength:"2048" doc:"Where the customer comes back to, with id, uuid and status added." example:"https://shop.example/thanks"`
		Again       bool    `json:"again,omitempty" doc:"Order what is the buyer's own, or was bought before."`
	}
}

type orderInput struct {
	ID int64 `path:"id" doc:"The order's id."`
}

type cancelOrderInput struct {
	ID      int64   `path:"id" doc:"The order's id."`
	IfMatch ifMatch `header:"If-Match" doc:"Only when the order is still the one with this ETag, or with its weak form, W/, that compressed answers have."`
}

type orderOutput struct {
	ETag string `header:"ETag"`
	Body OrderRecord
}

type createdOrderOutput struct {
	ETag     string `header:"ETag"`
	Location string `header:"Location"`
	Body     createdOrder
}

type createdOrder struct {
	Success bool `json:"success" doc:"Always true."`
	OrderRecord
}

// OrderRecord is an order's record.
type OrderRecord struct {
	OrderBase
	License       orderLicense      `json:"license" doc:"As it was when it was ordered."`
	Consent       nullable[consent] `json:"consent" doc:"That the buyer asked for the files at once and knew that the right of withdrawal ends by that; null where nothing was asked or agreed."`
	DownloadToken string            `json:"download_token" doc:"Gives access to the files once the order is paid. Keep it within your application."`
}

// OrderBase is what an order's record and its entry in a list have in common.
type OrderBase struct {
	ID              string      `json:"id" example:"123" doc:"Names the order in addresses."`
	UUID            string      `json:"uuid" doc:"The caller's own order id, made when none was sent."`
	Status          string      `json:"status" enum:"unpaid,paid,canceled,expired,refunded,disputed" doc:"Where the order stands."`
	ModelID         int64       `json:"model_id" doc:"The model that was ordered."`
	Model           orderModel  `json:"model" doc:"As it was when it was ordered."`
	Price           string      `json:"price" pattern:"^[0-9]{1,6}\\.[0-9]{2}$" example:"12.00" doc:"As it was when it was ordered."`
	Tax             orderTaxed  `json:"tax" doc:"What the price has of tax; null before the payment begins, and where the marketplace says nothing of tax."`
	Currency        string      `json:"currency" example:"USD" doc:"ISO 4217 code of the marketplace's currency."`
	Files           []orderFile `json:"files" nullable:"false" doc:"The set that was bought."`
	BuyersEmail     *string     `json:"buyers_email" doc:"Of the customer; null when it is not known." format:"email"`
	ReturnURL       *string     `json:"return_url" doc:"Where the customer comes back to; null without one." format:"uri"`
	CheckoutURL     *string     `json:"checkout_url" doc:"Where to send the customer; null when the order can't be paid any more." format:"uri"`
	CreatedAt       time.Time   `json:"created_at" doc:"When it was made."`
	UpdatedAt       time.Time   `json:"updated_at" doc:"When it last changed."`
	PaidAt          *time.Time  `json:"paid_at" doc:"When it was paid; null before."`
	RefundedAt      *time.Time  `json:"refunded_at" doc:"When it was refunded; null before."`
	RefundedAmount  string      `json:"refunded_amount" pattern:"^[0-9]{1,6}\\.[0-9]{2}$" example:"0.00" doc:"How much of the price went back, or was lost by a dispute. An order stays paid until all of it did."`
	ExpiresAt       time.Time   `json:"expires_at" doc:"Until when it can be paid."`
	CanceledBecause *string     `json:"canceled_because" doc:"Why it was canceled when nobody asked for it: model_gone, the model left the catalogue."`
	Livemode        bool        `json:"livemode" doc:"false: a sandbox order, for which no money moves."`
}

// orderTaxed is the tax of an order, or null.
type orderTaxed = nullable[orderTax]

type orderTax struct {
	Amount    string  `json:"amount" pattern:"^[0-9]{1,6}\\.[0-9]{2}$" example:"1.92" doc:"Part of the price."`
	Rate      string  `json:"rate" pattern:"^[0-9]{1,3}(\\.[0-9]{1,2})?$" example:"19" doc:"In percent."`
	Country   *string `json:"country" example:"DE" doc:"ISO 3166-1: whose tax it is, or where the buyer lives; null where nobody said."`
	Included  bool    `json:"included" doc:"Always true: prices have the tax in them."`
	Treatment string  `json:"treatment" enum:"taxed,exempt,reverse_charge,outside,unknown_place,pending" doc:"Why it is what it is: exempt, who sells charges no tax; reverse_charge, the buyer, a business, owes it; outside, none is owed where the buyer lives; unknown_place, nobody said where that is, and it is taxed as at home; pending, the payment provider says it once it is paid."`
	SoldBy    string  `json:"sold_by" enum:"shop,seller" doc:"Who sells to the buyer, and owes the tax."`
	Fallback  bool    `json:"fallback" doc:"Stripe Tax was to find the tax and did not: it is that of the marketplace's own table of rates."`
}

// taxOf is the tax of an order.
func taxOf(o *vitrine.Order) (encoded orderTaxed) {
	if o.Tax.Mode != vitrine.TaxOff {
		encoded.value = &orderTax{
			Amount: o.Tax.Amount.String(), Rate: o.Tax.Rate.String(), Country: textOrNull(o.Tax.Country), Included: true,
			Treatment: cmp.Or(string(o.Tax.Treatment), "pending"), SoldBy: string(o.Tax.Seller),
			Fallback: o.Tax.Fallback,
		}
	}
	return encoded
}

type orderModel struct {
	Title      string `json:"title" doc:"Its title."`
	Slug       string `json:"slug" doc:"The end of its address."`
	AuthorName string `json:"author_name" doc:"Username of its author."`
}

type orderLicense struct {
	Type     string `json:"type" pattern:"^[a-z0-9]+([-_][a-z0-9]+)*$" maxLength:"40" example:"general" doc:"Which license it is, as in GET /v1/licenses."`
	Name     string `json:"name" example:"General license" doc:"Name for people; empty for orders of before names were kept."`
	Version  *int64 `json:"version" nullable:"true" doc:"Of its text and terms: /licenses/{type}/{version} has both. null for a seller's own text, and where it was not noted."`
	TextHash string `json:"text_hash" pattern:"^[0-9a-f]{64}$" doc:"SHA-256 of the text, hex."`
	Text     string `json:"text" doc:"The full text."`
}

type consent struct {
	At   time.Time `json:"agreed_at" doc:"When the buyer agreed, at the checkout."`
	Text string    `json:"text" doc:"The words as they stood there."`
}

type orderFile struct {
	ID          int64  `json:"id" doc:"Names the file in addresses."`
	Name        string `json:"name" doc:"As it was uploaded."`
	Size        int64  `json:"size" doc:"Bytes."`
	SHA256      string `json:"sha256" pattern:"^[0-9a-f]{64}$" doc:"SHA-256 of the bytes, hex."`
	DownloadURL string `json:"download_url" doc:"Redirects to the bytes once the order is paid." format:"uri"`
}

func (s *Server) createOrder(ctx context.Context, in *createOrderInput) (*createdOrderOutput, error) {
	request := shop.NewOrder{
		ModelID: int64(in.Body.ModelID), UUID: in.Body.UUID, BuyersEmail: in.Body.BuyersEmail,
		ReturnURL: in.Body.ReturnURL, Language: web.ReadersLanguages(in.AcceptLanguage), Again: in.Body.Again,
		Answer: answering(ctx, s.createdOrder),
	}

	made, err := s.shop.CreateOrder(ctx, caller(ctx), request)
	if err != nil {
		return nil, err
	}

	return s.createdOrder(made), nil
}

func (s *Server) createdOrder(made *vitrine.Order) *createdOrderOutput {
	return &createdOrderOutput{
		ETag: orderETag(made), Location: s.absolute("/v1/orders/" + strconv.FormatInt(made.ID, 10)),
		Body: createdOrder{Success: true, OrderRecord: s.encodeOrder(made)},
	}
}

func (s *Server) order(ctx context.Context, in *orderInput) (*orderOutput, error) {
	found, err := s.shop.Order(ctx, caller(ctx), in.ID)
	if err != nil {
		return nil, err
	}

	return s.orderOutput(ctx, found)
}

// orderOutput is an order with what its buyer agreed to.
func (s *Server) orderOutput(ctx context.Context, o *vitrine.Order) (*orderOutput, error) {
	out := &orderOutput{ETag: orderETag(o), Body: s.encodeOrder(o)}
	words, err := s.shop.WaiverOf(ctx, o)
	if words != "" {
		out.Body.Consent.value = &consent{At: o.Waiver.At, Text: words}
	}
	return out, err
}

func (s *Server) cancelOrder(ctx context.Context, in *cancelOrderInput) (*struct{}, error) {
	return nil, s.shop.CancelOrder(ctx, caller(ctx), in.ID, orderPrecondition(in.IfMatch, in.ID))
}

func (s *Server) encodeOrder(o *vitrine.Order) OrderRecord {
	return OrderRecord{OrderBase: s.encodeBase(o), License: licenseOf(o),
		DownloadToken: o.DownloadToken}
}

// licenseOf is what an order was licensed by.
func licenseOf(o *vitrine.Order) orderLicense {
	return orderLicense{termsOf(o).Type, o.License.Name, termsOf(o).Version, o.License.Hash, o.License.Text}
}

// termsOf is licenseOf without the text.
func termsOf(o *vitrine.Order) orderTerms {
	terms := orderTerms{Type: string(o.License.Type), Name: o.License.Name, TextHash: o.License.Hash}
	if o.License.Version != 0 {
		terms.Version = &o.License.Version
	}
	return terms
}

func (s *Server) encodeBase(o *vitrine.Order) OrderBase {
	encoded := OrderBase{
		ID: strconv.FormatInt(o.ID, 10), UUID: o.UUID, Status: string(o.Status), ModelID: o.ModelID,
		Model: orderModel{o.Model.Title, o.Model.Slug, o.Model.AuthorName}, Price: o.Price.String(), Tax: taxOf(o), Currency: o.Currency,
		Files: make([]orderFile, len(o.Files)), BuyersEmail: textOrNull(o.BuyersEmail), ReturnURL: textOrNull(o.ReturnURL),
		CreatedAt: o.CreatedAt, UpdatedAt: o.UpdatedAt, PaidAt: timeOrNull(o.PaidAt), RefundedAt: timeOrNull(o.RefundedAt),
		RefundedAmount: o.Refunded.String(), ExpiresAt: o.ExpiresAt, Livemode: o.Live, CanceledBecause: textOrNull(string(o.CanceledBecause)),
	}
	if s.shop.Payable(o) {
		encoded.CheckoutURL = textOrNull(s.absolute("/checkout/" + o.CheckoutKey))
	}
	for i, f := range o.Files {
		encoded.Files[i] = orderFile{f.FileID, f.Name, f.Size, f.SHA256, s.absolute(record.FilePath(o.ModelID, f.FileID))}
	}
	return encoded
}

func textOrNull(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

func timeOrNull(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}

// relation reports whether a total is exact.
func relation(total vitrine.Total) string {
	if total.More {
		return "gte"
	}
	return "eq"
}

// orderETag names one version of an order in one state, with its secrets and what its buyer
// agreed to: time can expire it, other keys replace its secrets, and an agreement is added, without
// another version.
func orderETag(o *vitrine.Order) string {
	secrets := sha256.Sum256([]byte(o.DownloadToken + o.Waiver.Hash))
	return fmt.Sprintf(`"o%d-%d-%s-%x"`, o.ID, o.Version, o.Status, secrets[:4])
}

func orderPrecondition(header ifMatch, id int64) shop.Precondition {
	return precondition(header, func(version int64) string { return fmt.Sprintf(`"o%d-%d-`, id, version) })
}

// precondition reads If-Match against ETags that begin with a version's prefix.
func precondition(header ifMatch, prefix func(version int64) string) shop.Precondition {
	if header == "" {
		return nil
	}
	return func(version int64) bool {
		begin := prefix(version)
		return web.IfMatch(string(header), func(tag string) bool { return strings.HasPrefix(tag, begin) })
	}
}
