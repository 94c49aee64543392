package api

import (
	"context"
	"encoding/json"
	"reflect"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"vitrine"
	"vitrine/internal/record"
	"vitrine/internal/shop"
	"vitrine/internal/survey"
	"vitrine/internal/web"
)

// DraftHead is what is said of a draft version beside what it makes of its model.
type DraftHead struct {
	Version     int64          `json:"version" minimum:"2" doc:"Number of the version that it will be." example:"2"`
	Note        string         `json:"note" doc:"What changes, for buyers; empty when nothing was said."`
	Changes     []draftChange  `json:"changes" nullable:"false" doc:"In which fields it differs from the model."`
	Clashes     []string       `json:"clashes" nullable:"false" doc:"Fields that were changed in the model too since they were changed here: send what is to be before it is published."`
	Publishable bool           `json:"publishable" doc:"Whether it would be published now."`
	Problems    []fieldProblem `json:"problems" nullable:"false" doc:"What it lacks."`
	Earned      *string        `json:"earned" nullable:"true" doc:"What the author will get of the price, after the share of the marketplace; null without a price." example:"16.63"`
	CreatedAt   time.Time      `json:"created_at" doc:"When it was begun."`
	UpdatedAt   time.Time      `json:"updated_at" doc:"When it was last changed."`
}

// draftChange is a field in which a draft version differs.
type draftChange struct {
	Field  string `json:"field" doc:"Member of the model; translations/de is a text in a further language, files names those that go and come, pictures the ids of images in their order." example:"price"`
	Public string `json:"public" doc:"What the model says, as text." example:"15.00"`
	Draft  string `json:"draft" doc:"What the draft version says." example:"19.00"`
}

// DraftVersion is a draft version with the model as it will be. It is here only to describe the
// contract.
type DraftVersion struct {
	DraftHead
	Model ModelRecord `json:"model" doc:"The model as it will be. Files that were added are downloaded with draft=true before it is published."`
}

type draftBody struct {
	modelBody
	Note optional[string] `json:"note,omitempty" doc:"What changes, for buyers: at most 2000 characters." example:"A wider seat."`
}

// Schema is that of a model, which alone has a status.
func (draftBody) Schema(r huma.Registry) *huma.Schema {
	schema := huma.SchemaFromType(r, reflect.TypeFor[modelBody]())
	delete(schema.Properties, "status")
	schema.Properties["note"] = &huma.Schema{Type: huma.TypeString, Description: noteDoc, Examples: []any{"A wider seat."}}
	return schema
}

const noteDoc = "What changes, for buyers: at most 2000 characters."

type saveDraftInput struct {
	ContentLanguageInput
	ModelID int64   `path:"model_id" doc:"The model's id."`
	IfMatch ifMatch `header:"If-Match" doc:"Only when the draft version is still the one with this ETag, or with its weak form, W/, that compressed answers have."`
	Body    draftBody
}

type discardDraftInput struct {
	ModelID int64   `path:"model_id" doc:"The model's id."`
	IfMatch ifMatch `header:"If-Match" doc:"Only when the draft version is still the one with this ETag, or with its weak form, W/, that compressed answers have."`
}

type draftInput struct {
	LanguageInput
	ModelID int64 `path:"model_id" doc:"The model's id."`
}

func (s *Server) draftVersion(ctx context.Context, in *draftInput) (*modelOutput, error) {
	d, err := s.shop.Draft(ctx, caller(ctx), in.ModelID)
	if err != nil {
		return nil, err
	}

	return s.encodeDraft(ctx, d, in.best(d.Copy.Languages()), s.form("GET"))
}

func (s *Server) saveDraftVersion(ctx context.Context, in *saveDraftInput) (*modelOutput, error) {
	language, err := in.language()
	if err != nil {
		return nil, err
	}

	request := shop.DraftRequest{ModelRequest: in.Body.request(language), Note: in.Body.Note.Optional, Means: draftPrecondition(in.IfMatch)}
	d, err := s.shop.SaveDraft(ctx, caller(ctx), in.ModelID, request)
	if err != nil {
		return nil, in.Body.named(err)
	}

	return s.encodeDraft(ctx, d, language, s.form("PUT"))
}

func (s *Server) discardDraftVersion(ctx context.Context, in *discardDraftInput) (*struct{}, error) {
	return nil, s.shop.DiscardDraft(ctx, caller(ctx), in.ModelID, draftPrecondition(in.IfMatch))
}

// draftPrecondition reads If-Match.
func draftPrecondition(header ifMatch) shop.DraftPrecondition {
	if header == "" {
		return nil
	}
	return func(mark string) bool {
		return web.IfMatch(string(header), func(tag string) bool { return tag == draftETag(mark) })
	}
}

func draftETag(mark string) string { return strconv.Quote("d" + mark) }

// encodeDraft answers a draft version with the model as it will be in a language.
func (s *Server) encodeDraft(ctx context.Context, d *shop.Draft, language string, form record.Form) (*modelOutput, error) {
	would := d.Would()
	earned, err := s.shop.Earned(ctx, would)
	if err != nil {
		return nil, err
	}
	would.Measured = survey.Measured(would)
	text := would.TextIn(language)
	problems := d.Problems()
	head := DraftHead{
		Version: d.Number, Note: d.Note, Changes: []draftChange{}, Clashes: append([]string{}, d.Clashes...), Problems: encodeProblems(problems),
		Publishable: len(problems) == 0 && len(d.Clashes) == 0, Earned: encodeEarned(earned), CreatedAt: d.CreatedAt, UpdatedAt: d.UpdatedAt,
	}
	for _, change := range d.Changes {
		head.Changes = append(head.Changes, draftChange{change.Field, change.Public, change.Draft})
	}
	model := form.Expand(nil, string(record.Append(nil, would, text, s.shop.Settings().Currency)))
	body, err := json.Marshal(struct {
		DraftHead
		Model json.RawMessage `json:"model"`
	}{head, model})
	return &modelOutput{ContentType: jsonType, ContentLanguage: text.Language, ETag: draftETag(d.Mark()), Body: body}, err
}

type versionsOutput struct {
	Body struct {
		Total    int64          `json:"total" doc:"How many are listed."`
		Versions []ModelVersion `json:"versions" nullable:"false" doc:"The newest first, at most 100."`
	}
}

// ModelVersion is a published version of a model.
type ModelVersion struct {
	Number      int64     `json:"number" minimum:"1" doc:"1 is the first." example:"2"`
	Note        string    `json:"note" doc:"What its author says has changed; empty when nothing was said."`
	PublishedAt time.Time `json:"published_at" doc:"When it was published."`
}

type publishVersionInput struct {
	ModelID int64 `path:"model_id" doc:"The model's id."`
	Body    struct {
		Note optional[string] `json:"note,omitempty" doc:"In place of the note of the draft version: at most 2000 characters." example:"A wider seat."`
	}
}

type publishVersionOutput struct {
	Location string `header:"Location"`
	Body     struct {
		Success bool `json:"success" doc:"Always true."`
		ModelVersion
	}
}

func (s *Server) listVersions(ctx context.Context, in *partsInput) (*versionsOutput, error) {
	versions, err := s.shop.Versions(ctx, caller(ctx), in.ModelID)
	if err != nil {
		return nil, err
	}

	out := &versionsOutput{}
	out.Body.Total, out.Body.Versions = int64(len(versions)), encodeAll(versions, encodeVersion)
	return out, nil
}

func encodeVersion(v *vitrine.ModelVersion) ModelVersion {
	return ModelVersion{v.Number, v.Note, v.PublishedAt}
}

func (s *Server) publishVersion(ctx context.Context, in *publishVersionInput) (*publishVersionOutput, error) {
	encode := func(v *vitrine.ModelVersion) *publishVersionOutput {
		out := &publishVersionOutput{Location: s.absolute("/v1/models/" + strconv.FormatInt(v.ModelID, 10) + "/versions")}
		out.Body.Success, out.Body.ModelVersion = true, encodeVersion(v)
		return out
	}

	v, err := s.shop.PublishDraft(ctx, caller(ctx), in.ModelID, shop.PublishRequest{
		Note: in.Body.Note.Optional, Answer: answering(ctx, encode),
	})
	if err != nil {
		return nil, err
	}

	return encode(v), nil
}
