package demo

import (
	"fmt"
	"image"
	idraw "image/draw"
	"image/png"
	"os"
	"testing"
	"time"
)

type sheet struct{ pics []*image.RGBA }

func (s *sheet) shot(name string, m *Mesh, tint ...uint32) {
	start := time.Now()
	c := uint32(0xe9eef2)
	if len(tint) > 0 {
		c = tint[0]
	}
	s.pics = append(s.pics, drawPic(m, c))
	fmt.Println(name, len(m.Faces), time.Since(start))
}
func drawPic(m *Mesh, c uint32) *image.RGBA { return draw3(m, c) }

func (s *sheet) save(path string, cols, shrink int) {
	w, h := 800/shrink, 600/shrink
	rows := (len(s.pics) + cols - 1) / cols
	out := image.NewRGBA(image.Rect(0, 0, cols*w, rows*h))
	for i, p := range s.pics {
		small := image.NewRGBA(image.Rect(0, 0, w, h))
		for y := range h {
			for x := range w {
				for k := range 4 {
					sum := 0
					for d := range shrink * shrink {
						sum += int(p.Pix[p.PixOffset(x*shrink+d%shrink, y*shrink+d/shrink)+k])
					}
					small.Pix[small.PixOffset(x, y)+k] = uint8(sum / shrink / shrink)
				}
			}
		}
		idraw.Draw(out, image.Rect(i%cols*w, i/cols*h, i%cols*w+w, i/cols*h+h), small, image.Point{}, idraw.Src)
	}
	f, _ := os.Create(path)
	png.Encode(f, out)
	f.Close()
}

func TestZZ(t *testing.T) {
	s := &sheet{}
	s.shot("chair", chair(chairSpec{0.46, 0.46, 0.45, 0.86, 6, false, oak(), matte("linen", 0x7d8f98)}))
	s.shot("stool", stool(0.65, 4, iron(), walnut()))
	s.shot("table", roundTable(0.55, 0.74, oak(), black()))
	s.shot("desk", desk(1.5, 0.7, walnut(), iron()))
	s.shot("shelf", bookshelf(0.9, 1.9, 5, oak()))
	s.shot("sofa", sofa(3, matte("wool", 0x4f6d7a), oak()))
	s.shot("lamp", floorLamp(3, oak(), matte("shade", 0xefe6d4)))
	s.shot("pendant", pendantLamp(0.22, copper(), black()))
	s.save("/tmp/cgen/sheet.png", 3, 2)
}
