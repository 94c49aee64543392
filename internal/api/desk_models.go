package api

import (
	"context"
	"time"

	"vitrine"
	"vitrine/internal/record"
	"vitrine/internal/shop"
	"vitrine/internal/store"
)

type listDeskModelsInput struct {
	OnwardInput
	Find   string `query:"find" maxLength:"2048" doc:"A number, a slug or the address of a page finds one model; else models whose texts have these words." example:"oak chair"`
	Author string `query:"author" maxLength:"40" doc:"Only models of this username."`
	List   string `query:"list" enum:"waiting,new,published,drafts,hidden,taken_down" doc:"Only models in this state; new: published in the last seven days. Those that wait come in the order in which they began to, what is published with the last publication first, all others with the newest first."`
}

type deskModelsOutput struct {
	Link string `header:"Link"`
	Body struct {
		Models []DeskModelEntry `json:"models" nullable:"false" doc:"Those of this page."`
	}
}

// DeskModelEntry is a model in any state, for those who look after models.
type DeskModelEntry struct {
	ID           int64      `json:"id" doc:"Names the model in addresses."`
	Title        string     `json:"title" doc:"In its own language."`
	State        string     `json:"state" enum:"waiting,published,drafts,hidden,taken_down" doc:"How it stands, as the lists name it."`
	ProductType  string     `json:"product_type" enum:"cg,printable" doc:"What it is for."`
	Price        *string    `json:"price" pattern:"^[0-9]+\\.[0-9]{2}$" example:"12.50" doc:"What it costs; null where nobody has said."`
	Sales        int64      `json:"sales" doc:"How often it was sold."`
	AuthorID     int64      `json:"author_id" doc:"The person whose it is."`
	AuthorName   string     `json:"author_name" example:"ada" doc:"Their username."`
	WaitingSince *time.Time `json:"waiting_since" doc:"Since when it waits for somebody to look at it; null: it does not."`
	PublishedAt  *time.Time `json:"published_at" doc:"When it was last published; null for never."`
	CreatedAt    time.Time  `json:"created_at" doc:"When it was made."`
}

// deskModel is a model with all that is known to those who decide about it.
type deskModel struct {
	DeskModelEntry
	Version       int64            `json:"version" doc:"Of the model as it is shown here: send it to approve this one and no other."`
	URL           string           `json:"url" format:"uri" doc:"Its page, which others see once it is published. getModel reads the model."`
	SentBack      *string          `json:"sent_back" doc:"Why it was sent back to its author the last time; null where it was not, or waits again."`
	Withheld      bool             `json:"withheld" doc:"Nobody gets its files, nor who bought them."`
	Orders        int64            `json:"orders" doc:"How many orders there are of it, counted up to 10,001."`
	Place         *int             `json:"place" doc:"Where the home page shows it, 1 to 12; null for nowhere."`
	FeaturedUntil *time.Time       `json:"featured_until" doc:"Until when the home page shows it; null: until it is taken off there, or where it is not."`
	Shares        []SharedHolder   `json:"shares" nullable:"false" doc:"Files of other authors with the same bytes, at most 20, the oldest first."`
	Reports       []ReportEntry    `json:"reports" nullable:"false" doc:"Reports about it, at most 50."`
	Decisions     []decisionRecord `json:"decisions" nullable:"false" doc:"What was decided about it, newest first."`
}

// SharedHolder is a file whose bytes a model of somebody else has too.
type SharedHolder struct {
	ModelID    int64     `json:"model_id" doc:"The model that has the file."`
	Title      string    `json:"title" doc:"Of the model."`
	AuthorID   int64     `json:"author_id" doc:"The person whose it is."`
	AuthorName string    `json:"author_name" example:"ada" doc:"Their username."`
	Status     string    `json:"status" enum:"draft,published" doc:"Whether the model is in the catalogue."`
	Hidden     bool      `json:"hidden" doc:"It was taken out of the catalogue."`
	Name       string    `json:"name" example:"chair.stl" doc:"Of the file."`
	Size       int64     `json:"size" doc:"Bytes."`
	CreatedAt  time.Time `json:"created_at" doc:"When the file came."`
}

type sharedFilesOutput struct {
	Link string `header:"Link"`
	Body struct {
		Files []sharedFile `json:"files" nullable:"false" doc:"Those of this page, with that first of which a file came last. A page may have fewer than per_page."`
	}
}

type sharedFile struct {
	SHA256  string         `json:"sha256" pattern:"^[0-9a-f]{64}$" doc:"SHA-256 of the bytes, hex."`
	Holders []SharedHolder `json:"holders" nullable:"false" doc:"Who has them, at most 20; who came first is first."`
	More    bool           `json:"more" doc:"There are more of them."`
}

type deskModelInput struct {
	ID int64 `path:"id" doc:"The model's id."`
}

type deskModelOutput struct {
	Body deskModel
}

type ruleModelInput struct {
	ID   int64 `path:"id" doc:"The model's id."`
	Body struct {
		Action    string `json:"action" enum:"hide,take_down" doc:"hide: the model leaves the catalogue. take_down: its bytes are not taken again either, from anybody."`
		Ground    string `json:"ground" enum:"law,terms" doc:"What asks for it."`
		Reason    string `json:"reason" doc:"The facts, and why they are against law or terms, in at most 5,000 characters: the author gets these words." example:"The shape, the proportions and the maker's mark are those of a lamp that another made in 2019."`
		Downloads *bool  `json:"downloads,omitempty" doc:"false, with take_down: nor do those get the files who bought them. true when absent."`
	}
}

type deskReasonInput struct {
	ID   int64 `path:"id" doc:"The model's id."`
	Body deskReason
}

type approveModelInput struct {
	ID   int64 `path:"id" doc:"The model's id."`
	Body struct {
		Version int64 `json:"version" minimum:"1" doc:"Of the model that was looked at, as getDeskModel says it." example:"3"`
	}
}

type featureModelInput struct {
	ID   int64 `path:"id" doc:"The model's id."`
	Body struct {
		Place int        `json:"place" minimum:"1" maximum:"12" doc:"1 is the first. What is behind the last counts as the last." example:"1"`
		Until *time.Time `json:"until,omitempty" doc:"When it is taken off by itself; absent for never."`
	}
}

func (s *Server) listDeskModels(ctx context.Context, in *listDeskModelsInput) (*deskModelsOutput, error) {
	who, err := s.desk(ctx)
	if err != nil {
		return nil, err
	}

	page, err := s.shop.Models(ctx, who, shop.ModelsAsked{
		Find: in.Find, Author: in.Author, List: store.ModelList(in.List), Cursor: in.Cursor, Size: in.size(),
	})
	if err != nil {
		return nil, err
	}

	out := &deskModelsOutput{Link: in.links(s, page.Next)}
	out.Body.Models = encodeAll(page.Models, encodeDeskModel)
	return out, nil
}

func (s *Server) deskModel(ctx context.Context, in *deskModelInput) (*deskModelOutput, error) {
	return s.onModel(ctx, in.ID, func(shop.SignedIn) error { return nil })
}

// onModel does something about a model, and answers with it as it is then.
func (s *Server) onModel(ctx context.Context, id int64, act func(who shop.SignedIn) error) (*deskModelOutput, error) {
	who, err := s.desk(ctx)
	if err != nil {
		return nil, err
	}

	if err := act(who); err != nil {
		return nil, err
	}
	d, err := s.shop.ModelDossier(ctx, who, id)
	if err != nil {
		return nil, err
	}

	return &deskModelOutput{Body: s.encodeDossier(&d)}, nil
}

func (s *Server) ruleModel(ctx context.Context, in *ruleModelInput) (*deskModelOutput, error) {
	ruling := vitrine.Ruling{
		Action: vitrine.Action(in.Body.Action), Ground: vitrine.Ground(in.Body.Ground), Reason: in.Body.Reason,
		Downloads: in.Body.Downloads == nil || *in.Body.Downloads,
	}
	return s.onModel(ctx, in.ID, func(who shop.SignedIn) error { return s.shop.RuleModel(ctx, who, in.ID, ruling) })
}

func (s *Server) restoreModel(ctx context.Context, in *deskReasonInput) (*deskModelOutput, error) {
	return s.onModel(ctx, in.ID, func(who shop.SignedIn) error { return s.shop.RestoreModel(ctx, who, in.ID, in.Body.Reason) })
}

func (s *Server) approveModel(ctx context.Context, in *approveModelInput) (*deskModelOutput, error) {
	return s.onModel(ctx, in.ID, func(who shop.SignedIn) error { return s.shop.Approve(ctx, who, in.ID, in.Body.Version) })
}

func (s *Server) sendModelBack(ctx context.Context, in *deskReasonInput) (*deskModelOutput, error) {
	return s.onModel(ctx, in.ID, func(who shop.SignedIn) error { return s.shop.SendBack(ctx, who, in.ID, in.Body.Reason) })
}

func (s *Server) featureModel(ctx context.Context, in *featureModelInput) (*deskModelOutput, error) {
	var until time.Time
	if in.Body.Until != nil {
		until = *in.Body.Until
	}
	return s.onModel(ctx, in.ID, func(who shop.SignedIn) error { return s.shop.Feature(ctx, who, in.ID, in.Body.Place, until) })
}

func (s *Server) unfeatureModel(ctx context.Context, in *deskModelInput) (*struct{}, error) {
	who, err := s.desk(ctx)
	if err != nil {
		return nil, err
	}

	return nil, s.shop.Unfeature(ctx, who, in.ID)
}

func (s *Server) listSharedFiles(ctx context.Context, in *objectionsInput) (*sharedFilesOutput, error) {
	who, err := s.desk(ctx)
	if err != nil {
		return nil, err
	}

	found, next, err := s.shop.SharedFiles(ctx, who, vitrine.Page{Size: in.size(), Cursor: in.Cursor})
	if err != nil {
		return nil, err
	}

	out := &sharedFilesOutput{Link: in.links(s, next)}
	out.Body.Files = encodeAll(found, func(f *store.SharedFile) sharedFile {
		return sharedFile{f.SHA256, encodeAll(f.Holders, encodeHolder), f.More}
	})
	return out, nil
}

func encodeDeskModel(m *store.DeskModel) DeskModelEntry {
	entry := DeskModelEntry{
		ID: m.ID, Title: m.Title, State: string(m.State()), ProductType: string(m.ProductType), Sales: m.Sales, AuthorID: m.AuthorID,
		AuthorName: m.AuthorName, WaitingSince: timeOrNull(m.WaitingSince), PublishedAt: timeOrNull(m.PublishedAt), CreatedAt: m.CreatedAt,
	}
	if m.Price != nil {
		entry.Price = textOrNull(m.Price.String())
	}
	return entry
}

func (s *Server) encodeDossier(d *shop.ModelDossier) deskModel {
	encoded := deskModel{
		DeskModelEntry: encodeDeskModel(&store.DeskModel{Model: *d.Model, TakenDown: d.TakenDown()}), Version: d.Model.Version,
		URL: s.absolute(record.Path(d.Model)), SentBack: textOrNull(d.Model.SentBack), Withheld: d.Withheld, Orders: d.Orders.Count,
		Shares:  encodeAll(d.Shares, encodeHolder),
		Reports: encodeAll(d.Others, s.encodeReport), Decisions: encodeAll(d.Decisions, encodeDecision),
	}
	if place := d.Place(); place > 0 {
		encoded.Place, encoded.FeaturedUntil = &place, timeOrNull(d.Featured[place-1].Until)
	}
	return encoded
}

func encodeHolder(h *store.Holder) SharedHolder {
	return SharedHolder{h.ModelID, h.Title, h.AuthorID, h.Author, string(h.Status), h.Hidden, h.File, h.Size, h.At}
}
