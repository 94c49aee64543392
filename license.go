package vitrine

import (
	"regexp"
	"slices"
	"time"
	"unicode/utf8"
)

// YesNo is what a licence says to a question: "" where its text alone tells.
type YesNo string

// The answers of a licence.
const (
	Yes YesNo = "yes"
	No  YesNo = "no"
)

// LicenseTerms are what a licence allows, for programs and for those who do not read it in full.
type LicenseTerms struct {
	CommercialUse  bool  `json:"commercial_use"` // work that contains the model may be sold
	Redistribution bool  `json:"redistribution"` // the files may be passed on
	Remix          YesNo `json:"remix,omitempty"`
	PrintSale      YesNo `json:"print_sale,omitempty"` // printed objects may be sold
	Credit         YesNo `json:"credit,omitempty"`     // the author has to be named
	Training       YesNo `json:"training,omitempty"`   // generating systems may be trained with it
	Copies         int64 `json:"copies,omitempty"`     // of a work, or printed objects, at most; 0: no limit
	Seats          int64 `json:"seats,omitempty"`      // people who work with the files, at most; 0: no limit
}

// LicenseText is a licence as it is shown, and as it is pinned to an order.
type LicenseText struct {
	Type        License
	Name        string
	Description string // summary
	Text        string // in full
	Version     int64  // of text and terms, from 1 on
	LicenseTerms
	RetiredAt time.Time // since when no model takes it any more; zero: it is offered
	CreatedAt time.Time
	UpdatedAt time.Time
}

// LicenseVersion is what a licence says from a time on, until the next version.
type LicenseVersion struct {
	License License
	Version int64
	Text    string
	LicenseTerms
	CreatedAt time.Time
}

// BuiltinLicenses are those that are in every marketplace.
func BuiltinLicenses() []License { return []License{General, Editorial, Custom} }

// Builtin reports whether the licence is in every marketplace.
func (l License) Builtin() bool { return slices.Contains(BuiltinLicenses(), l) }

// The limits of what operators say of licences.
const (
	MaxLicenseType    = 40 // bytes
	MaxLicenseName    = 60 // characters
	MaxLicenseSummary = 1_000
	MaxLicenses       = 200 // in a marketplace
	MaxLicenseLimit   = 1_000_000_000
)

var licensePattern = regexp.MustCompile(`^[a-z0-9]+([-_][a-z0-9]+)*$`)

// WellFormed reports whether a licence may have this name in addresses and in the interface.
func (l License) WellFormed() bool {
	return len(l) <= MaxLicenseType && licensePattern.MatchString(string(l))
}

// Check returns what is wrong with a licence, but for its name in the interface. The text of a
// licence is written in full, but for that of custom, which each model brings.
func (l *LicenseText) Check() []Field {
	var found faults
	if !isLine(l.Name, MaxLicenseName) {
		found.add("/name", "bad_length", "the name of a licence has 1 to %d characters in one line", MaxLicenseName)
	}
	if n := utf8.RuneCountInString(l.Description); n > MaxLicenseSummary {
		found.add("/description", "too_long", "the summary has at most 1,000 characters")
	}
	if (l.Text == "") != (l.Type == Custom) || len(l.Text) > MaxTextBytes {
		found.add("/text", "bad_length", "a license text has 1 to 65,536 bytes")
	}
	return append(found, l.LicenseTerms.check()...)
}

func (t *LicenseTerms) check() (found faults) {
	answer := func(pointer string, answer YesNo) {
		if answer != "" && answer != Yes && answer != No {
			found.add(pointer, "not_allowed", "this is yes, no or nothing")
		}
	}
	limit := func(pointer string, limit int64) {
		if limit < 0 || limit > MaxLicenseLimit {
			found.add(pointer, "out_of_range", "this is a whole number from 1 to 1,000,000,000, or nothing where there is no limit")
		}
	}
	answer("/remix", t.Remix)
	answer("/print_sale", t.PrintSale)
	answer("/credit", t.Credit)
	answer("/training", t.Training)
	limit("/copies", t.Copies)
	limit("/seats", t.Seats)
	return found
}
