package api_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vitrine/internal/survey/surveytest"
)

// wares is a small catalogue by title; rating and sales come beside it.
var wares = []struct {
	title, author, file, members string
	rating                       float64
	sales                        int
}{
	{"Airliner", "ada", "a.obj",
		`"category":"aircraft","subcategory":"commercial-aircraft","price":30,"animated":true,"info":{"polygons":4999,"collection":true}`, 9.5,
		1},
	{"Biplane", "ada", "a.stl",
		`"category":"aircraft","subcategory":"historic-aircraft","price":5,"original_price":10,"pbr":true,"info":{"polygons":5000}`, 5, 2},
	{"Chair", "bob", "a.stl",
		`"category":"furniture","subcategory":"chairs","price":0,"rigged":true,"ai_generated":true,"license":"editorial","info":{"polygons":9999}`, 0, 0},
	{"Desk", "bob", "a.obj", `"category":"furniture","price":9.99,"info":{"polygons":10000,"collection":false}`, 0, 0},
	{"Engine", "bob", "a.glb.xyz", `"category":"aircraft","price":30,"info":{"polygons":60000}`, 0, 0},
	{"Figurine", "ada", "a.stl", `"category":"miniatures","price":7.5,"product_type":"printable","units":"mm"`, 7.25, 0},
	{"Garden", "bob", "a.obj", `"category":"plants","price":120,"info":{"polygons":100000}`, 0, 0},
	{"Harbour", "bob", "a.obj", `"category":"plants","price":200,"info":{"polygons":250000}`, 0, 0},
	{"Idol", "ada", "a.obj", `"category":"characters","price":1,"adult_content":true`, 0, 0},
}

// catalogue publishes the wares, one a minute. Their polygons are those that
// their authors say.
func catalogue(t *testing.T) *server {
	t.Helper()
	s := newServer(t, readsNothing)
	s.publishWares(t)
	return s
}

// readsNothing has files read as if nothing were in them.
func readsNothing(o *options) { o.Reader.Read = surveytest.Nothing }

func (s *server) publishWares(t *testing.T) {
	t.Helper()
	for _, w := range wares {
		body := `{"title":"` + w.title + `","description":"` + w.title + ` for sale","tags":["one","two","three","four","five"],` + w.members
		if !strings.Contains(w.members, "license") {
			body += `,"license":"general"`
		}
		path, _ := s.offer(t, w.author, body+"}", w.file)
		if w.rating > 0 {
			var id int64
			_, _ = fmt.Sscan(idOf(path), &id)
			if err := s.shop.RateModel(t.Context(), id, w.rating); err != nil {
				t.Fatal(err)
			}
		}
		for range w.sales {
			s.pay(t, s.order(t, "buyer", path, `,"again":true`))
		}
		s.clock.Advance(time.Minute)
	}
	if err := s.db.CountSales(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.draft(t, "ada", `{"title":"Draft"}`)
}

// titles are the initials of a list of models, in its order.
func titles(t testing.TB, got answer) string {
	t.Helper()
	var initials strings.Builder
	for i := 0; got.at(t, fmt.Sprint("models.", i)) != nil; i++ {
		initials.WriteString(text(got.at(t, fmt.Sprintf("models.%d.title", i)))[:1])
	}
	return initials.String()
}

func TestCatalogueFilters(t *testing.T) {
	t.Parallel()
	s := catalogue(t)
	categories := map[string]string{}
	all := s.do(t, get("ada", "/v1/categories"))
	for i := 0; all.at(t, fmt.Sprint("categories.", i)) != nil; i++ {
		at := fmt.Sprint("categories.", i)
		categories[text(all.at(t, at+".slug"))] = fmt.Sprint(all.at(t, at+".id"))
	}
	for query, want := range map[string]string{
		"":                                      "HGFEDCBA",
		"sort=newest":                           "HGFEDCBA",
		"sort=oldest":                           "ABCDEFGH",
		"sort=lower_price":                      "CBFDAEGH",
		"sort=higher_price":                     "HGEADFBC",
		"sort=sales&max_price=30&min_price=5":   "BAFED",
		"sort=best_match":                       "HGFEDCBA",
		"keywords=chair":                        "C",
		"keywords=CHAIRS":                       "C",
		"keywords=sale+airliner":                "A",
		"keywords=sale&sort=lower_price":        "CBFDAEGH",
		"keywords=bob":                          "HGEDC",
		"keywords=nothing+of+the+kind":          "",
		"keywords=%21%3F":                       "",
		"min_price=30":                          "HGEA",
		"min_price=30.01":                       "HG",
		"max_price=0":                           "C",
		"max_price=9.99&min_price=7.5":          "FD",
		"min_price=10&max_price=5":              "",
		"max_price=1e1":                         "FDCB",
		"product_type=printable":                "F",
		"product_type=cg":                       "HGEDCBA",
		"category_id=" + categories["aircraft"]: "EBA",
		"category_id=" + categories["commercial-aircraft"]: "A",
		"category_id=" + categories["chairs"]:              "C",
		"category_id=99999":                                "",
		"category_id=0":                                    "",
		"extensions=obj":                                   "HGDA",
		"extensions=.STL,%20obj":                           "HGFDCBA",
		"extensions=xyz,nothing":                           "E",
		"extensions=stl,obj":                               "HGFDCBA",
		"extensions=stl&extensions=obj":                    "HGFDCBA",
		"extensions[]=stl&extensions[]=obj":                "HGFDCBA",
		"extensions%5B0%5D=stl&extensions%5B1%5D=obj":      "HGFDCBA",
		"extensions[]=stl&extensions=obj,fbx":              "HGFDCBA",
		"extensions=fbx":                                   "",
		"adult_content=true":                               "IHGFEDCBA",
		"adult_content=false":                              "HGFEDCBA",
		"ai_generated=true":                                "C",
		"ai_generated=false":                               "HGFEDBA",
		"discounted=true":                                  "B",
		"discounted=false":                                 "HGFEDCA",
		"low_poly=true":                                    "CBA",
		"low_poly=false":                                   "HGED",
		"animated=true":                                    "A",
		"animated=false":                                   "HGEDCB",
		"pbr=true":                                         "B",
		"pbr=false":                                        "HGEDCA",
		"rigged=true":                                      "C",
		"rigged=false":                                     "HGEDBA",
		"collection=true":                                  "A",
		"collection=false":                                 "HGEDCB",
		"min_admin_rating=7.25":                            "FA",
		"min_admin_rating=9.6":                             "",
		"min_admin_rating=0":                               "HGFEDCBA",
		"min_admin_rating=0.0":                             "HGFEDCBA",
		"polygons=lt_5k":                                   "A",
		"polygons=range_5k_10k":                            "CB",
		"polygons=range_10k_50k":                           "D",
		"polygons=range_50k_100k":                          "E",
		"polygons=range_100k_250k":                         "G",
		"polygons=gt_250k":                                 "H",
		"license=exclude_editorial":                        "HGFEDBA",
		"author=ada":                                       "FBA",
		"author=nobody":                                    "",
		"author=ada&adult_content=true&sort=oldest":        "ABFI",
		"extensions=stl&discounted=true&pbr=true":          "B",
		"unknown=1&utm_source=x&sort=oldest":               "ABCDEFGH",
		"mine=false":                                       "HGFEDCBA",
	} {
		got := s.do(t, get("eve", "/v1/models?"+query))
		wantStatus(t, got, http.StatusOK)
		if found := titles(t, got); found != want || fmt.Sprint(got.at(t, "total")) != fmt.Sprint(len(want)) ||
			got.at(t, "total_relation") != "eq" {
			t.Errorf("?%s lists %s, total %v %v, want %s", query, found, got.at(t, "total"), got.at(t, "total_relation"), want)
		}
		if query != "mine=false" {
			s.wantSameOfMine(t, query, want)
		}
	}
}

// wantSameOfMine asks ada's own list for what is published of it: it is what is hers in the
// catalogue's answer.
func (s *server) wantSameOfMine(t *testing.T, query, inCatalogue string) {
	t.Helper()
	want := strings.Map(func(title rune) rune {
		if strings.ContainsRune("ABFI", title) {
			return title
		}
		return -1
	}, inCatalogue)
	mine := "/v1/models?mine=true&status=published&" + query
	if !strings.Contains(query, "adult_content") {
		mine += "&adult_content=false"
	}
	got := s.do(t, get("ada", mine))
	wantStatus(t, got, http.StatusOK)
	if found := titles(t, got); found != want || fmt.Sprint(got.at(t, "total")) != fmt.Sprint(len(want)) ||
		got.at(t, "total_relation") != "eq" {
		t.Errorf("%s lists %s, total %v, want %s", mine, found, got.at(t, "total"), want)
	}
}

// TestOwnFilters narrows one's own list, drafts among it, while they change.
func TestOwnFilters(t *testing.T) {
	t.Parallel()
	s := catalogue(t)
	wantMine := func(when string, lists map[string]string) {
		t.Helper()
		for query, want := range lists {
			got := s.do(t, get("ada", "/v1/models?mine=true&"+query))
			wantStatus(t, got, http.StatusOK)
			if found := titles(t, got); found != want || fmt.Sprint(got.at(t, "total")) != fmt.Sprint(len(want)) {
				t.Errorf("%s: ?mine=true&%s lists %s of %v, want %s", when, query, found, got.at(t, "total"), want)
			}
		}
	}
	wantMine("at first", map[string]string{
		"": "DIFBA", "status=draft": "D", "status=published": "IFBA", "adult_content=true": "DIFBA", "adult_content=false": "DFBA",
		"keywords=draft": "D",
		"sort=newest":    "DIFBA", "sort=oldest": "ABFID", "sort=lower_price": "DIBFA", "sort=higher_price": "AFBID", "sort=sales": "BADIF",
		"sort=best_match": "DIFBA",
		"max_price=5":     "IB", "low_poly=false": "DI", "collection=false": "DIB", "keywords=ada&sort=oldest": "ABFID", "author=ada": "DIFBA",
		"author=bob": "",
	})

	path := fmt.Sprint("/v1/models/", s.do(t, get("ada", "/v1/models?mine=true&status=draft")).at(t, "models.0.id"))
	wantStatus(t, s.do(t, bare("ada", path+"/files?name=d.glb.xyz", content("d.stl"))), http.StatusCreated)
	wantStatus(t,
		s.do(t,
			put("ada", path,
				`{"title":"Dragon of paper","tags":["one","two","three","four","cardboard"],"price":2,"animated":true,"info":{"collection":true,"polygons":4000}}`)), http.StatusOK)
	wantStatus(t, s.do(t, put("ada", "/v1/models/1", `{"status":"draft"}`)), http.StatusOK)
	wantMine("after a change and a withdrawal", map[string]string{
		"keywords=paper": "D", "keywords=cardboard+dragons": "D", "keywords=draft": "", "extensions=xyz": "D", "extensions=obj": "IA",
		"collection=true": "DA",
		"polygons=lt_5k":  "DA", "low_poly=true": "DBA", "animated=true&sort=lower_price": "DA", "max_price=5": "DIB", "status=draft": "DA",
		"keywords=airliner":                  "A",
		"status=published&keywords=airliner": "", "status=draft&sort=higher_price": "AD",
	})
	wantStatus(t, s.do(t, request{method: "DELETE", path: path, as: "ada"}), http.StatusNoContent)
	wantMine("after a deletion", map[string]string{"": "IFBA", "keywords=paper": "", "extensions=xyz": "", "sort=lower_price": "IBFA"})
}

// TestCatalogueEntries compares an entry of the list with the detail, whose files
// have their facts.
func TestCatalogueEntries(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	path, _ := s.offer(t, "ada", complete, "a.stl")
	detail, list := s.do(t, get("bob", path)), s.do(t, get("bob", "/v1/models"))
	var listed struct{ Models []map[string]any }
	var model map[string]any
	if err := errors.Join(json.Unmarshal(list.Body, &listed), json.Unmarshal(detail.Body, &model)); err != nil {
		t.Fatal(err)
	}
	facts := 0
	for _, file := range model["files"].([]any) {
		if file.(map[string]any)["facts"] != nil {
			facts++
		}
		delete(file.(map[string]any), "facts")
	}
	if diff := cmp.Diff([]map[string]any{model}, listed.Models); diff != "" || facts == 0 || model["facts"] == nil {
		t.Errorf("%d files with facts; the list is (-detail without them +list):\n%s", facts, diff)
	}
}

// TestCompressedReads asks every read for compressed answers.
func TestCompressedReads(t *testing.T) {
	t.Parallel()
	s, token := furnished(t)
	for range 8 {
		wantStatus(t, s.do(t, create("ada", "/v1/orders", `{"model_id":1,"again":true}`)), http.StatusCreated)
	}
	packed := 0
	for op, path := range operations(s) {
		if op.Method != http.MethodGet || forAll(op) || ticks(path) {
			continue
		}
		read := request{method: "GET", path: path, header: token}
		plain := s.do(t, read)
		own := []string{"/v1/orders", "/v1/checkouts", "/v1/users", "/v1/limits", "/v1/library", "/v1/tokens", "/v1/sessions", "/v1/grants",
			"/v1/audit", "/v1/webhook_endpoints", "/v1/desk/tokens", "/v1/payout", "/v1/invoices", "/v1/refunds", "/v1/refund_requests",
			"/v1/disputes", "/v1/ledger"}
		secret := slices.ContainsFunc(own, func(prefix string) bool { return strings.HasPrefix(path, prefix) })
		for _, encoding := range []string{"gzip", "zstd"} {
			got := s.do(t, read.with("Accept-Encoding", encoding))
			want, etag := "", plain.Header.Get("ETag")
			if !secret && len(plain.Body) >= 1024 {
				want, etag, packed = encoding, "W/"+etag, packed+1
			}
			if got.Header.Get("Content-Encoding") != want || got.Header.Get("ETag") != etag || want != "" && len(got.Body)*2 > len(plain.Body) {
				t.Errorf("GET %s as %s: encoding %q, want %q; ETag %s, want %s; %d bytes of %d", path, encoding, got.Header.Get("Content-Encoding"),
					want,
					got.Header.Get("ETag"), etag, len(got.Body), len(plain.Body))
			}
			if again := s.do(t, read.with("Accept-Encoding", encoding, "If-None-Match", etag)); again.Status != http.StatusNotModified {
				t.Errorf("GET %s as %s again: status %d, want 304", path, encoding, again.Status)
			}
		}
	}
	if packed < 8 {
		t.Errorf("only %d answers were compressed", packed)
	}
	strong := s.do(t, get("ada", "/v1/models/1")).Header.Get("ETag")
	wantStatus(t, s.do(t, put("ada", "/v1/models/1", `{"price":3}`).with("If-Match", strong)), http.StatusOK)
	weak := s.do(t, get("ada", "/v1/models/1").with("Accept-Encoding", "gzip")).Header.Get("ETag")
	if !strings.HasPrefix(weak, "W/") {
		t.Errorf("a compressed record has the ETag %s, want a weak one", weak)
	}
	wantStatus(t, s.do(t, put("ada", "/v1/models/1", `{"price":4}`).with("If-Match", weak)), http.StatusOK)
	wantStatus(t, s.do(t, put("ada", "/v1/models/1", `{"price":5}`).with("If-Match", weak)), http.StatusPreconditionFailed)
}

func TestCatalogueBadValues(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	var all []scenario
	for query, code := range map[string]string{
		"page=x": "wrong_type", "page=0": "too_small", "page=-1": "too_small", "page=1.5": "wrong_type", "per_page=x": "wrong_type",
		"per_page=1.5": "wrong_type",
		"min_price=x":  "bad_price", "min_price=-1": "bad_price", "max_price=1,5": "bad_price", "max_price=NaN": "bad_price",
		"product_type=game": "not_allowed", "category_id=chairs": "wrong_type", "adult_content=maybe": "wrong_type", "discounted=2": "wrong_type",
		"low_poly=x": "wrong_type", "animated=x": "wrong_type", "pbr=x": "wrong_type", "rigged=x": "wrong_type", "collection=x": "wrong_type",
		"min_admin_rating=x": "wrong_type", "min_admin_rating=-0.1": "too_small", "min_admin_rating=10.1": "too_large",
		"min_admin_rating=NaN": "wrong_type",
		"sort=price":           "not_allowed", "polygons=5k": "not_allowed", "license=editorial": "not_allowed", "mine=x": "wrong_type",
		"status=sold": "not_allowed", "status=draft": "unsupported", "mine=false&status=published": "unsupported",
		"drafted=true": "unsupported", "drafted=maybe": "wrong_type",
		"standing=waiting": "unsupported", "mine=true&standing=up": "not_allowed", "standing=": "required",
		"cursor=x": "bad_format", "sort=oldest&cursor=bmV3ZXN0OjE6MQ": "bad_format",
		"status=": "required", "mine=true&status=": "required", "per_page=": "required", "page=": "required", "polygons=": "required",
		"keywords=": "required", "keywords=+": "required",
		"extensions=": "required", "extensions=,": "required", "extensions=" + strings.Repeat("a,", 51) + "a": "too_many",
		"min_price=": "required", "cursor=": "required", "sort=": "required", "mine=": "required", "author=": "required",
	} {
		name, _, _ := strings.Cut(query[strings.IndexByte(query, '&')+1:], "=")
		all = append(all, scenario{name: query, request: get("ada", "/v1/models?"+query), wantStatus: 400, want: refusedParameter(name, code)})
	}
	all = append(all,
		scenario{name: "two at once", request: get("ada", "/v1/models?page=x&sort=x"), wantStatus: 400,
			want: map[string]any{"errors.1.code": "not_allowed", "errors.2": nil}},
		scenario{name: "broken escapes", request: get("ada", "/v1/models?keywords=%zz"), wantStatus: 400,
			want: map[string]any{"code": "malformed"}},
		scenario{name: "not UTF-8", request: get("ada", "/v1/models?keywords=%ff"), wantStatus: 400},
		scenario{name: "signed out", request: get("", "/v1/models?page=x"), wantStatus: 401})
	s.run(t, all)
}

func TestPaging(t *testing.T) {
	t.Parallel()
	s := catalogue(t)
	list := func(query string) request { return get("eve", "/v1/models?"+query) }
	s.run(t, []scenario{
		{name: "the last numbered page", request: list("page=400&per_page=25"), wantStatus: 200,
			want: map[string]any{"total": 8, "models": []any{}}},
		{name: "one more", request: list("page=401&per_page=25"), wantStatus: 422, want: refusedParameter("page", "too_large")},
		{name: "one more, clamped", request: list("page=101&per_page=1000"), wantStatus: 422},
		{name: "the largest of pages", request: list("page=9223372036854775807"), wantStatus: 422},
	})
	if got := s.do(t, list("page=401")); !strings.Contains(text(got.at(t, "detail")), "cursor") {
		t.Errorf("the refusal of a deep page does not name the cursor: %s", got.Body)
	}
	first := links(t, s.do(t, list("per_page=3&sort=oldest&utm=x")))
	second := links(t, s.do(t, list("per_page=3&sort=oldest&page=2")))
	last := links(t, s.do(t, list("per_page=3&sort=oldest&page=3")))
	if first["prev"] != "" || first["next"] == "" || second["prev"] == "" || second["next"] == "" || last["next"] != "" || last["prev"] == "" {
		t.Errorf("links of the first page %v, the second %v, the last %v", first, second, last)
	}
	for name, want := range map[string]string{first["first"]: "ABC", first["next"]: "DEF", first["last"]: "GH", second["prev"]: "ABC",
		second["next"]: "GH", last["prev"]: "DEF"} {
		if got := titles(t, s.do(t, get("eve", strings.TrimPrefix(name, baseURL)))); got != want {
			t.Errorf("%s lists %s, want %s", name, got, want)
		}
	}
	// Back from a page behind a cursor, from behind the end, and from nothing.
	third := links(t, s.do(t, get("eve", strings.TrimPrefix(second["next"], baseURL))))
	beyond, nothing := s.do(t, list("per_page=3&sort=oldest&page=9")), s.do(t, list("keywords=unheardof&page=2"))
	for name, want := range map[string]string{third["prev"]: "DEF", third["first"]: "ABC", links(t, beyond)["prev"]: "GH",
		links(t, beyond)["last"]: "GH"} {
		if got := titles(t, s.do(t, get("eve", strings.TrimPrefix(name, baseURL)))); got != want {
			t.Errorf("%s lists %s, want %s", name, got, want)
		}
	}
	if third["last"] != "" || third["next"] != "" || nothing.Header.Get("Link") != "" {
		t.Errorf("behind a cursor %v, of an empty list %q", third, nothing.Header.Get("Link"))
	}
	secret := s.do(t, request{method: "GET", path: "/v1/models.json?per_page=3&access_token=" + s.user(t, "eve").Token})
	if link := secret.Header.Get("Link"); strings.Contains(link, "access_token") || strings.Contains(link, ".json") ||
		!strings.Contains(link, "/v1/models?") {
		t.Errorf("the Link header is %q", link)
	}
}

func TestPagesAreClamped(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	for range 101 {
		s.draft(t, "ada", `{"title":"Vase"}`)
	}
	s.run(t, []scenario{
		{name: "without a size", request: get("ada", "/v1/models?mine=true"), wantStatus: 200,
			want: map[string]any{"total": 101, "models.24.id": 77, "models.25": nil}},
		{name: "the largest", request: get("ada", "/v1/models?mine=true&per_page=100"), wantStatus: 200,
			want: map[string]any{"models.99.id": 2, "models.100": nil}},
		{name: "larger", request: get("ada", "/v1/models?mine=true&per_page=101"), wantStatus: 200,
			want: map[string]any{"models.99.id": 2, "models.100": nil}},
		{name: "the rest", request: get("ada", "/v1/models?mine=true&per_page=1000&page=2"), wantStatus: 200,
			want: map[string]any{"models.0.id": 1, "models.1": nil}},
		{name: "far larger than any number", request: get("ada", "/v1/models?mine=true&per_page="+strings.Repeat("9", 40)), wantStatus: 200,
			want: map[string]any{"models.99.id": 2, "models.100": nil}},
		{name: "none", request: get("ada", "/v1/models?mine=true&per_page=0"), wantStatus: 200,
			want: map[string]any{"models.0.id": 101, "models.1": nil}},
		{name: "less than none", request: get("ada", "/v1/models?mine=true&per_page=-"+strings.Repeat("9", 40)), wantStatus: 200,
			want: map[string]any{"models.0.id": 101, "models.1": nil}},
		{name: "a page far beyond any number", request: get("ada", "/v1/models?mine=true&page="+strings.Repeat("9", 40)), wantStatus: 422,
			want: refusedParameter("page", "too_large")},
		{name: "a category of such a number", request: get("ada", "/v1/models?category_id="+strings.Repeat("9", 40)), wantStatus: 200,
			want: map[string]any{"total": 0}},
	})
	clamped := links(t, s.do(t, get("ada", "/v1/models?mine=true&per_page="+strings.Repeat("9", 40))))
	for _, relation := range []string{"first", "next", "last"} {
		if !strings.Contains(clamped[relation], "per_page=100") || strings.Contains(clamped[relation], "99999") {
			t.Errorf("the link to the %s page says %q, want per_page=100", relation, clamped[relation])
		}
	}
}

// TestCursorWalk walks through the catalogue in each order while it changes.
func TestCursorWalk(t *testing.T) {
	t.Parallel()
	s := catalogue(t)
	for query, want := range map[string]string{
		"sort=lower_price": "CBFDAEGH", "sort=higher_price": "HGEADFBC", "sort=newest": "HGFEDCBA", "sort=oldest": "ABCDEFGH",
		"sort=sales":    "BAHGFEDC",
		"keywords=sale": "HGFEDCBA", "keywords=sale&sort=lower_price": "CBFDAEGH", "extensions=obj": "HGDA",
	} {
		for _, size := range []int{1, 2, 3, 100} {
			seen := s.walk(t, "eve", fmt.Sprintf("/v1/models?%s&per_page=%d", query, size), "models", "title")
			if got := initials(seen); got != want {
				t.Errorf("?%s by %d walks over %s, want %s", query, size, got, want)
			}
		}
	}
	for query, want := range map[string]string{
		"": "DIFBA", "sort=oldest": "ABFID", "sort=lower_price": "DIBFA", "sort=higher_price": "AFBID", "sort=sales": "BADIF",
		"keywords=ada": "DIFBA", "keywords=ada&sort=lower_price": "DIBFA",
	} {
		if got := initials(s.walk(t, "ada", "/v1/models?mine=true&per_page=2&"+query, "models", "title")); got != want {
			t.Errorf("one's own models, ?%s, walk over %s, want %s", query, got, want)
		}
	}
	first := s.do(t, get("eve", "/v1/models?sort=lower_price&per_page=3"))
	wantStatus(t, s.do(t, put("ada", "/v1/models/2", `{"price":0.5,"original_price":null}`)), http.StatusOK)
	s.offer(t, "bob", strings.Replace(complete, "12.50", "0.01", 1), "a.stl")
	next := s.do(t, get("eve", strings.TrimPrefix(links(t, first)["next"], baseURL)))
	if got := titles(t, first) + titles(t, next); got != "CBFDAE" {
		t.Errorf("while cheaper models come, the walk goes over %s, want CBFDAE", got)
	}
}

func initials(titles []string) string {
	var letters strings.Builder
	for _, title := range titles {
		letters.WriteString(title[:1])
	}
	return letters.String()
}

func TestCategoryCounts(t *testing.T) {
	t.Parallel()
	s := catalogue(t)
	want := map[string]string{"aircraft": "3", "commercial-aircraft": "1", "historic-aircraft": "1", "furniture": "2", "chairs": "1",
		"plants": "2", "characters": "1"}
	got := s.do(t, get("eve", "/v1/categories"))
	for i := 0; got.at(t, fmt.Sprint("categories.", i)) != nil; i++ {
		slug := text(got.at(t, fmt.Sprintf("categories.%d.slug", i)))
		count := fmt.Sprint(got.at(t, fmt.Sprintf("categories.%d.models_count", i)))
		if wanted, ok := want[slug]; ok && count != wanted {
			t.Errorf("%s has %s models, want %s", slug, count, wanted)
		}
	}
}
