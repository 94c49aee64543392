package shop

import (
	"context"
	"fmt"

	"vitrine"
	"vitrine/internal/store"
)

// Room is how much storage somebody takes, and may take.
type Room struct {
	Used int64
	Most int64 // bytes; 0: as much as there is
	Own  bool  // the limit is their own, not the marketplace's
}

// roomOf is the storage of a user by what is read at one time. Operators have no limit but
// one of their own.
func roomOf(s store.Storage, house vitrine.House, user *vitrine.User) Room {
	switch {
	case s.Limit != nil:
		return Room{s.Used, *s.Limit, true}
	case user.IsAdmin:
		return Room{Used: s.Used}
	default:
		return Room{Used: s.Used, Most: house.MaxStorage}
	}
}

// RoomOf returns how much storage a user takes, and may take.
func (s *Shop) RoomOf(ctx context.Context, user *vitrine.User) (room Room, err error) {
	house, err := s.House(ctx)
	if err != nil {
		return room, err
	}
	stored, err := s.db.Storage(ctx, user.ID)
	return roomOf(stored, house, user), err
}

// roomToStore refuses bytes that the author of a model may not store beside what is there and
// under way. It is asked when an upload is announced, and again when its file is kept.
func (s *Shop) roomToStore(ctx context.Context, tx *store.Tx, authorID, adding, underWay int64) error {
	house, err := tx.House(ctx)
	if err != nil {
		return err
	}
	user, err := tx.User(ctx, authorID)
	if err != nil {
		return err
	}
	// First whether there is a limit: of two uploads that end at once each reads what the other stores, and one begins again.
	limit, err := tx.StorageLimit(ctx, authorID)
	if err != nil || roomOf(store.Storage{Limit: limit}, house, user).Most == 0 {
		return err
	}
	stored, err := tx.Storage(ctx, authorID)
	if err != nil {
		return err
	}
	room := roomOf(stored, house, user)
	if room.Used+underWay+adding <= room.Most {
		return nil
	}
	under := ""
	if underWay > 0 {
		under = fmt.Sprintf(" and %d that are under way", underWay)
	}
	return vitrine.Errorf(vitrine.TooLarge, "this file has %d bytes, and %d of the %d that you may store are used%s: "+
		"remove files that you do not need, or ask the operator for more", adding, room.Used, room.Most, under)
}

// LimitStorage says how many bytes of files a user may store; nil: as the marketplace says.
// What is there stays.
func (s *Shop) LimitStorage(ctx context.Context, in SignedIn, id int64, limit *int64) error {
	if limit != nil && *limit < 1 {
		return vitrine.InvalidFields([]vitrine.Field{{Pointer: "/storage", Code: "not_allowed", Detail: "a limit is a number of GB such as 20"}})
	}
	return s.onPerson(ctx, in, id, []vitrine.Role{vitrine.RoleOperator}, func(tx *store.Tx, user *vitrine.User) error {
		before, err := tx.Storage(ctx, id)
		if err != nil {
			return err
		}
		if err := tx.LimitStorage(ctx, user, limit, s.now()); err != nil {
			return err
		}
		return s.noteChange(ctx, tx, Noted{Act: vitrine.ActUserStorage, ID: idText(id), Before: facts{"bytes": before.Limit},
			After: facts{"bytes": limit}})
	})
}

// Stores is what an author stores and may store.
type Stores struct {
	store.Stored
	Room Room
}

// StoredBy lists what authors store to operators, as it was last added up.
func (s *Shop) StoredBy(ctx context.Context, in SignedIn, q store.StoredQuery) (list []Stores, next string, err error) {
	if err := in.MustOperate(); err != nil {
		return nil, "", err
	}
	house, err := s.House(ctx)
	if err != nil {
		return nil, "", err
	}
	page, err := s.db.StoredBy(ctx, q)
	for _, one := range page.List {
		room := roomOf(store.Storage{Used: one.Bytes, Limit: one.Limit}, house, &one.User)
		list = append(list, Stores{one, room})
	}
	return list, page.Next, err
}
