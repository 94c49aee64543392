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

// BundleRecord is several models that are sold together for one price.
type BundleRecord struct {
	ID         int64           `json:"id" example:"1" doc:"Names the bundle in addresses."`
	Name       string          `json:"name" example:"Dining room" doc:"One line, which buyers see."`
	AuthorName string          `json:"author_name" doc:"The username of who sells it."`
	Price      string          `json:"price" pattern:"^[0-9]{1,8}\\.[0-9]{2}$" example:"19.00" doc:"What the models cost together."`
	Singly     string          `json:"singly" pattern:"^[0-9]{1,8}\\.[0-9]{2}$" example:"24.00" doc:"What they cost now one by one."`
	Currency   string          `json:"currency" example:"USD" doc:"ISO 4217 code of the marketplace's currency."`
	ModelIDs   []int64         `json:"model_ids" nullable:"false" doc:"The models, in ascending order."`
	Models     []bundledRecord `json:"models" nullable:"false" doc:"The same as they are now."`
	State      string          `json:"state" enum:"planned,offered,withheld,ended" doc:"Others than its seller and operators see it while it is offered."`
	Withheld   *string         `json:"withheld_because" enum:"model_gone,no_lower" doc:"What its seller has to mend before it is sold: model_gone, a model has left the catalogue; no_lower, one by one the models cost no more. null for nothing."`
	BeginsAt   time.Time       `json:"begins_at" doc:"From when on it is sold."`
	EndsAt     *time.Time      `json:"ends_at" doc:"Until when; null: until somebody ends it."`
	Zone       string          `json:"time_zone" example:"Europe/Berlin" doc:"In which begin and end were said."`
	CreatedAt  time.Time       `json:"created_at" doc:"When it was made."`
	UpdatedAt  time.Time       `json:"updated_at" doc:"When it was last changed."`
}

type bundledRecord struct {
	ID    int64  `json:"id" doc:"The model's id."`
	Title string `json:"title" doc:"In the model's first language."`
	Price string `json:"price" pattern:"^[0-9]{1,6}\\.[0-9]{2}$" example:"12.00" doc:"What it costs now by itself."`
	Sold  bool   `json:"sold" doc:"false: it has left the catalogue."`
}

type createdBundle struct {
	Success bool `json:"success" doc:"Always true."`
	BundleRecord
}

// BundleChangeBody is what shall be changed of a bundle.
type BundleChangeBody struct {
	Name     *string             `json:"name,omitempty" maxLength:"100" doc:"One line, which buyers see." example:"Dining room"`
	Price    *decimal            `json:"price,omitempty" doc:"What the models cost together: less than one by one." example:"19.00"`
	ModelIDs *[]int64            `json:"model_ids,omitempty" minItems:"2" maxItems:"20" uniqueItems:"true" nullable:"false" doc:"Published models of yours that cost something." example:"[1, 2]"`
	BeginsAt *time.Time          `json:"begins_at,omitempty" doc:"From when on it is sold. Now, where a new one does not say it." example:"2035-03-20T00:00:00+01:00"`
	EndsAt   optional[time.Time] `json:"ends_at,omitempty" doc:"Until when; null: until somebody ends it." example:"2035-03-27T00:00:00+01:00"`
	Zone     *string             `json:"time_zone,omitempty" maxLength:"60" doc:"The name of the time zone that begin and end are said in, for people who read them. UTC where a new one does not say it." example:"Europe/Berlin"`
}

type newBundleBody struct{ BundleChangeBody }

type listBundlesInput struct {
	ModelID param[int64] `query:"model_id" doc:"The bundles with this model that are sold now, whoever's they are, instead of those that you made."`
	All     bool         `query:"all" doc:"Everybody's bundles; for admins."`
}

type bundleInput struct {
	ID int64 `path:"id" doc:"The bundle's id."`
}

type createBundleInput struct{ Body newBundleBody }

type updateBundleInput struct {
	ID      int64   `path:"id" doc:"The bundle's id."`
	IfMatch ifMatch `header:"If-Match" doc:"Only when the bundle is still the one with this ETag, or with its weak form, W/, that compressed answers have."`
	Body    BundleChangeBody
}

type endBundleInput struct {
	ID      int64   `path:"id" doc:"The bundle's id."`
	IfMatch ifMatch `header:"If-Match" doc:"Only when the bundle is still the one with this ETag, or with its weak form, W/, that compressed answers have."`
}

type bundlesOutput struct {
	Body struct {
		Total   int64          `json:"total" doc:"How many there are."`
		Bundles []BundleRecord `json:"bundles" nullable:"false" doc:"The 1,000 that were made last, the newest first."`
	}
}

type bundleOutput struct {
	ETag string `header:"ETag"`
	Body BundleRecord
}

type createdBundleOutput struct {
	Location string `header:"Location"`
	ETag     string `header:"ETag"`
	Body     createdBundle
}

func (b BundleChangeBody) change() shop.BundleChange {
	c := shop.BundleChange{Name: maybe(b.Name), ModelIDs: maybe(b.ModelIDs), BeginsAt: maybe(b.BeginsAt), EndsAt: b.EndsAt.Optional,
		Zone: maybe(b.Zone)}
	c.Price = price("/price", optional[decimal]{maybe(b.Price)}, &c.Faults)
	return c
}

// bundlesAtOnce is how many bundles with a model are listed.
const bundlesAtOnce = 1000

func (s *Server) listBundles(ctx context.Context, in *listBundlesInput) (*bundlesOutput, error) {
	if in.All && in.ModelID.set {
		return nil, badParameter("all", "unsupported", "all=true and model_id ask for different lists: send one of them")
	}
	var list []*vitrine.Bundle
	var err error
	if in.ModelID.set {
		list, err = s.shop.OfferedBundles(ctx, bundlesAtOnce, in.ModelID.value)
	} else {
		list, err = s.shop.Bundles(ctx, caller(ctx), in.All)
	}
	if err != nil {
		return nil, err
	}

	out := &bundlesOutput{}
	out.Body.Total, out.Body.Bundles = int64(len(list)), make([]BundleRecord, len(list))
	for i, b := range list {
		out.Body.Bundles[i] = s.encodeBundle(b)
	}
	return out, nil
}

func (s *Server) createBundle(ctx context.Context, in *createBundleInput) (*createdBundleOutput, error) {
	asked := shop.NewBundle{BundleChange: in.Body.change(), Answer: answering(ctx, s.createdBundle)}

	made, err := s.shop.MakeBundle(ctx, caller(ctx), asked)
	if err != nil {
		return nil, err
	}

	return s.createdBundle(made), nil
}

func (s *Server) createdBundle(b *vitrine.Bundle) *createdBundleOutput {
	return &createdBundleOutput{Location: s.absolute("/v1/bundles/" + strconv.FormatInt(b.ID, 10)), ETag: s.bundleETag(b),
		Body: createdBundle{true, s.encodeBundle(b)}}
}

func (s *Server) bundle(ctx context.Context, in *bundleInput) (*bundleOutput, error) {
	b, err := s.shop.Bundle(ctx, caller(ctx), in.ID)
	if err != nil {
		return nil, err
	}

	return &bundleOutput{ETag: s.bundleETag(b), Body: s.encodeBundle(b)}, nil
}

func (s *Server) updateBundle(ctx context.Context, in *updateBundleInput) (*bundleOutput, error) {
	b, err := s.shop.ChangeBundle(ctx, caller(ctx), in.ID, in.Body.change(), bundlePrecondition(in.IfMatch, in.ID))
	if err != nil {
		return nil, err
	}

	return &bundleOutput{ETag: s.bundleETag(b), Body: s.encodeBundle(b)}, nil
}

func (s *Server) endBundle(ctx context.Context, in *endBundleInput) (*struct{}, error) {
	return nil, s.shop.EndBundle(ctx, caller(ctx), in.ID, bundlePrecondition(in.IfMatch, in.ID))
}

// bundleETag names a bundle as it stands, with its state and its models, which change without another version.
func (s *Server) bundleETag(b *vitrine.Bundle) string {
	state := sha256.New()
	fmt.Fprint(state, b.StateAt(s.now()), b.SellerName, b.Models)
	return fmt.Sprintf(`%s%x"`, bundleTag(b.ID, b.Version), state.Sum(nil)[:6])
}

func bundleTag(id, version int64) string { return fmt.Sprintf(`"bu%d-%d-`, id, version) }

func bundlePrecondition(header ifMatch, id int64) shop.Precondition {
	return precondition(header, func(version int64) string { return bundleTag(id, version) })
}

func (s *Server) encodeBundle(b *vitrine.Bundle) BundleRecord {
	record := BundleRecord{ID: b.ID, Name: b.Name, AuthorName: b.SellerName, Price: b.Price.String(), Singly: b.Singly().String(),
		Currency: s.shop.Settings().Currency, ModelIDs: b.ModelIDs(), Models: make([]bundledRecord, len(b.Models)),
		State: string(b.StateAt(s.now())), Withheld: textOrNull(string(b.Fault())), BeginsAt: b.BeginsAt, EndsAt: timeOrNull(b.EndsAt),
		Zone: b.Zone, CreatedAt: b.CreatedAt, UpdatedAt: b.UpdatedAt}
	for i, m := range b.Models {
		record.Models[i] = bundledRecord{m.ID, m.Title, m.Price.String(), m.Sold}
	}
	return record
}
