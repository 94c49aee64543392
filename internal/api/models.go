package api

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"vitrine"
	"vitrine/internal/record"
	"vitrine/internal/shop"
	"vitrine/internal/store"
	"vitrine/internal/survey"
)

// modelOutput is a model's record, encoded by package record.
type modelOutput struct {
	ContentType     string `header:"Content-Type"`
	ContentLanguage string `header:"Content-Language"`
	ETag            string `header:"ETag"`
	Location        string `header:"Location"`
	Body            []byte
}

type modelsOutput struct {
	ContentType     string `header:"Content-Type"`
	ContentLanguage string `header:"Content-Language"`
	Link            string `header:"Link"`
	Body            []byte
}

type modelInput struct {
	LanguageInput
	ID int64 `path:"id" doc:"The model's id."`
}

// publicationInput names the model alone: what it lacks is said in one language.
type publicationInput struct {
	ID int64 `path:"id" doc:"The model's id."`
}

type createModelInput struct {
	ContentLanguageInput
	Body modelBody
}

type updateModelInput struct {
	ContentLanguageInput
	ID      int64   `path:"id" doc:"The model's id."`
	IfMatch ifMatch `header:"If-Match" doc:"Only when the model is still the one with this ETag, or with its weak form, W/, that compressed answers have."`
	Body    modelUpdate
}

type deleteModelInput struct {
	ID      int64   `path:"id" doc:"The model's id."`
	IfMatch ifMatch `header:"If-Match" doc:"Only when the model is still the one with this ETag, or with its weak form, W/, that compressed answers have."`
}

type publicationOutput struct {
	Body struct {
		Publishable bool           `json:"publishable" doc:"Whether status published would be accepted now."`
		Problems    []fieldProblem `json:"problems" nullable:"false" doc:"All that is missing; empty when it is publishable."`
		Earned      *string        `json:"earned" nullable:"true" doc:"What the author gets of the price, after the share of the marketplace; null without a price." example:"13.13"`
	}
}

// fieldProblem is one thing that is wrong, or missing.
type fieldProblem struct {
	Code     string `json:"code" doc:"Stable name of what is missing."`
	Pointer  string `json:"pointer" doc:"JSON pointer to the member of the model that it concerns."`
	Language string `json:"language,omitempty" doc:"Language of the text that lacks it; send it as Content-Language." example:"en-US"`
	Detail   string `json:"detail" doc:"What to do."`
}

func (s *Server) listModels(ctx context.Context, in *listModelsInput) (*modelsOutput, error) {
	page, err := in.page()
	if err != nil {
		return nil, err
	}
	query, err := in.query(page)
	if err != nil {
		return nil, err
	}

	found, err := s.listed(ctx, in, query)
	if err == nil && found.Total.Count == 0 {
		var again bool
		if again, err = s.standsFor(ctx, &query); again {
			found, err = s.listed(ctx, in, query)
		}
	}
	if err != nil {
		return nil, err
	}

	return s.encodeModels(ctx, in, page, found)
}

func (s *Server) listed(ctx context.Context, in *listModelsInput, query vitrine.CatalogueQuery) (store.RecordPage, error) {
	if in.Mine {
		return s.db.OwnModels(ctx, vitrine.OwnQuery{AuthorID: caller(ctx).User.ID, Status: vitrine.Status(in.Status), Drafted: in.Drafted,
			Standing: vitrine.Standing(in.Standing), Filter: query})
	}
	return s.db.Catalogue(ctx, query)
}

func (s *Server) model(ctx context.Context, in *modelInput) (*modelOutput, error) {
	found, err := s.db.Record(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	if !caller(ctx).MaySee(&vitrine.Model{AuthorID: found.AuthorID, Status: found.Status}) {
		return nil, vitrine.Errorf(vitrine.NotFound, "there is no model %d", in.ID)
	}

	if found.Status == vitrine.Published && found.JSON != "" {
		showsToAll(ctx, in.ID)
	}
	language := in.best(found.Languages)
	body, err := s.appendRecord(ctx, nil, found, language, s.form(http.MethodGet))
	if err != nil {
		return nil, err
	}
	return &modelOutput{ContentType: jsonType, ContentLanguage: language, ETag: modelETag(in.ID, found.Version, language), Body: body}, nil
}

func (s *Server) createModel(ctx context.Context, in *createModelInput) (*modelOutput, error) {
	language, err := in.language()
	if err != nil {
		return nil, err
	}

	encode := func(m *vitrine.Model) *modelOutput { return s.createdModel(m, language) }
	request := in.Body.request(language)
	request.Answer = answering(ctx, encode)

	m, err := s.shop.CreateModel(ctx, caller(ctx), request)
	if err != nil {
		return nil, in.Body.named(err)
	}

	return encode(m), nil
}

// createdModel answers a new draft.
func (s *Server) createdModel(m *vitrine.Model, language string) *modelOutput {
	out := s.encodeModel(m, language)
	out.Location = s.absolute("/v1/models/" + strconv.FormatInt(m.ID, 10))
	out.Body = append([]byte(`{"success":true,`), out.Body[1:]...)
	return out
}

func (s *Server) updateModel(ctx context.Context, in *updateModelInput) (*modelOutput, error) {
	language, err := in.language()
	if err != nil {
		return nil, err
	}

	m, err := s.shop.UpdateModel(ctx, caller(ctx), in.ID, in.Body.request(s, language), modelPrecondition(in.IfMatch, in.ID))
	if err != nil {
		return nil, in.Body.named(err)
	}

	return s.encodeModel(m, language), nil
}

func (s *Server) deleteModel(ctx context.Context, in *deleteModelInput) (*struct{}, error) {
	return nil, s.shop.DeleteModel(ctx, caller(ctx), in.ID, modelPrecondition(in.IfMatch, in.ID))
}

func (s *Server) publication(ctx context.Context, in *publicationInput) (*publicationOutput, error) {
	publication, err := s.shop.Publication(ctx, caller(ctx), in.ID)
	if err != nil {
		return nil, err
	}

	out := &publicationOutput{}
	out.Body.Publishable, out.Body.Problems = len(publication.Problems) == 0, encodeProblems(publication.Problems)
	out.Body.Earned = encodeEarned(publication.Earned)
	return out, nil
}

func encodeProblems(problems []vitrine.Field) []fieldProblem {
	return encodeAll(problems, func(f *vitrine.Field) fieldProblem { return fieldProblem{f.Code, f.Pointer, f.Language, f.Detail} })
}

func encodeEarned(amount *vitrine.Amount) *string {
	if amount == nil {
		return nil
	}
	text := amount.String()
	return &text
}

// encodeModel answers a model as it is after a change.
func (s *Server) encodeModel(m *vitrine.Model, language string) *modelOutput {
	text := m.TextIn(language)
	stored := record.Append(nil, m, text, s.shop.Settings().Currency)
	return &modelOutput{
		ContentType:     jsonType,
		ContentLanguage: text.Language,
		ETag:            modelETag(m.ID, m.Version, text.Language),
		Body:            s.form(http.MethodPut).Expand(nil, string(stored)),
	}
}

// encodeModels writes a list: {"total": n, "models": […]}.
func (s *Server) encodeModels(ctx context.Context, in *listModelsInput, page vitrine.Page, found store.RecordPage) (*modelsOutput, error) {
	listed := s.form(http.MethodGet)
	listed.Listed = true
	body := appendTotal(make([]byte, 0, 64+len(found.Records)*2048), found.Total)
	body = append(body, `"models":[`...)
	var languages []string
	for i, stored := range found.Records {
		language := in.best(stored.Languages)
		if i > 0 {
			body = append(body, ',')
		}
		var err error
		if body, err = s.appendRecord(ctx, body, stored, language, listed); err != nil {
			return nil, err
		}
		if !slices.Contains(languages, language) {
			languages = append(languages, language)
		}
	}
	return &modelsOutput{
		ContentType:     jsonType,
		ContentLanguage: strings.Join(languages, ", "),
		Link:            s.links(&in.PageInput, page, found.Total, found.Next),
		Body:            append(body, "]}"...),
	}, nil
}

// appendRecord appends a model in one of its languages, made again where no
// record is stored.
func (s *Server) appendRecord(ctx context.Context, dst []byte, found store.Record, language string, form record.Form) ([]byte, error) {
	stored := found.JSON
	if language != found.Language {
		var err error
		if stored, err = s.db.Translation(ctx, found.ID, language); err != nil {
			return dst, err
		}
	}
	if stored == "" {
		m, err := s.db.Model(ctx, found.ID)
		if err != nil {
			return dst, err
		}
		m.Measured = survey.Measured(m)
		stored = string(record.Append(nil, m, m.TextIn(language), s.shop.Settings().Currency))
	}
	return form.Expand(dst, stored), nil
}

// form is what this server adds to stored records. Numeric prices are for
// answers to GET only.
func (s *Server) form(method string) record.Form {
	return record.Form{Base: s.baseURL, Numeric: s.numericPrices && method == http.MethodGet}
}

func appendTotal(dst []byte, total vitrine.Total) []byte {
	dst = append(dst, `{"total":`...)
	dst = strconv.AppendInt(dst, total.Count, 10)
	return append(append(append(dst, `,"total_relation":"`...), relation(total)...), `",`...)
}

// modelETag names one version of a model in one language.
func modelETag(id, version int64, language string) string {
	var room [64]byte
	tag := strconv.AppendInt(append(room[:0], `"m`...), id, 10)
	tag = strconv.AppendInt(append(tag, '-'), version, 10)
	return string(append(append(append(tag, '-'), language...), '"'))
}

// modelPrecondition reads If-Match. A version is meant in whichever language
// it was read.
func modelPrecondition(header ifMatch, id int64) shop.Precondition {
	return precondition(header, func(version int64) string { return fmt.Sprintf(`"m%d-%d-`, id, version) })
}
