package pages

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
)

// contract is the OpenAPI document as its page shows it.
type contract struct {
	Title       string
	Version     string
	Description string
	Groups      []group
	Answers     []response // that many operations give
	Schemas     []schemaDoc
}

// group is a tag with its operations.
type group struct {
	Name       string
	Operations []operationDoc
}

type operationDoc struct {
	ID          string
	Method      string
	Path        string
	Summary     string
	Description string
	Scope       string
	Parameters  []parameter
	Bodies      []bodyDoc
	Responses   []response
}

type parameter struct {
	Name        string `json:"name"`
	In          string `json:"in"`
	Required    bool   `json:"required"`
	Description string `json:"description"`
	Schema      schema `json:"schema"`
}

type bodyDoc struct {
	Type    string
	Schema  schema
	Example string
}

type response struct {
	Name        string // among the answers that many operations give, "" for one's own
	Status      string
	Description string
	Example     string
}

type schemaDoc struct {
	Name    string
	Members []member
}

type member struct {
	Name        string
	Type        string
	Description string
}

// schema is what the page shows of a JSON schema.
type schema struct {
	Ref         string            `json:"$ref"`
	Type        any               `json:"type"`
	Enum        []any             `json:"enum"`
	Items       *schema           `json:"items"`
	Properties  map[string]schema `json:"properties"`
	Description string            `json:"description"`
}

// Label describes a schema's type in a few words.
func (s schema) Label() string {
	switch {
	case s.Ref != "":
		return s.Ref[strings.LastIndexByte(s.Ref, '/')+1:]
	case len(s.Enum) > 0:
		words := make([]string, len(s.Enum))
		for i, value := range s.Enum {
			words[i] = fmt.Sprint(value)
		}
		return strings.Join(words, " | ")
	case s.Items != nil:
		return "array of " + s.Items.Label()
	}
	if list, ok := s.Type.([]any); ok {
		words := make([]string, len(list))
		for i, word := range list {
			words[i] = fmt.Sprint(word)
		}
		return strings.Join(words, " or ")
	}
	if s.Type == nil {
		return "any"
	}
	return fmt.Sprint(s.Type)
}

// wireContract is the OpenAPI document, as far as the page needs it.
type wireContract struct {
	Info struct {
		Title       string `json:"title"`
		Version     string `json:"version"`
		Description string `json:"description"`
	} `json:"info"`
	Paths      map[string]map[string]json.RawMessage `json:"paths"`
	Components struct {
		Schemas   map[string]schema       `json:"schemas"`
		Responses map[string]wireResponse `json:"responses"`
	} `json:"components"`
}

type wireResponse struct {
	Name        string                 `json:"-"` // of a shared one
	Ref         string                 `json:"$ref"`
	Description string                 `json:"description"`
	Content     map[string]wireContent `json:"content"`
}

// resolve gives the shared response that another one refers to.
func (c wireContract) resolve(r wireResponse) wireResponse {
	if name, ok := strings.CutPrefix(r.Ref, "#/components/responses/"); ok {
		r = c.Components.Responses[name]
		r.Name = name
	}
	return r
}

func (r wireResponse) doc(status string) response {
	doc := response{Name: r.Name, Status: status, Description: r.Description}
	for _, kind := range sortedNames(r.Content) {
		doc.Example = r.Content[kind].example()
	}
	return doc
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

func readContract(openAPI []byte) (*contract, error) {
	var wire wireContract
	if err := json.Unmarshal(openAPI, &wire); err != nil {
		return nil, fmt.Errorf("read the OpenAPI document: %w", err)
	}
	c := &contract{Title: wire.Info.Title, Version: wire.Info.Version, Description: wire.Info.Description}
	for _, path := range sortedNames(wire.Paths) {
		for method, raw := range wire.Paths[path] {
			if !slices.Contains([]string{"get", "post", "put", "delete", "patch", "head"}, method) {
				continue
			}
			var operation wireOperation
			if err := json.Unmarshal(raw, &operation); err != nil {
				return nil, fmt.Errorf("read the OpenAPI document, %s %s: %w", method, path, err)
			}
			for status, response := range operation.Responses {
				operation.Responses[status] = wire.resolve(response)
			}
			c.add(method, path, operation)
		}
	}
	for i := range c.Groups {
		slices.SortFunc(c.Groups[i].Operations, func(a, b operationDoc) int {
			return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(rank(a.Method), rank(b.Method)))
		})
	}
	slices.SortFunc(c.Answers, func(a, b response) int { return cmp.Or(cmp.Compare(a.Status, b.Status), cmp.Compare(a.Name, b.Name)) })
	slices.SortFunc(c.Groups, func(a, b group) int { return cmp.Compare(a.Name, b.Name) })
	for _, name := range sortedNames(wire.Components.Schemas) {
		c.Schemas = append(c.Schemas, schemaDoc{name, members(wire.Components.Schemas[name])})
	}
	return c, nil
}

func rank(method string) int { return slices.Index([]string{"GET", "POST", "PUT", "DELETE"}, method) }

func (c *contract) add(method, path string, wire wireOperation) {
	operation := operationDoc{
		ID: wire.ID, Method: strings.ToUpper(method), Path: path, Summary: wire.Summary,
		Description: wire.Description, Parameters: wire.Parameters,
	}
	for _, requirement := range wire.Security {
		for _, scopes := range requirement {
			operation.Scope = strings.Join(scopes, " ")
		}
	}
	for _, kind := range sortedNames(wire.RequestBody.Content) {
		content := wire.RequestBody.Content[kind]
		operation.Bodies = append(operation.Bodies, bodyDoc{kind, content.Schema, content.example()})
	}
	for _, status := range sortedNames(wire.Responses) {
		doc := wire.Responses[status].doc(status)
		operation.Responses = append(operation.Responses, doc)
		if doc.Name != "" && !slices.ContainsFunc(c.Answers, func(known response) bool { return known.Name == doc.Name }) {
			c.Answers = append(c.Answers, doc)
		}
	}
	name := "Other"
	if len(wire.Tags) > 0 {
		name = wire.Tags[0]
	}
	i := slices.IndexFunc(c.Groups, func(g group) bool { return g.Name == name })
	if i < 0 {
		c.Groups = append(c.Groups, group{Name: name})
		i = len(c.Groups) - 1
	}
	c.Groups[i].Operations = append(c.Groups[i].Operations, operation)
}

func members(s schema) []member {
	var list []member
	for _, name := range sortedNames(s.Properties) {
		property := s.Properties[name]
		list = append(list, member{name, property.Label(), property.Description})
	}
	return list
}

func sortedNames[V any](m map[string]V) []string {
	names := make([]string, 0, len(m))
	for name := range m {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

func (p *Pages) docs(w http.ResponseWriter, r *http.Request) error {
	content := struct {
		*contract
		BaseURL string
	}{p.contract, p.baseURL}
	return p.render(w, r, http.StatusOK, "docs", view{Title: p.contract.Title + " API", Canonical: "/docs", Section: "/docs", Content: content})
}

func (p *Pages) schemas(w http.ResponseWriter, r *http.Request) error {
	return p.render(w, r, http.StatusOK, "schemas", view{
		Title: p.contract.Title + " API: schemas", Canonical: "/docs/schemas", Section: "/docs", Content: p.contract,
	})
}
