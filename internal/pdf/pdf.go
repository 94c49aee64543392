// Package pdf makes documents of text, facts, tables with totals, page numbers and attached files, on A4. The same
// calls make the same bytes.
//
// The Go fonts are in them: letters that they don't have (Chinese, Arabic, …) are written by their
// sounds, in Latin ones. Where a document must say them as they are, give HTML: Speaks says so.
// It knows nothing of stores, orders or requests.
package pdf

import (
	"bytes"
	"fmt"
	"strings"
	"sync"
	"time"

	"codeberg.org/go-pdf/fpdf"
	"github.com/mozillazg/go-unidecode"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
)

// Options are what a document is made with.
type Options struct {
	Title    string
	Language string    // tag of BCP 47, such as "de"
	Author   string    // who issues it
	At       time.Time // when it was made, for its readers: not the time of the call
	// Foot is the line at the foot of a page of so many; nil for none.
	Foot func(page, pages string) string
}

// Document is a document that is being written, from its top down.
type Document struct {
	out      *fpdf.Fpdf
	line     float64 // height of one of the text, in millimetres
	attached []fpdf.Attachment
}

// The measures of a page, in millimetres and points.
const (
	margin   = 20.0
	width    = 210 - 2*margin
	textSize = 10.0
	lineRoom = 5.0
	face     = "go"
	pagesSum = "{nb}"
)

// Speaks reports whether a document can say all that a language writes.
func Speaks(language string) bool {
	base, _, _ := strings.Cut(language, "-")
	return base != "zh" && base != "ar" && base != "ja" && base != "ko" && base != "he" && base != "th" && base != "hi"
}

// New begins a document with its first page.
func New(o Options) *Document {
	out := fpdf.New("P", "mm", "A4", "")
	out.SetCatalogSort(true)
	out.SetCreationDate(o.At.UTC())
	out.SetModificationDate(o.At.UTC())
	out.SetProducer("Vitrine", true)
	out.SetTitle(Text(o.Title), true) // fpdf fails on runes beyond 16 bits
	out.SetAuthor(Text(o.Author), true)
	out.SetLang(o.Language)
	out.AddUTF8FontFromBytes(face, "", goregular.TTF)
	out.AddUTF8FontFromBytes(face, "B", gobold.TTF)
	out.AliasNbPages(pagesSum)
	out.SetMargins(margin, margin, margin)
	out.SetAutoPageBreak(true, margin+lineRoom)
	d := &Document{out: out, line: lineRoom}
	if o.Foot != nil {
		out.SetFooterFunc(func() {
			out.SetY(-margin)
			out.SetFont(face, "", textSize-2)
			out.SetTextColor(90, 90, 90)
			out.CellFormat(width, lineRoom, Text(o.Foot(fmt.Sprint(out.PageNo()), pagesSum)), "", 0, "L", false, 0, "")
			out.SetTextColor(0, 0, 0)
		})
	}
	out.AddPage()
	return d
}

// Heading writes a title: level 1 for that of the document, 2 for that of a part.
func (d *Document) Heading(level int, text string) {
	size := textSize + 8
	if level > 1 {
		size = textSize + 2
		d.out.Ln(d.line)
	}
	d.out.SetFont(face, "B", size)
	d.out.MultiCell(width, size*0.5, Text(text), "", "L", false)
	d.out.Ln(d.line / 2)
}

// Text writes a paragraph. Lines that it has stay lines.
func (d *Document) Text(text string) { d.write("", textSize, text) }

// Small writes a paragraph in small letters.
func (d *Document) Small(text string) { d.write("", textSize-2, text) }

func (d *Document) write(style string, size float64, text string) {
	d.out.SetFont(face, style, size)
	d.out.MultiCell(width, size*0.5, Text(text), "", "L", false)
	d.out.Ln(d.line / 2)
}

// Fact is a name with what it says.
type Fact struct{ Name, Value string }

// Facts writes facts, a line each; a value that is long goes on below.
func (d *Document) Facts(facts ...Fact) {
	const names = width / 3
	for _, fact := range facts {
		d.out.SetFont(face, "B", textSize)
		top := d.out.GetY()
		d.out.CellFormat(names, d.line, fit(d.out, Text(fact.Name), names), "", 0, "L", false, 0, "")
		d.out.SetFont(face, "", textSize)
		d.out.SetXY(margin+names, max(top, d.out.GetY()))
		d.out.MultiCell(width-names, d.line, Text(fact.Value), "", "L", false)
	}
	d.out.Ln(d.line / 2)
}

// Attach puts a file into the document, which readers of PDF save from it. Its name is one of a file, in ASCII.
func (d *Document) Attach(name string, content []byte) {
	d.attached = append(d.attached, fpdf.Attachment{Filename: name, Content: content})
	d.out.SetAttachments(d.attached)
}

// Bytes ends the document and returns it.
func (d *Document) Bytes() ([]byte, error) {
	var to bytes.Buffer
	if err := d.out.Output(&to); err != nil {
		return nil, fmt.Errorf("pdf: %w", err)
	}
	return to.Bytes(), nil
}

// fit shortens a text to a width.
func fit(out *fpdf.Fpdf, text string, room float64) string {
	room -= 2 // what a cell leaves free
	if out.GetStringWidth(text) <= room {
		return text
	}
	runes := []rune(text)
	for len(runes) > 0 && out.GetStringWidth(string(runes)+"…") > room {
		runes = runes[:len(runes)-1]
	}
	return string(runes) + "…"
}

// glyphs says which letters the fonts have.
var glyphs = sync.OnceValue(func() *sfnt.Font {
	font, err := sfnt.Parse(goregular.TTF)
	if err != nil {
		panic(err) // it is the same each time
	}
	return font
})

// Text is a text in the letters of the fonts: others are written by their sounds, and control characters are left out.
func Text(text string) string {
	var b strings.Builder
	var buffer sfnt.Buffer
	for _, r := range strings.ToValidUTF8(text, "") {
		switch index, err := glyphs().GlyphIndex(&buffer, r); {
		case r == '\n' || r == '\u00a0' || r == '\u202f' || r == '\u2009':
			b.WriteRune(map[bool]rune{true: '\n', false: ' '}[r == '\n'])
		case r < ' ' || r >= 0x7f && r < 0xa0 || r >= 0x200b && r <= 0x200f || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069:
		case err == nil && index != 0 && r <= 0xffff:
			b.WriteRune(r)
		default:
			b.WriteString(unidecode.Unidecode(string(r)))
		}
	}
	return b.String()
}
