package seller_test

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"net/http"
	"net/url"
	"strings"
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

// TestCrop shows a part of a picture, and all of it again.
func TestCrop(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ada, eve := s.signedIn(t, "ada"), s.signedIn(t, "eve")
	m := s.draft(t, ada, "Oak chair")
	var data bytes.Buffer
	if err := png.Encode(&data, image.NewGray(image.Rect(0, 0, 400, 300))); err != nil {
		t.Fatal(err)
	}
	ada.upload(t, "/sell/models/1/pictures", named{"1.png", data.String()}).wantLeads(t, "uploading", "/sell/models/1")
	const path = "/sell/models/1/pictures/1/crop"
	part := func(x, y, width, height string) url.Values {
		return url.Values{"x": {x}, "y": {y}, "width": {width}, "height": {height}}
	}
	ada.get(t, path).want(t, "the page", http.StatusOK, "The picture is 400 wide and 300 high")
	eve.get(t, path).want(t, "somebody else's", http.StatusNotFound)
	eve.post(t, path, part("0", "0", "100", "100")).want(t, "cropping somebody else's", http.StatusNotFound)
	ada.post(t, path, part("0", "0", "ten", "100")).want(t, "no number", http.StatusUnprocessableEntity, "Write a whole number of pixels.")
	ada.post(t, path, part("0", "0", "0", "0")).want(t, "nothing", http.StatusUnprocessableEntity, "the part has no pixels")
	ada.post(t, path, part("350", "0", "100", "100")).want(t, "beside", http.StatusUnprocessableEntity, "This is a number from 0 to 336")
	ada.post(t, path, part("100", "50", "200", "150")).wantLeads(t, "cropping", "/sell/models/1?done=cropped")
	if shown := s.model(t, m.ID).Images[0]; shown.Width != 200 || shown.Height != 150 || shown.Crop.X != 100 {
		t.Errorf("it shows %+v", shown)
	}
	again := fmt.Sprintf("/sell/models/1/pictures/%d/crop", s.model(t, m.ID).Images[0].ID)
	ada.get(t, path).want(t, "the page of before", http.StatusNotFound)
	page := ada.get(t, again)
	page.want(t, "the page again", http.StatusOK, "The picture is 400 wide and 300 high", "Show all of it again")
	if form := formOn(t, page); form.Get("x") != "100" || form.Get("height") != "150" {
		t.Errorf("its numbers are %v", form)
	}
	ada.post(t, again, url.Values{"act": {"whole"}}).wantLeads(t, "undoing", "/sell/models/1?done=cropped")
	if shown := s.model(t, m.ID).Images[0]; shown.Width != 400 || shown.Crop != nil {
		t.Errorf("it shows %+v, want all", shown)
	}
}

// TestViews has a model drawn from the sides that are ticked, once one of its files is read.
func TestViews(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ada, eve := s.signedIn(t, "ada"), s.signedIn(t, "eve")
	ada.upload(t, "/sell/models", named{"a.stl", "solid a"})
	const path, form = "/sell/models/1/views", "Draw it from these sides and keep the pictures"
	if strings.Contains(ada.get(t, "/sell/models/1").text(), form) {
		t.Error("what is not read yet can be drawn")
	}
	s.read(t, s.model(t, 1).Files[0])
	ada.get(t, "/sell/models/1").want(t, "once it is read", http.StatusOK, form, "Front", "Top")
	ada.post(t, path, nil).want(t, "none", http.StatusUnprocessableEntity, "Tick at least one side.")
	ada.post(t, path, url.Values{"view": {"behind"}}).want(t, "no side", http.StatusConflict, "a view is three-quarter, front, side or top")
	eve.post(t, path, url.Values{"view": {"top"}}).want(t, "somebody else's", http.StatusNotFound)
	ada.post(t, path, url.Values{"view": {"top", "front"}}).wantLeads(t, "two", "/sell/models/1?done=views")
	ada.get(t, "/sell/models/1?done=views").want(t, "then", http.StatusOK, "The pictures are being drawn.", "Files are being read.")
}
