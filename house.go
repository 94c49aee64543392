package vitrine

import (
	"strings"
	"unicode/utf8"
)

// House is what the operator says about a marketplace: what it is called and who may do
// what in it.
type House struct {
	Name    string `json:"name"`    // shown on every page
	Contact string `json:"contact"` // email address that people write to
	// Colours of buttons and links, #rrggbb; "" for the shipped ones.
	Accent   string       `json:"accent"`
	Logo     string       `json:"logo"` // key of the stored picture; "" for the shipped one
	Joining  JoinPolicy   `json:"joining"`
	Selling  SellerPolicy `json:"selling"`
	FreeOpen bool         `json:"free_open"` // free models download at once, with no form
	// StrongOperators says that operators act only with a passkey or a second factor.
	StrongOperators bool `json:"strong_operators"`
	// DynamicClients says that programs may register themselves as applications (RFC 7591).
	DynamicClients bool `json:"dynamic_clients"`
}

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
	if n := utf8.RuneCountInString(h.Name); n == 0 || n > MaxHouseName || strings.ContainsFunc(h.Name, isControl) {
		faults = append(faults, Field{Pointer: "/name", Code: "bad_length", Detail: "the name of a marketplace has 1 to 60 characters"})
	}
	if h.Contact != "" {
		faults = append(faults, CheckEmail("/contact", h.Contact)...)
	}
	switch h.Joining {
	case JoinOpen, JoinInvited, JoinClosed:
	default:
		faults = append(faults, Field{Pointer: "/joining", Code: "not_allowed", Detail: "joining is open, invited or closed"})
	}
	switch h.Selling {
	case SellConfirmed, SellOperators:
	default:
		faults = append(faults, Field{Pointer: "/selling", Code: "not_allowed", Detail: "selling is confirmed or operators"})
	}
	return faults
}

func isControl(r rune) bool { return r < ' ' || r == 0x7f }
