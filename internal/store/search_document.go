package store

import (
	"cmp"
	"context"
	"math"
	"strconv"
	"strings"
	"time"

	"vitrine"
	"vitrine/internal/posting"
	"vitrine/internal/words"
)

// The attributes of a document, which lists filter by. Those that end with = have a value behind it.
const (
	attrAll        = ":all" // every model of the catalogue
	attrType       = ":type="
	attrCategory   = ":category=" // the subcategory, or the top category of a model without one
	attrAuthor     = ":author="
	attrFormat     = ":format="
	attrLicense    = ":license="
	attrPolygons   = ":polygons=" // the name of a range
	attrAI         = ":ai="       // true or false
	attrAdult      = ":adult"
	attrDiscounted = ":discounted"
	attrAnimated   = ":animated"
	attrPBR        = ":pbr"
	attrRigged     = ":rigged"
	attrCollection = ":collection"
)

// The columns of documents.
const (
	columnPrice  = "price"
	columnRating = "rating" // in hundredths
	columnDay    = "day"    // of publication, since 1970
	columnSales  = "sales"
)

// dayOf is the day of a moment in microseconds.
func dayOf(micros int64) int64 { return micros / (24 * time.Hour).Microseconds() }

// hundredths is a rating as a number of its column.
func hundredths(rating float64) int64 { return int64(math.Round(rating * 100)) }

// atLeast is the lowest number of the column of ratings that a rating asks for. What an
// exact hundredth is off by as a float is less than the millionth.
func atLeast(rating float64) int64 { return int64(math.Ceil(100*rating - 1e-6)) }

// stemMark ends a stem in a stored document that is no word of its texts: only words are
// offered to readers. In the index both are the same.
const stemMark = "~"

// unmarked is a stored document as it is searched.
func unmarked(stored string) posting.Document {
	return posting.Document(strings.ReplaceAll(stored, stemMark+" ", " "))
}

// scanDocument reads a model's identifier and its document.
func scanDocument(row scanner) (d posting.Stored, err error) {
	var stored string
	err = row.Scan(&d.ID, &stored)
	d.Document = unmarked(stored)
	return d, err
}

// documentOf is what a model is found by: its words in all its languages, and what
// lists filter by.
func documentOf(m *vitrine.Model, extensions []string) posting.Document {
	w := documentWords{spelled: map[string]bool{}}
	fields := posting.Fields{Head: w.spell(m.AuthorName), Attributes: attributesOf(m, extensions), Columns: map[string]int64{}}
	for _, text := range m.Texts() {
		fields.Title = append(fields.Title, w.index(text.Language, text.Title)...)
		fields.Head = append(fields.Head, w.index(text.Language, strings.Join(text.Tags, "\n"))...)
		fields.Body = append(fields.Body, w.index(text.Language, text.RawDescription)...)
	}
	for _, list := range [][]string{fields.Title, fields.Head, fields.Body} {
		w.mark(list)
	}
	fields.Columns[columnSales] = m.Sales
	if m.Price != nil {
		fields.Columns[columnPrice] = int64(*m.Price)
	}
	if !m.PublishedAt.IsZero() {
		fields.Columns[columnDay] = dayOf(m.PublishedAt.UnixMicro())
	}
	if m.AdminRating != nil {
		fields.Columns[columnRating] = hundredths(*m.AdminRating)
	}
	return posting.NewDocument(fields)
}

// documentWords are the words that stand as such in the texts of a document.
type documentWords struct{ spelled map[string]bool }

func (w documentWords) spell(text string) []string {
	list := words.Spelled(text)
	for _, word := range list {
		w.spelled[word] = true
	}
	return list
}

func (w documentWords) index(language, text string) []string {
	w.spell(text)
	return words.Index(language, text)
}

// mark marks the stems that are no words of any text.
func (w documentWords) mark(list []string) {
	for i, word := range list {
		if !w.spelled[word] {
			list[i] = word + stemMark
		}
	}
}

func attributesOf(m *vitrine.Model, extensions []string) []string {
	list := []string{attrAll, attrType + string(m.ProductType), attrLicense + string(m.License), attrAuthor + strconv.FormatInt(m.AuthorID,
		10)}
	list = append(list, attrAI+strconv.FormatBool(m.AIGenerated))
	if category := cmp.Or(m.Subcategory.ID, m.Category.ID); category != 0 {
		list = append(list, categoryAttribute(category))
	}
	for _, extension := range extensions {
		list = append(list, attrFormat+extension)
	}
	for _, flag := range []struct {
		set  bool
		name string
	}{
		{m.AdultContent, attrAdult}, {m.Discounted(), attrDiscounted}, {m.Animated, attrAnimated}, {m.PBR, attrPBR}, {m.Rigged, attrRigged},
		{m.Info.Collection != nil && *m.Info.Collection, attrCollection},
	} {
		if flag.set {
			list = append(list, flag.name)
		}
	}
	if count := m.PolygonCount(); count != nil {
		for _, r := range vitrine.PolygonRanges() {
			if *count >= r.AtLeast && *count < r.Below {
				list = append(list, attrPolygons+r.Name)
			}
		}
	}
	return list
}

func categoryAttribute(id int64) string { return attrCategory + strconv.FormatInt(id, 10) }

// putDocument writes what a model is found by. A listed one is in the catalogue; one that
// is not stays as it was, and is found by its author alone.
func (tx *Tx) putDocument(ctx context.Context, modelID int64, document posting.Document, listed bool) error {
	_, err := tx.exec(ctx, "index the model for search", `INSERT INTO search_documents AS d (model_id, document, listed, pending, folded)
		VALUES ($1, $2, $3, $3, CASE WHEN $3 THEN '' END)
		ON CONFLICT (model_id) DO UPDATE SET document = excluded.document, listed = d.listed OR excluded.listed,
			pending = d.pending OR d.listed OR excluded.listed,
			folded = CASE WHEN d.pending THEN d.folded WHEN d.listed THEN d.document WHEN excluded.listed THEN '' END
		WHERE d.document <> excluded.document OR excluded.listed AND NOT d.listed`, modelID, string(document), listed)
	return err
}

// unlistDocument takes a model out of what the catalogue finds.
func (tx *Tx) unlistDocument(ctx context.Context, modelID int64) error {
	_, err := tx.exec(ctx, "remove the model from search", `UPDATE search_documents SET listed = FALSE, pending = TRUE,
		folded = CASE WHEN pending THEN folded ELSE document END WHERE model_id = $1 AND listed`, modelID)
	return err
}

// removeDocument has nobody find a model any more. What blocks have of it is taken out by
// the next merge, and the row then.
func (tx *Tx) removeDocument(ctx context.Context, modelID int64) error {
	if err := tx.unlistDocument(ctx, modelID); err != nil {
		return err
	}
	if _, err := tx.exec(ctx, "remove the model from search", "DELETE FROM search_documents WHERE model_id = $1 AND NOT pending",
		modelID); err != nil {
		return err
	}
	_, err := tx.exec(ctx, "remove the model from search", "UPDATE search_documents SET document = '' WHERE model_id = $1", modelID)
	return err
}
