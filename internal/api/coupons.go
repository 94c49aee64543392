package api

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"vitrine"
	"vitrine/internal/shop"
)

// CouponRecord is a code that lowers what is paid.
type CouponRecord struct {
	ID        int64         `json:"id" example:"1" doc:"Names the coupon in addresses."`
	Covers    string        `json:"covers" enum:"own,marketplace" doc:"own: one's own models. marketplace: those of all sellers who take part."`
	Code      string        `json:"code" example:"FRIENDS-10" doc:"What buyers enter, in capital letters; small ones are the same."`
	Name      string        `json:"name" example:"For friends" doc:"One line, for who made it."`
	Percent   *int64        `json:"percent" minimum:"1" maximum:"100" example:"10" doc:"By how much each order is lowered; null where amount says it."`
	Amount    *decimalPrice `json:"amount" doc:"By how much a purchase is lowered, never below 0; null where percent says it."`
	ModelIDs  []int64       `json:"model_ids" nullable:"true" doc:"The models that it is for; null: all."`
	Uses      *int64        `json:"uses" minimum:"1" doc:"How many purchases it is good for; null: any number."`
	UsesEach  *int64        `json:"uses_each" minimum:"1" doc:"And how many of one buyer; null: any number."`
	Used      int64         `json:"used" doc:"How many purchases it was used for, those that are being paid included."`
	State     string        `json:"state" enum:"planned,valid,ended" doc:"ended: its time is over, or somebody ended it."`
	BeginsAt  time.Time     `json:"begins_at" doc:"From when on it is good."`
	EndsAt    *time.Time    `json:"ends_at" doc:"Until when; null: until somebody ends it."`
	Zone      string        `json:"time_zone" example:"Europe/Berlin" doc:"In which begin and end were said."`
	CreatedAt time.Time     `json:"created_at" doc:"When it was made."`
	UpdatedAt time.Time     `json:"updated_at" doc:"When it was last changed."`
}

type createdCoupon struct {
	Success bool `json:"success" doc:"Always true."`
	CouponRecord
}

// CouponChangeBody is what shall be changed of a coupon.
type CouponChangeBody struct {
	Code     *string             `json:"code,omitempty" maxLength:"40" doc:"Letters of A to Z, digits and hyphens, at least four letters or digits. Short ones are guessed: 30 tries of a network are let through, then one each 10 seconds." example:"FRIENDS-10"`
	Name     *string             `json:"name,omitempty" maxLength:"100" doc:"One line, for who makes it." example:"For friends"`
	Percent  optional[int64]     `json:"percent,omitempty" doc:"By how much each order is lowered; either this or amount." example:"10"`
	Amount   optional[decimal]   `json:"amount,omitempty" doc:"By how much a purchase is lowered, divided among its orders by their prices; either this or percent."`
	ModelIDs *[]int64            `json:"model_ids,omitempty" minItems:"1" maxItems:"500" uniqueItems:"true" nullable:"false" doc:"The models that it is for; absent: all." example:"[1]"`
	Uses     optional[int64]     `json:"uses,omitempty" doc:"How many purchases it is good for; null: any number." example:"100"`
	UsesEach optional[int64]     `json:"uses_each,omitempty" doc:"How many purchases of one buyer it is good for; null: any number." example:"1"`
	BeginsAt *time.Time          `json:"begins_at,omitempty" doc:"From when on it is good. Now, where a new one does not say it." example:"2035-03-20T00:00:00+01:00"`
	EndsAt   optional[time.Time] `json:"ends_at,omitempty" doc:"Until when; null: until somebody ends it." example:"2035-03-27T00:00:00+01:00"`
	Zone     *string             `json:"time_zone,omitempty" maxLength:"60" doc:"The name of the time zone that begin and end are said in, for people who read them. UTC where a new one does not say it." example:"Europe/Berlin"`
}

type newCouponBody struct {
	CouponChangeBody
	Covers string `json:"covers,omitempty" enum:"own,marketplace" default:"own" doc:"marketplace takes the scope admin." example:"own"`
}

type listCouponsInput struct {
	Covers string `query:"covers" enum:"own,marketplace" default:"own" doc:"Whose coupons: one's own, or those of the whole marketplace, which take the scope admin."`
}

type couponInput struct {
	ID int64 `path:"id" doc:"The coupon's id."`
}

type createCouponInput struct{ Body newCouponBody }

type updateCouponInput struct {
	ID      int64   `path:"id" doc:"The coupon's id."`
	IfMatch ifMatch `header:"If-Match" doc:"Only when the coupon is still the one with this ETag, or with its weak form, W/, that compressed answers have."`
	Body    CouponChangeBody
}

type endCouponInput struct {
	ID      int64   `path:"id" doc:"The coupon's id."`
	IfMatch ifMatch `header:"If-Match" doc:"Only when the coupon is still the one with this ETag, or with its weak form, W/, that compressed answers have."`
}

type couponsOutput struct {
	Body struct {
		Total   int64          `json:"total" doc:"How many there are."`
		Coupons []CouponRecord `json:"coupons" nullable:"false" doc:"The 1,000 that were made last, the newest first."`
	}
}

type couponOutput struct {
	ETag string `header:"ETag"`
	Body CouponRecord
}

type createdCouponOutput struct {
	Location string `header:"Location"`
	ETag     string `header:"ETag"`
	Body     createdCoupon
}

func (b CouponChangeBody) change() shop.CouponChange {
	c := shop.CouponChange{Code: maybe(b.Code), Name: maybe(b.Name), Percent: b.Percent.Optional, ModelIDs: maybe(b.ModelIDs),
		Uses: b.Uses.Optional, UsesEach: b.UsesEach.Optional, BeginsAt: maybe(b.BeginsAt),
		EndsAt: b.EndsAt.Optional, Zone: maybe(b.Zone)}
	c.Amount = price("/amount", b.Amount, &c.Faults)
	return c
}

func (s *Server) listCoupons(ctx context.Context, in *listCouponsInput) (*couponsOutput, error) {
	list, err := s.shop.Coupons(ctx, caller(ctx), in.Covers == wholeMarket)
	if err != nil {
		return nil, err
	}

	out := &couponsOutput{}
	out.Body.Total, out.Body.Coupons = int64(len(list)), make([]CouponRecord, len(list))
	for i, c := range list {
		out.Body.Coupons[i] = s.encodeCoupon(c)
	}
	return out, nil
}

func (s *Server) createCoupon(ctx context.Context, in *createCouponInput) (*createdCouponOutput, error) {
	asked := shop.NewCoupon{CouponChange: in.Body.change(), Whole: in.Body.Covers == wholeMarket, Answer: answering(ctx, s.createdCoupon)}

	made, err := s.shop.MakeCoupon(ctx, caller(ctx), asked)
	if err != nil {
		return nil, err
	}

	return s.createdCoupon(made), nil
}

func (s *Server) createdCoupon(c *vitrine.Coupon) *createdCouponOutput {
	counted := shop.CountedCoupon{Coupon: c} // nobody has used it
	return &createdCouponOutput{Location: s.absolute("/v1/coupons/" + strconv.FormatInt(c.ID, 10)), ETag: s.couponETag(counted),
		Body: createdCoupon{true, s.encodeCoupon(counted)}}
}

func (s *Server) coupon(ctx context.Context, in *couponInput) (*couponOutput, error) {
	c, err := s.shop.Coupon(ctx, caller(ctx), in.ID)
	if err != nil {
		return nil, err
	}

	return &couponOutput{ETag: s.couponETag(c), Body: s.encodeCoupon(c)}, nil
}

func (s *Server) updateCoupon(ctx context.Context, in *updateCouponInput) (*couponOutput, error) {
	if _, err := s.shop.ChangeCoupon(ctx, caller(ctx), in.ID, in.Body.change(), couponPrecondition(in.IfMatch, in.ID)); err != nil {
		return nil, err
	}

	return s.coupon(ctx, &couponInput{in.ID})
}

func (s *Server) endCoupon(ctx context.Context, in *endCouponInput) (*struct{}, error) {
	return nil, s.shop.EndCoupon(ctx, caller(ctx), in.ID, couponPrecondition(in.IfMatch, in.ID))
}

// couponETag names a coupon as it stands, with its state, which time alone changes, and its uses.
func (s *Server) couponETag(c shop.CountedCoupon) string {
	return fmt.Sprintf(`%s%s-%d"`, couponTag(c.ID, c.Version), c.StateAt(s.now()), c.Used)
}

func couponTag(id, version int64) string { return fmt.Sprintf(`"cp%d-%d-`, id, version) }

func couponPrecondition(header ifMatch, id int64) shop.Precondition {
	return precondition(header, func(version int64) string { return couponTag(id, version) })
}

func (s *Server) encodeCoupon(c shop.CountedCoupon) CouponRecord {
	record := CouponRecord{ID: c.ID, Covers: "own", Code: c.Code, Name: c.Name, Amount: priceOrNull(c.Less.Amount), ModelIDs: c.ModelIDs,
		Uses: countOrNull(c.Uses), UsesEach: countOrNull(c.UsesEach), Used: c.Used, State: string(c.StateAt(s.now())), BeginsAt: c.BeginsAt,
		EndsAt: timeOrNull(c.EndsAt), Zone: c.Zone, CreatedAt: c.CreatedAt, UpdatedAt: c.UpdatedAt}
	if c.SellerID == 0 {
		record.Covers = wholeMarket
	}
	if c.Less.Amount == nil {
		record.Percent = &c.Less.Percent
	}
	return record
}

// countOrNull is null for a limit that is none.
func countOrNull(n int64) *int64 {
	if n == 0 {
		return nil
	}
	return &n
}
