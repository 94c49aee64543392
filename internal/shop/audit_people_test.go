package shop_test

import (
	"context"
	"testing"
	"time"

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

func bankIn(currency string) vitrine.LedgerAccount {
	return vitrine.LedgerAccount{Kind: vitrine.AccountBank, Currency: currency}
}

func clearingIn(currency string) vitrine.LedgerAccount {
	return vitrine.LedgerAccount{Kind: vitrine.AccountClearing, Provider: "bank", Currency: currency}
}

// ofModel is what a share is asked of.
func (a *acting) ofModel() vitrine.ShareSubject {
	return vitrine.ShareSubject{About: vitrine.ShareOfModel, ID: a.model.ID}
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
		{"LimitStorage", "user.storage", func(t *testing.T, a *acting) error {
			return a.shop.LimitStorage(a.ctx, a.asOperator(t), a.seller.User.ID, new(int64(7)))
		}},
		{"SetShareRule", "share.set", func(t *testing.T, a *acting) error {
			return a.shop.SetShareRule(a.ctx, a.asOperator(t), a.ofModel(), 900)
		}},
		{"SetNamedShare", "share.set", func(t *testing.T, a *acting) error {
			return a.shop.SetNamedShare(a.ctx, a.asOperator(t), shop.NamedShare{About: vitrine.ShareOfSeller, Name: "Seller", Share: "7,5"})
		}},
		{"Adjust", "ledger.adjust", func(t *testing.T, a *acting) error {
			_, err := a.shop.Adjust(a.ctx, a.asOperator(t), shop.Adjustment{From: bankIn("USD"),
				To: vitrine.LedgerAccount{Kind: vitrine.AccountShare, Currency: "USD"}, Amount: 5, Reason: "lost"})
			return err
		}},
		{"Bank", "ledger.bank", func(t *testing.T, a *acting) error {
			_, err := a.shop.Bank(a.ctx, a.asOperator(t), clearingIn("USD"), 500, "po_1")
			return err
		}},
		{"Explain", "ledger.explain", func(t *testing.T, a *acting) error {
			d := vitrine.Difference{Provider: "stripe", About: "txn_1", Kind: vitrine.DifferenceForeign, Currency: "USD", Reported: 999,
				FoundAt: a.clock.Now()}
			write(t, a.db, func(ctx context.Context, tx *store.Tx) error { return tx.InsertDifference(ctx, &d) })
			return a.shop.Explain(a.ctx, a.operator(t), d.ID, 999, shop.Explanation{Note: "Sold at a fair.", Account: vitrine.AccountShare})
		}},
		{"AdjustTyped", "ledger.adjust", func(t *testing.T, a *acting) error {
			_, err := a.shop.AdjustTyped(a.ctx, a.asOperator(t), shop.TypedMove{From: "bank::USD:test", To: "share::USD:test", Amount: "5",
				Reason: "lost"})
			return err
		}},
		{"BankTyped", "ledger.bank", func(t *testing.T, a *acting) error {
			_, err := a.shop.BankTyped(a.ctx, a.asOperator(t), shop.TypedMove{From: "clearing:stripe:USD:test", Amount: "5", Reason: "po_1"})
			return err
		}},
		{"EndShareRule", "share.end", func(t *testing.T, a *acting) error {
			wantCode(t, "set a share", a.shop.SetShareRule(t.Context(), a.asOperator(t), a.ofModel(), 900), "")
			return a.shop.EndShareRule(a.ctx, a.asOperator(t), a.ofModel())
		}},
		{"AskPersonToConfirm", "user.ask-to-confirm", func(t *testing.T, a *acting) error {
			return a.shop.AskPersonToConfirm(a.ctx, a.asOperator(t), a.seller.User.ID)
		}},
		{"ConfirmPerson", "user.confirm", func(t *testing.T, a *acting) error {
			return a.shop.ConfirmPerson(a.ctx, a.asOperator(t), a.seller.User.ID)
		}},
	}
}

func modelActs() []act {
	rule := func(t *testing.T, a *acting) {
		t.Helper()
		wantCode(t, "take down", a.shop.RuleModel(t.Context(), a.asOperator(t), a.model.ID, takeDown()), "")
	}
	return []act{
		{"RuleModel", "model.hide", func(t *testing.T, a *acting) error {
			return a.shop.RuleModel(a.ctx, a.asOperator(t), a.model.ID, takeDown())
		}},
		{"RestoreModel", "model.restore", func(t *testing.T, a *acting) error {
			rule(t, a)
			return a.shop.RestoreModel(a.ctx, a.asOperator(t), a.model.ID, "it is theirs")
		}},
		{"Approve", "model.approve", func(t *testing.T, a *acting) error {
			return a.shop.Approve(a.ctx, a.asOperator(t), a.model.ID, a.waits(t).Version)
		}},
		{"SendBack", "model.send-back", func(t *testing.T, a *acting) error {
			a.waits(t)
			return a.shop.SendBack(a.ctx, a.asOperator(t), a.model.ID, "too dark")
		}},
		{"Feature", "model.feature", func(t *testing.T, a *acting) error {
			return a.shop.Feature(a.ctx, a.asOperator(t), a.model.ID, 1, time.Time{})
		}},
		{"Unfeature", "model.feature", func(t *testing.T, a *acting) error {
			wantCode(t, "feature", a.shop.Feature(t.Context(), a.asOperator(t), a.model.ID, 1, time.Time{}), "")
			return a.shop.Unfeature(a.ctx, a.asOperator(t), a.model.ID)
		}},
		{"DecideReport", "model.hide report.decide", func(t *testing.T, a *acting) error {
			r, _, err := a.shop.Report(t.Context(), shop.NewReport{Page: "/3d-models/" + a.model.Slug, Kind: vitrine.ReportOther, Explanation: "x",
				Name: "Eve", Email: "eve@example.com", GoodFaith: true})
			wantCode(t, "report", err, "")
			return a.shop.DecideReport(a.ctx, a.asOperator(t), r.ID, takeDown())
		}},
		{"AnswerObjection", "decision.answer", func(t *testing.T, a *acting) error {
			rule(t, a)
			wantCode(t, "object", a.shop.Object(t.Context(), a.as(a.seller, false), 1, "mine"), "")
			return a.shop.AnswerObjection(a.ctx, a.asOperator(t), 1, false, "not yours")
		}},
		{"RuleReview", "review.hide", func(t *testing.T, a *acting) error {
			return a.shop.RuleReview(a.ctx, a.asOperator(t), a.reviewed(t), hideIt())
		}},
		{"RestoreReview", "review.restore", func(t *testing.T, a *acting) error {
			id := a.reviewed(t)
			wantCode(t, "hide", a.shop.RuleReview(t.Context(), a.asOperator(t), id, hideIt()), "")
			return a.shop.RestoreReview(a.ctx, a.asOperator(t), id, "it was fair")
		}},
		{"RuleCollection", "collection.hide", func(t *testing.T, a *acting) error {
			return a.shop.RuleCollection(a.ctx, a.asOperator(t), a.gathered(t), hideIt())
		}},
		{"RestoreCollection", "collection.restore", func(t *testing.T, a *acting) error {
			id := a.gathered(t)
			wantCode(t, "hide", a.shop.RuleCollection(t.Context(), a.asOperator(t), id, hideIt()), "")
			return a.shop.RestoreCollection(a.ctx, a.asOperator(t), id, "it was fair")
		}},
	}
}

func hideIt() vitrine.Ruling {
	return vitrine.Ruling{Action: vitrine.ActHide, Ground: vitrine.GroundTerms, Reason: "Insults.", Downloads: true}
}

// gathered has the seller make a collection for everybody, and returns its id.
func (a *acting) gathered(t *testing.T) int64 {
	t.Helper()
	made, err := a.shop.CreateCollection(t.Context(), a.vouch(t, a.seller),
		vitrine.Gathered{Name: "Chairs", Shown: vitrine.ShownToAll}, unkept)
	wantCode(t, "gather", err, "")
	return made.ID
}

// reviewed has the buyer review the model, and returns the review's id.
func (a *acting) reviewed(t *testing.T) int64 {
	t.Helper()
	a.paid(t)
	v, err := a.shop.SaveReview(t.Context(), a.buyer, a.model.ID, vitrine.Words{Described: 4}, nil)
	wantCode(t, "review", err, "")
	return v.ID
}
