package vitrine

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"strconv"
)

// MinContrast is how much lighter or darker text is than what it stands on, at least (WCAG
// 2.2, success criterion 1.4.3).
const MinContrast = 4.5

// The lightest and darkest that text in the colour of a marketplace stands on: pages and
// the cards in them, as style.css has them.
const (
	lightPaper, lightCard = "#f7f6f3", "#ffffff"
	darkPaper, darkCard   = "#131518", "#1c1f23"
)

// Accent is a colour of buttons and links, with what stands on it and what it stands on.
type Accent struct {
	Colour string // #rrggbb, as all of them
	Ink    string // of text on the colour
	Tint   string // that text in the colour stands on, beside the pages' own
}

// Accents are the colours of a marketplace on light and on dark pages; false where it has
// none of its own.
func (h *House) Accents() (light, dark Accent, own bool) {
	if h.Accent == "" {
		return Accent{}, Accent{}, false
	}
	onLight, onDark := lightGround, darkGround
	colour := cmp.Or(h.AccentDark, h.Accent)
	if h.AccentDark == "" {
		colour = onDark().readable(colour)
	}
	return onLight().accent(h.Accent), onDark().accent(colour), true
}

// ground is what text in an accent stands on.
type ground struct {
	name        string
	paper, card rgb
	lighter     bool // a colour becomes readable by being lighter
}

func lightGround() ground { return ground{"light", mustRGB(lightPaper), mustRGB(lightCard), false} }
func darkGround() ground  { return ground{"dark", mustRGB(darkPaper), mustRGB(darkCard), true} }

// accent fills in what belongs to a colour on this ground.
func (g ground) accent(text string) Accent {
	colour, ink := mustRGB(text), rgb{1, 1, 1}
	if dark := mustRGB("#0c0e10"); contrast(colour, dark) > contrast(colour, ink) {
		ink = dark
	}
	return Accent{Colour: colour.String(), Ink: ink.String(), Tint: g.tint(colour).String()}
}

func (g ground) tint(colour rgb) rgb { return mix(g.card, colour, 0.1) }

// worst is the least contrast that a colour has with what it stands on here.
func (g ground) worst(colour rgb) float64 {
	return min(contrast(colour, g.paper), contrast(colour, g.card), contrast(colour, g.tint(colour)))
}

// readable returns the colour, or the nearest one on the way to black or white that can be
// read here.
func (g ground) readable(text string) string {
	colour, end := mustRGB(text), rgb{}
	if g.lighter {
		end = rgb{1, 1, 1}
	}
	for step := 0.0; step <= 1; step += 0.01 {
		// What is suggested is what is stored: rounded to whole numbers first.
		if tried := mustRGB(mix(colour, end, step).String()); g.worst(tried) >= MinContrast {
			return tried.String()
		}
	}
	return end.String()
}

// check returns what is wrong with an accent at a pointer, and names a colour that is like
// it and right.
func (g ground) check(pointer, text string) []Field {
	colour, ok := parseRGB(text)
	if !ok {
		return []Field{{Pointer: pointer, Code: "bad_format", Detail: "a colour is # and six digits of 0–9 and a–f, such as #0b6e66"}}
	}
	worst := g.worst(colour)
	if worst >= MinContrast {
		return nil
	}
	// Rounded down: 4.49 is too little and must not read as 4.5.
	return []Field{{Pointer: pointer, Code: "low_contrast", Detail: fmt.Sprintf(
		"%s has a contrast of %.1f : 1 on %s pages, where text needs 4.5 : 1: take %s, or another %s",
		text, math.Floor(worst*10)/10, g.name, g.readable(text), map[bool]string{false: "as dark", true: "as light"}[g.lighter])}}
}

// rgb is a colour of sRGB; each part is from 0 to 1.
type rgb struct{ r, g, b float64 }

var colourPattern = regexp.MustCompile(`^#[0-9a-fA-F]{6}$`)

func parseRGB(text string) (rgb, bool) {
	if !colourPattern.MatchString(text) {
		return rgb{}, false
	}
	n, err := strconv.ParseUint(text[1:], 16, 32)
	part := func(shift int) float64 { return float64(n>>shift&0xff) / 255 }
	return rgb{part(16), part(8), part(0)}, err == nil
}

// mustRGB reads a colour that was checked; what is none is black.
func mustRGB(text string) rgb {
	colour, _ := parseRGB(text)
	return colour
}

// String is the colour as #rrggbb.
func (c rgb) String() string {
	whole := func(part float64) int { return int(math.Round(part * 255)) }
	return fmt.Sprintf("#%02x%02x%02x", whole(c.r), whole(c.g), whole(c.b))
}

func mix(from, to rgb, share float64) rgb {
	part := func(a, b float64) float64 { return a + (b-a)*share }
	return rgb{part(from.r, to.r), part(from.g, to.g), part(from.b, to.b)}
}

// contrast is that of WCAG 2.2, from 1 to 21.
func contrast(a, b rgb) float64 {
	x, y := a.luminance(), b.luminance()
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// luminance is the relative luminance of WCAG 2.2.
func (c rgb) luminance() float64 {
	linear := func(part float64) float64 {
		if part <= 0.04045 {
			return part / 12.92
		}
		return math.Pow((part+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(c.r) + 0.7152*linear(c.g) + 0.0722*linear(c.b)
}
