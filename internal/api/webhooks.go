package api

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"vitrine"
	"vitrine/internal/shop"
	"vitrine/internal/store"
)

// EndpointRecord is a webhook endpoint without its secret.
type EndpointRecord struct {
	ID              int64      `json:"id" example:"1" doc:"Names the endpoint in addresses."`
	URL             *string    `json:"url" format:"uri" doc:"Where events are sent to; null for one that is polled."`
	Description     string     `json:"description" doc:"One line for people; may be empty."`
	Covers          string     `json:"covers" enum:"own,marketplace" doc:"own: of an application by itself the orders that it made, else one's own models, files, orders and sales. marketplace: everything."`
	Events          []string   `json:"events" nullable:"false" doc:"What it is told of; empty: all that it may be told of."`
	Payload         string     `json:"payload" enum:"full,thin" doc:"thin: the object's id alone."`
	Disabled        bool       `json:"disabled" doc:"Whether nothing is sent to it."`
	DisabledBecause *string    `json:"disabled_because" enum:"owner,gone,failing" doc:"Why it is disabled: owner, somebody said so; gone, it answered 410; failing, for three days it took almost nothing; null while it is not."`
	OldSecretUntil  *time.Time `json:"old_secret_until" doc:"Until when the secret of before signs too; null without one."`
	CreatedAt       time.Time  `json:"created_at" doc:"When it was made."`
	UpdatedAt       time.Time  `json:"updated_at" doc:"When it was last changed."`
}

// EndpointWithSecret is one whose secret was just made.
type EndpointWithSecret struct {
	EndpointRecord
	Secret string `json:"secret" doc:"What messages are signed with, by Standard Webhooks; shown here and never again." example:"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo="`
}

type createdEndpoint struct {
	Success bool `json:"success" doc:"Always true."`
	EndpointWithSecret
}

// EndpointChangeBody is what shall be changed of an endpoint.
type EndpointChangeBody struct {
	URL         *string   `json:"url,omitempty" maxLength:"2048" doc:"https://, of the public internet unless the operator allows others. An endpoint without one is polled by takeWebhooks." example:"https://shop.example/hooks"`
	Description *string   `json:"description,omitempty" maxLength:"200" doc:"One line for people." example:"Till"`
	Events      *[]string `json:"events,omitempty" enum:"order.created,order.paid,order.expired,order.canceled,order.refunded,order.disputed,checkout.created,checkout.paid,checkout.canceled,checkout.expired,model.published,model.unpublished,model.deleted,file.ready,file.rejected,payout.created,payout.sent,payout.paid,payout.failed,payout.canceled,transfer.created,transfer.reversed,transfer.failed,user.created,user.removed" uniqueItems:"true" nullable:"false" doc:"What it is told of; empty: all that it may be told of." example:"[\"order.paid\", \"order.refunded\"]"`
	Payload     *string   `json:"payload,omitempty" enum:"full,thin" doc:"thin: the object's id alone. full when absent." example:"full"`
	Disabled    *bool     `json:"disabled,omitempty" doc:"true: nothing is sent; what waits goes on waiting, for three days at most."`
}

type newEndpointBody struct {
	EndpointChangeBody
	Covers string `json:"covers,omitempty" enum:"own,marketplace" default:"own" doc:"marketplace takes the scope admin." example:"own"`
}

type createEndpointInput struct{ Body newEndpointBody }

type updateEndpointInput struct {
	ID      int64   `path:"id" doc:"The endpoint's id."`
	IfMatch ifMatch `header:"If-Match" doc:"Only when the endpoint is still the one with this ETag, or with its weak form, W/, that compressed answers have."`
	Body    EndpointChangeBody
}

type removeEndpointInput struct {
	ID      int64   `path:"id" doc:"The endpoint's id."`
	IfMatch ifMatch `header:"If-Match" doc:"Only when the endpoint is still the one with this ETag, or with its weak form, W/, that compressed answers have."`
}

type endpointInput struct {
	ID int64 `path:"id" doc:"The endpoint's id."`
}

type endpointsOutput struct {
	Body struct {
		Total     int64            `json:"total" doc:"How many there are."`
		Endpoints []EndpointRecord `json:"endpoints" nullable:"false" doc:"All of them, the oldest first."`
	}
}

type endpointOutput struct {
	ETag string `header:"ETag"`
	Body EndpointRecord
}

type createdEndpointOutput struct {
	CacheControl string `header:"Cache-Control"`
	Location     string `header:"Location"`
	Body         createdEndpoint
}

type secretOutput struct {
	CacheControl string `header:"Cache-Control"`
	Body         EndpointWithSecret
}

func (b EndpointChangeBody) change() shop.EndpointChange {
	c := shop.EndpointChange{URL: maybe(b.URL), Description: maybe(b.Description), Disabled: maybe(b.Disabled)}
	if b.Payload != nil {
		c.Thin = vitrine.Some(*b.Payload == "thin")
	}
	if b.Events != nil {
		c.Events.Set = true
		for _, word := range *b.Events {
			c.Events.Value = append(c.Events.Value, vitrine.EventType(word))
		}
	}
	return c
}

// maybe is a member that may be absent.
func maybe[T any](member *T) vitrine.Optional[T] {
	if member == nil {
		return vitrine.Optional[T]{}
	}
	return vitrine.Some(*member)
}

func (s *Server) listEndpoints(ctx context.Context, _ *struct{}) (*endpointsOutput, error) {
	list, err := s.shop.Endpoints(ctx, caller(ctx))
	if err != nil {
		return nil, err
	}

	out := &endpointsOutput{}
	out.Body.Total, out.Body.Endpoints = int64(len(list)), make([]EndpointRecord, len(list))
	for i, e := range list {
		out.Body.Endpoints[i] = s.encodeEndpoint(e)
	}
	return out, nil
}

func (s *Server) createEndpoint(ctx context.Context, in *createEndpointInput) (*createdEndpointOutput, error) {
	asked := shop.NewEndpoint{EndpointChange: in.Body.change(), Whole: in.Body.Covers == "marketplace", Answer: answering(ctx,
		s.createdEndpoint)}

	made, err := s.shop.CreateEndpoint(ctx, caller(ctx), asked)
	if err != nil {
		return nil, err
	}

	return s.createdEndpoint(made), nil
}

func (s *Server) createdEndpoint(e *vitrine.Endpoint) *createdEndpointOutput {
	return &createdEndpointOutput{CacheControl: "no-store", Location: s.absolute("/v1/webhook_endpoints/" + strconv.FormatInt(e.ID, 10)),
		Body: createdEndpoint{true, EndpointWithSecret{s.encodeEndpoint(e), e.Secret}}}
}

func (s *Server) endpoint(ctx context.Context, in *endpointInput) (*endpointOutput, error) {
	e, err := s.shop.Endpoint(ctx, caller(ctx), in.ID)
	if err != nil {
		return nil, err
	}

	return s.endpointOutput(e), nil
}

func (s *Server) endpointOutput(e *vitrine.Endpoint) *endpointOutput {
	return &endpointOutput{ETag: endpointETag(e.ID, e.Version), Body: s.encodeEndpoint(e)}
}

func (s *Server) updateEndpoint(ctx context.Context, in *updateEndpointInput) (*endpointOutput, error) {
	e, err := s.shop.ChangeEndpoint(ctx, caller(ctx), in.ID, in.Body.change(), endpointPrecondition(in.IfMatch, in.ID))
	if err != nil {
		return nil, err
	}

	return s.endpointOutput(e), nil
}

func (s *Server) removeEndpoint(ctx context.Context, in *removeEndpointInput) (*struct{}, error) {
	return nil, s.shop.RemoveEndpoint(ctx, caller(ctx), in.ID, endpointPrecondition(in.IfMatch, in.ID))
}

func (s *Server) rotateEndpoint(ctx context.Context, in *endpointInput) (*secretOutput, error) {
	e, err := s.shop.RotateEndpoint(ctx, caller(ctx), in.ID)
	if err != nil {
		return nil, err
	}

	return s.rotated(e), nil
}

func (s *Server) rotated(e *vitrine.Endpoint) *secretOutput {
	return &secretOutput{CacheControl: "no-store", Body: EndpointWithSecret{s.encodeEndpoint(e), e.Secret}}
}

func endpointETag(id, version int64) string { return fmt.Sprintf(`"w%d-%d"`, id, version) }

func endpointPrecondition(header ifMatch, id int64) shop.Precondition {
	return precondition(header, func(version int64) string { return endpointETag(id, version) })
}

func (s *Server) encodeEndpoint(e *vitrine.Endpoint) EndpointRecord {
	record := EndpointRecord{ID: e.ID, URL: textOrNull(e.URL), Description: e.Description, Covers: "own", Events: words(e.Events...),
		Payload: "full", Disabled: !e.DisabledAt.IsZero(), DisabledBecause: textOrNull(e.DisabledBecause), CreatedAt: e.CreatedAt,
		UpdatedAt: e.UpdatedAt}
	if e.Whole {
		record.Covers = "marketplace"
	}
	if e.Thin {
		record.Payload = "thin"
	}
	if e.OldUntil.After(s.now()) {
		record.OldSecretUntil = timeOrNull(e.OldUntil)
	}
	return record
}

// rangeOf reads what is sent once more.
func rangeOf(from, until time.Time, failed bool) store.Range {
	return store.Range{From: from, Until: until, FailedAlone: failed}
}
