package storetest

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/store"
)

// testApplicationsAtDesk finds applications by all that somebody may type, a page after another.
func testApplicationsAtDesk(t *testing.T, db *store.DB) {
	ada, bob := newUser(t, db, "ada"), newUser(t, db, "bob")
	write(t, db, func(ctx context.Context, tx *store.Tx) error {
		for i, name := range []string{"Órbita", "oak", "Oak", "Elm", "Oakley", "gone"} {
			app := vitrine.Application{ClientID: "client-" + name, Name: name, OwnerID: ada.ID, CreatedAt: noon(), UpdatedAt: noon()}
			if i%2 == 1 {
				app.OwnerID = bob.ID
			}
			if err := tx.InsertApplication(ctx, &app); err != nil {
				return err
			}
			if name == "gone" {
				return tx.RemoveApplication(ctx, app.ID, noon())
			}
		}
		return nil
	})
	for name, test := range map[string]struct {
		q    store.DeskApplications
		want string
	}{
		"all":                       {store.DeskApplications{}, "Oakley Elm | Oak oak | Órbita"},
		"by how a name begins":      {store.DeskApplications{Name: "OAK"}, "oak Oak | Oakley"},
		"by a name of other script": {store.DeskApplications{Name: "óR"}, "Órbita"},
		"by owner":                  {store.DeskApplications{OwnerID: bob.ID}, "Elm oak"},
		"by client":                 {store.DeskApplications{ClientID: "client-Elm"}, "Elm"},
		"that is removed":           {store.DeskApplications{Name: "gone"}, ""},
	} {
		var got []string
		for q := test.q; ; {
			q.Size = 2
			page, err := db.ApplicationsAtDesk(t.Context(), q)
			if err != nil {
				t.Fatal(err)
			}
			var line []string
			for _, a := range page.List {
				line = append(line, a.Name)
				if want := map[int64]string{ada.ID: "ada", bob.ID: "bob"}[a.OwnerID]; a.Owner != want {
					t.Errorf("%s is of %s, want %s", a.Name, a.Owner, want)
				}
			}
			got = append(got, strings.Join(line, " "))
			if q.Next = page.Next; q.Next == "" {
				break
			}
		}
		if diff := cmp.Diff(test.want, strings.Join(got, " | ")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}
