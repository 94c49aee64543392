package sculpt

import (
	"image/color"
	"math"
)

// Color is sRGB, each channel from 0 to 1.
type Color [3]float64

// RGB takes a colour as it is written on the web, such as 0x336699.
func RGB(hex uint32) Color {
	return Color{float64(hex>>16&255) / 255, float64(hex>>8&255) / 255, float64(hex&255) / 255}
}

// Blend mixes two colours.
func (c Color) Blend(d Color, t float64) Color {
	return Color{c[0] + (d[0]-c[0])*t, c[1] + (d[1]-c[1])*t, c[2] + (d[2]-c[2])*t}
}

// Opaque returns the colour in 8 bits a channel.
func (c Color) Opaque() color.RGBA {
	return color.RGBA{channel(c[0]), channel(c[1]), channel(c[2]), 255}
}

func channel(x float64) uint8 { return uint8(Clamp(x, 0, 1)*255 + 0.5) }

// Linear returns the channels with the sRGB curve undone.
func (c Color) Linear() [3]float64 {
	return [3]float64{linear(c[0]), linear(c[1]), linear(c[2])}
}

func linear(x float64) float64 {
	if x <= 0.04045 {
		return x / 12.92
	}
	return math.Pow((x+0.055)/1.055, 2.4)
}
