package shop

import (
	"context"
	"strconv"
	"time"

	"vitrine"
	"vitrine/internal/store"
)

// LikesPath begins the path of the page on which somebody likes a model, whose id follows, and
// FollowingPath of that on which they follow a seller, whose username follows. Both are also
// the paths of one's own.
const (
	LikesPath     = "/likes"
	FollowingPath = "/following"
)

// keeping is how often somebody may like models, follow sellers and add to collections: as
// fast as people look through lists, and no faster than a program need be.
func keeping(user vitrine.User) attempts {
	return attempts{"keep by", strconv.FormatInt(user.ID, 10), 120, 5 * time.Second}
}

// mayKeep says why somebody can't keep what others see in numbers. Anybody can make accounts:
// those count who read their address.
func mayKeep(ctx context.Context, tx *store.Tx, userID int64) error {
	user, err := tx.User(ctx, userID)
	switch {
	case err != nil:
		return err
	case !user.SuspendedAt.IsZero():
		return notSignedIn()
	case user.EmailConfirmedAt.IsZero():
		return vitrine.Errorf(vitrine.Forbidden, "confirm your email address first: others see how many like a model or follow a seller")
	}
	return nil
}

// Like notes that somebody likes a model of the catalogue. It is fine when they do already.
func (s *Shop) Like(ctx context.Context, caller vitrine.Caller, modelID int64) error {
	return s.db.Write(ctx, func(tx *store.Tx) error {
		if err := mayKeep(ctx, tx, caller.User.ID); err != nil {
			return err
		}
		m, err := onShelf(ctx, tx, modelID)
		if err != nil {
			return err
		}
		if m.AuthorID == caller.User.ID {
			return vitrine.Errorf(vitrine.Forbidden, "this is your own model: others say that they like it")
		}
		added, err := tx.InsertLike(ctx, caller.User.ID, m, s.now())
		if err != nil || !added {
			return err
		}
		if n, err := tx.LikesKept(ctx, caller.User.ID); err != nil || n > vitrine.MaxLikes {
			return tooMany(err, "you like %d models, as many as one may: take some back first", vitrine.MaxLikes)
		}
		return s.spendIn(ctx, tx, keeping(caller.User))
	})
}

// tooMany is err, or else a Forbidden with what there are too many of.
func tooMany(err error, format string, args ...any) error {
	if err != nil {
		return err
	}
	return vitrine.Errorf(vitrine.Forbidden, format, args...)
}

// Unlike takes a like back. It is fine when there is none, and whatever became of the model.
func (s *Shop) Unlike(ctx context.Context, caller vitrine.Caller, modelID int64) error {
	return s.db.Write(ctx, func(tx *store.Tx) error { return tx.RemoveLike(ctx, caller.User.ID, modelID) })
}

// Follow has somebody follow a seller, who sells something now. It is fine when they do
// already.
func (s *Shop) Follow(ctx context.Context, caller vitrine.Caller, username string) error {
	return s.db.Write(ctx, func(tx *store.Tx) error {
		if err := mayKeep(ctx, tx, caller.User.ID); err != nil {
			return err
		}
		seller, err := sellerNamed(ctx, tx, username)
		if err != nil {
			return err
		}
		if seller.ID == caller.User.ID {
			return vitrine.Errorf(vitrine.Forbidden, "this is you: others follow you")
		}
		added, err := tx.InsertFollow(ctx, caller.User.ID, seller.ID, s.now())
		if err != nil || !added {
			return err
		}
		if n, err := tx.FollowsKept(ctx, caller.User.ID); err != nil || n > vitrine.MaxFollows {
			return tooMany(err, "you follow %d sellers, as many as one may: follow fewer first", vitrine.MaxFollows)
		}
		return s.spendIn(ctx, tx, keeping(caller.User))
	})
}

// Unfollow ends that somebody follows a seller. It is fine when they do not, and also where
// the seller sells nothing any more.
func (s *Shop) Unfollow(ctx context.Context, caller vitrine.Caller, username string) error {
	return s.db.Write(ctx, func(tx *store.Tx) error {
		seller, err := tx.UserByUsername(ctx, username)
		if err != nil {
			return noSeller(err)
		}
		return tx.RemoveFollow(ctx, caller.User.ID, seller.ID)
	})
}

// sellersReader reads who sells, in a transaction or not.
type sellersReader interface {
	UserByUsername(ctx context.Context, username string) (*vitrine.User, error)
	Sells(ctx context.Context, userID int64) (bool, error)
}

// sellerNamed is who sells something under a name. Who only buys is nobody's business.
func sellerNamed(ctx context.Context, db sellersReader, username string) (*vitrine.User, error) {
	user, err := db.UserByUsername(ctx, username)
	if err != nil {
		return nil, noSeller(err)
	}
	sells, err := db.Sells(ctx, user.ID)
	if err == nil && !sells {
		err = noSeller(vitrine.Errorf(vitrine.NotFound, ""))
	}
	return user, err
}

// noSeller says of a user who is not found what it says of one who sells nothing.
func noSeller(err error) error {
	if vitrine.CodeOf(err) == vitrine.NotFound {
		return vitrine.Errorf(vitrine.NotFound, "there is no seller of this name")
	}
	return err
}

// Seller is a seller as those see them who follow them, or may.
type Seller struct {
	User    *vitrine.User
	Follows bool
}

// SellerOf returns a seller by name, and whether somebody follows them.
func (s *Shop) SellerOf(ctx context.Context, caller vitrine.Caller, username string) (found Seller, err error) {
	if found.User, err = sellerNamed(ctx, s.db, username); err != nil {
		return found, err
	}
	found.Follows, err = s.db.Follows(ctx, caller.User.ID, found.User.ID)
	return found, err
}

// Liking returns a model of the catalogue, and whether somebody likes it.
func (s *Shop) Liking(ctx context.Context, caller vitrine.Caller, modelID int64) (m *vitrine.Model, likes bool, err error) {
	if m, err = onShelf(ctx, s.db, modelID); err != nil {
		return nil, false, err
	}
	liked, err := s.db.LikedOf(ctx, caller.User.ID, []int64{modelID})
	return m, len(liked) > 0, err
}
