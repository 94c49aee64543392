package seller

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"html/template"
	"net/url"
	"strconv"
	"strings"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/shop"
)

// maxForm is how many bytes a form has at most: a description and a licence, escaped.
const maxForm = 1 << 20

// form is what a model is said to be, as it is typed.
type form struct {
	url.Values
	Faults     map[string]string // by the field
	Guessed    map[string]string // by the field: what the guess comes from
	Stored     map[string]string // by the field: what somebody else stored meanwhile
	Measured   map[string]string // in the files, by the key of info
	Categories []group
	Licenses   []vitrine.LicenseText // the operator's own that the model may be sold under
	Currency   string
	Share      vitrine.Share // of a sale, that the marketplace keeps
	Whole      bool          // the description can be written in Markdown
	Shown      template.HTML // the description as buyers will see it, when that was asked for
	Mark       string        // of what was stored when the form was made
	Drafts     bool          // it goes into a draft version
	language   *locale.Language
}

// group is a category with what it has below it.
type group struct {
	vitrine.Category
	Below []vitrine.Category
}

// valuesOf are what the form of a model says as long as nobody types.
func valuesOf(m *vitrine.Model) url.Values {
	description, _ := shop.Described(m.Description)
	v := url.Values{
		"title": {m.Title}, "description": {description}, "tags": {strings.Join(m.Tags, ", ")},
		"category": {m.Category.Slug}, "price": {amountOf(m.Price)}, "original_price": {amountOf(m.OriginalPrice)},
		"license": {string(m.License)}, "custom_license": {m.CustomLicense}, "product_type": {string(m.ProductType)},
		"preview": {string(m.PreviewChoice)}, "units": {m.Units}, "multiple_parts_details": {m.PartsDetails},
	}
	if m.Subcategory.Slug != "" {
		v.Set("category", m.Subcategory.Slug)
	}
	for name, is := range map[string]bool{
		"adult_content": m.AdultContent, "ai_generated": m.AIGenerated, "no_ai_training": m.NoAITraining,
		"game_ready": m.GameReady, "animated": m.Animated, "rigged": m.Rigged,
		"pbr": m.PBR, "is_pre_supported": m.PreSupported, "is_split_into_multiple_parts": m.SplitIntoParts,
	} {
		if is {
			v.Set(name, "yes")
		}
	}
	for key, value := range infoOf(m) {
		v.Set("info_"+key, strings.Trim(string(value), `"`))
	}
	return v
}

func amountOf(a *vitrine.Amount) string {
	if a == nil {
		return ""
	}
	return a.String()
}

// infoKeys are the keys of info that the form has.
func infoKeys() []string {
	return []string{"polygons", "vertices", "geometry_type", "unwrapped_uvs", "textures", "materials", "uvw_mapping", "plugins_used",
		"collection"}
}

// infoOf is what the author says in info, by its keys.
func infoOf(m *vitrine.Model) map[string]json.RawMessage {
	info := map[string]json.RawMessage{}
	_ = json.Unmarshal([]byte(m.Info.JSON), &info) // it was an object when it was stored, or nothing
	for key, value := range info {
		if string(value) == "null" {
			delete(info, key)
		}
	}
	return info
}

// markOf names what a model is said to be: another one says that somebody changed it. The
// version would say so too when a file was read meanwhile.
// also is what else the form was made of.
func markOf(m *vitrine.Model, also ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(append([]string{valuesOf(m).Encode()}, also...), "\n")))
	return hex.EncodeToString(sum[:12])
}

// Detailed reports whether something is said of the geometry, or wrong there.
func (f *form) Detailed() bool {
	for _, key := range infoKeys() {
		if f.Get("info_"+key) != "" || f.Faults["info_"+key] != "" {
			return true
		}
	}
	return false
}

// MinTags is how many tags a model has at least.
func (*form) MinTags() int { return vitrine.MinTags }

// Is reports whether a field has a value.
func (f *form) Is(name, value string) bool { return f.Get(name) == value }

// Text is a field of one line or more for the template.
func (f *form) Text(name, label, hint string) field {
	return field{
		Name: name, Label: label, Hint: hint, Value: f.Get(name), Fault: f.Faults[name], Guess: f.Guessed[name], Stored: f.Stored[name],
	}
}

// Flag is a box to be ticked.
func (f *form) Flag(name, label string) field {
	return field{Name: name, Label: label, Value: f.Get(name), Guess: f.Guessed[name], Fault: f.Faults[name]}
}

// Pick is a field with choices, given as values and labels in turn.
func (f *form) Pick(name, label string, choices ...string) field {
	picked := f.Text(name, label, "")
	for i := 0; i+1 < len(choices); i += 2 {
		picked.Choices = append(picked.Choices, option{choices[i], choices[i+1], f.Is(name, choices[i])})
	}
	if name == "license" {
		for _, l := range f.Licenses {
			picked.Choices = append(picked.Choices, option{string(l.Type), l.Name, f.Is(name, string(l.Type))})
		}
	}
	if text := f.Measured[strings.TrimPrefix(name, "info_")]; text != "" && strings.HasPrefix(name, "info_") {
		l := f.language
		picked.Hint = l.T("Measured: {fact}", text)
	}
	return picked
}

// Count is a field for a number of info.
func (f *form) Count(key, label string) field { return f.Pick("info_"+key, label) }

// field is a field of the form in a template.
type field struct {
	Name, Label, Hint, Value string
	Fault, Guess, Stored     string
	Choices                  []option
}

// About are the identifiers of what is said of the field, for those who can't see it.
func (f field) About() string {
	var ids []string
	for suffix, text := range map[string]string{"-hint": f.Hint, "-fault": f.Fault} {
		if text != "" {
			ids = append(ids, f.Name+suffix)
		}
	}
	return strings.Join(ids, " ")
}

// request reads the form of a model into what is asked of it. m is the model that the form
// was made of.
func (f *form) request(m *vitrine.Model) shop.ModelRequest {
	var r shop.ModelRequest
	said := func(name string) string { return strings.TrimSpace(f.Get(name)) }
	r.Title = vitrine.Some(said("title"))
	r.Tags = orNull(splitTags(f.Get("tags")), len(splitTags(f.Get("tags"))) > 0)
	if text := f.Get("description"); text != valuesOf(m).Get("description") {
		r.Description = vitrine.Some(shop.Describe(text))
	}
	f.readCategory(&r)
	r.Price, r.OriginalPrice = f.readAmount("price", &r), f.readAmount("original_price", &r)
	r.License = orNull(vitrine.License(said("license")), said("license") != "")
	r.CustomLicense = vitrine.Some("")
	if r.License.Value == vitrine.Custom {
		r.CustomLicense = vitrine.Some(said("custom_license"))
	}
	r.ModelChange.Preview = orNull(vitrine.PreviewForm(said("preview")), said("preview") != "")
	r.AdultContent, r.AIGenerated = f.flag("adult_content"), f.flag("ai_generated")
	r.NoAITraining = f.flag("no_ai_training")
	r.ProductType = vitrine.Some(vitrine.ProductType(said("product_type")))
	if r.ProductType.Value == vitrine.Printable {
		r.Units = orNull(said("units"), said("units") != "")
		r.PreSupported, r.SplitIntoParts = f.flag("is_pre_supported"), f.flag("is_split_into_multiple_parts")
		r.PartsDetails = vitrine.Some(said("multiple_parts_details"))
		return r
	}
	r.GameReady, r.Animated, r.Rigged, r.PBR = f.flag("game_ready"), f.flag("animated"), f.flag("rigged"), f.flag("pbr")
	f.readInfo(m, &r)
	return r
}

func orNull[T any](value T, there bool) vitrine.Optional[T] {
	return vitrine.Optional[T]{Set: true, Null: !there, Value: value}
}

func (f *form) flag(name string) vitrine.Optional[bool] { return vitrine.Some(f.Get(name) == "yes") }

// splitTags reads tags between commas or on lines of their own.
func splitTags(text string) (list []string) {
	for tag := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ',' || r == '\n' || r == '，' || r == '、' }) {
		if tag = strings.TrimSpace(tag); tag != "" {
			list = append(list, tag)
		}
	}
	return list
}

// readCategory reads the one field that has categories and what is below them.
func (f *form) readCategory(r *shop.ModelRequest) {
	slug := f.Get("category")
	r.CategorySlug, r.SubcategorySlug = orNull(slug, slug != ""), vitrine.Optional[string]{Set: true, Null: true}
	for _, top := range f.Categories {
		for _, c := range top.Below {
			if c.Slug == slug {
				r.CategorySlug, r.SubcategorySlug = vitrine.Some(top.Slug), vitrine.Some(slug)
			}
		}
	}
}

// readAmount reads a price with a comma or a point before its decimals.
func (f *form) readAmount(name string, r *shop.ModelRequest) vitrine.Optional[vitrine.Amount] {
	text := strings.TrimSpace(f.Get(name))
	if text == "" {
		return vitrine.Optional[vitrine.Amount]{Set: true, Null: true}
	}
	amount, err := vitrine.ParseTypedPrice(text)
	if err != nil {
		l := f.language
		r.Faults = append(r.Faults, vitrine.Field{Pointer: "/" + name, Code: "bad_price",
			Detail: l.T("{problem}: write it like {example}", l.Sentence(err.Error()), "12.50")})
		return vitrine.Optional[vitrine.Amount]{}
	}
	return vitrine.Some(amount)
}

// readInfo reads what the form has of info, and leaves the rest of it as it is.
func (f *form) readInfo(m *vitrine.Model, r *shop.ModelRequest) {
	info := infoOf(m)
	for _, key := range infoKeys() {
		delete(info, key)
		value := strings.TrimSpace(f.Get("info_" + key))
		if value == "" {
			continue
		}
		info[key] = json.RawMessage(strconv.Quote(value))
		if _, err := strconv.ParseInt(value, 10, 64); err == nil || value == "true" || value == "false" {
			info[key] = json.RawMessage(value)
		}
	}
	raw, err := json.Marshal(info)
	if err != nil {
		l := f.language
		r.Faults = append(r.Faults, vitrine.Field{Pointer: "/info", Code: "wrong_type", Detail: l.T("this can't be stored")})
		return
	}
	var faults []vitrine.Field
	r.Info = vitrine.Optional[vitrine.Info]{Set: true, Null: len(info) == 0}
	r.Info.Value, faults = vitrine.ParseInfo(raw)
	for _, fault := range faults {
		fault.Pointer = strings.Replace(fault.Pointer, "/info/", "/info_", 1)
		r.Faults = append(r.Faults, fault)
	}
}
