package preview

import (
	"bufio"
	"bytes"
	"encoding/binary"
	stdimage "image"
	"image/color"
	"image/draw"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"

	"golang.org/x/image/bmp"
	"golang.org/x/image/tiff"
	"golang.org/x/image/webp"

	"vitrine/internal/dds"
	"vitrine/internal/geometry"
	"vitrine/internal/tga"
)

// The limits of pictures: pixels of one and of all of a model, and the memory
// that one may take while it is decoded.
const (
	maxPicture = 64 << 20  // pixels
	maxPixels  = 128 << 20 // pixels
	maxDecoded = 256 << 20 // bytes
)

// codec decodes a kind of pictures, known by how they begin.
type codec struct {
	magic  string // ? is any byte
	config func(io.Reader) (stdimage.Config, error)
	decode func(io.Reader) (stdimage.Image, error)
}

// codecs are named, not registered: what another package registers must not
// change a preview.
var codecs = [...]codec{
	{"\x89PNG\r\n\x1a\n", png.DecodeConfig, png.Decode},
	{"\xff\xd8", jpeg.DecodeConfig, jpeg.Decode},
	{"RIFF????WEBPVP8", webp.DecodeConfig, webp.Decode},
	{"GIF8?a", gif.DecodeConfig, gif.Decode},
	{"BM????\x00\x00\x00\x00", bmp.DecodeConfig, bmp.Decode},
	{dds.Mark, dds.DecodeConfig, dds.Decode},
	{"II*\x00", tiff.DecodeConfig, tiff.Decode},
	{"MM\x00*", tiff.DecodeConfig, tiff.Decode},
}

func findCodec(head []byte) *codec {
	for i := range codecs {
		if magic := codecs[i].magic; len(head) >= len(magic) && matches(head, magic) {
			return &codecs[i]
		}
	}
	if tga.Is(head) {
		return &codec{"", tga.DecodeConfig, tga.Decode}
	}
	return nil
}

func matches(head []byte, magic string) bool {
	for i := range len(magic) {
		if magic[i] != '?' && magic[i] != head[i] {
			return false
		}
	}
	return true
}

// pictureReader reads pictures one after the other.
type pictureReader struct {
	side   int   // of the pictures it gives, at most
	budget int64 // pixels that may still be decoded
}

// head is how much of a picture is looked at to know its kind.
const pictureHead = 64 << 10

// read decodes a picture and scales it down. Nil: it is damaged, too large or of
// a kind that is not known.
func (r *pictureReader) read(texture *geometry.Texture, alpha bool) (reduced *stdimage.NRGBA) {
	// What decoders of others cannot bear costs the texture alone.
	defer func() {
		if recover() != nil {
			reduced = nil
		}
	}()
	config, head, decode := openPicture(texture)
	if config == nil {
		return nil
	}
	pixels := int64(config.Width) * int64(config.Height)
	if config.Width <= 0 || config.Height <= 0 || pixels > maxPicture || pixels > r.budget || pixels*pixelBytes(config, head) > maxDecoded {
		return nil
	}
	r.budget -= pixels
	from, err := texture.Open()
	if err != nil {
		return nil
	}
	picture, err := decode(bufio.NewReader(from))
	if err != nil || picture.Bounds().Empty() {
		return nil
	}
	return shrink(picture, r.side, alpha)
}

// openPicture looks at the beginning of a picture; no config: it is none.
func openPicture(texture *geometry.Texture) (*stdimage.Config, []byte, func(io.Reader) (stdimage.Image, error)) {
	from, err := texture.Open()
	if err != nil {
		return nil, nil, nil
	}
	buffered := bufio.NewReaderSize(from, pictureHead)
	head, _ := buffered.Peek(pictureHead)
	codec := findCodec(head)
	if codec == nil {
		return nil, nil, nil
	}
	head = bytes.Clone(head)
	config, err := codec.config(buffered)
	if err != nil {
		return nil, nil, nil
	}
	return &config, head, codec.decode
}

// pixelBytes is what a pixel takes while it is decoded. A progressive JPEG keeps
// its coefficients, of four bytes for each of three planes, beside the picture.
func pixelBytes(config *stdimage.Config, head []byte) int64 {
	switch config.ColorModel {
	case color.NRGBA64Model, color.RGBA64Model:
		return 8
	case color.YCbCrModel, color.CMYKModel, color.GrayModel:
		if bytes.HasPrefix(head, []byte("\xff\xd8")) && progressive(head) {
			return 20
		}
	}
	return 4
}

// progressive walks the segments of a JPEG to the one that says how it is coded
// (ITU T.81, annex B). One that can't be found counts as the worst.
func progressive(head []byte) bool {
	for at := 2; at+4 <= len(head) && head[at] == 0xff; {
		marker := head[at+1]
		switch {
		case marker == 0xff:
			at++
			continue
		case marker == 0xc0 || marker == 0xc1:
			return false
		case marker == 0xc2:
			return true
		}
		at += 2 + int(binary.BigEndian.Uint16(head[at+2:]))
	}
	return true
}

// shrink scales a picture to at most side pixels, each the mean of those that it
// stands for. Without alpha the colours count as they are, even where nothing
// would be seen of them.
func shrink(from stdimage.Image, side int, alpha bool) *stdimage.NRGBA {
	bounds := from.Bounds()
	width, height := bounds.Dx(), bounds.Dy()
	if longest := max(width, height); longest > side {
		width, height = max(1, width*side/longest), max(1, height*side/longest)
	}
	to := stdimage.NewNRGBA(stdimage.Rect(0, 0, width, height))
	seen, ok := from.(interface{ Opaque() bool })
	opaque := ok && seen.Opaque()
	var band *stdimage.NRGBA
	for y := range height {
		top, bottom := y*bounds.Dy()/height, (y+1)*bounds.Dy()/height
		rows := stdimage.Rect(0, 0, bounds.Dx(), max(bottom-top, 1))
		if band == nil || band.Rect != rows {
			band = stdimage.NewNRGBA(rows)
		}
		readBand(band, from, bounds.Min.Add(stdimage.Pt(0, top)), opaque)
		for x := range width {
			left, right := x*rows.Dx()/width, (x+1)*rows.Dx()/width
			mean(to.Pix[to.PixOffset(x, y):], band, left, max(right, left+1), alpha)
		}
	}
	return to
}

// readBand copies some rows of a picture. Colours that were multiplied with
// their alpha are not.
func readBand(band *stdimage.NRGBA, from stdimage.Image, at stdimage.Point, opaque bool) {
	if same, ok := from.(*stdimage.NRGBA); ok {
		for y := range band.Rect.Dy() {
			copy(band.Pix[y*band.Stride:(y+1)*band.Stride], same.Pix[same.PixOffset(at.X, at.Y+y):])
		}
		return
	}
	if opaque {
		// The way into RGBA is the fast one; opaque, both have the same bytes.
		rgba := &stdimage.RGBA{Pix: band.Pix, Stride: band.Stride, Rect: band.Rect}
		draw.Draw(rgba, rgba.Rect, from, at, draw.Src)
		return
	}
	for y := range band.Rect.Dy() {
		for x := range band.Rect.Dx() {
			band.Set(x, y, from.At(at.X+x, at.Y+y))
		}
	}
}

// mean writes the mean of some columns of a band. With alpha each colour counts
// as much as it is seen.
func mean(to []uint8, band *stdimage.NRGBA, left, right int, alpha bool) {
	if !alpha {
		plainMean(to, band, left, right)
		return
	}
	var sum [3]uint64
	total := uint64(0)
	for y := range band.Rect.Dy() {
		row := band.Pix[y*band.Stride+4*left : y*band.Stride+4*right]
		for ; len(row) >= 4; row = row[4:] {
			weight := uint64(row[3])
			total += weight
			sum[0] += weight * uint64(row[0])
			sum[1] += weight * uint64(row[1])
			sum[2] += weight * uint64(row[2])
		}
	}
	n := uint64((right - left) * band.Rect.Dy())
	for i, v := range sum {
		to[i] = uint8((v + total/2) / max(total, 1))
	}
	to[3] = uint8((total + n/2) / n)
}

// plainMean is that of the colours as they are.
func plainMean(to []uint8, band *stdimage.NRGBA, left, right int) {
	var red, green, blue uint64
	for y := range band.Rect.Dy() {
		row := band.Pix[y*band.Stride+4*left : y*band.Stride+4*right]
		for ; len(row) >= 4; row = row[4:] {
			red += uint64(row[0])
			green += uint64(row[1])
			blue += uint64(row[2])
		}
	}
	n := uint64((right - left) * band.Rect.Dy())
	to[0], to[1], to[2], to[3] = uint8((red+n/2)/n), uint8((green+n/2)/n), uint8((blue+n/2)/n), 255
}
