package render

import (
	"image"
	"image/color"
	"image/draw"
)

// Framed puts a picture that came with a file, as Blender's own, before the
// backdrop of pictures: as large as there is room for, at most three times its
// size.
func Framed(from image.Image) *image.RGBA {
	picture := backdrop()
	b := from.Bounds()
	if b.Empty() {
		return picture
	}
	const margin = 40
	// In 64ths: both sides keep their proportion.
	scale := min(3*64, (Width-2*margin)*64/b.Dx(), (Height-2*margin)*64/b.Dy())
	width, height := max(1, b.Dx()*scale/64), max(1, b.Dy()*scale/64)
	source := image.NewRGBA(image.Rect(0, 0, b.Dx(), b.Dy()))
	draw.Draw(source, source.Rect, from, b.Min, draw.Src)
	at := image.Pt((Width-width)/2, (Height-height)/2)
	for y := range height {
		for x := range width {
			over(picture, at.X+x, at.Y+y, between(source, (x*128+64)*b.Dx()/width-64, (y*128+64)*b.Dy()/height-64))
		}
	}
	return picture
}

// between mixes the four pixels around a place, which is given in 128ths of a
// pixel, in whole numbers. Colours are multiplied by their alpha.
func between(from *image.RGBA, x, y int) (mixed [4]int) {
	x, y = max(x, 0), max(y, 0)
	for _, corner := range [4][2]int{{0, 0}, {1, 0}, {0, 1}, {1, 1}} {
		px, py := min(x/128+corner[0], from.Rect.Dx()-1), min(y/128+corner[1], from.Rect.Dy()-1)
		share := side(x%128, corner[0]) * side(y%128, corner[1])
		pixel := from.Pix[from.PixOffset(px, py):]
		for i := range mixed {
			mixed[i] += share * int(pixel[i])
		}
	}
	for i := range mixed {
		mixed[i] = (mixed[i] + 128*64) / (128 * 128)
	}
	return mixed
}

// side is the share of the pixel before a place, or of the one behind it.
func side(part, behind int) int {
	if behind == 1 {
		return part
	}
	return 128 - part
}

func over(on *image.RGBA, x, y int, c [4]int) {
	under := on.RGBAAt(x, y)
	mix := func(top int, below uint8) uint8 { return uint8(min(255, top+(int(below)*(255-c[3])+127)/255)) }
	on.SetRGBA(x, y, color.RGBA{mix(c[0], under.R), mix(c[1], under.G), mix(c[2], under.B), 0xff})
}
