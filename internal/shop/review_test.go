package shop_test

import (
	"context"
	"sync"
	"testing"

	"vitrine"
	"vitrine/internal/shop"
	"vitrine/internal/store"
)

// reviewed has the marketplace review models before they are published, as what a change
// asks for.
func (m *market) reviewed(t *testing.T, review bool) {
	t.Helper()
	h := vitrine.DefaultHouse()
	h.Review = review
	wantCode(t, "set the house", m.shop.SetHouse(t.Context(), h), "")
}

// say sets the status of the model as its seller.
func (m *market) say(t *testing.T, status vitrine.Status) *vitrine.Model {
	t.Helper()
	request := shop.ModelRequest{ModelChange: vitrine.ModelChange{Status: vitrine.Some(status)}}
	changed, err := m.shop.UpdateModel(t.Context(), m.seller, m.model.ID, request, nil)
	wantCode(t, "say "+string(status), err, "")
	return changed
}

// complete gives the model all that a published one needs.
func (m *market) complete(t *testing.T) {
	t.Helper()
	c, err := m.db.CategoryBySlug(t.Context(), "furniture")
	wantCode(t, "find a category", err, "")
	write(t, m.db, func(ctx context.Context, tx *store.Tx) error {
		model, err := tx.Model(ctx, m.model.ID)
		if err != nil {
			return err
		}
		model.Category, model.Tags = *c, []string{"a", "b", "c", "d", "e"}
		model.Description, model.RawDescription = "<p>Of oak.</p>", "Of oak."
		image := vitrine.Image{ModelID: model.ID, BlobKey: "media/oak", CreatedAt: today(), UpdatedAt: today()}
		if err := tx.InsertImage(ctx, &image); err != nil {
			return err
		}
		return tx.UpdateModel(ctx, model)
	})
}

// waits is the model while it waits for review.
func (m *market) waits(t *testing.T) *vitrine.Model {
	t.Helper()
	m.complete(t)
	m.say(t, vitrine.Draft)
	m.reviewed(t, true)
	waits := m.say(t, vitrine.Published)
	if waits.Status != vitrine.Draft || !waits.WaitingSince.Equal(m.clock.Now()) || waits.SentBack != "" {
		t.Fatalf("it is %s and waits since %v, sent back for %q", waits.Status, waits.WaitingSince, waits.SentBack)
	}
	return waits
}

// TestReview has a model wait for review, be sent back, wait again and be published.
func TestReview(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		c := newCourt(t, db)
		waits := c.waits(t)
		wantCode(t, "one's own model", c.shop.Approve(t.Context(), c.author, waits.ID, waits.Version), vitrine.Forbidden)
		buyer := c.proved(shop.SignedIn{User: c.buyer.User})
		wantCode(t, "by a buyer", c.shop.Approve(t.Context(), buyer, waits.ID, waits.Version), vitrine.NotFound)
		wantCode(t, "with no reason", c.shop.SendBack(t.Context(), c.first, waits.ID, " "), vitrine.Invalid)
		wantCode(t, "send back", c.shop.SendBack(t.Context(), c.first, waits.ID, "Too dark."), "")
		if back := c.now(t); back.Status != vitrine.Draft || back.SentBack != "Too dark." || !back.WaitingSince.IsZero() {
			t.Errorf("sent back it is %+v", back)
		}
		wantCode(t, "send back again", c.shop.SendBack(t.Context(), c.second, waits.ID, "Too dark."), vitrine.Conflict)

		old := c.say(t, vitrine.Published)
		if again := c.say(t, vitrine.Published); !again.WaitingSince.Equal(old.WaitingSince) || again.SentBack != "" {
			t.Errorf("published once more it waits since %v, %q", again.WaitingSince, again.SentBack)
		}
		title := shop.ModelRequest{ModelChange: vitrine.ModelChange{Title: vitrine.Some("Ash chair")}}
		waits, err := c.shop.UpdateModel(t.Context(), c.seller, waits.ID, title, nil)
		if err != nil || waits.WaitingSince.IsZero() {
			t.Errorf("with another title it is %+v, %v", waits, err)
		}
		wantCode(t, "what was looked at before", c.shop.Approve(t.Context(), c.first, waits.ID, old.Version), vitrine.Conflict)
		codes := c.approveTwice(t, waits)
		if codes[0] == codes[1] || c.now(t).Status != vitrine.Published || !c.now(t).WaitingSince.IsZero() {
			t.Errorf("of two who publish it they are told %v, and it is %+v", codes, c.now(t))
		}

		c.say(t, vitrine.Draft)
		c.say(t, vitrine.Published)
		if back := c.say(t, vitrine.Draft); !back.WaitingSince.IsZero() {
			t.Error("what is taken back waits still")
		}
		c.say(t, vitrine.Published)
		wantCode(t, "hide what waits", c.shop.RuleModel(t.Context(), c.first, waits.ID, takeDown()), "")
		if hidden := c.now(t); !hidden.WaitingSince.IsZero() {
			t.Error("what is taken down waits still")
		}
	})
}

// TestLooksAgain has a model wait once more that its author changes after it was looked at, in
// the catalogue: approved it stays there, sent back it leaves.
func TestLooksAgain(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		c := newCourt(t, db)
		waits := c.waits(t)
		approve := func() { wantCode(t, "approve", c.shop.Approve(t.Context(), c.first, waits.ID, c.now(t).Version), "") }
		wantWaiting := func(what string, want bool) {
			t.Helper()
			if m := c.now(t); m.WaitingSince.IsZero() == want || m.Status != vitrine.Published {
				t.Errorf("%s: it is %s and waits since %v", what, m.Status, m.WaitingSince)
			}
		}
		change := func(change vitrine.ModelChange) {
			_, err := c.shop.UpdateModel(t.Context(), c.seller, waits.ID, shop.ModelRequest{ModelChange: change}, nil)
			wantCode(t, "change", err, "")
		}
		approve()
		change(vitrine.ModelChange{Price: vitrine.Some(vitrine.Amount(700))})
		wantWaiting("another price", false)
		change(vitrine.ModelChange{Title: vitrine.Some("Ash chair")})
		wantWaiting("another title", true)
		approve()
		wantWaiting("approved", false)
		_, err := c.shop.SaveDraft(t.Context(), c.seller, waits.ID,
			shop.DraftRequest{ModelRequest: shop.ModelRequest{ModelChange: vitrine.ModelChange{Title: vitrine.Some("Elm chair")}}})
		wantCode(t, "save a draft version", err, "")
		wantWaiting("a draft version", false)
		_, err = c.shop.PublishDraft(t.Context(), c.seller, waits.ID, shop.PublishRequest{})
		wantCode(t, "publish it", err, "")
		wantWaiting("published", true)
		approve()
		wantCode(t, "remove a file", c.shop.RemoveFile(t.Context(), c.seller, waits.ID, c.now(t).Files[0].ID, nil), "")
		wantWaiting("a file less", true)
		wantCode(t, "send back", c.shop.SendBack(t.Context(), c.first, waits.ID, "Where is it?"), "")
		if m := c.now(t); m.Status != vitrine.Draft || m.SentBack != "Where is it?" || !m.WaitingSince.IsZero() {
			t.Errorf("sent back it is %+v", m)
		}
		c.reviewed(t, false)
		c.say(t, vitrine.Published)
		change(vitrine.ModelChange{Title: vitrine.Some("Oak chair")})
		wantWaiting("where nobody looks", false)
	})
}

// approveTwice has two publish a model at once, and returns what they are told.
func (c *court) approveTwice(t *testing.T, m *vitrine.Model) (codes [2]vitrine.Code) {
	t.Helper()
	var group sync.WaitGroup
	for i, in := range []shop.SignedIn{c.first, c.second} {
		group.Go(func() { codes[i] = vitrine.CodeOf(c.shop.Approve(t.Context(), in, m.ID, m.Version)) })
	}
	group.Wait()
	return codes
}

func (c *court) now(t *testing.T) *vitrine.Model {
	t.Helper()
	m, err := c.db.Model(t.Context(), c.model.ID)
	wantCode(t, "read the model", err, "")
	return m
}

// TestNobodyWaitsWhoIsTrusted publishes at once what need not be reviewed.
func TestNobodyWaitsWhoIsTrusted(t *testing.T) {
	t.Parallel()
	m := newMarket(t, nil)
	trust := func(roles ...vitrine.Role) {
		t.Helper()
		user := m.seller.User
		user.SetRoles(roles)
		write(t, m.db, func(ctx context.Context, tx *store.Tx) error { return tx.SetRoles(ctx, &user, today()) })
	}
	wantStatus := func(what string, want vitrine.Status) {
		t.Helper()
		if got := m.say(t, vitrine.Published).Status; got != want {
			t.Errorf("%s: the model is %s, want %s", what, got, want)
		}
		m.say(t, vitrine.Draft)
	}
	m.waits(t)
	wantStatus("anybody", vitrine.Draft)
	for what, role := range map[string]vitrine.Role{"a trusted seller": vitrine.RoleTrusted, "an operator": vitrine.RoleOperator} {
		trust(role)
		wantStatus(what, vitrine.Published)
	}
	trust(vitrine.RoleSeller, vitrine.RoleModerator)
	wantStatus("a moderator", vitrine.Draft)
	author := m.seller
	m.seller = vitrine.Caller{User: vitrine.User{ID: m.buyer.User.ID, IsAdmin: true}, Scopes: vitrine.AllScopes()}
	wantStatus("by an operator", vitrine.Published)
	m.seller = author
	m.say(t, vitrine.Published)
	m.reviewed(t, false)
	wantStatus("without review", vitrine.Published)
}
