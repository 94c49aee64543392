package shop_test

import (
	"bytes"
	"context"
	"image"
	"image/png"
	"strings"
	"sync"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/blob"
	"vitrine/internal/payment"
	"vitrine/internal/picture"
	"vitrine/internal/shop"
	"vitrine/internal/store"
)

// critics is a court in which buyers review models.
type critics struct {
	*court
	orders map[string]*vitrine.Order
}

func newCritics(t *testing.T, db *store.DB) *critics {
	c := &critics{newCourt(t, db), map[string]*vitrine.Order{}}
	disk, err := blob.OpenDisk(t.TempDir(), blob.DiskOptions{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = disk.Close() })
	c.shop = shop.New(shop.Options{DB: db, Blobs: disk, Pictures: picture.NewProcessor(1_000_000), Payments: payment.Sandbox{},
		Settings: shop.DefaultSettings(), Now: c.clock.Now, VisitorKey: []byte("key"), BaseURL: "https://models.example"})
	return c
}

// customer is somebody who has paid for the model.
func (c *critics) customer(t *testing.T, name string) vitrine.Caller {
	t.Helper()
	who := c.user(t, name)
	o, err := c.shop.CreateOrder(t.Context(), who, shop.NewOrder{ModelID: c.model.ID})
	if err == nil {
		c.orders[name], err = c.shop.MarkPaid(t.Context(), o.ID, "")
	}
	wantCode(t, "buy", err, "")
	return who
}

func (c *critics) say(t *testing.T, who vitrine.Caller, described, used int) *vitrine.Review {
	t.Helper()
	v, err := c.shop.SaveReview(t.Context(), who, c.model.ID, vitrine.Words{Described: described, Used: used}, nil)
	wantCode(t, "review", err, "")
	return v
}

// wantOpinions compares what is added up with what is wanted, and with the reviews themselves.
func (c *critics) wantOpinions(t *testing.T, when string, want vitrine.Opinions) {
	t.Helper()
	got, err := c.db.Opinions(t.Context(), c.model.ID)
	if err != nil || got != want {
		t.Errorf("%s: %+v, %v, want %+v", when, got, err, want)
	}
	page, err := c.db.Reviews(t.Context(), c.model.ID, vitrine.Page{Number: 1, Size: 100})
	if err != nil || int64(len(page.Reviews)) != want.Reviews {
		t.Errorf("%s: %d reviews are listed, %v", when, len(page.Reviews), err)
	}
}

// TestWhoReviews lets those review who have the model, and nobody else.
func TestWhoReviews(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		c := newCritics(t, db)
		ann, ben := c.customer(t, "ann"), c.user(t, "ben")
		words := vitrine.Words{Described: 5}
		try := func(what string, who vitrine.Caller, model int64, want vitrine.Code) {
			t.Helper()
			_, err := c.shop.SaveReview(t.Context(), who, model, words, nil)
			wantCode(t, what, err, want)
		}
		try("who did not buy", ben, c.model.ID, vitrine.Forbidden)
		o, err := c.shop.CreateOrder(t.Context(), ben, shop.NewOrder{ModelID: c.model.ID})
		wantCode(t, "order", err, "")
		try("who did not pay", ben, c.model.ID, vitrine.Forbidden)
		try("the author", c.seller, c.model.ID, vitrine.Forbidden)
		try("no model", ann, 999, vitrine.NotFound)
		try("who paid", ann, c.model.ID, "")
		if _, err := c.shop.MarkPaid(t.Context(), o.ID, ""); err != nil {
			t.Fatal(err)
		}
		try("who paid in the end", ben, c.model.ID, "")
		_, err = c.shop.Suspend(t.Context(), "ben")
		wantCode(t, "suspend", err, "")
		words.Described = 1
		try("who is suspended", ben, c.model.ID, vitrine.Unauthenticated)
		wantCode(t, "withdraw while suspended", c.shop.WithdrawReview(t.Context(), ben, c.model.ID, nil), vitrine.Unauthenticated)
		wantCode(t, "hide the model", c.shop.RuleModel(t.Context(), c.first, c.model.ID, hideIt()), "")
		try("of a model that is hidden", ann, c.model.ID, vitrine.NotFound)
		wantCode(t, "take back of a hidden one", c.shop.WithdrawReview(t.Context(), ann, c.model.ID, nil), "")
		c.wantOpinionsOnly(t, vitrine.Opinions{Reviews: 1, Described: 5})
	})
}

func (c *critics) wantOpinionsOnly(t *testing.T, want vitrine.Opinions) {
	t.Helper()
	if got, err := c.db.Opinions(t.Context(), c.model.ID); err != nil || got != want {
		t.Errorf("added up: %+v, %v, want %+v", got, err, want)
	}
}

// TestReviewOfGuest buys without an account: who confirms the address reviews.
func TestReviewOfGuest(t *testing.T) {
	onShelves(t, func(t *testing.T, s *shelf) {
		s.visit(t, "gus@example.net")
		typed := shop.NewAccount{Username: "gus", Email: "gus@example.net", Password: "correct horse"}
		_, err := s.doors.shop.Join(t.Context(), typed, shop.Browser{})
		wantCode(t, "join", err, "")
		user, err := s.market.db.UserByUsername(t.Context(), "gus")
		wantCode(t, "find", err, "")
		gus := vitrine.Caller{User: *user, Scopes: vitrine.DefaultScopes()}
		_, err = s.doors.shop.SaveReview(t.Context(), gus, s.model.ID, vitrine.Words{Described: 5}, nil)
		wantCode(t, "before the address is confirmed", err, vitrine.Forbidden)
		write(t, s.market.db, func(ctx context.Context, tx *store.Tx) error {
			user.EmailConfirmedAt, user.EmailClaimed = today(), false
			return tx.UpdateAddress(ctx, user)
		})
		_, err = s.doors.shop.SaveReview(t.Context(), gus, s.model.ID, vitrine.Words{Described: 5}, nil)
		wantCode(t, "after it", err, "")
	})
}

// TestReviewsAddUp writes, changes, hides and withdraws reviews, many at once.
func TestReviewsAddUp(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		c := newCritics(t, db)
		people := make([]vitrine.Caller, 8)
		for i := range people {
			people[i] = c.customer(t, "buyer-"+string(rune('a'+i)))
		}
		var all sync.WaitGroup
		for i, who := range people {
			all.Go(func() {
				for range 2 { // the button is pressed twice
					if _, err := c.shop.SaveReview(t.Context(), who, c.model.ID, vitrine.Words{Described: 1 + i%5, Used: i % 3}, nil); err != nil {
						t.Error(err)
					}
				}
			})
		}
		all.Wait()
		c.wantOpinions(t, "all at once", vitrine.Opinions{Reviews: 8, Described: 21, Users: 5, Used: 7})
		v := c.say(t, people[0], 5, 4)
		c.wantOpinions(t, "one changed", vitrine.Opinions{Reviews: 8, Described: 25, Users: 6, Used: 11})
		wantCode(t, "hide", c.shop.RuleReview(t.Context(), c.first, v.ID, hideIt()), "")
		wantCode(t, "hide once more", c.shop.RuleReview(t.Context(), c.second, v.ID, hideIt()), vitrine.Conflict)
		c.wantOpinions(t, "one hidden", vitrine.Opinions{Reviews: 7, Described: 20, Users: 5, Used: 7})
		_, err := c.shop.SaveReview(t.Context(), people[0], c.model.ID, vitrine.Words{Described: 1}, nil)
		wantCode(t, "change what is hidden", err, vitrine.Conflict)
		wantCode(t, "take back what is hidden", c.shop.WithdrawReview(t.Context(), people[0], c.model.ID, nil), vitrine.Conflict)
		wantCode(t, "restore", c.shop.RestoreReview(t.Context(), c.first, v.ID, "Fair."), "")
		c.wantOpinions(t, "one restored", vitrine.Opinions{Reviews: 8, Described: 25, Users: 6, Used: 11})
		wantCode(t, "withdraw", c.shop.WithdrawReview(t.Context(), people[0], c.model.ID, nil), "")
		wantCode(t, "withdraw twice", c.shop.WithdrawReview(t.Context(), people[0], c.model.ID, nil), vitrine.NotFound)
		c.wantOpinions(t, "one withdrawn", vitrine.Opinions{Reviews: 7, Described: 20, Users: 5, Used: 7})
		write(t, db, func(ctx context.Context, tx *store.Tx) error {
			return tx.RemoveReviewsOf(ctx, people[1].User.ID, today())
		})
		c.wantOpinions(t, "one erased", vitrine.Opinions{Reviews: 6, Described: 18, Users: 4, Used: 6})
	})
}

// TestReviewWords refuses what can't be shown, and edits without end; of two windows the
// second is told.
func TestReviewWords(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		c := newCritics(t, db)
		ann := c.customer(t, "ann")
		for what, words := range map[string]vitrine.Words{
			"no stars": {}, "six stars": {Described: 6}, "minus one": {Described: 3, Used: -1}, "10,000 characters": {Described: 3,
				Text: strings.Repeat("ä", 10_000)}, "control characters": {Described: 3, Text: "a\x00b"}, "a bell": {Described: 3, Text: "a\x07"},
			"no UTF-8": {Described: 3, Text: "a\xff"},
		} {
			_, err := c.shop.SaveReview(t.Context(), ann, c.model.ID, words, nil)
			wantCode(t, what, err, vitrine.Invalid)
		}
		long := strings.Repeat("ä", vitrine.MaxReview)
		v, err := c.shop.SaveReview(t.Context(), ann, c.model.ID, vitrine.Words{Described: 3, Text: " " + long + "\r\n"}, nil)
		if err != nil || v.Text != long {
			t.Fatalf("the longest text is kept as %d bytes, %v", len(v.Text), err)
		}
		is := func(n int64) shop.Precondition { return func(version int64) bool { return version == n } }
		_, err = c.shop.SaveReview(t.Context(), ann, c.model.ID, vitrine.Words{Described: 4}, is(1))
		wantCode(t, "the first window", err, "")
		_, err = c.shop.SaveReview(t.Context(), ann, c.model.ID, vitrine.Words{Described: 5}, is(1))
		wantCode(t, "the second window", err, vitrine.Stale)
		_, err = c.shop.SaveReview(t.Context(), ann, c.model.ID, vitrine.Words{Described: 4}, is(1))
		wantCode(t, "a double press", err, "")
		n := 0
		for ; err == nil && n < 100; n++ {
			_, err = c.shop.SaveReview(t.Context(), ann, c.model.ID, vitrine.Words{Described: 1 + n%2}, nil)
		}
		if wantCode(t, "edits without end", err, vitrine.RateLimited); n < 10 || n > 30 {
			t.Errorf("%d edits are taken at once", n)
		}
	})
}

// TestRefundAfterReview keeps what was said, with a mark, until the model is bought again.
func TestRefundAfterReview(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		c := newCritics(t, db)
		ann := c.customer(t, "ann")
		v := c.say(t, ann, 2, 1)
		_, err := c.shop.Refund(t.Context(), c.orders["ann"].ID, false)
		wantCode(t, "refund", err, "")
		if v, err = db.Review(t.Context(), v.ID); err != nil || !v.Refunded {
			t.Errorf("after the refund it is %+v, %v", v, err)
		}
		c.wantOpinions(t, "after the refund", vitrine.Opinions{Reviews: 1, Described: 2, Users: 1, Used: 1})
		_, err = c.shop.SaveReview(t.Context(), ann, c.model.ID, vitrine.Words{Described: 5}, nil)
		wantCode(t, "change it", err, vitrine.Forbidden)
		_, err = c.shop.AddReviewPicture(t.Context(), ann, c.model.ID, shot(t))
		wantCode(t, "add a picture", err, vitrine.Forbidden)
		o, err := c.shop.CreateOrder(t.Context(), ann, shop.NewOrder{ModelID: c.model.ID})
		if err == nil {
			_, err = c.shop.MarkPaid(t.Context(), o.ID, "")
		}
		wantCode(t, "buy it again", err, "")
		if v = c.say(t, ann, 4, 0); v.Refunded {
			t.Error("the mark stays with who has bought again")
		}
	})
}

func shot(t *testing.T) shop.Upload {
	t.Helper()
	var body bytes.Buffer
	if err := png.Encode(&body, image.NewGray(image.Rect(0, 0, 64, 48))); err != nil {
		t.Fatal(err)
	}
	return shop.Upload{Name: "shot.png", Size: int64(body.Len()), Body: &body}
}

// TestReviewPictures adds four pictures and no fifth, and shows them while the review is.
func TestReviewPictures(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		c := newCritics(t, db)
		ann := c.customer(t, "ann")
		_, err := c.shop.AddReviewPicture(t.Context(), ann, c.model.ID, shot(t))
		wantCode(t, "without a review", err, vitrine.NotFound)
		v := c.say(t, ann, 5, 5)
		_, err = c.shop.AddReviewPicture(t.Context(), ann, c.model.ID, shop.Upload{Size: -1, Body: strings.NewReader("<svg xmlns='x'/>")})
		wantCode(t, "no picture", err, vitrine.Invalid)
		var made *vitrine.Image
		for range vitrine.ReviewPictures {
			made, err = c.shop.AddReviewPicture(t.Context(), ann, c.model.ID, shot(t))
			wantCode(t, "a picture", err, "")
		}
		_, err = c.shop.AddReviewPicture(t.Context(), ann, c.model.ID, shot(t))
		wantCode(t, "one too many", err, vitrine.Invalid)
		shown := func(when string, want vitrine.Code) {
			t.Helper()
			_, err := c.shop.CheckPicture(t.Context(), made.BlobKey)
			wantCode(t, when, err, want)
		}
		shown("a picture is shown", "")
		needed := 0
		if err := db.BlobsInUse(t.Context(), today(), func(b store.BlobRef) {
			if b.Key == made.BlobKey {
				needed++
			}
		}); err != nil || needed != 1 {
			t.Errorf("its bytes are needed %d times, %v", needed, err)
		}
		wantCode(t, "hide", c.shop.RuleReview(t.Context(), c.first, v.ID, hideIt()), "")
		shown("a picture of what is hidden", vitrine.NotFound)
		wantCode(t, "restore", c.shop.RestoreReview(t.Context(), c.first, v.ID, "Fair."), "")
		shown("a picture of what is restored", "")
		wantCode(t, "remove", c.shop.RemoveReviewPicture(t.Context(), ann, c.model.ID, made.ID), "")
		wantCode(t, "remove twice", c.shop.RemoveReviewPicture(t.Context(), ann, c.model.ID, made.ID), vitrine.NotFound)
		shown("a picture that is removed", vitrine.NotFound)
		wantCode(t, "withdraw", c.shop.WithdrawReview(t.Context(), ann, c.model.ID, nil), "")
	})
}

// TestAnswerReview has the author answer once, and change it for a day.
func TestAnswerReview(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		c := newCritics(t, db)
		ann := c.customer(t, "ann")
		v := c.say(t, ann, 2, 1)
		try := func(what string, who vitrine.Caller, text string, want vitrine.Code) {
			t.Helper()
			_, err := c.shop.AnswerReview(t.Context(), who, v.ID, text)
			wantCode(t, what, err, want)
		}
		try("somebody else", ann, "No.", vitrine.NotFound)
		try("nothing", c.seller, " \n", vitrine.Invalid)
		try("too much", c.seller, strings.Repeat("x", vitrine.MaxAnswer+1), vitrine.Invalid)
		try("the author", c.seller, "Sorry.", "")
		c.clock.Advance(time.Hour)
		try("an hour later", c.seller, "Sorry, mended.", "")
		c.clock.Advance(vitrine.AnswerTime)
		try("a day later", c.seller, "Go away.", vitrine.Conflict)
		try("the same words", c.seller, "Sorry, mended.", "")
		c.say(t, ann, 4, 4)
		try("once the review is another", c.seller, "Thank you.", "")
		if got, err := db.Review(t.Context(), v.ID); err != nil || got.Answer != "Thank you." {
			t.Errorf("it reads %+v, %v", got, err)
		}
		c.first.Session.ProvedAt = c.clock.Now()
		wantCode(t, "hide", c.shop.RuleReview(t.Context(), c.first, v.ID, hideIt()), "")
		try("what is hidden", c.seller, "Hm.", vitrine.NotFound)
	})
}

// TestReportReview takes a review off that somebody reported: who wrote it gets the reasons, and
// objects; nobody decides about themselves.
func TestReportReview(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		c := newCritics(t, db)
		ann := c.customer(t, "ann")
		v := c.say(t, ann, 1, 1)
		r := c.report(t, shop.ReviewPath(v))
		if r.Subject != vitrine.AboutReview || r.SubjectID != v.ID {
			t.Errorf("the report is about %+v", r)
		}
		for _, page := range []string{shop.ReviewsPath + "999/1", shop.ReviewsPath + "1/x"} {
			if r := c.report(t, page); r.Subject != vitrine.AboutPage {
				t.Errorf("%s is about %+v", page, r)
			}
		}
		wantCode(t, "of one's own model", c.shop.DecideReport(t.Context(), c.author, r.ID, hideIt()), vitrine.Forbidden)
		nothing := vitrine.Ruling{Action: vitrine.ActNothing, Reason: "Fine."}
		wantCode(t, "nothing, of one's own model", c.shop.DecideReport(t.Context(), c.author, r.ID, nothing), vitrine.Forbidden)
		wantCode(t, "take down", c.shop.DecideReport(t.Context(), c.first, r.ID, takeDown()), vitrine.Invalid)
		wantCode(t, "take off", c.shop.DecideReport(t.Context(), c.first, r.ID, hideIt()), "")
		wantCode(t, "decide twice", c.shop.DecideReport(t.Context(), c.second, r.ID, nothing), vitrine.Conflict)
		c.wantOpinions(t, "taken off", vitrine.Opinions{})
		shown, err := c.shop.ReportCase(t.Context(), c.first, r.ID)
		if err != nil || shown.Review == nil || !shown.Review.Hidden || len(shown.Decisions) != 1 || len(shown.Others) != 1 {
			t.Fatalf("the case is %+v, %v", shown, err)
		}
		d := shown.Decisions[0]
		in := shop.SignedIn{User: ann.User}
		if _, title, err := c.shop.DecisionFor(t.Context(), in, d.ID); err != nil || title != "Oak chair" {
			t.Errorf("who wrote it reads of %q, %v", title, err)
		}
		_, _, err = c.shop.DecisionFor(t.Context(), shop.SignedIn{User: c.seller.User}, d.ID)
		wantCode(t, "the author of the model", err, vitrine.NotFound)
		wantCode(t, "object", c.shop.Object(t.Context(), in, d.ID, "It is true."), "")
		wantCode(t, "answer about one's own model", c.shop.AnswerObjection(t.Context(), c.author, d.ID, false, "No."), vitrine.Forbidden)
		wantCode(t, "answer", c.shop.AnswerObjection(t.Context(), c.second, d.ID, true, "You are right."), "")
		c.wantOpinions(t, "restored", vitrine.Opinions{Reviews: 1, Described: 1, Users: 1, Used: 1})
		if model, err := db.DecisionsOf(t.Context(), c.model.ID); err != nil || len(model) != 0 {
			t.Errorf("the model has decisions of its review: %v, %v", model, err)
		}
	})
}
