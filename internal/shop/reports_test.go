package shop_test

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"sync"
	"testing"

	"vitrine"
	"vitrine/internal/payment"
	"vitrine/internal/shop"
	"vitrine/internal/store"
)

// court is a marketplace with moderators.
type court struct {
	*market
	first, second shop.SignedIn
	author        shop.SignedIn // of the model, who is moderator, too
}

func newCourt(t *testing.T, db *store.DB) *court {
	c := &court{market: newMarketOn(t, db, payment.Sandbox{})}
	c.shop = shop.New(shop.Options{DB: db, Payments: payment.Sandbox{}, Settings: shop.DefaultSettings(), Now: c.clock.Now,
		VisitorKey: []byte("key"), BaseURL: "https://models.example"})
	c.first, c.second = c.moderator(t, c.user(t, "first")), c.moderator(t, c.user(t, "second"))
	c.author = c.moderator(t, c.seller)
	return c
}

func (c *court) moderator(t *testing.T, who vitrine.Caller) shop.SignedIn {
	t.Helper()
	who.User.SetRoles([]vitrine.Role{vitrine.RoleModerator})
	write(t, c.db, func(ctx context.Context, tx *store.Tx) error { return tx.SetRoles(ctx, &who.User, c.clock.Now()) })
	return shop.SignedIn{User: who.User, Session: vitrine.Session{ProvedAt: c.clock.Now()}, House: vitrine.DefaultHouse()}
}

func (c *court) typed(page string) shop.NewReport {
	return shop.NewReport{Page: page, Kind: vitrine.ReportCopyright, Explanation: "It is mine.",
		Name: "Eve", Email: "eve@example.net", GoodFaith: true}
}

// path is that of the page of the model.
func (c *court) path() string { return "/3d-models/furniture/chairs/" + c.model.Slug }

func (c *court) report(t *testing.T, page string) vitrine.Report {
	t.Helper()
	r, secret, err := c.shop.Report(t.Context(), c.typed(page))
	wantCode(t, "report "+page, err, "")
	if of, err := c.shop.ReportOf(t.Context(), secret); err != nil || of.ID != r.ID {
		t.Errorf("its receipt is of %+v, %v", of, err)
	}
	return r
}

// TestReport takes what people type about pages of this marketplace and no other, and tells
// nobody what is there.
func TestReport(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		c := newCourt(t, db)
		for page, want := range map[string]vitrine.Report{
			c.path():          {Subject: vitrine.AboutModel, SubjectID: c.model.ID},
			"/sellers/seller": {Subject: vitrine.AboutPerson, SubjectID: c.seller.User.ID},
			"https://models.example" + c.path() + "?a=Buy#b": {Subject: vitrine.AboutModel, SubjectID: c.model.ID},
			"/3d-models/furniture/chairs/never-was":          {Subject: vitrine.AboutPage}, "/sellers/nobody": {Subject: vitrine.AboutPage},
			"/": {Subject: vitrine.AboutPage}, "http://MODELS.example/terms": {Subject: vitrine.AboutPage},
		} {
			got := c.report(t, page)
			if got.Subject != want.Subject || got.SubjectID != want.SubjectID || got.State != vitrine.ReportOpen {
				t.Errorf("%s is about %+v", page, got)
			}
		}
		for _, page := range []string{"", "x", "//evil.example/", "https://evil.example" + c.path(), "javascript:alert(1)",
			"https://a@models.example/",
			"/a b", "mailto:eve@example.net", "\x00", "https://models.example:81/"} {
			_, _, err := c.shop.Report(t.Context(), c.typed(page))
			wantCode(t, "the page "+strconv.Quote(page), err, vitrine.Invalid)
		}
		for what, spoil := range map[string]func(*shop.NewReport){
			"no faith": func(n *shop.NewReport) { n.GoodFaith = false }, "no name": func(n *shop.NewReport) { n.Name = "" },
			"no address": func(n *shop.NewReport) { n.Email = "" }, "no kind": func(n *shop.NewReport) { n.Kind = "spite" },
			"no words":    func(n *shop.NewReport) { n.Explanation = " \n" },
			"a bad name":  func(n *shop.NewReport) { n.Name = "Eve\nBcc: a" },
			"bad address": func(n *shop.NewReport) { n.Kind, n.Email = vitrine.ReportChildren, "x" },
		} {
			n := c.typed(c.path())
			spoil(&n)
			_, _, err := c.shop.Report(t.Context(), n)
			wantCode(t, what, err, vitrine.Invalid)
		}
		nameless := c.typed(c.path())
		nameless.Kind, nameless.Name, nameless.Email = vitrine.ReportChildren, "", ""
		_, _, err := c.shop.Report(t.Context(), nameless)
		wantCode(t, "of the abuse of children, by nobody", err, "")
		flood := c.typed("/")
		flood.Network = "192.0.2.0/24"
		for range 10 {
			_, _, err := c.shop.Report(t.Context(), flood)
			wantCode(t, "one of ten", err, "")
		}
		_, _, err = c.shop.Report(t.Context(), flood)
		wantCode(t, "the eleventh", err, vitrine.RateLimited)
	})
}

func takeDown() vitrine.Ruling {
	return vitrine.Ruling{Action: vitrine.ActTakeDown, Ground: vitrine.GroundLaw, Reason: "Copied.", Downloads: true}
}

// TestDecideReport has two decide one report at once: one wins, the other is told.
func TestDecideReport(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		c := newCourt(t, db)
		r := c.report(t, c.path())
		wantCode(t, "one's own model", c.shop.DecideReport(t.Context(), c.author, r.ID, takeDown()), vitrine.Forbidden)
		nothing := vitrine.Ruling{Action: vitrine.ActNothing, Reason: "All is well."}
		wantCode(t, "one's own model again", c.shop.DecideReport(t.Context(), c.author, r.ID, nothing), vitrine.Forbidden)
		outsider := c.first
		outsider.User = c.buyer.User
		outsider.User.Roles = "moderator" // by a page from before
		wantCode(t, "who is no moderator any more", c.shop.DecideReport(t.Context(), outsider, r.ID, takeDown()), vitrine.NotFound)
		codes := make([]vitrine.Code, 2)
		var all sync.WaitGroup
		for i, in := range []shop.SignedIn{c.first, c.second} {
			all.Go(func() { codes[i] = vitrine.CodeOf(c.shop.DecideReport(t.Context(), in, r.ID, takeDown())) })
		}
		all.Wait()
		if (codes[0] == "") == (codes[1] == "") || codes[0]+codes[1] != vitrine.Conflict {
			t.Errorf("two who decide at once are told %q", codes)
		}
		decisions, err := c.db.DecisionsOf(t.Context(), c.model.ID)
		if err != nil || len(decisions) != 1 || decisions[0].ReportID != r.ID {
			t.Errorf("the decisions are %+v, %v", decisions, err)
		}
		_, err = c.db.ModelRow(t.Context(), c.model.ID)
		wantCode(t, "the model is there for its author", err, "")
		about := c.report(t, "/terms")
		wantCode(t, "a page is no model", c.shop.DecideReport(t.Context(), c.first, about.ID, takeDown()), vitrine.Conflict)
		wantCode(t, "nothing is done about it", c.shop.DecideReport(t.Context(), c.first, about.ID, nothing), "")
	})
}

// TestTakeDown withholds files where the law demands it, lets nobody send them again, and
// undoes all of that where the author was right.
func TestTakeDown(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		c, ctx := newCourt(t, db), t.Context()
		bought := c.order(t, c.model.ID)
		c.bring(t, bought, "paid")
		opens := func(want vitrine.Code) {
			t.Helper()
			if want != "" {
				_, err := c.shop.OrderZip(ctx, c.read(t, bought))
				wantCode(t, "the buyer's archive", err, want)
				_, err = c.shop.OrderFileURL(ctx, c.read(t, bought), bought.Files[0].FileID)
				wantCode(t, "the buyer's file", err, want)
				_, err = c.shop.DownloadURL(ctx, c.buyer, shop.DownloadRequest{ModelID: c.model.ID, FileID: bought.Files[0].FileID})
				wantCode(t, "the buyer's file by the interface", err, want)
			}
			wantClaim := c.shop.CheckClaim(ctx, "order:"+strconv.FormatInt(bought.ID, 10))
			wantCode(t, "an address given before", wantClaim, want)
		}
		blocked := func(want bool) {
			t.Helper()
			for _, f := range c.model.Files {
				if id, err := c.db.Blocked(ctx, f.SHA256); err != nil || (id != 0) != want {
					t.Errorf("%s is blocked by %d, %v", f.Name, id, err)
				}
			}
		}
		hide := vitrine.Ruling{Action: vitrine.ActHide, Ground: vitrine.GroundTerms, Reason: "No.", Downloads: true}
		wantCode(t, "hide", c.shop.RuleModel(ctx, c.first, c.model.ID, hide), "")
		opens("")
		blocked(false)
		wantCode(t, "hide once more", c.shop.RuleModel(ctx, c.second, c.model.ID, hide), vitrine.Conflict)
		all := takeDown()
		all.Downloads = false
		wantCode(t, "take down", c.shop.RuleModel(ctx, c.first, c.model.ID, all), "")
		opens(vitrine.Forbidden)
		blocked(true)

		decisions, err := c.db.DecisionsOf(ctx, c.model.ID)
		wantCode(t, "read", err, "")
		d := decisions[0]
		wantCode(t, "another's decision", c.shop.Object(ctx, c.first, d.ID, "x"), vitrine.NotFound)
		wantCode(t, "an empty answer", c.shop.Object(ctx, c.author, d.ID, " "), vitrine.Invalid)
		wantCode(t, "an answer", c.shop.Object(ctx, c.author, d.ID, "I made it."), "")
		wantCode(t, "another answer", c.shop.Object(ctx, c.author, d.ID, "I did."), vitrine.Conflict)
		wantCode(t, "one's own", c.shop.AnswerObjection(ctx, c.author, d.ID, true, "Yes."), vitrine.Forbidden)
		wantCode(t, "the author is right", c.shop.AnswerObjection(ctx, c.second, d.ID, true, "You did."), "")
		wantCode(t, "somebody else is late", c.shop.AnswerObjection(ctx, c.first, d.ID, false, "No."), vitrine.Conflict)
		opens("")
		blocked(false)
		m, err := c.db.Model(ctx, c.model.ID)
		if err != nil || m.HiddenFrom != "" {
			t.Errorf("the model is %+v, %v", m, err)
		}
		wantCode(t, "nothing to restore", c.shop.RestoreModel(ctx, c.first, c.model.ID, "x"), vitrine.Conflict)
	})
}

// TestReported tells a moderator who is reported that they are, not by whom.
func TestReported(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		c := newCourt(t, db)
		for _, page := range []string{c.path(), "/sellers/seller"} {
			r := c.report(t, page)
			for name, in := range map[string]shop.SignedIn{"another": c.first, "the one": c.author} {
				got, err := c.shop.ReportCase(t.Context(), in, r.ID)
				wantCode(t, name, err, "")
				told := got.Report.Name+got.Report.Email+got.Report.Explanation != "" || len(got.Others) > 0
				if own := name == "the one"; got.Own != own || told == own {
					t.Errorf("%s sees of %s: %+v, %+v", name, page, got.Report, got.Others)
				}
			}
		}
	})
}

// TestObjectionsEnd answers authors whose model was restored for another reason, or whom it
// has been deleted by: no objection waits for ever.
func TestObjectionsEnd(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		c, ctx := newCourt(t, db), t.Context()
		waiting := func(want int) vitrine.Decision {
			t.Helper()
			list, err := c.shop.Objections(ctx, c.first, 0, 50)
			if err != nil || len(list) != want {
				t.Fatalf("%d objections wait, %v, want %d", len(list), err, want)
			}
			decisions, err := c.db.DecisionsOf(ctx, c.model.ID)
			wantCode(t, "read", err, "")
			return decisions[0]
		}
		wantCode(t, "take down", c.shop.RuleModel(ctx, c.first, c.model.ID, takeDown()), "")
		wantCode(t, "object", c.shop.Object(ctx, c.author, waiting(0).ID, "I made it."), "")
		waiting(1)
		wantCode(t, "restore", c.shop.RestoreModel(ctx, c.second, c.model.ID, "It was a mistake."), "")
		if d := waiting(0); d.Answer != "It was a mistake." || d.Stands() {
			t.Errorf("the decision is %+v", d)
		}

		wantCode(t, "take down again", c.shop.RuleModel(ctx, c.first, c.model.ID, takeDown()), "")
		d := waiting(0)
		wantCode(t, "object again", c.shop.Object(ctx, c.author, d.ID, "I did make it."), "")
		wantCode(t, "delete", c.shop.DeleteModel(ctx, c.seller, c.model.ID, nil), "")
		waiting(1)
		_, got, err := c.shop.DecisionCase(ctx, c.first, d.ID)
		if err != nil || got.Model != nil || got.Own {
			t.Errorf("the case is %+v, %v", got, err)
		}
		wantCode(t, "one's own", c.shop.AnswerObjection(ctx, c.author, d.ID, false, "Yes."), vitrine.Forbidden)
		wantCode(t, "answer", c.shop.AnswerObjection(ctx, c.second, d.ID, false, "It stands."), "")
		waiting(0)
	})
}

// TestTakeDownOfDeleted keeps the files of a model from coming back that its author has deleted
// since it was reported, until the author turns out to be right.
func TestTakeDownOfDeleted(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		c, ctx := newCourt(t, db), t.Context()
		r, again := c.report(t, c.path()), c.report(t, c.path())
		before := c.model.Files[0]
		wantCode(t, "delete", c.shop.DeleteModel(ctx, c.seller, c.model.ID, nil), "")
		seen, err := c.shop.ReportCase(ctx, c.first, r.ID)
		if err != nil || !seen.Deleted || seen.Model != nil || seen.Own {
			t.Fatalf("the case is %+v, %v", seen, err)
		}
		wantCode(t, "the author decides", c.shop.DecideReport(ctx, c.author, r.ID, takeDown()), vitrine.Forbidden)
		hide := vitrine.Ruling{Action: vitrine.ActHide, Ground: vitrine.GroundTerms, Reason: "No.", Downloads: true}
		wantCode(t, "hide", c.shop.DecideReport(ctx, c.first, r.ID, hide), vitrine.NotFound)
		wantCode(t, "take down", c.shop.DecideReport(ctx, c.first, r.ID, takeDown()), "")
		wantCode(t, "take down once more", c.shop.DecideReport(ctx, c.second, again.ID, takeDown()), vitrine.Conflict)
		blocked := func(want bool) {
			t.Helper()
			if id, err := c.db.Blocked(ctx, before.SHA256); err != nil || (id != 0) != want {
				t.Errorf("%s is blocked by %d, %v", before.Name, id, err)
			}
		}
		blocked(true)
		decided, err := c.db.Report(ctx, r.ID)
		if err != nil || decided.State != vitrine.ReportActed || decided.DecisionID == 0 {
			t.Fatalf("the report is %+v, %v", decided, err)
		}
		wantCode(t, "object", c.shop.Object(ctx, c.author, decided.DecisionID, "I made it."), "")
		wantCode(t, "the author is right", c.shop.AnswerObjection(ctx, c.second, decided.DecisionID, true, "You did."), "")
		blocked(false)
	})
}

// TestBlockedBytes takes no bytes that were taken down, whoever sends them, until that is
// undone.
func TestBlockedBytes(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		a := newActing(t, db)
		send := func(who vitrine.Caller, modelID int64, name string) error {
			up := shop.Upload{Name: name, Body: strings.NewReader("solid copied"), Size: -1}
			_, err := a.shop.AddFile(t.Context(), who, modelID, up)
			return err
		}
		wantCode(t, "before", send(a.seller, a.model.ID, "a.stl"), "")
		wantCode(t, "take down", a.shop.RuleModel(t.Context(), a.asOperator(t), a.model.ID, takeDown()), "")
		other, err := a.shop.CreateModel(t.Context(), a.buyer, shop.ModelRequest{ModelChange: vitrine.ModelChange{Title: vitrine.Some("Mine")}})
		wantCode(t, "make a model", err, "")
		refused := send(a.buyer, other.ID, "b.stl")
		wantCode(t, "the same bytes", refused, vitrine.Invalid)
		if e, ok := errors.AsType[*vitrine.Error](refused); !ok || e.Fields[0].Code != "blocked" ||
			!strings.Contains(e.Fields[0].Detail, shop.DecisionPath+"1") {
			t.Errorf("it is refused with %+v", refused)
		}
		wantCode(t, "restore", a.shop.RestoreModel(t.Context(), a.asOperator(t), a.model.ID, "theirs"), "")
		wantCode(t, "after", send(a.buyer, other.ID, "b.stl"), "")
	})
}
