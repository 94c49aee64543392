package web

import (
	"net/http"

	"vitrine"
)

// ProblemDoc documents a kind of problem. The pages at /problems/… and
// docs/errors.md are made from it.
type ProblemDoc struct {
	Code   vitrine.Code
	Status int
	Title  string
	Text   string
}

// statusChecksum is the status that tus gives to bytes that do not fit their checksum.
const statusChecksum = 460

// Docs documents every kind of problem. It is the only table from codes to
// statuses.
func Docs() []ProblemDoc {
	return []ProblemDoc{
		{vitrine.Malformed, http.StatusBadRequest, "The request can't be read",
			"The body is not JSON, a parameter is of the wrong type or a header is malformed. errors names the parameter. Mend the request; " +
				"sending it again changes nothing."},
		{vitrine.Unauthenticated, http.StatusUnauthorized, "An access token is needed",
			"Every operation needs an access token, in the header Authorization: Bearer TOKEN or the parameter access_token. This one is missing, " +
				"unknown, expired or revoked; WWW-Authenticate says which."},
		{vitrine.PaymentRequired, http.StatusPaymentRequired, "The order is not paid yet",
			"The file belongs to an order that is known but not paid. Send the customer to its checkout_url."},
		{vitrine.Forbidden, http.StatusForbidden, "This is not allowed",
			"The token lacks a scope, which scope names, or its user may not do this: for example change a model that belongs to somebody else."},
		{vitrine.NotFound, http.StatusNotFound, "There is nothing here",
			"Nothing has this address, or it is not yours to know of: drafts and orders of others answer as if they did not exist."},
		{MethodNotAllowed, http.StatusMethodNotAllowed, "The method is not allowed here",
			"The address exists and takes other methods; Allow lists them."},
		{NotAcceptable, http.StatusNotAcceptable, "The answer would not be acceptable",
			"The Accept header excludes application/json, which is what this interface answers with."},
		{vitrine.Conflict, http.StatusConflict, "The state does not allow it",
			"The request is right but the state of things is not: a name is taken, a model lacks what publishing needs, an order is paid already. " +
				"errors lists what stands in the way."},
		{TusVersion, http.StatusPreconditionFailed, "This version of tus is not spoken here",
			"Requests for uploads in parts carry the header Tus-Resumable with the version 1.0.0; Tus-Version says so, too."},
		{vitrine.Stale, http.StatusPreconditionFailed, "The record has changed",
			"If-Match named another version than the one that is stored. Read the record again, and decide whether your change still holds."},
		{vitrine.TooLarge, http.StatusRequestEntityTooLarge, "The request is too large",
			"A body or a file is over a limit, which the detail names. GET /v1/limits shows all limits."},
		{UnsupportedMediaType, http.StatusUnsupportedMediaType, "The body's type is not supported",
			"JSON operations take application/json or no type at all; uploads take multipart/form-data or the bare bytes."},
		{RangeNotSatisfiable, http.StatusRequestedRangeNotSatisfiable, "The range is not within the file",
			"The Range header asks for bytes beyond the end, or is malformed. Content-Range says how long the file is: ask for a range within it, " +
				"or leave Range out."},
		{ExpectationFailed, http.StatusExpectationFailed, "The expectation can't be met",
			"The header Expect may say 100-continue, and nothing else."},
		{vitrine.Invalid, http.StatusUnprocessableEntity, "The request is not valid",
			"The request can be read but breaks a rule. errors names every member that is wrong, with a stable code and what to do."},
		{vitrine.Locked, http.StatusLocked, "Another request holds it",
			"Another request writes to this upload now. Try again when Retry-After has passed, and ask with HEAD where to go on."},
		{vitrine.RateLimited, http.StatusTooManyRequests, "Too many requests",
			"A budget is used up. Retry-After says in how many seconds to try again; RateLimit headers on every answer say how much is left."},
		{HeadTooLarge, http.StatusRequestHeaderFieldsTooLarge, "The headers are too large",
			"The request's line and headers are larger together than the server reads. GET /v1/limits says how large they may be."},
		{Internal, http.StatusInternalServerError, "Something went wrong on our side",
			"The fault is the server's. Its log knows the request by request_id."},
		{NotImplemented, http.StatusNotImplemented, "The body's encoding is not known",
			"The header Transfer-Encoding may say chunked, and nothing else."},
		{vitrine.Mismatched, statusChecksum, "The checksum does not fit",
			"The bytes of a part are not those that Upload-Checksum names: they were changed on their way. None of them were kept; " +
				"send the part again."},
		{vitrine.Unavailable, http.StatusServiceUnavailable, "This can't be served now",
			"A part that is needed does not answer, or the disk is full. Try again later."},
		{VersionNotSupported, http.StatusHTTPVersionNotSupported, "The version of HTTP is not spoken here",
			"Send the request as HTTP/1.1; a proxy in front of the server may speak HTTP/2 and HTTP/3."},
	}
}

func docOf(code vitrine.Code) ProblemDoc {
	docs := Docs()
	fallback := docs[0]
	for _, doc := range docs {
		if doc.Code == code {
			return doc
		}
		if doc.Code == Internal {
			fallback = doc
		}
	}
	return fallback
}
