package api

import (
	"context"
	"time"

	"vitrine"
	"vitrine/internal/shop"
)

type createUserInput struct {
	Body struct {
		Email    string `json:"email" maxLength:"254" doc:"Unique, whatever its case." example:"ada@example.com"`
		Username string `json:"username,omitempty" doc:"3 to 40 characters of a–z, 0–9, - and _; made up when absent." example:"ada"`
		Password string `json:"password,omitempty" doc:"8 to 128 characters. Without one the user can act by tokens only." example:"correct horse battery"`
	}
}

type createdUserOutput struct {
	CacheControl string `header:"Cache-Control"`
	Location     string `header:"Location"`
	Body         createdUser
}

type createdUser struct {
	Success     bool        `json:"success" doc:"Always true."`
	ID          int64       `json:"id" example:"7" doc:"The user's id."`
	Username    string      `json:"username" example:"ada" doc:"Name that others see; made up when none was sent."`
	Email       string      `json:"email" example:"ada@example.com" doc:"Address of the account." format:"email"`
	CreatedAt   time.Time   `json:"created_at" doc:"When it was made."`
	UpdatedAt   time.Time   `json:"updated_at" doc:"When it was last changed."`
	AccessToken accessToken `json:"access_token" doc:"Acts for the user."`
}

// accessToken is a token as OAuth answers it (RFC 6749, section 5.1).
type accessToken struct {
	AccessToken  string  `json:"access_token" doc:"Shown here and never again."`
	TokenType    string  `json:"token_type" enum:"bearer" doc:"Sent as Authorization: Bearer."`
	ExpiresIn    *int64  `json:"expires_in" nullable:"true" doc:"Seconds; null: it does not expire."`
	RefreshToken *string `json:"refresh_token" nullable:"true" doc:"null: there is none."`
	Scope        string  `json:"scope" example:"models:read models:write orders:read orders:write" doc:"What the token permits, separated by spaces."`
}

type currentUserOutput struct {
	ETag string `header:"ETag"`
	Body currentUser
}

type currentUser struct {
	ID          int64                     `json:"id" example:"7" doc:"The user's id."`
	Username    string                    `json:"username" example:"ada" doc:"Name that others see."`
	Email       string                    `json:"email" example:"ada@example.com" doc:"Address of the account." format:"email"`
	IsAdmin     bool                      `json:"is_admin" doc:"Whether the user may act as operator, with a token of the scope admin."`
	Name        string                    `json:"name" example:"Ada Lovelace" doc:"Name for people; empty when none was said."`
	About       string                    `json:"about" doc:"What the user says of themselves, as HTML."`
	Description string                    `json:"description" doc:"The same in plain text."`
	Links       []string                  `json:"links" nullable:"false" doc:"Where more of the user is to be found."`
	AvatarURL   *string                   `json:"avatar_url" nullable:"true" doc:"Address of the user's picture; null without one." format:"uri"`
	CoverURL    *string                   `json:"cover_url" nullable:"true" doc:"Address of the picture above the user's page; null without one." format:"uri"`
	AwayUntil   *string                   `json:"away_until" nullable:"true" doc:"The last day of the user's holidays, in UTC, which may be over; null for none." format:"date" example:"2026-08-31"`
	AwayNote    string                    `json:"away_note" doc:"What the user says about their holidays; plain text."`
	NoAI        bool                      `json:"no_ai_training" doc:"Whether new models begin with the mark that nobody may train machines with them."`
	Scopes      []string                  `json:"scopes" nullable:"false" doc:"What the token permits."`
	Application nullable[userApplication] `json:"application" doc:"The application that the token was given to; null for a user's own token."`
	CreatedAt   time.Time                 `json:"created_at" doc:"When it was made."`
	UpdatedAt   time.Time                 `json:"updated_at" doc:"When it was last changed."`
}

type userApplication struct {
	ID       int64  `json:"id" doc:"The application's id."`
	ClientID string `json:"client_id" doc:"Its public name in OAuth."`
	Name     string `json:"name" doc:"Its name for people."`
}

func (s *Server) createUser(ctx context.Context, in *createUserInput) (*createdUserOutput, error) {
	user, access, err := s.shop.CreateUser(ctx, shop.NewUser{
		Email: in.Body.Email, Username: in.Body.Username, Password: in.Body.Password,
		Answer: answering(ctx, s.createdUser),
	})
	if err != nil {
		return nil, err
	}

	return s.createdUser(shop.Account{User: user, Access: access}), nil
}

func (s *Server) createdUser(made shop.Account) *createdUserOutput {
	user, access := made.User, made.Access
	return &createdUserOutput{
		CacheControl: "no-store",
		Location:     s.absolute("/v1/users/me"),
		Body: createdUser{
			Success: true, ID: user.ID, Username: user.Username, Email: user.Email,
			CreatedAt: user.CreatedAt.UTC(), UpdatedAt: user.UpdatedAt.UTC(),
			AccessToken: accessToken{
				AccessToken: access.Secret, TokenType: "bearer", ExpiresIn: expiresIn(access.Token),
				Scope: vitrine.JoinScopes(access.Scopes),
			},
		},
	}
}

// expiresIn is a token's lifetime in seconds, null when it has no end.
func expiresIn(t vitrine.Token) *int64 {
	if t.ExpiresAt.IsZero() {
		return nil
	}
	seconds := int64(t.ExpiresAt.Sub(t.CreatedAt) / time.Second)
	return &seconds
}

func (s *Server) currentUser(ctx context.Context, _ *struct{}) (*currentUserOutput, error) {
	who := caller(ctx)

	person, err := s.shop.Person(ctx, who)
	if err != nil {
		return nil, err
	}

	return s.encodePerson(who, person), nil
}

func (s *Server) encodePerson(who vitrine.Caller, person shop.Person) *currentUserOutput {
	user, profile := person.User, person.Profile
	out := &currentUserOutput{ETag: personETag(person, who.TokenID), Body: currentUser{
		ID: user.ID, Username: user.Username, Email: user.Email, IsAdmin: user.IsAdmin,
		Name: profile.Name, About: profile.About, Description: profile.Description, Links: profile.Links, AwayNote: profile.AwayNote,
		NoAI:   profile.NoAITraining,
		Scopes: words(who.Scopes...), CreatedAt: user.CreatedAt, UpdatedAt: user.UpdatedAt,
	}}
	if profile.Avatar != "" {
		out.Body.AvatarURL = textOrNull(s.absolute("/" + profile.Avatar))
	}
	if profile.Cover != "" {
		out.Body.CoverURL = textOrNull(s.absolute("/" + profile.Cover))
	}
	if !profile.AwayUntil.IsZero() {
		out.Body.AwayUntil = textOrNull(profile.AwayUntil.Format(time.DateOnly))
	}
	if app := who.Application; app != nil {
		out.Body.Application.value = &userApplication{app.ID, app.ClientID, app.Name}
	}
	return out
}
