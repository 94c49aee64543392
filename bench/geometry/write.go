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
)

// ring is a bumpy torus of n × n/2 vertices and n × n triangles.
type ring struct{ around, across int }

// ringOf has about so many triangles.
func ringOf(triangles int64) ring {
	n := int(math.Sqrt(float64(triangles)))
	return ring{n, max(3, n/2)}
}

func (r ring) vertices() int { return r.around * r.across }

func (r ring) vertex(i int) [3]float32 {
	u, v := 2*math.Pi*float64(i/r.across)/float64(r.around), 2*math.Pi*float64(i%r.across)/float64(r.across)
	thick := 10 + math.Sin(9*u)*math.Cos(7*v)
	return [3]float32{float32((30 + thick*math.Cos(v)) * math.Cos(u)), float32((30 + thick*math.Cos(v)) * math.Sin(u)), float32(thick * math.Sin(v))}
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
	"a.stl": {50, writeSTL}, "ascii.stl": {270, writeASCII}, "a.glb": {18, writeGLB}, "a.obj": {48, writeOBJ}, "a.ply": {19, writePLY}, "a.3mf": {9, write3MF},
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

func writeSTL(w io.Writer, r ring) error {
	var head [84]byte
	binary.LittleEndian.PutUint32(head[80:], uint32(r.triangles()))
	_, err := w.Write(head[:])
	var facet [50]byte
	r.each(func(a, b, c int) {
		for i, corner := range [3]int{a, b, c} {
			for axis, x := range r.vertex(corner) {
				binary.LittleEndian.PutUint32(facet[12+12*i+4*axis:], math.Float32bits(x))
			}
		}
		if err == nil {
			_, err = w.Write(facet[:])
		}
	})
	return err
}

func writeASCII(w io.Writer, r ring) error {
	_, err := fmt.Fprintln(w, "solid ring")
	r.each(func(a, b, c int) {
		p, q, s := r.vertex(a), r.vertex(b), r.vertex(c)
		if err == nil {
			_, err = fmt.Fprintf(w, "facet normal 0 0 0\n  outer loop\n    vertex %e %e %e\n    vertex %e %e %e\n    vertex %e %e %e\n  endloop\nendfacet\n",
				p[0], p[1], p[2], q[0], q[1], q[2], s[0], s[1], s[2])
		}
	})
	if err == nil {
		_, err = fmt.Fprintln(w, "endsolid ring")
	}
	return err
}

func writeOBJ(w io.Writer, r ring) (err error) {
	for i := range r.vertices() {
		p := r.vertex(i)
		if _, err = fmt.Fprintf(w, "v %.6f %.6f %.6f\n", p[0], p[1], p[2]); err != nil {
			return err
		}
	}
	r.each(func(a, b, c int) {
		if err == nil {
			_, err = fmt.Fprintf(w, "f %d %d %d\n", a+1, b+1, c+1)
		}
	})
	return err
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
	points, corners := 12*r.vertices(), 12*r.triangles()
	text := fmt.Sprintf(`{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],"meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}],`+
		`"buffers":[{"byteLength":%d}],"bufferViews":[{"buffer":0,"byteLength":%d},{"buffer":0,"byteOffset":%d,"byteLength":%d}],`+
		`"accessors":[{"bufferView":0,"componentType":5126,"count":%d,"type":"VEC3","min":[-42,-42,-12],"max":[42,42,12]},{"bufferView":1,"componentType":5125,"count":%d,"type":"SCALAR"}]}`,
		points+corners, points, points, corners, r.vertices(), 3*r.triangles())
	for len(text)%4 != 0 {
		text += " "
	}
	head := []uint32{0x46546c67, 2, uint32(28 + len(text) + points + corners), uint32(len(text)), 0x4e4f534a}
	err := binary.Write(w, binary.LittleEndian, head)
	if err == nil {
		_, err = io.WriteString(w, text)
	}
	if err == nil {
		err = binary.Write(w, binary.LittleEndian, []uint32{uint32(points + corners), 0x004e4942})
	}
	if err == nil {
		err = writePositions(w, r)
	}
	var face [12]byte
	r.each(func(a, b, c int) {
		for i, corner := range [3]int{a, b, c} {
			binary.LittleEndian.PutUint32(face[4*i:], uint32(corner))
		}
		if err == nil {
			_, err = w.Write(face[:])
		}
	})
	return err
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
	fmt.Fprint(text, `<?xml version="1.0"?><model unit="millimeter" xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02"><resources><object id="1" type="model"><mesh><vertices>`)
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
