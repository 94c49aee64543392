package demo

import (
	"image"
	"image/color"
	"math"
)

// Texture is a picture laid over a surface.
type Texture struct {
	image *image.RGBA
}

// paintTexture makes a texture from a function of u and v, v upwards.
func paintTexture(width, height int, at func(u, v float64) Color) *Texture {
	picture := image.NewRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			c := at((float64(x)+0.5)/float64(width), 1-(float64(y)+0.5)/float64(height))
			picture.SetRGBA(x, y, color.RGBA{channel(c[0]), channel(c[1]), channel(c[2]), 255})
		}
	}
	return &Texture{picture}
}

func channel(x float64) uint8 { return uint8(clamp(x, 0, 1)*255 + 0.5) }

// at samples the texture between its four nearest pixels; it repeats sideways.
func (t *Texture) at(u, v float64) Color {
	size := t.image.Rect.Size()
	x, y := u*float64(size.X)-0.5, (1-v)*float64(size.Y)-0.5
	fx, fy := x-math.Floor(x), y-math.Floor(y)
	var c Color
	for k := range 4 {
		dx, dy := k&1, k>>1
		px := ((int(math.Floor(x))+dx)%size.X + size.X) % size.X
		py := min(max(int(math.Floor(y))+dy, 0), size.Y-1)
		weight := lattice(fx, dx) * lattice(fy, dy)
		i := t.image.PixOffset(px, py)
		for n := range c {
			c[n] += weight * float64(t.image.Pix[i+n]) / 255
		}
	}
	return c
}

// blend mixes two colours.
func (c Color) blend(d Color, t float64) Color {
	return Color{c[0] + (d[0]-c[0])*t, c[1] + (d[1]-c[1])*t, c[2] + (d[2]-c[2])*t}
}
