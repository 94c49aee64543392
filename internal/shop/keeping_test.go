package shop_test

import (
	"context"
	"fmt"
	"sync"
	"testing"

	"vitrine"
	"vitrine/internal/payment"
	"vitrine/internal/shop"
	"vitrine/internal/store"
)

// reader is somebody who has shown to read their address.
func (m *market) reader(t *testing.T, name string) vitrine.Caller {
	t.Helper()
	user, _, err := m.shop.CreateUser(t.Context(), shop.NewUser{Username: name, Email: name + "@example.com", Vouched: true})
	wantCode(t, "create "+name, err, "")
	return vitrine.Caller{User: *user, Scopes: vitrine.DefaultScopes()}
}

// vouch has somebody read their address.
func (m *market) vouch(t *testing.T, who vitrine.Caller) vitrine.Caller {
	t.Helper()
	who.User.EmailConfirmedAt = today()
	write(t, m.db, func(ctx context.Context, tx *store.Tx) error { return tx.UpdateAddress(ctx, &who.User) })
	return who
}

// wantTally adds up who likes or follows something, and compares.
func (m *market) wantTally(t *testing.T, when string, kind store.TallyKind, about, want int64) {
	t.Helper()
	if err := m.db.AddTallies(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got, err := m.db.Tally(t.Context(), kind, about); err != nil || got != want {
		t.Errorf("%s: %d %s, %v, want %d", when, got, kind, err, want)
	}
}

// TestWhoLikes lets those like and follow who read their address, and counts each once.
func TestWhoLikes(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		c := newCourt(t, db)
		ann, ben, nobody := c.reader(t, "ann"), c.reader(t, "ben"), c.user(t, "unread")
		like := func(what string, who vitrine.Caller, model int64, want vitrine.Code) {
			t.Helper()
			wantCode(t, what, c.shop.Like(t.Context(), who, model), want)
		}
		follow := func(what string, who vitrine.Caller, seller string, want vitrine.Code) {
			t.Helper()
			wantCode(t, what, c.shop.Follow(t.Context(), who, seller), want)
		}
		like("who reads no address", nobody, c.model.ID, vitrine.Forbidden)
		like("the author", c.vouch(t, c.seller), c.model.ID, vitrine.Forbidden)
		like("no model", ann, 999, vitrine.NotFound)
		like("once", ann, c.model.ID, "")
		like("twice", ann, c.model.ID, "")
		like("another", ben, c.model.ID, "")
		follow("who reads no address", nobody, "seller", vitrine.Forbidden)
		follow("the seller", c.seller, "seller", vitrine.Forbidden)
		follow("who sells nothing", ann, "ben", vitrine.NotFound)
		follow("nobody", ann, "nobody-at-all", vitrine.NotFound)
		follow("once", ann, "seller", "")
		follow("twice", ann, "seller", "")
		c.wantTally(t, "two people", store.Likes, c.model.ID, 2)
		c.wantTally(t, "one person", store.Followers, c.seller.User.ID, 1)
		_, err := c.shop.Suspend(t.Context(), "ben")
		wantCode(t, "suspend", err, "")
		like("who is suspended", ben, c.model.ID, vitrine.Unauthenticated)

		wantCode(t, "hide the model", c.shop.RuleModel(t.Context(), c.first, c.model.ID, hideIt()), "")
		like("one that is hidden", ben, c.model.ID, vitrine.Unauthenticated)
		like("one that is hidden", c.reader(t, "cat"), c.model.ID, vitrine.NotFound)
		found, err := db.LikesOf(t.Context(), ann.User.ID, vitrine.Page{Number: 1, Size: 9})
		if err != nil || len(found.Likes) != 1 || found.Likes[0].Title != "" {
			t.Errorf("of a hidden model is told %+v, %v", found.Likes, err)
		}
		follows, err := db.FollowsOf(t.Context(), ann.User.ID, vitrine.Page{Number: 1, Size: 9})
		if err != nil || len(follows.Follows) != 1 || follows.Follows[0].Sells {
			t.Errorf("of a seller whose models are hidden is told %+v, %v", follows.Follows, err)
		}
		wantCode(t, "take back what is hidden", c.shop.Unlike(t.Context(), ann, c.model.ID), "")
		wantCode(t, "take back again", c.shop.Unlike(t.Context(), ann, c.model.ID), "")
		wantCode(t, "follow no more", c.shop.Unfollow(t.Context(), ann, "seller"), "")
		c.wantTally(t, "one took it back", store.Likes, c.model.ID, 1)
		c.wantTally(t, "nobody", store.Followers, c.seller.User.ID, 0)
	})
}

// TestLikesAddUp has many people like a model at once, while what they like is added up.
func TestLikesAddUp(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		c := newCourt(t, db)
		var all sync.WaitGroup
		for i := range 8 {
			who := c.reader(t, fmt.Sprint("user", i))
			all.Go(func() {
				for range 3 {
					if err := c.shop.Like(t.Context(), who, c.model.ID); err != nil {
						t.Error(err)
					}
					if err := db.AddTallies(t.Context()); err != nil {
						t.Error(err)
					}
					if err := c.shop.Unlike(t.Context(), who, c.model.ID); err != nil {
						t.Error(err)
					}
				}
				if err := c.shop.Like(t.Context(), who, c.model.ID); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		c.wantTally(t, "eight people", store.Likes, c.model.ID, 8)
	})
}

// TestLikesAreLimited ends how fast somebody may like.
func TestLikesAreLimited(t *testing.T) {
	t.Parallel()
	m := newMarket(t, payment.Sandbox{})
	who, code := m.reader(t, "fast"), vitrine.Code("")
	for range 400 {
		if code = vitrine.CodeOf(m.shop.Like(t.Context(), who, m.model.ID)); code != "" {
			break
		}
		wantCode(t, "take back", m.shop.Unlike(t.Context(), who, m.model.ID), "")
	}
	if code != vitrine.RateLimited {
		t.Errorf("400 likes in no time: %q", code)
	}
}
