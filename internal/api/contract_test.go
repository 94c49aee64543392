package api_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// checkContract holds an answer against the contract. Every answer of every
// test passes through here.
func checkContract(t testing.TB, method, path string, got answer) {
	t.Helper()
	if got.Header.Get("X-Request-Id") == "" {
		t.Errorf("%s %s: the answer has no X-Request-Id", method, path)
	}
	if got.Status < 400 {
		return
	}
	if kind := got.Header.Get("Content-Type"); kind != "application/problem+json" {
		t.Errorf("%s %s: a refusal with %d is %q, want a problem", method, path, got.Status, kind)
		return
	}
	if len(got.Body) == 0 {
		return
	}
	checkProblem(t, method+" "+path, got)
}

func checkProblem(t testing.TB, where string, got answer) {
	t.Helper()
	var problem map[string]any
	if err := json.Unmarshal(got.Body, &problem); err != nil {
		t.Errorf("%s: the problem is not JSON: %v", where, err)
		return
	}
	want := []string{"code", "detail", "error", "errors", "instance", "request_id", "status", "success", "title", "type"}
	var members []string
	for name := range problem {
		if name != "scope" {
			members = append(members, name)
		}
	}
	slices.Sort(members)
	if diff := cmp.Diff(want, members); diff != "" {
		t.Errorf("%s: members of the problem (-want +got):\n%s", where, diff)
	}
	for name, value := range map[string]any{
		"status": float64(got.Status), "success": false, "error": problem["detail"],
		"request_id": got.Header.Get("X-Request-Id"),
		"type":       baseURL + "/problems/" + text(problem["code"]),
	} {
		if problem[name] != value {
			t.Errorf("%s: %s of the problem is %v, want %v", where, name, problem[name], value)
		}
	}
	if instance := text(problem["instance"]); !strings.HasSuffix(where, instance) {
		t.Errorf("%s: instance of the problem is %q", where, instance)
	}
}

func text(v any) string {
	s, _ := v.(string)
	return s
}
