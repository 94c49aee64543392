package main

import (
	"archive/zip"
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"

	"vitrine/internal/meshfile"
)

// ring is a bumpy torus of n × n/2 vertices and n × n triangles.
type ring struct{ around, across int }

// ringOf has about so many triangles.
func ringOf(triangles int64) ring {
	n := int(math.Sqrt(float64(triangles)))
	return ring{n, max(3, n/2)}
}

func (r ring) vertices() int { return r.around * r.across }

// angles are where a vertex stands, around the ring and around its tube.
func (r ring) angles(i int) (u, v float64) {
	return 2 * math.Pi * float64(i/r.across) / float64(r.around), 2 * math.Pi * float64(i%r.across) / float64(r.across)
}

func (r ring) vertex(i int) [3]float32 {
	u, v := r.angles(i)
	thick := 10 + math.Sin(9*u)*math.Cos(7*v)
	return [3]float32{float32((30 + thick*math.Cos(v)) * math.Cos(u)), float32((30 + thick*math.Cos(v)) * math.Sin(u)),
		float32(thick * math.Sin(v))}
}

// each calls fn for each triangle.
func (r ring) each(fn func(a, b, c int)) {
	for i := range r.around {
		for j := range r.across {
			a, b := i*r.across+j, i*r.across+(j+1)%r.across
			next := (i + 1) % r.around
			c, d := next*r.across+j, next*r.across+(j+1)%r.across
			fn(a, c, b)
			fn(b, c, d)
		}
	}
}

func (r ring) triangles() int { return 2 * r.vertices() }

// writers write a format; each is begun for as many triangles as fill the bytes.
var writers = map[string]struct {
	bytes int64 // of the file for each triangle, about
	write func(io.Writer, ring) error
}{
	"a.stl": {50, writeSTL}, "ascii.stl": {270, writeText}, "a.glb": {18, writeGLB}, "a.obj": {48, writeOBJ}, "a.ply": {19, writePLY},
	"a.3mf": {9, write3MF}, "a.fbx": {12, writeFBX}, "raw.fbx": {24, writeRawFBX}, "full.fbx": {50, writeFullFBX},
	"textured.glb": {1, writeTextured},
}

func write(path string, size int64) (err error) {
	writer := writers[filepath.Base(path)]
	file, err := os.Create(path + ".part")
	if err != nil {
		return err
	}
	out := bufio.NewWriterSize(file, 1<<20)
	if err = writer.write(out, ringOf(size/writer.bytes)); err == nil {
		err = out.Flush()
	}
	if closed := file.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return err
	}
	return os.Rename(path+".part", path)
}

// facets are the triangles without normals, as many programs write them.
func (r ring) facets(yield func(meshfile.Facet) bool) {
	more := true
	r.each(func(a, b, c int) {
		more = more && yield(meshfile.Facet{Corners: [3][3]float32{r.vertex(a), r.vertex(b), r.vertex(c)}})
	})
}

func writeSTL(w io.Writer, r ring) error { return meshfile.WriteSTL(w, "", r.triangles(), r.facets) }

func writeText(w io.Writer, r ring) error { return meshfile.WriteTextSTL(w, "ring", 'e', r.facets) }

func writeOBJ(w io.Writer, r ring) error {
	obj := meshfile.NewOBJ(w, 6)
	for i := range r.vertices() {
		p := r.vertex(i)
		obj.Vertex(float64(p[0]), float64(p[1]), float64(p[2]))
	}
	r.each(func(a, b, c int) { obj.Polygon(a+1, b+1, c+1) })
	return obj.Flush()
}

func writePLY(w io.Writer, r ring) error {
	_, err := fmt.Fprintf(w, "ply\nformat binary_little_endian 1.0\nelement vertex %d\nproperty float x\nproperty float y\nproperty float z\n"+
		"element face %d\nproperty list uchar int vertex_indices\nend_header\n", r.vertices(), r.triangles())
	if err == nil {
		err = writePositions(w, r)
	}
	var face [13]byte
	face[0] = 3
	r.each(func(a, b, c int) {
		for i, corner := range [3]int{a, b, c} {
			binary.LittleEndian.PutUint32(face[1+4*i:], uint32(corner))
		}
		if err == nil {
			_, err = w.Write(face[:])
		}
	})
	return err
}

func writePositions(w io.Writer, r ring) error {
	var point [12]byte
	for i := range r.vertices() {
		for axis, x := range r.vertex(i) {
			binary.LittleEndian.PutUint32(point[4*axis:], math.Float32bits(x))
		}
		if _, err := w.Write(point[:]); err != nil {
			return err
		}
	}
	return nil
}

func writeGLB(w io.Writer, r ring) error {
	var p meshfile.Primitive
	for i := range r.vertices() {
		p.Positions = append(p.Positions, r.vertex(i))
	}
	r.each(func(a, b, c int) { p.Indices = append(p.Indices, uint32(a), uint32(b), uint32(c)) })
	return meshfile.Scene{Objects: []meshfile.Object{{Primitives: []meshfile.Primitive{p}}}}.Write(w)
}

func write3MF(w io.Writer, r ring) error {
	archive := zip.NewWriter(w)
	for name, text := range map[string]string{
		"[Content_Types].xml": `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="model" ContentType="application/vnd.ms-package.3dmanufacturing-3dmodel+xml"/></Types>`,
		"_rels/.rels":         `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r" Target="/3D/3dmodel.model" Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>`,
	} {
		part, err := archive.Create(name)
		if err != nil {
			return err
		}
		if _, err := io.WriteString(part, text); err != nil {
			return err
		}
	}
	part, err := archive.Create("3D/3dmodel.model")
	if err != nil {
		return err
	}
	text := bufio.NewWriterSize(part, 1<<20)
	fmt.Fprint(text,
		`<?xml version="1.0"?><model unit="millimeter" xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02"><resources><object id="1" type="model"><mesh><vertices>`)
	for i := range r.vertices() {
		p := r.vertex(i)
		fmt.Fprintf(text, "<vertex x=\"%.5f\" y=\"%.5f\" z=\"%.5f\"/>\n", p[0], p[1], p[2])
	}
	fmt.Fprint(text, "</vertices><triangles>")
	r.each(func(a, b, c int) { fmt.Fprintf(text, "<triangle v1=\"%d\" v2=\"%d\" v3=\"%d\"/>\n", a, b, c) })
	fmt.Fprint(text, `</triangles></mesh></object></resources><build><item objectid="1"/></build></model>`)
	if err := text.Flush(); err != nil {
		return err
	}
	return archive.Close()
}
