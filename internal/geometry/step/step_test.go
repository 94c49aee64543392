package step_test

import (
	"fmt"
	"strings"
	"testing"

	"vitrine/internal/geometry/geometrytest"
)

const head = "ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION(('#1=ADVANCED_FACE('),'2;1');\nFILE_SCHEMA(('AUTOMOTIVE_DESIGN'));\nENDSEC;\n"

// of is a file with a data section.
func of(data string) string {
	return head + "DATA;\n" + data + "\nENDSEC;\nEND-ISO-10303-21;\n"
}

const data = `#1 = ADVANCED_FACE ( 'NONE', ( #2457 ), #2682, .F. ) ;
#2=FACE_SURFACE('',(#3),#4,.T.);
#3=CARTESIAN_POINT('a ''quoted'' #9=ADVANCED_FACE(); name',(0.,1.E-3,-2.5));
/* #4=ADVANCED_FACE(); * / CARTESIAN_POINT */ #5=/**/CARTESIAN_POINT(/*'*/'',(0.,0.,0.));
#6=(BOUNDED_SURFACE()ADVANCED_FACE(#1)FACE_SURFACE('',$));
#7=PRODUCT('ADVANCED_FACE','DATA;','ENDSEC;END-ISO-10303-21;',.ADVANCED_FACE.);
#8=MY_ADVANCED_FACE(ENDSEC);`

func TestRead(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("#1=DIRECTION('"+strings.Repeat("x", 1000)+"',(1.,0.,0.));\n", 600)
	for name, content := range map[string]string{
		"one section":   of(data),
		"two sections":  strings.Replace(of(data), "#5=", "ENDSEC;DATA('second');#5=", 1),
		"long":          of(long + data),
		"Windows lines": strings.ReplaceAll(of(data), "\n", "\r\n"),
		"one line":      strings.ReplaceAll(of(data), "\n", ""),
	} {
		f := geometrytest.Inspect(t, "a.step", content).Facts
		if f.Polygons.Value != 3 || f.Polygons.Certainty != "declared" || f.Vertices.Value != 2 || f.Triangles.Known() ||
			f.GeometryType.Value != "nurbs" {
			t.Errorf("%s: %+v", name, f)
		}
	}
	// What stands at the end of a block is read as if it stood elsewhere.
	for shift := range 700 {
		padding := "/*" + strings.Repeat("-", 256<<10-600+shift) + "*/"
		f := geometrytest.Inspect(t, "a.step", strings.Replace(of(padding+data), "/*-", "/*--", 1)).Facts
		if f.Polygons.Value != 3 || f.Vertices.Value != 2 {
			t.Fatalf("shifted by %d: %+v", shift, f)
		}
	}
}

func TestRefused(t *testing.T) {
	t.Parallel()
	whole := of(data)
	for name, test := range map[string]struct{ content, code string }{
		"no end":                {strings.TrimSuffix(whole, "END-ISO-10303-21;\n"), "truncated"},
		"a string without end":  {of("#1=ADVANCED_FACE('x,(#2));"), "truncated"},
		"a comment without end": {of("#1=ADVANCED_FACE('x',(#2)); /* *"), "truncated"},
		"no entities":           {of(""), "no_content"},
		"words alone":           {"ISO-10303-21", "truncated"},
	} {
		if got := geometrytest.Inspect(t, "a.step", test.content); geometrytest.ProblemOf(got) != test.code {
			t.Errorf("%s: %+v, want %s", name, got.Problems, test.code)
		}
	}
	end := strings.LastIndex(whole, "END-ISO")
	for i := range 50 {
		if cut := geometrytest.Inspect(t, "a.step", whole[:end*i/50]); len(cut.Problems) == 0 {
			t.Errorf("%d/50 of the file are read as whole", i)
		}
	}
}

// igesOf is a file of lines of 80 columns.
func igesOf(sections string) string {
	var text strings.Builder
	for i, section := range sections {
		fmt.Fprintf(&text, "%-72s%c%7d\n", "", section, i+1)
	}
	return text.String()
}

func TestIGES(t *testing.T) {
	t.Parallel()
	f := geometrytest.Inspect(t, "a.igs", igesOf("SGGDDPPT")).Facts
	if f.GeometryType.Value != "nurbs" || f.Polygons.Known() || f.Vertices.Known() {
		t.Errorf("%+v", f)
	}
	whole := igesOf("SGGDDPP")
	for i := range 50 {
		if cut := geometrytest.Inspect(t, "a.igs", whole[:len(whole)*i/50]); len(cut.Problems) == 0 {
			t.Errorf("%d/50 of the file are read as whole", i)
		}
	}
}

func TestTypeOnly(t *testing.T) {
	t.Parallel()
	const cube = "OFF\n# a cube\n4 4 6\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 2 1\n3 0 1 3\n3 0 3 2\n3 1 2 3\n"
	for name, test := range map[string]struct{ file, content, code string }{
		"OFF":                       {"a.off", cube, ""},
		"OFF of four dimensions":    {"a.off", strings.NewReplacer("OFF\n", "nOFF 4\n").Replace(cube), ""},
		"OFF: comments alone":       {"a.off", "OFF\n" + strings.Repeat("# nothing\n", 10_000) + cube[4:], ""},
		"OFF: billions of vertices": {"a.off", strings.Replace(cube, "4 4 6", "353535235358 4 6", 1), "limit"},
		"OFF: many vertices":        {"a.off", strings.Replace(cube, "4 4 6", "400 4 6", 1), "truncated"},
		"OFF: many faces":           {"a.off", strings.Replace(cube, "4 4 6", "4 400 6", 1), "truncated"},
		"OFF: no counts":            {"a.off", cube[:14], "truncated"},
		"OFF: no numbers":           {"a.off", "OFF\nx y z\n", "malformed"},
		"DXF":                       {"a.dxf", "0\nSECTION\n", ""},
		"USDC":                      {"a.usdc", "PXR-USDC\x00", ""},
	} {
		got := geometrytest.Inspect(t, test.file, test.content)
		if geometrytest.ProblemOf(got) != test.code || got.Facts.Polygons.Known() || got.Facts.GeometryType.Known() {
			t.Errorf("%s: %+v, want %q and nothing known", name, got, test.code)
		}
	}
}

// FuzzRead looks for content that panics, or fails otherwise than by a refusal.
func FuzzRead(f *testing.F) {
	f.Add(of(data))
	f.Add(igesOf("SGGDDPPT"))
	f.Add("OFF\n4 4 6\n0 0 0\n")
	f.Fuzz(func(t *testing.T, data string) {
		geometrytest.Inspect(t, "a.step", data)
		geometrytest.Inspect(t, "a.igs", data)
		geometrytest.Inspect(t, "a.off", data)
	})
}

// BenchmarkRead counts entities; bytes a second of one core.
func BenchmarkRead(b *testing.B) {
	content := of(strings.Repeat("#9 = CARTESIAN_POINT ( 'NONE',  ( -1.500000000000000200, 0.6250000000000000000, 1.000000000000000000 ) ) ;\n", 100_000))
	b.SetBytes(int64(len(content)))
	for b.Loop() {
		if report := geometrytest.Inspect(b, "a.step", content); report.Facts.Vertices.Value != 100_000 {
			b.Fatal("points are missing")
		}
	}
}
