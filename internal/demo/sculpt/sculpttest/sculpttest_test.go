package sculpttest_test

import (
	"math"
	"strings"
	"testing"

	"vitrine/internal/demo/sculpt"
	"vitrine/internal/demo/sculpt/sculpttest"
)

func cube() *sculpt.Mesh { return sculpt.Box(1, 1, 1, 0).Paint(sculpt.Matte("clay", 0x996633)) }

// like is a shape of one part as the table of a cube would have it.
func like(parts ...sculpt.Part) sculpttest.Shape {
	return sculpttest.Shape{Make: func() []sculpt.Part { return parts }, Parts: 1, Size: 1, Triangles: 12}
}

func named(name string, m *sculpt.Mesh) sculpt.Part { return sculpt.Part{Name: name, Mesh: m} }

// TestFaults breaks a cube in every way that a table must see.
func TestFaults(t *testing.T) {
	t.Parallel()
	holed, turned, far, unnamed, bare := cube(), cube(), cube(), cube(), sculpt.Box(1, 1, 1, 0)
	holed.Faces = holed.Faces[1:]
	corners := &turned.Faces[0].V
	corners[0], corners[1] = corners[1], corners[0]
	far.Points[0].Y = math.NaN()
	unnamed.Materials[0].Name = ""
	lined := sculpt.Join(cube(), cube().Scale(0.2, 0.2, 0.2).Flip().Move(0.3, 0, 0.4))
	for name, tt := range map[string]struct {
		shape sculpttest.Shape
		want  string
	}{
		"a hole":                    {like(named("cube", holed)), "cube has 3 loose edges"},
		"a face turned around":      {like(named("cube", turned)), "cube has 6 loose edges"},
		"inside out":                {like(named("cube", cube().Flip())), "cube has 0 loose edges and a shell of volume -1"},
		"a second shell inside out": {like(named("cube", lined)), "cube has 0 loose edges and a shell of volume -0.008"},
		"not a number":              {like(named("cube", far)), "cube has a point that is not a number"},
		"a material without a name": {like(named("cube", unnamed)), "cube has a material without a name"},
		"no material":               {like(named("cube", bare)), "cube has no material"},
		"no name":                   {like(named("", cube())), `part 0 has the name ""`},
		"no parts":                  {like(), "0 parts, want 1"},
		"too large":                 {like(named("cube", cube().Zoom(1.03))), "it is 1.03 large, want 1"},
		"too small":                 {like(named("cube", cube().Zoom(0.97))), "it is 0.97 large, want 1"},
		"too many triangles":        {like(named("cube", sculpt.Join(cube(), cube()))), "it has 24 triangles, want 12"},
	} {
		if got := tt.shape.Faults(); len(got) != 1 || !strings.HasPrefix(got[0], tt.want) {
			t.Errorf("%s: got %q, want %q", name, got, tt.want)
		}
	}
	if got := like(named("cube", cube())).Faults(); len(got) > 0 {
		t.Errorf("a cube: got %q", got)
	}
}

// TestOpen: what a table calls open must be so, and be there.
func TestOpen(t *testing.T) {
	t.Parallel()
	holed := cube()
	holed.Faces = holed.Faces[:11]
	for name, tt := range map[string]struct {
		mesh *sculpt.Mesh
		open string
		want string
	}{
		"closed":    {cube(), "cube", "cube is closed: take it out of the open ones (no lid)"},
		"not there": {cube(), "lid", `there is no part "lid" that could be open`},
	} {
		shape := like(named("cube", tt.mesh))
		shape.Open = map[string]string{tt.open: "no lid"}
		if got := shape.Faults(); len(got) != 1 || got[0] != tt.want {
			t.Errorf("%s: got %q, want %q", name, got, tt.want)
		}
	}
	shape := like(named("cube", holed))
	shape.Open, shape.Triangles = map[string]string{"cube": "no lid"}, 11
	if got := shape.Faults(); len(got) > 0 {
		t.Errorf("open: got %q", got)
	}
}

// TestSharedEdges: two solids may touch in a face.
func TestSharedEdges(t *testing.T) {
	t.Parallel()
	if got := sculpttest.LooseEdges(sculpt.Join(cube(), cube().Move(1, 0, 0))); got != 0 {
		t.Errorf("got %d loose edges", got)
	}
}
