package api

import (
	"context"
	"strconv"
	"time"

	"vitrine"
	"vitrine/internal/store"
)

type listApplicationsInput struct {
	OnwardInput
	Name     string `query:"name" maxLength:"100" doc:"Only applications whose name begins with this, in its order, whatever its case."`
	ClientID string `query:"client_id" maxLength:"100" doc:"Only the application with this public name in OAuth."`
	OwnerID  int64  `query:"owner_id" minimum:"1" doc:"Only applications of this user."`
}

type applicationsOutput struct {
	Link string `header:"Link"`
	Body struct {
		Applications []ApplicationEntry `json:"applications" nullable:"false" doc:"Those of this page, in the order of their names."`
	}
}

// ApplicationEntry is an application as operators see it. Its secret is known to nobody but its owner.
type ApplicationEntry struct {
	ID            int64      `json:"id" doc:"Names the application in addresses."`
	ClientID      string     `json:"client_id" doc:"Its public name in OAuth."`
	Name          string     `json:"name" doc:"Its name for people."`
	OwnerID       int64      `json:"owner_id" doc:"Whose it is."`
	OwnerUsername string     `json:"owner_username" example:"ada" doc:"Their name."`
	Public        bool       `json:"public" doc:"Whether it runs where no secret can be kept, such as in a browser."`
	Registered    bool       `json:"registered" doc:"Whether it registered itself: nobody has looked at it, and it acts for no owner."`
	Scopes        []string   `json:"scopes" nullable:"false" doc:"What it may ask for."`
	RedirectURIs  []string   `json:"redirect_uris" nullable:"false" doc:"Where people are sent back to who allowed it something."`
	UsedAt        *time.Time `json:"used_at" nullable:"true" doc:"When something was last done by it, to the hour; null: not yet."`
	CreatedAt     time.Time  `json:"created_at" doc:"When it was made."`
	UpdatedAt     time.Time  `json:"updated_at" doc:"When it was last changed."`
}

type applicationInput struct {
	OnwardInput
	ID int64 `path:"id" doc:"The application's id."`
}

type applicationOutput struct {
	Link string `header:"Link"`
	Body applicationRecord
}

// applicationRecord is an application with who allows it something.
type applicationRecord struct {
	ApplicationEntry
	Allowed int         `json:"allowed" doc:"How many people allow it something, counted up to 1,001."`
	Grants  []Allowance `json:"grants" nullable:"false" doc:"What they allow, those of this page, newest first."`
}

// Allowance is what somebody allows an application.
type Allowance struct {
	UserID    int64     `json:"user_id" example:"7" doc:"Who allows it."`
	Username  string    `json:"username" example:"ada" doc:"Their name."`
	Scopes    []string  `json:"scopes" nullable:"false" doc:"What it may do for them."`
	CreatedAt time.Time `json:"created_at" doc:"Since when."`
}

type removeApplicationInput struct {
	ID int64 `path:"id" doc:"The application's id."`
}

type endGrantInput struct {
	ApplicationID int64 `path:"application_id" doc:"The application's id."`
	UserID        int64 `path:"user_id" doc:"Who allowed it something."`
}

type listAllTokensInput struct {
	OnwardInput
	UserID int64 `query:"user_id" minimum:"1" doc:"Only tokens of this user."`
}

type allTokensOutput struct {
	Link string `header:"Link"`
	Body struct {
		Tokens []DeskToken `json:"tokens" nullable:"false" doc:"Those of this page, newest first."`
	}
}

// DeskToken is an access token that somebody made for themselves, without its secret.
type DeskToken struct {
	ID        int64      `json:"id" example:"7" doc:"Names the token in addresses."`
	UserID    int64      `json:"user_id" doc:"Whom it stands for."`
	Username  string     `json:"username" example:"ada" doc:"Their name."`
	Scopes    []string   `json:"scopes" nullable:"false" doc:"What it permits."`
	UsedAt    *time.Time `json:"used_at" nullable:"true" doc:"When it was last used, to the hour; null: not yet."`
	CreatedAt time.Time  `json:"created_at" doc:"When it was made."`
	ExpiresAt *time.Time `json:"expires_at" nullable:"true" doc:"Until when it works; null: until it is revoked."`
}

func (s *Server) listApplications(ctx context.Context, in *listApplicationsInput) (*applicationsOutput, error) {
	const name = "applications"
	who, err := s.desk(ctx)
	if err != nil {
		return nil, err
	}
	place, err := in.place(name)
	if err != nil {
		return nil, err
	}

	page, err := s.shop.ApplicationsAtDesk(ctx, who, store.DeskApplications{
		Name: in.Name, ClientID: in.ClientID, OwnerID: in.OwnerID, Next: place, Size: in.size(),
	})
	if err != nil {
		return nil, err
	}

	out := &applicationsOutput{Link: in.links(s, cursorOf(name, page.Next))}
	out.Body.Applications = encodeAll(page.List, func(a *store.OwnedApplication) ApplicationEntry {
		return encodeApplication(a.Application, a.Owner)
	})
	return out, nil
}

func (s *Server) application(ctx context.Context, in *applicationInput) (*applicationOutput, error) {
	const name = "grants"
	who, err := s.desk(ctx)
	if err != nil {
		return nil, err
	}
	before, err := in.after(name)
	if err != nil {
		return nil, err
	}

	p, err := s.shop.ProgramAtDesk(ctx, who, in.ID, before, in.size())
	if err != nil {
		return nil, err
	}

	next := ""
	if p.LastSeen != 0 {
		next = strconv.FormatInt(p.LastSeen, 10)
	}
	return &applicationOutput{Link: in.links(s, cursorOf(name, next)), Body: applicationRecord{
		ApplicationEntry: encodeApplication(p.Application, p.Owner.Username), Allowed: p.Counted,
		Grants: encodeAll(p.Allowed, func(a *store.Allowance) Allowance {
			return Allowance{UserID: a.UserID, Username: a.Username, Scopes: words(a.Scopes...), CreatedAt: a.CreatedAt}
		}),
	}}, nil
}

func (s *Server) removeApplication(ctx context.Context, in *removeApplicationInput) (*struct{}, error) {
	who, err := s.desk(ctx)
	if err != nil {
		return nil, err
	}

	return nil, s.shop.RemoveProgram(ctx, who, in.ID)
}

func (s *Server) endGrant(ctx context.Context, in *endGrantInput) (*struct{}, error) {
	who, err := s.desk(ctx)
	if err != nil {
		return nil, err
	}

	return nil, s.shop.EndGrant(ctx, who, in.ApplicationID, in.UserID)
}

func (s *Server) listAllTokens(ctx context.Context, in *listAllTokensInput) (*allTokensOutput, error) {
	const name = "all tokens"
	who, err := s.desk(ctx)
	if err != nil {
		return nil, err
	}
	before, err := in.after(name)
	if err != nil {
		return nil, err
	}

	size := in.size()
	list, err := s.shop.TokensAtDesk(ctx, who, store.DeskTokens{UserID: in.UserID, Before: before, Size: size + 1})
	if err != nil {
		return nil, err
	}

	next := ""
	if len(list) > size {
		list = list[:size]
		next = strconv.FormatInt(list[size-1].ID, 10)
	}
	out := &allTokensOutput{Link: in.links(s, cursorOf(name, next))}
	out.Body.Tokens = encodeAll(list, encodeDeskToken)
	return out, nil
}

func (s *Server) endToken(ctx context.Context, in *revokeTokenInput) (*struct{}, error) {
	who, err := s.desk(ctx)
	if err != nil {
		return nil, err
	}

	return nil, s.shop.EndTokenOf(ctx, who, in.ID)
}

func encodeApplication(a *vitrine.Application, owner string) ApplicationEntry {
	return ApplicationEntry{
		ID: a.ID, ClientID: a.ClientID, Name: a.Name, OwnerID: a.OwnerID, OwnerUsername: owner, Public: a.Public,
		Registered: a.Registered, Scopes: words(a.Scopes...), RedirectURIs: append([]string{}, a.RedirectURIs...), UsedAt: timeOrNull(a.UsedAt),
		CreatedAt: a.CreatedAt, UpdatedAt: a.UpdatedAt,
	}
}

func encodeDeskToken(t *vitrine.Token) DeskToken {
	return DeskToken{ID: t.ID, UserID: t.UserID, Username: t.Username, Scopes: words(t.Scopes...), UsedAt: timeOrNull(t.UsedAt),
		CreatedAt: t.CreatedAt, ExpiresAt: timeOrNull(t.ExpiresAt)}
}
