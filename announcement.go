package vitrine

import (
	"net/url"
	"strings"
	"time"
)

// Announcement is a line that the operator has stand on top of every page; the zero value is
// none.
type Announcement struct {
	Text     string `json:"text"`     // plain, in one line
	Link     string `json:"link"`     // where it leads: a path of this marketplace or an address of https; "" for nowhere
	Language string `json:"language"` // in which the text is, a tag of BCP 47; "" where nobody has said
	// Until is when it ends, in whole seconds of UTC; zero for never.
	Until time.Time `json:"until,omitzero"`
}

// MaxAnnouncement is how many characters an announcement has at most: two lines on a phone.
const MaxAnnouncement = 200

// lastYear is the last one that RFC 3339 can write.
const lastYear = 9999

// At is the announcement as pages have it at a moment: none where it has ended.
func (a Announcement) At(now time.Time) Announcement {
	if !a.Until.IsZero() && !now.Before(a.Until) {
		return Announcement{}
	}
	return a
}

// check returns what is wrong with an announcement.
func (a Announcement) check() (faults []Field) {
	if a.Text == "" {
		if a != (Announcement{}) {
			faults = append(faults, Field{Pointer: "/announcement/text", Code: "required", Detail: "an announcement has a text"})
		}
		return faults
	}
	if !isLine(a.Text, MaxAnnouncement) {
		faults = append(faults, Field{Pointer: "/announcement/text", Code: "bad_length",
			Detail: "an announcement has 1 to 200 characters in one line, all of which can be seen"})
	}
	if a.Link != "" && !isPath(a.Link) && !isLink(a.Link) {
		faults = append(faults, Field{Pointer: "/announcement/link", Code: "bad_format",
			Detail: "a link is a path of this marketplace, such as /3d-models, or an address that begins with https://"})
	}
	if a.Language != "" && !isTag(a.Language) {
		faults = append(faults, Field{Pointer: "/announcement/language", Code: "bad_format",
			Detail: "name the language by its tag, such as de or zh-Hans"})
	}
	if !a.Until.IsZero() && (a.Until.Year() < 1 || a.Until.Year() > lastYear) {
		faults = append(faults, Field{Pointer: "/announcement/until", Code: "bad_format", Detail: "this moment is in no calendar"})
	}
	return faults
}

// isPath reports whether browsers find a page of this site by a text, whatever the page that
// has it: two slashes, also turned around, would begin the name of another one.
func isPath(text string) bool {
	if !strings.HasPrefix(text, "/") || strings.HasPrefix(text, "//") || strings.ContainsAny(text, `\`) || len(text) > MaxLinkBytes {
		return false
	}
	parsed, err := url.Parse(text)
	return err == nil && plainASCII(text) && parsed.Host == ""
}
