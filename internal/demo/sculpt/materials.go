package sculpt

// Matte is paint, plastic, wood or stone that does not shine.
func Matte(name string, hex uint32) Material {
	return Material{Name: name, Color: RGB(hex), Roughness: 0.9}
}

// Satin is what shines a little.
func Satin(name string, hex uint32) Material {
	return Material{Name: name, Color: RGB(hex), Roughness: 0.5}
}

// Glossy is polished or wet.
func Glossy(name string, hex uint32) Material {
	return Material{Name: name, Color: RGB(hex), Roughness: 0.18}
}

// Metal is bare metal, more or less polished.
func Metal(name string, hex uint32, roughness float64) Material {
	return Material{Name: name, Color: RGB(hex), Metallic: 1, Roughness: roughness}
}

// Glowing is a light's own surface.
func Glowing(name string, hex uint32) Material {
	return Material{Name: name, Color: RGB(hex), Roughness: 0.6, Glow: 1}
}
