package oauth

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"vitrine"
)

// TestConflictToProgram answers what went wrong in a race as RFC 6749, section 5.2, has it.
func TestConflictToProgram(t *testing.T) {
	t.Parallel()
	answer := httptest.NewRecorder()
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/oauth/token", nil)
	program(func(http.ResponseWriter, *http.Request) error {
		return vitrine.Errorf(vitrine.Conflict, "another one came first")
	}).ServeHTTP(answer, r)
	want := `{"error":"invalid_request","error_description":"another one came first"}`
	if got := answer.Body.String(); answer.Code != http.StatusBadRequest || got != want && got != want+"\n" {
		t.Errorf("it answers %d %s, want 400 %s", answer.Code, got, want)
	}
}
