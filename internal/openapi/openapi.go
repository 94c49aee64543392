// Package openapi finishes the OpenAPI document that huma makes of the
// operations, so that generators make clients that work: enumerations get names,
// answers stay open to new members, headers are shared, members stand in the
// order of their types. It writes the document as YAML and JSON, and as a twin
// in OpenAPI 3.0 for tools that do not read 3.1.
//
// It knows OpenAPI and nothing of the marketplace.
package openapi

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// Object is a JSON object of a document.
type Object = map[string]any

// Document is an OpenAPI document as a tree of JSON values.
type Document struct{ Root Object }

// New takes over a document that encodes to OpenAPI 3.1.
func New(described any) (*Document, error) {
	text, err := json.Marshal(described)
	if err != nil {
		return nil, fmt.Errorf("encode the document: %w", err)
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	d := &Document{}
	if err := decoder.Decode(&d.Root); err != nil {
		return nil, fmt.Errorf("read the document: %w", err)
	}
	// A format of bytes says it all; generators choose an encoding by the media type.
	walk(d.Root, func(o Object) {
		if o["format"] == "binary" {
			delete(o, "contentMediaType")
		}
	})
	return d, nil
}

// Operation is one method of one path.
type Operation struct {
	Method string
	Path   string
	Object Object
}

// ID is the operation's own name.
func (o Operation) ID() string { return text(o.Object["operationId"]) }

// Parameters are the operation's own.
func (o Operation) Parameters() []Object {
	var list []Object
	for _, parameter := range items(o.Object["parameters"]) {
		list = append(list, object(parameter))
	}
	return list
}

// Operations lists every operation by path and method.
func (d *Document) Operations() []Operation {
	var list []Operation
	paths := object(d.Root["paths"])
	for _, path := range sorted(paths) {
		for _, method := range []string{"get", "head", "post", "put", "patch", "delete"} {
			if value := object(object(paths[path])[method]); value != nil {
				list = append(list, Operation{strings.ToUpper(method), path, value})
			}
		}
	}
	return list
}

// Schemas are the shared schemas by name.
func (d *Document) Schemas() Object { return d.components("schemas") }

// components returns the shared things of one kind, made when there are none yet.
func (d *Document) components(kind string) Object {
	all := object(d.Root["components"])
	if all == nil {
		all = Object{}
		d.Root["components"] = all
	}
	if object(all[kind]) == nil {
		all[kind] = Object{}
	}
	return object(all[kind])
}

const (
	schemaPrefix   = "#/components/schemas/"
	responsePrefix = "#/components/responses/"
	headerPrefix   = "#/components/headers/"
)

// reference returns the name of the shared schema that a value refers to.
func reference(value Object) string {
	name, _ := strings.CutPrefix(text(value["$ref"]), schemaPrefix)
	return name
}

// literal reports whether a member's value is data, in which nothing is a schema.
func literal(name string) bool {
	return slices.Contains([]string{"example", "examples", "default", "enum", "const", "x-codeSamples"}, name)
}

// walk visits every object below a value, the inner ones first, but for data.
func walk(value any, visit func(Object)) {
	switch value := value.(type) {
	case Object:
		for name, inner := range value {
			if !literal(name) || object(inner) != nil && name == "default" {
				walk(inner, visit)
			}
		}
		visit(value)
	case []any:
		for _, inner := range value {
			walk(inner, visit)
		}
	}
}

func object(value any) Object {
	o, _ := value.(Object)
	return o
}

func items(value any) []any {
	list, _ := value.([]any)
	return list
}

func text(value any) string {
	s, _ := value.(string)
	return s
}

func sorted(o Object) []string {
	names := make([]string, 0, len(o))
	for name := range o {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// Takes reports whether the operation has a parameter of this name.
func (o Operation) Takes(name string) bool {
	return slices.ContainsFunc(o.Parameters(), func(p Object) bool { return p["name"] == name })
}

// TakeJSON makes a shared schema that of the operation's JSON body.
func (o Operation) TakeJSON(name string) {
	content := object(object(o.Object["requestBody"])["content"])
	object(content["application/json"])["schema"] = Object{"$ref": schemaPrefix + name}
}

// Media returns the JSON of the operation's request, or of its success; nil when it
// has none.
func (o Operation) Media(request bool) Object {
	if request {
		return object(object(object(o.Object["requestBody"])["content"])["application/json"])
	}
	responses := object(o.Object["responses"])
	for _, status := range sorted(responses) {
		if status[0] == '2' {
			return object(object(object(responses[status])["content"])["application/json"])
		}
	}
	return nil
}

// DescribeSuccess says what the first of the operation's good answers holds.
func (o Operation) DescribeSuccess(words string) {
	responses := object(o.Object["responses"])
	for _, status := range sorted(responses) {
		if status[0] == '2' {
			object(responses[status])["description"] = words
			return
		}
	}
}

// DescribeBody says what the operation's body holds.
func (o Operation) DescribeBody(words string) { object(o.Object["requestBody"])["description"] = words }
