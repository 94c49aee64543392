package shop

import (
	"context"
	"fmt"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"vitrine"
	"vitrine/internal/auth"
	"vitrine/internal/mail"
	"vitrine/internal/store"
)

// NewReport is what somebody types who reports something.
type NewReport struct {
	Page        string // address or path of a page of the marketplace
	Kind        vitrine.ReportKind
	Explanation string
	Name, Email string
	GoodFaith   bool   // they say that what they say is accurate and complete
	Network     string // that budgets are counted of
	Language    string
	Answer      Answer[Reported]
}

// Reported is a report with the secret of its receipt.
type Reported struct {
	vitrine.Report
	Secret string
}

// reporting is how often somebody may report.
func reporting(network string) attempts { return attempts{"report from", network, 10, 6 * time.Minute} }

// ReportPath begins the path of the receipt of a report. A secret follows.
const ReportPath = "/report/"

// Report takes what somebody reports, and returns it with the secret of its receipt. A mail
// leads there, unless its address was sent enough for now. What is at the address of the page
// is told to nobody: the answer is the same for what is hidden and for what never was.
func (s *Shop) Report(ctx context.Context, n NewReport) (r vitrine.Report, secret string, err error) {
	r = vitrine.Report{
		Kind: n.Kind, Explanation: tidy(n.Explanation), Name: strings.TrimSpace(n.Name), Email: strings.TrimSpace(n.Email), Language: n.Language,
		State: vitrine.ReportOpen,
	}
	var faults []vitrine.Field
	if r.Path = s.ownPath(n.Page); r.Path == "" {
		faults = append(faults, vitrine.Field{Pointer: "/page", Code: "bad_format",
			Detail: fmt.Sprintf("give the address of a page here, as your browser shows it, such as %s/3d-models", s.baseURL)})
	}
	faults = append(faults, r.Check()...)
	if !n.GoodFaith {
		faults = append(faults, vitrine.Field{Pointer: "/good_faith", Code: "required",
			Detail: "say that you believe it to be true and complete"})
	}
	if err := vitrine.InvalidFields(faults); err != nil {
		return r, "", err
	}
	if err := s.spend(ctx, reporting(n.Network)); err != nil {
		return r, "", err
	}
	secret = auth.RandomText(secretLength)
	err = s.db.Write(ctx, func(tx *store.Tx) error {
		r.CreatedAt = s.now()
		if err := subjectOf(ctx, tx, &r); err != nil {
			return err
		}
		if err := tx.InsertReport(ctx, &r, auth.Hash(secret)); err != nil {
			return err
		}
		if err := s.tellReporter(ctx, tx, &r, mail.ReportReceived, mail.Args{Link: ReportPath + secret}); err != nil {
			return err
		}
		return n.Answer.save(ctx, tx, Reported{r, secret})
	})
	return r, secret, err
}

// secretLength is that of the secret of a report, in characters of almost 6 bits.
const secretLength = 32

func tidy(text string) string { return strings.TrimSpace(strings.ReplaceAll(text, "\r\n", "\n")) }

// maxPage is how long the address of a page may be.
const maxPage = 2048

// ownPath is the path of a page of this marketplace, "" where an address is of another one.
// What follows the path is left out: mails to others hold it.
func (s *Shop) ownPath(address string) string {
	address = strings.TrimSpace(address)
	u, err := url.Parse(address)
	if err != nil || len(address) > maxPage || u.User != nil || u.Opaque != "" {
		return ""
	}
	if u.Host != "" || u.Scheme != "" {
		own, err := url.Parse(s.baseURL)
		if err != nil || !strings.EqualFold(u.Host, own.Host) || u.Scheme != "http" && u.Scheme != "https" {
			return ""
		}
	}
	if !strings.HasPrefix(u.Path, "/") || strings.ContainsFunc(u.Path, func(r rune) bool { return r <= ' ' || r == 0x7f }) {
		return ""
	}
	return (&url.URL{Path: path.Clean(u.Path)}).EscapedPath()
}

// subjectOf finds what a report is about, whether or not others may see it.
func subjectOf(ctx context.Context, tx *store.Tx, r *vitrine.Report) error {
	r.Subject, r.SubjectID = vitrine.AboutPage, 0
	parts := strings.Split(strings.TrimPrefix(r.Path, "/"), "/")
	var err error
	switch {
	case len(parts) > 1 && (parts[0] == "3d-models" || parts[0] == "3d-print-models"):
		var m *vitrine.Model
		if m, err = tx.ModelBySlug(ctx, parts[len(parts)-1]); err == nil {
			r.Subject, r.SubjectID = vitrine.AboutModel, m.ID
		}
	case len(parts) == 2 && parts[0] == "sellers":
		var u *vitrine.User
		if u, err = tx.UserByUsername(ctx, parts[1]); err == nil {
			r.Subject, r.SubjectID = vitrine.AboutPerson, u.ID
		}
	case len(parts) == 3 && "/"+parts[0]+"/" == ReviewsPath:
		var v *vitrine.Review
		if v, err = reviewAt(ctx, tx, parts[1], parts[2]); err == nil {
			r.Subject, r.SubjectID = vitrine.AboutReview, v.ID
		}
	case len(parts) == 2 && ("/"+parts[0] == CollectionsPath || "/"+parts[0]+"/" == SharedPath):
		var c *vitrine.Collection
		if c, err = collectionAt(ctx, tx, strings.TrimSuffix(r.Path, parts[1]), parts[1]); err == nil {
			r.Subject, r.SubjectID = vitrine.AboutCollection, c.ID
		}
	}
	if vitrine.CodeOf(err) == vitrine.NotFound {
		return nil
	}
	return err
}

// tellReporter writes to who reported something, where they said an address.
func (s *Shop) tellReporter(ctx context.Context, tx *store.Tx, r *vitrine.Report, kind mail.Kind, args mail.Args) error {
	args.Values = map[string]string{mail.ReportID: strconv.FormatInt(r.ID, 10), mail.Page: s.baseURL + r.Path, mail.Reason: r.Answer,
		mail.Outcome: string(r.State)}
	m := mail.Message{Kind: kind, To: r.Email, Args: args, Language: r.Language}
	return s.postToAddress(ctx, tx, m, kind == mail.ReportReceived)
}

// ReportOf returns the report whose receipt has a secret.
func (s *Shop) ReportOf(ctx context.Context, secret string) (vitrine.Report, error) {
	return s.db.ReportOf(ctx, auth.Hash(secret))
}

// reportsShown is how many reports are shown at once.
const reportsShown = 50

// Reports lists up to limit reports in a state, those that wait longest first, with
// identifiers above after.
func (s *Shop) Reports(ctx context.Context, in SignedIn, state vitrine.ReportState, after int64, limit int) ([]vitrine.Report, error) {
	if err := in.MustAct(vitrine.RoleModerator); err != nil {
		return nil, err
	}
	return s.db.Reports(ctx, state, after, limit)
}

// Case is a report or a model as those see it who decide about it.
type Case struct {
	Report     *vitrine.Report // nil: it is about a model that nobody reported
	Others     []vitrine.Report
	Model      *vitrine.Model // nil: it is about no model, or one that is deleted
	Deleted    bool           // it is about a model that its author has deleted
	Person     *vitrine.User
	Review     *vitrine.Review     // that it is about; Model is then the one that it is of
	Collection *vitrine.Collection // that it is about, with what is Held
	Held       []store.Collected
	Decisions  []vitrine.Decision
	Own        bool // who looks is the author: others decide
	Withheld   bool
}

// TakenDown reports whether the model is off by a decision that takes it down.
func (c Case) TakenDown() bool {
	return c.Model.HiddenFrom != "" && slices.ContainsFunc(c.Decisions, func(d vitrine.Decision) bool {
		return d.Stands() && d.Action == vitrine.ActTakeDown
	})
}

// ReportCase returns a report with what it is about. Moderators who are reported themselves
// see that they are, and neither who said so nor what was said.
func (s *Shop) ReportCase(ctx context.Context, in SignedIn, id int64) (c Case, err error) {
	if err := s.sureAtDesk(ctx, in, vitrine.RoleModerator); err != nil {
		return c, err
	}
	r, err := s.db.Report(ctx, id)
	if err != nil {
		return c, err
	}
	if r.Subject == vitrine.AboutModel {
		if c, err = s.modelOrWhatIsLeft(ctx, in, r.SubjectID); err != nil {
			return c, err
		}
	}
	if r.Subject == vitrine.AboutReview {
		if c, err = s.reviewCase(ctx, in, r.SubjectID); err != nil && vitrine.CodeOf(err) != vitrine.NotFound {
			return c, err
		}
	}
	if r.Subject == vitrine.AboutCollection {
		if c, err = s.collectionCase(ctx, in, r.SubjectID); err != nil && vitrine.CodeOf(err) != vitrine.NotFound {
			return c, err
		}
	}
	if r.Subject == vitrine.AboutPerson {
		if c.Person, err = s.db.User(ctx, r.SubjectID); err != nil {
			return c, err
		}
		c.Own = c.Person.ID == in.User.ID && !in.Operator()
	}
	if c.Report = &r; c.Own { // who is reported is not told by whom
		r.Name, r.Email, r.Explanation = "", "", ""
		return c, nil
	}
	if r.SubjectID != 0 {
		if c.Others, err = s.db.ReportsAbout(ctx, r.Subject, r.SubjectID, reportsShown); err != nil {
			return c, err
		}
	}
	return c, nil
}

// modelOrWhatIsLeft returns a model with what was decided about it, also once it is deleted.
func (s *Shop) modelOrWhatIsLeft(ctx context.Context, in SignedIn, id int64) (Case, error) {
	c, err := s.modelCase(ctx, in, id)
	if vitrine.CodeOf(err) != vitrine.NotFound {
		return c, err
	}
	author, err := s.db.AuthorOfDeleted(ctx, id)
	if err != nil {
		return Case{}, err
	}
	c = Case{Deleted: true, Own: notAboutSelf(in, &vitrine.Model{ID: id, AuthorID: author}) != nil}
	c.Decisions, err = s.db.DecisionsOf(ctx, id)
	return c, err
}

// DecideReport decides a report. Of two who do so at once one wins, and the other is told.
// Who reported is told the outcome, and the author of a model that is taken off the reasons.
func (s *Shop) DecideReport(ctx context.Context, in SignedIn, id int64, ruling vitrine.Ruling) error {
	gone := int64(0)
	err := s.moderate(ctx, in, func(tx *store.Tx, in SignedIn) error {
		ruling, err := checkRuling(ruling)
		if err != nil {
			return err
		}
		r, err := tx.Report(ctx, id)
		if err != nil {
			return err
		}
		gone, err = s.decideReport(ctx, tx, in, &r, ruling)
		return err
	})
	if err == nil && gone != 0 {
		s.cancelOrders(ctx, gone)
	}
	return err
}

// checkRuling returns a ruling as it was typed without needless space, or what is wrong with
// it.
func checkRuling(ruling vitrine.Ruling) (vitrine.Ruling, error) {
	ruling.Reason = tidy(ruling.Reason)
	return ruling, vitrine.InvalidFields(ruling.Check())
}

// decideReport returns the model that is taken off, 0 for none.
func (s *Shop) decideReport(
	ctx context.Context, tx *store.Tx, in SignedIn, r *vitrine.Report, ruling vitrine.Ruling,
) (gone int64, err error) {
	if r.Subject == vitrine.AboutPerson && r.SubjectID == in.User.ID && !in.Operator() {
		return 0, ownCase()
	}
	r.State, r.Answer, r.DecidedBy, r.DecidedAt = vitrine.ReportDismissed, ruling.Reason, in.User.ID, s.now()
	d, err := s.ruleReported(ctx, tx, in, r, ruling)
	if err != nil {
		return 0, err
	}
	if d != nil {
		if r.State, r.DecisionID = vitrine.ReportActed, d.ID; d.ReviewID == 0 {
			gone = d.ModelID
		}
	}
	if err := tx.CloseReport(ctx, r); err != nil {
		return 0, err
	}
	n := Noted{Act: vitrine.ActReportDecide, ID: idText(r.ID), Before: facts{"state": vitrine.ReportOpen},
		After: facts{"state": r.State, "subject": r.Subject, "subject_id": r.SubjectID}, Text: ruling.Reason}
	if err := s.Note(ctx, tx, n); err != nil {
		return 0, err
	}
	return gone, s.tellReporter(ctx, tx, r, mail.ReportDecided, mail.Args{})
}

// ruleReported carries out what is decided about what a report is about; it returns nil where
// nothing is done.
func (s *Shop) ruleReported(ctx context.Context, tx *store.Tx, in SignedIn, r *vitrine.Report, ruling vitrine.Ruling) (
	*vitrine.Decision, error,
) {
	if ruling.Action != vitrine.ActNothing {
		switch r.Subject {
		case vitrine.AboutModel:
			return s.rule(ctx, tx, in, r.SubjectID, ruling, r.ID)
		case vitrine.AboutReview:
			return s.ruleReview(ctx, tx, in, r.SubjectID, ruling, r.ID)
		case vitrine.AboutCollection:
			return s.ruleCollection(ctx, tx, in, r.SubjectID, ruling, r.ID)
		}
		return nil, vitrine.Errorf(vitrine.Conflict, "this report is about no model, review or collection: there is nothing to take off")
	}
	var err error
	switch r.Subject {
	case vitrine.AboutModel:
		var m *vitrine.Model
		if m, err = tx.Model(ctx, r.SubjectID); err == nil {
			err = notAboutSelf(in, m)
		}
	case vitrine.AboutReview:
		_, err = judgedReview(ctx, tx, in, r.SubjectID)
	case vitrine.AboutCollection:
		_, err = judgedCollection(ctx, tx, in, r.SubjectID)
	}
	if vitrine.CodeOf(err) == vitrine.NotFound {
		return nil, nil // it is gone by now
	}
	return nil, err
}
