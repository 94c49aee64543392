package shop_test

import (
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/auth"
	"vitrine/internal/mail"
	"vitrine/internal/shop"
)

func TestJoin(t *testing.T) {
	bothDoors(t, func(t *testing.T, d *doors) {
		started := d.join(t, "ada", "ada@example.com")
		in := d.in(t, started)
		if in.User.Username != "ada" || !in.User.EmailClaimed || !in.User.EmailConfirmedAt.IsZero() || in.Session.Method != vitrine.ByPassword {
			t.Errorf("who has joined is %+v, %+v", in.User, in.Session)
		}
		if _, err := d.db.UserByEmail(t.Context(), "ada@example.com"); vitrine.CodeOf(err) != vitrine.NotFound {
			t.Errorf("an address that is only claimed belongs to somebody: %v", err)
		}
		secret := d.secretOf(t, mail.Confirm, "ada@example.com")
		for range 2 { // who clicks twice is told nothing else
			if err := d.shop.ConfirmAddress(t.Context(), in, secret); err != nil {
				t.Fatal(err)
			}
		}
		in = d.in(t, started)
		if in.User.EmailClaimed || in.User.EmailConfirmedAt.IsZero() {
			t.Errorf("after the address was confirmed: %+v", in.User)
		}
		if owner, err := d.db.UserByEmail(t.Context(), "ADA@example.com"); err != nil || owner.ID != in.User.ID {
			t.Errorf("the address is of %v, %v", owner, err)
		}
	})
}

func TestJoinRefuses(t *testing.T) {
	t.Parallel()
	d := newDoors(t)
	d.join(t, "ada", "ada@example.com")
	hashed := d.shop.PasswordsHashed()
	for name, c := range map[string]struct {
		account shop.NewAccount
		want    []string
	}{
		"all is missing": {shop.NewAccount{}, []string{"/username", "/email", "/password"}},
		"header injection": {
			shop.NewAccount{Username: "bob", Email: "b@example.com\r\nBcc: c@example.com", Password: password}, []string{"/email"},
		},
		"an address as name": {
			shop.NewAccount{Username: "b@example.com", Email: "b@example.com", Password: password}, []string{"/username"},
		},
		"a short password": {shop.NewAccount{Username: "bob", Email: "b@example.com", Password: "short"}, []string{"/password"}},
	} {
		_, err := d.shop.Join(t.Context(), c.account, home())
		if diff := cmp.Diff(c.want, pointersOf(err)); diff != "" || vitrine.CodeOf(err) != vitrine.Invalid {
			t.Errorf("%s: %v (-want +got):\n%s", name, err, diff)
		}
	}
	if n := d.shop.PasswordsHashed() - hashed; n != 0 {
		t.Errorf("%d passwords were hashed for nothing", n)
	}
	_, err := d.shop.Join(t.Context(), shop.NewAccount{Username: "ada", Email: "b@example.com", Password: password}, home())
	if diff := cmp.Diff([]string{"/username"}, pointersOf(err)); diff != "" || vitrine.CodeOf(err) != vitrine.Conflict {
		t.Errorf("a taken name: %v (-want +got):\n%s", err, diff)
	}
	if got := d.kinds(t, "b@example.com"); len(got) != 0 {
		t.Errorf("who could not join is sent %v", got)
	}
}

// pointersOf lists the members that an error names.
func pointersOf(err error) (list []string) {
	if e, ok := errors.AsType[*vitrine.Error](err); ok {
		for _, field := range e.Fields {
			list = append(list, field.Pointer)
		}
	}
	return list
}

// TestJoinTellsNothing joins with an address that has an account, in another spelling, and
// with one that has none: who joins learns nothing, the address's owner does.
func TestJoinTellsNothing(t *testing.T) {
	bothDoors(t, func(t *testing.T, d *doors) {
		d.settled(t, "ada")
		hashed := d.shop.PasswordsHashed()
		eve, bob := d.join(t, "eve", "Ada@Example.com"), d.join(t, "bob", "bob@example.com")
		if n := d.shop.PasswordsHashed() - hashed; n != 2 {
			t.Errorf("two who join have %d passwords hashed", n)
		}
		if e, b := d.in(t, eve).User, d.in(t, bob).User; e.EmailClaimed != b.EmailClaimed || !e.EmailConfirmedAt.Equal(b.EmailConfirmedAt) {
			t.Errorf("eve is %+v, bob %+v", e, b)
		}
		if diff := cmp.Diff([]mail.Kind{mail.Confirm, mail.Known}, d.kinds(t, "ada@example.com")); diff != "" {
			t.Errorf("mails to the owner (-want +got):\n%s", diff)
		}
		if got := d.kinds(t, "Ada@Example.com"); len(got) != 0 {
			t.Errorf("the owner is also sent %v", got)
		}
		// Who claims an address of somebody else is told of nothing there, however they sign in.
		for _, agent := range []string{"Chrome", "Safari"} {
			if _, err := d.shop.SignIn(t.Context(), shop.Credentials{Name: "eve", Password: password}, shop.Browser{Agent: agent}); err != nil {
				t.Fatal(err)
			}
		}
		if got := d.kinds(t, "Ada@Example.com"); len(got) != 0 {
			t.Errorf("the owner is sent %v of somebody else's account", got)
		}
	})
}

// TestJoinFloodsNobody joins with addresses that were sent many mails just now, one of
// which has an account: who joins is answered as always, and nobody is sent one more.
func TestJoinFloodsNobody(t *testing.T) {
	bothDoors(t, func(t *testing.T, d *doors) {
		d.settled(t, "ada")
		addresses := []string{"ada@example.com", "nobody@example.com"}
		sent := map[string]int{}
		for _, address := range addresses {
			for vitrine.CodeOf(d.flood(t, address)) != vitrine.RateLimited {
				sent[address]++
			}
			sent[address] = len(d.kinds(t, address))
		}
		var joined []shop.Started
		for i, address := range addresses {
			started := d.join(t, []string{"eve", "bob"}[i], address)
			if in := d.in(t, started); !in.User.EmailClaimed {
				t.Errorf("who has joined is %+v", in.User)
			}
			if got := len(d.kinds(t, address)); got != sent[address] || got < 2 {
				t.Errorf("%s was sent %d mails, and %d when somebody joined with it", address, sent[address], got)
			}
			joined = append(joined, started)
		}
		for i, started := range joined {
			wantCode(t, "asking for it", d.shop.ConfirmAgain(t.Context(), d.in(t, started)), "")
			if got := len(d.kinds(t, addresses[i])); got != sent[addresses[i]]+1 {
				t.Errorf("%s was sent %d mails, %d with the one that was asked for", addresses[i], sent[addresses[i]], got)
			}
		}
	})
}

// flood asks for a link to sign in once more.
func (d *doors) flood(t *testing.T, email string) error {
	t.Helper()
	_, err := d.shop.AskLink(t.Context(), vitrine.LinkSignIn, email, shop.Browser{})
	return err
}

// TestTwoClaims has two people claim one address: it is of the one who reads its mail.
func TestTwoClaims(t *testing.T) {
	bothDoors(t, func(t *testing.T, d *doors) {
		ctx := t.Context()
		bob := d.join(t, "bob", "both@example.com")
		bobs := d.secretOf(t, mail.Confirm, "both@example.com")
		eve := d.join(t, "eve", "both@example.com")
		eves := d.secretOf(t, mail.Confirm, "both@example.com")

		wantCode(t, "another's link", d.shop.ConfirmAddress(ctx, d.in(t, eve), bobs), vitrine.Forbidden)
		wantCode(t, "the own link", d.shop.ConfirmAddress(ctx, d.in(t, bob), bobs), "")
		wantCode(t, "a link that comes too late", d.shop.ConfirmAddress(ctx, d.in(t, eve), eves), vitrine.Conflict)
		for name, want := range map[string]shop.Started{"both@example.com": bob, "BOTH@example.com": bob, "eve": eve, "bob": bob} {
			started, err := d.shop.SignIn(ctx, shop.Credentials{Name: name, Password: password}, shop.Browser{})
			if err != nil || started.User.ID != want.User.ID {
				t.Errorf("%s signs in %s, %v", name, started.User.Username, err)
			}
		}
		if !d.in(t, eve).User.EmailClaimed {
			t.Error("eve does not claim the address any more")
		}
	})
}

// TestTwoConfirmAtOnce confirms one address for two people at once: one of them has it.
func TestTwoConfirmAtOnce(t *testing.T) {
	bothDoors(t, func(t *testing.T, d *doors) {
		var people []shop.SignedIn
		var secrets []string
		for _, name := range []string{"bob", "eve", "mia"} {
			people = append(people, d.in(t, d.join(t, name, "all@example.com")))
			secrets = append(secrets, d.secretOf(t, mail.Confirm, "all@example.com"))
		}
		errs := make([]error, len(people))
		var all sync.WaitGroup
		for i := range people {
			all.Go(func() { errs[i] = d.shop.ConfirmAddress(t.Context(), people[i], secrets[i]) })
		}
		all.Wait()
		done := 0
		for _, err := range errs {
			if err == nil {
				done++
			} else {
				wantCode(t, "who came second", err, vitrine.Conflict)
			}
		}
		if done != 1 {
			t.Errorf("%d of three have the address: %v", done, errs)
		}
	})
}

func TestConfirmAgain(t *testing.T) {
	t.Parallel()
	d := newDoors(t)
	ctx := t.Context()
	started := d.join(t, "ada", "ada@example.com")
	first := d.secretOf(t, mail.Confirm, "ada@example.com")
	d.clock.Advance(vitrine.LinkConfirm.Lifetime())
	wantCode(t, "an old link", d.shop.ConfirmAddress(ctx, d.in(t, started), first), vitrine.Conflict)
	if err := d.shop.ConfirmAgain(ctx, d.in(t, started)); err != nil {
		t.Fatal(err)
	}
	wantCode(t, "a new link", d.shop.ConfirmAddress(ctx, d.in(t, started), d.secretOf(t, mail.Confirm, "ada@example.com")), "")
	if err := d.shop.ConfirmAgain(ctx, d.in(t, started)); err != nil || len(d.mails(t, "ada@example.com")) != 2 {
		t.Errorf("a confirmed address is sent another mail: %v", err)
	}

	// Whose account the operator made confirms too, though nobody else may have the address.
	user, _, err := d.shop.CreateUser(ctx, shop.NewUser{Username: "made", Email: "made@example.com", Password: password})
	if err != nil {
		t.Fatal(err)
	}
	made, err := d.shop.SignIn(ctx, shop.Credentials{Name: user.Username, Password: password}, shop.Browser{})
	if err == nil {
		err = d.shop.ConfirmAgain(ctx, d.in(t, made))
	}
	if err != nil {
		t.Fatal(err)
	}
	wantCode(t, "who was made", d.shop.ConfirmAddress(ctx, d.in(t, made), d.secretOf(t, mail.Confirm, "made@example.com")), "")
	if in := d.in(t, made); in.User.EmailConfirmedAt.IsZero() {
		t.Errorf("it is not confirmed: %+v", in.User)
	}
}

// TestJoinIsCut ends joining at each of its steps: nothing of it is there afterwards.
func TestJoinIsCut(t *testing.T) {
	t.Parallel()
	for _, table := range []string{"users", "links", "mails", "jobs", "sessions"} {
		t.Run(table, func(t *testing.T) {
			t.Parallel()
			d, counted := breakable(t)
			before := counted(t, "")
			_, err := func() (shop.Started, error) {
				counted(t, "CREATE TRIGGER cut BEFORE INSERT ON "+table+" BEGIN SELECT RAISE(ABORT, 'cut'); END")
				return d.shop.Join(t.Context(), shop.NewAccount{Username: "ada", Email: "ada@example.com", Password: password}, shop.Browser{})
			}()
			if err == nil {
				t.Fatal("it was not cut")
			}
			if diff := cmp.Diff(before, counted(t, "DROP TRIGGER cut")); diff != "" {
				t.Errorf("what is there (-before +after):\n%s", diff)
			}
			d.join(t, "ada", "ada@example.com")
		})
	}
}

func TestJoinByInvitation(t *testing.T) {
	bothDoors(t, func(t *testing.T, d *doors) {
		ctx := t.Context()
		rules := vitrine.DefaultHouse()
		rules.Joining = vitrine.JoinInvited
		if err := d.shop.SetHouse(ctx, rules); err != nil {
			t.Fatal(err)
		}
		account := shop.NewAccount{Username: "ada", Email: "ada@example.com", Password: password}
		try := func(what, name, email, invitation string, want vitrine.Code) shop.Started {
			t.Helper()
			account.Username, account.Email, account.Invitation = name, email, invitation
			started, err := d.shop.Join(ctx, account, shop.Browser{})
			wantCode(t, what, err, want)
			return started
		}
		invite := func(email string) string {
			t.Helper()
			if _, err := d.shop.Invite(ctx, email); err != nil {
				t.Fatal(err)
			}
			return d.secretOf(t, mail.Invite, email)
		}
		try("nobody's", "ada", "ada@example.com", "", vitrine.Forbidden)
		try("a guess", "ada", "ada@example.com", auth.NewSecret(auth.LinkPrefix), vitrine.NotFound)
		secret := invite("ada@example.com")
		if email, err := d.shop.Invited(ctx, secret); err != nil || email != "ada@example.com" {
			t.Errorf("the invitation is for %q, %v", email, err)
		}
		if in := d.in(t, try("the own", "ada", "Ada@example.com", secret, "")); in.User.EmailClaimed || in.User.EmailConfirmedAt.IsZero() {
			t.Errorf("an address that was invited is not confirmed: %+v", in.User)
		}
		try("a used one", "bob", "bob@example.com", secret, vitrine.Forbidden)
		if in := d.in(t, try("another's", "bob", "bob@example.com", invite("friend@example.com"), "")); !in.User.EmailClaimed {
			t.Errorf("an address that nobody wrote to is confirmed: %+v", in.User)
		}
		late := invite("late@example.com")
		d.clock.Advance(vitrine.LinkInvite.Lifetime())
		try("an old one", "late", "late@example.com", late, vitrine.Forbidden)
		_, err := d.shop.Invite(ctx, "ada@example.com")
		wantCode(t, "who has an account", err, vitrine.Conflict)

		rules.Joining = vitrine.JoinClosed
		if err := d.elsewhere.SetHouse(ctx, rules); err != nil {
			t.Fatal(err)
		}
		try("where it is closed", "late", "late@example.com", invite("late@example.com"), vitrine.Forbidden)
		d.clock.Advance(200 * time.Millisecond)
		if known, err := d.shop.House(ctx); err != nil || known.Joining != vitrine.JoinClosed {
			t.Errorf("what another process said is not known: %+v, %v", known, err)
		}
	})
}

// TestBudgetsAreShared wears out a budget at two processes, waits, and wears out another.
func TestBudgetsAreShared(t *testing.T) {
	bothDoors(t, func(t *testing.T, d *doors) {
		d.settled(t, "ada")
		d.clock.Advance(time.Hour)
		try := func(s *shop.Shop, name string) error {
			_, err := s.SignIn(t.Context(), shop.Credentials{Name: name, Password: "wrong wrong"}, shop.Browser{})
			return err
		}
		for i, name := range []string{"ada@example.com", "ADA@example.com", " Ada@Example.com", "nobody@example.com", "nobody@example.com"} {
			name, s := name, []*shop.Shop{d.shop, d.elsewhere}[i%2]
			n := 10
			if i < 3 {
				n = 3 // spellings of one address share
			}
			if i == 2 {
				n = 4
			}
			if i == 4 {
				wantCode(t, name, try(s, name), vitrine.RateLimited)
				continue
			}
			for range n {
				wantCode(t, name, try(s, name), vitrine.Unauthenticated)
			}
		}
		hashed := d.shop.PasswordsHashed()
		known, unknown := try(d.shop, "ada@example.com"), try(d.elsewhere, "nobody@example.com")
		wantCode(t, "one too many", known, vitrine.RateLimited)
		same(t, "one too many of nobody", unknown, known)
		if n := d.shop.PasswordsHashed() - hashed; n != 0 {
			t.Errorf("%d passwords are hashed for what is refused", n)
		}
		d.clock.Advance(time.Minute)
		wantCode(t, "a minute later", try(d.elsewhere, "ada@example.com"), vitrine.Unauthenticated)
		wantCode(t, "at once after that", try(d.shop, "ada@example.com"), vitrine.RateLimited)
	})
}

// TestBudgetAtOnce takes from one budget at two processes at once: none is taken twice.
func TestBudgetAtOnce(t *testing.T) {
	bothDoors(t, func(t *testing.T, d *doors) {
		errs := make([]error, 14)
		var all sync.WaitGroup
		for i := range errs {
			s := []*shop.Shop{d.shop, d.elsewhere}[i%2]
			all.Go(func() {
				_, errs[i] = s.SignIn(t.Context(), shop.Credentials{Name: "ada", Password: "wrong wrong"}, shop.Browser{})
			})
		}
		all.Wait()
		refused := 0
		for _, err := range errs {
			if vitrine.CodeOf(err) == vitrine.RateLimited {
				refused++
			}
		}
		if refused != len(errs)-10 {
			t.Errorf("%d of %d attempts are refused, want all but 10: %v", refused, len(errs), errs)
		}
	})
}
