package api_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine"
)

// TestEachPutTakesItsRecord reads each record that can be changed and sends it back: that is
// accepted and changes nothing, and a member that can't be written is refused once it differs.
func TestEachPutTakesItsRecord(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *server) {
		admin := s.user(t, "admin")
		boss := s.hand(t, vitrine.Token{UserID: admin.ID, Scopes: vitrine.AllScopes()})
		who := s.hand(t, vitrine.Token{UserID: s.user(t, "ada").ID, Scopes: vitrine.AllScopes()})
		paths := recordsToChange(t, s, who, boss)
		for path, item := range s.api.OpenAPI().Paths {
			if item.Put == nil || item.Get == nil || item.Put.RequestBody == nil {
				continue
			}
			if paths[path].path == "" {
				t.Errorf("%s is read and changed, and not tried here", path)
			}
		}
		for _, one := range paths {
			t.Run(one.path, func(t *testing.T) { s.wantUnchanged(t, one) })
		}
	})
}

// changeable is a record, a member of it that can't be written, and whose it is.
type changeable struct{ path, readOnly, by string }

// recordsToChange makes what is changed, by the paths of the contract.
func recordsToChange(t *testing.T, s *server, who, boss string) map[string]changeable {
	t.Helper()
	model, _ := s.offer(t, "bob", complete, "a.stl")
	made := func(by, path, body string) string {
		got := s.do(t, create("", path, body).by(by))
		wantStatus(t, got, http.StatusCreated)
		return fmt.Sprint(got.at(t, "id"))
	}
	own := s.draft(t, "ada", complete)
	published, _ := s.offer(t, "ada", complete, "b.stl")
	wantStatus(t, s.do(t, put("ada", published+"/draft", `{"title":"Stool"}`)), http.StatusOK)
	order := made(who, "/v1/orders", `{"model_id":`+idOf(model)+`}`)
	wantStatus(t, s.do(t, put("", "/v1/orders/"+order, `{"status":"paid"}`).by(boss)), http.StatusOK)
	again := made(who, "/v1/orders", `{"model_id":`+idOf(model)+`,"again":true}`)
	checkout := made(who, "/v1/checkouts", `{"order_ids":[`+again+`]}`)
	wantStatus(t, s.do(t, put("", "/v1/checkouts/"+checkout, `{"status":"paid"}`).by(boss)), http.StatusOK)
	wantStatus(t, s.do(t, put("", model+"/reviews/mine", `{"described":5}`).by(who)), http.StatusOK)
	wantStatus(t, s.do(t, put("", "/v1/desk/pages/terms", `{"version":0,"texts":[{"language":"en","title":"Terms","text":"Be kind."}],
		"agree":"nobody"}`).by(boss)), http.StatusOK)
	wantStatus(t, s.do(t, put("", "/v1/desk/mail-words/en/receipt", `{"version":0,"subject":"Yours: {order}","body":"Thanks.\n\n=> Your files"}`).by(boss)), http.StatusOK)
	collection := made(who, "/v1/collections", `{"name":"Kitchen"}`)
	wantStatus(t, s.do(t, put("", "/v1/collections/"+collection+"/models/"+idOf(model), "").by(who)), http.StatusNoContent)
	s.banks(t, "ada")
	promotion := made(who, "/v1/promotions", `{"name":"Winter","percent":5,"begins_at":"2035-01-01T00:00:00Z","ends_at":"2035-02-01T00:00:00Z"}`)
	coupon := made(who, "/v1/coupons", `{"code":"FRIENDS","name":"Friends","percent":5}`)
	another, _ := s.offer(t, "ada", complete, "c.stl")
	bundle := made(who, "/v1/bundles", `{"name":"Pair","price":"5.00","model_ids":[`+idOf(published)+`,`+idOf(another)+`]}`)
	return map[string]changeable{
		"/v1/bundles/{id}":                      {"/v1/bundles/" + bundle, "singly", who},
		"/v1/coupons/{id}":                      {"/v1/coupons/" + coupon, "used", who},
		"/v1/promotions/{id}":                   {"/v1/promotions/" + promotion, "state", who},
		"/v1/promotion-part":                    {"/v1/promotion-part", "", who}, // all of it can be written
		"/v1/payout_account":                    {"/v1/payout_account", "paid_from", who},
		"/v1/models/{id}":                       {own, "slug", who},
		"/v1/models/{model_id}/translations":    {own + "/translations", "total", who},
		"/v1/models/{model_id}/draft":           {published + "/draft", "model", who},
		"/v1/models/{model_id}/reviews/mine":    {model + "/reviews/mine", "username", who},
		"/v1/users/me":                          {"/v1/users/me", "email", who},
		"/v1/users/me/mails":                    {"/v1/users/me/mails", "stopped_at", who},
		"/v1/collections/{id}":                  {"/v1/collections/" + collection, "username", who},
		"/v1/webhook_endpoints/{id}":            {"/v1/webhook_endpoints/" + made(who, "/v1/webhook_endpoints", `{"url":"https://hooks.example/a"}`), "id", who},
		"/v1/orders/{id}":                       {"/v1/orders/" + order, "price", boss},
		"/v1/checkouts/{id}":                    {"/v1/checkouts/" + checkout, "sum", boss},
		"/v1/desk/house":                        {"/v1/desk/house", "strong_operators", boss},
		"/v1/desk/pages/{page}":                 {"/v1/desk/pages/terms", "shown", boss},
		"/v1/desk/mail-words/{language}/{kind}": {"/v1/desk/mail-words/en/receipt", "own", boss},
		"/v1/categories/{id}":                   {"/v1/categories/1", "models_count", boss},
		"/v1/licenses/{type}":                   {"/v1/licenses/general", "custom", boss},
	}
}

func (s *server) wantUnchanged(t *testing.T, one changeable) {
	before := s.do(t, get("", one.path).by(one.by))
	wantStatus(t, before, http.StatusOK)
	wantStatus(t, s.do(t, put("", one.path, string(before.Body)).by(one.by)), http.StatusOK)
	after := s.do(t, get("", one.path).by(one.by))
	if diff := cmp.Diff(members(t, before.Body), members(t, after.Body)); diff != "" {
		t.Errorf("it changed (-before +after):\n%s", diff)
	}
	if strings.HasSuffix(one.path, "/translations") {
		edited := strings.Replace(string(before.Body), `"raw_description":"`, `"raw_description":"Another. `, 1)
		got := s.do(t, put("", one.path, edited).by(one.by))
		if listed := faults(t, got, "errors"); len(listed) != 1 || !strings.HasPrefix(listed[0], "/translations/0/") {
			t.Errorf("a text that is made of the description: %d, %v", got.Status, listed)
		}
	}
	if one.readOnly == "" {
		return
	}
	forged := members(t, after.Body)
	if _, there := forged[one.readOnly]; !there {
		t.Fatalf("the record has no %q", one.readOnly)
	}
	forged[one.readOnly] = []any{"another"}
	got := s.do(t, put("", one.path, encoded(t, forged)).by(one.by))
	wantStatus(t, got, http.StatusUnprocessableEntity)
	ofReadOnly := func(f string) bool { return strings.HasPrefix(f, "/"+one.readOnly+" ") }
	if listed := faults(t, got, "errors"); !slices.ContainsFunc(listed, ofReadOnly) {
		t.Errorf("the faults are %v, want one of /%s", listed, one.readOnly)
	}
}

// TestMergedNumbersLeadOn has programs that know a category by a number go on when an operator
// has merged it into another one.
func TestMergedNumbersLeadOn(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *server) {
		boss := s.hand(t, vitrine.Token{UserID: s.user(t, "admin").ID, Scopes: []vitrine.Scope{vitrine.ScopeAdmin}})
		s.offer(t, "ada", complete, "a.stl")
		made := s.do(t, create("", "/v1/categories", `{"slug":"seating","title":"Seating"}`).by(boss))
		old := fmt.Sprint(s.do(t, get("ada", "/v1/models/1")).at(t, "category_id"))
		into := fmt.Sprint(made.at(t, "id"))
		wantStatus(t, s.do(t, create("", "/v1/categories/"+old+"/merge", `{"into":`+into+`}`).by(boss)), http.StatusOK)
		if err := s.shop.MergeModels(t.Context(), old); err != nil {
			t.Fatal(err)
		}
		s.run(t, []scenario{
			{name: "the category", request: get("ada", "/v1/categories/"+old), wantStatus: 200, want: map[string]any{"slug": "seating"}},
			{name: "a list", request: get("ada", "/v1/models?category_id="+old), wantStatus: 200, want: map[string]any{"total": 1}},
			{name: "one's own models", request: get("ada", "/v1/models?mine=true&category_id="+old), wantStatus: 200,
				want: map[string]any{"total": 1}},
			{name: "facets", request: get("ada", "/v1/facets?category_id="+old), wantStatus: 200, want: map[string]any{"total": 1}},
			{name: "one that never was", request: get("ada", "/v1/models?category_id=99999"), wantStatus: 200, want: map[string]any{"total": 0}},
			{name: "a change", request: put("", "/v1/categories/"+old, `{"title":"Chairs"}`).by(boss), wantStatus: 404},
			{name: "a removal", request: request{method: "DELETE", path: "/v1/categories/" + old}.by(boss), wantStatus: 404},
		})
	})
}

func encoded(t testing.TB, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
