package inspect_test

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"vitrine/internal/geometry"
	"vitrine/internal/inspect"
)

// pngHead is the beginning of a PNG of another size than it has.
func pngHead(t *testing.T, width, height uint32) string {
	t.Helper()
	return sized(t, image.NewGray(image.Rect(0, 0, 4, 4)), width, height)
}

// sized is a picture as a PNG whose head tells this size.
func sized(t *testing.T, picture image.Image, width, height uint32) string {
	t.Helper()
	var buffer bytes.Buffer
	if err := png.Encode(&buffer, picture); err != nil {
		t.Fatal(err)
	}
	const chunk, crc = 12, 29
	data := buffer.Bytes()
	binary.BigEndian.PutUint32(data[chunk+4:], width)
	binary.BigEndian.PutUint32(data[chunk+8:], height)
	binary.BigEndian.PutUint32(data[crc:], crc32.ChecksumIEEE(data[chunk:crc]))
	return string(data)
}

// textured is an OBJ with so many materials, each with a texture of this content.
func textured(t *testing.T, textures int, content string) (inspect.File, inspect.Find) {
	t.Helper()
	folder := t.TempDir()
	obj, mtl := "mtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 0 1\n", ""
	files := map[string]string{}
	for i := range textures {
		obj += fmt.Sprintf("usemtl m%d\nf 1/1 2/2 3/3\n", i)
		mtl += fmt.Sprintf("newmtl m%d\nmap_Kd t%d.png\n", i, i)
		files[fmt.Sprintf("t%d.png", i)] = content
	}
	files["a.obj"], files["a.mtl"] = obj, mtl
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return open(t, filepath.Join(folder, "a.obj")), func(name string) (inspect.File, bool) {
		file, err := os.Open(filepath.Join(folder, name))
		return inspect.File{Name: name, File: file}, err == nil
	}
}

// TestTexturesThatAreNotShown: a texture that can't be shown is no verified one, and the
// file says why.
func TestTexturesThatAreNotShown(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		textures int
		content  string
		code     string
	}{
		"a picture":          {1, pngHead(t, 4, 4), ""},
		"SVG":                {1, `<svg xmlns="http://www.w3.org/2000/svg"/>`, "texture_unread"},
		"a broken head":      {1, pngHead(t, 4, 4)[:20], "texture_unread"},
		"a broken body":      {1, pngHead(t, 8, 8), "texture_unread"},
		"3 × 64 megapixels":  {3, pngHead(t, 8000, 8000), "texture_limit"},
		"900 megapixels":     {1, pngHead(t, 30_000, 30_000), "texture_limit"},
		"16 bits, 6000²":     {1, sized(t, image.NewNRGBA64(image.Rect(0, 0, 4, 4)), 6000, 6000), "texture_limit"},
		"8 × 64 megapixels":  {8, pngHead(t, 8000, 8000), "texture_limit"},
		"60 × 64 megapixels": {60, pngHead(t, 8000, 8000), "texture_limit"},
	} {
		file, find := textured(t, test.textures, test.content)
		result, err := inspect.InProcess(t.Context(), file, find, inspect.Want{})
		if err != nil || result.Rejected() || !result.Facts.Textures.Value || len(result.Missing) > 0 {
			t.Fatalf("%s: %+v, %v", name, result.Report, err)
		}
		code, certainty := "", geometry.Verified
		if len(result.Notes) > 0 {
			code = result.Notes[0].Code
		}
		if test.code != "" {
			certainty = geometry.Declared
		}
		if code != test.code || len(result.Notes) > 1 || result.Facts.Textures.Certainty != certainty {
			t.Errorf("%s: %s, notes %+v; want %s, %q", name, result.Facts.Textures.Certainty, result.Notes, certainty, test.code)
		}
	}
}

// TestDrawnTextures: what drawing found to be whole is taken as such, and nothing else.
func TestDrawnTextures(t *testing.T) {
	t.Parallel()
	for content, want := range map[string]geometry.Certainty{pngHead(t, 4, 4): geometry.Verified, pngHead(t, 8, 8): geometry.Declared} {
		file, find := textured(t, 1, content)
		result, err := inspect.InProcess(t.Context(), file, find, inspect.Want{Picture: true})
		if err != nil || result.Rejected() || !result.Facts.Textures.Value || result.Facts.Textures.Certainty != want {
			t.Errorf("%+v, %v; want %s", result.Report, err, want)
		}
	}
}

// TestTextureOfNothing: that a file has no textures on what is seen stays verified,
// whatever a texture is that nothing uses.
func TestTextureOfNothing(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "a.3mf")
	if err := os.WriteFile(name, packed(t, map[string]string{
		"_rels/.rels": `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="a" Target="/3D/a.model" ` +
			`Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>`,
		"3D/a.model": `<model unit="millimeter" xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02" ` +
			`xmlns:m="http://schemas.microsoft.com/3dmanufacturing/material/2015/02"><resources>` +
			`<m:texture2d id="7" path="/3D/skin.png" contenttype="image/png"/><m:texture2dgroup id="8" texid="7"><m:tex2coord u="0" v="0"/></m:texture2dgroup>` +
			`<object id="1"><mesh><vertices><vertex x="0" y="0" z="0"/><vertex x="1" y="0" z="0"/><vertex x="0" y="1" z="0"/></vertices>` +
			`<triangles><triangle v1="0" v2="1" v3="2"/></triangles></mesh></object></resources><build><item objectid="1"/></build></model>`,
		"3D/skin.png": "no picture",
	}), 0o600); err != nil {
		t.Fatal(err)
	}
	result, err := inspect.InProcess(t.Context(), open(t, name), nil, inspect.Want{})
	if err != nil || result.Rejected() || len(result.Notes) != 1 || result.Notes[0].Code != "texture_unread" {
		t.Fatalf("%+v, %v", result.Report, err)
	}
	if fact := result.Facts.Textures; fact.Value || fact.Certainty != geometry.Verified {
		t.Errorf("textures are %v, %s", fact.Value, fact.Certainty)
	}
}

// packed is a ZIP of these files.
func packed(t *testing.T, files map[string]string) []byte {
	t.Helper()
	var buffer bytes.Buffer
	archive := zip.NewWriter(&buffer)
	for name, text := range files {
		w, err := archive.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := archive.Close(); err != nil {
		t.Fatal(err)
	}
	return buffer.Bytes()
}
