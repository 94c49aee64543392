package texture

import (
	"bytes"
	"encoding/binary"
	"errors"
	"image"
	"image/color"
	"image/draw"
	"io"

	"golang.org/x/image/webp"
)

// The chunks of a WebP (WebP Container Specification): the head of what is more than
// one picture, a frame of it, and the alpha of one.
const (
	webpExtended = "VP8X"
	webpFrame    = "ANMF"
	webpAlpha    = "ALPH"

	webpAnimated = 1 << 1 // flags of the head
	webpHasAlpha = 1 << 4
)

var errWebP = errors.New("texture: the WebP is damaged")

// webpHead is the beginning of a WebP: RIFF, the first chunk and what it says.
type webpHead [30]byte

func (h *webpHead) animated() bool {
	return string(h[12:16]) == webpExtended && h[20]&webpAnimated != 0
}

// canvas is the size of all frames together.
func (h *webpHead) canvas() (width, height int) { return three(h[24:]) + 1, three(h[27:]) + 1 }

func three(b []byte) int { return int(b[0]) | int(b[1])<<8 | int(b[2])<<16 }

// beginWebP reads the head, and gives all of the file again.
func beginWebP(r io.Reader) (head webpHead, whole io.Reader, err error) {
	n, err := io.ReadFull(r, head[:])
	if errors.Is(err, io.ErrUnexpectedEOF) {
		err = nil // a small one
	}
	return head, io.MultiReader(bytes.NewReader(head[:n]), r), err
}

func webpConfig(r io.Reader) (image.Config, error) {
	head, whole, err := beginWebP(r)
	if err != nil || !head.animated() {
		if err != nil {
			return image.Config{}, err
		}
		return webp.DecodeConfig(whole)
	}
	width, height := head.canvas()
	return image.Config{ColorModel: color.NYCbCrAModel, Width: width, Height: height}, nil
}

// decodeWebP decodes a WebP; of an animated one the first frame, in its place.
func decodeWebP(r io.Reader) (image.Image, error) {
	head, whole, err := beginWebP(r)
	if err != nil {
		return nil, err
	}
	if !head.animated() {
		return webp.Decode(whole)
	}
	size := int(binary.LittleEndian.Uint32(head[16:]))
	// Chunks are padded to even lengths; ten bytes of this one came with the head.
	if _, err := io.CopyN(io.Discard, r, int64(max(size+size&1-10, 0))); err != nil {
		return nil, errWebP
	}
	for {
		var chunk [8]byte
		if _, err := io.ReadFull(r, chunk[:]); err != nil {
			return nil, errWebP
		}
		size := int64(binary.LittleEndian.Uint32(chunk[4:]))
		if string(chunk[:4]) == webpFrame {
			width, height := head.canvas()
			return decodeFrame(io.LimitReader(r, size), size, width, height)
		}
		if _, err := io.CopyN(io.Discard, r, size+size&1); err != nil {
			return nil, errWebP
		}
	}
}

// decodeFrame makes a WebP of its own of a frame.
func decodeFrame(r io.Reader, size int64, width, height int) (image.Image, error) {
	var frame [16]byte
	var name [4]byte
	if _, err := io.ReadFull(r, frame[:]); err != nil || size < int64(len(frame)) {
		return nil, errWebP
	}
	// Places are written as halves of what they are, so that frames stand at even pixels.
	at := image.Pt(2*three(frame[:]), 2*three(frame[3:]))
	place := image.Rectangle{at, at.Add(image.Pt(three(frame[6:])+1, three(frame[9:])+1))}
	if _, err := io.ReadFull(r, name[:]); err != nil || !place.In(image.Rect(0, 0, width, height)) {
		return nil, errWebP
	}
	head := make([]byte, 0, 30)
	head = binary.LittleEndian.AppendUint32(append(head, "RIFF"...), uint32(4+18+size-int64(len(frame))))
	head = binary.LittleEndian.AppendUint32(append(head, "WEBPVP8X"...), 10)
	flags := byte(0)
	if string(name[:]) == webpAlpha {
		flags = webpHasAlpha
	}
	head = append(append(head, flags, 0, 0, 0), frame[6:12]...)
	picture, err := webp.Decode(io.MultiReader(bytes.NewReader(append(head, name[:]...)), r))
	if err != nil {
		return nil, err
	}
	return onCanvas(picture, place.Min, width, height), nil
}

// onCanvas puts a frame in its place on a canvas that can be seen through, unless it
// covers that.
func onCanvas(frame image.Image, at image.Point, width, height int) image.Image {
	canvas := image.Rect(0, 0, width, height)
	if frame.Bounds().Size() == canvas.Size() {
		return frame
	}
	whole := image.NewNRGBA(canvas)
	draw.Draw(whole, frame.Bounds().Sub(frame.Bounds().Min).Add(at), frame, frame.Bounds().Min, draw.Src)
	return whole
}
