package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"vitrine"
)

// ListedPage is a part of a list of models without their records.
type ListedPage struct {
	IDs   []int64
	Total vitrine.Total
	Next  string // the cursor of the next page, "" at the end
}

// ListedIDs returns which models are on a page of the published ones, for who has or gets
// their records elsewhere.
func (r *reads) ListedIDs(ctx context.Context, q vitrine.CatalogueQuery) (ListedPage, error) {
	bare := *r
	bare.bare = true
	found, err := bare.catalogue(ctx, q)
	return listedPage(found), err
}

func listedPage(found RecordPage) ListedPage {
	page := ListedPage{IDs: make([]int64, len(found.Records)), Total: found.Total, Next: found.Next}
	for i, record := range found.Records {
		page.IDs[i] = record.ID
	}
	return page
}

// NewestOf returns the newest published models of an author, without adult content.
func (r *reads) NewestOf(ctx context.Context, authorID int64, limit int) ([]int64, error) {
	b := (&builder{}).add("SELECT model_id FROM listings WHERE author_id = ? AND NOT adult_content", authorID)
	b.add(" ORDER BY published_at DESC, model_id DESC").window(limit, 0)
	return query(ctx, r, func(row scanner) (id int64, err error) { return id, row.Scan(&id) }, b.String(), b.args...)
}

// ShownTitles returns the titles of those of some models that are published.
func (r *reads) ShownTitles(ctx context.Context, ids []int64) (map[int64]string, error) {
	titles := map[int64]string{}
	if len(ids) == 0 {
		return titles, nil
	}
	b := (&builder{}).add("SELECT m.id, m.title FROM listings l CROSS JOIN models m WHERE m.id = l.model_id AND l.model_id ")
	b.among(r.dialect, ids)
	return titles, each(ctx, r, func(row scanner) error {
		var id int64
		var title string
		err := row.Scan(&id, &title)
		titles[id] = title
		return err
	}, b.String(), b.args...)
}

// Pictured is a published model with its first image: its bytes, size in pixels and
// thumbnails. Without images it is nil.
type Pictured struct {
	Record
	Image    *vitrine.Image
	Opinions vitrine.Opinions // but for the stars of those who used it
}

// rated is what Pictured has of what people say of a model, as one text.
const rated = "(SELECT CAST(o.reviews AS TEXT) || ' ' || CAST(o.described AS TEXT) FROM opinions o WHERE o.model_id = m.id)"

// firstImage is what Pictured has of an image, as one text.
const firstImage = "(SELECT i.blob_key || '" + partMark + "' || CAST(i.width AS TEXT) || '" + partMark +
	"' || CAST(i.height AS TEXT) || '" + partMark + "' || i.thumbnails " +
	"FROM images i WHERE i.model_id = m.id AND i.deleted_at IS NULL ORDER BY i.position, i.id LIMIT 1)"

// Pictured returns some published models, in any order. Those that are published no more
// are left out.
func (r *reads) Pictured(ctx context.Context, ids []int64) ([]Pictured, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	// One text, as entries are.
	b := (&builder{}).add("SELECT string_agg(CAST(m.id AS TEXT) || ? || m.languages || ? || COALESCE("+rated+", '') || ? || "+
		"COALESCE(m.record, '') || ? || COALESCE("+firstImage+", ''), ?) FROM listings l CROSS JOIN models m "+
		"WHERE m.id = l.model_id AND l.model_id ", partMark, partMark, partMark, partMark, entryMark)
	b.among(r.dialect, ids)
	var packed sql.NullString
	if err := r.q.QueryRowContext(ctx, b.String(), b.args...).Scan(&packed); err != nil {
		return nil, r.fail("read models with pictures", err)
	}
	list := make([]Pictured, 0, len(ids))
	if !packed.Valid {
		return list, nil
	}
	for text := range strings.SplitSeq(packed.String, entryMark) {
		model, err := parsePictured(text)
		if err != nil {
			return nil, err
		}
		list = append(list, model)
	}
	return list, nil
}

func parsePictured(text string) (m Pictured, err error) {
	id, text, _ := strings.Cut(text, partMark)
	languages, text, _ := strings.Cut(text, partMark)
	opinions, text, _ := strings.Cut(text, partMark)
	record, image, whole := strings.Cut(text, partMark)
	if m.ID, err = strconv.ParseInt(id, 10, 64); err != nil || !whole {
		return m, errors.Join(errors.New("a model is not whole"), err)
	}
	m.JSON = record
	m.setLanguages(languages)
	if opinions != "" {
		if _, err := fmt.Sscan(opinions, &m.Opinions.Reviews, &m.Opinions.Described); err != nil {
			return m, fmt.Errorf("the opinions of model %d: %w", m.ID, err)
		}
	}
	if image != "" {
		m.Image, err = parseImage(image)
	}
	return m, err
}

func parseImage(text string) (*vitrine.Image, error) {
	parts := strings.Split(text, partMark)
	if len(parts) != 4 {
		return nil, errors.New("an image is not whole")
	}
	m := &vitrine.Image{BlobKey: parts[0]}
	var errs [3]error
	m.Width, errs[0] = strconv.Atoi(parts[1])
	m.Height, errs[1] = strconv.Atoi(parts[2])
	errs[2] = json.Unmarshal([]byte(parts[3]), &m.Thumbnails)
	return m, errors.Join(errs[:]...)
}
