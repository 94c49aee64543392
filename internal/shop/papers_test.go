package shop_test

import (
	"slices"
	"testing"

	"vitrine"
	"vitrine/internal/shop"
)

func terms(text string, binds shop.Binds, since int64) shop.NewPaper {
	return shop.NewPaper{Binds: binds, Since: since, Texts: []vitrine.PaperText{{Language: "en", Title: "Terms", Text: text}}}
}

// chief is an operator who has just signed in.
func (d *doors) chief(t *testing.T) shop.SignedIn {
	t.Helper()
	user, _, err := d.shop.CreateUser(t.Context(),
		shop.NewUser{Username: "chief", Email: "chief@example.com", Password: password, Admin: true})
	wantCode(t, "make an operator", err, "")
	return shop.SignedIn{User: *user, Session: vitrine.Session{ProvedAt: d.clock.Now(), CreatedAt: d.clock.Now(), Strong: true}}
}

func (d *doors) owes(t *testing.T, started shop.Started, want ...vitrine.PaperKind) shop.SignedIn {
	t.Helper()
	in, err := d.shop.SessionOf(t.Context(), started.Secret)
	wantCode(t, "look at the session", err, "")
	if !slices.Equal(in.Owes, want) {
		t.Errorf("%s owes %v, want %v", in.User.Username, in.Owes, want)
	}
	return in
}

// TestPapersBind publishes versions of the terms and asks who has to agree to which.
func TestPapersBind(t *testing.T) {
	bothDoors(t, func(t *testing.T, d *doors) {
		chief, early := d.chief(t), d.join(t, "early", "early@example.com")
		publish := func(n shop.NewPaper, want int64) {
			t.Helper()
			version, err := d.shop.PublishPaper(t.Context(), chief, vitrine.TermsPaper, n)
			wantCode(t, "publish", err, "")
			if version != want {
				t.Errorf("that is version %d, want %d", version, want)
			}
		}
		agreed := func(version int64) map[vitrine.PaperKind]int64 {
			return map[vitrine.PaperKind]int64{vitrine.TermsPaper: version}
		}

		publish(terms("Be kind.", shop.BindsNobody, 0), 1)
		d.owes(t, early)
		publish(terms("Be kinder.", shop.BindsAsEver, 1), 2)
		in := d.owes(t, early, vitrine.TermsPaper)

		newcomer := shop.NewAccount{Username: "late", Email: "late@example.com", Password: password}
		for _, version := range []int64{0, 1, 3} {
			newcomer.Agreed = agreed(version)
			_, err := d.shop.Join(t.Context(), newcomer, home())
			wantCode(t, "join without the terms that stand", err, vitrine.Invalid)
			wantCode(t, "agree to others than those that stand", d.shop.Agree(t.Context(), in, agreed(version)), vitrine.Invalid)
		}
		newcomer.Agreed = agreed(2)
		late, err := d.shop.Join(t.Context(), newcomer, home())
		wantCode(t, "join", err, "")
		d.owes(t, late)
		wantCode(t, "agree", d.shop.Agree(t.Context(), in, agreed(2)), "")
		d.owes(t, early)

		publish(terms("Be kinder!", shop.BindsAsEver, 2), 3)
		d.owes(t, early)
		publish(terms("Be the kindest.", shop.BindsAnew, 3), 4)
		d.owes(t, early, vitrine.TermsPaper)
		d.owes(t, late, vitrine.TermsPaper)
		wantCode(t, "withdraw", d.shop.WithdrawPaper(t.Context(), chief, vitrine.TermsPaper), "")
		d.owes(t, late)

		list, err := d.db.Agreements(t.Context(), late.User.ID)
		wantCode(t, "list agreements", err, "")
		if len(list) != 1 || list[0].Version != 2 || !list[0].At.Equal(d.clock.Now()) {
			t.Errorf("it is kept as %+v", list)
		}
		first, err := d.db.Paper(t.Context(), vitrine.TermsPaper, 1)
		if err != nil || first.Texts[0].Text != "Be kind." {
			t.Errorf("version 1 is %+v, %v", first, err)
		}
	})
}

// TestPapersAreOperators has others publish, and two operators at once.
func TestPapersAreOperators(t *testing.T) {
	bothDoors(t, func(t *testing.T, d *doors) {
		chief, sam := d.chief(t), d.join(t, "sam", "sam@example.com")
		in := d.owes(t, sam)
		late := chief
		late.Session.ProvedAt = late.Session.ProvedAt.Add(-vitrine.FreshFor)
		for who, c := range map[string]struct {
			in   shop.SignedIn
			want vitrine.Code
		}{"somebody": {in, vitrine.NotFound}, "one who showed long ago who they are": {late, vitrine.Forbidden}} {
			_, err := d.shop.PublishPaper(t.Context(), c.in, vitrine.HelpPaper, terms("x", shop.BindsNobody, 0))
			wantCode(t, who+" publishes", err, c.want)
			wantCode(t, who+" withdraws", d.shop.WithdrawPaper(t.Context(), c.in, vitrine.HelpPaper), c.want)
		}
		_, err := d.shop.PublishPaper(t.Context(), chief, "jokes", terms("x", shop.BindsNobody, 0))
		wantCode(t, "publish what there is not", err, vitrine.NotFound)
		_, err = d.shop.PublishPaper(t.Context(), chief, vitrine.HelpPaper, terms("x", shop.BindsNobody, 0))
		wantCode(t, "publish", err, "")
		_, err = d.shop.PublishPaper(t.Context(), chief, vitrine.HelpPaper, terms("y", shop.BindsNobody, 0))
		wantCode(t, "publish over another's version", err, vitrine.Conflict)

		house, err := d.shop.House(t.Context())
		wantCode(t, "read the house", err, "")
		house.Papers = vitrine.Papers{}
		wantCode(t, "change the house by a form of before", d.shop.SetHouse(t.Context(), house), "")
		if now, err := d.shop.House(t.Context()); err != nil || !now.Papers.Help.Shown() {
			t.Errorf("the page is gone: %+v, %v", now.Papers, err)
		}
	})
}
