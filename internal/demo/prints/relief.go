package prints

import (
	"math"

	"vitrine/internal/demo/sculpt"
)

// MountainDawn is a round relief in layers of one colour each.
func MountainDawn() []sculpt.Part {
	return one("relief", mountainRelief())
}

// reliefRadius is of the picture without its frame, in mm.
const reliefRadius = 74

// reliefLayer fills a disc below a ridge, from the ground up to a height. The
// ridge must run above the disc's lower edge over x = 0.
func reliefLayer(height, step float64, ridge func(x float64) float64) *sculpt.Mesh {
	edge := func(x float64) float64 { return math.Sqrt(max(reliefRadius*reliefRadius-x*x, 0)) }
	ends := func(way float64) float64 {
		x := 0.0
		for math.Abs(x+way*step) < reliefRadius && ridge(x+way*step) > -edge(x+way*step)+0.5 {
			x += way * step
		}
		return x
	}
	left, right := ends(-1), ends(1)
	n := int(math.Round((right - left) / step))
	var outline []sculpt.Pt
	for i := range n + 1 {
		x := left + float64(i)*step
		outline = append(outline, sculpt.Pt{x, min(ridge(x), edge(x)-0.01)})
	}
	for i := n; i >= 0; i -= 4 {
		x := left + float64(i)*step
		outline = append(outline, sculpt.Pt{x, -edge(x)})
	}
	return sculpt.Prism(height, outline)
}

// reliefRidge is a mountain range: sharp crests at two scales over a slope.
func reliefRidge(base, tall, wide float64, seed int) func(x float64) float64 {
	return func(x float64) float64 {
		crest := 1 - math.Abs(sculpt.Noise(sculpt.V(x/wide, 0.5, 0), seed))
		return base + tall*(crest-0.5) + 0.2*tall*sculpt.Noise(sculpt.V(x/wide*4, 3.5, 0), seed+1)
	}
}

// reliefFirs is a hill with firs on it.
func reliefFirs(base float64, seed int) func(x float64) float64 {
	return func(x float64) float64 {
		top := base + 5*math.Sin(x/26+float64(seed))
		ground := top
		for i := -14; i <= 14; i++ {
			at := float64(i)*6 + 4*sculpt.Hash(i, seed, 0, 3)
			tall := 8 + 12*sculpt.Hash(i, seed, 1, 3)
			d := math.Abs(x - at)
			tier := math.Mod(d, 1.5) / 1.5 // the boughs step outwards
			top = max(top, ground+tall*(1-d/(tall*0.26))+1.4*tier*min(d, 1))
		}
		return top
	}
}

// mountainRelief is a round picture of 156 mm: a sun behind ranges, hills and
// firs, cut out in layers.
func mountainRelief() *sculpt.Mesh {
	layers := []*sculpt.Mesh{
		sculpt.Cylinder(reliefRadius, reliefRadius, 2, 96).Paint(spool("dawn", 0xf7dcae)),
		sculpt.Cylinder(19, 19, 3.2, 64).Move(17, 24, 0).Paint(spool("sun", 0xf0894b)),
		reliefLayer(4.4, 1, reliefRidge(16, 42, 34, 11)).Paint(spool("far", 0xb4c9c4)),
		reliefLayer(5.6, 1, reliefRidge(0, 38, 27, 24)).Paint(spool("mist", 0x83aaa9)),
		reliefLayer(6.8, 1, reliefRidge(-16, 24, 30, 37)).Paint(spool("hills", 0x4c8285)),
		reliefLayer(8, 0.5, reliefFirs(-36, 2)).Paint(spool("firs", 0x2b5f65)),
		reliefLayer(9.2, 0.5, reliefFirs(-54, 5)).Paint(spool("night", 0x17414a)),
		sculpt.Hoop(120, []sculpt.Pt{{reliefRadius - 2, 0}, {reliefRadius + 4, 0}, {reliefRadius + 4, 9.4}, {reliefRadius + 3, 10.4},
			{reliefRadius - 1, 10.4},
			{reliefRadius - 2, 9.4}}).Paint(spool("night", 0x17414a)),
	}
	for i, at := range []sculpt.Pt{{-34, 42}, {-21, 50}, {-35, 53}} {
		size := 5 - 0.7*float64(i)
		wings := sculpt.Ribbon(sculpt.Smooth(5, []sculpt.Pt{{-size, 1}, {-size * 0.5, 2.4}, {0, 0}, {size * 0.5, 2.4}, {size, 1}}), 0.7)
		layers = append(layers, sculpt.Prism(3.2, sculpt.Shift(wings, at[0], at[1])).Paint(spool("sun", 0xf0894b)))
	}
	return sculpt.Join(layers...)
}
