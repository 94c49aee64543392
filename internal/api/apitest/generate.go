package apitest

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// Generator makes requests from a contract, the same ones from the same seed.
type Generator struct {
	contract *Contract
	random   *rand.Rand
}

// Generator returns a generator of requests.
func (c *Contract) Generator(seed uint64) *Generator {
	return &Generator{c, rand.New(rand.NewPCG(seed, seed))}
}

// Request is a generated request.
type Request struct {
	Operation string // its id
	Method    string
	Path      string // with its query
	Header    http.Header
	Body      string
	Wrong     string // what is wrong with it; "" when it is valid
}

func (r Request) String() string {
	return fmt.Sprintf("%s %s %v\n%s\n(%s)", r.Method, r.Path, r.Header, r.Body, r.Wrong)
}

// IDs lists the operations of the contract by their ids, sorted.
func (c *Contract) IDs() []string {
	var list []string
	for _, o := range c.operations {
		list = append(list, o.id)
	}
	slices.Sort(list)
	return list
}

// Methods returns the methods that the contract has for each path.
func (c *Contract) Methods() map[string][]string {
	methods := map[string][]string{}
	for _, o := range c.operations {
		methods[o.path] = append(methods[o.path], o.method)
	}
	return methods
}

// Valid makes a request that the contract lets through. Path parameters are those
// of known, where it has them.
func (g *Generator) Valid(id string, known map[string]string) Request {
	o := g.operation(id)
	r := Request{Operation: id, Method: o.method, Path: o.path, Header: http.Header{}}
	query := url.Values{}
	for _, parameter := range g.parameters(o) {
		name, in := parameter["name"].(string), parameter["in"].(string)
		schema := parameter["schema"].(map[string]any)
		if parameter["required"] != true && g.random.IntN(3) > 0 {
			continue
		}
		value := written(g.Value(schema))
		switch in {
		case "path":
			if fixed, ok := known[name]; ok && g.random.IntN(4) > 0 {
				value = fixed
			}
			r.Path = strings.ReplaceAll(r.Path, "{"+name+"}", url.PathEscape(value))
		case "query":
			query.Set(name, value)
		case "header":
			r.Header.Set(name, value)
		}
	}
	g.fill(&r, o)
	if len(query) > 0 {
		r.Path += "?" + query.Encode()
	}
	return r
}

// fill adds a body of one of the types that the operation takes.
func (g *Generator) fill(r *Request, o *operation) {
	body, _ := o.value["requestBody"].(map[string]any)
	content, _ := body["content"].(map[string]any)
	switch {
	case content["application/json"] != nil:
		schema := content["application/json"].(map[string]any)["schema"].(map[string]any)
		text, _ := json.Marshal(g.Value(schema))
		r.Body = string(text)
		r.Header.Set("Content-Type", "application/json")
	case content["application/offset+octet-stream"] != nil:
		r.Header.Set("Content-Type", "application/offset+octet-stream")
	case content["multipart/form-data"] != nil:
		r.Header.Set("Content-Type", "multipart/form-data; boundary=x")
		r.Body = "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"" + g.text(3, 20) + ".txt\"\r\n\r\n" + g.text(1, 200) +
			"\r\n--x--\r\n"
	}
}

// Invalid makes a request with one fault; false where the operation takes nothing
// that could be wrong.
func (g *Generator) Invalid(id string, known map[string]string) (Request, bool) {
	o := g.operation(id)
	r := g.Valid(id, known)
	body, _ := o.value["requestBody"].(map[string]any)
	content, _ := body["content"].(map[string]any)
	if media, ok := content["application/json"].(map[string]any); ok && g.random.IntN(3) > 0 {
		value, wrong := g.broken(media["schema"].(map[string]any))
		text, _ := json.Marshal(value)
		r.Body, r.Wrong = string(text), wrong
		return r, wrong != ""
	}
	var choices []map[string]any
	for _, parameter := range g.parameters(o) {
		schema := g.resolve(parameter["schema"].(map[string]any))
		if parameter["in"] == "query" && (schema["enum"] != nil || schema["type"] == "integer" || schema["type"] == "number" ||
			schema["type"] == "boolean" || schema["pattern"] != nil) {
			choices = append(choices, parameter)
		}
	}
	if len(choices) == 0 {
		return r, false
	}
	parameter := choices[g.random.IntN(len(choices))]
	name := parameter["name"].(string)
	path, raw, _ := strings.Cut(r.Path, "?")
	query, _ := url.ParseQuery(raw)
	query.Set(name, "no such value!")
	r.Path, r.Wrong = path+"?"+query.Encode(), "the parameter "+name
	return r, true
}

func (g *Generator) operation(id string) *operation {
	i := slices.IndexFunc(g.contract.operations, func(o operation) bool { return o.id == id })
	return &g.contract.operations[i]
}

func (g *Generator) parameters(o *operation) []map[string]any {
	list, _ := o.value["parameters"].([]any)
	parameters := make([]map[string]any, len(list))
	for i, parameter := range list {
		parameters[i] = parameter.(map[string]any)
	}
	return parameters
}

// written is a value as a parameter.
func written(value any) string {
	if list, ok := value.([]any); ok {
		words := make([]string, len(list))
		for i, item := range list {
			words[i] = written(item)
		}
		return strings.Join(words, ",")
	}
	return fmt.Sprint(value)
}
