package shop

import (
	"context"
	"slices"
	"strconv"

	"vitrine"
	"vitrine/internal/auth"
	"vitrine/internal/store"
)

// CollectionsPath begins the path of a collection, whose id follows, and SharedPath that of one
// which is shown by link: its secret follows. The first is also the path of one's own.
const (
	CollectionsPath = "/collections"
	SharedPath      = "/shared/"
)

// CollectionPath is the path of a collection for those who see it: its owner, who has its
// link, or everybody.
func CollectionPath(c *vitrine.Collection) string {
	if c.Shown == vitrine.ShownByLink && !c.Hidden {
		return SharedPath + c.Secret
	}
	return CollectionsPath + "/" + strconv.FormatInt(c.ID, 10)
}

// CreateCollection makes a collection without models.
func (s *Shop) CreateCollection(ctx context.Context, caller vitrine.Caller, g vitrine.Gathered, answer Answer[*vitrine.Collection]) (
	c *vitrine.Collection, err error,
) {
	g.Clean()
	if err := vitrine.InvalidFields(g.Check()); err != nil {
		return nil, err
	}
	err = s.db.Write(ctx, func(tx *store.Tx) error {
		if err := mayGather(ctx, tx, caller, g.Shown); err != nil {
			return err
		}
		if n, err := tx.CollectionsKept(ctx, caller.User.ID); err != nil || n >= vitrine.MaxCollections {
			return tooMany(err, "you have %d collections, as many as one may: remove one first", vitrine.MaxCollections)
		}
		if err := s.spendIn(ctx, tx, keeping(caller.User)); err != nil {
			return err
		}
		c = &vitrine.Collection{UserID: caller.User.ID, Username: caller.User.Username, Gathered: g, Secret: auth.RandomText(secretLength),
			CreatedAt: s.now(), UpdatedAt: s.now()}
		if err := tx.InsertCollection(ctx, c); err != nil {
			return err
		}
		return answer.save(ctx, tx, c)
	})
	if err != nil {
		return nil, err
	}
	return c, nil
}

// mayGather says why somebody can't have a collection that others see, or any.
func mayGather(ctx context.Context, tx *store.Tx, caller vitrine.Caller, shown vitrine.Audience) error {
	user, err := tx.User(ctx, caller.User.ID)
	switch {
	case err != nil:
		return err
	case !user.SuspendedAt.IsZero():
		return notSignedIn()
	case shown != vitrine.ShownToNobody && user.EmailConfirmedAt.IsZero():
		return vitrine.Errorf(vitrine.Forbidden, "confirm your email address before you show a collection to others")
	}
	return nil
}

// collectionReader reads collections, in a transaction or not.
type collectionReader interface {
	Collection(ctx context.Context, id int64) (*vitrine.Collection, error)
}

// ownCollection is a collection of the caller; NotFound for those of others.
func ownCollection(ctx context.Context, db collectionReader, caller vitrine.Caller, id int64) (*vitrine.Collection, error) {
	c, err := db.Collection(ctx, id)
	if err == nil && c.UserID != caller.User.ID {
		err = vitrine.Errorf(vitrine.NotFound, "there is no collection %d", id)
	}
	if err != nil {
		return nil, err
	}
	return c, nil
}

// OwnCollection is a collection of the caller; NotFound for those of others.
func (s *Shop) OwnCollection(ctx context.Context, caller vitrine.Caller, id int64) (*vitrine.Collection, error) {
	return ownCollection(ctx, s.db, caller, id)
}

// PublicCollection is a collection that everybody sees; NotFound for others, and for those of
// who is suspended.
func (s *Shop) PublicCollection(ctx context.Context, id int64) (*vitrine.Collection, error) {
	c, err := s.db.Collection(ctx, id)
	if err == nil && (c.Hidden || c.Shown != vitrine.ShownToAll) {
		err = vitrine.Errorf(vitrine.NotFound, "there is no collection %d", id)
	}
	return s.ofGoodStanding(ctx, c, err)
}

// SharedCollection is a collection by the secret of its link, which works for one that is
// public by now, too.
func (s *Shop) SharedCollection(ctx context.Context, secret string) (*vitrine.Collection, error) {
	c, err := s.db.CollectionBySecret(ctx, secret)
	if err == nil && (c.Hidden || c.Shown == vitrine.ShownToNobody) {
		err = vitrine.Errorf(vitrine.NotFound, "there is no such collection")
	}
	return s.ofGoodStanding(ctx, c, err)
}

func (s *Shop) ofGoodStanding(ctx context.Context, c *vitrine.Collection, err error) (*vitrine.Collection, error) {
	if err != nil {
		return nil, err
	}
	user, err := s.db.User(ctx, c.UserID)
	if err == nil && !user.SuspendedAt.IsZero() {
		err = vitrine.Errorf(vitrine.NotFound, "there is no such collection")
	}
	if err != nil {
		return nil, err
	}
	return c, nil
}

// changing changes a collection of the caller.
func (s *Shop) changing(
	ctx context.Context, caller vitrine.Caller, id int64, pre Precondition, change func(tx *store.Tx, c *vitrine.Collection) error,
) (c *vitrine.Collection, err error) {
	err = s.db.Write(ctx, func(tx *store.Tx) error {
		if c, err = ownCollection(ctx, tx, caller, id); err != nil {
			return err
		}
		if c.Hidden {
			return collectionHidden()
		}
		if err := pre.check(c.Version); err != nil {
			return err
		}
		if err := mayGather(ctx, tx, caller, vitrine.ShownToNobody); err != nil {
			return err
		}
		return change(tx, c)
	})
	if err != nil {
		return nil, err
	}
	return c, nil
}

// ChangeCollection stores name, text and who sees a collection. One that is private from now on
// gets another link should it be shown again: those who have the old one see it no more.
func (s *Shop) ChangeCollection(ctx context.Context, caller vitrine.Caller, id int64, g vitrine.Gathered, pre Precondition) (
	*vitrine.Collection, error,
) {
	g.Clean()
	if err := vitrine.InvalidFields(g.Check()); err != nil {
		return nil, err
	}
	return s.changing(ctx, caller, id, pre, func(tx *store.Tx, c *vitrine.Collection) error {
		if c.Gathered == g {
			return nil
		}
		if err := mayGather(ctx, tx, caller, g.Shown); err != nil {
			return err
		}
		if g.Shown == vitrine.ShownToNobody && c.Shown != vitrine.ShownToNobody {
			c.Secret = auth.RandomText(secretLength)
		}
		c.Gathered, c.UpdatedAt = g, s.now()
		return tx.UpdateCollection(ctx, c)
	})
}

// Collect puts a model of the catalogue at the end of a collection. It is fine when it is in
// there.
func (s *Shop) Collect(ctx context.Context, caller vitrine.Caller, id, modelID int64) (*vitrine.Collection, error) {
	return s.changing(ctx, caller, id, nil, func(tx *store.Tx, c *vitrine.Collection) error {
		if _, err := onShelf(ctx, tx, modelID); err != nil {
			return err
		}
		added, err := tx.Collect(ctx, c, modelID, s.now())
		if err != nil || !added {
			return err
		}
		if c.Models > vitrine.MaxCollected {
			return vitrine.Errorf(vitrine.Forbidden, "a collection holds %d models at most: take one out first", vitrine.MaxCollected)
		}
		return s.spendIn(ctx, tx, keeping(caller.User))
	})
}

// Uncollect takes a model out of a collection. It is fine when it is not in there, and whatever
// became of it.
func (s *Shop) Uncollect(ctx context.Context, caller vitrine.Caller, id, modelID int64) (*vitrine.Collection, error) {
	return s.changing(ctx, caller, id, nil, func(tx *store.Tx, c *vitrine.Collection) error {
		if err := tx.Uncollect(ctx, c, modelID, s.now()); err != nil || c.CoverID != modelID {
			return err
		}
		c.CoverID = 0
		return tx.UpdateCollection(ctx, c)
	})
}

// ArrangeCollection puts the models of a collection into an order, those that it does not name
// last, and chooses the one that stands for it, 0 for the first.
func (s *Shop) ArrangeCollection(ctx context.Context, caller vitrine.Caller, id int64, models []int64, cover int64, pre Precondition) (
	*vitrine.Collection, error,
) {
	return s.changing(ctx, caller, id, pre, func(tx *store.Tx, c *vitrine.Collection) error {
		held, err := tx.Collected(ctx, c.ID)
		if err != nil {
			return err
		}
		holds := func(id int64) bool {
			return slices.ContainsFunc(held, func(h store.Collected) bool { return h.ModelID == id })
		}
		seen := map[int64]bool{}
		for _, model := range models {
			if !holds(model) || seen[model] {
				return vitrine.InvalidFields([]vitrine.Field{{Pointer: "/models", Code: "not_allowed",
					Detail: "name models of the collection, each once"}})
			}
			seen[model] = true
		}
		if cover != 0 && !holds(cover) {
			return vitrine.InvalidFields([]vitrine.Field{{Pointer: "/cover", Code: "not_allowed", Detail: "this is no model of the collection"}})
		}
		if err := tx.OrderCollection(ctx, c, models); err != nil {
			return err
		}
		c.CoverID, c.UpdatedAt = cover, s.now()
		return tx.UpdateCollection(ctx, c)
	})
}

// RemoveCollection removes a collection.
func (s *Shop) RemoveCollection(ctx context.Context, caller vitrine.Caller, id int64, pre Precondition) error {
	_, err := s.changing(ctx, caller, id, pre, func(tx *store.Tx, c *vitrine.Collection) error { return tx.RemoveCollection(ctx, c.ID) })
	return err
}
