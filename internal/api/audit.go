package api

import (
	"context"
	"encoding/json"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"vitrine"
)

type listAuditInput struct {
	OnwardInput
	Name      string           `query:"name" doc:"Only what somebody did: a username, or a name of actors without an account, such as the command line."`
	Act       string           `query:"act" doc:"Only this act, such as order.confirm."`
	Kind      string           `query:"kind" doc:"Only acts on things of this kind, such as order, user or model."`
	SubjectID string           `query:"subject_id" doc:"Only acts on the thing with this id, of the kind."`
	Since     param[time.Time] `query:"since" doc:"Only what was done at this time or later, RFC 3339." example:"2026-03-01T00:00:00Z"`
	Until     param[time.Time] `query:"until" doc:"Only what was done before this time, RFC 3339." example:"2026-04-01T00:00:00Z"`
}

type auditOutput struct {
	Link string `header:"Link"`
	Body struct {
		Entries []auditEntry `json:"entries" nullable:"false" doc:"Those of this page, newest first."`
	}
}

// auditEntry is a line of the audit log.
type auditEntry struct {
	ID        int64      `json:"id" example:"7" doc:"Names the entry."`
	Act       string     `json:"act" example:"order.confirm" doc:"What was done. There may be new acts at any time."`
	Kind      string     `json:"kind" example:"order" doc:"Of what it was done to."`
	SubjectID string     `json:"subject_id" example:"123" doc:"The thing of that kind; empty for the marketplace."`
	Actor     auditActor `json:"actor" doc:"Who did it."`
	Before    object     `json:"before" doc:"What was so before, of what has changed; null for nothing."`
	After     object     `json:"after" doc:"What is so since; null for nothing."`
	Note      string     `json:"note" doc:"In the words of who did it; empty without."`
	CreatedAt time.Time  `json:"created_at" doc:"When it was done."`
	UpdatedAt time.Time  `json:"updated_at" doc:"The same: no entry changes."`
}

type auditActor struct {
	UserID      *int64  `json:"user_id" doc:"The user; null for nobody with an account."`
	Name        string  `json:"name" example:"ada" doc:"Username, or who acts without an account, such as the server."`
	Application *string `json:"application" doc:"Name of the application that acted; null for none."`
	Network     *string `json:"network" doc:"Where it came from; null where there is none."`
}

// object is a JSON object that is passed on as it is stored.
type object json.RawMessage

// MarshalJSON writes null where there is none.
func (o object) MarshalJSON() ([]byte, error) {
	if len(o) == 0 {
		return []byte("null"), nil
	}
	return o, nil
}

// Schema says that its members are open.
func (object) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeObject, AdditionalProperties: true, Nullable: true}
}

func (s *Server) listAudit(ctx context.Context, in *listAuditInput) (*auditOutput, error) {
	who, err := s.desk(ctx)
	if err != nil {
		return nil, err
	}

	page, err := s.shop.Audit(ctx, who, vitrine.EntryQuery{
		Name: in.Name, Act: vitrine.Act(in.Act), Kind: in.Kind, SubjectID: in.SubjectID, Since: in.Since.value, Until: in.Until.value,
		Page: vitrine.Page{Number: 1, Size: in.size(), Cursor: in.Cursor},
	})
	if err != nil {
		return nil, err
	}

	out := &auditOutput{Link: in.links(s, page.Next)}
	out.Body.Entries = encodeAll(page.Entries, encodeAudit)
	return out, nil
}

func encodeAudit(e *vitrine.Entry) auditEntry {
	actor := auditActor{Name: e.By.Name, Application: textOrNull(e.By.Application), Network: textOrNull(e.By.Network)}
	if e.By.UserID != 0 {
		actor.UserID = &e.By.UserID
	}
	return auditEntry{ID: e.ID, Act: string(e.Act), Kind: e.Act.Kind(), SubjectID: e.SubjectID, Actor: actor, Before: object(e.Before),
		After: object(e.After), Note: e.Note, CreatedAt: e.At, UpdatedAt: e.At}
}
