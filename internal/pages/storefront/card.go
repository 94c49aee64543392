package storefront

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/record"
	"vitrine/internal/store"
)

// card is a model as lists show it, read from its record.
type card struct {
	ID         int64             `json:"id"`
	Title      string            `json:"title"`
	AuthorName string            `json:"author_name"`
	Path       string            `json:"url"`
	Type       string            `json:"type"`
	Prices     map[string]string `json:"prices"`
	Currency   string            `json:"currency"`
	Extensions []string          `json:"availableFileExtensions"`
	Rigged     *bool             `json:"rigged"`
	PBR        *bool             `json:"pbr"`
	Adult      bool              `json:"adult_content"`
	AI         bool              `json:"ai_generated"`
	License    string            `json:"license"`

	Language string // of the title, "" for that of the page
	Picture  *pages.Picture
	Opinions vitrine.Opinions
	Veiled   bool // its picture is for those who said to be of age

	languages []string // of the model
	language  string   // of the card
}

// free reports whether the model costs nothing.
func (c card) free() bool { return c.Prices["download"] == "0.00" }

// price formats the price for people.
func (c card) price(l *locale.Language) string {
	if c.free() {
		return l.Free()
	}
	return l.Priced(c.Prices["download"], c.Currency)
}

// original is the price before the discount, "" without one.
func (c card) original(l *locale.Language) string {
	if c.Prices["original"] == "" {
		return ""
	}
	return l.Priced(c.Prices["original"], c.Currency)
}

// lowest is the lowest price of the 30 days before a discount, where that is another one than was struck out; "" else.
func (c card) lowest(l *locale.Language) string {
	if low := c.Prices["lowest_30_days"]; low != "" && low != c.Prices["original"] {
		return l.Priced(low, c.Currency)
	}
	return ""
}

// saving is how much of the original price a discount takes off, such as
// "−25%", "" where that is not a percent.
func (c card) saving(l *locale.Language) string {
	now, err := vitrine.ParsePrice(c.Prices["download"])
	before, errBefore := vitrine.ParsePrice(c.Prices["original"])
	if err != nil || errBefore != nil {
		return ""
	}
	return saving(l, now, before)
}

func saving(l *locale.Language, now, before vitrine.Amount) string {
	if before <= 0 || (before-now)*100/before < 1 {
		return ""
	}
	return l.Off(int64((before - now) * 100 / before))
}

// Printable reports whether the model is for 3D printing.
func (c card) Printable() bool { return c.Type == string(vitrine.Printable) }

// badges are the traits that buyers look for and a page can show: what moves stands
// still there, so that it is a fact in the table and no badge.
func (c card) badges(l *locale.Language) []string {
	var list []string
	for _, trait := range []struct {
		has  bool
		name locale.Phrase
	}{
		{c.Printable(), locale.Text("3D print")}, {c.PBR != nil && *c.PBR, locale.Text("PBR")},
		{c.Rigged != nil && *c.Rigged, locale.Text("Rigged")}, {c.License == string(vitrine.Editorial), locale.Text("Editorial")},
		{c.AI, locale.Text("Made with AI")}, {c.Adult, locale.Text("18+")},
	} {
		if trait.has {
			list = append(list, l.Say(trait.name))
		}
	}
	return list
}

// maxShownFormats keeps a card's formats on a line.
const maxShownFormats = 5

// Formats are the first formats, in capitals.
func (c card) Formats() []string {
	list := formatNames(c.Extensions)
	return list[:min(len(list), maxShownFormats)]
}

// formatNames writes extensions for people. What only goes with a model, such
// as its materials and textures, is no format of it, unless there is nothing else.
func formatNames(extensions []string) []string {
	var models, companions []string
	for _, extension := range extensions {
		name := strings.ToUpper(extension)
		if slices.Contains([]string{"mtl", "bin", "png", "jpg", "jpeg", "tga", "webp", "pdf", "txt"}, extension) {
			companions = append(companions, name)
		} else {
			models = append(models, name)
		}
	}
	if len(models) == 0 {
		return companions
	}
	return models
}

// newCards makes the cards of models, each in the language that the visitor likes best.
// Models that are published no more are left out.
func (p *Pages) newCards(r *http.Request, ids []int64) ([]card, error) {
	found, err := p.db.Pictured(r.Context(), ids)
	if err != nil {
		return nil, err
	}
	grown, err := p.grown(r)
	if err != nil {
		return nil, err
	}
	list := make([]card, 0, len(found))
	for _, stored := range found {
		c, err := p.card(r, stored.Record)
		if vitrine.CodeOf(err) == vitrine.NotFound {
			continue // deleted since the list was read
		}
		if err != nil {
			return nil, err
		}
		c.Opinions = stored.Opinions
		if c.Veiled = c.Adult && !grown; stored.Image != nil && !c.Veiled {
			c.Picture = pages.PictureOf(*stored.Image)
		}
		list = append(list, c)
	}
	return list, nil
}

func (p *Pages) card(r *http.Request, stored store.Record) (c card, err error) {
	language := bestLanguage(r, stored.Languages)
	if stored.JSON, err = p.recordIn(r.Context(), stored, language); err != nil {
		return c, err
	}
	if err := json.Unmarshal(record.Form{}.Expand(nil, stored.JSON), &c); err != nil {
		return c, fmt.Errorf("record of model %d: %w", stored.ID, err)
	}
	c.Language, c.language, c.languages = foreign(locale.Of(r.Context()), language), language, stored.Languages
	return c, nil
}

// recordIn returns a model's record in one of its languages, made again where
// none is stored.
func (p *Pages) recordIn(ctx context.Context, stored store.Record, language string) (string, error) {
	text := stored.JSON
	if language != stored.Language {
		var err error
		if text, err = p.db.Translation(ctx, stored.ID, language); err != nil {
			return "", err
		}
	}
	if text != "" {
		return text, nil
	}
	m, err := p.db.Model(ctx, stored.ID)
	if err != nil {
		return "", err
	}
	return string(record.Append(nil, m, m.TextIn(language), p.shop.Settings().Currency)), nil
}

// foreign is a language as an attribute: "" where it is the page's own.
func foreign(l *locale.Language, language string) string {
	if language == l.Tag || strings.HasPrefix(language, l.Tag+"-") {
		return ""
	}
	return language
}
