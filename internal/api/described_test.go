package api_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// node is an object of the contract.
type node = map[string]any

// finished is the contract as it is published.
func finished(t *testing.T) node {
	t.Helper()
	document, err := newServer(t).api.Contract()
	if err != nil {
		t.Fatal(err)
	}
	text, err := document.JSON()
	if err != nil {
		t.Fatal(err)
	}
	var root node
	if err := json.Unmarshal(text, &root); err != nil {
		t.Fatal(err)
	}
	return root
}

// below returns the object at a path of members; nil when there is none.
func below(value any, path ...string) node {
	for _, name := range path {
		object, _ := value.(node)
		value = object[name]
	}
	object, _ := value.(node)
	return object
}

// TestEverythingIsDescribed holds that each operation, tag, parameter, body, answer,
// header, schema and member says what it is.
func TestEverythingIsDescribed(t *testing.T) {
	t.Parallel()
	root := finished(t)
	tags := node{}
	for _, tag := range root["tags"].([]any) {
		tags[text(below(tag)["name"])] = tag
	}
	undescribed := map[string]any{}
	look := func(where string, value any) {
		object := below(value)
		words := text(object["description"])
		if object["$ref"] == nil && (words == "" || words == "OK" || words == "Created" || words == "No Content") {
			undescribed[where] = words
		}
	}
	for path, methods := range below(root, "paths") {
		for method, operation := range below(methods) {
			where := method + " " + path
			look(where, operation)
			for _, tag := range below(operation)["tags"].([]any) {
				look("tag "+text(tag), tags[text(tag)])
			}
			parameters, _ := below(operation)["parameters"].([]any)
			for _, parameter := range parameters {
				look(where+" "+text(below(parameter)["name"]), parameter)
			}
			for status, answer := range below(operation, "responses") {
				look(where+" "+status, answer)
			}
			if body := below(operation, "requestBody"); body != nil {
				look(where+" body", body)
				for kind, media := range below(body, "content") {
					lookInside(where+" "+kind, below(media, "schema"), look)
				}
			}
		}
	}
	for _, kind := range []string{"schemas", "headers", "responses", "securitySchemes"} {
		for name, shared := range below(root, "components", kind) {
			look(name, shared)
			lookInside(name, below(shared), look)
		}
	}
	for where := range undescribed {
		t.Errorf("%s is not described", where)
	}
}

// lookInside looks at each member of a schema, however deep.
func lookInside(where string, schema node, look func(string, any)) {
	for name, member := range below(schema, "properties") {
		look(where+"."+name, member)
		lookInside(where+"."+name, below(member), look)
		lookInside(where+"."+name, below(member, "items"), look)
	}
	for _, several := range []string{"allOf", "oneOf"} {
		list, _ := schema[several].([]any)
		for _, part := range list {
			lookInside(where, below(part), look)
		}
	}
}

// TestProblemExamplesBelong holds that each failing answer shows a problem of its
// status, and those that are an operation's own one at its own path. That they are
// really answered is seen in TestRefusals.
func TestProblemExamplesBelong(t *testing.T) {
	t.Parallel()
	root := finished(t)
	for path, methods := range below(root, "paths") {
		at := regexp.MustCompile("^" + regexp.MustCompile(`\{[a-z_]+\}`).ReplaceAllString(path, "[^/]+") + "$")
		for method, operation := range below(methods) {
			if method == "head" {
				continue // which is answered without a body
			}
			id := text(below(operation)["operationId"])
			for status, answer := range below(operation, "responses") {
				if status < "400" {
					continue
				}
				name := strings.TrimPrefix(text(below(answer)["$ref"]), "#/components/responses/")
				problem := below(root, "components", "responses", name, "content", "application/problem+json", "example")
				where := fmt.Sprint(id, " ", status)
				if code, _ := problem["status"].(float64); strconv.Itoa(int(code)) != status {
					t.Errorf("%s shows a problem with the status %v", where, problem["status"])
				}
				own := strings.EqualFold(name, id+status)
				if shared := name == "Problem"+status; own == shared {
					t.Errorf("%s is the answer %s", where, name)
				}
				if own && !at.MatchString(text(problem["instance"])) {
					t.Errorf("%s shows a problem of %s", where, problem["instance"])
				}
			}
		}
	}
}
