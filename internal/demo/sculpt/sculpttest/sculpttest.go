// Package sculpttest holds shapes against what a table says of them: that they are
// finite, closed, as large as they should be and named. It takes points as files keep
// them, in 32 bits, and those at the same place as one.
//
// It knows no shape: the tables are in the tests of the packages that make them.
package sculpttest

import (
	"fmt"
	"go/ast"
	"go/token"
	"slices"
	"testing"

	"vitrine/internal/demo/sculpt"
	"vitrine/internal/sourcetest"
)

// Shape is what a table says of a shape.
type Shape struct {
	Name      string // of the function
	Make      func() []sculpt.Part
	Parts     int
	Size      float64 // the longest side of the box around all parts, within 2 in a hundred
	Triangles int     // of all parts, within 2 in a hundred
	// Open names the parts that are not closed solids, and why.
	Open map[string]string
}

// Run tests the shapes, and that they are all that the package in the current
// folder has.
func Run(t *testing.T, shapes []Shape) {
	t.Helper()
	var names []string
	for _, shape := range shapes {
		names = append(names, shape.Name)
		t.Run(shape.Name, func(t *testing.T) {
			t.Parallel()
			for _, fault := range shape.Faults() {
				t.Error(fault)
			}
		})
	}
	slices.Sort(names)
	if there := declared(t); !slices.Equal(names, there) {
		t.Errorf("the table has the shapes %v, the package %v", names, there)
	}
}

// declared are the exported functions that return parts, in order.
func declared(t *testing.T) []string {
	t.Helper()
	var names []string
	for _, file := range sourcetest.Parse(t, token.NewFileSet(), "*.go") {
		for _, declaration := range file.Decls {
			f, ok := declaration.(*ast.FuncDecl)
			if !ok || f.Recv != nil || !f.Name.IsExported() || f.Type.Results == nil {
				continue
			}
			if list, ok := f.Type.Results.List[0].Type.(*ast.ArrayType); ok && sourcetest.Name(list.Elt) == "Part" {
				names = append(names, f.Name.Name)
			}
		}
	}
	slices.Sort(names)
	return names
}

// Faults says in what the shape is not as the table has it.
func (s Shape) Faults() []string {
	parts := s.Make()
	if len(parts) != s.Parts {
		return []string{fmt.Sprintf("%d parts, want %d", len(parts), s.Parts)}
	}
	var faults []string
	meshes, named := make([]*sculpt.Mesh, len(parts)), map[string]bool{}
	for i, part := range parts {
		if meshes[i] = part.Mesh; part.Name == "" || named[part.Name] {
			faults = append(faults, fmt.Sprintf("part %d has the name %q, which is empty or another's", i, part.Name))
		}
		named[part.Name] = true
		faults = append(faults, s.faultsOf(part)...)
	}
	for name := range s.Open {
		if !named[name] {
			faults = append(faults, fmt.Sprintf("there is no part %q that could be open", name))
		}
	}
	if len(faults) > 0 {
		return faults
	}
	whole := sculpt.Join(meshes...)
	if got := size(whole); !(got > 0.98*s.Size && got < 1.02*s.Size) {
		faults = append(faults, fmt.Sprintf("it is %.4g large, want %.4g", got, s.Size))
	}
	if got := len(whole.Faces); got < 98*s.Triangles/100 || got > 102*s.Triangles/100 {
		faults = append(faults, fmt.Sprintf("it has %d triangles, want %d", got, s.Triangles))
	}
	return faults
}

func (s Shape) faultsOf(part sculpt.Part) []string {
	m := part.Mesh
	if !finite(m) {
		return []string{part.Name + " has a point that is not a number"}
	}
	var faults []string
	for _, material := range m.Materials {
		if material.Name == "" {
			faults = append(faults, part.Name+" has a material without a name")
		}
	}
	if len(m.Materials) == 0 {
		faults = append(faults, part.Name+" has no material")
	}
	// Leaves of no thickness come out a little below zero.
	loose, least := LooseEdges(m), SmallestVolume(m)
	closed := loose == 0 && least > -1e-12
	switch reason, open := s.Open[part.Name]; {
	case closed && open:
		faults = append(faults, fmt.Sprintf("%s is closed: take it out of the open ones (%s)", part.Name, reason))
	case !closed && !open:
		faults = append(faults, fmt.Sprintf("%s has %d loose edges and a shell of volume %g", part.Name, loose, least))
	}
	return faults
}
