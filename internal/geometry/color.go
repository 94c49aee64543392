package geometry

import "math"

// shareOf holds a number between 0 and 1; what is no number becomes 0.
func shareOf(v float64) float32 {
	if !(v > 0) {
		return 0
	}
	return float32(min(v, 1))
}

// linearOf takes the curve of sRGB off one part of a colour (IEC 61966-2-1).
func linearOf(v float32) float32 {
	if v <= 0.04045 {
		return v / 12.92
	}
	return float32(math.Pow((float64(v)+0.055)/1.055, 2.4))
}

// linearColor takes the curve of sRGB off a colour.
func linearColor(rgb [3]float32) [3]float32 {
	return [3]float32{linearOf(rgb[0]), linearOf(rgb[1]), linearOf(rgb[2])}
}
