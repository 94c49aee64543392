// Package record encodes the JSON form of a model, which is the answer to a read,
// an entry of a list and the answer to an update. Every change that alters it
// stores it beside the model, so that a read only copies bytes.
//
// What depends on the server rather than on the model is not stored: the control
// character U+0001 marks where the base address belongs, U+0002 encloses each
// price, and U+0003 encloses what lists leave out. JSON escapes control characters
// inside strings, so none can come from the model. Expand fills them in.
//
// The members, their order and their types are those of the contract; a test
// compares them with encoding/json.
package record

import (
	"slices"
	"strconv"
	"time"

	"vitrine"
)

const (
	markBase  = '\x01' // marks the base address
	markPrice = '\x02' // marks the quotes around a price
	markFacts = '\x03' // encloses the facts of a file
)

// Append appends the record of a model as it reads in the language of text.
func Append(dst []byte, m *vitrine.Model, text vitrine.Text, currency string) []byte {
	e := encoder{append(dst, '{')}
	e.integer("id", m.ID)
	e.text("status", string(m.Status))
	e.text("author_name", m.AuthorName)
	e.address("url", Path(m))
	e.text("slug", m.Slug)
	e.category("category_id", m.Category.ID)
	e.category("subcategory_id", m.Subcategory.ID)
	e.optional("category_slug", m.Category.Slug)
	e.optional("subcategory_slug", m.Subcategory.Slug)
	e.text("title", text.Title)
	e.flag("downloadable", m.Downloadable())
	e.text("description", text.Description)
	e.text("raw_description", text.RawDescription)
	e.texts("tags", text.Tags)
	e.text("type", string(m.ProductType))
	e.optional("license", string(m.License))
	e.optional("custom_license", m.CustomLicense)
	e.prices(m)
	e.text("currency", currency)
	e.files(m)
	e.texts("availableFileExtensions", Extensions(m))
	e.thumbnails(m)
	e.text("preview", string(m.PreviewForm()))
	e.traits(m)
	e.raw("facts", m.Measured.Facts)
	e.claims(m.Measured.Claims)
	e.rating(m.AdminRating)
	e.time("created_at", m.CreatedAt)
	e.time("updated_at", m.UpdatedAt)
	e.time("published_at", m.PublishedAt)
	// There only where they say something, the latter two of drafts alone.
	if m.NoAITraining {
		e.flag("no_ai_training", true)
	}
	if !m.WaitingSince.IsZero() && m.Status != vitrine.Published {
		e.time("waiting_since", m.WaitingSince)
	}
	if m.SentBack != "" {
		e.text("sent_back", m.SentBack)
	}
	return append(e.dst, '}')
}

// Path is the path of the model's page below the base address.
func Path(m *vitrine.Model) string {
	path := "/3d-models/"
	if m.ProductType == vitrine.Printable {
		path = "/3d-print-models/"
	}
	for _, slug := range []string{m.Category.Slug, m.Subcategory.Slug} {
		if slug != "" {
			path += slug + "/"
		}
	}
	return path + m.Slug
}

// FilePath is the path of a file's download operation below the base address.
func FilePath(modelID, fileID int64) string {
	return "/v1/models/" + strconv.FormatInt(modelID, 10) + "/files/" + strconv.FormatInt(fileID, 10)
}

// Extensions are the extensions of the model's ready files and of what their
// archives hold, sorted, each once.
func Extensions(m *vitrine.Model) []string {
	extensions := []string{}
	for _, file := range m.ReadyFiles() {
		if file.Extension != "" {
			extensions = append(extensions, file.Extension)
		}
		extensions = append(extensions, file.Inside...)
	}
	slices.Sort(extensions)
	return slices.Compact(extensions)
}

func (e *encoder) prices(m *vitrine.Model) {
	e.name("prices")
	e.dst = append(e.dst, '{')
	e.price("download", m.Price)
	if m.Discounted() {
		e.price("original", m.OriginalPrice)
		if m.LowestBefore != nil {
			e.price("lowest_30_days", m.LowestBefore)
		}
	}
	e.dst = append(e.dst, '}')
}

func (e *encoder) price(name string, amount *vitrine.Amount) {
	e.name(name)
	if amount == nil {
		e.dst = append(e.dst, "null"...)
		return
	}
	e.dst = append(e.dst, markPrice)
	e.dst = amount.Append(e.dst)
	e.dst = append(e.dst, markPrice)
}

func (e *encoder) files(m *vitrine.Model) {
	e.name("files")
	e.dst = append(e.dst, '[')
	for i := range m.Files {
		if i > 0 {
			e.dst = append(e.dst, ',')
		}
		e.dst = AppendFile(e.dst, &m.Files[i])
	}
	e.dst = append(e.dst, ']')
}

// AppendFile appends the record of one file, as it stands in its model's.
func AppendFile(dst []byte, f *vitrine.File) []byte {
	e := encoder{append(dst, '{')}
	e.integer("id", f.ID)
	e.text("name", f.Name)
	e.integer("size", f.Size)
	e.address("download_url", FilePath(f.ModelID, f.ID))
	e.text("extension", f.Extension)
	e.category("file_type_id", f.FileTypeID)
	// Left out where it is false, as in what was stored before there was such a choice.
	if f.ForBuyers {
		e.flag("for_buyers", true)
	}
	e.text("sha256", f.SHA256)
	e.text("status", string(f.Status))
	e.problems(f.Problems)
	e.dst = append(e.dst, markFacts)
	e.raw("facts", f.Facts)
	e.dst = append(e.dst, markFacts)
	e.texts("missing", f.Missing)
	e.raw("progress", progress(f))
	e.time("created_at", f.CreatedAt)
	e.time("updated_at", f.UpdatedAt)
	return append(e.dst, '}')
}

func (e *encoder) problems(problems []vitrine.Problem) {
	e.name("problems")
	e.dst = append(e.dst, '[')
	for i, problem := range problems {
		if i > 0 {
			e.dst = append(e.dst, ',')
		}
		e.dst = append(e.dst, '{')
		e.text("code", problem.Code)
		e.text("detail", problem.Detail)
		e.dst = append(e.dst, '}')
	}
	e.dst = append(e.dst, ']')
}

func (e *encoder) thumbnails(m *vitrine.Model) {
	e.name("thumbnails")
	e.dst = append(e.dst, '[')
	for i, image := range m.Images {
		if i > 0 {
			e.dst = append(e.dst, ',')
		}
		key := image.BlobKey
		if len(image.Thumbnails) > 0 {
			key = image.Thumbnails[0].BlobKey
		}
		e.addressValue("/" + key)
	}
	e.dst = append(e.dst, ']')
}

// traits writes the members that belong to one product type; those of the
// other are null.
func (e *encoder) traits(m *vitrine.Model) {
	cg := m.ProductType == vitrine.CG
	e.flagIf(cg, "game_ready", m.GameReady)
	e.flagIf(cg, "animated", m.Animated)
	e.flagIf(cg, "rigged", m.Rigged)
	e.flagIf(cg, "pbr", m.PBR)
	e.flag("adult_content", m.AdultContent)
	e.flag("ai_generated", m.AIGenerated)
	e.optional("units", m.Units)
	e.flagIf(!cg, "is_pre_supported", m.PreSupported)
	e.flagIf(!cg, "is_split_into_multiple_parts", m.SplitIntoParts)
	e.optional("multiple_parts_details", m.PartsDetails)
	e.name("info")
	switch {
	case !cg:
		e.dst = append(e.dst, "null"...)
	case m.Measured.Info != "":
		e.dst = append(e.dst, m.Measured.Info...)
	case m.Info.JSON == "":
		e.dst = append(e.dst, "{}"...)
	default:
		e.dst = append(e.dst, m.Info.JSON...)
	}
	if !cg {
		e.null("info_measured")
		return
	}
	e.texts("info_measured", m.Measured.Filled)
}

// encoder appends members to an object that is open.
type encoder struct{ dst []byte }

func (e *encoder) name(name string) {
	if e.dst[len(e.dst)-1] != '{' {
		e.dst = append(e.dst, ',')
	}
	e.dst = append(append(append(e.dst, '"'), name...), '"', ':')
}

func (e *encoder) null(name string) {
	e.name(name)
	e.dst = append(e.dst, "null"...)
}

// raw writes JSON as it is, null for none.
func (e *encoder) raw(name, text string) {
	if text == "" {
		e.null(name)
		return
	}
	e.name(name)
	e.dst = append(e.dst, text...)
}

func (e *encoder) integer(name string, v int64) {
	e.name(name)
	e.dst = strconv.AppendInt(e.dst, v, 10)
}

// rating writes the operator's rating, null without one.
func (e *encoder) rating(rating *float64) {
	if rating == nil {
		e.null("admin_rating")
		return
	}
	e.name("admin_rating")
	e.dst = strconv.AppendFloat(e.dst, *rating, 'f', -1, 64)
}

// category writes an identifier that is null while there is none.
func (e *encoder) category(name string, id int64) {
	if id == 0 {
		e.null(name)
		return
	}
	e.integer(name, id)
}

func (e *encoder) flag(name string, v bool) {
	e.name(name)
	e.dst = strconv.AppendBool(e.dst, v)
}

func (e *encoder) flagIf(applies bool, name string, v bool) {
	if !applies {
		e.null(name)
		return
	}
	e.flag(name, v)
}

func (e *encoder) text(name, v string) {
	e.name(name)
	e.dst = appendString(e.dst, v)
}

func (e *encoder) optional(name, v string) {
	if v == "" {
		e.null(name)
		return
	}
	e.text(name, v)
}

func (e *encoder) texts(name string, list []string) {
	e.name(name)
	e.dst = append(e.dst, '[')
	for i, v := range list {
		if i > 0 {
			e.dst = append(e.dst, ',')
		}
		e.dst = appendString(e.dst, v)
	}
	e.dst = append(e.dst, ']')
}

func (e *encoder) address(name, path string) {
	e.name(name)
	e.addressValue(path)
}

func (e *encoder) addressValue(path string) {
	e.dst = append(e.dst, '"', markBase)
	e.dst = append(append(e.dst, path...), '"')
}

func (e *encoder) time(name string, t time.Time) {
	if t.IsZero() {
		e.null(name)
		return
	}
	e.name(name)
	e.dst = append(e.dst, '"')
	e.dst = append(t.UTC().AppendFormat(e.dst, time.RFC3339Nano), '"')
}
