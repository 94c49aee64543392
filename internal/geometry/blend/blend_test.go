package blend_test

import (
	"encoding/binary"
	"fmt"
	"strings"
	"testing"

	"vitrine/internal/geometry"
	"vitrine/internal/geometry/geometrytest"
)

// form is how a Blender file is laid out.
type form struct {
	head    string // the whole of it
	pointer int
	order   binary.AppendByteOrder
	wide    bool
}

var forms = map[string]form{
	"2.48, 32 bits":             {"BLENDER_v248", 4, binary.LittleEndian, false},
	"2.48, big endian":          {"BLENDER_V248", 4, binary.BigEndian, false},
	"3.0":                       {"BLENDER-v300", 8, binary.LittleEndian, false},
	"2.79, 64 bits, big endian": {"BLENDER-V279", 8, binary.BigEndian, false},
	"5.0":                       {"BLENDER17-01v0500", 8, binary.LittleEndian, true},
}

// block writes a block with what is in it.
func (f form) block(code string, kind, count int, data []byte) []byte {
	b := []byte(code + "\x00\x00\x00\x00")[:4]
	if f.order == binary.BigEndian && len(code) == 2 {
		b = []byte("\x00\x00" + code)
	}
	old := make([]byte, f.pointer)
	if f.wide {
		b = f.order.AppendUint32(b, uint32(kind))
		b = append(b, old...)
		b = f.order.AppendUint64(b, uint64(len(data)))
		b = f.order.AppendUint64(b, uint64(count))
		return append(b, data...)
	}
	b = f.order.AppendUint32(b, uint32(len(data)))
	b = append(b, old...)
	b = f.order.AppendUint32(b, uint32(kind))
	b = f.order.AppendUint32(b, uint32(count))
	return append(b, data...)
}

// The structures of the files made here.
const (
	rawStruct = iota
	meshStruct
	vertStruct
	polyStruct
	faceStruct
	imageStruct
)

// dna describes them; the fields of numbers are called as told.
func (f form) dna(faces, vertices string) []byte {
	names := []string{"*next", "mat[2][3]", vertices, faces, "totface", "co[3]", "(*call)()", "source", "type", "v[5]", "pad"}
	types := []string{"char", "short", "int", "float", "Mesh", "MVert", "MPoly", "MFace", "Image", "raw_data"}
	sizes := []int{1, 2, 4, 4, 2*f.pointer + 24 + 12, 20, 12, 20, 8, 4}
	structs := [][]int{
		rawStruct:   {9, 2, 10},
		meshStruct:  {4, 0, 0, 0, 6, 3, 1, 2, 2, 2, 3, 2, 4},
		vertStruct:  {5, 3, 5, 3, 10, 3, 10},
		polyStruct:  {6, 2, 10, 2, 10, 2, 10},
		faceStruct:  {7, 2, 9},
		imageStruct: {8, 2, 10, 1, 7, 1, 8},
	}
	b := []byte("SDNA")
	part := func(letters string) {
		for len(b)%4 != 0 {
			b = append(b, 0)
		}
		b = append(b, letters...)
	}
	list := func(letters string, texts []string) {
		part(letters)
		b = f.order.AppendUint32(b, uint32(len(texts)))
		b = append(b, strings.Join(texts, "\x00")...)
		b = append(b, 0)
	}
	list("NAME", names)
	list("TYPE", types)
	part("TLEN")
	for _, size := range sizes {
		b = f.order.AppendUint16(b, uint16(size))
	}
	part("STRC")
	b = f.order.AppendUint32(b, uint32(len(structs)))
	for _, s := range structs {
		b = f.order.AppendUint16(b, uint16(s[0]))
		b = f.order.AppendUint16(b, uint16((len(s)-1)/2))
		for _, v := range s[1:] {
			b = f.order.AppendUint16(b, uint16(v))
		}
	}
	return b
}

// mesh is the block of a mesh.
func (f form) mesh(vertices, polygons, faces int) []byte {
	data := make([]byte, 2*f.pointer+24)
	for _, n := range []int{vertices, polygons, faces} {
		data = f.order.AppendUint32(data, uint32(n))
	}
	return f.block("ME", meshStruct, 1, data)
}

// image is a picture: source and type as Blender numbers them.
func (f form) image(source, kind int) []byte {
	data := f.order.AppendUint16(make([]byte, 4), uint16(source))
	return f.block("IM", imageStruct, 1, f.order.AppendUint16(data, uint16(kind)))
}

// file puts blocks together, with a description and an end.
func (f form) file(blocks ...[]byte) string {
	return f.fileOf(f.dna("totpoly", "totvert"), blocks...)
}

func (f form) fileOf(dna []byte, blocks ...[]byte) string {
	text := []byte(f.head)
	text = append(text, f.block("REND", 0, 1, make([]byte, 32))...)
	for _, b := range blocks {
		text = append(text, b...)
	}
	text = append(text, f.block("DNA1", 0, 1, dna)...)
	return string(append(text, f.block("ENDB", 0, 0, nil)...))
}

func (f form) table(kind, count, size int) []byte {
	return f.block("DATA", kind, count, make([]byte, count*size))
}

// bare is a table of a number of bytes.
func (f form) bare(bytes int) []byte {
	return f.block("DATA", rawStruct, 1, make([]byte, bytes))
}

// blendBox is a file with a cube of each age.
func (f form) box() string {
	return f.file(
		f.mesh(8, 0, 6), f.table(vertStruct, 8, 20), f.table(faceStruct, 6, 20),
		f.mesh(8, 6, 0), f.table(vertStruct, 8, 20), f.table(polyStruct, 6, 12),
		f.mesh(8, 6, 0), f.bare(8*12), f.bare(7*4), f.bare(24*4),
		f.mesh(0, 0, 0),
	)
}

func TestRead(t *testing.T) {
	t.Parallel()
	for name, form := range forms {
		content := form.box()
		want := geometry.Fact[int64]{Value: 18, Certainty: geometry.Verified}
		report := geometrytest.Inspect(t, "a.blend", content)
		f := report.Facts
		if f.Polygons != want || f.Vertices.Value != 24 || f.Triangles.Known() || f.GeometryType.Value != "polygonal_mesh" ||
			f.Rigged.Value || f.Animated.Value || f.Materials.Value {
			t.Errorf("%s: %+v", name, report)
		}
		// The last block may end behind its code.
		if short := geometrytest.Inspect(t, "a.blend", content[:strings.LastIndex(content, "ENDB")+4]); short.Facts.Polygons != want {
			t.Errorf("%s, cut behind ENDB: %+v", name, short)
		}
		for _, tables := range [][]byte{
			form.bare(1000),
			append(form.table(vertStruct, 8, 20), form.table(polyStruct, 5, 12)...),
			append(form.table(vertStruct, 7, 20), form.table(polyStruct, 6, 12)...),
			append(form.bare(8*12), form.table(polyStruct, 6, 4)...),
		} {
			declared := geometrytest.Inspect(t, "a.blend", form.file(form.mesh(8, 6, 0), tables)).Facts
			if want := (geometry.Fact[int64]{Value: 6, Certainty: geometry.Declared}); declared.Polygons != want {
				t.Errorf("%s, without tables of that size: %+v", name, declared)
			}
		}
		renamed := geometrytest.Inspect(t, "a.blend", form.fileOf(form.dna("faces_num", "verts_num"), form.mesh(8, 6, 0), form.bare(8*12),
			form.bare(7*4))).Facts
		if renamed.Polygons.Value != 6 || renamed.Vertices.Value != 8 {
			t.Errorf("%s, with the new names: %+v", name, renamed)
		}
		cut(t, name, content)
	}
}

func cut(t *testing.T, name, content string) {
	t.Helper()
	end := strings.LastIndex(content, "ENDB")
	for i := range 50 {
		if cut := geometrytest.Inspect(t, "a.blend", content[:end*i/50]); len(cut.Problems) == 0 {
			t.Errorf("%s: %d/50 of the file are read as whole", name, i)
		}
	}
}

func TestScene(t *testing.T) {
	t.Parallel()
	form := forms["3.0"]
	node := form.block("DATA", rawStruct, 1, []byte("\x00\x00ShaderNodeBsdfPrincipled\x00"))
	other := form.block("DATA", rawStruct, 1, []byte("\x00\x00ShaderNodeBsdfDiffuse\x00\x00\x00"))
	material, some := form.block("MA", rawStruct, 1, make([]byte, 8)), make([]byte, 100_000)
	for name, test := range map[string]struct {
		blocks [][]byte
		want   string // of rigged, animated, materials, textures and pbr
	}{
		"nothing":                   {nil, ""},
		"an armature":               {[][]byte{form.block("AR", rawStruct, 1, some)}, "rigged"},
		"an action":                 {[][]byte{form.block("AC", rawStruct, 1, some)}, "animated"},
		"a material":                {[][]byte{material, other}, "materials"},
		"with a principled shader":  {[][]byte{material, other, node}, "materials pbr"},
		"the shader's name in text": {[][]byte{material, form.block("TX", rawStruct, 1, some), node}, "materials"},
		"a picture":                 {[][]byte{material, form.image(1, 0)}, "materials textures"},
		"a picture that is drawn":   {[][]byte{material, form.image(5, 4), form.image(5, 5)}, "materials"},
	} {
		f := geometrytest.Inspect(t, "a.blend", form.file(test.blocks...)).Facts
		var got []string
		for i, fact := range []geometry.Fact[bool]{f.Rigged, f.Animated, f.Materials, f.Textures, f.PBR} {
			if fact.Value {
				got = append(got, []string{"rigged", "animated", "materials", "textures", "pbr"}[i])
			}
		}
		if strings.Join(got, " ") != test.want || f.GeometryType.Value != "other" || f.Polygons.Value != 0 {
			t.Errorf("%s: %v, want %q; %+v", name, got, test.want, f)
		}
	}
}

func TestRefused(t *testing.T) {
	t.Parallel()
	form, five := forms["3.0"], forms["5.0"]
	box := form.box()
	dna := form.dna("totpoly", "totvert")
	with := func(at int, b ...byte) string {
		return form.fileOf([]byte(geometrytest.Patched(string(dna), at, b...)), form.mesh(0, 0, 0))
	}
	structs := strings.Index(string(dna), "STRC")
	negative := form.block("DATA", 0, 1, nil)
	form.order.(binary.ByteOrder).PutUint32(negative[4:], 0xffffffff)
	wide := five.block("DATA", 0, 1, nil)
	five.order.(binary.ByteOrder).PutUint64(wide[16:], 1<<63-1)
	for name, test := range map[string]struct{ content, code string }{
		"an order of bytes that is none": {strings.Replace(box, "BLENDER-v", "BLENDER-w", 1), "malformed"},
		"a head of 18 bytes":             {strings.Replace(five.box(), "BLENDER17", "BLENDER18", 1), "malformed"},
		"a later kind of head":           {strings.Replace(five.box(), "17-01", "17-02", 1), "malformed"},
		"no description":                 {strings.Replace(box, "DNA1", "DNA2", 1), "malformed"},
		"letters missing":                {with(0, 'X'), "malformed"},
		"billions of names":              {with(8, 255, 255, 255, 255), "malformed"},
		"billions of structures":         {with(structs+4, 255, 255, 255, 255), "malformed"},
		"a structure of no type":         {with(structs+8, 200), "malformed"},
		"a field of no type":             {with(structs+12, 200), "malformed"},
		"a field of no name":             {with(structs+14, 200), "malformed"},
		"a block before the file's end":  {form.file(negative), "malformed"},
		"a block of 9 million TB":        {five.file(wide), "truncated"},
		"negative faces":                 {form.file(form.mesh(8, -6, 0), form.bare(1000)), "malformed"},
		"negative vertices":              {form.file(form.mesh(-8, 6, 0), form.bare(1000)), "malformed"},
		"faces without tables":           {form.file(form.mesh(8, 1<<30, 0), form.bare(1000)), "truncated"},
		"vertices without tables":        {form.file(form.mesh(1<<30, 6, 0), form.bare(1000)), "truncated"},
		"a mesh that is none":            {form.file(form.block("ME", vertStruct, 1, make([]byte, 100))), "malformed"},
		"a mesh of no kind":              {form.file(form.block("ME", -1, 1, make([]byte, 100))), "malformed"},
		"a mesh too short":               {form.file(form.block("ME", meshStruct, 1, make([]byte, 20))), "malformed"},
		"a mesh without counts":          {form.fileOf(form.dna("a", "b"), form.mesh(8, 6, 0)), "malformed"},
		"a field of many numbers":        {strings.Replace(box, "mat[2][3]", "ma[99999]", 1), "malformed"},
	} {
		if got := geometrytest.Inspect(t, "a.blend", test.content); geometrytest.ProblemOf(got) != test.code {
			t.Errorf("%s: %+v, want %s", name, got.Problems, test.code)
		}
	}
}

// FuzzRead looks for content that panics, or fails otherwise than by a refusal.
func FuzzRead(f *testing.F) {
	for _, form := range forms {
		f.Add([]byte(form.box()))
		f.Add([]byte(form.file(form.block("MA", 0, 1, nil), form.bare(20), form.image(1, 0), form.thumbnail(2, 1, 0))))
	}
	for _, pack := range packers {
		f.Add([]byte(pack(forms["3.0"].box())))
	}
	f.Fuzz(func(t *testing.T, data []byte) { geometrytest.Inspect(t, "a.blend", string(data)) })
}

// BenchmarkRead counts meshes with weights, a table for each vertex.
func BenchmarkRead(b *testing.B) {
	form := forms["3.0"]
	blocks := [][]byte{form.mesh(100_000, 100_000, 0), form.table(vertStruct, 100_000, 20), form.table(polyStruct, 100_000, 12)}
	for i := range 100_000 {
		blocks = append(blocks, form.table(rawStruct, 1+i%4, 8))
	}
	content := form.file(blocks...)
	b.SetBytes(int64(len(content)))
	for b.Loop() {
		if report := geometrytest.Inspect(b, "a.blend", content); report.Facts.Polygons.Certainty != geometry.Verified {
			b.Fatal(fmt.Sprint(report))
		}
	}
}
