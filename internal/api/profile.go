package api

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"vitrine"
	"vitrine/internal/shop"
)

type updateCurrentUserInput struct {
	IfMatch ifMatch `header:"If-Match" doc:"Only when it is still the one with this ETag, or with its weak form, W/, that compressed answers have."`
	Body    struct {
		Name        *string   `json:"name,omitempty" doc:"Name for people, one line; empty for none." example:"Ada Lovelace"`
		About       *string   `json:"about,omitempty" doc:"What the user says of themselves as HTML: what descriptions of models may hold is kept. It takes the place of description, also of one that is sent with it." example:"<p>I model <strong>furniture</strong>.</p>"`
		Description *string   `json:"description,omitempty" doc:"The same in plain text, which takes the place of about."`
		Links       *[]string `json:"links,omitempty" nullable:"false" doc:"Where more of the user is to be found: addresses that begin with https://."`
		AwayUntil   *string   `json:"away_until,omitempty" pattern:"^([0-9]{4}-[0-9]{2}-[0-9]{2})?$" doc:"The last day of holidays, in UTC, at most 366 days ahead: the page and the models of the user say so until then, and are sold as always. Empty for none." example:"2026-08-31"`
		AwayNote    *string   `json:"away_note,omitempty" doc:"What the user says about their holidays; plain text."`
		NoAI        *bool     `json:"no_ai_training,omitempty" doc:"Whether new models begin with the mark that nobody may train machines with them."`
	}
}

func (s *Server) updateCurrentUser(ctx context.Context, in *updateCurrentUserInput) (*currentUserOutput, error) {
	who := caller(ctx)
	pre := precondition(in.IfMatch, func(version int64) string { return personPrefix(who.User.ID, version) })

	away, err := in.away()
	if err == nil {
		err = in.checkDescription()
	}
	if err != nil {
		return nil, err
	}
	person, err := s.shop.ChangeProfile(ctx, who, pre, func(p *vitrine.Profile) {
		set(&p.Name, in.Body.Name)
		set(&p.About, in.Body.About)
		set(&p.AwayUntil, away)
		set(&p.AwayNote, in.Body.AwayNote)
		set(&p.NoAITraining, in.Body.NoAI)
		if in.Body.About == nil {
			set(&p.Description, in.Body.Description)
		}
		set(&p.Links, in.Body.Links)
	})
	if err != nil {
		return nil, err
	}

	return s.encodePerson(who, person), nil
}

// checkDescription holds a description against the contract that about takes the place of.
func (in *updateCurrentUserInput) checkDescription() error {
	if in.Body.About == nil || in.Body.Description == nil {
		return nil
	}
	replaced := vitrine.Profile{Description: *in.Body.Description}
	replaced.Clean()
	return vitrine.InvalidFields(replaced.Check())
}

// away is the day that was sent as the last of holidays, nil for none that was sent.
func (in *updateCurrentUserInput) away() (*time.Time, error) {
	if in.Body.AwayUntil == nil || *in.Body.AwayUntil == "" {
		return zeroWhere(in.Body.AwayUntil != nil), nil
	}
	day, err := time.Parse(time.DateOnly, *in.Body.AwayUntil)
	if err != nil {
		return nil, vitrine.InvalidFields([]vitrine.Field{{Pointer: "/away_until", Code: "bad_format", Detail: "this day is in no calendar"}})
	}
	return &day, nil
}

// zeroWhere is the zero time, nil where it is not sent.
func zeroWhere(sent bool) *time.Time {
	if !sent {
		return nil
	}
	return &time.Time{}
}

// set gives a member its new value, if it was sent.
func set[T any](member, sent *T) {
	if sent != nil {
		*member = *sent
	}
}

// personETag names a version of a user as a token sees it, who tells its own scopes.
func personETag(person shop.Person, tokenID int64) string {
	return fmt.Sprintf(`%s%d"`, personPrefix(person.User.ID, shop.ProfileVersion(person.User)), tokenID)
}

func personPrefix(id, version int64) string { return fmt.Sprintf(`"u%d-%d-`, id, version) }

// createdAvatar is the picture of a user.
type createdAvatar struct {
	Success   bool   `json:"success" doc:"Always true."`
	AvatarURL string `json:"avatar_url" doc:"Address of the picture, as getCurrentUser has it." format:"uri"`
	Width     int    `json:"width" doc:"Pixels."`
	Height    int    `json:"height" doc:"Pixels."`
}

// createdCover is the picture above the page of a user.
type createdCover struct {
	Success  bool   `json:"success" doc:"Always true."`
	CoverURL string `json:"cover_url" doc:"Address of the picture, as getCurrentUser has it." format:"uri"`
	Width    int    `json:"width" doc:"Pixels."`
	Height   int    `json:"height" doc:"Pixels."`
}

func (s *Server) uploadAvatar(w http.ResponseWriter, r *http.Request) error {
	return uploadPortrait(s, w, r, s.shop.SetAvatar, func(at string, m *vitrine.Image) createdAvatar {
		return createdAvatar{true, at, m.Width, m.Height}
	})
}

func (s *Server) uploadCover(w http.ResponseWriter, r *http.Request) error {
	return uploadPortrait(s, w, r, s.shop.SetCover, func(at string, m *vitrine.Image) createdCover {
		return createdCover{true, at, m.Width, m.Height}
	})
}

// uploadPortrait takes a picture of a user, as a form or as bare bytes.
func uploadPortrait[T any](s *Server, w http.ResponseWriter, r *http.Request,
	take func(context.Context, vitrine.Caller, shop.Upload) (*vitrine.Image, error), body func(address string, m *vitrine.Image) T) error {
	created := func(m *vitrine.Image) *createdPart[T] {
		address := s.absolute("/" + m.BlobKey)
		return &createdPart[T]{ETag: fmt.Sprintf("%q", m.BlobKey), Location: address, Body: body(address, m)}
	}
	up, err := readUpload(r)
	if err != nil {
		return err
	}

	again := func() (shop.Received, error) { return s.shop.ImageAgain(r.Context(), up) }
	if repeated, err := repeatedUpload(w, r, again); repeated {
		return err
	}
	up.Answer = answeringUpload(r.Context(), func(came shop.Received) *createdPart[T] { return created(came.Image) })
	picture, err := take(r.Context(), caller(r.Context()), up)
	if err != nil {
		return err
	}

	return created(picture).write(w)
}

func (s *Server) removeAvatar(ctx context.Context, _ *struct{}) (*struct{}, error) {
	return nil, s.shop.RemoveAvatar(ctx, caller(ctx))
}

func (s *Server) removeCover(ctx context.Context, _ *struct{}) (*struct{}, error) {
	return nil, s.shop.RemoveCover(ctx, caller(ctx))
}

// ofNoModel takes the parameters away that an upload to a model has.
func ofNoModel(op *huma.Operation) { op.Parameters = op.Parameters[len(pathParameters("model_id")):] }
