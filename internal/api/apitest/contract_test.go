package apitest_test

import (
	"net/http"
	"strings"
	"testing"

	"vitrine/internal/api/apitest"
)

const document = `
openapi: 3.1.0
paths:
  /v1/things/{id}:
    get:
      operationId: getThing
      responses:
        "200":
          headers:
            ETag: {$ref: "#/components/headers/ETag"}
            X-Count: {schema: {type: integer}}
          content:
            application/json:
              schema: {$ref: "#/components/schemas/CreatedThing"}
components:
  headers:
    ETag: {required: true, schema: {type: string}}
  schemas:
    Thing: {type: object, required: [id], properties: {id: {type: integer}}}
    CreatedThing:
      allOf:
        - $ref: "#/components/schemas/Thing"
        - {type: object, required: [success], properties: {success: {type: boolean}}}
`

func TestCheck(t *testing.T) {
	t.Parallel()
	contract, err := apitest.Parse([]byte(document))
	if err != nil {
		t.Fatal(err)
	}
	const good = `{"id":1,"success":true}`
	for _, test := range []struct{ name, headers, body, want string }{
		{"as described", "Etag=x,X-Count=3", good, ""},
		{"without a header that may be missing", "Etag=x", good, ""},
		{"without a header", "X-Count=3", good, "ETag is missing"},
		{"a header that is no number", "Etag=x,X-Count=many", good, "no whole number"},
		{"another header", "Etag=x,X-Other=1", good, "does not name"},
		{"another member", "Etag=x", `{"id":1,"success":true,"more":1}`, "more"},
		{"a member of the record is missing", "Etag=x", `{"success":true}`, "id"},
		{"a member of the creation is missing", "Etag=x", `{"id":1}`, "success"},
	} {
		header := http.Header{"Content-Type": {"application/json"}}
		for pair := range strings.SplitSeq(test.headers, ",") {
			name, value, _ := strings.Cut(pair, "=")
			header.Set(name, value)
		}
		err := contract.Check("GET", "/v1/things/7", 200, header, []byte(test.body))
		switch {
		case test.want == "" && err != nil:
			t.Errorf("%s: %v", test.name, err)
		case test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)):
			t.Errorf("%s: the error is %v, want one with %q", test.name, err, test.want)
		}
	}
}
