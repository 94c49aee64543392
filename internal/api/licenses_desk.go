package api

import (
	"context"
	"strings"

	"vitrine"
)

// LicenseBody is what an operator says of a license.
type LicenseBody struct {
	Name           string      `json:"name" doc:"Name for people, one line of at most 60 characters." example:"Studio license"`
	Description    string      `json:"description,omitempty" doc:"Summary of at most 1000 characters." example:"For teams of up to five people."`
	Text           string      `json:"text" doc:"In full, at most 64 KiB." example:"Up to five people of one studio may work with the files."`
	CommercialUse  bool        `json:"commercial_use" doc:"Whether work that contains the model may be sold."`
	Redistribution bool        `json:"redistribution" doc:"Whether the files may be passed on."`
	Terms          LicenseSays `json:"terms,omitempty" doc:"What else it allows; what is absent its text alone tells."`
}

// LicenseSays is what a license allows, as it is written.
type LicenseSays struct {
	Remix          *bool `json:"remix,omitempty" doc:"Whether the model may be changed and built on."`
	PrintSale      *bool `json:"print_sale,omitempty" doc:"Whether printed objects may be sold."`
	CreditRequired *bool `json:"credit_required,omitempty" doc:"Whether the author has to be named."`
	AITraining     *bool `json:"ai_training,omitempty" doc:"Whether generating systems may be trained with the model."`
	MaxCopies      int64 `json:"max_copies,omitempty" minimum:"1" maximum:"1000000000" doc:"How many copies of a work or printed objects there may be; absent for no limit."`
	MaxSeats       int64 `json:"max_seats,omitempty" minimum:"1" maximum:"1000000000" doc:"How many people may work with the files; absent for no limit." example:"5"`
}

type createLicenseInput struct {
	Body struct {
		Type string `json:"type" doc:"Names it in addresses and for models, for ever: 1 to 40 characters of a–z and 0–9, with single dashes between." example:"studio"`
		LicenseBody
	}
}

type updateLicenseInput struct {
	Type string `path:"type" minLength:"1" maxLength:"40" doc:"Which license it is." example:"studio"`
	Body struct {
		Version int64 `json:"version" minimum:"1" doc:"The one that was read: where somebody has written another one since, nothing is changed." example:"1"`
		LicenseBody
	}
}

type createdLicenseOutput struct {
	Location string `header:"Location"`
	Body     createdLicense
}

type createdLicense struct {
	Success bool `json:"success" doc:"Always true."`
	license
}

func (s *Server) createLicense(ctx context.Context, in *createLicenseInput) (*createdLicenseOutput, error) {
	who, err := s.desk(ctx)
	if err != nil {
		return nil, err
	}

	made, err := s.shop.MakeLicense(ctx, who, in.Body.decode(in.Body.Type), answering(ctx, s.createdLicense))
	if err != nil {
		return nil, err
	}

	return s.createdLicense(made), nil
}

func (s *Server) createdLicense(l *vitrine.LicenseText) *createdLicenseOutput {
	return &createdLicenseOutput{
		Location: s.absolute("/v1/licenses/" + string(l.Type)), Body: createdLicense{true, license{encodeLicense(l), l.Text}},
	}
}

func (s *Server) updateLicense(ctx context.Context, in *updateLicenseInput) (*licenseOutput, error) {
	who, err := s.desk(ctx)
	if err != nil {
		return nil, err
	}

	if err := s.shop.WriteLicense(ctx, who, in.Body.Version, in.Body.decode(in.Type)); err != nil {
		return nil, err
	}

	return s.license(ctx, &licenseInput{Type: in.Type})
}

func (s *Server) retireLicense(ctx context.Context, in *licenseInput) (*licenseOutput, error) {
	return s.retire(ctx, in, true)
}

func (s *Server) offerLicense(ctx context.Context, in *licenseInput) (*licenseOutput, error) {
	return s.retire(ctx, in, false)
}

func (s *Server) retire(ctx context.Context, in *licenseInput, retire bool) (*licenseOutput, error) {
	who, err := s.desk(ctx)
	if err != nil {
		return nil, err
	}

	if err := s.shop.RetireLicense(ctx, who, vitrine.License(in.Type), retire); err != nil {
		return nil, err
	}

	return s.license(ctx, in)
}

func (s *Server) removeLicense(ctx context.Context, in *licenseInput) (*struct{}, error) {
	who, err := s.desk(ctx)
	if err != nil {
		return nil, err
	}

	return nil, s.shop.RemoveLicense(ctx, who, vitrine.License(in.Type))
}

func (b LicenseBody) decode(name string) vitrine.LicenseText {
	return vitrine.LicenseText{Type: vitrine.License(name), Name: strings.TrimSpace(b.Name), Description: b.Description, Text: b.Text,
		LicenseTerms: vitrine.LicenseTerms{
			CommercialUse: b.CommercialUse, Redistribution: b.Redistribution, Remix: answered(b.Terms.Remix),
			PrintSale: answered(b.Terms.PrintSale), Credit: answered(b.Terms.CreditRequired), Training: answered(b.Terms.AITraining),
			Copies: b.Terms.MaxCopies, Seats: b.Terms.MaxSeats,
		}}
}

func answered(said *bool) vitrine.YesNo {
	switch {
	case said == nil:
		return ""
	case *said:
		return vitrine.Yes
	}
	return vitrine.No
}
