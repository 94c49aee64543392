package openapi

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Enum is a set of words with a name.
type Enum struct {
	Name        string
	Description string
	Words       []string
}

// NameEnums gives every set of words its name, so that a client has one type for
// each wherever it occurs. A set without a name is an error.
func (d *Document) NameEnums(enums []Enum) error {
	var unnamed []string
	walk(d.Root, func(schema Object) {
		words := wordsOf(schema)
		if len(words) < 2 {
			return
		}
		i := slices.IndexFunc(enums, func(e Enum) bool { return sameWords(e.Words, words) })
		if i < 0 {
			unnamed = append(unnamed, strings.Join(words, ","))
			return
		}
		refer(schema, enums[i].Name)
	})
	if len(unnamed) > 0 {
		return fmt.Errorf("these sets of words have no name: %s", strings.Join(unnamed, "; "))
	}
	for _, e := range enums {
		list := make([]any, len(e.Words))
		for i, word := range e.Words {
			list[i] = word
		}
		d.Schemas()[e.Name] = Object{"type": "string", "description": e.Description, "enum": list}
	}
	return nil
}

func wordsOf(schema Object) []string {
	var words []string
	for _, value := range items(schema["enum"]) {
		if word, ok := value.(string); ok {
			words = append(words, word)
		}
	}
	return words
}

func sameWords(a, b []string) bool {
	return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}

// refer makes a schema a reference, or null where it could be null.
func refer(schema Object, name string) {
	nullable := slices.Contains(items(schema["type"]), any("null"))
	for _, keyword := range []string{"type", "enum", "format"} {
		delete(schema, keyword)
	}
	if nullable {
		schema["oneOf"] = []any{Object{"$ref": schemaPrefix + name}, Object{"type": "null"}}
		return
	}
	schema["$ref"] = schemaPrefix + name
}

// OpenAnswers lets what is only answered have members that this document does
// not name, so that a new one breaks nobody. Requests stay closed: the server
// refuses a member that it does not know.
func (d *Document) OpenAnswers() {
	sent := map[string]bool{}
	for _, operation := range d.Operations() {
		d.reach(operation.Object["requestBody"], sent)
		d.reach(operation.Object["parameters"], sent)
	}
	for name, schema := range d.Schemas() {
		if !sent[name] {
			walk(schema, openUp)
		}
	}
	for _, operation := range d.Operations() {
		walk(operation.Object["responses"], openUp)
	}
	walk(d.components("responses"), openUp)
}

func openUp(schema Object) {
	if schema["additionalProperties"] == false {
		delete(schema, "additionalProperties")
	}
}

// reach notes the shared schemas that a value needs.
func (d *Document) reach(value any, found map[string]bool) {
	walk(value, func(o Object) {
		if name := reference(o); name != "" && !found[name] {
			found[name] = true
			d.reach(d.Schemas()[name], found)
		}
	})
}

// DeriveCreated describes each "Created…" as the record with what a creation
// adds to it.
func (d *Document) DeriveCreated() {
	for name, value := range d.Schemas() {
		base, created := strings.CutPrefix(name, "Created")
		record := object(d.Schemas()[base])
		if !created || record == nil {
			continue
		}
		schema := object(value)
		own := maps.Clone(object(schema["properties"]))
		for inherited := range object(record["properties"]) {
			delete(own, inherited)
		}
		var required []any
		for _, member := range items(schema["required"]) {
			if own[text(member)] != nil {
				required = append(required, member)
			}
		}
		d.Schemas()[name] = Object{
			"description": schema["description"],
			"allOf":       []any{Object{"$ref": schemaPrefix + base}, Object{"type": "object", "properties": own, "required": required}},
		}
	}
}

// Refine adds keywords to a member of a shared schema, "Model.title", and takes
// away those that are nil. Rules that the server checks elsewhere than in its types
// are told this way.
func (d *Document) Refine(place string, keywords Object) error {
	name, member, _ := strings.Cut(place, ".")
	schema := object(d.Schemas()[name])
	if member != "" {
		schema = object(object(schema["properties"])[member])
	}
	if schema == nil {
		return fmt.Errorf("there is no schema %s to refine", place)
	}
	maps.Copy(schema, keywords)
	maps.DeleteFunc(schema, func(_ string, value any) bool { return value == nil })
	return nil
}

// AdmitNull lets a member of a shared schema be null.
func (d *Document) AdmitNull(place string) error {
	name, member, _ := strings.Cut(place, ".")
	schema := object(object(object(d.Schemas()[name])["properties"])[member])
	switch {
	case schema == nil:
		return fmt.Errorf("there is no schema %s that could be null", place)
	case reference(schema) != "":
		schema["oneOf"] = []any{Object{"$ref": schema["$ref"]}, Object{"type": "null"}}
		delete(schema, "$ref")
	case schema["oneOf"] != nil:
		schema["oneOf"] = append(items(schema["oneOf"]), Object{"type": "null"})
	case text(schema["type"]) != "":
		schema["type"] = []any{schema["type"], "null"}
	}
	return nil
}

// Rename gives shared schemas other names.
func (d *Document) Rename(names map[string]string) {
	schemas := d.Schemas()
	for from, to := range names {
		if schema, ok := schemas[from]; ok {
			delete(schemas, from)
			schemas[to] = schema
		}
	}
	walk(d.Root, func(o Object) {
		if to, ok := names[reference(o)]; ok {
			o["$ref"] = schemaPrefix + to
		}
	})
}

// CopySchema makes a shared schema from another one.
func (d *Document) CopySchema(from, to string) { d.Schemas()[to] = clone(d.Schemas()[from]) }

func clone(value any) any {
	switch value := value.(type) {
	case Object:
		copied := Object{}
		for name, inner := range value {
			copied[name] = clone(inner)
		}
		return copied
	case []any:
		copied := make([]any, len(value))
		for i, inner := range value {
			copied[i] = clone(inner)
		}
		return copied
	}
	return value
}
