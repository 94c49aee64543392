package texture

import (
	"bytes"
	"image"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"

	"golang.org/x/image/bmp"
	"golang.org/x/image/tiff"

	"vitrine/internal/texture/dds"
	"vitrine/internal/texture/tga"
)

// Kind is a kind of pictures, by its short name.
type Kind string

// The kinds.
const (
	PNG  Kind = "png"
	JPEG Kind = "jpeg"
	WebP Kind = "webp"
	GIF  Kind = "gif"
	BMP  Kind = "bmp"
	TIFF Kind = "tiff"
	DDS  Kind = "dds"
	TGA  Kind = "tga"
)

// codec decodes a kind of pictures, known by how they begin.
type codec struct {
	kind   Kind
	magic  string // ? is any byte
	config func(io.Reader) (image.Config, error)
	decode func(io.Reader) (image.Image, error)
}

// codecOf finds a picture's codec. Codecs are named here, not registered: what
// another package registers must not change what is drawn.
func codecOf(head []byte) (codec, bool) {
	for _, c := range []codec{
		{PNG, "\x89PNG\r\n\x1a\n", png.DecodeConfig, png.Decode},
		{JPEG, "\xff\xd8", jpeg.DecodeConfig, jpeg.Decode},
		{WebP, "RIFF????WEBPVP8", webpConfig, decodeWebP},
		{GIF, "GIF8?a", gif.DecodeConfig, decodeGIF},
		{BMP, "BM????\x00\x00\x00\x00", bmp.DecodeConfig, bmp.Decode},
		{DDS, dds.Mark, dds.DecodeConfig, dds.Decode},
		{TIFF, "II*\x00", tiff.DecodeConfig, tiff.Decode},
		{TIFF, "MM\x00*", tiff.DecodeConfig, tiff.Decode},
	} {
		if c.begins(head) {
			return c, true
		}
	}
	return codec{TGA, "", tga.DecodeConfig, tga.Decode}, tga.Is(head)
}

func (c codec) begins(head []byte) bool {
	if len(head) < len(c.magic) {
		return false
	}
	for i := range len(c.magic) {
		if c.magic[i] != '?' && c.magic[i] != head[i] {
			return false
		}
	}
	return true
}

// decodeGIF decodes the first frame, in its place.
func decodeGIF(r io.Reader) (image.Image, error) {
	var head bytes.Buffer
	config, err := gif.DecodeConfig(io.TeeReader(r, &head))
	if err != nil {
		return nil, err
	}
	frame, err := gif.Decode(io.MultiReader(&head, r))
	if err != nil {
		return nil, err
	}
	return onCanvas(frame, frame.Bounds().Min, config.Width, config.Height), nil
}
