package preview

// dropFins drops faces that lie back to back with no other such pair beside
// them: what is left of a fold that fell flat. Pairs beside each other are the
// two sides of a wall, and stay. Of a fold in a surface that goes on, one side
// stands for more triangles than the other, and stays too.
func (c *clusters) dropFins() {
	edges := map[[2]uint32]int{} // of pairs
	var backs []int
	for i := range c.faces {
		cell := c.cellsOf(i)
		if !c.known.has(backKey(cell)) {
			continue
		}
		backs = append(backs, i)
		for k := range cell {
			edges[edgeOf(cell[k], cell[(k+1)%3])]++
		}
	}
	for _, i := range backs {
		cell, alone := c.cellsOf(i), true
		for k := range cell {
			// An edge has both faces of its own pair; more are of a pair beside it.
			alone = alone && edges[edgeOf(cell[k], cell[(k+1)%3])] == 2
		}
		back, _ := c.known.number(backKey(cell))
		if alone && c.times[i] <= c.times[back] {
			c.faces[i] = [3]uint32{}
		}
	}
	left := c.faces[:0]
	for _, face := range c.faces {
		if face[0] != face[1] {
			left = append(left, face)
		}
	}
	c.faces = left
}

// backKey is the key of the face behind one.
func backKey(cell [3]uint32) uint64 { return faceKey([3]uint32{cell[0], cell[2], cell[1]}) }

// cellsOf returns the cells of a face.
func (c *clusters) cellsOf(face int) [3]uint32 {
	f := c.faces[face]
	return [3]uint32{c.wedges[f[0]].cell, c.wedges[f[1]].cell, c.wedges[f[2]].cell}
}

// leastFirst turns three numbers, in the same order around.
func leastFirst(n [3]uint32) [3]uint32 {
	for n[0] > n[1] || n[0] > n[2] {
		n = [3]uint32{n[1], n[2], n[0]}
	}
	return n
}

func edgeOf(a, b uint32) [2]uint32 { return [2]uint32{min(a, b), max(a, b)} }
