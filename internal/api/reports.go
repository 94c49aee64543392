package api

import (
	"context"
	"time"

	"vitrine"
	"vitrine/internal/shop"
	"vitrine/internal/web"
)

type createReportInput struct {
	Body struct {
		Page        string `json:"page" maxLength:"2048" doc:"Address or path of a page of this marketplace." example:"/3d-models/furniture/chairs/spindle-back-dining-chair"`
		Kind        string `json:"kind" enum:"illegal,copyright,personal_data,children,other" doc:"Why it is reported."`
		Explanation string `json:"explanation" doc:"What is wrong with it, in at most 10,000 characters, so that somebody else can see it." example:"The shape is that of my lamp of 2019, down to the maker's mark."`
		Name        string `json:"name,omitempty" doc:"Who reports; the username when absent." example:"Ada Lovelace"`
		Email       string `json:"email,omitempty" maxLength:"254" format:"email" doc:"Where the outcome is sent; the address of the account when absent."`
		GoodFaith   bool   `json:"good_faith" doc:"true: who reports believes it to be true and complete."`
	}
}

type reportReceiptOutput struct {
	CacheControl string `header:"Cache-Control"`
	Location     string `header:"Location"`
	Body         reportReceipt
}

type reportReceipt struct {
	Success    bool      `json:"success" doc:"Always true."`
	ID         int64     `json:"id" example:"7" doc:"Number of the report, for mails about it."`
	State      string    `json:"state" enum:"open,dismissed,acted" doc:"What became of it."`
	ReceiptURL string    `json:"receipt_url" format:"uri" doc:"A page that says what becomes of the report. Whoever has the address reads it."`
	CreatedAt  time.Time `json:"created_at" doc:"When it was made."`
	UpdatedAt  time.Time `json:"updated_at" doc:"The same."`
}

type listReportsInput struct {
	OnwardInput
	State string `query:"state" enum:"open,dismissed,acted" default:"open" doc:"Only reports in this state."`
}

type reportsOutput struct {
	Link string `header:"Link"`
	Body struct {
		Reports []ReportEntry `json:"reports" nullable:"false" doc:"Those of this page, the oldest first."`
	}
}

// ReportEntry is what somebody reported, for those who decide about it.
type ReportEntry struct {
	ID         int64      `json:"id" example:"7" doc:"Names the report in addresses."`
	State      string     `json:"state" enum:"open,dismissed,acted" doc:"dismissed: nothing was done. acted: what it is about was taken off."`
	Kind       string     `json:"kind" enum:"illegal,copyright,personal_data,children,other" doc:"Why it was reported."`
	Subject    string     `json:"subject" enum:"model,person,review,collection,page" doc:"What it is about."`
	SubjectID  *int64     `json:"subject_id" doc:"The model, the person, the review or the collection; null for another page."`
	URL        string     `json:"url" format:"uri" doc:"Address of the page that was reported."`
	Answer     *string    `json:"answer" doc:"What who reported was told; null before."`
	DecisionID *int64     `json:"decision_id" doc:"The decision that came of it; null for none."`
	DecidedBy  *int64     `json:"decided_by" doc:"The person who decided; null before."`
	DecidedAt  *time.Time `json:"decided_at" doc:"When it was decided; null before."`
	CreatedAt  time.Time  `json:"created_at" doc:"When it was made."`
	UpdatedAt  time.Time  `json:"updated_at" doc:"When it was last changed."`
}

// reportRecord is a report with what it is about.
type reportRecord struct {
	ReportEntry
	Explanation string                    `json:"explanation" doc:"In the words of who reported; empty in a report about you."`
	Name        *string                   `json:"name" doc:"Who reported; null where they did not say, and in a report about you."`
	Email       *string                   `json:"email" doc:"Where the outcome is sent; null for nowhere, and in a report about you."`
	Model       nullable[reportedModel]   `json:"model" doc:"The model that it is about; null for none, and where it is deleted."`
	Person      nullable[PersonEntry]     `json:"person" doc:"The person whom it is about; null for none."`
	Review      nullable[ReviewRecord]    `json:"review" doc:"The review that it is about; model is then the one that it is of. null for none."`
	Collection  nullable[CollectionEntry] `json:"collection" doc:"The collection that it is about; null for none."`
	Others      []ReportEntry             `json:"others" nullable:"false" doc:"Reports about the same, this one among them, at most 50."`
	Decisions   []decisionRecord          `json:"decisions" nullable:"false" doc:"What was decided about the model, review or collection before, newest first."`
}

type reportedModel struct {
	ID       int64  `json:"id" doc:"Names the model in addresses."`
	Title    string `json:"title" doc:"In its own language."`
	Status   string `json:"status" enum:"draft,published" doc:"Whether it is in the catalogue."`
	AuthorID int64  `json:"author_id" doc:"The person whose it is."`
	Hidden   bool   `json:"hidden" doc:"It was taken out of the catalogue."`
	Withheld bool   `json:"withheld" doc:"Nobody gets its files, nor who bought them."`
}

type reportInput struct {
	ID int64 `path:"id" doc:"The report's id."`
}

type reportOutput struct {
	Body reportRecord
}

type decideReportInput struct {
	ID   int64 `path:"id" doc:"The report's id."`
	Body struct {
		Action    string `json:"action" enum:"none,hide,take_down" doc:"hide: the model leaves the catalogue, the review its page, and nobody but its owner sees the collection. take_down, of models alone: its bytes are not taken again either, from anybody."`
		Ground    string `json:"ground,omitempty" enum:"law,terms" doc:"What asks for it; needed unless action is none."`
		Reason    string `json:"reason" doc:"The facts, and why they are against law or terms, in at most 5,000 characters: the author gets these words, and so does who reported." example:"The shape, the proportions and the maker's mark are those of a lamp that another made in 2019."`
		Downloads *bool  `json:"downloads,omitempty" doc:"false, with take_down: nor do those get the files who bought them. true when absent."`
	}
}

func (s *Server) createReport(ctx context.Context, in *createReportInput) (*reportReceiptOutput, error) {
	who := caller(ctx)
	n := shop.NewReport{
		Page: in.Body.Page, Kind: vitrine.ReportKind(in.Body.Kind), Explanation: in.Body.Explanation, Name: in.Body.Name, Email: in.Body.Email,
		GoodFaith: in.Body.GoodFaith, Network: web.ClientNetwork(ctx), Language: who.User.Language, Answer: answering(ctx, s.receipt),
	}
	if n.Name == "" && !n.Kind.Anonymous() {
		n.Name = who.User.Username
	}
	if n.Email == "" && !n.Kind.Anonymous() {
		n.Email = who.User.Email
	}

	report, secret, err := s.shop.Report(ctx, n)
	if err != nil {
		return nil, err
	}

	return s.receipt(shop.Reported{Report: report, Secret: secret}), nil
}

func (s *Server) receipt(made shop.Reported) *reportReceiptOutput {
	receipt := s.absolute(shop.ReportPath + made.Secret)
	return &reportReceiptOutput{CacheControl: "no-store", Location: receipt, Body: reportReceipt{
		Success: true, ID: made.ID, State: string(made.State), ReceiptURL: receipt, CreatedAt: made.CreatedAt, UpdatedAt: made.CreatedAt,
	}}
}

func (s *Server) listReports(ctx context.Context, in *listReportsInput) (*reportsOutput, error) {
	who, err := s.desk(ctx)
	if err != nil {
		return nil, err
	}
	list := "reports " + in.State
	after, err := in.after(list)
	if err != nil {
		return nil, err
	}

	found, err := s.shop.Reports(ctx, who, vitrine.ReportState(in.State), after, in.size()+1)
	if err != nil {
		return nil, err
	}

	found, next := onward(list, found, in.size(), func(r vitrine.Report) int64 { return r.ID })
	out := &reportsOutput{Link: in.links(s, next)}
	out.Body.Reports = encodeAll(found, s.encodeReport)
	return out, nil
}

func (s *Server) report(ctx context.Context, in *reportInput) (*reportOutput, error) {
	who, err := s.desk(ctx)
	if err != nil {
		return nil, err
	}
	return s.reportAs(ctx, who, in.ID)
}

// reportAs answers with a report as it is now.
func (s *Server) reportAs(ctx context.Context, who shop.SignedIn, id int64) (*reportOutput, error) {
	c, err := s.shop.ReportCase(ctx, who, id)
	if err != nil {
		return nil, err
	}

	out := &reportOutput{Body: reportRecord{
		ReportEntry: s.encodeReport(c.Report), Explanation: c.Report.Explanation, Name: textOrNull(c.Report.Name),
		Email: textOrNull(c.Report.Email), Others: encodeAll(c.Others, s.encodeReport), Decisions: encodeAll(c.Decisions, encodeDecision),
	}}
	if m := c.Model; m != nil {
		out.Body.Model.value = &reportedModel{m.ID, m.Title, string(m.Status), m.AuthorID, m.HiddenFrom != "", c.Withheld}
	}
	if c.Review != nil {
		review := s.encodeReview(c.Review)
		out.Body.Review.value = &review
	}
	if c.Collection != nil {
		collection := s.encodeCollection(c.Collection)
		out.Body.Collection.value = &collection
	}
	if c.Person != nil {
		person := encodePersonEntry(c.Person)
		out.Body.Person.value = &person
	}
	return out, nil
}

func (s *Server) decideReport(ctx context.Context, in *decideReportInput) (*reportOutput, error) {
	who, err := s.desk(ctx)
	if err != nil {
		return nil, err
	}
	ruling := vitrine.Ruling{
		Action: vitrine.Action(in.Body.Action), Ground: vitrine.Ground(in.Body.Ground), Reason: in.Body.Reason,
		Downloads: in.Body.Downloads == nil || *in.Body.Downloads,
	}

	if err := s.shop.DecideReport(ctx, who, in.ID, ruling); err != nil {
		return nil, err
	}

	return s.reportAs(ctx, who, in.ID)
}

func (s *Server) encodeReport(r *vitrine.Report) ReportEntry {
	entry := ReportEntry{
		ID: r.ID, State: string(r.State), Kind: string(r.Kind), Subject: r.Subject, SubjectID: idOrNull(r.SubjectID), URL: s.absolute(r.Path),
		Answer:     textOrNull(r.Answer),
		DecisionID: idOrNull(r.DecisionID), DecidedBy: idOrNull(r.DecidedBy), DecidedAt: timeOrNull(r.DecidedAt),
		CreatedAt: r.CreatedAt, UpdatedAt: r.CreatedAt,
	}
	if !r.DecidedAt.IsZero() {
		entry.UpdatedAt = r.DecidedAt
	}
	return entry
}

func idOrNull(id int64) *int64 {
	if id == 0 {
		return nil
	}
	return &id
}
