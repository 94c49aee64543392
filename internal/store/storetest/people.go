package storetest

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/store"
)

// testPeople looks for people by how their names and addresses begin, page by page.
func testPeople(t *testing.T, db *store.DB) {
	ids := map[string]int64{}
	add := func(name, email string, claimed bool, roles ...vitrine.Role) {
		u := vitrine.User{Username: name, Email: email, EmailClaimed: claimed, CreatedAt: noon(), UpdatedAt: noon()}
		u.SetRoles(roles)
		write(t, db, func(ctx context.Context, tx *store.Tx) error {
			if err := tx.InsertUser(ctx, &u); err != nil {
				return err
			}
			return tx.SetRoles(ctx, &u, noon())
		})
		ids[name] = u.ID
	}
	add("a-d", "x1@example.com", false)
	add("ad", "Ad@example.com", false, vitrine.RoleOperator)
	add("ad_a", "x2@example.com", false, vitrine.RoleSupport, vitrine.RoleModerator)
	add("ada", "Claimed@example.com", true)
	add("adb", "claimed@example.com", true)
	add("claims", "clai@example.com", false, vitrine.RoleSeller)
	add("z", "äda@example.com", false)
	write(t, db, func(ctx context.Context, tx *store.Tx) error {
		return tx.SuspendUser(ctx, ids["adb"], noon(), "spam", noon())
	})

	for _, c := range []struct {
		list store.PeopleList
		text string
		want []string
	}{
		{store.PeopleAll, "", []string{"z", "claims", "adb", "ada", "ad_a", "ad", "a-d"}},
		{store.PeopleNamed, "ad", []string{"ad", "ad_a", "ada", "adb"}},
		{store.PeopleNamed, "AD_", []string{"ad_a"}},
		{store.PeopleNamed, "a-", []string{"a-d"}},
		{store.PeopleNamed, "%", nil},
		{store.PeopleAddressed, "CLAI", []string{"claims", "ada", "adb"}},
		{store.PeopleAddressed, "c", []string{"claims", "ada", "adb"}},
		{store.PeopleAddressed, "claimed by", nil},
		{store.PeopleAddressed, "Äda@", []string{"z"}},
		{store.PeopleRoles, "", []string{"claims", "ad_a", "ad"}},
		{store.PeopleSuspended, "", []string{"adb"}},
	} {
		for _, size := range []int{1, 2, 3, 20} {
			got := names(t, db, store.PeopleQuery{List: c.list, Text: c.text, Size: size})
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("people %s %q, %d at once (-want +got):\n%s", c.list, c.text, size, diff)
			}
		}
	}
	for _, next := range []string{"x", "-1", "9999999999999999999999 a", " "} {
		if _, err := db.People(t.Context(), store.PeopleQuery{Next: next, Size: 5}); err != nil {
			t.Errorf("from %q on: %v", next, err)
		}
	}
	testOtherOperators(t, db, ids)
}

// names reads a list of people page by page.
func names(t *testing.T, db *store.DB, q store.PeopleQuery) (list []string) {
	t.Helper()
	for range 20 {
		found, err := db.People(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		for _, u := range found.Users {
			list = append(list, u.Username)
		}
		if found.Next == "" {
			return list
		}
		q.Next = found.Next
	}
	t.Fatal(fmt.Sprint("the list has no end: ", list))
	return nil
}

func testOtherOperators(t *testing.T, db *store.DB, ids map[string]int64) {
	for name, want := range map[string]bool{"ad": false, "ada": true} {
		got, err := db.OtherOperators(t.Context(), ids[name])
		if err != nil || got != want {
			t.Errorf("operators besides %s: %v, %v", name, got, err)
		}
	}
	u, err := db.User(t.Context(), ids["ad_a"])
	if err != nil || !u.Has(vitrine.RoleModerator) || !u.Has(vitrine.RoleSupport) || u.Has(vitrine.RoleSeller) || u.IsAdmin {
		t.Errorf("roles %+v, %v", u, err)
	}
	if !slices.Equal([]bool{u.Staff(), (&vitrine.User{Roles: "seller"}).Staff()}, []bool{true, false}) {
		t.Error("who acts for the marketplace")
	}
}
