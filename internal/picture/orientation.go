package picture

import (
	"bytes"
	"encoding/binary"
	"image"
	"io"

	"github.com/kovidgoyal/imaging"

	"vitrine/internal/texture"
)

// maxParts bounds how many parts of a file are looked at for its orientation.
const maxParts = 10_000

// upright turns a picture as its camera was held (Exif 2.3, section 4.6.4, tag 274).
func upright(picture *image.NRGBA, orientation uint16) *image.NRGBA {
	turns := [...]func(image.Image) *image.NRGBA{
		2: imaging.FlipH, 3: imaging.Rotate180, 4: imaging.FlipV,
		5: imaging.Transpose, 6: imaging.Rotate270, 7: imaging.Transverse, 8: imaging.Rotate90,
	}
	if int(orientation) >= len(turns) || turns[orientation] == nil {
		return picture
	}
	return turns[orientation](picture)
}

// orientation is how the camera was held, 0 when nobody knows.
func orientation(data *io.SectionReader, kind texture.Kind) uint16 {
	switch kind {
	case texture.JPEG:
		return exifOf(data, 2, jpegPart)
	case texture.PNG:
		return exifOf(data, 8, pngPart)
	case texture.WebP:
		return exifOf(data, 12, webpPart)
	case texture.TIFF:
		return tiffOrientation(data)
	}
	return 0
}

// part is a piece of a file: whether it may be Exif, where it begins behind the piece's
// head, how long it is, and where the next piece is. next 0 ends the file.
type part struct {
	exif             bool
	from, size, next int64
}

// exifOf goes from part to part to the one that is Exif.
func exifOf(data *io.SectionReader, at int64, read func(head [8]byte, at int64) part) uint16 {
	for range maxParts {
		var head [8]byte
		if n, err := data.ReadAt(head[:], at); err != nil && n < 4 {
			return 0
		}
		p := read(head, at)
		if p.exif {
			inside := io.NewSectionReader(data, at+p.from, p.size)
			name := make([]byte, len(exifName))
			if _, err := inside.ReadAt(name, 0); err == nil && string(name) == exifName {
				inside = io.NewSectionReader(inside, int64(len(exifName)), p.size-int64(len(exifName)))
			}
			if found := tiffOrientation(inside); found > 0 {
				return found
			}
		}
		if p.next <= 0 {
			return 0
		}
		at += p.next
	}
	return 0
}

// exifName begins Exif in a JPEG, and in what was copied from one.
const exifName = "Exif\x00\x00"

func jpegPart(head [8]byte, _ int64) part {
	const app1, scan = 0xe1, 0xda
	// What follows the head of a scan is compressed, and has no parts.
	if head[0] != 0xff || head[1] == scan {
		return part{}
	}
	size := int64(binary.BigEndian.Uint16(head[2:]))
	return part{head[1] == app1, 4, size - 2, size + 2}
}

func pngPart(head [8]byte, _ int64) part {
	size := int64(binary.BigEndian.Uint32(head[:]))
	return part{bytes.Equal(head[4:], []byte("eXIf")), 8, size, size + 12}
}

func webpPart(head [8]byte, _ int64) part {
	size := int64(binary.LittleEndian.Uint32(head[4:]))
	// Parts of a RIFF file begin at even places.
	return part{bytes.Equal(head[:4], []byte("EXIF")), 8, size, 8 + size + size&1}
}

// tiffOrientation reads the tag of the first directory of a TIFF, which Exif is one of
// (TIFF 6.0, section 2).
func tiffOrientation(data io.ReaderAt) uint16 {
	var head [8]byte
	if _, err := data.ReadAt(head[:], 0); err != nil {
		return 0
	}
	var order binary.ByteOrder = binary.LittleEndian
	switch string(head[:4]) {
	case "II*\x00":
	case "MM\x00*":
		order = binary.BigEndian
	default:
		return 0
	}
	at := int64(order.Uint32(head[4:]))
	var entry [12]byte
	if _, err := data.ReadAt(entry[:2], at); err != nil {
		return 0
	}
	for i := range int64(order.Uint16(entry[:])) {
		const tag = 274
		if _, err := data.ReadAt(entry[:], at+2+12*i); err != nil {
			return 0
		}
		if order.Uint16(entry[:]) == tag {
			return order.Uint16(entry[8:])
		}
	}
	return 0
}
