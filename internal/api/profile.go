package api

import (
	"context"
	"fmt"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"vitrine"
	"vitrine/internal/shop"
)

type updateCurrentUserInput struct {
	IfMatch ifMatch `header:"If-Match" doc:"Only when it is still the one with this ETag, or with its weak form, W/, that compressed answers have."`
	Body    struct {
		Name        *string   `json:"name,omitempty" doc:"Name for people, one line; empty for none." example:"Ada Lovelace"`
		Description *string   `json:"description,omitempty" doc:"What the user says of themselves; plain text."`
		Links       *[]string `json:"links,omitempty" nullable:"false" doc:"Where more of the user is to be found: addresses that begin with https://."`
	}
}

func (s *Server) updateCurrentUser(ctx context.Context, in *updateCurrentUserInput) (*currentUserOutput, error) {
	who := caller(ctx)
	pre := precondition(in.IfMatch, func(version int64) string { return personPrefix(who.User.ID, version) })

	person, err := s.shop.ChangeProfile(ctx, who, pre, func(p *vitrine.Profile) {
		set(&p.Name, in.Body.Name)
		set(&p.Description, in.Body.Description)
		set(&p.Links, in.Body.Links)
	})
	if err != nil {
		return nil, err
	}

	return s.encodePerson(who, person), nil
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

// uploadAvatar takes a picture, as a form or as bare bytes.
func (s *Server) uploadAvatar(w http.ResponseWriter, r *http.Request) error {
	up, err := readUpload(r)
	if err != nil {
		return err
	}

	again := func() (shop.Received, error) { return s.shop.ImageAgain(up) }
	if repeated, err := repeatedUpload(w, r, again); repeated {
		return err
	}
	up.Answer = answeringUpload(r.Context(), func(came shop.Received) *createdPart[createdAvatar] { return s.createdAvatar(came.Image) })
	avatar, err := s.shop.SetAvatar(r.Context(), caller(r.Context()), up)
	if err != nil {
		return err
	}

	return s.createdAvatar(avatar).write(w)
}

func (s *Server) createdAvatar(avatar *vitrine.Image) *createdPart[createdAvatar] {
	address := s.absolute("/" + avatar.BlobKey)
	return &createdPart[createdAvatar]{
		ETag: fmt.Sprintf("%q", avatar.BlobKey), Location: address,
		Body: createdAvatar{true, address, avatar.Width, avatar.Height},
	}
}

func (s *Server) removeAvatar(ctx context.Context, _ *struct{}) (*struct{}, error) {
	return nil, s.shop.RemoveAvatar(ctx, caller(ctx))
}

// ofNoModel takes the parameters away that an upload to a model has.
func ofNoModel(op *huma.Operation) { op.Parameters = op.Parameters[len(pathParameters("model_id")):] }
