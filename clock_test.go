package vitrine_test

import (
	"go/ast"
	"go/token"
	"path/filepath"
	"slices"
	"testing"

	"vitrine/internal/sourcetest"
)

// TestOneClockAsks has what serves people and programs look at no clock of its own:
// what has become of an order by now is the shop's answer alone.
func TestOneClockAsks(t *testing.T) {
	t.Parallel()
	shops := []string{"Payable", "Paying", "StatusAt"} // methods of an order that take a time, and of a shop that take none
	files := token.NewFileSet()
	for _, dir := range []string{"api", "app", "pages", "pages/storefront", "pages/reference", "record", "shop", "store", "survey"} {
		for _, file := range sourcetest.Parse(t, files, filepath.Join("internal", filepath.FromSlash(dir), "*.go")) {
			ast.Inspect(file, func(n ast.Node) bool {
				call, ok := n.(*ast.CallExpr)
				if !ok {
					return true
				}
				name, from := sourcetest.Name(call.Fun), ""
				if selected, ok := call.Fun.(*ast.SelectorExpr); ok {
					from = sourcetest.Name(selected.X)
				}
				switch {
				case slices.Contains(shops, name) && dir != "shop" && from != "shop":
					t.Errorf("%s: %s of an order is asked with a time: ask the shop", files.Position(n.Pos()), name)
				case name == "Now" && from == "time" && !slices.Contains([]string{"app", "store"}, dir): // these measure how long something takes
					t.Errorf("%s: take the clock of the options", files.Position(n.Pos()))
				}
				return true
			})
		}
	}
}
