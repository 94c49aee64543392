package picture

import (
	"image"
	"math"

	"vitrine/internal/texture"
)

// lobes is the reach of the filter, in pixels of the smaller picture.
const lobes = 3

// lanczos is the filter, a sinc within a sinc.
func lanczos(x float64) float64 {
	if x == 0 {
		return 1
	}
	if math.Abs(x) >= lobes {
		return 0
	}
	return lobes * math.Sin(math.Pi*x) * math.Sin(math.Pi*x/lobes) / (math.Pi * math.Pi * x * x)
}

// taps are the pixels that one of a smaller picture is made of, from first on.
type taps struct {
	first   int
	weights []float32
}

// end is the pixel behind the last.
func (t *taps) end() int { return t.first + len(t.weights) }

// newTaps weighs the pixels along one side.
func newTaps(from, to int) []taps {
	scale := float64(from) / float64(to)
	list := make([]taps, to)
	for i := range list {
		// Pixels are placed by their centres: without the halves the picture would shift by a part of one.
		center := (float64(i)+0.5)*scale - 0.5
		first := max(0, int(math.Ceil(center-lobes*scale)))
		last := min(from-1, int(math.Floor(center+lobes*scale)))
		weights, sum := make([]float64, last-first+1), 0.0
		for k := range weights {
			weights[k] = lanczos((float64(first+k) - center) / scale)
			sum += weights[k]
		}
		list[i] = taps{first, make([]float32, len(weights))}
		for k, w := range weights {
			list[i].weights[k] = float32(w / sum)
		}
	}
	return list
}

// reduce scales a picture down row by row: beside the result it holds the few rows that
// are in the making. Colours count as much as they are seen.
func reduce(from *texture.Rows, width, height int) *image.NRGBA {
	to := image.NewNRGBA(image.Rect(0, 0, width, height))
	if width == from.Width && height == from.Height {
		for y := range height {
			from.Read(y, to.Pix[y*to.Stride:][:to.Stride])
		}
		return to
	}
	across, down := newTaps(from.Width, width), newTaps(from.Height, height)
	making := map[int][]float32{}
	var spare [][]float32
	row, narrow := make([]uint8, 4*from.Width), make([]float32, 4*width)
	seen := make([]float32, 4*from.Width)
	next, done := 0, 0 // rows of the result: to be begun, to be finished
	for y := range from.Height {
		from.Read(y, row)
		weigh(seen, row)
		squeeze(narrow, seen, across)
		for ; next < height && down[next].first <= y; next++ {
			if n := len(spare); n > 0 {
				making[next], spare = spare[n-1], spare[:n-1]
				clear(making[next])
			} else {
				making[next] = make([]float32, 4*width)
			}
		}
		for i := done; i < next; i++ {
			add(making[i], narrow, down[i].weights[y-down[i].first])
		}
		for ; done < next && down[done].end() <= y+1; done++ {
			finish(to.Pix[done*to.Stride:][:to.Stride], making[done])
			spare = append(spare, making[done])
			delete(making, done)
		}
	}
	return to
}

// weigh multiplies the colours of a row by their alpha.
func weigh(to []float32, row []uint8) {
	for i := 0; i+4 <= len(row); i += 4 {
		alpha := float32(row[i+3]) / 255
		to[i], to[i+1], to[i+2], to[i+3] = float32(row[i])*alpha, float32(row[i+1])*alpha, float32(row[i+2])*alpha, float32(row[i+3])
	}
}

// squeeze scales a row.
func squeeze(to, row []float32, across []taps) {
	for x := range across {
		t := &across[x]
		var r, g, b, a float32
		pixels := row[4*t.first:]
		for k, w := range t.weights {
			p := pixels[4*k:][:4:4]
			r, g, b, a = r+w*p[0], g+w*p[1], b+w*p[2], a+w*p[3]
		}
		to[4*x], to[4*x+1], to[4*x+2], to[4*x+3] = r, g, b, a
	}
}

func add(to, row []float32, weight float32) {
	row = row[:len(to)]
	for i := range to {
		to[i] += weight * row[i]
	}
}

// finish makes pixels of sums.
func finish(to []uint8, sums []float32) {
	for i := 0; i+4 <= len(to); i += 4 {
		alpha := sums[i+3]
		if alpha < 0.5 {
			continue // nothing is seen
		}
		for k := range 3 {
			to[i+k] = round(sums[i+k] * 255 / alpha)
		}
		to[i+3] = round(alpha)
	}
}

func round(v float32) uint8 { return uint8(min(max(v, 0), 255) + 0.5) }
