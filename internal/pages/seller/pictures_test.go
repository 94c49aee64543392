package seller_test

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"net/http"
	"net/url"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func swatch(t *testing.T, grey uint8) string {
	t.Helper()
	picture := image.NewGray(image.Rect(0, 0, 4, 4))
	picture.SetGray(1, 1, color.Gray{Y: grey})
	var data bytes.Buffer
	if err := png.Encode(&data, picture); err != nil {
		t.Fatal(err)
	}
	return data.String()
}

// TestPictures adds pictures, moves them about and takes one away.
func TestPictures(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ada, eve := s.signedIn(t, "ada"), s.signedIn(t, "eve")
	m := s.draft(t, ada, "Oak chair")
	ada.upload(t, "/sell/models/1/pictures").want(t, "none", http.StatusUnprocessableEntity, "Choose at least one picture.")
	ada.upload(t, "/sell/models/1/pictures", named{"1.png", swatch(t, 1)}, named{"not.png", "x"}, named{"2.png", swatch(t, 2)}).want(t,
		"two of three", http.StatusUnprocessableEntity, "2 files are in the model now. These are not: not.png")
	ada.upload(t, "/sell/models/1/pictures", named{"3.png", swatch(t, 3)}).wantLeads(t, "one more", "/sell/models/1")
	want := func(what string, ids ...int64) {
		t.Helper()
		var got []int64
		for i, shown := range s.model(t, m.ID).Images {
			if got = append(got, shown.ID); shown.Position != i+1 {
				t.Errorf("%s: picture %d is at %d", what, shown.ID, shown.Position)
			}
		}
		if diff := cmp.Diff(ids, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", what, diff)
		}
	}
	want("uploaded", 1, 2, 3)
	move := func(b *browser, id int64, to string) answer {
		return b.post(t, fmt.Sprintf("/sell/models/1/pictures/%d/move", id), url.Values{"to": {to}})
	}
	version := s.model(t, m.ID).Version
	for _, c := range []struct {
		id   int64
		to   string
		want []int64
	}{{3, "0", []int64{3, 1, 2}}, {1, "2", []int64{3, 2, 1}}, {2, "99", []int64{3, 1, 2}}, {2, "-5", []int64{2, 3, 1}}} {
		move(ada, c.id, c.to).wantLeads(t, "moving", "/sell/models/1?done=pictures")
		want(c.to, c.want...)
	}
	if s.model(t, m.ID).Version == version {
		t.Error("another order is no new version")
	}
	move(ada, 4, "0").want(t, "a picture that is not there", http.StatusNotFound)
	move(ada, 1, "up").want(t, "to nowhere", http.StatusBadRequest)
	move(eve, 1, "0").want(t, "somebody else's", http.StatusNotFound)
	eve.post(t, "/sell/models/1/pictures/3/remove", nil).want(t, "removing somebody else's", http.StatusNotFound)
	ada.post(t, "/sell/models/1/pictures/3/remove", nil).wantLeads(t, "removing", "/sell/models/1?done=picture")
	move(ada, 1, "0").wantLeads(t, "closing the gap", "/sell/models/1?done=pictures")
	want("in the end", 1, 2)
}
