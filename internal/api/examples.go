package api

import (
	"embed"
	"encoding/json"
	"fmt"
	"path"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"vitrine/internal/web"
)

// examples are requests and answers of the contract, each named by its
// operation: ID.request.json and ID.json. A test sends the requests and holds
// the answers against what comes back.
//
//go:embed examples/*.json
var examples embed.FS

// describeExamples puts the examples into the contract.
func describeExamples(doc *huma.OpenAPI) error {
	entries, err := examples.ReadDir("examples")
	if err != nil {
		return fmt.Errorf("read the examples: %w", err)
	}
	operations := operationsByID(doc)
	for _, entry := range entries {
		text, err := examples.ReadFile(path.Join("examples", entry.Name()))
		if err != nil {
			return fmt.Errorf("read the examples: %w", err)
		}
		id, isRequest := strings.CutSuffix(strings.TrimSuffix(entry.Name(), ".json"), ".request")
		media := mediaOf(operations[id], isRequest)
		if media == nil {
			return fmt.Errorf("the example %s belongs to no operation", entry.Name())
		}
		media.Example = json.RawMessage(text)
	}
	return nil
}

func operationsByID(doc *huma.OpenAPI) map[string]*huma.Operation {
	found := map[string]*huma.Operation{}
	for _, item := range doc.Paths {
		for _, operation := range []*huma.Operation{item.Get, item.Post, item.Put, item.Delete} {
			if operation != nil {
				found[operation.OperationID] = operation
			}
		}
	}
	return found
}

// mediaOf finds the JSON of an operation's request or of its success.
func mediaOf(operation *huma.Operation, request bool) *huma.MediaType {
	if operation == nil {
		return nil
	}
	if request {
		if operation.RequestBody == nil {
			return nil
		}
		return operation.RequestBody.Content["application/json"]
	}
	for status, response := range operation.Responses {
		if status[0] == '2' && response.Content != nil {
			return response.Content["application/json"]
		}
	}
	return nil
}

// problemExample is a problem of one kind.
func (s *Server) problemExample(doc web.ProblemDoc) map[string]any {
	return map[string]any{
		"type": s.absolute("/problems/" + string(doc.Code)), "title": doc.Title, "status": doc.Status, "detail": doc.Title,
		"instance": "/v1/models/7", "code": doc.Code, "request_id": "K3ZQX7M2VN5TQWERTY2345ABCD", "success": false, "error": doc.Title, "errors": []any{},
	}
}
