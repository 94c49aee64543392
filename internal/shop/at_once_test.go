package shop_test

import (
	"context"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/shop"
	"vitrine/internal/store"
)

// contest is a decision that two make at once.
type contest struct {
	decide [2]func(ctx context.Context) error
	acts   string // what the log has of it afterwards, in any order
	mails  string // that are sent of it, in any order
}

// both is the same decision by two.
func both(a, b shop.SignedIn, decide func(context.Context, shop.SignedIn) error) [2]func(context.Context) error {
	return [2]func(context.Context) error{
		func(ctx context.Context) error { return decide(ctx, a) }, func(ctx context.Context) error { return decide(ctx, b) },
	}
}

// TestTwoDecideAtOnce has two decide the same thing at once, or two things of which one makes the
// other needless: one of them wins, the other is told, and what comes of it is done and told once.
func TestTwoDecideAtOnce(t *testing.T) {
	t.Parallel()
	for name, prepare := range map[string]func(t *testing.T, c *court, a, b shop.SignedIn) contest{
		"a report": func(t *testing.T, c *court, a, b shop.SignedIn) contest {
			r := c.report(t, c.path())
			return contest{both(a, b, func(ctx context.Context, in shop.SignedIn) error {
				return c.shop.DecideReport(ctx, in, r.ID, takeDown())
			}), "model.hide report.decide", "decision report-decided"}
		},
		"a report, with other ends": func(t *testing.T, c *court, a, b shop.SignedIn) contest {
			r := c.report(t, "/sellers/seller")
			decide := both(a, b, func(ctx context.Context, in shop.SignedIn) error {
				return c.shop.DecideReport(ctx, in, r.ID, vitrine.Ruling{Action: vitrine.ActNothing, Reason: in.User.Username})
			})
			return contest{decide, "report.decide", "report-decided"}
		},
		"two reports of one model": func(t *testing.T, c *court, a, b shop.SignedIn) contest {
			first, second := c.report(t, c.path()), c.report(t, c.path())
			return contest{[2]func(context.Context) error{
				func(ctx context.Context) error { return c.shop.DecideReport(ctx, a, first.ID, takeDown()) },
				func(ctx context.Context) error { return c.shop.DecideReport(ctx, b, second.ID, takeDown()) },
			}, "model.hide report.decide", "decision report-decided"}
		},
		"a model": func(_ *testing.T, c *court, a, b shop.SignedIn) contest {
			return contest{both(a, b, func(ctx context.Context, in shop.SignedIn) error {
				return c.shop.RuleModel(ctx, in, c.model.ID, takeDown())
			}), "model.hide", "decision"}
		},
		"a model to restore": func(t *testing.T, c *court, a, b shop.SignedIn) contest {
			wantCode(t, "take down", c.shop.RuleModel(t.Context(), a, c.model.ID, takeDown()), "")
			return contest{both(a, b, func(ctx context.Context, in shop.SignedIn) error {
				return c.shop.RestoreModel(ctx, in, c.model.ID, "It was a mistake.")
			}), "model.restore", "decision-closed"}
		},
		"an objection": func(t *testing.T, c *court, a, b shop.SignedIn) contest {
			wantCode(t, "take down", c.shop.RuleModel(t.Context(), a, c.model.ID, takeDown()), "")
			decisions, err := c.db.DecisionsOf(t.Context(), c.model.ID)
			wantCode(t, "read", err, "")
			wantCode(t, "object", c.shop.Object(t.Context(), c.author, decisions[0].ID, "I made it."), "")
			return contest{both(a, b, func(ctx context.Context, in shop.SignedIn) error {
				return c.shop.AnswerObjection(ctx, in, decisions[0].ID, true, "You did.")
			}), "decision.answer model.restore", "decision-closed"}
		},
		"an order to confirm": func(t *testing.T, c *court, a, b shop.SignedIn) contest {
			o := c.order(t, c.model.ID)
			return contest{both(a, b, func(ctx context.Context, in shop.SignedIn) error {
				_, err := c.shop.ConfirmOrder(ctx, in, o.ID, "", seen(o))
				return err
			}), "order.confirm", ""}
		},
		"an order to confirm or to cancel": func(t *testing.T, c *court, a, b shop.SignedIn) contest {
			o := c.order(t, c.model.ID)
			return contest{decide: [2]func(context.Context) error{
				func(ctx context.Context) error { _, err := c.shop.ConfirmOrder(ctx, a, o.ID, "", seen(o)); return err },
				func(ctx context.Context) error { _, err := c.shop.CancelAnyOrder(ctx, b, o.ID, seen(o)); return err },
			}}
		},
		"an order to refund": func(t *testing.T, c *court, a, b shop.SignedIn) contest {
			o := c.order(t, c.model.ID)
			c.bring(t, o, "paid")
			o = c.read(t, o)
			return contest{both(a, b, func(ctx context.Context, in shop.SignedIn) error {
				_, err := c.shop.RefundOrder(ctx, in, o.ID, false, seen(o))
				return err
			}), "order.refund order.refunded", ""}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			onBoth(t, func(t *testing.T, db *store.DB) {
				c := newCourt(t, db)
				second, _, err := c.shop.CreateUser(t.Context(), shop.NewUser{Username: "deputy", Email: "deputy@example.com", Admin: true})
				wantCode(t, "make another operator", err, "")
				test := prepare(t, c, c.operates(t), c.proved(shop.SignedIn{User: *second}))
				c.compete(t, test)
			})
		})
	}
}

// seen is the version of an order that somebody decides about.
func seen(o *vitrine.Order) shop.Precondition {
	return func(version int64) bool { return version == o.Version }
}

func (c *court) compete(t *testing.T, test contest) {
	t.Helper()
	acts, mails := c.acts(t), c.kinds(t)
	errs := make([]error, len(test.decide))
	var all sync.WaitGroup
	for i, decide := range test.decide {
		all.Go(func() { errs[i] = decide(t.Context()) })
	}
	all.Wait()
	lost := slices.DeleteFunc(slices.Clone(errs), func(err error) bool { return err == nil })
	if len(lost) != 1 || vitrine.CodeOf(lost[0]) != vitrine.Conflict && vitrine.CodeOf(lost[0]) != vitrine.Stale {
		t.Fatalf("two who decide at once are told %v, want one of them a conflict", errs)
	}
	if test.acts == "" {
		return
	}
	for what, got := range map[string][2]string{"acts": {test.acts, more(acts, c.acts(t))}, "mails": {test.mails, more(mails, c.kinds(t))}} {
		if diff := cmp.Diff(got[0], got[1]); diff != "" {
			t.Errorf("%s (-want +got):\n%s", what, diff)
		}
	}
}

// acts counts the entries of the log.
func (c *court) acts(t *testing.T) map[string]int {
	t.Helper()
	page, err := c.db.Entries(t.Context(), vitrine.EntryQuery{Page: vitrine.Page{Number: 1, Size: 100}})
	wantCode(t, "read the log", err, "")
	counted := map[string]int{}
	for _, e := range page.Entries {
		counted[string(e.Act)]++
	}
	return counted
}

// kinds counts the mails of each kind.
func (c *court) kinds(t *testing.T) map[string]int {
	t.Helper()
	counted := map[string]int{}
	for _, one := range c.mails(t) {
		counted[one.Kind]++
	}
	return counted
}

// more lists what was counted more often than before, each as often.
func more(before, after map[string]int) string {
	var list []string
	for _, name := range slices.Sorted(maps.Keys(after)) {
		list = append(list, slices.Repeat([]string{name}, after[name]-before[name])...)
	}
	return strings.Join(list, " ")
}

// TestOwnCases has nobody decide about what is their own but operators, who may be the only ones
// there: the log says that they did.
func TestOwnCases(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		c, ctx := newCourt(t, db), t.Context()
		report := c.report(t, c.path())
		hide := vitrine.Ruling{Action: vitrine.ActHide, Ground: vitrine.GroundTerms, Reason: "No.", Downloads: true}
		decide := func(in shop.SignedIn, want vitrine.Code) {
			t.Helper()
			wantCode(t, "decide the report", c.shop.DecideReport(ctx, in, report.ID, hide), want)
			if want == "" {
				wantCode(t, "restore", c.shop.RestoreModel(ctx, in, c.model.ID, "Yes."), "")
			} else {
				wantCode(t, "hide", c.shop.RuleModel(ctx, in, c.model.ID, hide), want)
				wantCode(t, "restore", c.shop.RestoreModel(ctx, in, c.model.ID, "Yes."), want)
			}
		}
		decide(c.author, vitrine.Forbidden)
		write(t, db, func(ctx context.Context, tx *store.Tx) error {
			c.author.User.IsAdmin = true
			return tx.SetRoles(ctx, &c.author.User, c.clock.Now())
		})
		decide(c.author, "")
		page, err := db.Entries(ctx, vitrine.EntryQuery{Act: vitrine.ActReportDecide, Page: vitrine.Page{Number: 1, Size: 10}})
		if err != nil || len(page.Entries) != 1 {
			t.Errorf("the log says %+v, %v", page.Entries, err)
		}
	})
}
