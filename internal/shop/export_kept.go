package shop

import (
	"context"

	"vitrine"
)

// exportLikes exports what a user likes.
func (s *Shop) exportLikes(ctx context.Context, user vitrine.User, add func(any) error) error {
	return eachPage(func(page vitrine.Page) (string, error) {
		found, err := s.db.LikesOf(ctx, user.ID, page)
		if err != nil {
			return "", err
		}
		for _, k := range found.Likes {
			if err := add(object{"model_id": k.ModelID, "title": k.Title, "created_at": when(k.CreatedAt)}); err != nil {
				return "", err
			}
		}
		return found.Next, nil
	})
}

// exportCart exports what a user means to buy.
func (s *Shop) exportCart(ctx context.Context, user vitrine.User, add func(any) error) error {
	items, err := s.db.CartOf(ctx, user.ID)
	if err != nil {
		return err
	}
	for _, item := range items {
		if err := add(object{"model_id": item.ModelID, "price": item.Price.String()}); err != nil {
			return err
		}
	}
	return nil
}

// exportDigest exports for which mails about what they keep a user asks.
func (s *Shop) exportDigest(ctx context.Context, user vitrine.User, add func(any) error) error {
	d, err := s.db.Digest(ctx, user.ID)
	if err != nil {
		return err
	}
	return add(object{"new_models": d.Models, "prices": d.Prices, "stopped_at": when(d.StoppedAt)})
}

// exportFollows exports whom a user follows. Who follows them is the others' own.
func (s *Shop) exportFollows(ctx context.Context, user vitrine.User, add func(any) error) error {
	return eachPage(func(page vitrine.Page) (string, error) {
		found, err := s.db.FollowsOf(ctx, user.ID, page)
		if err != nil {
			return "", err
		}
		for _, f := range found.Follows {
			if err := add(object{"seller_id": f.SellerID, "username": f.Username, "created_at": when(f.CreatedAt)}); err != nil {
				return "", err
			}
		}
		return found.Next, nil
	})
}

// exportCollections exports the collections of a user with their models, in order.
func (s *Shop) exportCollections(ctx context.Context, user vitrine.User, add func(any) error) error {
	return eachPage(func(page vitrine.Page) (string, error) {
		found, err := s.db.CollectionsOf(ctx, user.ID, page)
		if err != nil {
			return "", err
		}
		for _, c := range found.Collections {
			held, err := s.db.Collected(ctx, c.ID)
			if err != nil {
				return "", err
			}
			models := []object{}
			for _, m := range held {
				models = append(models, object{"model_id": m.ModelID, "title": m.Title})
			}
			if err := add(object{"id": c.ID, "name": c.Name, "text": c.Text, "shown": c.Shown, "hidden": c.Hidden,
				"models": models, "cover_id": c.CoverID,
				"created_at": when(c.CreatedAt), "updated_at": when(c.UpdatedAt)}); err != nil {
				return "", err
			}
		}
		return found.Next, nil
	})
}
