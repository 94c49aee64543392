// Package apitest checks answers of the interface against its contract, the
// OpenAPI document: each operation must be in it, and so must the status, the
// content type, every header and every member of each answer.
//
// Only tests import it.
package apitest

import (
	"bytes"
	"fmt"
	"mime"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v3"
)

// Contract is an OpenAPI document that answers are held against.
type Contract struct {
	document   map[string]any
	operations []operation
	compiler   *jsonschema.Compiler

	mu      sync.Mutex
	schemas map[string]*jsonschema.Schema
	seen    map[string]bool
}

// operation is one method of one path of the document.
type operation struct {
	id      string
	method  string
	path    string
	pattern *regexp.Regexp
	value   map[string]any
}

const resource = "contract.json"

// Load reads a contract from a YAML file.
func Load(path string) (*Contract, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("load the contract: %w", err)
	}
	return Parse(text)
}

// Parse reads a contract from YAML.
func Parse(text []byte) (*Contract, error) {
	var document map[string]any
	if err := yaml.Unmarshal(text, &document); err != nil {
		return nil, fmt.Errorf("parse the contract: %w", err)
	}
	c := &Contract{
		document: document, compiler: jsonschema.NewCompiler(),
		schemas: map[string]*jsonschema.Schema{}, seen: map[string]bool{},
	}
	closeAnswers(document)
	if err := c.compiler.AddResource(resource, plain(document)); err != nil {
		return nil, fmt.Errorf("parse the contract: %w", err)
	}
	paths, _ := document["paths"].(map[string]any)
	for path, methods := range paths {
		for method, value := range methods.(map[string]any) {
			entry, ok := value.(map[string]any)
			if !ok || !slices.Contains([]string{"get", "post", "put", "delete", "patch", "head"}, method) {
				continue
			}
			id, _ := entry["operationId"].(string)
			c.operations = append(c.operations, operation{
				id: id, method: strings.ToUpper(method), path: path, pattern: pathPattern(path), value: entry,
			})
		}
	}
	// A path without parameters is meant before one with them.
	slices.SortFunc(c.operations, func(a, b operation) int {
		return strings.Count(a.path, "{") - strings.Count(b.path, "{")
	})
	return c, nil
}

// plain turns what YAML decodes into what JSON would.
func plain(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for key, value := range v {
			v[key] = plain(value)
		}
	case []any:
		for i := range v {
			v[i] = plain(v[i])
		}
	case int:
		return float64(v)
	}
	return v
}

var parameter = regexp.MustCompile(`\\\{[^}]*\\\}`)

func pathPattern(path string) *regexp.Regexp {
	return regexp.MustCompile("^" + parameter.ReplaceAllString(regexp.QuoteMeta(path), "[^/]+") + "$")
}

// Operations lists "METHOD /path" of every operation of the contract, sorted.
func (c *Contract) Operations() []string {
	var list []string
	for _, o := range c.operations {
		list = append(list, o.method+" "+o.path)
	}
	slices.Sort(list)
	return list
}

// Check returns how an answer differs from the contract; nil when it does not.
func (c *Contract) Check(method, path string, status int, header http.Header, body []byte) error {
	o := c.find(method, path)
	if o == nil {
		if status == http.StatusNotFound || status == http.StatusMethodNotAllowed {
			return c.checkSchema("#/components/schemas/Problem", body)
		}
		return fmt.Errorf("%s %s answered %d, and stands not in the contract", method, path, status)
	}
	responses, _ := o.value["responses"].(map[string]any)
	response, ok := responses[strconv.Itoa(status)].(map[string]any)
	if !ok {
		return fmt.Errorf("%s %s answered %d, which the contract does not name", method, path, status)
	}
	pointer := "#/paths/" + escape(o.path) + "/" + strings.ToLower(o.method) + "/responses/" + strconv.Itoa(status)
	if ref, ok := response["$ref"].(string); ok {
		pointer = ref
		response = c.shared(ref)
	}
	c.mu.Lock()
	c.seen[fmt.Sprint(o.method, " ", o.path, " ", status)] = true
	c.mu.Unlock()
	if err := c.checkHeaders(response, header); err != nil {
		return fmt.Errorf("%s %s answered %d: %w", method, path, status, err)
	}
	content, _ := response["content"].(map[string]any)
	if len(body) == 0 || method == http.MethodHead {
		return nil
	}
	kind, _, err := mime.ParseMediaType(header.Get("Content-Type"))
	if err != nil {
		return fmt.Errorf("%s %s answered %d with the content type %q: %w", method, path, status, header.Get("Content-Type"), err)
	}
	if _, ok := content[kind]; !ok {
		return fmt.Errorf("%s %s answered %d with %s, which the contract does not name", method, path, status, kind)
	}
	if !strings.HasSuffix(kind, "json") {
		return nil // no schema says what is in a ZIP
	}
	pointer += "/content/" + escape(kind) + "/schema"
	if err := c.checkSchema(pointer, body); err != nil {
		return fmt.Errorf("%s %s answered %d: %w\n%s", method, path, status, err, body)
	}
	return nil
}

// shared returns a response that several operations refer to.
func (c *Contract) shared(ref string) map[string]any {
	components, _ := c.document["components"].(map[string]any)
	responses, _ := components["responses"].(map[string]any)
	response, _ := responses[strings.TrimPrefix(ref, "#/components/responses/")].(map[string]any)
	return response
}

// Unseen returns which of the contract's answers no check has met, as
// "METHOD /path status", of those that the function picks.
func (c *Contract) Unseen(pick func(status int) bool) []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	var list []string
	for _, o := range c.operations {
		responses, _ := o.value["responses"].(map[string]any)
		for status := range responses {
			name := fmt.Sprint(o.method, " ", o.path, " ", status)
			if code, err := strconv.Atoi(status); err == nil && pick(code) && !c.seen[name] {
				list = append(list, name)
			}
		}
	}
	slices.Sort(list)
	return list
}

func (c *Contract) find(method, path string) *operation {
	path = strings.TrimSuffix(strings.TrimSuffix(path, "/"), ".json")
	if found := c.exactly(method, path); found != nil || method != http.MethodHead {
		return found
	}
	return c.exactly(http.MethodGet, path)
}

func (c *Contract) exactly(method, path string) *operation {
	for i := range c.operations {
		o := &c.operations[i]
		if o.method == method && o.pattern.MatchString(path) {
			return o
		}
	}
	return nil
}

func (c *Contract) checkSchema(pointer string, body []byte) error {
	schema, err := c.schema(pointer)
	if err != nil {
		return err
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
	if err != nil {
		return fmt.Errorf("not JSON: %w", err)
	}
	return schema.Validate(value)
}

func (c *Contract) schema(pointer string) (*jsonschema.Schema, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if schema, ok := c.schemas[pointer]; ok {
		return schema, nil
	}
	schema, err := c.compiler.Compile(resource + pointer)
	if err != nil {
		return nil, fmt.Errorf("the contract's schema %s: %w", pointer, err)
	}
	c.schemas[pointer] = schema
	return schema, nil
}

// escape writes a name as a part of a JSON pointer within a URL fragment.
func escape(name string) string {
	name = strings.NewReplacer("~", "~0", "/", "~1").Replace(name)
	return strings.NewReplacer("{", "%7B", "}", "%7D").Replace(name)
}
