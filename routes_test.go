package vitrine_test

import (
	"go/ast"
	"go/token"
	"path"
	"regexp"
	"slices"
	"testing"

	"vitrine/internal/sourcetest"
)

// TestEveryRouteIsAnOperation holds that nothing is served under /v1 but what stands in
// the table of routes, which the matrix is made from, and what tells everybody which
// protocol is spoken.
func TestEveryRouteIsAnOperation(t *testing.T) {
	t.Parallel()
	files, registrations := token.NewFileSet(), map[string]int{}
	for _, name := range repositoryFiles(t) {
		if path.Ext(name) != ".go" {
			continue
		}
		for _, file := range sourcetest.Parse(t, files, name) {
			ast.Inspect(file, func(n ast.Node) bool {
				call, ok := n.(*ast.CallExpr)
				if !ok || len(call.Args) != 2 || !slices.Contains([]string{"Handle", "HandleFunc"}, sourcetest.Name(call.Fun)) {
					return true
				}
				if path.Base(path.Dir(name)) == "api" || servesV1.MatchString(literals(call.Args[0])) {
					registrations[name]++
				}
				return true
			})
		}
	}
	if len(registrations) != 1 || registrations["internal/api/operation.go"] != 3 {
		t.Errorf("routes under /v1 are registered at %v; want three calls in operation.go: handle, stream and discover", registrations)
	}
}

// servesV1 is a pattern of http.ServeMux, or the beginning of one, for paths of the interface.
var servesV1 = regexp.MustCompile(`^["` + "`" + `]([A-Z]+ )?["` + "`" + `]*/v1`)

// literals are all texts in an expression.
func literals(e ast.Expr) (all string) {
	ast.Inspect(e, func(n ast.Node) bool {
		if literal, ok := n.(*ast.BasicLit); ok {
			all += literal.Value
		}
		return true
	})
	return all
}
