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
	Type           string    `json:"type" enum:"general,editorial,custom"`
	Name           string    `json:"name" example:"General license"`
	Description    string    `json:"description" doc:"Summary."`
	Text           string    `json:"text" doc:"The full text: the operator's, or of a custom license the seller's."`
	Custom         bool      `json:"custom"`
	CommercialUse  bool      `json:"commercial_use"`
	Redistribution bool      `json:"redistribution"`
	CreatedAt      time.Time `json:"created_at"`
	UpdatedAt      time.Time `json:"updated_at"`
}

func (s *Server) modelLicense(ctx context.Context, in *licenseInput) (*licenseOutput, error) {
	l, err := s.shop.ModelLicense(ctx, caller(ctx), in.ModelID)
	if err != nil {
		return nil, err
	}

	return &licenseOutput{license{
		Type: string(l.Type), Name: l.Name, Description: l.Description, Text: l.Text, Custom: l.Type == vitrine.Custom,
		CommercialUse: l.CommercialUse, Redistribution: l.Redistribution, CreatedAt: l.CreatedAt, UpdatedAt: l.UpdatedAt,
	}}, nil
}
