package shop_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/mail"
	"vitrine/internal/store"
)

// digests are the mails about what somebody keeps, oldest first.
func (c *court) digests(t *testing.T, who vitrine.Caller) (list []mail.Args) {
	t.Helper()
	wantCode(t, "send digests", c.shop.SendDigests(t.Context()), "")
	mails, err := c.db.MailsTo(t.Context(), who.User.ID, 0, 100)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range mails {
		var args mail.Args
		if m.Kind != string(mail.Digest) {
			continue
		}
		if err := json.Unmarshal([]byte(m.Args), &args); err != nil {
			t.Fatal(err)
		}
		list = append([]mail.Args{args}, list...)
	}
	return list
}

// TestDigests tells who asked for it, once a day at most, what is new of whom they follow and
// what costs something else of what they like.
func TestDigests(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		c := newCourt(t, db)
		ann, ben := c.reader(t, "ann"), c.reader(t, "ben")
		for _, who := range []vitrine.Caller{ann, ben} {
			wantCode(t, "like", c.shop.Like(t.Context(), who, c.model.ID), "")
			wantCode(t, "follow", c.shop.Follow(t.Context(), who, "seller"), "")
		}
		wantCode(t, "asked for by who reads no address", c.shop.AskForDigest(t.Context(), c.user(t, "unread"), true, true), vitrine.Forbidden)
		wantCode(t, "asked for", c.shop.AskForDigest(t.Context(), ann, true, true), "")
		c.clock.Advance(time.Hour)
		c.publishNow(t, "Oak bench")
		c.reprice(t, 1234)
		wantMails := func(when string, want int) []mail.Args {
			t.Helper()
			got := c.digests(t, ann)
			if len(got) != want {
				t.Fatalf("%s: %d mails, want %d: %+v", when, len(got), want, got)
			}
			return got
		}
		c.clock.Advance(2 * time.Minute)
		told := wantMails("an hour later", 1)[0]
		if v := told.Values; v["new1"] != "Oak bench (seller): 7.00 USD" || v["new2"] != "" || !strings.HasSuffix(v["price1"], " → 12.34 USD") {
			t.Errorf("it tells of %v", told.Values)
		}
		c.publishNow(t, "Ash bench")
		c.clock.Advance(time.Hour)
		wantMails("within a day", 1)
		c.clock.Advance(24 * time.Hour)
		if told := wantMails("a day later", 2)[1]; told.Values["new1"] != "Ash bench (seller): 7.00 USD" || told.Values["price1"] != "" {
			t.Errorf("the second tells of %v", told.Values)
		}
		c.clock.Advance(48 * time.Hour)
		wantMails("when nothing is new", 2)
		if none := c.digests(t, ben); len(none) != 0 {
			t.Errorf("who did not ask gets %v", none)
		}

		secret := strings.TrimPrefix(told.Stop, mail.StopPath)
		wantCode(t, "stop", c.shop.StopMail(t.Context(), secret, true), "")
		c.publishNow(t, "Elm bench")
		c.clock.Advance(48 * time.Hour)
		wantMails("when it is stopped", 2)
		if stopped, err := c.shop.StopsMail(t.Context(), secret); err != nil || !stopped {
			t.Errorf("the page of the link says %v, %v", stopped, err)
		}
		if d, err := c.shop.IsDigest(t.Context(), secret); err != nil || !d {
			t.Errorf("the link stops digests: %v, %v", d, err)
		}
		wantCode(t, "ask for prices alone", c.shop.AskForDigest(t.Context(), ann, false, true), "")
		c.reprice(t, 999)
		c.publishNow(t, "Fir bench")
		c.clock.Advance(48 * time.Hour)
		if v := wantMails("when asked for again", 3)[2].Values; v["new1"] != "" || !strings.HasSuffix(v["price1"], "12.34 → 9.99 USD") {
			t.Errorf("the third tells of %v", v)
		}
		_, err := c.shop.Suspend(t.Context(), "ann")
		wantCode(t, "suspend", err, "")
		c.reprice(t, 888)
		c.clock.Advance(48 * time.Hour)
		wantMails("of who is suspended", 3)
	})
}

// publishNow puts a model of the seller into the catalogue at the time of the clock.
func (c *court) publishNow(t *testing.T, title string) {
	t.Helper()
	m := c.publish(t, title, 700)
	m.PublishedAt = c.clock.Now()
	write(t, c.db, func(ctx context.Context, tx *store.Tx) error { return list(ctx, tx, m) })
}

// reprice changes the price of the model.
func (c *court) reprice(t *testing.T, price vitrine.Amount) {
	t.Helper()
	m, err := c.db.Model(t.Context(), c.model.ID)
	wantCode(t, "read the model", err, "")
	m.Price = &price
	write(t, c.db, func(ctx context.Context, tx *store.Tx) error { return list(ctx, tx, m) })
}
