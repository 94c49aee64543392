package api

import (
	"encoding/json"
	"fmt"
	"iter"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/danielgtaylor/huma/v2"

	"vitrine"
	"vitrine/internal/record"
	"vitrine/internal/shop"
	"vitrine/internal/survey"
)

// modelUpdate is what a model is changed with. It may be a record as it was read:
// the members that can't be written are set aside, to be held against the model.
type modelUpdate struct {
	modelBody
	asRead map[string]any
}

// UnmarshalJSON sets aside what can't be written.
func (u *modelUpdate) UnmarshalJSON(data []byte) error {
	if err := json.Unmarshal(data, &u.modelBody); err != nil {
		return err
	}
	if err := json.Unmarshal(data, &u.asRead); err != nil {
		return err
	}
	maps.DeleteFunc(u.asRead, func(name string, _ any) bool { return !slices.Contains(readOnly(), name) })
	return nil
}

// Schema is that of the body, with the members that are set aside: of any value,
// since only the model can tell whether it is right.
func (modelUpdate) Schema(r huma.Registry) *huma.Schema {
	schema := huma.SchemaFromType(r, reflect.TypeFor[modelBody]())
	for _, name := range readOnly() {
		schema.Properties[name] = &huma.Schema{ReadOnly: true}
	}
	return schema
}

// request turns the body into the shop's request, which judges what was set aside
// by the model that it changes.
func (u *modelUpdate) request(s *Server, language string) shop.ModelRequest {
	request := u.modelBody.request(language)
	if len(u.asRead) > 0 {
		request.AsRead = true
		request.Judge = func(m *vitrine.Model) []vitrine.Field { return s.unlike(m, language, u.asRead) }
	}
	return request
}

// readOnly names the members of a model's record that can't be written, in the
// order of the record.
var readOnly = sync.OnceValue(func() []string {
	writable := membersOf(reflect.TypeFor[modelBody]())
	return slices.DeleteFunc(membersOf(reflect.TypeFor[createdModelRecord]()), func(name string) bool {
		return slices.Contains(writable, name)
	})
})

// membersOf names the members of a struct's JSON.
func membersOf(t reflect.Type) []string {
	var names []string
	for _, field := range reflect.VisibleFields(t) {
		if tag, ok := field.Tag.Lookup("json"); ok {
			name, _, _ := strings.Cut(tag, ",")
			names = append(names, name)
		}
	}
	return names
}

// writtenBy says what changes members that can't be written themselves.
var writtenBy = map[string]string{
	"type": "product_type", "category_slug": "category", "category_id": "category", "subcategory_slug": "subcategory",
	"subcategory_id": "subcategory",
	"prices":         "price and original_price", "raw_description": "description, with the Content-Language of the text that you read,",
}

// unlike lists the members set aside that no read of the model shows.
func (s *Server) unlike(m *vitrine.Model, language string, asRead map[string]any) []vitrine.Field {
	left := maps.Clone(asRead)
	for shown := range s.reads(m, language) {
		maps.DeleteFunc(left, func(name string, sent any) bool {
			stored, ok := shown[name]
			return ok && reflect.DeepEqual(sent, stored)
		})
		if len(left) == 0 {
			return nil
		}
	}
	var faults []vitrine.Field
	for _, name := range readOnly() {
		if _, differs := left[name]; !differs {
			continue
		}
		advice := "leave it out"
		if other, ok := writtenBy[name]; ok {
			advice = "send " + other + " to change it"
		}
		faults = append(faults, vitrine.Field{Pointer: "/" + name, Code: "read_only",
			Detail: fmt.Sprintf("%s can't be written, and is not what is stored: %s, or read the model again", name, advice)})
	}
	return faults
}

// reads are the forms in which reads and changes show a model: in the language of
// a request and in its own, at rest and while its files are read, alone and in a
// list, with prices as text and as numbers.
func (s *Server) reads(m *vitrine.Model, language string) iter.Seq[map[string]any] {
	known := *m
	known.Measured = survey.Measured(m)
	return func(yield func(map[string]any) bool) {
		for _, form := range recordForms(s.baseURL) {
			for _, as := range []*vitrine.Model{shop.AtRest(&known), &known} {
				for _, text := range []vitrine.Text{as.TextIn(language), as.Text} {
					stored := string(record.Append(nil, as, text, s.shop.Settings().Currency))
					shown := map[string]any{}
					if json.Unmarshal(form.Expand(nil, stored), &shown) != nil {
						continue // it is what is answered, and always JSON
					}
					shown["success"] = true // as the answer to a creation shows it
					if !yield(shown) {
						return
					}
				}
			}
		}
	}
}

func recordForms(base string) []record.Form {
	var forms []record.Form
	for _, listed := range []bool{false, true} {
		for _, numeric := range []bool{false, true} {
			forms = append(forms, record.Form{Base: base, Numeric: numeric, Listed: listed})
		}
	}
	return forms
}
