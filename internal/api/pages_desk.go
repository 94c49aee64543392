package api

import (
	"context"
	"time"

	"vitrine"
	"vitrine/internal/shop"
	"vitrine/internal/web"
)

// PageText is one of the marketplace's own texts in one language.
type PageText struct {
	Language string `json:"language" doc:"A tag of BCP 47." example:"en"`
	Title    string `json:"title" minLength:"1" maxLength:"120" doc:"Its heading, in one line." example:"Terms"`
	Text     string `json:"text" minLength:"1" maxLength:"100000" doc:"In Markdown." example:"Be **kind**."`
}

// deskPage is one of these texts as operators write it.
type deskPage struct {
	Page        string     `json:"page" enum:"terms,privacy,imprint,refunds,help" doc:"Which text it is."`
	Version     int64      `json:"version" minimum:"0" doc:"The last one; 0 where there was none."`
	Shown       bool       `json:"shown" doc:"Whether it stands; else it was withdrawn, or there was none."`
	Agreed      *int64     `json:"agreed_from" nullable:"true" doc:"Who has an account has agreed to this version or a later one; null where nobody has to agree."`
	Texts       []PageText `json:"texts" nullable:"false" doc:"In all its languages, the first for who reads none of them."`
	PublishedAt *time.Time `json:"published_at" nullable:"true" doc:"When it was published; null where there was none."`
}

type deskPageInput struct {
	Page string `path:"page" enum:"terms,privacy,imprint,refunds,help" doc:"Which text." example:"terms"`
}

type publishPageInput struct {
	Page string `path:"page" enum:"terms,privacy,imprint,refunds,help" doc:"Which text." example:"terms"`
	Body struct {
		Version int64      `json:"version" minimum:"0" doc:"The last one when it was read, 0 for none: where somebody has published another since, nothing is changed." example:"1"`
		Texts   []PageText `json:"texts" nullable:"false" minItems:"1" maxItems:"20" doc:"In all its languages, the first for who reads none of them."`
		Agree   string     `json:"agree" enum:"nobody,anew,still" doc:"Who has an account must agree to it: nobody; everybody, anew; or, where nothing changes for them, those alone who have not agreed to what they had to." example:"anew"`
	}
}

type deskPageOutput struct{ Body deskPage }

func (s *Server) deskPage(ctx context.Context, in *deskPageInput) (*deskPageOutput, error) {
	who, err := s.desk(ctx)
	if err != nil {
		return nil, err
	}
	return s.deskPageAs(ctx, who, in.Page)
}

// deskPageAs answers with a text as it is now.
func (s *Server) deskPageAs(ctx context.Context, who shop.SignedIn, page string) (*deskPageOutput, error) {
	state, last, err := s.shop.LastPaper(ctx, who, vitrine.PaperKind(page))
	if err != nil {
		return nil, err
	}

	out := deskPage{Page: page, Version: last.Version, Shown: state.Shown(), Texts: []PageText{}, PublishedAt: timeOrNull(last.At)}
	for _, text := range last.Texts {
		out.Texts = append(out.Texts, PageText(text))
	}
	if state.Binding > 0 {
		out.Agreed = &state.Binding
	}
	return &deskPageOutput{out}, nil
}

func (s *Server) publishPage(ctx context.Context, in *publishPageInput) (*deskPageOutput, error) {
	who, err := s.desk(ctx)
	if err != nil {
		return nil, err
	}

	said := shop.NewPaper{Since: in.Body.Version, Binds: shop.Binds(in.Body.Agree)}
	if in.Body.Agree == "nobody" {
		said.Binds = shop.BindsNobody
	}
	for _, text := range in.Body.Texts {
		if tag, err := web.ContentLanguage(text.Language); err == nil {
			text.Language = tag // else shop says what is wrong with it, at its place
		}
		said.Texts = append(said.Texts, vitrine.PaperText(text))
	}
	if _, err := s.shop.PublishPaper(ctx, who, vitrine.PaperKind(in.Page), said); err != nil {
		return nil, err
	}

	return s.deskPageAs(ctx, who, in.Page)
}

func (s *Server) withdrawPage(ctx context.Context, in *deskPageInput) (*struct{}, error) {
	who, err := s.desk(ctx)
	if err != nil {
		return nil, err
	}

	return nil, s.shop.WithdrawPaper(ctx, who, vitrine.PaperKind(in.Page))
}
