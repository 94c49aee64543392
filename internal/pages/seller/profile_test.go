package seller_test

import (
	"bytes"
	"image"
	"image/png"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vitrine"
)

func (b *browser) profile(t *testing.T) vitrine.Profile {
	t.Helper()
	got, err := b.site.db.Profile(t.Context(), b.user.ID)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// TestProfile changes what somebody says of themselves, wrongly at first.
func TestProfile(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ada := s.signedIn(t, "ada")
	form := url.Values{
		"name": {strings.Repeat("a", 61)}, "about": {"**Chairs** <script>x</script>\r\n\r\n- oak"},
		"links": {"https://a.example\nhttp://b.example"},
	}
	wrong := ada.post(t, "/sell/profile", form)
	wrong.want(t, "a long name", http.StatusUnprocessableEntity, "This has at most 60 characters.",
		"A link is an address that begins with https://", "**Chairs**", "http://b.example")
	preview := url.Values{"act": {"preview"}, "about": {"**Chairs**"}, "name": {"typed"}}
	shown := ada.post(t, "/sell/profile", preview)
	if !strings.Contains(shown.body, "<strong>Chairs</strong>") || !strings.Contains(shown.body, `"typed"`) {
		t.Errorf("the preview lacks the text, or what was typed:\n%s", shown.text())
	}
	form.Set("name", "Ada <Lovelace>")
	form.Set("links", "https://a.example\r\n\r\nhttps://b.example ")
	ada.post(t, "/sell/profile", form).wantLeads(t, "changing it", "/sell/profile?done=saved")
	want := vitrine.Profile{Name: "Ada <Lovelace>", About: "<p><strong>Chairs</strong> x</p>\n<ul>\n<li>oak</li>\n</ul>",
		Description: "Chairs x\noak", Links: []string{"https://a.example", "https://b.example"}}
	if diff := cmp.Diff(want, ada.profile(t)); diff != "" {
		t.Errorf("the profile (-want +got):\n%s", diff)
	}
	opened := ada.get(t, "/sell/profile?done=saved")
	opened.want(t, "the form", http.StatusOK, "Your profile is changed.", "**Chairs** x", "https://a.example https://b.example",
		"Your page appears with")
	s.listed(t, ada, "Oak chair", 1250)
	ada.get(t, "/sell/profile").want(t, "with a model", http.StatusOK, "See your page")
}

// TestProfileLongText refuses a text that is too long at its field.
func TestProfileLongText(t *testing.T) {
	t.Parallel()
	ada := newSite(t).signedIn(t, "ada")
	ada.post(t, "/sell/profile", url.Values{"about": {strings.Repeat("é", 2001)}}).
		want(t, "plain", http.StatusUnprocessableEntity, "This has at most 2000 characters.")
	ada.post(t, "/sell/profile", url.Values{"about": {strings.Repeat("**a** ", 1500)}}).
		want(t, "as HTML", http.StatusUnprocessableEntity, "This has at most 16384 bytes as HTML.")
}

// TestHolidays says until when somebody is away; it is over by itself.
func TestHolidays(t *testing.T) {
	t.Parallel()
	s := newSite(t) // on 6 May 2026
	ada := s.signedIn(t, "ada")
	for day, says := range map[string]string{
		"soon": "Give the day as year, month and day", "2026-05-05": "This day is over", "2027-05-08": "Holidays end within 366 days.",
	} {
		ada.post(t, "/sell/profile", url.Values{"away_until": {day}}).want(t, day, http.StatusUnprocessableEntity, says)
	}
	form := url.Values{"away_until": {"2026-05-06"}, "away_note": {"At sea"}}
	ada.post(t, "/sell/profile", form).wantLeads(t, "until today", "/sell/profile?done=saved")
	ada.get(t, "/sell/profile").want(t, "today", http.StatusOK, "You are away", "At sea")
	s.clock.Advance(12*time.Hour - time.Second)
	if said := ada.profile(t); !said.Away(s.clock.Now()) {
		t.Error("the last evening is no holiday")
	}
	s.clock.Advance(time.Second)
	over := ada.get(t, "/sell/profile")
	if strings.Contains(over.text(), "You are away") || strings.Contains(over.body, `value="2026-05-06"`) {
		t.Errorf("holidays do not end:\n%s", over.text())
	}
	form.Del("away_until") // as the form is opened now
	ada.post(t, "/sell/profile", form).wantLeads(t, "afterwards", "/sell/profile?done=saved")
	if said := ada.profile(t); !said.AwayUntil.IsZero() || said.AwayNote != "At sea" {
		t.Errorf("it says %v, %q", said.AwayUntil, said.AwayNote)
	}
}

// TestPortraits gives a profile its pictures, and takes them away.
func TestPortraits(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ada := s.signedIn(t, "ada")
	var picture bytes.Buffer
	if err := png.Encode(&picture, image.NewGray(image.Rect(0, 0, 2000, 40))); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"avatar", "cover"} {
		path := "/sell/profile/" + name
		ada.uploadAs(t, path, name).want(t, "no "+name, http.StatusUnprocessableEntity, "Choose a picture first.")
		ada.uploadAs(t, path, name, named{"a.svg", "<svg/>"}).
			want(t, name, http.StatusUnprocessableEntity, " "+name+" is a PNG, JPEG or WebP picture.")
		ada.uploadAs(t, path, name, named{"a.png", picture.String()}).wantLeads(t, name, "/sell/profile?done="+name)
		said := ada.profile(t)
		key := map[string]string{"avatar": said.Avatar, "cover": said.Cover}[name]
		if opened := ada.get(t, "/sell/profile"); key == "" || !strings.Contains(opened.body, `src="/`+key) {
			t.Errorf("the %s %q is not shown", name, key)
		}
		if _, err := s.shop.CheckPicture(t.Context(), key); err != nil {
			t.Errorf("the %s can't be seen: %v", name, err)
		}
		ada.post(t, "/sell/profile/remove", url.Values{"picture": {name}}).wantLeads(t, "no "+name, "/sell/profile?done=removed")
		if _, err := s.shop.CheckPicture(t.Context(), key); vitrine.CodeOf(err) != vitrine.NotFound {
			t.Errorf("the %s is seen still: %v", name, err)
		}
	}
}
