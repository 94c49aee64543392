package api

import (
	"embed"
	"encoding/json"
	"fmt"
	"net/http"
	"path"
	"strings"

	"vitrine/internal/openapi"
)

// examples are requests and answers of the contract, each named by its
// operation: ID.request.json and ID.json. A test sends the requests and holds
// the answers against what comes back.
//
// Those below examples/refused are problems by their status: ID.json holds those
// of an operation, everywhere.json those that all operations answer with alike.
//
//go:embed examples
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
		if entry.IsDir() {
			continue
		}
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

// everywhere are the refusals that say the same whatever was asked for.
const everywhere = "everywhere"

// describeRefusals shows for each way in which an operation can fail a problem
// that it answers with. What all answer with alike stays a shared answer.
func describeRefusals(doc *openapi.Document) error {
	shared, err := refusals(everywhere)
	if err != nil {
		return err
	}
	for _, op := range doc.Operations() {
		if op.Method == http.MethodHead {
			continue // no body shows what is wrong
		}
		own, err := refusals(op.ID())
		if err != nil {
			return err
		}
		for _, status := range op.Failures() {
			problem := own[status]
			if problem == nil {
				problem = shared[status]
			} else {
				doc.OwnAnswer(op, status)
			}
			if problem == nil {
				return fmt.Errorf("the answer %s of %s has no example", status, op.ID())
			}
			doc.ShowProblem(op, status, problem)
		}
	}
	doc.DropAnswers()
	return nil
}

func refusals(id string) (map[string]json.RawMessage, error) {
	text, err := examples.ReadFile(path.Join("examples", "refused", id+".json"))
	if err != nil {
		return nil, fmt.Errorf("read the examples: %w", err)
	}
	var problems map[string]json.RawMessage
	if err := json.Unmarshal(text, &problems); err != nil {
		return nil, fmt.Errorf("read the problems of %s: %w", id, err)
	}
	return problems, nil
}
