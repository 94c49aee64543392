package storefront

import (
	"cmp"
	"slices"
	"strings"

	"vitrine"
	"vitrine/internal/inspect"
	"vitrine/internal/locale"
	"vitrine/internal/survey"
)

// show finds what the viewer shows of the model, if there is anything: first all
// pieces together, or the one that there is.
func (page *modelPage) show(l *locale.Language) {
	all := survey.ShownOf(page.Model)
	prefix := commonStart(all)
	for _, shown := range all {
		preview := &Preview{
			URL: "/" + shown.BlobKey, Kind: shown.Kind, Form: shown.Form, Plays: shown.Plays, Views: inspect.TurntableViews,
			Columns: inspect.TurntableColumns,
			Label:   cmp.Or(strings.TrimPrefix(shown.Name, prefix), shown.Name),
		}
		if shown.Name == "" {
			preview.Label = allLabel(l, page.Model, all[1:])
		}
		page.Pieces = append(page.Pieces, preview)
	}
	if len(page.Pieces) > 0 {
		page.Preview = page.Pieces[0]
	}
	if len(page.Pieces) < 2 {
		page.Pieces = nil
	}
}

// kinds are those of all that the viewer may show.
func (page *modelPage) kinds() []string {
	kinds := []string{page.Preview.Kind}
	for _, piece := range page.Pieces {
		if !slices.Contains(kinds, piece.Kind) {
			kinds = append(kinds, piece.Kind)
		}
	}
	return kinds
}

// allLabel names all pieces together, or says how many of them are shown.
func allLabel(l *locale.Language, m *vitrine.Model, pieces []survey.Shown) string {
	of := 0
	for _, f := range m.ReadyFiles() {
		if strings.EqualFold(f.Extension, vitrine.Extension(pieces[0].Name)) {
			of++
		}
	}
	if of > len(pieces) {
		return l.N("{n} of {all} pieces", "{n} of {all} pieces", int64(len(pieces)), of)
	}
	return l.N("All {n} piece", "All {n} pieces", int64(len(pieces)))
}

// commonStart is how the names of all files begin, in whole words: what would fill a
// list and tell nothing.
func commonStart(all []survey.Shown) string {
	var start string
	for _, shown := range all {
		switch {
		case shown.Name == "":
		case start == "":
			start = shown.Name
		default:
			for !strings.HasPrefix(shown.Name, start) {
				start = start[:len(start)-1]
			}
		}
	}
	return start[:strings.LastIndexAny(start, "-_ ")+1]
}
