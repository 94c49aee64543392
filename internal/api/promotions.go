package api

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"vitrine"
	"vitrine/internal/shop"
)

// PromotionRecord is a discount for a time.
type PromotionRecord struct {
	ID        int64         `json:"id" example:"1" doc:"Names the promotion in addresses."`
	Covers    string        `json:"covers" enum:"own,marketplace" doc:"own: one's own models. marketplace: those of all sellers who take part."`
	Name      string        `json:"name" example:"Spring sale" doc:"One line, for who planned it."`
	Percent   *int64        `json:"percent" minimum:"1" maximum:"99" example:"20" doc:"By how much prices are lowered; null where price says what they become."`
	Price     *decimalPrice `json:"price" doc:"What models cost that cost more; null where percent says it."`
	ModelIDs  []int64       `json:"model_ids" nullable:"true" doc:"The models that it is of; null: all that are published when it begins."`
	State     string        `json:"state" enum:"planned,running,ended,canceled" doc:"canceled: before it began."`
	BeginsAt  time.Time     `json:"begins_at" doc:"From when on prices are lower."`
	EndsAt    time.Time     `json:"ends_at" doc:"When prices are those of before again."`
	Zone      string        `json:"time_zone" example:"Europe/Berlin" doc:"In which begin and end were said."`
	CreatedAt time.Time     `json:"created_at" doc:"When it was planned."`
	UpdatedAt time.Time     `json:"updated_at" doc:"When it was last changed."`
}

type createdPromotion struct {
	Success bool `json:"success" doc:"Always true."`
	PromotionRecord
}

// PromotionChangeBody is what shall be changed of a promotion.
type PromotionChangeBody struct {
	Name     *string           `json:"name,omitempty" maxLength:"100" doc:"One line, for who plans it." example:"Spring sale"`
	Percent  *int64            `json:"percent,omitempty" minimum:"1" maximum:"99" doc:"By how much prices are lowered; either this or price." example:"20"`
	Price    optional[decimal] `json:"price,omitempty" doc:"What models cost that cost more; either this or percent."`
	ModelIDs *[]int64          `json:"model_ids,omitempty" minItems:"1" maxItems:"500" uniqueItems:"true" nullable:"false" doc:"The models that it is of; absent: all." example:"[1]"`
	BeginsAt *time.Time        `json:"begins_at,omitempty" doc:"From when on prices are lower. Now, where a new one does not say it." example:"2035-03-20T00:00:00+01:00"`
	EndsAt   *time.Time        `json:"ends_at,omitempty" doc:"When prices are those of before again: at most 366 days after the begin." example:"2035-03-27T00:00:00+01:00"`
	Zone     *string           `json:"time_zone,omitempty" maxLength:"60" doc:"The name of the time zone that begin and end are said in, for people who read them. UTC where a new one does not say it." example:"Europe/Berlin"`
}

type newPromotionBody struct {
	PromotionChangeBody
	Covers string `json:"covers,omitempty" enum:"own,marketplace" default:"own" doc:"marketplace takes the scope admin." example:"own"`
}

type listPromotionsInput struct {
	Covers string `query:"covers" enum:"own,marketplace" default:"own" doc:"Whose promotions: one's own, or those of the whole marketplace, which take the scope admin."`
}

type promotionInput struct {
	ID int64 `path:"id" doc:"The promotion's id."`
}

type createPromotionInput struct{ Body newPromotionBody }

type updatePromotionInput struct {
	ID      int64   `path:"id" doc:"The promotion's id."`
	IfMatch ifMatch `header:"If-Match" doc:"Only when the promotion is still the one with this ETag, or with its weak form, W/, that compressed answers have."`
	Body    PromotionChangeBody
}

type endPromotionInput struct {
	ID      int64   `path:"id" doc:"The promotion's id."`
	IfMatch ifMatch `header:"If-Match" doc:"Only when the promotion is still the one with this ETag, or with its weak form, W/, that compressed answers have."`
}

type promotionsOutput struct {
	Body struct {
		Total      int64             `json:"total" doc:"How many there are."`
		Promotions []PromotionRecord `json:"promotions" nullable:"false" doc:"The 500 that were planned last, the newest first."`
	}
}

type promotionOutput struct {
	ETag string `header:"ETag"`
	Body PromotionRecord
}

type createdPromotionOutput struct {
	Location string `header:"Location"`
	ETag     string `header:"ETag"`
	Body     createdPromotion
}

// PartBody says whether a seller takes part.
type PartBody struct {
	TakesPart bool `json:"takes_part" doc:"Whether promotions of the whole marketplace lower the prices of the caller's models, too." example:"true"`
}

type partOutput struct{ Body PartBody }

type takePartInput struct{ Body PartBody }

func (b PromotionChangeBody) change() shop.PromotionChange {
	c := shop.PromotionChange{Name: maybe(b.Name), Percent: maybe(b.Percent), ModelIDs: maybe(b.ModelIDs), BeginsAt: maybe(b.BeginsAt),
		EndsAt: maybe(b.EndsAt), Zone: maybe(b.Zone)}
	c.Price = price("/price", b.Price, &c.Faults)
	return c
}

const wholeMarket = "marketplace"

func (s *Server) listPromotions(ctx context.Context, in *listPromotionsInput) (*promotionsOutput, error) {
	list, err := s.shop.Promotions(ctx, caller(ctx), in.Covers == wholeMarket)
	if err != nil {
		return nil, err
	}

	out := &promotionsOutput{}
	out.Body.Total, out.Body.Promotions = int64(len(list)), make([]PromotionRecord, len(list))
	for i, p := range list {
		out.Body.Promotions[i] = s.encodePromotion(p)
	}
	return out, nil
}

func (s *Server) createPromotion(ctx context.Context, in *createPromotionInput) (*createdPromotionOutput, error) {
	asked := shop.NewPromotion{PromotionChange: in.Body.change(), Whole: in.Body.Covers == wholeMarket,
		Answer: answering(ctx, s.createdPromotion)}

	made, err := s.shop.PlanPromotion(ctx, caller(ctx), asked)
	if err != nil {
		return nil, err
	}

	return s.createdPromotion(made), nil
}

func (s *Server) createdPromotion(p *vitrine.Promotion) *createdPromotionOutput {
	return &createdPromotionOutput{Location: s.absolute("/v1/promotions/" + strconv.FormatInt(p.ID, 10)), ETag: s.promotionETag(p),
		Body: createdPromotion{true, s.encodePromotion(p)}}
}

func (s *Server) promotion(ctx context.Context, in *promotionInput) (*promotionOutput, error) {
	p, err := s.shop.Promotion(ctx, caller(ctx), in.ID)
	if err != nil {
		return nil, err
	}

	return s.promotionOutput(p), nil
}

func (s *Server) promotionOutput(p *vitrine.Promotion) *promotionOutput {
	return &promotionOutput{ETag: s.promotionETag(p), Body: s.encodePromotion(p)}
}

func (s *Server) updatePromotion(ctx context.Context, in *updatePromotionInput) (*promotionOutput, error) {
	p, err := s.shop.ChangePromotion(ctx, caller(ctx), in.ID, in.Body.change(), promotionPrecondition(in.IfMatch, in.ID))
	if err != nil {
		return nil, err
	}

	return s.promotionOutput(p), nil
}

func (s *Server) endPromotion(ctx context.Context, in *endPromotionInput) (*struct{}, error) {
	_, err := s.shop.EndPromotion(ctx, caller(ctx), in.ID, promotionPrecondition(in.IfMatch, in.ID))
	return nil, err
}

func (s *Server) part(ctx context.Context, _ *struct{}) (*partOutput, error) {
	takes, err := s.shop.TakesPart(ctx, caller(ctx))
	return &partOutput{PartBody{takes}}, err
}

func (s *Server) takePart(ctx context.Context, in *takePartInput) (*partOutput, error) {
	err := s.shop.TakePart(ctx, caller(ctx), in.Body.TakesPart)
	return &partOutput{in.Body}, err
}

// promotionETag names a promotion as it stands, with its state, which time alone changes.
func (s *Server) promotionETag(p *vitrine.Promotion) string {
	return promotionTag(p.ID, p.Version) + string(p.StateAt(s.now())) + `"`
}

func promotionTag(id, version int64) string { return fmt.Sprintf(`"pr%d-%d-`, id, version) }

func promotionPrecondition(header ifMatch, id int64) shop.Precondition {
	return precondition(header, func(version int64) string { return promotionTag(id, version) })
}

func (s *Server) encodePromotion(p *vitrine.Promotion) PromotionRecord {
	record := PromotionRecord{ID: p.ID, Covers: "own", Name: p.Name, Price: priceOrNull(p.Lower.To), ModelIDs: p.ModelIDs,
		State: string(p.StateAt(s.now())), BeginsAt: p.BeginsAt, EndsAt: p.EndsAt, Zone: p.Zone, CreatedAt: p.CreatedAt, UpdatedAt: p.UpdatedAt}
	if p.SellerID == 0 {
		record.Covers = wholeMarket
	}
	if p.Lower.To == nil {
		record.Percent = &p.Lower.Percent
	}
	return record
}

func priceOrNull(a *vitrine.Amount) *decimalPrice {
	if a == nil {
		return nil
	}
	text := decimalPrice(a.String())
	return &text
}
