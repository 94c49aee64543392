package api_test

import (
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/danielgtaylor/huma/v2"
	"github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/api/apitest"
)

// contractFile is the committed contract.
const contractFile = "../../api/openapi.yaml"

var loadContract = sync.OnceValues(func() (*apitest.Contract, error) { return apitest.Load(contractFile) })

// pathOf is a request's path without its query.
func pathOf(address string) string {
	path, _, _ := strings.Cut(address, "?")
	return path
}

// TestEveryRouteStandsInTheContract compares the mux with the document: what the
// code describes is what is committed, so a new operation has to be written there.
func TestEveryRouteStandsInTheContract(t *testing.T) {
	t.Parallel()
	contract, err := loadContract()
	if err != nil {
		t.Fatal(err)
	}
	got := contract.Operations()
	var want []string
	for path, item := range newServer(t).api.OpenAPI().Paths {
		for method, operation := range map[string]*huma.Operation{"GET": item.Get, "POST": item.Post, "PUT": item.Put, "DELETE": item.Delete,
			"PATCH": item.Patch, "HEAD": item.Head} {
			if operation != nil {
				want = append(want, method+" "+path)
			}
		}
	}
	slices.Sort(want)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("operations (-code +contract): run make openapi:\n%s", diff)
	}
}

// TestOneBoundOfExtensions compares the bound in a tag, which can name no constant, with
// the one that pages keep.
func TestOneBoundOfExtensions(t *testing.T) {
	t.Parallel()
	found := 0
	for _, p := range newServer(t).api.OpenAPI().Paths["/v1/models"].Get.Parameters {
		if p.Name != "extensions" {
			continue
		}
		found++
		if bound := p.Schema.MaxItems; bound == nil || *bound != vitrine.MaxExtensions {
			t.Errorf("GET /v1/models bounds extensions otherwise than with %d: %+v", vitrine.MaxExtensions, p.Schema)
		}
	}
	if found != 1 {
		t.Errorf("GET /v1/models has %d parameters for extensions", found)
	}
}

// checkContract holds an answer against the contract. Every answer of every
// test passes through here.
func checkContract(t testing.TB, method, path string, got answer) {
	t.Helper()
	if got.Header.Get("X-Request-Id") == "" {
		t.Errorf("%s %s: the answer has no X-Request-Id", method, path)
	}
	contract, err := loadContract()
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(path, "/v1") {
		return
	}
	if err := contract.Check(method, pathOf(path), got.Status, got.Header, got.Body); err != nil {
		t.Error(err)
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
