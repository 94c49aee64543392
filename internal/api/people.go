package api

import (
	"context"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"vitrine"
	"vitrine/internal/shop"
	"vitrine/internal/store"
)

type listPeopleInput struct {
	OnwardInput
	Username string `query:"username" maxLength:"40" doc:"Only people whose username begins with this, in its order."`
	Email    string `query:"email" maxLength:"254" doc:"Only people whose address begins with this, in its order."`
	List     string `query:"list" enum:"roles,suspended" doc:"roles: only people with a role. suspended: only those who are suspended."`
}

type peopleOutput struct {
	Link string `header:"Link"`
	Body struct {
		People []PersonEntry `json:"people" nullable:"false" doc:"Those of this page, newest first unless they are in the order of what was looked for."`
	}
}

// PersonEntry is somebody's account as those see it who look after people.
type PersonEntry struct {
	ID               int64      `json:"id" example:"7" doc:"Names the person in addresses."`
	Username         string     `json:"username" example:"ada" doc:"Name that others see."`
	Email            string     `json:"email" example:"ada@example.com" format:"email" doc:"Address of the account."`
	EmailConfirmedAt *time.Time `json:"email_confirmed_at" doc:"When the user showed that mail to it reaches them; null before."`
	EmailBouncedAt   *time.Time `json:"email_bounced_at" doc:"Since when mail to it comes back; null: it does not. Only mails are sent there that must be."`
	EmailBounceCode  *string    `json:"email_bounce_code" example:"5.1.1" doc:"Why, as a status of RFC 3463 or a code of SMTP; null: it does not."`
	Roles            []roleName `json:"roles" nullable:"false" doc:"What the person may do here that not everybody may."`
	SuspendedAt      *time.Time `json:"suspended_at" doc:"Since when the account is suspended; null: it is not."`
	SuspendedFor     *string    `json:"suspended_for" doc:"What the user was told; null for nothing."`
	CreatedAt        time.Time  `json:"created_at" doc:"When the account was made."`
	UpdatedAt        time.Time  `json:"updated_at" doc:"When it was last changed."`
}

// personRecord is an account with what it has.
type personRecord struct {
	PersonEntry
	Has          holdings                `json:"has" doc:"How much the account has, each counted up to 1,001."`
	Applications []userApplication       `json:"applications" nullable:"false" doc:"Applications of their own."`
	Grants       []userApplication       `json:"grants" nullable:"false" doc:"Applications that act for them."`
	Erasure      nullable[erasureRecord] `json:"erasure" doc:"That the account is to be removed; null where nobody asked for that."`
}

// erasureRecord is that an account is to be removed.
type erasureRecord struct {
	AskedAt time.Time  `json:"asked_at" doc:"When it was asked for, by the person or by an operator."`
	DueAt   time.Time  `json:"due_at" doc:"From when on it is carried out. The person may keep the account until then, and so may an operator."`
	BegunAt *time.Time `json:"begun_at" doc:"Since when it is carried out, and can't be taken back; null before."`
}

type holdings struct {
	Sessions  int `json:"sessions" doc:"Browsers at which the user is signed in."`
	Models    int `json:"models" doc:"Models of their own."`
	Published int `json:"published" doc:"Of these, those in the catalogue."`
	Orders    int `json:"orders" doc:"What they bought."`
	Sold      int `json:"sold" doc:"What was bought of them."`
}

type personInput struct {
	ID int64 `path:"id" doc:"The person's id."`
}

type judgePersonInput struct {
	ID   int64 `path:"id" doc:"The person's id."`
	Body struct {
		Reason string `json:"reason" doc:"Why, in at most 5,000 characters: the person gets these words by mail." example:"You offered models of others as your own."`
	}
}

type rolesInput struct {
	ID   int64 `path:"id" doc:"The person's id."`
	Body struct {
		Roles []roleName `json:"roles" nullable:"false" uniqueItems:"true" doc:"The roles that the person has from now on, and no others." example:"[\"moderator\"]"`
	}
}

type forgetAddressInput struct {
	Body struct {
		Email string `json:"email" maxLength:"254" format:"email" doc:"Address that somebody without an account gave." example:"guest@example.com"`
	}
}

// roleName is a role in a body.
type roleName string

// Schema names all roles.
func (roleName) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeString, Enum: anyList(words(vitrine.GivenRoles()...))}
}

type personOutput struct {
	Body personRecord
}

// query reads the parameters.
func (in *listPeopleInput) query() (q store.PeopleQuery, err error) {
	asked := 0
	for list, text := range map[store.PeopleList]string{store.PeopleNamed: in.Username, store.PeopleAddressed: in.Email} {
		if text != "" {
			q.List, q.Text = list, text
			asked++
		}
	}
	if in.List != "" {
		q.List = store.PeopleList(in.List)
		asked++
	}
	if asked > 1 {
		return q, badParameter("list", "unsupported", "username, email and list ask for different lists: send one of them")
	}
	q.Size = in.size()
	q.Next, err = in.place(in.name(q))
	return q, err
}

// name is that of the list for cursors.
func (in *listPeopleInput) name(q store.PeopleQuery) string { return "people " + string(q.List) }

func (s *Server) listPeople(ctx context.Context, in *listPeopleInput) (*peopleOutput, error) {
	who, err := s.desk(ctx)
	if err != nil {
		return nil, err
	}
	q, err := in.query()
	if err != nil {
		return nil, err
	}

	found, err := s.shop.People(ctx, who, q)
	if err != nil {
		return nil, err
	}

	out := &peopleOutput{Link: in.links(s, cursorOf(in.name(q), found.Next))}
	out.Body.People = encodeAll(found.Users, encodePersonEntry)
	return out, nil
}

func (s *Server) person(ctx context.Context, in *personInput) (*personOutput, error) {
	who, err := s.desk(ctx)
	if err != nil {
		return nil, err
	}
	return s.personAs(ctx, who, in.ID)
}

// personAs answers with an account as it is now.
func (s *Server) personAs(ctx context.Context, who shop.SignedIn, id int64) (*personOutput, error) {
	d, err := s.shop.Dossier(ctx, who, id)
	if err != nil {
		return nil, err
	}

	out := &personOutput{Body: personRecord{
		PersonEntry: encodePersonEntry(d.User), Has: holdings(d.Has), Applications: make([]userApplication, len(d.Applications)),
		Grants: make([]userApplication, len(d.Granted)),
	}}
	for i, app := range d.Applications {
		out.Body.Applications[i] = userApplication{app.ID, app.ClientID, app.Name}
	}
	for i, g := range d.Granted {
		out.Body.Grants[i] = userApplication{g.Application.ID, g.Application.ClientID, g.Application.Name}
	}
	if e := d.Erasure; !e.AskedAt.IsZero() {
		out.Body.Erasure.value = erasureRecord{e.AskedAt, e.DueAt, timeOrNull(e.BegunAt)}
	}
	return out, nil
}

// onPerson does something to an account, and answers with the account as it is then.
func (s *Server) onPerson(ctx context.Context, id int64, act func(who shop.SignedIn) error) (*personOutput, error) {
	who, err := s.desk(ctx)
	if err != nil {
		return nil, err
	}

	if err := act(who); err != nil {
		return nil, err
	}

	return s.personAs(ctx, who, id)
}

func (s *Server) suspendPerson(ctx context.Context, in *judgePersonInput) (*personOutput, error) {
	return s.onPerson(ctx, in.ID, func(who shop.SignedIn) error { return s.shop.SuspendPerson(ctx, who, in.ID, in.Body.Reason) })
}

func (s *Server) restorePerson(ctx context.Context, in *judgePersonInput) (*personOutput, error) {
	return s.onPerson(ctx, in.ID, func(who shop.SignedIn) error { return s.shop.RestorePerson(ctx, who, in.ID, in.Body.Reason) })
}

func (s *Server) confirmPerson(ctx context.Context, in *personInput) (*personOutput, error) {
	return s.onPerson(ctx, in.ID, func(who shop.SignedIn) error { return s.shop.ConfirmPerson(ctx, who, in.ID) })
}

func (s *Server) giveRoles(ctx context.Context, in *rolesInput) (*personOutput, error) {
	roles := make([]vitrine.Role, len(in.Body.Roles))
	for i, name := range in.Body.Roles {
		roles[i] = vitrine.Role(name)
	}
	return s.onPerson(ctx, in.ID, func(who shop.SignedIn) error { return s.shop.GiveRoles(ctx, who, in.ID, roles) })
}

func (s *Server) erasePerson(ctx context.Context, in *personInput) (*personOutput, error) {
	return s.onPerson(ctx, in.ID, func(who shop.SignedIn) error { return s.shop.ErasePerson(ctx, who, in.ID) })
}

func (s *Server) keepPerson(ctx context.Context, in *personInput) (*personOutput, error) {
	return s.onPerson(ctx, in.ID, func(who shop.SignedIn) error { return s.shop.KeepPerson(ctx, who, in.ID) })
}

func (s *Server) forgetAddress(ctx context.Context, in *forgetAddressInput) (*struct{}, error) {
	who, err := s.desk(ctx)
	if err != nil {
		return nil, err
	}

	return nil, s.shop.EraseAddress(ctx, who, in.Body.Email)
}

func (s *Server) askPersonToConfirm(ctx context.Context, in *personInput) (*struct{}, error) {
	who, err := s.desk(ctx)
	if err != nil {
		return nil, err
	}

	return nil, s.shop.AskPersonToConfirm(ctx, who, in.ID)
}

func (s *Server) signOutPerson(ctx context.Context, in *personInput) (*struct{}, error) {
	who, err := s.desk(ctx)
	if err != nil {
		return nil, err
	}

	return nil, s.shop.SignOutPerson(ctx, who, in.ID)
}

func encodePersonEntry(u *vitrine.User) PersonEntry {
	entry := PersonEntry{
		ID: u.ID, Username: u.Username, Email: u.Email, EmailConfirmedAt: timeOrNull(u.EmailConfirmedAt),
		EmailBouncedAt: timeOrNull(u.EmailBouncedAt), EmailBounceCode: textOrNull(u.EmailBounce), Roles: []roleName{},
		SuspendedAt: timeOrNull(u.SuspendedAt), SuspendedFor: textOrNull(u.SuspendedFor), CreatedAt: u.CreatedAt, UpdatedAt: u.UpdatedAt,
	}
	for _, role := range vitrine.GivenRoles() {
		if u.Has(role) {
			entry.Roles = append(entry.Roles, roleName(role))
		}
	}
	return entry
}
