package setup

import (
	"net/url"
	"strings"
	"time"

	"vitrine"
	"vitrine/internal/locale"
)

// Moments of UTC as browsers send those of a field for one: seconds are left out where they are 0.
const (
	moment        = "2006-01-02T15:04"
	momentSeconds = "2006-01-02T15:04:05"
)

// fillAnnouncement has the form show the announcement that stands, or stood.
func (f *form) fillAnnouncement(a vitrine.Announcement) {
	f.values.Set("announcement_text", a.Text)
	f.values.Set("announcement_link", a.Link)
	f.values.Set("announcement_language", a.Language)
	switch {
	case a.Until.IsZero():
	case a.Until.Second() == 0:
		f.values.Set("announcement_until", a.Until.Format(moment))
	default:
		f.values.Set("announcement_until", a.Until.Format(momentSeconds))
	}
}

// announcedBy is a house with the announcement of a form. What belongs to one goes with its text.
func announcedBy(sent url.Values, house vitrine.House) vitrine.House {
	text := func(name string) string { return strings.TrimSpace(sent.Get("announcement_" + name)) }
	house.Announcement = vitrine.Announcement{}
	if text("text") != "" {
		house.Announcement = vitrine.Announcement{
			Text: text("text"), Link: text("link"), Language: text("language"), Until: momentOf(text("until")),
		}
	}
	return house
}

// momentOf reads a moment; what is none is one in no calendar, which Check refuses.
func momentOf(text string) time.Time {
	if text == "" {
		return time.Time{}
	}
	for _, layout := range []string{moment, momentSeconds} {
		if t, err := time.Parse(layout, text); err == nil {
			return t
		}
	}
	return time.Date(10_000, 1, 1, 0, 0, 0, 0, time.UTC)
}

// Languages are those that an announcement may be said to be in: those of the pages, and the
// one that it has.
func (f *form) Languages() (list []locale.Language) {
	known := false
	for _, l := range locale.All() {
		list = append(list, locale.Language{Tag: l.Tag, Name: l.Name})
		known = known || l.Tag == f.Text("announcement_language")
	}
	if tag := f.Text("announcement_language"); tag != "" && !known {
		list = append(list, locale.Language{Tag: tag, Name: tag})
	}
	return list
}
