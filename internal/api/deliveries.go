package api

import (
	"context"
	"time"

	"vitrine"
	"vitrine/internal/webhook"
)

// DeliveryEntry is an event on its way to a webhook endpoint.
type DeliveryEntry struct {
	ID         int64      `json:"id" example:"1" doc:"Names the delivery in addresses."`
	EventID    string     `json:"event_id" example:"evt_4mHq7sV2kQxw0pLz9RbTnYcE" doc:"Of the event, sent as webhook-id: the same each time that the event is told."`
	Type       string     `json:"type" example:"order.paid" doc:"What happened."`
	Sequence   int64      `json:"sequence" doc:"Which of the events of its object it is; they may arrive in another order. 0 for a test's."`
	Status     string     `json:"status" enum:"pending,delivered,failed" doc:"pending: it will be sent, or sent again. failed: it is given up."`
	Attempts   int64      `json:"attempts" doc:"How often it was sent."`
	NextAt     *time.Time `json:"next_at" doc:"When it is sent again at the earliest; null once it is not pending."`
	CreatedAt  time.Time  `json:"created_at" doc:"Since when it is to be sent."`
	SettledAt  *time.Time `json:"settled_at" doc:"When it was taken or given up; null before."`
	TriedAt    *time.Time `json:"tried_at" doc:"When it was last sent; null before."`
	HTTPStatus *int64     `json:"http_status" doc:"What was answered last; null for no answer."`
	TookMS     int64      `json:"took_ms" doc:"How long the last answer took, milliseconds."`
	Fault      *string    `json:"fault" doc:"Why there was no answer the last time."`
}

// DeliveryRecord is a delivery with what is sent and what was answered.
type DeliveryRecord struct {
	DeliveryEntry
	Request string  `json:"request" doc:"The body, as it would be sent now: JSON in a text."`
	Answer  *string `json:"answer" doc:"The beginning of the last answer's body; null for none."`
}

type listDeliveriesInput struct {
	OnwardInput
	EndpointID int64  `path:"endpoint_id" doc:"The endpoint's id."`
	Status     string `query:"status" enum:"pending,delivered,failed" doc:"Only those in this state."`
}

type deliveriesOutput struct {
	Link string `header:"Link"`
	Body struct {
		Deliveries []DeliveryEntry `json:"deliveries" nullable:"false" doc:"Those of this page, newest first."`
	}
}

type deliveryInput struct {
	EndpointID int64 `path:"endpoint_id" doc:"The endpoint's id."`
	ID         int64 `path:"id" doc:"The delivery's id."`
}

type deliveryOutput struct{ Body DeliveryRecord }

type redeliverRangeInput struct {
	ID   int64 `path:"id" doc:"The endpoint's id."`
	Body struct {
		From   time.Time `json:"from" doc:"Events that happened then or later." example:"2026-03-01T00:00:00Z"`
		Until  time.Time `json:"until" doc:"Events that happened before." example:"2026-04-01T00:00:00Z"`
		Failed bool      `json:"failed,omitempty" doc:"Only those that were given up." example:"true"`
	}
}

type redeliveredOutput struct {
	Body struct {
		Events int64 `json:"events" doc:"How many are sent once more, 1,000 at most: ask again for the rest."`
	}
}

type takeInput struct {
	ID   int64 `path:"id" doc:"The endpoint's id."`
	Body struct {
		Done []int64 `json:"done,omitempty" nullable:"false" maxItems:"20" doc:"Deliveries of earlier answers that are worked on: they are not told again." example:"[1]"`
	}
}

type takenOutput struct {
	Body struct {
		Deliveries []takenRecord `json:"deliveries" nullable:"false" doc:"What waits, the oldest first, 20 at most."`
	}
}

type takenRecord struct {
	ID      int64  `json:"id" doc:"Names the delivery, for done."`
	EventID string `json:"event_id" doc:"What is sent as webhook-id."`
	Request string `json:"request" doc:"What would be sent: JSON in a text."`
}

func (s *Server) listDeliveries(ctx context.Context, in *listDeliveriesInput) (*deliveriesOutput, error) {
	found, _, err := s.shop.Deliveries(ctx, caller(ctx), in.EndpointID, in.Status, in.page())
	if err != nil {
		return nil, err
	}

	out := &deliveriesOutput{Link: in.links(s, found.Next)}
	out.Body.Deliveries = encodeAll(found.Deliveries, encodeDelivery)
	return out, nil
}

func (s *Server) delivery(ctx context.Context, in *deliveryInput) (*deliveryOutput, error) {
	d, e, err := s.shop.Delivery(ctx, caller(ctx), in.EndpointID, in.ID)
	if err != nil {
		return nil, err
	}

	return deliveryRecord(d, e.Thin)
}

func (s *Server) redeliver(ctx context.Context, in *deliveryInput) (*deliveryOutput, error) {
	d, e, err := s.shop.Redeliver(ctx, caller(ctx), in.EndpointID, in.ID)
	if err != nil {
		return nil, err
	}

	return deliveryRecord(d, e.Thin)
}

func (s *Server) testEndpoint(ctx context.Context, in *endpointInput) (*deliveryOutput, error) {
	d, e, err := s.shop.TestEndpoint(ctx, caller(ctx), in.ID)
	if err != nil {
		return nil, err
	}

	return deliveryRecord(d, e.Thin)
}

func (s *Server) redeliverRange(ctx context.Context, in *redeliverRangeInput) (*redeliveredOutput, error) {
	n, err := s.shop.RedeliverRange(ctx, caller(ctx), in.ID, rangeOf(in.Body.From, in.Body.Until, in.Body.Failed))
	if err != nil {
		return nil, err
	}

	out := &redeliveredOutput{}
	out.Body.Events = n
	return out, nil
}

func (s *Server) takeWebhooks(ctx context.Context, in *takeInput) (*takenOutput, error) {
	waiting, e, err := s.shop.Take(ctx, caller(ctx), in.ID, in.Body.Done)
	if err != nil {
		return nil, err
	}

	out := &takenOutput{}
	out.Body.Deliveries = make([]takenRecord, len(waiting))
	for i := range waiting {
		body, err := webhook.Body(&waiting[i], e.Thin)
		if err != nil {
			return nil, err
		}
		out.Body.Deliveries[i] = takenRecord{waiting[i].ID, waiting[i].Event.Key, string(body)}
	}
	return out, nil
}

func deliveryRecord(d vitrine.Delivery, thin bool) (*deliveryOutput, error) {
	body, err := webhook.Body(&d, thin)
	if err != nil {
		return nil, err
	}
	return &deliveryOutput{DeliveryRecord{encodeDelivery(&d), string(body), textOrNull(d.Last.Answer)}}, nil
}

func encodeDelivery(d *vitrine.Delivery) DeliveryEntry {
	entry := DeliveryEntry{ID: d.ID, EventID: d.Event.Key, Type: string(d.Event.Type), Sequence: d.Event.Sequence, Status: d.Status,
		Attempts: int64(d.Attempts), CreatedAt: d.CreatedAt, SettledAt: timeOrNull(d.SettledAt), TriedAt: timeOrNull(d.Last.At),
		TookMS: d.Last.Took.Milliseconds(), Fault: textOrNull(d.Last.Fault)}
	if d.Status == vitrine.DeliveryPending {
		entry.NextAt = timeOrNull(d.DueAt)
	}
	if status := int64(d.Last.Status); status != 0 {
		entry.HTTPStatus = &status
	}
	return entry
}
