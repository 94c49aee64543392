package vitrine_test

import (
	"slices"
	"strings"
	"testing"

	"vitrine"
)

func TestCheckPaper(t *testing.T) {
	t.Parallel()
	good := vitrine.PaperText{Language: "en", Title: "Terms", Text: "Be kind."}
	with := func(change func(*vitrine.PaperText)) []vitrine.PaperText {
		text := good
		change(&text)
		return []vitrine.PaperText{good, text}
	}
	for _, c := range []struct {
		name, want string
		texts      []vitrine.PaperText
	}{
		{"two languages", "", with(func(p *vitrine.PaperText) { p.Language = "zh-Hans" })},
		{"nothing", "/texts/0/text", nil},
		{"one language twice", "/texts/1/language", with(func(p *vitrine.PaperText) { p.Language = "EN" })},
		{"no language", "/texts/1/language", with(func(p *vitrine.PaperText) { p.Language = "" })},
		{"markup for a language", "/texts/1/language", with(func(p *vitrine.PaperText) { p.Language = `en"><b>` })},
		{"a digit first", "/texts/1/language", with(func(p *vitrine.PaperText) { p.Language = "e1" })},
		{"no heading", "/texts/1/title", with(func(p *vitrine.PaperText) { p.Language, p.Title = "de", "" })},
		{"two lines of heading", "/texts/1/title", with(func(p *vitrine.PaperText) { p.Language, p.Title = "de", "a\nb" })},
		{"no text", "/texts/1/text", with(func(p *vitrine.PaperText) { p.Language, p.Text = "de", "" })},
		{"too much", "/texts/1/text", with(func(p *vitrine.PaperText) { p.Language, p.Text = "de", strings.Repeat("é", 100_001) })},
		{"what PostgreSQL stores not", "/texts/1/text", with(func(p *vitrine.PaperText) { p.Language, p.Text = "de", "a\x00" })},
	} {
		var got []string
		for _, fault := range vitrine.CheckPaper(c.texts) {
			got = append(got, fault.Pointer)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %v, want %s", c.name, got, c.want)
		}
	}
}

// TestOwed asks who has to agree to what.
func TestOwed(t *testing.T) {
	t.Parallel()
	papers := vitrine.Papers{Terms: vitrine.PaperState{Version: 4, Binding: 3}, Help: vitrine.PaperState{Version: 1},
		Privacy: vitrine.PaperState{Binding: 2}}
	for _, c := range []struct {
		agreed int64
		want   []vitrine.PaperKind
	}{
		{0, []vitrine.PaperKind{vitrine.TermsPaper}}, {2, []vitrine.PaperKind{vitrine.TermsPaper}}, {3, nil}, {4, nil},
	} {
		got := papers.Owed(map[vitrine.PaperKind]int64{vitrine.TermsPaper: c.agreed})
		if !slices.Equal(got, c.want) {
			t.Errorf("who agreed to version %d owes %v, want %v", c.agreed, got, c.want)
		}
	}
	if got := papers.Missing(); !slices.Equal(got, []vitrine.PaperKind{vitrine.PrivacyPaper, vitrine.ImprintPaper, vitrine.RefundPaper}) {
		t.Errorf("%v are missing", got)
	}
}
