package api_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"vitrine"
)

// The operator, who may change every model. The name makes the user an admin.
const operator = "admin"

func get(as, path string) request { return request{method: "GET", path: path, as: as} }

func put(as, path, body string) request {
	return request{method: "PUT", path: path, as: as, body: body}
}

func create(as, path, body string) request {
	return request{method: "POST", path: path, as: as, body: body}
}

func remove(as, path string) request { return request{method: "DELETE", path: path, as: as} }

// with adds headers to a request, as names and values by turns.
func (q request) with(header ...string) request {
	added := map[string]string{}
	for name, value := range q.header {
		added[name] = value
	}
	for i := 0; i < len(header); i += 2 {
		added[header[i]] = header[i+1]
	}
	q.header = added
	return q
}

// refused is what a problem with one wrong member says of it.
func refused(pointer, code string) map[string]any { return refusedAt("pointer", pointer, code) }

// refusedParameter is what a problem with one wrong parameter says of it.
func refusedParameter(name, code string) map[string]any { return refusedAt("parameter", name, code) }

// refusedHeader is what a problem with one wrong header says of it.
func refusedHeader(name, code string) map[string]any { return refusedAt("header", name, code) }

func refusedAt(place, name, code string) map[string]any {
	want := map[string]any{"errors.0.pointer": nil, "errors.0.parameter": nil, "errors.0.header": nil, "errors.0.code": code, "errors.1": nil}
	want["errors.0."+place] = name
	return want
}

// faults lists "pointer code" of everything that a problem, or a list of
// problems, names.
func faults(t testing.TB, got answer, member string) []string {
	t.Helper()
	list := []string{}
	for i := 0; ; i++ {
		at := fmt.Sprint(member, ".", i)
		if got.at(t, at) == nil {
			return list
		}
		list = append(list, text(got.at(t, at+".pointer"))+" "+text(got.at(t, at+".code")))
	}
}

// draft makes a model and gives its path.
func (s *server) draft(t testing.TB, as, body string) string {
	t.Helper()
	made := s.do(t, create(as, "/v1/models", body))
	wantStatus(t, made, http.StatusCreated)
	return fmt.Sprint("/v1/models/", made.at(t, "id"))
}

// idOf is the id at the end of a path.
func idOf(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }

// offer publishes a model with an image and a file, of which it gives the path.
func (s *server) offer(t testing.TB, as, body, file string) (path, filePath string) {
	t.Helper()
	path = s.draft(t, as, body)
	uploaded := s.do(t, bare(as, path+"/files?name="+file, content(file)))
	wantStatus(t, uploaded, http.StatusCreated)
	wantStatus(t, s.upload(t, as, path+"/images", "../../docs/tour/cube.png", "cube.png"), http.StatusCreated)
	wantStatus(t, s.do(t, put(as, path, `{"status":"published"}`)), http.StatusOK)
	return path, fmt.Sprint(path, "/files/", uploaded.at(t, "id"))
}

// fileOf is the record of a file that ada uploaded, as it is by now.
func (s *server) fileOf(t testing.TB, path string, uploaded answer) answer {
	t.Helper()
	wantStatus(t, uploaded, http.StatusCreated)
	listed := s.do(t, get("ada", path+"/files"))
	for i := 0; listed.at(t, fmt.Sprint("files.", i)) != nil; i++ {
		if at := fmt.Sprint("files.", i); listed.at(t, at+".id") == uploaded.at(t, "id") {
			record, err := json.Marshal(listed.at(t, at))
			if err != nil {
				t.Fatal(err)
			}
			return answer{listed.Status, listed.Header, record}
		}
	}
	t.Fatalf("the file is not in its model: %s", listed.Body)
	return answer{}
}

// content is something that a file of this name may hold.
func content(name string) string {
	if vitrine.Extension(name) == "obj" {
		return "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"
	}
	return "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid a\n"
}

// bare uploads bytes as they are.
func bare(as, path, body string) request {
	return create(as, path, body).with("Content-Type", "application/octet-stream")
}

// behind adds a part to the end of a form.
func behind(q request, disposition, value string) request {
	q.body = strings.TrimSuffix(q.body, "--xx--\r\n") + "--xx\r\nContent-Disposition: form-data; " + disposition + "\r\n\r\n" + value +
		"\r\n--xx--\r\n"
	return q
}

// form uploads bytes as a form, behind the fields given as names and values by
// turns.
func form(as, path, name, body string, fields ...string) request {
	var b strings.Builder
	for i := 0; i < len(fields); i += 2 {
		fmt.Fprintf(&b, "--xx\r\nContent-Disposition: form-data; name=%q\r\n\r\n%s\r\n", fields[i], fields[i+1])
	}
	fmt.Fprintf(&b, "--xx\r\nContent-Disposition: form-data; name=\"upload\"; filename=%q\r\n\r\n%s\r\n--xx--\r\n", name, body)
	return create(as, path, b.String()).with("Content-Type", "multipart/form-data; boundary=xx")
}
