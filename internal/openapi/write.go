package openapi

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// YAML writes the document.
func (d *Document) YAML() ([]byte, error) {
	node, err := ordered(d.Root, "", nil)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	encoder := yaml.NewEncoder(&out)
	encoder.SetIndent(2)
	if err := encoder.Encode(node); err != nil {
		return nil, fmt.Errorf("write the document: %w", err)
	}
	return out.Bytes(), nil
}

// JSON writes the document, its members in the same order.
func (d *Document) JSON() ([]byte, error) {
	node, err := ordered(d.Root, "", nil)
	if err != nil {
		return nil, err
	}
	return appendJSON(nil, node)
}

// firstKeys are the members that stand before the others, wherever they occur.
var firstKeys = []string{
	"openapi", "info", "servers", "security", "tags", "paths", "components",
	"operationId", "title", "name", "in", "summary", "description", "version", "contact", "license", "url", "required", "deprecated",
	"$ref", "type", "format", "nullable", "enum", "pattern", "minLength", "maxLength", "minimum", "maximum", "minItems", "maxItems",
	"uniqueItems",
	"allOf", "oneOf", "anyOf", "properties", "items", "additionalProperties",
	"parameters", "requestBody", "headers", "content", "schema", "responses", "get", "head", "post", "put", "patch", "delete", "lang", "label",
	"source",
}

// named are the members whose own members are names that somebody chose.
var named = []string{"paths", "schemas", "responses", "headers", "parameters", "securitySchemes", "content", "properties", "examples",
	"mapping"}

// ordered turns a value into a node whose members stand in an order for people.
func ordered(value any, within string, parent Object) (*yaml.Node, error) {
	switch value := value.(type) {
	case Object:
		node := &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map"}
		for _, name := range arranged(value, within, parent) {
			inside := name
			if slices.Contains(named, within) {
				inside = "" // a name that somebody chose means nothing
			}
			inner, err := ordered(value[name], inside, value)
			if err != nil {
				return nil, err
			}
			node.Content = append(node.Content, scalar("!!str", name), inner)
		}
		return node, nil
	case []any:
		node := &yaml.Node{Kind: yaml.SequenceNode, Tag: "!!seq"}
		for _, item := range value {
			inner, err := ordered(item, "", nil)
			if err != nil {
				return nil, err
			}
			node.Content = append(node.Content, inner)
		}
		return node, nil
	case json.RawMessage:
		return asWritten(value)
	case json.Number:
		if _, err := value.Int64(); err == nil {
			return scalar("!!int", value.String()), nil
		}
		return scalar("!!float", value.String()), nil
	case string:
		return scalar("!!str", value), nil
	case bool:
		return scalar("!!bool", strconv.FormatBool(value)), nil
	case nil:
		return scalar("!!null", "null"), nil
	}
	node := &yaml.Node{}
	if err := node.Encode(value); err != nil {
		return nil, fmt.Errorf("write the document: %w", err)
	}
	return node, nil
}

// olderWords are texts that YAML 1.1 takes for a truth value.
var olderWords = []string{"y", "yes", "on", "n", "no", "off"}

// scalar makes a node of a text, a number or a word. Quotes around what YAML takes for
// something else than text come by themselves, but for what only older YAML does.
func scalar(tag, value string) *yaml.Node {
	node := &yaml.Node{Kind: yaml.ScalarNode, Tag: tag, Value: value}
	if tag == "!!str" && (slices.Contains(olderWords, strings.ToLower(value)) || sexagesimal(value)) {
		node.Style = yaml.DoubleQuotedStyle
	}
	return node
}

// sexagesimal reports whether YAML 1.1 could take a text for a number in base 60, as 1:30.
func sexagesimal(value string) bool {
	return strings.Contains(value, ":") && strings.Trim(value, "+-0123456789:_.") == ""
}

// asWritten keeps the order of JSON that people wrote.
func asWritten(raw json.RawMessage) (*yaml.Node, error) {
	var document yaml.Node
	if err := yaml.Unmarshal(raw, &document); err != nil {
		return nil, fmt.Errorf("read an example: %w", err)
	}
	var plain func(*yaml.Node)
	plain = func(node *yaml.Node) {
		// Read from JSON, the nodes would be written in its braces and quotes.
		node.Style = 0
		if node.Kind == yaml.ScalarNode && node.Tag == "!!str" {
			*node = *scalar("!!str", node.Value)
		}
		for _, inner := range node.Content {
			plain(inner)
		}
	}
	plain(document.Content[0])
	return document.Content[0], nil
}

// arranged orders the names of an object's members: forms before bare bytes,
// properties as their type has them, keywords by their rank.
func arranged(value Object, within string, parent Object) []string {
	names := sorted(value)
	rank := func(name string) int { return index(firstKeys, name) }
	switch {
	case within == "content":
		rank = func(name string) int { return index([]string{"multipart/form-data"}, name) }
	case within == "properties":
		required := items(parent["required"])
		rank = func(name string) int { return index(required, any(name)) }
	case slices.Contains(named, within):
		return names
	}
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(rank(a), rank(b)) })
	return names
}

// index is where a value stands in a list; behind it when it does not.
func index[T comparable](list []T, value T) int {
	if i := slices.Index(list, value); i >= 0 {
		return i
	}
	return len(list)
}

func appendJSON(dst []byte, node *yaml.Node) (_ []byte, err error) {
	switch {
	case node.Kind == yaml.MappingNode:
		dst = append(dst, '{')
		for i := 0; i < len(node.Content); i += 2 {
			if i > 0 {
				dst = append(dst, ',')
			}
			if dst, err = appendJSON(dst, node.Content[i]); err != nil {
				return nil, err
			}
			if dst, err = appendJSON(append(dst, ':'), node.Content[i+1]); err != nil {
				return nil, err
			}
		}
		return append(dst, '}'), nil
	case node.Kind == yaml.SequenceNode:
		dst = append(dst, '[')
		for i, inner := range node.Content {
			if i > 0 {
				dst = append(dst, ',')
			}
			if dst, err = appendJSON(dst, inner); err != nil {
				return nil, err
			}
		}
		return append(dst, ']'), nil
	case node.Tag == "!!str":
		text, err := json.Marshal(node.Value)
		return append(dst, text...), err
	}
	return append(dst, node.Value...), nil
}
