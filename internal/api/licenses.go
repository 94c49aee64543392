package api

import (
	"context"
	"time"

	"vitrine"
)

type modelLicenseInput struct {
	ModelID int64 `path:"model_id" doc:"The model's id." example:"42"`
}

type licenseInput struct {
	Type string `path:"type" minLength:"1" maxLength:"40" doc:"Which license it is." example:"general"`
}

type licenseOutput struct {
	Body license
}

type licensesOutput struct {
	Body struct {
		Licenses []LicenseEntry `json:"licenses" nullable:"false" doc:"general, editorial and custom, then the operator's own as they were made."`
	}
}

// LicenseEntry is a license in a list.
type LicenseEntry struct {
	Type           string       `json:"type" pattern:"^[a-z0-9]+([-_][a-z0-9]+)*$" maxLength:"40" example:"general" doc:"Which license it is: general and editorial are the operator's texts, custom is the seller's own; there can be others."`
	Name           string       `json:"name" example:"General license" doc:"Name for people."`
	Description    string       `json:"description" doc:"Summary."`
	Version        *int64       `json:"version" nullable:"true" doc:"Of its text and terms, from 1 on: /licenses/{type}/{version} has both. null for a custom license."`
	Custom         bool         `json:"custom" doc:"Whether the text is the seller's own."`
	CommercialUse  *bool        `json:"commercial_use" nullable:"true" doc:"Whether work that contains the model may be sold; null for a custom license, whose text says so."`
	Redistribution *bool        `json:"redistribution" nullable:"true" doc:"Whether the files may be passed on; null for a custom license."`
	Terms          licenseTerms `json:"terms" doc:"What else it allows; null where its text alone tells."`
	RetiredAt      *time.Time   `json:"retired_at" nullable:"true" doc:"Since when no model takes it any more; null while it is offered."`
	CreatedAt      time.Time    `json:"created_at" doc:"When it was made."`
	UpdatedAt      time.Time    `json:"updated_at" doc:"When it was last changed."`
}

type licenseTerms struct {
	Remix          *bool  `json:"remix" nullable:"true" doc:"Whether the model may be changed and built on."`
	PrintSale      *bool  `json:"print_sale" nullable:"true" doc:"Whether printed objects may be sold."`
	CreditRequired *bool  `json:"credit_required" nullable:"true" doc:"Whether the author has to be named."`
	AITraining     *bool  `json:"ai_training" nullable:"true" doc:"Whether generating systems may be trained with the model."`
	MaxCopies      *int64 `json:"max_copies" nullable:"true" doc:"How many copies of a work or printed objects there may be; null for no limit."`
	MaxSeats       *int64 `json:"max_seats" nullable:"true" doc:"How many people may work with the files; null for no limit."`
}

type license struct {
	LicenseEntry
	Text string `json:"text" doc:"The full text: the operator's, or of a model's custom license the seller's."`
}

func (s *Server) modelLicense(ctx context.Context, in *modelLicenseInput) (*licenseOutput, error) {
	l, err := s.shop.ModelLicense(ctx, caller(ctx), in.ModelID)
	if err != nil {
		return nil, err
	}
	return &licenseOutput{license{encodeLicense(l), l.Text}}, nil
}

func (s *Server) license(ctx context.Context, in *licenseInput) (*licenseOutput, error) {
	l, err := s.db.License(ctx, vitrine.License(in.Type))
	if err != nil {
		return nil, err
	}
	return &licenseOutput{license{encodeLicense(l), l.Text}}, nil
}

func (s *Server) listLicenses(ctx context.Context, _ *struct{}) (*licensesOutput, error) {
	all, err := s.db.Licenses(ctx)
	if err != nil {
		return nil, err
	}
	out := &licensesOutput{}
	out.Body.Licenses = make([]LicenseEntry, len(all))
	for i := range all {
		out.Body.Licenses[i] = encodeLicense(&all[i])
	}
	return out, nil
}

func encodeLicense(l *vitrine.LicenseText) LicenseEntry {
	encoded := LicenseEntry{Type: string(l.Type), Name: l.Name, Description: l.Description, Custom: l.Type == vitrine.Custom,
		CreatedAt: l.CreatedAt, UpdatedAt: l.UpdatedAt}
	if !l.RetiredAt.IsZero() {
		encoded.RetiredAt = &l.RetiredAt
	}
	if encoded.Custom { // what a seller's own text allows, nobody but its reader can say
		return encoded
	}
	encoded.Version, encoded.CommercialUse, encoded.Redistribution = &l.Version, &l.CommercialUse, &l.Redistribution
	encoded.Terms = licenseTerms{Remix: said(l.Remix), PrintSale: said(l.PrintSale), CreditRequired: said(l.Credit),
		AITraining: said(l.Training), MaxCopies: limited(l.Copies), MaxSeats: limited(l.Seats)}
	return encoded
}

func said(answer vitrine.YesNo) *bool {
	if answer == "" {
		return nil
	}
	yes := answer == vitrine.Yes
	return &yes
}

func limited(n int64) *int64 {
	if n == 0 {
		return nil
	}
	return &n
}
