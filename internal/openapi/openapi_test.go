package openapi_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine/internal/openapi"
)

// document is a contract of two operations.
const document = `{
  "openapi": "3.1.0", "info": {"title": "Shop", "version": "1", "license": {"name": "MIT", "identifier": "MIT"}},
  "paths": {"/things": {
    "get": {"operationId": "listThings", "responses": {
      "200": {"description": "OK", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Thing"}}}},
      "404": {"$ref": "#/components/responses/Problem404"}, "500": {"$ref": "#/components/responses/Problem500"}}},
    "post": {"operationId": "createThing",
      "requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/NewThing"}}}},
      "responses": {"201": {"description": "Created",
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/CreatedThing"}}}},
        "500": {"$ref": "#/components/responses/Problem500"}}}}},
  "components": {
    "responses": {
      "Problem404": {"description": "Nothing", "content": {"application/problem+json": {"schema": {"type": "object"}}}},
      "Problem500": {"description": "A fault", "content": {"application/problem+json": {"schema": {"type": "object"}}}}},
    "schemas": {
      "Thing": {"type": "object", "additionalProperties": false, "required": ["name"], "properties": {
        "color": {"type": ["string", "null"], "enum": ["red", "blue"]}, "name": {"type": "string", "examples": ["a"]}}},
      "NewThing": {"type": "object", "additionalProperties": false, "properties": {"color": {"type": "string", "enum": ["blue", "red"]}}},
      "CreatedThing": {"type": "object", "additionalProperties": false, "description": "What was made.", "required": ["name", "success"],
        "properties": {
        "color": {"type": "string", "enum": ["red", "blue"]}, "name": {"type": "string"}, "success": {"type": "boolean"}}}}}
}`

func open(t *testing.T) *openapi.Document {
	t.Helper()
	doc, err := openapi.New(json.RawMessage(document))
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

func operation(t *testing.T, doc *openapi.Document, id string) openapi.Operation {
	t.Helper()
	list := doc.Operations()
	i := slices.IndexFunc(list, func(op openapi.Operation) bool { return op.ID() == id })
	if i < 0 {
		t.Fatalf("there is no operation %s", id)
	}
	return list[i]
}

// at returns the JSON of what stands at a path of members, its members sorted.
func at(t *testing.T, doc *openapi.Document, path ...string) string {
	t.Helper()
	written, err := doc.JSON()
	if err != nil {
		t.Fatal(err)
	}
	var value any
	if err := json.Unmarshal(written, &value); err != nil {
		t.Fatal(err)
	}
	for _, name := range path {
		object, _ := value.(map[string]any)
		value = object[name]
	}
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func want(t *testing.T, doc *openapi.Document, wanted string, path ...string) {
	t.Helper()
	if diff := cmp.Diff(wanted, at(t, doc, path...)); diff != "" {
		t.Errorf("%s (-want +got):\n%s", strings.Join(path, "."), diff)
	}
}

func TestNameEnums(t *testing.T) {
	t.Parallel()
	doc := open(t)
	if err := doc.NameEnums(nil); err == nil || !strings.Contains(err.Error(), "red,blue") {
		t.Errorf("a set of words without a name passes: %v", err)
	}
	doc = open(t)
	if err := doc.NameEnums([]openapi.Enum{{Name: "Color", Description: "A color.", Words: []string{"blue", "red"}}}); err != nil {
		t.Fatal(err)
	}
	want(t, doc, `{"description":"A color.","enum":["blue","red"],"type":"string"}`, "components", "schemas", "Color")
	want(t, doc, `{"$ref":"#/components/schemas/Color"}`, "components", "schemas", "NewThing", "properties", "color")
	want(t, doc, `{"oneOf":[{"$ref":"#/components/schemas/Color"},{"type":"null"}]}`, "components", "schemas", "Thing", "properties", "color")
}

// TestOpenAnswers holds that a client does not break when an answer gains a member,
// and that a request with an unknown one stays refused.
func TestOpenAnswers(t *testing.T) {
	t.Parallel()
	doc := open(t)
	doc.OpenAnswers()
	want(t, doc, `null`, "components", "schemas", "Thing", "additionalProperties")
	want(t, doc, `false`, "components", "schemas", "NewThing", "additionalProperties")
}

func TestDeriveCreated(t *testing.T) {
	t.Parallel()
	doc := open(t)
	doc.DeriveCreated()
	want(t, doc,
		`{"allOf":[{"$ref":"#/components/schemas/Thing"},{"properties":{"success":{"type":"boolean"}},"required":["success"],"type":"object"}],`+
			`"description":"What was made."}`, "components", "schemas", "CreatedThing")
}

func TestRefineAndNull(t *testing.T) {
	t.Parallel()
	doc := open(t)
	for place, keywords := range map[string]openapi.Object{
		"Thing.name": {"maxLength": 10, "examples": nil}, "Thing": {"description": "A thing."},
	} {
		if err := doc.Refine(place, keywords); err != nil {
			t.Fatal(err)
		}
	}
	want(t, doc, `{"maxLength":10,"type":"string"}`, "components", "schemas", "Thing", "properties", "name")
	want(t, doc, `"A thing."`, "components", "schemas", "Thing", "description")
	if err := doc.AdmitNull("NewThing.color"); err != nil {
		t.Fatal(err)
	}
	want(t, doc, `["string","null"]`, "components", "schemas", "NewThing", "properties", "color", "type")
	for _, err := range []error{doc.Refine("Thing.size", openapi.Object{"minimum": 1}), doc.Refine("Box", nil), doc.AdmitNull("Thing.size")} {
		if err == nil {
			t.Error("what is not there can be refined")
		}
	}
}

func TestRename(t *testing.T) {
	t.Parallel()
	doc := open(t)
	doc.Rename(map[string]string{"Thing": "Item"})
	want(t, doc, `{"$ref":"#/components/schemas/Item"}`, "paths", "/things", "get", "responses", "200", "content", "application/json",
		"schema")
	want(t, doc, `null`, "components", "schemas", "Thing")
}

// TestOwnAnswers gives one operation its own example of an answer, and leaves that
// of others as it is.
func TestOwnAnswers(t *testing.T) {
	t.Parallel()
	doc := open(t)
	list, create := operation(t, doc, "listThings"), operation(t, doc, "createThing")
	if diff := cmp.Diff([]string{"404", "500"}, list.Failures()); diff != "" {
		t.Errorf("failures (-want +got):\n%s", diff)
	}
	doc.OwnAnswer(list, "404")
	doc.OwnAnswer(list, "500")
	doc.ShowProblem(list, "500", json.RawMessage(`{"code": "mine"}`))
	doc.ShowProblem(create, "500", json.RawMessage(`{"code": "shared"}`))
	doc.DropAnswers()
	want(t, doc, `{"$ref":"#/components/responses/ListThings500"}`, "paths", "/things", "get", "responses", "500")
	example := []string{"content", "application/problem+json", "example"}
	want(t, doc, `{"code":"mine"}`, append([]string{"components", "responses", "ListThings500"}, example...)...)
	want(t, doc, `{"code":"shared"}`, append([]string{"components", "responses", "Problem500"}, example...)...)
	want(t, doc, `null`, "components", "responses", "Problem404")
	want(t, doc, `"Nothing"`, "components", "responses", "ListThings404", "description")
}

func TestShareHeaders(t *testing.T) {
	t.Parallel()
	headers := []openapi.Header{{Name: "ETag", Always: true, Description: "Its version."},
		{Name: "Retry-After", Integer: true, Description: "Seconds."}}
	doc := open(t)
	err := doc.ShareHeaders(headers, func(_ openapi.Operation, status string) []string {
		if status == "500" {
			return []string{"Retry-After"}
		}
		return []string{"ETag"}
	})
	if err != nil {
		t.Fatal(err)
	}
	want(t, doc, `{"description":"Seconds.","schema":{"format":"int64","minimum":0,"type":"integer"}}`, "components", "headers", "Retry-After")
	want(t, doc, `{"Retry-After":{"$ref":"#/components/headers/Retry-After"}}`, "components", "responses", "Problem500", "headers")
	want(t, doc, `{"ETag":{"$ref":"#/components/headers/ETag"}}`, "paths", "/things", "post", "responses", "201", "headers")
	if err := open(t).ShareHeaders(headers, func(openapi.Operation, string) []string { return []string{"Age"} }); err == nil {
		t.Error("a header that nobody describes passes")
	}
	different := func(op openapi.Operation, _ string) []string {
		return map[string][]string{"listThings": {"ETag"}, "createThing": {}}[op.ID()]
	}
	if err := open(t).ShareHeaders(headers, different); err == nil {
		t.Error("a shared answer has different headers")
	}
}

func TestVersion30(t *testing.T) {
	t.Parallel()
	doc := open(t)
	if err := doc.NameEnums([]openapi.Enum{{Name: "Color", Words: []string{"blue", "red"}}}); err != nil {
		t.Fatal(err)
	}
	twin, err := doc.Version30()
	if err != nil {
		t.Fatal(err)
	}
	want(t, twin, `"3.0.3"`, "openapi")
	want(t, twin, `{"name":"MIT"}`, "info", "license")
	want(t, twin, `{"allOf":[{"$ref":"#/components/schemas/Color"}],"nullable":true}`, "components", "schemas", "Thing", "properties", "color")
	want(t, twin, `{"example":"a","type":"string"}`, "components", "schemas", "Thing", "properties", "name")
	want(t, doc, `"3.1.0"`, "openapi")
}

// TestYAMLAndJSONAgree holds that both forms say the same, in an order for people.
func TestYAMLAndJSONAgree(t *testing.T) {
	t.Parallel()
	doc := open(t)
	operation(t, doc, "listThings").DescribeSuccess("All things:\nno end of them.")
	operation(t, doc, "createThing").DescribeBody("yes")
	written, err := doc.YAML()
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{
		"openapi: 3.1.0\ninfo:\n  title: Shop\n  version: \"1\"\n", "description: |-\n            All things:\n            no end of them.\n",
		`description: "yes"`,
		"      required:\n        - name\n      type: object\n      properties:\n        name:\n          type: string\n",
	} {
		if !strings.Contains(string(written), part) {
			t.Errorf("the YAML lacks\n%s\n%s", part, written)
		}
	}
	text, err := doc.JSON()
	if err != nil || !strings.HasPrefix(string(text), `{"openapi":"3.1.0","info":{"title":"Shop","version":"1",`) || !json.Valid(text) {
		t.Errorf("the JSON is %.80s: %v", text, err)
	}
}

// TestBytes: a format of bytes stands without a media type of its own.
func TestBytes(t *testing.T) {
	t.Parallel()
	doc, err := openapi.New(json.RawMessage(`{"components": {"schemas": {"Upload": {"type": "object", "properties": {
		"file": {"type": "string", "format": "binary", "contentMediaType": "application/octet-stream"}}}}}}`))
	if err != nil {
		t.Fatal(err)
	}
	want(t, doc, `{"format":"binary","type":"string"}`, "components", "schemas", "Upload", "properties", "file")
}
