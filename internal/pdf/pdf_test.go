package pdf_test

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"vitrine/internal/pdf"
)

// sample writes a document with so many rows, on several pages for many.
func sample(t testing.TB, rows int) []byte {
	t.Helper()
	d := pdf.New(pdf.Options{Title: "Abrechnung – Mai 2026", Language: "de", Author: "Eiche & Esche",
		At:   time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC),
		Foot: func(page, pages string) string { return "Seite " + page + " von " + pages }})
	d.Heading(1, "Abrechnung – Mai 2026")
	d.Text("Für Ada Lovelace\nStraße 7\n12345 Łódź")
	d.Facts(pdf.Fact{Name: "Konto", Value: "DE…3000"}, pdf.Fact{Name: strings.Repeat("ein langer Name ", 9),
		Value: strings.Repeat("viel Text ", 60)})
	d.Heading(2, "Bewegungen")
	table := pdf.Table{Columns: []pdf.Column{{Title: "Tag", Share: 2}, {Title: "Was", Share: 5}, {Title: "Betrag", Share: 2, Right: true}}}
	for i := range rows {
		table.Rows = append(table.Rows, []string{fmt.Sprintf("%d. 5. 2026", i%31+1), strings.Repeat("日本の椅子, Кресло дуб ", i%4+1), "12,50 €"})
	}
	table.Totals = [][]string{{"", "Summe", "1.250,00 €"}, {"", "davon Steuer", "199,58 €"}}
	d.Table(table)
	d.Small("Erzeugt von Vitrine.")
	d.Attach("einer.txt", []byte("eins"))
	d.Attach("zwei.txt", []byte("zwei"))
	data, err := d.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestSameBytes makes a document twice.
func TestSameBytes(t *testing.T) {
	t.Parallel()
	data := sample(t, 120)
	if !bytes.Equal(data, sample(t, 120)) {
		t.Error("the same document has other bytes")
	}
	if dir := os.Getenv("VITRINE_TEST_SCREENSHOTS"); dir != "" {
		_ = os.WriteFile(dir+"/sample.pdf", data, 0o600)
	}
	pages := func(data []byte) int { return bytes.Count(data, []byte("/Type /Page\n")) }
	if !bytes.HasPrefix(data, []byte("%PDF-")) || pages(data) < 3 || pages(sample(t, 2)) != 1 || bytes.Contains(data, []byte("{nb}")) {
		t.Errorf("%d rows are on %d pages, and 2 on %d", 120, pages(data), pages(sample(t, 2)))
	}
	if attached := bytes.Count(data, []byte("/Type /EmbeddedFile")); attached != 2 {
		t.Errorf("%d files are attached, want 2", attached)
	}
	if len(data) > 200_000 {
		t.Errorf("it has %d bytes: all of the fonts are in it", len(data))
	}
}

// TestText keeps what the fonts have, and writes the rest by its sounds.
func TestText(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Größe – 12 €": "Größe – 12 €", "Łódź, Кресло, Αθήνα": "Łódź, Кресло, Αθήνα", "日本": "Ri Ben ", "a\x00b\u202ec\u200d": "abc",
		"1\u00a0250,00": "1 250,00", "x\ny": "x\ny", "\xff": "", "🪑": "",
	} {
		if got := pdf.Text(text); got != want {
			t.Errorf("%q is written as %q, want %q", text, got, want)
		}
	}
}

func TestSpeaks(t *testing.T) {
	t.Parallel()
	for language, want := range map[string]bool{"de": true, "en-GB": true, "zh-Hans": false, "ar": false} {
		if pdf.Speaks(language) != want {
			t.Errorf("%s: want %t", language, want)
		}
	}
}

// FuzzDocument writes anything.
func FuzzDocument(f *testing.F) {
	f.Add("Käthe\n\n日本", "12,50 €")
	f.Add(strings.Repeat("x", 400), "\x00\xff")
	f.Add("🪑 cut off in a rune: \xf0", "\xe2\x82")
	f.Fuzz(func(t *testing.T, text, cell string) {
		d := pdf.New(pdf.Options{Title: text, Language: "en", At: time.Unix(0, 0)})
		d.Heading(1, text)
		d.Text(text)
		d.Facts(pdf.Fact{Name: cell, Value: text})
		d.Table(pdf.Table{Columns: []pdf.Column{{Title: cell, Share: 1}, {Title: "x", Share: 0.1, Right: true}},
			Rows: [][]string{{text, cell}, {text}}})
		if _, err := d.Bytes(); err != nil {
			t.Errorf("%q, %q: %v", text, cell, err)
		}
	})
}
