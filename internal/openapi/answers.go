package openapi

import (
	"encoding/json"
	"slices"
	"strings"
)

// Failures are the statuses that the operation refuses with, sorted.
func (o Operation) Failures() []string {
	return slices.DeleteFunc(sorted(object(o.Object["responses"])), func(status string) bool { return status < "400" })
}

// OwnAnswer gives an operation a copy of an answer that it shares with others. It
// stands among the shared ones all the same, as CreateOrder409: generators that
// name a type for each answer would mix up those without a name.
func (d *Document) OwnAnswer(op Operation, status string) {
	name := strings.ToUpper(op.ID()[:1]) + op.ID()[1:] + status
	d.components("responses")[name] = clone(d.answer(op, status))
	object(op.Object["responses"])[status] = Object{"$ref": responsePrefix + name}
}

// ShowProblem makes a problem the example of an operation's answer.
func (d *Document) ShowProblem(op Operation, status string, problem json.RawMessage) {
	object(object(d.answer(op, status)["content"])["application/problem+json"])["example"] = problem
}

// answer is what an operation answers with a status, its own or a shared one.
func (d *Document) answer(op Operation, status string) Object {
	answer := object(object(op.Object["responses"])[status])
	if name, ok := strings.CutPrefix(text(answer["$ref"]), responsePrefix); ok {
		return object(d.components("responses")[name])
	}
	return answer
}

// DropAnswers takes away the shared answers that no operation gives any more.
func (d *Document) DropAnswers() {
	given := map[string]bool{}
	for _, op := range d.Operations() {
		for _, answer := range object(op.Object["responses"]) {
			given[strings.TrimPrefix(text(object(answer)["$ref"]), responsePrefix)] = true
		}
	}
	for name := range d.components("responses") {
		if !given[name] {
			delete(d.components("responses"), name)
		}
	}
}
