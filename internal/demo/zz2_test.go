package demo

import "image"

func draw3(m *Mesh, c uint32) *image.RGBA { return draw(m, view{-32, 22}, rgb(c)) }
