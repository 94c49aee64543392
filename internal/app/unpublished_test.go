package app_test

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"vitrine"
)

// seen are those who see something, of the people of the matrix.
type seen string

const (
	everybody  seen = "everybody"
	author     seen = "seller"
	moderators seen = "seller operator operator-late moderator"
)

func (s seen) by(who string) bool {
	return s == everybody || strings.Contains(" "+string(s)+" ", " "+who+" ")
}

// TestWhoSeesUnpublished asks as everybody for the picture and the 3D view of models in all states. Who has
// their addresses alone sees what is public, and the pictures of drafts, which programs show.
func TestWhoSeesUnpublished(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes seconds, which -short leaves out")
	}
	t.Parallel()
	m := newMatrix(t)
	bowl := m.ofDemo(t, "Walnut Bowl Heaped with Fruit", 1, map[string]any{"price": 18, "preview": "full"})
	type step func(path string, id int64) error
	// Each of these is said by the seller.
	put := func(member, value string) step {
		return func(path string, _ int64) error {
			m.call(t, "PUT", path, map[string]any{member: value})
			return nil
		}
	}
	published, draft, changed := put("status", "published"), put("status", "draft"), put("title", "Something else")
	reviews := func(first bool) step {
		return func(string, int64) error { m.reviews(t, first); return nil }
	}
	open, looked := reviews(false), reviews(true)
	sentBack := func(_ string, id int64) error {
		return m.app.Shop().SendBack(t.Context(), m.signedIn(t, "moderator"), id, "x")
	}
	hidden := func(_ string, id int64) error {
		_, err := m.app.Shop().HideModel(t.Context(), id, "x")
		return err
	}
	takenOff := func(_ string, id int64) error {
		ruling := vitrine.Ruling{Action: vitrine.ActTakeDown, Ground: vitrine.GroundTerms, Reason: "x", Downloads: true}
		return m.app.Shop().RuleModel(t.Context(), m.signedIn(t, "moderator"), id, ruling)
	}
	// inDraft changes the draft version of a published model.
	inDraft := func(member, value string) step {
		return func(path string, id int64) error { return put(member, value)(path+"/draft", id) }
	}
	otherPreview := func(path string, id int64) error {
		before := m.previewOf(t, id)
		if err := inDraft("preview", "reduced")(path, id); err != nil {
			return err
		}
		ticker := time.NewTicker(25 * time.Millisecond)
		defer ticker.Stop()
		for range 4000 {
			if now := m.previewOf(t, id); now != "" && now != before {
				return nil
			}
			<-ticker.C
		}
		return errors.New("no other preview is made")
	}
	states := []struct {
		name             string
		preview, picture seen
		steps            []step
	}{
		{"published", everybody, everybody, []step{published}},
		{"draft", author, everybody, nil},
		{"withdrawn", author, everybody, []step{published, draft}},
		{"hidden by the operator", moderators, moderators, []step{published, hidden}},
		{"waiting", moderators, everybody, []step{looked, published}},
		{"sent back", author, moderators, []step{open, published, looked, changed, sentBack}},
		{"sent back, handed in and taken back", author, moderators,
			[]step{open, published, looked, changed, sentBack, published, draft}},
		{"withdrawn and waiting", moderators, everybody, []step{open, published, draft, looked, published}},
		{"published, with a new title in its draft version", everybody, everybody,
			[]step{open, published, inDraft("title", "Something else")}},
		{"published, with another preview in its draft version", author, everybody, []step{open, published, otherPreview}},
		// The last: what has its bytes is refused from then on.
		{"taken off", moderators, moderators, []step{open, published, takenOff}},
	}
	type address struct {
		what string
		seen seen
	}
	addresses := map[string]address{}
	for _, s := range states {
		path := m.draft(t, bowl)
		m.ready(t, path)
		var id int64
		if _, err := fmt.Sscanf(path, "/v1/models/%d", &id); err != nil {
			t.Fatal(err)
		}
		for _, step := range s.steps {
			if err := step(path, id); err != nil {
				t.Fatalf("%s: %v", s.name, err)
			}
		}
		images, _ := m.call(t, "GET", path+"/images", nil)["images"].([]any)
		picture, _ := images[0].(map[string]any)["url"].(string)
		preview := m.previewOf(t, id)
		if picture == "" || preview == "" {
			t.Fatalf("%s: the picture %q, the 3D view %q", s.name, picture, preview)
		}
		addresses[strings.TrimPrefix(picture, m.public)] = address{"the picture of a model: " + s.name, s.picture}
		addresses[preview] = address{"the 3D view of a model: " + s.name, s.preview}
	}
	if len(addresses) != 2*len(states) {
		t.Fatalf("%d addresses, want two for each of %d models", len(addresses), len(states))
	}
	ask := func(when string, sees func(a address, who string) bool) {
		for at, a := range addresses {
			for _, who := range people {
				want := http.StatusNotFound
				if sees(a, who) {
					want = http.StatusOK
				}
				for _, method := range []string{http.MethodGet, http.MethodHead} {
					if got := m.send(t, who, method, at); got.StatusCode != want {
						t.Errorf("%s, %s %s as %s: status %d, want %d", when, method, a.what, who, got.StatusCode, want)
					}
				}
			}
		}
	}
	ask("as it is", func(a address, who string) bool { return a.seen.by(who) })
	house := vitrine.DefaultHouse()
	house.StrongOperators = true
	if err := m.app.Shop().SetHouse(t.Context(), house); err != nil {
		t.Fatal(err)
	}
	// Their sessions were begun without a second factor.
	ask("with strong operators", func(a address, who string) bool { return a.seen == everybody || who == "seller" })
}

// previewOf is the address of what its author sees of a model in 3D, "" for nothing.
func (m *matrix) previewOf(t *testing.T, id int64) string {
	t.Helper()
	_, body := m.page(t, "seller", fmt.Sprintf("/sell/models/%d/preview", id))
	if found := shownIn.FindStringSubmatch(body); found != nil {
		return found[1]
	}
	return ""
}
