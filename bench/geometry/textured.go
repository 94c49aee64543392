package main

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"io"
	"math"
	"math/rand/v2"

	"vitrine/internal/meshfile"
)

// What shops sell as game-ready: little geometry, and a texture of 2048 × 2048 for each of
// some materials.
const (
	texturedRings     = 8
	texturedTriangles = 10_000 // of each ring
	texturedSide      = 2048
)

// writeTextured writes rings beside each other, each with a material and a texture of its own.
func writeTextured(w io.Writer, _ ring) error {
	r := ringOf(texturedTriangles)
	var scene meshfile.Scene
	for number := range texturedRings {
		texture, err := photograph(uint64(number))
		if err != nil {
			return err
		}
		p := meshfile.Primitive{Material: &meshfile.Material{Color: [3]float64{1, 1, 1}, Roughness: 0.6, Texture: texture}}
		for i := range r.vertices() {
			at := r.vertex(i)
			at[0] += 90 * float32(number%4)
			at[1] += 90 * float32(number/4)
			p.Positions = append(p.Positions, at)
			p.UVs = append(p.UVs, [2]float32{float32(i/r.across) / float32(r.around), float32(i%r.across) / float32(r.across)})
		}
		r.each(func(a, b, c int) { p.Indices = append(p.Indices, uint32(a), uint32(b), uint32(c)) })
		scene.Objects = append(scene.Objects, meshfile.Object{Primitives: []meshfile.Primitive{p}})
	}
	return scene.Write(w)
}

// photograph is a JPEG with about as many bytes for a pixel as one of a surface: waves of
// some sizes, and grain.
func photograph(seed uint64) ([]byte, error) {
	random := rand.New(rand.NewPCG(seed, 11))
	picture := image.NewRGBA(image.Rect(0, 0, texturedSide, texturedSide))
	for y := range texturedSide {
		for x := range texturedSide {
			wave := 128 + 50*math.Sin(float64(x)/(40+float64(seed))) + 40*math.Cos(float64(x+2*y)/11)
			grain := random.NormFloat64() * 8
			picture.SetRGBA(x, y, color.RGBA{uint8(max(0, min(wave+grain, 255))), uint8(max(0, min(wave*0.8+grain, 255))), uint8(y / 8), 255})
		}
	}
	var to bytes.Buffer
	err := jpeg.Encode(&to, picture, &jpeg.Options{Quality: 85})
	return to.Bytes(), err
}
