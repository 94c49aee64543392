package meshfile

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// OBJ writes a Wavefront OBJ line by line. The error of any line is that of Flush.
type OBJ struct {
	out     *bufio.Writer
	unit    float64 // numbers are whole multiples of 1 / unit
	scratch []byte
}

// Corner is a face's corner by the numbers of its lines, from 1; UV and Normal are 0
// where it has none.
type Corner struct{ Vertex, UV, Normal int }

// NewOBJ returns a writer that rounds to so many decimals.
func NewOBJ(w io.Writer, decimals int) *OBJ {
	return &OBJ{out: bufio.NewWriterSize(w, 1<<16), unit: math.Pow10(decimals)}
}

// Comment writes a line that readers pass over.
func (o *OBJ) Comment(text string) { fmt.Fprintf(o.out, "# %s\n", text) }

// Library names a file of materials beside this one.
func (o *OBJ) Library(name string) { fmt.Fprintf(o.out, "mtllib %s\n", name) }

// Object begins an object.
func (o *OBJ) Object(name string) { fmt.Fprintf(o.out, "o %s\n", name) }

// Material is that of the faces that follow.
func (o *OBJ) Material(name string) { fmt.Fprintf(o.out, "usemtl %s\n", materialName(name)) }

// Vertex writes a position.
func (o *OBJ) Vertex(x, y, z float64) { o.line("v", x, y, z) }

// Normal writes a direction.
func (o *OBJ) Normal(x, y, z float64) { o.line("vn", x, y, z) }

// UV writes a texture coordinate; v grows upwards.
func (o *OBJ) UV(u, v float64) { o.line("vt", u, v) }

func (o *OBJ) line(key string, values ...float64) {
	data := append(o.scratch[:0], key...)
	for _, x := range values {
		data = append(data, ' ')
		data = strconv.AppendFloat(data, math.Round(x*o.unit)/o.unit, 'f', -1, 32)
	}
	o.scratch = append(data, '\n')
	_, _ = o.out.Write(o.scratch)
}

// Face writes a polygon, counter-clockwise from outside.
func (o *OBJ) Face(corners ...Corner) {
	data := append(o.scratch[:0], 'f')
	for _, c := range corners {
		data = strconv.AppendInt(append(data, ' '), int64(c.Vertex), 10)
		if c.UV > 0 || c.Normal > 0 {
			data = append(data, '/')
		}
		if c.UV > 0 {
			data = strconv.AppendInt(data, int64(c.UV), 10)
		}
		if c.Normal > 0 {
			data = strconv.AppendInt(append(data, '/'), int64(c.Normal), 10)
		}
	}
	o.scratch = append(data, '\n')
	_, _ = o.out.Write(o.scratch)
}

// Polygon writes a face by the numbers of its vertices alone.
func (o *OBJ) Polygon(vertices ...int) {
	corners := make([]Corner, len(vertices))
	for i, v := range vertices {
		corners[i].Vertex = v
	}
	o.Face(corners...)
}

// Flush writes what is left and returns the first error.
func (o *OBJ) Flush() error { return o.out.Flush() }

// Paint is a material of an MTL file. Colours are sRGB.
type Paint struct {
	Name                        string
	Diffuse, Specular, Emissive [3]float64
	Shininess                   float64 // the exponent of Phong
	Metallic, Roughness         float64 // of newer readers
}

// WriteMTL writes a library of materials.
func WriteMTL(w io.Writer, paints []Paint) error {
	var text strings.Builder
	for _, p := range paints {
		kd, ks, ke := p.Diffuse, p.Specular, p.Emissive
		fmt.Fprintf(&text, "newmtl %s\nKd %.4f %.4f %.4f\nKs %.4f %.4f %.4f\nKe %.4f %.4f %.4f\nNs %.1f\nPm %.3f\nPr %.3f\nd 1\nillum 2\n\n",
			materialName(p.Name), kd[0], kd[1], kd[2], ks[0], ks[1], ks[2], ke[0], ke[1], ke[2], p.Shininess, p.Metallic, p.Roughness)
	}
	_, err := io.WriteString(w, text.String())
	return err
}

// materialName is a name without spaces, which MTL can't hold.
func materialName(name string) string { return strings.ReplaceAll(name, " ", "_") }
