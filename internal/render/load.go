package render

import (
	"context"

	"vitrine/internal/geometry"
	"vitrine/internal/texture"
)

// MaxTexturePixels is how many pixels of a model's textures are decoded for a picture.
const MaxTexturePixels = 400_000_000

// The further limits of textures.
const (
	maxMapsSum     = 13_000_000 // pixels of what is no colour: three maps of 2048 × 2048
	maxTexels      = 24_000_000 // kept of a model
	maxTextureSide = 2048       // kept of one
)

// loader reads textures, one at a time and each once.
type loader struct {
	known  map[*geometry.Texture]*mipmap
	reader texture.Reader
	side   int // texels that are kept in each direction

	decoded func(*geometry.Texture) // see Shot
}

func newLoader(m *geometry.Model, used []bool) *loader {
	l := &loader{known: map[*geometry.Texture]*mipmap{}, reader: texture.Reader{Budget: MaxTexturePixels}, side: maxTextureSide}
	distinct, further := map[*geometry.Texture]bool{}, map[*geometry.Texture]bool{}
	for i := range m.Materials {
		if t := m.Materials[i].Texture; used[i] && t != nil {
			distinct[t] = true
		}
		for _, t := range mapsOf(&m.Materials[i]) {
			if used[i] && t.Texture != nil {
				further[t.Texture] = true
			}
		}
	}
	// Maps are kept at half the side, which is a quarter of the texels: see toMaps.
	for l.side > 64 && l.side*l.side*(len(distinct)+len(further)/4) > maxTexels {
		l.side /= 2
	}
	return l
}

// texture returns nil for what is missing or broken. Plain bytes are numbers and not
// sRGB.
func (l *loader) texture(ctx context.Context, from *geometry.Texture, plain bool) *mipmap {
	if from == nil || from.Open == nil || ctx.Err() != nil {
		return nil
	}
	known, ok := l.known[from]
	if !ok {
		known = l.read(from)
		l.known[from] = known
	}
	if known == nil {
		return nil
	}
	return known.meaning(plain)
}

func (l *loader) read(from *geometry.Texture) *mipmap {
	picture, err := l.reader.Read(from.Open, l.side, texture.Plain)
	if err != nil {
		return nil
	}
	if l.decoded != nil {
		l.decoded(from)
	}
	return newMipmap(level{picture.Rect.Dx(), picture.Rect.Dy(), picture.Pix})
}

// toMaps goes over to the maps, which tell less than colours: they get smaller, and
// may cost less.
func (l *loader) toMaps() { l.reader.Budget, l.side = min(l.reader.Budget, maxMapsSum), l.side/2 }
