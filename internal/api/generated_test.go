//go:build !race

// Thousands of requests take many times longer under the race detector, and each kind of
// them runs under it in the other tests.

package api_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"vitrine"
	"vitrine/internal/api/apitest"
	"vitrine/internal/auth"
	"vitrine/internal/web"
)

// generatedEach is how many requests of a kind are made for each operation, with
// each seed.
const generatedEach = 25

// meaningless are refusals of requests that the contract lets through: no schema
// can say what exists, or that two members fit together.
var meaningless = []string{
	"/category unknown", "/subcategory unknown", "/subcategoy unknown", "/subcategory not_allowed", "/category not_allowed",
	"/category required", "/license not_allowed", "/subcategory required",
	"/custom_license required", "/custom_license not_allowed", "/original_price too_small", "wrong_product_type",
	"cursor bad_format", "Upload-Metadata", "/name bad_name", "/file_type_id ", "page too_large", "status ", "unsupported", "Repr-Digest",
	"/away_until ", "/until not_allowed", "/crop/x not_allowed", "/crop/y not_allowed", "/crop/width not_allowed", "/crop/height not_allowed",
	"/language bad_format", "/parent_id unknown", "/parent_id not_allowed", "/into unknown", "/language duplicate", "/models not_allowed",
	"/cover not_allowed", "/paid_at ",
	"from bad_format", "from not_allowed", "to bad_format", "/page bad_format",
	"/url bad_format", "/until too_early", "/events not_allowed", "/url not_allowed",
	"/order_ids/", "/model_ids/", "/uuid bad_format", "/return_url bad_format", // of a checkout
	"/bundle_ids ", "/model_ids too_few", "/model_ids not_published", "/model_ids free", "/price required", "/price too_large", // of a bundle
	"/model_ids unknown", "/amount too_small", "/code required", "/coupon unknown", // of a promotion or coupon
	"/good_faith required", "/ground required", "/downloads not_allowed",
	"/iban bad_format", "/bic bad_format", "/holder bad_length", "/share bad_format", "/time_zone unknown",
	"/from/provider ", "/to/provider ", "/from/seller_id ", "/to/seller_id ", "/to not_allowed", "/currency unknown", // of the ledger
	"amount not_allowed", "/amount bad_price", "/amount too_large", "/text bad_length", // of what is asked back, and answered
	"/ends_at required", "/ends_at too_small", "/name required", "/percent required",
	" no_notification",
}

// play sends a generated request. Each answer is held against the contract.
func (s *server) play(t *testing.T, r apitest.Request, token map[string]string) answer {
	t.Helper()
	header := maps.Clone(token)
	for name := range r.Header {
		header[name] = r.Header.Get(name)
	}
	got := s.do(t, request{method: r.Method, path: r.Path, header: header, body: r.Body})
	if got.Status >= http.StatusInternalServerError {
		t.Errorf("%s\n%s: status is %d: %s", r.Operation, r, got.Status, got.Body)
	}
	return got
}

// excused reports whether a refusal is about what no schema can say.
func excused(got answer) bool {
	if slices.Contains([]int{401, 402, 403, 404, 409, 412, 429}, got.Status) { // reports are few
		return true
	}
	var problem struct {
		Errors []struct{ Pointer, Parameter, Header, Code string }
	}
	if json.Unmarshal(got.Body, &problem) != nil || len(problem.Errors) == 0 {
		return strings.Contains(string(got.Body), "this Idempotency-Key came with another request before")
	}
	for _, e := range problem.Errors {
		said := e.Pointer + e.Parameter + e.Header + " " + e.Code
		if !slices.ContainsFunc(meaningless, func(m string) bool { return strings.Contains(said, m) }) {
			return false
		}
	}
	return true
}

func generated(t *testing.T, play func(s *server, g *apitest.Generator, id string, known, token map[string]string)) {
	t.Helper()
	contract, err := loadContract()
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(3) {
		s, token := furnished(t, func(o *options) { o.api.Rates = map[web.Budget]web.Rate{} })
		g := contract.Generator(seed)
		for _, id := range contract.IDs() {
			for range generatedEach {
				play(s, g, id, map[string]string{"id": "1", "model_id": "1", "upload": "1"}, token)
			}
		}
	}
}

// TestWhatTheContractLetsThrough sends requests that are made from the contract:
// none is refused for its form.
func TestWhatTheContractLetsThrough(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes seconds, which -short leaves out")
	}
	t.Parallel()
	generated(t, func(s *server, g *apitest.Generator, id string, known, token map[string]string) {
		r := g.Valid(id, known)
		if got := s.play(t, r, token); got.Status >= 400 && !excused(got) {
			t.Errorf("%s: %s\nis refused with %d: %s", id, r, got.Status, got.Body)
		}
	})
}

// TestWhatTheContractRefuses sends requests that break the contract in one place:
// none is carried out.
func TestWhatTheContractRefuses(t *testing.T) {
	t.Parallel()
	generated(t, func(s *server, g *apitest.Generator, id string, known, token map[string]string) {
		r, ok := g.Invalid(id, known)
		if !ok {
			return
		}
		if got := s.play(t, r, token); got.Status < 400 {
			t.Errorf("%s: %s\nis answered with %d: %.300s", id, r, got.Status, got.Body)
		}
	})
}

// TestOtherMethods asks each path with every method that the contract does not
// have for it.
func TestOtherMethods(t *testing.T) {
	t.Parallel()
	contract, err := loadContract()
	if err != nil {
		t.Fatal(err)
	}
	s, token := furnished(t)
	for path, methods := range contract.Methods() {
		asked := strings.NewReplacer("{id}", "1", "{model_id}", "1").Replace(path)
		for _, method := range []string{"GET", "POST", "PUT", "PATCH", "DELETE", "TRACE"} {
			// With these the path is that of a file called so.
			ofFile := strings.HasSuffix(asked, "/files/uploads") && (method == "GET" || method == "DELETE")
			if slices.Contains(methods, method) || ofFile {
				continue
			}
			got := s.do(t, request{method: method, path: asked, header: token})
			allowed := strings.Split(got.Header.Get("Allow"), ", ")
			if got.Status != http.StatusMethodNotAllowed {
				t.Errorf("%s %s: status %d, want 405", method, asked, got.Status)
			}
			for _, known := range methods {
				if !slices.Contains(allowed, known) {
					t.Errorf("%s %s: Allow is %q, without %s", method, asked, allowed, known)
				}
			}
		}
	}
}

// TestWhatIsMadeIsThereUntilItIsRemoved follows Location after each creation, and
// asks again after each removal.
func TestWhatIsMadeIsThereUntilItIsRemoved(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	secret := auth.NewSecret(auth.TokenPrefix)
	giveToken(t, s, s.user(t, "ada").ID, secret, vitrine.ScopeAdmin)
	token := map[string]string{"Authorization": "Bearer " + secret}
	contract, err := loadContract()
	if err != nil {
		t.Fatal(err)
	}
	g := contract.Generator(1)
	made := 0
	for range 200 {
		r := g.Valid("createModel", nil)
		got := s.play(t, r, token)
		if got.Status != http.StatusCreated {
			continue
		}
		made++
		path := strings.TrimPrefix(got.Header.Get("Location"), baseURL)
		read := request{method: "GET", path: path, header: token}
		wantStatus(t, s.do(t, read), http.StatusOK)
		wantStatus(t, s.do(t, request{method: "DELETE", path: path, header: token}), http.StatusNoContent)
		for _, gone := range []string{"", "/publication", "/license", "/files", "/images"} {
			after := read
			after.path += gone
			wantStatus(t, s.do(t, after), http.StatusNotFound)
		}
		wantStatus(t, s.do(t, request{method: "DELETE", path: path, header: token}), http.StatusNotFound)
	}
	if made < 20 {
		t.Errorf("only %d of 200 generated drafts were made", made)
	}
}

// TestGeneratedTwice holds that a seed gives the same requests again.
func TestGeneratedTwice(t *testing.T) {
	t.Parallel()
	contract, err := loadContract()
	if err != nil {
		t.Fatal(err)
	}
	first, second := contract.Generator(5), contract.Generator(5)
	for _, id := range contract.IDs() {
		if a, b := fmt.Sprint(first.Valid(id, nil)), fmt.Sprint(second.Valid(id, nil)); a != b {
			t.Errorf("%s: %s\nand then %s", id, a, b)
		}
	}
}
