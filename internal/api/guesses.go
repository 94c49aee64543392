package api

import (
	"context"

	"vitrine/internal/survey"
)

// guessesOutput is what a model could say.
type guessesOutput struct {
	Body struct {
		Title       *string  `json:"title" nullable:"true" doc:"By the name of a file." example:"Oak chair"`
		Category    *string  `json:"category" nullable:"true" doc:"Slug of a category that the names of the files fit." example:"furniture"`
		Subcategory *string  `json:"subcategory" nullable:"true" doc:"Slug of one below it, where they fit that." example:"chairs"`
		Tags        []string `json:"tags" nullable:"false" doc:"Words of the names of the files: none where there are too few, at most 15."`
		ProductType *string  `json:"product_type" nullable:"true" enum:"cg,printable" doc:"printable where all files are of formats that are printed." example:"printable"`
		Animated    *bool    `json:"animated" nullable:"true" doc:"true where the files have it in them."`
		Rigged      *bool    `json:"rigged" nullable:"true" doc:"Likewise."`
		PBR         *bool    `json:"pbr" nullable:"true" doc:"Likewise."`
		Units       *string  `json:"units" nullable:"true" doc:"What the files are measured in, where they say so." example:"mm"`
	}
}

func (s *Server) guesses(ctx context.Context, in *partsInput) (*guessesOutput, error) {
	m, err := s.db.Model(ctx, in.ModelID)
	if err != nil {
		return nil, err
	}
	if err := caller(ctx).RequireEdit(m); err != nil {
		return nil, err
	}
	categories, err := s.db.Categories(ctx)
	if err != nil {
		return nil, err
	}

	guess, out := survey.Guess(m, categories), &guessesOutput{}
	out.Body.Title, out.Body.Tags = textOrNull(guess.Title), append([]string{}, guess.Tags...)
	out.Body.ProductType, out.Body.Units = textOrNull(string(guess.ProductType)), textOrNull(guess.Units)
	out.Body.Animated, out.Body.Rigged, out.Body.PBR = trueOrNull(guess.Animated), trueOrNull(guess.Rigged), trueOrNull(guess.PBR)
	out.Body.Category = textOrNull(guess.Category.Slug)
	for _, top := range categories {
		if guess.Category.ParentID != 0 && top.ID == guess.Category.ParentID {
			out.Body.Category, out.Body.Subcategory = &top.Slug, textOrNull(guess.Category.Slug)
		}
	}
	return out, nil
}

func trueOrNull(is bool) *bool {
	if !is {
		return nil
	}
	return &is
}
