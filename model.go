package vitrine

import (
	"slices"
	"time"
)

// Status is the state of a model.
type Status string

// A model is a draft until it is published, and may go back.
const (
	Draft     Status = "draft"
	Published Status = "published"
)

// ProductType says what a model is for: computer graphics or 3D printing.
type ProductType string

// The product types.
const (
	CG        ProductType = "cg"
	Printable ProductType = "printable"
)

// License names the terms that a model is sold under.
type License string

// The licences. GeneralAlias is another name of General that is taken on input.
const (
	General   License = "general"
	Editorial License = "editorial"
	Custom    License = "custom"

	GeneralAlias License = "royalty_free"
)

// DefaultLanguage is the language of texts that come without one.
const DefaultLanguage = "en-US"

// Model is something that a seller offers: texts, terms, files and images.
type Model struct {
	ID            int64
	AuthorID      int64
	AuthorName    string // the author's username
	DraftOf       int64  // the model whose draft version this is, which only the shop leads to; 0: it is none
	Status        Status
	HiddenFrom    Status    // what it was when the operator hid it; "": it is not hidden
	WaitingSince  time.Time // when its author wanted this draft published, which is reviewed first; zero: it does not wait
	SentBack      string    // why it was not published, until it waits again; "" for nothing
	Slug          string    // unique for ever, also after deletion; set from the title
	Text                    // in the model's first language
	Translations  []Text    // in further languages
	Category      Category  // zero ID: none yet
	Subcategory   Category
	ProductType   ProductType
	License       License // "": none yet
	CustomLicense string
	Price         *Amount     // nil: none yet
	OriginalPrice *Amount     // the price before the discount, nil without one
	LowestBefore  *Amount     // of a discounted one: the lowest price of the 30 days before; nil where that is not known, or not read
	PreviewChoice PreviewForm // "": by the price, see PreviewLimit
	Whole         Preview     // of all pieces of a set together
	AdultContent  bool
	AIGenerated   bool
	NoAITraining  bool // the author wants nobody to train machines with it
	CGTraits
	PrintTraits
	Info           Info
	AdminRating    *float64 // 0.0 to 10.0, set by the operator; nil: not rated
	Sales          int64    // paid orders
	Files          []File   // in order of upload
	Images         []Image  // in order of position
	Measured       Measured // from the files, where somebody asked for it
	Version        int64    // grows with every change of what the record shows
	CreatedAt      time.Time
	UpdatedAt      time.Time
	PublishedAt    time.Time // zero: never published
	DeletedAt      time.Time // zero: not deleted
	PictureRefused time.Time // when its author removed the picture that was drawn; zero: one is drawn where there is none
}

// Text is what is written about a model in one language.
type Text struct {
	Language       string // BCP 47, such as "en-US"
	Title          string
	Description    string // sanitised HTML
	RawDescription string // the same as plain text
	Tags           []string
}

// CGTraits belong to CG models only.
type CGTraits struct {
	GameReady bool
	Animated  bool
	Rigged    bool
	PBR       bool
}

// PrintTraits belong to printable models only.
type PrintTraits struct {
	Units          string // mm, cm, m, in or ft; "" when not said
	PreSupported   bool
	SplitIntoParts bool
	PartsDetails   string
}

// TextIn returns the model's text in a language that it has, else in its first.
func (m *Model) TextIn(language string) Text {
	for _, text := range m.Translations {
		if text.Language == language {
			return text
		}
	}
	return m.Text
}

// Texts lists the model's texts, that in its first language first.
func (m *Model) Texts() []Text { return append([]Text{m.Text}, m.Translations...) }

// Languages lists the languages that the model has texts in, its first one first.
func (m *Model) Languages() []string {
	var languages []string
	for _, text := range m.Texts() {
		languages = append(languages, text.Language)
	}
	return languages
}

// RemoveText takes away the text in a language: NotFound where there is none, and
// Conflict where it is the only one. When it was the first, the next one becomes it.
func (m *Model) RemoveText(language string) error {
	texts := m.Texts()
	i := slices.IndexFunc(texts, func(t Text) bool { return t.Language == language })
	switch {
	case i < 0:
		return Errorf(NotFound, "model %d has no text in the language %q", m.ID, language)
	case len(texts) == 1:
		return Errorf(Conflict, "this is the model's only text: write it in another language first")
	}
	texts = slices.Delete(texts, i, i+1)
	m.Text, m.Translations = texts[0], texts[1:]
	return nil
}

// File is a file of the model by its identifier, nil when there is none.
func (m *Model) File(id int64) *File {
	for i := range m.Files {
		if m.Files[i].ID == id {
			return &m.Files[i]
		}
	}
	return nil
}

// ReadyFiles are the files that can be sold.
func (m *Model) ReadyFiles() []File {
	var ready []File
	for _, file := range m.Files {
		if file.Status == FileReady {
			ready = append(ready, file)
		}
	}
	return ready
}

// Downloadable reports whether the model has a file to download.
func (m *Model) Downloadable() bool { return len(m.ReadyFiles()) > 0 }

// Drawn reports whether the model has no image but those that the server drew.
func (m *Model) Drawn() bool {
	for _, image := range m.Images {
		if !image.Generated {
			return false
		}
	}
	return true
}

// Discounted reports whether the model has a higher price from before.
func (m *Model) Discounted() bool {
	return m.OriginalPrice != nil && m.Price != nil && *m.OriginalPrice > *m.Price
}

// Free reports whether the model costs nothing.
func (m *Model) Free() bool { return m.Price != nil && *m.Price == 0 }

// HasPage reports whether the model says what no page of a model can do without: what it costs,
// and under which licence.
func (m *Model) HasPage() bool { return m.Price != nil && m.License != "" }

// HandedIn reports whether the model is in the catalogue, waits to come there, or was taken out of
// it by those who look after it: they see it whole.
func (m *Model) HandedIn() bool {
	return m.Status == Published || !m.WaitingSince.IsZero() || m.HiddenFrom != ""
}

// Viewers are those who may see the model while it is not public.
func (m *Model) Viewers() *Viewers { return &Viewers{m.AuthorID, m.HandedIn()} }

// MaySee reports whether the caller may know of the model: everyone of a
// published one, its author and the operator of a draft.
func (c Caller) MaySee(m *Model) bool {
	return m.Status == Published || c.MayEdit(m)
}

// MayEdit reports whether the caller may change the model.
func (c Caller) MayEdit(m *Model) bool {
	return (c.User.ID == m.AuthorID || c.Admin()) && (m.DraftOf == 0 || m.ID == c.CopyID)
}

// RequireEdit is nil when the caller may change the model, NotFound when the
// caller may not even know of it, and Forbidden else.
func (c Caller) RequireEdit(m *Model) error {
	switch {
	case c.MayEdit(m):
		return nil
	case c.MaySee(m):
		return Errorf(Forbidden, "model %d belongs to somebody else", m.ID)
	default:
		return Errorf(NotFound, "there is no model %d", m.ID)
	}
}
