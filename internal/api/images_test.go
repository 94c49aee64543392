package api_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vitrine/internal/inspect"
	"vitrine/internal/picture"
)

// drawing is a picture of one colour, encoded.
func drawing(t testing.TB, width, height int, kind string) string {
	t.Helper()
	m := image.NewPaletted(image.Rect(0, 0, width, height), color.Palette{color.White, color.Black})
	var b bytes.Buffer
	var err error
	switch kind {
	case "jpeg":
		err = jpeg.Encode(&b, m, nil)
	case "gif":
		second := image.NewPaletted(m.Rect, m.Palette)
		err = gif.EncodeAll(&b, &gif.GIF{Image: []*image.Paletted{m, second}, Delay: []int{1, 1}})
	default:
		err = png.Encode(&b, m)
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// bomb is a small PNG that claims to be huge (PNG, section 11.2.2).
func bomb(width, height uint32) string {
	header := append([]byte("IHDR"), binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, width), height)...)
	header = append(header, 8, 6, 0, 0, 0)
	file := append([]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\x0d"), header...)
	return string(binary.BigEndian.AppendUint32(file, crc32.ChecksumIEEE(header)))
}

func TestUploadImage(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	path := s.draft(t, "ada", `{"title":"Vase"}`)
	images, picture := path+"/images", drawing(t, 400, 300, "png")
	s.run(t, []scenario{
		{name: "PNG", request: bare("ada", images, picture), wantStatus: 201, wantHeader: map[string]string{"Location": baseURL + images},
			want: map[string]any{"success": true, "id": 1, "width": 400, "height": 300, "position": 1, "generated": false,
				"thumbnails.0.width": 400, "thumbnails.1.width": 320, "thumbnails.1.height": 240, "created_at": "2026-03-04T05:06:07Z"}},
		{name: "JPEG", request: bare("ada", images, drawing(t, 60, 40, "jpeg")), wantStatus: 201,
			want: map[string]any{"width": 60, "height": 40, "position": 2}},
		{name: "GIF", request: bare("ada", images, drawing(t, 50, 30, "gif")), wantStatus: 201,
			want: map[string]any{"width": 50, "height": 30, "position": 3}},
		{name: "with the type of a picture", request: create("ada", images, picture).with("Content-Type", "image/png"), wantStatus: 201},
		{name: "told by content, not by type and name", request: create("ada", images+"?name=a.gif", picture).with("Content-Type", "image/gif"),
			wantStatus: 201},
		{name: "a form", request: form("ada", images, "a.png", picture), wantStatus: 201, want: map[string]any{"width": 400}},
		{name: "the right digest", request: bare("ada", images, picture).with("Repr-Digest", digestOf(picture)), wantStatus: 201},
		{name: "another digest", request: bare("ada", images, picture).with("Repr-Digest", digestOf("x")), wantStatus: 400,
			want: map[string]any{"code": "malformed"}},
		{name: "a bomb", request: bare("ada", images, bomb(50_000, 50_000)), wantStatus: 422, want: refused("/file", "too_many_pixels")},
		{name: "a bomb of one line", request: bare("ada", images, bomb(1<<31-1, 1)), wantStatus: 422, want: refused("/file", "too_many_pixels")},
		{name: "half a picture", request: bare("ada", images, picture[:len(picture)/2]), wantStatus: 422,
			want: refused("/file", "broken_picture")},
		{name: "no picture", request: bare("ada", images, "<svg xmlns='http://www.w3.org/2000/svg'/>"), wantStatus: 422,
			want: refused("/file", "unsupported_picture")},
		{name: "a web page called a picture", request: create("ada", images, "<html>").with("Content-Type", "image/png"), wantStatus: 422},
		{name: "a form without a file", request: create("ada", images, "--xx--\r\n").with("Content-Type", "multipart/form-data; boundary=xx"),
			wantStatus: 422,
			want:       refused("/file", "required")},
		{name: "JSON", request: create("ada", images, `{"url":"https://a.example/a.png"}`), wantStatus: 415},
		{name: "signed out", request: bare("", images, picture), wantStatus: 401},
		{name: "the list", request: get("ada", images), wantStatus: 200,
			want: map[string]any{"total": 7, "images.0.id": 1, "images.1.height": 40, "images.7": nil}},
	})
	list, model := s.do(t, get("ada", images)), s.do(t, get("ada", path))
	for i := range 7 {
		address := text(list.at(t, fmt.Sprintf("images.%d.url", i)))
		if !strings.HasPrefix(address, baseURL+"/media/") {
			t.Errorf("image %d is at %q", i, address)
		}
		if thumbnail := text(model.at(t, fmt.Sprintf("thumbnails.%d", i))); !strings.HasPrefix(thumbnail, baseURL+"/media/") {
			t.Errorf("thumbnail %d is at %q", i, thumbnail)
		}
	}
}

func TestImageLimits(t *testing.T) {
	t.Parallel()
	s := newServer(t, func(o *options) { o.Shop.Settings.ImageSize, o.Shop.Settings.Images = 1000, 1 })
	images := s.draft(t, "ada", `{"title":"Vase"}`) + "/images"
	large, small := strings.Repeat("x", 1001), drawing(t, 20, 20, "png")
	s.run(t, []scenario{
		{name: "too large", request: bare("ada", images, large), wantStatus: 413,
			want: map[string]any{"code": "too_large", "detail": "the image is larger than the limit of 1000 bytes"}},
		{name: "too large within a form", request: form("ada", images, "a.png", large), wantStatus: 413},
		{name: "one", request: bare("ada", images, small), wantStatus: 201},
		{name: "one too many", request: bare("ada", images, small), wantStatus: 422, want: refused("/file", "too_many")},
		{name: "only one was kept", request: get("ada", images), wantStatus: 200, want: map[string]any{"total": 1}},
	})
}

func TestRemoveImage(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	path := s.draft(t, "ada", `{"title":"Vase"}`)
	other := s.draft(t, "ada", `{"title":"Cup"}`)
	uploaded := s.do(t, bare("ada", path+"/images", drawing(t, 20, 20, "png")))
	wantStatus(t, s.do(t, bare("ada", path+"/images", drawing(t, 30, 20, "png"))), http.StatusCreated)
	first := path + "/images/1"
	s.run(t, []scenario{
		{name: "signed out", request: remove("", first), wantStatus: 401},
		{name: "somebody else's", request: remove("bob", first), wantStatus: 404},
		{name: "of another model", request: remove("ada", other+"/images/1"), wantStatus: 404},
		{name: "no such image", request: remove("ada", path+"/images/99"), wantStatus: 404},
		{name: "no such image, with a condition", request: remove("ada", path+"/images/99").with("If-Match", `"i99-1"`), wantStatus: 404},
		{name: "not an id", request: remove("ada", path+"/images/x"), wantStatus: 404},
		{name: "another version", request: remove("ada", first).with("If-Match", `"i1-9"`), wantStatus: 412},
		{name: "this version", request: remove("ada", first).with("If-Match", uploaded.Header.Get("ETag")), wantStatus: 204},
		{name: "twice", request: remove("ada", first), wantStatus: 404},
		{name: "one is left", request: get("ada", path+"/images"), wantStatus: 200, want: map[string]any{"total": 1, "images.0.width": 30}},
		{name: "in the model too", request: get("ada", path), wantStatus: 200, want: map[string]any{"thumbnails.1": nil}},
	})
}

// TestUploadImageToABusyMachine: nothing is wrong with the picture, so it may come again.
func TestUploadImageToABusyMachine(t *testing.T) {
	t.Parallel()
	program := filepath.Join(t.TempDir(), "child")
	if err := os.WriteFile(program, []byte("#!/bin/sh\nkill -KILL $$\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	s := newServer(t, func(o *options) {
		o.Shop.Pictures = inspect.NewPhotos(&inspect.Runner{Program: program}, picture.DefaultPixels, picture.DefaultMemory)
	})
	images := s.draft(t, "ada", `{"title":"Vase"}`) + "/images"
	s.run(t, []scenario{{
		name: "busy", request: bare("ada", images, drawing(t, 40, 30, "png")),
		wantStatus: 503, want: map[string]any{"code": "unavailable"}, wantHeader: map[string]string{"Retry-After": "15"},
	}})
}
