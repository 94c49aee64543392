// Package prints makes the shapes that the demonstration offers for 3D printers. A
// shape is a function without arguments that builds its parts anew; where a print
// comes in parts, each is a file of its own.
//
// Every part is closed and has its outside on the outside, as slicers want it. It
// is Z-up and in millimetres, unless its function names another unit. Parts lie as
// the pictures show them, not as they are printed.
package prints

import "vitrine/internal/demo/sculpt"

// filament is what a printable of one part is shown in.
func filament(hex uint32) sculpt.Material { return spool("filament", hex) }

// spool is filament of one of several colours in a print.
func spool(name string, hex uint32) sculpt.Material {
	return sculpt.Material{Name: name, Color: sculpt.RGB(hex), Roughness: 0.55}
}

// one is a print of a single part.
func one(name string, mesh *sculpt.Mesh) []sculpt.Part {
	return []sculpt.Part{{Name: name, Mesh: mesh}}
}
