package api

import (
	"context"

	"vitrine"
	"vitrine/internal/shop"
	"vitrine/internal/store"
)

type listStorageInput struct {
	OnwardInput
	Username string `query:"username" maxLength:"40" doc:"Only authors whose username begins with this, in its order, whether they store anything or not."`
}

type deskStorageOutput struct {
	Link string `header:"Link"`
	Body struct {
		Authors []AuthorStorage `json:"authors" nullable:"false" doc:"Those of this page, who store most first unless they are in the order of their names."`
	}
}

// AuthorStorage is what an author stores and may store.
type AuthorStorage struct {
	UserID   int64  `json:"user_id" example:"7" doc:"The author's id."`
	Username string `json:"username" example:"ada" doc:"Name that others see."`
	Used     int64  `json:"used_bytes" doc:"Bytes of all files of their models, drafts too, as they were added up within seconds."`
	Files    int64  `json:"files" doc:"How many these are."`
	Most     *int64 `json:"max_bytes" nullable:"true" doc:"How many bytes they may be; null: as many as there is room for."`
	Own      bool   `json:"own_limit" doc:"Whether the limit is this author's own, and not that of the marketplace."`
}

type limitStorageInput struct {
	ID   int64 `path:"id" doc:"The person's id."`
	Body struct {
		Most *int64 `json:"max_bytes" nullable:"true" minimum:"1" doc:"How many bytes of files they may store; null: as the marketplace says." example:"20000000000"`
	}
}

func (s *Server) listStorage(ctx context.Context, in *listStorageInput) (*deskStorageOutput, error) {
	const name = "storage"
	who, err := s.desk(ctx)
	if err != nil {
		return nil, err
	}
	place, err := in.place(name + " " + in.Username)
	if err != nil {
		return nil, err
	}

	list, next, err := s.shop.StoredBy(ctx, who, store.StoredQuery{Text: in.Username, Next: place, Size: in.size()})
	if err != nil {
		return nil, err
	}

	out := &deskStorageOutput{Link: in.links(s, cursorOf(name+" "+in.Username, next))}
	out.Body.Authors = encodeAll(list, func(one *shop.Stores) AuthorStorage {
		return AuthorStorage{UserID: one.User.ID, Username: one.User.Username, Used: one.Room.Used, Files: one.Files, Most: mostOf(one.Room),
			Own: one.Room.Own}
	})
	return out, nil
}

func (s *Server) limitStorage(ctx context.Context, in *limitStorageInput) (*storageOutput, error) {
	who, err := s.desk(ctx)
	if err != nil {
		return nil, err
	}

	if err := s.shop.LimitStorage(ctx, who, in.ID, in.Body.Most); err != nil {
		return nil, err
	}

	d, err := s.shop.Dossier(ctx, who, in.ID)
	if err != nil {
		return nil, err
	}
	return s.storageOf(ctx, d.User)
}

// storageOf says how much a user's files take, and may.
func (s *Server) storageOf(ctx context.Context, user *vitrine.User) (*storageOutput, error) {
	room, err := s.shop.RoomOf(ctx, user)
	if err != nil {
		return nil, err
	}

	out := &storageOutput{}
	out.Body.Used, out.Body.Most = room.Used, mostOf(room)
	return out, nil
}

// mostOf is a limit in bytes; nil for none.
func mostOf(room shop.Room) *int64 {
	if room.Most == 0 {
		return nil
	}
	return &room.Most
}
