package vitrine

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// Audience says who sees a collection.
type Audience string

// Who sees a collection, besides whose it is.
const (
	ShownToNobody Audience = "private"
	ShownByLink   Audience = "link" // who has its address, which nobody guesses
	ShownToAll    Audience = "public"
)

// Audiences are all of them.
func Audiences() []Audience { return []Audience{ShownToNobody, ShownByLink, ShownToAll} }

// Collection is a set of models that somebody put together.
type Collection struct {
	ID, UserID int64
	Username   string // of whose it is
	Gathered
	Secret    string // in the address of one that is shown by link
	CoverID   int64  // the model that stands for it; 0: the first
	Models    int64
	Hidden    bool // a moderator took it off: its owner alone sees it, whatever Shown says
	Version   int64
	CreatedAt time.Time
	UpdatedAt time.Time
}

// Gathered is what somebody says of a collection.
type Gathered struct {
	Name  string
	Text  string
	Shown Audience
}

// How much a collection may hold, and how many one may have.
const (
	MaxCollections    = 100
	MaxCollected      = 200  // models in one
	MaxCollectionName = 80   // characters
	MaxCollectionText = 2000 // characters
)

// Clean makes name and text what is stored of them.
func (g *Gathered) Clean() {
	g.Name = strings.Join(strings.Fields(g.Name), " ")
	g.Text = strings.TrimSpace(strings.ReplaceAll(g.Text, "\r\n", "\n"))
}

// Check returns what is wrong with a collection as somebody typed it.
func (g *Gathered) Check() (faults []Field) {
	faults = checkSaid("/name", g.Name, 1, MaxCollectionName)
	faults = append(faults, checkSaid("/text", g.Text, 0, MaxCollectionText)...)
	if !slices.Contains(Audiences(), g.Shown) {
		faults = append(faults, Field{Pointer: "/shown", Code: "not_allowed", Detail: fmt.Sprintf("say who sees it: %s, %s or %s",
			ShownToNobody, ShownByLink, ShownToAll)})
	}
	return faults
}
