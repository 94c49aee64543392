package api

import (
	"context"
	"time"
)

type sessionsOutput struct {
	Body struct {
		Total    int64           `json:"total" doc:"How many there are."`
		Sessions []sessionRecord `json:"sessions" nullable:"false" doc:"All of them, the one used last first."`
	}
}

// sessionRecord is a browser at which the user is signed in.
type sessionRecord struct {
	ID        int64     `json:"id" example:"7" doc:"Names the session in addresses."`
	Agent     string    `json:"agent" example:"Firefox on Linux" doc:"What the browser says of itself."`
	Method    string    `json:"method" enum:"password,passkey,mail,provider,setup,recovery" doc:"How the user signed in."`
	Strong    bool      `json:"strong" doc:"Whether a passkey or a second factor was shown."`
	CreatedAt time.Time `json:"created_at" doc:"When it began."`
	UpdatedAt time.Time `json:"updated_at" doc:"When it was last used, give or take a minute."`
}

type endSessionInput struct {
	ID int64 `path:"id" doc:"The session's id."`
}

func (s *Server) listSessions(ctx context.Context, _ *struct{}) (*sessionsOutput, error) {
	sessions, err := s.shop.SessionsOf(ctx, caller(ctx).User.ID)
	if err != nil {
		return nil, err
	}

	out := &sessionsOutput{}
	out.Body.Total, out.Body.Sessions = int64(len(sessions)), make([]sessionRecord, len(sessions))
	for i, v := range sessions {
		out.Body.Sessions[i] = sessionRecord{ID: v.ID, Agent: v.Agent, Method: string(v.Method), Strong: v.Strong, CreatedAt: v.CreatedAt,
			UpdatedAt: v.SeenAt}
	}
	return out, nil
}

func (s *Server) endSession(ctx context.Context, in *endSessionInput) (*struct{}, error) {
	return nil, s.shop.EndSession(ctx, caller(ctx).User.ID, in.ID)
}

// endSessions signs the user out everywhere: a request with a token has no session that
// could stay.
func (s *Server) endSessions(ctx context.Context, _ *struct{}) (*struct{}, error) {
	return nil, s.shop.EndSessions(ctx, caller(ctx).User.ID, 0)
}
