package reference

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
)

// wireContract is the OpenAPI document, as far as the page needs it.
type wireContract struct {
	Info struct {
		Title       string `json:"title"`
		Version     string `json:"version"`
		Description string `json:"description"`
	} `json:"info"`
	Tags []struct {
		Name        string `json:"name"`
		Description string `json:"description"`
	} `json:"tags"`
	Paths      map[string]map[string]json.RawMessage `json:"paths"`
	Components struct {
		Schemas   map[string]schema       `json:"schemas"`
		Responses map[string]wireResponse `json:"responses"`
		Headers   map[string]headerDoc    `json:"headers"`
	} `json:"components"`
}

type wireResponse struct {
	Name        string                 `json:"-"` // of a shared one
	Ref         string                 `json:"$ref"`
	Description string                 `json:"description"`
	Headers     map[string]any         `json:"headers"`
	Content     map[string]wireContent `json:"content"`
}

// resolve returns the response that another one refers to. It has a name when many
// operations give it, as those do that are called after no operation.
func (c wireContract) resolve(r wireResponse, operation string) wireResponse {
	name, ok := strings.CutPrefix(r.Ref, "#/components/responses/")
	if !ok {
		return r
	}
	r = c.Components.Responses[name]
	if len(name) < len(operation) || !strings.EqualFold(name[:len(operation)], operation) {
		r.Name = name
	}
	return r
}

func (r wireResponse) doc(status string) response {
	doc := response{Name: r.Name, Status: status, Description: r.Description, Headers: sortedNames(r.Headers)}
	doc.Headers = slices.DeleteFunc(doc.Headers, everywhere)
	for _, kind := range sortedNames(r.Content) {
		doc.Example = r.Content[kind].example()
		if kind == "application/problem+json" {
			doc.Problem = &problemDoc{}
			_ = json.Unmarshal([]byte(doc.Example), doc.Problem) // it was indented: it is JSON
		}
	}
	return doc
}

// everywhere reports whether almost every answer has a header: the page says so once.
func everywhere(header string) bool {
	return slices.Contains([]string{"X-Request-Id", "Cache-Control", "Vary", "ETag"}, header) ||
		strings.HasPrefix(strings.TrimPrefix(header, "X-"), "RateLimit")
}

type wireOperation struct {
	ID          string                `json:"operationId"`
	Tags        []string              `json:"tags"`
	Summary     string                `json:"summary"`
	Description string                `json:"description"`
	Parameters  []parameter           `json:"parameters"`
	Security    []map[string][]string `json:"security"`
	RequestBody struct {
		Content map[string]wireContent `json:"content"`
	} `json:"requestBody"`
	Responses map[string]wireResponse `json:"responses"`
	Samples   []sample                `json:"x-codeSamples"`
}

type wireContent struct {
	Schema   schema          `json:"schema"`
	Example  json.RawMessage `json:"example"`
	Examples map[string]struct {
		Value json.RawMessage `json:"value"`
	} `json:"examples"`
}

func (c wireContent) example() string {
	raw := c.Example
	for _, name := range sortedNames(c.Examples) {
		if raw == nil {
			raw = c.Examples[name].Value
		}
	}
	var pretty bytes.Buffer
	if raw == nil || json.Indent(&pretty, raw, "", "  ") != nil {
		return ""
	}
	return pretty.String()
}
