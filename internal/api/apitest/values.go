package apitest

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"regexp/syntax"
	"slices"
	"strings"
)

// resolve follows references.
func (g *Generator) resolve(schema map[string]any) map[string]any {
	for {
		ref, ok := schema["$ref"].(string)
		if !ok {
			return schema
		}
		components := g.contract.document["components"].(map[string]any)
		schema = components["schemas"].(map[string]any)[strings.TrimPrefix(ref, "#/components/schemas/")].(map[string]any)
	}
}

// Value makes a value that a schema lets through.
func (g *Generator) Value(schema map[string]any) any {
	schema = g.resolve(schema)
	if choices, ok := schema["oneOf"].([]any); ok {
		return g.Value(choices[g.random.IntN(len(choices))].(map[string]any))
	}
	if words, ok := schema["enum"].([]any); ok {
		return words[g.random.IntN(len(words))]
	}
	switch g.kind(schema) {
	case "string":
		return g.string(schema)
	case "integer":
		return g.integer(schema)
	case "number":
		return g.number(schema)
	case "boolean":
		return g.random.IntN(2) == 0
	case "array":
		return g.array(schema)
	case "object":
		return g.object(schema)
	case "null":
		return nil
	}
	return g.text(0, 10)
}

func (g *Generator) kind(schema map[string]any) string {
	if kinds, ok := schema["type"].([]any); ok {
		return kinds[g.random.IntN(len(kinds))].(string)
	}
	kind, _ := schema["type"].(string)
	return kind
}

func limit(schema map[string]any, name string, otherwise float64) float64 {
	if value, ok := schema[name].(float64); ok {
		return value
	}
	return otherwise
}

func (g *Generator) integer(schema map[string]any) any {
	lowest := limit(schema, "minimum", -1000)
	highest := limit(schema, "maximum", lowest+1000)
	switch g.random.IntN(4) {
	case 0:
		return int64(lowest)
	case 1:
		return int64(highest)
	}
	return int64(lowest) + g.random.Int64N(int64(highest-lowest)+1)
}

// number makes a multiple of a hundredth: what has more decimals is no sum of
// money, and no other number is sent.
func (g *Generator) number(schema map[string]any) any {
	cents := g.random.Int64N(int64(limit(schema, "maximum", 1000)*100) + 1)
	return json.Number(fmt.Sprintf("%d.%02d", cents/100, cents%100))
}

func (g *Generator) array(schema map[string]any) any {
	least := int(limit(schema, "minItems", 0))
	length := least + g.random.IntN(min(int(limit(schema, "maxItems", 8)), 8)-min(least, 7)+1)
	list, seen := []any{}, map[string]bool{}
	for len(list) < length {
		item := g.Value(schema["items"].(map[string]any))
		key := strings.ToLower(strings.Join(strings.Fields(fmt.Sprint(item)), " "))
		if schema["uniqueItems"] == true && seen[key] {
			continue
		}
		seen[key] = true
		list = append(list, item)
	}
	return list
}

func (g *Generator) object(schema map[string]any) map[string]any {
	made := map[string]any{}
	properties, _ := schema["properties"].(map[string]any)
	required, _ := schema["required"].([]any)
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		if readOnly, _ := properties[name].(map[string]any)["readOnly"].(bool); readOnly {
			continue // good only where it is what is stored
		}
		if slices.Contains(required, any(name)) || g.random.IntN(4) == 0 {
			made[name] = g.Value(properties[name].(map[string]any))
		}
	}
	if schema["additionalProperties"] == true && g.random.IntN(4) == 0 {
		made["x_"+g.text(1, 5)] = g.text(0, 5)
	}
	return made
}

// anyText is the pattern of a text that may hold anything but U+0000.
const anyText = `^[^\x00]*$`

func (g *Generator) string(schema map[string]any) string {
	least, most := int(limit(schema, "minLength", 0)), int(limit(schema, "maxLength", 40))
	switch schema["format"] {
	case "email":
		return strings.ToLower(g.word(1, 10)) + "@example.com"
	case "date-time":
		return fmt.Sprintf("2026-0%d-1%dT12:00:00Z", 1+g.random.IntN(9), g.random.IntN(10))
	case "uri":
		return "https://example.com/" + g.word(0, 10)
	}
	pattern, ok := schema["pattern"].(string)
	if !ok || pattern == anyText {
		return g.text(least, min(most, 60))
	}
	parsed, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		panic(fmt.Sprintf("the pattern %s: %v", pattern, err))
	}
	for {
		var out strings.Builder
		g.match(parsed, &out)
		if n := len([]rune(out.String())); n >= least && n <= most {
			return out.String()
		}
	}
}

// match writes a text that a pattern matches.
func (g *Generator) match(r *syntax.Regexp, out *strings.Builder) {
	repeat := func(least, most int) {
		for range least + g.random.IntN(most-least+1) {
			g.match(r.Sub[0], out)
		}
	}
	switch r.Op {
	case syntax.OpLiteral:
		out.WriteString(string(r.Rune))
	case syntax.OpCharClass:
		out.WriteRune(g.oneOf(r.Rune))
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		out.WriteString(g.word(1, 1))
	case syntax.OpCapture:
		g.match(r.Sub[0], out)
	case syntax.OpStar:
		repeat(0, 4)
	case syntax.OpPlus:
		repeat(1, 4)
	case syntax.OpQuest:
		repeat(0, 1)
	case syntax.OpRepeat:
		most := r.Max
		if most < 0 {
			most = r.Min + 4
		}
		repeat(r.Min, most)
	case syntax.OpConcat:
		for _, sub := range r.Sub {
			g.match(sub, out)
		}
	case syntax.OpAlternate:
		g.match(r.Sub[g.random.IntN(len(r.Sub))], out)
	}
}

// oneOf picks a character of a class, given as ranges; letters mostly, and now and
// then one from far away.
func (g *Generator) oneOf(ranges []rune) rune {
	for range 20 {
		c := rune(' ' + g.random.IntN('~'-' '+1))
		for i := 0; i < len(ranges); i += 2 {
			if c >= ranges[i] && c <= ranges[i+1] {
				return c
			}
		}
	}
	i := g.random.IntN(len(ranges)/2) * 2
	highest := min(ranges[i+1], ranges[i]+0x200)
	return ranges[i] + g.random.Int32N(highest-ranges[i]+1)
}

const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"

func (g *Generator) word(least, most int) string {
	word := make([]byte, least+g.random.IntN(most-least+1))
	for i := range word {
		word[i] = letters[g.random.IntN(len(letters))]
	}
	return string(word)
}

// text makes words of several scripts.
func (g *Generator) text(least, most int) string {
	runes := []rune(g.word(least, max(least, most)))
	for i := range runes {
		if i > 0 && i < len(runes)-1 && g.random.IntN(8) == 0 {
			runes[i] = []rune("é ß漢<&'😀-")[g.random.IntN(9)]
		}
	}
	return string(runes)
}

// broken makes a value that a schema refuses, and returns why; "" where it could not.
func (g *Generator) broken(schema map[string]any) (value any, wrong string) {
	schema = g.resolve(schema)
	good := g.object(schema)
	switch g.random.IntN(4) {
	case 0:
		return []any{good}, "an array for an object"
	case 1:
		good["no_such_member"] = 1
		return good, "an unknown member"
	case 2:
		required, _ := schema["required"].([]any)
		if len(required) == 0 {
			return nil, ""
		}
		delete(good, required[0].(string))
		return good, "without " + required[0].(string)
	}
	properties := schema["properties"].(map[string]any)
	names := slices.Sorted(maps.Keys(properties))
	name := names[g.random.IntN(len(names))]
	good[name], wrong = g.misfit(g.resolve(properties[name].(map[string]any)))
	return good, "the member " + name + " " + wrong
}

// misfit makes a value of no type, or beyond a limit, of a schema.
func (g *Generator) misfit(schema map[string]any) (value any, wrong string) {
	if most, ok := schema["maxLength"].(float64); ok && g.random.IntN(2) == 0 {
		return strings.Repeat("x", int(most)+1), "too long"
	}
	if least, ok := schema["minItems"].(float64); ok && g.random.IntN(2) == 0 {
		return make([]any, int(least)-1), "with too few items"
	}
	if strings.Contains(fmt.Sprint(schema["type"]), "object") {
		return math.Pi, "a number"
	}
	return map[string]any{"a": 1}, "an object"
}
