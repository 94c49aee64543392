package oauth

import (
	"errors"
	"maps"
	"net/http"
	"strings"
	"time"

	"vitrine"
	"vitrine/internal/shop"
	"vitrine/internal/web"
)

// issuedTokens is the answer with tokens (RFC 6749, section 5.1).
type issuedTokens struct {
	AccessToken  string `json:"access_token"`
	TokenType    string `json:"token_type"`
	ExpiresIn    int64  `json:"expires_in"` // seconds
	RefreshToken string `json:"refresh_token,omitempty"`
	Scope        string `json:"scope"`
	CreatedAt    int64  `json:"created_at"` // seconds since 1970
}

func (s *Server) writeTokens(w http.ResponseWriter, issued shop.Issued) error {
	return web.WriteJSON(w, http.StatusOK, issuedTokens{
		AccessToken: issued.Access, TokenType: "Bearer", ExpiresIn: int64(issued.ExpiresAt.Sub(s.now()).Round(time.Second).Seconds()),
		RefreshToken: issued.Refresh, Scope: vitrine.JoinScopes(issued.Scopes), CreatedAt: issued.CreatedAt.Unix(),
	})
}

// failure is the answer to a request that gets nothing (RFC 6749, section 5.2).
type failure struct {
	Error       string `json:"error"`
	Description string `json:"error_description"`
}

// program answers with what an endpoint says, its errors as programs read them. Answers
// hold secrets and are never kept.
func program(answer endpoint) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-store")
		w.Header().Set("Pragma", "no-cache") // RFC 6749 asks for it
		if err := answer(w, r); err != nil {
			writeFailure(w, r, err)
		}
	})
}

func writeFailure(w http.ResponseWriter, r *http.Request, err error) {
	status, said := failureOf(w, r, err)
	if err := web.WriteJSON(w, status, said); err != nil {
		web.WriteProblem(w, r, err)
	}
}

func failureOf(w http.ResponseWriter, r *http.Request, err error) (int, failure) {
	if refused, ok := errors.AsType[*shop.Refusal](err); ok {
		said := failure{refused.Name, plain(refused.Detail)}
		if refused.Name != shop.InvalidClient {
			return http.StatusBadRequest, said
		}
		w.Header().Set("WWW-Authenticate", `Basic realm="vitrine"`)
		return http.StatusUnauthorized, said
	}
	problem := web.ProblemOf(r, err) // it logs what is not for the caller
	maps.Copy(w.Header(), problem.GetHeaders())
	w.Header().Del("WWW-Authenticate")
	said := failure{"server_error", plain(problem.Detail)}
	switch {
	case problem.Status == http.StatusTooManyRequests || problem.Status == http.StatusServiceUnavailable:
		said.Error = "temporarily_unavailable"
	case problem.Status == http.StatusConflict: // RFC 6749, section 5.2, knows no such status
		return http.StatusBadRequest, failure{shop.InvalidRequest, said.Description}
	case problem.Status < http.StatusInternalServerError:
		said.Error = shop.InvalidRequest
	}
	return problem.Status, said
}

// plain keeps what a description may hold (RFC 6749, appendix A.8).
func plain(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '"' || r == '\\':
			return '\''
		case r < ' ' || r > '~':
			return -1
		}
		return r
	}, text)
}
