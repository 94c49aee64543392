package shop_test

import (
	"context"
	"slices"
	"strconv"
	"sync"
	"testing"

	"vitrine"
	"vitrine/internal/shop"
	"vitrine/internal/store"
)

// seen says who sees a collection: by its number, and by its link.
func (c *court) seen(t *testing.T, when string, made *vitrine.Collection, byNumber, byLink vitrine.Code) {
	t.Helper()
	_, err := c.shop.PublicCollection(t.Context(), made.ID)
	wantCode(t, when+", by number", err, byNumber)
	_, err = c.shop.SharedCollection(t.Context(), made.Secret)
	wantCode(t, when+", by link", err, byLink)
	public, err := c.db.PublicCollections(t.Context(), vitrine.Page{Number: 1, Size: 10})
	listed := slices.ContainsFunc(public.Collections, func(p *vitrine.Collection) bool { return p.ID == made.ID })
	if err != nil || listed != (byNumber == "") {
		t.Errorf("%s, it is in the list of all: %v, %v", when, listed, err)
	}
}

// TestReportCollection takes a collection off that somebody reported: its owner alone sees it and
// can't change it, gets the reasons, objects, and is right.
func TestReportCollection(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		c := newCourt(t, db)
		ann := c.reader(t, "ann")
		made := c.gather(t, ann, vitrine.ShownToAll)
		_, err := c.shop.Collect(t.Context(), ann, made.ID, c.model.ID)
		wantCode(t, "collect", err, "")
		c.seen(t, "at first", made, "", "")
		r := c.report(t, shop.CollectionPath(made))
		if r.Subject != vitrine.AboutCollection || r.SubjectID != made.ID {
			t.Errorf("the report is about %+v", r)
		}
		wantCode(t, "take down", c.shop.DecideReport(t.Context(), c.first, r.ID, takeDown()), vitrine.Invalid)
		codes := make([]vitrine.Code, 2)
		var all sync.WaitGroup
		for i, in := range []shop.SignedIn{c.first, c.second} {
			all.Go(func() { codes[i] = vitrine.CodeOf(c.shop.DecideReport(t.Context(), in, r.ID, hideIt())) })
		}
		all.Wait()
		if slices.Sort(codes); codes[0] != "" || codes[1] != vitrine.Conflict {
			t.Errorf("two who decide at once are told %v", codes)
		}
		c.seen(t, "taken off", made, vitrine.NotFound, vitrine.NotFound)
		c.frozen(t, ann, made)
		shown, err := c.shop.ReportCase(t.Context(), c.first, r.ID)
		if err != nil || shown.Collection == nil || !shown.Collection.Hidden || len(shown.Decisions) != 1 || len(shown.Held) != 1 {
			t.Fatalf("the case is %+v, %v", shown, err)
		}
		d, in := shown.Decisions[0], shop.SignedIn{User: ann.User}
		if d.ModelID != 0 || d.CollectionID != made.ID || d.ReportID != r.ID {
			t.Errorf("the decision is %+v", d)
		}
		if _, name, err := c.shop.DecisionFor(t.Context(), in, d.ID); err != nil || name != made.Name {
			t.Errorf("its owner reads of %q, %v", name, err)
		}
		_, _, err = c.shop.DecisionFor(t.Context(), shop.SignedIn{User: c.seller.User}, d.ID)
		wantCode(t, "somebody else", err, vitrine.NotFound)
		wantCode(t, "object", c.shop.Object(t.Context(), in, d.ID, "It is harmless."), "")
		wantCode(t, "answer", c.shop.AnswerObjection(t.Context(), c.second, d.ID, true, "You are right."), "")
		c.seen(t, "restored", made, "", "")
		_, err = c.shop.ChangeCollection(t.Context(), ann, made.ID, vitrine.Gathered{Name: "Mine", Shown: vitrine.ShownToNobody}, nil)
		wantCode(t, "change it again", err, "")
	})
}

// frozen tries what an owner may do with a collection that is not taken off.
func (c *court) frozen(t *testing.T, owner vitrine.Caller, made *vitrine.Collection) {
	t.Helper()
	for what, try := range map[string]func() (*vitrine.Collection, error){
		"rename": func() (*vitrine.Collection, error) {
			return c.shop.ChangeCollection(t.Context(), owner, made.ID, vitrine.Gathered{Name: "Harmless", Shown: vitrine.ShownToAll}, nil)
		},
		"show by link": func() (*vitrine.Collection, error) {
			return c.shop.ChangeCollection(t.Context(), owner, made.ID, vitrine.Gathered{Name: made.Name, Shown: vitrine.ShownByLink}, nil)
		},
		"add":  func() (*vitrine.Collection, error) { return c.shop.Collect(t.Context(), owner, made.ID, c.model.ID) },
		"take": func() (*vitrine.Collection, error) { return c.shop.Uncollect(t.Context(), owner, made.ID, c.model.ID) },
		"arrange": func() (*vitrine.Collection, error) {
			return c.shop.ArrangeCollection(t.Context(), owner, made.ID, nil, 0, nil)
		},
		"remove": func() (*vitrine.Collection, error) {
			return nil, c.shop.RemoveCollection(t.Context(), owner, made.ID, nil)
		},
	} {
		_, err := try()
		wantCode(t, what+" what was taken off", err, vitrine.Forbidden)
	}
	own, err := c.shop.OwnCollection(t.Context(), owner, made.ID)
	if err != nil || !own.Hidden || own.Name != made.Name || own.Shown != made.Shown || own.Models != 1 {
		t.Errorf("its owner sees %+v, %v", own, err)
	}
}

// TestWhoRulesCollections has moderators decide about no collection of their own, and see none
// that nobody shows them.
func TestWhoRulesCollections(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		c := newCourt(t, db)
		own := c.gather(t, c.vouch(t, vitrine.Caller{User: c.first.User, Scopes: vitrine.DefaultScopes()}), vitrine.ShownToAll)
		r := c.report(t, shop.CollectionPath(own))
		nothing := vitrine.Ruling{Action: vitrine.ActNothing, Reason: "Fine."}
		wantCode(t, "one's own", c.shop.DecideReport(t.Context(), c.first, r.ID, nothing), vitrine.Forbidden)
		wantCode(t, "hide one's own", c.shop.RuleCollection(t.Context(), c.first, own.ID, hideIt()), vitrine.Forbidden)
		shown, err := c.shop.ReportCase(t.Context(), c.first, r.ID)
		if err != nil || !shown.Own || shown.Report.Explanation != "" || shown.Report.Email != "" {
			t.Errorf("who is reported sees %+v, %v", shown.Report, err)
		}
		wantCode(t, "hide", c.shop.RuleCollection(t.Context(), c.second, own.ID, hideIt()), "")
		wantCode(t, "restore one's own", c.shop.RestoreCollection(t.Context(), c.first, own.ID, "It is mine."), vitrine.Forbidden)
		wantCode(t, "restore", c.shop.RestoreCollection(t.Context(), c.second, own.ID, "It is fine."), "")
		wantCode(t, "restore twice", c.shop.RestoreCollection(t.Context(), c.second, own.ID, "It is fine."), vitrine.Conflict)

		ann := c.reader(t, "ann")
		private, linked := c.gather(t, ann, vitrine.ShownToNobody), c.gather(t, ann, vitrine.ShownByLink)
		for _, one := range []*vitrine.Collection{private, linked} {
			for _, page := range []string{shop.CollectionsPath + "/" + strconv.FormatInt(one.ID, 10), shop.CollectionsPath + "/public"} {
				if r := c.report(t, page); r.Subject != vitrine.AboutPage {
					t.Errorf("%s is about %+v", page, r)
				}
			}
			_, err := c.shop.CollectionCase(t.Context(), c.second, one.ID)
			wantCode(t, "look at what is shown to others alone", err, vitrine.NotFound)
			wantCode(t, "hide it", c.shop.RuleCollection(t.Context(), c.second, one.ID, hideIt()), vitrine.NotFound)
		}
		if r := c.report(t, shop.SharedPath+private.Secret); r.Subject != vitrine.AboutPage {
			t.Errorf("the link of a private one is about %+v", r)
		}
		if r := c.report(t, shop.CollectionPath(linked)); r.Subject != vitrine.AboutCollection || r.SubjectID != linked.ID {
			t.Errorf("the link is about %+v", r)
		}
		_, err = c.shop.ChangeCollection(t.Context(), ann, linked.ID, vitrine.Gathered{Name: "Away", Shown: vitrine.ShownToNobody}, nil)
		wantCode(t, "make it private before it is looked at", err, "")
		wantCode(t, "hide what was reported", c.shop.RuleCollection(t.Context(), c.second, linked.ID, hideIt()), "")
	})
}

// TestForgetHiddenCollection erases who has a collection that was taken off.
func TestForgetHiddenCollection(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		c := newCourt(t, db)
		ann := c.reader(t, "ann")
		made := c.gather(t, ann, vitrine.ShownToAll)
		r := c.report(t, shop.CollectionPath(made))
		wantCode(t, "hide", c.shop.DecideReport(t.Context(), c.first, r.ID, hideIt()), "")
		left := c.report(t, shop.CollectionPath(made))
		wantCode(t, "object", c.shop.Object(t.Context(), shop.SignedIn{User: ann.User}, 1, "No."), "")
		write(t, db, func(ctx context.Context, tx *store.Tx) error { return tx.RemoveKept(ctx, ann.User.ID, c.clock.Now()) })
		d, err := db.Decision(t.Context(), 1)
		if err != nil || d.Stands() || d.ClosedAt.IsZero() {
			t.Errorf("the decision is %+v, %v", d, err)
		}
		shown, err := c.shop.ReportCase(t.Context(), c.first, left.ID)
		if err != nil || shown.Collection != nil {
			t.Errorf("the case is %+v, %v", shown, err)
		}
		wantCode(t, "hide what is gone", c.shop.DecideReport(t.Context(), c.first, left.ID, hideIt()), vitrine.NotFound)
		nothing := vitrine.Ruling{Action: vitrine.ActNothing, Reason: "It is gone."}
		wantCode(t, "close it", c.shop.DecideReport(t.Context(), c.first, left.ID, nothing), "")
	})
}
