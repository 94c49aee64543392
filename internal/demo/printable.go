package demo

// printables are the items for 3D printers, oldest first.
func printables() []Item {
	return takeTurns(printsForHome(), printsOfArt(), printsForPlay())
}

// spool is filament of one of several colours in a print.
func spool(name string, hex uint32) Material {
	material := filament(hex)
	material.Name = name
	return material
}

// one is a scene of a single part.
func one(name string, shape func() *Mesh) func() []Part {
	return func() []Part { return []Part{{Name: name, Mesh: shape()}} }
}
