package demo

func chessScene() []Part {
	ivory, slate := spool("ivory", 0xf0e6d0), spool("slate", 0x4a5560)
	return []Part{
		{Name: "king", Mesh: chessKing().move(-20, 24, 0).paint(ivory)},
		{Name: "queen", Mesh: chessQueen().move(20, 24, 0).paint(slate)},
		{Name: "bishop", Mesh: chessBishop().turnZ(-50).move(-56, 4, 0).paint(slate)},
		{Name: "knight", Mesh: chessKnight().turnZ(22).move(1, -12, 0).paint(ivory)},
		{Name: "rook", Mesh: chessRook().move(52, 2, 0).paint(ivory)},
		{Name: "pawn", Mesh: chessPawn().move(30, -28, 0).paint(slate)},
	}
}

// somaScene shows the cube with two pieces yet to come.
func somaScene() []Part {
	const size = 20
	pieces := []struct {
		letter byte
		name   string
		hex    uint32
	}{
		{'V', "v", 0xe25a4f}, {'L', "l", 0xf29a3d}, {'T', "t", 0xf4c93f}, {'Z', "z", 0x63ab62},
		{'A', "left screw", 0x3f9aa8}, {'B', "right screw", 0x4a6fc0}, {'P', "tripod", 0x9062b5},
	}
	var parts []Part
	for _, p := range pieces {
		m := somaPiece(p.letter, size).paint(spool(p.name, p.hex))
		switch p.letter {
		case 'T':
			m.turnX(180).rest().turnZ(-28).move(-62, -34, 0)
		case 'P':
			m.turnX(180).turnZ(60).rest().move(52, -36, 0)
		}
		parts = append(parts, Part{Name: p.name, Mesh: m})
	}
	return parts
}

func cogsScene() []Part {
	board, wheel, pinion, caps := spool("anthracite", 0x4a4f57), spool("teal", 0x2f9c95), spool("orange", 0xf28c38), spool("sand", 0xe8d9b8)
	const on = cogsPlate + 1.6
	lid := cogsCap().move(0, 0, 26.2)
	return []Part{
		{Name: "board", Mesh: cogsBoard().paint(board)},
		{Name: "wheel", Mesh: cogsWheel().move(0, 0, on).paint(wheel)},
		{Name: "pinion", Mesh: cogsPinion().move(cogsApart, 0, on).paint(pinion)},
		{Name: "caps", Mesh: join(lid, lid.copy().move(cogsApart, 0, 0)).paint(caps)},
	}
}

func quadScene() []Part {
	carbon, grey, signal := spool("carbon black", 0x3a3d42), spool("grey", 0x767b82), spool("signal orange", 0xf4772e)
	const arms = quadPlate
	const deck = arms + quadArm
	return []Part{
		{Name: "lower plate", Mesh: quadLower().paint(carbon)},
		{Name: "arms", Mesh: quadArms().move(0, 0, arms).paint(grey)},
		{Name: "standoffs", Mesh: quadStandoffs().move(0, 0, deck).paint(signal)},
		{Name: "camera cage", Mesh: quadCage().move(0, 0, deck).paint(signal)},
		{Name: "aerial holder", Mesh: quadTails().move(0, 0, deck).paint(signal)},
		{Name: "upper plate", Mesh: quadUpper().move(0, 0, deck+quadDeck).paint(carbon)},
	}
}

func cellScene() []Part {
	red, pink := spool("mitochondria red", 0xd8574a), spool("folds", 0xf6b9a0)
	var mitochondria []*Mesh
	for _, at := range []struct{ x, y, turn float64 }{{36, 28, -40}, {-37, 30, 48}, {-36, -24, -52}, {-11, -41, -6}, {20, -40, 14}} {
		mitochondria = append(mitochondria, cellMitochondrion(red, pink).turnZ(at.turn).move(at.x, at.y, cellFloor+2.4))
	}
	return []Part{
		{Name: "membrane", Mesh: cellBody().paint(spool("membrane", 0xf0a58f))},
		{Name: "cytoplasm", Mesh: cellPlasm().paint(spool("cytoplasm", 0xfbe3b8))},
		{Name: "nucleus", Mesh: cellNucleus(spool("nucleus", 0x8a6cc2), spool("nucleolus", 0x4f3a86)).move(0, 8, cellFloor+2.6)},
		{Name: "endoplasmic reticulum", Mesh: cellReticulum(spool("reticulum", 0x4e9fc4), spool("ribosomes", 0x22566f)).move(0, 8, cellFloor-0.6)},
		{Name: "golgi apparatus", Mesh: cellGolgi().turnZ(-28).move(36, -14, cellFloor-0.6).paint(spool("golgi", 0xf0b03c))},
		{Name: "mitochondria", Mesh: join(mitochondria...)},
		{Name: "vesicles", Mesh: cellVesicles().paint(spool("vesicles", 0x6db37a))},
	}
}
