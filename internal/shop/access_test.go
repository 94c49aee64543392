package shop_test

import (
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/shop"
	"vitrine/internal/store"
)

// TestAccessAtTheDesk shows operators whose application and token are used when, and has them
// end both.
func TestAccessAtTheDesk(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		g := newGranting(t, db)
		c := &court{market: g.market}
		operator, ctx := c.operates(t), t.Context()
		own, err := g.shop.CreateToken(ctx, g.buyer.User.ID, shop.NewToken{})
		wantCode(t, "make a token", err, "")
		issued := g.tokens(t)
		used := func(when string, want time.Time) {
			t.Helper()
			g.wantIn(t, when, own, true)
			g.wantGood(t, when, issued, true)
			found, err := g.shop.TokensAtDesk(ctx, operator, store.DeskTokens{UserID: g.buyer.User.ID, Size: 5})
			if err != nil || len(found) != 2 || found[0].ID != own.ID || found[0].Username != g.buyer.User.Username || !found[0].UsedAt.Equal(want) {
				t.Errorf("%s the tokens are %+v, %v; want that the first was used %v", when, found, err, want)
			}
			app, err := g.shop.ProgramAtDesk(ctx, operator, g.app.ID, 0, 5)
			if err != nil || app.Owner.ID != g.seller.User.ID || app.Counted != 1 || app.Allowed[0].Username != g.buyer.User.Username ||
				!app.UsedAt.Equal(want) {
				t.Errorf("%s the application is %+v, %v; want that it was used %v", when, app, err, want)
			}
		}
		first := g.clock.Now()
		used("at first", first)
		g.clock.Advance(30 * time.Minute)
		used("half an hour later", first)
		g.clock.Advance(30 * time.Minute)
		operator = c.proved(operator)
		issued = g.tokens(t) // the first ones lasted an hour
		used("an hour later", g.clock.Now())

		wantCode(t, "end the grant", g.shop.EndGrant(ctx, operator, g.app.ID, g.buyer.User.ID), "")
		g.wantGood(t, "without the grant", issued, false)
		wantCode(t, "end it again", g.shop.EndGrant(ctx, operator, g.app.ID, g.buyer.User.ID), vitrine.NotFound)
		issued = g.tokens(t)
		wantCode(t, "remove the application", g.shop.RemoveProgram(ctx, operator, g.app.ID), "")
		g.wantGood(t, "without the application", issued, false)
		wantCode(t, "remove it again", g.shop.RemoveProgram(ctx, operator, g.app.ID), vitrine.NotFound)
		_, err = g.shop.ProgramAtDesk(ctx, operator, g.app.ID, 0, 5)
		wantCode(t, "look at it", err, vitrine.NotFound)
		wantCode(t, "revoke what is an application's", g.shop.EndTokenOf(ctx, operator, own.ID+1), vitrine.NotFound)
		wantCode(t, "revoke the token", g.shop.EndTokenOf(ctx, operator, own.ID), "")
		g.wantIn(t, "once it is revoked", own, false)

		seller := shop.SignedIn{User: g.seller.User, Session: operator.Session}
		wantCode(t, "as a seller", g.shop.RemoveProgram(ctx, seller, g.app.ID), vitrine.NotFound)
		_, err = g.shop.TokensAtDesk(ctx, seller, store.DeskTokens{Size: 5})
		wantCode(t, "look at tokens as a seller", err, vitrine.NotFound)
	})
}
