package api

import (
	"context"
	"strconv"
	"time"

	"vitrine"
)

// PageSummary is one of the marketplace's own texts without its words.
type PageSummary struct {
	Page        string    `json:"page" enum:"terms,privacy,imprint,refunds,help" doc:"Which text it is."`
	Version     int64     `json:"version" minimum:"1" doc:"Versions are numbered from 1 and never change."`
	Agreed      *int64    `json:"agreed_from" nullable:"true" doc:"Who has an account has agreed to this version or a later one; null where nobody has to agree."`
	Languages   []string  `json:"languages" nullable:"false" doc:"The languages that it is written in, the first for who reads none of them."`
	PublishedAt time.Time `json:"published_at" doc:"From when on it stood."`
	URL         string    `json:"url" format:"uri" doc:"Its page for people."`
}

// pageRecord is one of them with its words.
type pageRecord struct {
	PageSummary
	Language string `json:"language" example:"en" doc:"The language of title and text."`
	Title    string `json:"title" doc:"Its heading."`
	Text     string `json:"text" doc:"In Markdown, as the operator wrote it."`
}

type listPagesOutput struct {
	Body struct {
		Pages []PageSummary `json:"pages" nullable:"false" doc:"Those that are published, in the order in which pages list them."`
	}
}

type pageInput struct {
	LanguageInput
	Page    string       `path:"page" enum:"terms,privacy,imprint,refunds,help" doc:"Which text." example:"terms"`
	Version param[int64] `query:"version" minimum:"1" doc:"One of before, which stays readable. Default: the one that stands."`
}

type pageOutput struct {
	ContentLanguage string `header:"Content-Language"`
	Body            pageRecord
}

// PageVersion is a version of one of these texts.
type PageVersion struct {
	Version     int64     `json:"version" minimum:"1" doc:"Versions are numbered from 1 and never change."`
	Shown       bool      `json:"shown" doc:"Whether it is the one that stands."`
	PublishedAt time.Time `json:"published_at" doc:"From when on it stood."`
	URL         string    `json:"url" format:"uri" doc:"Its page for people."`
}

type pageVersionsInput struct {
	Page string `path:"page" enum:"terms,privacy,imprint,refunds,help" doc:"Which text." example:"terms"`
}

type pageVersionsOutput struct {
	Body struct {
		Total    int64         `json:"total" doc:"How many are listed."`
		Versions []PageVersion `json:"versions" nullable:"false" doc:"All, the newest first."`
	}
}

func (s *Server) listPages(ctx context.Context, _ *struct{}) (*listPagesOutput, error) {
	house, err := s.shop.House(ctx)
	if err != nil {
		return nil, err
	}

	out := &listPagesOutput{}
	out.Body.Pages = []PageSummary{}
	for _, kind := range house.Papers.Shown() {
		state := *house.Papers.Of(kind)
		paper, err := s.db.Paper(ctx, kind, state.Version)
		if err != nil {
			return nil, err
		}
		out.Body.Pages = append(out.Body.Pages, s.summaryOf(paper, state))
	}
	return out, nil
}

func (s *Server) page(ctx context.Context, in *pageInput) (*pageOutput, error) {
	house, err := s.shop.House(ctx)
	if err != nil {
		return nil, err
	}
	kind := vitrine.PaperKind(in.Page)
	state := *house.Papers.Of(kind)
	version := state.Version
	if in.Version.set {
		version = in.Version.value
	}
	paper, err := s.db.Paper(ctx, kind, version)
	if err != nil {
		return nil, err
	}

	text := paper.TextIn(in.best(paper.Languages()))
	return &pageOutput{ContentLanguage: text.Language, Body: pageRecord{
		PageSummary: s.summaryOf(paper, state), Language: text.Language, Title: text.Title, Text: text.Text,
	}}, nil
}

func (s *Server) listPageVersions(ctx context.Context, in *pageVersionsInput) (*pageVersionsOutput, error) {
	house, err := s.shop.House(ctx)
	if err != nil {
		return nil, err
	}
	kind := vitrine.PaperKind(in.Page)
	versions, err := s.db.PaperVersions(ctx, kind)
	if err != nil {
		return nil, err
	}

	state, out := *house.Papers.Of(kind), &pageVersionsOutput{}
	out.Body.Total = int64(len(versions))
	out.Body.Versions = encodeAll(versions, func(v *vitrine.Paper) PageVersion {
		return PageVersion{Version: v.Version, Shown: v.Version == state.Version, PublishedAt: v.At, URL: s.addressOf(v, state)}
	})
	return out, nil
}

// addressOf is the page for people of a version.
func (s *Server) addressOf(paper *vitrine.Paper, state vitrine.PaperState) string {
	if paper.Version == state.Version {
		return s.absolute(paper.Kind.Path())
	}
	return s.absolute(paper.Kind.Path() + "/versions/" + strconv.FormatInt(paper.Version, 10))
}

func (s *Server) summaryOf(paper vitrine.Paper, state vitrine.PaperState) PageSummary {
	summary := PageSummary{
		Page: string(paper.Kind), Version: paper.Version, Languages: paper.Languages(), PublishedAt: paper.At,
		URL: s.addressOf(&paper, state),
	}
	if state.Binding > 0 {
		summary.Agreed = &state.Binding
	}
	return summary
}
