package reference

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"html/template"
	"net/http"
	"slices"
	"strings"

	"vitrine/internal/markdown"
	"vitrine/internal/pages"
)

// contract is the OpenAPI document as its page shows it.
type contract struct {
	Title       string
	Version     string
	Description template.HTML
	Groups      []group
	Answers     []response // that many operations give
	Headers     []headerDoc
	Schemas     []schemaDoc
}

// group is a tag with its operations.
type group struct {
	Name        string
	Description template.HTML
	Operations  []operationDoc
}

type operationDoc struct {
	ID          string
	Method      string
	Path        string
	Summary     string
	Description template.HTML
	Scope       string
	Parameters  []parameter
	Bodies      []bodyDoc
	Responses   []response
	Samples     []sample
}

// sample is a program that calls the operation.
type sample struct {
	Label  string `json:"label"`
	Source string `json:"source"`
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
	Members []member // of a body that is described on the spot
	Example string
}

type response struct {
	Name        string // among the answers that many operations give, "" for one's own
	Status      string
	Description string
	Headers     []string
	Example     string
	Problem     *problemDoc // of a refusal
}

// problemDoc is what the page shows of the example of a refusal.
type problemDoc struct {
	Code   string `json:"code"`
	Detail string `json:"detail"`
}

type schemaDoc struct {
	Name        string
	Description string
	Label       string // of one without members: its words
	Members     []member
}

type member struct {
	Name        string
	Required    bool
	Schema      schema
	Description string
}

// headerDoc is a header that answers share.
type headerDoc struct{ Name, Description string }

// schema is what the page shows of a JSON schema.
type schema struct {
	Ref         string            `json:"$ref"`
	Type        any               `json:"type"`
	Format      string            `json:"format"`
	Enum        []any             `json:"enum"`
	Items       *schema           `json:"items"`
	OneOf       []schema          `json:"oneOf"`
	AllOf       []schema          `json:"allOf"`
	Properties  map[string]schema `json:"properties"`
	Required    []string          `json:"required"`
	Description string            `json:"description"`
	Pattern     string            `json:"pattern"`
	Default     any               `json:"default"`
	Minimum     json.Number       `json:"minimum"`
	Maximum     json.Number       `json:"maximum"`
	MinLength   json.Number       `json:"minLength"`
	MaxLength   json.Number       `json:"maxLength"`
	MinItems    json.Number       `json:"minItems"`
	MaxItems    json.Number       `json:"maxItems"`
}

// Name is the shared schema that this one refers to, or holds; "" without one.
func (s schema) Name() string {
	for _, inner := range append(slices.Clone(s.OneOf), s) {
		if inner.Ref != "" {
			return inner.Ref[strings.LastIndexByte(inner.Ref, '/')+1:]
		}
		if inner.Items != nil {
			return inner.Items.Name()
		}
	}
	return ""
}

// Label describes a schema's type in a few words.
func (s schema) Label() string {
	switch {
	case s.Ref != "":
		return s.Name()
	case len(s.OneOf) > 0:
		return joined(s.OneOf, schema.Label, " or ")
	case len(s.AllOf) > 0:
		return joined(s.AllOf, schema.Label, " and ")
	case len(s.Enum) > 0:
		return joined(s.Enum, func(v any) string { return fmt.Sprint(v) }, " | ")
	case s.Items != nil:
		return "array of " + s.Items.Label()
	}
	label := "any"
	if list, ok := s.Type.([]any); ok {
		label = joined(list, func(v any) string { return fmt.Sprint(v) }, " or ")
	} else if s.Type != nil {
		label = fmt.Sprint(s.Type)
	}
	if s.Format != "" && s.Format != "int64" && s.Format != "double" {
		label += " (" + s.Format + ")"
	}
	return label
}

// Limits says in words what a value is held against.
func (s schema) Limits() string {
	var limits []string
	say := func(n json.Number, format string) {
		if n != "" {
			limits = append(limits, fmt.Sprintf(format, n))
		}
	}
	say(s.Minimum, "at least %s")
	say(s.Maximum, "at most %s")
	say(s.MinLength, "length at least %s")
	say(s.MaxLength, "length at most %s")
	say(s.MinItems, "items: at least %s")
	say(s.MaxItems, "items: at most %s")
	if s.Default != nil {
		limits = append(limits, fmt.Sprintf("default %v", s.Default))
	}
	return strings.Join(limits, ", ")
}

func joined[T any](list []T, label func(T) string, between string) string {
	words := make([]string, len(list))
	for i, item := range list {
		words[i] = label(item)
	}
	return strings.Join(words, between)
}

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

func readContract(openAPI []byte) (*contract, error) {
	var wire wireContract
	if err := json.Unmarshal(openAPI, &wire); err != nil {
		return nil, fmt.Errorf("read the OpenAPI document: %w", err)
	}
	c := &contract{Title: wire.Info.Title, Version: wire.Info.Version, Description: prose(wire.Info.Description)}
	for _, tag := range wire.Tags {
		c.Groups = append(c.Groups, group{Name: tag.Name, Description: prose(tag.Description)})
	}
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
				operation.Responses[status] = wire.resolve(response, operation.ID)
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
	for _, name := range sortedNames(wire.Components.Headers) {
		c.Headers = append(c.Headers, headerDoc{name, wire.Components.Headers[name].Description})
	}
	for _, name := range sortedNames(wire.Components.Schemas) {
		s := wire.Components.Schemas[name]
		doc := schemaDoc{Name: name, Description: s.Description, Members: members(s)}
		if len(s.Properties) == 0 {
			doc.Label = s.Label()
		}
		c.Schemas = append(c.Schemas, doc)
	}
	return c, nil
}

// prose converts a description of the contract, which is CommonMark (OpenAPI 3.1,
// section 4.5). What it holds of HTML is left out.
func prose(text string) template.HTML {
	return template.HTML(markdown.HTML(text))
}

func rank(method string) int { return slices.Index([]string{"GET", "POST", "PUT", "DELETE"}, method) }

func (c *contract) add(method, path string, wire wireOperation) {
	operation := operationDoc{
		ID: wire.ID, Method: strings.ToUpper(method), Path: path, Summary: wire.Summary,
		Description: prose(wire.Description), Parameters: wire.Parameters, Samples: wire.Samples,
	}
	for _, requirement := range wire.Security {
		for _, scopes := range requirement {
			operation.Scope = strings.Join(scopes, " ")
		}
	}
	for _, kind := range sortedNames(wire.RequestBody.Content) {
		content := wire.RequestBody.Content[kind]
		operation.Bodies = append(operation.Bodies, bodyDoc{kind, content.Schema, members(content.Schema), content.example()})
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

// members lists a schema's own members, those that are needed first, and those
// that it adds to another one.
func members(s schema) []member {
	var list []member
	for _, name := range sortedNames(s.Properties) {
		property := s.Properties[name]
		list = append(list, member{name, slices.Contains(s.Required, name), property, property.Description})
	}
	slices.SortStableFunc(list, func(a, b member) int { return cmp.Compare(index(s.Required, a.Name), index(s.Required, b.Name)) })
	for _, part := range s.AllOf {
		list = append(list, members(part)...)
	}
	return list
}

// index is where a name stands in a list; behind it when it does not.
func index(list []string, name string) int {
	if i := slices.Index(list, name); i >= 0 {
		return i
	}
	return len(list)
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
	}{p.contract, p.Address("")}
	return p.Render(w, r, http.StatusOK, "docs", pages.View{Title: p.contract.Title + " API", Canonical: "/docs", Section: "/docs",
		Content: content})
}

func (p *Pages) schemas(w http.ResponseWriter, r *http.Request) error {
	return p.Render(w, r, http.StatusOK, "schemas", pages.View{
		Title: p.contract.Title + " API: schemas", Canonical: "/docs/schemas", Section: "/docs", Content: p.contract,
	})
}
