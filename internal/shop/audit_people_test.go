package shop_test

import (
	"context"
	"testing"

	"vitrine"
	"vitrine/internal/shop"
	"vitrine/internal/store"
)

// asOperator is the buyer as an operator who has just signed in.
func (a *acting) asOperator(t *testing.T) shop.SignedIn {
	t.Helper()
	in := a.as(a.buyer, true)
	write(t, a.db, func(ctx context.Context, tx *store.Tx) error { return tx.SetRoles(ctx, &in.User, a.clock.Now()) })
	return in
}

func personActs() []act {
	return []act{
		{"SuspendPerson", "user.suspend", func(t *testing.T, a *acting) error {
			return a.shop.SuspendPerson(a.ctx, a.asOperator(t), a.seller.User.ID, "spam")
		}},
		{"RestorePerson", "user.restore", func(t *testing.T, a *acting) error {
			_, err := a.shop.Suspend(t.Context(), "seller")
			wantCode(t, "suspend", err, "")
			return a.shop.RestorePerson(a.ctx, a.asOperator(t), a.seller.User.ID, "it was none")
		}},
		{"GiveRoles", "user.role", func(t *testing.T, a *acting) error {
			return a.shop.GiveRoles(a.ctx, a.asOperator(t), a.seller.User.ID, []vitrine.Role{vitrine.RoleSupport})
		}},
		{"SignOutPerson", "user.end-sessions", func(t *testing.T, a *acting) error {
			return a.shop.SignOutPerson(a.ctx, a.asOperator(t), a.seller.User.ID)
		}},
		{"AskPersonToConfirm", "user.ask-to-confirm", func(t *testing.T, a *acting) error {
			return a.shop.AskPersonToConfirm(a.ctx, a.asOperator(t), a.seller.User.ID)
		}},
		{"ConfirmPerson", "user.confirm", func(t *testing.T, a *acting) error {
			return a.shop.ConfirmPerson(a.ctx, a.asOperator(t), a.seller.User.ID)
		}},
	}
}
