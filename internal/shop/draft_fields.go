package shop

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"vitrine"
)

// DraftChange is a field in which a draft version differs from its model. Public and Draft
// are what they say there, "" for nothing; those of yes or no are "true" and "false".
type DraftChange struct {
	Field         string // as the interface names it; "translations/de" is the text in a further language
	Public, Draft string
}

// The fields of a draft version that are no members of its model.
const (
	filesField    = "files"
	picturesField = "pictures"
)

// draftField is a field of models that a draft version can change.
type draftField struct {
	name string
	of   func(m *vitrine.Model) string
	take func(to, from *vitrine.Model)
}

// draftFields are all that the models differ in but files and images.
func draftFields(models ...*vitrine.Model) []draftField {
	fields := []draftField{
		wordField("title", func(m *vitrine.Model) *string { return &m.Title }),
		{
			"description", func(m *vitrine.Model) string { return m.Description },
			func(to, from *vitrine.Model) {
				to.Description, to.RawDescription = from.Description, from.RawDescription
			},
		},
		{
			"tags", func(m *vitrine.Model) string { return strings.Join(m.Tags, ", ") },
			func(to, from *vitrine.Model) { to.Tags = from.Tags },
		},
		{"category", categorySlugs, func(to, from *vitrine.Model) { to.Category, to.Subcategory = from.Category, from.Subcategory }},
		amountField("price", func(m *vitrine.Model) **vitrine.Amount { return &m.Price }),
		amountField("original_price", func(m *vitrine.Model) **vitrine.Amount { return &m.OriginalPrice }),
		wordField("license", func(m *vitrine.Model) *vitrine.License { return &m.License }),
		wordField("custom_license", func(m *vitrine.Model) *string { return &m.CustomLicense }),
		wordField("product_type", func(m *vitrine.Model) *vitrine.ProductType { return &m.ProductType }),
		wordField("preview", func(m *vitrine.Model) *vitrine.PreviewForm { return &m.PreviewChoice }),
		flagField("adult_content", func(m *vitrine.Model) *bool { return &m.AdultContent }),
		flagField("ai_generated", func(m *vitrine.Model) *bool { return &m.AIGenerated }),
		flagField("no_ai_training", func(m *vitrine.Model) *bool { return &m.NoAITraining }),
		flagField("game_ready", func(m *vitrine.Model) *bool { return &m.GameReady }),
		flagField("animated", func(m *vitrine.Model) *bool { return &m.Animated }),
		flagField("rigged", func(m *vitrine.Model) *bool { return &m.Rigged }),
		flagField("pbr", func(m *vitrine.Model) *bool { return &m.PBR }),
		wordField("units", func(m *vitrine.Model) *string { return &m.Units }),
		flagField("is_pre_supported", func(m *vitrine.Model) *bool { return &m.PreSupported }),
		flagField("is_split_into_multiple_parts", func(m *vitrine.Model) *bool { return &m.SplitIntoParts }),
		wordField("multiple_parts_details", func(m *vitrine.Model) *string { return &m.PartsDetails }),
		{"info", sortedInfo, func(to, from *vitrine.Model) { to.Info = from.Info }},
	}
	var languages []string
	for _, m := range models {
		for _, text := range m.Translations {
			languages = append(languages, text.Language)
		}
	}
	slices.Sort(languages)
	for _, language := range slices.Compact(languages) {
		fields = append(fields, textField(language))
	}
	return fields
}

func wordField[T ~string](name string, at func(*vitrine.Model) *T) draftField {
	return draftField{name, func(m *vitrine.Model) string { return string(*at(m)) }, func(to, from *vitrine.Model) { *at(to) = *at(from) }}
}

func flagField(name string, at func(*vitrine.Model) *bool) draftField {
	return draftField{
		name, func(m *vitrine.Model) string { return strconv.FormatBool(*at(m)) },
		func(to, from *vitrine.Model) { *at(to) = *at(from) },
	}
}

func amountField(name string, at func(*vitrine.Model) **vitrine.Amount) draftField {
	return draftField{name, func(m *vitrine.Model) string {
		if *at(m) == nil {
			return ""
		}
		return (*at(m)).String()
	}, func(to, from *vitrine.Model) { *at(to) = *at(from) }}
}

func categorySlugs(m *vitrine.Model) string {
	return strings.TrimSuffix(m.Category.Slug+"/"+m.Subcategory.Slug, "/")
}

// sortedInfo is the info of a model with its keys in one order: forms and programs write them in others.
func sortedInfo(m *vitrine.Model) string {
	var members map[string]json.RawMessage
	if err := json.Unmarshal([]byte(m.Info.JSON), &members); err != nil {
		return m.Info.JSON
	}
	sorted, err := json.Marshal(members)
	if err != nil {
		return m.Info.JSON
	}
	return string(sorted)
}

// textField is the text in a further language, as a whole.
func textField(language string) draftField {
	find := func(m *vitrine.Model) int {
		return slices.IndexFunc(m.Translations, func(t vitrine.Text) bool { return t.Language == language })
	}
	return draftField{"translations/" + language, func(m *vitrine.Model) string {
		i := find(m)
		if i < 0 {
			return ""
		}
		text := m.Translations[i]
		return fmt.Sprintf("%s\n%s\n%s", text.Title, text.Description, strings.Join(text.Tags, ", "))
	}, func(to, from *vitrine.Model) {
		to.Translations = slices.DeleteFunc(slices.Clone(to.Translations), func(t vitrine.Text) bool { return t.Language == language })
		if i := find(from); i >= 0 {
			to.Translations = append(to.Translations, from.Translations[i])
		}
	}}
}

// draftValues is what a model says, by field.
func draftValues(m *vitrine.Model) map[string]string {
	values := map[string]string{picturesField: orderOf(m.Images)}
	for _, field := range draftFields(m) {
		values[field.name] = field.of(m)
	}
	return values
}

// orderOf names the order of images, those of a copy by what they stand for.
func orderOf(images []vitrine.Image) string {
	var ids []string
	for _, image := range images {
		if image.CopyOf != 0 {
			ids = append(ids, idText(image.CopyOf))
		} else {
			ids = append(ids, idText(image.ID))
		}
	}
	return strings.Join(ids, " ")
}

// draftChanges lists in which fields a copy differs from its model.
func draftChanges(public, drafted *vitrine.Model) []DraftChange {
	var changes []DraftChange
	for _, field := range draftFields(public, drafted) {
		if before, after := field.of(public), field.of(drafted); before != after {
			changes = append(changes, DraftChange{field.name, before, after})
		}
	}
	before, after := fileChanges(public.Files, drafted.Files)
	if before != "" || after != "" {
		changes = append(changes, DraftChange{filesField, before, after})
	}
	if orderOf(public.Images) != orderOf(drafted.Images) {
		changes = append(changes, DraftChange{picturesField, orderOf(public.Images), orderOf(drafted.Images)})
	}
	return changes
}

// fileChanges names the files that are in the model alone, and those in the copy alone.
func fileChanges(public, drafted []vitrine.File) (removed, added string) {
	kept := map[int64]bool{}
	var news, gone []string
	for _, f := range drafted {
		kept[f.CopyOf] = true
		if f.CopyOf == 0 {
			news = append(news, f.Name)
		}
	}
	for _, f := range public {
		if !kept[f.ID] {
			gone = append(gone, f.Name)
		}
	}
	return strings.Join(gone, ", "), strings.Join(news, ", ")
}
