package goclient

import (
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// refPrefix begins the references to schemas.
const refPrefix = "#/components/schemas/"

// document is what is read of a contract.
type document struct {
	operations []*operation // in the order of the contract
	schemas    map[string]*schema
}

// operation is one of them.
type operation struct {
	ID          string      `yaml:"operationId"`
	Tags        []string    `yaml:"tags"`
	Summary     string      `yaml:"summary"`
	Description string      `yaml:"description"`
	Deprecated  bool        `yaml:"deprecated"`
	Parameters  []parameter `yaml:"parameters"`
	Request     *struct {
		Required bool             `yaml:"required"`
		Content  map[string]media `yaml:"content"`
	} `yaml:"requestBody"`
	Responses map[string]struct {
		Content map[string]media `yaml:"content"`
	} `yaml:"responses"`
	Security []map[string][]string `yaml:"security"`

	Method, Path string `yaml:"-"`
}

type media struct {
	Schema *schema `yaml:"schema"`
}

type parameter struct {
	Name        string `yaml:"name"`
	In          string `yaml:"in"`
	Required    bool   `yaml:"required"`
	Description string `yaml:"description"`
	Schema      schema `yaml:"schema"`
}

// schema is as much of a schema as types need.
type schema struct {
	Ref         string     `yaml:"$ref"`
	Description string     `yaml:"description"`
	Type        types      `yaml:"type"`
	Format      string     `yaml:"format"`
	Pattern     string     `yaml:"pattern"`
	Minimum     *float64   `yaml:"minimum"`
	Enum        []string   `yaml:"enum"`
	ReadOnly    bool       `yaml:"readOnly"`
	Deprecated  bool       `yaml:"deprecated"`
	Required    []string   `yaml:"required"`
	Properties  properties `yaml:"properties"`
	Items       *schema    `yaml:"items"`
	OneOf       []*schema  `yaml:"oneOf"`
	AllOf       []*schema  `yaml:"allOf"`
	Additional  *schema    `yaml:"-"`
	Open        bool       `yaml:"-"` // further members are allowed, whatever they are
}

// UnmarshalYAML reads additionalProperties, which is a schema, true or false.
func (s *schema) UnmarshalYAML(node *yaml.Node) error {
	type plain schema
	if err := node.Decode((*plain)(s)); err != nil {
		return err
	}
	var more struct {
		Additional yaml.Node `yaml:"additionalProperties"`
	}
	if err := node.Decode(&more); err != nil {
		return err
	}
	switch more.Additional.Kind {
	case yaml.ScalarNode:
		s.Open = more.Additional.Value == "true"
	case yaml.MappingNode:
		if s.Open = len(more.Additional.Content) == 0; s.Open {
			return nil
		}
		s.Additional = &schema{}
		return more.Additional.Decode(s.Additional)
	}
	return nil
}

// types are those that a value may have: one, or several in a list.
type types []string

func (t *types) UnmarshalYAML(node *yaml.Node) error {
	if node.Kind == yaml.ScalarNode {
		*t = types{node.Value}
		return nil
	}
	return node.Decode((*[]string)(t))
}

// property is a member of a record.
type property struct {
	Name   string
	Schema *schema
}

// properties are in the order of the contract.
type properties []property

func (p *properties) UnmarshalYAML(node *yaml.Node) error {
	for pair := range slices.Chunk(node.Content, 2) {
		one := property{Name: pair[0].Value, Schema: &schema{}}
		if err := pair[1].Decode(one.Schema); err != nil {
			return err
		}
		*p = append(*p, one)
	}
	return nil
}

// parse reads a contract.
func parse(text []byte) (*document, error) {
	var raw struct {
		Paths      yaml.Node `yaml:"paths"`
		Components struct {
			Schemas map[string]*schema `yaml:"schemas"`
		} `yaml:"components"`
	}
	if err := yaml.Unmarshal(text, &raw); err != nil {
		return nil, err
	}
	doc := &document{schemas: raw.Components.Schemas}
	for path := range slices.Chunk(raw.Paths.Content, 2) {
		for method := range slices.Chunk(path[1].Content, 2) {
			o := &operation{}
			if err := method[1].Decode(o); err != nil {
				return nil, fmt.Errorf("%s %s: %w", method[0].Value, path[0].Value, err)
			}
			o.Method, o.Path = strings.ToUpper(method[0].Value), path[0].Value
			doc.operations = append(doc.operations, o)
		}
	}
	return doc, nil
}

// body returns the schema of the JSON that an operation takes, nil for none.
func (o *operation) body() *schema {
	if o.Request == nil {
		return nil
	}
	return o.Request.Content["application/json"].Schema
}

// answer returns the schema of the JSON that an operation answers, nil for none.
func (o *operation) answer() *schema {
	for _, status := range []string{"200", "201"} {
		if s := o.Responses[status].Content["application/json"].Schema; s != nil {
			return s
		}
	}
	return nil
}

// takes reports whether an operation has a parameter.
func (o *operation) takes(in, name string) bool {
	return slices.ContainsFunc(o.Parameters, func(p parameter) bool { return p.In == in && p.Name == name })
}

// scope returns what a token needs for an operation.
func (o *operation) scope() string {
	for _, one := range o.Security {
		for _, scopes := range one {
			return strings.Join(scopes, " ")
		}
	}
	return ""
}
