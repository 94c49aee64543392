package goclient

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// record writes the type of a schema.
func (g *generator) record(w io.Writer, name string) error {
	s := g.doc.schemas[name]
	if name == "Problem" {
		return nil // Error is written by hand
	}
	if s.AllOf != nil {
		return g.extended(w, name, s)
	}
	fmt.Fprint(w, comment("", says(typeName(name), s.Description)))
	if len(s.Enum) > 0 {
		return enumerate(w, typeName(name), s)
	}
	fmt.Fprintf(w, "type %s struct {\n", typeName(name))
	if err := g.members(w, name, s); err != nil {
		return err
	}
	fmt.Fprint(w, "}\n\n")
	return nil
}

// enumerate writes a type of words, and its values.
func enumerate(w io.Writer, name string, s *schema) error {
	if !slices.Equal(s.Type, types{"string"}) {
		return fmt.Errorf("values of the type %v", s.Type)
	}
	fmt.Fprintf(w, "type %s string\n\n// What %s can be. A later server may say more.\nconst (\n", name, name)
	for _, value := range s.Enum {
		fmt.Fprintf(w, "\t%s%s %s = %q\n", name, exported(value), name, value)
	}
	fmt.Fprint(w, ")\n\n")
	return nil
}

// extended writes a record that has all that another one has. The answer to a creation, which
// adds success alone, is that record itself.
func (g *generator) extended(w io.Writer, name string, s *schema) error {
	if g.same(name) != name {
		return nil
	}
	fmt.Fprint(w, comment("", says(typeName(name), s.Description)))
	fmt.Fprintf(w, "type %s struct {\n", typeName(name))
	for _, part := range s.AllOf {
		if part.Ref != "" {
			fmt.Fprintf(w, "%s\n\n", typeName(strings.TrimPrefix(part.Ref, refPrefix)))
			continue
		}
		if err := g.members(w, name, part); err != nil {
			return err
		}
	}
	fmt.Fprint(w, "}\n\n")
	return nil
}

// same returns the name of the record that a schema is the same as, but for success.
func (g *generator) same(name string) string {
	s := g.doc.schemas[name]
	if len(s.AllOf) != 2 || s.AllOf[0].Ref == "" {
		return name
	}
	if added := s.AllOf[1].Properties; len(added) != 1 || added[0].Name != "success" {
		return name
	}
	return strings.TrimPrefix(s.AllOf[0].Ref, refPrefix)
}

// members writes the fields of a record.
func (g *generator) members(w io.Writer, name string, s *schema) error {
	for _, p := range s.Properties {
		if p.Name == "success" || p.Schema.ReadOnly || p.Schema.Deprecated {
			continue
		}
		required := slices.Contains(s.Required, p.Name)
		kind, err := g.member(name, p, required)
		if err != nil {
			return fmt.Errorf("%s: %w", p.Name, err)
		}
		tag := p.Name
		if !required {
			tag += ",omitzero"
		}
		fmt.Fprintf(w, "%s\t%s %s `json:%q`\n", comment("\t", p.Schema.Description), exported(p.Name), kind, tag)
	}
	return nil
}

// member returns the type of a field. What an answer may lack or have as null is a pointer.
// What a change may lack is a pointer, too, and Nullable where it can be null; what a creation
// may lack is a plain value where its zero value says the same.
func (g *generator) member(name string, p property, required bool) (string, error) {
	plain, nullable, err := g.kind(p.Schema)
	if err != nil {
		return "", err
	}
	switch {
	case required && !nullable, plain == "any":
		return plain, nil
	case change(name) && !required && nullable:
		return "Nullable[" + plain + "]", nil
	case strings.HasPrefix(plain, "[]"), strings.HasPrefix(plain, "map["):
		return plain, nil
	case g.sent[name] && !g.answered[name] && !change(name) && !required && g.zeroIsNothing(name, p, plain):
		return plain, nil
	}
	return "*" + plain, nil
}

// change reports whether a record says what is to be another, so that what it lacks stays.
func change(name string) bool {
	return strings.HasSuffix(typeName(name), "Change") || name == "LicenseSays"
}

// threeWays are booleans of creations for which false is something else than nothing.
var threeWays = []string{"NewModel.no_ai_training"}

// zeroIsNothing reports whether leaving a member of a creation out says what its zero value would.
func (g *generator) zeroIsNothing(name string, p property, plain string) bool {
	switch plain {
	case "bool":
		return !slices.Contains(threeWays, name+"."+p.Name)
	case "int64", "float64":
		return strings.HasSuffix(p.Name, "_id") || p.Schema.Minimum != nil && *p.Schema.Minimum > 0
	}
	record, isRef := strings.CutPrefix(p.Schema.Ref, refPrefix)
	return !isRef || len(g.doc.schemas[record].Enum) > 0
}

// kind returns the Go type of a schema, and whether it may be null.
func (g *generator) kind(s *schema) (plain string, nullable bool, err error) {
	if s.Ref != "" {
		name := strings.TrimPrefix(s.Ref, refPrefix)
		return typeName(g.same(name)), false, nil
	}
	if len(s.OneOf) > 0 {
		return g.either(s)
	}
	of := slices.Clone(s.Type)
	if i := slices.Index(of, "null"); i >= 0 {
		of, nullable = slices.Delete(of, i, i+1), true
	}
	if len(of) == 0 {
		return "any", true, nil
	}
	if len(of) > 1 {
		return "", false, fmt.Errorf("values of the types %v", of)
	}
	switch of[0] {
	case "boolean":
		return "bool", nullable, nil
	case "integer":
		return "int64", nullable, nil
	case "number":
		return "float64", nullable, nil
	case "string":
		return text(s), nullable, nil
	case "array":
		of, _, err := g.kind(s.Items)
		return "[]" + of, nullable, err
	case "object":
		if s.Additional == nil {
			return "map[string]any", nullable, nil
		}
		of, _, err := g.kind(s.Additional)
		return "map[string]" + of, nullable, err
	}
	return "", false, fmt.Errorf("values of the type %s", of[0])
}

// either returns the type of what is one of several: null or not, or a number that may be
// written as text.
func (g *generator) either(s *schema) (plain string, nullable bool, err error) {
	var found []string
	for _, one := range s.OneOf {
		if slices.Equal(one.Type, types{"null"}) {
			nullable = true
			continue
		}
		kind, _, err := g.kind(one)
		if err != nil {
			return "", false, err
		}
		found = append(found, kind)
	}
	switch {
	case len(found) == 1:
		return found[0], nullable, nil
	case slices.Equal(found, []string{"float64", "Amount"}):
		return "Amount", nullable, nil
	case slices.Equal(found, []string{"int64", "string"}):
		return "string", nullable, nil
	}
	return "", false, fmt.Errorf("one of %v", found)
}

// text returns the type of a string: a time, an amount of money, or a string.
func text(s *schema) string {
	if s.Format == "date-time" {
		return "time.Time"
	}
	money := strings.TrimPrefix(strings.TrimPrefix(s.Pattern, "^"), "-?")
	if strings.HasPrefix(money, "[0-9]") && strings.HasSuffix(money, `\.[0-9]{2}$`) || strings.HasPrefix(money, `[0-9]{1,6}(\.[0-9]{1,2})?`) {
		return "Amount"
	}
	return "string"
}
