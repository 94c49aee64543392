package api

import (
	"context"
	"time"

	"vitrine"
)

// likeRecord is a model that the caller likes.
type likeRecord struct {
	ModelID   int64     `json:"model_id" doc:"Names the model in addresses."`
	Title     *string   `json:"title" doc:"In the model's own language; null while it is not in the catalogue."`
	CreatedAt time.Time `json:"created_at" doc:"Since when the caller likes it."`
}

type likesOutput struct {
	Link string `header:"Link"`
	Body struct {
		Likes []likeRecord `json:"likes" nullable:"false" doc:"Those of this page, what was liked last first."`
	}
}

// followRecord is a seller whom the caller follows.
type followRecord struct {
	Username  string     `json:"username" example:"ada" doc:"Names the seller in addresses."`
	Name      *string    `json:"name" doc:"That they show; null for none."`
	Sells     bool       `json:"sells" doc:"Whether something of theirs is in the catalogue."`
	AwayUntil *time.Time `json:"away_until" doc:"Until when they are away; null: they are not."`
	CreatedAt time.Time  `json:"created_at" doc:"Since when the caller follows them."`
}

type followingOutput struct {
	Link string `header:"Link"`
	Body struct {
		Following []followRecord `json:"following" nullable:"false" doc:"Those of this page, whom the caller followed last first."`
	}
}

type keptInput struct{ OnwardInput }

type likeInput struct {
	ModelID int64 `path:"model_id" doc:"The model's id."`
}

type followInput struct {
	Username string `path:"username" pattern:"^[a-z0-9_-]+$" patternDescription:"a username" maxLength:"40" example:"ada" doc:"The seller's username."`
}

func (in *OnwardInput) page() vitrine.Page {
	return vitrine.Page{Number: 1, Size: in.size(), Cursor: in.Cursor}
}

func (s *Server) listLikes(ctx context.Context, in *keptInput) (*likesOutput, error) {
	found, err := s.db.LikesOf(ctx, caller(ctx).User.ID, in.page())
	if err != nil {
		return nil, err
	}

	out := &likesOutput{Link: in.links(s, found.Next)}
	out.Body.Likes = encodeAll(found.Likes, func(k *vitrine.Like) likeRecord {
		return likeRecord{k.ModelID, textOrNull(k.Title), k.CreatedAt}
	})
	return out, nil
}

func (s *Server) likeModel(ctx context.Context, in *likeInput) (*struct{}, error) {
	return nil, s.shop.Like(ctx, caller(ctx), in.ModelID)
}

func (s *Server) unlikeModel(ctx context.Context, in *likeInput) (*struct{}, error) {
	return nil, s.shop.Unlike(ctx, caller(ctx), in.ModelID)
}

func (s *Server) listFollowing(ctx context.Context, in *keptInput) (*followingOutput, error) {
	found, err := s.db.FollowsOf(ctx, caller(ctx).User.ID, in.page())
	if err != nil {
		return nil, err
	}

	out := &followingOutput{Link: in.links(s, found.Next)}
	out.Body.Following = encodeAll(found.Follows, func(f *vitrine.Follow) followRecord {
		away := f.AwayUntil
		if !away.After(s.now()) {
			away = time.Time{}
		}
		return followRecord{f.Username, textOrNull(f.Name), f.Sells, timeOrNull(away), f.CreatedAt}
	})
	return out, nil
}

func (s *Server) followSeller(ctx context.Context, in *followInput) (*struct{}, error) {
	return nil, s.shop.Follow(ctx, caller(ctx), in.Username)
}

func (s *Server) unfollowSeller(ctx context.Context, in *followInput) (*struct{}, error) {
	return nil, s.shop.Unfollow(ctx, caller(ctx), in.Username)
}

// keptMails says which mails about what they keep somebody gets.
type keptMails struct {
	NewModels bool       `json:"new_models" doc:"Whether they tell of new models of those whom the caller follows."`
	Prices    bool       `json:"prices" doc:"Whether they tell of other prices of models that the caller likes."`
	StoppedAt *time.Time `json:"stopped_at" doc:"When the caller stopped them by the link in one; null: they did not."`
}

type keptMailsOutput struct {
	Body keptMails
}

type saveKeptMailsInput struct {
	Body struct {
		NewModels bool `json:"new_models" doc:"Whether to tell of new models of those whom the caller follows."`
		Prices    bool `json:"prices" doc:"Whether to tell of other prices of models that the caller likes."`
	}
}

func (s *Server) keptMails(ctx context.Context, _ *struct{}) (*keptMailsOutput, error) {
	d, err := s.shop.Digest(ctx, caller(ctx))
	return &keptMailsOutput{keptMails{d.Models, d.Prices, timeOrNull(d.StoppedAt)}}, err
}

func (s *Server) saveKeptMails(ctx context.Context, in *saveKeptMailsInput) (*keptMailsOutput, error) {
	if err := s.shop.AskForDigest(ctx, caller(ctx), in.Body.NewModels, in.Body.Prices); err != nil {
		return nil, err
	}

	return s.keptMails(ctx, nil)
}
