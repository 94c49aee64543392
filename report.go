package vitrine

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// ReportKind says why somebody reports something.
type ReportKind string

// The kinds of reports. Who reports the abuse of children need not say who they are
// (Regulation (EU) 2022/2065, article 16 (2) c).
const (
	ReportIllegal   ReportKind = "illegal"
	ReportCopyright ReportKind = "copyright"
	ReportPersonal  ReportKind = "personal_data"
	ReportChildren  ReportKind = "children"
	ReportOther     ReportKind = "other"
)

// ReportKinds are all kinds, in the order in which they are shown.
func ReportKinds() []ReportKind {
	return []ReportKind{ReportIllegal, ReportCopyright, ReportPersonal, ReportChildren, ReportOther}
}

// Anonymous reports whether who reports need not say who they are.
func (k ReportKind) Anonymous() bool { return k == ReportChildren }

// ReportState is what became of a report.
type ReportState string

// The states of a report.
const (
	ReportOpen      ReportState = "open"
	ReportDismissed ReportState = "dismissed" // looked at: nothing is done
	ReportActed     ReportState = "acted"     // what it is about was taken off
)

// The things that a report may be about.
const (
	AboutModel      = "model"
	AboutPerson     = "person"
	AboutReview     = "review"
	AboutCollection = "collection"
	AboutPage       = "page" // any other
)

// Report is what somebody says of a page of the marketplace.
type Report struct {
	ID          int64
	Subject     string // AboutModel, AboutPerson, AboutReview, AboutCollection or AboutPage
	SubjectID   int64  // 0 for a page
	Path        string
	Kind        ReportKind
	Explanation string
	Name, Email string // of who reports; "" where they did not say
	Language    string // that they are written to in
	State       ReportState
	DecisionID  int64  // that came of it; 0 for none
	Answer      string // that who reported got
	DecidedBy   int64
	CreatedAt   time.Time
	DecidedAt   time.Time // zero: it is open
}

// The lengths of what is said of a report, in characters.
const (
	MaxExplanation = 10_000
	MaxReporter    = 200
)

// Check returns what is wrong with a report as somebody typed it.
func (r *Report) Check() (faults []Field) {
	if !slices.Contains(ReportKinds(), r.Kind) {
		faults = append(faults, Field{Pointer: "/kind", Code: "required", Detail: "choose why you report it"})
	}
	if n := utf8.RuneCountInString(r.Explanation); n < 1 || n > MaxExplanation || !utf8.ValidString(r.Explanation) {
		faults = append(faults, Field{Pointer: "/explanation", Code: "bad_length",
			Detail: "say in at most 10,000 characters what is wrong with it, so that somebody else can see it"})
	}
	nameless := r.Name == "" && r.Kind.Anonymous()
	if !nameless && !isLine(r.Name, MaxReporter) {
		faults = append(faults, Field{Pointer: "/name", Code: "required", Detail: "say who you are, in one line"})
	}
	if r.Email != "" || !r.Kind.Anonymous() {
		faults = append(faults, CheckEmail("/email", r.Email)...)
	}
	return faults
}

// Action is what is done about a model.
type Action string

// The actions. ActNothing is what a report may lead to, too.
const (
	ActNothing  Action = "none"
	ActHide     Action = "hide"      // out of the catalogue; buyers keep their files
	ActTakeDown Action = "take_down" // and its bytes are not taken again
)

// Ground is what a decision rests on.
type Ground string

// The grounds of decisions.
const (
	GroundLaw   Ground = "law"   // it is illegal
	GroundTerms Ground = "terms" // it breaks the terms of the marketplace
)

// Ruling is what somebody decides about a model, a review or a collection.
type Ruling struct {
	Action    Action
	Ground    Ground
	Reason    string // the facts, and why they are against law or terms
	Downloads bool   // buyers keep their files
}

// Check returns what is wrong with a ruling as somebody typed it.
func (r *Ruling) Check() (faults []Field) {
	switch r.Action {
	case ActNothing:
	case ActHide, ActTakeDown:
		if r.Ground != GroundLaw && r.Ground != GroundTerms {
			faults = append(faults, Field{Pointer: "/ground", Code: "required", Detail: "say whether law or terms ask for it"})
		}
	default:
		faults = append(faults, Field{Pointer: "/action", Code: "required", Detail: "choose what is to be done"})
	}
	if r.Action == ActHide && !r.Downloads {
		faults = append(faults, Field{Pointer: "/downloads", Code: "not_allowed",
			Detail: "buyers lose their files where a model is taken down alone"})
	}
	return append(faults, checkReason("/reason", r.Reason)...)
}

// MaxReason is how many characters a reason has that somebody is given.
const MaxReason = 5000

func checkReason(pointer, text string) []Field {
	n := utf8.RuneCountInString(text)
	if utf8.ValidString(text) && strings.TrimSpace(text) != "" && n <= MaxReason {
		return nil
	}
	return []Field{{Pointer: pointer, Code: "bad_length", Detail: "say why, in at most 5,000 characters: others read these words"}}
}

// Decision is a ruling about a model, a review of it, or a collection, with what its author
// objected, and what came of that.
type Decision struct {
	ID, ModelID, AuthorID int64 // no ModelID: it is about a collection
	ReviewID              int64 // what it is about, AuthorID then being who wrote that; 0: the model
	CollectionID          int64 // what it is about, AuthorID then being whose it is; 0 for none
	ReportID              int64 // that it followed; 0 for none
	Ruling
	DecidedBy  int64
	Objection  string // of the author, "" for none
	Answer     string // to the objection
	CreatedAt  time.Time
	ObjectedAt time.Time // zero: not yet
	ClosedAt   time.Time // the objection was answered; zero: not yet
	LiftedAt   time.Time // what it is about was restored; zero: the decision stands
}

// Stands reports whether the decision holds still.
func (d Decision) Stands() bool { return d.LiftedAt.IsZero() }

// StandingDecision is the first of some decisions that stands, nil for none.
func StandingDecision(list []Decision) *Decision {
	if i := slices.IndexFunc(list, Decision.Stands); i >= 0 {
		return &list[i]
	}
	return nil
}

// Objectable reports whether the author may object: once, as long as the decision stands.
func (d Decision) Objectable() bool { return d.Stands() && d.ObjectedAt.IsZero() }
