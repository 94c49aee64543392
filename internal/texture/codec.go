package texture

import (
	"image"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"

	"golang.org/x/image/bmp"
	"golang.org/x/image/tiff"
	"golang.org/x/image/webp"

	"vitrine/internal/dds"
	"vitrine/internal/tga"
)

// codec decodes a kind of pictures, known by how they begin.
type codec struct {
	magic  string // ? is any byte
	config func(io.Reader) (image.Config, error)
	decode func(io.Reader) (image.Image, error)
}

const jpegMagic = "\xff\xd8"

// codecOf finds a picture's codec. Codecs are named here, not registered: what
// another package registers must not change what is drawn.
func codecOf(head []byte) (codec, bool) {
	for _, c := range []codec{
		{"\x89PNG\r\n\x1a\n", png.DecodeConfig, png.Decode},
		{jpegMagic, jpeg.DecodeConfig, jpeg.Decode},
		{"RIFF????WEBPVP8", webp.DecodeConfig, webp.Decode},
		{"GIF8?a", gif.DecodeConfig, gif.Decode},
		{"BM????\x00\x00\x00\x00", bmp.DecodeConfig, bmp.Decode},
		{dds.Mark, dds.DecodeConfig, dds.Decode},
		{"II*\x00", tiff.DecodeConfig, tiff.Decode},
		{"MM\x00*", tiff.DecodeConfig, tiff.Decode},
	} {
		if c.begins(head) {
			return c, true
		}
	}
	return codec{"", tga.DecodeConfig, tga.Decode}, tga.Is(head)
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

// isProgressive looks for the frame of a JPEG that comes in several scans (ITU-T
// T.81, B.1.1.3). What is unusual counts as such: it is the worst.
func isProgressive(open Open) bool {
	r, err := begin(open)
	if err != nil {
		return true
	}
	for _, err = r.Discard(len(jpegMagic)); err == nil; {
		var marker [4]byte
		if _, err = io.ReadFull(r, marker[:]); err != nil || marker[0] != 0xff {
			return true
		}
		if kind := marker[1]; kind == 0xc0 || kind == 0xc1 || kind == 0xc2 {
			return kind == 0xc2
		}
		_, err = r.Discard(max(int(marker[2])<<8|int(marker[3]), 2) - 2)
	}
	return true
}
