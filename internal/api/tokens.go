package api

import (
	"context"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"vitrine"
	"vitrine/internal/shop"
)

type tokensOutput struct {
	Body struct {
		Total  int64         `json:"total" doc:"How many there are."`
		Tokens []tokenRecord `json:"tokens" nullable:"false" doc:"All of them, the oldest first."`
	}
}

// tokenRecord is an access token without its secret.
type tokenRecord struct {
	ID        int64      `json:"id" example:"7" doc:"Names the token in addresses."`
	Scopes    []string   `json:"scopes" nullable:"false" doc:"What it permits."`
	Current   bool       `json:"current" doc:"Whether it is the one of this request."`
	CreatedAt time.Time  `json:"created_at" doc:"When it was made."`
	UpdatedAt time.Time  `json:"updated_at" doc:"The same: a token does not change."`
	ExpiresAt *time.Time `json:"expires_at" nullable:"true" doc:"Until when it works; null: until it is revoked."`
}

type createTokenInput struct {
	Body struct {
		Scopes    []scopeName `json:"scopes,omitempty" nullable:"false" minItems:"1" uniqueItems:"true" doc:"What it permits, nothing that the token of this request does not; the first four scopes when absent, or those of the token that it replaces."`
		ExpiresIn int64       `json:"expires_in,omitempty" minimum:"1" maximum:"315360000" doc:"Seconds; when absent it does not expire, or lives as long as the token that it replaces did." example:"2592000"`
		Replaces  *looseID    `json:"replaces,omitempty" doc:"The id of a token that is revoked by this, at once."`
	}
}

type createdTokenOutput struct {
	CacheControl string `header:"Cache-Control"`
	Location     string `header:"Location"`
	Body         createdToken
}

type createdToken struct {
	Success bool `json:"success" doc:"Always true."`
	tokenRecord
	AccessToken string `json:"access_token" doc:"The secret, shown here and never again."`
	TokenType   string `json:"token_type" enum:"bearer" doc:"Sent as Authorization: Bearer."`
}

// scopeName is a scope in a body.
type scopeName string

// Schema names all scopes.
func (scopeName) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeString, Enum: anyList(words(vitrine.AllScopes()...))}
}

func scopesOf(names []scopeName) []vitrine.Scope {
	var scopes []vitrine.Scope
	for _, name := range names {
		scopes = append(scopes, vitrine.Scope(name))
	}
	return scopes
}

type revokeTokenInput struct {
	ID int64 `path:"id" doc:"The token's id."`
}

func (s *Server) listTokens(ctx context.Context, _ *struct{}) (*tokensOutput, error) {
	who := caller(ctx)

	tokens, err := s.shop.OwnTokens(ctx, who.User.ID)
	if err != nil {
		return nil, err
	}

	out := &tokensOutput{}
	out.Body.Total, out.Body.Tokens = int64(len(tokens)), make([]tokenRecord, len(tokens))
	for i, token := range tokens {
		out.Body.Tokens[i] = encodeToken(token)
		out.Body.Tokens[i].Current = token.ID == who.TokenID
	}
	return out, nil
}

func (s *Server) createToken(ctx context.Context, in *createTokenInput) (*createdTokenOutput, error) {
	asked := shop.NewToken{
		Scopes: scopesOf(in.Body.Scopes), Lifetime: time.Duration(in.Body.ExpiresIn) * time.Second, Answer: answering(ctx, s.createdToken),
	}

	var made shop.Access
	var err error
	if in.Body.Replaces != nil {
		made, err = s.shop.RotateToken(ctx, caller(ctx), int64(*in.Body.Replaces), asked)
	} else {
		made, err = s.shop.MakeToken(ctx, caller(ctx), asked)
	}
	if err != nil {
		return nil, err
	}

	return s.createdToken(made), nil
}

func (s *Server) createdToken(made shop.Access) *createdTokenOutput {
	return &createdTokenOutput{
		CacheControl: "no-store", Location: s.absolute("/v1/tokens"),
		Body: createdToken{Success: true, tokenRecord: encodeToken(made.Token), AccessToken: made.Secret, TokenType: "bearer"},
	}
}

func (s *Server) revokeToken(ctx context.Context, in *revokeTokenInput) (*struct{}, error) {
	return nil, s.shop.EndToken(ctx, caller(ctx), in.ID)
}

func encodeToken(t vitrine.Token) tokenRecord {
	return tokenRecord{ID: t.ID, Scopes: words(t.Scopes...), CreatedAt: t.CreatedAt, UpdatedAt: t.CreatedAt,
		ExpiresAt: timeOrNull(t.ExpiresAt)}
}
