package pdf

import "strings"

// Column is one of a table.
type Column struct {
	Title string
	Share float64 // of the width, in comparison with the others
	Right bool    // numbers stand on the right
}

// Table is rows below titles, with totals that end it.
type Table struct {
	Columns []Column
	Rows    [][]string
	Totals  [][]string
}

// Table writes a table. Its titles stand on each page that it goes on to; what is longer than its column is
// broken into lines.
func (d *Document) Table(t Table) {
	widths, sum := make([]float64, len(t.Columns)), 0.0
	for _, c := range t.Columns {
		sum += c.Share
	}
	titles := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		widths[i], titles[i] = width*c.Share/sum, c.Title
	}
	head := func() {
		d.out.SetFillColor(235, 235, 235)
		d.row(t.Columns, widths, titles, rowStyle{bold: true, filled: true})
	}
	head()
	for _, row := range t.Rows {
		d.ensure(t.Columns, widths, row, head)
		d.row(t.Columns, widths, row, rowStyle{})
	}
	for i, row := range t.Totals {
		d.ensure(t.Columns, widths, row, head)
		d.row(t.Columns, widths, row, rowStyle{bold: true, lined: i == 0})
	}
	d.out.Ln(d.line)
}

type rowStyle struct{ bold, filled, lined bool }

// ensure begins another page, with the titles, where a row does not fit on this one.
func (d *Document) ensure(columns []Column, widths []float64, row []string, head func()) {
	_, page := d.out.GetPageSize()
	if d.out.GetY()+d.height(columns, widths, row, "") > page-margin-lineRoom {
		d.out.AddPage()
		head()
	}
}

// cellSize is that of letters in tables.
const cellSize = textSize - 1.5

// lines breaks the text of a cell.
func (d *Document) lines(text string, room float64) []string {
	if text = Text(text); text == "" {
		return []string{""}
	}
	return d.out.SplitText(strings.ReplaceAll(text, "\n", " "), room-2)
}

func (d *Document) height(columns []Column, widths []float64, row []string, style string) float64 {
	d.out.SetFont(face, style, cellSize)
	most := 1
	for i := range columns {
		if i < len(row) {
			most = max(most, len(d.lines(row[i], widths[i])))
		}
	}
	return float64(most) * d.line
}

func (d *Document) row(columns []Column, widths []float64, row []string, s rowStyle) {
	style := ""
	if s.bold {
		style = "B"
	}
	high := d.height(columns, widths, row, style)
	top, left := d.out.GetY(), margin
	if s.filled {
		d.out.Rect(left, top, width, high, "F")
	}
	if s.lined {
		d.out.Line(left, top, left+width, top)
	}
	for i, c := range columns {
		if i >= len(row) {
			break
		}
		align := "L"
		if c.Right {
			align = "R"
		}
		for n, line := range d.lines(row[i], widths[i]) {
			d.out.SetXY(left, top+float64(n)*d.line)
			d.out.CellFormat(widths[i], d.line, line, "", 0, align, false, 0, "")
		}
		left += widths[i]
	}
	d.out.SetXY(margin, top+high)
}
