package geometrytest

import (
	"fmt"
	"iter"
	"strings"

	"vitrine/internal/meshfile"
)

// BoxQuads are the sides of the box of the STL tests.
var BoxQuads = [6][4]int{{0, 3, 2, 1}, {4, 5, 6, 7}, {0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}}

// OBJVertices are the corners of the box as lines of OBJ.
const OBJVertices = "v 0 0 0\nv 10 0 0\nv 10 10 0\nv 0 10 0\nv 0 0 10\nv 10 0 10\nv 10 10 10\nv 0 10 10\n"

// OBJBox is the box as six quads; corner writes each corner by its vertex and its
// place in the face.
func OBJBox(corner func(vertex, place int) string) string {
	var text strings.Builder
	text.WriteString("# a box\n" + OBJVertices + "vt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\nvn 0 0 1\n")
	for _, quad := range BoxQuads {
		text.WriteString("f")
		for place, vertex := range quad {
			text.WriteString(" " + corner(vertex, place))
		}
		text.WriteString("\n")
	}
	return text.String()
}

// PlainBox is the box as OBJ, without materials.
func PlainBox() string {
	return OBJBox(func(vertex, _ int) string { return fmt.Sprint(vertex + 1) })
}

// TexturedBox is the box as OBJ, with texture coordinates and normals.
func TexturedBox() string {
	return OBJBox(func(vertex, place int) string { return fmt.Sprintf("%d/%d/1", vertex+1, place+1) })
}

// A box of 10 by 10 by 10 as twelve triangles, counter-clockwise from outside.
var BoxCorners = [8][3]float32{{0, 0, 0}, {10, 0, 0}, {10, 10, 0}, {0, 10, 0}, {0, 0, 10}, {10, 0, 10}, {10, 10, 10}, {0, 10, 10}}

// BoxFaces are the triangles of the box, by its corners.
var BoxFaces = [12][3]int{{0, 2, 1}, {0, 3, 2}, {4, 5, 6}, {4, 6, 7}, {0, 1, 5}, {0, 5, 4}, {1, 2, 6}, {1, 6, 5}, {2, 3, 7}, {2, 7, 6},
	{3, 0, 4}, {3, 4, 7}}

// BoxTriangles are the corners of the triangles of the box.
func BoxTriangles() [][3][3]float32 {
	var list [][3][3]float32
	for _, f := range BoxFaces {
		list = append(list, [3][3]float32{BoxCorners[f[0]], BoxCorners[f[1]], BoxCorners[f[2]]})
	}
	return list
}

// STL is a binary STL of triangles.
func STL(triangles [][3][3]float32) string {
	var file strings.Builder
	_ = meshfile.WriteSTL(&file, "", len(triangles), facets(triangles))
	return file.String()
}

// ASCIISTL is an STL as text.
func ASCIISTL(triangles [][3][3]float32) string {
	var file strings.Builder
	_ = meshfile.WriteTextSTL(&file, "box", 'g', facets(triangles))
	return file.String()
}

func facets(triangles [][3][3]float32) iter.Seq[meshfile.Facet] {
	return func(yield func(meshfile.Facet) bool) {
		for _, corners := range triangles {
			if !yield(meshfile.Facet{Corners: corners}) {
				return
			}
		}
	}
}
