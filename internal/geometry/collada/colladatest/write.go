// Package colladatest writes Collada documents for tests. No program imports it.
package colladatest

import (
	"fmt"
	"strings"

	"vitrine/internal/geometry/geometrytest"
)

// Effects are materials with the shaders given.
func Effects(params string, shaders ...string) string {
	materials, effects := "", ""
	for i, shader := range shaders {
		materials += fmt.Sprintf(`<material id="m%[1]d" name="M&amp;%[1]d"><instance_effect url="#e%[1]d"/></material>`, i)
		effects += fmt.Sprintf(`<effect id="e%d"><profile_COMMON>%s<technique sid="common">%s</technique></profile_COMMON></effect>`, i,
			params, shader)
	}
	return "<library_materials>" + materials + "</library_materials><library_effects>" + effects + "</library_effects>"
}

// Root is the beginning of a document.
const Root = `<?xml version="1.0" encoding="utf-8"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
  <asset><unit name="millimeter" meter="0.001"/><up_axis>Z_UP</up_axis></asset>
`

// Of is a document of libraries and a scene of nodes.
func Of(libraries, nodes string) string {
	return Root + libraries + "<library_visual_scenes><visual_scene id=\"scene\">" + nodes +
		"</visual_scene></library_visual_scenes>\n<scene><instance_visual_scene url=\"#scene\"/></scene></COLLADA>\n"
}

// Geometries puts geometries into their library.
func Geometries(list ...string) string {
	return "<library_geometries>" + strings.Join(list, "") + "</library_geometries>"
}

// Source is a source of values with named parts.
func Source(id, parts string, values ...float64) string {
	var params strings.Builder
	for _, part := range parts {
		fmt.Fprintf(&params, `<param name="%c" type="float"/>`, part)
	}
	return fmt.Sprintf(`<source id="%[1]s"><float_array id="%[1]s-array" count="%[2]d">%[3]s</float_array><technique_common>`+
		`<accessor source="#%[1]s-array" count="%[4]d" stride="%[5]d">%[6]s</accessor></technique_common></source>`,
		id, len(values), strings.Trim(fmt.Sprint(values), "[]"), len(values)/len(parts), len(parts), params.String())
}

// Mesh is a geometry of the corners of the box, its own sources and faces.
func Mesh(id, more string) string {
	var points []float64
	for _, corner := range geometrytest.BoxCorners {
		points = append(points, float64(corner[0]), float64(corner[1]), float64(corner[2]))
	}
	return fmt.Sprintf(`<geometry id="%[1]s" name="%[1]s"><mesh>%[2]s<vertices id="%[1]s-all"><input semantic="POSITION" source="#%[1]s-points"/></vertices>%[3]s</mesh></geometry>`,
		id, Source(id+"-points", "XYZ", points...), more)
}

// VertexInput names the vertices of a geometry as the input of a primitive.
func VertexInput(id string) string {
	return fmt.Sprintf(`<input semantic="VERTEX" source="#%s-all" offset="0"/>`, id)
}

// Quads are the six sides of the box as a polylist of a material.
func Quads(id, material string) string {
	return fmt.Sprintf(`<polylist count="6" material="%s">%s<vcount>4 4 4 4 4 4</vcount><p>%s</p></polylist>`,
		material, VertexInput(id), strings.Trim(strings.NewReplacer("[", "", "]", "").Replace(fmt.Sprint(geometrytest.BoxQuads)), " "))
}

// Show places a geometry, with more in its element.
func Show(id, more string) string {
	return fmt.Sprintf(`<instance_geometry url="#%s">%s</instance_geometry>`, id, more)
}

// Box is a document with the box.
func Box() string {
	return Of(Geometries(Mesh("box", Quads("box", ""))), "<node>"+Show("box", "")+"</node>")
}

// ShowNode is a node that places a geometry.
func ShowNode(id string) string { return "<node>" + Show(id, "") + "</node>" }

// Weights begins the weights of a skin of eight vertices.
const Weights = `<vertex_weights count="8"><input semantic="JOINT" source="#j" offset="0"/><input semantic="WEIGHT" source="#w" offset="1"/>`

// Skin is the box, bound to two joints one above the other.
func Skin(weights string) string {
	return Of(Geometries(Mesh("box", Quads("box", "")))+`<library_controllers><controller id="skin"><skin source="#box">
 <bind_shape_matrix>1 0 0 0 0 1 0 0 0 0 1 1 0 0 0 1</bind_shape_matrix>
 <source id="j"><Name_array count="2">hip knee</Name_array></source>
 <source id="b"><float_array id="ba" count="32">1 0 0 0 0 1 0 0 0 0 1 -4 0 0 0 1  1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</float_array></source>
 <joints><input semantic="JOINT" source="#j"/><input semantic="INV_BIND_MATRIX" source="#b"/></joints>`+Source("w", "W", 1, 0.5)+weights+
		`</skin></controller></library_controllers>`,
		`<node id="root"><node sid="hip"><translate>0 0 4</translate><node sid="knee"><translate>0 0 20</translate></node></node></node>
<node><translate>500 0 0</translate><instance_controller url="#skin"><skeleton>#root</skeleton></instance_controller></node>`)
}
