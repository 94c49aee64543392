package reference

import (
	"cmp"
	"encoding/json"
	"fmt"
	"html/template"
	"slices"
	"strings"

	"vitrine/internal/markdown"
)

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
