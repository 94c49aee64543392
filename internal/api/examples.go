package api

import (
	"embed"
	"encoding/json"
	"fmt"
	"path"
	"strings"

	"vitrine/internal/openapi"
	"vitrine/internal/web"
)

// examples are requests and answers of the contract, each named by its
// operation: ID.request.json and ID.json. A test sends the requests and holds
// the answers against what comes back.
//
//go:embed examples/*.json
var examples embed.FS

// describeExamples puts the examples into the contract.
func describeExamples(doc *openapi.Document) error {
	entries, err := examples.ReadDir("examples")
	if err != nil {
		return fmt.Errorf("read the examples: %w", err)
	}
	operations := map[string]openapi.Operation{}
	for _, op := range doc.Operations() {
		operations[op.ID()] = op
	}
	for _, entry := range entries {
		text, err := examples.ReadFile(path.Join("examples", entry.Name()))
		if err != nil {
			return fmt.Errorf("read the examples: %w", err)
		}
		id, isRequest := strings.CutSuffix(strings.TrimSuffix(entry.Name(), ".json"), ".request")
		media := operations[id].Media(isRequest)
		if media == nil {
			return fmt.Errorf("the example %s belongs to no operation", entry.Name())
		}
		media["example"] = json.RawMessage(text)
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
