package splat_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"vitrine/internal/geometry/detect"
	"vitrine/internal/geometry/geometrytest"
	"vitrine/internal/geometry/source"
)

// gaussian is a splat as training makes it: y downwards.
type gaussian struct {
	at, color, scale [3]float64 // color and opacity of 0 to 1
	opacity          float64
	turn             [4]float64 // w, x, y, z
}

func gaussians(n int) []gaussian {
	random := rand.New(rand.NewPCG(1, 2))
	list := make([]gaussian, n)
	for i := range list {
		g := &list[i]
		sum := 0.0
		for k := range 4 {
			g.turn[k] = random.NormFloat64()
			sum += g.turn[k] * g.turn[k]
		}
		for k := range 4 {
			g.turn[k] /= math.Sqrt(sum)
		}
		for k := range 3 {
			g.at[k], g.color[k], g.scale[k] = float64(random.IntN(4000)-2000)/1024, random.Float64(), 0.01+random.Float64()/10
		}
		g.opacity = 0.1 + 0.8*random.Float64()
	}
	return list
}

const harmonic = 0.28209479177387814

// ply writes floats of 32 bits in an order of bytes; nil is ASCII.
func ply(list []gaussian, order binary.AppendByteOrder) string {
	names := "x y z nx ny nz f_dc_0 f_dc_1 f_dc_2 f_rest_0 opacity scale_0 scale_1 scale_2 rot_0 rot_1 rot_2 rot_3"
	format := "ascii"
	if order != nil {
		format = map[binary.AppendByteOrder]string{binary.LittleEndian: "binary_little_endian", binary.BigEndian: "binary_big_endian"}[order]
	}
	var text bytes.Buffer
	fmt.Fprintf(&text, "ply\nformat %s 1.0\nelement camera 1\nproperty uchar id\nelement vertex %d\n", format, len(list))
	for name := range strings.FieldsSeq(names) {
		fmt.Fprintf(&text, "property float %s\n", name)
	}
	text.WriteString("end_header\n")
	data := text.Bytes()
	if order == nil {
		data = append(data, "7\n"...)
	} else {
		data = append(data, 7)
	}
	for _, g := range list {
		values := []float64{g.at[0], g.at[1], g.at[2], 0, 0, 0}
		for _, c := range g.color {
			values = append(values, (c-0.5)/harmonic)
		}
		values = append(values, 0.25, math.Log(g.opacity/(1-g.opacity)), math.Log(g.scale[0]), math.Log(g.scale[1]), math.Log(g.scale[2]))
		for _, q := range g.turn {
			values = append(values, 2*q) // not a unit
		}
		for _, v := range values {
			if order == nil {
				data = fmt.Appendf(data, "%g ", v)
			} else {
				data = order.AppendUint32(data, math.Float32bits(float32(v)))
			}
		}
		if order == nil {
			data = append(data, '\n')
		}
	}
	return string(data)
}

func dot(list []gaussian) string {
	var data []byte
	for _, g := range list {
		for _, v := range append(g.at[:], g.scale[:]...) {
			data = binary.LittleEndian.AppendUint32(data, math.Float32bits(float32(v)))
		}
		for _, v := range g.color {
			data = append(data, uint8(math.Round(v*255)))
		}
		data = append(data, uint8(math.Round(g.opacity*255)))
		for _, q := range g.turn {
			data = append(data, uint8(min(math.Round(q*128+128), 255)))
		}
	}
	return string(data)
}

// spzBytes are a file of a version before it is packed, with harmonics of a
// degree.
func spzBytes(list []gaussian, version, degree int) []byte {
	data := binary.LittleEndian.AppendUint32([]byte("NGSP"), uint32(version))
	data = binary.LittleEndian.AppendUint32(data, uint32(len(list)))
	data = append(data, uint8(degree), 12, 0, 0)
	var alphas, colors, scales, turns []byte
	for _, g := range list {
		for _, v := range [3]float64{g.at[0], -g.at[1], -g.at[2]} {
			fixed := int32(math.Round(v * 4096))
			data = append(data, uint8(fixed), uint8(fixed>>8), uint8(fixed>>16))
		}
		alphas = append(alphas, uint8(math.Round(g.opacity*255)))
		for k := range 3 {
			colors = append(colors, uint8(math.Round(((g.color[k]-0.5)/harmonic*0.15+0.5)*255)))
			scales = append(scales, uint8(math.Round((math.Log(g.scale[k])+10)*16)))
		}
		turns = append(turns, spzTurn([4]float64{g.turn[1], -g.turn[2], -g.turn[3], g.turn[0]}, version)...)
	}
	data = slices.Concat(data, alphas, colors, scales, turns)
	return append(data, make([]byte, len(list)*[]int{0, 9, 24, 45, 72, 0}[degree])...)
}

// spzStreams is a file of version 4: a longer head, and each table packed alone.
func spzStreams(list []gaussian) string {
	tables := spzBytes(list, 3, 0)
	packer, err := zstd.NewWriter(nil)
	if err != nil {
		panic(err)
	}
	head := append(tables[:16:16], 32, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
	head[4], head[15] = 4, 5
	tables = tables[16:]
	var streams []byte
	for _, size := range []int{9, 1, 3, 3, 4} {
		size *= len(list)
		packed := packer.EncodeAll(tables[:size], nil)
		head = binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(head, uint64(len(packed))), uint64(size))
		tables, streams = tables[size:], append(streams, packed...)
	}
	return string(append(head, streams...))
}

// spzTurn packs a rotation x, y, z, w.
func spzTurn(q [4]float64, version int) (packed []byte) {
	largest := 3
	if version == 3 {
		for i, v := range q {
			if math.Abs(v) > math.Abs(q[largest]) {
				largest = i
			}
		}
	}
	if q[largest] < 0 {
		q = [4]float64{-q[0], -q[1], -q[2], -q[3]}
	}
	if version != 3 {
		for _, v := range q[:3] {
			packed = append(packed, uint8(math.Round(v*127.5+127.5)))
		}
		return packed
	}
	bits := uint32(largest)
	for i, v := range q {
		if i == largest {
			continue
		}
		sign := uint32(0)
		if v < 0 {
			sign = 1
		}
		bits = bits<<10 | sign<<9 | uint32(511*math.Abs(v)*math.Sqrt2+0.5)
	}
	return binary.LittleEndian.AppendUint32(nil, bits)
}

// files are the same cloud in every form.
func files(list []gaussian) map[string]string {
	return map[string]string{
		"little.ply": ply(list, binary.LittleEndian), "big.ply": ply(list, binary.BigEndian), "ascii.ply": ply(list, nil),
		"a.splat": dot(list), "two.spz": geometrytest.Gzipped(spzBytes(list, 2, 0)), "three.spz": geometrytest.Gzipped(spzBytes(list, 3, 3)),
		"four.spz": spzStreams(list),
	}
}

func TestRead(t *testing.T) {
	t.Parallel()
	const n = 200
	list := gaussians(n)
	for name, content := range files(list) {
		report, model, err := detect.Inspect(source.Input{File: source.File{Name: name, Size: int64(len(content)),
			ReaderAt: strings.NewReader(content)}})
		if err != nil || len(report.Problems) > 0 {
			t.Errorf("%s: %v %v", name, report.Problems, err)
			continue
		}
		f := report.Facts
		if f.Splats.Value != n || f.Vertices.Value != n || f.Polygons.Value != 0 || !f.Polygons.Known() ||
			f.GeometryType.Value != "gaussian_splats" {
			t.Errorf("%s: %+v", name, f)
		}
		s := model.Splats
		for i, g := range list {
			turn := [4]float64{g.turn[0], g.turn[1], -g.turn[2], -g.turn[3]}
			dot := 0.0
			for k, q := range turn {
				dot += q * float64(s.Rotations[4*i+k])
			}
			// SPZ 2 has a w near zero from what it rounds.
			if 1-math.Abs(dot) > 3e-3 {
				t.Errorf("%s, splat %d: turned by %v, want %v", name, i, s.Rotations[4*i:4*i+4], turn)
			}
			for k, v := range [3]float64{g.at[0], -g.at[1], -g.at[2]} {
				if math.Abs(float64(s.Positions[3*i+k])-v) > 1e-6 {
					t.Errorf("%s, splat %d: at %v, want %v upwards", name, i, s.Positions[3*i:3*i+3], g.at)
				}
				if math.Abs(math.Log(float64(s.Scales[3*i+k])/g.scale[k])) > 0.04 || math.Abs(float64(s.Colors[4*i+k])/255-g.color[k]) > 0.006 {
					t.Errorf("%s, splat %d: %v, %v, want %+v", name, i, s.Scales[3*i:3*i+3], s.Colors[4*i:4*i+4], g)
				}
			}
			if math.Abs(float64(s.Colors[4*i+3])/255-g.opacity) > 0.003 {
				t.Errorf("%s, splat %d: opacity %v, want %v", name, i, s.Colors[4*i+3], g.opacity)
			}
		}
	}
}

func TestRefused(t *testing.T) {
	t.Parallel()
	list := gaussians(20)
	ply, spz := ply(list, binary.LittleEndian), spzBytes(list, 3, 1)
	head := strings.Index(ply, "end_header\n") + len("end_header\n") + 1
	nan := []byte{0, 0, 0xc0, 0x7f}
	huge := []byte{0, 0, 0x80, 0x7e} // e to it is infinite
	whole, four := geometrytest.Gzipped(spz), spzStreams(list)
	spzWith := func(at int, with ...byte) string {
		return geometrytest.Gzipped([]byte(geometrytest.Patched(string(spz), at, with...)))
	}
	random := make([]byte, 3<<20)
	for i := range random {
		random[i] = uint8(rand.Uint32())
	}
	for name, test := range map[string]struct{ file, content, code string }{
		".splat: half a splat":            {"a.splat", dot(list)[:80], "type_mismatch"},
		".splat: no number":               {"a.splat", geometrytest.Patched(dot(list), 36, nan...), "malformed"},
		".splat: a scale that is none":    {"a.splat", geometrytest.Patched(dot(list), 44, nan...), "malformed"},
		"PLY: no number":                  {"a.ply", geometrytest.Patched(ply, head+4, nan...), "malformed"},
		"PLY: an infinite scale":          {"a.ply", geometrytest.Patched(ply, head+4*12, huge...), "malformed"},
		"PLY: a rotation that is none":    {"a.ply", geometrytest.Patched(ply, head+4*16, nan...), "malformed"},
		"PLY: a property missing":         {"a.ply", strings.Replace(ply, "rot_3", "rot_4", 1), "malformed"},
		"PLY: a list":                     {"a.ply", strings.Replace(ply, "property float nx", "property list uchar float nx", 1), "malformed"},
		"PLY: a count of 4 billion":       {"a.ply", strings.Replace(ply, "vertex 20", "vertex 4000000000", 1), "limit"},
		"PLY: a count of 30":              {"a.ply", strings.Replace(ply, "vertex 20", "vertex 30", 1), "truncated"},
		"SPZ 4: half":                     {"a.spz", four[:len(four)/2], "truncated"},
		"SPZ 4: its head":                 {"a.spz", four[:20], "truncated"},
		"SPZ 4: sizes behind the end":     {"a.spz", geometrytest.Patched(four, 16, 255, 255, 255, 127), "truncated"},
		"SPZ 4: a stream of 2^63 bytes":   {"a.spz", geometrytest.Patched(four, 39, 255), "truncated"},
		"SPZ 4: too few streams":          {"a.spz", geometrytest.Patched(four, 15, 2), "malformed"},
		"SPZ 4: too many streams":         {"a.spz", geometrytest.Patched(four, 15, 200), "limit"},
		"SPZ 4: damaged":                  {"a.spz", geometrytest.Patched(four, 32+5*16+12, 1, 2, 3, 4, 5, 6), "malformed"},
		"SPZ: other letters":              {"a.spz", spzWith(0, 'X'), "malformed"},
		"SPZ: version 9":                  {"a.spz", spzWith(4, 9), "malformed"},
		"SPZ: no splats":                  {"a.spz", spzWith(8, 0), "no_content"},
		"SPZ: more splats":                {"a.spz", spzWith(8, 21), "truncated"},
		"SPZ: a count of 4 billion":       {"a.spz", spzWith(8, 255, 255, 255, 255), "limit"},
		"SPZ: more than could be":         {"a.spz", spzWith(8, 0, 0, 16), "truncated"},
		"SPZ: degree 7":                   {"a.spz", spzWith(12, 7), "malformed"},
		"SPZ: 40 bits of 24":              {"a.spz", spzWith(13, 40), "malformed"},
		"SPZ: a wrong checksum":           {"a.spz", geometrytest.Patched(whole, len(whole)-8, 1, 2, 3, 4), "malformed"},
		"SPZ: not gzip's kind of packing": {"a.spz", geometrytest.Patched(whole, 2, 9), "malformed"},
		"SPZ: damaged":                    {"a.spz", geometrytest.Patched(whole, 12, 255, 255, 255, 255), "malformed"},
		"SPZ: much behind its end":        {"a.spz", geometrytest.Gzipped(append(slices.Clone(spz), random...)), "limit"},
	} {
		if got := geometrytest.Inspect(t, test.file, test.content); geometrytest.ProblemOf(got) != test.code {
			t.Errorf("%s: %+v, want %s", name, got.Problems, test.code)
		}
	}
	trailer := geometrytest.Inspect(t, "a.spz", geometrytest.Gzipped(append(slices.Clone(spz), random[:500]...)))
	if trailer.Rejected() || trailer.Facts.Splats.Value != 20 {
		t.Errorf("with an extension behind the splats: %+v", trailer)
	}
	if first := geometrytest.Inspect(t, "a.spz", spzWith(4, 1)); first.Rejected() || first.Facts.Vertices.Known() {
		t.Errorf("version 1, which is known by its type: %+v", first)
	}
}

func TestCut(t *testing.T) {
	t.Parallel()
	for name, content := range files(gaussians(20)) {
		for i := range 50 {
			cut := geometrytest.Inspect(t, name, content[:len(content)*i/50])
			if len(cut.Problems) > 0 {
				continue
			}
			// Whole splats without a head may end anywhere.
			if name != "a.splat" || cut.Facts.Splats.Value != int64(len(content)*i/50/32) {
				t.Errorf("%s: %d/50 of the file are read as whole", name, i)
			}
		}
	}
}

// FuzzRead looks for content that panics, or fails otherwise than by a
// refusal, in the clouds of .splat and of PLY.
func FuzzRead(f *testing.F) {
	list := gaussians(4)
	for _, content := range files(list) {
		f.Add([]byte(content))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		geometrytest.Inspect(t, "a.ply", string(data))
		geometrytest.Inspect(t, "a.splat", string(data))
	})
}

// BenchmarkRead reads a cloud; bytes a second of one core.
func BenchmarkRead(b *testing.B) {
	for name, content := range files(gaussians(100_000)) {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(content)))
			for b.Loop() {
				if report := geometrytest.Inspect(b, name, content); report.Facts.Splats.Value != 100_000 {
					b.Fatal("splats are missing")
				}
			}
		})
	}
}
