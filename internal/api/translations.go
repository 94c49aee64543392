package api

import (
	"context"

	"vitrine"
	"vitrine/internal/web"
)

type translationsOutput struct {
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

type removeTranslationInput struct {
	ModelID  int64   `path:"model_id" doc:"The model's id."`
	Language string  `path:"language" doc:"Language of the text to remove; the last one can't be." example:"de"`
	IfMatch  ifMatch `header:"If-Match" doc:"Only when the model is still the one with this ETag, or with its weak form, W/, that compressed answers have."`
}

func (s *Server) listTranslations(ctx context.Context, in *partsInput) (*translationsOutput, error) {
	texts, err := s.shop.Translations(ctx, caller(ctx), in.ModelID)
	if err != nil {
		return nil, err
	}

	out := &translationsOutput{}
	out.Body.Total, out.Body.Translations = int64(len(texts)), encodeAll(texts, encodeTranslation)
	for i := range out.Body.Translations {
		out.Body.Translations[i].Own = i == 0
	}
	return out, nil
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

	return nil, s.shop.RemoveTranslation(ctx, caller(ctx), in.ModelID, language, modelPrecondition(in.IfMatch, in.ModelID))
}
