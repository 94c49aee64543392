package openapi

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Header is a header of answers that the contract describes once.
type Header struct {
	Name        string
	Key         string // among those that are described; "" for its name
	Description string
	Always      bool   // where an answer names it, it is there
	Integer     bool   // a whole number
	Format      string // of a text, "" for any
	Example     string
}

// key is the header's name among the shared ones.
func (h Header) key() string {
	if h.Key != "" {
		return h.Key
	}
	return h.Name
}

func (h Header) object() Object {
	schema := Object{"type": "string"}
	if h.Integer {
		schema = Object{"type": "integer", "format": "int64", "minimum": 0}
	}
	if h.Format != "" {
		schema["format"] = h.Format
	}
	header := Object{"description": h.Description, "schema": schema}
	if h.Always {
		header["required"] = true
	}
	if h.Example != "" && !h.Integer {
		header["example"] = h.Example
	}
	return header
}

// ShareHeaders describes headers once, and lets each answer refer to those that
// names gives for it. What the document said of headers before is forgotten.
func (d *Document) ShareHeaders(headers []Header, names func(op Operation, status string) []string) error {
	shared := d.components("headers")
	for _, h := range headers {
		shared[h.key()] = h.object()
	}
	given := map[string]string{}
	for _, op := range d.Operations() {
		responses := object(op.Object["responses"])
		for _, status := range sorted(responses) {
			wanted := names(op, status)
			response := object(responses[status])
			if name, ok := strings.CutPrefix(text(response["$ref"]), responsePrefix); ok {
				if known, twice := given[name]; twice && known != strings.Join(wanted, ",") {
					return fmt.Errorf("operations give the answer %s different headers", name)
				}
				given[name] = strings.Join(wanted, ",")
				response = object(d.components("responses")[name])
			}
			referred := Object{}
			for _, name := range wanted {
				i := slices.IndexFunc(headers, func(h Header) bool { return h.key() == name })
				if i < 0 {
					return fmt.Errorf("the header %s is not described", name)
				}
				referred[headers[i].Name] = Object{"$ref": headerPrefix + name}
			}
			delete(response, "headers")
			maps.Copy(response, Object{"headers": referred})
		}
	}
	return nil
}
