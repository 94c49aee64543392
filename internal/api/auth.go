package api

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"mime"
	"mime/multipart"
	"net/http"
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

// owner names the caller for budgets and idempotency keys: those of an
// application are not those of its owner, nor those of people who have allowed it to act
// for them.
func owner(ctx context.Context) string { return ownerOf(caller(ctx)) }

func ownerOf(who vitrine.Caller) string {
	if who.GrantID != 0 {
		return "grant:" + strconv.FormatInt(who.GrantID, 10)
	}
	if who.Application != nil {
		return "app:" + strconv.FormatInt(who.Application.ID, 10)
	}
	return "user:" + strconv.FormatInt(who.User.ID, 10)
}

// admit returns who makes a request, when the token is good, has the scope that
// the operation needs, and the budget is not used up. Requests without a good
// token are counted by network address.
func (s *Server) admit(w http.ResponseWriter, r *http.Request, op operation) (*vitrine.Caller, error) {
	ctx := r.Context()
	who, err := s.authenticate(w, r)
	if err != nil {
		// A wrong token costs its network: else tokens could be tried without a limit.
		if spent := s.limiter.Take(w.Header(), op.budget, "address:"+web.ClientNetwork(ctx)); spent != nil {
			return nil, spent
		}
		return nil, err
	}
	web.Log(ctx, slog.String("operation", op.id), slog.Int64("user", who.User.ID), slog.Int64("token", who.TokenID))
	if err := s.limiter.Take(w.Header(), op.budget, ownerOf(*who)); err != nil {
		return nil, err
	}
	if op.scope != anyScope {
		return who, who.Require(op.scope)
	}
	return who, nil
}

func (s *Server) authenticate(w http.ResponseWriter, r *http.Request) (*vitrine.Caller, error) {
	secret, err := tokenOf(w, r)
	if err != nil {
		return nil, err
	}
	who, err := s.shop.Authenticate(r.Context(), secret)
	if err != nil {
		return nil, whereSent(err, r.Header)
	}
	return &who, nil
}

// whereSent names the parameter access_token, instead of the header, where a token
// that is no good came in that.
func whereSent(err error, header http.Header) error {
	e, ok := errors.AsType[*vitrine.Error](err)
	if token, _ := bearer(header); token != "" || !ok || len(e.Fields) != 1 {
		return err
	}
	field := e.Fields[0]
	field.Header, field.Parameter = "", "access_token"
	moved := *e
	moved.Fields = []vitrine.Field{field}
	return &moved
}

// tokenOf reads the access token from the header Authorization or the
// parameter access_token (RFC 6750, section 2).
func tokenOf(w http.ResponseWriter, r *http.Request) (string, error) {
	header, err := bearer(r.Header)
	if err != nil {
		return "", err
	}
	parameters, err := tokenParameters(w, r)
	if err != nil {
		return "", err
	}
	found := header
	for _, parameter := range parameters {
		if found != "" && parameter != found {
			return "", &vitrine.Error{Code: vitrine.Malformed, Message: "the request carries two different access tokens: send one",
				Fields: []vitrine.Field{{Parameter: "access_token", Code: "not_allowed", Detail: "another one is sent too"}}}
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

// tokenBeforeFile looks for the field access_token among the fields that come before
// the file of a multipart form, within the form's first bytes. The body is read
// again from its beginning by whoever takes the file.
func tokenBeforeFile(r *http.Request) []string {
	kind, parameters, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || kind != "multipart/form-data" || parameters["boundary"] == "" {
		return nil
	}
	const fields = 4 << 10
	ahead := bufio.NewReaderSize(r.Body, fields)
	first, _ := ahead.Peek(fields) // a shorter body is one too; what it lacks is found when it is read
	r.Body = struct {
		io.Reader
		io.Closer
	}{ahead, r.Body}
	form := multipart.NewReader(bytes.NewReader(first), parameters["boundary"])
	for {
		part, err := form.NextPart()
		if err != nil || part.FileName() != "" {
			return nil
		}
		if part.FormName() != "access_token" {
			continue
		}
		if token, err := io.ReadAll(part); err == nil {
			return []string{strings.TrimSpace(string(token))}
		}
	}
}

// tokenParameters reads access_token from the query, from a urlencoded body, and from
// a form with a file where no other token is sent.
func tokenParameters(w http.ResponseWriter, r *http.Request) ([]string, error) {
	var found []string
	if strings.Contains(r.URL.RawQuery, "access_token") {
		found = r.URL.Query()["access_token"]
	}
	reads := r.Method == http.MethodGet || r.Method == http.MethodHead // whose bodies mean nothing (RFC 9110, section 9.3.1)
	if reads || r.Body == nil || r.Body == http.NoBody {
		return found, nil
	}
	if token, err := bearer(r.Header); err == nil && token == "" && len(found) == 0 {
		found = append(found, tokenBeforeFile(r)...)
	}
	if !urlencoded(r.Header) {
		return found, nil
	}
	form, err := web.ReadValues(w, r, web.MaxBody)
	return append(found, form["access_token"]...), err
}

func urlencoded(header http.Header) bool {
	kind, _, err := mime.ParseMediaType(header.Get("Content-Type"))
	return err == nil && kind == "application/x-www-form-urlencoded"
}
