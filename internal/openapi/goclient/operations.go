package goclient

import (
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
)

// paged are lists of which one array of several is what their pages are about.
var paged = map[string]string{"JobList": "jobs"}

// operation writes the methods of one operation: what asks once, and for a list with a cursor
// what goes through all of it.
func (g *generator) operation(w io.Writer, o *operation) error {
	if _, ok := ByHand[o.ID]; ok {
		return nil
	}
	if o.body() == nil && o.Request != nil {
		return fmt.Errorf("it takes no JSON: write it by hand, and name it in ByHand")
	}
	m, err := g.method(o)
	if err != nil {
		return err
	}
	if err := g.take(m.name, o.ID); err != nil {
		return err
	}
	if err := g.query(w, m); err != nil {
		return err
	}
	m.write(g, w)
	if m.entries == "" {
		return nil
	}
	if err := g.take(m.all(), o.ID); err != nil {
		return err
	}
	m.writeAll(w)
	return nil
}

// take notes a method, which may be there once.
func (g *generator) take(name, operation string) error {
	if other, ok := g.methods[name]; ok {
		return fmt.Errorf("%s is a method for %s already", name, other)
	}
	g.methods[name] = operation
	return nil
}

// method is how an operation is called in Go.
type method struct {
	*operation

	name      string
	path      string   // a Go expression
	arguments []string // of the path
	queries   []parameter
	queryType string
	body      string // its type
	answer    string // its type, none for 204
	entries   string // the field of the answer that has the entries of a list with a cursor
	entry     string // their type
}

// method returns how an operation is called.
func (g *generator) method(o *operation) (*method, error) {
	m := &method{operation: o, name: methodName(o.ID)}
	if err := m.address(g); err != nil {
		return nil, err
	}
	if s := o.body(); s != nil {
		kind, _, err := g.kind(s)
		if err != nil {
			return nil, err
		}
		m.body = kind
	}
	s := o.answer()
	if s == nil {
		return m, nil
	}
	kind, _, err := g.kind(s)
	if err != nil {
		return nil, err
	}
	m.answer = kind
	if strings.HasPrefix(o.ID, "list") && o.takes("query", "cursor") {
		return m, m.list(g, strings.TrimPrefix(s.Ref, refPrefix))
	}
	return m, nil
}

// address notes what stands in the path and the query.
func (m *method) address(g *generator) error {
	path := m.Path
	for _, p := range m.Parameters {
		switch p.In {
		case "path":
			kind, _, err := g.kind(&p.Schema)
			if err != nil {
				return err
			}
			if p.Name == "id" && g.textID(m.Path) || strings.HasSuffix(p.Name, "order_id") {
				kind = "string" // as records have it
			}
			m.arguments = append(m.arguments, local(p.Name)+" "+kind)
			path = strings.Replace(path, "{"+p.Name+"}", `" + segment(`+local(p.Name)+`) + "`, 1)
		case "query":
			if p.Name != "draft" { // an option of the call
				m.queries = append(m.queries, p)
			}
		}
	}
	m.path = strings.TrimSuffix(`"`+path+`"`, ` + ""`)
	if len(m.queries) > 0 {
		m.queryType = strings.TrimPrefix(m.name, "List") + "Query"
	}
	return nil
}

// textID reports whether the record that a path names by its id has that as text.
func (g *generator) textID(path string) bool {
	path, _, _ = strings.Cut(path, "{id}")
	for _, o := range g.doc.operations {
		if o.Method != "GET" || o.Path != path+"{id}" || o.answer() == nil {
			continue
		}
		for _, p := range g.doc.schemas[strings.TrimPrefix(o.answer().Ref, refPrefix)].Properties {
			if p.Name == "id" {
				return slices.Contains(p.Schema.Type, "string")
			}
		}
	}
	return false
}

// list finds the entries of a list.
func (m *method) list(g *generator, name string) error {
	var arrays []property
	for _, p := range g.doc.schemas[name].Properties {
		if slices.Contains(p.Schema.Type, "array") && (paged[name] == "" || paged[name] == p.Name) {
			arrays = append(arrays, p)
		}
	}
	if len(arrays) != 1 {
		return fmt.Errorf("%s has %d lists: name the one that has the pages", name, len(arrays))
	}
	entry, _, err := g.kind(arrays[0].Schema.Items)
	if err != nil {
		return err
	}
	m.entries, m.entry = exported(arrays[0].Name), entry
	return nil
}

// walks are lists whose plain name is that of another operation, and what the method is called
// that goes through all of each.
var walks = map[string]string{"listStorage": "StorageOfAll"}

// all is the name of the method that goes through all of a list.
func (m *method) all() string {
	if other, ok := walks[m.ID]; ok {
		return other
	}
	return strings.TrimPrefix(m.name, "List")
}

// query writes the type of what an operation may be asked for.
func (g *generator) query(w io.Writer, m *method) error {
	if m.queryType == "" {
		return nil
	}
	fmt.Fprintf(w, "// %s is what [Client.%s] can be asked for. What is zero is left out.\n", m.queryType, m.name)
	fmt.Fprintf(w, "type %s struct {\n", m.queryType)
	for _, p := range m.queries {
		kind, _, err := g.kind(&p.Schema)
		if err != nil {
			return fmt.Errorf("%s: %w", p.Name, err)
		}
		if kind == "bool" && !onlyTrue(p.Name) {
			kind = "*bool"
		}
		if strings.HasSuffix(p.Name, "order_id") {
			kind = "string"
		}
		fmt.Fprintf(w, "%s\t%s %s\n", comment("\t", p.Description), exported(p.Name), kind)
	}
	fmt.Fprintf(w, "}\n\nfunc (q %s) values() url.Values {\n\tv := values{}\n", m.queryType)
	for _, p := range m.queries {
		fmt.Fprintf(w, "\tv.add(%q, q.%s)\n", p.Name, exported(p.Name))
	}
	fmt.Fprint(w, "\treturn url.Values(v)\n}\n\n")
	return nil
}

// onlyTrue reports whether false says no more about a parameter than leaving it out.
func onlyTrue(name string) bool {
	return slices.Contains([]string{"mine", "drafted", "sold", "all", "own"}, name)
}

// doc is the comment of a method.
func (m *method) doc(g *generator) string {
	text := m.name + ": " + lower(strings.TrimSuffix(m.Summary, ".")) + ". " + m.Description
	text += "\n\n" + m.Method + " " + m.Path
	if scope := m.scope(); scope != "" {
		text += ", with the scope " + scope
	}
	text += "."
	if m.Deprecated {
		text += "\n\nDeprecated: it goes to an end; see its description."
	}
	return comment("", g.links(text))
}

var word = regexp.MustCompile(`\b[a-z]+[A-Z][A-Za-z]*\b`)

// links makes links of the operations that a text names.
func (g *generator) links(text string) string {
	return word.ReplaceAllStringFunc(text, func(id string) string {
		if byHand, ok := ByHand[id]; ok {
			return "[Client." + byHand + "]"
		}
		if !slices.ContainsFunc(g.doc.operations, func(o *operation) bool { return o.ID == id }) {
			return id
		}
		return "[Client." + methodName(id) + "]"
	})
}

// methodName returns what the method of an operation is called: reads leave out the get.
func methodName(id string) string {
	if read, ok := strings.CutPrefix(id, "get"); ok {
		return read
	}
	return upper(id)
}

// write writes the method that asks once.
func (m *method) write(g *generator, w io.Writer) {
	arguments := slices.Concat([]string{"ctx context.Context"}, m.arguments)
	request := fmt.Sprintf("method: http.Method%s, path: %s", upper(strings.ToLower(m.Method)), m.path)
	if m.queryType != "" {
		arguments = append(arguments, "query "+m.queryType)
		request += ", query: query.values()"
	}
	if m.body != "" {
		arguments = append(arguments, "body "+m.body)
		request += ", body: body"
	}
	if m.takes("header", "Idempotency-Key") {
		request += ", keyed: true"
	}
	arguments = append(arguments, "options ...CallOption")
	fmt.Fprint(w, m.doc(g))
	fmt.Fprintf(w, "func (c *Client) %s(%s) ", m.name, strings.Join(arguments, ", "))
	if m.answer == "" {
		fmt.Fprintf(w, "error {\n\treturn c.tell(ctx, &request{%s}, options)\n}\n\n", request)
		return
	}
	fmt.Fprintf(w, "(*%s, error) {\n\treturn ask[%s](ctx, c, &request{%s}, options)\n}\n\n", m.answer, m.answer, request)
}

// writeAll writes the method that goes through all pages of a list.
func (m *method) writeAll(w io.Writer) {
	arguments := slices.Concat([]string{"ctx context.Context"}, m.arguments, []string{"query " + m.queryType, "options ...CallOption"})
	var names []string
	for _, a := range m.arguments {
		name, _, _ := strings.Cut(a, " ")
		names = append(names, name+", ")
	}
	fmt.Fprintf(w, "// %s goes through all pages of [Client.%s], from the one that the query names. It asks for each when\n"+
		"// it is needed, and ends with the first error.\n", m.all(), m.name)
	fmt.Fprintf(w, "func (c *Client) %s(%s) iter.Seq2[%s, error] {\n", m.all(), strings.Join(arguments, ", "), m.entry)
	fmt.Fprintf(w, "\treturn each(query.Cursor, options, func(cursor string, options []CallOption) ([]%s, error) {\n", m.entry)
	fmt.Fprint(w, "\t\tquery := query\n")
	if m.takes("query", "page") {
		fmt.Fprint(w, "\t\tif cursor != \"\" {\n\t\t\tquery.Page = 0\n\t\t}\n")
	}
	fmt.Fprintf(w, "\t\tquery.Cursor = cursor\n\t\tlist, err := c.%s(ctx, %squery, options...)\n", m.name, strings.Join(names, ""))
	fmt.Fprintf(w, "\t\tif err != nil {\n\t\t\treturn nil, err\n\t\t}\n\t\treturn list.%s, nil\n\t})\n}\n\n", m.entries)
}
