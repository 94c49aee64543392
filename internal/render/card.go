package render

import (
	"image"
	"image/color"
	"strings"
)

// CardText is what stands on a card.
type CardText struct {
	Format string   // such as step
	Name   string   // of the file or the model
	Lines  []string // such as its counts; as many as there is room for
}

var (
	ink   = color.RGBA{0x2e, 0x33, 0x3a, 0xff}
	faint = color.RGBA{0x6a, 0x71, 0x7b, 0xff}
)

// maxCardLines is how many lines a card has room for.
const maxCardLines = 4

// Card draws what stands in for a picture that could not be drawn: a block, the
// format, the name and the lines, before the backdrop of pictures.
func Card(card CardText) *image.RGBA {
	picture := backdrop()
	lines := card.Lines[:min(len(card.Lines), maxCardLines)]
	top := 150 - 17*len(lines)
	block(picture, Width/2, top+70, 84)
	regular, bold := goFonts()
	title, name, small := face{bold, 68}, face{bold, 30}, face{regular, 24}
	title.centred(picture, title.fitted(strings.ToUpper(card.Format), Width-120), Width/2, top+250, ink)
	name.centred(picture, name.fitted(card.Name, Width-120), Width/2, top+310, ink)
	for i, line := range lines {
		small.centred(picture, small.fitted(line, Width-120), Width/2, top+358+36*i, faint)
	}
	return picture
}

// backdrop is a picture of nothing.
func backdrop() *image.RGBA {
	s := newStudio(newCamera(View{Above: 14}, size{Width, Height}), paper)
	s.camera.fit(frame{-0.2, 0.2, -0.15, 0.15})
	s.paint()
	picture := image.NewRGBA(image.Rect(0, 0, Width, Height))
	for y := range Height {
		for x := range Width {
			s.put(picture, x, y, s.behind(x, y))
		}
	}
	return picture
}

// block is a cube seen along its diagonal: three rhombi.
func block(on *image.RGBA, x, y, size int) {
	const unit = 64
	// Half of the square root of three is 0.866.
	wide, half := size*unit*866/1000, size*unit/2
	cx, cy := x*unit, y*unit
	for _, face := range []struct {
		light   color.RGBA
		corners [4][2]int
	}{
		{color.RGBA{0xf6, 0xf6, 0xf5, 0xff}, [4][2]int{{0, 0}, {wide, -half}, {0, -2 * half}, {-wide, -half}}},
		{color.RGBA{0xd3, 0xd4, 0xd5, 0xff}, [4][2]int{{0, 0}, {-wide, -half}, {-wide, half}, {0, 2 * half}}},
		{color.RGBA{0xae, 0xb1, 0xb5, 0xff}, [4][2]int{{0, 0}, {wide, -half}, {wide, half}, {0, 2 * half}}},
	} {
		o := &outline{}
		for i, c := range face.corners {
			if i == 0 {
				o.move(cx+c[0], cy+c[1])
				continue
			}
			o.line(cx+c[0], cy+c[1])
		}
		o.fill(on, face.light)
	}
}
