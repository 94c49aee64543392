package geometry

// DropUnused leaves out the vertices that no triangle uses: they are not drawn,
// and would widen the box. Lists that others share are not written to.
func (mesh *Mesh) DropUnused(shared bool) {
	used, count := make([]bool, len(mesh.Positions)/3), 0
	for _, index := range mesh.Indices {
		if !used[index] {
			used[index] = true
			count++
		}
	}
	if count == len(used) {
		return
	}
	number := make([]uint32, len(used))
	n := uint32(0)
	for i, is := range used {
		number[i] = n
		if is {
			n++
		}
	}
	for i, index := range mesh.Indices {
		mesh.Indices[i] = number[index]
	}
	mesh.Positions, mesh.Normals = keepUsed(mesh.Positions, 3, used, count, shared), keepUsed(mesh.Normals, 3, used, count, shared)
	mesh.UVs, mesh.Colors = keepUsed(mesh.UVs, 2, used, count, shared), keepUsed(mesh.Colors, 4, used, count, shared)
}

// keepUsed keeps those of width numbers each that are used, in their place or in
// a list of their own.
func keepUsed[T any](list []T, width int, used []bool, count int, shared bool) []T {
	if list == nil {
		return nil
	}
	kept := list[:0]
	if shared {
		kept = make([]T, 0, width*count)
	}
	for i, is := range used {
		if is {
			kept = append(kept, list[width*i:width*(i+1)]...)
		}
	}
	return kept
}
