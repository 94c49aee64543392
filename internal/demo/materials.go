package demo

import "math"

// matte, satin and glossy are paints, plastics, woods and stones by how they
// shine.
func matte(name string, hex uint32) Material {
	return Material{Name: name, Color: rgb(hex), Roughness: 0.9}
}

func satin(name string, hex uint32) Material {
	return Material{Name: name, Color: rgb(hex), Roughness: 0.5}
}

func glossy(name string, hex uint32) Material {
	return Material{Name: name, Color: rgb(hex), Roughness: 0.18}
}

// metal is bare metal, more or less polished.
func metal(name string, hex uint32, roughness float64) Material {
	return Material{Name: name, Color: rgb(hex), Metallic: 1, Roughness: roughness}
}

// glowing is a light's own surface.
func glowing(name string, hex uint32) Material {
	return Material{Name: name, Color: rgb(hex), Roughness: 0.6, Glow: 1}
}

func oak() Material     { return satin("oak", 0xc39a66) }
func walnut() Material  { return satin("walnut", 0x6b4630) }
func steel() Material   { return metal("steel", 0xc4c8cc, 0.32) }
func iron() Material    { return metal("dark iron", 0x6a6c70, 0.5) }
func brass() Material   { return metal("brass", 0xd9b25c, 0.26) }
func gold() Material    { return metal("gold", 0xf0c45a, 0.16) }
func silver() Material  { return metal("silver", 0xe6e7ea, 0.14) }
func copper() Material  { return metal("copper", 0xd98f66, 0.26) }
func rubber() Material  { return matte("rubber", 0x2b2c2f) }
func white() Material   { return satin("white", 0xf1efea) }
func black() Material   { return satin("black", 0x26272b) }
func glass() Material   { return glossy("dark glass", 0x32414f) }
func leaves() Material  { return matte("leaves", 0x5f8f3e) }
func bark() Material    { return matte("bark", 0x6f5138) }
func granite() Material { return matte("stone", 0x9a968d) }

// filament is what a printable is shown in.
func filament(hex uint32) Material {
	return Material{Name: "filament", Color: rgb(hex), Roughness: 0.55}
}

// linear undoes the sRGB curve.
func linear(x float64) float64 {
	if x <= 0.04045 {
		return x / 12.92
	}
	return math.Pow((x+0.055)/1.055, 2.4)
}
