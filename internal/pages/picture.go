package pages

import (
	"fmt"
	"html/template"
	"strings"

	"vitrine"
)

// PictureOf returns an image's renditions.
func PictureOf(image vitrine.Image) *Picture {
	full := "/" + image.BlobKey
	p := &Picture{Src: full, Full: full, Small: full, Width: image.Width, Height: image.Height}
	if len(image.Thumbnails) == 0 {
		return p
	}
	first := image.Thumbnails[0]
	p.Src, p.Width, p.Height = "/"+first.BlobKey, first.Width, first.Height
	p.Small = "/" + image.Thumbnails[len(image.Thumbnails)-1].BlobKey
	seen := map[int]bool{}
	var set []string
	for _, t := range append(image.Thumbnails, vitrine.Thumbnail{BlobKey: image.BlobKey, Width: image.Width}) {
		if !seen[t.Width] {
			seen[t.Width] = true
			set = append(set, fmt.Sprintf("/%s %dw", t.BlobKey, t.Width))
		}
	}
	if len(set) > 1 {
		p.Srcset = strings.Join(set, ", ")
	}
	return p
}

// Paragraphs are the lines of a licence, of which there may be a hundred.
func Paragraphs(text string) template.HTML {
	m := &Markup{}
	for line := range strings.SplitSeq(strings.TrimSpace(text), "\n") {
		m.Fixed(`<p>`).Text(line).Fixed("</p>\n")
	}
	return m.HTML()
}
