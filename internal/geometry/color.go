package geometry

import (
	"math"
)

// ShareOf holds a number between 0 and 1; what is no number becomes 0.
func ShareOf(v float64) float32 {
	if !(v > 0) {
		return 0
	}
	return float32(min(v, 1))
}

// LinearOf takes the curve of sRGB off one part of a colour (IEC 61966-2-1).
func LinearOf(v float32) float32 {
	if v <= 0.04045 {
		return v / 12.92
	}
	return float32(math.Pow((float64(v)+0.055)/1.055, 2.4))
}

// LinearColor takes the curve of sRGB off a colour.
func LinearColor(rgb [3]float32) [3]float32 {
	return [3]float32{LinearOf(rgb[0]), LinearOf(rgb[1]), LinearOf(rgb[2])}
}
