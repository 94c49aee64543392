package vitrine

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// The limits of a model's texts.
const (
	MinTags        = 5
	MaxTags        = 50
	MaxTagLength   = 50 // characters
	MaxTitleLength = 200
	MaxLanguages   = 20
	MaxTextBytes   = 64 << 10 // of a description, custom licence or parts description
)

// ModelChange is what a request wants of a model: a new draft or an update.
// What is not set stays as it is; null takes a value away where a draft can do
// without it.
type ModelChange struct {
	Language       string // of Title, Description and Tags; "" for the model's first
	Status         Optional[Status]
	Title          Optional[string]
	Description    Optional[string] // sanitised by the caller
	RawText        string           // Description as plain text
	Tags           Optional[[]string]
	Category       Optional[Category] // looked up by the caller
	Subcategory    Optional[Category]
	Price          Optional[Amount]
	OriginalPrice  Optional[Amount]
	License        Optional[License]
	CustomLicense  Optional[string]
	ProductType    Optional[ProductType]
	GameReady      Optional[bool]
	Animated       Optional[bool]
	Rigged         Optional[bool]
	PBR            Optional[bool]
	Preview        Optional[PreviewForm] // null: by the price again
	AdultContent   Optional[bool]
	AIGenerated    Optional[bool]
	NoAITraining   Optional[bool] // not set for a new model: as its author wants it
	Units          Optional[string]
	PreSupported   Optional[bool]
	SplitIntoParts Optional[bool]
	PartsDetails   Optional[string]
	Info           Optional[Info]
	AsRead         bool   // it is a record as it was read: what it shows is no choice
	Currency       string // of the prices; "" for one with hundredths
	Least          Amount // that a model which is not free may cost; 0: anything
}

// Apply makes the change, all but its status, or says what is wrong with it,
// every fault at once. With faults the model is left in an undefined state.
func (m *Model) Apply(c ModelChange) []Field {
	var faults faults
	m.applyText(c, &faults)
	m.applyCategory(c, &faults)
	m.applyPreview(c, &faults) // before the price: what is sent back as it was shown is no choice
	m.applyPrice(c, &faults)
	m.applyLicense(c, &faults)
	m.applyType(c, &faults)
	setBool(&m.AdultContent, c.AdultContent, "/adult_content", &faults)
	setBool(&m.AIGenerated, c.AIGenerated, "/ai_generated", &faults)
	setBool(&m.NoAITraining, c.NoAITraining, "/no_ai_training", &faults)
	if c.Status.Set && (c.Status.Null || c.Status.Value != Draft && c.Status.Value != Published) {
		faults.add("/status", "not_allowed", "the status is draft or published")
	}
	return faults
}

type faults []Field

func (f *faults) add(pointer, code, format string, args ...any) {
	*f = append(*f, Field{Pointer: pointer, Code: code, Detail: fmt.Sprintf(format, args...)})
}

func setBool(dst *bool, v Optional[bool], pointer string, faults *faults) {
	switch {
	case v.Null:
		faults.add(pointer, "wrong_type", "this is true or false, not null")
	case v.Set:
		*dst = v.Value
	}
}

func (m *Model) applyText(c ModelChange, faults *faults) {
	if !c.Title.Set && !c.Description.Set && !c.Tags.Set {
		return
	}
	text := m.textFor(c.Language)
	if len(m.Translations) >= MaxLanguages {
		*faults = append(*faults, Field{Header: "Content-Language", Code: "too_many",
			Detail: fmt.Sprintf("a model has texts in at most %d languages", MaxLanguages)})
	}
	if c.Title.Set {
		text.Title = strings.TrimSpace(c.Title.Value)
		checkTitle(c.Title, faults)
	}
	if c.Description.Set {
		text.Description, text.RawDescription = c.Description.Value, c.RawText
		checkLength("/description", c.Description.Value, faults)
	}
	switch {
	case c.Tags.Null:
		text.Tags = nil
	case c.Tags.Set && !(c.AsRead && slices.Equal(c.Tags.Value, text.Tags)):
		text.Tags = checkTags(c.Tags.Value, faults)
	}
}

// textFor finds or begins the text in a language. A new translation starts as
// a copy of the first text, so that it is never half empty.
func (m *Model) textFor(language string) *Text {
	if m.Language == "" {
		m.Language = cmp.Or(language, DefaultLanguage)
	}
	if language == "" || language == m.Language {
		return &m.Text
	}
	for i := range m.Translations {
		if m.Translations[i].Language == language {
			return &m.Translations[i]
		}
	}
	copied := m.Text
	copied.Language = language
	m.Translations = append(m.Translations, copied)
	return &m.Translations[len(m.Translations)-1]
}

func checkTitle(title Optional[string], faults *faults) {
	text := strings.TrimSpace(title.Value)
	switch n := utf8.RuneCountInString(text); {
	case n == 0:
		faults.add("/title", "required", "a model needs a title")
	case n > MaxTitleLength:
		faults.add("/title", "too_long", "the title has %d characters, at most %d are allowed", n, MaxTitleLength)
	case strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r == 0x7f }):
		faults.add("/title", "bad_format", "the title is one line, without control characters")
	}
}

func checkLength(pointer, text string, faults *faults) {
	if len(text) > MaxTextBytes {
		faults.add(pointer, "too_long", "this has %d bytes, at most %d are allowed", len(text), MaxTextBytes)
	}
}

func checkTags(sent []string, faults *faults) []string {
	var tags []string
	seen := map[string]bool{}
	for i, tag := range sent {
		tag = strings.Join(strings.Fields(tag), " ")
		pointer, folded := fmt.Sprintf("/tags/%d", i), strings.ToLower(tag)
		switch {
		case tag == "":
			faults.add(pointer, "too_short", "a tag is not empty")
		case utf8.RuneCountInString(tag) > MaxTagLength:
			faults.add(pointer, "too_long", "a tag has at most %d characters", MaxTagLength)
		case seen[folded]:
			faults.add(pointer, "duplicate", "the tag %q stands here twice", tag)
		default:
			seen[folded] = true
			tags = append(tags, tag)
		}
	}
	switch {
	case len(sent) < MinTags:
		faults.add("/tags", "too_few", "at least %d tags are needed, %d were given", MinTags, len(sent))
	case len(sent) > MaxTags:
		faults.add("/tags", "too_many", "at most %d tags are allowed, %d were given", MaxTags, len(sent))
	}
	return tags
}

func (m *Model) applyCategory(c ModelChange, faults *faults) {
	if c.Category.Set {
		if c.Category.Value.ParentID != 0 {
			faults.add("/category", "not_allowed", "%q is a subcategory: send it as subcategory", c.Category.Value.Slug)
		}
		if m.Category.ID != c.Category.Value.ID && !c.Subcategory.Set {
			m.Subcategory = Category{}
		}
		m.Category = c.Category.Value
	}
	if c.Subcategory.Set {
		m.Subcategory = c.Subcategory.Value
		if m.Subcategory.ID != 0 && m.Subcategory.ParentID != m.Category.ID {
			faults.add("/subcategory", "not_allowed", "%s", wrongParent(m))
		}
	}
}

func wrongParent(m *Model) string {
	switch {
	case m.Subcategory.ParentID == 0:
		return fmt.Sprintf("%q is a top category: send it as category", m.Subcategory.Slug)
	case m.Category.ID == 0:
		return fmt.Sprintf("the model has no category yet: send the one that %q belongs to as category", m.Subcategory.Slug)
	}
	return fmt.Sprintf("%q does not belong to the category %q", m.Subcategory.Slug, m.Category.Slug)
}

// checkCoins finds a price that its currency has no coins for.
func checkCoins(pointer string, price Optional[Amount], currency string, faults *faults) {
	if err := CheckStep(price.Value, currency); err != nil {
		faults.add(pointer, "bad_price", "%s", err.Error())
	}
}

func (m *Model) applyPrice(c ModelChange, faults *faults) {
	if c.Price.Set {
		m.Price = amount(c.Price)
		checkCoins("/price", c.Price, c.Currency, faults)
		if price := c.Price.Value; price > 0 && price < c.Least {
			faults.add("/price", "bad_price", "no card is charged less than %s %s: ask for that or more, or for nothing", c.Least, c.Currency)
		}
	}
	if c.OriginalPrice.Set {
		m.OriginalPrice = amount(c.OriginalPrice)
		checkCoins("/original_price", c.OriginalPrice, c.Currency, faults)
	}
	if m.OriginalPrice == nil || !c.Price.Set && !c.OriginalPrice.Set {
		return
	}
	if m.Price == nil || *m.OriginalPrice < *m.Price {
		faults.add("/original_price", "too_small", "the original price is at least the price; send null to end the discount")
	}
}

// applyPreview takes the author's choice. What a model is shown as by its price and
// files is no choice when its record is sent back: at another price it would be one.
func (m *Model) applyPreview(c ModelChange, faults *faults) {
	switch {
	case !c.Preview.Set:
	case c.Preview.Null:
		m.PreviewChoice = ""
	case !slices.Contains(PreviewForms(), c.Preview.Value):
		faults.add("/preview", "not_allowed", "the preview is full, reduced, turntable or none; send null for what is usual at the price")
	case !c.AsRead || m.PreviewChoice != "" || c.Preview.Value != m.PreviewForm():
		m.PreviewChoice = c.Preview.Value
	}
}

func amount(v Optional[Amount]) *Amount {
	if v.Null {
		return nil
	}
	return &v.Value
}

func (m *Model) applyLicense(c ModelChange, faults *faults) {
	license := c.License.Value
	if license == GeneralAlias {
		license = General
	}
	if c.License.Set {
		if !c.License.Null && !license.WellFormed() {
			faults.add("/license", "not_allowed", "the license is general, editorial, custom or another one that is offered here")
			return
		}
		m.License = license
		if license != Custom && !c.CustomLicense.Set {
			m.CustomLicense = ""
		}
	}
	if c.CustomLicense.Set {
		m.CustomLicense = strings.TrimSpace(c.CustomLicense.Value)
		checkLength("/custom_license", m.CustomLicense, faults)
	}
	if !c.License.Set && !c.CustomLicense.Set {
		return
	}
	switch {
	case m.License == Custom && m.CustomLicense == "":
		faults.add("/custom_license", "required", "a custom license needs its text")
	case m.License != Custom && m.CustomLicense != "":
		faults.add("/custom_license", "not_allowed", "only the license custom takes a text of its own")
	}
}
