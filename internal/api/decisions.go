package api

import (
	"context"
	"time"

	"vitrine"
	"vitrine/internal/shop"
)

// Decided is what everybody sees of a decision whom it is about, and who decide.
type Decided struct {
	ID           int64      `json:"id" example:"7" doc:"Names the decision in addresses."`
	ModelID      int64      `json:"model_id" doc:"The model that it is about; 0 for none, where it is about a collection."`
	ReviewID     *int64     `json:"review_id" doc:"The review of that model that it is about; null: the model itself."`
	CollectionID *int64     `json:"collection_id" doc:"The collection that it is about; null for none."`
	Action       string     `json:"action" enum:"hide,take_down" doc:"What was done."`
	Ground       string     `json:"ground" enum:"law,terms" doc:"What asks for it."`
	Reason       string     `json:"reason" doc:"The facts, and why they are against law or terms."`
	Downloads    bool       `json:"downloads" doc:"Those who bought the model keep its files."`
	Stands       bool       `json:"stands" doc:"It holds still."`
	Objection    *string    `json:"objection" doc:"What the author objects; null for nothing."`
	Answer       *string    `json:"answer" doc:"What was answered to that; null before."`
	ObjectedAt   *time.Time `json:"objected_at" doc:"When the author objected; null before."`
	AnsweredAt   *time.Time `json:"answered_at" doc:"When that was answered; null before."`
	LiftedAt     *time.Time `json:"lifted_at" doc:"When the model, review or collection was restored; null before."`
	CreatedAt    time.Time  `json:"created_at" doc:"When it was made."`
	UpdatedAt    time.Time  `json:"updated_at" doc:"When it was last changed."`
}

// ownDecision is a decision for the author of its model, who never learns who reported it.
type ownDecision struct {
	Decided
	Objectable bool `json:"objectable" doc:"The author may object: once, while it stands."`
}

// decisionRecord is a decision for those who decide.
type decisionRecord struct {
	Decided
	AuthorID  int64  `json:"author_id" doc:"The person whose model, review or collection it is."`
	ReportID  *int64 `json:"report_id" doc:"The report that it followed; null for none."`
	DecidedBy int64  `json:"decided_by" doc:"The person who decided."`
}

type objectionsInput struct{ OnwardInput }

type objectionsOutput struct {
	Link string `header:"Link"`
	Body struct {
		Decisions []decisionRecord `json:"decisions" nullable:"false" doc:"Those of this page, the oldest first."`
	}
}

type decisionInput struct {
	ID int64 `path:"id" doc:"The decision's id."`
}

type decisionOutput struct {
	Body decisionRecord
}

type answerInput struct {
	ID   int64 `path:"id" doc:"The decision's id."`
	Body struct {
		Lift   bool   `json:"lift" doc:"true: the author is right, and the model is restored with all that was decided about it. false: the decision stands."`
		Answer string `json:"answer" doc:"Why, in at most 5,000 characters: the author gets these words." example:"You showed us the drawings of 2018: the lamp is yours."`
	}
}

type liftInput struct {
	ID   int64 `path:"id" doc:"The decision's id."`
	Body struct {
		Reason string `json:"reason" doc:"Why, in at most 5,000 characters: the author gets these words." example:"It was a mistake: we are sorry."`
	}
}

type ownDecisionsInput struct {
	ModelID int64 `path:"model_id" doc:"The model's id."`
}

type ownDecisionsOutput struct {
	Body struct {
		Total     int64         `json:"total" doc:"How many there are."`
		Decisions []ownDecision `json:"decisions" nullable:"false" doc:"All of them, newest first."`
	}
}

type objectInput struct {
	ModelID int64 `path:"model_id" doc:"The model's id."`
	ID      int64 `path:"id" doc:"The decision's id."`
	Body    struct {
		Objection string `json:"objection" doc:"Why the decision is wrong, in at most 5,000 characters." example:"The lamp is mine: I drew it in 2018, as the enclosed pictures of my drawings show."`
	}
}

type ownDecisionOutput struct {
	Body ownDecision
}

func (s *Server) listObjections(ctx context.Context, in *objectionsInput) (*objectionsOutput, error) {
	who, err := s.desk(ctx)
	if err != nil {
		return nil, err
	}
	const list = "objections"
	after, err := in.after(list)
	if err != nil {
		return nil, err
	}

	found, err := s.shop.Objections(ctx, who, after, in.size()+1)
	if err != nil {
		return nil, err
	}

	found, next := onward(list, found, in.size(), func(d vitrine.Decision) int64 { return d.ID })
	out := &objectionsOutput{Link: in.links(s, next)}
	out.Body.Decisions = encodeAll(found, encodeDecision)
	return out, nil
}

func (s *Server) decision(ctx context.Context, in *decisionInput) (*decisionOutput, error) {
	return s.onDecision(ctx, in.ID, func(shop.SignedIn) error { return nil })
}

// onDecision does something about a decision, and answers with it as it is then.
func (s *Server) onDecision(ctx context.Context, id int64, act func(who shop.SignedIn) error) (*decisionOutput, error) {
	who, err := s.desk(ctx)
	if err != nil {
		return nil, err
	}

	if err := act(who); err != nil {
		return nil, err
	}
	d, err := s.shop.Decision(ctx, who, id)
	if err != nil {
		return nil, err
	}

	return &decisionOutput{Body: encodeDecision(&d)}, nil
}

func (s *Server) answerObjection(ctx context.Context, in *answerInput) (*decisionOutput, error) {
	return s.onDecision(ctx, in.ID, func(who shop.SignedIn) error {
		return s.shop.AnswerObjection(ctx, who, in.ID, in.Body.Lift, in.Body.Answer)
	})
}

func (s *Server) liftDecision(ctx context.Context, in *liftInput) (*decisionOutput, error) {
	return s.onDecision(ctx, in.ID, func(who shop.SignedIn) error {
		d, err := s.shop.Decision(ctx, who, in.ID)
		if err != nil {
			return err
		}
		switch {
		case d.ReviewID != 0:
			return s.shop.RestoreReview(ctx, who, d.ReviewID, in.Body.Reason)
		case d.CollectionID != 0:
			return s.shop.RestoreCollection(ctx, who, d.CollectionID, in.Body.Reason)
		}
		return s.shop.RestoreModel(ctx, who, d.ModelID, in.Body.Reason)
	})
}

func (s *Server) listDecisions(ctx context.Context, in *ownDecisionsInput) (*ownDecisionsOutput, error) {
	found, err := s.shop.DecisionsAbout(ctx, caller(ctx), in.ModelID)
	if err != nil {
		return nil, err
	}

	out := &ownDecisionsOutput{}
	out.Body.Total, out.Body.Decisions = int64(len(found)), encodeAll(found, encodeOwnDecision)
	return out, nil
}

func (s *Server) object(ctx context.Context, in *objectInput) (*ownDecisionOutput, error) {
	who, err := s.desk(ctx)
	if err != nil {
		return nil, err
	}
	d, _, err := s.shop.DecisionFor(ctx, who, in.ID)
	if err == nil && d.ModelID != in.ModelID {
		err = vitrine.Errorf(vitrine.NotFound, "there is no decision %d about this model", in.ID)
	}
	if err != nil {
		return nil, err
	}

	if err := s.shop.Object(ctx, who, in.ID, in.Body.Objection); err != nil {
		return nil, err
	}
	if d, _, err = s.shop.DecisionFor(ctx, who, in.ID); err != nil {
		return nil, err
	}

	return &ownDecisionOutput{Body: encodeOwnDecision(&d)}, nil
}

func encodeDecided(d *vitrine.Decision) Decided {
	encoded := Decided{
		ID: d.ID, ModelID: d.ModelID, ReviewID: idOrNull(d.ReviewID), CollectionID: idOrNull(d.CollectionID),
		Action: string(d.Action), Ground: string(d.Ground), Reason: d.Reason,
		Downloads: d.Downloads, Stands: d.Stands(), Objection: textOrNull(d.Objection), Answer: textOrNull(d.Answer),
		ObjectedAt: timeOrNull(d.ObjectedAt), AnsweredAt: timeOrNull(d.ClosedAt), LiftedAt: timeOrNull(d.LiftedAt),
		CreatedAt: d.CreatedAt, UpdatedAt: d.CreatedAt,
	}
	for _, t := range []time.Time{d.ObjectedAt, d.ClosedAt, d.LiftedAt} {
		if t.After(encoded.UpdatedAt) {
			encoded.UpdatedAt = t
		}
	}
	return encoded
}

func encodeOwnDecision(d *vitrine.Decision) ownDecision {
	return ownDecision{encodeDecided(d), d.Objectable()}
}

func encodeDecision(d *vitrine.Decision) decisionRecord {
	return decisionRecord{Decided: encodeDecided(d), AuthorID: d.AuthorID, ReportID: idOrNull(d.ReportID), DecidedBy: d.DecidedBy}
}
