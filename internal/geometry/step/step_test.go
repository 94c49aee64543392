package step_test

import (
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

// FuzzRead looks for content that panics, or fails otherwise than by a refusal.
func FuzzRead(f *testing.F) {
	f.Add(of(data))
	f.Add("ISO-10303-21;\nDATA;\n#1=A('it''s');/* #2=B(); */\nENDSEC;\nEND-ISO-10303-21;\n")
	f.Fuzz(func(t *testing.T, data string) {
		geometrytest.Inspect(t, "a.step", data)
	})
}

// BenchmarkRead counts entities; bytes a second of one core.
func BenchmarkRead(b *testing.B) {
	content := of(strings.Repeat("#9 = CARTESIAN_POINT ( 'NONE',  ( -1.500000000000000200, 0.6250000000000000000, "+
		"1.000000000000000000 ) ) ;\n", 100_000))
	b.SetBytes(int64(len(content)))
	for b.Loop() {
		if report := geometrytest.Inspect(b, "a.step", content); report.Facts.Vertices.Value != 100_000 {
			b.Fatal("points are missing")
		}
	}
}
