package texture

import (
	"image"
	"image/color"
	"image/draw"
	"math/bits"
)

// shrink scales a picture down to at most side pixels, each the mean of those that
// it stands for.
func shrink(picture image.Image, side int, alpha Alpha) *image.NRGBA {
	from := NewRows(picture)
	width, height := from.Width, from.Height
	if longest := max(width, height); longest > side {
		width, height = max(1, width*side/longest), max(1, height*side/longest)
	}
	to := image.NewNRGBA(image.Rect(0, 0, width, height))
	if height == from.Height && width == from.Width && alpha != Weighted {
		from.copy(to, alpha)
		return to
	}
	ends := make([]int, width) // of the bytes that each pixel stands for
	for x := range ends {
		ends[x] = 4 * ((x + 1) * from.Width / width)
	}
	row, sums := make([]uint8, 4*from.Width), make([][4]uint64, width)
	for y := range height {
		clear(sums)
		top, bottom := y*from.Height/height, (y+1)*from.Height/height
		for at := top; at < bottom; at++ {
			from.Read(at, row)
			if alpha == Weighted {
				addWeighted(sums, row, ends)
			} else {
				addPlain(sums, row, ends)
			}
		}
		means(to.Pix[y*to.Stride:][:to.Stride], sums, ends, uint64(bottom-top), alpha)
	}
	return to
}

func addPlain(sums [][4]uint64, row []uint8, ends []int) {
	first := 0
	for x, end := range ends {
		sum := &sums[x]
		for pixels := row[first:end]; len(pixels) >= 4; pixels = pixels[4:] {
			sum[0] += uint64(pixels[0])
			sum[1] += uint64(pixels[1])
			sum[2] += uint64(pixels[2])
			sum[3] += uint64(pixels[3])
		}
		first = end
	}
}

func addWeighted(sums [][4]uint64, row []uint8, ends []int) {
	first := 0
	for x, end := range ends {
		sum := &sums[x]
		for pixels := row[first:end]; len(pixels) >= 4; pixels = pixels[4:] {
			weight := uint64(pixels[3])
			sum[0] += weight * uint64(pixels[0])
			sum[1] += weight * uint64(pixels[1])
			sum[2] += weight * uint64(pixels[2])
			sum[3] += weight
		}
		first = end
	}
}

// means turns the sums over some rows into pixels.
func means(to []uint8, sums [][4]uint64, ends []int, rows uint64, alpha Alpha) {
	first := 0
	for x := range sums {
		sum, pixel := &sums[x], to[4*x:][:4:4]
		pixels := rows * uint64(ends[x]-first) / 4
		total := pixels
		if alpha == Weighted {
			total = sum[3]
		}
		if pixels == total && pixels&(pixels-1) == 0 { // mostly 4: a shift takes a fraction of a division's time
			shift := bits.TrailingZeros64(pixels) & 63
			for k := range pixel {
				pixel[k] = uint8((sum[k] + pixels/2) >> shift)
			}
		} else {
			for k := range 3 {
				pixel[k] = uint8((sum[k] + total/2) / max(total, 1))
			}
			pixel[3] = uint8((sum[3] + pixels/2) / pixels)
		}
		if alpha == Ignored {
			pixel[3] = 255
		}
		first = ends[x]
	}
}

// Rows reads a picture row by row as red, green, blue and alpha, of eight bits and not
// multiplied.
type Rows struct {
	Width, Height int
	picture       image.Image
	origin        image.Point
	opaque        bool
	palette       [256][4]uint8
}

// NewRows reads a picture.
func NewRows(picture image.Image) *Rows {
	b := picture.Bounds()
	r := &Rows{picture: picture, origin: b.Min, Width: b.Dx(), Height: b.Dy()}
	switch p := picture.(type) {
	case *image.NRGBA, *image.NRGBA64:
	case *image.Paletted:
		for i, from := range p.Palette[:min(len(p.Palette), len(r.palette))] {
			c, _ := color.NRGBAModel.Convert(from).(color.NRGBA)
			r.palette[i] = [4]uint8{c.R, c.G, c.B, c.A}
		}
	case interface{ Opaque() bool }:
		r.opaque = p.Opaque()
	}
	return r
}

func (r *Rows) copy(to *image.NRGBA, alpha Alpha) {
	for y := range r.Height {
		r.Read(y, to.Pix[y*to.Stride:][:to.Stride])
	}
	for i := 3; alpha == Ignored && i < len(to.Pix); i += 4 {
		to.Pix[i] = 255
	}
}

// Read reads row y, from 0, into four bytes for each pixel.
func (r *Rows) Read(y int, to []uint8) {
	y += r.origin.Y
	switch p := r.picture.(type) {
	case *image.NRGBA:
		copy(to, p.Pix[p.PixOffset(r.origin.X, y):])
		return
	case *image.NRGBA64:
		highHalves(to[:4*r.Width], p.Pix[p.PixOffset(r.origin.X, y):])
		return
	case *image.Paletted:
		for x, i := range p.Pix[p.PixOffset(r.origin.X, y):][:r.Width] {
			copy(to[4*x:4*x+4], r.palette[i][:])
		}
		return
	}
	if deep, ok := r.picture.(*image.RGBA64); ok && r.opaque {
		highHalves(to[:4*r.Width], deep.Pix[deep.PixOffset(r.origin.X, y):])
		return
	}
	line := image.Rect(0, 0, r.Width, 1)
	if r.opaque {
		// The way into RGBA is the fast one; opaque, both have the same bytes.
		draw.Draw(&image.RGBA{Pix: to, Stride: len(to), Rect: line}, line, r.picture, image.Pt(r.origin.X, y), draw.Src)
		return
	}
	band := &image.NRGBA{Pix: to, Stride: len(to), Rect: line}
	for x := range r.Width {
		band.Set(x, 0, r.picture.At(r.origin.X+x, y))
	}
}

// highHalves takes the more significant of two bytes each.
func highHalves(to, from []uint8) {
	for i := range to {
		to[i] = from[2*i]
	}
}
