// Code generated from api/openapi.yaml (make client). DO NOT EDIT.

package client

import (
	"context"
	"net/http"
	"net/url"
)

// MailWordsQuery is what [Client.ListMailWords] can be asked for. What is zero is left out.
type MailWordsQuery struct {
	// true: only those that an operator wrote.
	Own bool
}

func (q MailWordsQuery) values() url.Values {
	v := values{}
	v.add("own", q.Own)
	return url.Values(v)
}

// ListMailWords: what mails of each kind say. What mails of all kinds are about in all languages,
// and whether an operator wrote them. For operators.
//
// GET /v1/desk/mail-words, with the scope admin.
func (c *Client) ListMailWords(ctx context.Context, query MailWordsQuery, options ...CallOption) (*MailWordsList, error) {
	return ask[MailWordsList](ctx, c, &request{method: http.MethodGet, path: "/v1/desk/mail-words", query: query.values()}, options)
}

// MailWords: what mails of a kind say in a language. What mails of a kind say in a language, with
// what they may name of each mail. For operators.
//
// GET /v1/desk/mail-words/{language}/{kind}, with the scope admin.
func (c *Client) MailWords(ctx context.Context, language string, kind string, options ...CallOption) (*MailWording, error) {
	return ask[MailWording](ctx, c, &request{method: http.MethodGet, path: "/v1/desk/mail-words/" + segment(language) + "/" + segment(kind)}, options)
}

// WriteMailWords: write what mails of a kind say. Has mails of a kind in a language say something
// else from now on. Words that lack what the mail is for, such as its link, are refused. For
// operators.
//
// PUT /v1/desk/mail-words/{language}/{kind}, with the scope admin.
func (c *Client) WriteMailWords(ctx context.Context, language string, kind string, body NewMailWords, options ...CallOption) (*MailWording, error) {
	return ask[MailWording](ctx, c, &request{method: http.MethodPut, path: "/v1/desk/mail-words/" + segment(language) + "/" + segment(kind), body: body}, options)
}

// RemoveMailWordsQuery is what [Client.RemoveMailWords] can be asked for. What is zero is left out.
type RemoveMailWordsQuery struct {
	// The last one when it was read: where somebody has written another since, nothing is changed.
	// Default: whatever stands.
	Version int64
}

func (q RemoveMailWordsQuery) values() url.Values {
	v := values{}
	v.add("version", q.Version)
	return url.Values(v)
}

// RemoveMailWords: have mails say again what the program says. Has mails of a kind in a language
// say again what the program says. For operators.
//
// DELETE /v1/desk/mail-words/{language}/{kind}, with the scope admin.
func (c *Client) RemoveMailWords(ctx context.Context, language string, kind string, query RemoveMailWordsQuery, options ...CallOption) error {
	return c.tell(ctx, &request{method: http.MethodDelete, path: "/v1/desk/mail-words/" + segment(language) + "/" + segment(kind), query: query.values()}, options)
}

// TryMail: send a mail of a kind to oneself. Sends the caller a mail of a kind in a language, with
// values that are made up. For operators.
//
// POST /v1/desk/mail-words/{language}/{kind}/try, with the scope admin.
func (c *Client) TryMail(ctx context.Context, language string, kind string, options ...CallOption) error {
	return c.tell(ctx, &request{method: http.MethodPost, path: "/v1/desk/mail-words/" + segment(language) + "/" + segment(kind) + "/try", keyed: true}, options)
}

// MailWording is what mails of a kind say in a language.
type MailWording struct {
	// Their text.
	Body string `json:"body"`
	// What subject and text may name, in double braces.
	Placeholders []string `json:"placeholders"`
	// What the mails are sent for; footer is what all of them end with.
	Kind string `json:"kind"`
	// In which they are, a tag of BCP 47.
	Language string `json:"language"`
	// The last that an operator wrote; 0 for none.
	Version int64 `json:"version"`
	// Whether an operator wrote what stands; else the program did.
	Own bool `json:"own"`
	// Their subject; empty for the footer.
	Subject string `json:"subject"`
}

// MailWords is what mails of a kind say in a language, without the words.
type MailWords struct {
	// What the mails are sent for; footer is what all of them end with.
	Kind string `json:"kind"`
	// In which they are, a tag of BCP 47.
	Language string `json:"language"`
	// The last that an operator wrote; 0 for none.
	Version int64 `json:"version"`
	// Whether an operator wrote what stands; else the program did.
	Own bool `json:"own"`
	// Their subject; empty for the footer.
	Subject string `json:"subject"`
}

// MailWordsList is what mails of all kinds say.
type MailWordsList struct {
	// By kind and language.
	Mails []MailWords `json:"mails"`
}

// NewMailWords is what mails of a kind shall say.
type NewMailWords struct {
	// The last one when it was read, 0 for none: where somebody has written another since, nothing is
	// changed.
	Version int64 `json:"version"`
	// At most 20,000 bytes, with the placeholders that such a mail can't do without.
	Body string `json:"body"`
	// A line of at most 1,000 bytes; empty for the footer alone.
	Subject string `json:"subject,omitzero"`
}
