package web

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"vitrine"
)

// unknownFault names a member that doesn't exist, and the nearest one that
// does. huma passes the object around it, which distinguishes a name with
// dots from a path.
func unknownFault(ctx huma.Context, detail *huma.ErrorDetail) vitrine.Field {
	around, name := splitLocation(detail)
	pointer := jsonPointer(around) + "/" + escapePointer(shorten(name, 100))
	text := fmt.Sprintf("there is no member %q", shorten(name, 100))
	if near := nearest(name, memberNames(ctx, around)); near != "" {
		text += fmt.Sprintf("; did you mean %q?", near)
	}
	return vitrine.Field{Pointer: pointer, Code: unknownMember, Detail: text}
}

func splitLocation(detail *huma.ErrorDetail) (around, name string) {
	members, _ := detail.Value.(map[string]any)
	for member := range members {
		if prefix, ok := strings.CutSuffix(detail.Location, "."+member); ok && len(member) >= len(name) {
			around, name = prefix, member
		}
	}
	if around == "" {
		dot := strings.LastIndexByte(detail.Location, '.')
		return detail.Location[:max(dot, 0)], detail.Location[dot+1:]
	}
	return around, name
}

// memberNames are the members that the operation takes at a location.
func memberNames(ctx huma.Context, location string) []string {
	_, schema := schemaAt(ctx, location)
	if schema == nil {
		return nil
	}
	return slices.DeleteFunc(slices.Sorted(maps.Keys(schema.Properties)), func(name string) bool { return schema.Properties[name].ReadOnly })
}

// schemaAt is what the contract says of a location in the operation's body; nil
// where that is nothing.
func schemaAt(ctx huma.Context, location string) (huma.Registry, *huma.Schema) {
	op := ctx.Operation()
	registry, _ := op.Metadata[schemasKey].(huma.Registry)
	if registry == nil || op.RequestBody == nil || op.RequestBody.Content[jsonType] == nil {
		return nil, nil
	}
	schema := resolve(registry, op.RequestBody.Content[jsonType].Schema)
	for step := range strings.SplitSeq(strings.TrimPrefix(jsonPointer(location), "/"), "/") {
		switch {
		case schema == nil:
			return nil, nil
		case step == "":
		case schema.Type == huma.TypeArray:
			schema = resolve(registry, schema.Items)
		default:
			schema = resolve(registry, schema.Properties[unescapePointer(step)])
		}
	}
	return registry, schema
}

// formsOf returns what a member with alternatives may be: by the description of each,
// or by its type.
func formsOf(ctx huma.Context, location string) string {
	registry, schema := schemaAt(ctx, location)
	if schema == nil {
		return anyForm
	}
	var forms []string
	for _, form := range slices.Concat(schema.OneOf, schema.AnyOf) {
		form = resolve(registry, form)
		forms = append(forms, cmp.Or(strings.TrimSuffix(form.Description, "."), form.Type))
	}
	return "must be " + strings.Join(forms, " or ")
}

func resolve(registry huma.Registry, schema *huma.Schema) *huma.Schema {
	for schema != nil && schema.Ref != "" {
		schema = registry.SchemaFromRef(schema.Ref)
	}
	return schema
}

// nearest is the name that a misspelt one most likely means, "" where none is
// near.
func nearest(name string, names []string) string {
	const longest = 64
	if len(name) > longest {
		return ""
	}
	best, least := "", max(1, len(name)/3)+1
	for _, candidate := range names {
		if d := distance(strings.ToLower(name), candidate); d < least {
			best, least = candidate, d
		}
	}
	return best
}

// distance counts the letters that were inserted, left out, changed or swapped
// with their neighbour (optimal string alignment).
func distance(a, b string) int {
	before, last := make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row := make([]int, len(b)+1)
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last = last, row
	}
	return last[len(b)]
}
