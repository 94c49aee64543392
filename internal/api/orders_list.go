package api

import (
	"context"
	"time"

	"vitrine"
)

type listOrdersInput struct {
	PageInput
	Status        string           `query:"status" enum:"unpaid,paid,canceled,expired,refunded,disputed" doc:"Only orders in this state."`
	UUID          string           `query:"uuid" doc:"Only the order with this identifier of its caller's own."`
	ModelID       param[int64]     `query:"model_id" doc:"Only orders of this model."`
	CreatedAfter  param[time.Time] `query:"created_after" doc:"Only orders made after this time, RFC 3339." example:"2026-03-01T00:00:00Z"`
	CreatedBefore param[time.Time] `query:"created_before" doc:"Only orders made before this time, RFC 3339." example:"2026-04-01T00:00:00Z"`
	Sold          bool             `query:"sold" doc:"The paid orders of your own models instead of those that you made, without what is the buyer's."`
	All           bool             `query:"all" doc:"Everybody's orders; for admins."`
	Email         string           `query:"email" doc:"Only orders of this buyer's address, whatever its case; for admins."`
}

type ordersOutput struct {
	Link string `header:"Link"`
	Body struct {
		Total         int64        `json:"total" doc:"How many orders the filters let through, exact up to 10,000."`
		TotalRelation string       `json:"total_relation" enum:"eq,gte" doc:"gte: there are at least so many."`
		Orders        []OrderEntry `json:"orders" nullable:"false" doc:"Those of this page, newest first."`
	}
}

// OrderEntry is an order in a list. Its detail has the licence's text and the
// download token too.
type OrderEntry struct {
	OrderBase
	License orderTerms `json:"license" doc:"As it was when it was ordered; the order's detail has its text."`
}

type orderTerms struct {
	Type     string `json:"type" pattern:"^[a-z0-9]+([-_][a-z0-9]+)*$" maxLength:"40" example:"general" doc:"Which license it is, as in GET /v1/licenses."`
	Name     string `json:"name" example:"General license" doc:"Name for people; empty for orders of before names were kept."`
	Version  *int64 `json:"version" nullable:"true" doc:"Of its text and terms: /licenses/{type}/{version} has both. null for a seller's own text, and where it was not noted."`
	TextHash string `json:"text_hash" pattern:"^[0-9a-f]{64}$" doc:"SHA-256 of the text, hex."`
}

// query reads the parameters.
func (in *listOrdersInput) query(page vitrine.Page) (vitrine.OrderQuery, error) {
	q := vitrine.OrderQuery{
		Status: vitrine.OrderStatus(in.Status), UUID: in.UUID, ModelID: in.ModelID.value, Email: in.Email,
		CreatedAfter: in.CreatedAfter.value, CreatedBefore: in.CreatedBefore.value, Page: page,
	}
	if in.ModelID.set && q.ModelID <= 0 {
		q.ModelID = -1 // no model's, so that the list is empty
	}
	switch {
	case in.All && in.Sold:
		return q, badParameter("sold", "unsupported", "all=true and sold=true ask for different lists: send one of them")
	case in.All:
		q.Scope = vitrine.OrdersAll
	case in.Sold:
		q.Scope = vitrine.OrdersSold
	}
	return q, nil
}

func (s *Server) listOrders(ctx context.Context, in *listOrdersInput) (*ordersOutput, error) {
	page, err := in.page()
	if err != nil {
		return nil, err
	}
	q, err := in.query(page)
	if err != nil {
		return nil, err
	}

	found, err := s.shop.Orders(ctx, caller(ctx), q)
	if err != nil {
		return nil, err
	}

	out := &ordersOutput{Link: s.links(&in.PageInput, page, found.Total, found.Next)}
	out.Body.Total, out.Body.TotalRelation = found.Total.Count, relation(found.Total)
	out.Body.Orders = make([]OrderEntry, len(found.Orders))
	for i, o := range found.Orders {
		out.Body.Orders[i] = s.encodeEntry(o, q.Scope)
	}
	return out, nil
}

// encodeEntry shows a seller what was sold, and nothing of the buyer: neither
// their address nor where they went, nor what lets them in.
func (s *Server) encodeEntry(o *vitrine.Order, scope vitrine.OrderScope) OrderEntry {
	entry := OrderEntry{s.encodeBase(o), termsOf(o)}
	if scope == vitrine.OrdersSold {
		entry.BuyersEmail, entry.ReturnURL, entry.CheckoutURL = nil, nil, nil
	}
	return entry
}
