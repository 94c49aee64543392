package geometrytest

import (
	"encoding/binary"
	"fmt"
	"math"
	"strings"
)

// BoxQuads are the sides of the box of the STL tests.
var BoxQuads = [6][4]int{{0, 3, 2, 1}, {4, 5, 6, 7}, {0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}}

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

func PlainBox() string {
	return OBJBox(func(vertex, _ int) string { return fmt.Sprint(vertex + 1) })
}

func TexturedBox() string {
	return OBJBox(func(vertex, place int) string { return fmt.Sprintf("%d/%d/1", vertex+1, place+1) })
}

// A box of 10 by 10 by 10 as twelve triangles, counter-clockwise from outside.
var BoxCorners = [8][3]float32{{0, 0, 0}, {10, 0, 0}, {10, 10, 0}, {0, 10, 0}, {0, 0, 10}, {10, 0, 10}, {10, 10, 10}, {0, 10, 10}}

var BoxFaces = [12][3]int{{0, 2, 1}, {0, 3, 2}, {4, 5, 6}, {4, 6, 7}, {0, 1, 5}, {0, 5, 4}, {1, 2, 6}, {1, 6, 5}, {2, 3, 7}, {2, 7, 6}, {3, 0, 4}, {3, 4, 7}}

func BoxTriangles() [][3][3]float32 {
	var list [][3][3]float32
	for _, f := range BoxFaces {
		list = append(list, [3][3]float32{BoxCorners[f[0]], BoxCorners[f[1]], BoxCorners[f[2]]})
	}
	return list
}

func STL(triangles [][3][3]float32) string {
	data := make([]byte, 84, 84+50*len(triangles))
	binary.LittleEndian.PutUint32(data[80:], uint32(len(triangles)))
	for _, triangle := range triangles {
		data = append(data, make([]byte, 12)...)
		for _, corner := range triangle {
			for _, v := range corner {
				data = binary.LittleEndian.AppendUint32(data, math.Float32bits(v))
			}
		}
		data = append(data, 0, 0)
	}
	return string(data)
}

func ASCIISTL(triangles [][3][3]float32) string {
	var text strings.Builder
	text.WriteString("solid box\n")
	for _, triangle := range triangles {
		text.WriteString("facet normal 0 0 0\n outer loop\n")
		for _, c := range triangle {
			fmt.Fprintf(&text, "  vertex %g %g %g\n", c[0], c[1], c[2])
		}
		text.WriteString(" endloop\nendfacet\n")
	}
	text.WriteString("endsolid box\n")
	return text.String()
}
