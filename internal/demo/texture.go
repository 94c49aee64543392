package demo

import (
	"image"
	"image/color"
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

// blend mixes two colours.
func (c Color) blend(d Color, t float64) Color {
	return Color{c[0] + (d[0]-c[0])*t, c[1] + (d[1]-c[1])*t, c[2] + (d[2]-c[2])*t}
}
