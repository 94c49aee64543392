package preview_test

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine/internal/geometry"
)

// picture is a PNG of a gradient; its middle can be seen through where alpha is
// below 255.
func picture(t testing.TB, width, height int, alpha uint8) *geometry.Texture {
	t.Helper()
	p := image.NewNRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			p.SetNRGBA(x, y, color.NRGBA{uint8(x * 255 / width), uint8(y * 255 / height), 90, 255})
		}
	}
	for y := height / 4; y < height/2; y++ {
		for x := width / 4; x < width/2; x++ {
			p.SetNRGBA(x, y, color.NRGBA{250, 10, 10, alpha})
		}
	}
	var data bytes.Buffer
	if err := png.Encode(&data, p); err != nil {
		t.Fatal(err)
	}
	return texture(data.Bytes())
}

func texture(data []byte) *geometry.Texture {
	return &geometry.Texture{Size: int64(len(data)), Open: func() (io.Reader, error) { return bytes.NewReader(data), nil }}
}

// textured returns a model whose meshes each have one material.
func textured(mesh geometry.Mesh, materials ...geometry.Material) *geometry.Model {
	m := &geometry.Model{Materials: materials}
	for i := range materials {
		mesh.Groups = []geometry.Group{{Material: i, End: len(mesh.Indices) / 3}}
		m.Meshes = append(m.Meshes, mesh)
		matrix := identity
		matrix[12] = float64(3 * i)
		m.Instances = append(m.Instances, geometry.Instance{Mesh: i, Matrix: matrix})
	}
	return m
}

func white(texture *geometry.Texture, mode string) geometry.Material {
	return geometry.Material{Color: [4]float32{1, 1, 1, 1}, Roughness: 1, Texture: texture, AlphaMode: mode, AlphaCutoff: 0.4,
		Textured: texture != nil}
}

// On a sphere that was reduced each coordinate of the texture still says where
// its vertex is, on both sides of the seam.
func TestTextureStaysInItsPlace(t *testing.T) {
	t.Parallel()
	for name, mesh := range map[string]geometry.Mesh{"collapsed": sphere(300, 100), "clustered": sphere(450, 230)} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, got := reread(t, textured(mesh, white(picture(t, 8, 8, 255), "")))
			reduced := got.Meshes[0]
			for i := 0; i < len(reduced.Indices); i += 3 {
				a, b, c := reduced.Indices[i], reduced.Indices[i+1], reduced.Indices[i+2]
				least := min(reduced.UVs[2*a], reduced.UVs[2*b], reduced.UVs[2*c])
				most := max(reduced.UVs[2*a], reduced.UVs[2*b], reduced.UVs[2*c])
				v := reduced.UVs[2*a+1]
				if most-least > 0.2 && v > 0.1 && v < 0.9 {
					t.Fatalf("a triangle goes from %v to %v of the texture: the seam smears", least, most)
				}
			}
			for i := range len(reduced.UVs) / 2 {
				y := 2 * (float64(reduced.Positions[3*i+1]) - 0.5)
				if want := 1 - math.Acos(min(max(y, -1), 1))/math.Pi; math.Abs(float64(reduced.UVs[2*i+1])-(want)) > 0.02 {
					t.Fatalf("vertex %d has v %v, its height says %v", i, reduced.UVs[2*i+1], want)
				}
			}
		})
	}
}

func TestTiledTexturesKeepTheirCoordinates(t *testing.T) {
	t.Parallel()
	mesh := geometry.Mesh{Positions: []float32{0, 0, 0, 1, 0, 0, 0, 1, 0}, UVs: []float32{0, 0, 5, 0, 0, -7}, Indices: []uint32{0, 1, 2}}
	_, got := reread(t, textured(mesh, white(picture(t, 8, 8, 255), "")))
	if diff := cmp.Diff(mesh.UVs, got.Meshes[0].UVs); diff != "" {
		t.Errorf("coordinates (-want +got):\n%s", diff)
	}
}

func TestTextures(t *testing.T) {
	t.Parallel()
	opaque, clear := picture(t, 2048, 512, 255), picture(t, 64, 64, 10)
	mesh := sphere(8, 4)
	kind, data := write(t, textured(mesh, white(opaque, ""), white(opaque, "BLEND"), white(clear, ""), white(clear, "MASK"),
		white(texture([]byte("no picture")), "")))
	_, got := inspect(t, kind, data)
	var names []string
	for _, m := range got.Materials {
		if m.Texture == nil {
			names = append(names, m.AlphaMode+" none")
			continue
		}
		r, err := m.Texture.Open()
		if err != nil {
			t.Fatal(err)
		}
		config, format, err := image.DecodeConfig(r)
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, strings.TrimSpace(m.AlphaMode+" "+format))
		if config.Width > 1024 || config.Width == 1024 && config.Height != 256 {
			t.Errorf("a texture is %d×%d", config.Width, config.Height)
		}
	}
	want := []string{"jpeg", "BLEND jpeg", "jpeg", "MASK png", " none"}
	if diff := cmp.Diff(want, names); diff != "" {
		t.Errorf("textures (-want +got):\n%s", diff)
	}
	if n := strings.Count(string(data), `"mimeType"`); n != 3 {
		t.Errorf("the file has %d pictures, want each once: 3", n)
	}
}

// A page shows no TGA and no DDS: such textures become JPEG.
func TestTextureKinds(t *testing.T) {
	t.Parallel()
	nothing := func(n int) string { return strings.Repeat("\x00", n) }
	for name, blue := range map[string]string{
		"TGA": "\x00\x00\x02\x00\x00\x00\x00\x00\x00\x00\x00\x00\x01\x00\x01\x00\x18\x00" + "\xe6\x0a\x0a",
		"DDS": "DDS \x7c" + nothing(7) + "\x04\x00\x00\x00\x04" + nothing(59) + "\x20\x00\x00\x00\x04\x00\x00\x00DXT1" + nothing(40) + "\x1f" +
			nothing(7),
	} {
		kind, data := write(t, textured(sphere(8, 4), white(texture([]byte(blue)), "")))
		_, got := inspect(t, kind, data)
		if got.Materials[0].Texture == nil || !strings.Contains(string(data), `"image/jpeg"`) {
			t.Errorf("%s: the texture is gone: %+v", name, got.Materials)
		}
	}
}

// What is hidden by alpha must not shine through where alpha does not count, nor
// come out of the mean where it does.
func TestHiddenColours(t *testing.T) {
	t.Parallel()
	p := image.NewNRGBA(image.Rect(0, 0, 2048, 2048))
	for y := range 2048 {
		for x := range 2048 {
			p.SetNRGBA(x, y, color.NRGBA{200, 100, 50, 255})
			if x%2 == 0 {
				p.SetNRGBA(x, y, color.NRGBA{0, 255, 0, 0})
			}
		}
	}
	var data bytes.Buffer
	if err := png.Encode(&data, p); err != nil {
		t.Fatal(err)
	}
	for mode, want := range map[string]color.NRGBA{"BLEND": {200, 100, 50, 128}, "": {100, 178, 25, 255}} {
		_, got := reread(t, textured(sphere(8, 4), white(texture(data.Bytes()), mode)))
		r, err := got.Materials[0].Texture.Open()
		if err != nil {
			t.Fatal(err)
		}
		small, _, err := image.Decode(r)
		if err != nil {
			t.Fatal(err)
		}
		c := color.NRGBAModel.Convert(small.At(500, 500)).(color.NRGBA)
		if !nearColor([]uint8{c.R, c.G, c.B, c.A}, []uint8{want.R, want.G, want.B, want.A}) {
			t.Errorf("%q: the mean is %v, want %v", mode, c, want)
		}
	}
}

func TestMaterials(t *testing.T) {
	t.Parallel()
	red := geometry.Material{Name: "secret", Color: [4]float32{1, 0, 0, 0.5}, Metallic: 0.25, Roughness: 0.5, Emissive: [3]float32{0, 0, 1},
		AlphaMode: "BLEND", DoubleSided: true}
	again := red
	again.Name = "another secret"
	lamp := white(picture(t, 8, 8, 255), "")
	lamp.Metallic, lamp.Emissive = 1, [3]float32{1, 1, 1}
	kind, data := write(t, textured(sphere(8, 4), red, again, lamp))
	_, got := inspect(t, kind, data)
	if strings.Contains(string(data), "secret") {
		t.Error("the preview names its materials")
	}
	if len(got.Materials) != 2 {
		t.Fatalf("%d materials, want the same looks once: 2", len(got.Materials))
	}
	first := got.Materials[0]
	first.PBR = false
	red.Name, red.AlphaCutoff = "", 0.5
	if diff := cmp.Diff(red, first); diff != "" {
		t.Errorf("the material (-want +got):\n%s", diff)
	}
	if second := got.Materials[1]; second.Metallic != 0 || second.Emissive != [3]float32{} {
		t.Errorf("without its other textures the material is %+v", second)
	}
}

func TestVertexColours(t *testing.T) {
	t.Parallel()
	for name, mesh := range map[string]geometry.Mesh{"as it is": sphere(20, 10), "collapsed": sphere(300, 100),
		"clustered": sphere(450, 230)} {
		for i := range len(mesh.Positions) / 3 {
			c := []uint8{30, 60, 200, 255}
			if mesh.Positions[3*i+1] > 0 {
				c = []uint8{220, 180, 10, 255}
			}
			mesh.Colors = append(mesh.Colors, c...)
		}
		_, got := reread(t, modelOf(mesh))
		reduced := got.Meshes[0]
		if len(reduced.Colors) == 0 {
			t.Fatalf("%s: the colours are gone", name)
		}
		for i := range len(reduced.Colors) / 4 {
			y, c := reduced.Positions[3*i+1]-0.5, reduced.Colors[4*i:4*i+4]
			if y > 0.02 && !nearColor(c, []uint8{220, 180, 10, 255}) || y < -0.02 && !nearColor(c, []uint8{30, 60, 200, 255}) {
				t.Fatalf("%s: at the height %v the colour is %v", name, y, c)
			}
		}
	}
}

// The document keeps the rules that readers rarely check: bounds in the units of
// the accessor, everything at a multiple of four, targets, no bytes left over.
func TestDocument(t *testing.T) {
	t.Parallel()
	_, data := write(t, textured(sphere(300, 60), white(picture(t, 7, 9, 255), "")))
	var doc struct {
		Accessors []struct {
			BufferView, ComponentType, Count int
			Min, Max                         []float64
		}
		BufferViews []struct{ ByteOffset, ByteLength, ByteStride, Target int }
		Buffers     []struct{ ByteLength int }
		Meshes      []struct {
			Primitives []struct {
				Attributes map[string]int
				Indices    int
			}
		}
	}
	length := binary.LittleEndian.Uint32(data[12:])
	if err := json.Unmarshal(data[20:20+length], &doc); err != nil {
		t.Fatal(err)
	}
	if total := int(binary.LittleEndian.Uint32(data[8:])); total != len(data) || total%4 != 0 ||
		doc.Buffers[0].ByteLength != len(data)-28-int(length) {
		t.Errorf("the file has %d bytes and says %d, its buffer %d", len(data), total, doc.Buffers[0].ByteLength)
	}
	for i, view := range doc.BufferViews {
		if view.ByteOffset%4 != 0 || view.ByteStride%4 != 0 || view.ByteOffset+view.ByteLength > doc.Buffers[0].ByteLength {
			t.Errorf("view %d is %+v", i, view)
		}
	}
	for _, p := range doc.Meshes[0].Primitives {
		position := doc.Accessors[p.Attributes["POSITION"]]
		if diff := cmp.Diff([]float64{65535, 65535, 65535}, position.Max); diff != "" || position.ComponentType != 5123 {
			t.Errorf("positions of type %d (-want +got):\n%s", position.ComponentType, diff)
		}
		for name, number := range p.Attributes {
			if view := doc.BufferViews[doc.Accessors[number].BufferView]; view.Target != 34962 || view.ByteStride == 0 {
				t.Errorf("%s is in %+v", name, view)
			}
		}
		if indices := doc.Accessors[p.Indices]; indices.ComponentType != 5123 || doc.BufferViews[indices.BufferView].Target != 34963 {
			t.Errorf("indices are %+v", indices)
		}
	}
}

// A page knows how the picture of a texture is moved by the coordinates alone.
func TestMovedTextures(t *testing.T) {
	t.Parallel()
	mesh := geometry.Mesh{Positions: []float32{0, 0, 0, 1, 0, 0, 0, 1, 0}, UVs: []float32{0, 0, 1, 0, 0, 1}, Indices: []uint32{0, 1, 2}}
	moved := white(picture(t, 8, 8, 255), "")
	moved.Move = &geometry.Move{3, 0, 0.25, 0, -2, 0.5}
	_, got := reread(t, textured(mesh, moved))
	if diff := cmp.Diff([]float32{0.25, 0.5, 3.25, 0.5, 0.25, -1.5}, got.Meshes[0].UVs); diff != "" {
		t.Errorf("coordinates (-want +got):\n%s", diff)
	}
}

func TestUnlit(t *testing.T) {
	t.Parallel()
	drawn, lamp := white(nil, ""), white(picture(t, 8, 8, 255), "")
	drawn.Unlit, lamp.Emissive = true, [3]float32{0, 0.5, 0}
	kind, data := write(t, textured(sphere(8, 4), drawn, lamp))
	if !strings.Contains(string(data), `"extensionsUsed":["KHR_mesh_quantization","KHR_materials_unlit"]`) {
		t.Error("the file does not name the extension")
	}
	_, got := inspect(t, kind, data)
	if len(got.Materials) != 2 || !got.Materials[0].Unlit || got.Materials[1].Unlit || got.Materials[1].Emissive != lamp.Emissive {
		t.Errorf("the materials are %+v", got.Materials)
	}
}

// TestEdges: a picture goes on beyond its edges as it did in the file, and is written
// once for all of them.
func TestEdges(t *testing.T) {
	t.Parallel()
	mesh := geometry.Mesh{Positions: []float32{0, 0, 0, 1, 0, 0, 0, 1, 0}, UVs: []float32{0, 0, 3, 0, 0, 3}, Indices: []uint32{0, 1, 2}}
	shared := picture(t, 8, 8, 255)
	want := []geometry.Wrap{{}, {geometry.Clamp, geometry.Mirror}, {geometry.Mirror, geometry.Repeat}, {geometry.Clamp, geometry.Clamp}}
	var materials []geometry.Material
	for _, wrap := range want {
		material := white(shared, "")
		material.Wrap = wrap
		materials = append(materials, material)
	}
	kind, data := write(t, textured(mesh, materials...))
	_, got := inspect(t, kind, data)
	var edges []geometry.Wrap
	for _, m := range got.Materials {
		edges = append(edges, m.Wrap)
	}
	if diff := cmp.Diff(want, edges); diff != "" {
		t.Errorf("edges (-want +got):\n%s", diff)
	}
	if n := strings.Count(string(data), `"mimeType"`); n != 1 {
		t.Errorf("the picture is written %d times", n)
	}
}
