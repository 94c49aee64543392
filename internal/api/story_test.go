package api_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/blob"
	"vitrine/internal/blob/blobtest"
	"vitrine/internal/clocktest"
	"vitrine/internal/markettest"
	"vitrine/internal/store/storetest"
)

const draftBody = `{"title":"Calibration cube","description":"<p>A <b>cube</b><script>alert(1)</script></p>","tags":["a","b","c","d","e"],
	"category":"tools","price":12.50,"original_price":20,"license":"royalty_free"}`

// upload sends bare bytes.
func (s *server) upload(t testing.TB, as, path, file, name string) answer {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return s.do(t, request{method: "POST", path: path + "?name=" + name, as: as, body: string(data),
		header: map[string]string{"Content-Type": "application/octet-stream"}})
}

// publish makes a published model of ada's and gives its path and its file's id.
func (s *server) publish(t testing.TB, body string) (path, fileID string) {
	t.Helper()
	made := s.do(t, request{method: "POST", path: "/v1/models", as: "ada", body: body})
	wantStatus(t, made, http.StatusCreated)
	path = "/v1/models/" + fmt.Sprint(made.at(t, "id"))
	file := s.upload(t, "ada", path+"/files", "../../docs/tour/cube.stl", "cube.stl")
	wantStatus(t, file, http.StatusCreated)
	wantStatus(t, s.upload(t, "ada", path+"/images", "../../docs/tour/cube.png", "cube.png"), http.StatusCreated)
	wantStatus(t, s.do(t, request{method: "PUT", path: path, as: "ada", body: `{"status":"published"}`}), http.StatusOK)
	return path, fmt.Sprint(file.at(t, "id"))
}

func wantStatus(t testing.TB, got answer, want int) {
	t.Helper()
	if got.Status != want {
		t.Fatalf("status %d, want %d: %s", got.Status, want, got.Body)
	}
}

// TestStory walks from a draft to a paid download and a refund, on what a
// single machine has and on what many share.
func TestStory(t *testing.T) {
	t.Parallel()
	t.Run("SQLite and disk", func(t *testing.T) {
		t.Parallel()
		newServer(t).story(t)
	})
	for name, server := range map[string]func(*testing.T) *storetest.Postgres{
		"PostgreSQL and S3":                  func(t *testing.T) *storetest.Postgres { return storetest.NewPostgres(t) },
		"PostgreSQL behind pgbouncer and S3": storetest.NewPooled,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db := server(t).Open(t)
			blobs, err := blob.OpenS3(t.Context(), blobtest.StartGateway(t).Options)
			if err != nil {
				t.Fatal(err)
			}
			newServerOn(t, db, blobs, clocktest.At(time.Now().UTC().Truncate(time.Second)), http.NewServeMux()).story(t)
		})
	}
}

func (s *server) story(t *testing.T) {
	t.Helper()
	path, fileID := s.publish(t, draftBody)
	model := s.do(t, request{method: "GET", path: path + ".json/", as: "bob"})
	wantStatus(t, model, http.StatusOK)
	for pointer, want := range map[string]any{
		"status": "published", "prices.download": "12.50", "prices.original": "20.00", "license": "general", "downloadable": true,
		"description": "<p>A <b>cube</b></p>", "raw_description": "A cube", "availableFileExtensions.0": "stl",
	} {
		if got := model.at(t, pointer); got != want {
			t.Errorf("%s is %v, want %v", pointer, got, want)
		}
	}
	found := s.do(t, request{method: "GET", path: "/v1/models?keywords=cubes&discounted=true&min_price=12&extensions=stl&per_page=1000",
		as: "bob"})
	if total := found.at(t, "total"); total != json.Number("1") {
		t.Errorf("the search finds %v models", total)
	}

	download := path + "/files/" + fileID
	wantStatus(t, s.do(t, request{method: "GET", path: download, as: "bob"}), http.StatusForbidden)
	id := strings.TrimPrefix(path, "/v1/models/")
	order := s.do(t, request{method: "POST", path: "/v1/orders/", as: "bob",
		body: `{"model_id":"` + id + `","uuid":"mine-1","return_url":"https://shop.example/back"}`})
	wantStatus(t, order, http.StatusCreated)
	again := s.do(t, request{method: "POST", path: "/v1/orders/", as: "bob",
		body: `{"model_id":` + id + `,"uuid":"mine-1","return_url":"https://shop.example/back"}`})
	if again.at(t, "id") != order.at(t, "id") {
		t.Errorf("the same uuid made orders %v and %v", order.at(t, "id"), again.at(t, "id"))
	}
	other := s.do(t, request{method: "POST", path: "/v1/orders/", as: "bob", body: `{"model_id":` + id + `,"uuid":"mine-1"}`})
	wantStatus(t, other, http.StatusConflict)
	wantStatus(t, s.do(t, request{method: "GET", path: download, as: "bob"}), http.StatusPaymentRequired)

	checkout := order.at(t, "checkout_url").(string)
	key := checkout[strings.LastIndexByte(checkout, '/')+1:]
	if _, err := s.shop.Choose(t.Context(), key, "decline"); err != nil {
		t.Fatal(err)
	}
	if _, err := s.shop.Choose(t.Context(), key, "pay"); err != nil {
		t.Fatal(err)
	}
	if _, err := s.shop.Choose(t.Context(), key, "pay"); vitrine.CodeOf(err) != vitrine.Conflict {
		t.Errorf("paid twice: %v", err)
	}
	orderPath := fmt.Sprint("/v1/orders/", order.at(t, "id"))
	paid := s.do(t, request{method: "GET", path: orderPath, as: "bob"})
	if paid.at(t, "status") != "paid" || paid.at(t, "checkout_url") != nil {
		t.Errorf("the order is %v with checkout_url %v", paid.at(t, "status"), paid.at(t, "checkout_url"))
	}
	wantStatus(t, s.do(t, request{method: "GET", path: orderPath, as: "eve"}), http.StatusNotFound)
	wantStatus(t, s.do(t, request{method: "DELETE", path: orderPath, as: "bob"}), http.StatusConflict)
	wantStatus(t, s.do(t, request{method: "POST", path: "/v1/orders", as: "bob", body: `{"model_id":` + id + `}`}), http.StatusConflict)
	s.storyOfTheBuyer(t, path, download, order.at(t, "download_token").(string), orderPath)
}

// storyOfTheBuyer deletes the model: who bought it keeps its files.
func (s *server) storyOfTheBuyer(t *testing.T, path, download, token, orderPath string) {
	t.Helper()
	wantStatus(t, s.do(t, request{method: "DELETE", path: download, as: "ada"}), http.StatusConflict)
	wantStatus(t, s.do(t, request{method: "DELETE", path: path, as: "bob"}), http.StatusForbidden)
	wantStatus(t, s.do(t, request{method: "DELETE", path: path, as: "ada", header: map[string]string{"If-Match": `"m1-1-en-US"`}}),
		http.StatusPreconditionFailed)
	wantStatus(t, s.do(t, request{method: "DELETE", path: path, as: "ada"}), http.StatusNoContent)
	wantStatus(t, s.do(t, request{method: "GET", path: path, as: "ada"}), http.StatusNotFound)
	for _, q := range []request{{path: download, as: "bob"}, {path: download + "?download_token=" + token, as: "eve"}} {
		q.method = "GET"
		got := s.do(t, q)
		wantStatus(t, got, http.StatusFound)
		bytes := s.fetch(t, got.Header.Get("Location"))
		if want, err := os.ReadFile("../../docs/tour/cube.stl"); err != nil || string(bytes) != string(want) {
			t.Errorf("%s: not the bytes that were bought (%d of %d)", q.path, len(bytes), len(want))
		}
	}
	wantStatus(t, s.do(t, request{method: "GET", path: download, as: "eve"}), http.StatusNotFound)
	if _, err := s.shop.Refund(t.Context(), 1, false); err != nil {
		t.Fatal(err)
	}
	if got := s.do(t, request{method: "GET", path: orderPath, as: "bob"}); got.at(t, "status") != "refunded" {
		t.Errorf("the order is %v", got.at(t, "status"))
	}
	wantStatus(t, s.do(t, request{method: "GET", path: download, as: "bob"}), http.StatusNotFound)
}

// fetch gets the bytes at a signed address, the server's own or S3's.
func (s *server) fetch(t testing.TB, address string) []byte {
	t.Helper()
	if path, own := strings.CutPrefix(address, baseURL); own {
		return s.do(t, request{method: "GET", path: path}).Body
	}
	_, body := markettest.Fetch(t, http.DefaultClient, address)
	return body
}

// TestModelRefusals asks for what the rules refuse.
func TestModelRefusals(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	path, _ := s.publish(t, draftBody)
	draft := s.do(t, request{method: "POST", path: "/v1/models", as: "ada", body: `{"title":"Draft"}`})
	draftPath := fmt.Sprint("/v1/models/", draft.at(t, "id"))
	for _, test := range []struct {
		name, method, path, as, body string
		status                       int
		at, code                     string // where the fault is: a pointer, of GET a parameter
	}{
		{"signed out", "GET", path, "", "", 401, "", ""},
		{"somebody's draft", "GET", draftPath, "bob", "", 404, "", ""},
		{"somebody's draft, update", "PUT", draftPath, "bob", `{}`, 404, "", ""},
		{"somebody's model", "PUT", path, "bob", `{}`, 403, "", ""},
		{"not JSON", "PUT", path, "ada", `{"title":`, 400, "", ""},
		{"not an object", "PUT", path, "ada", `[]`, 422, "", "wrong_type"},
		{"unknown member", "PUT", path, "ada", `{"titel":"x"}`, 422, "/titel", "unknown_member"},
		{"wrong type", "PUT", path, "ada", `{"title":1}`, 422, "/title", "wrong_type"},
		{"a price in words", "PUT", path, "ada", `{"price":"twelve"}`, 422, "/price", "wrong_type"},
		{"three decimals", "PUT", path, "ada", `{"price":1.005}`, 422, "/price", "bad_price"},
		{"too dear", "PUT", path, "ada", `{"price":1000000}`, 422, "/price", "too_large"},
		{"few tags", "PUT", path, "ada", `{"tags":["a"]}`, 422, "/tags", "too_few"},
		{"unknown category", "PUT", path, "ada", `{"category":"nowhere"}`, 422, "/category", "unknown"},
		{"units on CG", "PUT", path, "ada", `{"units":"mm"}`, 422, "/units", "wrong_product_type"},
		{"info count", "PUT", path, "ada", `{"info":{"polygons":-1}}`, 422, "/info/polygons", "too_small"},
		{"breaks the publication", "PUT", path, "ada", `{"license":null}`, 409, "/license", "missing_license"},
		{"publish a draft", "PUT", draftPath, "ada", `{"status":"published"}`, 409, "/description", "missing_description"},
		{"no title", "POST", "/v1/models", "ada", `{}`, 422, "/title", "required"},
		{"bad page", "GET", "/v1/models?page=x", "ada", "", 400, "page", "wrong_type"},
		{"bad price", "GET", "/v1/models?min_price=x", "ada", "", 400, "min_price", "bad_price"},
		{"bad sort", "GET", "/v1/models?sort=x", "ada", "", 400, "sort", "not_allowed"},
		{"deep page", "GET", "/v1/models?page=401&per_page=25", "ada", "", 422, "page", "too_large"},
		{"bad cursor", "GET", "/v1/models?cursor=x", "ada", "", 400, "cursor", "bad_format"},
		{"not an id", "GET", "/v1/models/x", "ada", "", 404, "", ""},
		{"wrong method", "PATCH", path, "ada", `{}`, 405, "", ""},
		{"order of a draft", "POST", "/v1/orders", "bob", `{"model_id":` + strings.TrimPrefix(draftPath, "/v1/models/") + `}`, 404, "", ""},
		{"order without a model", "POST", "/v1/orders", "bob", `{}`, 422, "/model_id", "required"},
		{"order with a bad address", "POST", "/v1/orders", "bob", `{"model_id":1,"return_url":"javascript:alert(1)"}`, 422, "/return_url",
			"bad_format"},
		{"order of one's own", "POST", "/v1/orders", "ada", `{"model_id":1}`, 409, "/model_id", "owned"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got := s.do(t, request{method: test.method, path: test.path, as: test.as, body: test.body})
			wantStatus(t, got, test.status)
			if test.code == "" {
				return
			}
			place := "errors.0.pointer"
			if test.method == "GET" {
				place = "errors.0.parameter"
			}
			if at, code := got.at(t, place), got.at(t, "errors.0.code"); at != test.at || code != test.code {
				t.Errorf("%v %v, want %s %s: %s", at, code, test.at, test.code, got.Body)
			}
		})
	}
}

// TestUploadsLeaveNothingBehind breaks uploads in many ways.
func TestUploadsLeaveNothingBehind(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	made := s.do(t, request{method: "POST", path: "/v1/models", as: "ada", body: `{"title":"Draft"}`})
	path := fmt.Sprint("/v1/models/", made.at(t, "id"), "/files")
	raw := map[string]string{"Content-Type": "application/octet-stream"}
	form := map[string]string{"Content-Type": `multipart/form-data; boundary=xx`}
	digest := map[string]string{"Content-Type": "application/octet-stream",
		"Repr-Digest": "sha-256=:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=:"}
	for name, test := range map[string]struct {
		path, body string
		header     map[string]string
		status     int
	}{
		"no name":         {path, "data", raw, 422},
		"dots as a name":  {path + "?name=..", "data", raw, 422},
		"another digest":  {path + "?name=a.bin", "data", digest, 400},
		"a broken form":   {path, "--xx\r\nContent-Disposition: form-data; name=f; filename=a.bin\r\n\r\nhalf", form, 400},
		"a form, no file": {path, "--xx\r\nContent-Disposition: form-data; name=f\r\n\r\nx\r\n--xx--\r\n", form, 422},
		"a bad type": {path, "--xx\r\nContent-Disposition: form-data; name=f; filename=a.bin\r\n\r\nx\r\n--xx\r\nContent-Disposition: " +
			"form-data; name=file_type_id\r\n\r\n99999\r\n--xx--\r\n", form, 422},
		"JSON":             {path, "{}", nil, 415},
		"somebody's draft": {"/v1/models/999/files?name=a.bin", "data", raw, 404},
	} {
		got := s.do(t, request{method: "POST", path: test.path, as: "ada", body: test.body, header: test.header})
		if got.Status != test.status {
			t.Errorf("%s: %d, want %d: %s", name, got.Status, test.status, got.Body)
		}
	}
	if got := s.do(t, request{method: "GET", path: path, as: "ada"}); got.at(t, "total") != json.Number("0") {
		t.Errorf("files were kept: %s", got.Body)
	}
	s.clock.Advance(24 * 60 * 60 * 1e9)
	wrong, err := s.shop.Check(t.Context(), true)
	if err != nil || len(wrong) > 0 {
		t.Errorf("bytes were kept: %v, %v", wrong, err)
	}
	ok := s.do(t, request{method: "POST", path: path + "?name=..%2F..%2Fevil%22%0d%0a.txt", as: "ada", body: "some words", header: raw})
	wantStatus(t, ok, http.StatusCreated)
	if got := ok.at(t, "name"); got != `evil".txt` {
		t.Errorf("the name became %q", got)
	}
	lying := s.do(t, request{method: "POST", path: path + "?name=lie.glb", as: "ada", body: "<html>", header: raw})
	if lying = s.fileOf(t, strings.TrimSuffix(path, "/files"), lying); lying.at(t, "status") != "rejected" ||
		lying.at(t, "problems.0.code") != "type_mismatch" {
		t.Errorf("a page named .glb is %s", lying.Body)
	}
}
