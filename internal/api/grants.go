package api

import (
	"context"
	"time"
)

type grantsOutput struct {
	Body struct {
		Total  int64         `json:"total" doc:"How many there are."`
		Grants []grantRecord `json:"grants" nullable:"false" doc:"All of them, the newest first."`
	}
}

// grantRecord is what the user allows an application.
type grantRecord struct {
	ID          int64           `json:"id" example:"7" doc:"Names the grant in addresses."`
	Application userApplication `json:"application" doc:"Which application it is."`
	Scopes      []string        `json:"scopes" nullable:"false" doc:"What it may do."`
	CreatedAt   time.Time       `json:"created_at" doc:"When the user first said yes."`
	UpdatedAt   time.Time       `json:"updated_at" doc:"When the application last got a token by it."`
}

type revokeGrantInput struct {
	ID int64 `path:"id" doc:"The grant's id."`
}

func (s *Server) listGrants(ctx context.Context, _ *struct{}) (*grantsOutput, error) {
	grants, err := s.db.Grants(ctx, caller(ctx).User.ID)
	if err != nil {
		return nil, err
	}

	out := &grantsOutput{}
	out.Body.Total, out.Body.Grants = int64(len(grants)), make([]grantRecord, len(grants))
	for i, g := range grants {
		used := g.UsedAt
		if used.IsZero() {
			used = g.CreatedAt
		}
		out.Body.Grants[i] = grantRecord{
			ID: g.ID, Application: userApplication{g.Application.ID, g.Application.ClientID, g.Application.Name}, Scopes: words(g.Scopes...),
			CreatedAt: g.CreatedAt, UpdatedAt: used,
		}
	}
	return out, nil
}

func (s *Server) revokeGrant(ctx context.Context, in *revokeGrantInput) (*struct{}, error) {
	return nil, s.shop.RevokeGrant(ctx, caller(ctx).User.ID, in.ID)
}
