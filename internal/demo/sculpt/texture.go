package sculpt

import "image"

// Texture is a picture laid over a surface.
type Texture struct {
	Image *image.RGBA
}

// PaintTexture makes a texture from a function of u and v, v upwards.
func PaintTexture(width, height int, at func(u, v float64) Color) *Texture {
	picture := image.NewRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			c := at((float64(x)+0.5)/float64(width), 1-(float64(y)+0.5)/float64(height))
			picture.SetRGBA(x, y, c.Opaque())
		}
	}
	return &Texture{picture}
}

// UnwrapTop lays texture coordinates over a mesh as seen from above, a square
// of the given size to one picture.
func (m *Mesh) UnwrapTop(size float64) *Mesh {
	for i := range m.Faces {
		f := &m.Faces[i]
		for k, v := range f.V {
			f.UV[k] = Pt{m.Points[v].X/size + 0.5, m.Points[v].Y/size + 0.5}
		}
	}
	return m
}
