package reference

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

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
