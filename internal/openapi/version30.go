package openapi

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
)

// Version30 returns the same contract in OpenAPI 3.0.3, for tools that do not read
// 3.1. Null becomes "nullable", and what stands beside a reference is left out.
func (d *Document) Version30() (*Document, error) {
	// By way of its text, as a copy that shares nothing with the document.
	text, err := d.JSON()
	if err != nil {
		return nil, err
	}
	twin, err := New(json.RawMessage(text))
	if err != nil {
		return nil, err
	}
	twin.Root["openapi"] = "3.0.3"
	if license := object(object(twin.Root["info"])["license"]); license != nil {
		delete(license, "identifier")
	}
	walk(twin.Root["components"], downgrade)
	walk(twin.Root["paths"], downgrade)
	return twin, twin.checkVersion30()
}

func downgrade(schema Object) {
	if types := items(schema["type"]); types != nil {
		if i := slices.Index(types, any("null")); i >= 0 {
			schema["nullable"] = true
			types = slices.Delete(types, i, i+1)
		}
		if len(types) == 1 {
			schema["type"] = types[0]
		}
	}
	downgradeChoice(schema)
	if words := items(schema["examples"]); len(words) > 0 {
		schema["example"] = words[0]
		delete(schema, "examples")
	}
	if value, ok := schema["const"]; ok {
		schema["enum"] = []any{value}
		delete(schema, "const")
	}
	if media := object(schema["application/octet-stream"]); media != nil && object(media["schema"]) == nil {
		media["schema"] = Object{"type": "string", "format": "binary"}
	}
	if ref, ok := schema["$ref"]; ok && len(schema) > 1 {
		clear(schema)
		schema["$ref"] = ref
	}
}

// downgradeChoice turns a choice between something and null into something
// nullable.
func downgradeChoice(schema Object) {
	choices := items(schema["oneOf"])
	i := slices.IndexFunc(choices, func(choice any) bool { return object(choice)["type"] == "null" })
	if i < 0 {
		return
	}
	choices = slices.Delete(slices.Clone(choices), i, i+1)
	schema["nullable"] = true
	if len(choices) > 1 {
		schema["oneOf"] = choices
		return
	}
	delete(schema, "oneOf")
	if only := object(choices[0]); only["$ref"] == nil {
		maps.Copy(schema, only)
		return
	}
	// Beside $ref OpenAPI 3.0 minds nothing, not even nullable; beside allOf it does.
	schema["allOf"] = choices
}

// checkVersion30 looks for what 3.0 does not know.
func (d *Document) checkVersion30() error {
	var err error
	walk(d.Root, func(o Object) {
		if _, list := o["type"].([]any); list && o["properties"] == nil {
			err = fmt.Errorf("OpenAPI 3.0 has one type, not %v", o["type"])
		}
		if o["type"] == "null" {
			err = fmt.Errorf("OpenAPI 3.0 has no type null")
		}
	})
	return err
}
