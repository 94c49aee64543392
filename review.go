package vitrine

import (
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Review is what somebody says of a model that they bought.
type Review struct {
	ID, ModelID, UserID int64
	Username            string // of who says it
	Words
	Refunded   bool // the money went back after it was written
	Pictures   []Image
	Answer     string    // of the author, "" for none
	AnsweredAt time.Time // zero: not yet
	Hidden     bool      // by a moderator
	Version    int64
	CreatedAt  time.Time
	UpdatedAt  time.Time // as its words or stars were changed
}

// Words are what the buyer of a model chooses to say.
type Words struct {
	Described int // stars, MinStars to MaxStars: it is what its page says
	Used      int // stars, how it was to print or use it; 0: they did not yet
	Text      string
}

// The number of stars, and how much a review may hold.
const (
	MinStars       = 1
	MaxStars       = 5
	MaxReview      = 5000 // characters
	MaxAnswer      = 2000 // characters
	ReviewPictures = 4
)

// AnswerTime is how long the author may change an answer. Then it stands, until the review is
// changed.
const AnswerTime = 24 * time.Hour

// Answerable reports whether the author may write the answer, or change it.
func (r *Review) Answerable(now time.Time) bool {
	return !r.Hidden && (r.Answer == "" || now.Before(r.AnsweredAt.Add(AnswerTime)) || r.UpdatedAt.After(r.AnsweredAt))
}

// Edited reports whether what the review says was changed after it was written.
func (r *Review) Edited() bool { return r.UpdatedAt.After(r.CreatedAt) }

// Clean makes the text what is stored of it.
func (w *Words) Clean() {
	w.Text = strings.TrimSpace(strings.ReplaceAll(w.Text, "\r\n", "\n"))
}

// Check returns what is wrong with a review as somebody typed it.
func (w *Words) Check() (faults []Field) {
	if w.Described < MinStars || w.Described > MaxStars {
		faults = append(faults, Field{Pointer: "/described", Code: "not_allowed",
			Detail: fmt.Sprintf("say with %d to %d stars whether the model is what its page says", MinStars, MaxStars)})
	}
	if w.Used < 0 || w.Used > MaxStars {
		faults = append(faults, Field{Pointer: "/used", Code: "not_allowed",
			Detail: fmt.Sprintf("give %d to %d stars, or none where you did not print or use it yet", MinStars, MaxStars)})
	}
	return append(faults, checkSaid("/text", w.Text, 0, MaxReview)...)
}

// CheckAnswer returns what is wrong with the answer of an author.
func CheckAnswer(text string) []Field { return checkSaid("/answer", text, 1, MaxAnswer) }

// checkSaid checks a text that everybody reads: lines of characters that can be seen.
func checkSaid(pointer, text string, least, most int) []Field {
	n := utf8.RuneCountInString(text)
	if n < least || n > most {
		detail := fmt.Sprintf("this has %d characters: write at most %d", n, most)
		if n < least {
			detail = "write something"
		}
		return []Field{{Pointer: pointer, Code: "bad_length", Detail: detail}}
	}
	hidden := func(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\t' }
	if !utf8.ValidString(text) || strings.ContainsFunc(text, hidden) {
		return []Field{{Pointer: pointer, Code: "bad_format", Detail: "this has characters that can't be shown: write it as plain text"}}
	}
	return nil
}

// Opinions are what is said of a model, added up.
type Opinions struct {
	Reviews   int64 // that are shown
	Described int64 // their stars for being what the page says
	Users     int64 // how many of them say how it was to print or use it
	Used      int64 // their stars for that
}

// Rating is the mean of the stars for being what the page says, such as "4.5"; "" without
// reviews.
func (o Opinions) Rating() string { return mean(o.Described, o.Reviews) }

// UsedRating is the mean of the stars for printing or using it; "" where nobody gave any.
func (o Opinions) UsedRating() string { return mean(o.Used, o.Users) }

func mean(sum, n int64) string {
	if n <= 0 {
		return ""
	}
	tenths := (20*sum + n) / (2 * n)
	return fmt.Sprintf("%d.%d", tenths/10, tenths%10)
}
