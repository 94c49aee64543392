package prints

import (
	"math"

	"vitrine/internal/demo/sculpt"
)

// Chessmen is six chessmen, one of each kind.
func Chessmen() []sculpt.Part {
	ivory, slate := spool("ivory", 0xf0e6d0), spool("slate", 0x4a5560)
	return []sculpt.Part{
		{Name: "king", Mesh: chessKing().Move(-20, 24, 0).Paint(ivory)},
		{Name: "queen", Mesh: chessQueen().Move(20, 24, 0).Paint(slate)},
		{Name: "bishop", Mesh: chessBishop().TurnZ(-50).Move(-56, 4, 0).Paint(slate)},
		{Name: "knight", Mesh: chessKnight().TurnZ(22).Move(1, -12, 0).Paint(ivory)},
		{Name: "rook", Mesh: chessRook().Move(52, 2, 0).Paint(ivory)},
		{Name: "pawn", Mesh: chessPawn().Move(30, -28, 0).Paint(slate)},
	}
}

// chessBody is the foot and the shaft that all chessmen share: so wide at the
// foot, so narrow at the neck below a collar at the given height. The rest of
// the profile follows.
func chessBody(foot, neck, collar float64, rest []sculpt.Pt) *sculpt.Mesh {
	profile := []sculpt.Pt{{0, 0}, {foot - 0.6, 0}, {foot, 0.8}, {foot, 3.2}, {foot - 1, 4.4}, {foot - 2, 4.8}, {foot - 2, 6.2}}
	profile = append(profile, sculpt.Smooth(5,
		[]sculpt.Pt{{foot - 2.6, 6.8}, {foot - 4.4, 10}, {neck + 1.4, collar * 0.55}, {neck, collar - 1.2}})...)
	profile = append(profile, sculpt.Pt{neck + 2.2, collar - 0.6}, sculpt.Pt{neck + 3, collar + 0.5}, sculpt.Pt{neck + 2.2, collar + 1.6},
		sculpt.Pt{neck, collar + 1.8})
	return sculpt.Lathe(48, append(profile, rest...))
}

func chessPawn() *sculpt.Mesh {
	return sculpt.Join(chessBody(11.5, 4.4, 23, []sculpt.Pt{{3, 26}, {0, 26}}), sculpt.Sphere(6.8, 32).Move(0, 0, 30.4))
}

func chessRook() *sculpt.Mesh {
	body := chessBody(13, 6.4, 28, []sculpt.Pt{{7.4, 31}, {9, 33.4}, {9, 36}, {0, 36}})
	var merlon []sculpt.Pt
	for i := range 9 {
		p := sculpt.Polar(9, sculpt.Radians(5*float64(i)-20), 0)
		merlon = append(merlon, sculpt.Pt{p.X, p.Y})
	}
	for i := range 9 {
		p := sculpt.Polar(6, sculpt.Radians(20-5*float64(i)), 0)
		merlon = append(merlon, sculpt.Pt{p.X, p.Y})
	}
	return sculpt.Join(body, sculpt.Around(6, sculpt.Prism(7, merlon).Move(0, 0, 35)))
}

// chessBishop has a mitre with its cut.
func chessBishop() *sculpt.Mesh {
	body := chessBody(13, 4.6, 34, []sculpt.Pt{{3, 36.5}, {0, 36.5}})
	slope := sculpt.V(0.62, 0, 0.78)
	mitre := sculpt.Melt(3, sculpt.Egg(sculpt.V(0, 0, 42.5), sculpt.V(6.8, 6.8, 7.4)),
		sculpt.Limb(sculpt.V(0, 0, 46), sculpt.V(0, 0, 51), 4.4, 1.4))
	cut := sculpt.Clay(func(p sculpt.Vec) float64 {
		d := p.Sub(sculpt.V(5.4, 0, 46))
		return min(mitre(p), max(math.Abs(d.Dot(slope))-0.8, -d.X-3.4))
	})
	head := cut.Mesh(sculpt.V(-8, -8, 33), sculpt.V(8, 8, 54), 0.8)
	return sculpt.Join(body, head, sculpt.Sphere(1.9, 20).Move(0, 0, 53))
}

func chessQueen() *sculpt.Mesh {
	body := chessBody(14.5, 5, 44, []sculpt.Pt{{5, 47}, {6, 51}, {8.4, 57}, {7, 58.4}, {0, 60}})
	point := sculpt.Sphere(1.7, 16).Move(7.9, 0, 57.6)
	return sculpt.Join(body, sculpt.Around(9, point), sculpt.Sphere(2.6, 24).Move(0, 0, 61.6))
}

func chessKing() *sculpt.Mesh {
	body := chessBody(15, 5.2, 48, []sculpt.Pt{{5.2, 51}, {6, 55}, {8, 61}, {7, 63}, {3, 64.6},
		{0, 65}})
	cross := sculpt.Join(sculpt.Box(2.6, 2.6, 9, 0.5).Move(0, 0, 64), sculpt.Box(7.6, 2.6, 2.6, 0.5).Move(0, 0, 68))
	return sculpt.Join(body, cross, sculpt.Torus(7.6, 0.8, 48, 8).Move(0, 0, 60.4))
}

// chessKnight looks towards -X.
func chessKnight() *sculpt.Mesh {
	pieces := []sculpt.Clay{
		sculpt.Limb(sculpt.V(1, 0, 8), sculpt.V(4.5, 0, 24), 9, 7.6),
		sculpt.Limb(sculpt.V(4.5, 0, 24), sculpt.V(1, 0, 39), 7.6, 6),
		sculpt.Limb(sculpt.V(-1, 0, 39.5), sculpt.V(-12, 0, 29), 6.2, 3.6),
		sculpt.Egg(sculpt.V(-3, 0, 35), sculpt.V(5.5, 5.6, 6)),
		sculpt.Egg(sculpt.V(-13, 0, 28), sculpt.V(3.4, 3.7, 3)),
	}
	for i := range 9 {
		t := float64(i) / 8
		spine := sculpt.V(9.6-1.5*t-6.5*t*t, 0, 17+28*t)
		pieces = append(pieces, sculpt.Egg(spine, sculpt.V(3.6, 1.9, 2.7)))
	}
	for _, side := range []float64{-1, 1} {
		pieces = append(pieces, sculpt.Limb(sculpt.V(0.5, side*3, 42), sculpt.V(1, side*3.9, 49), 2.2, 0.7),
			sculpt.Egg(sculpt.V(-5.4, side*4.9, 39), sculpt.V(1.5, 1.2, 1.3)))
	}
	head := sculpt.Melt(2, pieces...)
	floor := sculpt.Clay(func(p sculpt.Vec) float64 { return min(head(p), p.Z-5) })
	foot := sculpt.Lathe(48, []sculpt.Pt{{0, 0}, {12.4, 0}, {13, 0.8}, {13, 3.2}, {12, 4.4}, {11, 4.8}, {11, 6.2}, {10, 7.4}, {0, 9}})
	return sculpt.Join(foot, floor.Mesh(sculpt.V(-18, -11, 5), sculpt.V(15, 11, 52), 1.25))
}
