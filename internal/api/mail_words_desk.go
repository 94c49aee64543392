package api

import (
	"context"
	"slices"

	"vitrine/internal/mail"
	"vitrine/internal/shop"
)

// MailWords are what mails of a kind say in a language, without the words.
type MailWords struct {
	Kind     string `json:"kind" example:"receipt" doc:"What the mails are sent for; footer is what all of them end with."`
	Language string `json:"language" example:"en" doc:"In which they are, a tag of BCP 47."`
	Version  int64  `json:"version" minimum:"0" doc:"The last that an operator wrote; 0 for none."`
	Own      bool   `json:"own" doc:"Whether an operator wrote what stands; else the program did."`
	Subject  string `json:"subject" doc:"Their subject; empty for the footer." example:"Your receipt"`
}

// mailWording is the same with the words.
type mailWording struct {
	MailWords
	Body         string   `json:"body" doc:"Their text." example:"Thank you."`
	Placeholders []string `json:"placeholders" nullable:"false" doc:"What subject and text may name, in double braces."`
}

type listMailWordsInput struct {
	Own bool `query:"own" doc:"true: only those that an operator wrote."`
}

type listMailWordsOutput struct {
	Body struct {
		Mails []MailWords `json:"mails" nullable:"false" doc:"By kind and language."`
	}
}

type mailWordsInput struct {
	Language string `path:"language" minLength:"1" maxLength:"20" doc:"Their language." example:"en"`
	Kind     string `path:"kind" minLength:"1" maxLength:"40" doc:"Their kind." example:"receipt"`
}

type writeMailWordsInput struct {
	Language string `path:"language" minLength:"1" maxLength:"20" doc:"Their language." example:"en"`
	Kind     string `path:"kind" minLength:"1" maxLength:"40" doc:"Their kind." example:"receipt"`
	Body     struct {
		Version int64  `json:"version" minimum:"0" doc:"The last one when it was read, 0 for none: where somebody has written another since, nothing is changed." example:"0"`
		Subject string `json:"subject,omitempty" doc:"A line of at most 1,000 bytes; empty for the footer alone." example:"Mails of {{.Shop}} arrive"`
		Body    string `json:"body" doc:"At most 20,000 bytes, with the placeholders that such a mail can't do without." example:"Hello, this is a trial."`
	}
}

type removeMailWordsInput struct {
	Language string       `path:"language" minLength:"1" maxLength:"20" doc:"Their language." example:"en"`
	Kind     string       `path:"kind" minLength:"1" maxLength:"40" doc:"Their kind." example:"receipt"`
	Version  param[int64] `query:"version" minimum:"1" doc:"The last one when it was read: where somebody has written another since, nothing is changed. Default: whatever stands."`
}

type mailWordsOutput struct{ Body mailWording }

func (s *Server) listMailWords(ctx context.Context, in *listMailWordsInput) (*listMailWordsOutput, error) {
	who, err := s.desk(ctx)
	if err != nil {
		return nil, err
	}

	list, err := s.shop.MailWordings(ctx, who)
	if err != nil {
		return nil, err
	}

	if in.Own {
		list = slices.DeleteFunc(list, func(w shop.MailWording) bool { return !w.Written })
	}
	out := &listMailWordsOutput{}
	out.Body.Mails = encodeAll(list, encodeMailWords)
	return out, nil
}

func (s *Server) mailWords(ctx context.Context, in *mailWordsInput) (*mailWordsOutput, error) {
	who, err := s.desk(ctx)
	if err != nil {
		return nil, err
	}

	w, err := s.shop.MailWording(ctx, who, mail.Kind(in.Kind), in.Language)
	if err != nil {
		return nil, err
	}

	return &mailWordsOutput{mailWording{MailWords: encodeMailWords(&w), Body: w.Body, Placeholders: w.Placeholders}}, nil
}

func (s *Server) writeMailWords(ctx context.Context, in *writeMailWordsInput) (*mailWordsOutput, error) {
	who, err := s.desk(ctx)
	if err != nil {
		return nil, err
	}

	own := mail.Own{Kind: mail.Kind(in.Kind), Language: in.Language, Subject: in.Body.Subject, Body: in.Body.Body}
	if _, err := s.shop.MailWording(ctx, who, own.Kind, own.Language); err != nil {
		return nil, err
	}
	if err := s.shop.WriteMail(ctx, who, own, in.Body.Version); err != nil {
		return nil, err
	}

	return s.mailWords(ctx, &mailWordsInput{Language: in.Language, Kind: in.Kind})
}

func (s *Server) removeMailWords(ctx context.Context, in *removeMailWordsInput) (*struct{}, error) {
	who, err := s.desk(ctx)
	if err != nil {
		return nil, err
	}

	w, err := s.shop.MailWording(ctx, who, mail.Kind(in.Kind), in.Language)
	if err != nil {
		return nil, err
	}
	if in.Version.set {
		w.Version = in.Version.value
	}
	return nil, s.shop.UnwriteMail(ctx, who, w.Kind, w.Language, w.Version)
}

func (s *Server) tryMail(ctx context.Context, in *mailWordsInput) (*struct{}, error) {
	who, err := s.desk(ctx)
	if err != nil {
		return nil, err
	}

	return nil, s.shop.TryMail(ctx, who, mail.Kind(in.Kind), in.Language)
}

func encodeMailWords(w *shop.MailWording) MailWords {
	return MailWords{Kind: string(w.Kind), Language: w.Language, Version: w.Version, Own: w.Written, Subject: w.Subject}
}
