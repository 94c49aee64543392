package api

import (
	"context"
	"errors"
	"slices"
	"strconv"

	"vitrine"
	"vitrine/internal/shop"
	"vitrine/internal/web"
)

type translationsOutput struct {
	ETag string `header:"ETag"` // of the model, or its draft version, once the texts are written
	Body struct {
		Total        int64         `json:"total" doc:"How many languages the model has texts in."`
		Translations []Translation `json:"translations" nullable:"false" doc:"The model's own language comes first."`
	}
}

// Translation is what is written about a model in one language.
type Translation struct {
	Language       string   `json:"language" doc:"BCP 47." example:"en-US"`
	Own            bool     `json:"own" doc:"It is the model's own language: the one of writes without Content-Language, and of reads that ask for none of the others."`
	Title          string   `json:"title" doc:"One line of plain text."`
	Description    string   `json:"description" doc:"Sanitised HTML."`
	RawDescription string   `json:"raw_description" doc:"Plain text."`
	Tags           []string `json:"tags" nullable:"false" doc:"Words to find it by."`
}

type saveTranslationsInput struct {
	InDraftInput
	ModelID int64   `path:"model_id" doc:"The model's id."`
	IfMatch ifMatch `header:"If-Match" doc:"Only when the model, or its draft version, is still the one with this ETag, or with its weak form, W/, that compressed answers have."`
	Body    struct {
		Translations []NewTranslation `json:"translations" minItems:"1" maxItems:"20" nullable:"false" doc:"All texts that the model shall have. Those in other languages are removed."`
	}
}

// NewTranslation is what is to be said of a model in one language.
type NewTranslation struct {
	Language    string   `json:"language" doc:"BCP 47." example:"de"`
	Title       string   `json:"title" doc:"At most 200 characters." example:"Roter Drache"`
	Description string   `json:"description,omitempty" doc:"At most 64 KiB; HTML is kept through an allow-list. Absent: none." example:"<p>Ein Drache in vier Posen.</p>"`
	Tags        []string `json:"tags,omitempty" nullable:"false" doc:"5 to 50 distinct tags of at most 50 characters. Absent: none." example:"[\"drache\",\"fantasy\",\"wesen\",\"rot\",\"flügel\"]"`
}

type removeTranslationInput struct {
	InDraftInput
	ModelID  int64   `path:"model_id" doc:"The model's id."`
	Language string  `path:"language" doc:"Language of the text to remove; the last one can't be." example:"de"`
	IfMatch  ifMatch `header:"If-Match" doc:"Only when the model is still the one with this ETag, or with its weak form, W/, that compressed answers have."`
}

func (s *Server) listTranslations(ctx context.Context, in *partsInVersionInput) (*translationsOutput, error) {
	v, err := s.version(ctx, in.ModelID, in.Draft, false)
	if err != nil {
		return nil, err
	}

	texts, err := s.shop.Translations(ctx, v.caller, v.modelID)
	if err != nil {
		return nil, err
	}

	return encodeTranslations(texts), nil
}

// saveTranslations makes what a model says in all its languages what was sent.
func (s *Server) saveTranslations(ctx context.Context, in *saveTranslationsInput) (*translationsOutput, error) {
	saved, etag, err := s.writeTexts(ctx, in)
	if err != nil {
		return nil, in.named(err)
	}

	out := encodeTranslations(saved.Texts())
	out.ETag = etag
	return out, nil
}

// writeTexts stores the texts in a model, or in its draft version, and returns which of both
// has them now, with its ETag.
func (s *Server) writeTexts(ctx context.Context, in *saveTranslationsInput) (*vitrine.Model, string, error) {
	request := in.request()
	if in.Draft {
		d, err := s.shop.SaveDraft(ctx, caller(ctx), in.ModelID, shop.DraftRequest{ModelRequest: request, Means: draftPrecondition(in.IfMatch)})
		if err != nil {
			return nil, "", err
		}
		return d.Copy, draftETag(d.Mark()), nil
	}
	m, err := s.shop.UpdateModel(ctx, caller(ctx), in.ModelID, request, modelPrecondition(in.IfMatch, in.ModelID))
	if err != nil {
		return nil, "", err
	}
	return m, modelETag(m.ID, m.Version, m.Language), nil
}

// request turns the texts into the shop's request.
func (in *saveTranslationsInput) request() shop.ModelRequest {
	request := shop.ModelRequest{OnlyTexts: true}
	for i := range in.Body.Translations {
		sent := &in.Body.Translations[i]
		language, err := web.ContentLanguage(sent.Language)
		if err != nil || language == "" {
			request.Faults = append(request.Faults, vitrine.Field{Pointer: in.place(i) + "/language", Code: "not_allowed",
				Detail: "this is a language tag such as en-US"})
			continue
		}
		same := func(other shop.TextRequest) bool { return other.Language == language }
		if sent.Language = language; slices.ContainsFunc(request.Texts, same) {
			request.Faults = append(request.Faults, vitrine.Field{Pointer: in.place(i) + "/language", Code: "duplicate",
				Detail: "there is a text in this language already"})
			continue
		}
		request.Texts = append(request.Texts, shop.TextRequest{
			Language: language, Title: sent.Title, Description: vitrine.Some(sent.Description), Tags: sent.Tags,
		})
	}
	return request
}

// place is the pointer to a text.
func (in *saveTranslationsInput) place(i int) string { return "/translations/" + strconv.Itoa(i) }

// named gives faults to the texts that have them.
func (in *saveTranslationsInput) named(err error) error {
	refused, ok := errors.AsType[*vitrine.Error](err)
	if !ok {
		return err
	}
	moved := *refused
	moved.Fields = slices.Clone(refused.Fields)
	for i := range moved.Fields {
		f := &moved.Fields[i]
		at := slices.IndexFunc(in.Body.Translations, func(t NewTranslation) bool { return t.Language == f.Language })
		switch {
		case f.Header != "":
			f.Header, f.Pointer = "", "/translations" // there are too many
		case at >= 0 && f.Language != "":
			f.Pointer = in.place(at) + f.Pointer
		}
	}
	return &moved
}

func encodeTranslations(texts []vitrine.Text) *translationsOutput {
	out := &translationsOutput{}
	out.Body.Total, out.Body.Translations = int64(len(texts)), encodeAll(texts, encodeTranslation)
	for i := range out.Body.Translations {
		out.Body.Translations[i].Own = i == 0
	}
	return out
}

func encodeTranslation(text *vitrine.Text) Translation {
	return Translation{
		Language: text.Language, Title: text.Title, Description: text.Description, RawDescription: text.RawDescription,
		Tags: append([]string{}, text.Tags...),
	}
}

func (s *Server) removeTranslation(ctx context.Context, in *removeTranslationInput) (*struct{}, error) {
	language, err := web.ContentLanguage(in.Language)
	if err != nil {
		return nil, vitrine.Errorf(vitrine.NotFound, "model %d has no text in the language %q", in.ModelID, in.Language)
	}

	v, err := s.version(ctx, in.ModelID, in.Draft, true)
	if err != nil {
		return nil, err
	}

	return nil, s.shop.RemoveTranslation(ctx, v.caller, v.modelID, language, v.ofModel(in.IfMatch))
}
