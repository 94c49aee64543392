package vitrine

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

var categorySlug = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// Category is a node of the two-level tree: top categories have ParentID 0.
type Category struct {
	ID           int64
	ParentID     int64
	Slug         string // unique in the whole tree
	Title        string
	Name         string
	Description  string
	ProductTypes []ProductType
	Position     int                     // order among its siblings
	ModelsCount  int64                   // published models in it, its subcategories' included
	Texts        map[string]CategoryText // in further languages, by their tags of BCP 47
	MergedInto   int64                   // the category that its models are moving to; 0 for none
	CreatedAt    time.Time
	UpdatedAt    time.Time
}

// CategoryText is what a category is called in a language. The title and the description may be
// empty.
type CategoryText struct {
	Title       string `json:"title,omitempty"`
	Name        string `json:"name"`
	Description string `json:"description,omitempty"`
}

// MaxCategoryTexts is how many languages a category has at most.
const MaxCategoryTexts = 50

// maxPosition is how far from 0 a category stands among its siblings.
const maxPosition = 1_000_000

// Check returns what is wrong with what a category says.
func (c *Category) Check() []Field {
	var found faults
	if !categorySlug.MatchString(c.Slug) || len(c.Slug) > 80 {
		found.add("/slug", "bad_format", "a slug has 1 to 80 characters of a–z and 0–9, with single dashes between")
	}
	if c.Title == "" || utf8.RuneCountInString(c.Title) > 200 {
		found.add("/title", "bad_length", "a title has 1 to 200 characters")
	}
	if c.Name == "" || utf8.RuneCountInString(c.Name) > 200 {
		found.add("/name", "bad_length", "a name has 1 to 200 characters")
	}
	if len(c.Description) > MaxTextBytes {
		found.add("/description", "too_long", "the description is too long")
	}
	if c.Position < -maxPosition || c.Position > maxPosition {
		found.add("/position", "not_allowed", "a position is at most 1,000,000, either way")
	}
	if len(c.ProductTypes) == 0 {
		found.add("/product_types", "too_few", "a category is for cg models, printable models or both")
	}
	for _, t := range c.ProductTypes {
		if t != CG && t != Printable {
			found.add("/product_types", "not_allowed", "the product types are cg and printable")
		}
	}
	return append(found, c.checkTexts()...)
}

func (c *Category) checkTexts() (found faults) {
	if len(c.Texts) > MaxCategoryTexts {
		found.add("/translations", "too_many", "a category has at most %d further languages", MaxCategoryTexts)
		return found
	}
	seen := map[string]bool{}
	for _, language := range slices.Sorted(maps.Keys(c.Texts)) {
		text, pointer, lower := c.Texts[language], "/translations/"+language, strings.ToLower(language)
		if !isTag(language) || lower == "en" {
			found.add(pointer, "bad_format", "name a language other than English by its tag, such as de or zh-Hans")
		} else if seen[lower] {
			found.add(pointer, "duplicate", "there is a text in this language already")
		}
		seen[lower] = true
		if text.Name == "" || utf8.RuneCountInString(text.Name) > 200 {
			found.add(pointer+"/name", "bad_length", "a name has 1 to 200 characters")
		}
		if utf8.RuneCountInString(text.Title) > 200 {
			found.add(pointer+"/title", "bad_length", "a title has 1 to 200 characters")
		}
		if len(text.Description) > MaxTextBytes {
			found.add(pointer+"/description", "too_long", "the description is too long")
		}
	}
	return found
}
