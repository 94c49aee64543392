package storetest

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/store"
)

func testUsers(t *testing.T, db *store.DB) {
	ctx := t.Context()
	ada := vitrine.User{
		Username: "ada", Email: "Ada@Example.com", PasswordHash: "x", IsAdmin: true, CreatedAt: noon(), UpdatedAt: noon(),
	}
	write(t, db, func(ctx context.Context, tx *store.Tx) error { return tx.InsertUser(ctx, &ada) })
	bob := newUser(t, db, "bob")
	if ada.ID == 0 || bob.ID == ada.ID {
		t.Fatalf("ids %d and %d are not ids of two users", ada.ID, bob.ID)
	}

	for name, read := range map[string]func() (*vitrine.User, error){
		"by id":       func() (*vitrine.User, error) { return db.User(ctx, ada.ID) },
		"by username": func() (*vitrine.User, error) { return db.UserByUsername(ctx, "ada") },
		"by email":    func() (*vitrine.User, error) { return db.UserByEmail(ctx, "aDA@example.COM") },
	} {
		got, err := read()
		wantCode(t, err, "")
		if diff := cmp.Diff(&ada, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}

	_, err := db.User(ctx, 999)
	wantCode(t, err, vitrine.NotFound)
	_, err = db.UserByUsername(ctx, "ADA")
	wantCode(t, err, vitrine.NotFound)
	_, err = db.UserByEmail(ctx, "")
	wantCode(t, err, vitrine.NotFound)

	testUserTaken(t, db)
}

func testUserTaken(t *testing.T, db *store.DB) {
	for _, c := range []struct {
		name            string
		username, email string
		want            []string
	}{
		{"the username", "ada", "new@example.com", []string{"/username"}},
		{"the address in another case", "new", "ADA@EXAMPLE.COM", []string{"/email"}},
		{"both, of two users", "ada", "bob@example.com", []string{"/username", "/email"}},
	} {
		user := vitrine.User{Username: c.username, Email: c.email, CreatedAt: noon(), UpdatedAt: noon()}
		err := db.Write(t.Context(), func(tx *store.Tx) error { return tx.InsertUser(t.Context(), &user) })
		wantCode(t, err, vitrine.Conflict)
		if diff := cmp.Diff(c.want, pointers(err)); diff != "" {
			t.Errorf("%s is taken: pointers (-want +got):\n%s", c.name, diff)
		}
	}
}
