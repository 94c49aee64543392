package vitrine

import (
	"strconv"
	"strings"
	"time"
)

// ShareAbout is what a ShareRule is about.
type ShareAbout string

// What rules are about. The most specific one holds: of a model before that of its seller, before that
// of its subcategory, before that of its category.
const (
	ShareOfModel    ShareAbout = "model"
	ShareOfSeller   ShareAbout = "seller"
	ShareOfCategory ShareAbout = "category"
)

// ShareSubject is a model, a seller or a category.
type ShareSubject struct {
	About ShareAbout
	ID    int64
}

// String writes the subject as the audit log and addresses have it, such as "seller/7".
func (s ShareSubject) String() string { return string(s.About) + "/" + strconv.FormatInt(s.ID, 10) }

// ParseShareSubject is the contrary of String. NotFound for all else: it names nothing.
func ParseShareSubject(text string) (ShareSubject, error) {
	about, number, _ := strings.Cut(text, "/")
	id, err := strconv.ParseInt(number, 10, 64)
	s := ShareSubject{About: ShareAbout(about), ID: id}
	if err != nil || id < 1 || s.String() != text || s.About != ShareOfModel && s.About != ShareOfSeller && s.About != ShareOfCategory {
		return ShareSubject{}, Errorf(NotFound, "shares are of model/NUMBER, seller/NUMBER or category/NUMBER")
	}
	return s, nil
}

// ShareRule is the share that a marketplace keeps of what is sold of something, in the place of its
// usual one. Orders keep the share that was asked when they were made.
type ShareRule struct {
	ShareSubject
	Share Share
	SetBy int64 // user
	SetAt time.Time
}
