package preview

import (
	"slices"

	"vitrine/internal/geometry"
	"vitrine/internal/scenery"
)

// look is how a surface is shown: a material without its name.
type look struct {
	color               [4]float32
	metallic, roughness float32
	emissive            [3]float32
	texture             *geometry.Texture
	move                geometry.Move // of texture; zero: none
	wrap                geometry.Wrap // of texture
	alphaMode           string        // MASK or BLEND; "" is opaque
	cutoff              float32
	twoSided            bool
	unlit               bool
}

// maxLooks bounds how often a page draws. The rarest materials of more become
// plain.
const maxLooks = 256

// newLooks finds the looks that triangles have. counts are triangles by material
// + 1, as scene.slot numbers them; slots are the looks by the same numbers.
func newLooks(materials []geometry.Material, counts []int64) (slots []int32, looks []look) {
	order := make([]int, len(counts))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return int(min(max(counts[b]-counts[a], -1), 1)) })
	slots = make([]int32, len(counts))
	known := map[look]int32{}
	for _, i := range order {
		if counts[i] == 0 {
			break
		}
		one := plain(scenery.Numbers().Clay)
		switch {
		case i == len(counts)-1:
			one = painted()
		case i > 0 && len(looks) < maxLooks-1:
			one = newLook(&materials[i-1])
		}
		slot, ok := known[one]
		if !ok {
			slot = int32(len(looks))
			known[one] = slot
			looks = append(looks, one)
		}
		slots[i] = slot
	}
	return slots, looks
}

// plain is how a surface without a material looks. Formats without materials
// don't promise which side is out.
func plain(bare scenery.Bare) look {
	c := bare.Color
	return look{color: [4]float32{float32(c[0]), float32(c[1]), float32(c[2]), 1}, roughness: float32(bare.Roughness), twoSided: true}
}

// painted is how a surface without a material looks that has colours.
func painted() look {
	one := plain(scenery.Numbers().Clay)
	one.color = [4]float32{1, 1, 1, 1}
	return one
}

func newLook(m *geometry.Material) look {
	one := look{metallic: share(m.Metallic), roughness: share(m.Roughness), texture: m.Texture, twoSided: m.DoubleSided, unlit: m.Unlit}
	for i, v := range m.Color {
		one.color[i] = share(v)
	}
	for i, v := range m.Emissive {
		one.emissive[i] = share(v)
	}
	switch m.AlphaMode {
	case "BLEND":
		one.alphaMode = m.AlphaMode
	case "MASK":
		one.alphaMode, one.cutoff = m.AlphaMode, share(m.AlphaCutoff)
	}
	if one.texture != nil && one.texture.Open == nil {
		one.texture = nil
	}
	if one.texture != nil {
		one.wrap = m.Wrap
		if m.Move != nil {
			one.move = *m.Move
		}
	}
	// Beside other textures a factor of 1 is only what they are multiplied with.
	// A preview has none of them: all would be metal, or glow.
	if m.Textured {
		if m.Glow.Texture != nil || one.emissive == [3]float32{1, 1, 1} {
			one.emissive = [3]float32{}
		}
		if one.metallic == 1 {
			one.metallic, one.roughness = 0, min(one.roughness, 0.8)
		}
	}
	return one
}

// share bounds a factor; what is no number is 0.
func share(v float32) float32 {
	if v != v {
		return 0
	}
	return min(max(v, 0), 1)
}
