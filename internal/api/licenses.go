package api

import (
	"context"
	"time"

	"vitrine"
)

type licenseInput struct {
	ModelID int64 `path:"model_id" doc:"The model's id." example:"42"`
}

type licenseOutput struct {
	Body license
}

type license struct {
	Type           string    `json:"type" enum:"general,editorial,custom" doc:"Which license it is."`
	Name           string    `json:"name" example:"General license" doc:"Name for people."`
	Description    string    `json:"description" doc:"Summary."`
	Text           string    `json:"text" doc:"The full text: the operator's, or of a custom license the seller's."`
	Custom         bool      `json:"custom" doc:"Whether the text is the seller's own."`
	CommercialUse  *bool     `json:"commercial_use" nullable:"true" doc:"Whether work that contains the model may be sold; null for a custom license, whose text says so."`
	Redistribution *bool     `json:"redistribution" nullable:"true" doc:"Whether the files may be passed on; null for a custom license."`
	CreatedAt      time.Time `json:"created_at" doc:"When it was made."`
	UpdatedAt      time.Time `json:"updated_at" doc:"When it was last changed."`
}

func (s *Server) modelLicense(ctx context.Context, in *licenseInput) (*licenseOutput, error) {
	l, err := s.shop.ModelLicense(ctx, caller(ctx), in.ModelID)
	if err != nil {
		return nil, err
	}

	out := &licenseOutput{license{
		Type: string(l.Type), Name: l.Name, Description: l.Description, Text: l.Text, Custom: l.Type == vitrine.Custom,
		CreatedAt: l.CreatedAt, UpdatedAt: l.UpdatedAt,
	}}
	if !out.Body.Custom { // what a seller's own text allows, nobody but its reader can say
		out.Body.CommercialUse, out.Body.Redistribution = &l.CommercialUse, &l.Redistribution
	}
	return out, nil
}
