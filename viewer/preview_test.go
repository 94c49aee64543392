package viewer_test

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"image"
	"image/color"
	"image/png"
	"math"

	"vitrine/internal/meshfile"
)

// cube is a GLB as previews are: quantized positions, Y up, the longest side 1;
// every face has a colour of its own.
func cube() []byte {
	var positions, normals, colours, indices bytes.Buffer
	put := func(b *bytes.Buffer, values ...any) {
		for _, v := range values {
			_ = binary.Write(b, binary.LittleEndian, v)
		}
	}
	palette := [6][3]uint8{{220, 60, 50}, {240, 150, 40}, {70, 160, 80}, {40, 120, 200}, {130, 80, 180}, {230, 200, 60}}
	for face := range 6 {
		axis, sign := face/2, float64(1-2*(face%2))
		for corner := range 4 {
			u, v := float64(corner%2*2-1), float64(corner/2*2-1)
			var p, n [3]float64
			n[axis] = sign
			p[axis], p[(axis+1)%3], p[(axis+2)%3] = sign, u*sign, v
			p[1] *= 0.6
			for i := range 3 {
				put(&positions, int16(p[i]*math.MaxInt16))
				put(&normals, int8(n[i]*math.MaxInt8))
			}
			put(&positions, int16(0)) // strides are multiples of four
			put(&normals, int8(0))
			put(&colours, palette[face], uint8(255))
		}
		first := uint16(face * 4)
		put(&indices, first, first+1, first+3, first, first+3, first+2)
	}
	return glb(positions.Bytes(), normals.Bytes(), colours.Bytes(), indices.Bytes())
}

func glb(positions, normals, colours, indices []byte) []byte {
	type object = map[string]any
	type list = []any
	offset := 0
	view := func(part []byte, stride, target int) object {
		v := object{"buffer": 0, "byteOffset": offset, "byteLength": len(part), "target": target}
		if stride > 0 {
			v["byteStride"] = stride
		}
		offset += len(part)
		return v
	}
	document, _ := json.Marshal(object{
		"asset":              object{"version": "2.0"},
		"extensionsUsed":     list{"KHR_mesh_quantization"},
		"extensionsRequired": list{"KHR_mesh_quantization"},
		"scenes":             list{object{"nodes": list{0}}},
		"nodes":              list{object{"mesh": 0, "scale": list{0.5, 0.5, 0.5}}},
		"materials":          list{object{"pbrMetallicRoughness": object{"metallicFactor": 0, "roughnessFactor": 0.6}}},
		"meshes": list{object{"primitives": list{object{
			"attributes": object{"POSITION": 0, "NORMAL": 1, "COLOR_0": 2}, "indices": 3, "material": 0,
		}}}},
		"bufferViews": list{
			view(positions, 8, 34962), view(normals, 4, 34962), view(colours, 4, 34962), view(indices, 0, 34963),
		},
		"accessors": list{
			object{
				"bufferView": 0, "componentType": 5122, "normalized": true, "count": 24, "type": "VEC3",
				"min": list{-32767, -19660, -32767}, "max": list{32767, 19660, 32767},
			},
			object{"bufferView": 1, "componentType": 5120, "normalized": true, "count": 24, "type": "VEC3"},
			object{"bufferView": 2, "componentType": 5121, "normalized": true, "count": 24, "type": "VEC4"},
			object{"bufferView": 3, "componentType": 5123, "count": 36, "type": "SCALAR"},
		},
		"buffers": list{object{"byteLength": offset}},
	})
	return meshfile.GLB(document, bytes.Join([][]byte{positions, normals, colours, indices}, nil))
}

// splat is one record of a .splat file.
type splat struct {
	Position, Scale [3]float32
	Colour          [4]uint8
	Rotation        [4]uint8 // w, x, y, z
}

func splats(all ...splat) []byte {
	var file bytes.Buffer
	_ = binary.Write(&file, binary.LittleEndian, all)
	return file.Bytes()
}

// ball is a ball of splats, in bands of colour, with a red cap where up is: its
// y is smallest there.
func ball() []byte {
	const count = 3000
	var all []splat
	for i := range count {
		y := 1 - 2*(float64(i)+0.5)/count
		ring, angle := math.Sqrt(1-y*y), float64(i)*math.Pi*(3-math.Sqrt(5))
		colour := [4]uint8{uint8(120 + 100*math.Cos(angle)), 70, uint8(130 + 100*math.Sin(angle*3)), 255}
		if y < -0.75 {
			colour = [4]uint8{210, 40, 30, 255}
		}
		all = append(all, splat{
			Position: [3]float32{float32(ring * math.Cos(angle) / 2), float32(y / 2), float32(ring * math.Sin(angle) / 2)},
			Scale:    [3]float32{0.012, 0.012, 0.012},
			Colour:   colour,
			Rotation: [4]uint8{255, 128, 128, 128},
		})
	}
	return splats(all...)
}

// snowman is a scan of a thing aside of the origin: two balls and a red nose on a thin
// plate, a veil that is hardly seen, and some splats far away.
func snowman() []byte {
	var all []splat
	put := func(x, y, z, wide float64, colour [4]uint8) {
		all = append(all, splat{
			Position: [3]float32{float32(4 + 3*x), float32(-7 - 3*y), float32(2 - 3*z)},
			Scale:    [3]float32{float32(3 * wide), float32(1.5 * wide), float32(3 * wide)},
			Colour:   colour, Rotation: [4]uint8{230, 160, 128, 100},
		})
	}
	globe := func(count int, height, radius, wide float64, colour [4]uint8) {
		for i := range count {
			y := 1 - 2*(float64(i)+0.5)/float64(count)
			ring, angle := radius*math.Sqrt(1-y*y), float64(i)*math.Pi*(3-math.Sqrt(5))
			shade := colour
			shade[1] -= uint8(40 + 40*math.Sin(5*angle))
			put(ring*math.Cos(angle), height+radius*y, ring*math.Sin(angle), wide, shade)
		}
	}
	globe(9000, 0.5, 0.5, 0.012, [4]uint8{80, 150, 220, 255})
	globe(5000, 1.2, 0.3, 0.01, [4]uint8{240, 200, 90, 230})
	globe(400, 0.7, 1.0, 0.05, [4]uint8{120, 120, 120, 6})
	for i := range 300 {
		put(0, 1.2, 0.3+float64(i)/1000, 0.03-float64(i)/10000*0.9, [4]uint8{220, 40, 30, 255})
	}
	for i := range 3000 {
		angle := float64(i) * math.Pi * (3 - math.Sqrt(5))
		far := 0.45 * math.Sqrt(float64(i)/3000)
		put(far*math.Cos(angle), 0, far*math.Sin(angle), 0.01, [4]uint8{70, 110, 60, 255})
	}
	for i := range 20 {
		put(30+float64(i), 40, -60, 4, [4]uint8{200, 30, 200, 255})
	}
	return splats(all...)
}

// poster is a plain picture of a size, with a frame.
func poster(width, height int) []byte {
	picture := image.NewRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			picture.Set(x, y, color.RGBA{R: 205, G: uint8(205 + 20*y/height), B: 220, A: 255})
		}
	}
	var file bytes.Buffer
	_ = png.Encode(&file, picture)
	return file.Bytes()
}

// turntable is a sheet of 24 pictures, each of a grey of its own.
func turntable() []byte {
	sheet := image.NewRGBA(image.Rect(0, 0, 6*80, 4*60))
	for y := range sheet.Rect.Dy() {
		for x := range sheet.Rect.Dx() {
			grey := uint8(10 * (y/60*6 + x/80))
			sheet.Set(x, y, color.RGBA{grey, grey, grey, 255})
		}
	}
	var file bytes.Buffer
	_ = png.Encode(&file, sheet)
	return file.Bytes()
}
