// Package gltftest writes glTF documents and their buffers for tests. No program imports it.
package gltftest

import (
	"bytes"
	"encoding/binary"
	"math"
	"strings"
	"testing"

	"vitrine/internal/geometry/source"
	"vitrine/internal/meshfile"
)

// Tetra is a tetrahedron: four positions and twelve indices in one buffer.
const Tetra = `{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],
"meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}],
"accessors":[{"bufferView":0,"componentType":5126,"count":4,"type":"VEC3"},
	{"bufferView":1,"componentType":5123,"count":12,"type":"SCALAR"}],
"bufferViews":[{"buffer":0,"byteLength":48},{"buffer":0,"byteOffset":48,"byteLength":24}],
"buffers":[{"byteLength":72}]}`

var (
	Corners = []float32{0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1}
	Faces   = []uint16{0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2}
)

// Bin packs slices of numbers.
func Bin(parts ...any) []byte {
	var data []byte
	for _, part := range parts {
		data, _ = binary.Append(data, binary.LittleEndian, part)
	}
	return data
}

// Edit replaces parts of a document, each of which must be there once at
// least.
func Edit(t testing.TB, doc string, pairs ...string) string {
	t.Helper()
	for i := 0; i < len(pairs); i += 2 {
		if !strings.Contains(doc, pairs[i]) {
			t.Fatalf("the document has no %s", pairs[i])
		}
		doc = strings.Replace(doc, pairs[i], pairs[i+1], 1)
	}
	return doc
}

// GLB packs a document and its data.
func GLB(doc string, bin []byte) []byte { return meshfile.GLB([]byte(doc), bin) }

// Input is a file with others beside it.
func Input(name string, data []byte, siblings map[string][]byte) source.Input {
	file := func(name string, data []byte) source.File {
		return source.File{Name: name, Size: int64(len(data)), ReaderAt: bytes.NewReader(data)}
	}
	return source.Input{File: file(name, data), Sibling: func(name string) (source.File, bool) {
		data, ok := siblings[name]
		return file(name, data), ok
	}}
}

// Skinned is the tetrahedron with two joints: the first pulls its first corner,
// the second its second one, both the third, and none the last.
const Skinned = `{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0,1]}],
"nodes":[{"mesh":0,"skin":0,"translation":[0,100,0]},{"translation":[5,0,0],"children":[2]},{"translation":[-5,0,7]}],
"skins":[{"joints":[1,2],"inverseBindMatrices":4}],
"meshes":[{"primitives":[{"attributes":{"POSITION":0,"NORMAL":0,"JOINTS_0":2,"WEIGHTS_0":3},"indices":1}]}],
"accessors":[{"bufferView":0,"componentType":5126,"count":4,"type":"VEC3"},{"bufferView":1,"componentType":5123,"count":12,"type":"SCALAR"},
{"bufferView":2,"componentType":5121,"count":4,"type":"VEC4"},{"bufferView":3,"componentType":5126,"count":4,"type":"VEC4"},
{"bufferView":4,"componentType":5126,"count":2,"type":"MAT4"}],
"bufferViews":[{"buffer":0,"byteLength":48},{"buffer":0,"byteOffset":48,"byteLength":24},{"buffer":0,"byteOffset":72,"byteLength":16},
{"buffer":0,"byteOffset":88,"byteLength":64},{"buffer":0,"byteOffset":152,"byteLength":128}],
"buffers":[{"byteLength":280}]}`

// SkinnedBin is its data, with numbers of joints and weights that are no good.
func SkinnedBin() []byte {
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	return Bin(Corners, Faces, []uint8{0, 1, 9, 255, 1, 0, 0, 0, 0, 1, 1, 1, 0, 0, 0, 0},
		[]float32{1, 0, 3, 1, 0.5, nan, -1, inf, 2, 2, nan, 0, 0, 0, nan, -2},
		[]float32{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -1, 0, 0, 1}, []float32{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1})
}
