package inspect

import (
	"fmt"
	"image"
	"path"
	"strconv"
	"strings"

	"vitrine/internal/geometry"
	"vitrine/internal/render"
)

// The sizes of the pictures, in pixels.
const (
	PictureWidth    = render.Width
	PictureHeight   = render.Height
	ThumbnailWidth  = render.ThumbnailWidth
	ThumbnailHeight = render.ThumbnailHeight
)

// The quality of JPEG pictures.
const (
	pictureQuality   = 88
	thumbnailQuality = 85
)

// writePictures encodes a picture and its thumbnail.
func writePictures(drawn *image.RGBA, write func(name string, data []byte) error) error {
	picture, err := render.JPEG(drawn, pictureQuality)
	if err != nil {
		return fmt.Errorf("encode the picture: %w", err)
	}
	thumbnail, err := render.JPEG(render.Thumbnail(drawn), thumbnailQuality)
	if err != nil {
		return fmt.Errorf("encode the thumbnail: %w", err)
	}
	if err := write(partPicture, picture); err != nil {
		return err
	}
	return write(partThumbnail, thumbnail)
}

// finish gives a card to a file that can be sold and has no picture. What a file of a
// format that is not known can be, want says.
func (r Result) finish(name string, want Want) Result {
	sold := r.Format.Sold() || r.Format == geometry.Unknown && want.Card
	if !want.Picture || r.Picture != nil || r.Rejected() || !sold {
		return r
	}
	// What fails to be encoded stays without a picture.
	_ = writePictures(render.Card(r.card(name)), func(part string, data []byte) error {
		if part == partPicture {
			r.Picture = data
		} else {
			r.Thumbnail = data
		}
		return nil
	})
	return r
}

// card returns what is known of a file that can't be drawn.
func (r Result) card(name string) render.CardText {
	card := render.CardText{Format: strings.ToUpper(string(r.Format)), Name: name}
	if r.Format == geometry.Unknown {
		card.Format = strings.ToUpper(strings.TrimPrefix(path.Ext(name), "."))
	}
	for _, count := range []struct {
		what string
		fact geometry.Fact[int64]
	}{{"polygons", r.Facts.Polygons}, {"vertices", r.Facts.Vertices}, {"splats", r.Facts.Splats}} {
		if count.fact.Known() && count.fact.Value > 0 {
			card.Lines = append(card.Lines, grouped(count.fact.Value)+" "+count.what)
		}
	}
	if len(r.Inside) > 0 {
		card.Lines = append(card.Lines, "holds "+strings.Join(r.Inside, ", "))
	}
	return card
}

// grouped writes a count with commas: 12,345.
func grouped(n int64) string {
	digits := strconv.FormatInt(n, 10)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}
