package main

import (
	"io"
	"math"

	"vitrine/internal/geometry/fbx/fbxtest"
)

// writeFBX writes the ring as the other formats have it, its arrays compressed as
// Autodesk's programs and Blender write them.
func writeFBX(w io.Writer, r ring) error { return writeGeometry(w, r, true, false) }

// writeRawFBX leaves the arrays as they are.
func writeRawFBX(w io.Writer, r ring) error { return writeGeometry(w, r, false, false) }

// writeFullFBX adds what a modelling program writes too: a normal for each corner, and
// texture coordinates.
func writeFullFBX(w io.Writer, r ring) error { return writeGeometry(w, r, true, true) }

func writeGeometry(w io.Writer, r ring, packed, full bool) error {
	array := func(numbers any) any {
		if packed {
			return fbxtest.Packed{Array: numbers}
		}
		return numbers
	}
	points, corners := make([]float64, 0, 3*r.vertices()), make([]int32, 0, 3*r.triangles())
	for i := range r.vertices() {
		p := r.vertex(i)
		points = append(points, float64(p[0]), float64(p[1]), float64(p[2]))
	}
	r.each(func(a, b, c int) { corners = append(corners, int32(a), int32(b), ^int32(c)) })
	shape := fbxtest.Node("Geometry", 1, "ring\x00\x01Geometry", "Mesh").With(fbxtest.Node("Vertices", array(points)),
		fbxtest.Node("PolygonVertexIndex", array(corners)))
	if full {
		shape = shape.With(r.normalLayer(array), r.uvLayer(array, corners))
	}
	// assimp reads nothing without the head and the definitions.
	head := fbxtest.Node("FBXHeaderExtension").With(fbxtest.Node("FBXVersion", int32(7400)))
	settings := fbxtest.Settings(fbxtest.Prop("UpAxis", int32(2)), fbxtest.Prop("UnitScaleFactor", 1.0))
	_, err := io.WriteString(w, fbxtest.Of(7400, head, settings, fbxtest.Node("Definitions"),
		fbxtest.Node("Objects").With(shape, fbxtest.Model(2)),
		fbxtest.Node("Connections").With(fbxtest.Link(1, 2), fbxtest.Link(2, 0))))
	return err
}

// normalLayer has a normal for each corner, the same at all corners of a vertex.
func (r ring) normalLayer(array func(any) any) fbxtest.Rec {
	normals := make([]float64, 0, 9*r.triangles())
	r.each(func(a, b, c int) {
		for _, vertex := range [3]int{a, b, c} {
			u, v := r.angles(vertex)
			normals = append(normals, math.Cos(v)*math.Cos(u), math.Cos(v)*math.Sin(u), math.Sin(v))
		}
	})
	return fbxtest.Node("LayerElementNormal", int32(0)).With(fbxtest.Node("MappingInformationType", "ByPolygonVertex"),
		fbxtest.Node("ReferenceInformationType", "Direct"), fbxtest.Node("Normals", array(normals)))
}

// uvLayer has texture coordinates for each vertex, which corners name.
func (r ring) uvLayer(array func(any) any, corners []int32) fbxtest.Rec {
	uvs, index := make([]float64, 0, 2*r.vertices()), make([]int32, len(corners))
	for i := range r.vertices() {
		uvs = append(uvs, float64(i/r.across)/float64(r.around), float64(i%r.across)/float64(r.across))
	}
	for i, corner := range corners {
		index[i] = max(corner, ^corner)
	}
	return fbxtest.UVLayer("ByPolygonVertex", "IndexToDirect", fbxtest.Node("UV", array(uvs)), fbxtest.Node("UVIndex", array(index)))
}
