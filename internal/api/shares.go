package api

import (
	"context"
	"strconv"
	"time"

	"vitrine"
	"vitrine/internal/store"
)

// ShareRuleRecord is a share that is asked in the place of the marketplace's own.
type ShareRuleRecord struct {
	About string    `json:"about" enum:"model,seller,category" doc:"What kind of thing it is asked of."`
	ID    int64     `json:"id" example:"7" doc:"Which one: of the model, of the seller's account, or of the category, which has what is below it too."`
	Name  string    `json:"name" example:"ada" doc:"Title of the model, username of the seller, or slug of the category."`
	Share string    `json:"share" pattern:"^[0-9]{1,3}(\\.[0-9]{1,2})?$" example:"12.5" doc:"Percent that the marketplace keeps of each order that is made from now on."`
	SetBy *string   `json:"set_by" nullable:"true" example:"ada" doc:"Username of the operator who set it; null of somebody who is gone."`
	SetAt time.Time `json:"set_at" doc:"When."`
}

type sharesOutput struct {
	Link string `header:"Link"`
	Body struct {
		Share  string            `json:"share" pattern:"^[0-9]{1,3}(\\.[0-9]{1,2})?$" example:"15" doc:"Percent that the marketplace keeps where no rule says otherwise."`
		Shares []ShareRuleRecord `json:"shares" nullable:"false" doc:"The rules of this page, the newest first."`
	}
}

type listSharesInput struct{ OnwardInput }

// ShareSubjectInput names what a rule is about.
type ShareSubjectInput struct {
	About string `path:"about" enum:"model,seller,category" doc:"What kind of thing a share is asked of."`
	ID    int64  `path:"id" example:"7" doc:"Which one."`
}

func (s ShareSubjectInput) of() vitrine.ShareSubject {
	return vitrine.ShareSubject{About: vitrine.ShareAbout(s.About), ID: s.ID}
}

type setShareInput struct {
	ShareSubjectInput
	Body struct {
		Share string `json:"share" pattern:"^[0-9]{1,3}([.,][0-9]{1,2})?$" example:"12.5" doc:"Percent from 0 to 100."`
	}
}

type shareOutput struct{ Body ShareRuleRecord }

type endShareInput struct{ ShareSubjectInput }

func (s *Server) listShares(ctx context.Context, in *listSharesInput) (*sharesOutput, error) {
	who, err := s.desk(ctx)
	if err != nil {
		return nil, err
	}

	list, err := s.shop.ShareRules(ctx, who, in.page())
	if err != nil {
		return nil, err
	}
	house, err := s.shop.House(ctx)
	if err != nil {
		return nil, err
	}

	out := &sharesOutput{Link: in.links(s, list.Next)}
	out.Body.Share, out.Body.Shares = house.Share.String(), encodeAll(list.Rules, encodeShareRule)
	return out, nil
}

func (s *Server) setShare(ctx context.Context, in *setShareInput) (*shareOutput, error) {
	who, err := s.desk(ctx)
	if err != nil {
		return nil, err
	}
	share, err := vitrine.ParseShare(in.Body.Share)
	if err != nil {
		return nil, vitrine.InvalidFields([]vitrine.Field{{Pointer: "/share", Code: "bad_format", Detail: err.Error()}})
	}

	if err := s.shop.SetShareRule(ctx, who, in.of(), share); err != nil {
		return nil, err
	}
	rule, err := s.db.NamedShareRule(ctx, in.of())
	if err != nil {
		return nil, err
	}

	return &shareOutput{encodeShareRule(&rule)}, nil
}

func (s *Server) endShare(ctx context.Context, in *endShareInput) (*struct{}, error) {
	who, err := s.desk(ctx)
	if err != nil {
		return nil, err
	}

	return nil, s.shop.EndShareRule(ctx, who, in.of())
}

func encodeShareRule(r *store.NamedShare) ShareRuleRecord {
	encoded := ShareRuleRecord{About: string(r.About), ID: r.ID, Name: r.Name, Share: r.Share.String(), SetAt: r.SetAt}
	if r.SetBy != "" {
		encoded.SetBy = &r.SetBy
	}
	if encoded.Name == "" {
		encoded.Name = strconv.FormatInt(r.ID, 10)
	}
	return encoded
}
