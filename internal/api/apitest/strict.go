package apitest

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// closeAnswers makes a document refuse members that it does not name: clients
// have to expect them, and no test has.
func closeAnswers(document map[string]any) {
	components, _ := document["components"].(map[string]any)
	schemas, _ := components["schemas"].(map[string]any)
	for _, schema := range schemas {
		flatten(schema.(map[string]any), schemas)
	}
	for _, schema := range schemas {
		closeUp(schema)
	}
	closeUp(components["responses"])
	closeUp(document["paths"])
}

// flatten turns a record with more members into one object, since only those can
// be closed.
func flatten(schema, schemas map[string]any) {
	parts, ok := schema["allOf"].([]any)
	if !ok {
		return
	}
	properties, required := map[string]any{}, []any{}
	for _, part := range parts {
		part := part.(map[string]any)
		if ref, ok := part["$ref"].(string); ok {
			part = schemas[strings.TrimPrefix(ref, "#/components/schemas/")].(map[string]any)
		}
		own, _ := part["properties"].(map[string]any)
		maps.Copy(properties, own)
		needed, _ := part["required"].([]any)
		required = append(required, needed...)
	}
	delete(schema, "allOf")
	schema["type"], schema["properties"], schema["required"] = "object", properties, required
}

func closeUp(value any) {
	switch value := value.(type) {
	case map[string]any:
		for name, inner := range value {
			if name != "example" && name != "examples" {
				closeUp(inner)
			}
		}
		if _, object := value["properties"].(map[string]any); object && value["type"] == "object" && value["additionalProperties"] == nil {
			value["additionalProperties"] = false
		}
	case []any:
		for _, inner := range value {
			closeUp(inner)
		}
	}
}

// transport are headers that belong to HTTP rather than to an operation.
var transport = []string{
	"Content-Type", "Content-Length", "Content-Encoding", "Date", "Connection", "X-Content-Type-Options", "Referrer-Policy", "Last-Modified",
	"Access-Control-Allow-Origin", "Access-Control-Expose-Headers", "Content-Security-Policy", "Cross-Origin-Resource-Policy",
	"Tus-Resumable", "Tus-Version", // on each answer of that protocol, refusals too
}

// checkHeaders returns how the headers of an answer differ from those that the
// contract gives for it.
func (c *Contract) checkHeaders(response map[string]any, sent http.Header) error {
	described, _ := response["headers"].(map[string]any)
	known := map[string]bool{}
	for name, value := range described {
		header := c.resolve(value.(map[string]any))
		canonical := http.CanonicalHeaderKey(name)
		known[canonical] = true
		values := sent[canonical]
		if header["required"] == true && len(values) == 0 {
			return fmt.Errorf("the header %s is missing", name)
		}
		schema, _ := header["schema"].(map[string]any)
		for _, value := range values {
			if _, err := strconv.ParseInt(value, 10, 64); schema["type"] == "integer" && err != nil {
				return fmt.Errorf("the header %s is no whole number: %q", name, value)
			}
		}
	}
	for name := range sent {
		if !known[name] && !slices.Contains(transport, name) {
			return fmt.Errorf("the header %s is sent, and the contract does not name it", name)
		}
	}
	return nil
}

// resolve returns the shared header that a value refers to.
func (c *Contract) resolve(value map[string]any) map[string]any {
	ref, ok := value["$ref"].(string)
	if !ok {
		return value
	}
	components, _ := c.document["components"].(map[string]any)
	headers, _ := components["headers"].(map[string]any)
	header, _ := headers[strings.TrimPrefix(ref, "#/components/headers/")].(map[string]any)
	return header
}
