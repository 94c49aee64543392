package demo

import (
	"bytes"
	"context"
	"fmt"
	"image/png"
	"io"

	"vitrine/internal/demo/sculpt"
	"vitrine/internal/geometry"
	"vitrine/internal/render"
)

// view says from where a shape is seen, in degrees.
type view struct {
	around float64 // from the front to the right
	above  float64
}

// writePicture draws a shape and writes it as JPEG.
func writePicture(w io.Writer, m *sculpt.Mesh, from view, tint sculpt.Color) error {
	shot := render.Shot{
		View:     &render.View{Around: from.around, Above: from.above},
		Backdrop: tint.Opaque(),
	}
	picture, err := shot.Picture(context.Background(), modelOf(m))
	if err != nil {
		return fmt.Errorf("draw picture: %w", err)
	}
	data, err := render.JPEG(picture, 88)
	if err != nil {
		return err
	}
	_, err = w.Write(data)
	return err
}

// modelOf hands the mesh to the renderer, each corner of a face as a vertex of its
// own with the normal that the files have.
func modelOf(m *sculpt.Mesh) *geometry.Model {
	to := &geometry.Model{UpAxis: "z", Instances: []geometry.Instance{{Matrix: [16]float64{0: 1, 5: 1, 10: 1, 15: 1}}}}
	normals, byMaterial := m.Normals(), make([][]int, len(m.Materials))
	for i, f := range m.Faces {
		byMaterial[f.Material] = append(byMaterial[f.Material], i)
	}
	n := 3 * len(m.Faces)
	mesh := geometry.Mesh{
		Polygons: int64(len(m.Faces)), Vertices: int64(n), Positions: make([]float32, 0, 3*n), Normals: make([]float32, 0, 3*n),
		UVs: make([]float32, 0, 2*n), Indices: make([]uint32, n),
	}
	for i := range mesh.Indices {
		mesh.Indices[i] = uint32(i)
	}
	for i, faces := range byMaterial {
		to.Materials = append(to.Materials, materialOf(m.Materials[i]))
		first := len(mesh.Positions) / 9
		for _, face := range faces {
			f := m.Faces[face]
			for k, v := range f.V {
				p, n := m.Points[v], normals[face][k]
				mesh.Positions = append(mesh.Positions, float32(p.X), float32(p.Y), float32(p.Z))
				mesh.Normals = append(mesh.Normals, float32(n.X), float32(n.Y), float32(n.Z))
				mesh.UVs = append(mesh.UVs, float32(f.UV[k][0]), float32(f.UV[k][1]))
			}
		}
		mesh.Groups = append(mesh.Groups, geometry.Group{Material: i, First: first, End: len(mesh.Positions) / 9})
	}
	to.Meshes = []geometry.Mesh{mesh}
	return to
}

func materialOf(m sculpt.Material) geometry.Material {
	c := m.Color.Linear()
	light := [3]float32{float32(c[0]), float32(c[1]), float32(c[2])}
	to := geometry.Material{
		Name: m.Name, Color: [4]float32{light[0], light[1], light[2], 1}, Metallic: float32(m.Metallic), Roughness: float32(m.Roughness),
	}
	for k := range light {
		to.Emissive[k] = float32(m.Glow) * light[k]
	}
	if t := m.Texture; t != nil {
		to.Color, to.Textured = [4]float32{1, 1, 1, 1}, true
		to.Texture = &geometry.Texture{Open: func() (io.Reader, error) {
			var data bytes.Buffer
			encoder := png.Encoder{CompressionLevel: png.NoCompression}
			if err := encoder.Encode(&data, t.Image); err != nil {
				return nil, fmt.Errorf("encode texture: %w", err)
			}
			return &data, nil
		}}
	}
	return to
}
