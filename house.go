package vitrine

import (
	"cmp"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// House is what the operator says about a marketplace: what it is called and who may do
// what in it.
type House struct {
	Name    string `json:"name"`    // shown on every page
	Contact string `json:"contact"` // email address that people write to
	// Colours of buttons and links, #rrggbb, on light and on dark pages; "" for the shipped
	// one, and for one that is made of that on light pages.
	Accent     string       `json:"accent"`
	AccentDark string       `json:"accent_dark"`
	Logo       Logo         `json:"logo"` // the shipped one where it has no key
	Joining    JoinPolicy   `json:"joining"`
	Selling    SellerPolicy `json:"selling"`
	// Review says that models of sellers who are not trusted are looked at before they are published.
	Review bool `json:"review"`
	// MaxStorage is how many bytes of files a seller may store who has no limit of their own; 0: as many as there is room for.
	MaxStorage int64 `json:"max_storage"`
	// Share is what the marketplace keeps of each sale of an order that is made from now on.
	Share Share `json:"share"`
	// HoldDays is for how many days what sellers earn is on hold; 0: for DefaultHoldDays.
	HoldDays int `json:"hold_days,omitzero"`
	// Payouts say when sellers are paid, and from where.
	Payouts PayoutRules `json:"payouts,omitzero"`
	// Refunds say when buyers may ask for their money, and who answers until when.
	Refunds  RefundRules `json:"refunds,omitzero"`
	FreeOpen bool        `json:"free_open"` // free models download at once, with no form
	// StrongOperators says that operators act only with a passkey or a second factor.
	StrongOperators bool `json:"strong_operators"`
	// DynamicClients says that programs may register themselves as applications (RFC 7591).
	DynamicClients bool `json:"dynamic_clients"`
	// AskWaiver says that buyers agree to get the files at once and lose the right to withdraw
	// before they pay, by WaiverText or, where that is "", by DefaultWaiver.
	AskWaiver  bool   `json:"ask_waiver"`
	WaiverText string `json:"waiver_text"`
	Papers     Papers `json:"papers"` // which of its own texts are shown
	Limits     Limits `json:"limits,omitzero"`
	// Announcement stands on top of every page until it ends.
	Announcement Announcement `json:"announcement,omitzero"`
}

// How many days what sellers earn is on hold, unless an operator says otherwise, and at most: most
// refunds and disputes come before.
const (
	DefaultHoldDays = 14
	MaxHoldDays     = 180
)

// DaysOnHold is for how many days what sellers earn is on hold.
func (h *House) DaysOnHold() int { return cmp.Or(h.HoldDays, DefaultHoldDays) }

// HoldTime is for how long what sellers earn is on hold.
func (h *House) HoldTime() time.Duration { return time.Duration(h.DaysOnHold()) * 24 * time.Hour }

// Logo is a stored picture that stands beside the name.
type Logo struct {
	Key    string `json:"key"`
	Width  int    `json:"width"` // pixels
	Height int    `json:"height"`
}

// Keys are those of its stored bytes.
func (l Logo) Keys() []string {
	if l.Key == "" {
		return nil
	}
	return []string{l.Key}
}

// The room that a logo has, in pixels: it is shown at a quarter of that.
const (
	MaxLogoWidth  = 640
	MaxLogoHeight = 160
)

// JoinPolicy says who may make an account.
type JoinPolicy string

// The policies of joining.
const (
	JoinOpen    JoinPolicy = "open"
	JoinInvited JoinPolicy = "invited"
	JoinClosed  JoinPolicy = "closed"
)

// SellerPolicy says who may publish models.
type SellerPolicy string

// The policies of selling.
const (
	SellConfirmed SellerPolicy = "confirmed" // everybody with a confirmed address
	SellOperators SellerPolicy = "operators"
)

// DefaultHouse is a marketplace whose operator has said nothing yet.
func DefaultHouse() House {
	return House{Name: "Vitrine", Joining: JoinOpen, Selling: SellConfirmed, FreeOpen: true}
}

// MaxHouseName is how many characters the name of a marketplace has at most.
const MaxHouseName = 60

// Check returns what is wrong with the settings.
func (h *House) Check() (faults []Field) {
	if !isLine(h.Name, MaxHouseName) {
		faults = append(faults, Field{Pointer: "/name", Code: "bad_length",
			Detail: "the name of a marketplace has 1 to 60 characters in one line, all of which can be seen"})
	}
	if h.Contact != "" {
		faults = append(faults, CheckEmail("/contact", h.Contact)...)
	}
	if h.Accent != "" {
		faults = append(faults, lightGround().check("/accent", h.Accent)...)
	}
	if h.AccentDark != "" {
		faults = append(faults, darkGround().check("/accent_dark", h.AccentDark)...)
	}
	if h.Accent == "" && h.AccentDark != "" {
		faults = append(faults, Field{Pointer: "/accent", Code: "required", Detail: "name the colour on light pages, too"})
	}
	faults = append(faults, checkWaiver(h.WaiverText)...)
	faults = append(faults, h.Announcement.check()...)
	switch h.Joining {
	case JoinOpen, JoinInvited, JoinClosed:
	default:
		faults = append(faults, Field{Pointer: "/joining", Code: "not_allowed", Detail: "joining is open, invited or closed"})
	}
	if h.MaxStorage < 0 || h.MaxStorage > 1_000_000_000_000_000_000 {
		faults = append(faults, Field{Pointer: "/max_storage", Code: "not_allowed", Detail: "write a number of GB such as 20, or nothing"})
	}
	if h.Share < 0 || h.Share > WholePrice {
		faults = append(faults, Field{Pointer: "/share", Code: "not_allowed",
			Detail: "write percent from 0 to 100 with at most two decimals, such as 12.5"})
	}
	if h.HoldDays < 0 || h.HoldDays > MaxHoldDays {
		faults = append(faults, Field{Pointer: "/hold_days", Code: "not_allowed", Detail: "earnings are on hold for 1 to 180 days"})
	}
	faults = append(faults, h.Payouts.check()...)
	faults = append(faults, h.Refunds.check()...)
	switch h.Selling {
	case SellConfirmed, SellOperators:
	default:
		faults = append(faults, Field{Pointer: "/selling", Code: "not_allowed", Detail: "selling is confirmed or operators"})
	}
	return faults
}

// isLine reports whether a text is a line of 1 to n characters that says the same wherever
// it is shown: nothing in it is unseen, ends the line or turns what follows around.
func isLine(text string, n int) bool {
	if !utf8.ValidString(text) || strings.TrimSpace(text) != text {
		return false
	}
	if count := utf8.RuneCountInString(text); count == 0 || count > n {
		return false
	}
	return strings.IndexFunc(text, func(r rune) bool {
		return unicode.In(r, unicode.Cc, unicode.Co, unicode.Zl, unicode.Zp) || unicode.Is(unicode.Cf, r) && !strings.ContainsRune(joiners, r)
	}) < 0
}

// joiners are not seen and say how their neighbours are written, as in Persian, in the
// scripts of India and in emoji.
const joiners = "\u200c\u200d"
