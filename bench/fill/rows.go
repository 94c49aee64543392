package main

import (
	"encoding/json"
	"slices"
	"time"

	"vitrine"
	"vitrine/internal/record"
	"vitrine/internal/store"
)

// made is a model with what is stored beside it.
type made struct {
	*vitrine.Model
	record     string
	extensions []string
	words      string // their digest
}

func encode(m *vitrine.Model) made {
	extensions := record.Extensions(m)
	return made{m, string(record.Append(nil, m, m.Text, currency)), extensions, store.WordsDigest(m, extensions)}
}

// table is one that models have rows in. Columns that are not named get their
// defaults, as they do of the store.
type table struct {
	name    string
	columns []string
	rows    func(made) [][]any
}

// tables are those that a catalogue is made of, but for its search index, which the store
// builds of them.
func tables() []table {
	return []table{
		{"models", []string{"id", "author_id", "status", "slug", "language", "languages", "title", "description", "raw_description", "tags",
			"category_id", "subcategory_id", "product_type", "license", "custom_license", "price", "original_price", "adult_content",
			"ai_generated", "game_ready", "animated", "rigged", "pbr", "units", "pre_supported", "split_into_parts", "parts_details", "info",
			"admin_rating", "sales", "record", "version", "created_at", "updated_at", "published_at"}, modelRow},
		{"files", []string{"id", "model_id", "name", "extension", "file_type_id", "size", "sha256", "blob_key", "status", "format", "inside",
			"problems", "facts", "missing", "preview_key", "preview_kind", "preview_form", "preview_size", "preview_made", "version",
			"created_at", "updated_at", "checked_at"}, fileRows},
		{"images", []string{"id", "model_id", "size", "width", "height", "blob_key", "thumbnails", "position", "generated", "version",
			"created_at", "updated_at"}, imageRows},
		{"image_keys", []string{"blob_key", "image_id"}, imageKeyRows},
		{"listings", append(listColumns(), "published_at", "words"), func(m made) [][]any {
			return [][]any{append(listRow(m), m.PublishedAt.UnixMicro(), m.words)}
		}},
		{"listing_extensions", []string{"extension", "model_id"}, extensionRows},
		{"own_listings", append(listColumns(), "status", "words"), func(m made) [][]any {
			return [][]any{append(listRow(m), string(m.Status), m.words)}
		}},
		{"own_extensions", []string{"extension", "model_id"}, extensionRows},
		{"model_prices", []string{"model_id", "at", "price"}, func(m made) [][]any {
			return [][]any{{m.ID, m.PublishedAt.UnixMicro(), int64(*m.Price)}}
		}},
	}
}

func modelRow(m made) [][]any {
	var info any = m.Info.JSON
	return [][]any{{m.ID, m.AuthorID, string(m.Status), m.Slug, m.Language, m.Language, m.Title, m.Description, m.RawDescription, list(m.Tags),
		m.Category.ID, orNull(m.Subcategory.ID), string(m.ProductType), string(m.License), m.CustomLicense, int64(*m.Price),
		amount(m.OriginalPrice), m.AdultContent, m.AIGenerated, m.GameReady, m.Animated, m.Rigged, m.PBR, m.Units, m.PreSupported,
		m.SplitIntoParts, m.PartsDetails, info, rating(m.AdminRating), m.Sales, m.record, m.Version, m.CreatedAt.UnixMicro(),
		m.UpdatedAt.UnixMicro(), m.PublishedAt.UnixMicro()}}
}

func fileRows(m made) [][]any {
	rows := make([][]any, len(m.Files))
	for k, f := range m.Files {
		rows[k] = []any{f.ID, f.ModelID, f.Name, f.Extension, f.FileTypeID, f.Size, f.SHA256, f.BlobKey, string(f.Status), f.Format,
			list(f.Inside), "[]", f.Facts, list(f.Missing), "", "", "", int64(0), int64(f.Shown), f.Version, f.CreatedAt.UnixMicro(),
			f.UpdatedAt.UnixMicro(), f.CreatedAt.UnixMicro()}
	}
	return rows
}

func imageRows(m made) [][]any {
	rows := make([][]any, len(m.Images))
	for k, image := range m.Images {
		rows[k] = []any{image.ID, image.ModelID, image.Size, int64(image.Width), int64(image.Height), image.BlobKey, list(image.Thumbnails),
			int64(image.Position), image.Generated, image.Version, image.CreatedAt.UnixMicro(), image.UpdatedAt.UnixMicro()}
	}
	return rows
}

func imageKeyRows(m made) [][]any {
	var rows [][]any
	for _, image := range m.Images {
		rows = append(rows, []any{image.BlobKey, image.ID})
		for _, thumbnail := range image.Thumbnails {
			rows = append(rows, []any{thumbnail.BlobKey, image.ID})
		}
	}
	return rows
}

// listColumns are those that both lists have.
func listColumns() []string {
	return []string{"model_id", "author_id", "sales", "category_id", "subcategory_id", "product_type", "adult_content", "ai_generated",
		"discounted", "editorial", "animated", "pbr", "rigged", "collection", "polygons", "admin_rating", "price"}
}

func listRow(m made) []any {
	var polygons any
	if count := m.PolygonCount(); count != nil {
		polygons = *count
	}
	return []any{m.ID, m.AuthorID, m.Sales, m.Category.ID, m.Subcategory.ID, string(m.ProductType), m.AdultContent, m.AIGenerated,
		m.Discounted(), m.License == vitrine.Editorial, m.Animated, m.PBR, m.Rigged, m.Info.Collection != nil && *m.Info.Collection, polygons,
		rating(m.AdminRating), int64(*m.Price)}
}

func extensionRows(m made) [][]any {
	rows := make([][]any, len(m.extensions))
	for k, extension := range m.extensions {
		rows[k] = []any{extension, m.ID}
	}
	return rows
}

// list is a list as it is stored.
func list[T any](items []T) string {
	encoded, err := json.Marshal(slices.Concat([]T{}, items))
	if err != nil || items == nil {
		return "[]" // none of those that are stored fails
	}
	return string(encoded)
}

func orNull(id int64) any {
	if id == 0 {
		return nil
	}
	return id
}

func amount(a *vitrine.Amount) any {
	if a == nil {
		return nil
	}
	return int64(*a)
}

func rating(r *float64) any {
	if r == nil {
		return nil
	}
	return *r
}

// began is when the users of a filled marketplace came.
func began() time.Time { return time.Date(2015, 1, 1, 0, 0, 0, 0, time.UTC) }
