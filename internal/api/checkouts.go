package api

import (
	"context"
	"crypto/sha256"
	"fmt"
	"strconv"
	"time"

	"vitrine"
	"vitrine/internal/shop"
)

type createCheckoutInput struct {
	Body struct {
		OrderIDs  []looseID `json:"order_ids" minItems:"1" maxItems:"50" nullable:"false" doc:"Unpaid orders of yours, for one buyer and in one currency." example:"[3]"`
		UUID      string    `json:"uuid,omitempty" maxLength:"64" doc:"Your own id of the checkout, unique among yours; made when absent." example:"2f0a8a0e-93f4-4d57-8f2c-3c1f6c3a1f0e"`
		ReturnURL string    `json:"return_url,omitempty" maxLength:"2048" doc:"Where the customer comes back to, with id, uuid and status of the checkout added." example:"https://shop.example/thanks"`
		BundleIDs []int64   `json:"bundle_ids,omitempty" maxItems:"25" nullable:"false" doc:"Bundles whose prices the orders shall have. Each has an order of all its models, but of those that the buyer has already; else it is refused."`
		Coupon    string    `json:"coupon,omitempty" maxLength:"40" doc:"A code that lowers orders of it; the customer can enter one, too."`
	}
}

type checkoutInput struct {
	ID int64 `path:"id" doc:"The checkout's id."`
}

type cancelCheckoutInput struct {
	ID      int64   `path:"id" doc:"The checkout's id."`
	IfMatch ifMatch `header:"If-Match" doc:"Only when the checkout is still the one with this ETag, or with its weak form, W/, that compressed answers have."`
}

type updateCheckoutInput struct {
	ID      int64   `path:"id" doc:"The checkout's id."`
	IfMatch ifMatch `header:"If-Match" doc:"Only when the checkout is still the one with this ETag, or with its weak form, W/, that compressed answers have."`
	Body    struct {
		Status string  `json:"status" enum:"paid" doc:"paid: the money of all of it came, as the operator saw."`
		PaidAt *string `json:"paid_at,omitempty" nullable:"true" maxLength:"40" example:"2026-03-31" doc:"When the money came, by which its tax is of a quarter: a day in the time zone of the tax rules, or a moment in RFC 3339, since the checkout was made and not ahead. Now when absent or null."`
	}
}

type listCheckoutsInput struct {
	PageInput
	UUID string `query:"uuid" doc:"Only the checkout with this identifier of its caller's own."`
}

type checkoutOutput struct {
	ETag string `header:"ETag"`
	Body CheckoutRecord
}

type createdCheckoutOutput struct {
	ETag     string `header:"ETag"`
	Location string `header:"Location"`
	Body     createdCheckout
}

type createdCheckout struct {
	Success bool `json:"success" doc:"Always true."`
	CheckoutRecord
}

type checkoutsOutput struct {
	Link string `header:"Link"`
	Body struct {
		Total         int64            `json:"total" doc:"How many checkouts there are, exact up to 10,000."`
		TotalRelation string           `json:"total_relation" enum:"eq,gte" doc:"gte: there are at least so many."`
		Checkouts     []CheckoutRecord `json:"checkouts" nullable:"false" doc:"Those of this page, newest first."`
	}
}

// CheckoutRecord is several orders that are paid by one payment.
type CheckoutRecord struct {
	ID          string          `json:"id" example:"7" doc:"Names the checkout in addresses."`
	UUID        string          `json:"uuid" doc:"The caller's own id of the checkout, made when none was sent."`
	Status      string          `json:"status" enum:"unpaid,paid,canceled,expired,refunded" doc:"paid once money came, refunded when all of it went back. Each order has a status of its own."`
	Orders      []checkoutOrder `json:"orders" nullable:"false" doc:"In the order in which they were named."`
	Sum         string          `json:"sum" pattern:"^[0-9]{1,8}\\.[0-9]{2}$" example:"24.00" doc:"What the orders cost together."`
	Discount    string          `json:"discount" pattern:"^[0-9]{1,8}\\.[0-9]{2}$" example:"0.00" doc:"What bundles and coupons took off their prices: sum is what is left."`
	BundleIDs   []int64         `json:"bundle_ids" nullable:"false" doc:"The bundles whose prices orders have."`
	Coupons     []string        `json:"coupons" nullable:"false" doc:"The codes that did."`
	Currency    string          `json:"currency" example:"USD" doc:"ISO 4217 code of the marketplace's currency."`
	ReturnURL   *string         `json:"return_url" doc:"Where the customer comes back to; null without one." format:"uri"`
	CheckoutURL *string         `json:"checkout_url" doc:"Where to send the customer; null when it can't be paid any more." format:"uri"`
	CreatedAt   time.Time       `json:"created_at" doc:"When it was made."`
	UpdatedAt   time.Time       `json:"updated_at" doc:"When it last changed; its orders have times of their own."`
	PaidAt      *time.Time      `json:"paid_at" doc:"When its payment came; null before."`
	ExpiresAt   time.Time       `json:"expires_at" doc:"Until when all of it can be paid."`
	Livemode    bool            `json:"livemode" doc:"false: orders of a sandbox, for which no money moves."`
}

type checkoutOrder struct {
	ID       string     `json:"id" example:"123" doc:"Names the order in addresses: getOrder has all of it."`
	UUID     string     `json:"uuid" doc:"The caller's own order id."`
	Status   string     `json:"status" enum:"unpaid,paid,canceled,expired,refunded,disputed" doc:"Where the order stands. One that can't be paid any more keeps the others from being paid until the customer goes on without it."`
	ModelID  int64      `json:"model_id" doc:"The model that was ordered."`
	Model    orderModel `json:"model" doc:"As it was when it was ordered."`
	Price    string     `json:"price" pattern:"^[0-9]{1,6}\\.[0-9]{2}$" example:"12.00" doc:"As it was when it was ordered, less what a bundle and a coupon take off."`
	BundleID *int64     `json:"bundle_id" doc:"The bundle that its price is a part of, as long as all of that is paid at once; null without one."`
	Canceled *string    `json:"canceled_because" doc:"Why the order was canceled when nobody asked for it: model_gone, the model left the catalogue."`
}

func (s *Server) createCheckout(ctx context.Context, in *createCheckoutInput) (*createdCheckoutOutput, error) {
	request := shop.NewCheckout{UUID: in.Body.UUID, ReturnURL: in.Body.ReturnURL, Bundles: in.Body.BundleIDs, Coupon: in.Body.Coupon,
		Answer: answering(ctx, s.createdCheckout)}
	for _, id := range in.Body.OrderIDs {
		request.OrderIDs = append(request.OrderIDs, int64(id))
	}

	made, err := s.shop.CreateCheckout(ctx, caller(ctx), request)
	if err != nil {
		return nil, err
	}

	return s.createdCheckout(made), nil
}

func (s *Server) createdCheckout(made *vitrine.Checkout) *createdCheckoutOutput {
	return &createdCheckoutOutput{
		ETag: s.checkoutETag(made), Location: s.absolute("/v1/checkouts/" + strconv.FormatInt(made.ID, 10)),
		Body: createdCheckout{Success: true, CheckoutRecord: s.encodeCheckout(made)},
	}
}

func (s *Server) checkout(ctx context.Context, in *checkoutInput) (*checkoutOutput, error) {
	found, err := s.shop.Checkout(ctx, caller(ctx), in.ID)
	if err != nil {
		return nil, err
	}

	return &checkoutOutput{ETag: s.checkoutETag(found), Body: s.encodeCheckout(found)}, nil
}

func (s *Server) listCheckouts(ctx context.Context, in *listCheckoutsInput) (*checkoutsOutput, error) {
	page, err := in.page()
	if err != nil {
		return nil, err
	}

	found, err := s.shop.Checkouts(ctx, caller(ctx), vitrine.CheckoutQuery{UUID: in.UUID, Page: page})
	if err != nil {
		return nil, err
	}

	out := &checkoutsOutput{Link: s.links(&in.PageInput, page, found.Total, found.Next)}
	out.Body.Total, out.Body.TotalRelation = found.Total.Count, relation(found.Total)
	out.Body.Checkouts = make([]CheckoutRecord, len(found.Checkouts))
	for i, c := range found.Checkouts {
		out.Body.Checkouts[i] = s.encodeCheckout(c)
	}
	return out, nil
}

func (s *Server) cancelCheckout(ctx context.Context, in *cancelCheckoutInput) (*struct{}, error) {
	return nil, s.shop.CancelCheckout(ctx, caller(ctx), in.ID, checkoutPrecondition(in.IfMatch, in.ID))
}

// updateCheckout notes what an operator saw of a checkout's money.
func (s *Server) updateCheckout(ctx context.Context, in *updateCheckoutInput) (*checkoutOutput, error) {
	who, err := s.desk(ctx)
	if err != nil {
		return nil, err
	}

	paid, err := s.shop.ConfirmCheckout(ctx, who, in.ID, cameIn(in.Body.PaidAt), checkoutPrecondition(in.IfMatch, in.ID))
	if err != nil {
		return nil, err
	}

	return &checkoutOutput{ETag: s.checkoutETag(paid), Body: s.encodeCheckout(paid)}, nil
}

func checkoutPrecondition(seen ifMatch, id int64) shop.Precondition {
	return precondition(seen, func(version int64) string { return fmt.Sprintf(`"c%d-%d-`, id, version) })
}

func (s *Server) encodeCheckout(c *vitrine.Checkout) CheckoutRecord {
	encoded := CheckoutRecord{
		ID: strconv.FormatInt(c.ID, 10), UUID: c.UUID, Status: string(s.shop.CheckoutStatus(c)), Orders: make([]checkoutOrder, len(c.Orders)),
		Sum: c.Sum().String(), Discount: c.Saved().String(), BundleIDs: c.Bundles(), Coupons: c.Coupons(), Currency: c.Currency,
		ReturnURL: textOrNull(c.ReturnURL), CreatedAt: c.CreatedAt, UpdatedAt: c.UpdatedAt,
		PaidAt: timeOrNull(c.PaidAt), ExpiresAt: c.ExpiresAt(), Livemode: c.Live,
	}
	if encoded.Status == string(vitrine.Unpaid) {
		encoded.CheckoutURL = textOrNull(s.absolute(c.Path()))
	}
	for i, o := range c.Orders {
		encoded.Orders[i] = checkoutOrder{strconv.FormatInt(o.ID, 10), o.UUID, string(o.Status), o.ModelID,
			orderModel{o.Model.Title, o.Model.Slug, o.Model.AuthorName}, o.Price.String(), countOrNull(o.Discount.Bundle.ID),
			textOrNull(string(o.CanceledBecause))}
	}
	return encoded
}

// checkoutETag names one version of a checkout and of each of its orders, in their states, with its secret: time can
// expire them and other keys replace the secret without another version.
func (s *Server) checkoutETag(c *vitrine.Checkout) string {
	state := sha256.New()
	fmt.Fprint(state, c.Key, s.shop.CheckoutStatus(c))
	for _, o := range c.Orders {
		fmt.Fprintln(state, o.ID, o.Version, o.Status)
	}
	return fmt.Sprintf(`"c%d-%d-%x"`, c.ID, c.Version, state.Sum(nil)[:6])
}
