package render

import "math"

// ambientOcclusion estimates, from the depths around each pixel, how much of the sky it
// sees: it looks along pairs of opposite directions, so that plain slopes don't
// darken themselves.
func (s *studio) ambientOcclusion() {
	size := s.camera.size
	depth := depthMap{size, s.screen.depths(size)}
	rough := make([]float32, len(depth.depth))
	looks := newLooks(min(mul(0.026, s.camera.zoom), float64(size.width)))
	for y := range size.height {
		for x := range size.width {
			if at := y*size.width + x; depth.depth[at] > 0 {
				rough[at] = looks.open(&depth, x, y)
			}
		}
	}
	s.open = smoothed(rough, &depth)
}

// depthMap is how far each pixel of a picture is from the eye.
type depthMap struct {
	size
	depth []float32 // 0: there is nothing
}

// depths are those of each pixel's first sample; 0: there is nothing.
func (r *raster) depths(of size) []float32 {
	depth := make([]float32, of.width*of.height)
	for i := range depth {
		near := r.near[samples*(i/of.width)*r.width+samples*(i%of.width)]
		// Nothing is 64 sizes of the model away: this is a face from behind, drawn below all others. See aside.
		if near > 0 && near < 1.0/64 {
			near /= aside
		}
		if near > 0 {
			depth[i] = 1 / near
		}
	}
	return depth
}

// looks are the ways that ambientOcclusion looks from a pixel: six, and others for each
// of 4 × 4 neighbours, so that few are enough.
type looks [16][6][2]int

func newLooks(reach float64) *looks {
	var l looks
	for pixel := range l {
		turned := mul(float64(pixel), 1.0/16)
		for i := range l[pixel] {
			sin, cos := sincos(mul(float64(i)+turned, 30))
			// Steps of the golden ratio spread the lengths evenly, however many ways there are.
			part := turned + mul(float64(i), 0.618)
			far := mul(reach, 0.25+mul(0.75, part-math.Floor(part)))
			l[pixel][i] = [2]int{int(math.Floor(mul(far, cos) + 0.5)), int(math.Floor(mul(far, sin) + 0.5))}
		}
	}
	return &l
}

func (l *looks) open(m *depthMap, x, y int) float32 {
	here := m.depth[y*m.width+x]
	var shut float32
	for _, d := range l[(x&3)*4+(y&3)] {
		shut += min(max(m.rise(x+d[0], y+d[1], here)+m.rise(x-d[0], y-d[1], here), 0), 1.4)
	}
	return max(1-float32(shut/6*0.9), 0.15)
}

// thick is how far, in sizes of the model, what stands out shuts the sky.
const thick = 0.05

// rise is how far a neighbour stands out towards the eye, against the reach;
// what stands far in front is another thing and counts little.
func (m *depthMap) rise(x, y int, here float32) float32 {
	if x < 0 || y < 0 || x >= m.width || y >= m.height || m.depth[y*m.width+x] == 0 {
		return -0.5
	}
	d := (here - m.depth[y*m.width+x]) / thick
	if d > 1 {
		return max(2-d, 0.15)
	}
	return max(d, -1)
}

// smoothed averages over 4 × 4 pixels of about the same depth, which takes out
// the pattern of looks.
func smoothed(rough []float32, m *depthMap) []float32 {
	smooth := make([]float32, len(rough))
	for y := range m.height {
		for x := range m.width {
			at := y*m.width + x
			if m.depth[at] == 0 {
				// A pixel's other samples may have hit what its first missed.
				smooth[at] = 1
				continue
			}
			smooth[at] = smoothedAt(rough, m, x, y)
		}
	}
	return smooth
}

func smoothedAt(rough []float32, m *depthMap, x, y int) float32 {
	const step = 0.03
	at := y*m.width + x
	var sum, n float32
	for dy := max(-2, -y); dy < min(2, m.height-y); dy++ {
		for dx := max(-2, -x); dx < min(2, m.width-x); dx++ {
			near := at + dy*m.width + dx
			if d := m.depth[near] - m.depth[at]; d > -step && d < step {
				sum, n = sum+rough[near], n+1
			}
		}
	}
	return sum / n
}
