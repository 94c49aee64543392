package api

import (
	"context"

	"vitrine"
	"vitrine/internal/store"
)

// suggestedInput are the keywords that something is suggested for, with the filters of a list.
type suggestedInput struct {
	AcceptLanguage string `header:"Accept-Language" doc:"Whose stems the keywords are found by, beside those of English."`
	FilterInput
}

type suggestionsOutput struct {
	Body struct {
		Suggestions []suggestedSearch `json:"suggestions" nullable:"false" doc:"At most 10, those first that find most. There are none where the keywords end with no word, or have quotes around several."`
	}
}

type correctionsOutput struct {
	Body struct {
		Corrections []suggestedSearch `json:"corrections" nullable:"false" doc:"One, or none where the keywords find enough, no other word is near, or there are quotes around several."`
	}
}

type suggestedSearch struct {
	Keywords      string `json:"keywords" example:"oak chair" doc:"What to search for in place of the keywords."`
	Total         int64  `json:"total" example:"17" doc:"How many models the search finds with the same filters. Counted up to 10,000."`
	TotalRelation string `json:"total_relation" enum:"eq,gte" doc:"eq: total is exact. gte: it is a lower bound."`
}

func encodeSuggestion(s *store.Suggestion) suggestedSearch {
	return suggestedSearch{s.Keywords, s.Total.Count, relation(s.Total)}
}

func (s *Server) listSuggestions(ctx context.Context, in *suggestedInput) (*suggestionsOutput, error) {
	found, err := suggested(ctx, in, s.db.Complete)
	out := &suggestionsOutput{}
	out.Body.Suggestions = found
	return out, err
}

func (s *Server) listCorrections(ctx context.Context, in *suggestedInput) (*correctionsOutput, error) {
	found, err := suggested(ctx, in, s.db.Correct)
	out := &correctionsOutput{}
	out.Body.Corrections = found
	return out, err
}

func suggested(ctx context.Context, in *suggestedInput, find func(context.Context, vitrine.CatalogueQuery) ([]store.Suggestion, error)) (
	[]suggestedSearch, error,
) {
	query, err := in.filter(in.AcceptLanguage)
	if err != nil {
		return nil, err
	}
	found, err := find(ctx, query)
	if err != nil {
		return nil, err
	}
	return encodeAll(found, encodeSuggestion), nil
}
