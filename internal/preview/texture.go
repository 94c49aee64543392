package preview

import (
	"bytes"
	"context"
	"crypto/sha256"
	stdimage "image"
	"image/jpeg"
	"image/png"
	"slices"

	"vitrine/internal/geometry"
	"vitrine/internal/texture"
)

// textureKey is a picture and whether its alpha counts.
type textureKey struct {
	*geometry.Texture
	alpha bool
}

func (l *look) textureKey() textureKey { return textureKey{l.texture, l.alphaMode != ""} }

// counted returns how a picture's alpha counts in means.
func (k textureKey) counted() texture.Alpha {
	if k.alpha {
		return texture.Weighted
	}
	return texture.Ignored
}

const jpegQuality = 80

// maxPixels is how many pixels of a model are decoded.
const maxPixels = 128 << 20

// textureSide is how large textures may be: many share what one page may load.
func textureSide(n int) int {
	switch {
	case n <= 8:
		return 1024
	case n <= 32:
		return 512
	}
	return 256
}

// addTextures writes each picture of the looks once. Looks whose picture can't
// be shown lose it.
func (d *document) addTextures(ctx context.Context, looks []look) error {
	distinct := map[textureKey]bool{}
	for i := range looks {
		if looks[i].texture != nil {
			distinct[looks[i].textureKey()] = true
		}
	}
	r, side := texture.Reader{Budget: maxPixels}, textureSide(len(distinct))
	written := map[[sha256.Size]byte]int{}
	for i := range looks {
		if looks[i].texture == nil {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		key := looks[i].textureKey()
		if _, ok := d.pictures[key]; !ok {
			d.pictures[key] = -1
			if picture, err := r.Read(key.Open, side, key.counted()); err == nil {
				d.pictures[key] = d.addPicture(picture, written)
			}
		}
		if d.pictures[key] < 0 {
			looks[i].texture = nil
		}
	}
	return nil
}

// addPicture writes a picture and gives its number, -1 for none. The same bytes
// are written once: several names may mean one file.
func (d *document) addPicture(picture *stdimage.NRGBA, written map[[sha256.Size]byte]int) int {
	data, kind := encodePicture(picture)
	if data == nil {
		return -1
	}
	sum := sha256.Sum256(data)
	if number, ok := written[sum]; ok {
		return number
	}
	d.Images = append(d.Images, image{View: d.view(data, 0, 0), Type: kind})
	written[sum] = len(d.Images) - 1
	return written[sum]
}

// wrapModes are the modes as samplers name them (glTF 2.0, section 5.26); 0 is the
// default, to repeat.
var wrapModes = [...]int{geometry.Repeat: 0, geometry.Clamp: 33071, geometry.Mirror: 33648}

// texture finds or adds the texture of a picture with its edges.
func (d *document) texture(picture int, wrap geometry.Wrap) int {
	made := source{Source: picture}
	if s := (sampler{wrapModes[wrap[0]], wrapModes[wrap[1]]}); s != (sampler{}) {
		made.Sampler = d.sampler(s)
	}
	for i, known := range d.Textures {
		if known.Source == picture && (known.Sampler == made.Sampler ||
			known.Sampler != nil && made.Sampler != nil && *known.Sampler == *made.Sampler) {
			return i
		}
	}
	d.Textures = append(d.Textures, made)
	return len(d.Textures) - 1
}

// sampler finds or adds one.
func (d *document) sampler(s sampler) *int {
	number := slices.Index(d.Samplers, s)
	if number < 0 {
		number = len(d.Samplers)
		d.Samplers = append(d.Samplers, s)
	}
	return &number
}

// encodePicture makes a JPEG, or a PNG of what can be seen through.
func encodePicture(picture *stdimage.NRGBA) (data []byte, kind string) {
	var to bytes.Buffer
	if picture.Opaque() {
		// The encoder knows the RGBA form; opaque, both have the same bytes.
		rgba := &stdimage.RGBA{Pix: picture.Pix, Stride: picture.Stride, Rect: picture.Rect}
		if err := jpeg.Encode(&to, rgba, &jpeg.Options{Quality: jpegQuality}); err != nil {
			return nil, ""
		}
		return to.Bytes(), "image/jpeg"
	}
	if err := png.Encode(&to, picture); err != nil {
		return nil, ""
	}
	return to.Bytes(), "image/png"
}
