package vitrine_test

import (
	"strings"
	"testing"
	"time"

	"vitrine"
)

// TestAnnouncements says what an operator may write over every page, and where it may lead.
func TestAnnouncements(t *testing.T) {
	t.Parallel()
	line := func(text string) vitrine.Announcement { return vitrine.Announcement{Text: text} }
	to := func(link string) vitrine.Announcement { return vitrine.Announcement{Text: "Look", Link: link} }
	for _, c := range []struct {
		a    vitrine.Announcement
		want string // pointer and code of the fault; "" for none
	}{
		{vitrine.Announcement{}, ""},
		{line("مغلق حتى الأحد"), ""},
		{line(strings.Repeat("é", vitrine.MaxAnnouncement)), ""},
		{line(strings.Repeat("é", vitrine.MaxAnnouncement+1)), "/announcement/text bad_length"},
		{line("two\nlines"), "/announcement/text bad_length"},
		{line("turned \u202Earound"), "/announcement/text bad_length"},
		{line("bad \xff bytes"), "/announcement/text bad_length"},
		{vitrine.Announcement{Link: "/3d-models"}, "/announcement/text required"},
		{vitrine.Announcement{Until: time.Unix(1, 0)}, "/announcement/text required"},
		{to("/3d-models?sort=price#new"), ""},
		{to("https://fair.example/stand?n=7"), ""},
		{to("//evil.example"), "/announcement/link bad_format"},
		{to(`/\evil.example`), "/announcement/link bad_format"},
		{to("/\t/evil.example"), "/announcement/link bad_format"},
		{to("javascript:alert(1)"), "/announcement/link bad_format"},
		{to("http://fair.example"), "/announcement/link bad_format"},
		{to("https://bank.example@evil.example"), "/announcement/link bad_format"},
		{to("models"), "/announcement/link bad_format"},
		{to("/" + strings.Repeat("a", vitrine.MaxLinkBytes)), "/announcement/link bad_format"},
		{vitrine.Announcement{Text: "Servus", Language: "de-AT"}, ""},
		{vitrine.Announcement{Text: "Servus", Language: `de" onclick="`}, "/announcement/language bad_format"},
		{vitrine.Announcement{Text: "Never", Until: time.Date(10_000, 1, 1, 0, 0, 0, 0, time.UTC)}, "/announcement/until bad_format"},
	} {
		house := vitrine.DefaultHouse()
		house.Announcement = c.a
		got := ""
		for _, fault := range house.Check() {
			got += fault.Pointer + " " + fault.Code
		}
		if got != c.want {
			t.Errorf("%+v: %q, want %q", c.a, got, c.want)
		}
	}
}

// TestAnnouncementEnds looks at an announcement around its end.
func TestAnnouncementEnds(t *testing.T) {
	t.Parallel()
	end := time.Date(2026, 12, 24, 18, 0, 0, 0, time.UTC)
	for at, want := range map[time.Time]string{end.Add(-1): "Open", end: "", end.Add(time.Hour): ""} {
		if got := (vitrine.Announcement{Text: "Open", Until: end}).At(at); got.Text != want {
			t.Errorf("at %v it is %+v, want %q", at, got, want)
		}
	}
	if got := (vitrine.Announcement{Text: "Open"}).At(end); got.Text != "Open" {
		t.Errorf("one without an end is %+v", got)
	}
}
