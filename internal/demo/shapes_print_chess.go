package demo

import "math"

// chessBody is the foot and the shaft that all chessmen share: so wide at the
// foot, so narrow at the neck below a collar at the given height. The rest of
// the profile follows.
func chessBody(foot, neck, collar float64, rest ...Pt) *Mesh {
	profile := []Pt{{0, 0}, {foot - 0.6, 0}, {foot, 0.8}, {foot, 3.2}, {foot - 1, 4.4}, {foot - 2, 4.8}, {foot - 2, 6.2}}
	profile = append(profile, smooth(5, Pt{foot - 2.6, 6.8}, Pt{foot - 4.4, 10}, Pt{neck + 1.4, collar * 0.55}, Pt{neck, collar - 1.2})...)
	profile = append(profile, Pt{neck + 2.2, collar - 0.6}, Pt{neck + 3, collar + 0.5}, Pt{neck + 2.2, collar + 1.6}, Pt{neck, collar + 1.8})
	return lathe(48, append(profile, rest...)...)
}

func chessPawn() *Mesh {
	return join(chessBody(11.5, 4.4, 23, Pt{3, 26}, Pt{0, 26}), sphere(6.8, 32).move(0, 0, 30.4))
}

func chessRook() *Mesh {
	body := chessBody(13, 6.4, 28, Pt{7.4, 31}, Pt{9, 33.4}, Pt{9, 36}, Pt{0, 36})
	var merlon []Pt
	for i := range 9 {
		p := polar(9, radians(5*float64(i)-20), 0)
		merlon = append(merlon, Pt{p.x, p.y})
	}
	for i := range 9 {
		p := polar(6, radians(20-5*float64(i)), 0)
		merlon = append(merlon, Pt{p.x, p.y})
	}
	return join(body, around(6, prism(7, merlon).move(0, 0, 35)))
}

// chessBishop has a mitre with its cut.
func chessBishop() *Mesh {
	body := chessBody(13, 4.6, 34, Pt{3, 36.5}, Pt{0, 36.5})
	slope := Vec{0.62, 0, 0.78}
	mitre := melt(3, clayEgg(Vec{0, 0, 42.5}, Vec{6.8, 6.8, 7.4}), clayLimb(Vec{0, 0, 46}, Vec{0, 0, 51}, 4.4, 1.4))
	cut := clay(func(p Vec) float64 {
		d := p.sub(Vec{5.4, 0, 46})
		return min(mitre(p), max(math.Abs(d.dot(slope))-0.8, -d.x-3.4))
	})
	head := cut.mesh(Vec{-8, -8, 33}, Vec{8, 8, 54}, 0.8)
	return join(body, head, sphere(1.9, 20).move(0, 0, 53))
}

func chessQueen() *Mesh {
	body := chessBody(14.5, 5, 44, Pt{5, 47}, Pt{6, 51}, Pt{8.4, 57}, Pt{7, 58.4}, Pt{0, 60})
	point := sphere(1.7, 16).move(7.9, 0, 57.6)
	return join(body, around(9, point), sphere(2.6, 24).move(0, 0, 61.6))
}

func chessKing() *Mesh {
	body := chessBody(15, 5.2, 48, Pt{5.2, 51}, Pt{6, 55}, Pt{8, 61}, Pt{7, 63}, Pt{3, 64.6}, Pt{0, 65})
	cross := join(box(2.6, 2.6, 9, 0.5).move(0, 0, 64), box(7.6, 2.6, 2.6, 0.5).move(0, 0, 68))
	return join(body, cross, torus(7.6, 0.8, 48, 8).move(0, 0, 60.4))
}

// chessKnight looks towards -X.
func chessKnight() *Mesh {
	pieces := []clay{
		clayLimb(Vec{1, 0, 8}, Vec{4.5, 0, 24}, 9, 7.6),
		clayLimb(Vec{4.5, 0, 24}, Vec{1, 0, 39}, 7.6, 6),
		clayLimb(Vec{-1, 0, 39.5}, Vec{-12, 0, 29}, 6.2, 3.6),
		clayEgg(Vec{-3, 0, 35}, Vec{5.5, 5.6, 6}),
		clayEgg(Vec{-13, 0, 28}, Vec{3.4, 3.7, 3}),
	}
	for i := range 9 {
		t := float64(i) / 8
		spine := Vec{9.6 - 1.5*t - 6.5*t*t, 0, 17 + 28*t}
		pieces = append(pieces, clayEgg(spine, Vec{3.6, 1.9, 2.7}))
	}
	for _, side := range []float64{-1, 1} {
		pieces = append(pieces, clayLimb(Vec{0.5, side * 3, 42}, Vec{1, side * 3.9, 49}, 2.2, 0.7), clayEgg(Vec{-5.4, side * 4.9, 39}, Vec{1.5, 1.2, 1.3}))
	}
	head := melt(2, pieces...)
	floor := clay(func(p Vec) float64 { return min(head(p), p.z-5) })
	foot := lathe(48, Pt{0, 0}, Pt{12.4, 0}, Pt{13, 0.8}, Pt{13, 3.2}, Pt{12, 4.4}, Pt{11, 4.8}, Pt{11, 6.2}, Pt{10, 7.4}, Pt{0, 9})
	return join(foot, floor.mesh(Vec{-18, -11, 5}, Vec{15, 11, 52}, 1.25))
}
