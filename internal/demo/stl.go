package demo

import (
	"encoding/binary"
	"io"
	"math"

	"vitrine/internal/demo/sculpt"
)

// writeSTL writes the mesh as binary STL: an 80-byte header, the number of
// triangles, and 50 bytes for each.
func writeSTL(w io.Writer, m *sculpt.Mesh) error {
	data := make([]byte, 84, 84+50*len(m.Faces))
	copy(data, "binary STL, millimetres, Z up")
	binary.LittleEndian.PutUint32(data[80:], uint32(len(m.Faces)))
	for _, f := range m.Faces {
		a, b, c := m.Points[f.V[0]], m.Points[f.V[1]], m.Points[f.V[2]]
		data = appendVec(data, b.Sub(a).Cross(c.Sub(a)).Unit())
		for _, v := range f.V {
			data = appendVec(data, m.Points[v])
		}
		data = append(data, 0, 0)
	}
	_, err := w.Write(data)
	return err
}

func appendVec(data []byte, p sculpt.Vec) []byte {
	for _, x := range [3]float64{p.X, p.Y, p.Z} {
		data = binary.LittleEndian.AppendUint32(data, math.Float32bits(float32(x)))
	}
	return data
}
