package api

import (
	"context"
	"errors"
	"log/slog"
	"mime"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"vitrine"
	"vitrine/internal/web"
)

type callerKey struct{}

// caller is who makes the request.
func caller(ctx context.Context) vitrine.Caller {
	if who, ok := ctx.Value(callerKey{}).(*vitrine.Caller); ok {
		return *who
	}
	return vitrine.Caller{}
}

// ownerOf names a caller for budgets and idempotency keys: those of an
// application are not those of its owner.
func ownerOf(who *vitrine.Caller) string {
	if who.Application != nil {
		return "app:" + strconv.FormatInt(who.Application.ID, 10)
	}
	return "user:" + strconv.FormatInt(who.User.ID, 10)
}

// guard lets an operation's handler run when the caller's token is good, has
// the scope that the operation needs, and the budget allows it.
func (s *Server) guard(op operation, next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		who, err := s.authenticate(r)
		if refused := s.spend(w, r, op, who); refused != nil {
			err = refused
		}
		if err == nil && op.scope != "" {
			err = who.Require(op.scope)
		}
		if err != nil {
			web.WriteProblem(w, r, err)
			return
		}
		ctx := r.Context()
		web.Log(ctx, slog.String("operation", op.id), slog.Int64("user", who.User.ID))
		next(w, r.WithContext(context.WithValue(ctx, callerKey{}, who)))
	}
}

// spend takes one request off the caller's budget, or off that of the network
// address when the caller is not known.
func (s *Server) spend(w http.ResponseWriter, r *http.Request, op operation, who *vitrine.Caller) error {
	key := "address:" + web.ClientAddress(r.Context())
	if who != nil {
		key = ownerOf(who)
	}
	decision := s.limiter.Take(op.budget, key)
	decision.Header(w.Header())
	return decision.Err()
}

func (s *Server) authenticate(r *http.Request) (*vitrine.Caller, error) {
	secret, err := tokenOf(r)
	if err != nil {
		return nil, err
	}
	who, err := s.shop.Authenticate(r.Context(), secret)
	if err != nil {
		return nil, err
	}
	return &who, nil
}

// tokenOf reads the access token from the header Authorization or the
// parameter access_token (RFC 6750, section 2).
func tokenOf(r *http.Request) (string, error) {
	header, err := bearer(r.Header)
	if err != nil {
		return "", err
	}
	parameters, err := tokenParameters(r)
	if err != nil {
		return "", err
	}
	found := header
	for _, parameter := range parameters {
		if found != "" && parameter != found {
			return "", &vitrine.Error{Code: vitrine.Malformed, Message: "the request carries two different access tokens: send one",
				Fields: []vitrine.Field{{Pointer: "access_token", Code: "not_allowed", Detail: "another one is sent too"}}}
		}
		found = parameter
	}
	if found == "" {
		return "", vitrine.Errorf(vitrine.Unauthenticated,
			"this needs an access token: send it in the header Authorization: Bearer TOKEN")
	}
	return found, nil
}

// bearer reads the header; "" when it is not there or of another scheme.
func bearer(header http.Header) (string, error) {
	values := header["Authorization"]
	if len(values) > 1 {
		return "", vitrine.Errorf(vitrine.Malformed, "the header Authorization was sent %d times", len(values))
	}
	if len(values) == 0 {
		return "", nil
	}
	scheme, token, _ := strings.Cut(values[0], " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return "", nil
	}
	return strings.TrimSpace(token), nil
}

// tokenParameters reads access_token from the query and from a urlencoded
// body. A multipart body is never read for it: it is a file on its way.
func tokenParameters(r *http.Request) ([]string, error) {
	var found []string
	if strings.Contains(r.URL.RawQuery, "access_token") {
		found = r.URL.Query()["access_token"]
	}
	if r.Body == nil || r.Body == http.NoBody || !urlencoded(r.Header) {
		return found, nil
	}
	form, err := readForm(r)
	return append(found, form["access_token"]...), err
}

func urlencoded(header http.Header) bool {
	kind, _, err := mime.ParseMediaType(header.Get("Content-Type"))
	return err == nil && kind == "application/x-www-form-urlencoded"
}

func readForm(r *http.Request) (url.Values, error) {
	r.Body = http.MaxBytesReader(nil, r.Body, maxBody)
	if err := r.ParseForm(); err != nil {
		if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
			return nil, vitrine.Errorf(vitrine.TooLarge, "the body is over %d bytes", maxBody)
		}
		return nil, &vitrine.Error{Code: vitrine.Malformed, Message: "the form does not parse", Err: err}
	}
	return r.PostForm, nil
}
